"""The model of a print house's profile: the sizes that it cuts, the files that it accepts, and what it refuses."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from cardgen.definitions.fields import Flag, Millimetres, Model, Name, Number, Outlined, Size, Whole, Words, quote
from cardgen.graphics.outline import RECTANGLE

LEAST_INK, MOST_INK = 100, 400


def pixels(value: Any) -> tuple[int, int]:
    """Width and height of a picture. Raises ValueError."""
    match = re.fullmatch(r"\s*(\d{2,5})\s*[x×]\s*(\d{2,5})\s*", value) if isinstance(value, str) else None
    if not match:
        raise ValueError(f"expected pixels such as 825 x 1125, got {quote(value)}")
    return int(match[1]), int(match[2])


Dots = Annotated[tuple[int, int], BeforeValidator(pixels), WithJsonSchema({"type": "string"})]


class HouseSize(Model):
    """A size that the house cuts."""

    size: Size = Field(description="Width and height after cutting.", examples=["2.5 x 3.5 in"])
    pixels: Dots | None = Field(
        None,
        description="Of its pictures, bleed included; without it, those of its size, its bleed and `dpi`.",
        examples=["825 x 1125"],
    )
    shape: Outlined = Field(RECTANGLE, description="What is cut out of its size.", examples=["circle"])
    make: Literal["card", "token", "mat", "standee"] | None = Field(
        None, description="What alone is made in that size; without it, all that is flat.", examples=["standee"]
    )


class HouseBox(Model):
    """A box that the house prints, from a picture of the whole that is laid out by hand."""

    cards: Annotated[Whole, Field(ge=1, le=2000)] = Field(description="How many cards it holds.", examples=[54])
    size: Size = Field(description="Of its cards.", examples=["2.5 x 3.5 in"])
    pixels: Dots = Field(description="Of its picture.", examples=["2325 x 1950"])


class Printing(Model):
    """The press that a PDF file is made for."""

    icc: Words = Field(
        description="The file of its ICC profile, beside this file or in another folder of printers.",
        examples=["fogra39.icc"],
    )
    condition: Words = Field(
        description="The name of this printing in the registry of the ICC (color.org).", examples=["FOGRA39"]
    )
    called: Words = Field(description="What people call it.", examples=["Coated FOGRA39 (ISO 12647-2)"])
    source: Words | None = Field(
        None, description="Where the ICC profile is to be had; told where it is missing.", examples=["www.eci.org"]
    )
    standard: Literal["PDF/X-1a:2003", "PDF/X-4"] = Field(
        "PDF/X-4", description="X-1a holds nothing that is seen through: it is laid flat.", examples=["PDF/X-1a:2003"]
    )
    ink: Annotated[Number, Field(ge=LEAST_INK, le=MOST_INK)] = Field(
        300, description="How much ink there may be on one spot, in % of one ink.", examples=[240]
    )
    black: Annotated[Number, Field(ge=0, le=100)] = Field(
        26,
        description="Words with no more red, green and blue than this (in %) are printed in black alone, over the "
        "rest.",
        examples=[0],
    )


class HouseFile(Model):
    """A print house's profile, in templates/printers/."""

    name: Words = Field(description="What the house is called.", examples=["The Game Crafter"])
    sends: Literal["pictures", "order", "pdf"] = Field(
        description="pictures: folders of PNG files with counts.csv; order: PNG files with an order.xml, as autofill "
        "tools for MakePlayingCards read it; pdf: a PDF file for each size.",
        examples=["pdf"],
    )
    sizes: dict[Name, HouseSize] = Field(
        default={}, description="What it cuts, by its own names; without any, every size.",
        examples=[{"poker": {"size": "2.5 x 3.5 in"}}],
    )  # fmt: skip
    boxes: dict[Name, HouseBox] = Field(
        default={}, description="The boxes that it offers: a check names the one for a game's cards.",
        examples=[{"tuck-box-54": {"cards": 54, "size": "2.5 x 3.5 in", "pixels": "2325 x 1950"}}],
    )  # fmt: skip
    near: Annotated[Millimetres, Field(ge=0, le=5)] = Field(
        1.0,
        description="A card so many mm larger or smaller than one of these sizes is printed in it, in its own size and "
        "in the middle.",
        examples=[0.5],
    )
    bleed: Annotated[Millimetres, Field(ge=0, le=10)] = Field(
        3.0, description="What is printed around the cut, in mm.", examples=["0.125 in"]
    )
    safe: Annotated[Millimetres, Field(ge=0, le=20)] = Field(
        3.0, description="How far words should stay within the cut, in mm.", examples=["0.125 in"]
    )
    dpi: Annotated[Whole, Field(ge=72, le=1200)] = Field(
        300, description="Pixels to the inch of the pictures that are sent.", examples=[600]
    )
    ppi: Annotated[Whole, Field(ge=50, le=1200)] = Field(
        250, description="The least pixels to the inch that pictures on cards should have.", examples=[300]
    )
    hairline: Annotated[Millimetres, Field(ge=0, le=2)] = Field(
        0.088, description="Thinner lines may not be seen: 0.25 pt.", examples=["0.25 pt"]
    )
    most: Annotated[Whole, Field(ge=1, le=100_000)] | None = Field(
        None, description="The most cards of an order.", examples=[612]
    )
    backs: Flag = Field(True, description="Whether each card needs a back.", examples=[False])
    first: Literal["front", "back"] = Field(
        "front", description="The side of a card that comes first in a PDF file.", examples=["back"]
    )
    copies: Flag = Field(
        True,
        description="Whether each copy of a card has its own pages in a PDF file; else SIZE.counts.csv tells how many.",
        examples=[False],
    )
    die: Words | None = Field(
        None,
        description="What is cut in another shape than a rectangle has its line in SIZE.die.pdf, in a spot colour of "
        "that name; SIZE.counts.csv tells the page of each. For PDF files with `copies: no`.",
        examples=["CutContour"],
    )
    layers: Literal["spots", "masks"] | None = Field(
        None,
        description="spots: print layers are inks of their own in PDF files; masks: a picture of each layer lies "
        "beside that of the face, NAME-LAYER.png. Without it, the house prints no layers, and these pictures lie in "
        "masks/.",
        examples=["masks"],
    )
    stock: Words | None = Field(
        None, description="The paper that an order asks for.", examples=["(S30) Standard Smooth"]
    )
    printing: Printing | None = Field(
        None,
        description="For PDF files: the press.",
        examples=[{"icc": "fogra39.icc", "condition": "FOGRA39", "called": "Coated FOGRA39"}],
    )

    def faults(self) -> list[tuple[tuple[str, ...], str]]:
        """What the keys do not tell alone."""
        if self.die and (self.sends != "pdf" or self.copies):
            return [
                (
                    ("die",),
                    "only houses with sends: pdf and copies: no use it; their counts.csv lists the line of each piece",
                )
            ]
        if self.layers and (self.layers == "spots") != (self.sends == "pdf"):
            wanted = "masks, which lie beside them" if self.sends != "pdf" else "spots, which stand in them"
            told = "pictures take" if self.sends != "pdf" else "PDF files take"
            return [(("layers",), f"{told} {wanted}; expected layers: {wanted.partition(',')[0]}, or no such key")]
        if self.sends == "pdf" and not self.printing:
            return [(("sends",), "sends: pdf also needs printing:, the press that the file is for")]
        if self.sends != "pdf" and self.printing:
            return [(("printing",), "only houses with sends: pdf use it; pictures keep the colours of screens")]
        return []
