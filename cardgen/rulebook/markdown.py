"""Turns Markdown into frozen blocks: CommonMark and its tables, without raw HTML, code and links.

It collects faults, and reports all faults of a text together.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from cardgen.foundations.errors import Fault, InputError, Place
from cardgen.rulebook.anatomy import Anatomy, read_anatomy
from cardgen.rulebook.blocks import (
    Align,
    Block,
    Callout,
    Figure,
    Heading,
    Index,
    Items,
    PageBreak,
    Paragraph,
    Shown,
    Table,
    Words,
)
from cardgen.rulebook.index import read_index
from cardgen.rulebook.inline import SCHEMES, UNCLOSED_FIGURE, read_figure, read_words
from cardgen.rulebook.references import lost
from cardgen.rulebook.scene import read_scene
from cardgen.text.inline import Run

_ALIGN: dict[str, Align] = {"text-align:right": "right", "text-align:center": "centre"}
RULE = "[rule]"  # first word of a box that holds a rule, not an example
SCENE, ANATOMY, INDEX = "scene", "anatomy", "index"  # first words of blocks of data
DEEPEST = 6  # nesting depth of lists; a deeper one leaves too little room beside it
MAX_PARAGRAPH = 20_000  # characters of a paragraph
MAX_LINES = 20_000
MAX_COLUMNS = 40  # columns of a table that fits a page; each of its lines has them all
_RULED = re.compile(r"[ \t>]*[|:-][ \t|:-]*")  # matches the line below a table's head
_REFUSED = {
    "html_block": "rulebooks cannot print raw HTML; use Markdown",
    "fence": "rulebooks cannot print code; write a paragraph, or a picture as ```scene or ```anatomy what it shows",
    "code_block": "a paragraph indented by four spaces is code, which rulebooks cannot print; indent it less",
}


@lru_cache(maxsize=8)  # the pages and the HTML of a book are set from one text
def read_markdown(markdown: str, source: Path) -> tuple[Block, ...]:
    """The blocks of a text. Raises InputError with every construct that cannot be set, by line."""
    _require_bounds(markdown, source)
    # without text_join, an escaped sign is a separate text: \\:ham: is no icon
    parser = MarkdownIt("commonmark").enable("table").disable("text_join")
    return _Reader(source, parser).read(SyntaxTreeNode(parser.parse(markdown)))


def _require_bounds(markdown: str, source: Path) -> None:
    """Raises InputError for texts that would take long to read and could not be set anyway."""
    for number, line in enumerate(markdown.split("\n"), 1):
        place = Place(str(source), number, 1)
        if number > MAX_LINES:
            raise InputError(Fault(f"expected at most {MAX_LINES:,} lines", place))
        if len(line) > MAX_PARAGRAPH:
            raise InputError(_too_long(len(line), place))
        if (columns := line.count("|")) > MAX_COLUMNS and _RULED.fullmatch(line):
            raise InputError(Fault(f"expected a table of at most {MAX_COLUMNS} columns, got {columns - 1}", place))


def _too_long(length: int, place: Place) -> Fault:
    return Fault(f"expected at most {MAX_PARAGRAPH:,} characters without a new paragraph, got {length:,}", place)


class _Reader:
    def __init__(self, source: Path, parser: MarkdownIt) -> None:
        self.source = source
        self.parser = parser
        self.faults: list[Fault] = []

    def read(self, root: SyntaxTreeNode) -> tuple[Block, ...]:
        blocks = self._blocks(root.children, 0)
        self.faults += lost(blocks)
        if self.faults:
            raise InputError(*dict.fromkeys(self.faults))  # an opening and a closing tag are one fault
        return blocks

    def _place(self, node: SyntaxTreeNode) -> Place:
        while node.map is None and node.parent is not None:
            node = node.parent
        return Place(str(self.source), node.map[0] + 1 if node.map else 1, 1)

    def _fault(self, message: str, place: Place) -> None:
        self.faults.append(Fault(message, place))

    def _blocks(self, nodes: list[SyntaxTreeNode], depth: int, boxed: bool = False) -> tuple[Block, ...]:
        blocks = (self._block(node, depth, boxed) for node in nodes)
        return tuple(block for block in blocks if block is not None)

    def _block(self, node: SyntaxTreeNode, depth: int, boxed: bool) -> Block | None:
        place = self._place(node)
        if node.type == "paragraph":
            return self._paragraph(node, place)
        if node.type in ("bullet_list", "ordered_list"):
            return self._list(node, place, depth, boxed)
        if depth == 0 and node.type == "table":
            return self._table(node, place)
        if depth == 0 and node.type == "fence" and node.info.split()[:1] in ([SCENE], [ANATOMY], [INDEX]):
            return self._data(node, place)
        if depth == 0 and not boxed and node.type == "heading":
            return self._heading(node, place)
        if depth == 0 and not boxed and node.type == "blockquote":
            return self._callout(node, place)
        if depth == 0 and not boxed and node.type == "hr":
            return PageBreak(place)
        inside = "a list" if depth else "a callout"
        name = {"hr": "page break", "blockquote": "callout"}.get(node.type, node.type)
        self._fault(_REFUSED.get(node.type, f"a {name} cannot stand in {inside}"), place)
        return None

    def _words(self, node: SyntaxTreeNode) -> Words:
        if len(node.content) > MAX_PARAGRAPH:
            self.faults.append(_too_long(len(node.content), self._place(node)))
            return ()
        words, faults = read_words(node, self._place(node))
        self.faults += faults
        return words

    def _heading(self, node: SyntaxTreeNode, place: Place) -> Heading | None:
        level = int(node.tag[1])
        if level > 3:
            self._fault("a heading of more than three levels; expected #, ## or ###", place)
        words = self._words(node.children[0])
        if not words:
            self._fault("a heading without words", place)
        return Heading(level, words, place)

    def _paragraph(self, node: SyntaxTreeNode, place: Place) -> Paragraph | Figure:
        inline = node.children[0]
        if [child.type for child in inline.children] == ["image"]:
            figure, faults = read_figure(inline.children[0], self._place(inline))
            self.faults += faults
            return figure
        meant = any(f"]({scheme}" in inline.content for scheme in SCHEMES)
        if meant and not any(child.type == "image" for child in inline.children):
            self._fault(UNCLOSED_FIGURE, place)
        return Paragraph(self._words(inline), place)

    def _data(self, node: SyntaxTreeNode, place: Place) -> Figure | Index | None:
        """A block of data, the figure's caption or the index's title after its first word."""
        kind, _, inline = node.info.strip().partition(" ")
        opening = SyntaxTreeNode(self.parser.parseInline(inline.strip()))
        caption, faults = read_words(opening.children[0], place)
        self.faults += faults
        if not caption:
            what = "an index without a title" if kind == INDEX else "a figure without a caption"
            self._fault(f"{what}; write ```{kind} what it shows", place)
        try:
            if kind == INDEX:
                return read_index(node.content, caption, place)
            first = replace(place, line=place.line + 1)
            scene = read_scene(node.content, first) if kind == SCENE else read_anatomy(node.content, first)
        except InputError as error:
            self.faults += error.faults
            return None
        faces = [scene.face] if isinstance(scene, Anatomy) else [lying.face for lying in scene.lies]
        return Figure(tuple(map(Shown, faces)), caption, place, scene=scene)

    def _list(self, node: SyntaxTreeNode, place: Place, depth: int, boxed: bool) -> Items:
        if depth == DEEPEST:
            self._fault(f"expected at most {DEEPEST} lists within one another, got more", place)
            return Items((), None, False, place)
        items = tuple(self._blocks(item.children, depth + 1, boxed) for item in node.children)
        paragraphs = [child for item in node.children for child in item.children if child.type == "paragraph"]
        loose = any(not child.hidden for child in paragraphs)
        start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
        return Items(items, start, loose, place)

    def _table(self, node: SyntaxTreeNode, place: Place) -> Table:
        header, *rows = (row for part in node.children for row in part.children)
        align = tuple(_ALIGN.get(str(cell.attrs.get("style")), "left") for cell in header.children)
        words = [tuple(self._words(cell.children[0]) for cell in row.children) for row in (header, *rows)]
        return Table(words[0], tuple(words[1:]), align, place)

    def _callout(self, node: SyntaxTreeNode, place: Place) -> Callout:
        blocks = self._blocks(node.children, 0, boxed=True)
        title: Words = ()
        rule = False
        if blocks and isinstance(blocks[0], Paragraph):
            words = blocks[0].words
            if rule := isinstance(words[0], Run) and words[0].text.startswith(RULE):
                left = words[0].text.removeprefix(RULE).lstrip()
                words = (*([replace(words[0], text=left)] if left else []), *words[1:])
            title, rest = _split_title(words)
            first = (Paragraph(rest, blocks[0].place),) if rest else ()
            blocks = (*first, *blocks[1:])
        return Callout(title, blocks, place, rule)


def _split_title(words: Words) -> tuple[Words, Words]:
    """The bold words that a callout begins with, and the rest."""
    title: list[Run] = []
    for item in words:
        if not (isinstance(item, Run) and item.bold):
            break
        title.append(Run(item.text, False, item.italic, changed=item.changed))
    rest = list(words[len(title) :])
    while rest and (not isinstance(rest[0], Run) or not rest[0].text.strip()) and not hasattr(rest[0], "name"):
        rest.pop(0)
    if title and rest and isinstance(rest[0], Run):
        rest[0] = replace(rest[0], text=rest[0].text.lstrip())
    return tuple(title), tuple(rest)
