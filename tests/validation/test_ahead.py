"""Faces that are examined on all cores before their checks."""

import pytest

import cardgen.faces.checks
from cardgen.store import processes
from cardgen.store.library import Home
from cardgen.validation import ahead, static
from cardgen.validation.static import check_variants

FAULTY = """\
extends: card
fields:
  name: {draw: text, say: "creature.{card.id}", style: display, colour: "#f4f4f4", left: 8, top: 6, height: 10}
  text: {draw: text, say: text.all, style: text, align: left, left: 1, right: 8, top: 20, height: 14}
  same: {draw: text, say: "creature.{card.id}", style: text, align: left, left: 1, right: 8, top: 20, height: 14}
"""


@pytest.fixture
def find(game, monkeypatch):
    """find(many, cores): the findings on a game whose texts lie on one another, near the trim, pale, and on how many
    faces this process looked at the texts."""
    game.write("layouts/creature.yaml", FAULTY)
    looked = []
    check = cardgen.faces.checks._check_texts

    def spy(composer, side, language, pixels):
        looked.append((side.name, language))
        return check(composer, side, language, pixels)

    def find(many, cores=2):
        looked.clear()
        monkeypatch.setattr(cardgen.faces.checks, "_check_texts", spy)
        monkeypatch.setattr(processes, "processors", lambda: cores)
        monkeypatch.setattr(ahead, "processors", lambda: cores)
        monkeypatch.setattr(ahead, "PARALLEL_FROM", many)
        monkeypatch.setattr(static, "recalled", lambda *more: more[-1]()[0])
        found, faults = check_variants([(Home(game.path, None, ()), ["base"])])
        assert not faults
        return sorted((each.code, each.message, each.place) for each in found), len(looked)

    return find


def test_it_finds_the_same_on_all_cores(find):
    alone, looked = find(many=10_000)
    assert {"low-contrast", "near-edge", "texts-overlap"} <= {code for code, *_ in alone} and looked == 6
    assert find(many=0) == (alone, 0)
    assert find(many=0, cores=1) == (alone, 6)
