"""Counters and roles that nothing changes, and endings that no game comes to."""

from __future__ import annotations

import re

import pytest

from cardgen.play.game import load_game
from tests.rules.test_published import FILES


def made_anew(tmp_path, name, *changes):
    """A published game with some of its text changed."""
    text = (FILES / f"{name}.yaml").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / f"{name}.yaml"
    path.write_text(text)
    return path


LIVES = "subtract 1 from lives"
LEADS = "player with most strength becomes leader"
BEGINS = "player holding card_2_clubs in hand becomes leader"


@pytest.mark.parametrize(
    ("name", "changes", "steady"),
    [
        ("hanabi", [], {}),
        ("hanabi", [(LIVES, "nothing")], {"lives": "no clause changes it"}),
        ("hanabi", [(LIVES, f"{LIVES} if hints is 99")], {"lives": "no clause changed it in 200 random games"}),
        ("hearts_counter", [], {}),
        ("hearts_counter", [(BEGINS, "nothing")], {}),
        ("hearts_counter", [(BEGINS, "nothing"), (LEADS, "nothing")], {"leader": "no clause changes it"}),
        ("hearts_counter", [(BEGINS, "nothing"), (LEADS, f"{LEADS} if tricks is 99")],
         {"leader": r"no clause changed it in \d+ random games"}),
        ("nimmt", [], {}),
    ],
)  # fmt: skip
def test_what_never_changes_is_told(tmp_path, name, changes, steady):
    game = load_game(str(made_anew(tmp_path, name, *changes)))
    found = {name: why for name, why, _ in game.steady(game.player_counts[-1:])}
    assert found.keys() == steady.keys()
    assert all(re.fullmatch(why, found[name]) for name, why in steady.items())


def test_it_is_told_where_it_is_declared_with_what_hangs_on_it(run, tmp_path):
    path = made_anew(tmp_path, "hanabi", (LIVES, "nothing"))
    said = " ".join(run("check", str(path), "--games", "64", "--policies", "random").out.split())
    assert "hanabi.yaml:13:29: warning never-changes: 'lives' never changes: no clause changes it" in said
    assert "note never-used: none of 256 games ends like this: The game ends: exploded." in said
