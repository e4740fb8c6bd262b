"""Finds the characters of a drawing's words, each with its style and its place (SVG 2, 11.4 and 11.7)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from cardgen.foundations.dataclass import dataclass
from cardgen.svg.reading import Reader
from cardgen.svg.style import Style
from cardgen.svg.tree import Element
from cardgen.svg.values import Size, is_shown, length, numbers, part, reference


@dataclass(slots=True)
class PlacedCharacter:
    """One character: its style, and its own place, if it has one."""

    text: str
    node: Element
    style: Style
    within: tuple[tuple[Element, Style], ...]  # the elements around it, the innermost last
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0


def signs_of(
    reader: Reader, node: Element, style: Style, within: tuple[tuple[Element, Style], ...]
) -> Iterator[PlacedCharacter]:
    """The characters of an element."""
    if style.get("display") == "none":
        return
    if node.tag == "textPath":
        reader.cannot("words along a path", node, False)
        return
    if node.get("textLength"):
        reader.cannot("words stretched to a length (textLength)", node, False)
    if node.tag == "tref":
        target = reader.ids.get(reference(node.get("href")) or "")
        yield from (
            PlacedCharacter(sign, node, style, within)
            for sign in ("".join(target.itertext()) if target is not None else "")
        )
    yield from (PlacedCharacter(sign, node, style, within) for sign in node.text or "")
    for child in node:
        assert isinstance(child, Element)
        if child.tag in ("tspan", "textPath", "a", "tref"):
            yield from _inner(reader, child, style, within)
        yield from (PlacedCharacter(sign, node, style, within) for sign in child.tail or "")


def _inner(
    reader: Reader, node: Element, parent: Style, within: tuple[tuple[Element, Style], ...]
) -> Iterator[PlacedCharacter]:
    own = reader.styles.of(node, parent)
    if part(own.get("opacity")) < 1:
        reader.cannot("words seen through in part", node)
    if is_shown(node):
        yield from signs_of(reader, node, own, (*within, (node, own)))


def place_signs(signs: list[PlacedCharacter], view: Size) -> None:
    """Sets the positions that elements list for their characters. Inner elements override outer ones."""
    members: dict[int, tuple[Element, Style, list[PlacedCharacter]]] = {}
    for sign in signs:
        for node, style in sign.within:
            members.setdefault(id(node), (node, style, []))[2].append(sign)
    for node, style, own in members.values():
        em = float(style["font-size"])
        for name, whole in (("x", view[0]), ("y", view[1]), ("dx", view[0]), ("dy", view[1])):
            words = re.split(r"[\s,]+", node.get(name, "").strip())
            for sign, word in zip(own, words, strict=False):
                if (value := length(word, whole, em)) is not None:
                    setattr(sign, name, value)
        if turns := numbers(node.get("rotate")):
            for index, sign in enumerate(own):
                sign.turn = turns[min(index, len(turns) - 1)]


def collapse_spaces(signs: Iterable[PlacedCharacter]) -> list[PlacedCharacter]:
    """The characters with white space collapsed: single spaces, and none at the ends."""
    result: list[PlacedCharacter] = []
    for sign in signs:
        if _keeps_space(sign):
            result.append(replace(sign, text=" ") if sign.text in "\t\n\r" else sign)
        elif sign.text in " \t" and result and result[-1].text != " ":
            result.append(replace(sign, text=" "))
        elif sign.text not in " \t\n\r":
            result.append(sign)
    while result and result[-1].text == " " and not _keeps_space(result[-1]):
        result.pop()
    return result


def _keeps_space(sign: PlacedCharacter) -> bool:
    values = (node.get("space") for node, _ in reversed(sign.within))
    return next((each for each in values if each), "default") == "preserve"


def chunks(signs: list[PlacedCharacter]) -> Iterator[list[PlacedCharacter]]:
    """Chunks of characters that are aligned together: each begins at a place of its own."""
    chunk: list[PlacedCharacter] = []
    for sign in signs:
        if chunk and (sign.x is not None or sign.y is not None):
            yield chunk
            chunk = []
        chunk.append(sign)
    if chunk:
        yield chunk


def runs_of(chunk: list[PlacedCharacter]) -> Iterator[list[PlacedCharacter]]:
    run: list[PlacedCharacter] = []
    for sign in chunk:
        spaced = any(
            sign.style.get(name, "normal") not in ("normal", "0") for name in ("letter-spacing", "word-spacing")
        )
        if run and (sign.style is not run[-1].style or sign.dx or sign.dy or sign.turn or run[-1].turn or spaced):
            yield run
            run = []
        run.append(sign)
    if run:
        yield run
