"""Parses the values of a layout that depend on a card: texts with expressions between braces, `when`, and look-ups.

fill: "{card.colour} 40 %"
fill: {by: card.race, elf: gold, dwarf: "#444", else: paper}
when: card.race == elf and card.cost > 2
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Annotated, Any

from pydantic import PlainValidator, WithJsonSchema

from cardgen.definitions import evaluate
from cardgen.definitions.evaluate import Unknown
from cardgen.definitions.expressions import Name, Pair, Slip, TextLiteral, Tree, names, parse, walk
from cardgen.definitions.fields import quote, words
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import likeliest

BY, ELSE = "by", "else"
_given: ContextVar[frozenset[str]] = ContextVar("given", default=frozenset())
_MARK = re.compile(r"(?:(?<!\w):|\]\()[\w-]*$")  # before the name of an icon, or the target of a link
_BRACE, _BRACES = re.compile(r"[{}]"), re.compile(r"\{([^{}]*)\}")


class ScopedText(str):
    """A text of a template that can read names `given` to its field besides cards: by a `repeat`, or to a part."""

    given: frozenset[str]

    def __new__(cls, text: str, given: frozenset[str]) -> ScopedText:
        text_object = super().__new__(cls, text)
        text_object.given = given
        return text_object


def names_given_to(text: object) -> frozenset[str]:
    """Returns the names that a text can read besides the roots."""
    return text.given if isinstance(text, ScopedText) else frozenset()


def names_given() -> frozenset[str]:
    """Returns the given names that templates can read while they are parsed."""
    return _given.get()


@contextmanager
def giving(names: frozenset[str]) -> Iterator[None]:
    """Lets templates that are parsed in its context read these names, too."""
    before = _given.set(names)
    try:
        yield
    finally:
        _given.reset(before)


def _with_names(text: str) -> str:
    """A text of a template, with the names given at present."""
    names = names_given()
    return ScopedText(text, names) if names else text


@dataclass(frozen=True, slots=True)
class LookUp:
    """A look-up: the template of the first option that equals the value of `by`, else `otherwise`."""

    by: str
    options: tuple[tuple[str, str | LookUp], ...]
    otherwise: str | LookUp | None = None


def template(value: Any) -> str | LookUp:
    """Reads a template of a definition: a text, or a mapping that looks one up. Raises Slip."""
    if not isinstance(value, dict):
        text = _with_names(words(value))
        parts(text)
        return text
    if BY not in value:
        raise ValueError("expected a text, or a look-up such as {by: card.race, elf: gold, else: paper}")
    by = value[BY]
    if not isinstance(by, str):
        raise Slip(f"expected what to look up, such as card.race, got {quote(by)}", 0, (BY,))
    by = _with_names(str(by))
    _under((BY,), lambda: condition(by))
    options = {key: _under((key,), lambda of=of: template(of)) for key, of in value.items() if key != BY}
    otherwise = options.pop(ELSE, None)
    if not options:
        raise ValueError("expected what each value stands for, such as {by: card.race, elf: gold, else: paper}")
    return LookUp(by, tuple(options.items()), otherwise)


def _under(path: tuple[str, ...], read: Any) -> Any:
    """Wraps `read`, so its faults name the keys that lead there."""
    try:
        return read()
    except Slip as slip:
        raise Slip(str(slip), slip.offset, path + slip.path) from None
    except ValueError as error:
        raise Slip(str(error), 0, path) from None


def read_condition(value: Any) -> str:
    """Returns the condition of `when` or `unless` as it is written. Raises Slip."""
    if not isinstance(value, str):
        raise ValueError(f"expected the name of a card's field, such as card.power, got {quote(value)}")
    text = _with_names(str(value))
    condition(text)
    return text


# A text with {expressions}, or a look-up of one; its result is checked once they are evaluated.
Template = Annotated[
    str | LookUp,
    PlainValidator(template),
    WithJsonSchema({"type": ["string", "number", "object"], "required": [BY]}),  # this applies to objects alone
]
Condition = Annotated[str, PlainValidator(read_condition), WithJsonSchema({"type": "string"})]


def parts(text: str) -> tuple[str | Tree, ...]:
    """Returns a template's texts, and the trees of the expressions between its braces. Raises Slip."""
    return _parts(text, names_given_to(text))


@lru_cache(maxsize=5000)
def _parts(text: str, given: frozenset[str]) -> tuple[str | Tree, ...]:
    parts: list[str | Tree] = []
    end = 0
    for match in [*_BRACES.finditer(text), None]:
        between = text[end : match.start() if match else len(text)]
        if brace := _BRACE.search(between):
            message = f"expected braces in pairs, as in {{card.icon}}, got {quote(text)}"
            raise Slip(message, end + brace.start())
        parts += [between] * bool(between)
        if match:
            tree = parse(match[1], offset=match.start(1), given=given)
            if not any(names(tree)):
                raise Slip(f"expected a name such as {{card.icon}}, got '{match[0]}'{_meant(tree)}", match.start())
            parts.append(tree)
            end = match.end()
    return tuple(parts)


def condition(text: str) -> Tree:
    """Returns the tree of a condition, in braces or not. Raises Slip."""
    return _condition(text, names_given_to(text))


@lru_cache(maxsize=5000)
def _condition(text: str, given: frozenset[str]) -> Tree:
    bare = text.strip()
    offset = text.index(bare)
    if bare.startswith("{") and bare.endswith("}"):
        bare, offset = bare[1:-1], offset + 1
    tree = parse(bare, offset=offset, given=given)
    if not any(names(tree)):  # evaluation cannot find the slip, because cards may lack tested fields
        message = f"expected the name of a card's field, such as card.power, got {quote(text)}{_meant(tree)}"
        raise Slip(message, offset)
    return tree


def _meant(tree: Tree) -> str:
    """The end of a message about an expression that reads nothing: perhaps its root is missing."""
    known = (each.text for each in walk(tree) if isinstance(each, TextLiteral))
    word = next((text for text in known if re.fullmatch(r"[^\W\d]\w*", text)), None)
    return f"; did you mean 'card.{word}'?" if word else ""


def reads(of: Template | None) -> Iterator[str]:
    """Returns the names that a template reads, such as card.icon, in all of its options."""
    return (name for _, _, names in readings(of) for name in names)


def readings(of: Template | None) -> Iterator[tuple[tuple[str, ...], str, tuple[str, ...]]]:
    """Yields the texts of a template, each with the keys that lead to it and the names that it reads."""
    if isinstance(of, LookUp):
        yield (BY,), of.by, tuple(condition_reads(of.by))
        for key, each in (*of.options, (ELSE, of.otherwise)):
            yield from (((key, *path), text, names) for path, text, names in readings(each))
    elif of is not None:
        yield (), of, tuple(name for part in parts(of) if not isinstance(part, str) for name in names(part))


@lru_cache(maxsize=5000)
def word_names(of: Template | None) -> tuple[str, ...]:
    """Returns the names that a template shows as words, without those of look-ups, names of icons, `:{card.icon}:`, and
    colours, `[red]({card.colour})`."""
    shown: list[str] = []
    marks: set[str] = set()
    for text in texts(of):
        before = ""
        for part in parts(text):
            if not isinstance(part, str):
                (marks.update if _MARK.search(before) else shown.extend)(names(part))
            before = part if isinstance(part, str) else ""
    return tuple(dict.fromkeys(name for name in shown if name not in marks))


def texts(of: Template | None) -> Iterator[str]:
    """Returns all texts that a template can choose, before they are filled in."""
    if isinstance(of, str):
        yield of
    elif of is not None:
        for each in (*(option for _, option in of.options), of.otherwise):
            yield from texts(each)


def condition_reads(text: str | None) -> Iterator[str]:
    """Returns the names that a condition reads."""
    return names(condition(text)) if text else iter(())


def chosen(of: Template, scope: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    """Returns the text that a template chooses, before it is filled in, and the keys that lead to it. Raises Slip."""
    path: tuple[str, ...] = ()
    while isinstance(of, LookUp):
        tree = condition(of.by)
        key, chosen_text = _option(of, tree, scope, path)
        of, path = chosen_text, (*path, key)
    return of, path


def _option(of: LookUp, tree: Tree, scope: Mapping[str, Any], path: tuple[str, ...]) -> tuple[str, Template]:
    try:
        value = evaluate.worked_out(tree, scope)
    except Unknown as unknown:
        if of.otherwise is None:
            unknown.path = (*path, BY)
            raise unknown
        return ELSE, of.otherwise
    except Slip as slip:
        raise Slip(str(slip), slip.offset, (*path, BY)) from None
    for key, option in of.options:
        if evaluate.same(value, key):
            return key, option
    if of.otherwise is None:
        said = evaluate.format_value(value)
        meant = likeliest(said, [key for key, _ in of.options])
        hint = f"; did you mean '{meant}'?" if meant else ""
        raise Slip(f"the look-up has no entry for '{said}'; add it, or {ELSE}:{hint}", 0, (*path, BY))
    return ELSE, of.otherwise


def fill(text: str, scope: Mapping[str, Any]) -> str:
    """Returns a text with its expressions evaluated in `scope`. Raises Slip."""
    if "{" not in text and "}" not in text:
        return text
    return "".join(part if isinstance(part, str) else evaluate.evaluate_text(part, scope) for part in parts(text))


def several(text: str, scope: Mapping[str, Any]) -> list[str]:
    """Returns the items of a text between semicolons and line ends, or of the list that it passes on; none if the list
    is missing. Raises Slip."""
    items = parts(text)
    if len(items) == 1 and not isinstance(items[0], str):
        try:
            value = evaluate.worked_out(items[0], scope)
        except Unknown:
            return []
        if isinstance(value, tuple):
            return [evaluate.format_value(item) for item in value]
    return [item.strip() for item in re.split("[;\n]", fill(text, scope)) if item.strip()]


def holds(text: str, scope: Mapping[str, Any]) -> bool:
    """Returns whether a condition is true: its names are there, and its comparisons are true. Raises Slip."""
    try:
        return evaluate.is_there(evaluate.worked_out(condition(text), scope))
    except Unknown:
        return False


def passed_on(text: str, scope: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Returns the first name of a text, if the text passes its value on unchanged; a default counts only if the name is
    missing."""
    first = next(iter(parts(ScopedText(text.strip(), names_given_to(text)))), None)
    while isinstance(first, Pair) and first.sign == "or" and evaluate.is_there(_or_none(first.left, scope)):
        first = first.left
    return first.parts if isinstance(first, Name) else None


def _or_none(tree: Tree, scope: Mapping[str, Any]) -> Any:
    try:
        return evaluate.worked_out(tree, scope)
    except Slip:
        return None
