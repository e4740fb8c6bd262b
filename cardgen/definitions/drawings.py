"""Finds the expressions `{card.power}` in SVG files of pictures, and the names that they read. An expression reads a
name with a root, `card.power`, or a name given to the picture's field, `i`. Other braces, as in style sheets and plain
words, are no expressions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from html import unescape
from pathlib import Path

from cardgen.definitions.expressions import ROOTS, Slip, names, parse
from cardgen.definitions.field_keys import repeat_of
from cardgen.definitions.layout_fields import Picture
from cardgen.definitions.layouts import Layout
from cardgen.definitions.templates import Template, parts, texts
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, Place, is_slip
from cardgen.store.library import Home
from cardgen.store.reach import files_below, is_folder, read_bytes, unpack
from cardgen.store.remember import per_file

SUFFIXES = (".svg", ".svgz")
MAX_BYTES = 30_000_000
_BRACES = re.compile(r"\{([^{}]{1,800})\}?")
_NAME = re.compile(r"(?<![\w.])([^\W\d]\w*)(\.(?=[\w'\"&]))?")
_WRITTEN = "out"  # the folder of printed files


@dataclass(frozen=True, slots=True)
class DrawingExpression:
    """An expression in a drawing: the text between its braces, the names that it reads, and the place of its
    beginning."""

    text: str
    names: tuple[str, ...]
    place: Place

    def place_of(self, name: str) -> Place:
        """Returns the place of a name in the expression."""
        return replace(self.place, column=self.place.column + max(0, self.text.find(name)))


def as_text(data: bytes) -> str:
    """Returns the text of an SVG file."""
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    return data.decode("utf-16" if wide else "utf-8-sig", "replace")


def has_expressions(text: str, given: frozenset[str] = frozenset()) -> bool:
    """Returns whether a text contains an expression, perhaps with a misspelt root or an open brace."""
    return "{" in text and any(_is_expression(match[1], given) for match in _BRACES.finditer(text))


def _is_expression(inner: str, given: frozenset[str]) -> bool:
    for name, dotted in _NAME.findall(inner):
        if name in given or name == "language":
            return True
        if dotted and _is_root(name):
            return True
    return False


@lru_cache(maxsize=5000)
def _is_root(name: str) -> bool:
    """Whether a name is that of a root, or differs from it in one letter."""
    return name in ROOTS or any(is_slip(name, root) for root in ROOTS if abs(len(name) - len(root)) < 2)


def reads_of_drawings(layout: Layout, home: Home) -> frozenset[str]:
    """Returns the names, such as card.power, read by the SVG files that a layout and its parts can draw. If there are
    any, `language` is one of them, because a drawing's words are in the sheet's language.
    """
    given = _names_given_in(layout)
    expressions = (
        _reads(path, given)
        for each in layout.whole()
        for _, field in each.walk()
        if isinstance(field, Picture)
        for path in _files(field.of, home)
    )
    return frozenset().union(*expressions)


def _names_given_in(layout: Layout) -> frozenset[str]:
    """All names that a layout and its parts give to their fields."""
    names_given: set[str] = set()
    for each in layout.whole():
        names_given.update(each.takes)
        for _, field in each.walk():
            if repeat := repeat_of(field):
                names_given.update(repeat.names)
    return frozenset(names_given)


def _files(of: Template, home: Home) -> Iterator[Path]:
    """The SVG files that a template can name, whatever the values of its expressions."""
    for text in texts(of):
        if "{" not in text:
            with suppress(InputError):
                yield from [home.picture(text)] if text.lower().endswith(SUFFIXES) else ()
            continue
        form = "".join(re.escape(part) if isinstance(part, str) else ".+" for part in parts(text))
        folder = text.partition("{")[0].replace("\\", "/").rpartition("/")[0]
        for base in (home.folder, home.library) if folder else (home.folder,):
            if base is None or ".." in Path(folder).parts or not is_folder(base / folder):
                continue
            with suppress(InputError):  # there are too many files
                for path in files_below(base / folder, SUFFIXES):
                    named = path.relative_to(base).as_posix()
                    if re.fullmatch(form, named, re.IGNORECASE) and not named.startswith(f"{_WRITTEN}/"):
                        yield path


def expressions_of_drawings(layout: Layout, home: Home) -> Iterator[DrawingExpression]:
    """Returns the expressions in the SVG files that the pictures of a layout can name, without those of its parts."""
    given = _names_given_in(layout)
    pictures = [field for _, field in layout.walk() if isinstance(field, Picture)]
    for path in dict.fromkeys(path for field in pictures for path in _files(field.of, home)):
        yield from _expressions_in(path, given)


def _reads(path: Path, given: frozenset[str]) -> frozenset[str]:
    expressions = _expressions_in(path, given)
    return frozenset({"language"}.union(*(each.names for each in expressions))) if expressions else frozenset()


@per_file
def _expressions_in(path: Path, given: frozenset[str]) -> tuple[DrawingExpression, ...]:
    """The expressions in a file; none if it cannot be read: drawing it reports that."""
    try:
        data = unpack(read_bytes(path, MAX_BYTES), MAX_BYTES)
    except (InputError, OSError, ValueError):
        return ()
    if b"{" not in data:
        return ()
    expressions: list[DrawingExpression] = []
    text = as_text(data)
    for match in _BRACES.finditer(text):
        if _is_expression(match[1], given):
            with suppress(Slip):
                read = tuple(names(parse(unescape(match[1]), given=given)))
                place = Place(str(path), text.count("\n", 0, match.start(1)) + 1)
                column = match.start(1) - text.rfind("\n", 0, match.start(1))
                expressions.append(DrawingExpression(match[1], read, replace(place, column=column)))
    return tuple(expressions)
