"""Marks of rules: another one for rules that play otherwise, the same however they are written, named and compiled."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from cardgen.definitions.load import load_game
from cardgen.play.game import PlayedGame
from cardgen.store.library import find_game
from tests.rules.by_clauses import game_of

GAME = "hedgerow"
HOME = find_game(GAME).folder


@cache
def shipped() -> PlayedGame:
    return game_of(GAME)


def mark(folder: Path, was: str, now: str, file: str = "rules.yaml", **rules: str) -> str:
    return game(folder, was, now, file, **rules).rules_hash()


def game(folder: Path, was: str, now: str, file: str, **rules: str) -> PlayedGame:
    """The game with something in a file written otherwise."""
    home = Path(shutil.copytree(HOME, folder / GAME))
    text = (home / file).read_text("utf-8")
    assert re.search(was, text, re.MULTILINE)
    (home / file).write_text(re.sub(was, now, text, count=1, flags=re.MULTILINE), "utf-8")
    return PlayedGame(load_game(find_game(str(home)), settings=rules), taught=False)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        pytest.param(r"^# Hedgerow", "# A hedge\n\n\n# Hedgerow", id="a comment"),
        pytest.param(r"sum of bloom of roses in your hedge", "sum of bloom of  roses in\n    your hedge", id="spaces"),
        pytest.param("most oaks in your hedge", "most oak in your hedge", id="another word for the same"),
        pytest.param("  spring:", "  first_half:", id="a clause by another name"),
        pytest.param(r"^rounds: turn\n", "rounds: turn\ntallies: {oaks: oaks in your hedge}\n", id="what is counted"),
        pytest.param("9, from 6 to 9", "9, from 5 to 9", id="what a rule may be set to"),
    ],
)
def test_the_same_rules_have_the_same_mark(was, now, tmp_path):
    assert mark(tmp_path, was, now) == shipped().rules_hash()


@pytest.mark.parametrize(
    ("was", "now"),
    [
        pytest.param("else 0", "else 1", id="a number"),
        pytest.param("to the right", "to the left", id="a direction"),
        pytest.param("hedge:  tableau", "hedge:  hand", id="who sees a zone"),
        pytest.param("flutter: each 0", "flutter: each 1", id="where a counter starts"),
        pytest.param("repeat: dealt times", "repeat: 6 times", id="how often"),
        pytest.param("else: shared", "else: nobody", id="a tie"),
        pytest.param(r"^    leave: fly\n", "", id="a clause less"),
    ],
)
def test_other_rules_have_another_mark(was, now, tmp_path):
    assert mark(tmp_path, was, now) != shipped().rules_hash()


def test_another_number_of_a_card_has_another_mark(tmp_path):
    """The total stays: an oak less, an acorn more."""
    was = r"oak: {count: 12(.*\n(?:.*\n)+?.*)acorn: {count: 14"
    assert mark(tmp_path, was, r"oak: {count: 11\1acorn: {count: 15", "game.yaml") != shipped().rules_hash()


def test_what_no_clause_asks_of_a_card_leaves_the_mark_and_all_that_is_kept(tmp_path):
    """A card's picture or colour: seeds stay good, and results, machine code and what was learnt."""
    for number, now in enumerate(("sign: fox", "sign: oak, picture: tree, height: 3")):
        other = game(tmp_path / str(number), "sign: oak", now, "game.yaml")
        assert (other.rules_hash(), other.rules_key) == (shipped().rules_hash(), shipped().rules_key)


def test_a_rule_set_to_what_it_is_has_the_same_mark_and_another_value_another(tmp_path):
    assert mark(tmp_path / "same", "^rules:", "rules:", dealt="9") == shipped().rules_hash()
    assert mark(tmp_path / "other", "^rules:", "rules:", dealt="8") != shipped().rules_hash()


def test_a_better_compiler_leaves_the_mark():
    """Other rows are other games to what keeps results, and the same rules to whoever has noted a seed."""
    first, other = game_of(GAME), game_of(GAME)
    other.tables["rows"][0, 0] += 1
    assert first.rules_key != other.rules_key and first.rules_hash() == other.rules_hash()
