"""Fitting: one size per style and field over a whole deck, or component, and all languages: the largest that fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from cardgen.definitions.layout_file import Style
from cardgen.drawing import Box
from cardgen.errors import DOES_NOT_FIT, Fault, InputError, Place
from cardgen.faces.paragraph import Paragraph
from cardgen.remember import per_object
from cardgen.units import POINT

STEP = 0.25 * POINT  # between the sizes that are tried

Group = tuple[str, str, str]  # deck or component, style, field


@dataclass(frozen=True, slots=True)
class Said:
    """A text in a field; `who` tells whose it is, `languages` which say the same, `place` where it is written."""

    group: Group
    who: Callable[[], str]
    languages: tuple[str, ...]
    words: Paragraph
    style: Style
    area: Box
    colour: str
    place: Place


@dataclass(frozen=True, slots=True)
class Fitting:
    """The size of every group, in mm, and of those that are not as large as wished the side that they fit just so."""

    sizes: dict[Group, float]
    lowered: dict[Group, str]


def fit(texts: Iterable[tuple[str, Said]], known: Mapping[Group, float] | None = None) -> Fitting:
    """The largest sizes at which all texts fit, each told with its side's name; none larger than those `known`.

    Raises InputError with each text that does not fit at the smallest allowed.
    """
    sizes: dict[Group, float] = dict(known or {})
    lowered: dict[Group, str] = {}
    faults: list[Fault] = []
    for side, said in texts:
        style, size = said.style, sizes.get(said.group, said.style.size)
        while excess := _excess(said, size):
            if size <= style.at_least + 1e-9:
                faults.append(_fault(said, *excess))
                break
            size = max(style.at_least, size - STEP)
            lowered[said.group] = side
        sizes[said.group] = size
    if faults:
        raise InputError(*dict.fromkeys(faults))
    return Fitting(sizes, lowered)


@per_object  # the same texts stand in many editions
def _excess(said: Said, size: float) -> tuple[float, str] | None:
    left, top, right, bottom = said.area
    return said.words.excess(size, right - left, bottom - top, said.style.lines)


def _fault(said: Said, over: float, way: str) -> Fault:
    left, top, right, bottom = said.area
    room = right - left if way == "wide" else bottom - top
    who = f"{said.who()}, field '{said.group[2]}', {', '.join(said.languages)}"
    least = f"{said.style.at_least / POINT:g} pt, the smallest size allowed"
    message = f"{who}: {said.words.text!r} is {over:.1f} mm too {way} for its {room:.1f} mm at {least}"
    return Fault(message, said.place, DOES_NOT_FIT)
