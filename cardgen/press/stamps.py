"""How cards looked that were printed, the size of a stamp: kept in a cache, as pictures of every print would swell a
repository. Where one is gone, a list shows the card's code in its place."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen import cache
from cardgen.drawing import Face, Page
from cardgen.faces.compose import Composer
from cardgen.press.display import Picture, placed, pngs
from cardgen.press.ledger import Box, Lot
from cardgen.press.options import Options
from cardgen.press.sheets import document
from cardgen.sheets.pull_list import STAMP, Kept

STAMPS = "stamps"
_DPI, _MOST = 220, 100_000_000  # of them; bytes of them all


def is_kept(lot: Lot) -> bool:
    return cache.read(STAMPS, _name(lot)) is not None


def _name(lot: Lot) -> str:
    return f"{lot.front}.png"


def old_look(lot: Lot, kept: dict[str, bytes]) -> Kept | None:
    data = cache.read(STAMPS, name := _name(lot))
    if data is None or not data.startswith(b"\x89PNG") or len(data) < 24:
        return None
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    kept[f"{STAMPS}/{name}"] = data
    return Kept(f"{STAMPS}/{name}", height / max(1, width))


def keep_looks(
    composer: Composer, language: str, options: Options, box: Box, fronts: Mapping[tuple[str, str], Face]
) -> None:
    """Keeps how the fronts look, the size of a stamp."""
    looks = {_name(lot): fronts[lot.deck, lot.card] for lot in box if not is_kept(lot)}
    if not looks:
        return
    pictures = []
    for face in looks.values():
        whole = (0.0, 0.0, face.width, face.height)
        scale = min(STAMP[0] / face.width, STAMP[1] / face.height)
        pictures.append(Picture(Page(face.width, face.height, (placed(face),), whole, whole), _DPI * scale))
    faces = {face.name: face for face in looks.values()}
    drawn = pngs(pictures, faces, lambda pages, of: document(composer, language, options, pages, of))
    for name, data in zip(looks, drawn, strict=True):
        cache.keep(STAMPS, name, data)
    cache.prune(STAMPS, _MOST)
