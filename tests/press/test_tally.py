"""The lines that report what prints need."""

from __future__ import annotations

from pathlib import Path

from cardgen.press.tally import tally_lines
from cardgen.store.outputs import Written


def test_editions_whose_joined_names_are_the_same_keep_their_own_ink():
    figures = {"sheets": 1, "cards": 1, "cuts": 1}
    written = [
        Written(Path("out") / game / variant / "en" / "cards.pdf", True, 1, {**figures, "ink": ink})
        for game, variant, ink in (("ab", "c", 100), ("a", "bc", 7))
    ]
    first, second = tally_lines(written)
    assert "100 cm²" in first and "7 cm²" in second
