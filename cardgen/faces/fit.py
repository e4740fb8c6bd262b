"""Fitting: the largest size that fits, one per style and field for all texts that share it: over a whole deck, or
component, and all languages, over those of a card, or none but its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from cardgen.dataclass import dataclass
from cardgen.definitions.layout_file import Style
from cardgen.drawing import Paint
from cardgen.errors import DOES_NOT_FIT, Fault, Place
from cardgen.faces.paragraph import Paragraph
from cardgen.geometry import Box
from cardgen.remember import per_object
from cardgen.text.typography import NARROW, NBSP
from cardgen.units import POINT

_QUOTED = 80  # letters of a text that a message tells
STEP = 0.25 * POINT  # between the sizes that are tried

Group = tuple[str, str, str]  # what shares a size (deck or component, side, or side and language), style, field


@dataclass(frozen=True, slots=True)
class Said:
    """A text in a field; `who` and `id` tell whose it is, `languages` which say the same, `place` where it stands."""

    group: Group
    who: Callable[[], str]
    id: str
    languages: tuple[str, ...]
    words: Paragraph
    style: Style
    area: Box
    colour: Paint  # a gradient is fitted to the letters once they are laid
    place: Place


@dataclass(frozen=True, slots=True)
class Fitting:
    """The size of every group, in mm, of those that are not as large as wished the side that they fit just so, and the
    faults of texts that do not fit."""

    sizes: dict[Group, float]
    lowered: dict[Group, str]
    over: dict[int, Fault]  # what does not fit all the same, by the ids of what is said


def fit(texts: Iterable[tuple[str, Said]], known: Mapping[Group, float] | None = None) -> Fitting:
    """The largest sizes at which all texts fit, each told with its side's name; none larger than those `known`."""
    sizes: dict[Group, float] = dict(known or {})
    lowered: dict[Group, str] = {}
    over: dict[int, Fault] = {}
    for side, said in texts:
        style, size = said.style, sizes.get(said.group, said.style.size)
        while excess := _excess(said, size):
            if size <= style.at_least + 1e-9:
                over[id(said)] = _fault(said, *excess)
                break
            size = max(style.at_least, size - STEP)
            lowered[said.group] = side
        sizes[said.group] = size
    return Fitting(sizes, lowered, over)


def tried(style: Style) -> Iterator[float]:
    """The sizes that are tried, from the one that is wished for down to the smallest allowed, in mm."""
    size = style.size
    while size > style.at_least + 1e-9:
        yield size
        size = max(style.at_least, size - STEP)
    yield size


@per_object  # the same texts stand in many editions
def _excess(said: Said, size: float) -> tuple[float, str] | None:
    left, top, right, bottom = said.area
    return said.words.excess(size, right - left, bottom - top, said.style.lines)


def _fault(said: Said, over: float, way: str) -> Fault:
    left, top, right, bottom = said.area
    room = right - left if way == "wide" else bottom - top
    who = f"{said.who()}, field '{said.group[2]}', {', '.join(said.languages)}"
    least = f"{said.style.at_least / POINT:g} pt, the smallest size allowed"
    text = said.words.text.replace(NBSP, " ").replace(NARROW, " ")  # which nobody typed
    text = text if len(text) <= _QUOTED else text[: _QUOTED - 1].rstrip() + "…"
    message = f"{who}: {text!r} is {over:.1f} mm too {way} for its {room:.1f} mm at {least}"
    return Fault(message, said.place, DOES_NOT_FIT, said.id, f"{said.group[0]} {said.group[2]}")
