"""Static checks of definitions. A check is a function of a game that yields findings; `CHECKS` lists them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cardgen.checks.translations import check_translations, finding, words_of
from cardgen.definitions.behaviour import icons_of
from cardgen.definitions.engines import card_fields_of
from cardgen.definitions.fields import word
from cardgen.definitions.game import BASE, Game
from cardgen.definitions.ids import as_id
from cardgen.definitions.nodes import Mapping as Mapping_
from cardgen.definitions.nodes import Node, Scalar, Sequence, at
from cardgen.definitions.rules import explain
from cardgen.definitions.spreadsheets import empty_kinds, lines_left
from cardgen.definitions.variant import variant_chain
from cardgen.definitions.yaml_source import MAX_BYTES
from cardgen.foundations.errors import Place, nearest
from cardgen.foundations.findings import Finding
from cardgen.rules.load import load_game
from cardgen.rules.program import program_of
from cardgen.store.reach import matching, read_bytes
from cardgen.text.articles import FORMS
from cardgen.text.numbers import numbers_in

ICON = "icon."  # prefix of the spoken names of icons
# Prefixes of strings for sheets, rulebooks and playthroughs, not for cards
SPOKEN_OF = (
    "game.",
    "variant.",
    "rule.",
    "play.",
    "policy.",
    "option.",
    "print.",
    "table.",
    "press.",
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
            yield finding(game, "deck-empty", f"the deck '{deck.name}' holds no cards", deck.place_of("total"))
        elif deck.total is not None and deck.total != deck.count:
            message = f"the deck '{deck.name}' holds {deck.count} cards, but its total says {deck.total}"
            yield finding(game, "total-wrong", message, deck.place_of("total"))


def check_rule_words(game: Game) -> Iterator[Finding]:
    """Reports rule parameters and options without words for readers."""
    if game.declared is None:
        return
    first = game.languages[0]
    for info in explain(game.declared):
        keys = [f"rule.{info.name}", f"rule.{info.name}.about"]
        keys += [f"rule.{info.name}.{word(option)}" for option in info.options]
        for key in keys:
            if key not in game.strings[first]:
                yield finding(game, "string-missing", f"{first}: the rule has no words '{key}'", _file(game, first))


def check_lines(game: Game) -> Iterator[Finding]:
    """Reports rows of spreadsheets that no kind takes, and kinds that take no row: mostly typing errors."""
    if game.variant != BASE:  # a variant can drop cards, and its base game is checked as well
        return
    for kind, cards in empty_kinds(game.node):
        message = f"no row of this sheet matches the 'when' of '{kind}'"
        yield finding(game, "kind-empty", message, cards.place, kind)
    for line in lines_left(game.node):
        first_cell = next(cell.text for cell in line.cells if cell)
        yield finding(game, "line-left", f"no kind takes this row ({first_cell!r})", line.place, first_cell, "left")


def check_named_numbers(game: Game) -> Iterator[Finding]:
    """Reports numbers in a variant's title and reason that it does not set.

    Beside a number that it sets, a text can name the one that it replaces, and the difference.
    """
    if game.variant_file is None:
        return
    set_here = [number for node in variant_chain(game.home, game.variant_file) for number in _numbers_set(node)]
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
            numbers_read = numbers_in(words_of(entry.text), language) if entry else set()
            allowed = known | (set(whole) if numbers_read & set(set_here) else set())
            if entry and (wrong := numbers_read - allowed):
                numbers = " and ".join(map(str, sorted(wrong)))
                message = f"{language}: '{key}' says {numbers}, which nothing that the variant sets is"
                yield finding(game, "text-number", message, entry.place, key)


def _numbers_set(node: Node) -> Iterator[int]:
    """The whole numbers of a variant's file, without those of its texts and expectations."""
    if isinstance(node, Mapping_):
        for key, value in node.items.items():
            if key not in ("texts", "expect", "quiet"):
                yield from _numbers_set(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _numbers_set(item)
    elif isinstance(node, Scalar):
        yield from (int(number) for number in re.findall(r"\d{1,9}", node.text))


def check_clauses(game: Game) -> Iterator[Finding]:
    """Reads all clauses. Raises InputError if the rules file is not valid."""
    if game.clauses is not None:
        program_of(game)
    yield from ()


CHECKS = (check_clauses, check_totals, check_translations, check_rule_words, check_lines, check_named_numbers)


def check_used(game: Game, used: set[str], icons: set[str], columns: set[str]) -> Iterator[Finding]:
    """Reports texts, icon names and spreadsheet columns that no face and no rulebook uses."""
    first = game.languages[0]
    fields = _card_fields(game)
    picked_fields = {field for design in game.designs for field in design.fields} if game.clauses is not None else set()
    spoken_prefixes = (
        *SPOKEN_OF,
        *(f"{field}." for field in {*fields, *picked_fields}),
    )  # authors can combine all names that play knows
    used = used | _under_other_rules(game, used)
    used |= {f"{key}.{form}" for key in used for form in FORMS} | _in_rulebooks(game) | _value_names(game)
    base = _file(game, first).file
    drawn = {icon for model in fields.values() for icon in icons_of(model)}
    for key, entry in game.strings[first].items():
        # A variant need not use the game's texts: it can drop a card. It must use its own.
        is_own = game.variant == BASE or entry.place.file != base
        if key not in used and is_own and not entry.beside and not key.startswith(spoken_prefixes):
            message = f"nothing uses the text '{entry.written}'"
            yield finding(game, "string-orphan", message, entry.place, key, "unused")
        icon = key.removeprefix(ICON)
        if icon != key and is_own and icon not in game.icons and not game.home.has("icons", icon):
            message = f"'{key}' names no icon{nearest(icon, [*game.icons, *game.home.names('icons')])}"
            yield finding(game, "string-orphan", message, entry.place, key, "unused")
    for name in game.icons:
        if name not in icons | drawn:
            yield finding(game, "icon-unused", f"nothing uses :{name}:", at(game.node, "icons", name))
    for column in sorted(columns):
        designs = [design for design in game.designs if column in design.node.items]
        if all(_names(design.node.items[column], design.id) for design in designs):
            continue  # the ids come from this column
        place = designs[0].place_of(column)
        sheet = f"{place.file} {place.sheet}" if place else ""
        yield finding(game, "column-unused", f"no layout reads the column '{column}'", place, column, sheet)


def _names(cell: Node, id: str) -> bool:
    return isinstance(cell, Scalar) and as_id(cell.text) in id


def _in_rulebooks(game: Game) -> set[str]:
    """All quoted words in the game's rulebook templates."""
    quoted = re.compile(r"""(?<=["'])[a-z0-9_./-]+(?=["'])""")
    files = (path for folder in game.home.rulebooks for path in matching(folder, "*.j2") if game.home.owns(path))
    texts = (read_bytes(path, MAX_BYTES).decode("utf-8", "replace") for path in files)
    return {key for text in texts for key in quoted.findall(text)}


def _value_names(game: Game) -> set[str]:
    """The keys of names for kinds of cards and for values of their fields: name.oak, suit.hearts."""
    if game.clauses is None:
        return set()
    deck = program_of(game).deck
    values = {f"{field}.{value}" for field, values in deck.fields.items() for value in values.values()}
    return values | {f"name.{kind}" for kind in deck.kinds}


def _under_other_rules(game: Game, used: set[str]) -> set[str]:
    """The texts that replace used ones if rules have other values, with which their keys end: aid.drawn.keep."""
    if game.declared is None:
        return set()
    options: dict[str, set[str]] = {}  # the other options, by the present value of a rule
    every: set[str] = set()  # a layout can name one of them: aid.must.{rules.open_hands}.end
    for info in explain(game.declared):
        options.setdefault(word(game.rules[info.name]), set()).update(map(word, info.options))
        every.update(map(word, info.options))

    def stand_ins(key: str) -> list[str]:
        head, _, last = key.rpartition(".")
        if last not in options and last not in every:
            return [key]
        return [f"{other}.{option}" for other in stand_ins(head) for option in options.get(last, (last,))]

    return {other for key in used for other in stand_ins(key)}


def _card_fields(game: Game) -> Mapping[str, Any]:
    if game.engine is None:
        return {}
    return card_fields_of(game.engine)


def _file(game: Game, language: str) -> Place:
    return Place(str(game.home.strings(language)))
