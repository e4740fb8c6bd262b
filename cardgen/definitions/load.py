"""Reads a game and a variant of it: files to nodes, the variant laid over the game, nodes to a frozen Game."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from cardgen.definitions import nodes, overlay
from cardgen.definitions.csv_source import read_csv_cards
from cardgen.definitions.game import BASE, Deck, Design, Game
from cardgen.definitions.game_file import GameFile, Kind, VariantFile
from cardgen.definitions.nodes import Mapping, Scalar
from cardgen.definitions.strings_file import Entry, entries, read_strings, title_faults
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import read_yaml
from cardgen.errors import UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.library import Home, is_file

MAX_CARDS = 10_000
OWN = ("count", "kind", "cards", "layout", "back")  # keys of a kind or card that are not fields of the face
NOT_ON_KINDS = {"id": "a card's id is its own key", "kind": "a kind's name is its own key"}
NOT_ON_CARDS = NOT_ON_KINDS | {
    "kind": "a card belongs to the kind that it stands under",
    "layout": "it stands on the kind, for all its cards",
    "back": "it stands on the kind, for all its cards",
    "cards": "it stands on the kind",
}
DEFAULT_FONTS = {"text": "source-sans-3", "display": "source-sans-3"}
DEFAULT_COLOURS = {"ink": "#2b2320", "paper": "#ffffff"}


def load_game(home: Home, variant: str = BASE) -> Game:
    """The game, with `variant` laid over it. Raises InputError with every fault of the first bad file."""
    node = _mapping(read_yaml(home.folder / "game.yaml"))
    node = _with_csv_cards(node, home.folder)
    model = validate(GameFile, node)
    strings = _strings(home, model.languages)
    name = BASE
    if variant != BASE:
        path = home.variant(variant)
        name = path.stem
        for change in reversed(_variant_chain(home, path)):
            node = _apply(node, change)
            _add_texts(strings, change, model.languages)
        model = validate(GameFile, node)
    if faults := [fault for language in strings.values() for fault in title_faults(language)]:
        raise InputError(*faults)
    return Game(
        home=home,
        variant=name,
        players=model.players,
        languages=model.languages,
        author=model.author,
        version=model.version,
        fonts=DEFAULT_FONTS | model.look.fonts,
        colours=DEFAULT_COLOURS | model.look.colours,
        icons=model.icons,
        decks=_decks(model, node),
        strings=strings,
        node=node,
    )


def _mapping(node: nodes.Node) -> Mapping:
    if not isinstance(node, Mapping):
        raise fail(f"expected keys with values, got {nodes.kind(node)}", node.place)
    return node


def _kinds(node: Mapping) -> list[tuple[tuple[str, str], Mapping]]:
    """The kinds of all decks with their path; shapes that are not as they should be are passed over."""
    found = []
    decks = node.get("decks")
    for deck_name, deck in decks.items.items() if isinstance(decks, Mapping) else ():
        kinds = deck.get("kinds") if isinstance(deck, Mapping) else None
        for kind_name, kind in kinds.items.items() if isinstance(kinds, Mapping) else ():
            if isinstance(kind, Mapping):
                found.append(((deck_name, kind_name), kind))
    return found


def _replaced(node: Mapping, path: tuple[str, ...], value: nodes.Node) -> Mapping:
    """`node` with the value at `path` replaced."""
    head, *rest = path
    inner = _replaced(node.items[head], tuple(rest), value) if rest else value
    return Mapping(node.items | {head: inner}, node.place, node.keys)


def _with_csv_cards(node: Mapping, folder: Path) -> Mapping:
    for (deck, kind_name), kind in _kinds(node):
        cards = kind.get("cards")
        if not isinstance(cards, Scalar) or cards.data is None:
            continue
        path = Path(os.path.realpath(folder / cards.text.replace("\0", "")))
        if not path.is_relative_to(folder.resolve()) or path.suffix.lower() != ".csv":
            message = f"expected cards, or a CSV file in the game's folder, got '{cards.text}'"
            raise fail(f"decks.{deck}.kinds.{kind_name}.cards: {message}", cards.place)
        if not is_file(path):
            known = [found.relative_to(folder).as_posix() for found in folder.rglob("*.csv")]
            raise fail(f"there is no file '{cards.text}'{nearest(cards.text, known)}", cards.place)
        node = _replaced(node, ("decks", deck, "kinds", kind_name, "cards"), read_csv_cards(path))
    return node


def _strings(home: Home, languages: tuple[str, ...]) -> dict[str, dict[str, Entry]]:
    found, faults = {}, []
    for language in languages:
        path = home.folder / "strings" / f"{language}.yaml"
        if not path.exists():
            faults.append(
                Fault(f"expected the strings of '{language}', but this file does not exist", Place(str(path)))
            )
            continue
        try:
            found[language] = read_strings(path, first=language == languages[0])
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*faults)
    return found


def _variant_chain(home: Home, path: Path) -> list[Mapping]:
    """The variant's file and those that it stands on, the nearest first."""

    def read(file: Path) -> Mapping:
        node = _mapping(read_yaml(file))
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


def _apply(game: Mapping, variant: Mapping) -> Mapping:
    """The game's nodes with a variant's card changes and totals laid over them."""
    holders = {card: path for path, kind in _kinds(game) for card in kind.items["cards"].items}
    faults: list[Fault] = []
    cards = variant.get("cards")
    for card, change in cards.items.items() if isinstance(cards, Mapping) else ():
        try:
            game = _change_card(game, holders, card, change, cards.keys[card])
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
        game = _replaced(game, ("decks", deck), changed)
    if faults:
        raise InputError(*faults)
    return game


def _change_card(game: Mapping, holders: dict, card: str, change: nodes.Node, key: Place) -> Mapping:
    new_kind = change.get("kind") if isinstance(change, Mapping) else None
    if card in holders and new_kind is None:
        deck, kind = holders[card]
    elif card in holders:
        raise fail(f"cards.{card}: a card of the game cannot change its kind", new_kind.place)
    else:
        kinds = {name: deck for (deck, name), _ in _kinds(game)}
        if new_kind is None:
            hint = nearest(card, holders)
            raise fail(f"cards: there is no card '{card}' (a new card says its 'kind'){hint}", key, UNKNOWN_NAME)
        if not isinstance(new_kind, Scalar) or new_kind.text not in kinds:
            known = nearest(new_kind.text if isinstance(new_kind, Scalar) else "", kinds)
            raise fail(f"cards.{card}.kind: there is no such kind{known}", new_kind.place)
        kind, deck = new_kind.text, kinds[new_kind.text]
        change = Mapping({k: v for k, v in change.items.items() if k != "kind"}, change.place, change.keys)
    path = ("decks", deck, "kinds", kind, "cards")
    *_, current = nodes.walk(game, path)
    return _replaced(game, path, overlay.overlay(current, Mapping({card: change}, key, {card: key})))


def _single(key: str, value: nodes.Node) -> Mapping:
    return Mapping({key: value}, value.place, {key: value.place})


def _without_totals(game: Mapping) -> Mapping:
    """A variant changes counts, so the game's own totals do not bind it."""
    for name, deck in game.items["decks"].items.items():
        kept = {key: value for key, value in deck.items.items() if key != "total"}
        game = _replaced(game, ("decks", name), Mapping(kept, deck.place, deck.keys))
    return game


def _add_texts(strings: dict[str, dict[str, Entry]], variant: Mapping, languages: tuple[str, ...]) -> None:
    texts = variant.get("texts")
    for language, node in texts.items.items() if isinstance(texts, Mapping) else ():
        if language not in languages:
            hint = nearest(language, languages)
            raise fail(f"texts: the game has no language '{language}'{hint}", texts.keys[language], UNKNOWN_NAME)
        for key, entry in entries(node, first=False).items():
            strings[language][f"variant.{key}" if key in ("title", "why") else key] = entry


def _decks(model: GameFile, node: Mapping) -> tuple[Deck, ...]:
    decks, seen, faults = [], {}, []
    for deck_name, deck in model.decks.items():
        designs = []
        for kind_name, kind in deck.kinds.items():
            kind_node = node.items["decks"].items[deck_name].items["kinds"].items[kind_name]
            faults += _misplaced(f"decks.{deck_name}.kinds.{kind_name}", kind_node)
            for design in _designs(deck_name, deck.back, kind_name, kind, kind_node):
                if design.id in seen:
                    message = f"the card '{design.id}' stands twice, first in {seen[design.id]}"
                    faults.append(Fault(message, kind_node.items["cards"].keys[design.id]))
                seen.setdefault(design.id, f"{deck_name}.{kind_name}")
                designs.append(design)
        deck_node = node.items["decks"].items[deck_name]
        built = Deck(deck_name, deck.size, deck.total, tuple(designs), deck_node)
        if built.count > MAX_CARDS:
            message = f"decks.{deck_name}: expected at most {MAX_CARDS:,} cards, got {built.count:,}"
            faults.append(Fault(message, deck_node.place))
        decks.append(built)
    if faults:
        raise InputError(*faults)
    return tuple(decks)


def _misplaced(path: str, kind: Mapping) -> Iterator[Fault]:
    """Keys that mean something elsewhere, and so cannot be fields of a face."""
    owners = [(path, kind, NOT_ON_KINDS)]
    owners += [(f"{path}.cards.{card}", node, NOT_ON_CARDS) for card, node in kind.items["cards"].items.items()]
    for where, owner, reserved in owners:
        for key in reserved.keys() & owner.items.keys():
            yield Fault(f"{where}.{key}: unknown key; {reserved[key]}", owner.keys[key])


def _designs(deck: str, back: str | None, kind_name: str, kind: Kind, node: Mapping) -> list[Design]:
    shared = {key: value.data for key, value in node.items.items() if key not in OWN}
    found = []
    for card, model in kind.cards.items():
        card_node = node.items["cards"].items[card]
        own = {key: value.data for key, value in card_node.items.items() if key not in OWN}
        # an empty field is one that the card does not have, as in a spreadsheet
        fields = {key: value for key, value in (shared | own).items() if value is not None}
        count = kind.count if model.count is None else model.count
        found.append(Design(card, deck, kind_name, kind.layout, kind.back or back, count, fields, card_node, node))
    return found
