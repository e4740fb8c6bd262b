"""`cardgen seal`: records in rulebooks that their sentences match the present clauses."""

from __future__ import annotations

import argparse

from cardgen.commands import DONE
from cardgen.commands.games import homes
from cardgen.commands.options import takes_game
from cardgen.foundations.terminal import say


def declare(command: argparse.ArgumentParser) -> None:
    command.epilog = "Without CLAUSE, cardgen adds hashes only to sentences that have none yet."
    takes_game(command)
    clauses = "clauses, and all clauses inside them, whose sentences are still true"
    command.add_argument("clauses", nargs="*", metavar="CLAUSE", help=clauses)


def run(options: argparse.Namespace) -> int:
    from cardgen.rulebook.seal import seal
    from cardgen.rules.load import load_game

    for line in seal(load_game(homes([options.game])[0]), options.clauses) or ["nothing to write"]:
        say(line)
    return DONE
