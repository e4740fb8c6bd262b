"""`cardgen words`: exports a game's texts for translators, and imports their translations."""

from __future__ import annotations

import argparse
from pathlib import Path

from cardgen.commands import DONE
from cardgen.commands.games import homes
from cardgen.commands.options import takes_folder, takes_game, takes_languages
from cardgen.foundations.errors import fail
from cardgen.foundations.terminal import say


def declare(command: argparse.ArgumentParser) -> None:
    takes_game(command)
    kinds = "write files: po, csv or xliff"
    command.add_argument("--to", choices=("po", "csv", "xliff"), metavar="KIND", help=kinds)
    command.add_argument(
        "--from", dest="file", type=Path, metavar="FILE", help="take a translator's file back into the game"
    )
    takes_languages(command, "with --to: languages (default: all)")
    takes_folder(command)


def run(options: argparse.Namespace) -> int:
    from cardgen.translation.translators import give_words, take_words

    (home,) = homes([options.game])
    if bool(options.to) == bool(options.file):
        raise fail("expected either --to po, csv or xliff, or --from FILE")
    for line in (
        take_words(home, options.file) if options.file else give_words(home, options.to, options.lang, options.out)
    ):
        say(line)
    return DONE
