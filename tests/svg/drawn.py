"""SVG files as pixels: by us, through a PDF file, and by resvg."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pypdfium2
import resvg_py
from PIL import Image, ImageChops, ImageFilter

from cardgen.foundations.errors import Place
from cardgen.graphics.drawing import Document, FontSource, Page, Symbol, Use, texts
from cardgen.pdf.write import write_pdf
from cardgen.store.library import BUILTIN
from cardgen.svg.drawn import SvgDrawing
from cardgen.svg.patching import with_patches
from cardgen.svg.raster import rasterise
from cardgen.svg.read import read_drawing
from cardgen.text.fonts import Font, font_face

FONTS = BUILTIN / "templates" / "fonts"
FILES = sorted((FONTS / "source-sans-3").glob("*.ttf"))
SIZE = 200  # pixels to a side
FINE = 3  # pdfium draws no line thinner than a pixel: ours are made larger, and reduced
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 200 200">'


def font(families: tuple[str, ...], bold: bool, italic: bool, place: object) -> Font:
    name = "bold" if bold else "italic" if italic else "regular"
    face = font_face(f"source-sans-3/{name}", FontSource(FONTS / "source-sans-3" / f"{name}.ttf"))
    return Font([face], face, "en")


def written(folder: Path, body: str, head: str = HEAD) -> Path:
    path = folder / "x.svg"
    path.write_text(f"{head}{body}</svg>", "utf-8")
    return path


def ours(path: Path) -> tuple[SvgDrawing, Image.Image]:
    """A drawing, and its pixels on white."""
    drawn = read_drawing(path, "pictures/x", font)
    side = float(SIZE)
    scale = side / max(drawn.width, drawn.height)
    items, pictures = with_patches(drawn, "pictures/x", scale, raster)
    symbol = Symbol("pictures/x", (0, 0, drawn.width, drawn.height), items)
    page = Page(side, side, (Use(symbol.name, (scale, 0, 0, scale, 0, 0)),), (0, 0, side, side), (0, 0, side, side))
    fonts = {text.font: FontSource(FONTS / f"{text.font}.ttf") for text, _ in texts(drawn.items)}
    pdf = write_pdf(Document("x", "en", "x", (page,), {symbol.name: symbol}, fonts, drawn.pictures | pictures))
    image = pypdfium2.PdfDocument(pdf)[0].render(scale=FINE * 25.4 / 72).to_pil().convert("RGB")
    return drawn, image.crop((0, 0, FINE * SIZE, FINE * SIZE)).resize((SIZE, SIZE), Image.Resampling.BOX)


def raster(drawings: Sequence[tuple[str, int]]) -> list[bytes]:
    return rasterise(drawings, FILES, "Source Sans 3", Place("x.svg"))


def theirs(path: Path) -> Image.Image:
    names = dict.fromkeys(("font_family", "serif_family", "sans_serif_family"), "Source Sans 3")
    data = resvg_py.svg_to_bytes(
        svg_path=str(path),
        width=SIZE,
        dpi=96,
        background="#ffffff",
        skip_system_fonts=True,
        font_files=[str(file) for file in FILES],
        **names,
    )
    return Image.open(io.BytesIO(data)).convert("RGB")


def unlike(first: Image.Image, second: Image.Image) -> float:
    """The share of pixels that differ by more than where an edge lies within its pixel."""

    def beyond(one: Image.Image, other: Image.Image) -> Image.Image:
        low, high = other.filter(ImageFilter.MinFilter(3)), other.filter(ImageFilter.MaxFilter(3))
        return ImageChops.lighter(ImageChops.subtract(one, high), ImageChops.subtract(low, one))

    off = ImageChops.lighter(beyond(first, second), beyond(second, first))
    red, green, blue = off.split()
    counts = ImageChops.lighter(red, ImageChops.lighter(green, blue)).histogram()
    return sum(counts[25:]) / sum(counts)
