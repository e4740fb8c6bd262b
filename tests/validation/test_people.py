"""Games that people have played, beside simulated ones: which count, and what is reckoned of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardgen.commands.cli import main
from cardgen.play import record_files
from cardgen.play.game import load_game
from cardgen.play.record_files import Record
from cardgen.play.seating import PERSON
from cardgen.validation import people
from cardgen.validation.people import PEOPLE, HumanGames

GAME = load_game("king_lui")
MARK = f"7-{GAME.rules_hash()}"


def record(scores, winners, seats=(PERSON,) * 3, first=0, mark=MARK, **more):
    told = {"finished": True, "turns": 30, "rounds": 6} | more
    return Record(
        started="x", variant="base", mark=mark, seats=seats, scores=scores, winners=winners, first=first, **told
    )


def kept_of(monkeypatch, *those):
    monkeypatch.setattr(people, "records", lambda home: ((Path(str(n)), one) for n, one in enumerate(those)))
    return [*people.people(GAME)]


def test_figures_are_those_of_the_games(monkeypatch):
    """By seat from the first to act; a shared win counts in parts."""
    found = kept_of(
        monkeypatch,
        record((10, 4, 6), (0,), turns=20, rounds=4),
        record((9, 9, 3), (0, 1), first=1, turns=40, rounds=8),
        record((1, 2, 3), (2,), seats=(PERSON, "greedy", "greedy")),
    )
    alone, mixed = found
    assert alone == HumanGames(3, False, 2, 30.0, 6.0, 41 / 6, 2.0, 0.5, (0.75, 0.0, 0.25))
    assert mixed.mixed and mixed.games == 1 and mixed.wins == (0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    "other",
    [
        {"mark": "7-0000"},
        {"finished": False},
        {"seats": ("greedy",) * 3},
        {"seats": (PERSON,) * 4},
    ],
    ids=["other rules", "not to its end", "nobody sat there", "scores of others"],
)
def test_other_games_are_left_out(other, monkeypatch):
    assert kept_of(monkeypatch, record((1, 2, 3), (2,), **other)) == []


def test_they_stand_in_the_document_and_in_the_table(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "records" / "king_lui"
    folder.mkdir(parents=True)
    one = record((10, 4, 6), (0,)).model_dump(mode="json")
    (folder / "one.yaml").write_text(json.dumps(one), "utf-8")
    monkeypatch.setattr(record_files, "folder_of", lambda home, kind=record_files.FOLDER: tmp_path / kind)
    asked = ["check", "king_lui", "--variant", "base", "--players", "3", "--policies", "random", "--games", "64"]
    assert main([*asked, "--json"]) in (0, 1)
    (found,) = json.loads(capsys.readouterr().out)["people"]
    assert found == {
        "game": "king_lui", "variant": "base", "players": 3, "mixed": False, "games": 1, "turns": 30.0, "rounds": 6.0,
        "score": 6.66667, "margin": 4.0, "ties": 0.0, "wins": [1.0, 0.0, 0.0],
    }  # fmt: skip
    assert main(asked) in (0, 1)
    (row,) = (line for line in capsys.readouterr().out.splitlines() if f" {PEOPLE} " in line)
    assert row.split()[:6] == ["3", PEOPLE, "1", "30.0", "6.0", "-"]
