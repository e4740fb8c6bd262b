"""Reads a game and a variant of it: files to nodes, the variant laid over the game, nodes to a frozen Game."""

from __future__ import annotations

import os
from collections.abc import Mapping as AbcMapping
from pathlib import Path
from typing import Any

from cardgen.definitions import nodes
from cardgen.definitions.components import Component, read_components
from cardgen.definitions.csv_source import read_csv_cards
from cardgen.definitions.decks import read_decks
from cardgen.definitions.designs import CardFields
from cardgen.definitions.engines import card_fields_of, rules_of
from cardgen.definitions.expect import read_expectations
from cardgen.definitions.game import BASE, Deck, Game
from cardgen.definitions.game_file import GameFile
from cardgen.definitions.nodes import Mapping, Node, Scalar, mapping, replaced
from cardgen.definitions.strings_file import Entry, no_file, read_strings, title_faults
from cardgen.definitions.validate import validate
from cardgen.definitions.variant import add_texts, apply_variant, as_written, kinds_of, variant_chain, with_rules
from cardgen.definitions.yaml_source import read_yaml
from cardgen.errors import Fault, InputError, Place, fail, nearest
from cardgen.library import Home, is_file

DEFAULT_FONTS = {"text": "source-sans-3", "display": "source-sans-3", "book": "alegreya"}
DEFAULT_COLOURS = {"ink": "#2b2320", "paper": "#ffffff", "accent": "#7a4a2b", "second": "#c9a27a"}


def load_game(home: Home, variant: str = BASE, settings: AbcMapping[str, str] | None = None) -> Game:
    """The game, with `variant` laid over it, and rules set by `--set`.

    Raises InputError with every fault of the first bad file.
    """
    try:
        return _load_game(home, variant, settings or {})
    except InputError as error:
        raise InputError(*(as_written(fault, home) for fault in error.faults)) from None


def _load_game(home: Home, variant: str, settings: AbcMapping[str, str]) -> Game:
    node = mapping(read_yaml(home.folder / "game.yaml"))
    node = _with_csv_cards(node, home.folder)
    model = validate(GameFile, node)
    strings = _strings(home, model.languages)
    name, expected, path = BASE, node, None
    if variant != BASE:
        path = home.variant(variant)
        name = path.stem
        chain = variant_chain(home, path)
        expected = chain[0]
        for change in reversed(chain):
            node = apply_variant(node, change)
            add_texts(strings, change, model.languages)
        model = validate(GameFile, node)
    if settings:
        node = with_rules(node, _settings(settings))
    if faults := [fault for language in strings.values() for fault in title_faults(language)]:
        raise InputError(*faults)
    rules = _rules(model, node)
    decks = read_decks(model, node, _card_fields(model, node, rules))
    return Game(
        home=home,
        variant=name,
        players=model.players,
        age=model.age,
        minutes=model.minutes,
        languages=model.languages,
        author=model.author,
        version=model.version,
        fonts=DEFAULT_FONTS | model.look.fonts,
        colours=DEFAULT_COLOURS | model.look.colours,
        icons=model.icons,
        cover=_cover(model, decks),
        codes=model.look.codes,
        icon_background=model.look.icon_background,
        engine=model.engine,
        rules=rules,
        settings=settings,
        decks=decks,
        components=_components(model, node, decks),
        strings=strings,
        expect=read_expectations(expected),
        node=node,
        variant_file=path,
    )


def _settings(settings: AbcMapping[str, str]) -> Mapping:
    """Rules given on the command line, as if a file had said them."""
    places = {name: Place(f"--set {name}={value}") for name, value in settings.items()}
    items: dict[str, Node] = {name: Scalar(value, places[name]) for name, value in settings.items()}
    return Mapping(items, Place("--set"), places)


def _rules(model: GameFile, node: Mapping) -> dict[str, Any]:
    """The rule parameters, as the game's engine declares them; none without an engine."""
    given = node.get("rules")
    if model.engine is None:
        if isinstance(given, Mapping) and given.items:
            key, place = next(iter(given.keys.items()))
            raise fail(f"rules.{key}: without an engine nothing obeys this rule", place)
        return {}
    declared = rules_of(model.engine, nodes.at(node, "engine"))
    return validate(declared, given or Mapping({}, node.place), "rules").model_dump()


def _card_fields(model: GameFile, node: Mapping, rules: AbcMapping[str, Any]) -> CardFields:
    """What the game's engine reads of its cards; nothing without an engine."""
    if model.engine is None:
        return CardFields({}, {})
    return CardFields(card_fields_of(model.engine, nodes.at(node, "engine")), rules)


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
    found: dict[str, dict[str, Entry]] = {}
    faults: list[Fault] = []
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


def _cover(model: GameFile, decks: tuple[Deck, ...]) -> tuple[str, ...]:
    """The cards of the cover that there are; a variant may have dropped one."""
    known = {design.id for deck in decks for design in deck.designs}
    return tuple(card for card in model.look.cover if card in known)


def _components(model: GameFile, node: Mapping, decks: tuple[Deck, ...]) -> tuple[Component, ...]:
    given = node.get("components")
    return read_components(model.components, given, model.players, decks) if isinstance(given, Mapping) else ()
