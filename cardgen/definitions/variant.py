"""Lays a variant over a game, node by node, so every fault still points at the file that it is in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

from cardgen.definitions import nodes, overlay
from cardgen.definitions.game_file import VariantFile
from cardgen.definitions.nodes import Mapping, Scalar, Sequence, mapping, replace_at, scalar
from cardgen.definitions.strings_file import Entry, entries
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import read_yaml
from cardgen.foundations.errors import MAX_FAULTS, UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.store.library import Home, is_sheet


def variant_chain(home: Home, path: Path) -> list[Mapping]:
    """Returns the variant's file and those that it extends, the nearest first."""
    known = cache(lambda: home.variants)  # the variants are looked up once

    def read(file: Path) -> Mapping:
        node = mapping(read_yaml(file))
        validate(VariantFile, node)
        return node

    def parent(node: Mapping) -> tuple[Path, Place] | None:
        base = scalar(node.items["changes"])
        if base.text == home.name:
            return None
        if base.text not in known():
            hint = nearest(base.text, [home.name, *known()])
            raise fail(f"changes: there is no game or variant '{base.text}'{hint}", base.place, UNKNOWN_NAME)
        return known()[base.text], base.place

    return [node for _, node in overlay.chain(path, read, parent, "variants change each other")]


def apply_variant(game: Mapping, variant: Mapping, faults: list[Fault]) -> Mapping:
    """Returns the game's nodes with a variant's cards, components, totals, look and rules laid over them. It leaves out
    impossible changes, and adds them to `faults`."""
    holders = {card: path for path, kind in kinds_of(game) for card in kind.below("cards").items}
    singles = {card: path for path, kind in kinds_of(game) for card in _of_sets(kind)}
    cards, components = variant.below("cards"), variant.below("components")
    most = len(faults) + MAX_FAULTS
    for card, change in cards.items.items():
        if len(faults) >= most:
            return game
        try:
            if card in singles and card not in holders:
                game = _change_single(game, singles[card], card, change, cards.keys[card])
            else:
                game = _change_card(game, holders, card, change, cards.keys[card], singles)
        except InputError as error:
            faults += error.faults
    for name, change in components.items.items():
        if len(faults) >= most:
            return game
        try:
            game = _change_component(game, name, change, components.keys[name])
        except InputError as error:
            faults += error.faults
    game = _without_totals(game)
    totals, decks = variant.below("totals"), game.below("decks").items
    for deck, total in totals.items.items():
        if deck not in decks:
            faults.append(Fault(f"totals: there is no deck '{deck}'{nearest(deck, decks)}", totals.keys[deck]))
            continue
        changed = overlay.overlay(decks[deck], _single("total", total))
        game = replace_at(game, ("decks", deck), changed)
    for key in variant.items.keys() & {"look", "rules", "players", "age", "minutes", "quiet"}:
        try:
            game = mapping(overlay.overlay(game, _single(key, variant.items[key])))
        except InputError as error:
            faults += error.faults
    return game


def with_settings(game: Mapping, settings: Mapping, faults: list[Fault]) -> Mapping:
    """Returns the game's nodes with the settings of a command: rules by name, and fields of cards as FIELD.CARD
    (`count.fox`); the name of a kind stands for all its cards. It drops totals that no longer apply."""
    rules, cards, known = {}, Mapping({}, settings.place), cards_and_kinds(game)
    for name, value in settings.items.items():
        field, dot, card = name.partition(".")
        if not dot:
            rules[name] = value
            continue
        change = _single(field, value)
        if card not in known:
            faults.append(Fault(f"{name}: there is no card '{card}'{nearest(card, known)}", value.place, UNKNOWN_NAME))
        for id in known.get(card, ()):
            cards = mapping(overlay.overlay(cards, _single(id, change)))
    if rules:
        game = mapping(overlay.overlay(game, _single("rules", Mapping(rules, settings.place, settings.keys))))
    return apply_variant(game, _single("cards", cards), faults) if cards.items else game


def cards_and_kinds(game: Mapping) -> dict[str, list[str]]:
    """Returns the names for FIELD.CARD: the ids of cards, and kinds, which stand for their cards."""
    cards = {name: list(kind.below("cards").items) for (_, name), kind in kinds_of(game)}
    cards |= {card: [card] for _, kind in kinds_of(game) for card in _of_sets(kind)}
    return cards | {card: [card] for _, kind in kinds_of(game) for card in kind.below("cards").items}


def _change_card(
    game: Mapping,
    holders: dict[str, tuple[str, str]],
    card: str,
    change: nodes.Node,
    key: Place,
    singles: Iterable[str],
) -> Mapping:
    """The game's nodes with a card changed, dropped or added; `singles` are the ids of cards of sets."""
    new_kind = change.get("kind") if isinstance(change, Mapping) else None
    if new_kind is None and card in holders:
        deck, kind = holders[card]
    elif new_kind is None:
        hint = nearest(card, [*holders, *singles])
        raise fail(f"cards: there is no card '{card}' (a new card needs a 'kind'){hint}", key, UNKNOWN_NAME)
    elif card in holders:
        raise fail(f"cards.{card}: a card of the game cannot change its kind", new_kind.place)
    else:
        kinds = {name: deck for (deck, name), _ in kinds_of(game)}
        if not isinstance(new_kind, Scalar) or new_kind.text not in kinds:
            known = nearest(new_kind.text if isinstance(new_kind, Scalar) else "", kinds)
            raise fail(f"cards.{card}.kind: there is no such kind{known}", new_kind.place)
        kind, deck = new_kind.text, kinds[new_kind.text]
        change = _without(mapping(change), "kind")
    path = ("decks", deck, "kinds", kind, "cards")
    *_, current = nodes.walk(game, path)
    return replace_at(game, path, overlay.overlay(current, Mapping({card: change}, key, {card: key}), "cards."))


def _of_sets(kind: Mapping) -> list[str]:
    """The cards that a kind's sets make: SET-CARD."""
    sets = kind.get("sets")
    owns = [scalar(own).text for own in sets.items] if isinstance(sets, Sequence) else []
    return [f"{own}-{card}" for own in owns for card in kind.below("cards").items]


def _change_single(game: Mapping, path: tuple[str, str], card: str, change: nodes.Node, key: Place) -> Mapping:
    """The game's nodes with one card of a set changed, or dropped."""
    deck, name = path
    kind = game.below("decks", deck, "kinds", name)
    each = kind.below("each")
    if not overlay.is_drop(change):
        change = overlay.overlay(each.get(card), change, f"cards.{card}.")
    each = Mapping(each.items | {card: change}, each.place, each.keys | {card: key})
    kind = Mapping(kind.items | {"each": each}, kind.place, {"each": key} | kind.keys)
    return replace_at(game, ("decks", deck, "kinds", name), kind)


def _change_component(game: Mapping, name: str, change: nodes.Node, key: Place) -> Mapping:
    given = game.below("components")
    make = change.get("make") if isinstance(change, Mapping) else None
    if name not in given.items and make is None:
        hint = nearest(name, given.items)
        message = f"components: there is no component '{name}' (a new component needs a 'make'){hint}"
        raise fail(message, key, UNKNOWN_NAME)
    if name in given.items and make is not None:
        raise fail(f"components.{name}.make: a component of the game cannot change its make", make.place)
    changed = overlay.overlay(given, Mapping({name: change}, key, {name: key}), "components.")
    return Mapping(game.items | {"components": changed}, game.place, {"components": key} | game.keys)


_OF_A_CARD = re.compile(r"^decks\.[^.:]+\.kinds\.[^.:]+\.(?:cards|each)\.(?=[^.:]+[.:])")


def as_written(fault: Fault, home: Home) -> Fault:
    """Returns a fault in the game's nodes; if it is in a variant, it names the key of a card as the variant writes
    it."""
    file = fault.place.file if fault.place else ""
    if file == str(home.folder / "game.yaml") or is_sheet(file):
        return fault
    return replace(fault, message=_OF_A_CARD.sub("cards.", fault.message))


def _single(key: str, value: nodes.Node) -> Mapping:
    return Mapping({key: value}, value.place, {key: value.place})


def _without_totals(game: Mapping) -> Mapping:
    """The game without its totals, because a variant changes counts."""
    for name in game.below("decks").items:
        game = replace_at(game, ("decks", name), _without(game.below("decks", name), "total"))
    return game


def _without(node: Mapping, key: str) -> Mapping:
    return Mapping({name: value for name, value in node.items.items() if name != key}, node.place, node.keys)


def add_texts(
    strings: dict[str, dict[str, Entry]], variant: Mapping, languages: tuple[str, ...], faults: list[Fault]
) -> None:
    """Lays a variant's texts over the game's strings."""
    texts = variant.below("texts")
    for language, node in texts.items.items():
        if language not in languages:
            hint = nearest(language, languages)
            message = f"texts: the game has no language '{language}'{hint}"
            faults.append(Fault(message, texts.keys[language], UNKNOWN_NAME))
            continue
        try:
            if language == languages[0] and "title" not in mapping(node).items:
                faults.append(Fault(f"texts.{language}.title: expected a value, but this key is missing", node.place))
            added = entries(node, first=False, above=f"texts.{language}.")
        except InputError as error:
            faults += error.faults
            continue
        for key, entry in added.items():
            strings[language][f"variant.{key}" if key in ("title", "why") else key] = entry


def kinds_of(node: Mapping) -> list[tuple[tuple[str, str], Mapping]]:
    """Yields the kinds of all decks with their paths; it skips nodes of a wrong kind."""
    kinds = []
    for deck_name in node.below("decks").items:
        for kind_name, kind in node.below("decks", deck_name, "kinds").items.items():
            if isinstance(kind, Mapping):
                kinds.append(((deck_name, kind_name), kind))
    return kinds
