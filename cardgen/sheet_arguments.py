"""What the command line takes about sheets: paper, printers, cutters, guides; and the readings of test sheets."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

CORNERS = ("top-left", "top-right", "bottom-left", "bottom-right")


def takes_sheets(build: argparse.ArgumentParser) -> None:
    paper = "a paper or sheet by name, or W x H mm; else the printer's (default: a4)"
    build.add_argument("--paper", default="", type=_word, metavar="P", help=paper)
    edges = "the edge that is flipped; fold: both sides on one, to be folded; else the printer's (default: long)"
    build.add_argument("--duplex", choices=("long", "short", "none", "fold"), default="", help=edges)
    build.add_argument("--printer", default="", metavar="NAME", help="undo what cardgen calibrate has measured of it")
    cutter = "leave it its marks, and write what it cuts: silhouette, cameo-5-alpha, cricut, plotter, or your own"
    build.add_argument("--cutter", default="", metavar="NAME", help=cutter)
    build.add_argument("--gap", type=length(20), default=0.0, metavar="MM", help="between cards (default: 0)")
    thick = "how thick the paper of the rulebook is: the booklet's inner pages make up for it (default: 0)"
    build.add_argument("--paper-thickness", type=length(1), default=0.0, metavar="MM", help=thick)
    build.add_argument("--bleed", type=length(10), metavar="MM", help="outside cards (default: 3; of pictures: 0)")
    guides = "marks at the sheet's edges, or on the cards (default: edges; none for cutters and die-cut sheets)"
    build.add_argument("--guides", choices=("edges", "crosses", "lines", "dashes", "none"), help=guides)
    sides = "where guides stand (default: front)"
    build.add_argument("--guide-sides", choices=("front", "back", "both"), default="front", help=sides)
    corners = "round off rectangular cards: what a corner punch follows"
    build.add_argument("--corners", type=length(20), default=0.0, metavar="MM", help=corners)
    stack = "cut the pile of sheets once, lay the piles on one another, and the deck is in order"
    build.add_argument("--stack", action="store_true", help=stack)


def takes_readings(calibrate: argparse.ArgumentParser) -> None:
    told = "Without readings it writes the test sheets to OUT/calibrate/NAME.pdf and, on a terminal, asks for"
    calibrate.epilog = f"{told} the readings."
    calibrate.add_argument("name", metavar="NAME", help="what to call printer, paper and tray, such as hp-tray2")
    paper = "a paper by name, or W x H mm (default: a4)"
    calibrate.add_argument("--paper", default="a4", type=_word, metavar="P", help=paper)
    calibrate.add_argument("--tray", metavar="TEXT", help="where the paper lies, to remember it")
    flip = "the edge that is flipped (default: long)"
    calibrate.add_argument("--flip", choices=("long", "short"), default="long", help=flip)
    for way, what in (("across", "from left to right"), ("down", "from top to bottom")):
        told = f"how long the ruler {what} is (default: 100)"
        calibrate.add_argument(f"--{way}", type=length(200), metavar="MM", help=told)
    margin = "the first line that is printed at all four edges (default: 5)"
    calibrate.add_argument("--margin", type=length(50), metavar="MM", help=margin)
    for corner in CORNERS:
        told = f"the lines that meet in the {corner.replace('-', ' ')} corner: across, then down"
        calibrate.add_argument(f"--{corner}", nargs=2, type=_reading, metavar=("X", "Y"), help=told)
    calibrate.add_argument("--out", type=Path, default=Path("out"), metavar="DIR", help="where to write (default: out)")


def _word(text: str) -> str:
    return text.strip().lower()


def _reading(text: str) -> float:
    """Millimetres with a sign, as a test sheet shows them."""
    from cardgen.units import length as read

    try:
        value = read(text.replace("\u2212", "-"))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if abs(value) > 10:
        raise argparse.ArgumentTypeError(f"expected a line of the test sheet, such as 0.3 or -1.2, got {text}")
    return value


def length(most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        from cardgen.units import length as read_length

        try:
            value = read_length(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None
        if not 0 <= value <= most:
            raise argparse.ArgumentTypeError(f"expected from 0 to {most:g} mm, got {text}")
        return value

    return read
