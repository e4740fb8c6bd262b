"""The model of how a field is composited with those below: its opacity, blend mode and mask.

opacity: 40 %
blend: multiply
mask: hexagon
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema

from cardgen.definitions.computable import Computable
from cardgen.definitions.expressions import Slip
from cardgen.definitions.fields import name, number, quote, words
from cardgen.definitions.nodes import Plain
from cardgen.definitions.templates import BY, LookUp, template
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import KEYS, nearest
from cardgen.graphics.geometry import Box, Segments
from cardgen.graphics.paths import parse_path, parse_view

EXPECTED = (
    "expected a shape such as ellipse, hexagon or rounded 3 mm, a picture such as art/mask.png, {path: M0 0 ...} or "
    "{field: NAME}"
)
VIEW = "0 0 100 100"
_PERCENT = re.compile(r"\s*(\d{1,3}(?:\.\d+)?)\s*%\s*")


@dataclass(frozen=True, slots=True)
class Cut:
    """A mask of SVG path data, in the units of its `view` (left, top, right, bottom)."""

    path: Segments
    view: Box


@dataclass(frozen=True, slots=True)
class Through:
    """A mask of what another field of the layout draws."""

    field: str


def part_of_one(value: Any) -> float:
    """Returns a number from 0 to 1, also for a percentage. Raises ValueError."""
    percent = _PERCENT.fullmatch(value) if isinstance(value, str) else None
    expected = f"expected a number from 0 to 1 or a percentage such as 40 %, got {quote(value)}"
    try:
        part = float(percent[1]) / 100 if percent else number(value)
    except ValueError:
        raise ValueError(expected) from None
    if not 0 <= part <= 1:
        raise ValueError(expected)
    return part


def mask(value: Any) -> str | LookUp | Cut | Through:
    """Reads the mask of a field: a text that names a shape or a picture, or a look-up of one; a path; another field.
    Raises ValueError, for one of several keys a Slip."""
    if isinstance(value, str) or (isinstance(value, dict) and BY in value):
        return template(value)
    if not isinstance(value, dict) or not value.keys() & {"field", "path"}:
        raise ValueError(f"{EXPECTED}, got {quote(value)}")
    known = ("field",) if "field" in value else ("path", "view")
    if unknown := [key for key in value if key not in known]:
        raise Slip(f"unknown key{nearest(unknown[0], known, KEYS)}", 0, (unknown[0],))
    if "field" in value:
        return Through(_at("field", lambda: name(value["field"])))
    path = _at("path", lambda: parse_path(words(value["path"])))
    if not path:
        raise Slip("expected SVG path data such as M0 0 H100 L50 80 Z, got a path that draws nothing", 0, ("path",))
    left, top, width, height = _at("view", lambda: parse_view(words(value.get("view", VIEW))))
    return Cut(path, (left, top, left + width, top + height))


def _at(key: str, read: Any) -> Any:
    """Wraps `read`, so its faults name the key."""
    try:
        return read()
    except ValueError as error:
        raise Slip(str(error), 0, (key,)) from None


def focus(value: Any) -> str | LookUp:
    """Reads a point of a picture: two numbers in a list count as the text of both. Raises ValueError."""
    if not isinstance(value, tuple):
        return template(value)
    if len(value) != 2 or not all(isinstance(each, str) for each in value):
        raise ValueError(f"expected two numbers, from the left and from the top, such as [0.5, 0.2]; got {len(value)}")
    return template(Plain(" ".join(value)))


Opacity = Annotated[
    float,
    BeforeValidator(part_of_one),
    WithJsonSchema({"type": ["number", "string"]}),
    Field(
        description="How opaque the field is: from 0, invisible, to 1, opaque; or a percentage.", examples=[0.4, "40 %"]
    ),
    Computable(),
]
Blend = Annotated[
    Literal[
        "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light",
        "soft-light", "difference", "exclusion",
    ],
    Field(
        description="How its colours mix with those below it. The names are those of CSS and PDF.",
        examples=["multiply"],
    ),
    Computable(),
]  # fmt: skip
Mask = Annotated[
    str | LookUp | Cut | Through,
    PlainValidator(mask),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {"type": "object", "required": [BY]},
                {
                    "type": "object",
                    "properties": {"path": {"type": "string"}, "view": {"type": "string"}},
                    "required": ["path"],
                    "additionalProperties": False,
                },
                {
                    "type": "object",
                    "properties": {"field": {"type": "string"}},
                    "required": ["field"],
                    "additionalProperties": False,
                },
            ]
        }
    ),
]
Focus = Annotated[
    str | LookUp,
    PlainValidator(focus),
    WithJsonSchema(
        {
            "type": ["string", "array", "object"],
            "items": {"type": ["number", "string"]},
            "minItems": 2,
            "maxItems": 2,
            "required": [BY],
        }
    ),
]
Mirror = Literal["none", "across", "down", "both"]
