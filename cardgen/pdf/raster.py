"""Pages of our own PDF files as pixels (PDFium draws them), and pixels as PNG files."""

from __future__ import annotations

import ctypes
import struct
import zlib
from dataclasses import dataclass

import pypdfium2
from pypdfium2 import raw

try:
    from isal.isal_zlib import compress
except ImportError:  # a processor that it does not know
    from zlib import compress

from cardgen.errors import CardgenError
from cardgen.units import INCH

LEVEL = 2  # of either: higher ones take two to ten times as long for a tenth less
_SAMPLE = 64  # rows that tell which filter suits


@dataclass(frozen=True, slots=True)
class Pixels:
    """Rows of red, green, blue, and where `clear` alpha, each a byte."""

    width: int
    height: int
    clear: bool
    data: bytes


class Rasteriser:
    """Draws pages of one PDF file, at any size. PDFium is no friend of threads: one of them draws."""

    def __init__(self, pdf: bytes) -> None:
        self.document = pypdfium2.PdfDocument(pdf)

    def page(self, number: int, width: int, height: int, clear: bool = False) -> Pixels:
        """A page in so many pixels, on white, or where `clear` on nothing."""
        form, channels = (raw.FPDFBitmap_BGRA, 4) if clear else (raw.FPDFBitmap_BGR, 3)
        bitmap = raw.FPDFBitmap_CreateEx(width, height, form, None, 0)
        if not bitmap:
            raise CardgenError(f"there is no memory for a picture of {width} x {height} pixels")
        page = self.document[number]
        try:
            raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0 if clear else 0xFFFFFFFF)
            raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, raw.FPDF_REVERSE_BYTE_ORDER)
            stride, first = raw.FPDFBitmap_GetStride(bitmap), raw.FPDFBitmap_GetBuffer(bitmap)
            data = ctypes.string_at(first, stride * height)
        finally:
            raw.FPDFBitmap_Destroy(bitmap)
            page.close()
        if stride != width * channels:
            data = b"".join(data[at : at + width * channels] for at in range(0, stride * height, stride))
        return Pixels(width, height, clear, data)


def png(pixels: Pixels, dpi: float) -> bytes:
    """A PNG file (W3C PNG, third edition): the same bytes for the same pixels."""
    header = struct.pack(">IIBBBBB", pixels.width, pixels.height, 8, 6 if pixels.clear else 2, 0, 0, 0)
    metre = round(dpi * 1000 / INCH)
    told = _chunk(b"IHDR", header) + _chunk(b"pHYs", struct.pack(">IIB", metre, metre, 1))
    return b"\x89PNG\r\n\x1a\n" + told + _chunk(b"IDAT", _packed(pixels)) + _chunk(b"IEND", b"")


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _packed(pixels: Pixels) -> bytes:
    """The rows, all with the one filter that packs a part of them best: flat colours with none, pictures with Up."""
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
