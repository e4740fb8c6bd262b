"""The model of an imported deck of any program: cards, and the boxes drawn on them.

A value is the same on all cards, or a tuple has one for each card. None means that a card has no value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import TypeAlias

from cardgen.foundations.dataclass import dataclass

Plain: TypeAlias = str | float | None
Value: TypeAlias = Plain | tuple[Plain, ...]

MAX_CARDS = 5_000  # in one deck
MAX_BOXES = 500  # in a layout
MAX_DRAWN = 5_000  # in a deck, before boxes on different cards are merged
MAX_DECKS = 40
MAX_LOST = 500  # remarks to keep; cardgen only counts others


@dataclass(frozen=True, slots=True)
class FontStyle:
    """The style of a text: the other program's name of the font, and its size in pt."""

    font: str = ""
    size: Value = 12.0
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class DrawnBox:
    """One thing to draw: the `draw:` verb of layouts, its box in mm from the upper left corner of the trim, and its
    keys. `cards` limits it to some cards."""

    draw: str
    line: int
    left: Value = 0.0
    top: Value = 0.0
    width: Value = 0.0
    height: Value = 0.0
    keys: Mapping[str, Value] = field(default_factory=dict)
    name: str = ""
    style: FontStyle | None = None
    cards: frozenset[int] | None = None


@dataclass(slots=True)
class Deck:
    """Cards of one size, in mm, with their columns and boxes, the lowest box first."""

    name: str
    size: tuple[float, float]
    cards: int = 1
    bleed: float = 0.0  # how far the other program's pictures reach beyond the trim
    columns: dict[str, tuple[str, ...]] = field(default_factory=dict)
    boxes: list[DrawnBox] = field(default_factory=list)

    def series(self, value: Value) -> tuple[Plain, ...]:
        """The value for each card. If a tuple is too short, the last cards have None."""
        if not isinstance(value, tuple):
            return (value,) * self.cards
        return (*value[: self.cards], *(None,) * (self.cards - len(value)))


@dataclass(frozen=True, slots=True)
class Lost:
    """Something in the other program's file that was not imported, and why."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


@dataclass(slots=True)
class Project:
    """The decks of another program's file. `read` counts its statements, `unread` those that cardgen does not
    understand."""

    file: str
    decks: list[Deck] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)
    read: int = 0
    unread: int = 0
    left: int = 0  # remarks beyond MAX_LOST

    def lose(self, line: int, what: str, file: str = "") -> None:
        """Adds a remark on a thing that was not imported, unless it is a repetition."""
        remark = Lost(file or self.file, line, " ".join(what.split())[:160])
        if remark in self.lost[-50:]:
            return
        if len(self.lost) < MAX_LOST:
            self.lost.append(remark)
        else:
            self.left += 1

    def misread(self, line: int, text: str, file: str = "") -> None:
        """Counts a statement that cardgen does not understand, and adds a remark."""
        self.unread += 1
        self.lose(line, f"cardgen does not understand: {text}", file)


def one_if_equal(value: Value) -> Value:
    """A single value if all cards have the same one."""
    if isinstance(value, tuple) and len(set(value)) == 1:
        return value[0]
    return value


def each(function: Callable[..., Plain], *values: Value) -> Value:
    """The result of a function of values, for each card if one of them is a tuple."""
    length = max((len(value) for value in values if isinstance(value, tuple)), default=0)
    if not length:
        return function(*values)
    return tuple(function(*(_at(value, index) for value in values)) for index in range(length))


def _at(value: Value, index: int) -> Plain:
    if not isinstance(value, tuple):
        return value
    return value[index] if index < len(value) else None


def on(box: DrawnBox, cards: Iterable[int]) -> DrawnBox:
    """The box on only some of its cards."""
    chosen = frozenset(cards)
    return replace(box, cards=chosen if box.cards is None else box.cards & chosen)


def merge_boxes(boxes: Sequence[DrawnBox], cards: int) -> list[DrawnBox]:
    """Merges boxes that one statement draws on different cards, such as in a loop over cards, into one box whose values
    differ between cards. The stacking order stays the same."""
    joined_boxes: list[DrawnBox | None] = []
    last: dict[tuple[object, ...], int] = {}
    topmost = [-1] * cards  # the last box on each card
    for box in boxes:
        own_cards = frozenset(range(cards)) if box.cards is None else box.cards
        look = replace(box.style, size=0.0) if box.style else None
        alike = (box.line, box.draw, box.name, look, tuple(box.keys))
        at = last.get(alike)
        before = joined_boxes[at] if at is not None else None
        if at is None or before is None or before.cards is None or box.cards is None or before.cards & own_cards:
            at = last[alike] = len(joined_boxes)
            joined_boxes.append(box)
        elif all(topmost[card] < at for card in own_cards):
            joined_boxes[at] = _both(before, box, cards)
        elif all(topmost[card] == at for card in before.cards):  # nothing lies above it so far
            joined_boxes[at], at = None, len(joined_boxes)
            last[alike], own_cards = at, own_cards | before.cards
            joined_boxes.append(_both(before, box, cards))
        else:
            at = last[alike] = len(joined_boxes)
            joined_boxes.append(box)
        for card in own_cards:
            topmost[card] = at
    return [box for box in joined_boxes if box]


def _both(one: DrawnBox, other: DrawnBox, cards: int) -> DrawnBox:
    """One box for the cards of two boxes."""
    other_cards = other.cards or frozenset()

    def both(mine: Value, theirs: Value) -> Value:
        if mine == theirs and not isinstance(mine, tuple):
            return mine
        return tuple(_at(theirs if card in other_cards else mine, card) for card in range(cards))

    style = one.style
    if style and other.style:
        style = replace(style, size=both(style.size, other.style.size))
    return replace(
        one,
        left=both(one.left, other.left), top=both(one.top, other.top),
        width=both(one.width, other.width), height=both(one.height, other.height),
        keys={key: both(value, other.keys[key]) for key, value in one.keys.items()},
        style=style, cards=(one.cards or frozenset()) | other_cards,
    )  # fmt: skip


def merge_cards(deck: Deck) -> tuple[Deck, tuple[int, ...]]:
    """A deck in which equal cards are one card, and the number of copies of each."""
    rows: dict[tuple[object, ...], list[int]] = {}
    for index in range(deck.cards):
        shown = tuple(box.cards is None or index in box.cards for box in deck.boxes)
        values = tuple(_at(value, index) for box in deck.boxes for value in _values(box))
        data = tuple(cells[index] for cells in deck.columns.values())
        rows.setdefault((shown, values, data), []).append(index)
    firsts = [indexes[0] for indexes in rows.values()]
    counts = tuple(map(len, rows.values()))
    number = {first: new for new, first in enumerate(firsts)}

    def at_firsts(value: Value) -> Value:
        return tuple(_at(value, index) for index in firsts) if isinstance(value, tuple) else value

    boxes = [
        replace(
            box,
            left=at_firsts(box.left), top=at_firsts(box.top), width=at_firsts(box.width), height=at_firsts(box.height),
            keys={key: at_firsts(value) for key, value in box.keys.items()},
            style=replace(box.style, size=at_firsts(box.style.size)) if box.style else None,
            cards=None if box.cards is None else frozenset(number[index] for index in box.cards if index in number),
        )
        for box in deck.boxes
    ]  # fmt: skip
    columns = {name: tuple(cells[index] for index in firsts) for name, cells in deck.columns.items()}
    return replace(deck, cards=len(firsts), boxes=boxes, columns=columns), counts


def _values(box: DrawnBox) -> Sequence[Value]:
    size = (box.style.size,) if box.style else ()
    return (box.left, box.top, box.width, box.height, *box.keys.values(), *size)
