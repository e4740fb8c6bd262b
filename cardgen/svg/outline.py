"""Converts strokes to outlines, and joins and intersects paths, with the path operations of Skia."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from typing import Any

from cardgen.graphics.drawing import Pen
from cardgen.graphics.geometry import Segments, segments_box

_MAX_PARTS = 5_000  # segments of paths to join: these take seconds
_INTRICATE = "its shapes are too complex for cardgen to join; join them in your drawing program"
_FINE = 4096.0  # Skia rounds to whole units, so paths are scaled up before and down afterwards


def stroke_outline(segments: Segments, line: float, pen: Pen) -> Segments:
    """The outline of a stroke, to be filled by the nonzero rule."""
    import pathops

    if not segments or line <= 0:
        return ()
    if pen.dashes and _length(segments) > _MAX_PARTS * sum(pen.dashes):
        raise IntricateError(_INTRICATE)
    scale = _scale(segments)
    path = _path(segments, scale)
    cap = {"butt": pathops.LineCap.BUTT_CAP, "round": pathops.LineCap.ROUND_CAP, "square": pathops.LineCap.SQUARE_CAP}
    join = {
        "miter": pathops.LineJoin.MITER_JOIN,
        "round": pathops.LineJoin.ROUND_JOIN,
        "bevel": pathops.LineJoin.BEVEL_JOIN,
    }
    dashes = [scale * dash for dash in pen.dashes] or None
    path.stroke(scale * line, cap[pen.cap], join[pen.join], max(1.0, pen.miter), dashes, scale * pen.offset)
    path.convertConicsToQuads()
    return _segments(path, scale)


def _length(segments: Segments) -> float:
    """The length of a path's chords."""
    ends = [segment[-2:] for segment in segments if segment[0] != "Z"]
    return sum(math.dist(first, second) for first, second in itertools.pairwise(ends))


def union(parts: Iterable[tuple[Segments, bool]]) -> Segments:
    """The union of paths as one nonzero path; each part has whether it fills by the even-odd rule."""

    ordered = sorted((part for part in parts if part[0]), key=lambda part: segments_box(part[0]))
    if len(ordered) > 1 and sum(len(segments) for segments, _ in ordered) > _MAX_PARTS:
        raise IntricateError(_INTRICATE)
    return _halves(ordered)


def _halves(parts: list[tuple[Segments, bool]]) -> Segments:
    """The union of many paths, by halves; paths that do not touch are only listed together."""
    import pathops

    if len(parts) < 2:
        return parts[0][0] if parts and not parts[0][1] else _even(parts[0][0]) if parts else ()
    middle = len(parts) // 2
    first, second = _halves(parts[:middle]), _halves(parts[middle:])
    return _both(first, second, pathops.PathOp.UNION) if _meet(first, second) else first + second


def _even(segments: Segments) -> Segments:
    """A path of the even-odd rule as one of the nonzero rule."""
    import pathops

    def work(scale: float) -> Any:
        return pathops.op(_path(segments, scale, True), pathops.Path(), pathops.PathOp.UNION)

    return _retry(work, _scale(segments))


def _meet(first: Segments, second: Segments) -> bool:
    if not first or not second:
        return False
    a, b = segments_box(first), segments_box(second)
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def intersection(first: Segments, second: Segments) -> Segments:
    """The intersection of two nonzero paths."""
    import pathops

    return _both(first, second, pathops.PathOp.INTERSECTION) if first and second else ()


def difference(first: Segments, second: Segments) -> Segments:
    """The difference of two nonzero paths: the first without the second."""
    import pathops

    return _both(first, second, pathops.PathOp.DIFFERENCE) if first and second else first


def _both(first: Segments, second: Segments, verb: Any) -> Segments:
    import pathops

    def work(scale: float) -> Any:
        return pathops.op(_path(first, scale), _path(second, scale), verb)

    return _retry(work, min(_scale(first), _scale(second)))


class IntricateError(ValueError):
    """Raised for paths that Skia cannot combine."""


def _retry(work: Callable[[float], Any], scale: float) -> Segments:
    """The result of a path operation; if Skia fails at one scale, at another."""
    import pathops

    for factor in (1.0, 0.37, 2.9, 0.11):
        try:
            return _segments(work(scale * factor), scale * factor)
        except pathops.PathOpsError:
            continue
    raise IntricateError(_INTRICATE)


def _scale(segments: Segments) -> float:
    left, top, right, bottom = segments_box(segments)
    return _FINE / max(right - left, bottom - top, abs(left), abs(top), 1e-6)


def _path(segments: Segments, scale: float, evenodd: bool = False) -> Any:
    import pathops

    path = pathops.Path(fillType=pathops.FillType.EVEN_ODD if evenodd else pathops.FillType.WINDING)
    for letter, *numbers in segments:
        points = [scale * value for value in numbers]
        if letter == "M":
            path.moveTo(*points)
        elif letter == "L":
            path.lineTo(*points)
        elif letter == "C":
            path.cubicTo(*points)
        else:
            path.close()
    return path


def _segments(path: Any, scale: float) -> Segments:
    import pathops

    segments: list[tuple] = []
    at = (0.0, 0.0)
    for verb, points in path:
        points = [(x / scale, y / scale) for x, y in points]
        if verb == pathops.PathVerb.MOVE:
            segments.append(("M", *points[0]))
        elif verb == pathops.PathVerb.LINE:
            segments.append(("L", *points[0]))
        elif verb == pathops.PathVerb.CUBIC:
            segments.append(("C", *itertools.chain(*points)))
        elif verb == pathops.PathVerb.QUAD:
            (x0, y0), ((x1, y1), (x2, y2)) = at, points
            first = (x0 + 2 * (x1 - x0) / 3, y0 + 2 * (y1 - y0) / 3)
            second = (x2 + 2 * (x1 - x2) / 3, y2 + 2 * (y1 - y2) / 3)
            segments.append(("C", *first, *second, x2, y2))
        elif verb == pathops.PathVerb.CLOSE:
            segments.append(("Z",))
        if points:
            at = points[-1]
    return tuple(segments)
