"""The clauses of a game: its rules file, with all that is laid over it, read by the words of its cards."""

from __future__ import annotations

from cardgen.definitions.game import Game
from cardgen.definitions.nodes import Mapping
from cardgen.errors import fail
from cardgen.library import RULES
from cardgen.remember import per_object
from cardgen.rules.clauses import Program
from cardgen.rules.deck import Card, as_deck, cards_of
from cardgen.rules.read import read_rules


def program_of(game: Game) -> Program:
    """The same for the same clauses and cards. Raises InputError with all faults of the clauses."""
    if game.clauses is None:
        raise fail(f"{game.name} has no {RULES}", game.node.place)
    return _read(game.clauses, cards_of(game))


@per_object
def _read(clauses: Mapping, cards: tuple[Card, ...]) -> Program:
    return read_rules(clauses, as_deck(cards))
