"""A scene to scale: faces where they lie on a table, and labels in the book's own type."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardgen.dataclass import dataclass
from cardgen.drawing import Item, Shape
from cardgen.errors import Fault, InputError, Place
from cardgen.geometry import Box, Matrix, box_through, moved, multiply, rectangle, turned
from cardgen.rulebook.anatomy import Anatomy
from cardgen.rulebook.colours import WHITE, readable
from cardgen.rulebook.fan import Fan, find_fan, placed
from cardgen.rulebook.legible import LEAST
from cardgen.rulebook.lines import baseline, set_words, shifted
from cardgen.rulebook.look import Look
from cardgen.rulebook.pointing import set_pointing
from cardgen.rulebook.scene import Label, Lying, Scene
from cardgen.text.inline import Run
from cardgen.text.typography import typeset
from cardgen.units import POINT

TALLEST = 118.0  # mm
CORNERS = 2.0  # of the table, in mm on paper
PADDING = 0.55  # ems around a label's words
SIZE = 0.84  # of a label, in sizes of the text
WIDE = 300.0  # mm, more than any label is wide


@dataclass(frozen=True, slots=True)
class Stage:
    """A scene's measures and items, in mm on paper."""

    width: float
    height: float
    items: tuple[Item, ...]


def set_stage(scene: Scene | Anatomy, width: float, look: Look) -> Stage:
    """The scene, as wide as can be. Raises InputError with every name that is unknown and all that lies outside."""
    if isinstance(scene, Anatomy):
        return Stage(*set_pointing(scene, width, look))
    scale = min(width / scene.area[0], TALLEST / scene.area[1]) * min(1.0, look.figures)
    wide, high = (scale * side for side in scene.area)
    items: list[Item] = [Shape(rectangle(0, 0, wide, high, CORNERS), fill=look.tint(0.07))]
    faults: list[Fault] = []
    for lying in scene.lies:
        try:
            fan = find_fan(lying.face, look.book, lying.place)
        except InputError as error:
            faults += error.faults
            continue
        for copy in range(lying.copies):
            matrix, box = _where(lying, copy, fan)
            faults += _outside(f"'{lying.face}'", box, scene.area, lying.place)
            items.append(placed(fan, multiply(matrix, (scale, 0, 0, scale, 0, 0)), look.ink))
    for label in scene.labels:
        drawn, box = _label(label, scale, (wide, high), look)
        for where, edges in (((*label.at, *label.at), scene.area), (box, (wide, high))):
            faults += _outside(f"'{label.text}'", where, edges, label.place)
        items += drawn
    if faults:
        raise InputError(*dict.fromkeys(faults))
    return Stage(wide, high, tuple(items))


def _where(lying: Lying, copy: int, fan: Fan) -> tuple[Matrix, Box]:
    """Where a copy lies on the table, and what it covers there."""
    turn = turned(lying.turn, 0, 0)
    left, top, *_ = box_through(turn, (0, 0, fan.face.width, fan.face.height))
    x, y = (at + copy * step for at, step in zip(lying.at, lying.step, strict=True))
    matrix = multiply(turn, moved(x - left, y - top))
    return matrix, box_through(matrix, (0, 0, fan.face.width, fan.face.height))


def _outside(what: str, box: Box, area: tuple[float, float], place: Place) -> Iterator[Fault]:
    """A fault for each edge that something lies beyond."""
    over = {"left": -box[0], "upper": -box[1], "right": box[2] - area[0], "lower": box[3] - area[1]}
    for edge, beyond in over.items():
        if beyond > 0.01:
            yield Fault(f"{what} lies {beyond:.1f} mm beyond the {edge} edge of the scene", place)


def _label(label: Label, scale: float, area: tuple[float, float], look: Look) -> tuple[list[Item], Box]:
    """Words on a slip of paper, and what it covers on paper, in mm. It stays within the area, for words have another
    width in each language."""
    size = max(SIZE * look.size, LEAST * POINT)
    type_ = replace(look.body, size=size, leading=1.3 * size, colour=look.dark, bold=True, align="centre")
    if is_number := label.text.strip().isdecimal():  # of a step: a disc
        colour = readable(WHITE, look.accent)
        type_ = replace(look.numeral, size=size, leading=1.6 * size, colour=colour, align="centre")
    run = Run(typeset(label.text, look.book.language))
    (line,) = set_words((run,), type_, WIDE, look, label.place)
    natural = max(line.width + (0.0 if is_number else 2 * PADDING * size), type_.leading)
    half = natural / 2, type_.leading / 2
    x, y = (max(least, min(scale * at, most - least)) for at, most, least in zip(label.at, area, half, strict=True))
    box = (x - half[0], y - half[1], x + half[0], y + half[1])
    fill = look.accent if is_number else WHITE
    slip = Shape(rectangle(*box, type_.leading / 2), fill=fill, stroke=look.accent, line=0.25)
    words = shifted(line.items, x - WIDE / 2, box[1] + baseline(type_, look))
    return [slip, *words], box
