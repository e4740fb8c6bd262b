"""Fonts of other scripts and of other formats than those that ship, for tests."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

from fontTools.ttLib import TTCollection, TTFont

from cardgen.graphics.drawing import FontSource
from cardgen.text.fonts import Font, FontFace

FONTS = Path(__file__).parent / "fonts"
SHIPPED = Path(__file__).resolve().parents[1] / "templates/fonts"


def face(file: Path, **source) -> FontFace:
    return FontFace(f"{file.stem}/regular", FontSource(file, **source))


def font(*files: str, language: str = "en", own: int = 0) -> Font:
    """Source Sans 3, and then those of these files."""
    faces = [face(SHIPPED / "source-sans-3/regular.ttf"), *(face(FONTS / file) for file in files)]
    return Font(faces, faces[own], language)


@cache
def woff2(file: Path) -> bytes:
    packed, made = TTFont(file), io.BytesIO()
    packed.flavor = "woff2"
    packed.save(made)
    return made.getvalue()


@cache
def collection(*files: Path) -> bytes:
    several, made = TTCollection(), io.BytesIO()
    several.fonts = [TTFont(file) for file in files]
    several.save(made)
    return made.getvalue()
