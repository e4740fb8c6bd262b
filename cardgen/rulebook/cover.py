"""The cover: a double frame, the title, a scene or a fan of the game's own faces, and the authors."""

from __future__ import annotations

import math
from dataclasses import replace

from cardgen.foundations.errors import Place
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Group, Item, Page, Shape, Symbol, Use
from cardgen.graphics.geometry import Segments, ellipse, multiply, rectangle, rotation
from cardgen.rulebook.atoms import part
from cardgen.rulebook.colours import WALL, mix
from cardgen.rulebook.fan import Fan, cover_figure, find_fans, framed_face
from cardgen.rulebook.figure_texts import figure_said
from cardgen.rulebook.lines import SetLine, set_words, shifted, with_space
from cardgen.rulebook.look import Look, Type
from cardgen.rulebook.sheet import Sheet, page_of
from cardgen.text.inline import Run

FRAME = 8.0  # mm from the edge, within the reach of home printers
MAX_TITLE_SIZE, MIN_TITLE_SIZE = 40.0, 22.0  # pt of the title
EDITION = 20.0  # pt of a variant's name below the title
IMPRINT = 32.0  # mm between the imprint and the frame's foot
SPREAD, FULL = 14.0, 50.0  # degrees between two faces, and largest angle between the outermost
PIVOT = 1.55  # distance of a face's centre from the pivot below it, in heights of a face
INSET = 5.0  # mm between the fan and the frame
COVER = -1  # the number of a part before the first block
SUBTITLE, FACTS, AUTHORS = range(3)  # numbers of the cover's paragraphs
CUT = 1 / 7  # part of a scene's height that can be cut off at its top, if there is little room


def set_cover(look: Look, sheet: Sheet) -> Page:
    """The first page. Raises InputError for a cover that names an unknown face."""
    book = look.book
    place = Place(str(book.source))
    middle, width = sheet.width / 2, sheet.width - 2 * (FRAME + 9)
    items: list[Item] = [*frame(sheet, look)]
    words: list[Item] = []
    name, _, edition = book.title.partition(" – ")
    title, type_ = _title(name, look, width, place)
    y = 33.0 + (0.0 if edition or len(title) > 1 else 6.0)
    for line in title:
        words += shifted(with_space(line.items) if edition else line.items, middle - width / 2, y)
        y += type_.leading
    y -= 0.62 * type_.leading
    if edition:
        kind = _display(EDITION, look.ink)
        kind = replace(kind, hyphenate=not _fits(edition, look, kind, width))
        for line in set_words((Run(edition),), kind, width, look, place):
            y += kind.leading
            words += shifted(line.items, middle - width / 2, y)
        y += 1.0
    items += part(words, "H1")
    if book.subtitle:
        kind = Type("text", 13.5 * POINT, 17 * POINT, look.ink, italic=True, align="centre", hyphenate=False)
        for line in set_words((Run(book.subtitle),), kind, width - 10, look, place):
            y += kind.leading
            items += part(shifted(line.items, middle - (width - 10) / 2, y), "P", SUBTITLE)
    if book.scene:
        items += _scene(book.scene, middle, y, sheet, look)
    else:
        figure = cover_figure(book)
        items += part(_fan(find_fans(figure, book), middle, y, sheet, look), "Figure", 0, figure_said(figure, book))
    items += _imprint(look, sheet, middle, width, place)
    return page_of(sheet, part(items, "Sect", COVER), book.title)


def frame(sheet: Sheet, look: Look) -> list[Item]:
    """The double frame and its ground."""
    outer = rectangle(FRAME, FRAME, sheet.width - FRAME, sheet.height - FRAME, 5)
    inside = FRAME + 1.8
    inner = rectangle(inside, inside, sheet.width - inside, sheet.height - inside, 3.6)
    return [
        Shape(outer, fill=ground(look), stroke=look.accent, line=1.0),
        Shape(inner, stroke=look.second, line=0.45),
    ]


def ground(look: Look) -> str:
    """The colour within the frame."""
    return mix(look.accent, look.paper, 0.09)


def _title(name: str, look: Look, width: float, place: Place) -> tuple[list[SetLine], Type]:
    """The game's name, as large as fits on one line, or on several if it would be small."""
    for points in range(int(MAX_TITLE_SIZE), int(MIN_TITLE_SIZE) - 1, -1):
        type_ = _display(points, look.dark)
        lines = (
            set_words((Run(name),), replace(type_, hyphenate=points == MIN_TITLE_SIZE), width, look, place)
            if _fits(name, look, type_, width)
            else None
        )
        if lines and len(lines) <= (1 if points > 30 else 2 if points > MIN_TITLE_SIZE else 9):
            return lines, type_
    return set_words((Run(name),), replace(type_, hyphenate=True), width, look, place), type_


def _display(points: float, colour: str) -> Type:
    size = points * POINT
    return Type("display", size, 1.1 * size, colour, align="centre", hyphenate=False)


def _fits(text: str, look: Look, type_: Type, width: float) -> bool:
    """Whether each of its words is narrower than the cover."""
    font = look.font(type_, False, False)
    return all(font.width(word) * type_.size < width for word in text.split())


def _scene(scene: Symbol, middle: float, above: float, sheet: Sheet, look: Look) -> list[Item]:
    """A framed picture between the title and the imprint."""
    left, top, right, bottom = scene.box
    above, below = above + INSET, sheet.height - FRAME - IMPRINT
    scale = (sheet.width - 2 * (FRAME + 2 * INSET)) / (right - left)
    scale = min(scale, (below - above) / ((1 - CUT) * (bottom - top)))
    width, height = scale * (right - left), min(below - above, scale * (bottom - top))
    x, foot = middle - width / 2, (above + below + height) / 2
    outline = rectangle(x, foot - height, x + width, foot, 3)
    outside = rectangle(x - 1.4, foot - height - 1.4, x + width + 1.4, foot + 1.4, 4.4)
    drawn = Use(scene.name, (scale, 0, 0, scale, x - scale * left, foot - scale * bottom))
    return [
        Shape(outside, fill=look.paper, stroke=look.second, line=0.45),
        Shape(outline, fill=mix(look.accent, look.paper, WALL)),
        Group((drawn,), clip=outline),
        Shape(outline, stroke=look.accent, line=0.8),
    ]


def _fan(fans: list[Fan], middle: float, above: float, sheet: Sheet, look: Look) -> list[Item]:
    """A fan of faces before a plate, between the title and the imprint."""
    if not fans:
        return []
    below = sheet.height - FRAME - IMPRINT
    centre = (above + below) / 2 + 1
    radius = min((below - above) / 2 - 4, sheet.width / 2 - FRAME - 7)
    tallest, widest = max(fan.face.height for fan in fans), max(fan.face.width for fan in fans)
    count = len(fans)
    step = min(SPREAD, FULL / max(1, count - 1))
    outermost, room = math.radians((count - 1) / 2 * step), sheet.width / 2 - FRAME - INSET
    height = _fan_height(outermost, widest / tallest, radius, room)
    scale = height / tallest
    items = _plate(middle, centre, radius, look)
    # the outermost face first, so the one in the middle is whole
    for index in sorted(range(count), key=lambda index: -abs(index - (count - 1) / 2)):
        face = fans[index].face
        x, y = middle - face.width * scale / 2, centre - face.height * scale / 2
        angle = (index - (count - 1) / 2) * step
        matrix = multiply((scale, 0, 0, scale, x, y), rotation(angle, middle, centre + PIVOT * height))
        items.append(framed_face(fans[index], matrix, look.ink))
    return items


def _fan_height(outermost: float, ratio: float, radius: float, room: float) -> float:
    """The height in mm of faces, `ratio` as wide as tall, so the fan reaches `room` mm to either side."""
    sin, cos = math.sin(outermost), math.cos(outermost)
    half = PIVOT * sin + (ratio * cos + sin) / 2
    return min(room / half, 1.55 * radius)


def _plate(x: float, y: float, radius: float, look: Look) -> list[Item]:
    def ring(part: float) -> Segments:
        return ellipse(x - part * radius, y - part * radius, x + part * radius, y + part * radius)

    return [
        Shape(ring(1), fill=look.paper, stroke=look.accent, line=0.8),
        Shape(ring(0.955), stroke=look.second, line=0.45),
        Shape(ring(0.8), fill=mix(look.second, look.paper, 0.16), stroke=look.second, line=0.3),
    ]


def _imprint(look: Look, sheet: Sheet, middle: float, width: float, place: Place) -> list[Item]:
    """The line of facts; below it, if anybody is named, an ornament and the authors."""
    book = look.book
    items: list[Item] = []
    y = sheet.height - FRAME - 10
    small = Type("text", 10.5 * POINT, 13 * POINT, look.ink, align="centre", hyphenate=False)
    authors = set_words((Run(book.author),), small, width, look, place) if book.author else []
    y -= (len(authors) - 1) * small.leading if authors else 0
    drawn = (shifted(line.items, middle - width / 2, y + index * small.leading) for index, line in enumerate(authors))
    said = part([item for line in drawn for item in line], "P", AUTHORS)
    if authors:
        y -= 7.5
        items += ornament(middle, y, look)
    if book.words.get("facts"):
        bold = replace(small, bold=True, colour=look.dark)
        lines = set_words((Run(book.words["facts"]),), bold, width, look, place)
        y -= 5 + (len(lines) - 1) * small.leading
        for index, line in enumerate(lines):
            items += part(shifted(line.items, middle - width / 2, y + index * small.leading), "P", FACTS)
    return [*items, *said]


def ornament(x: float, y: float, look: Look) -> list[Item]:
    """A diamond between two lines."""
    side, arm = 1.1, 16.0
    diamond = (("M", x, y - side), ("L", x + side, y), ("L", x, y + side), ("L", x - side, y), ("Z",))
    lines = [(("M", x + sign * 3, y), ("L", x + sign * arm, y)) for sign in (-1, 1)]
    return [Shape(diamond, fill=look.second), *(Shape(line, stroke=look.second, line=0.4) for line in lines)]
