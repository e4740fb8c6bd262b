"""The models of the files of sheets, cutters and printers: places on paper, registration marks, profiles."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from cardgen.definitions.fields import (
    Flag,
    Millimetres,
    Model,
    Number,
    Size,
    Whole,
    Words,
    length_in,
    number,
    quote,
)

MARGIN = 5.0  # mm that home printers leave white at every edge

Faults = list[tuple[tuple[str, ...], str]]


def pair_of(read: Any, what: str) -> Any:
    """Reads one value, or two in a list. Raises ValueError."""

    def pair(value: Any) -> tuple[float, float]:
        if isinstance(value, tuple) and len(value) == 2:
            return read(value[0]), read(value[1])
        if isinstance(value, (tuple, dict)) or value is None:
            raise ValueError(f"expected {what}, or two in a list: across and down, got {quote(value)}")
        return read(value), read(value)

    return pair


def _one_or_pair(*kinds: str) -> WithJsonSchema:
    one = {"type": list(kinds)}
    return WithJsonSchema({"anyOf": [one, {"type": "array", "items": one, "minItems": 2, "maxItems": 2}]})


Gaps = Annotated[
    tuple[float, float], BeforeValidator(pair_of(length_in("mm"), "a length")), _one_or_pair("number", "string")
]
Scales = Annotated[tuple[float, float], BeforeValidator(pair_of(number, "a number")), _one_or_pair("number")]


class SheetFile(Model):
    """A paper and, if it has fixed places, those places."""

    about: Words | None = Field(
        None, description="A description in your own words.", examples=["Business cards, 10 on Letter"]
    )
    paper: Size = Field(
        description="The paper, upright or on its side, as you count its places.",
        examples=["a4", "297 x 210 mm", "13 x 19 in"],
    )
    margin: Millimetres = Field(
        MARGIN, ge=0, le=50, description="The width of the edges that printers leave white.", examples=["6.35 mm"]
    )
    columns: Whole = Field(
        0, ge=0, le=50, description="How many places are side by side. 0 means as many as fit.", examples=[4]
    )
    rows: Whole = Field(
        0, ge=0, le=50, description="How many places are one below another. 0 means as many as fit.", examples=[2]
    )
    size: Size | None = Field(
        None, description="The size of a place. Without it, a place takes any card that fits.", examples=["3.5in x 2in"]
    )
    left: Millimetres | None = Field(
        None,
        ge=0,
        description="The distance from the left edge of the paper to the first place. Without it, the places are in "
        "the middle.",
        examples=["0.75in"],
    )
    top: Millimetres | None = Field(
        None, ge=0, description="The distance from the top edge of the paper to the first place.", examples=["0.5in"]
    )
    gap: Gaps | None = Field(
        None,
        description="The distance between places: one length, or two, across and down. The value of --gap is the "
        "default.",
        examples=["2 mm", ["0.156in", 0]],
    )
    die_cut: Flag = Field(
        False,
        description="Whether the places are already cut. cardgen then prints no marks and places only cards of that "
        "size.",
        examples=[True],
    )

    @property
    def fixed(self) -> bool:
        """Whether it says how many places there are."""
        return bool(self.columns and self.rows)

    def faults(self) -> Faults:
        """What does not go together, each with its key."""
        faults: Faults = []
        if bool(self.columns) != bool(self.rows):
            key = "rows" if self.columns else "columns"
            faults.append(((key,), f"expected a number of {key} as well"))
        elif not self.fixed:
            placed = [key for key in ("size", "left", "top", "gap") if getattr(self, key) is not None]
            faults += [((key,), "expected columns and rows as well") for key in placed]
        if (self.left is None) != (self.top is None):
            faults.append((("top" if self.left is None else "left",), "expected both left and top, or neither"))
        if self.die_cut and not (self.size and self.fixed):
            faults.append((("die_cut",), "expected the size, columns and rows of a sheet that is cut already"))
        return faults


class CutterFile(Model):
    """A machine that cuts sheets: the marks that it looks for, and the files with its cutting paths."""

    about: Words | None = Field(
        None, description="A description in your own words.", examples=["Silhouette Cameo, Portrait"]
    )
    marks: Literal["none", "three", "four"] = Field(
        "none",
        description="The marks that it looks for on the front: `three` (a square at the top left, angles at the top "
        "right and bottom left), `four` angles, or `none` from cardgen.",
        examples=["three", "four"],
    )
    inset: Millimetres = Field(
        10.0,
        ge=0,
        le=100,
        description="The distance from the paper's edges to the outer corners of the marks.",
        examples=["10 mm"],
    )
    arm: Millimetres = Field(5.0, gt=0, le=100, description="The length of the arms of an angle.", examples=["0.35in"])
    line: Millimetres = Field(1.0, gt=0, le=5, description="The width of those arms.", examples=["0.5 mm"])
    square: Millimetres = Field(5.0, gt=0, le=20, description="The length of a side of the square.", examples=["5 mm"])
    clear: Millimetres = Field(
        3.0,
        ge=0,
        le=30,
        description="The width of the white space around a mark. The bleed ends there.",
        examples=["3 mm"],
    )
    nearest: Millimetres | None = Field(
        None,
        ge=0,
        le=30,
        description="The smallest distance between a mark and a cut. cardgen leaves places empty that are nearer. "
        "The value of `clear` is the default.",
        examples=["1 mm"],
    )
    margin: Millimetres | None = Field(
        None,
        ge=0,
        le=100,
        description="The smallest distance between the paper's edges and a cut. Without it, the cutter reaches as "
        "far as the print.",
        examples=["10 mm"],
    )
    area: Size | None = Field(
        None,
        description="The largest area that it cuts at once, in the middle of the paper. cardgen measures paths "
        "from the corner of that area.",
        examples=["9.25in x 6.75in"],
    )
    gap: Millimetres = Field(
        0.0, ge=0, le=50, description="The smallest distance between cards, whatever --gap is.", examples=["2 mm"]
    )
    writes: tuple[Literal["dxf", "svg", "png"], ...] = Field(
        ("dxf", "svg"),
        description="The files that cardgen writes for it: cutting paths, or, with `png`, pictures on a transparent "
        "background for a machine that prints and cuts by itself.",
        examples=[["svg", "png"]],
    )

    def ground(self, width: float, height: float) -> tuple[float, float]:
        """Returns the size of the area in the middle of a page of that size, turned like the page; without an area,
        that of the whole page. Places in it count from its own corner."""
        if not self.area:
            return width, height
        return self.area if (self.area[0] > self.area[1]) == (width > height) else self.area[::-1]


class PrinterFile(Model):
    """How a printer shifts, turns and scales pages, as `cardgen calibrate` measured it. A build corrects for it."""

    about: Words | None = Field(
        None, description="A description in your own words.", examples=["The one in the kitchen"]
    )
    paper: Words = Field(description="The paper with which you measured it, written as for --paper.", examples=["a4"])
    tray: Words | None = Field(None, description="The tray that held the paper.", examples=["manual feed"])
    flip: Literal["long", "short"] = Field(
        "long", description="The edge over which it turns sheets, written as for --duplex.", examples=["short"]
    )
    dx: Millimetres = Field(
        0.0,
        ge=-20,
        le=20,
        description="How far to the right of their place it prints backs, as you look at the back.",
        examples=["0.4 mm"],
    )
    dy: Millimetres = Field(
        0.0, ge=-20, le=20, description="How far below their place it prints backs.", examples=[-0.7]
    )
    rotation: Number = Field(
        0.0,
        ge=-5,
        le=5,
        description="How far it turns backs about the middle of the page, in degrees clockwise.",
        examples=[0.1],
    )
    scale: Scales = Field(
        (1.0, 1.0),
        description="The printed length of 1 mm on both sides, across and down.",
        examples=[[1.0, 0.998], 0.99],
    )
    back: Scales | None = Field(
        None,
        description="The printed length of 1 mm on the back, if it differs from the front.",
        examples=[[1.002, 1.0]],
    )
    margin: Millimetres = Field(
        MARGIN, ge=0, le=50, description="The width of the edges that it leaves white.", examples=["4.2 mm"]
    )

    def faults(self) -> Faults:
        """What no printer does."""
        wrong: Faults = []
        for key, scales in (("scale", self.scale), ("back", self.back)):
            if scales and not all(0.9 <= scale <= 1.1 for scale in scales):
                wrong.append(((key,), f"expected from 0.9 to 1.1, got {scales[0]:g} and {scales[1]:g}"))
        return wrong
