"""Drawings, or parts of them, as pixels. resvg draws them from texts that name no file: it opens none itself."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from cardgen.errors import Place, fail
from cardgen.text.font_file import plain_file

DPI = 300
MOST = 8_000  # pixels to a side
_SECONDS = 6  # for all of one picture


def rastered(drawings: Sequence[tuple[str, int]], fonts: Sequence[Path], text_font: str, place: Place) -> list[bytes]:
    """PNG files of SVG texts, each so many pixels wide. Raises InputError.

    `fonts` are files; words in others are set in the family `text_font`.
    """
    with tempfile.TemporaryDirectory() as folder:  # for the fonts that resvg reads only unpacked
        files = [str(plain_file(file, Path(folder))) for file in fonts]
        sized = [{"svg": svg, "width": min(max(1, width), MOST)} for svg, width in drawings]
        return _asked({"drawings": sized, "fonts": files, "family": text_font}, place)


def _asked(asked: dict[str, object], place: Place) -> list[bytes]:
    command = [sys.executable, "-m", "cardgen.svg.resvg"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(
            command, input=json.dumps(asked).encode(), capture_output=True, timeout=_SECONDS, env=environment
        )
    except subprocess.TimeoutExpired:
        raise fail(f"takes more than {_SECONDS} s to draw", place) from None
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["no reason given"]
        raise fail(f"cannot be drawn: {reason[0][:100]}", place)
    return [base64.b64decode(line) for line in done.stdout.split()]
