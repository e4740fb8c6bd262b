"""Reads the YAML of a figure that shows a table, in mm from its upper left corner."""

from __future__ import annotations

import re
from dataclasses import field
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema

from cardgen.definitions import nodes
from cardgen.definitions.fields import Flag, Model, Number, Size, Whole, Words, quote
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import parse_yaml
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place
from cardgen.graphics.geometry import Box

MAX_COPIES = 60


def point(value: Any) -> tuple[float, float]:
    """Two lengths in mm. Raises ValueError."""
    match = re.fullmatch(r"\s*(-?\d+(?:\.\d+)?)\s+(-?\d+(?:\.\d+)?)\s*", value) if isinstance(value, str) else None
    if not match:
        raise ValueError(
            f"expected two lengths in mm, from the left and from the top, such as 20 35.5, got {quote(value)}"
        )
    return float(match[1]), float(match[2])


Point = Annotated[tuple[float, float], BeforeValidator(point), WithJsonSchema({"type": "string"})]


class _Lying(Model):
    face: Words
    at: Point
    turn: Number = 0.0
    copies: Annotated[Whole, Field(ge=1, le=MAX_COPIES)] = 1
    step: Point = (0.0, 0.0)
    scale: Annotated[Number, Field(ge=0.25, le=3)] = 1.0


class _Empty(Model):
    at: Point
    size: Size


class _Label(Model):
    text: Words
    at: Point
    along: Point | None = None
    plain: Flag = False
    wide: Annotated[Number, Field(ge=0)] = 0.0


class _SceneFile(Model):
    area: Size
    lies: Annotated[tuple[_Lying, ...], Field(min_length=1)]
    empty: tuple[_Empty, ...] = ()
    labels: tuple[_Label, ...] = ()


@dataclass(frozen=True, slots=True)
class Lying:
    """Copies of a face, each `step` further than the one before and above it. `at` is the upper left corner of the area
    that the first one covers, `turn` the rotation in degrees clockwise, `scale` its size
    in sizes of the true one."""

    face: str
    at: tuple[float, float]
    turn: float
    copies: int
    step: tuple[float, float]
    place: Place = field(compare=False)
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Empty:
    """A place where nothing lies yet: an outline around a `box` of the table."""

    box: Box
    place: Place = field(compare=False)


@dataclass(frozen=True, slots=True)
class Label:
    """Words, or the number of a step, centred at a point, or as near to it as the edges allow. With `along`, a bracket
    from one x to another spans what they name. Plain labels have no paper. A label `wide` mm is the name of a thing
    above it, in small lines of that width; `at` is the middle of their top."""

    text: str
    at: tuple[float, float]
    along: tuple[float, float] | None
    place: Place = field(compare=False)
    plain: bool = False
    wide: float = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    """A part of a table with the size `area`; later things lie above earlier ones, labels on top."""

    area: tuple[float, float]
    lies: tuple[Lying, ...]
    labels: tuple[Label, ...]
    empty: tuple[Empty, ...] = ()


def read_scene(text: str, place: Place) -> Scene:
    """The scene in a text whose first line is at `place`. Raises InputError with all faults, by line."""
    node = parse_yaml("\n" * (place.line - 1) + text, place.file)
    file = validate(_SceneFile, node)
    lies = (
        Lying(each.face, each.at, each.turn, each.copies, each.step, nodes.at(node, "lies", index), each.scale)
        for index, each in enumerate(file.lies)
    )
    labels = (
        Label(each.text, each.at, each.along, nodes.at(node, "labels", index), each.plain, each.wide)
        for index, each in enumerate(file.labels)
    )
    empty = (
        Empty((*each.at, each.at[0] + each.size[0], each.at[1] + each.size[1]), nodes.at(node, "empty", index))
        for index, each in enumerate(file.empty)
    )
    return Scene(file.area, tuple(lies), tuple(labels), tuple(empty))
