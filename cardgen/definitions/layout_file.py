"""The model of a layout file: how a face is composed, in millimetres from the edges of its trim."""

from typing import Annotated, Literal

from pydantic import Field

from cardgen.definitions.field_keys import Chosen, Shadow, Slant, Spacing, Tone
from cardgen.definitions.fields import ARMS_LENGTH, Flag, Millimetres, Model, Name, Number, Points, Whole
from cardgen.definitions.layout_fields import LayoutField
from cardgen.definitions.templates import Template
from cardgen.foundations.units import POINT

Fit = Literal["together", "card", "each"]


class Style(Model):
    """How text looks. A field with this style has one size over the whole deck and all languages, unless `fit` changes
    that."""

    font: Chosen = Field(
        default="text", description="The font: a use in look.fonts.", examples=["display", "{card.script}"]
    )
    bold: Flag = Field(default=False, description="Whether the whole text is bold.", examples=[True])
    italic: Flag = Field(default=False, description="Whether the whole text is italic.", examples=[True])
    slant: Slant = Field(
        default=0.0,
        description="How far the letters lean to the right, in degrees, for fonts without italics. Below 0, they "
        "lean to the left.",
        examples=[12],
    )
    size: Points = Field(
        default=9 * POINT, description="The size to use if there is room, in pt.", examples=[12, "4 mm"]
    )
    at_least: Points = Field(
        default=ARMS_LENGTH,
        description="The smallest size that cardgen can use, in pt. Give the same as `size` for a fixed size. The "
        "deck's `smallest` is the default.",
        examples=[8],
    )
    leading: Annotated[Number, Field(ge=0.8, le=3)] = Field(
        default=1.2,
        description="The distance from line to line, as a multiple of the size. cardgen increases it if the letters "
        "of two lines, such as Tibetan ones, would touch.",
        examples=[1.3],
    )
    spacing: Spacing = Field(
        default=0.0,
        description="Extra space between letters, in ems, which grow with the size of the text. Below 0, the letters "
        "move closer.",
        examples=[0.05, "0.1 em"],
    )
    lines: Annotated[Whole, Field(ge=1, le=99)] = Field(
        default=99, description="The most lines. cardgen makes the text smaller to keep to it.", examples=[1]
    )
    colour: Tone = "ink"
    align: Literal["left", "centre", "right", "justify"] = Field(
        default="left",
        description="The alignment of the lines. `justify` fills every line but the last from edge to edge.",
        examples=["centre", "justify"],
    )
    wrap: Literal["even", "full"] = Field(
        default="even",
        description="How cardgen breaks a text into lines. `even` makes the lines alike in length; `full` puts as many "
        "words on each line as it can, as drawing programs do.",
        examples=["full"],
    )
    hyphenate: Flag = Field(default=True, description="Whether cardgen can hyphenate words.", examples=[False])
    outline: Template | None = Field(
        default=None,
        description="The colour of a stroke around and behind the letters, so that people can read white text on art.",
        examples=["ink"],
    )
    outline_width: Annotated[Millimetres, Field(gt=0, le=5)] = Field(
        default=0.4, description="How far that stroke reaches beyond the letters, in mm.", examples=[0.5]
    )
    shadow: Shadow = None
    fit: Fit = Field(
        default="together",
        description="Which texts of a field share one size: `together`, those on all cards in all languages; `card`, "
        "those on one card in all languages; `each`, none.",
        examples=["card", "each"],
    )
    underlined: Literal["no", "turned"] = Field(
        default="no",
        description="`turned` underlines numbers that read as other numbers upside down, such as 6, 9 and 68.",
        examples=["turned"],
    )


class LayoutFile(Model):
    """A layout. cardgen draws the fields from the first to the last, so later ones are on top."""

    extends: Name | None = Field(None, description="The layout that this one changes.", examples=["card"])
    safe: Annotated[Millimetres, Field(ge=0)] | None = Field(
        None,
        description="The smallest distance between text and the trim, in mm. cardgen reports text that is nearer. "
        "The default is a sixteenth of the shorter side of the card or component, and at most 3 mm.",
        examples=[4],
    )
    takes: dict[Name, Template | None] = Field(
        {},
        description="The values that another layout gives this one when it draws it, each with a default. It must "
        "give each value that has no default.",
        examples=[{"suit": "hearts"}],
    )
    styles: dict[Name, Style] = Field(
        {},
        description="Styles of text, under names that you choose.",
        examples=[{"title": {"font": "display", "size": 16}}],
    )
    fields: dict[Name, LayoutField] = Field(
        description="The fields to draw, under names that you choose. In a layout that extends another, write `drop` "
        "to remove a field.",
        examples=[{"name": {"draw": "text", "text": "{card.name}", "left": 5, "right": 5, "top": 6, "height": 9}}],
    )
