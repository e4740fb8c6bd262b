"""`cardgen printed`: records which cards you printed, and what they showed."""

from __future__ import annotations

import argparse

from cardgen.commands import DONE, values
from cardgen.commands.games import homes
from cardgen.commands.options import takes_game, takes_languages, takes_rules, takes_variant
from cardgen.foundations.terminal import say


def declare(command: argparse.ArgumentParser) -> None:
    command.epilog = "build --changed prints what changed since then."
    takes_game(command)
    takes_variant(command)
    command.add_argument("--from", dest="start", metavar="V", help="the variant whose box you changed")
    takes_languages(command)
    command.add_argument("--cards", type=values.names, default=(), metavar="ID,..", help="these cards only")
    takes_rules(command)
    command.add_argument(
        "--date", type=values.date, metavar="DATE", help="the date, such as 2026-11-23 (default: today)"
    )
    command.add_argument("--printer", type=values.remark, default="", metavar="P", help="the printer that you used")
    command.add_argument("--note", type=values.remark, default="", metavar="TEXT", help="a remark, such as the paper")


def run(options: argparse.Namespace) -> int:
    from cardgen.press.options import Options
    from cardgen.press.printed import record_printed

    (home,) = homes([options.game])
    chosen = Options(
        languages=options.lang, cards=options.cards, settings=dict(options.set), start=options.start, only=("cards",)
    )
    for line in record_printed(home, options.variant, chosen, options.date, options.printer, options.note):
        say(line)
    return DONE
