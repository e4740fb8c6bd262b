"""Reads positions of Party at Louis from snapshots, whole or handwritten, and refuses impossible ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cardgen.definitions.game import Game
from cardgen.foundations.errors import nearest
from cardgen.play.games.party_at_louis import record
from cardgen.play.games.party_at_louis.cards import MIXED, SIDES, Noble, cards
from cardgen.play.games.party_at_louis.record import CELLS, END_CARD, ENDS, MAX_CARDS, MAX_PLAYERS, NONE, PHASES
from cardgen.play.games.party_at_louis.service import after
from cardgen.play.snapshots import Reader


def restore(game: Game, table: np.record, data: Mapping[str, Any], dice: Sequence[int] | None = None) -> np.ndarray:
    """The position of a snapshot; unnamed zones are empty, and cards can be missing.

    Raises ValueError with the reason for an impossible position.
    """
    if dice is not None:
        raise ValueError("dice: there are no dice in this game")
    state = np.zeros(1, record.STATE)
    _Restoring(game, table, data, state[0]).all()
    return state


class _Restoring:
    def __init__(self, game: Game, table: np.record, data: Mapping[str, Any], state: np.record) -> None:
        self.game, self.table, self.state = game, table, state
        self.cards = cards(game)
        self.names, self.end = self.cards.dish_names, self.cards.end
        self.read = Reader(data, [*dict.fromkeys(self.names), self.end])
        self.copies: dict[str, list[int]] = {}
        for dish, name in enumerate(self.names):
            self.copies.setdefault(name, []).append(dish)

    def all(self) -> None:
        state, read = self.state, self.read
        players = state.players = read.number("players", 1, min(MAX_PLAYERS, self.game.players[1]))
        side = read.choice("side", [*SIDES, MIXED], SIDES[0])
        if (side == SIDES.index(SIDES[-1]) + 1) != bool(self.table.mixed_sides) and read.value("side", None):
            raise ValueError(f"side: {MIXED} goes with the rule mixed_sides, and with no other")
        state.masked = record.EVERY_NOBLE if side == 1 else 0
        state.first = read.number("first", 0, players - 1, 0)
        state.to_act = read.number("to_act", 0, players - 1, int(state.first))
        state.phase = read.choice("phase", PHASES, PHASES[0])
        self._piles()
        self._sideboard()
        self._nobles()
        used = self._each("impostor_used", bool, "true or false", False)
        state.impostors = sum(1 << player for player, value in enumerate(used) if value)
        self._solo()
        self._end()
        read.nothing_else("dice")
        self._check()

    def _dish(self, zone: str, name: Any) -> int:
        """A dish of that name that lies in no zone yet."""
        self.read.code(zone, name)
        if name == self.end:
            raise ValueError(f"{zone}: {self.end} cannot lie there")
        if not self.copies[name]:
            count = self.names.count(name)
            raise ValueError(
                f"{zone}: {name}: expected at most {count}, as many as the deck has, got more in this position"
            )
        return self.copies[name].pop(0)

    def _list(self, zone: str, value: Any, most: int) -> list[Any]:
        if not isinstance(value, (list, tuple)):
            raise ValueError(f"{zone}: expected a list, got {value!r}")
        if len(value) > most:
            raise ValueError(f"{zone}: expected at most {most}, got {len(value)}")
        return list(value)

    def _each(self, zone: str, kind: type | tuple[type, ...], expected: str, default: Any) -> list[Any]:
        """A value for each player; {} if an example does not name one."""
        players = int(self.state.players)
        given = self._list(zone, self.read.value(zone, [default] * players), MAX_PLAYERS)
        values = [default if value == {} else value for value in given]
        if len(values) != players or not all(isinstance(value, kind) for value in values):
            raise ValueError(f"{zone}: expected {expected} for each of the {players} players, got {values!r}")
        return values

    # ---- zones

    def _piles(self) -> None:
        state = self.state
        state.end_seen = self.read.number("end_card_seen", 0, 2, 0)
        draw = self._list("draw", self.read.value("draw", []), MAX_CARDS + 1)
        ends = [place for place, name in enumerate(draw) if name == self.end]
        if ends and (len(ends) > 1 or state.players == 1 or state.end_seen == 2):
            raise ValueError(f"draw: {self.end} cannot lie there {'twice' if len(ends) > 1 else 'any more'}")
        state.draw_size = len(draw)
        for place, name in enumerate(draw):
            state.draw[place] = END_CARD if name == self.end else self._dish("draw", name)
        # possible positions of the End card for the players: in the bottom pile at first, later anywhere
        third = int(self.table.dishes) // 3
        state.end_high = third if state.end_seen == 0 and all(place <= third for place in ends) else len(draw)
        discard = self._list("discard", self.read.value("discard", []), MAX_CARDS)
        state.discard_size = len(discard)
        for place, name in enumerate(discard):
            state.discard[place] = self._dish("discard", name)
        held = self._list("held", self.read.value("held", []), len(state.held))
        state.held_size = len(held)
        for place, name in enumerate(held):
            state.held[place] = self._dish("held", name)

    def _sideboard(self) -> None:
        cells = self._list("sideboard", self.read.value("sideboard", [None] * CELLS), CELLS)
        if len(cells) != CELLS:
            raise ValueError(f"sideboard: expected {CELLS} dishes or gaps, got {len(cells)}")
        self.state.sideboard = [NONE if name is None else self._dish("sideboard", name) for name in cells]

    def _nobles(self) -> None:
        state = self.state
        rows = self._each("nobles", (list, tuple), "a list of nobles", [])
        known = [
            {noble.name: noble for noble in self.cards.nobles if noble.player == player} for player in range(len(rows))
        ]
        if self.table.mixed_sides:
            for noble in (known[0][item["id"]] for item in rows[0] if _is_noble(item, known[0])):
                state.masked |= noble.side << noble.place
        masked = int(state.masked)
        for player, row in enumerate(rows):
            state.top[player] = NONE
            shown = [noble for noble in known[player].values() if noble.side == masked >> noble.place & 1]
            state.heap[player, : len(shown)] = self.table.start[[noble.face for noble in shown]]
            seen: set[str] = set()
            for index, item in enumerate(row):
                zone = f"nobles[{player}][{index}]"
                if not _is_noble(item, known[player]):
                    name = item.get("id") if isinstance(item, Mapping) else item
                    raise ValueError(f"{zone}: there is no noble {name!r}{nearest(str(name), known[player])}")
                noble = known[player][item["id"]]
                if noble.name in seen:
                    raise ValueError(f"{zone}: {noble.name} is there twice")
                if noble not in shown:
                    raise ValueError(f"{zone}: {noble.name} is not on the side that is played")
                seen.add(noble.name)
                self._noble(zone, noble, item)

    def _noble(self, zone: str, noble: Noble, item: Mapping[str, Any]) -> None:
        state, player, place = self.state, noble.player, noble.place
        for key in item:
            if key not in ("id", "groups", "validated"):
                raise ValueError(f"{zone}: expected 'id', 'groups' and 'validated', got {key!r}")
        validated = item.get("validated", False)
        if not isinstance(validated, bool):
            raise ValueError(f"{zone}: validated: expected true or false, got {validated!r}")
        stacks = 2 if noble.demand.ordered and len(noble.demand.groups) == 2 else 1
        groups = [self._list(zone, group, MAX_CARDS) for group in self._list(zone, item.get("groups", []), stacks)]
        if validated:
            if any(groups):
                raise ValueError(f"{zone}: no dish lies under a noble that is satisfied")
            state.validated[player] |= 1 << place
            state.points[player] += self.table.points[noble.face]
            return
        for group, dishes in enumerate(groups):
            stack = group if self.table.second[noble.face] else 0
            for name in dishes:
                self._lay(zone, noble, stack, name)

    def _lay(self, zone: str, noble: Noble, stack: int, name: Any) -> None:
        state, player, place = self.state, noble.player, noble.place
        dish = self._dish(zone, name)
        heap = int(after(self.table, state, player, place, stack, dish))
        if heap == record.BLOCKED:
            raise ValueError(f"{zone}: {name} would block {noble.name}, so its dishes cannot lie there")
        if heap < 0 and self.table.validation == record.AT_ONCE:
            raise ValueError(f"{zone}: with {name} the demand of {noble.name} is met, so its dishes cannot lie there")
        state.heap[player, place] = heap
        state.below[dish] = state.top[player, place, stack]
        state.top[player, place, stack] = dish
        state.lying[player] |= 1 << place
        state.dishes[player] += 1

    def _solo(self) -> None:
        state = self.state
        solo = self.read.value("solo", None)
        state.rounds = state.turns = 1
        if solo is None:
            return
        if not record.ghost_plays(self.table, state):
            raise ValueError("solo: there is no ghost in this game")
        read = Reader(solo, self.cards.solo_names)
        pile = read.cards("pile", len(state.solo))
        if len(set(pile)) != len(pile):
            raise ValueError("solo: pile: a card is there twice")
        state.solo[: len(pile)] = pile
        state.solo_size = len(pile)
        most = int(self.table.solo_turns) if state.players == 1 else MAX_CARDS
        state.rounds = read.number("turn", 1, most, 1)
        state.turns = (state.rounds - 1) * state.players + (state.to_act - state.first) % state.players + 1
        read.nothing_else()

    def _end(self) -> None:
        state = self.state
        state.terminal = self.read.flag("terminal", False)
        ended = self.read.choice("ended_by", [None, *ENDS[1:]], None)
        if bool(ended) != bool(state.terminal):
            raise ValueError(f"ended_by: expected one of {', '.join(ENDS[1:])} when the game is over, and None before")
        state.ended = ended

    # ---- impossible positions

    def _check(self) -> None:
        state = self.state
        for player in range(state.players):
            if state.validated[player] == (1 << self.table.nobles) - 1:
                if self.table.first_to_six and not state.terminal:
                    raise ValueError(f"nobles[{player}]: all are satisfied, so the game is over")
            elif state.ended == record.ALL_VALIDATED and player == state.to_act:
                self._check_winner()
        if state.terminal:
            return
        if state.end_seen == 2 and not self.table.equal_turns:
            raise ValueError("end_card_seen: the second time, the game is over")
        state.last_round = state.end_seen == 2
        if bool(state.held_size) != (state.phase == record.PLACING):
            raise ValueError(f"held: dishes are held in the phase place, and in no other, got {PHASES[state.phase]}")
        if state.phase == record.PLACING and state.validated[state.to_act] == (1 << self.table.nobles) - 1:
            raise ValueError("held: the player to act has no noble left to serve")
        if state.phase == record.CLEARING and not state.lying[state.to_act]:
            raise ValueError("phase: there is nothing to clear")

    def _check_winner(self) -> None:
        everything = (1 << self.table.nobles) - 1
        if all(self.state.validated[player] != everything for player in range(self.state.players)):
            raise ValueError("ended_by: nobody has satisfied all nobles")


def _is_noble(item: Any, known: Mapping[str, Noble]) -> bool:
    return isinstance(item, Mapping) and isinstance(item.get("id"), str) and item["id"] in known
