"""Finds which cards differ between two states, and where their pictures differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardgen.comparing.opened import Opened
from cardgen.definitions.fields import word
from cardgen.definitions.game import Design
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Document, Face, Page
from cardgen.ledger.boxes import Box, PrintedCopies
from cardgen.press.display import PageImage, placed_face
from cardgen.press.options import Options
from cardgen.press.sheets import Sheets
from cardgen.press.stamps import STAMPS, old_look
from cardgen.text.print_words import names

COMPONENTS = "components"  # stands for the deck of what is in none
ADDED, GONE, CHANGED, RENAMED = KINDS = ("added", "gone", "changed", "renamed")
FRONT, BACK = "front", "back"
DPI = 120.0  # of pictures
CELL = 6  # pixels of a square that differs or not
NEAR = 2  # squares between two that are framed together
SHADE = 24  # of 255: smaller differences of a colour are those of rounding
MAX_FRAMES = 12
MAX_TEXT = 400  # characters of a field's value

Key = tuple[str, str]  # a deck and a card
Frame = tuple[float, float, float, float]  # left, top, right and bottom, as parts of a picture


@dataclass(frozen=True, slots=True)
class CardChange:
    """A card that differs: its name, its copies in both states, the sides that look different, and the fields that have
    other values."""

    kind: str
    deck: str
    card: str
    name: str
    old_copies: int
    new_copies: int
    sides: tuple[str, ...]
    fields: tuple[tuple[str, str, str], ...] = ()
    old_card: str = ""  # its id before, if that differs


@dataclass(frozen=True, slots=True)
class Looks:
    """Pictures of a side in both states as PNG files, None where there is none, and frames around what differs."""

    old: bytes | None
    new: bytes | None
    frames: tuple[Frame, ...] = ()


def card_changes(old: Opened, new: Opened, language: str) -> Iterator[CardChange]:
    """Yields the cards that differ in a language, in the order of the new state; those that are gone come last."""
    before, after = _by_card(old.box(language)), _by_card(new.box(language))
    values = [{} if each.state.printed else _designs(each) for each in (old, new)]
    gone = {key: lots for key, lots in before.items() if key not in after}
    for key, lots in after.items():
        if key in before:
            was, now = _merged(before[key]), _merged(lots)
            sides = _other_sides(was, now)
            fields = tuple(_other_fields(values[0].get(key), values[1].get(key)))
            if sides or was.copies != now.copies or fields:
                yield CardChange(CHANGED, *key, now.name, was.copies, now.copies, sides, fields)
            continue
        now = _merged(lots)
        same = next((other for other, those in gone.items() if _looks(_merged(those)) == _looks(now)), None)
        if same:
            was = _merged(gone.pop(same))
            yield CardChange(RENAMED, *key, now.name, was.copies, now.copies, (), (), same[1])
        else:
            yield CardChange(ADDED, *key, now.name, 0, now.copies, (FRONT,))
    for key, lots in gone.items():
        was = _merged(lots)
        yield CardChange(GONE, *key, was.name, was.copies, 0, (FRONT,))


def component_changes(old: Opened, new: Opened, language: str) -> Iterator[CardChange]:
    """Yields the components that differ in a language, with their panels as sides; a print records none."""
    if old.state.printed or new.state.printed:
        return
    before, after = ({each.id: each for each in opened.game.components} for opened in (old, new))
    called = names(new.composer.strings[language], "component", [*after])
    called = names(old.composer.strings[language], "component", [*before]) | called
    for id in dict.fromkeys((*after, *before)):
        one, other = before.get(id), after.get(id)
        was, now = (opened.panels(language, each) if each else {} for opened, each in ((old, one), (new, other)))
        copies, others = ((each.count or 1) if each else 0 for each in (one, other))
        sides = tuple(panel for panel in dict.fromkeys((*now, *was)) if was.get(panel) != now.get(panel))
        kind = ADDED if one is None else GONE if other is None else CHANGED
        if sides or copies != others:
            yield CardChange(kind, COMPONENTS, id, called[id], copies, others, sides)


def _by_card(box: Box) -> dict[Key, list[PrintedCopies]]:
    cards: dict[Key, list[PrintedCopies]] = {}
    for lot in box:
        cards.setdefault((lot.deck, lot.card), []).append(lot)
    return cards


def _merged(lots: Sequence[PrintedCopies]) -> PrintedCopies:
    """Copies of several prints together; the last print tells how they look."""
    last = lots[-1]
    return PrintedCopies(last.deck, last.card, last.name, sum(lot.copies for lot in lots), last.front, last.back)


def _looks(lot: PrintedCopies) -> tuple[str, str]:
    return lot.front, lot.back


def _other_sides(was: PrintedCopies, now: PrintedCopies) -> tuple[str, ...]:
    pairs = (FRONT, was.front, now.front), (BACK, was.back, now.back)
    return tuple(side for side, one, other in pairs if one != other)


def _designs(opened: Opened) -> dict[Key, Design]:
    return {(design.deck, design.id): design for design in opened.game.designs}


def _other_fields(was: Design | None, now: Design | None) -> Iterator[tuple[str, str, str]]:
    """The fields with other values, but not its count."""
    if was is None or now is None:
        return
    for field in dict.fromkeys((*was.fields, *now.fields)):
        one, other = (_as_words(design.fields.get(field)) for design in (was, now))
        if one != other:
            yield field, one, other


def _as_words(value: object) -> str:
    """A value of a field in one line, as YAML writes it."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        text = ", ".join(f"{key}: {_as_words(each)}" for key, each in value.items())
        return f"{{{text}}}"[:MAX_TEXT]
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_as_words, value))}]"[:MAX_TEXT]
    return word(value)[:MAX_TEXT]


# pictures


def looks_of(old: Opened, new: Opened, language: str, change: CardChange, side: str) -> Looks:
    """Draws a side of a card in both states, and frames what differs."""
    before = None if change.kind == ADDED else _picture(old, language, (change.deck, change.card), side)
    after = None if change.kind == GONE else _picture(new, language, (change.deck, change.card), side)
    if before is None or after is None or change.kind != CHANGED:
        return Looks(before, after)
    return Looks(before, after, tuple(frames(before, after)))


def _picture(opened: Opened, language: str, key: Key, side: str) -> bytes | None:
    if opened.state.printed:
        lots = _by_card(opened.box(language)).get(key)
        kept: dict[str, bytes] = {}
        shown = (lots[-1].front if side == FRONT else lots[-1].back) if lots else ""
        return kept[f"{STAMPS}/{shown}"] if shown and old_look(shown, kept) else None
    if key[0] == COMPONENTS:
        component = next((each for each in opened.game.components if each.id == key[1]), None)
        panels = opened.composer.panels(component, language) if component else {}
        return _png_of(opened, language, panels[side]) if side in panels else None
    card = opened.now(language).faces.get(key)
    face = card and (card.front if side == FRONT else card.back)
    return _png_of(opened, language, face) if face else None


def _png_of(opened: Opened, language: str, face: Face) -> bytes:
    from cardgen.press.display import pngs

    whole = (0.0, 0.0, face.width, face.height)
    picture = PageImage(Page(face.width, face.height, (placed_face(face),), whole, whole), DPI)

    def paged(pages: list[Page], faces: dict[str, Face]) -> Document:
        return Sheets(opened.composer, language, Options()).document(pages, faces)

    return next(pngs([picture], {face.name: face}, paged))


def frames(old: bytes, new: bytes) -> Iterator[Frame]:
    """Yields frames around what differs between two pictures, as parts of the new one; one around the whole if their
    sizes differ."""
    import io

    import numpy
    from PIL import Image

    one, other = (Image.open(io.BytesIO(data)).convert("RGB") for data in (old, new))
    if one.size != other.size:
        scaled = one.width * other.height, other.width * one.height
        if abs(scaled[0] - scaled[1]) > 0.02 * scaled[0]:
            yield 0.0, 0.0, 1.0, 1.0
            return
        smaller = min(one, other, key=lambda picture: picture.width)  # a print keeps small pictures
        one, other = (picture.resize(smaller.size) for picture in (one, other))
    first, second = (numpy.asarray(picture, numpy.int16) for picture in (one, other))
    differs = (abs(first - second) > SHADE).any(axis=2)
    height, width = differs.shape
    rows, columns = -(-height // CELL), -(-width // CELL)
    padded = numpy.zeros((rows * CELL, columns * CELL), bool)
    padded[:height, :width] = differs
    squares = padded.reshape(rows, CELL, columns, CELL).any(axis=(1, 3))
    groups = _grouped({(int(row), int(column)) for row, column in numpy.argwhere(squares)})
    for top, left, bottom, right in groups[:MAX_FRAMES]:
        yield (
            round(max(0, left - 1) * CELL / width, 4),
            round(max(0, top - 1) * CELL / height, 4),
            round(min(1.0, (right + 2) * CELL / width), 4),
            round(min(1.0, (bottom + 2) * CELL / height), 4),
        )


def _grouped(squares: set[tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """The bounds of groups of squares near one another, the largest first."""
    bounds = []
    left = set(squares)
    while left:
        waiting = [left.pop()]
        top, first, bottom, last = (*waiting[0], *waiting[0])
        while waiting:
            row, column = waiting.pop()
            top, bottom, first, last = min(top, row), max(bottom, row), min(first, column), max(last, column)
            near = {(row + down, column + across) for down in _STEPS for across in _STEPS} & left
            left -= near
            waiting += near
        bounds.append((top, first, bottom, last))
    return sorted(bounds, key=lambda each: (each[2] - each[0] + 1) * (each[3] - each[1] + 1), reverse=True)


_STEPS = range(-NEAR, NEAR + 1)
