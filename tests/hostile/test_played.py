"""Rules and cards at their extremes, interpreted and compiled: what no engine can play is told when it is loaded, and
all else comes out alike both ways, within the bounds of its arrays."""

import json
import os
import subprocess
import sys
from itertools import product

import pytest

from cardgen.definitions.rules import explain
from cardgen.foundations.errors import InputError
from cardgen.play.compiled import COMPILES, SWITCH
from cardgen.play.game import PlayedGame
from cardgen.rules.load import load_game
from cardgen.store.library import find_game

PLAYS = """
import hashlib, json, sys
from cardgen.foundations.errors import InputError
from cardgen.store.library import find_game
from cardgen.play.batches import games_spec
from cardgen.play.game import PlayedGame
from cardgen.rules.load import load_game

for name, settings in json.load(sys.stdin):
    try:
        game = PlayedGame(load_game(find_game(name), "base", settings))
    except InputError as error:
        print(json.dumps([name, settings, "refused", str(error)]))
        continue
    for players in {game.player_counts[0], game.player_counts[-1]}:
        if game.engine.zones.deck_needs(game.definition, game.fastest_tables[0], players)[0]:
            played = games_spec(game, [game.policies[0]] + ["random"] * (players - 1), {}, 60).play(1, 1)
            print(json.dumps([name, settings, players, hashlib.md5(played.tobytes()).hexdigest()]))
"""
COPIES = ("0", "1", "250", "1000")  # copies of a card


def extremes(name: str) -> list[dict[str, str]]:
    """Each rule at its least and its greatest, all together too; each kind of cards with none, one and too many."""
    game = load_game(find_game(name))
    ends = {
        rule.name: [str(value) for value in (rule.options or (rule.numbers[0], rule.numbers[-1]))]
        for rule in (explain(game.declared) if game.declared else ())
    }
    ends = {
        rule: [{"True": "yes", "False": "no"}.get(value, value) for value in values] for rule, values in ends.items()
    }
    together = [{rule: values[place] for rule, values in ends.items()} for place in (0, -1)]
    alone = [{rule: value} for rule, values in ends.items() for value in values]
    kinds = sorted({design.kind for design in game.designs})
    counted = [{f"count.{kind}": count} for kind, count in product(kinds, COPIES)]
    return together + alone + counted + [together[1] | {f"count.{kind}": "0" for kind in kinds[:1]}]


def played(settings: list[tuple[str, dict[str, str]]], **environment: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PLAYS], input=json.dumps(settings), env=os.environ | environment,
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.skipif(not COMPILES, reason="nothing is compiled without numba")
@pytest.mark.parametrize("name", ["draco", "party_at_louis"])
def test_extremes_come_out_alike_interpreted_and_compiled(name):
    """Interpreted play knows the ends of its arrays; compiled play comes to the same, or would have left them."""
    asked = [(name, settings) for settings in extremes(name)]
    interpreted = played(asked, **{SWITCH: "0"})
    assert interpreted == played(asked)
    assert sum("refused" not in line for line in interpreted) > len(asked)


@pytest.mark.parametrize("players", ["1", "1-6", "1-3"])
def test_draco_is_not_played_alone(players, tmp_path, monkeypatch):
    """Its cards speak of opponents, and of places up to the sixth: one player would have none."""
    (tmp_path / "variants/draco").mkdir(parents=True)
    (tmp_path / "variants/draco/alone.yaml").write_text(
        f"changes: draco\nplayers: {players}\ntexts:\n  en: {{title: Alone, why: No rivals.}}\n"
    )
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"alone\.yaml:2:10: players: the engine plays with 2 or more, got 1"):
        PlayedGame(load_game(find_game("draco"), "alone"))


INTERPRETED = [
    ("list", "draco"),
    *(("replay", game, "--players", "3", "--seed", "1") for game in ("king_lui", "draco", "party_at_louis")),
    ("check", "draco", "--variant", "base", "--games", "1", "--players", "3", "--policies", "random,greedy"),
    ("sweep", "king_lui", "--over", "cards_per_player=3", "--games", "1", "--players", "3", "--policies", "random"),
    ("tune", "king_lui", "--within", "cards_per_player=3..4", "--for", "random: {minutes: 1 to 90}", "--budget", "3"),
]


@pytest.mark.slow
@pytest.mark.parametrize("command", INTERPRETED, ids=lambda command: " ".join(command[:2]))
def test_commands_where_numba_is_told_to_compile_nothing(command, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "cardgen", *command], cwd=tmp_path, env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stderr
    assert done.stdout and "Traceback" not in done.stderr and "Warning" not in done.stderr
