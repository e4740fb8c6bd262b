"""A short example of each style of game plays by its clauses, and is the game that was meant."""

import statistics
from importlib import import_module
from pathlib import Path

import pytest

from cardgen.definitions.load import load_game
from cardgen.rules.program import program_of
from cardgen.store.library import BUILTIN, RULES, find_game
from tests.rules.plain import Game
from tests.rules.test_plain import program
from tests.rules.test_read import GAMES

MANY, FAR = 200, 3.0  # games; standard errors
SLOW = 100  # games by clauses, as Python reads them; `test_rowed` plays three times as many by rows
NAMES = sorted(path.stem for path in (Path(__file__).parent / "independent").glob("[a-z]*.py"))
DECKS = {path.parent.name for path in (BUILTIN / "decks").glob(f"*/{RULES}")}
ELSEWHERE = {"king_lui", "robber"}  # held against the engine of the package; a variant


def distance(mine, theirs):
    """How many standard errors lie between the means of two samples."""
    error = (statistics.variance(mine) / len(mine) + statistics.variance(theirs) / len(theirs)) ** 0.5
    apart = abs(statistics.fmean(mine) - statistics.fmean(theirs))
    return apart / error if error else apart * 1e9


def compared(name, many=MANY, player=Game):
    """For each figure its mean by the clauses, as it was meant, and how far these lie apart."""
    written = import_module(f"tests.rules.independent.{name}")
    rules = program_of(load_game(find_game(name))) if name in DECKS else program(name)
    many = min(many, getattr(written, "MANY", many))
    games = [player(rules, written.PLAYERS, seed).play() for seed in range(many)]
    boxes = [sorted(card for zone in game.zones.values() for card in zone) for game in games]
    assert boxes[0] == sorted(card for card, count in rules.deck.counts.items() for _ in range(count))
    assert all(box == boxes[0] for box in boxes), "a card was lost"
    found = zip(*(written.measured(game) for game in games), strict=True)
    meant = zip(*(written.play(seed) for seed in range(10_000, 10_000 + 5 * many)), strict=True)
    return {
        figure: (statistics.fmean(mine), statistics.fmean(theirs), distance(mine, theirs))
        for figure, mine, theirs in zip(written.FIGURES, found, meant, strict=True)
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_game_by_its_clauses_is_the_game_that_was_meant(name):
    figures = compared(name, SLOW)
    assert figures and all(far <= FAR for *_, far in figures.values()), figures


def test_every_example_was_written_twice():
    assert ({path.stem for path in GAMES.glob("*.yaml")} | DECKS) - ELSEWHERE == set(NAMES)


def test_the_table_names_every_example():
    from tests.rules.produce import HEAD, STYLES, VALET_HEAD, row  # which compares by this module

    table = (GAMES / "README.md").read_text(encoding="utf-8").split(HEAD)[1].split(VALET_HEAD)[0].splitlines()
    assert len(STYLES) == 65 and set(STYLES) == (set(NAMES) - DECKS) | {"king_lui"}
    assert [line.rsplit("|", 2)[0] for line in table] == [row(name, "").rsplit("|", 2)[0] for name in STYLES]


def test_the_table_names_every_game_of_the_testbed_valet():
    from tests.rules.produce import VALET, VALET_HEAD, valet

    table = (GAMES / "README.md").read_text(encoding="utf-8").split(VALET_HEAD)[1].splitlines()
    assert len(VALET) == 21 and {name for name, *_ in VALET.values()} <= set(NAMES)
    assert [line.split("|")[1:3] for line in table] == [[f" {game} ", f" {VALET[game][0]}.yaml "] for game in VALET]
    assert table[list(VALET).index("Cuckoo")] == valet("Cuckoo")


def test_the_comparison_can_fail():
    sample = [game % 7 for game in range(100)]
    assert distance(sample, sample) == 0 and distance(sample, [1.3 * each for each in sample * 4]) > FAR
