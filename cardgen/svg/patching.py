"""The parts of a drawing that only pixels can show, put into it as pictures."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from cardgen.drawing import Box, Group, Item, Mask, Matrix, Picture, Use, apply, box_through, multiply
from cardgen.svg.cutting import opened
from cardgen.svg.drawn import Drawn, Patch
from cardgen.svg.raster import MOST
from cardgen.svg.values import undone

Raster = Callable[[Sequence[tuple[str, int]]], list[bytes]]  # PNG files of SVG texts, each so many pixels wide
_BEYOND = 0.1  # of the drawing's size: so far outside of it may lie what a filter spreads into it


def patched(drawn: Drawn, key: str, scale: float, raster: Raster) -> tuple[tuple[Item, ...], dict[str, bytes]]:
    """The items of a drawing whose patches are pictures, and these, by names that begin with `key`.

    `scale` is how many pixels a unit of the drawing is to have. Raises what `raster` raises.
    """
    across, down = _BEYOND * drawn.width, _BEYOND * drawn.height
    canvas = (-across, -down, drawn.width + across, drawn.height + down)
    asked: dict[str, tuple[Box, tuple[str, int]]] = {}

    def seek(item: Item, matrix: Matrix) -> Item:
        if isinstance(item, Use) and item.symbol in drawn.patches:
            box, size = _frame(drawn.patches[item.symbol], matrix, canvas, scale)
            if not min(size):
                return Group(())
            name = f"{item.symbol}@{'x'.join(f'{edge:.6g}' for edge in (*box, *size))}"
            asked.setdefault(name, (box, (opened(drawn.patches[item.symbol].svg, box, size), size[0])))
            return Use(name)
        return _within(
            item, lambda each: seek(each, multiply(item.matrix, matrix) if isinstance(item, Group) else matrix)
        )

    items = tuple(seek(item, (1, 0, 0, 1, 0, 0)) for item in drawn.items)
    if not asked:
        return items, {}
    files = raster([svg for _, svg in asked.values()])
    shown: dict[str, Item] = {}
    pictures: dict[str, bytes] = {}
    for (name, (box, _)), data in zip(asked.items(), files, strict=True):
        trimmed = _trimmed(data, box)
        if trimmed is None:
            shown[name] = Group(())
            continue
        (left, top, right, bottom), pictures[f"{key}/{len(pictures)}"] = trimmed
        shown[name] = Picture(left, top, right - left, bottom - top, f"{key}/{len(pictures) - 1}")

    def put(item: Item) -> Item:
        return shown[item.symbol] if isinstance(item, Use) and item.symbol in shown else _within(item, put)

    return tuple(map(put, items)), pictures


def _within(item: Item, work: Callable[[Item], Item]) -> Item:
    """A group whose items and whose mask's are what `work` makes of them; other items as they are."""
    if not isinstance(item, Group):
        return item
    mask = item.mask and Mask(tuple(map(work, item.mask.items)), item.mask.alpha)
    return replace(item, items=tuple(map(work, item.items)), mask=mask)


def _frame(patch: Patch, matrix: Matrix, canvas: Box, scale: float) -> tuple[Box, tuple[int, int]]:
    """What of a patch is seen, in its own coordinates, and the pixels that it takes; none where it is not seen."""
    a, b, c, d, *_ = matrix
    if abs(a * d - b * c) < 1e-12:
        return canvas, (0, 0)
    seen = box_through(undone(matrix), canvas)
    box = patch.box or seen
    left, top, right, bottom = max(box[0], seen[0]), max(box[1], seen[1]), min(box[2], seen[2]), min(box[3], seen[3])
    if right <= left or bottom <= top:
        return canvas, (0, 0)
    fine = min(scale * max(math.hypot(a, b), math.hypot(c, d)), MOST / (right - left), MOST / (bottom - top))
    across, down = math.ceil((right - left) * fine), math.ceil((bottom - top) * fine)
    return (left, top, left + across / fine, top + down / fine), (across, down)


def _trimmed(data: bytes, box: Box) -> tuple[Box, bytes] | None:
    """A PNG file without what is empty around it; None where all is."""
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
