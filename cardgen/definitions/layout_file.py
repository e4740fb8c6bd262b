"""The model of a layout file: how a face is composed, in millimetres from the edges of its trim."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cardgen.definitions.fields import ARMS_LENGTH, Flag, Millimetres, Model, Name, Number, Points, Whole
from cardgen.definitions.layout_fields import Chosen, LayoutField, Shadow, Slant, Spacing, Tone
from cardgen.definitions.templates import Template
from cardgen.foundations.units import POINT

Fit = Literal["together", "card", "each"]


class Style(Model):
    """How text looks. A style and field have one size over the whole deck and all languages, or as `fit` says."""

    font: Chosen = Field(default="text", description="A use of look.fonts.", examples=["display", "{card.script}"])
    bold: Flag = Field(default=False, description="Whether all of it is bold.", examples=[True])
    italic: Flag = Field(default=False, description="Whether all of it is slanted.", examples=[True])
    slant: Slant = Field(
        default=0.0,
        description="Degrees by which its letters lean to the right, for fonts without italics; less than 0: to the "
        "left.",
        examples=[12],
    )
    size: Points = Field(default=9 * POINT, description="The size wished, in pt.", examples=[12, "4 mm"])
    at_least: Points = Field(
        default=ARMS_LENGTH,
        description="The smallest size allowed, in pt; as large as `size` to fix it. Without it: the deck's smallest.",
        examples=[8],
    )
    leading: Annotated[Number, Field(ge=0.8, le=3)] = Field(
        default=1.2,
        description="From line to line, in parts of the size; more where letters such as Tibetan ones would touch.",
        examples=[1.3],
    )
    spacing: Spacing = Field(
        default=0.0,
        description="How much further apart its letters stand, in ems: in parts of its size, so that it looks the same "
        "in all; less than 0 brings them nearer.",
        examples=[0.05, "0.1 em"],
    )
    lines: Annotated[Whole, Field(ge=1, le=99)] = Field(
        default=99, description="At most so many lines; the text is made smaller for it.", examples=[1]
    )
    colour: Tone = "ink"
    align: Literal["left", "centre", "right", "justify"] = Field(
        default="left",
        description="Where its lines begin or end; justify: at both edges, but for the last one.",
        examples=["centre", "justify"],
    )
    hyphenate: Flag = Field(default=True, description="Whether words may be hyphenated.", examples=[False])
    outline: Template | None = Field(
        default=None,
        description="The colour of a stroke around the letters, behind them: white on art is read so.",
        examples=["ink"],
    )
    outline_width: Annotated[Millimetres, Field(gt=0, le=5)] = Field(
        default=0.4, description="How far that stroke reaches out, in mm.", examples=[0.5]
    )
    shadow: Shadow = None
    fit: Fit = Field(
        default="together",
        description="together: a field has one size on all cards and in all languages; card: one on each card, in all "
        "languages; each: one on each card in each language.",
        examples=["card", "each"],
    )
    underlined: Literal["no", "turned"] = Field(
        default="no",
        description="turned: a line stands below a number that is another one upside down: 6, 9, 68.",
        examples=["turned"],
    )


class LayoutFile(Model):
    """A layout. Fields are drawn from the first to the last, so that later ones lie above."""

    extends: Name | None = Field(None, description="The layout that this one changes.", examples=["card"])
    safe: Annotated[Millimetres, Field(ge=0)] | None = Field(
        None,
        description="Text nearer than this to the trim is reported, in mm; unless told, a sixteenth of the narrower "
        "side of the card or component, and at most 3 mm.",
        examples=[4],
    )
    takes: dict[Name, Template | None] = Field(
        {},
        description="What it is given where another layout draws it, each with what it takes otherwise; "
        "with nothing behind it, it must be given.",
        examples=[{"suit": "hearts"}],
    )
    styles: dict[Name, Style] = Field(
        {}, description="How texts look, by names of your own.", examples=[{"title": {"font": "display", "size": 16}}]
    )
    fields: dict[Name, LayoutField] = Field(
        description="What is drawn, by names of your own; in a layout that extends another, `drop` takes a field out.",
        examples=[{"name": {"draw": "text", "text": "{card.name}", "left": 5, "right": 5, "top": 6, "height": 9}}],
    )
