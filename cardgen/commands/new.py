"""`cardgen new`: makes a game to start from, from a kind, a spreadsheet, pictures, one finished card or another
program's deck."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from cardgen.commands import DONE
from cardgen.commands.values import whole
from cardgen.foundations.errors import Fault, fail
from cardgen.foundations.findings import list_lines
from cardgen.foundations.terminal import say


def declare(command: argparse.ArgumentParser) -> None:
    command.add_argument("name", metavar="NAME", help="the folder to make, such as my_game")
    files = "a spreadsheet with the cards (.xlsx, .ods, .csv), or a deck of Squib (.rb), nanDECK (.nde, .txt) or "
    command.add_argument("--from", dest="cards", metavar="FILE", help=files + "CardMaker (.cmp)")
    command.add_argument("--sheet", metavar="S", help="the sheet to read, by name")
    finished = "a folder of pictures that are whole cards, or a PDF file with one on each page"
    command.add_argument("--from-pictures", dest="pictures", metavar="FOLDER", help=finished)
    like = "a drawing of one finished card (.svg, .pdf), whose words and pictures stand in a line of --cells"
    command.add_argument("--like", metavar="CARD", help=like)
    command.add_argument("--cells", metavar="FILE", help="the spreadsheet with a line for each card, for --like")
    shown = "the line of --cells that the drawing shows, as a spreadsheet program counts; by default the one that fits"
    command.add_argument("--line", metavar="N", type=whole(1), help=f"{shown} best")
    every = "list every picture that cardgen leaves out; do not group similar ones"
    command.add_argument("--all", action="store_true", help=every)
    kinds = "a game with rules that cardgen can play at once: drafting, push-your-luck, shedding, solo, tricks"
    command.add_argument("--kind", metavar="K", help=kinds)


def run(options: argparse.Namespace) -> int:
    from cardgen.importers.read import is_script
    from cardgen.starting.starter import adopt_game, make_game, make_game_of_sheet
    from cardgen.store.library import is_path

    lost: list[str] = []
    faults: Sequence[Fault] = ()
    if options.like or options.cells or options.line:
        return _make_like(options)
    if options.pictures:
        folder = _make_of_pictures(options)
    elif options.cards and is_script(options.cards):
        if options.sheet or options.kind:
            raise fail("--sheet and --kind: leave them out; the script or project already describes its cards")
        folder, lost = adopt_game(options.name, Path(options.cards))
    elif options.cards and not options.kind:
        folder, faults = make_game_of_sheet(options.name, Path(options.cards), options.sheet)
    else:
        folder = make_game(options.name, Path(options.cards) if options.cards else None, options.sheet, options.kind)
    path = folder if is_path(str(folder)) else f"./{folder}"
    say(f"made {folder}/game.yaml; print it with: cardgen build {path}")
    if lost:
        say("These parts could not be imported:")
    if faults:
        say(f"this cannot be printed as it stands; cardgen build --draft {path} marks it:")
    for line in lost or list_lines(faults, str, options.all):
        say(f"  {line}")
    return DONE


def _make_like(options: argparse.Namespace) -> int:
    from cardgen.starting.starter import make_game_like
    from cardgen.store.library import is_path

    if not (options.like and options.cells):
        raise fail("--like and --cells: give both, a drawing of one card and the table that has its words")
    if options.pictures or options.cards or options.kind:
        raise fail("--like: start a game from one card, from other files or from a kind; choose one")
    ask = _ask if _may_ask() else None
    made = make_game_like(
        options.name, Path(options.like), Path(options.cells), options.sheet, options.line, ask=ask
    )  # fmt: skip
    path = made.folder if is_path(str(made.folder)) else f"./{made.folder}"
    fields = f"{made.fields} field{'s' * (made.fields != 1)}"
    say(f"{options.like} shows line {made.line.line} of {options.cells}: {fields}")
    say(f"made {made.folder}/game.yaml; print it with: cardgen build {path}")
    if made.points:
        say("These points are open:")
    for point in made.points:
        say(f"  {point}")
    if made.faults:
        say(f"this cannot be printed as it stands; cardgen build --draft {path} marks it:")
    for line in list_lines(made.faults, str, options.all):
        say(f"  {line}")
    return DONE


def _may_ask() -> bool:
    """Whether somebody can answer."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _ask(question: str, answers: Sequence[str]) -> int:
    """Asks on the terminal until one of the answers is chosen; an empty line is the first."""
    say(question)
    for number, answer in enumerate(answers, 1):
        say(f"  {number}  {answer}")
    while True:
        say(f"1 to {len(answers)}, or Enter for 1: ", end="", flush=True)
        said = sys.stdin.readline()  # empty at the end of the input
        if not said.strip():
            return 0
        if said.strip().isdigit() and 1 <= int(said) <= len(answers):
            return int(said) - 1


def _make_of_pictures(options: argparse.Namespace) -> Path:
    from cardgen.foundations import progress
    from cardgen.starting.starter import make_game_of_pictures

    if options.cards or options.kind or options.sheet:
        raise fail("--from-pictures: start a game from pictures, from a spreadsheet or from a kind; choose one")
    progress.show()
    try:
        game = make_game_of_pictures(options.name, Path(options.pictures))
    finally:
        progress.hide()
    for line in (*list_lines(game.left, str, options.all), *game.holds):
        say(line)
    return game.folder
