"""Finds how a game begins, for exports: which cards lie where at the start, and how many each place is dealt.

It deals some games for each number of players. If all of them have the same cards in a place, the export puts these
there. All other cards start in a shuffled pile, and deal buttons deal as many as the games had.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, TypeVar

from cardgen.definitions.game import Game
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import CardgenError
from cardgen.store import processes
from cardgen.store.remember import per_large_object
from cardgen.store.traces import Trace, replay, tracing

SEEDS = range(8)
_UNSEEN = "unseen "  # the prefix under which positions repeat the cards of a hand
_BOOKKEEPING = {"registers", "to_act", "players", "rounds", "terminal"}

T = TypeVar("T")
Cards = Counter[str]  # the number of each card, by id


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards that a zone gets from a shuffled pile: their decks, and their number by the number of players. With
    `each`, every player gets that number."""

    zone: str
    each: bool
    decks: frozenset[str]
    counts: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Start:
    """How a game begins. `zones` has the shared places, with the cards that lie there in every game. `dealt` comes from
    piles of the cards in `pool`, those that a game with the most players uses. The cards of `sunk` are shuffled into
    the lowest of so many equal parts of their pile."""

    zones: Mapping[str, Cards]
    dealt: tuple[Dealt, ...]
    pool: frozenset[str]
    counters: Mapping[str, tuple[int, bool]]  # the start of each counter, and whether every player has one
    sunk: Mapping[str, int] = field(default_factory=dict)


NOTHING = Start({}, (), frozenset(), {})


@per_large_object
def start_of(game: Game) -> Start:
    """Asks the engine how a game begins; NOTHING for a game without an engine, or that its engine cannot deal."""
    return NOTHING if game.engine is None else play_apart(_deal_start, game)


def play_apart(play: Callable[[Game], T], game: Game) -> T:
    """What `play` makes of a game, in a process of its own that interprets engines."""
    if not processes.forks():
        return play(game)
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    processes.expect()
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork"), _by_hand) as pool:
        with processes.delay_interruption():
            future = pool.submit(_play_traced, play, game)
        result, trace = future.result()
        replay(trace)
        return result


def _by_hand() -> None:
    """Interprets the engine, because a few deals take less time than compiling it."""
    processes.begin()
    os.environ["CARDGEN_COMPILE"] = "0"


def _play_traced(play: Callable[[Game], T], game: Game) -> tuple[T, Trace]:
    with tracing() as trace:
        return play(game), trace


def _deal_start(game: Game) -> Start:
    from cardgen.play.game import PlayedGame

    try:
        played = PlayedGame(game, taught=False)
        deals: dict[int, list[dict[str, Any]]] = {
            players: [played.new_position(players, seed).snapshot() for seed in SEEDS]
            for players in played.player_counts
        }
    except CardgenError:
        return NOTHING  # a check reports the fault; a table without deals is still useful
    return replace(_start(game, deals), sunk=played.engine.zones.sunk(game))


def _start(game: Game, deals: Mapping[int, Sequence[Mapping[str, Any]]]) -> Start:
    deck_of = {design.id: design.deck for design in game.designs}
    lying = {
        players: [dict(_zones(snapshot, players, deck_of)) for snapshot in those] for players, those in deals.items()
    }
    names = list(dict.fromkeys(name for those in lying.values() for each in those for name in each))
    fixed: dict[str, Cards] = {}
    dealt: list[Dealt] = []
    remainder = _remainder(lying)
    for name in names:
        if name == remainder:
            continue
        parts = {players: [each.get(name, ([Cards()], False)) for each in those] for players, those in lying.items()}
        each = any(own for those in parts.values() for _, own in those)
        constant = Cards() if each else _common([_together(cards) for those in parts.values() for cards, _ in those])
        if not each:
            fixed[name] = constant
        counts, decks = {}, set()
        for players, those in parts.items():
            remainders = [_together(cards) - constant for cards, _ in those]
            if len({tuple(sorted(cards.items())) for cards in remainders}) == 1:
                if not each and players == min(parts):
                    fixed[name] = constant + remainders[0]  # the same in every game with that number of players
                counts[players] = 0
                continue
            counts[players] = remainders[0].total() // (players if each else 1)
            decks |= {deck_of[card] for cards in remainders for card in cards}
        if counts and any(counts.values()):
            dealt.append(Dealt(name, each, frozenset(decks), counts))
    drawn_from = {remainder, *(deal.zone for deal in dealt)}
    pool = {
        card
        for each in lying[max(lying)]
        for zone, (cards, _) in each.items()
        if zone in drawn_from
        for card in _together(cards)
    }
    return Start(fixed, tuple(dealt), frozenset(pool), dict(_counters(game, deals)))


def _remainder(lying: Mapping[int, Sequence[Mapping[str, tuple[list[Cards], bool]]]]) -> str | None:
    """The zone that holds most cards: the pile from which the others were dealt."""
    first = next(iter(lying.values()))[0]
    common = {name: _together(cards).total() for name, (cards, each) in first.items() if not each}
    return max(common, key=lambda name: common[name]) if common else None


def _zones(
    snapshot: Mapping[str, Any], players: int, known: Mapping[str, str]
) -> Iterator[tuple[str, tuple[list[Cards], bool]]]:
    """The zones of a position that can hold cards: the cards of all or of each player, and whether it is each."""
    for name, value in snapshot.items():
        if name.startswith(_UNSEEN) or name in _BOOKKEEPING:
            continue
        cards = _cards(value, known)
        if cards is not None:
            yield name.replace("_", " "), ([cards], False)
        elif isinstance(value, list) and len(value) == players:
            own = [_cards(each, known) for each in value]
            if all(each is not None for each in own):
                yield name.replace("_", " "), ([each for each in own if each is not None], True)
        elif isinstance(value, dict):
            for part, held in value.items():
                cards = _cards(held, known)
                if cards:
                    yield f"{name} {part}".replace("_", " "), ([cards], False)


def _cards(value: object, known: Mapping[str, str]) -> Cards | None:
    """The cards that a value lists or counts; None if it is something else."""
    if isinstance(value, dict) and all(card in known and isinstance(count, int) for card, count in value.items()):
        return Cards(value)
    if isinstance(value, list) and value and all(isinstance(card, str) and card in known for card in value):
        return Cards(value)
    return None


def _counters(game: Game, deals: Mapping[int, Sequence[Mapping[str, Any]]]) -> Iterator[tuple[str, tuple[int, bool]]]:
    """The counters of a rules file; for other engines, the numbers that each player has."""
    declared = game.clauses.below("counters").items if game.clauses and "counters" in game.clauses.items else None
    players, those = next(iter(deals.items()))
    for name, value in those[0].items():
        if declared is not None and name not in declared:
            continue
        if _is_number(value) and declared is not None:
            yield name.replace("_", " "), (value, False)
        elif isinstance(value, list) and len(value) == players and all(map(_is_number, value)):
            yield name.replace("_", " "), (value[0], True)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _together(cards: Sequence[Cards]) -> Cards:
    return sum(cards, Cards())


def _common(piles: Sequence[Cards]) -> Cards:
    """The cards that all piles have."""
    common = piles[0]
    for pile in piles[1:]:
        common = common & pile
    return common
