"""Lays a variant over a game: nodes over nodes, so that every fault still points at the file that it is in."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cardgen.definitions import nodes, overlay
from cardgen.definitions.game_file import VariantFile
from cardgen.definitions.nodes import Mapping, Scalar, mapping, replaced
from cardgen.definitions.strings_file import Entry, entries
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import read_yaml
from cardgen.errors import UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.library import Home


def variant_chain(home: Home, path: Path) -> list[Mapping]:
    """The variant's file and those that it stands on, the nearest first."""

    def read(file: Path) -> Mapping:
        node = mapping(read_yaml(file))
        validate(VariantFile, node)
        return node

    def parent(node: Mapping) -> tuple[Path, Place] | None:
        base = node.items["changes"]
        if base.text == home.name:
            return None
        known = home.variants
        if base.text not in known:
            hint = nearest(base.text, [home.name, *known])
            raise fail(f"changes: there is no game or variant '{base.text}'{hint}", base.place, UNKNOWN_NAME)
        return known[base.text], base.place

    return [node for _, node in overlay.chain(path, read, parent, "variants change each other")]


def apply_variant(game: Mapping, variant: Mapping) -> Mapping:
    """The game's nodes with a variant's cards, components, totals and rules laid over them."""
    holders = {card: path for path, kind in kinds_of(game) for card in kind.items["cards"].items}
    singles = {card: path for path, kind in kinds_of(game) for card in _of_sets(kind)}
    faults: list[Fault] = []
    cards = variant.get("cards")
    for card, change in cards.items.items() if isinstance(cards, Mapping) else ():
        try:
            if card in singles and card not in holders:
                game = _change_single(game, singles[card], card, change, cards.keys[card])
            else:
                game = _change_card(game, holders, card, change, cards.keys[card], singles)
        except InputError as error:
            faults += error.faults
    components = variant.get("components")
    for name, change in components.items.items() if isinstance(components, Mapping) else ():
        try:
            game = _change_component(game, name, change, components.keys[name])
        except InputError as error:
            faults += error.faults
    game = _without_totals(game)
    totals = variant.get("totals")
    for deck, total in totals.items.items() if isinstance(totals, Mapping) else ():
        if deck not in game.items["decks"].items:
            hint = nearest(deck, game.items["decks"].items)
            faults.append(Fault(f"totals: there is no deck '{deck}'{hint}", totals.keys[deck]))
            continue
        changed = overlay.overlay(game.items["decks"].items[deck], _single("total", total))
        game = replaced(game, ("decks", deck), changed)
    if faults:
        raise InputError(*faults)
    rules = variant.get("rules")
    return with_rules(game, rules) if isinstance(rules, Mapping) else game


def with_rules(game: Mapping, rules: Mapping) -> Mapping:
    """The game's nodes with changed rule parameters."""
    return mapping(overlay.overlay(game, _single("rules", rules)))


def _change_card(
    game: Mapping, holders: dict, card: str, change: nodes.Node, key: Place, singles: Iterable[str]
) -> Mapping:
    """The game's nodes with a card changed, dropped or added; `singles` are the ids of cards of sets."""
    new_kind = change.get("kind") if isinstance(change, Mapping) else None
    if card in holders and new_kind is None:
        deck, kind = holders[card]
    elif card in holders:
        raise fail(f"cards.{card}: a card of the game cannot change its kind", new_kind.place)
    else:
        kinds = {name: deck for (deck, name), _ in kinds_of(game)}
        if new_kind is None:
            hint = nearest(card, [*holders, *singles])
            raise fail(f"cards: there is no card '{card}' (a new card says its 'kind'){hint}", key, UNKNOWN_NAME)
        if not isinstance(new_kind, Scalar) or new_kind.text not in kinds:
            known = nearest(new_kind.text if isinstance(new_kind, Scalar) else "", kinds)
            raise fail(f"cards.{card}.kind: there is no such kind{known}", new_kind.place)
        kind, deck = new_kind.text, kinds[new_kind.text]
        change = Mapping({k: v for k, v in change.items.items() if k != "kind"}, change.place, change.keys)
    path = ("decks", deck, "kinds", kind, "cards")
    *_, current = nodes.walk(game, path)
    return replaced(game, path, overlay.overlay(current, Mapping({card: change}, key, {card: key})))


def _of_sets(kind: Mapping) -> list[str]:
    """The cards that a kind's sets make: SET-CARD."""
    sets = kind.get("sets")
    return [f"{own.text}-{card}" for own in sets.items for card in kind.items["cards"].items] if sets else []


def _change_single(game: Mapping, path: tuple[str, str], card: str, change: nodes.Node, key: Place) -> Mapping:
    """The game's nodes with one card of a set changed, or dropped."""
    deck, name = path
    kind = game.items["decks"].items[deck].items["kinds"].items[name]
    each = kind.get("each") or Mapping({}, key)
    if not overlay.is_drop(change):
        change = overlay.overlay(each.get(card), change)
    each = Mapping(each.items | {card: change}, each.place, each.keys | {card: key})
    kind = Mapping(kind.items | {"each": each}, kind.place, {"each": key} | kind.keys)
    return replaced(game, ("decks", deck, "kinds", name), kind)


def _change_component(game: Mapping, name: str, change: nodes.Node, key: Place) -> Mapping:
    given = game.get("components")
    known = given.items if isinstance(given, Mapping) else {}
    make = change.get("make") if isinstance(change, Mapping) else None
    if name not in known and make is None:
        hint = nearest(name, known)
        message = f"components: there is no component '{name}' (a new component says its 'make'){hint}"
        raise fail(message, key, UNKNOWN_NAME)
    if name in known and make is not None:
        raise fail(f"components.{name}.make: a component of the game cannot change its make", make.place)
    changed = overlay.overlay(given, Mapping({name: change}, key, {name: key}))
    return Mapping(game.items | {"components": changed}, game.place, {"components": key} | game.keys)


def _single(key: str, value: nodes.Node) -> Mapping:
    return Mapping({key: value}, value.place, {key: value.place})


def _without_totals(game: Mapping) -> Mapping:
    """A variant changes counts, so the game's own totals do not bind it."""
    for name, deck in game.items["decks"].items.items():
        kept = {key: value for key, value in deck.items.items() if key != "total"}
        game = replaced(game, ("decks", name), Mapping(kept, deck.place, deck.keys))
    return game


def add_texts(strings: dict[str, dict[str, Entry]], variant: Mapping, languages: tuple[str, ...]) -> None:
    texts = variant.get("texts")
    for language, node in texts.items.items() if isinstance(texts, Mapping) else ():
        if language not in languages:
            hint = nearest(language, languages)
            raise fail(f"texts: the game has no language '{language}'{hint}", texts.keys[language], UNKNOWN_NAME)
        for key, entry in entries(node, first=False).items():
            strings[language][f"variant.{key}" if key in ("title", "why") else key] = entry


def kinds_of(node: Mapping) -> list[tuple[tuple[str, str], Mapping]]:
    """The kinds of all decks with their path; shapes that are not as they should be are passed over."""
    found = []
    decks = node.get("decks")
    for deck_name, deck in decks.items.items() if isinstance(decks, Mapping) else ():
        kinds = deck.get("kinds") if isinstance(deck, Mapping) else None
        for kind_name, kind in kinds.items.items() if isinstance(kinds, Mapping) else ():
            if isinstance(kind, Mapping):
                found.append(((deck_name, kind_name), kind))
    return found
