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
MAX_PIXELS = 8_000  # on a side
_SECONDS = 6  # for one call
_AGAIN = 60.0  # seconds until cardgen retries a drawing that took too long, because many cards can show it
_slow: dict[tuple, float] = {}  # drawings that took too long, with the time


def rasterise(drawings: Sequence[tuple[str, int]], fonts: Sequence[Path], text_font: str, place: Place) -> list[bytes]:
    """PNG files of SVG texts, each with its width in pixels. Raises InputError.

    `fonts` are files; words in others are set in the family `text_font`.
    """
    request_key = (*drawings, *fonts, text_font)
    too_long = fail(
        f"expected a drawing that takes at most {_SECONDS} s to draw; simplify its filters and masks", place
    )
    if time.monotonic() - _slow.get(request_key, -math.inf) < _AGAIN:
        raise too_long
    with tempfile.TemporaryDirectory() as folder:  # the folder is for unpacked fonts: resvg cannot read packed ones
        files = [str(plain_file(file, Path(folder))) for file in fonts]
        sized = [{"svg": svg, "width": min(max(1, width), MAX_PIXELS)} for svg, width in drawings]
        try:
            return _rasterise({"drawings": sized, "fonts": files, "family": text_font}, place)
        except TimeoutError:
            _slow[request_key] = time.monotonic()
            raise too_long from None


def _rasterise(request: dict[str, object], place: Place) -> list[bytes]:
    """Draws, regardless of earlier failures. Raises InputError and TimeoutError."""
    try:
        return [base64.b64decode(line) for line in run_isolated("cardgen.svg.resvg", request, _SECONDS).split()]
    except IsolatedProcessError as error:
        message = f"cardgen cannot draw the filters or masks of this file: {error}; simplify them"
        raise fail(message, place) from None
