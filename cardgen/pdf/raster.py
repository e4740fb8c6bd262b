"""Draws pages of our own PDF files as pixels, by PDFium, and writes pixels as PNG files."""

from __future__ import annotations

import ctypes
import struct
import weakref
import zlib
from collections.abc import Sequence
from threading import RLock

import pypdfium2
from pypdfium2 import raw

from cardgen.foundations.dataclass import dataclass

try:
    from isal.isal_zlib import compress
except ImportError:  # there is no build for this processor
    from zlib import compress

from cardgen.foundations.errors import CardgenError
from cardgen.foundations.units import INCH
from cardgen.graphics.drawing import Document
from cardgen.pdf.inks import SCREEN, Inks
from cardgen.pdf.write import write_pdf

PDFIUM = RLock()  # PDFium is not thread-safe: only one thread can use it, for any file
LEVEL = 2  # the level of compression: higher levels take 2 to 10 times as long for a tenth less
_SAMPLE = 64  # rows to choose the filter by


@dataclass(frozen=True, slots=True)
class Pixels:
    """Rows of pixels: red, green, blue and, if `clear`, alpha, each a byte."""

    width: int
    height: int
    clear: bool
    data: bytes | bytearray | memoryview


class Rasteriser:
    """Draws pages of one PDF file, at any size. Threads that draw wait for each other."""

    def __init__(self, pdf: bytes) -> None:
        with PDFIUM:
            self._document = pypdfium2.PdfDocument(pdf)
        weakref.finalize(self, _close, self._document).atexit = False

    @classmethod
    def of(cls, document: Document, inks: Inks = SCREEN) -> Rasteriser:
        return cls(write_pdf(document, inks, packed=False))

    def page(self, number: int, width: int, height: int, clear: bool = False, over: Pixels | None = None) -> Pixels:
        """A page in pixels: on white, transparent if `clear`, or over a copy of an earlier drawing."""
        form, channels = (raw.FPDFBitmap_BGRA, 4) if clear else (raw.FPDFBitmap_BGR, 3)
        size = width * height * channels
        try:
            data = bytearray(over.data) if over else bytearray(size) if clear else bytearray(b"\xff") * size
        except MemoryError:
            raise _no_room(width, height) from None
        first = (ctypes.c_char * size).from_buffer(data)
        with PDFIUM:
            bitmap = raw.FPDFBitmap_CreateEx(width, height, form, first, width * channels)
            if not bitmap:
                raise _no_room(width, height)
            page = self._document[number]
            try:
                raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, raw.FPDF_REVERSE_BYTE_ORDER)
            finally:
                raw.FPDFBitmap_Destroy(bitmap)
                page.close()
        return Pixels(width, height, clear, data)


def _close(document: pypdfium2.PdfDocument) -> None:
    """Closes the file; any thread may be the last to release it."""
    with PDFIUM:
        document.close()


def _no_room(width: int, height: int) -> CardgenError:
    return CardgenError(f"there is no memory for a picture of {width} x {height} pixels")


def smaller(pixels: Pixels, times: int) -> Pixels:
    """Reduces an opaque picture to the means of squares of pixels."""
    if times == 1:
        return pixels
    from PIL import Image

    image = Image.frombytes("RGB", (pixels.width, pixels.height), pixels.data).reduce(times)
    return Pixels(*image.size, False, image.tobytes())


def in_rows(parts: Sequence[Pixels | None], columns: int, rows: int) -> Pixels:
    """Opaque pictures of one size beside one another, on white."""
    import numpy

    width, height = next((part.width, part.height) for part in parts if part)
    whole = numpy.full((rows, height, columns, width, 3), 255, numpy.uint8)
    for number, part in enumerate(parts):
        if part:
            row, column = divmod(number, columns)
            whole[row, :, column] = numpy.frombuffer(part.data, numpy.uint8).reshape(height, width, 3)
    return Pixels(columns * width, rows * height, False, whole.data.cast("B"))


def png(pixels: Pixels, dpi: float) -> bytes:
    """A PNG file (W3C PNG, third edition): the same bytes for the same pixels."""
    header = struct.pack(">IIBBBBB", pixels.width, pixels.height, 8, 6 if pixels.clear else 2, 0, 0, 0)
    metre = round(dpi * 1000 / INCH)
    chunks = _chunk(b"IHDR", header) + _chunk(b"pHYs", struct.pack(">IIB", metre, metre, 1))
    return b"\x89PNG\r\n\x1a\n" + chunks + _chunk(b"IDAT", _pack(pixels)) + _chunk(b"IEND", b"")


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _pack(pixels: Pixels) -> bytes:
    """The rows with the filter that packs a sample best: none for flat colours, Up for pictures."""
    import numpy

    width = pixels.width * (4 if pixels.clear else 3)
    rows = numpy.frombuffer(pixels.data, numpy.uint8).reshape(pixels.height, width)
    filtered = numpy.empty((pixels.height, width + 1), numpy.uint8)
    middle = slice(max(0, (pixels.height - _SAMPLE) // 2), (pixels.height + _SAMPLE) // 2)
    part = rows[middle]
    if len(compress((part[1:] - part[:-1]).data, 1)) < len(compress(part[1:].data, 1)):
        filtered[:, 0] = 2
        filtered[0, 1:] = rows[0]
        numpy.subtract(rows[1:], rows[:-1], out=filtered[1:, 1:])
    else:
        filtered[:, 0] = 0
        filtered[:, 1:] = rows
    return compress(filtered.data, LEVEL)
