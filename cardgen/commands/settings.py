"""Options that `cardgen sweep` and `cardgen tune` share, above all the settings that they vary."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from cardgen.commands.games import homes
from cardgen.commands.options import takes_cluster, takes_game, takes_rules, takes_seed, takes_variant


def takes_ground(command: argparse.ArgumentParser, axes: str, description: str) -> None:
    """Declares a game, and the option `axes` for the settings that a command varies."""
    takes_game(command)
    takes_variant(command)
    takes_rules(command)
    command.add_argument(axes, action="append", required=True, metavar="NAME=VALUES", help=description)


def takes_sampling(command: argparse.ArgumentParser) -> None:
    """Declares which games are played, and where."""
    takes_seed(command)
    command.add_argument("--fresh", action="store_true", help="play again instead of using results of earlier commands")
    takes_cluster(command)


def ground_of(options: argparse.Namespace, axes: Sequence[str], option: str, policies: Sequence[str] = ()):
    """The search space of a sweep or a search, with its game and players."""
    from cardgen.validation.settings.space import SearchSpace, axis
    from cardgen.validation.settings.trials import Ground

    space = SearchSpace(tuple(axis(text, option) for text in axes))
    settings, home = dict(options.set), homes([options.game])[0]
    return Ground(home, options.variant, space, settings, options.players, tuple(policies), seed=options.seed)
