"""Static checks of definitions: a check is a function of a game that yields findings. `CHECKS` lists them all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cardgen.definitions.card_words import has_words, plain_words
from cardgen.definitions.engines import card_fields_of
from cardgen.definitions.fields import word
from cardgen.definitions.game import BASE, Game
from cardgen.definitions.ids import as_id
from cardgen.definitions.load import load_game
from cardgen.definitions.nodes import Mapping as Mapping_
from cardgen.definitions.nodes import Node, Scalar, Sequence, at
from cardgen.definitions.rules import explain
from cardgen.definitions.spreadsheets import empty_kinds, lines_left
from cardgen.definitions.strings_file import Entry, Text, no_file, own_key, untranslated
from cardgen.definitions.variant import variant_chain
from cardgen.definitions.yaml_source import MAX_BYTES
from cardgen.errors import Place, nearest
from cardgen.findings import Finding
from cardgen.reach import read_bytes
from cardgen.rules.program import program_of
from cardgen.text.articles import FORMS
from cardgen.text.inline import icon_names
from cardgen.text.numbers import said, unsaid
from cardgen.text.strings import EXPRESSION, placeholders

ICON = "icon."  # begins what icons are called where they are read aloud
# Strings of sheets, rulebooks and playthroughs rather than of cards
SPOKEN_OF = (
    "game.",
    "variant.",
    "rule.",
    "play.",
    "policy.",
    "option.",
    "print.",
    "table.",
    "component.",
    ICON,
    "deck.",
    "kind.",
    "clause.",
    "word.",
)


def check_totals(game: Game) -> Iterator[Finding]:
    for deck in game.decks:
        if not deck.count:
            yield _finding(game, "deck-empty", f"the deck '{deck.name}' holds no cards", deck.place_of("total"))
        elif deck.total is not None and deck.total != deck.count:
            message = f"the deck '{deck.name}' holds {deck.count} cards, but its total says {deck.total}"
            yield _finding(game, "total-wrong", message, deck.place_of("total"))


def check_translations(game: Game) -> Iterator[Finding]:
    first, *others = game.languages
    for language in others:
        path = game.home.strings(language)
        if not game.strings[language] and not path.exists():
            fault = no_file(path, language, game.languages)
            yield _finding(game, "string-missing", fault.message, fault.place, fault.who, fault.cause)
            continue
        for key, entry in game.strings[first].items():
            if key not in game.strings[language] and not entry.plain:
                fault = untranslated(path, language, key, entry)
                yield _finding(game, "string-missing", fault.message, fault.place, fault.who, fault.cause)
        for key, entry in game.strings[language].items():
            source = game.strings[first].get(key)
            if source is None:
                hint = nearest(key, game.strings[first])
                yield _finding(game, "string-orphan", f"{language}: {first} has no '{key}'{hint}", entry.place)
                continue
            yield from _compare(game, language, key, source, entry)
        yield from _left_plain(game, language)
    if game.variant == BASE:  # variants say it otherwise on purpose
        yield from _twice(game)


def _left_plain(game: Game, language: str) -> Iterator[Finding]:
    """Cards' texts that a language has as they are, though it translates that field of others."""
    faces = [face for design in game.designs for face in design.faces]
    plain = [(face.kind, field, entry) for face in faces for field, entry in plain_words(face)]
    done = {(kind, field) for kind, field, entry in plain if entry.written in game.strings[language]}
    for kind, field, entry in plain:
        if (kind, field) in done and entry.written not in game.strings[language] and has_words(str(entry.text)):
            message = f"{language}: '{entry.written}' stands as it is ({entry.text!r}), unlike that of other cards"
            yield _finding(game, "string-plain", message, entry.place, entry.written, language)


def _twice(game: Game) -> Iterator[Finding]:
    """Translations on cards and in sheets in whose place the strings say something else."""
    for face in (face for design in game.designs for face in design.faces):
        for field, words in face.words.items():
            key = own_key(face.id, face.side, field)
            for language, beside in words.items():
                entry = game.strings[language][key]
                if language != game.languages[0] and entry.text != beside.text:
                    said_here, there = _shown(entry.text), f"{_shown(beside.text)} in {beside.place}"
                    message = f"{language}: '{entry.written}' says {said_here} in place of {there}"
                    yield _finding(game, "string-twice", message, entry.place, key, language)


def _compare(game: Game, language: str, key: str, source: Entry, entry: Entry) -> Iterator[Finding]:
    if entry.source is None and entry.text != source.text and key not in ("variant.title", "variant.why"):
        message = f"{language}: '{entry.written}' does not say what it translates; write {{from: ..., to: ...}}"
        yield _finding(game, "string-unpaired", message, entry.place, key, language)
    if entry.source is not None and entry.source != source.text:
        now = _shown(source.text)
        message = f"{language}: '{entry.written}' was translated from {_shown(entry.source)}, which now is {now}"
        yield _finding(game, "string-stale", message, entry.place, key, language)
    for differs in differences(entry.text, source.text, source.plain):
        message = f"{language}: '{entry.written}' {differs}"
        yield _finding(game, "string-differs", message, entry.place, key, language)
    mine, theirs = _numbers(entry.text), _numbers(source.text)
    added = unsaid(mine - theirs, _words_of(source.text), game.languages[0])
    lost = unsaid(theirs - mine, _words_of(entry.text), language)
    if added or lost:
        message = f"{language}: '{entry.written}' has the numbers {_list(mine)} instead of {_list(theirs)}"
        yield _finding(game, "string-numbers", message, entry.place, key, language)


def differences(text: Text, source: Text, plain: bool = False) -> Iterator[str]:
    """What must be the same in a translation and is not; in a `plain` text braces are no placeholders."""
    for what, read in (("placeholders", placeholders), ("icons", _icons))[plain:]:
        mine, theirs = read(text), read(source)
        if mine != theirs:
            yield f"has the {what} {_list(mine)} instead of {_list(theirs)}"


def check_rule_words(game: Game) -> Iterator[Finding]:
    """Every rule parameter, and every option of it, is named for readers."""
    if game.declared is None:
        return
    first = game.languages[0]
    for info in explain(game.declared):
        keys = [f"rule.{info.name}", f"rule.{info.name}.about"]
        keys += [f"rule.{info.name}.{word(option)}" for option in info.options]
        for key in keys:
            if key not in game.strings[first]:
                yield _finding(game, "string-missing", f"{first}: the rule has no words '{key}'", _file(game, first))


def check_lines(game: Game) -> Iterator[Finding]:
    """Lines of spreadsheets that are no cards, most often as a word in them, or in a `when`, is misspelt."""
    if game.variant != BASE:  # which may drop cards, and whose base is checked as well
        return
    for kind, cards in empty_kinds(game.node):
        message = f"no line of this sheet is a '{kind}', as its 'when' says"
        yield _finding(game, "kind-empty", message, cards.place, kind)
    for line in lines_left(game.node):
        said = next(cell.text for cell in line.cells if cell)
        yield _finding(game, "line-left", f"no kind takes this line ({said!r})", line.place, said, "left")


def check_told_numbers(game: Game) -> Iterator[Finding]:
    """The numbers of a variant's title and reason are those that it sets, or may speak of as it sets them.

    Beside a number that it sets a text may name the one that it replaces, and how far it is from it.
    """
    if game.variant_file is None:
        return
    set_here = [number for node in variant_chain(game.home, game.variant_file) for number in _set_numbers(node)]
    if not set_here:
        return
    base = load_game(game.home)
    before = {base.rules[rule] for rule, value in game.rules.items() if value != base.rules[rule]}
    before |= {design.count for design in base.designs}
    whole = [number for number in before if isinstance(number, int)]
    bounds = [*game.players, *((game.minutes.low, game.minutes.high) if game.minutes else ()), game.age or 0]
    known = {*set_here, *bounds, *range(game.players[0], game.players[1] + 1)}
    known |= {abs(new - old) for new in set_here for old in whole}
    for language in game.languages:
        for key in ("variant.title", "variant.why"):
            entry = game.strings[language].get(key)
            told = said(_words_of(entry.text), language) if entry else set()
            allowed = known | (set(whole) if told & set(set_here) else set())
            if entry and (wrong := told - allowed):
                numbers = " and ".join(map(str, sorted(wrong)))
                message = f"{language}: '{key}' says {numbers}, which nothing that the variant sets is"
                yield _finding(game, "text-number", message, entry.place, key)


def _set_numbers(node: Node) -> Iterator[int]:
    """The whole numbers of a variant's file, but for its texts and what it expects of play."""
    if isinstance(node, Mapping_):
        for key, value in node.items.items():
            if key not in ("texts", "expect", "quiet"):
                yield from _set_numbers(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _set_numbers(item)
    elif isinstance(node, Scalar):
        yield from (int(number) for number in re.findall(r"\d{1,9}", node.text))


def check_clauses(game: Game) -> Iterator[Finding]:
    """Every clause can be read. Raises InputError: a rules file is valid or not, as any other file is."""
    if game.clauses is not None:
        program_of(game)
    yield from ()


CHECKS = (check_clauses, check_totals, check_translations, check_rule_words, check_lines, check_told_numbers)


def check_used(game: Game, used: set[str], icons: set[str], columns: set[str]) -> Iterator[Finding]:
    """Texts, icon names and spreadsheet columns that nothing on a face or in a rulebook uses."""
    first = game.languages[0]
    fields = _card_fields(game)
    picked = {field for design in game.designs for field in design.fields} if game.clauses is not None else set()
    spoken = (*SPOKEN_OF, *(f"{field}." for field in {*fields, *picked}))  # an author may combine all that play knows
    used = used | _under_other_rules(game, used)
    used |= {f"{key}.{form}" for key in used for form in FORMS} | _in_rulebooks(game) | _values_said(game)
    drawn = {icon for model in fields.values() for icon in getattr(model, "icons", ())}
    for key, entry in game.strings[first].items():
        # A variant may drop a card whose texts the game still needs; its own texts it must use.
        owned = game.variant == BASE or entry.place.file != _file(game, first).file
        if key not in used and owned and not entry.beside and not key.startswith(spoken):
            message = f"nothing uses the text '{entry.written}'"
            yield _finding(game, "string-orphan", message, entry.place, key, "unused")
        icon = key.removeprefix(ICON)
        if icon != key and owned and icon not in game.icons and not game.home.has("icons", icon):
            message = f"'{key}' names no icon{nearest(icon, [*game.icons, *game.home.names('icons')])}"
            yield _finding(game, "string-orphan", message, entry.place, key, "unused")
    for name in game.icons:
        if name not in icons | drawn:
            yield _finding(game, "icon-unused", f"no text uses :{name}:", at(game.node, "icons", name))
    for column in sorted(columns):
        those = [design for design in game.designs if column in design.node.items]
        if all(_names(design.node.items[column], design.id) for design in those):
            continue  # ids are made of it
        place = those[0].place_of(column)
        sheet = f"{place.file} {place.sheet}" if place else ""
        yield _finding(game, "column-unused", f"no layout reads the column '{column}'", place, column, sheet)


def _names(cell: Node, id: str) -> bool:
    return isinstance(cell, Scalar) and as_id(cell.text) in id


def _in_rulebooks(game: Game) -> set[str]:
    """All that stands in quotes in the game's rulebook templates."""
    quoted = re.compile(r"""(?<=["'])[a-z0-9_./-]+(?=["'])""")
    files = (path for folder in game.home.rulebooks for path in folder.glob("*.j2") if game.home.owns(path))
    texts = (read_bytes(path, MAX_BYTES).decode("utf-8", "replace") for path in files)
    return {key for text in texts for key in quoted.findall(text)}


def _values_said(game: Game) -> set[str]:
    """What may be said of cards where they are picked, and of the values of their fields: name.oak, suit.hearts."""
    if game.clauses is None:
        return set()
    deck = program_of(game).deck
    values = {f"{field}.{value}" for field, values in deck.fields.items() for value in values.values()}
    return values | {f"name.{kind}" for kind in deck.kinds}


def _under_other_rules(game: Game, used: set[str]) -> set[str]:
    """What stands in for used texts where rules that end their keys have other values: aid.drawn.keep."""
    if game.declared is None:
        return set()
    options: dict[str, set[str]] = {}  # by what a rule says now
    for info in explain(game.declared):
        options.setdefault(word(game.rules[info.name]), set()).update(map(word, info.options))

    def stand_ins(key: str) -> list[str]:
        head, _, last = key.rpartition(".")
        return (
            [f"{other}.{option}" for other in stand_ins(head) for option in options[last]] if last in options else [key]
        )

    return {other for key in used for other in stand_ins(key)}


def _card_fields(game: Game) -> Mapping[str, Any]:
    if game.engine is None:
        return {}
    return card_fields_of(game.engine)


def _finding(game: Game, code: str, message: str, place: Place | None, who: str = "", cause: str = "") -> Finding:
    return Finding(code, message, place, game.name, game.variant, who=who, cause=cause)


def _file(game: Game, language: str) -> Place:
    return Place(str(game.home.strings(language)))


def _forms(text: Text) -> list[str]:
    return list(text.values()) if isinstance(text, dict) else [text]


def _icons(text: Text) -> set[str]:
    try:
        return {f":{name}:" for form in _forms(text) for name in icon_names(form)}
    except ValueError:
        return set()  # emphasis left open: composing the face reports it with its place


def _numbers(text: Text) -> set[str]:
    """The numbers that are written in figures, of whatever script."""
    return {str(int(number)) for number in re.findall(r"\d+", _words_of(text))}


def _words_of(text: Text) -> str:
    """What all forms of a text say of themselves."""
    return " ".join(EXPRESSION.sub("", form) for form in _forms(text))


def _list(names: set[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def _shown(text: Text) -> str:
    return repr(text["other"] if isinstance(text, dict) else text)
