"""Makes models of the rule parameters that a game's own rules file declares, like those that an engine's code
declares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Literal

from pydantic import ConfigDict, create_model

from cardgen.definitions import fields
from cardgen.definitions.nodes import Mapping, Node, Scalar, kind
from cardgen.definitions.rules import Rules, rule
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, Fault, InputError, Place, fail, nearest

SECTION = "rules"
MAX_NUMBER, MAX_RULES = 1_000_000, 100
SWITCH = ("no", "yes")
EXPECTED = "'2, from 1 to 4' or options such as 'shared | nobody'"
_PARAMETER = re.compile(r"(\d{1,9}), from (\d{1,9}) to (\d{1,9})")
WHOLE_NUMBER = re.compile(r"-?\d{1,7}")
_OPTION = re.compile(r"[^\W\d]\w*")
_KEYS = ("is", "fact")


@dataclass(frozen=True, slots=True)
class Rule:
    """A parameter: options, or a number with its bounds. `default` is that number, or the place of an option.

    The first option is the default. If the options are `no` and `yes`, in either order, `no` has the place 0.
    """

    name: str
    options: tuple[str, ...] = ()
    default: int = 0
    least: int = 0
    most: int = 0
    fact: str = ""  # the fact or ruling behind it
    place: Place | None = None


def text_of(node: Node, what: str) -> str:
    """Returns a sentence or a word. Raises InputError."""
    if not isinstance(node, Scalar):
        raise fail(f"expected {what}, got {kind(node)}", node.place)
    return " ".join(node.text.split()) if "\n" in node.text else node.text.strip()


def each_of(section: Node | None, faults: list[Fault]) -> Iterator[tuple[str, Node, Place]]:
    """Returns the declarations of a section with the places of their names."""
    if section is None:
        return
    if not isinstance(section, Mapping):
        faults.append(Fault(f"expected names with their definitions, got {kind(section)}", section.place))
        return
    for name, node in section.items.items():
        yield name, node, section.keys[name]


def whole_of(path: str, node: Node) -> int:
    """Returns a whole number from 0 on. Raises InputError."""
    text = text_of(node, "a number")
    if not WHOLE_NUMBER.fullmatch(text) or not 0 <= int(text) <= MAX_NUMBER:
        raise fail(f"{path}: expected a whole number up to {MAX_NUMBER:,}, got {fields.quote(text)}", node.place)
    return int(text)


def read_rule(name: str, node: Node) -> Rule:
    """Reads a parameter: `2, from 1 to 4`, or its options with `|` between them; the long form adds the number of a
    fact.

    Raises InputError.
    """
    path, fact = f"{SECTION}.{name}", ""
    if isinstance(node, Mapping):
        for key in node.items:
            if key not in _KEYS:
                raise fail(f"{path}: there is no key '{key}'{nearest(key, _KEYS)}", node.keys[key], UNKNOWN_NAME)
        if "is" not in node.items:
            raise fail(f"{path}: expected 'is' with {EXPECTED}", node.place)
        fact = text_of(node.items["fact"], "the number of a fact") if "fact" in node.items else ""
        node = node.items["is"]
    text = text_of(node, "a number with its bounds, or options")
    if match := _PARAMETER.fullmatch(text):
        default, least, most = map(int, match.groups())
        if most > MAX_NUMBER:
            raise fail(f"{path}: expected numbers up to {MAX_NUMBER:,}, got {most:,}", node.place)
        if not least <= default <= most:
            raise fail(f"{path}: {default} is not from {least} to {most}", node.place)
        return Rule(name, (), default, least, most, fact, node.place)
    options = tuple(option.strip() for option in text.split("|"))
    if len(options) < 2 or len(set(options)) < len(options) or not all(map(_OPTION.fullmatch, options)):
        raise fail(f"{path}: expected {EXPECTED}, got {fields.quote(text)}", node.place)
    default = 0
    if set(options) == {*SWITCH}:
        default, options = SWITCH.index(options[0]), SWITCH
    return Rule(name, options, default, fact=fact, place=node.place)


def parameters_model(clauses: Mapping) -> type[Rules]:
    """Returns the model of the parameters that a rules file declares. Raises InputError with all faults of that
    section."""
    section = clauses.get(SECTION)
    if section is None:
        return _model(())
    if not isinstance(section, Mapping):
        raise fail(f"{SECTION}: expected names with their definitions, got {kind(section)}", section.place)
    if len(section.items) > MAX_RULES:
        raise fail(f"{SECTION}: expected at most {MAX_RULES}, got {len(section.items):,}", section.place)
    rules: list[Rule] = []
    faults: list[Fault] = []
    for name, node in section.items.items():
        try:
            rules.append(read_rule(_name(name, section.keys[name]), node))
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*faults)
    return _model(tuple(rules))


class _Declared(Rules):
    model_config = ConfigDict(protected_namespaces=())


def _name(name: str, place: Place) -> str:
    try:
        fields.name(name)
    except ValueError as error:
        raise fail(f"{SECTION}: {error}", place) from None
    if hasattr(_Declared, name):
        raise fail(f"{SECTION}: a rule cannot be called '{name}'", place)
    return name


@lru_cache(maxsize=200)
def _model(rules: tuple[Rule, ...]) -> type[Rules]:
    parameters: dict[str, Any] = {each.name: _parameter(each) for each in rules}
    return create_model("Rules", __base__=_Declared, __module__=__name__, **parameters)


def _parameter(each: Rule) -> tuple[Any, Any]:
    """The type and the default of a parameter."""
    if each.options == SWITCH:
        return fields.Flag, rule(bool(each.default), each.fact)
    if each.options:
        return Literal[each.options], rule(each.options[each.default], each.fact)
    return fields.Whole, rule(each.default, each.fact, ge=each.least, le=each.most)
