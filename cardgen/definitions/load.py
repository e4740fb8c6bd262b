"""Reads a game and a variant of it: parses files to nodes, lays the variant over the game, and makes a frozen Game."""

from __future__ import annotations

from collections.abc import Mapping as AbcMapping
from typing import Any

from cardgen.definitions import nodes
from cardgen.definitions.alone import OF_GAME, as_game, fields_of, strings_of, without_game
from cardgen.definitions.card_words import with_words_of_cards
from cardgen.definitions.clauses import with_clauses, words_of
from cardgen.definitions.components import Component, read_components
from cardgen.definitions.decks import read_decks
from cardgen.definitions.declared import parameters_model
from cardgen.definitions.designs import EngineFields
from cardgen.definitions.engines import CLAUSES, card_fields_of, rules_of
from cardgen.definitions.expect import read_expectations
from cardgen.definitions.fallback import require_language, with_fallback
from cardgen.definitions.font_choice import font_choice
from cardgen.definitions.game import BASE, Deck, Game
from cardgen.definitions.game_file import GameFile
from cardgen.definitions.nodes import Mapping, Node, Scalar, mapping
from cardgen.definitions.rules import RuleValue
from cardgen.definitions.spreadsheets import with_spreadsheets
from cardgen.definitions.strings_file import Entry, no_file, read_strings, title_faults
from cardgen.definitions.validate import validate
from cardgen.definitions.variant import add_texts, apply_variant, as_written, variant_chain, with_settings
from cardgen.definitions.yaml_source import read_yaml
from cardgen.foundations.errors import Fault, InputError, Place, fail, nearest
from cardgen.graphics.drawing import Layer
from cardgen.store.library import RULES, Home
from cardgen.store.reach import is_file, is_there

_FAMILIES = {"text": "source-sans-3", "display": "source-sans-3", "book": "alegreya"}
DEFAULT_FONTS = {use: font_choice(family) for use, family in _FAMILIES.items()}
DEFAULT_COLOURS = {"ink": "#2b2320", "paper": "#ffffff", "accent": "#7a4a2b", "second": "#c9a27a"}


class Unsound(InputError):
    """The faults of a game that can be read without its faulty parts: `game`, whose sentences may have faults as
    well."""

    def __init__(self, game: Game, *faults: Fault) -> None:
        super().__init__(*faults)
        self.game = game


def load_game(home: Home, variant: str = BASE, settings: AbcMapping[str, str] | None = None) -> Game:
    """Returns the game, with `variant` laid over it, and the settings of `--set`: rules, and fields of cards
    (FIELD.CARD). Raises InputError with every fault of the first bad file, or Unsound if the rest can be read without
    the faulty parts.
    """
    faults: list[Fault] = []
    try:
        game = _load_game(home, variant, settings or {}, faults)
    except InputError as error:
        raise InputError(*(as_written(fault, home) for fault in (*faults, *error.faults))) from None
    if faults:
        raise Unsound(game, *(as_written(fault, home) for fault in faults))
    return game


def head_of(home: Home) -> tuple[tuple[str, ...], dict[str, Entry]]:
    """Returns a game's languages, and its strings in the first, for lists of games. Raises InputError."""
    languages = validate(GameFile, with_spreadsheets(_game(home), home)).languages
    return languages, _strings(home, languages[:1])[languages[0]]


def _load_game(home: Home, variant: str, settings: AbcMapping[str, str], faults: list[Fault]) -> Game:
    """The game without faulty parts that it can lack; it adds these to `faults`. Raises InputError for others."""
    node = _game(home)
    clauses = base = _clauses(home, node)
    node = with_spreadsheets(node, home, frozenset(words_of(base) if base else ()))
    model = validate(GameFile, node)
    strings = _strings(home, model.languages)
    name, expected, path = BASE, node, None
    chain: list[Mapping] = []
    if variant != BASE:
        path = home.variant(variant)
        name = path.stem
        chain = variant_chain(home, path)
        expected = chain[0]
        for change in reversed(chain):
            node = apply_variant(node, change, faults)
            clauses = _apply_changes(clauses, change, faults)
            add_texts(strings, change, model.languages, faults)
        model = validate(GameFile, node)
    if settings:
        node = with_settings(node, _settings(settings), faults)
        model = validate(GameFile, node)
    faults += [fault for language in strings.values() for fault in title_faults(language)]
    rules = _rules(model, node, clauses, faults)
    decks = read_decks(model, node, _card_fields(model, node, rules))
    strings = with_words_of_cards(strings, decks, [change.place.file for change in reversed(chain)])
    if not strings[first := model.languages[0]] and not is_there(home.strings(first)):
        raise InputError(no_file(home.strings(first), first, model.languages))
    if model.fallback:
        require_language(model.fallback, model.languages, nodes.at(node, "fallback"))
        strings = with_fallback(strings, first, model.fallback)
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
        layers={name: Layer(name, each.ink, each.shown) for name, each in model.look.layers.items()},
        icons=model.icons,
        cover=_cover(model, decks),
        scene=_scene(model, home, node),
        vignettes=_vignettes(model, home, node),
        mirrored=_mirrored_languages(model, node),
        codes=model.look.codes,
        icon_background=model.look.icon_background,
        quiet=model.quiet,
        engine=model.engine if clauses is None else CLAUSES,
        rules=rules,
        settings=settings,
        decks=decks,
        components=_components(model, node, decks),
        strings=strings,
        expect=read_expectations(expected),
        node=node,
        variant_file=path,
        clauses=clauses,
        spoken=frozenset(word for each in (base, clauses) if each for word in (*words_of(each), *fields_of(each))),
    )


def _game(home: Home) -> Mapping:
    """The content of game.yaml, also for a game of one file."""
    if home.alone:
        return as_game(mapping(read_yaml(home.alone)))
    return mapping(read_yaml(home.folder / "game.yaml"))


def _settings(settings: AbcMapping[str, str]) -> Mapping:
    """The settings of the command line, as nodes."""
    places = {name: Place(f"--set {name}={value}") for name, value in settings.items()}
    items: dict[str, Node] = {name: Scalar(value, places[name]) for name, value in settings.items()}
    return Mapping(items, Place("--set"), places)


def _clauses(home: Home, node: Mapping) -> Mapping | None:
    """The game's rules file; None without one. Raises InputError if an engine plays it as well."""
    if not is_file(home.rules):
        return None
    if "engine" in node.items:
        message = f"engine: {RULES} beside this file already says how the game is played; remove that file or engine:"
        raise fail(message, node.keys["engine"])
    clauses = mapping(read_yaml(home.rules))
    if home.alone:
        return without_game(clauses)
    for key in OF_GAME:
        if key in clauses.items:
            raise fail(f"{key}: there is a game.yaml beside this file; write it there", clauses.keys[key])
    return clauses


def _apply_changes(clauses: Mapping | None, change: Mapping, faults: list[Fault]) -> Mapping | None:
    """The clauses with those of a variant laid over them."""
    if "clauses" not in change.items:
        return clauses
    if clauses is None:
        raise fail(f"clauses: the game has no {RULES} whose clauses they could change", change.keys["clauses"])
    return with_clauses(clauses, mapping(change.items["clauses"]), faults)


def _rules(model: GameFile, node: Mapping, clauses: Mapping | None, faults: list[Fault]) -> dict[str, Any]:
    """The rule parameters that the game's rules file or its engine declares; none without either."""
    given = node.get("rules")
    if clauses is not None:
        try:
            return validate(parameters_model(clauses), given or Mapping({}, node.place), "rules").model_dump()
        except InputError as error:
            faults += error.faults
            return {}
    if model.engine is not None:
        known = rules_of(model.engine, nodes.at(node, "engine"))
    else:
        if isinstance(given, Mapping) and given.items:
            key, place = next(iter(given.keys.items()))
            raise fail(f"rules.{key}: this game has no engine to use this rule", place)
        return {}
    return validate(known, given or Mapping({}, node.place), "rules").model_dump()


def _card_fields(model: GameFile, node: Mapping, rules: AbcMapping[str, RuleValue]) -> EngineFields:
    """The fields of cards that the game's engine reads; none without an engine."""
    if model.engine is None:
        return EngineFields({}, {}, model.languages)
    return EngineFields(card_fields_of(model.engine, nodes.at(node, "engine")), rules, model.languages)


def _strings(home: Home, languages: tuple[str, ...]) -> dict[str, dict[str, Entry]]:
    strings: dict[str, dict[str, Entry]] = {}
    faults: list[Fault] = []
    for language in languages:
        path = home.strings(language)
        if not is_there(path):
            strings[language] = {}  # the other languages can still be printed; asking for this one is an error
            continue
        try:
            strings[language] = read_strings(path, first=language == languages[0])
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*faults)
    if home.alone:
        strings[languages[0]] = strings_of(mapping(read_yaml(home.alone)), home.name) | strings[languages[0]]
    return strings


def _cover(model: GameFile, decks: tuple[Deck, ...]) -> tuple[str, ...]:
    """The existing cards of the cover; a variant may have dropped one."""
    known = {design.id for deck in decks for design in deck.designs}
    return tuple(card for card in model.look.cover if card in known)


def _scene(model: GameFile, home: Home, node: Mapping) -> str | None:
    """Looks up the picture of the cover. Raises InputError."""
    if model.look.scene:
        home.picture(model.look.scene, nodes.at(node, "look", "scene"))
    return model.look.scene


def _vignettes(model: GameFile, home: Home, node: Mapping) -> tuple[str, ...]:
    """Looks up the pictures for free room on pages. Raises InputError."""
    for index, picture in enumerate(model.look.vignettes):
        home.picture(picture, nodes.at(node, "look", "vignettes", index))
    return model.look.vignettes


def _mirrored_languages(model: GameFile, node: Mapping) -> tuple[str, ...]:
    for index, language in enumerate(model.look.mirrored):
        if language not in model.languages:
            hint = nearest(language, model.languages)
            raise fail(
                f"look.mirrored: '{language}' is not one of the game's languages{hint}",
                nodes.at(node, "look", "mirrored", index),
            )
    return model.look.mirrored


def _components(model: GameFile, node: Mapping, decks: tuple[Deck, ...]) -> tuple[Component, ...]:
    given = node.get("components")
    return read_components(model.components, given, model.players, decks) if isinstance(given, Mapping) else ()
