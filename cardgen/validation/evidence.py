"""A finding on a cell, with a game that shows it and the command that plays that game again."""

from __future__ import annotations

import numpy as np

from cardgen.errors import Place
from cardgen.findings import Evidence, Finding
from cardgen.library import typed_name, typed_variant
from cardgen.validation.cells import Cell


def finding(
    cell: Cell,
    code: str,
    message: str,
    games: np.ndarray,
    turns: np.ndarray | None = None,
    place: Place | None = None,
    topic: str | None = None,
) -> Finding:
    """`games` says for each result whether it shows the finding, `turns` where; the first one that does is evidence."""
    shows = np.flatnonzero(games)
    evidence = replay = None
    if len(shows):
        seed = cell.evidence_seed(int(cell.results["seed"][shows[0]]))
        turn = None if turns is None else int(turns[shows[0]])
        evidence = Evidence(seed, turn, round(len(shows) / len(games), 6))
        replay = command(cell, seed)
    definition = cell.definition
    return Finding(
        code, message, place, definition.name, definition.variant, cell.players, evidence, replay, topic=topic
    )


def command(cell: Cell, seed: str) -> str:
    """The command that shows a game of a cell."""
    definition = cell.definition
    parts = ["cardgen replay", typed_name(definition.home)]
    if definition.variant_file:
        parts.append(f"--variant {typed_variant(definition.home, definition.variant_file)}")
    parts += [f"--set {name}={value}" for name, value in definition.settings.items()]
    return " ".join(
        [*parts, f"--players {cell.players} --seed {seed} --policies {cell.uniform or '/'.join(cell.table)}"]
    )
