"""Sets the sell sheet: one page of A4 with the title, what the game is about, for whom, what is inside, and pictures.

The words are those on the box; the project's own setter sets them, in the game's fonts and colours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, Place
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Group, Item, Page, Picture, Shape
from cardgen.graphics.geometry import ellipse, rectangle
from cardgen.rulebook.colours import mix
from cardgen.rulebook.lines import set_words, shifted, with_space
from cardgen.rulebook.look import Look, Type
from cardgen.text.inline import Run

WIDTH, HEIGHT = 210.0, 297.0
_MARGIN, _GUTTER, _COLUMNS = 17.0, 8.0, 3
_HERO = 138.0  # mm, the height of the picture above
_BELOW = 12.0  # mm under the last pictures: the foot
_LARGEST, _SMALLEST = 40, 20  # pt of the title
_CORNERS = 2.4
_STRIP_GAP = 5.0
_SENTENCE = re.compile("(?<=[.!?…])\\s+(?=[^a-zà-ÿ])")


@dataclass(frozen=True, slots=True)
class SheetTexts:
    """The words of a sell sheet. `lead` is one line, `about` what follows it; `facts` are players, time and age;
    `inside` is the title over the `contents`."""

    title: str
    lead: str
    about: str
    facts: tuple[str, ...]
    inside: str
    contents: tuple[str, ...]
    foot: str


@dataclass(frozen=True, slots=True)
class SheetPicture:
    """A picture's key among those of the document, and its width in heights."""

    key: str
    form: float


def split_pitch(pitch: str) -> tuple[str, str]:
    """The first sentence of a text, and the rest."""
    lead, *others = _SENTENCE.split(pitch.strip(), maxsplit=1)
    return lead, others[0] if others else ""


def sell_sheet(texts: SheetTexts, hero: SheetPicture | None, pictures: Sequence[SheetPicture], look: Look) -> Page:
    """The page. Raises InputError for characters that a font lacks."""
    setting = _Setting(look)
    items: list[Item] = [Shape(rectangle(0, 0, WIDTH, HEIGHT), fill="#ffffff")]
    y = _MARGIN
    if hero:
        items += _covering(hero, (0.0, 0.0, WIDTH, _HERO))
        items.append(Shape(rectangle(0, _HERO, WIDTH, _HERO + 1.2), fill=look.accent))
        y = _HERO + 11.0
    wide = WIDTH - 2 * _MARGIN
    for line, leading in setting.title(texts.title, wide):
        y += leading
        items += shifted(line, _MARGIN, y)
    y += 2.0
    if texts.lead:
        lead = Type("text", 14 * POINT, 18 * POINT, look.ink, italic=True, hyphenate=False)
        y = setting.paragraph(items, texts.lead, lead, _MARGIN, y, wide)
    y = setting.facts(items, texts.facts, y + 5.0, wide)
    y += 7.0
    foot = HEIGHT - _BELOW
    room = foot - y - (_strip_height(pictures, wide) + 8.0 if pictures else 0.0)
    size = setting.fitting(texts, wide, room)
    free = max(0.0, room - setting.body([], texts, 0.0, wide, size))
    setting.body(items, texts, y + min(6.0, 0.4 * free), wide, size)
    if pictures:
        items += _strip(pictures, foot, _strip_height(pictures, wide), wide)
    if texts.foot:
        small = Type("text", 8 * POINT, 10 * POINT, look.grey, align="right", hyphenate=False)
        setting.paragraph(items, texts.foot, small, _MARGIN, HEIGHT - 9.5, wide)
    box = (0.0, 0.0, WIDTH, HEIGHT)
    return Page(WIDTH, HEIGHT, tuple(items), box, box, texts.title)


def _covering(picture: SheetPicture, box: tuple[float, float, float, float], corners: float = 0.0) -> list[Item]:
    """A picture that covers a box; what reaches beyond is cut off."""
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    height = max(high, wide / picture.form)
    width = height * picture.form
    x, y = left - (width - wide) / 2, top - (height - high) / 2
    clip = rectangle(left, top, right, bottom, corners)
    return [Group((Picture(x, y, width, height, picture.key),), clip=clip)]


def _strip_height(pictures: Sequence[SheetPicture], wide: float) -> float:
    """The height of pictures side by side, of which little is cut off."""
    return min((wide - _STRIP_GAP * (len(pictures) - 1)) / len(pictures) / 1.42, 46.0)


def _strip(pictures: Sequence[SheetPicture], foot: float, height: float, wide: float) -> list[Item]:
    """Pictures side by side above `foot`."""
    each = min((wide - _STRIP_GAP * (len(pictures) - 1)) / len(pictures), 1.9 * height)
    left = _MARGIN + (wide - each * len(pictures) - _STRIP_GAP * (len(pictures) - 1)) / 2
    items: list[Item] = []
    for index, picture in enumerate(pictures):
        x = left + index * (each + _STRIP_GAP)
        items += _covering(picture, (x, foot - height, x + each, foot), _CORNERS)
    return items


class _Setting:
    """Sets words in a look."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.place = Place(str(look.book.source))

    def title(self, text: str, wide: float) -> list[tuple[tuple[Item, ...], float]]:
        """The title as large as it fits on one line, or else on several."""
        name = text.replace("\n", " ")
        for points in range(_LARGEST, _SMALLEST - 1, -1):
            size = points * POINT
            type_ = Type("display", size, 1.08 * size, self.look.dark, hyphenate=False)
            try:
                lines = set_words((Run(name),), type_, wide, self.look, self.place)
            except InputError:
                if points == _SMALLEST:
                    raise
                continue
            if len(lines) == 1 or points == _SMALLEST:
                break
        rises = [0.72 * type_.size, *(type_.leading for _ in lines[1:])]
        return [(line.items, rise) for line, rise in zip(lines, rises, strict=True)]

    def paragraph(self, items: list[Item], text: str, type_: Type, x: float, y: float, wide: float) -> float:
        """Adds a paragraph whose first line begins a leading below y; returns its last baseline."""
        for line in set_words((Run(text),), type_, wide, self.look, self.place):
            y += type_.leading
            items += shifted(with_space(line.items), x, y)
        return y

    def facts(self, items: list[Item], facts: Sequence[str], top: float, wide: float) -> float:
        """A band of facts; returns its foot."""
        if not facts:
            return top
        height, look = 11.0, self.look
        items.append(Shape(rectangle(_MARGIN, top, _MARGIN + wide, top + height, _CORNERS), fill=look.tint(0.12)))
        each = wide / len(facts)
        bold = Type("text", 11.5 * POINT, 14 * POINT, look.dark, bold=True, align="centre", hyphenate=False)
        for index, fact in enumerate(facts):
            text = fact[:1].upper() + fact[1:]
            self.paragraph(
                items, text, bold, _MARGIN + index * each + 2, top + height / 2 + 1.5 - bold.leading, each - 4
            )
            if index:
                x = _MARGIN + index * each
                line = (("M", x, top + 2.6), ("L", x, top + height - 2.6))
                items.append(Shape(line, stroke=mix(look.accent, "#ffffff", 0.45), line=0.3))
        return top + height

    def types(self, points: float) -> tuple[Type, Type]:
        body = Type("text", points * POINT, 1.36 * points * POINT, self.look.ink, hang=True)
        head = replace(body, size=1.12 * body.size, bold=True, colour=self.look.dark, hyphenate=False)
        return body, head

    def body(self, items: list[Item], texts: SheetTexts, top: float, wide: float, points: float) -> float:
        """What it is about, and what is inside in columns; returns the foot."""
        body, head = self.types(points)
        y = top
        if texts.about:
            y = self.paragraph(items, texts.about, replace(body, align="left"), _MARGIN, y, wide) + 0.7 * body.leading
        if not texts.contents:
            return y
        y = self.paragraph(items, texts.inside, head, _MARGIN, y, wide) + 0.8
        columns = min(_COLUMNS, len(texts.contents))
        rows = -(-len(texts.contents) // columns)
        each, foot = (wide - _GUTTER * (_COLUMNS - 1)) / _COLUMNS, y
        for column in range(columns):
            left, at = _MARGIN + column * (each + _GUTTER), y
            for text in texts.contents[column * rows : (column + 1) * rows]:
                dot, middle = 0.16 * body.size, at + body.leading - 0.3 * body.size
                mark = ellipse(left, middle - dot, left + 2 * dot, middle + dot)
                items.append(Shape(mark, fill=self.look.second))
                at = self.paragraph(items, text, replace(body, hyphenate=False), left + 3.2, at, each - 3.2)
            foot = max(foot, at)
        return foot

    def fitting(self, texts: SheetTexts, wide: float, room: float) -> float:
        """The largest size in points at which the text fits."""
        for points in (13.0, 12.5, 12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5):
            if self.body([], texts, 0.0, wide, points) + 1.5 <= room:
                return points
        return 8.0


def sheet_words(facts: Mapping[str, str]) -> tuple[str, ...]:
    """Players, time and age, in this order, those that are known."""
    return tuple(filter(None, (facts.get(name, "") for name in ("players", "minutes", "age"))))
