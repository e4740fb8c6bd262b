"""Reads the words and pictures of a stranger's PDF page with their places, and draws the page without some of them, in
a process of its own with bounded time and memory."""

from __future__ import annotations

import ctypes
import json
import math
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, fail
from cardgen.foundations.units import POINT
from cardgen.graphics.pixels import MAX_PIXELS
from cardgen.pdf.pages import around_trim
from cardgen.store.isolated import IsolatedProcessError, read_request, run_isolated
from cardgen.store.reach import MAX_BYTES, read_bytes

DPI = 600
MAX_LETTERS = 20_000
_MAX_OBJECTS, _DEPTH = 50_000, 15
_TIMEOUT = 120.0
_MEMORY = 3_000_000_000


@dataclass(frozen=True, slots=True)
class PdfLetter:
    """A letter: where it begins on its baseline and how wide it is, in mm from the upper left corner of the trim; the
    baseline is `turn` degrees clockwise. `size` is its em in mm, `owner` the number of its object on the page."""

    text: str
    x: float
    y: float
    width: float
    turn: float
    size: float
    font: str
    bold: bool
    italic: bool
    colour: str
    owner: int


@dataclass(frozen=True, slots=True)
class PdfBox:
    """A picture or a shape: its box in mm (left, top, right, bottom), and its number on the page. A picture has a small
    copy of its pixels as grey values, 16 x 16."""

    box: tuple[float, float, float, float]
    owner: int
    grey: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PdfPage:
    """A page: its trimmed size and its bleed in mm, its letters, pictures and shapes, and how many pages there are."""

    width: float
    height: float
    bleed: float
    letters: tuple[PdfLetter, ...]
    pictures: tuple[PdfBox, ...]
    shapes: tuple[PdfBox, ...]
    pages: int


def read_page(pdf: Path) -> PdfPage:
    """The first page of a file. Raises InputError."""
    said = _ask_isolated(pdf, {"file": str(pdf), "without": None})
    return PdfPage(
        said["width"], said["height"], said["bleed"],
        tuple(PdfLetter(*each) for each in said["letters"]),
        tuple(PdfBox(tuple(box), owner, tuple(grey)) for box, owner, grey in said["pictures"]),
        tuple(PdfBox(tuple(box), owner) for box, owner in said["shapes"]), said["pages"],
    )  # fmt: skip


def draw_without(pdf: Path, owners: Collection[int], file: Path, span: tuple[int, int], clear: bool) -> bool:
    """Draws the first page as a PNG file, without some objects and without those outside of a span of numbers, on a
    clear ground or on white. Returns whether anything is left to see. Raises InputError."""
    asked = {"file": str(pdf), "without": sorted(owners), "to": str(file), "span": span, "clear": clear}
    return bool(_ask_isolated(pdf, asked)["drawn"])


def _ask_isolated(pdf: Path, asked: dict[str, object]) -> dict[str, Any]:
    place = Place(str(pdf))
    try:
        said = json.loads(run_isolated(__name__, asked, _TIMEOUT))
    except TimeoutError as error:
        raise fail(f"cannot be read: {error}", place) from None
    except IsolatedProcessError as error:
        much = "MemoryError" in str(error) or "memory" in str(error)
        raise fail("its page asks for too much memory" if much else "its page cannot be read", place) from None
    if isinstance(said, str):
        raise fail(said, place)
    return said


def main() -> None:
    """Writes what was asked of a page as JSON; or, as a text, why it cannot be read."""
    asked: Any = read_request(_MEMORY)
    print(json.dumps(_answer(asked)))


def _answer(asked: dict[str, Any]) -> dict[str, Any] | str:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(read_bytes(Path(asked["file"]), MAX_BYTES))
        count = len(document)
        page = document[0] if count else None
    except pypdfium2.PdfiumError as error:
        locked = "assword" in str(error)
        return "a password locks it; save it without one" if locked else "cardgen cannot read it as a PDF file"
    if page is None:
        return "expected a page with a card, got none"
    if page.get_rotation():
        return "its page is turned; save it upright"
    margins, bleed = around_trim(page)
    across, down = page.get_size()
    wide, high = across - margins[0] - margins[2], down - margins[1] - margins[3]
    if wide * high * (DPI / 72) ** 2 > MAX_PIXELS or min(wide, high) * POINT < 5:
        return f"its page is {wide * POINT:.0f} x {high * POINT:.0f} mm large; expected a card"
    objects = []
    for number, each in enumerate(page.get_objects(max_depth=_DEPTH)):
        if number >= _MAX_OBJECTS:
            return f"expected at most {_MAX_OBJECTS:,} objects on the page; simplify the drawing"
        objects.append(each)
    if asked["without"] is not None:
        return _draw(page, objects, asked, margins)
    whole = page.get_cropbox()
    left, top = whole[0] + margins[0], whole[3] - margins[3]
    origin = (left * POINT + bleed, top * POINT - bleed)  # of the trim, y upwards
    letters = _letters(page, objects, origin)
    if isinstance(letters, str):
        return letters
    pictures, shapes = _boxes(objects, origin, wide * high)
    return {
        "width": wide * POINT - 2 * bleed, "height": high * POINT - 2 * bleed, "bleed": bleed,
        "letters": letters, "pictures": pictures, "shapes": shapes, "pages": count,
    }  # fmt: skip


def _draw(page: Any, objects: list[Any], asked: dict[str, Any], margins: tuple[float, ...]) -> dict[str, Any]:
    import pypdfium2.raw as raw

    gone, (first, last) = set(asked["without"]), asked["span"]
    left = 0
    for number, each in enumerate(objects):
        if each.type == raw.FPDF_PAGEOBJ_FORM:
            continue
        if number in gone or not first <= number < last:
            within = getattr(each, "container", None)
            if within is None:
                raw.FPDFPage_RemoveObject(page, each)
            else:
                raw.FPDFFormObj_RemoveObject(within, each)
        else:
            left += 1
    raw.FPDFPage_GenerateContent(page)
    fill = (255, 255, 255, 0) if asked["clear"] else (255, 255, 255, 255)
    image = page.render(scale=DPI / 72, crop=margins, fill_color=fill, maybe_alpha=asked["clear"]).to_pil()
    image = image.convert("RGBA" if asked["clear"] else "RGB")
    image.save(asked["to"], dpi=(DPI, DPI))
    return {"drawn": left > 0}


def _letters(page: Any, objects: list[Any], origin: tuple[float, float]) -> list[tuple[object, ...]] | str:
    import pypdfium2.raw as raw

    numbers = {ctypes.addressof(each.raw.contents): number for number, each in enumerate(objects)}
    text = page.get_textpage()
    count = raw.FPDFText_CountChars(text)
    if count > MAX_LETTERS:
        return f"expected at most {MAX_LETTERS:,} letters on a card, got {count:,}"
    letters: list[tuple[object, ...]] = []
    x, y = ctypes.c_double(), ctypes.c_double()
    loose, matrix, flags = raw.FS_RECTF(), raw.FS_MATRIX(), ctypes.c_int()
    shade = [ctypes.c_uint() for _ in range(4)]
    for index in range(count):
        sign = chr(raw.FPDFText_GetUnicode(text, index))
        owner = raw.FPDFText_GetTextObject(text, index)
        if raw.FPDFText_IsGenerated(text, index) == 1 or not owner or sign in "\r\n\0\ufffe":
            continue
        number = numbers.get(ctypes.addressof(owner.contents))
        if number is None or not raw.FPDFText_GetCharOrigin(text, index, x, y):
            continue
        raw.FPDFText_GetLooseCharBox(text, index, loose)
        raw.FPDFText_GetMatrix(text, index, matrix)
        raw.FPDFText_GetFillColor(text, index, *shade)
        size = raw.FPDFText_GetFontSize(text, index) * (matrix.c**2 + matrix.d**2) ** 0.5
        name = _font_name(raw, text, index, flags)
        turn = _turn(matrix)
        quarter = round(turn / 90)
        if abs(turn - 90 * quarter) < 0.01:  # the box of a letter is as wide as the letter moves on
            width = loose.top - loose.bottom if quarter % 2 else loose.right - loose.left
        else:
            width = _advance(raw, owner, text, index, matrix)
        width = _standard_width(sign, name, size) or abs(width)
        solid = "#" + "".join(f"{each.value & 255:02x}" for each in shade[:3])
        alpha = shade[3].value & 255
        bold = raw.FPDFText_GetFontWeight(text, index) >= 600 or bool(flags.value & 1 << 18)
        letters.append((
            sign, x.value * POINT - origin[0], origin[1] - y.value * POINT, width * POINT, turn, size * POINT,
            name, bold, bool(flags.value & 1 << 6), solid if alpha == 255 else f"{solid}{alpha:02x}", number,
        ))  # fmt: skip
    return letters


def _standard_width(sign: str, font: str, size: float) -> float:
    """The width of a letter in points in one of the fonts that every reader of PDF files has; 0 in others."""
    from reportlab.pdfbase import pdfmetrics

    if font not in pdfmetrics.standardFonts:
        return 0.0
    return float(pdfmetrics.stringWidth(sign, font, size))


def _turn(matrix: Any) -> float:
    turn = -math.degrees(math.atan2(matrix.b, matrix.a)) % 360
    return 0.0 if min(turn, 360 - turn) < 1e-3 else turn


def _advance(raw: Any, owner: Any, text: Any, index: int, matrix: Any) -> float:
    """The width of a letter in points, with that of its font."""
    font = raw.FPDFTextObj_GetFont(owner)
    width = ctypes.c_float()
    sign = raw.FPDFText_GetUnicode(text, index)
    size = raw.FPDFText_GetFontSize(text, index)
    if not font or not raw.FPDFFont_GetGlyphWidth(font, sign, size, width):
        return 0.0
    return float(width.value * (matrix.a**2 + matrix.b**2) ** 0.5)


def _font_name(raw: Any, text: Any, index: int, flags: Any) -> str:
    needed = raw.FPDFText_GetFontInfo(text, index, None, 0, flags)
    if not 0 < needed <= 300:
        return ""
    name = ctypes.create_string_buffer(needed)
    raw.FPDFText_GetFontInfo(text, index, name, needed, flags)
    return name.value.decode("utf-8", "replace")


def _boxes(objects: list[Any], origin: tuple[float, float], area: float) -> tuple[list[Any], list[Any]]:
    import pypdfium2.raw as raw

    pictures, shapes = [], []
    for number, each in enumerate(objects):
        if each.type not in (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_PATH):
            continue
        left, bottom, right, top = _bounds(each)
        box = (
            left * POINT - origin[0], origin[1] - top * POINT, right * POINT - origin[0], origin[1] - bottom * POINT
        )  # fmt: skip
        if each.type == raw.FPDF_PAGEOBJ_PATH:
            shapes.append((box, number))
        else:
            pictures.append((box, number, list(_grey(each))))
    return pictures, shapes


def _bounds(each: Any) -> tuple[float, float, float, float]:
    """The bounds of an object on the page, also of one in a form."""
    left, bottom, right, top = each.get_bounds()
    around = getattr(each, "container", None)
    while around is not None:
        matrix = around.get_matrix()
        points = [matrix.on_point(x, y) for x in (left, right) for y in (bottom, top)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, bottom, right, top = min(xs), min(ys), max(xs), max(ys)
        around = getattr(around, "container", None)
    return left, bottom, right, top


def _grey(each: Any) -> Iterator[int]:
    import pypdfium2

    try:
        image = each.get_bitmap(render=False).to_pil().convert("L").resize((16, 16))
    except (pypdfium2.PdfiumError, ValueError, OSError):
        return
    yield from image.tobytes()


if __name__ == "__main__":
    main()
