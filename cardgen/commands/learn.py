"""`cardgen learn`: lets the computer's players learn a game by playing it."""

from __future__ import annotations

import argparse

from cardgen.commands import DONE, values
from cardgen.commands.games import homes
from cardgen.commands.options import takes_cluster, takes_game, takes_players, takes_seed
from cardgen.foundations.terminal import say


def declare(command: argparse.ArgumentParser) -> None:
    takes_game(command)
    takes_players(command)
    games = "number of games for each number of players"
    command.add_argument("--games", dest="number", type=values.whole(1), metavar="N", help=games)
    takes_seed(command)
    takes_cluster(command)


def run(options: argparse.Namespace) -> int:
    from cardgen.foundations import progress
    from cardgen.play.course import here
    from cardgen.play.learning import GAMES, learn_game
    from cardgen.validation.sampling.cluster import Cluster, open_executor

    (home,) = homes([options.game])
    progress.show()
    try:
        with open_executor(options.cluster) as executor:
            studies = executor.study if isinstance(executor, Cluster) else here
            path, study = learn_game(home, options.players, options.number or GAMES, options.seed, studies)
    finally:
        progress.hide()
    for line in study:
        say(line)
    say(path)
    return DONE
