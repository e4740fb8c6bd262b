"""The blocks of a rulebook: frozen values, each with the place of its Markdown.

Blocks with the same content are equal, at any place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import Literal

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place
from cardgen.rulebook.anatomy import Anatomy
from cardgen.rulebook.scene import Scene
from cardgen.text.inline import InlineIcon, LineBreak, Run

Words = tuple[Run | InlineIcon | LineBreak, ...]
Align = Literal["left", "centre", "right"]


@dataclass(frozen=True, slots=True)
class Heading:
    """`level` 1 is a chapter, 2 a section, 3 a subsection."""

    level: int
    words: Words
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Paragraph:
    words: Words
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Items:
    """A list: bullets, or steps counted from `start`. Items of a `loose` list have gaps between them."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None
    loose: bool
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Table:
    header: tuple[Words, ...]
    rows: tuple[tuple[Words, ...], ...]
    align: tuple[Align, ...]
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Callout:
    """A box; `title` may be empty. A box with a `rule` looks different from an example."""

    title: Words
    blocks: tuple[Block, ...]
    place: Place = field(compare=False)
    rule: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """A face of a figure: its name, the number of copies over one another, and the count and the words that an author
    has printed below it."""

    name: str
    copies: int = 1
    count: int | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """Faces in rows, or in a ring: the first one on top and the others clockwise, their counts as plain numbers.

    `breaks` are the faces before which an author begins a new row; without any, the width decides. If `named`, names
    stand below the faces. A `scene` says where faces lie; an anatomy has one face, with words that point at it.
    """

    faces: tuple[Shown, ...]
    caption: Words
    place: Place = field(compare=False)
    ring: bool = False
    breaks: tuple[int, ...] = ()
    named: bool = False
    scene: Scene | Anatomy | None = None


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the index, its other forms, which count as well, and its meaning, if it has one."""

    forms: tuple[str, ...]
    place: Place = field(compare=False)
    meaning: str = ""

    def __hash__(self) -> int:
        return hash(self.forms)


@dataclass(frozen=True, slots=True)
class Index:
    """Terms with the pages that name them, and the chief page of each, 0 if there is none; `pages` is empty until they
    are known."""

    title: Words
    terms: tuple[Term, ...]
    place: Place = field(compare=False)
    pages: Mapping[Term, tuple[int, tuple[int, ...]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PageBreak:
    place: Place = field(compare=False)


Block = Heading | Paragraph | Items | Table | Callout | Figure | Index | PageBreak


def walk(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks and those in them."""
    for block in blocks:
        yield block
        if isinstance(block, Callout):
            yield from walk(block.blocks)
        elif isinstance(block, Items):
            for item in block.items:
                yield from walk(item)


def icons_of(block: Block) -> set[str]:
    """The icons in a block's words."""
    words = [part for each in walk([block]) for part in words_of(each)]
    return {item.name for part in words for item in part if isinstance(item, InlineIcon)}


def words_of(block: Block) -> tuple[Words, ...]:
    """The words of a block itself, not of the blocks in it."""
    match block:
        case Heading() | Paragraph():
            return (block.words,)
        case Table():
            return (*block.header, *(cell for row in block.rows for cell in row))
        case Callout():
            return (block.title,)
        case Figure():
            return (block.caption,)
    return ()


def reworded(block: Block, change: Callable[[Words], Words]) -> Block:
    """The block with all its words, and those of the blocks in it, changed."""
    match block:
        case Heading() | Paragraph():
            return replace(block, words=change(block.words))
        case Table():
            rows = tuple(tuple(map(change, row)) for row in block.rows)
            return replace(block, header=tuple(map(change, block.header)), rows=rows)
        case Callout():
            inside = tuple(reworded(each, change) for each in block.blocks)
            return replace(block, title=change(block.title), blocks=inside)
        case Items():
            return replace(block, items=tuple(tuple(reworded(each, change) for each in item) for item in block.items))
        case Figure():
            return replace(block, caption=change(block.caption))
    return block


def words_in(blocks: Iterable[Block]) -> str:
    """All words of blocks, without faces and icons."""
    return " ".join(plain(words) for block in walk(blocks) for words in words_of(block))


def is_changed(words: Words) -> bool:
    return any(isinstance(item, Run) and item.changed for item in words)


def plain(words: Words) -> str:
    """The words without their faces and icons."""
    parts = (item.text if isinstance(item, Run) else " " if isinstance(item, LineBreak) else "" for item in words)
    return " ".join("".join(parts).replace("\u00ad", "").split(" ")).strip()
