"""King Lui's definitions and snapshots as records, and back: what lies where, by the names of cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cardgen.definitions.game import Game
from cardgen.definitions.nodes import key_at
from cardgen.definitions.rules import as_integers
from cardgen.foundations.errors import fail
from cardgen.play.snapshots import Reader
from tests.reference.king_lui import engine
from tests.reference.king_lui.engine import EMERALD, MAX_CARDS, MAX_DISHES, MAX_PLAYERS
from tests.reference.king_lui.rules import Rules

OPTIONS: dict[str, tuple[str, ...]] = {}  # nothing is agreed before a game but its rules
PILES = ("supply",)  # zones that lie with their top last
DISH, DRAGON = "dish", "emerald"  # the kinds of cards that are played


def cards(game: Game) -> list[str]:
    """The ids of the dishes in their order, then, at EMERALD, that of the Emerald card (empty where it was dropped)."""
    dishes = [design.id for design in game.designs if design.kind == DISH]
    dragons = [design.id for design in game.designs if design.kind == DRAGON]
    return [*dishes, *[""] * (MAX_DISHES - len(dishes)), *(dragons or [""])]


def make_table(game: Game) -> np.ndarray:
    """The rules and the deck as one record. Raises InputError for a deck that this engine cannot play."""
    found = np.zeros(1, engine.TABLE)
    table = found[0]
    for name, code in as_integers(game.rules, Rules).items():
        table[name] = code
    for deck in game.decks:
        for design in deck.designs:
            if design.kind not in (DISH, DRAGON):
                message = f"the engine plays cards of the kinds {DISH} and {DRAGON}, not '{design.kind}'"
                raise fail(f"{design.id}: {message}", design.place)
        if deck.count > MAX_CARDS:
            raise fail(f"the engine plays at most {MAX_CARDS} cards, got {deck.count}", deck.node.place)
    dishes = [design for design in game.designs if design.kind == DISH]
    dragons = [design for design in game.designs if design.kind == DRAGON]
    for what, found_cards, most in (("dishes", dishes, MAX_DISHES), ("kinds of Emerald", dragons, 1)):
        if len(found_cards) > most:
            raise fail(f"the engine plays at most {most} {what}, got {len(found_cards)}", found_cards[most].place)
    if not dishes:
        raise fail("there is no dish to play with", key_at(game.node, "decks"))
    table.dishes = len(dishes)
    for dish, design in enumerate(dishes):
        table.copies[dish] = design.count
    table.copies[EMERALD] = sum(design.count for design in dragons)
    return found


def new_state(players: int) -> np.ndarray:
    """A position before the deal."""
    found = np.zeros(1, engine.STATE)
    found[0].players = players
    return found


def snapshot(game: Game, table: np.record, state: np.record) -> dict[str, Any]:
    """The position as `contracts/king_lui.md` fixes it: plain lists, numbers and names; every card lies in one zone."""
    names = cards(game)

    def counted(counts: Sequence[int]) -> dict[str, int]:
        return {names[card]: int(count) for card, count in enumerate(counts) if count}

    players = range(state.players)
    ever = {"king_served": int(state.king_served)} if table.king_portions == engine.EVER else {}
    return {
        "players": int(state.players),
        "supply": [names[card] for card in state.supply[: state.supply_size]],
        "table": counted(state.table),
        "emeralds": int(state.emeralds),
        "king": counted(state.king),
        "hands": [counted(state.hands[player]) for player in players],
        "drawn_secretly": [counted(state.secret[player]) for player in players],
        "removed": counted(state.removed),
        "chef": int(state.chef),
        "to_act": None if state.terminal else int(state.to_act),
        "course": int(state.course),
        "drawn": names[EMERALD] if state.drawn else None,
        "terminal": bool(state.terminal),
        **ever,  # KA21: what the king has had since the start counts
    }


def observe(game: Game, table: np.record, state: np.record, player: int) -> dict[str, Any]:
    """What a player sees: the supply is a number of cards, and so is what others drew (KA15)."""
    seen = snapshot(game, table, state)
    seen["supply"] = len(seen["supply"])
    if table.hands == engine.OPEN:
        return seen
    for other in range(state.players):
        if other != player:
            secret = seen["drawn_secretly"][other]
            hand = seen["hands"][other]
            known = {card: count - secret.get(card, 0) for card, count in hand.items()}
            seen["hands"][other] = {card: count for card, count in known.items() if count}
            seen["drawn_secretly"][other] = sum(secret.values())
    return seen


def restore(game: Game, table: np.record, data: Mapping[str, Any], dice: Sequence[int] | None = None) -> np.ndarray:
    """The position of a snapshot; a zone that is not named is empty, and cards may be missing.

    Raises ValueError that says why for a position that cannot be.
    """
    if dice is not None:
        raise ValueError("dice: there are no dice in this game")
    read = Reader(data, cards(game))
    low, high = game.players
    players = read.number("players", low, min(high, MAX_PLAYERS))
    found = new_state(players)
    state = found[0]
    for place, card in enumerate(read.cards("supply", MAX_CARDS)):
        state.supply[place] = card
        state.supply_size = place + 1
        state.supply_portions += card != EMERALD
    for zone, counts in (("table", state.table), ("king", state.king), ("removed", state.removed)):
        read.counts(zone, counts)
    for zone, hands in (("hands", state.hands), ("drawn_secretly", state.secret)):
        read.each(zone, hands[:players])
    state.emeralds = read.number("emeralds", 0, MAX_CARDS, 0)
    drawn = read.value("drawn", None)
    if drawn not in (None, cards(game)[EMERALD]):
        raise ValueError(f"drawn: expected '{cards(game)[EMERALD]}' or nothing, got {drawn!r}")
    state.drawn = drawn is not None
    state.laid = sum(1 << dish for dish in range(table.dishes) if state.table[dish])
    state.king_size = state.king.sum()
    state.king_served = read.number("king_served", 0, MAX_CARDS, int(state.king_size + state.removed[:EMERALD].sum()))
    state.chef = read.number("chef", 0, players - 1, 0)
    state.terminal = read.flag("terminal", False)
    state.to_act = read.number("to_act", 0, players - 1, int(state.chef))
    state.course = read.number("course", 0, MAX_CARDS, 1)
    state.rounds = state.course
    state.acted = (state.to_act - state.chef) % players
    read.nothing_else("dice")
    _check(game, table, state)
    state.ended = engine.SUPPLY if state.terminal else 0
    return found


def _check(game: Game, table: np.record, state: np.record) -> None:
    names = cards(game)
    if (state.secret > state.hands).any():
        player, card = np.argwhere(state.secret > state.hands)[0]
        raise ValueError(f"drawn_secretly: player {player} holds fewer {names[card]} than that")
    for card, name in enumerate(names):
        supply = int((state.supply[: state.supply_size] == card).sum())
        there = supply + int(state.hands[:, card].sum() + state.removed[card])
        if card == EMERALD:
            there += int(state.emeralds + state.drawn)
        else:
            there += int(state.table[card] + state.king[card])
        if there > table.copies[card]:
            raise ValueError(
                f"{name}: expected at most {table.copies[card]}, as many as the deck has, got {there} in this position"
            )
    if state.king_served < state.king_size:
        raise ValueError(f"king_served: the king has {state.king_size} portions, more than {state.king_served}")
    if state.drawn and state.terminal:
        raise ValueError("drawn: expected no drawn card, because the game is over")
    if state.drawn and table.emerald_drawn != engine.USE_OR_PLACE:
        raise ValueError("drawn: nobody decides on a drawn card under these rules (emerald_drawn)")
    if state.hands[:, EMERALD].any() and table.emerald_drawn != engine.KEEP:
        raise ValueError(f"hands: nobody holds {names[EMERALD]} under these rules (emerald_drawn)")


def outcome(game: Game, table: np.record, state: np.record) -> dict[str, Any]:
    """What a worked example may tell beyond zones: the portions that each player has given back (K32)."""
    return {"discarded": [int(engine.discards(table, state, player)) for player in range(state.players)]}


def deck_needs(game: Game, table: np.record, players: int) -> tuple[bool, str]:
    """Whether the deck deals at least one course (K13, K29), and how many it deals at most, when nobody draws.

    KA7: where portions count, there must be enough for the first course; every Emerald may be laid before the last one.
    """
    cards, portions = int(table.copies.sum()), int(table.copies[:EMERALD].sum())
    dealt = int(table.cards_per_player * players)
    courses, left = divmod(cards, dealt)
    there, what = (portions, "portions") if table.end_counts == engine.PORTIONS else (cards, "cards")
    if there < dealt:
        courses, left, cards = 0, there, there
    else:
        what = "cards"
    told = f"at most {courses} {'course' if courses == 1 else 'courses'}, {left} left"
    return courses > 0, f"{cards} {what}, {dealt} a course: {told}"


def remedy(game: Game, table: np.record, players: int, courses: int) -> str:
    """What would let the deck lay so many courses with so many players."""
    each = int(table.cards_per_player)
    there = int(table.copies.sum())
    lays = there // (each * players)
    told = []
    if (missing := courses * each * players - there) > 0:
        told.append(f"{missing} more card{'' if missing == 1 else 's'}")
    fewer = each - there // (courses * players)
    if 0 < fewer < each:
        told.append(f"{fewer} card{'' if fewer == 1 else 's'} a player fewer")
    said = f"with {players} players the deck lays {lays} course{'' if lays == 1 else 's'}"
    advice = ", or ".join(told) + "," * (len(told) > 1)
    return f"{said}; {advice} would give {courses}" if told and courses > lays else ""


def tally_names(game: Game) -> tuple[str, ...]:
    """The game's own tallies, then the points that each dish has brought all players."""
    dishes = [design.id for design in game.designs if design.kind == DISH]
    return (*engine.TALLIES, *(f"points.{dish}" for dish in dishes))


def things(game: Game) -> tuple[str, ...]:
    """What a player may use: to take a dish, to feed Emerald."""
    return tuple(cards(game))


def possible(table: np.record, tally: str) -> bool:
    """Whether the rules provide for what a tally counts."""
    if tally in ("feed", "emerald_drawn"):
        return bool(table.copies[EMERALD])
    return tally != "place" or (bool(table.copies[EMERALD]) and table.emerald_drawn == engine.USE_OR_PLACE)
