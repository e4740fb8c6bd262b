"""A cell's verdicts are worked out again only if its games, its base's, the level or its judges are others."""

from dataclasses import replace

from cardgen.play import load_game
from cardgen.validation.results import JudgedCell
from tests.validation.verdicts import cell_of

KING_LUI = load_game("king_lui")
RANDOM = ["random"] * 3


def test_verdicts_are_kept_until_what_they_rest_on_changes():
    judged, base = JudgedCell(cell_of(KING_LUI, RANDOM, 64)), cell_of(KING_LUI, RANDOM, 64)
    first = judged.verdicts(base, 0.01)
    assert first and judged.verdicts(base, 0.01) is first
    for name, value in (
        ("seen", replace(judged.cell.seen)),
        ("doubted", True),
        ("outdone", True),
        ("trusted", "greedy"),
    ):
        setattr(judged.cell, name, value)
        assert judged.verdicts(base, 0.01) is not first, name
        first = judged.verdicts(base, 0.01)
    assert judged.verdicts(base, 0.02) is not first
    assert judged.verdicts(None, 0.01) is not judged.verdicts(base, 0.01)


def test_they_are_those_that_a_fresh_look_gives():
    one, base = cell_of(KING_LUI, RANDOM, 64), cell_of(KING_LUI, RANDOM, 256)
    kept = JudgedCell(one)
    kept.verdicts(base, 0.01)
    one.seen = cell_of(KING_LUI, RANDOM, 256).seen
    fresh = JudgedCell(one)
    for judged in (kept, fresh):
        judged.verdicts(base, 0.01)
    assert kept.differences == fresh.differences != []
    assert [verdict.chance for verdict in kept.verdicts(base, 0.01)] == [
        verdict.chance for verdict in fresh.verdicts(base, 0.01)
    ]
