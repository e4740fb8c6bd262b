"""`cardgen replay`: shows a game that a check has played, turn by turn."""

from __future__ import annotations

import argparse

from cardgen.commands import DONE, values
from cardgen.commands.games import homes
from cardgen.commands.options import takes_game, takes_rules, takes_variant
from cardgen.foundations.terminal import say


def declare(command: argparse.ArgumentParser) -> None:
    takes_game(command)
    takes_variant(command)
    takes_rules(command)
    command.add_argument("--players", type=values.whole(1), required=True, metavar="N", help="how many play")
    seed = "the game's seed as a finding prints it, such as 17-3fa2, or a number"
    command.add_argument("--seed", required=True, metavar="S", help=seed)
    command.add_argument("--policies", default="random", metavar="TABLE", help="who plays (default: random)")
    command.add_argument("--lang", metavar="L", help="a language (default: the game's first language)")
    typed = "list each decision in the format of examples.yaml, without the account"
    command.add_argument("--typed", action="store_true", help=typed)


def run(options: argparse.Namespace) -> int:
    from cardgen.validation.replay import replay

    home = homes([options.game])[0]
    game = home, options.variant, dict(options.set)
    for line in replay(*game, options.players, options.seed, options.policies, options.lang, options.typed):
        say(line)
    return DONE
