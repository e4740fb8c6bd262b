"""The models of the fields in a layout, one for each kind of drawing."""

from typing import Annotated, Literal

from pydantic import Field

from cardgen.definitions.computable import Computable
from cardgen.definitions.field_keys import (
    Angle,
    Chosen,
    Corners,
    Dash,
    Extent,
    Gap,
    Ground,
    Ink,
    Inked,
    Line,
    Mirrored,
    Placed,
    Shaded,
    Slant,
    Spacing,
    Stroke,
    Tone,
    Under,
    Unless,
    When,
)
from cardgen.definitions.fields import (
    Flag,
    Millimetres,
    Model,
    Name,
    Number,
    Points,
    Whole,
)
from cardgen.definitions.layering import Focus
from cardgen.definitions.quiet import QuietOnField
from cardgen.definitions.templates import Template
from cardgen.foundations.units import POINT

Head = Annotated[Literal["none", "arrow", "dot", "bar"], Computable()]
Engraved = "A card field that the game's engine reads"


class Rectangle(Inked):
    """A rectangle, with round corners if you like."""

    draw: Literal["rectangle"]
    corners: Corners = 0.0


class Ellipse(Inked):
    """An ellipse, or a circle if it is as wide as it is high."""

    draw: Literal["ellipse"]


class Path(Inked):
    """A shape from SVG path data, fitted into the field."""

    draw: Literal["path"]
    d: Template = Field(description="SVG path data, in the units of `view`.", examples=["M0 0 H60 V80 L30 60 L0 80 Z"])
    view: Template = Field(
        "0 0 100 100",
        description="The SVG view box of the path. cardgen fits it into the field.",
        examples=["0 0 60 80"],
    )


class LineField(Placed):
    """A straight line from one point of its field to another, with heads if you like."""

    draw: Literal["line"]
    from_point: Template = Field(
        "0 % 50 %",
        alias="from",
        description="The start of the line: its distances from the field's left and top, in mm or in % of the "
        "field's width and height.",
        examples=["5 40", "0 % 100 %", "{card.x} {card.y}"],
    )
    to_point: Template = Field(
        "100 % 50 %",
        alias="to",
        description="The end of the line, written in the same way.",
        examples=["58 40", "100 % 0 %"],
    )
    colour: Ink = "ink"
    line: Line = 0.3
    dash: Dash = None
    start: Head = Field(
        "none", description="The head at the start of the line, about four times as wide as the line.", examples=["dot"]
    )
    end: Head = Field("none", description="The head at the end of the line.", examples=["arrow"])


class Icon(Shaded):
    """An SVG icon in one colour or gradient, with a second tone beneath it."""

    draw: Literal["icon"]
    of: Template = Field(
        description="The icon's name: a file in icons/, or a name from `icons:`.", examples=["acorn", "{card.icon}"]
    )
    colour: Tone = "ink"
    shade: Template | None = Field(
        None,
        description="A second tone. cardgen draws the icon's whole outline in it, below the icon.",
        examples=["gold 60 %"],
    )
    outline: Annotated[Millimetres, Field(ge=0, le=5), Computable()] = Field(
        0.0, description="How far the second tone reaches beyond the icon, in mm.", examples=[0.5]
    )
    background: Literal["keep", "drop"] | None = Field(
        None,
        description="`drop` removes the icon's background: a shape as large as the view box, below all others. The "
        "value of look.icon_background is the default.",
        examples=["drop"],
    )
    mirror: Mirrored = "none"


class Picture(Shaded):
    """A picture: an SVG file in all its colours, which can show values of the card, or a PNG, JPEG, WebP, TIFF, GIF or
    BMP file."""

    draw: Literal["picture"]
    of: Template = Field(
        description="The path of the file, from the game's folder.", examples=["art/sunset.svg", "art/{card.id}.png"]
    )
    fit: Annotated[Literal["contain", "cover"], Computable()] = Field(
        "contain",
        description="`contain` shows the whole picture. `cover` fills the field and cuts off the rest of the picture.",
        examples=["cover"],
    )
    focus: Focus | None = Field(
        None,
        description="For `fit: cover`, the point of the picture that cardgen puts as near the field's middle as it "
        "can: its distances from the left and the top, from 0 to 1 or as percentages, or `left`, "
        "`right`, `top`, `bottom`, `middle`. The middle of the picture is the default.",
        examples=[[0.5, 0.2], "top", "left top", "{card.focus}"],
    )
    mirror: Mirrored = "none"
    corners: Corners = 0.0
    bleed: Annotated[Literal["none", "mirror", "stretch", "colour"], Computable()] = Field(
        "none",
        description="How cardgen makes bleed if the picture reaches the card's edge: it mirrors the picture, "
        "stretches the outermost pixels, or uses the colour of the edge. The picture then ends at the "
        "trim, even with `-bleed`.",
        examples=["mirror"],
    )
    quiet: QuietOnField = {}


class Pattern(Placed):
    """A tile, repeated over the whole field."""

    draw: Literal["pattern"]
    of: Template = Field(
        description="The pattern's name: a file in patterns/. Its view box is in millimetres.", examples=["leaves"]
    )
    colour: Ink = "ink"
    ground: Ground = None
    scale: Annotated[Number, Field(ge=0.25, le=20), Computable()] = Field(
        1.0, description="The scale of the tiles: 2 is twice as large.", examples=[1.5]
    )


class TextField(Placed):
    """A string in the card's language, a text that is the same in all, or what a card does, in words."""

    draw: Literal["text"]
    say: Template | None = Field(
        None, description="The key of a string in strings/. Give `say`, `text` or `tell`.", examples=["beast.{card.id}"]
    )
    text: Template | None = Field(
        None,
        description="A text that is the same in all languages, or a field of the card in its language.",
        examples=["{card.value}", "{card.name}"],
    )
    tell: Name | None = Field(None, description=f"{Engraved}, shown in words.", examples=["effect"])
    style: Chosen = Field(
        "text",
        description="A style of this layout.",
        examples=["title", {"by": "length(card.name) > 20", "yes": "small", "no": "title"}],
    )
    colour: Template | None = Field(
        None, description="The colour or gradient. The style's is the default.", examples=["ink", "gold 40 %"]
    )
    align: Annotated[Literal["left", "centre", "right", "justify"], Computable()] | None = Field(
        None,
        description="The alignment of the lines. The style's is the default.",
        examples=["centre", "{card.side}"],
    )
    valign: Annotated[Literal["top", "middle", "bottom"], Computable()] = Field(
        "middle", description="Where the text is in the height of the field.", examples=["top"]
    )
    lines: Annotated[Whole, Field(ge=1, le=99), Computable()] | None = Field(
        None, description="The most lines. The style's number is the default.", examples=[2]
    )
    size: Annotated[Points, Computable()] | None = Field(
        None,
        description="The size to use if there is room, in pt. The style's is the default.",
        examples=[12, "{6 + card.rank}"],
    )
    spacing: Annotated[Spacing, Computable()] | None = Field(
        None, description="Extra space between letters, in ems. The style's is the default.", examples=[0.05]
    )
    along: Template | None = Field(
        None,
        description="A curve for the text, which is then one line. `arc 8`: the middle is 8 mm higher than the ends. "
        "`wave 2 x 3`: three waves, 2 mm high. You can also write SVG path data in the units of `view`.",
        examples=["arc 8", "arc -{card.dip}", "wave 3", "wave 2 x 3", "M0 60 Q50 0 100 60"],
    )
    view: Template = Field(
        "0 0 100 100",
        description="The SVG view box of that path data. cardgen fits it into the field.",
        examples=["0 0 60 80"],
    )
    slant: Annotated[Slant, Computable()] | None = Field(
        None,
        description="How far the letters lean to the right, in degrees. The style's slant is the default.",
        examples=[12],
    )
    outline: Template | None = Field(
        None, description="The colour of a stroke around the letters. The style's is the default.", examples=["ink"]
    )
    outline_width: Annotated[Millimetres, Field(gt=0, le=5), Computable()] | None = Field(
        None,
        description="How far that stroke reaches beyond the letters, in mm. The style's value is the default.",
        examples=[0.5],
    )
    shadow: Template | None = Field(
        None,
        description="A soft shadow of the letters: its offset to the right and down, its blur, all in mm, and its "
        "colour. The style's is the default.",
        examples=["0.3 0.3 0.5 ink alpha 60 %"],
    )
    quiet: QuietOnField = {}


class Pips(Placed):
    """A grid of equal icons."""

    draw: Literal["pips"]
    of: Template = Field(description="The icon's name.", examples=["acorn"])
    count: Template = Field(description="How many icons there are.", examples=["3", "{card.value}"])
    columns: Annotated[Whole, Field(ge=1, le=50), Computable()] | None = Field(
        None,
        description="How many icons are side by side. Without it, the grid is as square as it can be.",
        examples=[4],
    )
    colour: Ink = "ink"
    gap: Gap = 1.0
    quiet: QuietOnField = {}


class Strip(Placed):
    """What a card does, shown as signs."""

    draw: Literal["strip"]
    of: Name = Field(description=f"{Engraved}, shown as signs.", examples=["effect"])
    colour: Ink = "ink"
    font: Chosen = Field("display", description="The font of the numbers: a use in look.fonts.", examples=["text"])
    align: Annotated[Literal["left", "centre", "right"], Computable()] = Field(
        "centre", description="Where the signs are in the width of the field.", examples=["left"]
    )
    rows: Annotated[Whole, Field(ge=1, le=4), Computable()] = Field(
        1, description="How many rows the signs may take, if they are larger so.", examples=[2]
    )
    largest: Extent | None = Field(
        None,
        description="The greatest height of a sign, in mm: short strips then show no larger signs than long ones.",
        examples=[6],
    )
    quiet: QuietOnField = {}


class Grid(Placed):
    """A grid of cells that an engine reads. The marked cells are filled, with an icon if you like."""

    draw: Literal["grid"]
    of: Name = Field(description=f"{Engraved}, shown as cells.", examples=["pattern"])
    fill: Template = Field("ink", description="The colour or gradient of the marked cells.", examples=["gold"])
    ground: Ground = None
    mark: Template | None = Field(
        None,
        description="An icon in the marked cells, so that players who cannot see the colour recognise them.",
        examples=["acorn"],
    )
    mark_colour: Template = Field("paper", description="The colour of that icon.", examples=["white"])
    stroke: Stroke = "ink"
    line: Line = 0.3
    corners: Corners = 0.0
    gap: Gap = 1.0


class Ring(Placed):
    """Numbers around an ellipse, such as places around a table or a score track."""

    draw: Literal["ring"]
    count: Template = Field(description="How many numbers there are, from 1 up.", examples=["12", "{card.value}"])
    parts: Template | None = Field(
        None, description="How many parts the ring has. `count` is the default.", examples=["16"]
    )
    start: Angle = Field(0.0, description="Where the ring begins, in degrees clockwise from the top.", examples=[180])
    clockwise: Annotated[Flag, Computable()] = Field(
        True, description="Whether the numbers run clockwise.", examples=[False]
    )
    size: Annotated[Points, Computable()] = Field(
        9 * POINT, description="The size of the numbers, in pt.", examples=[12]
    )
    font: Chosen = Field("text", description="The font: a use in look.fonts.", examples=["display"])
    bold: Annotated[Flag, Computable()] = Field(False, description="Whether the numbers are bold.", examples=[True])
    colour: Ink = "ink"
    disc: Template | None = Field(
        None, description="The colour or gradient of a disc behind each number.", examples=["paper"]
    )
    quiet: QuietOnField = {}


class Qr(Placed):
    """A QR code of a text, drawn in vectors. cardgen reports a code that phones could not scan."""

    draw: Literal["qr"]
    of: Template = Field(description="The text in the code.", examples=["https://example.org/{card.id}"])
    colour: Ink = "ink"
    ground: Template | None = Field(
        "#ffffff", description="The colour of the light squares and of the quiet zone.", examples=["paper"]
    )
    error: Annotated[Literal["low", "medium", "quartile", "high"], Computable()] = Field(
        "medium",
        description="How much of the code can be damaged before phones fail to read it: 7, 15, 25 or 30 %. cardgen "
        "takes a higher level if that needs no more squares.",
        examples=["high"],
    )
    quiet: Annotated[Whole, Field(ge=0, le=10), Computable()] = Field(
        4, description="The width of the empty zone around the code, in squares.", examples=[2]
    )


class Framed(Placed):
    """Fields that are placed, turned, shown and scaled as one. Their own places count from the edges of this field's
    box."""

    scale: Annotated[Number, Field(gt=0, le=20), Computable()] = Field(
        1.0, description="The scale of the whole box, about its centre: 0.5 is half as large.", examples=[0.5]
    )


class Holding(Framed):
    fields: dict[Name, "LayoutField"] = Field(
        description="The fields to draw, under names that you choose.",
        examples=[{"disc": {"draw": "ellipse", "fill": "gold"}, "cost": {"draw": "text", "text": "{card.cost}"}}],
    )


class FieldGroup(Holding):
    """Several fields that are drawn as one."""

    draw: Literal["group"]


class Stack(Holding):
    """Fields below or beside one another. Each text is as high as its words. If the fields need more room than the box
    has, cardgen makes all their texts smaller together."""

    draw: Literal["stack"]
    lay: Annotated[Literal["column", "row"], Computable()] = Field(
        "column",
        description="`column` puts each field below the one before. `row` puts it to the right.",
        examples=["row", "{card.way}"],
    )
    gap: Gap = 1.0
    align: Annotated[Literal["start", "centre", "end"], Computable()] = Field(
        "start", description="Where the whole stack is in its box.", examples=["centre"]
    )
    fit: Literal["together", "card", "each"] | None = Field(
        None,
        description="Which stacks share a text size if they do not fit: `together`, those of all cards and "
        "languages; `card`, those of one card in all languages; `each`, none. By default, the styles of "
        "its texts decide.",
        examples=["card"],
    )
    quiet: QuietOnField = {}


class Part(Framed):
    """Another layout, drawn into the box of this field."""

    draw: Literal["part"]
    of: Name = Field(description="The name of the layout.", examples=["pip"])
    given: dict[Name, Template] = Field(
        {},
        alias="with",
        description="The values for what the layout `takes`, by the names in that layout.",
        examples=[{"suit": "{card.suit}"}],
    )


class Same(Model):
    """A copy of another field, turned about the centre of the face: `{same: corner}`."""

    draw: Literal["same"] = "same"
    same: Name = Field(description="The field to draw again.", examples=["corner"])
    turn: Angle = Field(
        180.0, description="The rotation about the centre of the card, in degrees clockwise.", examples=[90]
    )
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
