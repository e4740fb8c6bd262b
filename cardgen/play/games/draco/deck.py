"""Draco & Co's definition as the engine reads it: a table of rules, cards and coins, and the names of characters."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cardgen.definitions.game import Design, Game
from cardgen.definitions.nodes import at, key_at
from cardgen.definitions.rules import as_integers, as_model
from cardgen.foundations.errors import Fault, InputError
from cardgen.play.games.draco import position
from cardgen.play.games.draco.effect import Effect
from cardgen.play.games.draco.position import MAX_CARDS, MAX_KINDS, MIN_PLAYERS, ZORK
from cardgen.play.games.draco.program import Program
from cardgen.play.games.draco.rules import Rules
from cardgen.play.games.draco.steps import CLASSES, SPECIALS

EFFECT, PERSON = "effect", "character"  # the field of an action card; the kind of the players' characters
GOLD = 3  # silver; D30
COINS = {"silver": 1, "gold": GOLD}  # values of components
ALL_SILVER = 95  # silver in a game that prints no coins


def cards(game: Game) -> list[Design]:
    """The kinds of action cards, in their order: those with an effect."""
    return [design for design in game.designs if EFFECT in design.behaviour]


def people(game: Game) -> list[Design]:
    """The players' characters, two of a colour one after the other: the first two are player 0's."""
    return [design for design in game.designs if design.kind == PERSON]


def names(game: Game) -> list[str]:
    """The ids of all characters by their numbers; empty if a colour is not in the game."""
    ids = [design.id for design in people(game)]
    return [*ids, *[""] * (ZORK - len(ids)), *SPECIALS]


def all_silver(game: Game) -> int:
    """The value of all coins together."""
    coins = [component.count * COINS[component.id] for component in game.components if component.id in COINS]
    return sum(coins) if coins else ALL_SILVER


def make_table(game: Game) -> np.ndarray:
    """The rules and the cards as one record. Raises InputError for cards that this engine cannot play."""
    if faults := list(_faults(game)):
        raise InputError(*faults)
    result = np.zeros(1, position.TABLE)
    table = result[0]
    for name, code in as_integers(game.rules, Rules).items():
        table[name] = code
    rules = as_model(game.rules, Rules)
    table.pays[:] = [rules.first_pays, rules.second_pays, rules.third_pays, rules.fourth_pays]
    table.owes[:] = [rules.last_owes, rules.second_to_last_owes]
    table.gold = GOLD
    table.silver = all_silver(game)
    for number, design in enumerate(people(game)):
        table.members[CLASSES.index(design.fields["class"])] |= 1 << number
    table.kinds = len(cards(game))
    for kind, design in enumerate(cards(game)):
        program = Program(design.read(EFFECT, Effect))
        table.copies[kind] = design.count
        table.ask_count[kind] = len(program.asks)
        table.asks[kind, : len(program.asks)] = program.asks or 0
        table.step_count[kind] = len(program.steps)
        table.steps[kind, : len(program.steps)] = program.steps or 0
    return result


def _faults(game: Game) -> Iterator[Fault]:
    kinds = cards(game)
    if not kinds:
        yield Fault("there is no action card: none has an effect", key_at(game.node, "decks"))
    if len(kinds) > MAX_KINDS:
        message = f"the engine plays at most {MAX_KINDS} kinds of action cards, got {len(kinds)}"
        yield Fault(message, kinds[MAX_KINDS].place)
    for deck in game.decks:
        with_effect = [design for design in deck.designs if EFFECT in design.behaviour]
        if with_effect and deck.count > MAX_CARDS:
            yield Fault(f"the engine plays at most {MAX_CARDS} cards, got {deck.count}", deck.node.place)
        for design in deck.designs:
            if with_effect and design not in with_effect:
                yield Fault(f"{design.id}: an action card needs an effect", design.place)
    yield from _cast_faults(game)


def _cast_faults(game: Game) -> Iterator[Fault]:
    persons = people(game)
    if game.players[0] < MIN_PLAYERS:
        message = f"players: the engine plays with {MIN_PLAYERS} or more, got {game.players[0]}"
        yield Fault(message, at(game.node, "players"))
    seated = 2 * game.players[1]
    if not seated <= len(persons) <= ZORK:
        message = f"{game.players[1]} players need {seated} characters, and there may be {ZORK}; got {len(persons)}"
        yield Fault(message, persons[ZORK].place if len(persons) > ZORK else key_at(game.node, "decks"))
    for first, second in zip(persons[::2], persons[1::2], strict=False):
        if first.fields.get("colour") != second.fields.get("colour"):
            yield Fault(f"{second.id}: expected the second character of {first.id}'s colour", second.place)
    for design in persons:
        if design.fields.get("class") not in CLASSES:
            place = design.place_of("class") if "class" in design.fields else design.place
            classes = design.fields.get("class")
            yield Fault(f"{design.id}.class: expected {', '.join(CLASSES)}, got {classes!r}", place)
    there = {design.id for design in game.designs}
    for special in SPECIALS:
        if special not in there:
            yield Fault(f"there is no card '{special}', who always sits at the table", key_at(game.node, "decks"))
