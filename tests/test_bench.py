"""What the benchmarks write, and hold later runs against."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent / "bench"


@pytest.fixture
def figures(monkeypatch):
    monkeypatch.syspath_prepend(str(HERE))
    import figures

    monkeypatch.setattr(figures, "_found", [])
    yield figures
    sys.modules.pop("figures")


def test_a_ratio_is_held_against_the_best_one_written(figures, tmp_path):
    page = tmp_path / "bench.md"

    def run(ratio, speed, seconds=2.0):
        figures.figure("  cards, of the script's time", ratio, 2)
        figures.figure("games, of the loop's", speed, 0.5, most=False)
        figures.figure("a build", seconds, 3, "s")
        return figures.written(page, "build")

    assert run(2.0, 0.5) == []
    assert run(1.9, 0.55, seconds=1_200.5) == []
    rows = figures.read(page)["build"]
    assert [(each.what, each.value, each.unit, each.goal, each.most, each.best) for each in rows] == [
        ("cards, of the script's time", 1.9, "", 2, True, 1.9),
        ("games, of the loop's", 0.55, "", 0.5, False, 0.55),
        ("a build", 1_200.5, "s", 3, True, None),
    ]  # fmt: skip
    assert run(2.05, 0.51) == []
    assert run(2.10, 0.49) == [  # of the best, not of the last
        "cards, of the script's time: 2.10, a tenth worse than 1.90",
        "games, of the loop's: 0.49, a tenth worse than 0.55",
    ]
    assert [each.best for each in figures.read(page)["build"]] == [1.9, 0.55, None]


def test_parts_that_were_not_run_stay_as_they_were(figures, tmp_path):
    page = tmp_path / "bench.md"
    for part in ("play", "build"):
        figures.figure(f"what {part} takes", 1.5, 2)
        figures.written(page, part)
    assert [*figures.read(page)] == ["build", "play"]
    assert figures.written(page, "check") == [] and [*figures.read(page)] == ["build", "play"]


def test_the_page_of_the_docs_can_be_read(figures):
    page = HERE.parents[1] / "docs/reference/bench.md"
    assert {each.what for part in figures.read(page).values() for each in part if not each.unit}
