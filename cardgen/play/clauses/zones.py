"""Games of clauses as records, and positions as plain snapshots and back: what lies where, by the names in clauses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cardgen.definitions.game import Game
from cardgen.play.chance import seed_streams
from cardgen.play.clauses import engine, native, record
from cardgen.play.clauses.compiled import compiled_of
from cardgen.play.clauses.tables import table_of
from cardgen.play.records import LEARNT
from cardgen.play.snapshots import Reader
from cardgen.remember import per_large_object
from cardgen.rules.clauses import ALL
from cardgen.rules.code import PLAYERS, RESUME, YOU
from cardgen.rules.compile import Compiled
from cardgen.rules.layout import BOX

MOST_PLAYERS = record.MOST_PLAYERS
OPTIONS: dict[str, tuple[str, ...]] = {}  # nothing is agreed before a game but its rules
UNSEEN, AT = "unseen", "registers"
WORDS_OF_FLAGS = {False: "no", True: "yes"}


def make_table(game: Game) -> np.ndarray:
    """The rules, the cards and the clauses as one record. Raises InputError for clauses at fault."""
    return table_of(compiled_of(game), rules_of(game))


def rules_of(game: Game) -> dict[str, int | str]:
    """What a game's rules are set to, as clauses name it."""
    return {name: WORDS_OF_FLAGS[value] if isinstance(value, bool) else value for name, value in game.rules.items()}


def new_state(players: int) -> np.ndarray:
    """A position before the deal."""
    found = np.zeros(1, record.STATE)
    found[0].players = players
    return found


def hasten(game: Game, tables: np.ndarray) -> None:
    """Many games are to come: has machine code made of this one."""
    native.load(compiled_of(game), tables)


def ready(tables: np.ndarray) -> np.ndarray:
    """The table with the address of the game's machine code, where this process has it."""
    if not native.address_of(tables):
        return tables
    found = _with_address(tables)
    for name in LEARNT:  # which may have changed since
        found[name] = tables[name]
    return found


@per_large_object
def _with_address(tables: np.ndarray) -> np.ndarray:
    found = tables.copy()
    found["native"] = native.address_of(tables)
    return found


# ---- what games count


def ends(game: Game) -> tuple[str, ...]:
    return tuple(compiled_of(game).layout.endings)


def silences(game: Game) -> dict[str, str]:
    """The cases that clauses leave open, each with the clause."""
    return {case: case.partition(".")[2] or "ties" for case in compiled_of(game).layout.cases}


def tally_names(game: Game) -> tuple[str, ...]:
    """Actions and notes; an action by its own name, where no other has it."""
    paths = list(compiled_of(game).layout.notes)
    short = [path.rpartition(".")[2] for path in paths]
    return tuple(last if short.count(last) == 1 else path for path, last in zip(paths, short, strict=True))


def things(game: Game) -> tuple[str, ...]:
    """What a player may use: the cards."""
    return compiled_of(game).layout.cards


def possible(table: np.record, tally: str) -> bool:
    """Whether the rules provide for what a tally counts; clauses do not tell."""
    return True


def deck_needs(game: Game, table: np.record, players: int) -> tuple[bool, str]:
    """Whether the cards suffice until the first decision, and how many are then left where nobody sees them."""
    found = new_state(players)
    state = found[0]
    seed_streams(state.streams, 0)
    engine.deal(table, state)
    layout = compiled_of(game).layout
    short = [case for case, number in layout.cases.items() if case.startswith("short.") and state.silences[number]]
    piles = [number for number, each in enumerate(layout.instances) if each.listed >= 0 and not table.open[number]]
    left = sum(int(state.sizes[number]) for number in piles)
    cards = int(table.copies.sum())
    told = f"{cards} cards: {cards - left} dealt, {left} left"
    return not short, f"{told}; {short[0].removeprefix('short.')} finds too few" if short else told


# ---- snapshots


def snapshot(game: Game, table: np.record, state: np.record) -> dict[str, Any]:
    """The position as plain lists, numbers and names: each zone, counter and role by its name, who acts, and from where
    play goes on. Cards are counted, or listed with the top last where they have an order."""
    compiled = compiled_of(game)
    found: dict[str, Any] = {"players": int(state.players), **_zones(compiled, state)}
    if unseen := _unseen(compiled, table, state):
        found[UNSEEN] = unseen
    found |= _numbers(compiled, state)
    found["to_act"] = None if state.terminal else int(state.to_act)
    found["rounds"] = int(state.rounds)
    found["terminal"] = bool(state.terminal)
    found[AT] = [int(value) for value in state.v[: _used(compiled)]]
    return found


def _used(compiled: Compiled) -> int:
    return len(compiled.code.start)


def _zones(compiled: Compiled, state: np.record) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, zone in compiled.program.zones.items():
        first, many = compiled.layout.zones[name], compiled.layout.many(name)
        owners = range(int(state.players) if zone.each else 1)
        told = [_family(compiled, name, state, first + owner * many) for owner in owners]
        found[name] = told if zone.each else told[0]
    return found


def _family(compiled: Compiled, name: str, state: np.record, first: int) -> Any:
    """A zone's cards, or those of each of its family."""
    if compiled.program.zones[name].by is None:
        return _cards(compiled, state, first)
    values = compiled.program.values(name)
    return {str(value): _cards(compiled, state, first + place) for place, value in enumerate(values)}


def _cards(compiled: Compiled, state: np.record, number: int) -> list[str] | dict[str, int]:
    cards, instance = compiled.layout.cards, compiled.layout.instances[number]
    if instance.listed >= 0:
        return [cards[card] for card in state.m[instance.listed : instance.listed + state.sizes[number]]]
    return _counted(compiled, state, instance.counts)


def _counted(compiled: Compiled, state: np.record, at: int) -> dict[str, int]:
    cards = compiled.layout.cards
    return {cards[card]: int(count) for card, count in enumerate(state.m[at : at + len(cards)]) if count}


def _unseen(compiled: Compiled, table: np.record, state: np.record) -> dict[str, Any]:
    """By zone, for each player: of the cards there, those that only their owner saw."""
    found: dict[str, Any] = {}
    for number, instance in enumerate(compiled.layout.instances):
        if instance.secret >= 0 and not table.open[number] and instance.owner < state.players:
            found.setdefault(instance.zone, []).append(_counted(compiled, state, instance.secret))
    return found


def _numbers(compiled: Compiled, state: np.record) -> dict[str, Any]:
    """Counters and roles."""
    players, found = int(state.players), {}
    for name, counter in compiled.program.counters.items():
        register = compiled.counters[name]
        values = [_value(compiled, int(value)) for value in state.v[register : register + players]]
        found[name] = values if counter.each else values[0]
    for name, register in compiled.roles.items():
        found[name] = int(state.v[register])
    return found


def _value(compiled: Compiled, value: int) -> int | str:
    return compiled.layout.words.get(value, value)


def observe(game: Game, table: np.record, state: np.record, player: int) -> dict[str, Any]:
    """What a player sees: zones that are hidden from them are a number of cards, and so are unseen cards of others."""
    compiled = compiled_of(game)
    seen = snapshot(game, table, state)
    del seen[AT]
    seen.pop(UNSEEN, None)
    for name, zone in compiled.program.zones.items():
        first, many = compiled.layout.zones[name], compiled.layout.many(name)
        told = []
        for owner in range(int(state.players) if zone.each else 1):
            numbers = range(first + owner * many, first + (owner + 1) * many)
            told.append([_seen(compiled, table, state, number, player) for number in numbers])
        if zone.by is None:
            seen[name] = [each[0] for each in told] if zone.each else told[0][0]
        else:
            values = [str(value) for value in compiled.program.values(name)]
            named = [dict(zip(values, each, strict=True)) for each in told]
            seen[name] = named if zone.each else named[0]
    for name, counter in compiled.program.counters.items():
        if counter.seen != ALL:
            own = seen[name]
            seen[name] = [value if who == player else None for who, value in enumerate(own)] if counter.each else None
    return seen


def _seen(compiled: Compiled, table: np.record, state: np.record, number: int, player: int) -> Any:
    if table.open[number] or table.owners[number] == player:
        return _cards(compiled, state, number)
    secret = compiled.layout.instances[number].secret
    if secret < 0:
        return int(state.sizes[number])
    unseen = _counted(compiled, state, secret)
    there = _counted(compiled, state, compiled.layout.instances[number].counts)
    known = {card: count - unseen.get(card, 0) for card, count in there.items() if count > unseen.get(card, 0)}
    return {"known": known, "unseen": sum(unseen.values())}


def restore(game: Game, table: np.record, data: Mapping[str, Any], dice: Sequence[int] | None = None) -> np.ndarray:
    """The position of a snapshot. Raises ValueError that says why for a position that cannot be."""
    if dice is not None:
        raise ValueError("dice: they fall by chance in this game")
    compiled = compiled_of(game)
    layout = compiled.layout
    read = Reader(data, layout.cards)
    low, high = game.players
    players = read.number("players", low, min(high, MOST_PLAYERS))
    found = new_state(players)
    state = found[0]
    registers = read.value(AT)
    if not isinstance(registers, (list, tuple)) or len(registers) != _used(compiled):
        raise ValueError(f"{AT}: expected {_used(compiled)} numbers, as a snapshot of this game has them")
    state.v[:] = table.start
    state.v[: len(registers)] = registers
    for register, value in compiled.code.constants.items():
        state.v[register] = value
    for name, register in layout.rules.items():
        state.v[register] = table.start[layout.rules[name]]
    state.v[PLAYERS] = players
    for name in compiled.program.zones:
        _read_zone(read, compiled, state, name, players)
    _read_unseen(read, compiled, state)
    for name, counter in compiled.program.counters.items():
        told = read.value(name)
        for place, value in enumerate(told if counter.each else [told]):
            state.v[compiled.counters[name] + place] = layout.constant(value)
    for name, register in compiled.roles.items():
        state.v[register] = read.number(name, 0, players - 1)
    state.terminal = read.flag("terminal", False)
    state.ended = 1 if state.terminal else 0
    state.to_act = read.number("to_act", 0, players - 1, 0)
    state.v[YOU] = state.v[YOU] if state.terminal else state.to_act
    state.rounds = read.number("rounds", 0, 1_000_000, 0)
    read.nothing_else()
    _fill_box(compiled, table, state)
    if not state.terminal and not 0 <= state.v[RESUME] < record.MOST_ROWS:
        raise ValueError(f"{AT}: play cannot go on from there")
    return found


def _read_zone(read: Reader, compiled: Compiled, state: np.record, name: str, players: int) -> None:
    zone, layout = compiled.program.zones[name], compiled.layout
    told, first, many = read.value(name), layout.zones[name], layout.many(name)
    if zone.each and (not isinstance(told, (list, tuple)) or len(told) != players):
        raise ValueError(f"{name}: expected one for each of the {players} players, got {told!r}")
    for owner, own in enumerate(told if zone.each else [told]):
        values = [str(value) for value in compiled.program.values(name)] if zone.by is not None else [""]
        if zone.by is not None and (not isinstance(own, Mapping) or set(own) != set(values)):
            raise ValueError(f"{name}: expected {', '.join(values)}, got {own!r}")
        for place, value in enumerate(values):
            _read_cards(read, compiled, state, name, first + owner * many + place, own[value] if value else own)


def _read_cards(read: Reader, compiled: Compiled, state: np.record, name: str, number: int, told: Any) -> None:
    instance = compiled.layout.instances[number]
    counts = state.m[instance.counts : instance.counts + len(compiled.layout.cards)]
    if instance.listed < 0:
        read.counts(name, counts, told)
    else:
        most = sum(compiled.program.deck.counts.values())
        for place, card in enumerate(read.listed(name, told, most)):
            state.m[instance.listed + place] = card
            counts[card] += 1
    state.sizes[number] = counts.sum()


def _read_unseen(read: Reader, compiled: Compiled, state: np.record) -> None:
    told = read.value(UNSEEN, {})
    if not isinstance(told, Mapping):
        raise ValueError(f"{UNSEEN}: expected zones, got {told!r}")
    seen: dict[str, int] = {}
    for instance in compiled.layout.instances:
        if instance.secret >= 0 and instance.zone in told and instance.owner < state.players:
            place = seen.setdefault(instance.zone, 0)
            seen[instance.zone] += 1
            if not isinstance(told[instance.zone], (list, tuple)) or place >= len(told[instance.zone]):
                raise ValueError(f"{UNSEEN}.{instance.zone}: expected one for each player")
            size = len(compiled.layout.cards)
            secret = state.m[instance.secret : instance.secret + size]
            read.counts(f"{UNSEEN}.{instance.zone}", secret, told[instance.zone][place])
            if (secret > state.m[instance.counts : instance.counts + size]).any():
                raise ValueError(f"{UNSEEN}.{instance.zone}: there are fewer cards than that")


def _fill_box(compiled: Compiled, table: np.record, state: np.record) -> None:
    """Cards that lie nowhere are in the box. Raises ValueError where there are more than the deck has."""
    size, box = len(compiled.layout.cards), compiled.layout.instances[compiled.layout.zones[BOX]].counts
    for card, name in enumerate(compiled.layout.cards):
        there = sum(int(state.m[each.counts + card]) for each in compiled.layout.instances)
        if there > table.copies[card]:
            raise ValueError(f"{name}: there are {table.copies[card]} in the deck, and {there} in this position")
        state.m[box + card] = table.copies[card] - there
    state.sizes[compiled.layout.zones[BOX]] = state.m[box : box + size].sum()
