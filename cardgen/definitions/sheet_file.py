"""The models of the files of sheets, cutters and printers: places on paper, registration marks, profiles."""

from __future__ import annotations

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
    """A paper and, where there are fixed ones, the places on it."""

    about: Words | None = Field(None, description="What it is.", examples=["Business cards, 10 on Letter"])
    paper: Size = Field(
        description="The paper, turned as its places are counted on it.", examples=["a4", "297 x 210 mm", "13 x 19 in"]
    )
    margin: Millimetres = Field(
        MARGIN, ge=0, le=50, description="What printers leave white at every edge.", examples=["6.35 mm"]
    )
    columns: Whole = Field(0, ge=0, le=50, description="Places side by side; 0: as many as fit.", examples=[4])
    rows: Whole = Field(0, ge=0, le=50, description="Places one below another; 0: as many as fit.", examples=[2])
    size: Size | None = Field(
        None, description="The size of a place; without it, any card that fits.", examples=["3.5in x 2in"]
    )
    left: Millimetres | None = Field(
        None, ge=0, description="From the paper's edge to the first place; without it, they lie in the middle.",
        examples=["0.75in"],
    )  # fmt: skip
    top: Millimetres | None = Field(None, ge=0, description="The same from the upper edge.", examples=["0.5in"])
    gap: Gaps | None = Field(
        None, description="Between places: a length, or two, across and down; without it what --gap says.",
        examples=["2 mm", ["0.156in", 0]],
    )  # fmt: skip
    die_cut: Flag = Field(
        False, description="Its places are cut already: there are no marks, and only cards of their size fit.",
        examples=[True],
    )  # fmt: skip

    @property
    def fixed(self) -> bool:
        """Whether it says how many places there are."""
        return bool(self.columns and self.rows)

    def faults(self) -> Faults:
        """What does not go together, each with its key."""
        found: Faults = []
        if bool(self.columns) != bool(self.rows):
            key = "rows" if self.columns else "columns"
            found.append(((key,), f"expected a number of {key} as well"))
        elif not self.fixed:
            placed = [key for key in ("size", "left", "top", "gap") if getattr(self, key) is not None]
            found += [((key,), "expected columns and rows as well") for key in placed]
        if (self.left is None) != (self.top is None):
            found.append((("top" if self.left is None else "left",), "expected both left and top, or neither"))
        if self.die_cut and not (self.size and self.fixed):
            found.append((("die_cut",), "expected the size, columns and rows of a sheet that is cut already"))
        return found


class CutterFile(Model):
    """A machine that cuts sheets: the marks that it looks for, and the files that tell it where to cut."""

    about: Words | None = Field(None, description="What it is.", examples=["Silhouette Cameo, Portrait"])
    marks: Literal["none", "three", "four"] = Field(
        "none",
        description="What it looks for on the front: three (a square top left, an angle top right and bottom left), "
        "four angles, or none of ours.",
        examples=["three", "four"],
    )
    inset: Millimetres = Field(
        10.0, ge=0, le=100, description="From the paper's edges to the marks' outer corners.", examples=["10 mm"]
    )
    arm: Millimetres = Field(5.0, gt=0, le=100, description="How long an angle's arms are.", examples=["0.35in"])
    line: Millimetres = Field(1.0, gt=0, le=5, description="How thick they are.", examples=["0.5 mm"])
    square: Millimetres = Field(5.0, gt=0, le=20, description="A side of the square.", examples=["5 mm"])
    clear: Millimetres = Field(
        3.0, ge=0, le=30, description="What stays white around a mark: bleed ends there.", examples=["3 mm"]
    )
    nearest: Millimetres | None = Field(
        None, ge=0, le=30, description="How near to a mark what is cut may lie: places that lie nearer are left free; "
        "without it, no nearer than `clear`.",
        examples=["1 mm"],
    )  # fmt: skip
    margin: Millimetres | None = Field(
        None, ge=0, le=100, description="How near to the paper's edges it cuts; without it, as near as is printed.",
        examples=["10 mm"],
    )  # fmt: skip
    area: Size | None = Field(
        None, description="The most that it cuts at a time, in the paper's middle; its paths begin at that corner.",
        examples=["9.25in x 6.75in"],
    )  # fmt: skip
    gap: Millimetres = Field(
        0.0, ge=0, le=50, description="What lies between cards at least, whatever --gap says.", examples=["2 mm"]
    )
    writes: tuple[Literal["dxf", "svg", "png"], ...] = Field(
        ("dxf", "svg"),
        description="The files of its paths; `png`: pictures of what it prints and cuts itself, on clear ground.",
        examples=[["svg", "png"]],
    )

    def ground(self, width: float, height: float) -> tuple[float, float]:
        """What lies in the middle of a page of that size and is counted from its own corner: the area, turned as the
        page is; else the whole page."""
        if not self.area:
            return width, height
        return self.area if (self.area[0] > self.area[1]) == (width > height) else self.area[::-1]


class PrinterFile(Model):
    """What a printer does to pages, as `cardgen calibrate` measured it; a build undoes it."""

    about: Words | None = Field(None, description="What it is.", examples=["The one in the kitchen"])
    paper: Words = Field(description="The paper it was measured with, as --paper says it.", examples=["a4"])
    tray: Words | None = Field(None, description="Where that lay.", examples=["manual feed"])
    flip: Literal["long", "short"] = Field(
        "long", description="The edge over which it turns sheets, as --duplex says it.", examples=["short"]
    )
    dx: Millimetres = Field(
        0.0, ge=-20, le=20, description="How far too far right backs are printed, as one looks at them.",
        examples=["0.4 mm"],
    )  # fmt: skip
    dy: Millimetres = Field(0.0, ge=-20, le=20, description="How far too far down.", examples=[-0.7])
    rotation: Number = Field(
        0.0, ge=-5, le=5, description="By how many degrees they are turned clockwise, about the page's middle.",
        examples=[0.1],
    )  # fmt: skip
    scale: Scales = Field(
        (1.0, 1.0), description="What becomes of 1 mm on both sides, across and down.", examples=[[1.0, 0.998], 0.99]
    )
    back: Scales | None = Field(
        None, description="What becomes of 1 mm on the back, where that is not as on the front.",
        examples=[[1.002, 1.0]],
    )  # fmt: skip
    margin: Millimetres = Field(
        MARGIN, ge=0, le=50, description="What it leaves white at every edge.", examples=["4.2 mm"]
    )

    def faults(self) -> Faults:
        """What no printer does."""
        wrong: Faults = []
        for key, scales in (("scale", self.scale), ("back", self.back)):
            if scales and not all(0.9 <= scale <= 1.1 for scale in scales):
                wrong.append(((key,), f"expected from 0.9 to 1.1, got {scales[0]:g} and {scales[1]:g}"))
        return wrong
