"""Loads a game with its clauses, and reports all mistakes of a variant's file together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.definitions import load
from cardgen.definitions.game import BASE, Game
from cardgen.foundations.errors import Fault, InputError
from cardgen.rules.program import program_of
from cardgen.store.library import Home


def load_game(home: Home, variant: str = BASE, settings: Mapping[str, str] | None = None) -> Game:
    """Does the same as `definitions.load`. On errors, it reports the faults in sentences of clauses, too. Raises
    InputError."""
    try:
        return load.load_game(home, variant, settings)
    except load.Unsound as error:
        raise InputError(*dict.fromkeys((*error.faults, *faults_of_sentences(error.game)))) from None


def faults_of_sentences(game: Game) -> Sequence[Fault]:
    """Returns the faults in the clauses of a game whose cards can still be shown."""
    if game.clauses is not None:
        try:
            program_of(game)
        except InputError as error:
            return error.faults
    return ()
