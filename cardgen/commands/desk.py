"""`cardgen desk`: serves the page on which you see, change, try and play games."""

from __future__ import annotations

import argparse

from cardgen.commands import DONE, values
from cardgen.commands.games import homes
from cardgen.commands.options import GAMES
from cardgen.foundations.errors import fail


def declare(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", nargs="?", metavar="GAME", help=GAMES + " (default: all)")
    port = "the port of the page (default: 8017, or any that is free)"
    command.add_argument("--port", type=values.port, metavar="N", help=port)
    share = "let others on your home network join a table with a code"
    command.add_argument("--share", action="store_true", help=share)
    command.add_argument("--no-browser", action="store_true", help="only print the address; do not open it")


def run(options: argparse.Namespace) -> int:
    try:
        from cardgen.desk.server import serve
    except ModuleNotFoundError as error:
        raise fail(f"the desk needs '{error.name}', which is not installed: pip install 'cardgen[desk]'") from None
    from cardgen.starting.places import games_to_open

    opened = homes([options.game]) if options.game else games_to_open()
    serve(opened, options.port, options.share, not options.no_browser)
    return DONE
