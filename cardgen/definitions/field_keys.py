"""Keys that several kinds of fields share, and the base models of fields: place, shadow, fill and stroke."""

from typing import Annotated

from pydantic import Field

from cardgen.definitions.computable import Computable
from cardgen.definitions.fields import (
    EdgeOffset,
    Ems,
    Millimetres,
    Model,
    Name,
    Number,
)
from cardgen.definitions.layering import VIEW, Blend, Mask, Mirror, Opacity
from cardgen.definitions.repeats import Repeat
from cardgen.definitions.templates import Condition, Template

Ink = Annotated[
    Template,
    Field(description="The colour: '#c9a27a', or a name from look.colours or CSS.", examples=["ink", "gold 40 %"]),
]
Tone = Annotated[
    Template,
    Field(
        description="The colour: '#c9a27a', a name from look.colours or CSS, or a gradient.",
        examples=["ink", "gold 40 %", "gold to tomato, right"],
    ),
]
Gap = Annotated[
    Millimetres, Field(ge=0, description="The distance between two of them, in mm.", examples=[1.5]), Computable()
]
Corners = Annotated[
    Millimetres, Field(ge=0, description="The radius of its corners, in mm.", examples=[3]), Computable()
]
Line = Annotated[
    Millimetres, Field(ge=0, le=20, description="The width of the line, in mm.", examples=[0.5]), Computable()
]
Chosen = Annotated[Name, Computable()]
Edge = Annotated[EdgeOffset, Computable()]
Extent = Annotated[Millimetres, Field(gt=0), Computable()]
Angle = Annotated[Number, Computable()]
Slant = Annotated[Number, Field(ge=-45, le=45)]
Spacing = Annotated[Ems, Field(ge=-0.2, le=2)]
Stroke = Annotated[
    Template | None, Field(description="The colour of the line. Without it, there is no line.", examples=["ink"])
]
Dash = Annotated[
    Template | None,
    Field(
        description="The lengths of dashes and gaps, in turn, in mm. Dashes of length 0 are dots. Without it, the "
        "line is solid.",
        examples=["2 1", "0 1.2", "4 1 0.5 1"],
    ),
]
Ground = Annotated[
    Template | None,
    Field(description="The colour or gradient of the background. Without it, there is none.", examples=["paper"]),
]
Shadow = Annotated[
    Template | None,
    Field(
        description="A soft shadow: its offset to the right and down, its blur, all in mm, and its colour.",
        examples=["0.5 0.8 2 ink alpha 40 %"],
    ),
]
When = Annotated[
    Condition | None,
    Field(
        description="cardgen draws the field only if this condition is true.", examples=["card.power", "card.cost > 2"]
    ),
]
Mirrored = Annotated[
    Mirror,
    Field(
        description="How cardgen mirrors the drawing: `across` swaps left and right, `down` swaps top and bottom, "
        "`both` does both.",
        examples=["across", "{card.way}", {"by": "card.row > 2", "yes": "down", "no": "none"}],
    ),
    Computable(),
]
Unless = Annotated[
    Condition | None,
    Field(description="cardgen draws the field only if this condition is false.", examples=["card.power"]),
]
Under = Annotated[
    Name | None,
    Field(
        description="The name of another field. cardgen draws this one just below that one, instead of on top of all.",
        examples=["name"],
    ),
]
Printed = Annotated[
    Name | None,
    Field(
        description="The print layer of look.layers in which cardgen prints the field, such as foil or varnish, "
        "instead of in colour.",
        examples=["foil"],
    ),
]


class Placed(Model):
    """The keys that every field has. Any two of left, right and width, and any two of top, bottom and height, give its
    place."""

    left: Edge | None = Field(
        None,
        description="The distance from the card's left edge, in mm. `-bleed` reaches to the end of the bleed.",
        examples=[4, "-bleed", "{3 + 9 * card.column}"],
    )
    right: Edge | None = Field(
        None, description="The distance from the card's right edge, in mm.", examples=[4, "0.2 in"]
    )
    top: Edge | None = Field(None, description="The distance from the card's top edge, in mm.", examples=[4, "1 cm"])
    bottom: Edge | None = Field(
        None, description="The distance from the card's bottom edge, in mm.", examples=[4, "-bleed"]
    )
    width: Extent | None = Field(None, description="The width, in mm.", examples=[20, "20 mm"])
    height: Extent | None = Field(None, description="The height, in mm.", examples=[8, "8 mm"])
    turn: Angle = Field(
        0.0, description="The rotation about the field's own centre, in degrees clockwise.", examples=[90]
    )
    when: When = None
    unless: Unless = None
    under: Under = None
    layer: Printed = None
    repeat: Repeat | None = Field(
        None,
        description="cardgen draws the field once for each of several values. Expressions read the value under a "
        "name that you choose.",
        examples=[{"i": "1 to card.stars", "lay": "row", "gap": 1}],
    )
    opacity: Opacity = 1.0
    blend: Blend = "normal"
    mask: Mask | None = Field(
        None,
        description="The part of the field that is visible: a shape fitted into it (`ellipse`, `hexagon`, `rounded 3 "
        "mm`), the opaque or bright parts of a picture, a path in a view box, or what another field "
        "covers.",
        examples=["hexagon", "art/brush.png", {"path": "M50 0 L100 100 H0 Z", "view": VIEW}, {"field": "window"}],
    )


def repeat_of(field: Model) -> Repeat | None:
    """Returns the repeat of a field; None for one that has none, or that cannot have any."""
    return field.repeat if isinstance(field, Placed) else None


class Shaded(Placed):
    shadow: Shadow = None


class Inked(Shaded):
    fill: Template | None = Field(
        None,
        description="The colour or gradient inside. Without it, the inside is empty.",
        examples=["gold to ink, right"],
    )
    stroke: Stroke = None
    line: Line = 0.3
    dash: Dash = None
