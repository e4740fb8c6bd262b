"""Draws pages of a stranger's PDF file as pictures, in a process of its own with bounded time and memory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, fail
from cardgen.foundations.units import INCH, POINT
from cardgen.graphics.pixels import MAX_PIXELS
from cardgen.store.isolated import IsolatedProcessError, read_request, run_isolated
from cardgen.store.reach import MAX_BYTES, read_bytes

DPI = 300
MAX_PAGES = 500
MAX_BLEED = INCH / 8  # mm around the trim of a file; only marks are further out
_TIMEOUT = 300.0
_MEMORY = 3_000_000_000  # bytes of address space, including Python's own


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page by its number, from 1: its trimmed width and height in mm, its bleed, and a PNG file of both. Without a
    file, `lacks` is the reason; it is empty for a page as large as `largest` or larger.
    """

    number: int
    width: float
    height: float
    bleed: float
    file: Path | None
    lacks: str = ""


def pages_drawn(pdf: Path, folder: Path, largest: tuple[float, float]) -> list[PagePicture]:
    """The pages of a file, as files in a folder; it does not draw those as large as `largest` (mm) or larger, either
    way up. Raises InputError."""
    place = Place(str(pdf))
    try:
        said = run_isolated(__name__, {"file": str(pdf), "folder": str(folder), "largest": largest}, _TIMEOUT)
    except TimeoutError as error:
        raise fail(f"cannot be drawn: {error}", place) from None
    except IsolatedProcessError as error:
        much = "MemoryError" in str(error) or "memory" in str(error)
        raise fail("its pages ask for too much memory" if much else "its pages cannot be drawn", place) from None
    drawn = json.loads(said)
    if isinstance(drawn, str):
        raise fail(drawn, place)
    return [PagePicture(**page | {"file": page["file"] and Path(page["file"])}) for page in drawn]


def main() -> None:
    """Writes the pages of the requested file as JSON; or, as a text, why it cannot read them."""
    asked: Any = read_request(_MEMORY)
    print(json.dumps(_render(Path(asked["file"]), Path(asked["folder"]), asked["largest"])))


def _render(pdf: Path, folder: Path, largest: tuple[float, float]) -> list[dict[str, object]] | str:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(read_bytes(pdf, MAX_BYTES))
        count = len(document)
    except pypdfium2.PdfiumError as error:
        locked = "assword" in str(error)
        return "a password locks it; save it without one" if locked else "cardgen cannot read it as a PDF file"
    if not 0 < count <= MAX_PAGES:
        return f"expected from 1 to {MAX_PAGES} pages, got {count:,}"
    return [_page(document, number, folder, largest) for number in range(count)]


def _page(document: Any, number: int, folder: Path, largest: tuple[float, float]) -> dict[str, object]:
    import pypdfium2

    picture: dict[str, object] = {"number": number + 1, "width": 0.0, "height": 0.0, "bleed": 0.0, "file": None}
    try:
        page = document[number]
        margins, bleed = around_trim(page)
        across, down = page.get_size()
        width, height = across - margins[0] - margins[2], down - margins[1] - margins[3]  # points, bleed included
        picture |= {"width": width * POINT - 2 * bleed, "height": height * POINT - 2 * bleed, "bleed": bleed}
        if width * height * (DPI / 72) ** 2 > MAX_PIXELS or min(width, height) * DPI / 72 < 1:
            return picture | {"lacks": f"it is {width * POINT:.0f} x {height * POINT:.0f} mm large"}
        if min(width, height) * POINT >= largest[0] and max(width, height) * POINT >= largest[1]:
            return picture
        image = page.render(scale=DPI / 72, crop=margins).to_pil().convert("RGB")
        page.close()
        file = folder / f"{number + 1:04}.png"
        image.save(file, dpi=(DPI, DPI))
    except (pypdfium2.PdfiumError, ValueError, OverflowError):
        return picture | {"lacks": "it cannot be drawn"}
    return picture | {"file": str(file)}


def around_trim(page: Any) -> tuple[tuple[float, float, float, float], float]:
    """The margins to cut off a page on its left, bottom, right and top, in points, and the bleed that stays, in mm. All
    are 0 if the page has no trim box."""
    trim, whole = page.get_trimbox(fallback_ok=False), page.get_cropbox()
    if trim is None:
        return (0.0, 0.0, 0.0, 0.0), 0.0
    edges = [trim[0] - whole[0], trim[1] - whole[1], whole[2] - trim[2], whole[3] - trim[3]]
    turns = page.get_rotation() // 90
    edges = edges[turns:] + edges[:turns]  # a clockwise turn: the bottom edge becomes the left one
    if min(edges) < -1 or trim[0] >= trim[2] or trim[1] >= trim[3]:
        return (0.0, 0.0, 0.0, 0.0), 0.0
    bleed = min(MAX_BLEED, max(0.0, min(edges) * POINT))
    left, bottom, right, top = (max(0.0, edge - bleed / POINT) for edge in edges)
    return (left, bottom, right, top), bleed


if __name__ == "__main__":
    main()
