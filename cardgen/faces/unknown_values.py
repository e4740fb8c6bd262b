"""Finds words that layouts look up or compare with, and that almost equal a value of some card: typing errors that
`else` and conditions hide."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from cardgen.definitions import evaluate, nodes, templates
from cardgen.definitions.evaluate import Unknown, is_number, same
from cardgen.definitions.expressions import Call, Name, Pair, Several, Slip, TextLiteral, Tree, walk
from cardgen.definitions.fields import Model
from cardgen.definitions.layout_fields import Part
from cardgen.definitions.layouts import Layout, expressions_of
from cardgen.definitions.templates import LookUp, Template
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, likeliest, nearest

_ROOTS = ("card", "component")
_TESTED = ("when", "unless", "where", templates.BY)  # keys that hold conditions
_ANSWERS = ("yes", "no")
_YES_OR_NO = ("==", "!=", "in", "<", "<=", ">", ">=", "and")
_MIN_SLIP_LETTERS = 3  # a shorter word counts as no misspelling


@dataclass(frozen=True, slots=True)
class Tested:
    """A word that is compared with a value: the value's name, and the place and key of the word."""

    name: str
    word: str
    place: Place
    key: str


@dataclass(frozen=True, slots=True)
class DrawnScope:
    """The scope in which a layout is drawn, with the places where the card or component writes its fields."""

    scope: Mapping[str, Any]
    id: str
    who: Callable[[], str]  # the owner's name in messages
    place_of: Callable[[str], Place | None]


@dataclass(frozen=True, slots=True)
class Slipped:
    """A message on a word that is nearly another one, with its place."""

    message: str
    place: Place
    word: str


def slips(layout: Layout, cards: Iterable[DrawnScope]) -> Iterator[Slipped]:
    """Finds the slips of a layout that draws these cards: words that almost equal a value which the layout does not ask
    for, values of single cards that almost equal such a word, and results of a condition other than yes and no."""
    tested: dict[str, list[Tested]] = defaultdict(list)
    cards = list(cards)
    for at, field in _fields(layout):
        for path, choice in _choices(field):
            yield from _no_answers(layout, (*at, *path), choice)
        for each in _tested_words(layout, at, field):
            tested[each.name].append(each)
    for name, words in tested.items():
        values = _values(name, cards)
        free = [value for value in values if not any(same(value, each.word) for each in words)]
        for each in words:
            if not any(same(value, each.word) for value in values) and (meant := _near(each.word, free)):
                message = f"{each.key}: {_nobody(name, each.word)}; did you mean '{meant}'?"
                yield Slipped(message, each.place, each.word)
                free.remove(meant)
        yield from _odd(name, values, free)


def _nobody(name: str, word: str) -> str:
    root, _, field = name.partition(".")
    return f"no {root} with this layout has '{word}' as its {field}"


def _odd(name: str, values: Mapping[str, list[DrawnScope]], free: list[str]) -> Iterator[Slipped]:
    """Values of one card that nothing asks for and that almost equal the value of several others."""
    common = [value for value, those in values.items() if len(_ids(those)) > 1 and value not in free]
    field = name.partition(".")[2]
    for value in free:
        if (
            len(_ids(those := values[value])) == 1
            and len(value) > _MIN_SLIP_LETTERS
            and (meant := _near(value, common))
        ):
            message = f"{those[0].who()}: its {field} is '{value}', which no look-up lists; did you mean '{meant}'?"
            if place := those[0].place_of(field):
                yield Slipped(message, place, value)


def _ids(cards: list[DrawnScope]) -> set[str]:
    return {card.id for card in cards}


def _no_answers(layout: Layout, path: tuple[str, ...], choice: LookUp) -> Iterator[Slipped]:
    if not _is_condition(templates.condition(choice.by)):
        return
    for word, _ in choice.options:
        if not any(same(word, answer) for answer in _ANSWERS):
            message = f"{'.'.join((*path, word))}: '{choice.by}' is either yes or no{nearest(word, _ANSWERS)}"
            yield Slipped(message, nodes.key_at(layout.node, *path, word), word)


def _is_condition(tree: Tree) -> bool:
    """Whether an expression is a condition: yes or no on every card."""
    return (isinstance(tree, Pair) and tree.sign in _YES_OR_NO) or (isinstance(tree, Call) and tree.function == "not")


def _fields(layout: Layout) -> Iterator[tuple[tuple[str, ...], Model]]:
    """The fields and styles of a layout, with the keys that lead there."""
    for key, field in layout.walk():
        yield tuple(step for name in key.split(".") for step in ("fields", name)), field
    for key, style in layout.styles.items():
        yield ("styles", key), style


def _choices(field: Model) -> Iterator[tuple[tuple[str, ...], LookUp]]:
    """The look-ups of a field, those within others included, with the keys that lead to them."""
    for key, value in field:
        if isinstance(field, Part) and key == "given":
            yield from (reading for name, each in value.items() for reading in _within(each, ("with", name)))
        elif isinstance(value, LookUp):
            yield from _within(value, (type(field).model_fields[key].alias or key,))


def _within(of: Template | None, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], LookUp]]:
    if isinstance(of, LookUp):
        yield path, of
        for key, each in (*of.options, (templates.ELSE, of.otherwise)):
            yield from _within(each, (*path, key))


def _tested_words(layout: Layout, at: tuple[str, ...], field: Model) -> Iterator[Tested]:
    for path, choice in _choices(field):
        tree = templates.condition(choice.by)
        if isinstance(tree, Name) and tree.parts[0] in _ROOTS:
            for word, _ in choice.options:
                where = (*at, *path, word)
                yield Tested(".".join(tree.parts), word, nodes.key_at(layout.node, *where), ".".join(where))
    for read in expressions_of(field):
        trees = [templates.condition(read.text)] if read.path[-1] in _TESTED and read.text else _trees(read.text)
        for name, text in (comparison for tree in trees for each in walk(tree) for comparison in _comparisons(each)):
            where = (*at, *read.path)
            place = nodes.within(layout.node, text.at, *where)
            yield Tested(".".join(name.parts), text.text, place, ".".join(where))


def _trees(text: str) -> list[Tree]:
    return [part for part in templates.parts(text) if not isinstance(part, str)]


def _comparisons(tree: Tree) -> Iterator[tuple[Name, TextLiteral]]:
    """The words that an expression compares with a value."""
    if not isinstance(tree, Pair) or tree.sign not in ("==", "!=", "in"):
        return
    for one, other in ((tree.left, tree.right), (tree.right, tree.left)):
        words = other.items if isinstance(other, Several) else (other,)
        if isinstance(one, Name) and one.parts[0] in _ROOTS:
            yield from ((one, word) for word in words if isinstance(word, TextLiteral))


def _values(name: str, cards: list[DrawnScope]) -> dict[str, list[DrawnScope]]:
    """The values of cards under a name, each with its cards; lists count by their parts."""
    values: dict[str, list[DrawnScope]] = defaultdict(list)
    for card in cards:
        try:
            value = evaluate.worked_out(Name(tuple(name.split("."))), card.scope)
        except (Unknown, Slip):
            continue
        for each in value if isinstance(value, tuple) else (value,):
            if not isinstance(each, Mapping):
                said = evaluate.format_value(each)
                for part in dict.fromkeys((said, *map(str.strip, re.split("[,;\n]", said)))):
                    values[part].append(card)
    return values


def _near(word: str, values: list[str]) -> str | None:
    if len(word) < _MIN_SLIP_LETTERS or is_number(word):
        return None
    return likeliest(word, [value for value in values if len(value) >= _MIN_SLIP_LETTERS and not is_number(value)])
