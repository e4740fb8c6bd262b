"""Reads holes and windows that are cut out of cards and tokens."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from cardgen.definitions.fields import Millimetres, Model, Name, Outlined, at_most
from cardgen.graphics.geometry import Segments, transform, translation
from cardgen.graphics.outline import CIRCLE, Outline, beside
from cardgen.graphics.polygon import polygon

MAX_HOLES = 50
MIN_PAPER = 1.0  # mm of paper between holes, and between holes and the outline
_LOOSE = 1e-6

Edge = Annotated[Millimetres, Field(ge=0, le=1000)]
Side = Annotated[Millimetres, Field(ge=1, le=1000)]


class Hole(Model):
    """A hole or window that is cut out of a card or token."""

    shape: Outlined = Field(
        CIRCLE, description="The shape of the hole, written as the `shape` of a deck.", examples=["rounded 2 mm"]
    )
    diameter: Side | None = Field(
        None, description="How wide a circle or hexagon is, in mm. Give this, or a width and a height.", examples=[5]
    )
    width: Side | None = Field(None, description="The width, in mm.", examples=[30])
    height: Side | None = Field(None, description="The height, in mm.", examples=[8])
    left: Edge | None = Field(
        None,
        description="The distance from the left edge, in mm. Without left and right, the hole is in the middle.",
        examples=[5],
    )
    right: Edge | None = Field(None, description="The distance from the right edge, in mm.", examples=[5])
    top: Edge | None = Field(
        None,
        description="The distance from the top edge, in mm. Without top and bottom, the hole is in the middle.",
        examples=[4],
    )
    bottom: Edge | None = Field(None, description="The distance from the bottom edge, in mm.", examples=[4])

    @property
    def _size(self) -> tuple[float, float]:
        if self.diameter is not None and self.width is None and self.height is None:
            return self.shape.across(self.diameter)
        if self.diameter is None and self.width is not None and self.height is not None:
            return self.width, self.height
        raise ValueError("expected a diameter, or a width and a height")

    def path(self, outline: Outline) -> Segments:
        """Returns the path of the hole in an outline. Raises ValueError."""
        for one, other in (("left", "right"), ("top", "bottom")):
            if getattr(self, one) is not None and getattr(self, other) is not None:
                raise ValueError(f"expected {one} or {other}, got both")
        width, height = self._size
        left = _start(self.left, self.right, width, outline.width)
        top = _start(self.top, self.bottom, height, outline.height)
        return transform(self.shape.outline(width, height).path, translation(left, top))


def _start(near: float | None, far: float | None, size: float, whole: float) -> float:
    if near is not None:
        return near
    return (whole - size) / 2 if far is None else whole - far - size


Holes = Annotated[
    dict[Name, Hole],
    at_most(MAX_HOLES),
    Field(
        description="Holes and windows to cut out, under names that you choose.",
        examples=[{"eyelet": {"diameter": 5, "top": 4}}],
    ),
]


def cut_holes(outline: Outline, holes: Mapping[str, Hole]) -> tuple[Outline, list[tuple[str, str]]]:
    """Returns the outline with the holes that can be cut, and the names of the others with their faults."""
    faults: list[tuple[str, str]] = []
    cut: dict[str, Segments] = {}
    for name, hole in holes.items():
        try:
            path = hole.path(outline)
            _require_paper(outline, cut, path)
            cut[name] = path
        except ValueError as error:
            faults.append((name, str(error)))
    return (replace(outline, holes=tuple(cut.values())) if cut else outline), faults


def _require_paper(outline: Outline, others: Mapping[str, Segments], path: Segments) -> None:
    """Raises ValueError if a hole lies too near to other cuts."""
    points = polygon(path)
    rooms: list[tuple[float, str]] = [(outline.room(points), "the outer cutting line")]
    rooms += [(beside(polygon(other), points), f"the hole '{name}'") for name, other in others.items()]
    room, what = min(rooms)
    if room < -_LOOSE:
        raise ValueError(f"it overlaps {what} by {-room:.1f} mm; expected {MIN_PAPER:g} mm of paper between them")
    if room < MIN_PAPER - _LOOSE:
        raise ValueError(f"it lies {room:.1f} mm from {what}; expected {MIN_PAPER:g} mm of paper between them")
