"""Checks tried at the desk: the figures of `cardgen check`, progress, a stop, and what is told of faults."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from threading import Event

import pytest

from cardgen.desk.tries import CheckRunner, played_from
from cardgen.desk.trying import CheckRequest, play
from cardgen.store.library import find_game
from cardgen.validation.plan import Plan
from cardgen.validation.play import check_play
from cardgen.validation.telling.report import as_json

KING = find_game("king_lui")
SMALL = {"players": (3,), "policies": ("greedy", "random"), "games": 64, "seed": 5}


def test_the_figures_are_those_of_the_check():
    said: list[dict] = []
    settings = {"portions_fed": "1"}
    asked = CheckRequest(7, str(KING.folder), "base", settings, **SMALL)
    play(asked, said.append)
    check = check_play([(KING, ["base"])], Plan((3,), ("greedy", "random"), 64, 5, settings))
    assert next(each["kind"] for each in said) == "begun" and said[-1]["kind"] == "done"
    assert said[-1]["document"] == as_json((), check)
    (greedy, other) = said[-1]["cells"]
    assert (greedy["policy"], greedy["games"], other["policy"]) == ("greedy", 64, "random")
    cell = check.parts[0].cells[0].cell
    assert greedy["turns"]["mean"] == pytest.approx(cell.seen.mean("turns"))
    assert sum(greedy["turns"]["bars"]) == pytest.approx(1)
    assert [win["mean"] for win in greedy["wins"]] == [
        cell.seen.estimate(f"seat:{seat}", 0.05).mean for seat in range(3)
    ]
    figures = [each for each in said if each["kind"] == "figures"]
    assert figures and figures[0]["decks"]["3"]["enough"] and figures[-1]["games"] == 128
    assert greedy["before"] and any(each["measure"] == "turns" for each in greedy["changes"])


def test_a_variant_is_compared_with_its_game():
    """A house rule in a file is beside the game without it, as one is that is set by the controls."""
    said: list[dict] = []
    play(CheckRequest(1, str(KING.folder), "hungry_dragon", **SMALL), said.append)
    (greedy,) = [each for each in said[-1]["cells"] if each["policy"] == "greedy"]
    assert greedy["before"] and greedy["changes"]
    base: list[dict] = []
    play(CheckRequest(1, str(KING.folder), "base", **SMALL), base.append)
    (own,) = [each for each in base[-1]["cells"] if each["policy"] == "greedy"]
    assert greedy["before"]["turns"] == own["turns"] and own["before"] is None


@pytest.mark.parametrize("file", ["rules.yaml", "game.yaml", "learnt.yaml", "variants/odd.yaml"])
def test_a_verdict_is_outdated_once_a_file_has_changed_that_it_was_played_by(tmp_path, file):
    folder = Path(shutil.copytree(KING.folder, tmp_path / "mine"))
    (folder / "variants").mkdir()
    (folder / "variants/odd.yaml").write_text("changes: mine\n")
    home = find_game(str(folder))
    before = played_from(home, "odd", {})
    assert played_from(home, "odd", {}) == before != played_from(home, "odd", {"portions_fed": "3"})
    with (folder / file).open("a") as more:
        more.write("\n# another line\n")
    assert played_from(home, "odd", {}) != before


def test_a_finding_tells_which_game_shows_it():
    said: list[dict] = []
    play(CheckRequest(1, str(KING.folder), "base", **SMALL), said.append)
    shown = [each for finding in said[-1]["findings"] for each in (finding, *finding["others"]) if each["watch"]]
    assert shown and all(each["watch"]["seed"].partition("-")[0].isdigit() for each in shown)
    assert {each["watch"]["policies"] for each in shown} <= {"greedy", "random"}


def test_a_check_that_is_stopped_tells_what_it_knows():
    said: list[dict] = []
    play(
        CheckRequest(1, str(KING.folder), "base"),
        said.append,
        lambda: sum(each["kind"] == "figures" for each in said) > 1,
    )
    assert said[-1]["kind"] == "done" and said[-1]["stopped"] == "interrupted"
    assert said[-1]["document"]["partial"] is True


def test_faults_come_with_their_place(tmp_path):
    shutil.copytree(KING.folder, tmp_path / "decks" / "mine")
    rules = tmp_path / "decks" / "mine" / "rules.yaml"
    rules.write_text(rules.read_text().replace("from 1 to 4", "from 9 to 4", 1))
    said: list[dict] = []
    assert play(CheckRequest(1, str(tmp_path / "decks" / "mine"), "base"), said.append) is None
    (fault,) = said[-1]["faults"]
    assert said[-1]["kind"] == "fault" and fault["file"].endswith("rules.yaml") and fault["line"] and fault["column"]


def test_a_process_plays_for_the_pages_and_stops_when_it_is_told():
    told: list[dict] = []
    stopped, playing = Event(), Event()

    def tell(event: str, one: dict) -> None:
        assert event == "try"
        told.append(one)
        if one["figures"].get("games"):
            playing.set()
        if one["state"] in ("stopped", "done"):
            stopped.set()

    tries = CheckRunner(tell)
    try:
        one = tries.start(KING, "base", {"portions_fed": "3"})
        assert tries.start(KING, "base", {"portions_fed": "3"}) is one
        assert playing.wait(60)
        tries.stop(one.asked.id)
        assert stopped.wait(10) and one.state == "stopped" and one.figures["games"]
        assert tries.last(KING, "base", {"portions_fed": "3"}) is one and tries.last(KING, "base", {}) is None
        assert "document" not in told[-1]["figures"]
    finally:
        tries.close()
    time.sleep(0)
    assert tries._process is None
