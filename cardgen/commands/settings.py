"""What `cardgen sweep` and `cardgen tune` have in common: the settings among which they move."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from cardgen.commands.games import homes
from cardgen.commands.options import takes_cluster, takes_game, takes_rules, takes_seed, takes_variant


def takes_ground(command: argparse.ArgumentParser, axes: str, told: str) -> None:
    """A game, and in the option `axes` the settings among which a command moves."""
    takes_game(command)
    takes_variant(command)
    takes_rules(command)
    command.add_argument(axes, action="append", required=True, metavar="NAME=VALUES", help=told)


def takes_sampling(command: argparse.ArgumentParser) -> None:
    """Which games are played, and who plays them."""
    takes_seed(command)
    command.add_argument("--fresh", action="store_true", help="play again instead of using results of earlier commands")
    takes_cluster(command)


def ground_of(options: argparse.Namespace, axes: Sequence[str], option: str, policies: Sequence[str] = ()):
    """Where a sweep or a search takes place."""
    from cardgen.validation.settings.space import SearchSpace, axis
    from cardgen.validation.settings.trials import Ground

    space = SearchSpace(tuple(axis(text, option) for text in axes))
    settings, home = dict(options.set), homes([options.game])[0]
    return Ground(home, options.variant, space, settings, options.players, tuple(policies), seed=options.seed)
