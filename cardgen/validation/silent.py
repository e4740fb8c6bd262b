"""Finds what the clauses of a game leave open, without playing: which cards they mean, whether there are enough, and
whether loops end."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.definitions.game import Game
from cardgen.foundations.findings import Finding
from cardgen.rules.at_once import seen_at_once
from cardgen.rules.bounds import Bounds, Taken
from cardgen.rules.circles import circles
from cardgen.rules.clauses import Said
from cardgen.rules.doubts import same_both_ways, undecided, unproved
from cardgen.rules.layout import MAX_PLAYERS
from cardgen.rules.program import program_of, rules_of
from cardgen.rules.rounds import Reach
from cardgen.rules.tree import Tree


def check_silent(game: Game) -> Iterator[Finding]:
    """Reports what the clauses of a game leave open, with its rules as they are set and every number of players. The
    clauses must compile."""
    if game.clauses is None:
        return
    program, rules = program_of(game), rules_of(game)
    few, many = game.players
    seats = range(min(few, MAX_PLAYERS), min(many, MAX_PLAYERS) + 1)
    reaches = [Reach(program, rules, players) for players in seats]
    for path, how in circles(reaches[0]):
        yield _finding(game, "goes-round", path, how, _circle(how))
    which: dict[str, Taken] = {}
    short: dict[str, dict[int, Taken]] = {}
    for reach in reaches:
        moves = Bounds(reach).moves()
        which |= {taken.said.path: taken for taken in undecided(program, moves)}
        for taken in unproved(program, moves):
            short.setdefault(taken.said.path, {})[reach.players] = taken
    for name, said in seen_at_once(program):
        yield _finding(game, "seen-at-once", said.path, said, _sight_message(name))
    for block in same_both_ways(program):
        assert block.when
        yield _finding(game, "same-both-ways", block.path, block.when, _both(block.when))
    for path, taken in which.items():
        yield _finding(game, "who-chooses", path, taken.said, _which(taken))
    for path, cases in short.items():
        some = [] if len(cases) == len(seats) else [*cases]
        yield _finding(game, "may-fall-short", path, cases[max(cases)].said, _short(cases[max(cases)], some))


def _circle(how: Said[Tree]) -> str:
    if how.text == "forever":
        return "goes round for ever: no step in it ends the game or the section"
    return (
        "goes round for ever once it begins: no player chooses in it, and no step in it changes what "
        f"'{how.text}' tests"
    )


def _sight_message(name: str) -> str:
    return (
        f"all players choose at once, but those who choose later already see '{name}': let players lay cards that "
        "only their owner sees, and do the rest after all have chosen"
    )


def _both(said: Said[Tree]) -> str:
    return f"does the same whether '{said.text}' is true or not: leave out the condition, or write what else happens"


def _which(taken: Taken) -> str:
    said = taken.said.text
    amount = said[taken.moved.at : taken.moved.cards.at].strip()
    return (
        f"no clause says who chooses from '{taken.source.name}', so cardgen takes cards at random; write "
        f"'{amount} random', or 'all', or let 'choose' offer an action with a 'pick'"
    )


def _short(taken: Taken, players: list[int]) -> str:
    zone = taken.source.name
    seats = f" with {' or '.join(map(str, players))} players" if players else ""
    return (
        f"cardgen cannot prove that '{zone}' always has that many cards{seats}; write 'up to' to take as many as "
        "there are, or test it before with 'if', 'when' or 'until'"
    )


def _finding(game: Game, code: str, path: str, said: Said[Tree], message: str) -> Finding:
    return Finding(code, f"{path}: {message}", said.place, game.name, game.variant, who=path)
