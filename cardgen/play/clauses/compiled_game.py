"""The instructions of a game's clauses, compiled once for equal clauses and cards, whatever the settings of the rules.
`native.py` makes the machine code.
"""

from __future__ import annotations

from cardgen.definitions.game import Game
from cardgen.play.clauses.record import MAX_PLAYERS
from cardgen.rules.clauses import Program
from cardgen.rules.compile import Compiled, compile_program
from cardgen.rules.program import program_of
from cardgen.store.remember import per_large_object


def compiled_of(game: Game) -> Compiled:
    """The instructions of a game. Raises InputError for clauses at fault."""
    return _compiled(program_of(game), most_players(game))


def most_players(game: Game) -> int:
    """The number of players for which the clauses are compiled."""
    return min(game.players[1], MAX_PLAYERS)


@per_large_object
def _compiled(program: Program, players: int) -> Compiled:
    return compile_program(program, players)
