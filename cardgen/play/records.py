"""The flat records of play: the common fields of positions of all engines, and the results of games.

A position is one record of fixed size, so copying it is copying bytes. Counters are 32 bits wide: narrower ones would
wrap when interpreted but not when compiled.
"""

from __future__ import annotations

import numpy as np

from cardgen.foundations.errors import fail
from cardgen.play.compiled import compiled, inlined

MAX_SEATS = 6
MAX_SILENCES = 8
MAX_FEATURES = 24
LEARNT_FIELDS = ("learnt", "point", "taught", "opens")  # fields of a table that do not belong to the rules
LOWEST = "lowest"  # the field of a table: 1 if the lowest score wins
TOGETHER = "together"  # the field of a table: 1 if players win together
MAX_THINGS = 62  # things whose users are recorded, with a bit for each


def _record(fields: list) -> np.dtype:
    for name, *_ in fields:
        if hasattr(np.record, name):  # interpreted code would read the attribute instead of the field
            raise fail(f"a field of a record cannot be called '{name}', because numpy's records use that name")
    return np.dtype((np.record, np.dtype(fields, align=True)))


def position_type(tallies: int, *fields: tuple, cases: int = MAX_SILENCES) -> np.dtype:
    """The record of a position: the fields that generic code reads and counts in, and the engine's own.

    `ended` is an index into the engine's ENDS; `silences` counts the cases, by the engine's SILENCES, on which the
    printed rules say nothing, and `silent_turn` the turn of each first one; `tallies` counts what `PlayedGame.tallies`
    names: `tallies` is the most that there can be with any cards; bit t of `used[p]` says that player p has used
    thing t of `PlayedGame.things`.
    """
    return _record(
        [
            ("streams", np.uint64, (1 + MAX_SEATS,)),
            ("players", np.int32),
            ("first", np.int32),  # the player who has the first turn; batches count seats from there
            ("to_act", np.int32),
            ("terminal", np.int32),
            ("ended", np.int32),
            ("turns", np.int32),
            ("rounds", np.int32),
            ("decisions", np.int32),
            (
                "searched",
                np.int64,
            ),  # actions carried out on copies in order to choose, and iterations without a decision
            ("dead_ends", np.int32),
            ("dead_end_turn", np.int32),
            ("silences", np.int32, (cases,)),
            ("silent_turn", np.int32, (cases,)),
            ("tallies", np.int32, (max(tallies, 1),)),
            ("used", np.int64, (MAX_SEATS,)),
            *fields,
        ]
    )


def table_type(*fields: tuple) -> np.dtype:
    """The record of a variant's rules and cards, as an engine reads them; it never changes in play.

    Its last fields are what players have learnt, by numbers of players, and do not belong to the rules: whether they
    have learnt anything, the weights of the features of options, the value of each point ahead in wins, and the policy
    with which searches open.
    """
    return _record(
        [
            *fields,
            (LOWEST, np.int32),  # 1: the lowest score wins, and engines count points downwards from 0
            (TOGETHER, np.int32),  # 1: players win together, or nobody does
            ("learnt", np.float64, (MAX_SEATS + 1, MAX_FEATURES)),  # these three: LEARNT_FIELDS
            ("point", np.float64, (MAX_SEATS + 1,)),
            ("taught", np.int32, (MAX_SEATS + 1,)),
            ("opens", np.int32, (MAX_SEATS + 1,)),
        ]
    )


def result_type(position: np.dtype) -> np.dtype:
    """The record of the result of a game whose positions have that type."""
    return _record(
        [
            ("seed", np.int64),
            ("turns", np.int32),
            ("rounds", np.int32),
            ("decisions", np.int32),
            ("work", np.int64),  # all actions carried out, including playouts: the cost of the game on any machine
            ("options", np.int32),  # number of options, summed over all decisions
            ("forced", np.int32),  # decisions with one option
            ("lead_changes", np.int32),
            ("ended", np.int32),
            ("finished", np.int32),
            ("first", np.int32),  # the player in the first seat; what follows is by seat, in the order of turns
            ("leaders", np.int32),  # bit s: seat s has the most points
            ("winners", np.int32),  # bit s: seat s wins, ties broken
            ("dead_ends", np.int32),
            ("dead_end_turn", np.int32),
            ("silences", position["silences"]),
            ("silent_turn", position["silent_turn"]),
            ("scores", np.int32, (MAX_SEATS,)),
            ("tallies", position["tallies"]),
            ("used", np.int64, (MAX_SEATS,)),  # a bit for each thing, by seat
            ("halfway", np.int32),  # the seat that alone had the most points when half of the rounds were over, or -1
        ]
    )


@inlined
def fill(into, values):
    """Sets `into` to `values`. numba takes two seconds to compile `into[:] = values`, because of its message about
    lengths."""
    for place in range(len(into)):
        into[place] = values[place]


@compiled
def silent(state, case):
    """Notes that play has met a case on which the printed rules say nothing."""
    if state.silences[case] == 0:
        state.silent_turn[case] = state.turns
    state.silences[case] += 1


@compiled
def use(state, player, thing):
    """Notes that a player has used a thing, if it is one of the first MAX_THINGS."""
    if thing < MAX_THINGS:
        state.used[player] |= np.int64(1) << np.int64(thing)


@compiled
def dead_end(state):
    """Notes that a player has no legal action."""
    if state.dead_ends == 0:
        state.dead_end_turn = state.turns
    state.dead_ends += 1


def rules_bytes(tables: np.ndarray) -> bytes:
    """The bytes of a variant's rules and cards, without what was learnt of them."""
    flags = (LOWEST, TOGETHER)
    own = [(name, tables.dtype[name]) for name in tables.dtype.names or () if name not in (*LEARNT_FIELDS, *flags)]
    more = "".join(name * int(tables[0][name]) for name in flags)
    return tables.tobytes()[: np.dtype(own, align=True).itemsize] + more.encode()


def learnt_bytes(tables: np.ndarray) -> bytes:
    """The bytes of what was learnt of a variant."""
    return b"".join(tables[name].tobytes() for name in LEARNT_FIELDS)
