"""Draws a scene to scale: faces on a table, and labels in the book's own type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError, Place
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Group, Item, Pen, Shape
from cardgen.graphics.geometry import Box, Matrix, box_through, multiply, rectangle, rotation, translation
from cardgen.rulebook.anatomy import Anatomy
from cardgen.rulebook.colours import WHITE, readable
from cardgen.rulebook.fan import Fan, find_fan, framed_face
from cardgen.rulebook.legible import MIN_LEGIBLE_SIZE, least_scale
from cardgen.rulebook.lines import SetLine, baseline, set_words, shifted
from cardgen.rulebook.look import Look, Type
from cardgen.rulebook.names_below import type_of_names
from cardgen.rulebook.pointing import set_pointing
from cardgen.rulebook.scene import Label, Lying, Scene
from cardgen.text.inline import Run
from cardgen.text.typography import typeset

TALLEST = 118.0  # mm
CORNERS = 2.0  # radius of the table's corners, in mm on paper
MARGIN = 2.75  # mm on paper between the table's edges and its contents
TRIALS = 3  # iterations for a scale, because labels keep their width
PADDING = 0.55  # ems around a label's words
BRACKET = 1.4  # mm, length of the ends of a bracket
EMPTY_CORNERS, EMPTY_DASHES = 0.8, (1.0, 0.7)  # mm on paper: corners and dashes of an empty place
SIZE = 0.84  # size of a label, in sizes of the text
PLAIN_SIZE = 1.15  # size of a plain label, in sizes of the text
STEP_CORNERS = 0.6  # mm on paper: corners of the square with the number of a step
LABEL_WIDTH = 300.0  # mm, more than any label is wide


@dataclass(frozen=True, slots=True)
class Stage:
    """A scene's measures and items, in mm on paper."""

    width: float
    height: float
    items: tuple[Item, ...]


def set_stage(scene: Scene | Anatomy, width: float, look: Look) -> Stage:
    """The scene, as wide as possible. Raises InputError for all unknown names and everything outside the area."""
    if isinstance(scene, Anatomy):
        return Stage(*set_pointing(scene, width, look))
    faults: list[Fault] = []
    copies: list[tuple[Fan, Matrix, Box]] = []
    for lying in scene.lies:
        try:
            fan = find_fan(lying.face, look.book, lying.place)
        except InputError as error:
            faults += error.faults
            continue
        for copy in range(lying.copies):
            matrix, box = _where(lying, copy, fan)
            faults += _outside(f"'{lying.face}'", box, scene.area, lying.place)
            copies.append((fan, matrix, box))
    for each in scene.empty:
        faults += _outside("an empty place", each.box, scene.area, each.place)
    boxes = [*(box for _, _, box in copies), *(each.box for each in scene.empty)]
    scale, labels = _scaled(scene, copies, boxes, width, look)
    edges = (scale * scene.area[0], scale * scene.area[1])
    for label, (_, box) in zip(scene.labels, labels, strict=True):
        for where, area in (((*label.at, *label.at), scene.area), (box, edges)):
            faults += _outside(f"'{label.text}'", where, area, label.place)
    if faults:
        raise InputError(*dict.fromkeys(faults))
    margin = _margin(look)
    left, top, right, bottom = _around(boxes, labels, scale)
    items: list[Item] = [_outline(each.box, scale, look) for each in scene.empty]
    items += [framed_face(fan, multiply(matrix, (scale, 0, 0, scale, 0, 0)), look.ink) for fan, matrix, _ in copies]
    lying_there = Group(
        (*items, *(item for drawn, _ in labels for item in drawn)), translation(margin - left, margin - top)
    )
    wide, high = right - left + 2 * margin, bottom - top + 2 * margin
    table = () if look.boxed else (Shape(rectangle(0, 0, wide, high, CORNERS), fill=look.tint(0.07)),)
    return Stage(wide, high, (*table, lying_there))


def _scaled(
    scene: Scene, copies: Sequence[tuple[Fan, Matrix, Box]], boxes: Sequence[Box], width: float, look: Look
) -> tuple[float, list[tuple[list[Item], Box]]]:
    """The largest scale at which a scene with its labels fits its room, and the labels. It is never so small that texts
    become illegible."""
    margin = _margin(look)
    room = (width - 2 * margin, TALLEST - 2 * margin)
    scale = min(free / side for free, side in zip(room, scene.area, strict=True))
    for _ in range(TRIALS if boxes else 0):
        labels = _labels(scene, scale, look)
        left, top, right, bottom = _around(boxes, labels, scale)
        scale *= min(room[0] / (right - left), room[1] / (bottom - top))
    largest = scale * min(1.0, look.largest)
    scale = max(scale * min(1.0, look.figures), least_scale((fan.at(largest) for fan, *_ in copies), largest))
    return scale, _labels(scene, scale, look)


def _margin(look: Look) -> float:
    """The free margin of a table; 0 in a box, which has no table."""
    return 0.0 if look.boxed else MARGIN


def _around(boxes: Sequence[Box], labels: Sequence[tuple[list[Item], Box]], scale: float) -> Box:
    """The box around faces and labels on paper, in mm."""
    boxes_on_paper = [tuple(scale * edge for edge in box) for box in boxes] + [box for _, box in labels]
    lefts, tops, rights, bottoms = zip(*boxes_on_paper, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _where(lying: Lying, copy: int, fan: Fan) -> tuple[Matrix, Box]:
    """The matrix of a copy on the table, and the box that it covers."""
    turn = multiply((lying.scale, 0, 0, lying.scale, 0, 0), rotation(lying.turn, 0, 0))
    left, top, *_ = box_through(turn, (0, 0, fan.face.width, fan.face.height))
    x, y = (at + copy * step for at, step in zip(lying.at, lying.step, strict=True))
    matrix = multiply(turn, translation(x - left, y - top))
    return matrix, box_through(matrix, (0, 0, fan.face.width, fan.face.height))


def _outside(what: str, box: Box, area: tuple[float, float], place: Place) -> Iterator[Fault]:
    """A fault for each edge that a thing crosses."""
    over = {"left": -box[0], "upper": -box[1], "right": box[2] - area[0], "lower": box[3] - area[1]}
    for edge, beyond in over.items():
        if beyond > 0.01:
            yield Fault(f"{what} lies {beyond:.1f} mm beyond the {edge} edge of the scene", place)


def _labels(scene: Scene, scale: float, look: Look) -> list[tuple[list[Item], Box]]:
    """All labels of a scene; its names have one type."""
    names = [label for label in scene.labels if label.wide]
    type_ = type_of_names(look, 1, lambda type_: (_name_lines(name, scale, type_, look) for name in names))
    return [
        _name(label, scale, type_, look) if label.wide else _label(label, scale, scene.area, look)
        for label in scene.labels
    ]


def _name_lines(name: Label, scale: float, type_: Type, look: Look) -> list[SetLine]:
    """The lines of a thing's name."""
    run = Run(typeset(name.text, look.book.language))
    return set_words((run,), type_, scale * name.wide, look, name.place)


def _name(name: Label, scale: float, type_: Type, look: Look) -> tuple[list[Item], Box]:
    """The name of a thing, and the box that it covers, in mm."""
    (middle, top), width = (scale * each for each in name.at), scale * name.wide
    lines = _name_lines(name, scale, type_, look)
    items: list[Item] = []
    for index, line in enumerate(lines):
        items += shifted(line.items, middle - width / 2, top + baseline(type_, look) + index * type_.leading)
    half = max(line.width for line in lines) / 2
    return items, (middle - half, top, middle + half, top + len(lines) * type_.leading)


def _label(label: Label, scale: float, area: tuple[float, float], look: Look) -> tuple[list[Item], Box]:
    """Words on a slip of paper, and the box that it covers, in mm. It stays within the area of the scene, because the
    width of words depends on the language."""
    size = max(SIZE * look.size, MIN_LEGIBLE_SIZE * POINT)
    type_ = replace(look.body, size=size, leading=1.3 * size, colour=look.dark, bold=True, align="centre")
    if label.plain:
        type_ = replace(type_, size=PLAIN_SIZE * look.size, leading=1.2 * PLAIN_SIZE * look.size, colour=look.accent)
    if is_number := label.text.strip().isdecimal() and not label.plain:  # the number of a step is a square
        colour = readable(WHITE, look.accent)
        type_ = replace(look.numeral, size=size, leading=1.6 * size, colour=colour, align="centre")
    run = Run(typeset(label.text, look.book.language))
    (line,) = set_words((run,), type_, LABEL_WIDTH, look, label.place)
    natural = max(line.width + (0.0 if is_number else 2 * PADDING * size), type_.leading)
    half = natural / 2, type_.leading / 2
    x, y = (
        max(least, min(scale * at, scale * most - least)) for at, most, least in zip(label.at, area, half, strict=True)
    )
    box = (x - half[0], y - half[1], x + half[0], y + half[1])
    fill = look.accent if is_number else WHITE
    corners = STEP_CORNERS if is_number else type_.leading / 2
    slip = [] if label.plain else [Shape(rectangle(*box, corners), fill=fill, stroke=look.accent, line=0.25)]
    words = shifted(line.items, x - LABEL_WIDTH / 2, box[1] + baseline(type_, look))
    bracket = _bracket(label.along, y, scale, area, look) if label.along else []
    if label.along:
        box = (min(box[0], scale * label.along[0]), box[1], max(box[2], scale * label.along[1]), box[3])
    return [*bracket, *slip, *words], box


def _outline(box: Box, scale: float, look: Look) -> Shape:
    """A dashed line around an empty place."""
    path = rectangle(*(scale * edge for edge in box), EMPTY_CORNERS)
    return Shape(path, stroke=look.accent, line=0.25, pen=Pen(dashes=EMPTY_DASHES))


def _bracket(along: tuple[float, float], y: float, scale: float, area: tuple[float, float], look: Look) -> list[Item]:
    """A line behind a label, its ends turned towards the middle of the scene, where the named things lie."""
    left, right = (scale * x for x in along)
    end = y + (BRACKET if 2 * y < scale * area[1] else -BRACKET)
    path = (("M", left, end), ("L", left, y), ("L", right, y), ("L", right, end))
    return [Shape(path, stroke=look.accent, line=0.25)]
