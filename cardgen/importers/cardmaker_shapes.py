"""Translates CardMaker's shapes, and the shapes and pictures that a text or a picture places behind itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from cardgen.importers.cardmaker_values import colour, number
from cardgen.importers.model import DrawnBox, Value, each, one_if_equal

MIN_SIZE = 0.1  # mm, of a shape or a picture behind an element
MAX_LINE = 20.0  # mm
_SHAPE = re.compile(r"'?#(rect|roundedrect|ellipse);(\d{1,4});[^;#]*;[^;#]*(?:;(\d{1,4}))?")
_BACKGROUND = re.compile(r"#bg(shape|graphic)::((?:#[^#]{0,200}#)?[^#]{0,400})#")


def shape_box(text: str, ink: str, box: DrawnBox, scale: float) -> DrawnBox | None:
    """The box as `#rect;width of the line;-;-#`, `#roundedrect;...;corner#` or `#ellipse;...#`; None for no shape.

    A pixel has `scale` mm. A shape without a line is filled.
    """
    match = _SHAPE.match(text)
    if not match:
        return None
    line, corner = float(match[2]) * scale, float(match[3] or 0) * scale
    keys: dict[str, Value] = {"stroke": ink, "line": min(line, MAX_LINE)} if line else {"fill": ink}
    if match[1] == "roundedrect" and corner:
        keys["corners"] = corner
    return replace(box, draw="ellipse" if match[1] == "ellipse" else "rectangle", keys={**keys, **box.keys})


def without_backgrounds(texts: Value) -> Value:
    """The text of each card without the names of shapes and pictures behind it."""
    return each(lambda text: _BACKGROUND.sub("", str(text or "")), texts)


def backgrounds(box: DrawnBox, texts: Value, scale: float, report: Callable[[str], None]) -> Iterator[DrawnBox]:
    """The boxes behind an element's box, which its texts name; `report` gets the parts that are not imported.

    A text names `#bgshape::SHAPE::COLOUR::x::y::wider::higher::line::its colour#` or `#bggraphic::FILE::x::y::wider::
    higher::keep its shape::tiles...#`; all but the first may be missing.
    """
    by_card = texts if isinstance(texts, tuple) else (texts,)
    groups: dict[tuple[str, ...], dict[int, str]] = {}  # shapes or files with one look, by card
    for card, text in enumerate(by_card):
        for kind, background in _BACKGROUND.findall(str(text or "")):
            first, *rest = background.split("::")
            look = (kind, *rest) if kind == "graphic" else (kind, *rest, first)
            groups.setdefault(look, {})[card] = first
    for (kind, *parts), names in groups.items():
        rest = [*parts, *[""] * 8]
        ink = colour(rest.pop(0)) if kind == "shape" else ""
        behind = _move(replace(box, cards=frozenset(names) if len(names) < len(by_card) else None), rest[:4], scale)
        if kind == "shape":
            name = next(iter(names.values()))
            if shape := shape_box(name, ink, behind, scale):
                yield _outline_shape(shape, number(rest[4]) * scale, colour(rest[5]))
            else:
                report(f"the shape {name} behind it")
            continue
        if "x" in rest[5]:
            report("tiles of a picture behind it; cardgen draws the picture once")
        fit: dict[str, Value] = {} if rest[4].lower() == "true" else {"fit": "cover"}
        files = one_if_equal(tuple(names.get(card, "") for card in range(len(by_card))))
        yield replace(behind, draw="picture", keys={"of": files, **fit, **box.keys})


def _move(box: DrawnBox, offsets: list[str], scale: float) -> DrawnBox:
    """The box moved and enlarged by x, y, width and height in pixels."""
    x, y, wider, higher = (number(text) * scale for text in offsets)

    def grown(extent: Value, by: float) -> Value:
        return max(extent + by, MIN_SIZE) if isinstance(extent, float) else extent

    def shift(edge: Value, by: float) -> Value:
        return edge + by if isinstance(edge, float) else edge

    return replace(
        box,
        left=shift(box.left, x), top=shift(box.top, y),
        width=grown(box.width, wider), height=grown(box.height, higher),
        name=f"{box.name} ground",
    )  # fmt: skip


def _outline_shape(shape: DrawnBox, line: float, stroke: str) -> DrawnBox:
    keys = dict(shape.keys)
    if stroke and line:
        keys |= {"stroke": stroke, "line": min(line, MAX_LINE)}
    return replace(shape, keys={key: value for key, value in keys.items() if value != ""})
