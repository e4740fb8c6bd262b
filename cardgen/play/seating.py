"""The policies of every engine, and which policy plays at each seat."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, Place, fail, nearest
from cardgen.play import thinking
from cardgen.play.game import PlayedGame

# the policies of every engine, by name
RANDOM, LEARNT, ENDGAME, SEARCH = "random", "learnt", "endgame", "search"
LOOKAHEAD, SABOTEUR, ROLLOUT = "lookahead", "saboteur", "rollout"
GENERAL = {  # their codes
    RANDOM: thinking.RANDOM,
    LEARNT: thinking.LEARNT,
    ENDGAME: thinking.ENDGAME,
    SEARCH: thinking.SEARCH,
    LOOKAHEAD: thinking.LOOKAHEAD,
    SABOTEUR: thinking.SABOTEUR,
    ROLLOUT: thinking.ROLLOUT,
}
PLAYOUTS = {LOOKAHEAD: 200, SEARCH: 140, ENDGAME: 48, SABOTEUR: 20, ROLLOUT: 160}  # playouts for each move

PERSON = "person"  # a person plays at the seat, not a policy
ALWAYS = "always-"  # prefix of policies that favour one action

ABOUT = {
    RANDOM: "plays any legal action, all equally often",
    LOOKAHEAD: f"plays {PLAYOUTS[LOOKAHEAD]} games to the end for each move, with the hidden cards dealt at random",
    LEARNT: "plays what `cardgen learn` found to win; like greedy if nothing was learnt",
    ENDGAME: (
        "tries out the best actions when the game is nearly over; before that, plays by the policy that "
        "was found to do best"
    ),
    SEARCH: "like endgame, but begins to try out actions far sooner, and on more deals",
    SABOTEUR: "looks for dead ends, cases without a rule and endless play",
    ROLLOUT: "plays the action that does best in games continued at random; it needs no knowledge of the game",
    "greedy": "plays the action that looks best at once",
    f"{ALWAYS}ACTION": "in a game of clauses: plays that action whenever it is legal, and otherwise any",
}


def policies(game: PlayedGame) -> dict[str, int]:
    """The policies of a game by name, with their codes."""
    return GENERAL | {name: thinking.OWN + place for place, name in enumerate(game.policies)}


@dataclass(frozen=True, slots=True)
class Seating:
    """Policies by seat: one for all seats, or one for each; with `repeats`, the last one takes all further seats."""

    names: tuple[str, ...]
    repeats: bool = False

    def seats(self, players: int) -> tuple[str, ...] | None:
        """A policy for every seat; None if it is a table for another number of players."""
        if len(self.names) == 1 or (self.repeats and len(self.names) <= players):
            return self.names + self.names[-1:] * (players - len(self.names))
        return self.names if len(self.names) == players else None

    def __str__(self) -> str:
        return "/".join(self.names) + "*" * self.repeats


def parse(text: str, game: PlayedGame, place: Place | None = None) -> Seating:
    """Reads a table: `random` for all seats, `random/greedy/random` one a seat, `greedy/random*` one against all
    others.

    Messages have the `place`. Raises InputError with the nearest name.
    """
    repeats = text.strip().endswith("*")
    names = tuple(name.strip() for name in text.strip().removesuffix("*").split("/"))
    known = policies(game)
    for name in names:
        if name not in known:
            raise fail(f"{game.definition.name} has no policy '{name}'{nearest(name, known)}", place, UNKNOWN_NAME)
    return Seating(names, repeats)


def codes(table: Sequence[str], game: PlayedGame) -> tuple[np.ndarray, np.ndarray]:
    """The code of each seat's policy, and its number of playouts for a move."""
    known = policies(game)
    seats = np.array([known[name] for name in table], np.int64)
    return seats, np.array([PLAYOUTS.get(name, 0) for name in table], np.int64)
