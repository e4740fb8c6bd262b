"""Calibrates a printer: writes test sheets, asks for their readings, and writes a profile of the printer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Literal

from cardgen.definitions.sheet_file import MARGIN
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import DOES_NOT_FIT, fail
from cardgen.graphics.drawing import FontSource
from cardgen.press.files import digest
from cardgen.press.profiles import own_printers
from cardgen.press.setup import read_sheet
from cardgen.sheets.calibration import MIN_PAPER, test_sheets
from cardgen.sheets.combs import Axis, Registration, combs, fit_registration
from cardgen.sheets.pens import RULER
from cardgen.store.library import BUILTIN, Home, library_of, unusable
from cardgen.store.outputs import Output, write_outputs
from cardgen.store.writing import replace_file
from cardgen.text.fonts import Font, font, font_face

_DISAGREES = 0.25  # mm: a line was confused with its neighbour, or a corner with another
_WORD = re.compile(r"[a-z0-9]+([_-][a-z0-9]+)*")
Corners = Mapping[str, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class PrinterReadings:
    """The readings of the test sheets: the lengths of the rulers and the margin, in mm; and for each corner the lines
    that meet, across and down."""

    name: str
    paper: str = "a4"
    flip: Literal["long", "short"] = "long"
    tray: str | None = None
    across: float = RULER
    down: float = RULER
    margin: float = MARGIN
    corners: Corners = field(default_factory=dict)


def write_sheets(asked: PrinterReadings, out: Path) -> Path:
    """Writes the test sheets. Raises InputError for a name or a paper that cannot be used."""
    page = _page(asked)

    def make() -> bytes:
        from cardgen.pdf.write import write_pdf

        return write_pdf(test_sheets(asked.name, page, asked.flip, _font()))

    key = digest(asked.name, page, asked.flip, make.__code__.co_filename)
    (written,) = write_outputs([Output(out / "calibrate" / f"{asked.name}.pdf", key, make)], root=out)
    return written.path


def keep(read: PrinterReadings) -> tuple[Path, list[str]]:
    """Writes the profile from the readings; returns its file and the lines of a report. Raises InputError."""
    page = _page(read)
    missing = [corner for corner in names_of_corners(page) if corner not in read.corners]
    if missing:
        raise fail(f"expected the readings of all four corners: --{', --'.join(missing)} missing")
    scale = read.across / RULER, read.down / RULER
    for way, part in zip(("across", "down"), scale, strict=True):
        if not 0.9 <= part <= 1.1:
            message = f"--{way}: expected about {RULER:g} mm, got {part * RULER:g}"
            raise fail(f"{message}; print the sheets at actual size, not to fit the page")
    readings: dict[tuple[str, Axis], float] = {}
    for corner, (x, y) in read.corners.items():
        readings |= {(corner, "across"): x, (corner, "down"): y}
    registration = fit_registration(readings, read.flip, page, scale)
    folder = own_printers(Path.cwd())
    path = folder / f"{read.name}.yaml"
    replace_file(path, profile(read, registration, scale).encode(), folder.parent.parent)
    return path, _lines(read, registration)


def names_of_corners(page: tuple[float, float]) -> list[str]:
    return list(dict.fromkeys(comb.corner for comb in combs(*page)))


def profile(read: PrinterReadings, registration: Registration, scale: tuple[float, float]) -> str:
    """Writes the text of a printer's profile."""
    tray = f"tray: {_quote(read.tray)}\n" if read.tray else ""
    behind = [one * other for one, other in zip(scale, registration.scale, strict=True)]
    dx, dy, rotation, across, down, wide, high, margin = (
        f"{round(value, digits) + 0.0:g}"
        for value, digits in (
            (registration.dx, 2),
            (registration.dy, 2),
            (registration.rotation, 3),
            *((part, 5) for part in (*scale, *behind)),
            (read.margin, 2),
        )
    )  # fmt: skip
    back = f"back: [{wide}, {high}]  # the same on the back\n" if registration.scale != (1, 1) else ""
    return (
        f"# Measured by: cardgen calibrate {read.name}; used by: cardgen build --printer {read.name}\n"
        f"paper: {_quote(read.paper)}\n{tray}flip: {read.flip}\n"
        f"dx: {dx} mm  # so far too far right are backs printed, as one looks at them\n"
        f"dy: {dy} mm  # too far down\n"
        f"rotation: {rotation}  # degrees, clockwise\n"
        f"scale: [{across}, {down}]  # what becomes of 1 mm, across and down\n{back}"
        f"margin: {margin} mm\n"
    )


def ask_readings(asked: PrinterReadings, ask: Callable[[str], str], say: Callable[[str], None]) -> PrinterReadings:
    """Asks for the readings one after another, and again for one that is no number."""

    def number(question: str, least: float, most: float, default: float | None = None) -> float:
        while True:
            text = ask(question + (f" [{default:g}]: " if default is not None else ": "))
            text = text.replace("\u2212", "-").replace(",", ".").removesuffix("mm").strip()
            if not text and default is not None:
                return default
            if re.fullmatch(r"[+-]?\d{1,3}(\.\d*)?|[+-]?\.\d+", text) and least <= float(text) <= most:
                return float(text)
            say(f"expected a number from {least:g} to {most:g}, such as {max(least, 0.3):g}, got {text!r}")

    across = number("The ruler from left to right, in mm", 90, 110, RULER)
    down = number("The ruler from top to bottom, in mm", 90, 110, RULER)
    margin = number("The first line that is there at all four edges", 0, 50, MARGIN)
    read = {
        corner: (
            number(f"{corner.replace('-', ' ').capitalize()} corner, the lines that meet across", -10, 10),
            number(f"{corner.replace('-', ' ').capitalize()} corner, the lines that meet down", -10, 10),
        )
        for corner in names_of_corners(_page(asked))
    }
    return PrinterReadings(asked.name, asked.paper, asked.flip, asked.tray, across, down, margin, read)


def standing_home() -> Home:
    """Returns the home in which sheets are looked up if no game is named."""
    standing = Path.cwd()
    return Home(standing, library_of(standing), ())


def _page(asked: PrinterReadings) -> tuple[float, float]:
    """The paper, upright."""
    if not _WORD.fullmatch(asked.name) or unusable(asked.name):
        raise fail(f"expected a name of lower-case letters, digits, - and _, such as hp-tray2, got '{asked.name}'")
    sheet = read_sheet(standing_home(), asked.paper)
    page = min(sheet.paper), max(sheet.paper)
    if page[0] < MIN_PAPER[0] or page[1] < MIN_PAPER[1]:
        message = "{:g} x {:g} mm is too small for the test sheets; expected {:g} x {:g} mm or more".format(
            *page, *MIN_PAPER
        )
        raise fail(message, code=DOES_NOT_FIT)
    return page


def _lines(read: PrinterReadings, registration: Registration) -> list[str]:
    sideways = f"{abs(registration.dx):.2f} mm {'right' if registration.dx >= 0 else 'left'}"
    down = f"{abs(registration.dy):.2f} mm {'down' if registration.dy >= 0 else 'up'}"
    turn = f"{abs(registration.rotation):.2f} degrees {'clockwise' if registration.rotation >= 0 else 'anticlockwise'}"
    lines = [f"backs are printed {sideways}, {down}, turned {turn}; readings agree within {registration.off:.2f} mm"]
    for part, way in zip(registration.scale, ("wide", "high"), strict=True):
        if part != 1:
            more = "more" if part > 1 else "less"
            lines.append(f"backs are {100 * abs(part - 1):.2f} % {more} {way} than fronts")
    if registration.off > _DISAGREES:
        where = f"{registration.worst.corner.replace('-', ' ')}, {registration.worst.axis}"
        lines.append(f"warning: read again {where}: it differs by {registration.off:.2f} mm from what the others say")
    return lines


def _font() -> Font:
    face = font_face("source-sans-3/regular", FontSource(BUILTIN / "templates/fonts/source-sans-3/regular.ttf"))
    return font((face,), face, "en")


def _quote(text: str) -> str:
    return text if re.fullmatch(r"[A-Za-z][\w .-]*\w", text) else "'" + text.replace("'", "''") + "'"
