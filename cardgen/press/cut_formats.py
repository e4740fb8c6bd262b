"""Writes paths for cutting machines as DXF and SVG. Both have the same origin, and keep cuts and scores apart."""

from __future__ import annotations

import io
from collections.abc import Sequence

from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.geometry import Segments
from cardgen.graphics.polygon import polygon

_LOOSE = 0.005  # mm, the tolerance of straight parts that replace curves in DXF
_KINDS = (("cut", "#000000", 7), ("score", "#0000ff", 5))  # a name, its colour, and AutoCAD's number of the colour


@dataclass(frozen=True, slots=True)
class Paths:
    """The cuts and scores of an area, in mm from its upper left corner, y downwards."""

    width: float
    height: float
    cut: tuple[Segments, ...]
    scored: tuple[Segments, ...] = ()

    @property
    def kinds(self) -> list[tuple[str, str, int, tuple[Segments, ...]]]:
        """Returns the kinds of paths that there are."""
        return [(*kind, paths) for kind, paths in zip(_KINDS, (self.cut, self.scored), strict=True) if paths]


def svg(paths: Paths) -> bytes:
    """Writes SVG 1.1: lines without a fill, one unit a millimetre."""
    width, height = paths.width, paths.height
    size = f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>']
    for name, colour, _, drawn in paths.kinds:
        lines.append(f'<g id="{name}" fill="none" stroke="{colour}" stroke-width="0.1">')
        lines += [f'<path d="{" ".join(_command(segment) for segment in path)}"/>' for path in drawn]
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""]).encode()


def _command(segment: tuple) -> str:
    letter, *numbers = segment
    return letter + " ".join(f"{round(number, 4) + 0.0:g}" for number in numbers)


def dxf(paths: Paths) -> bytes:
    """Writes DXF (AutoCAD 2000): polylines in millimetres, y upwards from the same corner, so all are below 0."""
    import ezdxf
    from ezdxf import units

    known = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True  # the same bytes on every run
    try:
        document = ezdxf.new("R2000", units=units.MM)
        space = document.modelspace()
        for name, _, colour, drawn in paths.kinds:
            layer = name.upper()
            document.layers.add(layer, color=colour)
            for path in drawn:
                points = [(round(x, 4), round(-y, 4) + 0.0) for x, y in _points(path)]
                space.add_lwpolyline(points, close=path[-1][0] == "Z", dxfattribs={"layer": layer})
        stream = io.StringIO()
        document.write(stream)
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = known
    return stream.getvalue().encode()


def _points(path: Segments) -> Sequence[tuple[float, float]]:
    return polygon(path, _LOOSE) if path[-1][0] == "Z" else [(x, y) for _, x, y in path]
