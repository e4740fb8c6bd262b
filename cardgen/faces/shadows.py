"""Soft shadows: a shape blurred, as a small picture of one colour that lets through what lies below."""

from __future__ import annotations

import hashlib
import io
import re
from functools import lru_cache

from cardgen.definitions.templates import Template
from cardgen.drawing import SHADOW, Picture
from cardgen.faces.colour import parse
from cardgen.faces.context import Context
from cardgen.geometry import Segments, moved, segments_box, transform

_FINE = 4.0  # pixels to the mm: a blur has no more to show
_LARGEST = 4_000
_SHADOW = re.compile(r"\s*+" + r"([-+]?\d{1,2}(?:\.\d++)?)(?:\s*+mm)?+[\s,]++" * 3 + r"(\S.*)")


def shadow(template: Template | None, segments: Segments, context: Context) -> list[Picture]:
    """The shadow of a path as a field wants it; none where it wants none."""
    if template is None or not segments:
        return []
    text = context.fill(template, "shadow")
    match = _SHADOW.fullmatch(text)
    if not match or float(match[3]) < 0:
        context.fail(
            f"expected mm to the right, down and outwards, and a colour: 0.5 0.8 2 ink alpha 40 %, got {text!r}",
            template,
            "shadow",
        )
    right, down, reach = (float(part) for part in match.groups()[:3])
    colour = context.read(lambda: parse(match[4], context.supplies.game.colours), template, "shadow")
    left, top, *_ = segments_box(segments)
    # The same shape elsewhere has the same shadow
    data, box = _blurred(transform(segments, moved(-left, -top)), reach, colour)
    key = f"{SHADOW}{hashlib.sha256(data).hexdigest()[:16]}"
    context.supplies.pictures[key] = data
    x, y = left + box[0] + right, top + box[1] + down
    return [Picture(x, y, box[2] - box[0], box[3] - box[1], key)]


@lru_cache(maxsize=200)
def _blurred(segments: Segments, reach: float, colour: str) -> tuple[bytes, tuple[float, float, float, float]]:
    """A PNG file of a path, blurred as far as it reaches (mm), and its box in the path's coordinates."""
    from PIL import Image, ImageDraw, ImageFilter

    box = segments_box(segments)
    left, top, right, bottom = (edge + (reach + 0.5) * (1 if index > 1 else -1) for index, edge in enumerate(box))
    fine = min(_FINE, _LARGEST / max(right - left, bottom - top))
    size = max(1, round((right - left) * fine)), max(1, round((bottom - top) * fine))
    drawn = Image.new("L", size, 0)
    contours = sorted(_polygons(segments), key=lambda contour: -abs(_area(contour)))
    for contour in contours:  # the larger first: what turns the other way in them is a hole
        fill = 255 if (_area(contour) < 0) == (_area(contours[0]) < 0) else 0
        ImageDraw.Draw(drawn).polygon([((x - left) * fine, (y - top) * fine) for x, y in contour], fill=fill)
    drawn = drawn.filter(ImageFilter.GaussianBlur(reach * fine / 2))
    strength = int(colour[7:9] or "ff", 16)
    drawn = drawn.point(lambda value: value * strength // 255)
    rgb = tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))
    picture = Image.new("RGBA", size, (*rgb, 0))
    picture.putalpha(drawn)
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue(), (left, top, right, bottom)


def _area(points: list[tuple[float, float]]) -> float:
    """Twice the signed area."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True))


def _polygons(segments: Segments) -> list[list[tuple[float, float]]]:
    """The contours of a path, its curves as short lines."""
    found: list[list[tuple[float, float]]] = []
    for letter, *n in segments:
        if letter == "M":
            found.append([(n[0], n[1])])
        elif letter == "L":
            found[-1].append((n[0], n[1]))
        elif letter == "C":
            x, y = found[-1][-1]
            for step in range(1, 13):
                t = step / 12
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                found[-1].append((a * x + b * n[0] + c * n[2] + d * n[4], a * y + b * n[1] + c * n[3] + d * n[5]))
    return [contour for contour in found if len(contour) > 1]
