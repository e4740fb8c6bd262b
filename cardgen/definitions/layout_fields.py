"""The models of fields in a layout: their place, and the keys of each kind of drawing."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cardgen.definitions.computable import Computable
from cardgen.definitions.fields import (
    EdgeOffset,
    Ems,
    Flag,
    Millimetres,
    Model,
    Name,
    Number,
    Points,
    Whole,
)
from cardgen.definitions.layering import VIEW, Blend, Focus, Mask, Mirror, Opacity
from cardgen.definitions.quiet import QuietOnField
from cardgen.definitions.repeats import Repeat
from cardgen.definitions.templates import Condition, Template
from cardgen.foundations.units import POINT

Ink = Annotated[
    Template,
    Field(description="Its colour: '#c9a27a', a name of look.colours or of CSS.", examples=["ink", "gold 40 %"]),
]
Tone = Annotated[
    Template,
    Field(
        description="Its colour: '#c9a27a', a name of look.colours or of CSS; or a gradient.",
        examples=["ink", "gold 40 %", "gold to tomato, right"],
    ),
]
Gap = Annotated[Millimetres, Field(ge=0, description="How far they lie apart, in mm.", examples=[1.5]), Computable()]
Corners = Annotated[
    Millimetres, Field(ge=0, description="The radius of its corners, in mm.", examples=[3]), Computable()
]
Line = Annotated[
    Millimetres, Field(ge=0, le=20, description="How wide the stroke is, in mm.", examples=[0.5]), Computable()
]
Chosen = Annotated[Name, Computable()]
Edge = Annotated[EdgeOffset, Computable()]
Extent = Annotated[Millimetres, Field(gt=0), Computable()]
Angle = Annotated[Number, Computable()]
Slant = Annotated[Number, Field(ge=-45, le=45)]
Spacing = Annotated[Ems, Field(ge=-0.2, le=2)]
Stroke = Annotated[
    Template | None, Field(description="The colour of its line; without it there is none.", examples=["ink"])
]
Dash = Annotated[
    Template | None,
    Field(
        description="Its line in dashes: how long each is and each gap behind it, in mm; dashes of 0 are dots. Without "
        "it, the line is whole.",
        examples=["2 1", "0 1.2", "4 1 0.5 1"],
    ),
]
Head = Annotated[Literal["none", "arrow", "dot", "bar"], Computable()]
Ground = Annotated[
    Template | None, Field(description="A colour or a gradient below; without it, none.", examples=["paper"])
]
Shadow = Annotated[
    Template | None,
    Field(
        description="A soft shadow: how far right, down and out, in mm, and its colour.",
        examples=["0.5 0.8 2 ink alpha 40 %"],
    ),
]
When = Annotated[
    Condition | None,
    Field(description="The field is drawn only if this is there, or so.", examples=["card.power", "card.cost > 2"]),
]
Mirrored = Annotated[
    Mirror,
    Field(
        description="across: its left and right are exchanged; down: its top and bottom; both; or none.",
        examples=["across", "{card.way}", {"by": "card.row > 2", "yes": "down", "no": "none"}],
    ),
    Computable(),
]
Unless = Annotated[
    Condition | None, Field(description="It is drawn only if this is not there, or not so.", examples=["card.power"])
]
Under = Annotated[
    Name | None, Field(description="It is drawn just under that field instead of last.", examples=["name"])
]
Printed = Annotated[
    Name | None,
    Field(
        description="It is not printed in colour, but in this print layer of look.layers: foil, varnish.",
        examples=["foil"],
    ),
]
Engraved = "A card field that the game's engine reads"


class Placed(Model):
    """What every field has: its place, given by any two of left, right and width, and of top, bottom and height."""

    left: Edge | None = Field(
        None,
        description="From the card's left edge, in mm; -bleed reaches to the end of the bleed.",
        examples=[4, "-bleed", "{3 + 9 * card.column}"],
    )
    right: Edge | None = Field(None, description="From the card's right edge, in mm.", examples=[4, "0.2 in"])
    top: Edge | None = Field(None, description="From the card's top edge, in mm.", examples=[4, "1 cm"])
    bottom: Edge | None = Field(None, description="From the card's bottom edge, in mm.", examples=[4, "-bleed"])
    width: Extent | None = Field(None, description="How wide it is, in mm.", examples=[20, "20 mm"])
    height: Extent | None = Field(None, description="How high it is, in mm.", examples=[8, "8 mm"])
    turn: Angle = Field(0.0, description="Degrees clockwise, about the field's own centre.", examples=[90])
    when: When = None
    unless: Unless = None
    under: Under = None
    layer: Printed = None
    repeat: Repeat | None = Field(
        None,
        description="Draws it once for each of several values, by a name of your own.",
        examples=[{"i": "1 to card.stars", "lay": "row", "gap": 1}],
    )
    opacity: Opacity = 1.0
    blend: Blend = "normal"
    mask: Mask | None = Field(
        None,
        description="What of it is seen: a shape fitted into it (ellipse, hexagon, rounded 3 mm), what a picture "
        "covers or leaves bright, a path in a view box, or what another field draws.",
        examples=["hexagon", "art/brush.png", {"path": "M50 0 L100 100 H0 Z", "view": VIEW}, {"field": "window"}],
    )


class Shaded(Placed):
    shadow: Shadow = None


class Inked(Shaded):
    fill: Template | None = Field(
        None, description="A colour or a gradient; without it, nothing is filled.", examples=["gold to ink, right"]
    )
    stroke: Stroke = None
    line: Line = 0.3
    dash: Dash = None


class Rectangle(Inked):
    """A rectangle, with round corners if you like."""

    draw: Literal["rectangle"]
    corners: Corners = 0.0


class Ellipse(Inked):
    """An ellipse, or a circle where it is as wide as high."""

    draw: Literal["ellipse"]


class Path(Inked):
    """SVG path data, fitted into the field."""

    draw: Literal["path"]
    d: Template = Field(description="SVG path data, in the units of `view`.", examples=["M0 0 H60 V80 L30 60 L0 80 Z"])
    view: Template = Field(
        "0 0 100 100", description="The SVG view box that is fitted into the field.", examples=["0 0 60 80"]
    )


class LineField(Placed):
    """A straight line from one point of its field to another, with heads if you like."""

    draw: Literal["line"]
    from_point: Template = Field(
        "0 % 50 %",
        alias="from",
        description="Where it begins: from the field's left and top, in mm or in parts of its width and height.",
        examples=["5 40", "0 % 100 %", "{card.x} {card.y}"],
    )
    to_point: Template = Field(
        "100 % 50 %", alias="to", description="Where it ends, told alike.", examples=["58 40", "100 % 0 %"]
    )
    colour: Ink = "ink"
    line: Line = 0.3
    dash: Dash = None
    start: Head = Field(
        "none", description="What stands where it begins, some four times as wide as the line.", examples=["dot"]
    )
    end: Head = Field("none", description="What stands where it ends.", examples=["arrow"])


class Icon(Shaded):
    """An SVG icon in one colour or gradient, with a second tone beneath it."""

    draw: Literal["icon"]
    of: Template = Field(
        description="The icon's name: a file in icons/, or a name in icons:.", examples=["acorn", "{card.icon}"]
    )
    colour: Tone = "ink"
    shade: Template | None = Field(
        None, description="A second tone: the icon's whole outline, drawn beneath it.", examples=["gold 60 %"]
    )
    outline: Annotated[Millimetres, Field(ge=0, le=5), Computable()] = Field(
        0.0, description="How far the second tone reaches out, in mm.", examples=[0.5]
    )
    background: Literal["keep", "drop"] | None = Field(
        None,
        description="drop: a shape as large as the icon's view box, below its others, is left out; "
        "without it, as look.icon_background says.",
        examples=["drop"],
    )
    mirror: Mirrored = "none"


class Picture(Shaded):
    """An SVG file in all its colours, which cards may fill in, or a PNG, JPEG, WebP, TIFF, GIF or BMP file."""

    draw: Literal["picture"]
    of: Template = Field(
        description="The file, named from the game's folder.", examples=["art/sunset.svg", "art/{card.id}.png"]
    )
    fit: Annotated[Literal["contain", "cover"], Computable()] = Field(
        "contain",
        description="contain: all of it is seen; cover: it fills the field, and what is too much is cut.",
        examples=["cover"],
    )
    focus: Focus | None = Field(
        None,
        description="With `fit: cover`, the point of the picture that comes as near the field's middle as can be: from "
        "its left and top, in parts of 1 or percentages, or left, right, top, bottom, middle. Unless told, its middle.",
        examples=[[0.5, 0.2], "top", "left top", "{card.focus}"],
    )
    mirror: Mirrored = "none"
    corners: Corners = 0.0
    bleed: Annotated[Literal["none", "mirror", "stretch", "colour"], Computable()] = Field(
        "none",
        description="How bleed is made where the picture comes to the card's edge: mirrored, its last pixels "
        "stretched, or the colour of its edge. The picture itself ends where -bleed stands: at the trim.",
        examples=["mirror"],
    )
    quiet: QuietOnField = {}


class Pattern(Placed):
    """A tile repeated all over."""

    draw: Literal["pattern"]
    of: Template = Field(
        description="The pattern's name: a file in patterns/, its view box in millimetres.", examples=["leaves"]
    )
    colour: Ink = "ink"
    ground: Ground = None
    scale: Annotated[Number, Field(ge=0.25, le=20), Computable()] = Field(
        1.0, description="How large the tiles are: 2 is twice as large.", examples=[1.5]
    )


class TextField(Placed):
    """A string in the card's language, a text that is the same in all, or what a card does, in words."""

    draw: Literal["text"]
    say: Template | None = Field(
        None, description="The key of a string in strings/; this, `text` or `tell`.", examples=["beast.{card.id}"]
    )
    text: Template | None = Field(
        None,
        description="A text that is the same in all languages, or a field of the card in its language.",
        examples=["{card.value}", "{card.name}"],
    )
    tell: Name | None = Field(None, description=f"{Engraved}, in words.", examples=["effect"])
    style: Chosen = Field(
        "text",
        description="A style of this layout.",
        examples=["title", {"by": "length(card.name) > 20", "yes": "small", "no": "title"}],
    )
    colour: Template | None = Field(
        None, description="Its colour or gradient, if not the style's.", examples=["ink", "gold 40 %"]
    )
    align: Annotated[Literal["left", "centre", "right", "justify"], Computable()] | None = Field(
        None,
        description="Where its lines begin or end, if not as the style says.",
        examples=["centre", "{card.side}"],
    )
    valign: Annotated[Literal["top", "middle", "bottom"], Computable()] = Field(
        "middle", description="Where it stands in the field's height.", examples=["top"]
    )
    lines: Annotated[Whole, Field(ge=1, le=99), Computable()] | None = Field(
        None, description="At most so many lines, if not as the style says.", examples=[2]
    )
    size: Annotated[Points, Computable()] | None = Field(
        None, description="The size wished, in pt, if not as the style says.", examples=[12, "{6 + card.rank}"]
    )
    spacing: Annotated[Spacing, Computable()] | None = Field(
        None, description="How much further apart its letters stand, in ems, if not as the style says.", examples=[0.05]
    )
    along: Template | None = Field(
        None,
        description="A curve on which its letters stand, in one line: an arc whose middle is so many mm higher than "
        "its ends, a wave so many mm high (so many times), or SVG path data in the units of `view`.",
        examples=["arc 8", "arc -{card.dip}", "wave 3", "wave 2 x 3", "M0 60 Q50 0 100 60"],
    )
    view: Template = Field(
        "0 0 100 100",
        description="The SVG view box of that path data, which is fitted into the field.",
        examples=["0 0 60 80"],
    )
    slant: Annotated[Slant, Computable()] | None = Field(
        None, description="Degrees by which its letters lean to the right, if not as the style says.", examples=[12]
    )
    outline: Template | None = Field(
        None, description="The colour of a stroke around the letters, if not the style's.", examples=["ink"]
    )
    outline_width: Annotated[Millimetres, Field(gt=0, le=5), Computable()] | None = Field(
        None, description="How far that stroke reaches out, in mm, if not as the style says.", examples=[0.5]
    )
    shadow: Template | None = Field(
        None,
        description="A soft shadow of the letters, if not the style's: how far right, down and out, in mm, and its "
        "colour.",
        examples=["0.3 0.3 0.5 ink alpha 60 %"],
    )
    quiet: QuietOnField = {}


class Pips(Placed):
    """A grid of equal icons."""

    draw: Literal["pips"]
    of: Template = Field(description="The icon's name.", examples=["acorn"])
    count: Template = Field(description="How many.", examples=["3", "{card.value}"])
    columns: Annotated[Whole, Field(ge=1, le=50), Computable()] | None = Field(
        None, description="How many side by side; without it, as square as can be.", examples=[4]
    )
    colour: Ink = "ink"
    gap: Gap = 1.0
    quiet: QuietOnField = {}


class Strip(Placed):
    """What a card does, in signs."""

    draw: Literal["strip"]
    of: Name = Field(description=f"{Engraved}, in signs.", examples=["effect"])
    colour: Ink = "ink"
    font: Chosen = Field("display", description="A use of look.fonts, for numbers.", examples=["text"])
    align: Annotated[Literal["left", "centre", "right"], Computable()] = Field(
        "centre", description="Where the signs stand in the field's width.", examples=["left"]
    )
    quiet: QuietOnField = {}


class Grid(Placed):
    """What an engine reads as cells: the marked ones filled, with an icon if you like."""

    draw: Literal["grid"]
    of: Name = Field(description=f"{Engraved}, as cells.", examples=["pattern"])
    fill: Template = Field("ink", description="The colour or gradient of marked cells.", examples=["gold"])
    ground: Ground = None
    mark: Template | None = Field(
        None, description="An icon in marked cells, so that not colour alone marks them.", examples=["acorn"]
    )
    mark_colour: Template = Field("paper", description="The colour of that icon.", examples=["white"])
    stroke: Stroke = "ink"
    line: Line = 0.3
    corners: Corners = 0.0
    gap: Gap = 1.0


class Ring(Placed):
    """Numbers around an ellipse: places around a table, a score track."""

    draw: Literal["ring"]
    count: Template = Field(description="How many numbers, from 1 on.", examples=["12", "{card.value}"])
    parts: Template | None = Field(
        None, description="In how many parts the ring is divided; without it, `count`.", examples=["16"]
    )
    start: Angle = Field(0.0, description="Where it begins: degrees clockwise from the top.", examples=[180])
    clockwise: Annotated[Flag, Computable()] = Field(True, description="Which way the numbers go.", examples=[False])
    size: Annotated[Points, Computable()] = Field(9 * POINT, description="The numbers' size, in pt.", examples=[12])
    font: Chosen = Field("text", description="A use of look.fonts.", examples=["display"])
    bold: Annotated[Flag, Computable()] = Field(False, description="Whether the numbers are bold.", examples=[True])
    colour: Ink = "ink"
    disc: Template | None = Field(
        None, description="A colour or a gradient of a disc behind each number.", examples=["paper"]
    )
    quiet: QuietOnField = {}


class Qr(Placed):
    """A QR code of a text, in vectors; one that could not be scanned is told."""

    draw: Literal["qr"]
    of: Template = Field(description="The text that it holds.", examples=["https://example.org/{card.id}"])
    colour: Ink = "ink"
    ground: Template | None = Field(
        "#ffffff", description="The colour of light squares and of the quiet zone.", examples=["paper"]
    )
    error: Annotated[Literal["low", "medium", "quartile", "high"], Computable()] = Field(
        "medium",
        description="How much of it may be spoilt: 7, 15, 25 or 30 %; more where that takes no more room.",
        examples=["high"],
    )
    quiet: Annotated[Whole, Field(ge=0, le=10), Computable()] = Field(
        4, description="The zone left free around it, in squares.", examples=[2]
    )


class Framed(Placed):
    """Fields that are placed, turned, shown and scaled as one; their own places count from the edges of its box."""

    scale: Annotated[Number, Field(gt=0, le=20), Computable()] = Field(
        1.0, description="How large all of it is, about its centre: 0.5 is half as large.", examples=[0.5]
    )


class Holding(Framed):
    fields: dict[Name, LayoutField] = Field(
        description="What is drawn, by names of your own.",
        examples=[{"disc": {"draw": "ellipse", "fill": "gold"}, "cost": {"draw": "text", "text": "{card.cost}"}}],
    )


class FieldGroup(Holding):
    """Several fields as one."""

    draw: Literal["group"]


class Stack(Holding):
    """Fields below or beside one another, texts as high as their words are; where they need more room than the box
    has, their texts are made smaller together."""

    draw: Literal["stack"]
    lay: Annotated[Literal["column", "row"], Computable()] = Field(
        "column",
        description="column: each below the one before; row: each to the right of it.",
        examples=["row", "{card.way}"],
    )
    gap: Gap = 1.0
    align: Annotated[Literal["start", "centre", "end"], Computable()] = Field(
        "start", description="Where all of it stands in the box.", examples=["centre"]
    )
    fit: Literal["together", "card", "each"] | None = Field(
        None,
        description="Which stacks are made smaller alike: together, those of all cards and languages; card, those of a "
        "card in all languages; each, none but itself. Without it, as its texts' styles say.",
        examples=["card"],
    )
    quiet: QuietOnField = {}


class Part(Framed):
    """Another layout, drawn into the box of this field."""

    draw: Literal["part"]
    of: Name = Field(description="The layout.", examples=["pip"])
    given: dict[Name, Template] = Field(
        {},
        alias="with",
        description="What it `takes`, by the names that it has there.",
        examples=[{"suit": "{card.suit}"}],
    )


class Same(Model):
    """Another field once more, turned about the centre of the face: `{same: corner}`."""

    draw: Literal["same"] = "same"
    same: Name = Field(description="The field to draw again.", examples=["corner"])
    turn: Angle = Field(180.0, description="Degrees clockwise, about the centre of the card.", examples=[90])
    when: When = None
    unless: Unless = None
    under: Under = None
    quiet: QuietOnField = {}


LayoutField = Annotated[
    Rectangle
    | Ellipse
    | Path
    | LineField
    | Icon
    | Picture
    | Pattern
    | TextField
    | Pips
    | Ring
    | Strip
    | Grid
    | Qr
    | FieldGroup
    | Stack
    | Part
    | Same,
    Field(discriminator="draw"),
]
