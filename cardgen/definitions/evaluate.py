"""Evaluates an expression: it looks names up in a scope, nested mappings of plain values, and changes nothing. A
missing name is a value as well, until it has to be shown or computed with: `or` takes the next value, a comparison with
it is false, `not` makes it true.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from cardgen.definitions.expressions import Call, Name, Several, Slip, TextLiteral, Tree, names
from cardgen.foundations.errors import nearest

MAX_NUMBER = 10**12
_NUMBER = re.compile(r"\s*[+-]?(\d{1,15}(\.\d*)?|\.\d+)\s*")
_PLAIN = re.compile(r"\w+([ -]\w+)*")


class Unknown(Slip):
    """A missing name, from its part with that index on, and the value of such a name. Its message is made only when it
    is shown, because most missing names are only tested.
    """

    def __init__(self, name: Name, value: Any, index: int) -> None:
        super().__init__("", name.at)
        self.missing, self.value, self.index = name, value, index

    @property
    def name(self) -> str:
        return ".".join(self.missing.parts)

    def __str__(self) -> str:
        above, written = ".".join(self.missing.parts[: self.index]), _as_typed(self.missing)
        if not isinstance(self.value, Mapping):
            return f"'{above}' has no parts, so '{written}' means nothing"
        known = [f"{above}.{key}" if above else key for key in self.value]
        return f"'{written}' is not defined{nearest('.'.join(self.missing.parts[: self.index + 1]), known)}"


def worked_out(tree: Tree, scope: Mapping[str, Any]) -> Any:
    """Returns the value of an expression: a text, a number, yes or no, or a value with parts. Raises Slip, or
    Unknown."""
    value = _value(tree, scope)
    if isinstance(value, Unknown):
        raise value
    return value


def evaluate_text(tree: Tree, scope: Mapping[str, Any]) -> str:
    """Returns the value of an expression as it is printed. Raises Slip, or Unknown for a missing name."""
    return format_value(_plain(_value(tree, scope), tree))


def whole(tree: Tree, scope: Mapping[str, Any]) -> int:
    """Returns the value of an expression as a whole number. Raises Slip, or Unknown."""
    number = _number(_value(tree, scope), tree)
    if number != int(number):
        raise Slip(f"expected a whole number, got {format_value(number)}", tree.at)
    return int(number)


def _plain(value: Any, tree: Tree) -> Any:
    """The value, if it has no parts. Raises Slip."""
    if isinstance(value, Unknown):
        raise value
    if not isinstance(value, (Mapping, tuple)):
        return value
    name = next(iter(names(tree)), "this")
    if isinstance(value, tuple):
        raise Slip(f"'{name}' is a list, which cannot be drawn", tree.at)
    hint = nearest(f"{name}.", [f"{name}.{key}" for key in value])
    raise Slip(f"'{name}' has parts; name one of them{hint}", tree.at)


def format_value(value: Any) -> str:
    """Returns a value as it is printed: yes and no, and numbers with as few decimals as possible."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.10g}"
    return str(value)


def is_there(value: Any) -> bool:
    """Returns whether a value counts as there: it is not missing, empty, `no`, `none`, or a computed 0."""
    return not isinstance(value, Unknown) and value not in (None, False, 0, "", "no", "none", "false")


def slug(text: str) -> str:
    """Returns a text in the letters of ids, names of icons and keys of strings: elan-du-nord for Élan du Nord."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("æ", "ae").replace("œ", "oe").replace("ø", "o"))
    plain = re.sub(r"['’](?=s\b)", "", plain)
    return re.sub(r"[^a-z0-9]+", "-", "".join(sign for sign in plain if not unicodedata.combining(sign))).strip("-")


def is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def same(left: Any, right: Any) -> bool:
    """Returns whether two values are equal: as numbers if both are numbers, else as texts without regard to
    capitals."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return False
    numbers = _as_number(left), _as_number(right)
    if None not in numbers:
        return numbers[0] == numbers[1]
    return format_value(left).strip().casefold() == format_value(right).strip().casefold()


def _value(tree: Tree, scope: Mapping[str, Any]) -> Any:
    if isinstance(tree, TextLiteral):
        return tree.text
    if isinstance(tree, Name):
        return _look_up(tree, scope)
    if isinstance(tree, Several):
        return tuple(_value(item, scope) for item in tree.items)
    if isinstance(tree, Call):
        return _call(tree, [_value(value, scope) for value in tree.values])
    left = _value(tree.left, scope)
    if tree.sign == "or":
        return left if is_there(left) else _value(tree.right, scope)
    if tree.sign == "and":
        return is_there(left) and is_there(_value(tree.right, scope))
    right = _value(tree.right, scope)
    if tree.sign in _EQUAL:
        return _EQUAL[tree.sign](left, right)
    if tree.sign in _ORDER and (isinstance(left, Unknown) or isinstance(right, Unknown)):
        return False
    numbers = _number(left, tree.left), _number(right, tree.right)
    if tree.sign in _ORDER:
        return _ORDER[tree.sign](*numbers)
    if tree.sign == "/" and numbers[1] == 0:
        raise Slip("cannot divide by 0", tree.at)
    return _require_bounded(_SUMS[tree.sign](*numbers), tree.at)


def _among(value: Any, many: Any) -> bool:
    """Whether a value is one of several: of a list, or of the parts of a text between commas or semicolons."""
    several = (
        many if isinstance(many, tuple) else () if isinstance(many, Unknown) else re.split("[,;\n]", format_value(many))
    )
    return any(same(value, each) for each in several)


_EQUAL: dict[str, Callable[[Any, Any], bool]] = {
    "==": same,
    "!=": lambda left, right: not same(left, right),
    "in": _among,
}
_ORDER: dict[str, Callable[[float, float], bool]] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
_SUMS: dict[str, Callable[[float, float], float]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": lambda left, right: left / right,
}
_OF_TEXTS: dict[str, Callable[[str], str | int]] = {
    "upper": str.upper,
    "lower": str.lower,
    "capital": lambda text: text[:1].upper() + text[1:],
    "slug": slug,
    "length": len,
}
_OF_NUMBERS: dict[str, Callable[..., float]] = {
    "min": min,
    "max": max,
    "round": lambda number: math.floor(abs(number) + 0.5) * (1 if number >= 0 else -1),
    "-": lambda number: -number,
}


def _call(tree: Call, values: list[Any]) -> Any:
    if tree.function == "not":
        return not is_there(values[0])
    if tree.function in _OF_TEXTS:
        return _OF_TEXTS[tree.function](format_value(_plain(values[0], tree.values[0])))
    numbers = [_number(value, of) for value, of in zip(values, tree.values, strict=True)]
    return _require_bounded(_OF_NUMBERS[tree.function](*numbers), tree.at)


def _require_bounded(number: float, at: int) -> float:
    if abs(number) > MAX_NUMBER:
        raise Slip(f"expected numbers up to {MAX_NUMBER:,}", at)
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _number(value: Any, tree: Tree) -> float:
    """The value as a number. Raises Slip."""
    number = _as_number(_plain(value, tree))
    if number is None:
        who = f"'{_as_typed(tree)}'" if isinstance(tree, Name) else "this"
        raise Slip(f"expected a number, but {who} is {format_value(value)[:40]!r}", tree.at)
    return number


def _as_number(value: Any) -> float | None:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and is_number(value):
        return float(value) if "." in value else int(value)
    return None


def _as_typed(name: Name) -> str:
    root, *steps = name.parts
    return ".".join([root, *(step if _PLAIN.fullmatch(step) else f'"{step}"' for step in steps)])


def _look_up(name: Name, scope: Mapping[str, Any]) -> Any:
    """The value of a name; Unknown if there is none."""
    value: Any = scope
    for index, step in enumerate(name.parts):
        if not isinstance(value, Mapping) or step not in value:
            return Unknown(name, value, index)
        value = value[step]
    return value
