"""Fills in the variables of CardMaker's elements for each card: columns, defines, conditions and counters. It runs no
program."""

from __future__ import annotations

import re

from cardgen.importers.cardmaker_xml import XmlElement
from cardgen.importers.looks import hex_colour
from cardgen.importers.model import Value, one_if_equal

_NUMBER = re.compile(r"-?\d{1,9}(?:\.\d{1,9})?")
_COUNTER = re.compile(r"#(#|sc;)(\d{1,6});(\d{1,4});(\d{1,2})#")
_CONDITION = re.compile(r"#\(((?:(?!#\(|\)#).){1,2000})\)#", re.DOTALL)
_IF = re.compile(r"if\s+(.*?)\s*(==|!=|>=|<=|>|<)\s*(.*?)\s+then\s*(.*?)(?:\s*\belse\b\s*(.*))?$", re.DOTALL)
_MAX_TEXT, _MAX_NESTED = 20_000, 8


class ProgramVariable(Exception):
    """A variable that contains a program, which cardgen does not run."""


class Variables:
    """What variables of one layout read. `copies` counts, from 0, the copies of each row of the sheet."""

    def __init__(self, layout: str, scripted: bool, defines: dict[str, str]) -> None:
        self.layout, self.scripted, self.defines = layout, scripted, defines
        self.cards = 1
        self.columns: dict[str, tuple[str, ...]] = {}
        self.copies: list[int] = []
        self._unknown: set[str] = set()

    def fill_in(self, element: XmlElement, text: str) -> tuple[Value, list[str]]:
        """A text for each card, and the names in it of neither columns nor defines. Raises ProgramVariable."""
        if self.scripted:
            text = _unscript(text)
        text = re.sub(r"&\[(\w{1,40})\]", lambda match: element.attributes.get(match[1].lower(), ""), text)
        self._unknown.clear()
        texts = one_if_equal(tuple(self._on_card(text, card, 0) for card in range(self.cards)))
        return texts, sorted(self._unknown)

    def _on_card(self, text: str, card: int, depth: int) -> str:
        if depth > _MAX_NESTED or len(text) > _MAX_TEXT:
            return text[:_MAX_TEXT]

        def cell_or_define(match: re.Match[str]) -> str:
            name = match[1].strip()
            cells = {column.lower(): cells for column, cells in self.columns.items()}
            if name.lower() in cells:
                return self._on_card(cells[name.lower()][card], card, depth + 1)
            if name.lower() not in self.defines:
                self._unknown.add(name)
            return self._on_card(self.defines.get(name.lower(), ""), card, depth + 1)

        def built_in(match: re.Match[str]) -> str:
            numbers = {"deckindex": card + 1, "cardindex": card + 1, "cardcount": self.cards, "cardIndex": card + 1}
            return str(numbers.get(match[1].strip(), self.layout if "layout" in match[1] else ""))

        for _ in range(_MAX_NESTED):
            inner = re.sub(r"!\[([^\[\]]{1,100})\]", built_in, text)
            inner = re.sub(r"@\[([^\[\]]{1,200})\]", cell_or_define, inner)[:_MAX_TEXT]
            if inner == text:
                break
            text = inner
        for _ in range(_MAX_NESTED):
            inner = _CONDITION.sub(_conditional_text, text)
            if inner == text:
                break
            text = inner
        copy = self.copies[card] if self.copies else card
        return _COUNTER.sub(lambda match: _counter_value(match, card if match[1] == "#" else copy), text)


def _unscript(text: str) -> str:
    """A script of texts and names, such as `'art/' + name + '.png'`, as a project without scripts writes it. Raises
    ProgramVariable for any other."""
    parts = re.findall(r"\s*('(?:[^'\\]|\\.){0,2000}'|[A-Za-z_]\w{0,100})\s*(?:\+|;?\s*$)", text)
    if not re.fullmatch(r"\s*(?:(?:'(?:[^'\\]|\\.)*'|[A-Za-z_]\w*)\s*(?:\+\s*(?!$)|;?\s*$))*", text):
        raise ProgramVariable
    return "".join(part[1:-1].replace("\\'", "'") if part.startswith("'") else f"@[{part}]" for part in parts)


def _conditional_text(match: re.Match[str]) -> str:
    """The result of `if a == b then c else d` or `switch;key;a;b;...`."""
    text = match[1].strip()
    if text.lower().startswith("switch"):
        _, key, *pairs = text.split(";")
        cases = dict(zip(pairs[::2], pairs[1::2], strict=False))
        return next((value for name, value in cases.items() if name.strip() == key.strip()), cases.get("#default", ""))
    parts = _IF.match(text)
    if not parts:
        return ""
    left, sign, right, then, otherwise = (part or "" for part in parts.groups())
    return _visible(then if _holds(left, sign, right) else otherwise)


def _holds(left: str, sign: str, right: str) -> bool:
    left, right = left.strip("[] ").lower(), right.strip("[] ").lower()
    if sign in ("==", "!="):
        same = left in right.split(";") if ";" in right else _visible(left) == _visible(right)
        return same == (sign == "==")
    numbers = [float(text) if _NUMBER.fullmatch(text) else 0.0 for text in (left, right)]
    return {">": numbers[0] > numbers[1], "<": numbers[0] < numbers[1]}.get(
        sign, numbers[0] >= numbers[1] if sign == ">=" else numbers[0] <= numbers[1]
    )


def _visible(text: str) -> str:
    return "" if text.strip().lower() in ("#empty", "#nodraw") else text.strip()


def _counter_value(match: re.Match[str], number: int) -> str:
    start, step, width = (int(part) for part in match.groups()[1:])
    return str(start + step * number).zfill(min(width, 20))


def number(text: str | None) -> float:
    """The number that a text is, or 0."""
    match = _NUMBER.fullmatch((text or "").strip())
    return float(match[0]) if match else 0.0


def colour(text: str | None) -> str:
    """`0xff0000` or a colour's name as `#ff0000`; '' if it is no colour."""
    return hex_colour(re.sub(r"^0x", "#", (text or "").strip(), flags=re.IGNORECASE)) or ""
