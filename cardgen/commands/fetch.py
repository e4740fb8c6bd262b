"""`cardgen fetch`: brings the sheets of games from where they are kept."""

from __future__ import annotations

import argparse

from cardgen.commands import DONE
from cardgen.foundations.terminal import say


def declare(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="a game by name or path")
    local = "also ask this computer and those of your own network"
    command.add_argument("--local", action="store_true", help=local)
    replace = "overwrite sheets that you have changed since the last fetch"
    command.add_argument("--replace", action="store_true", help=replace)


def run(options: argparse.Namespace) -> int:
    from cardgen.fetching.sheets import fetch_sheets
    from cardgen.store.library import find_game, typed_name

    home = find_game(options.game)
    sheets = fetch_sheets(home, options.local, options.replace)
    for sheet in sheets:
        say(f"{home.folder.name}/{sheet.file}: {'new' if sheet.changed else 'unchanged'} ({sheet.date})")
    if any(sheet.changed for sheet in sheets):
        say(f"check the game with: cardgen check {typed_name(home)}")
    return DONE
