"""Replaces the parts of a drawing that only pixels can show with pictures."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Group, Item, Mask, Picture, Use
from cardgen.graphics.geometry import IDENTITY, Box, Matrix, apply, box_through, multiply
from cardgen.svg.cutting import sized_file
from cardgen.svg.drawn import SvgDrawing
from cardgen.svg.raster import MAX_PIXELS
from cardgen.svg.values import undone

Raster = Callable[[Sequence[tuple[str, int]]], list[bytes]]  # draws SVG texts, with widths in pixels, as PNG files
_BEYOND = 0.1  # how far outside a filter's items can be and still show, in parts of the drawing's size


def with_patches(
    drawing: SvgDrawing, key: str, scale: float, raster: Raster
) -> tuple[tuple[Item, ...], dict[str, bytes]]:
    """The items of a drawing with pictures for its patches, and these pictures, by names that begin with `key`.

    `scale` is how many pixels a unit of the drawing is to have. Raises what `raster` raises.
    """
    items, frames = _with_frames(drawing, scale)
    if not frames:
        return items, {}
    svgs = (sized_file(drawing.patches[each.patch].svg, each.box, each.size) for each in frames.values())
    files = raster([(svg, frame.size[0]) for svg, frame in zip(svgs, frames.values(), strict=True)])
    replacements: dict[str, Item] = {}
    pictures: dict[str, bytes] = {}
    for (name, frame), data in zip(frames.items(), files, strict=True):
        replacements[name] = Group(())
        if trimmed := _trim(data, frame.box):
            (left, top, right, bottom), data = trimmed
            file = f"{key}/{len(pictures)}"
            replacements[name], pictures[file] = Picture(left, top, right - left, bottom - top, file), data

    def replace_patches(item: Item) -> Item:
        return (
            replacements[item.symbol]
            if isinstance(item, Use) and item.symbol in replacements
            else _within(item, replace_patches)
        )

    return tuple(map(replace_patches, items)), pictures


def burden(drawing: SvgDrawing) -> float:
    """The cost of patches, relative to the whole as pixels: their area, and a hundredth more for each."""
    scale = 1000 / max(drawing.width, drawing.height)
    frames = _with_frames(drawing, scale)[1].values()
    covered = sum(frame.size[0] * frame.size[1] for frame in frames) / (drawing.width * drawing.height * scale * scale)
    return covered + len(frames) / 100


@dataclass(frozen=True, slots=True)
class _Frame:
    """The visible box of a patch, in its own coordinates, and its size in pixels."""

    patch: str
    box: Box
    size: tuple[int, int]


def _with_frames(drawing: SvgDrawing, scale: float) -> tuple[tuple[Item, ...], dict[str, _Frame]]:
    """The items, which use frames of their patches like symbols, and the frames."""
    across, down = _BEYOND * drawing.width, _BEYOND * drawing.height
    canvas = (-across, -down, drawing.width + across, drawing.height + down)
    frames: dict[str, _Frame] = {}

    def seek(item: Item, matrix: Matrix) -> Item:
        if isinstance(item, Use) and item.symbol in drawing.patches:
            frame = _frame(item.symbol, drawing.patches[item.symbol].box, matrix, canvas, scale)
            if frame is None:
                return Group(())
            name = " ".join([frame.patch, *(f"{edge:.6g}" for edge in (*frame.box, *frame.size))])
            frames.setdefault(name, frame)
            return Use(name)
        inner = multiply(item.matrix, matrix) if isinstance(item, Group) else matrix
        return _within(item, lambda each: seek(each, inner))

    return tuple(seek(item, IDENTITY) for item in drawing.items), frames


def _within(item: Item, work: Callable[[Item], Item]) -> Item:
    """Applies `work` to the items of a group and of its mask; returns other items unchanged."""
    if not isinstance(item, Group):
        return item
    mask = item.mask and Mask(tuple(map(work, item.mask.items)), item.mask.alpha)
    return replace(item, items=tuple(map(work, item.items)), mask=mask)


def _frame(patch: str, own: Box | None, matrix: Matrix, canvas: Box, scale: float) -> _Frame | None:
    """The visible frame of a patch with the box `own`; None if nothing of it is visible."""
    a, b, c, d, *_ = matrix
    if abs(a * d - b * c) < 1e-12:
        return None
    visible = box_through(undone(matrix), canvas)
    box = own or visible
    left, top, right, bottom = (
        max(box[0], visible[0]),
        max(box[1], visible[1]),
        min(box[2], visible[2]),
        min(box[3], visible[3]),
    )
    if right <= left or bottom <= top:
        return None
    fine = min(
        scale * max(math.hypot(a, b), math.hypot(c, d)), MAX_PIXELS / (right - left), MAX_PIXELS / (bottom - top)
    )
    across, down = math.ceil((right - left) * fine), math.ceil((bottom - top) * fine)
    return _Frame(patch, (left, top, left + across / fine, top + down / fine), (across, down))


def _trim(data: bytes, box: Box) -> tuple[Box, bytes] | None:
    """A PNG file without its empty margins; None if it is all empty."""
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        inked = image.convert("RGBA").getchannel("A").getbbox()
        if inked is None:
            return None
        if inked == (0, 0, *image.size):
            return box, data
        file = io.BytesIO()
        image.crop(inked).save(file, "PNG")
        to_box = ((box[2] - box[0]) / image.width, 0, 0, (box[3] - box[1]) / image.height, box[0], box[1])
    return (*apply(to_box, *inked[:2]), *apply(to_box, *inked[2:])), file.getvalue()
