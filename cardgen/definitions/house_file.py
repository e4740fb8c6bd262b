"""The model of a print house's profile: the sizes that it cuts, the files that it accepts, and what it refuses."""

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from cardgen.definitions.fields import Flag, Millimetres, Model, Name, Number, Outlined, Size, Whole, Words, quote
from cardgen.graphics.outline import RECTANGLE

MIN_INK, MAX_INK = 100, 400
Standard = Literal["PDF/X-1a:2003", "PDF/X-4"]


def pixels(value: Any) -> tuple[int, int]:
    """Returns the width and the height of a picture. Raises ValueError."""
    match = re.fullmatch(r"\s*(\d{2,5})\s*[x×]\s*(\d{2,5})\s*", value) if isinstance(value, str) else None
    if not match:
        raise ValueError(f"expected pixels such as 825 x 1125, got {quote(value)}")
    return int(match[1]), int(match[2])


Dots = Annotated[tuple[int, int], BeforeValidator(pixels), WithJsonSchema({"type": "string"})]


class HouseSize(Model):
    """A size that the print house cuts."""

    size: Size = Field(description="The width and height after cutting.", examples=["2.5 x 3.5 in"])
    pixels: Dots | None = Field(
        None,
        description="The size of its pictures in pixels, with the bleed. By default, cardgen works it out from the "
        "size, the bleed and `dpi`.",
        examples=["825 x 1125"],
    )
    shape: Outlined = Field(RECTANGLE, description="The shape that the printer cuts in this size.", examples=["circle"])
    make: Literal["card", "token", "mat", "standee"] | None = Field(
        None,
        description="The only kind of piece that the printer makes in this size. Without it, any flat piece.",
        examples=["standee"],
    )


class HouseBox(Model):
    """A box that the print house prints from one picture, which you lay out by hand."""

    cards: Annotated[Whole, Field(ge=1, le=2000)] = Field(description="How many cards the box holds.", examples=[54])
    size: Size = Field(description="The size of the cards that fit in.", examples=["2.5 x 3.5 in"])
    pixels: Dots = Field(description="The size of the box's picture, in pixels.", examples=["2325 x 1950"])


class Printing(Model):
    """The press for which cardgen makes a PDF file."""

    icc: Words = Field(
        description="The file of the press's ICC profile. It lies beside this file or in another folder of printers.",
        examples=["fogra39.icc"],
    )
    condition: Words = Field(
        description="The name of this printing condition in the registry of the ICC (color.org).", examples=["FOGRA39"]
    )
    called: Words = Field(
        description="The usual name of this printing condition.", examples=["Coated FOGRA39 (ISO 12647-2)"]
    )
    source: Words | None = Field(
        None,
        description="Where you can get the ICC profile. cardgen shows it if the profile is missing.",
        examples=["www.eci.org"],
    )
    standard: Standard = Field(
        "PDF/X-4",
        description="The standard of the PDF file. X-1a allows no transparency, so cardgen flattens the pages.",
        examples=["PDF/X-1a:2003"],
    )
    ink: Annotated[Number, Field(ge=MIN_INK, le=MAX_INK)] = Field(
        300, description="The most ink that one spot can take: the sum of all inks, in %.", examples=[240]
    )
    black: Annotated[Number, Field(ge=0, le=100)] = Field(
        26,
        description="cardgen prints words in black ink alone, over what is below, if their red, green and blue are "
        "at most this, in %.",
        examples=[0],
    )


class HouseFile(Model):
    """A print house's profile, in templates/printers/."""

    name: Words = Field(description="The name of the print house.", examples=["The Game Crafter"])
    sends: Literal["pictures", "order", "pdf"] = Field(
        description="The files that cardgen makes for an order. `pictures`: folders of PNG files with counts.csv. "
        "`order`: PNG files with an order.xml, which autofill tools for MakePlayingCards read. `pdf`: "
        "one PDF file for each size.",
        examples=["pdf"],
    )
    sizes: dict[Name, HouseSize] = Field(
        default={},
        description="The sizes that it cuts, under the names that it uses. Without any, it cuts every size.",
        examples=[{"poker": {"size": "2.5 x 3.5 in"}}],
    )
    boxes: dict[Name, HouseBox] = Field(
        default={},
        description="The boxes that it offers. The pre-flight check names the one that fits a game's cards.",
        examples=[{"tuck-box-54": {"cards": 54, "size": "2.5 x 3.5 in", "pixels": "2325 x 1950"}}],
    )
    near: Annotated[Millimetres, Field(ge=0, le=5)] = Field(
        1.0,
        description="How much a card can differ from one of these sizes, in mm. cardgen then places the card "
        "unscaled in the middle of that size.",
        examples=[0.5],
    )
    bleed: Annotated[Millimetres, Field(ge=0, le=10)] = Field(
        3.0, description="The width of the bleed around the cut, in mm.", examples=["0.125 in"]
    )
    safe: Annotated[Millimetres, Field(ge=0, le=20)] = Field(
        3.0, description="How far words must stay inside the cut, in mm.", examples=["0.125 in"]
    )
    dpi: Annotated[Whole, Field(ge=72, le=1200)] = Field(
        300, description="The resolution of the pictures that cardgen makes, in pixels per inch.", examples=[600]
    )
    ppi: Annotated[Whole, Field(ge=50, le=1200)] = Field(
        250,
        description="The lowest resolution that a picture on a card should have, in pixels per inch.",
        examples=[300],
    )
    hairline: Annotated[Millimetres, Field(ge=0, le=2)] = Field(
        0.088,
        description="The thinnest line that prints well. cardgen reports thinner ones. The default is 0.25 pt.",
        examples=["0.25 pt"],
    )
    most: Annotated[Whole, Field(ge=1, le=100_000)] | None = Field(
        None, description="The most cards in one order.", examples=[612]
    )
    backs: Flag = Field(True, description="Whether each card needs a back.", examples=[False])
    first: Literal["front", "back"] = Field(
        "front", description="The side of a card that comes first in the PDF file.", examples=["back"]
    )
    copies: Flag = Field(
        True,
        description="Whether each copy of a card has its own pages in the PDF file. If not, SIZE.counts.csv lists "
        "the numbers of copies.",
        examples=[False],
    )
    die: Words | None = Field(
        None,
        description="The name of the spot colour in which SIZE.die.pdf shows the cutting lines of all pieces that "
        "are not rectangles. SIZE.counts.csv lists the page of each. For PDF files with `copies: no`.",
        examples=["CutContour"],
    )
    layers: Literal["spots", "masks"] | None = Field(
        None,
        description="How the print house takes print layers. `spots`: as inks of their own in PDF files. `masks`: as "
        "a picture of each layer, NAME-LAYER.png, beside that of the face. Without this key, it prints "
        "no layers, and cardgen puts these pictures in masks/.",
        examples=["masks"],
    )
    stock: Words | None = Field(
        None, description="The paper that cardgen names in the order.", examples=["(S30) Standard Smooth"]
    )
    printing: Printing | None = Field(
        None,
        description="The press, for PDF files.",
        examples=[{"icc": "fogra39.icc", "condition": "FOGRA39", "called": "Coated FOGRA39"}],
    )

    def faults(self) -> list[tuple[tuple[str, ...], str]]:
        """Returns faults that concern several keys, each with its path."""
        if self.die and (self.sends != "pdf" or self.copies):
            return [
                (
                    ("die",),
                    "only houses with sends: pdf and copies: no use it; their counts.csv lists the line of each piece",
                )
            ]
        if self.layers and (self.layers == "spots") != (self.sends == "pdf"):
            wanted = "masks, which lie beside them" if self.sends != "pdf" else "spots, which stand in them"
            subject = "pictures take" if self.sends != "pdf" else "PDF files take"
            return [(("layers",), f"{subject} {wanted}; expected layers: {wanted.partition(',')[0]}, or no such key")]
        if self.sends == "pdf" and not self.printing:
            return [(("sends",), "sends: pdf also needs printing:, the press that the file is for")]
        if self.sends != "pdf" and self.printing:
            return [(("printing",), "only houses with sends: pdf use it; pictures keep the colours of screens")]
        return []
