"""`cardgen list`: lists games, or the parts of one game."""

from __future__ import annotations

import argparse

from cardgen.commands import DONE
from cardgen.commands.games import homes
from cardgen.commands.options import GAMES
from cardgen.foundations.terminal import say


def declare(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", nargs="?", metavar="GAME", help=GAMES)


def run(options: argparse.Namespace) -> int:
    from cardgen.commands.listing_cache import list_of

    say(list_of(homes([options.game] if options.game else []), whole=bool(options.game)))
    return DONE
