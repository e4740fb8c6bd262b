"""Fonts inside an HTML page: WOFF2 subsets, so a book looks on every screen as it does on paper.

WOFF2: W3C Recommendation, 2024. A subset holds the page's characters and those of western texts, so most books
of a game share one.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from cardgen.graphics.drawing import FontSource
from cardgen.store import cache
from cardgen.store.reach import read_bytes
from cardgen.store.remember import per_file
from cardgen.text.font_file import open_face, usable
from cardgen.text.isolated_font import repacked

USUAL = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x100)))) | set("ŒœŸ‘’“”„‹›–—…−×\u202f•→")
_KIND = "fonts"
_FORMAT = 2  # increment it if subsets are made differently


def family(name: str) -> str:
    """The name of a font FAMILY/FACE in style sheets."""
    return name.partition("/")[0].replace("-", " ").title()


def stack(*names: str) -> str:
    """The families of fonts FAMILY/FACE, and substitutes for the first."""
    own = ", ".join(f"'{family(name)}'" for name in names)
    return f"{own}, {'Arial, sans-serif' if 'sans' in names[0] else 'Georgia, serif'}"


def described(name: str) -> dict[str, str]:
    """A face's weight and style, by the properties of CSS."""
    face = name.partition("/")[2]
    return {
        "font-weight": "bold" if "bold" in face else "normal",
        "font-style": "italic" if "italic" in face else "normal",
    }


def font_rules(fonts: Iterable[tuple[str, FontSource]], characters: Iterable[str]) -> str:
    """@font-face rules for fonts by their names FAMILY/FACE, each with its subset of these characters."""
    wanted = "".join(sorted(USUAL.union(characters)))
    return "".join(_rule(name, source, wanted) for name, source in sorted(dict(fonts).items()))


def _rule(name: str, source: FontSource, characters: str) -> str:
    described_face = "".join(f"{key}:{value};" for key, value in described(name).items())
    data = f"url(data:font/woff2;base64,{_subset(source.path, source, characters)}) format('woff2')"
    return f"@font-face{{font-family:'{family(name)}';{described_face}font-display:swap;src:{data}}}\n"


@per_file
def _subset(path: Path, source: FontSource, characters: str) -> str:
    """The WOFF2 file in base 64; made once for each font and set of characters."""
    digest = hashlib.sha256(read_bytes(path) + f"\0{source.number}{source.axes}\0{characters}\0{_FORMAT}".encode())
    name = f"{digest.hexdigest()[:32]}.woff2"
    known = cache.read(_KIND, name)
    if known is None:
        known = _woff2(source, characters)
        cache.keep(_KIND, name, known)
    return base64.b64encode(known).decode()


@lru_cache(maxsize=20)
def _woff2(source: FontSource, characters: str) -> bytes:
    import uharfbuzz as hb

    wanted = hb.SubsetInput()
    wanted.sets(hb.SubsetInputSets.UNICODE).set(set(map(ord, characters)))
    face = open_face(source.path, source.number)
    for axis in face.axis_infos:
        wanted.pin_axis_location(face, axis.tag, dict(source.axes).get(axis.tag, axis.default_value))
    with usable(source.path):
        return repacked(bytes(hb.subset(face, wanted).blob.data), "woff2")
