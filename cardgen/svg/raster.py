"""Draws SVG texts as pixels with resvg. The texts refer to no file, and resvg opens none itself."""

from __future__ import annotations

import base64
import math
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from cardgen.foundations.errors import Place, fail
from cardgen.store.isolated import IsolatedProcessError, run_isolated
from cardgen.text.font_file import plain_file

DPI = 300
MOST = 8_000  # pixels to a side
_SECONDS = 6  # for one picture in all
_AGAIN = 60.0  # s until a drawing that took too long is tried again; many cards may show it
_slow: dict[tuple, float] = {}  # drawings that took too long, and when


def rastered(drawings: Sequence[tuple[str, int]], fonts: Sequence[Path], text_font: str, place: Place) -> list[bytes]:
    """PNG files of SVG texts, each so many pixels wide. Raises InputError.

    `fonts` are files; words in others are set in the family `text_font`.
    """
    asked = (*drawings, *fonts, text_font)
    too_long = fail(
        f"expected a drawing that takes at most {_SECONDS} s to draw; simplify its filters and masks", place
    )
    if time.monotonic() - _slow.get(asked, -math.inf) < _AGAIN:
        raise too_long
    with tempfile.TemporaryDirectory() as folder:  # for packed fonts, which resvg cannot read
        files = [str(plain_file(file, Path(folder))) for file in fonts]
        sized = [{"svg": svg, "width": min(max(1, width), MOST)} for svg, width in drawings]
        try:
            return _rasterised({"drawings": sized, "fonts": files, "family": text_font}, place)
        except TimeoutError:
            _slow[asked] = time.monotonic()
            raise too_long from None


def _rasterised(asked: dict[str, object], place: Place) -> list[bytes]:
    """Draws without a look at earlier failures. Raises InputError and TimeoutError."""
    try:
        return [base64.b64decode(line) for line in run_isolated("cardgen.svg.resvg", asked, _SECONDS).split()]
    except IsolatedProcessError as error:
        told = f"cardgen cannot draw the filters or masks of this file: {error}; simplify them"
        raise fail(told, place) from None
