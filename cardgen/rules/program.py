"""Reads the `Program` of a game: its rules file, with the clauses that a variant changes."""

from __future__ import annotations

from dataclasses import replace

from cardgen.definitions.game import Game
from cardgen.definitions.nodes import Mapping
from cardgen.foundations.errors import fail
from cardgen.rules.clauses import Program
from cardgen.rules.deck import Card, as_deck, cards_of, kinds_of
from cardgen.rules.read import read_rules
from cardgen.store.library import RULES
from cardgen.store.remember import per_large_object

_FLAGS = {False: "no", True: "yes"}


def rules_of(game: Game) -> dict[str, int | str]:
    """Returns the settings of a game's rules, by the names that clauses use."""
    return {name: _FLAGS[value] if isinstance(value, bool) else value for name, value in game.rules.items()}


@per_large_object
def program_of(game: Game) -> Program:
    """Returns the clauses of a game; equal clauses and cards give the same object. Raises InputError with all
    faults."""
    if game.clauses is None:
        raise fail(f"{game.name} has no {RULES}", game.node.place)
    cards = cards_of(game)
    return _with(_read_program(game.clauses, kinds_of(game), tuple(card._replace(copies=0) for card in cards)), cards)


@per_large_object
def _read_program(clauses: Mapping, kinds: tuple[str, ...], cards: tuple[Card, ...]) -> Program:
    """Cached without the copies of each card, which change nothing here and differ between many settings."""
    return read_rules(clauses, as_deck(kinds, cards))


@per_large_object
def _with(program: Program, cards: tuple[Card, ...]) -> Program:
    return replace(program, deck=as_deck(tuple(program.deck.kinds), cards))
