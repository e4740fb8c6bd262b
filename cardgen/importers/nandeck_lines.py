"""Parses the lines of a nanDECK script: directives, their parameters, and sums in braces. It runs nothing else."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator

from cardgen.foundations.dataclass import dataclass

MAX_DEPTH = 30
_OPENING, _CLOSING = "([{", ")]}"
_NUMBER = re.compile(r"\s*(\d+(?:\.\d+)?|\.\d+)\s*")
_SUMS: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "%": operator.mod,
    "^": lambda left, right: left ** min(max(right, -10), 10) if abs(left) < 1e6 else 0.0,
}
_LEVELS = ("+-", "*/%", "^")


@dataclass(frozen=True, slots=True)
class Directive:
    """A line: its word in capitals, the text after the equals sign, and the parts of that text between commas. The word
    of a label is in brackets."""

    word: str
    text: str
    parts: tuple[str, ...]
    line: int
    file: str = ""


def directives(source: str, file: str = "") -> Iterator[Directive]:
    """The lines of a script in order, without empty ones and comments."""
    for line, raw in enumerate(source.splitlines(), 1):
        text = raw.strip().lstrip("\ufeff").strip()
        if not text or text.startswith((";", "'", "//")):
            continue
        match = re.match(r"(\[[^\]]{1,200}\]|\w+)\s*(?:=\s*(.*))?$", text)
        if not match:
            yield Directive("", text, (), line, file)
            continue
        word, rest = match[1], (match[2] or "").strip()
        label = word.strip("[] ").lower() if word.startswith("[") else ""
        yield Directive(f"[{label}]" if label else word.upper(), rest, (*split(rest),), line, file)


def split(text: str) -> list[str]:
    """The parameters of a line; commas within quotes and brackets do not separate any."""
    parts, start, depth, quoted = list[str](), 0, 0, False
    for at, sign in enumerate(text):
        if sign == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif sign in _OPENING:
            depth += 1
        elif sign in _CLOSING:
            depth -= 1
        elif sign == "," and depth <= 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()]


def unquote(text: str) -> str:
    """A parameter without its quotes, with newlines in place of nanDECK's codes for them."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1]:
        text = text[1:-1]
    return text.replace('"', "").replace("\\13\\", "\n").replace("\\10\\", "")


def evaluate(text: str) -> float | None:
    """The value of an arithmetic expression; None for any other text."""
    if not re.fullmatch(r"[\d\s.+*/^()%-]{1,200}", text) or not re.search(r"\d", text):
        return None
    try:
        value, at = _sum(text, 0, 0, 0)
    except (ValueError, ZeroDivisionError, OverflowError, IndexError):
        return None
    return float(value) if at == len(text) and abs(value) < 1e9 else None


def _sum(text: str, at: int, level: int, depth: int) -> tuple[float, int]:
    if level == len(_LEVELS):
        return _operand(text, at, depth)
    value, at = _sum(text, at, level + 1, depth)
    while at < len(text) and text[at] in _LEVELS[level]:
        sign = text[at]
        other, at = _sum(text, at + 1, level + 1, depth)
        value = _SUMS[sign](value, other)
    return value, at


def _operand(text: str, at: int, depth: int) -> tuple[float, int]:
    if depth > MAX_DEPTH:
        raise ValueError
    while text[at] == " ":
        at += 1
    if text[at] == "-":
        value, at = _operand(text, at + 1, depth + 1)
        return -value, at
    if text[at] == "(":
        value, at = _sum(text, at + 1, 0, depth + 1)
        if text[at] != ")":
            raise ValueError
        at += 1
    else:
        match = _NUMBER.match(text, at)
        if not match:
            raise ValueError
        value, at = float(match[1]), match.end()
    while at < len(text) and text[at] == " ":
        at += 1
    return value, at


def length(text: str, whole: float, unit: float) -> float | None:
    """The millimetres of `5`, `20%`, `50%-2/2` or `{3+4}`; None if the text is no length. A bare number counts units of
    `unit` mm, a percentage is a part of `whole`."""
    plain = unquote(text).replace("{", "(").replace("}", ")")
    if not plain:
        return None
    plain = re.sub(r"(\d+(?:\.\d+)?|\))\s*%(?=\s*(?:$|[-+*/)]))", rf"\1*({whole / unit / 100:.9f})", plain)
    value = evaluate(plain)
    return None if value is None else value * unit


_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "<>": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "=": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}


def holds(condition: str) -> bool | None:
    """Whether a condition without labels is true, such as `3<>0_AND_fire=fire`; None if cardgen does not understand
    it."""
    either = [part for part in re.split(r"_OR_", condition, flags=re.IGNORECASE)]
    results = [[_comparison(part) for part in re.split(r"_AND_", each, flags=re.IGNORECASE)] for each in either]
    if any(value is None for each in results for value in each):
        return None
    return any(all(each) for each in results)


def _comparison(text: str) -> bool | None:
    text = text.strip()
    while text.startswith("(") and text.endswith(")"):
        text = text[1:-1].strip()
    match = re.match(r"(\"[^\"]*\"|[^<>=@\"]*)(<>|<=|>=|=|<|>|@)(.*)$", text, re.DOTALL)
    if not match:
        return None
    left, sign, right = unquote(match[1]), match[2], unquote(match[3])
    if sign == "@":
        return right.lower() in left.lower()
    numbers = evaluate(left), evaluate(right)
    if numbers[0] is not None and numbers[1] is not None:
        return _COMPARISONS[sign](numbers[0], numbers[1])
    if sign not in ("=", "<>"):
        return None
    return (left.strip().lower() == right.strip().lower()) == (sign == "=")
