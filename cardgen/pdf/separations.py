"""Measures the total area coverage of pages: the sum of all inks in their separations. PDFium draws these, or
Ghostscript if it is installed."""

from __future__ import annotations

import io
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.units import INCH
from cardgen.graphics.drawing import Document
from cardgen.pdf.inks import Plates, PressInks
from cardgen.pdf.raster import Pixels, Rasteriser

if TYPE_CHECKING:
    import numpy

DPI = 100
PATCH = 4  # pixels: a millimetre; narrower strokes, as of letters, do not count
_TIMEOUT = 300


@dataclass(frozen=True, slots=True)
class DarkestPatch:
    """The patch of a page, a millimetre wide, with the most ink: `share` is its coverage in parts of one ink (2.4 is
    240 %), `x` and `y` are its middle in mm from the upper left corner."""

    share: float
    x: float
    y: float


def most_ink_by_pdfium(document: Document, press: PressInks) -> list[DarkestPatch]:
    """The most ink of each page, from our own separations: plates of its inks, drawn by PDFium."""
    colours, black = (Rasteriser.of(document, Plates(press, each)) for each in (False, True))
    darkest = []
    for number, page in enumerate(document.pages):
        size = round(page.width / INCH * DPI), round(page.height / INCH * DPI)
        # Red is the complement of cyan; the plate of black is grey
        left = [_shades(drawn.page(number, *size)) for drawn in (colours, black)]
        darkest.append(_most((765 - left[0].sum(axis=2)) + (255 - left[1][:, :, 0])))
    return darkest


def _shades(pixels: Pixels) -> numpy.ndarray:
    import numpy

    return numpy.frombuffer(pixels.data, numpy.uint8).reshape(pixels.height, pixels.width, 3).astype(numpy.int32)


def _most(sums: numpy.ndarray) -> DarkestPatch:
    """The largest mean of a patch, of the sums of inks (255 each) of pixels."""
    import numpy

    high, wide = sums.shape
    patch = min(PATCH, high, wide)
    total = numpy.zeros((high + 1, wide + 1), numpy.int64)
    total[1:, 1:] = sums.cumsum(axis=0).cumsum(axis=1)
    means = total[patch:, patch:] - total[:-patch, patch:] - total[patch:, :-patch] + total[:-patch, :-patch]
    row, column = divmod(int(means.argmax()), means.shape[1])
    share = float(means[row, column]) / (255 * patch * patch)
    return DarkestPatch(share, (column + patch / 2) / DPI * INCH, (row + patch / 2) / DPI * INCH)


def most_ink_by_ghostscript(pdf: bytes, program: str) -> list[DarkestPatch]:
    """The most ink of each page, from separations by Ghostscript (its device tiff32nc). Raises ValueError."""
    from PIL import Image, ImageSequence

    with tempfile.TemporaryDirectory() as folder:
        source, drawn = Path(folder, "pages.pdf"), Path(folder, "plates.tif")
        source.write_bytes(pdf)
        options = ("-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=tiff32nc", f"-r{DPI}", "-dOverprint=/simulate")
        try:
            done = subprocess.run(
                [program, *options, f"-sOutputFile={drawn}", str(source)], capture_output=True, timeout=_TIMEOUT
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ValueError(f"{program} could not draw the plates ({error})") from None
        if done.returncode or not drawn.exists():
            reason = done.stderr.decode(errors="replace")[-200:].strip()
            raise ValueError(f"{program} could not draw the plates: {reason}")
        with Image.open(io.BytesIO(drawn.read_bytes())) as image:
            return [_most(sums) for sums in _sums(ImageSequence.Iterator(image))]


def _sums(frames) -> Iterator[numpy.ndarray]:
    import numpy

    for frame in frames:
        yield numpy.asarray(frame.convert("CMYK"), numpy.int32).sum(axis=2)
