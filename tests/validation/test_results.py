"""A cell's verdicts are worked out again only if its games, its base's, the alpha or its judges are others."""

from dataclasses import replace

from cardgen.play import load_game
from cardgen.validation.results import CellResult
from cardgen.validation.sampling.cells import Trust
from tests.validation.verdicts import cell_of

KING_LUI = load_game("king_lui")
RANDOM = ["random"] * 3


def verdicts_of(judged, base, alpha):
    judged.evaluate(base, alpha)
    return judged.verdicts


def test_verdicts_are_kept_until_what_they_rest_on_changes():
    judged, base = CellResult(cell_of(KING_LUI, RANDOM, 64)), cell_of(KING_LUI, RANDOM, 64)
    first = verdicts_of(judged, base, 0.01)
    assert first and verdicts_of(judged, base, 0.01) is first
    for name, value in (
        ("seen", replace(judged.cell.seen)),
        ("trust", Trust(doubted=True)),
        ("trust", Trust(doubted=True, outdone=True)),
        ("trust", Trust(doubted=True, outdone=True, trusted="greedy")),
    ):
        setattr(judged.cell, name, value)
        assert verdicts_of(judged, base, 0.01) is not first, name
        first = verdicts_of(judged, base, 0.01)
    assert verdicts_of(judged, base, 0.02) is not first
    assert verdicts_of(judged, None, 0.01) is not verdicts_of(judged, base, 0.01)


def test_they_are_those_that_a_fresh_look_gives():
    one, base = cell_of(KING_LUI, RANDOM, 64), cell_of(KING_LUI, RANDOM, 256)
    kept = CellResult(one)
    verdicts_of(kept, base, 0.01)
    one.seen = cell_of(KING_LUI, RANDOM, 256).seen
    fresh = CellResult(one)
    for judged in (kept, fresh):
        verdicts_of(judged, base, 0.01)
    assert kept.differences == fresh.differences != []
    assert [verdict.discovery for verdict in verdicts_of(kept, base, 0.01)] == [
        verdict.discovery for verdict in verdicts_of(fresh, base, 0.01)
    ]
