"""Files that tell a machine where to cut, one for each deck: the same paths from the same corner, as DXF and SVG."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardgen.definitions.game import Game
from cardgen.geometry import Segments
from cardgen.outputs import Output
from cardgen.polygon import polygon
from cardgen.press.files import digest
from cardgen.press.options import Options
from cardgen.press.setup import setup
from cardgen.press.sheets import deck_sheet, rounded
from cardgen.sheets.cut_paths import cut_paths


def cut_files(game: Game, options: Options, folder: Path) -> Iterator[Output]:
    """The files of all decks; none without a cutter. Raises InputError where there is no room for a card."""
    table = setup(game.home, options)
    cutter = table.cutter
    if cutter is None:
        return
    for deck in game.decks:
        sheet = deck_sheet(deck, table, options)
        paths, (width, height) = cut_paths(sheet, rounded(deck.outline, options), cutter)
        for kind in dict.fromkeys(cutter.writes):
            path = folder / f"cards-{deck.name}.{kind}"

            def make(kind: str = kind, paths: list[Segments] = paths, width=width, height=height) -> bytes:
                return svg(paths, width, height) if kind == "svg" else dxf(paths)

            yield Output(path, digest(kind, paths, width, height), make)


def svg(paths: list[Segments], width: float, height: float) -> bytes:
    """Lines without a fill, one unit a millimetre (SVG 1.1)."""
    size = f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', '<g fill="none" stroke="#000000" stroke-width="0.1">']
    lines += [f'<path d="{" ".join(_command(segment) for segment in path)}"/>' for path in paths]
    return "\n".join([*lines, "</g>", "</svg>", ""]).encode()


def _command(segment: tuple) -> str:
    letter, *numbers = segment
    return letter + " ".join(f"{round(number, 4) + 0.0:g}" for number in numbers)


def dxf(paths: list[Segments]) -> bytes:
    """Polylines in millimetres, y upwards from the same corner, so that all of them are below 0 (AutoCAD 2000)."""
    import ezdxf
    from ezdxf import units

    known = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True  # the same bytes on every run
    try:
        document = ezdxf.new("R2000", units=units.MM)
        document.layers.add("CUT")
        space = document.modelspace()
        for path in paths:
            points = [(round(x, 4), round(-y, 4) + 0.0) for x, y in _points(path)]
            space.add_lwpolyline(points, close=path[-1][0] == "Z", dxfattribs={"layer": "CUT"})
        stream = io.StringIO()
        document.write(stream)
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = known
    return stream.getvalue().encode()


def _points(path: Segments) -> Sequence[tuple[float, float]]:
    return polygon(path) if path[-1][0] == "Z" else [(x, y) for _, x, y in path]
