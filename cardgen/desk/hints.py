"""Shows what the computer's players would do in a person's place, and why. They use only what that seat can see."""

from __future__ import annotations

import numpy as np

from cardgen.desk.answers import Refused
from cardgen.desk.table import GameTable
from cardgen.foundations.dataclass import dataclass
from cardgen.play import chance
from cardgen.play.batches import BOUND
from cardgen.play.position import Position
from cardgen.play.seating import codes
from cardgen.play.tiers import at_speed
from cardgen.play.words import Words

ADVISERS = ("greedy", "lookahead")  # instead of `greedy`, an engine that lacks it uses its own first policy
DEALS = 24  # on which each option is tried
RIVALS = 2  # options besides the advised ones, for comparison


@dataclass(frozen=True, slots=True)
class Tried:
    """The result of an option, played to the end on deals that fit what the player knows: its immediate points, its
    share of the wins, and its points at the end, each on average."""

    action: int
    at_once: float
    wins: float
    points: float


@at_speed()
def hint(table: GameTable, words: Words) -> dict[str, object]:
    """Returns the action that each adviser recommends, in words. `tried` compares these and others on the same deals.
    Raises Refused."""
    if table.over:
        raise Refused("table.over")
    position, sensible = table.position, table.game.policies[0]
    legal = position.legal_actions()
    advised = {name: advice(table, sensible if name == ADVISERS[0] else name) for name in ADVISERS}
    others = [action for action in legal if action not in advised.values()]
    compared = [*dict.fromkeys(advised.values()), *others[:RIVALS]]
    tried = [tried_out(table, action) for action in compared] if len(legal) > 1 else []
    return {
        "alone": len(legal) == 1,
        "advice": [
            {"who": name, "action": action, "said": position.action_to_string(action, words)}
            for name, action in advised.items()
        ],
        "deals": DEALS,
        "tried": [
            {
                "action": each.action,
                "said": position.action_to_string(each.action, words),
                "at_once": round(each.at_once, 1),
                "wins": round(each.wins * DEALS, 1),
                "points": round(each.points, 1),
            }
            for each in sorted(tried, key=lambda one: (-one.wins, -one.points))
        ],
    }


def advice(table: GameTable, policy: str) -> int:
    """Returns what a policy would choose now; it does not use the table's random numbers."""
    game, state = table.game, table.position.records.copy()
    return _choice(table, state, *codes([policy] * table.players, game))


def tried_out(table: GameTable, action: int) -> Tried:
    """Plays an action on some deals, each to the end by the engine's first policy; every action gets the same deals."""
    game, seat = table.game, int(table.position.record.to_act)
    guide = codes([game.policies[0]] * table.players, game)
    at_once, wins, points = [], [], []
    for deal in range(DEALS):
        state = believed(table, seat, deal)
        position = Position(game, state)
        before = position.returns()[seat]
        position.carry_out(action)
        at_once.append(position.returns()[seat] - before)
        while not position.is_terminal() and state[0].decisions < BOUND:
            position.carry_out(_choice(table, state, *guide))
        winners = position.winners()
        wins.append(1 / len(winners) if seat in winners else 0.0)
        points.append(position.returns()[seat])
    return Tried(action, float(np.mean(at_once)), float(np.mean(wins)), float(np.mean(points)))


def believed(table: GameTable, seat: int, number: int) -> np.ndarray:
    """Makes a deal that fits what a player knows; the same number gives the same deal."""
    state = table.position.records.copy()
    seed = table.seed * DEALS + number + len(table.decisions) * 7919
    chance.seed_widely(state[0].streams, seed % 2**chance.SEED_BITS)
    table.game.engine.verbs.determinise(table.game.fastest_tables[0], state[0], seat)
    return state


def _choice(table: GameTable, state: np.ndarray, seats: np.ndarray, playouts: np.ndarray) -> int:
    loops, room, fastest_tables = table.game.engine.loops, table.game.options_buffer, table.game.fastest_tables
    work = np.concatenate([state] * loops.COPIES)
    count = loops.legal(fastest_tables, state, room)
    return int(room[loops.choose(fastest_tables[0], state, work, seats, playouts, room, count, BOUND)])
