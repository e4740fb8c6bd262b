"""`cardgen new`: makes a game to start from, from a kind, a spreadsheet, pictures or another program's deck."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from cardgen.commands import DONE
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
