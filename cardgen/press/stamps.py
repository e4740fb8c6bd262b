"""Keeps a thumbnail of each printed card in a cache, as pictures of every print would swell a repository. If one is
missing, a list shows the side's code instead."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.faces.compose import Composer
from cardgen.graphics.drawing import Face, Page
from cardgen.press.display import PageImage, placed_face, pngs
from cardgen.press.options import Options
from cardgen.press.sheets import Sheets
from cardgen.sheets.pull_list import STAMP, Thumbnail
from cardgen.store import cache

STAMPS = "stamps"
_DPI = 220  # dots per inch of a stamp
_MAX_CACHE_BYTES = 100_000_000  # of all stamps


def _file(shown: str) -> str:
    return f"{shown}.png"


def is_kept(shown: str) -> bool:
    """Returns whether there is a picture of a side with that digest."""
    return cache.read(STAMPS, _file(shown)) is not None


def old_look(shown: str, kept: dict[str, bytes]) -> Thumbnail | None:
    """Returns the old picture of a side with that digest, if it is kept; `kept` gets the picture's file."""
    data = cache.read(STAMPS, _file(shown))
    if data is None or not data.startswith(b"\x89PNG") or len(data) < 24:
        return None
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    kept[f"{STAMPS}/{shown}"] = data
    return Thumbnail(f"{STAMPS}/{shown}", height / max(1, width))


def keep_looks(composer: Composer, language: str, options: Options, looks: Mapping[str, Face]) -> None:
    """Saves pictures of sides, by their digests."""
    kept = cache.read_all(STAMPS, map(_file, looks))
    looks = {shown: face for shown, face in looks.items() if _file(shown) not in kept}
    if not looks:
        return
    pictures = []
    for face in looks.values():
        whole = (0.0, 0.0, face.width, face.height)
        scale = min(STAMP[0] / face.width, STAMP[1] / face.height)
        pictures.append(PageImage(Page(face.width, face.height, (placed_face(face),), whole, whole), _DPI * scale))
    faces = {face.name: face for face in looks.values()}
    drawn = pngs(pictures, faces, lambda pages, of: Sheets(composer, language, options).document(pages, of))
    cache.keep_all(STAMPS, dict(zip(map(_file, looks), drawn, strict=True)))
    cache.prune(STAMPS, _MAX_CACHE_BYTES)
