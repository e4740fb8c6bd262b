"""What a rulebook is made of: frozen blocks, each with the place of its Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardgen.errors import Place
from cardgen.text.inline import InlineIcon, LineBreak, Run

Words = tuple[Run | InlineIcon | LineBreak, ...]
Align = Literal["left", "centre", "right"]


@dataclass(frozen=True, slots=True)
class Heading:
    """`level` 1 is a chapter, 2 a section, 3 a subsection."""

    level: int
    words: Words
    place: Place


@dataclass(frozen=True, slots=True)
class Paragraph:
    words: Words
    place: Place


@dataclass(frozen=True, slots=True)
class Items:
    """A list: bullets, or steps counted from `start`. `loose` ones are set apart from one another."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None
    loose: bool
    place: Place


@dataclass(frozen=True, slots=True)
class Table:
    header: tuple[Words, ...]
    rows: tuple[tuple[Words, ...], ...]
    align: tuple[Align, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Callout:
    """A box; `title` may be empty."""

    title: Words
    blocks: tuple[Block, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Figure:
    """A row of faces: each a name and how many copies lie over one another."""

    faces: tuple[tuple[str, int], ...]
    caption: Words
    place: Place


@dataclass(frozen=True, slots=True)
class PageBreak:
    place: Place


Block = Heading | Paragraph | Items | Table | Callout | Figure | PageBreak


def plain(words: Words) -> str:
    """The words without their faces and icons."""
    parts = (item.text if isinstance(item, Run) else " " if isinstance(item, LineBreak) else "" for item in words)
    return " ".join("".join(parts).replace("\u00ad", "").split(" ")).strip()
