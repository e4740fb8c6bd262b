"""Converts positions of games of clauses into plain snapshots and back, by the names in clauses.

A rules file can list what its positions contain, with names (`positions:`). By default they contain all zones, counters
and roles by their own names, and the registers from which play continues. A handwritten position has no registers, and
continues where a game reaches such a choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from cardgen.definitions.game import Game
from cardgen.play.clauses import engine, moves, record
from cardgen.play.clauses.arrivals import MAX_GAMES, Sought, arrive
from cardgen.play.clauses.compiled_game import compiled_of
from cardgen.play.snapshots import Reader, whole
from cardgen.rules.called import CARD, COUNTER, NUMBER, ROLE, ROUNDS, SOME, UNSEEN, ZONE, Shown
from cardgen.rules.clauses import ALL, OTHERS, OWNER
from cardgen.rules.code import IDLE, MAX_VALUE, PLAYERS, RESUME, YOU
from cardgen.rules.compile import Compiled
from cardgen.rules.layout import BOX, HELD_ALL, Instance

AT = "registers"
MAX_ROUNDS, MAX_COUNTED = 1_000_000, 1_000_000


def shown_in(compiled: Compiled) -> tuple[Shown, ...]:
    """The parts of a game's positions."""
    program = compiled.program
    if program.positions:
        return tuple(program.positions.values())
    unseen = {each.zone for each in compiled.layout.instances if each.secret >= 0}
    return (
        *(Shown(name, ZONE, name) for name in program.zones),
        *(Shown(f"unseen {name}", UNSEEN, name) for name in program.zones if name in unseen),
        *(Shown(name, COUNTER, name) for name in program.counters),
        *(Shown(name, ROLE, name) for name in program.roles),
        Shown("rounds", ROUNDS, ""),
    )


class Positions:
    """The snapshots of one game under its rules."""

    def __init__(self, game: Game, table: np.record) -> None:
        self.game, self.table, self.compiled = game, table, compiled_of(game)
        self.program, self.layout = self.compiled.program, self.compiled.layout
        self.cards = self.layout.cards
        self.shown = [each for each in shown_in(self.compiled) if self._holds(each)]
        self.whole = not self.program.positions  # whether positions contain registers

    def _holds(self, shown: Shown) -> bool:
        """Whether positions contain a part under the current rules."""
        if not shown.rule:
            return True
        return bool(self.table.start[self.layout.rules[shown.rule]] == self.layout.constant(shown.option))

    # ---- written

    def snapshot(self, state: np.record) -> dict[str, Any]:
        """The position as plain lists, numbers and names. Cards are counted, or listed with the top last if they have
        an order."""
        return self._with_state(state, {shown.name: self._of(shown, state) for shown in self.shown})

    def _with_state(self, state: np.record, shown: dict[str, Any]) -> dict[str, Any]:
        """The named parts, with the keys of every position; `to_act` comes after the roles."""
        roles = [each.name for each in self.shown if each.form == ROLE]
        behind = roles[-1] if roles else self.shown[-1].name
        visible: dict[str, Any] = {"players": int(state.players)}
        for name, value in shown.items():
            visible[name] = value
            if name == behind:
                visible["to_act"] = None if state.terminal else int(state.to_act)
        visible["terminal"] = bool(state.terminal)
        if self.whole:
            aside = state.m[self.layout.of_zones : self.layout.memory]
            visible[AT] = [*map(int, state.v[: len(self.compiled.code.start)]), *map(int, aside)]
        return visible

    def _of(self, shown: Shown, state: np.record) -> Any:
        if shown.form == ROUNDS:
            return int(state.rounds)
        if shown.form == ROLE:
            return int(state.v[self.compiled.roles[shown.what]])
        if shown.form == COUNTER:
            return self._counter(shown, state)
        if shown.form == CARD:
            there = [card for _, at in self._instances(shown, state) for card in self._card_counts(state, at.counts)]
            return there[0] if there else None
        return self._each(shown, state, lambda number: self._cards(shown, state, number))

    def _counter(self, shown: Shown, state: np.record) -> Any:
        first, players = self.compiled.counters[shown.what], int(state.players)
        values = [self._value(int(value)) for value in state.v[first : first + players]]
        return values if self.program.counters[shown.what].each else values[0]

    def _value(self, value: int) -> int | str:
        return self.layout.words.get(value, value)

    def _each(self, shown: Shown, state: np.record, of: Any) -> Any:
        """The results of `of` for each instance of a zone: a list by player, a mapping by member of a family."""
        zone, first, many = self.program.zones[shown.what], self.layout.zones[shown.what], self.layout.many(shown.what)
        result = []
        for owner in range(int(state.players) if zone.each else 1):
            numbers = range(first + owner * many, first + (owner + 1) * many)
            if zone.by is None:
                result.append(of(numbers[0]))
            else:
                values = map(str, self.program.values(shown.what))
                result.append({value: of(number) for value, number in zip(values, numbers, strict=True)})
        return result if zone.each else result[0]

    def _instances(self, shown: Shown, state: np.record) -> Iterator[tuple[int, Instance]]:
        """The instances of a zone that are in play, with their numbers."""
        for number, instance in enumerate(self.layout.instances):
            if instance.zone == shown.what and instance.owner < state.players:
                yield number, instance

    def _cards(self, shown: Shown, state: np.record, number: int) -> Any:
        instance = self.layout.instances[number]
        if shown.form == UNSEEN:
            return self._card_counts(state, instance.secret) if instance.secret >= 0 else {}
        if shown.form in (SOME, NUMBER):
            members = self.table.members[self.layout.noun(shown.noun)]
            there = {
                card: count
                for card, count in self._card_counts(state, instance.counts).items()
                if members[self.layout.types[card]]
            }
            return there if shown.form == SOME else sum(there.values())
        if instance.listed >= 0:
            return [self.cards[card] for card in state.m[instance.listed : instance.listed + state.sizes[number]]]
        return self._card_counts(state, instance.counts)

    def _card_counts(self, state: np.record, at: int) -> dict[str, int]:
        return {self.cards[card]: int(count) for card, count in enumerate(state.m[at : at + len(self.cards)]) if count}

    # ---- seen

    def observe(self, state: np.record, player: int) -> dict[str, Any]:
        """The position as a player sees it. Hidden zones and unseen cards of others are numbers of cards. If all choose
        at once, it shows no choices of others."""
        seen = self._with_state(state, {shown.name: self._visible_value(shown, state, player) for shown in self.shown})
        seen.pop(AT, None)
        if not state.terminal and (repeat_row := self.table.repeat_rows[state.v[RESUME]]):
            before = state.copy()
            engine.run(self.table, before, repeat_row)
            for shown in self.shown:
                if shown.form != ROUNDS and seen[shown.name] is not _LEFT_OUT:
                    was = self._visible_value(shown, before, player)
                    if isinstance(was, list) and self._is_of_players(shown):
                        was[player] = seen[shown.name][player]
                    seen[shown.name] = was
        return {name: value for name, value in seen.items() if value is not _LEFT_OUT}

    def _is_of_players(self, shown: Shown) -> bool:
        """Whether every player has such a part."""
        if shown.form == ROLE:
            return False
        return (self.program.counters if shown.form == COUNTER else self.program.zones)[shown.what].each

    def _visible_value(self, shown: Shown, state: np.record, player: int) -> Any:
        if shown.form in (ROUNDS, ROLE):
            return self._of(shown, state)
        if shown.form == COUNTER:
            result, counter = self._of(shown, state), self.program.counters[shown.what]
            if counter.seen == ALL:
                return result
            own, others = counter.seen == OWNER, counter.seen == OTHERS
            if not counter.each:
                return None
            return [value if (own if who == player else others) else None for who, value in enumerate(result)]
        if shown.form == UNSEEN and self.whole:
            return _LEFT_OUT  # it is shown with the zone
        if shown.form == CARD:
            sees = all(self._sees(number, player) for number, _ in self._instances(shown, state))
            return self._of(shown, state) if sees else None
        return self._each(shown, state, lambda number: self._seen_cards(shown, state, number, player))

    def _sees(self, number: int, player: int) -> bool:
        return bool(engine.sees(self.table, number, player))

    def _seen_cards(self, shown: Shown, state: np.record, number: int, player: int) -> Any:
        if self._sees(number, player):
            return self._cards(shown, state, number)
        instance = self.layout.instances[number]
        if instance.secret < 0:
            return int(state.sizes[number])
        unseen = self._card_counts(state, instance.secret)
        if shown.form == UNSEEN:
            return sum(unseen.values())
        there = self._card_counts(state, instance.counts)
        known = {card: count - unseen.get(card, 0) for card, count in there.items() if count > unseen.get(card, 0)}
        return {"known": known, "unseen": sum(unseen.values())} if self.whole else known

    # ---- read

    def restore(self, data: Mapping[str, Any]) -> np.ndarray:
        """The position of a snapshot, complete or handwritten: missing zones are empty, other missing parts are as
        at the beginning of play.

        Raises ValueError with the reason for an impossible position.
        """
        read = Reader(data, self.cards)
        low, high = self.game.players
        players = read.number("players", low, min(high, record.MAX_PLAYERS))
        restored = np.zeros(1, record.STATE)
        state = restored[0]
        state.players = players
        for shown in self.shown:
            if shown.form in (ZONE, SOME, NUMBER, UNSEEN):
                self._read_each(read, shown, state)
        state.terminal = read.flag("terminal", False)
        state.ended = 1 if state.terminal else 0
        to_act = read.value("to_act", None)
        to_act = None if to_act is None else read.number("to_act", 0, players - 1)
        roles = self._read_roles(read, players)
        held = {shown.what: self._read_held(read, shown) for shown in self.shown if shown.form == CARD}
        rounds = [shown.name for shown in self.shown if shown.form == ROUNDS]
        state.rounds = read.number(rounds[0], 0, MAX_ROUNDS, int(bool(self.program.rounds))) if rounds else 0
        if (registers := read.value(AT, None)) is not None:
            self._go_on_from(registers, state, to_act)
        else:
            self._arrive(state, Sought(to_act, roles, {zone: card is not None for zone, card in held.items()}), held)
        self._read_counters(read, state)
        for name, seat in roles.items():
            state.v[self.compiled.roles[name]] = seat
        read.nothing_else("dice")
        self._fill_box(state)
        if registers is None:  # unknown before a simultaneous choice
            for zone, at in self.layout.asides:
                moves.put_aside(self.table, state, zone, at)
        return restored

    def _read_each(self, read: Reader, shown: Shown, state: np.record) -> None:
        """Reads the cards of each instance of a zone."""
        zone, first, many = self.program.zones[shown.what], self.layout.zones[shown.what], self.layout.many(shown.what)
        zones = read.value(shown.name, None)
        if zones is None:
            return
        if zone.each and zones and (not isinstance(zones, (list, tuple)) or len(zones) != state.players):
            raise ValueError(f"{shown.name}: expected one for each of the {state.players} players, got {zones!r}")
        if zone.each and not isinstance(zones, (list, tuple)):
            raise ValueError(f"{shown.name}: expected one for each of the {state.players} players, got {zones!r}")
        for owner, own in enumerate(zones if zone.each else [zones]):
            name = f"{shown.name}[{owner}]" if zone.each else shown.name
            if zone.by is None:
                self._read_cards(read, shown, name, state, first + owner * many, own)
                continue
            values = [str(value) for value in self.program.values(shown.what)]
            if not isinstance(own, Mapping) or not set(own) <= set(values):
                raise ValueError(f"{name}: expected {', '.join(values)}, got {own!r}")
            for place, value in enumerate(values):
                if value in own:
                    self._read_cards(read, shown, f"{name}.{value}", state, first + owner * many + place, own[value])

    def _read_cards(self, read: Reader, shown: Shown, name: str, state: np.record, number: int, value: Any) -> None:
        instance, size = self.layout.instances[number], len(self.cards)
        cards = np.zeros(size, np.int64)
        if shown.form == NUMBER:
            (card,) = self.layout.classes[self.layout.noun(shown.noun)]
            cards[card] = read.number(shown.name, 0, 250, 0)
        elif instance.listed < 0 or shown.form == UNSEEN:
            read.counts(name, cards, value)
        else:
            listed = read.listed(name, value, sum(self.program.deck.counts.values()))
            for place, card in enumerate(listed):
                state.m[instance.listed + place] = card
                cards[card] += 1
        if shown.form == UNSEEN:
            self._read_unseen(name, state, instance, cards)
            return
        members = self.table.members[self.layout.noun(shown.noun) if shown.noun else HELD_ALL]
        for card in map(int, np.flatnonzero(cards)):
            if not members[card]:
                raise ValueError(f"{name}: {self.cards[card]} cannot lie there")
            if not self._may_hold(number, card):
                what = "no player can hold" if instance.owner >= 0 else "this zone cannot hold"
                raise ValueError(f"{name}: {what} {self.cards[card]} under these rules; remove it from the position")
        state.m[instance.counts : instance.counts + size] += cards.astype(np.int16)
        state.sizes[number] += cards.sum()

    def _read_unseen(self, name: str, state: np.record, instance: Instance, unseen: np.ndarray) -> None:
        there = state.m[instance.counts : instance.counts + len(self.cards)]
        for card in map(int, np.flatnonzero(unseen > there)):
            raise ValueError(
                f"{name}: expected at most {there[card]} {self.cards[card]}, as the zone holds no more, got "
                f"{unseen[card]}"
            )
        if instance.secret >= 0:
            state.m[instance.secret : instance.secret + len(self.cards)] = unseen

    def _read_roles(self, read: Reader, players: int) -> dict[str, int]:
        """The roles that the snapshot names."""
        roles = {}
        for shown in self.shown:
            if shown.form == ROLE and (read.value(shown.name, None)) is not None:
                roles[shown.what] = read.number(shown.name, 0, players - 1)
        return roles

    def _read_held(self, read: Reader, shown: Shown) -> int | None:
        """The only card of a zone, or None."""
        value = read.value(shown.name, None)
        if value is None:
            return None
        (number, *_) = (number for number, each in enumerate(self.layout.instances) if each.zone == shown.what)
        may = [card for name, card in self.layout.types.items() if self._may_hold(number, card)]
        if value not in (names := [self.cards[card] for card in may]):
            raise ValueError(f"{shown.name}: expected {', '.join(map(repr, names))} or nothing, got {value!r}")
        return read.code(shown.name, value)

    def _may_hold(self, number: int, card: int) -> bool:
        held = self.table.holds[number]
        return bool(held < 0 or self.table.members[held, card])

    def _read_counters(self, read: Reader, state: np.record) -> None:
        for shown in self.shown:
            if shown.form != COUNTER:
                continue
            counter, first = self.program.counters[shown.what], self.compiled.counters[shown.what]
            values = read.value(shown.name, None)
            if values is None:
                values = [counter.start] * int(state.players) if counter.each else counter.start
            if counter.each and (not isinstance(values, (list, tuple)) or len(values) != state.players):
                raise ValueError(f"{shown.name}: expected one for each of the {state.players} players, got {values!r}")
            for place, value in enumerate(values if counter.each else [values]):
                state.v[first + place] = self._constant(shown.name, value)

    def _constant(self, name: str, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, (int, str)):
            raise ValueError(f"{name}: expected a whole number, got {value!r}")
        if isinstance(value, int):
            return whole(name, value, -MAX_VALUE, MAX_VALUE)
        return self.layout.constant(value)

    def _go_on_from(self, registers: Sequence[int], state: np.record, to_act: int | None) -> None:
        """Makes play continue exactly from this point."""
        used, aside = len(self.compiled.code.start), self.layout.memory - self.layout.of_zones
        if not isinstance(registers, (list, tuple)) or len(registers) != used + aside:
            raise ValueError(f"{AT}: expected {used + aside} numbers, as in a snapshot of this game")
        state.v[:] = self.table.start
        state.v[:used] = registers[:used]
        state.m[self.layout.of_zones : self.layout.memory] = registers[used:]
        for register, value in self.compiled.code.constants.items():
            state.v[register] = value
        for register in self.layout.rules.values():
            state.v[register] = self.table.start[register]
        state.v[PLAYERS] = state.players
        state.v[IDLE] = max(0, state.v[IDLE])
        state.to_act = to_act or 0
        state.v[YOU] = state.v[YOU] if state.terminal else state.to_act

    def _arrive(self, state: np.record, sought: Sought, held: Mapping[str, int | None]) -> None:
        """Makes play continue from the first such choice that games reach."""
        if state.terminal and any(card is not None for card in held.values()):
            (name,) = (shown.name for shown in self.shown if shown.form == CARD and held[shown.what] is not None)
            raise ValueError(f"{name}: expected no drawn card, because the game is over")
        if not arrive(self.compiled, self.table, state, sought):
            drawn = [shown.name for shown in self.shown if shown.form == CARD and sought.held[shown.what]]
            who = "any player" if sought.to_act is None else f"player {sought.to_act}"
            what = "a choice with a card in this zone" if drawn else f"a choice of {who} with these roles"
            raise ValueError(
                f"{drawn[0] if drawn else 'to_act'}: under these rules, none of {MAX_GAMES:,} games reached {what}"
            )
        for shown in self.shown:
            if shown.form == CARD and (card := held[shown.what]) is not None:
                for number, instance in self._instances(shown, state):
                    if instance.owner in (-1, state.to_act):
                        state.m[instance.counts + card] += 1
                        state.sizes[number] += 1

    def _fill_box(self, state: np.record) -> None:
        """Puts the cards that lie in no zone into the box. Raises ValueError if there are more than the deck has."""
        size, box = len(self.cards), self.layout.instances[self.layout.zones[BOX]].counts
        for card, name in enumerate(self.cards):
            there = sum(int(state.m[each.counts + card]) for each in self.layout.instances)
            if there > self.table.copies[card]:
                raise ValueError(
                    f"{name}: expected at most {self.table.copies[card]}, as many as the deck has, got {there} in "
                    "this position"
                )
            state.m[box + card] = self.table.copies[card] - there
        state.sizes[self.layout.zones[BOX]] = state.m[box : box + size].sum()


_LEFT_OUT = object()
