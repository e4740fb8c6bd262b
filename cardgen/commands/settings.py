"""What `cardgen sweep` and `cardgen tune` have in common: the settings among which they move."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from cardgen.commands.games import homes


def ground_of(options: argparse.Namespace, axes: Sequence[str], option: str, policies: Sequence[str] = ()):
    """Where a sweep or a search takes place."""
    from cardgen.validation.settings.space import SearchSpace, axis
    from cardgen.validation.settings.trials import Ground

    space = SearchSpace(tuple(axis(text, option) for text in axes))
    settings, home = dict(options.set), homes([options.game])[0]
    return Ground(home, options.variant, space, settings, options.players, tuple(policies), seed=options.seed)
