"""A rulebook as one HTML file: nothing outside of it is needed, and it can be read by eye, by ear and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from itertools import pairwise

from cardgen.foundations.errors import Fault, InputError, Place
from cardgen.graphics.drawing import Face, Use
from cardgen.graphics.geometry import translation
from cardgen.rulebook.anatomy import Anatomy
from cardgen.rulebook.blocks import (
    Block,
    Callout,
    Figure,
    Heading,
    Index,
    Items,
    PageBreak,
    Paragraph,
    Table,
    Words,
    is_changed,
    plain,
    walk,
    words_in,
)
from cardgen.rulebook.book import Book
from cardgen.rulebook.css import CHANGES, grounds, style_sheet
from cardgen.rulebook.fan import EDGE, OVERLAP, Fan, cover_figure, cut, find_fans, label_of
from cardgen.rulebook.figure import ratio_of
from cardgen.rulebook.figure_texts import fan_said, figure_said
from cardgen.rulebook.index import glossary
from cardgen.rulebook.look import Look
from cardgen.rulebook.markdown import read_markdown
from cardgen.rulebook.ring import seat
from cardgen.rulebook.scene import Scene
from cardgen.rulebook.stage import set_stage
from cardgen.rulebook.svg import Drawer, number
from cardgen.rulebook.webfont import font_rules
from cardgen.text.inline import InlineIcon, LineBreak

WIDTH = 6.2  # rem, the width of a face on a screen
COVER_WIDTH = 7.5
PAGE = 116.0  # mm, the width of rings and scenes, as in a rulebook of A5
REM, PIXEL = 16, 25.4 / 96  # pixels; mm
LINE = 6  # most faces of a line, smaller on a narrow screen
BOLD_ITALIC = "<strong><em>"
LISTED = 2  # deepest level of headings in the contents


def make_html(markdown: str, book: Book, lines: bool = False) -> str:
    """The rulebook's page; with `lines`, its blocks have the lines of the Markdown at which they begin.

    Raises InputError with every construct that cannot be set, by line of the Markdown.
    """
    return (_Lined if lines else _Writer)(book).page(read_markdown(markdown, book.source))


class _Writer:
    def __init__(self, book: Book) -> None:
        self.book = book
        self.drawer = Drawer(dict(book.symbols), book.pictures)
        self.boxed = False  # whether the current block is in a box
        self.faults: list[Fault] = []
        self.headings: list[tuple[Heading, str]] = []
        self.chapters: dict[str, str] = {}  # anchors of headings by title
        self.new_page = ""
        self.said = ""

    def page(self, blocks: tuple[Block, ...]) -> str:
        book = self.book
        self.said = words_in(blocks)
        titles = (plain(block.words) for block in walk(blocks) if isinstance(block, Heading))
        for index, title in enumerate(titles, 1):
            self.chapters.setdefault(title, f"h{index}")
        main = self._blocks(blocks)
        header = self._header()
        if self.faults:
            raise InputError(*self.faults)
        language = escape(book.language.replace("_", "-"), quote=True)
        direction = ' dir="rtl"' if book.backwards else ""
        changes = CHANGES if 'changed"' in main else ""
        skip = f'<a class="skip" href="#text">{escape(book.words["skip"])}</a>\n' if self.headings else ""
        return (
            f'<!DOCTYPE html>\n<html lang="{language}"{direction}>\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(book.title)}</title>\n"
            f'<meta name="author" content="{escape(book.author, quote=True)}">\n'
            f"<style>\n{self._fonts(main + header)}{style_sheet(book)}{changes}</style>\n</head>\n<body>\n{skip}"
            f"{self.drawer.definition_block()}\n"
            f'{header}\n{self._contents()}<main id="text">\n{main}</main>\n</body>\n</html>\n'
        )

    def _fonts(self, text: str) -> str:
        """The book's fonts and those of its pictures, each with all the page's characters."""
        fonts = (font for use, font in self.book.fonts.items() if use != "text-bold-italic" or BOLD_ITALIC in text)
        drawn = {name: self.book.face_fonts[name] for name in self.drawer.fonts if name in self.book.face_fonts}
        characters = set(text).union(*self.drawer.fonts.values())
        needed = {face.name: face.source for font in fonts for face in font.needed(characters)}
        return font_rules((drawn | needed).items(), characters)

    # The head of the page

    def _header(self) -> str:
        book = self.book
        parts = [f"<h1>{escape(book.title)}</h1>"]
        if book.subtitle:
            parts.append(f'<p class="tagline">{escape(book.subtitle)}</p>')
        if book.scene:
            parts.append(self.drawer.picture(book.scene, 'class="scene" aria-hidden="true"'))
        elif book.cover:
            parts.append(f'<div class="row">{self._faces(cover_figure(book), COVER_WIDTH)}</div>')
        if book.words.get("facts"):
            parts.append(f'<p class="facts">{escape(book.words["facts"])}</p>')
        if book.author:
            parts.append(f'<p class="author">{escape(book.author)}</p>')
        return "<header>\n" + "\n".join(parts) + "\n</header>"

    def _contents(self) -> str:
        """Links to chapters, and in them to sections."""
        listed = [(heading, name) for heading, name in self.headings if heading.level <= LISTED]
        if not listed:
            return ""
        title = escape(self.book.words["contents"])
        parts = [f'<nav aria-labelledby="contents">\n<h2 id="contents">{title}</h2>\n<ol>']
        depth = 0
        for heading, name in listed:
            link = f'<a href="#{name}">{escape(plain(heading.words))}</a>'
            if depth == 0:
                parts.append(f"<li>{link}")
                depth = 1
            elif heading.level == 1:
                parts.append(("</li></ol>" if depth == 2 else "") + f"</li>\n<li>{link}")
                depth = 1
            else:
                parts.append(("<ol>" if depth == 1 else "</li>") + f"<li>{link}")
                depth = 2
        parts.append(("</li></ol>" if depth == 2 else "") + "</li>\n</ol>\n</nav>\n")
        return "".join(parts)

    # Blocks

    def _blocks(self, blocks: Iterable[Block]) -> str:
        return "".join(self._block(block) for block in blocks)

    def _block(self, block: Block) -> str:
        page, self.new_page = self.new_page, ""
        match block:
            case Index():
                return self._blocks(glossary(block, self.book.language, self.said))
            case PageBreak():
                self.new_page = ' class="page"'
                return ""
            case Heading():
                name = f"h{len(self.headings) + 1}"
                self.headings.append((block, name))
                tag = f"h{block.level + 1}"
                marked = _classed(page, block.words)
                return f'<{tag} id="{name}"{marked}>{self._words(block.words, block.place, link=False)}</{tag}>\n'
            case Paragraph():
                return f"<p{_classed(page, block.words)}>{self._words(block.words, block.place)}</p>\n"
            case Items():
                return self._items(block, page)
            case Table():
                return self._table(block, page)
            case Callout():
                return self._callout(block, page)
            case Figure():
                return self._figure(block, page)
        raise TypeError(f"{type(block).__name__} is no block")

    def _items(self, block: Items, page: str) -> str:
        tag = "ul" if block.start is None else "ol"
        start = f' start="{block.start}"' if block.start not in (None, 1) else ""
        items = "".join(
            f"<li{self._of(blocks, block.loose)}>{self._item(blocks, block.loose)}</li>\n" for blocks in block.items
        )
        return f"<{tag}{start}{page}>\n{items}</{tag}>\n"

    def _of(self, blocks: tuple[Block, ...], loose: bool) -> str:
        """The class of a tight item that changed."""
        return "" if loose or not blocks or not isinstance(blocks[0], Paragraph) else _classed("", blocks[0].words)

    def _item(self, blocks: tuple[Block, ...], loose: bool) -> str:
        """A tight item, whose words have no paragraph."""
        if loose or not blocks or not isinstance(blocks[0], Paragraph):
            return self._blocks(blocks)
        return self._words(blocks[0].words, blocks[0].place) + self._blocks(blocks[1:])

    def _table(self, block: Table, page: str) -> str:
        def row(cells: tuple[Words, ...], tag: str) -> str:
            columns = []
            for cell, align in zip(cells, block.align, strict=True):
                align_class = f' class="{align}"' if align != "left" else ""
                scope = ' scope="col"' if tag == "th" else ""
                columns.append(f"<{tag}{scope}{align_class}>{self._words(cell, block.place)}</{tag}>")
            changed = next((_classed("", cell) for cell in cells if is_changed(cell)), "")
            return f"<tr{changed}>{''.join(columns)}</tr>\n"

        name = ", ".join(text for text in map(plain, block.header) if text)
        body = "".join(row(cells, "td") for cells in block.rows)
        label = escape(name, quote=True)
        page = page.replace('"page"', '"table page"') or ' class="table"'
        return (
            f'<div{page} role="region" aria-label="{label}" tabindex="0">\n'
            f"<table>\n<thead>{row(block.header, 'th')}</thead>\n<tbody>\n{body}</tbody>\n</table>\n</div>\n"
        )

    def _callout(self, block: Callout, page: str) -> str:
        title = f'<p class="title">{self._words(block.title, block.place)}</p>\n' if block.title else ""
        label = f' aria-label="{escape(plain(block.title), quote=True)}"' if block.title else ""
        outer, self.boxed = self.boxed, True
        inside = self._blocks(block.blocks)
        self.boxed = outer
        if block.rule:
            page = page.replace('"page"', '"page rule"') or ' class="rule"'
        return f'<aside role="note"{label}{page}>\n{title}{inside}</aside>\n'

    # Words and pictures

    def _words(self, words: Words, place: Place, link: bool = True) -> str:
        """Words, in which the title of a chapter in italics leads there, unless `link` forbids it."""
        pieces = []
        for item in words:
            if isinstance(item, LineBreak):
                pieces.append("<br>")
            elif isinstance(item, InlineIcon):
                pieces.append(self._coloured(self._icon(item.name, place), item.colour, place))
            else:
                text = escape(item.text, quote=False)
                text = f"<em>{text}</em>" if item.italic else text
                chapter = self.chapters.get(item.text) if item.italic and link else None
                text = f'<a href="#{chapter}">{text}</a>' if chapter else text
                text = f"<strong>{text}</strong>" if item.bold else text
                text = f'<span lang="{item.language.replace("_", "-")}">{text}</span>' if item.language else text
                pieces.append(self._coloured(text, item.colour, place))
        return "".join(pieces)

    def _coloured(self, html: str, colour: str, place: Place) -> str:
        """HTML in a colour, if there is one, adjusted for light and for dark screens."""
        if not colour:
            return html
        day, night = (self.book.ink(colour, ground, place) for ground in grounds(self.book))
        return f'<span class="ink" style="--day:{day};--night:{night}">{html}</span>'

    def _icon(self, name: str, place: Place) -> str:
        try:
            symbol = self.book.icons(name, place)
        except InputError as error:
            self.faults += error.faults
            return ""
        called = escape(self.book.called(name), quote=True)
        return self.drawer.picture(symbol, f'class="icon" role="img" aria-label="{called}"')

    def _figure(self, block: Figure, page: str) -> str:
        if block.scene:
            row = self._scene(block, block.scene)
        else:
            row = self._ring(block) if block.ring else self._faces(block, WIDTH)
        caption = self._words(block.caption, block.place)
        return f'<figure{page}>\n<div class="row">{row}</div>\n<figcaption>{caption}</figcaption>\n</figure>\n'

    def _faces(self, block: Figure, width: float) -> str:
        try:
            fans = find_fans(block, self.book)
        except InputError as error:
            self.faults += error.faults
            return ""
        widest = max(fan.face.width for fan in fans)
        pictures = [self._fan(fan, width / widest) for fan in fans]
        if len(pictures) > LINE and not block.breaks:
            return "".join(pictures)
        rows = (pictures[start:end] for start, end in pairwise((0, *block.breaks, len(pictures))))
        return "".join(f'<div class="line">{"".join(row)}</div>' for row in rows)

    def _scene(self, block: Figure, scene: Scene | Anatomy) -> str:
        """A table as one picture."""
        try:
            look = Look(self.book)
            stage = set_stage(scene, PAGE, look.on(look.ground, boxed=self.boxed))
        except InputError as error:
            self.faults += error.faults
            return ""
        for fan in find_fans(block, self.book):
            for face in filter(None, (fan.face, fan.smaller)):
                self._register_face(face)
        return _picture(stage.width, stage.height, figure_said(block, self.book), self.drawer.items(stage.items))

    def _ring(self, block: Figure) -> str:
        """All faces of a ring as one picture, with their numbers."""
        try:
            fans = find_fans(block, self.book)
        except InputError as error:
            self.faults += error.faults
            return ""
        ring, images = seat(len(fans), ratio_of(fans), PAGE), []
        for fan, at in zip(fans, ring.seats, strict=True):
            scale = ring.face / fan.face.height
            face = self._register_face(fan.at(scale))
            images.append(self.drawer.items([Use(face.name, (scale, 0, 0, scale, at.x, at.y))]))
            if fan.count is not None:
                x, y = map(number, (at.label[0], at.label[1] + 1.5))
                style = 'font-size="4.2" font-weight="bold" text-anchor="middle" fill="currentColor"'
                images.append(f'<text x="{x}" y="{y}" {style}>{fan.count}</text>')
        return _picture(ring.width, ring.height, figure_said(block, self.book), "".join(images))

    def _fan(self, fan: Fan, scale: float) -> str:
        """The copies of a face as one picture; `scale` is rem per millimetre."""
        face = self._register_face(fan.at(scale * REM * PIXEL))
        uses = [Use(face.name, translation(index * OVERLAP * face.width, 0)) for index in range(fan.copies)]
        width, height = fan.width * face.width, face.height
        box = " ".join(map(number, (-EDGE, -EDGE, width + 2 * EDGE, height + 2 * EDGE)))
        size = f'width="{number(width * scale * REM)}" height="{number(height * scale * REM)}"'
        title = f"<title>{escape(fan_said(fan))}</title>"
        picture = f'<svg role="img" {size} viewBox="{box}">{title}{self.drawer.items(uses)}</svg>'
        label = escape(label_of(fan))  # the picture's title has it
        return f'<div>{picture}<p aria-hidden="true">{label}</p></div>' if label else picture

    def _register_face(self, face: Face) -> Face:
        self.drawer.known[face.name] = cut(face, self.book.colours.get("ink", "#000000"))
        return face


class _Lined(_Writer):
    """Writes a page whose blocks have the numbers of their lines."""

    def _block(self, block: Block) -> str:
        html = super()._block(block)
        return html if isinstance(block, (PageBreak, Items)) else _lined(html, block.place)

    def _item(self, blocks: tuple[Block, ...], loose: bool) -> str:
        if loose or not blocks or not isinstance(blocks[0], Paragraph):
            return super()._item(blocks, loose)
        words = self._words(blocks[0].words, blocks[0].place)
        return _lined(f"<span>{words}</span>", blocks[0].place) + self._blocks(blocks[1:])


def _lined(html: str, place: Place) -> str:
    """A tag with the number of its line."""
    return re.sub(r"^<(\w+)", rf'<\1 data-line="{place.line}"', html)


def _classed(page: str, words: Words) -> str:
    """The classes of a tag: whether it begins a page (`page`), and whether its words are changed."""
    if not is_changed(words):
        return page
    return ' class="page changed"' if page else ' class="changed"'


def _picture(width: float, height: float, title: str, inside: str) -> str:
    """An SVG picture laid out in mm, as large as a screen allows."""
    box = " ".join(map(number, (0, -EDGE, width, height + 2 * EDGE)))
    size = f'width="{number(width * 5)}" height="{number(height * 5)}"'
    return f'<svg role="img" {size} viewBox="{box}"><title>{escape(title)}</title>{inside}</svg>'
