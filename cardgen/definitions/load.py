"""Reads a game and a variant of it: files to nodes, the variant laid over the game, nodes to a frozen Game."""

from __future__ import annotations

import os
from collections.abc import Iterator
from collections.abc import Mapping as AbcMapping
from pathlib import Path
from typing import Any

from cardgen.definitions import nodes
from cardgen.definitions.components import Component, read_components
from cardgen.definitions.csv_source import read_csv_cards
from cardgen.definitions.game import BASE, Deck, Design, Game
from cardgen.definitions.game_file import GameFile, Kind
from cardgen.definitions.nodes import Mapping, Scalar, mapping, replaced
from cardgen.definitions.strings_file import Entry, no_file, read_strings, title_faults
from cardgen.definitions.validate import validate
from cardgen.definitions.variant import add_texts, apply_variant, kinds_of, variant_chain, with_rules
from cardgen.definitions.yaml_source import read_yaml
from cardgen.errors import Fault, InputError, Place, fail, nearest
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
DEFAULT_FONTS = {"text": "source-sans-3", "display": "source-sans-3", "book": "alegreya"}
DEFAULT_COLOURS = {"ink": "#2b2320", "paper": "#ffffff", "accent": "#7a4a2b", "second": "#c9a27a"}


def load_game(home: Home, variant: str = BASE, settings: AbcMapping[str, str] | None = None) -> Game:
    """The game, with `variant` laid over it, and rules set by `--set`.

    Raises InputError with every fault of the first bad file.
    """
    node = mapping(read_yaml(home.folder / "game.yaml"))
    node = _with_csv_cards(node, home.folder)
    model = validate(GameFile, node)
    strings = _strings(home, model.languages)
    name = BASE
    if variant != BASE:
        path = home.variant(variant)
        name = path.stem
        for change in reversed(variant_chain(home, path)):
            node = apply_variant(node, change)
            add_texts(strings, change, model.languages)
        model = validate(GameFile, node)
    if settings:
        node = with_rules(node, _settings(settings))
    if faults := [fault for language in strings.values() for fault in title_faults(language)]:
        raise InputError(*faults)
    decks = _decks(model, node)
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
        cover=_cover(model, decks),
        engine=model.engine,
        rules=_rules(model, node),
        settings=settings or {},
        decks=decks,
        components=_components(model, node, decks),
        strings=strings,
        node=node,
    )


def _settings(settings: AbcMapping[str, str]) -> Mapping:
    """Rules given on the command line, as if a file had said them."""
    places = {name: Place(f"--set {name}={value}") for name, value in settings.items()}
    items = {name: Scalar(value, places[name]) for name, value in settings.items()}
    return Mapping(items, Place("--set"), places)


def _rules(model: GameFile, node: Mapping) -> dict[str, Any]:
    """The rule parameters, as the game's engine declares them; none without an engine."""
    given = node.get("rules")
    if model.engine is None:
        if isinstance(given, Mapping) and given.items:
            key, place = next(iter(given.keys.items()))
            raise fail(f"rules.{key}: without an engine nothing obeys this rule", place)
        return {}
    from cardgen.play.engines import rules_of

    declared = rules_of(model.engine, nodes.at(node, "engine"))
    return validate(declared, given or Mapping({}, node.place), "rules").model_dump()


def _with_csv_cards(node: Mapping, folder: Path) -> Mapping:
    for (deck, kind_name), kind in kinds_of(node):
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
        node = replaced(node, ("decks", deck, "kinds", kind_name, "cards"), read_csv_cards(path))
    return node


def _strings(home: Home, languages: tuple[str, ...]) -> dict[str, dict[str, Entry]]:
    found, faults = {}, []
    for language in languages:
        path = home.strings(language)
        if not path.exists():
            if language == languages[0]:
                faults.append(no_file(path, language, languages))
            found[language] = {}  # the others can be printed all the same; whoever asks for this one is told
            continue
        try:
            found[language] = read_strings(path, first=language == languages[0])
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*faults)
    return found


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


def _cover(model: GameFile, decks: tuple[Deck, ...]) -> tuple[str, ...]:
    """The cards of the cover that there are; a variant may have dropped one."""
    known = {design.id for deck in decks for design in deck.designs}
    return tuple(card for card in model.look.cover if card in known)


def _components(model: GameFile, node: Mapping, decks: tuple[Deck, ...]) -> tuple[Component, ...]:
    given = node.get("components")
    return read_components(model.components, given, model.players, decks) if isinstance(given, Mapping) else ()


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
