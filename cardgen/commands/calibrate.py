"""`cardgen calibrate`: prints test sheets, takes the readings, and writes the printer's profile."""

from __future__ import annotations

import argparse
import os
import sys

from cardgen.commands import DONE, values
from cardgen.commands.options import takes_folder
from cardgen.foundations.terminal import say

CORNERS = ("top-left", "top-right", "bottom-left", "bottom-right")


def declare(command: argparse.ArgumentParser) -> None:
    where = "OUT/calibrate/NAME.pdf"
    command.epilog = f"Without readings it writes the test sheets to {where} and, on a terminal, asks for the readings."
    command.add_argument("name", metavar="NAME", help="what to call printer, paper and tray, such as hp-tray2")
    paper = "a paper by name, or W x H mm (default: a4)"
    command.add_argument("--paper", default="a4", type=values.word, metavar="P", help=paper)
    command.add_argument("--tray", metavar="TEXT", help="the tray that holds the paper, as a note to yourself")
    flip = "the edge you flip the sheet over (default: long)"
    command.add_argument("--flip", choices=("long", "short"), default="long", help=flip)
    for way, what in (("across", "from left to right"), ("down", "from top to bottom")):
        ruler = f"how long the ruler {what} is (default: 100)"
        command.add_argument(f"--{way}", type=values.length(200), metavar="MM", help=ruler)
    margin = "the first line that you see at all four edges (default: 5)"
    command.add_argument("--margin", type=values.length(50), metavar="MM", help=margin)
    for corner in CORNERS:
        lines = f"the lines that meet in the {corner.replace('-', ' ')} corner: across, then down"
        command.add_argument(f"--{corner}", nargs=2, type=values.reading, metavar=("X", "Y"), help=lines)
    takes_folder(command)


def run(options: argparse.Namespace) -> int:
    from cardgen.press.calibrate import PrinterReadings, ask_readings, keep, write_sheets

    given_lines = {corner: getattr(options, corner.replace("-", "_")) for corner in CORNERS}
    corners = {corner: (lines[0], lines[1]) for corner, lines in given_lines.items() if lines}
    lengths = {key: getattr(options, key) for key in ("across", "down", "margin")}
    given_lengths = {key: value for key, value in lengths.items() if value is not None}
    readings = PrinterReadings(
        options.name, options.paper, options.flip, options.tray, corners=corners, **given_lengths
    )
    if not corners and not given_lengths:
        sheets = write_sheets(readings, options.out)
        say(f"{sheets}: print both sheets double-sided, at actual size, over the {readings.flip} edge")
        if not sys.stdin.isatty():
            say(f"then enter what you read: cardgen calibrate {readings.name} --top-left X Y ...")
            return DONE
        readings = ask_readings(readings, input, say)
    path, lines = keep(readings)
    for line in lines:
        say(line)
    say(f"{os.path.relpath(path)}: cardgen build --printer {readings.name}")
    return DONE
