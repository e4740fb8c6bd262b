"""Fitting: finds the largest size that fits, one for each style and field. A text shares it with all others of its deck
or component in all languages, with those of its card, or with none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol

from cardgen.definitions.layout_file import Style
from cardgen.faces.along import Curve, excess_along
from cardgen.faces.paragraph import Paragraph
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import DOES_NOT_FIT, Fault, Place
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Paint
from cardgen.graphics.geometry import Box
from cardgen.store.remember import per_object
from cardgen.text.typography import NARROW_NBSP, NBSP

_QUOTED = 80  # letters of a text in a message
STEP = 0.25 * POINT  # between sizes to try

SizeGroup = tuple[str, str, str]  # scope (a deck or component, a side, or a side and language), style, field


class Fitted(Protocol):
    """The base of texts and stacks to fit: tries sizes from the largest to the smallest, in steps."""

    @property
    def group(self) -> SizeGroup: ...
    @property
    def largest(self) -> float: ...
    @property
    def least(self) -> float: ...
    @property
    def step(self) -> float: ...
    def excess(self, size: float) -> tuple[float, str] | None: ...
    def fault(self, over: float, way: str) -> Fault: ...
    def sizes(self, size: float) -> dict[SizeGroup, float]: ...


@dataclass(frozen=True, slots=True)
class Said:
    """A text in a field: `who` and `id` name its owner, `languages` are those with the same text, `place` is where it
    is written. A text in a stack has the size that the stack's scale gives it, one of its `scales`.
    """

    group: SizeGroup
    who: Callable[[], str]
    id: str
    languages: tuple[str, ...]
    words: Paragraph
    style: Style
    area: Box
    colour: Paint  # a gradient covers the letters once they are laid out
    place: Place
    along: Curve | None = None
    scales: tuple[float, ...] = ()

    @property
    def largest(self) -> float:
        return self.style.size

    @property
    def least(self) -> float:
        return self.style.at_least

    @property
    def step(self) -> float:
        return STEP

    def size_at(self, scale: float) -> float:
        """Returns its size in a stack of that scale, in mm."""
        return max(self.style.at_least, scale * self.style.size)

    def excess(self, size: float) -> tuple[float, str] | None:
        return _excess(self, size)

    def excess_of(self, words: Paragraph, size: float) -> tuple[float, str] | None:
        """Returns by how many mm words in its place do not fit at a size, and in which direction; None if they fit."""
        left, top, right, bottom = self.area
        if self.along:
            return excess_along(words, self.along, size, bottom - top)
        return words.excess(size, right - left, bottom - top, self.style.lines)

    def fault(self, over: float, way: str) -> Fault:
        left, top, right, bottom = self.area
        room = bottom - top if way == "high" else self.along.length if self.along else right - left
        field = self.group[2].partition(" ")[0]  # without the card's own size
        return fault(self, f"field '{field}'", over, way, room)

    def sizes(self, size: float) -> dict[SizeGroup, float]:
        return {self.group: size}

    def tried(self) -> Iterator[float]:
        """Yields the sizes to try, from the desired one to the smallest allowed, in mm."""
        return map(self.size_at, self.scales) if self.scales else tried(self)


@dataclass(frozen=True, slots=True)
class Fitting:
    """The result of fitting: the size of every group, in mm; for groups smaller than desired, the side that limits
    them; and the faults of texts that do not fit."""

    sizes: dict[SizeGroup, float]
    lowered: dict[SizeGroup, str]
    over: dict[int, Fault]  # faults of texts that do not fit even so, by the ids of texts


def fit(texts: Iterable[tuple[str, Fitted]], known: Mapping[SizeGroup, float] | None = None) -> Fitting:
    """Finds the largest sizes at which all texts fit, each with the name of its side; none larger than those
    `known`."""
    sizes: dict[SizeGroup, float] = dict(known or {})
    lowered: dict[SizeGroup, str] = {}
    over: dict[int, Fault] = {}
    own: list[Fitted] = []
    for side, said in texts:
        size = sizes.get(said.group, said.largest)
        while excess := said.excess(size):
            if size <= said.least + 1e-9:
                over[id(said)] = said.fault(*excess)
                break
            size = max(said.least, size - said.step)
            lowered[said.group] = side
        sizes[said.group] = size
        own.append(said)
    for said in own:
        sizes |= said.sizes(sizes[said.group])
    return Fitting(sizes, lowered, over)


def tried(of: Fitted) -> Iterator[float]:
    """Yields the sizes to try, from the largest to the smallest."""
    size = of.largest
    while size > of.least + 1e-9:
        yield size
        size = max(of.least, size - of.step)
    yield size


@per_object  # many editions have the same texts
def _excess(said: Said, size: float) -> tuple[float, str] | None:
    return said.excess_of(said.words, size)


def fault(said: Said, field: str, over: float, way: str, room: float) -> Fault:
    """Makes the fault of a text that needs more than the `room` of a field, in mm, at its smallest size."""
    who = f"{said.who()}, {field}, {', '.join(said.languages)}"
    least = f"{said.style.at_least / POINT:g} pt, the smallest size allowed"
    text = said.words.text.replace(NBSP, " ").replace(NARROW_NBSP, " ")  # authors type plain spaces
    text = text if len(text) <= _QUOTED else text[: _QUOTED - 1].rstrip() + "…"
    message = f"{who}: {text!r} is {over:.1f} mm too {way} for its {room:.1f} mm at {least}"
    return Fault(message, said.place, DOES_NOT_FIT, said.id, f"{said.group[0]} {said.group[2]}")
