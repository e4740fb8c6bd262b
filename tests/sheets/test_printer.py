"""What a printer does to pages is measured on its test sheets, and undone: here is a printer that is off."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cardgen.commands.cli import main
from cardgen.press.calibrate import PrinterReadings, keep, write_sheets
from cardgen.sheets.combs import combs, fit_registration
from tests.pdf_reader import read
from tests.printing import numbered, raster
from tests.sheets.test_backs import behind, numbers

DOTS = 8  # per mm
PROFILE = "paper: a4\nflip: {flip}\ndx: {dx}\ndy: {dy}\nrotation: {rotation}\nscale: [{across}, {down}]\nback: {back}\n"
SIGNS = [(a, b, c) for a in (1, -1) for b in (1, -1) for c in (1, -1)]


class Printer:
    """Prints a point of a page where it should not be; all in mm."""

    def __init__(self, dx=0.0, dy=0.0, rotation=0.0, across=1.0, down=1.0, flip="long", back=None):
        self.dx, self.dy, self.rotation, self.across, self.down, self.flip = dx, dy, rotation, across, down, flip
        self.back = back or (across, down)

    def prints(self, x, y, width, height, back):
        across, down = self.back if back else (self.across, self.down)
        x, y = (x - width / 2) * across, (y - height / 2) * down
        if back:
            turned = complex(x, y) * complex(math.cos(self._angle), math.sin(self._angle))  # clockwise, y being down
            x, y = turned.real + self.dx, turned.imag + self.dy
        return x + width / 2, y + height / 2

    @property
    def _angle(self):
        return math.radians(self.rotation)

    def profile(self, folder):
        (folder / "printers").mkdir(parents=True)
        (folder / "printers/ours.yaml").write_text(PROFILE.format(**vars(self) | {"back": [*self.back]}))


def met(sheets, printer, size=(63, 88)):
    """How far each back lies from its front at most, once both were printed."""
    worst = 0.0
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        page = front.width, front.height
        fronts, backs = numbers(front, "front"), numbers(back, "back")
        for number, card in fronts.items():
            for x, y in [(0, 0), (size[0], 0), (0, size[1]), size]:
                seen = printer.prints(*card.at(size[0] - x, y), *page, back=False)
                there = printer.prints(*backs[number].at(x, y), *page, back=True)
                worst = max(worst, math.dist(seen, behind(back, *there, printer.flip)))
    return worst


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("signs", SIGNS)
def test_a_known_fault_is_undone(tmp_path, signs, flip):
    a, b, c = signs
    printer = Printer(0.8 * a, 1.3 * b, 0.4 * c, 0.996, 1.003, flip)
    printer.profile(tmp_path / "numbers")
    sheets = read(numbered(tmp_path / "numbers", 5, printer="ours"))
    assert met(sheets, printer) < 0.01
    assert met(sheets, Printer(flip=flip)) > 0.5  # on any other printer
    corner = printer.prints(*sheets[0].placements[0].at(0, 0), 210, 297, back=False)
    assert corner == pytest.approx((10.5, 16.5), abs=0.01)  # the scale of the front is mended, too


@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_back_that_is_scaled_otherwise_is_mended(tmp_path, flip):
    printer = Printer(0.8, -1.3, 0.4, 0.996, 1.003, flip, (1.004, 0.998))
    printer.profile(tmp_path / "numbers")
    sheets = read(numbered(tmp_path / "numbers", 5, printer="ours"))
    assert met(sheets, printer) < 0.01
    assert met(sheets, Printer(0.8, -1.3, 0.4, 0.996, 1.003, flip)) > 0.3


@given(st.lists(st.floats(-0.05, 0.05), min_size=8, max_size=8), st.sampled_from(["long", "short"]))
def test_what_a_person_misreads_stretches_a_back_by_little(wrong, flip):
    """Eight readings that are off by half a step at most: all of them the same way make .12 mm at the paper's edges."""
    readings = {(comb.corner, comb.axis): off for comb, off in zip(combs(210, 297), wrong, strict=True)}
    found = fit_registration(readings, flip, (210, 297))
    assert found.off <= 0.1
    assert abs(found.scale[0] - 1) * 105 < 0.125 and abs(found.scale[1] - 1) * 148.5 < 0.125


@pytest.mark.parametrize("flip", ["long", "short"])
def test_pages_that_lie_across_are_turned_as_the_paper_lay(tmp_path, flip):
    printer = Printer(0.8, -1.3, 0.4, 0.996, 1.003, flip)
    printer.profile(tmp_path / "numbers")
    sheets = read(numbered(tmp_path / "numbers", 9, (88, 63), printer="ours"))
    assert {(round(sheet.width), round(sheet.height)) for sheet in sheets} == {(210, 297)}
    assert met(sheets, printer, (88, 63)) < 0.01


def test_marks_of_cutters_stay_where_they_are(tmp_path):
    Printer(2.0, 2.0, 1.0, 0.99, 0.99).profile(tmp_path / "ours")
    plain = numbered(tmp_path / "plain", 9, cutter="silhouette")
    mended = numbered(tmp_path / "ours", 9, cutter="silhouette", printer="ours")
    for box in ((9, 9, 16, 16), (194, 9, 201, 16), (9, 281, 16, 288)):
        dots = tuple(10 * side for side in box)
        was, now = (np.asarray(raster(data, 0).crop(dots)) for data in (plain, mended))
        assert was.min() == 0
        assert (was == now).all()
    assert met(read(mended), Printer()) > 1


# A printer that is measured


def printed(data, page, printer, back):
    """The page on paper, as dark as it is there, seen from the front."""
    image = raster(data, page, DOTS).convert("L")
    width, height = (side / DOTS for side in image.size)
    corners = [(0, 0), (1, 0), (0, 1)]
    moved = [printer.prints(x * 100, y * 100, width, height, back) for x, y in corners]
    (x0, y0), (x1, y1), (x2, y2) = moved
    matrix = np.array([[(x1 - x0) / 100, (x2 - x0) / 100, x0], [(y1 - y0) / 100, (y2 - y0) / 100, y0], [0, 0, 1]])
    dots = np.diag([DOTS, DOTS, 1]) @ matrix @ np.diag([1 / DOTS, 1 / DOTS, 1])
    shown = image.transform(image.size, Image.AFFINE, np.linalg.inv(dots)[:2].ravel(), Image.BILINEAR, fillcolor=255)
    if back:
        shown = shown.transpose(Image.FLIP_LEFT_RIGHT if printer.flip == "long" else Image.FLIP_TOP_BOTTOM)
    return 255.0 - np.asarray(shown)


def long_teeth(dark, comb, pitch, side):
    """Where the long lines of a comb are, from its middle on: a line through their places."""
    dark, x, y = (dark, comb.x, comb.y) if comb.axis == "across" else (dark.T, comb.y, comb.x)
    strip = dark[round((y + 5.2 * side - 0.3) * DOTS) : round((y + 5.2 * side + 0.3) * DOTS)].sum(axis=0)
    teeth = range(-comb.teeth + 5, comb.teeth, 5)
    places = []
    for tooth in teeth:
        middle = (x + tooth * pitch) * DOTS
        window = np.arange(round(middle - 2.5 * DOTS), round(middle + 2.5 * DOTS))
        assert strip[window].sum() > 0
        places.append(((strip[window] * (window + 0.5)).sum() / strip[window].sum()) / DOTS)
    return np.polyfit(teeth, places, 1)


def read_off(front, back, comb, flip):
    """The number of the lines that meet, to one of them, as a person reads it."""
    sign = {"long": {"across": 1, "down": -1}, "short": {"across": -1, "down": 1}}[flip][comb.axis]
    step, start = long_teeth(front, comb, 1.5, -1)
    other_step, other_start = long_teeth(back, comb, 1.5 + 0.1 * sign, 1)
    return round((other_start - start) / (step - other_step)) / 10


def ruler(dark, axis):
    """How long the 100 mm of the ruler are, from its first tick to its last."""
    dark = dark if axis == "across" else dark.T
    strip = dark[round(36.2 * DOTS) : round(36.8 * DOTS)].sum(axis=0)
    middle = len(strip) / 2
    ends = []
    for side in (-1, 1):
        window = np.arange(round(middle + (side * 50 - 2) * DOTS), round(middle + (side * 50 + 2) * DOTS))
        ends.append((strip[window] * (window + 0.5)).sum() / strip[window].sum() / DOTS)
    return round(ends[1] - ends[0], 1)


@pytest.mark.parametrize(
    "printer",
    [
        Printer(0.45, -0.3, 0.12, 0.998, 1.0, "long"),
        Printer(-0.4, 0.35, -0.13, 1.0, 0.997, "short"),
        Printer(0.3, -0.2, 0.1, 0.999, 1.0, "long", (1.002, 0.997)),
        Printer(-0.2, 0.3, 0.0, 1.0, 1.0, "short", (0.9975, 1.0)),
    ],
)
def test_a_printer_that_was_measured_prints_backs_behind_fronts(tmp_path, monkeypatch, printer):
    monkeypatch.chdir(tmp_path)
    data = write_sheets(PrinterReadings("ours", flip=printer.flip), tmp_path).read_bytes()
    rulers, front, back = (printed(data, page, printer, page == 3) for page in (0, 2, 3))
    corners = {}
    for across, down in zip(*[iter(combs(210, 297))] * 2, strict=True):
        corners[across.corner] = tuple(read_off(front, back, comb, printer.flip) for comb in (across, down))
    lengths = {axis: ruler(rulers, axis) for axis in ("across", "down")}
    keep(PrinterReadings("ours", flip=printer.flip, corners=corners, **lengths))
    assert met(read(numbered(tmp_path / "plain", 9, duplex=printer.flip)), printer) > 0.4
    assert met(read(numbered(tmp_path / "mended", 9, printer="ours")), printer) < 0.1


def test_calibrate_writes_sheets_and_then_a_profile(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["calibrate", "ours", "--paper", "letter"]) == 0
    assert "out/calibrate/ours.pdf: print both sheets" in capsys.readouterr().out
    assert len(read((tmp_path / "out/calibrate/ours.pdf").read_bytes())) == 4
    corners = ("top-left", "top-right", "bottom-left", "bottom-right")
    told = [part for corner in corners for part in (f"--{corner}", "0.3", "-0.7")]
    assert main(["calibrate", "ours", "--paper", "letter", "--tray", "by hand: left", "--margin", "4.5", *told]) == 0
    text = (tmp_path / "printers/ours.yaml").read_text()
    assert "paper: letter\ntray: 'by hand: left'\nflip: long\ndx: 0.3 mm" in text
    assert "dy: -0.7 mm" in text
    assert "margin: 4.5 mm" in text


BAD = [
    (["--top-left", "0", "0"], "expected the readings of all four corners: --top-right, --bottom-left, --bottom-right"),
    (["--across", "80"], "expected the readings of all four corners"),
    (["--paper", "60 x 90 mm"], "60 x 90 mm is too small for the test sheets; expected 140 x 180 mm or more"),
    (["--top-left", "0", "x"], "argument --top-left: expected a length"),
    (["--paper", "lettre"], "there is no paper 'lettre'; did you mean 'letter'?"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_bad_readings_write_nothing(tmp_path, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert main(["calibrate", "ours", *arguments]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


PROFILES = [
    ("paper: a4\nscale: 2\n", "printers/ours.yaml:2:8: scale: expected from 0.9 to 1.1, got 2 and 2"),
    ("paper: a4\ndz: 2\n", "printers/ours.yaml:2:1: dz: unknown key; expected one of about, back, dx, dy,"),
    ("paper: a5x\n", "printers/ours.yaml:1:8: there is no paper 'a5x'"),
    ("paper: letter\nflip: long\n", "'ours' was measured with 215.9 x 279.4 mm, not 210 x 297 mm"),
    ("paper: a4\nflip: short\n", "'ours' was measured flipping over the short edge, not the long one"),
]


@pytest.mark.parametrize(("profile", "message"), PROFILES)
def test_bad_profiles_are_told(tmp_path, monkeypatch, capsys, profile, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "printers").mkdir()
    (tmp_path / "printers/ours.yaml").write_text(profile)
    asked = ["build", "king_lui", "--printer", "ours", "--paper", "a4", "--duplex", "long", "--only", "cards"]
    assert main(asked) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
