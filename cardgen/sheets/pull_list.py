"""Makes the list of cards to exchange: those to take out of a box and those to put in, as small pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Face, Group, Item, Page, Picture, Shape, Use
from cardgen.graphics.geometry import Box, rectangle
from cardgen.sheets.grid import MARGIN
from cardgen.sheets.pens import INK, PAPER
from cardgen.text.fonts import Font
from cardgen.text.setting import set_line

EDGE = "#b0b0b0"
TITLE, HEADING, REASON, TEXT, COUNT = 12 * POINT, 10 * POINT, 8 * POINT, 7 * POINT, 9 * POINT
STAMP = (18.0, 24.3)  # mm, the greatest width and height
_BORDER = MARGIN + 7.0
_ARROW, _GUTTER, _BELOW = 4.0, 8.0, 3.0  # mm; a new card is nearer to its old one than to the next pair
_LINE = 1.3  # ems, the distance of lines


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """The old look of a card: a picture, and its height divided by its width."""

    file: str
    form: float


@dataclass(frozen=True, slots=True)
class Stamp:
    """Copies of a card with their look, or only their code if no look is kept."""

    copies: int
    name: str
    code: str
    look: Face | Thumbnail | None


@dataclass(frozen=True, slots=True)
class Exchange:
    """A card with copies to take out, to put in, or both."""

    out: Stamp | None
    into: Stamp | None


@dataclass(frozen=True, slots=True)
class Resized:
    """Cards that change only because an equal text has another size in points, `now`."""

    text: str
    before: float
    now: float
    cards: int


def pull_list(
    exchanges: Sequence[Exchange],
    title: str,
    words: Mapping[str, str],
    font: Font,
    paper: tuple[float, float],
    resized: Sequence[Resized] = (),
) -> tuple[Page, ...]:
    """Pages that list which cards to take out and which to put in; `words` are those of `text.print_words`."""
    kinds: tuple[tuple[str, Callable[[Exchange], bool]], ...] = (
        ("exchange", lambda one: bool(one.out and one.into)),
        ("out", lambda one: not one.into),
        ("in", lambda one: not one.out),
    )
    writer = _Writer(font, paper)
    writer.line(title, TITLE)
    if resized:
        writer.reasons([_size_change(each, words["point"]) for each in resized], words["resized"])
    for word, belongs in kinds:
        if those := [one for one in exchanges if belongs(one)]:
            out = sum(one.out.copies for one in those if one.out)
            into = sum(one.into.copies for one in those if one.into)
            counts = " · ".join(f"{sign} {count}" for sign, count in (("–", out), ("+", into)) if count)
            writer.section(f"{words[word]}  {counts}", those, paired=word == "exchange")
    if not exchanges:
        writer.line(words["unchanged"], HEADING)
    return writer.pages()


def _size_change(one: Resized, point: str) -> str:
    sizes = f"{one.before:g} > {one.now:g} pt".replace(".", point)
    return f"{one.text} · {sizes} · + {one.cards}"


class _Writer:
    """Fills pages from top to bottom."""

    def __init__(self, font: Font, paper: tuple[float, float]) -> None:
        self.font = font
        self.width, self.height = paper
        self.filled: list[list[Item]] = [[]]
        self.y = _BORDER

    def pages(self) -> tuple[Page, ...]:
        box = (0.0, 0.0, self.width, self.height)
        return tuple(Page(self.width, self.height, tuple(items), box, box) for items in self.filled)

    def line(self, text: str, size: float) -> None:
        self.y += size * _LINE
        self._say(text, _BORDER, self.y, size, self.width - 2 * _BORDER)
        self.y += size * 0.6

    def reasons(self, lines: Sequence[str], why: str) -> None:
        """The reasons for unexpected exchanges."""
        for line in (*_wrap(why, self.font, (self.width - 2 * _BORDER) / REASON), *lines):
            self._require(2 * REASON)
            self.line(line, REASON)

    def section(self, heading: str, exchanges: Sequence[Exchange], paired: bool) -> None:
        cell = STAMP[0] * 2 + _ARROW if paired else STAMP[0] * 1.5
        high = STAMP[1] + (COUNT + 2 * TEXT) * _LINE + _BELOW
        room = self.width - 2 * _BORDER
        columns = max(1, int((room + _GUTTER) // (cell + _GUTTER)))
        self._require(HEADING * 2 + high)
        self.line(heading, HEADING)
        for start in range(0, len(exchanges), columns):
            self._require(high)
            for column, one in enumerate(exchanges[start : start + columns]):
                self._cell(one, _BORDER + column * (cell + _GUTTER), cell)
            self.y += high

    def _require(self, high: float) -> None:
        if self.y + high > self.height - _BORDER:
            self.filled.append([])
            self.y = _BORDER

    def _cell(self, one: Exchange, x: float, room: float) -> None:
        if one.out and one.into:
            self.filled[-1].append(_arrow(x + STAMP[0] + _ARROW / 2, self.y + STAMP[1] / 2))
            alike = one.out.name == one.into.name
            self._stamp(one.out, "–", x, room if alike else STAMP[0], True)
            self._stamp(one.into, "+", x + STAMP[0] + _ARROW, STAMP[0], not alike)
        elif stamp := one.out or one.into:
            self._stamp(stamp, "–" if one.out else "+", x, room, True)

    def _stamp(self, stamp: Stamp, sign: str, x: float, room: float, named: bool) -> None:
        """The look of a card, with its copies, its code and perhaps its name below."""
        look = stamp.look
        form = look.height / look.width if isinstance(look, Face) else look.form if look else STAMP[1] / STAMP[0]
        width = min(STAMP[0], STAMP[1] / form)
        box = (x, self.y + STAMP[1] - width * form, x + width, self.y + STAMP[1])
        self.filled[-1] += _look_items(look, box) if look else self._unknown(stamp.code, box)
        baseline, count = self.y + STAMP[1] + COUNT * _LINE, f"{sign} {stamp.copies}"
        self._say(count, x, baseline, COUNT, STAMP[0])
        wide = self.font.width(f"{count} ") * COUNT
        self._say(stamp.code, x + wide, baseline, TEXT, STAMP[0] - wide)
        for number, line in enumerate(_wrap(self._printable(stamp.name), self.font, room / TEXT)[:2] if named else ()):
            self._say(line, x, baseline + (number + 1) * TEXT * _LINE, TEXT, room)

    def _unknown(self, code: str, box: Box) -> Iterator[Item]:
        left, top, right, bottom = box
        yield Shape(rectangle(*box, 1.0), stroke=EDGE, line=0.3)
        wide = self.font.width(code) * HEADING
        yield from set_line(
            code, self.font, (left + right - wide) / 2, (top + bottom + HEADING * 0.7) / 2, HEADING, INK
        )

    def _say(self, text: str, x: float, baseline: float, size: float, room: float) -> None:
        text = self._printable(text)
        while self.font.width(text) * size > room and len(text) > 2:
            text = text.removesuffix("…")[:-1].rstrip() + ("" if self.font.missing("…") else "…")
        self.filled[-1] += set_line(text, self.font, x, baseline, size, INK)

    def _printable(self, text: str) -> str:
        missing = set(self.font.missing(text))
        return "".join(sign for sign in text if sign not in missing)


def _look_items(look: Face | Thumbnail, box: Box) -> Iterator[Item]:
    left, top, right, bottom = box
    if isinstance(look, Thumbnail):
        yield Picture(left, top, right - left, bottom - top, look.file)
    else:
        scale = (right - left) / look.width
        outline = look.outline or rectangle(0, 0, look.width, look.height)
        matrix = (scale, 0.0, 0.0, scale, left, top)
        yield Group((Shape(outline, fill=PAPER), Use(look.name)), matrix, outline)
        yield Group((Shape(outline, stroke=EDGE, line=0.2 / scale),), matrix)


def _arrow(x: float, y: float) -> Shape:
    line = (("M", x - 1.7, y), ("L", x + 1.7, y), ("M", x + 0.6, y - 1.1), ("L", x + 1.7, y), ("L", x + 0.6, y + 1.1))
    return Shape(line, stroke=INK, line=0.4)


def _wrap(text: str, font: Font, room: float) -> list[str]:
    """The words of a text, broken into lines of at most `room`."""
    lines: list[str] = []
    for word in text.split():
        if lines and font.width(f"{lines[-1]} {word}") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
