"""Sends the figures of a variant while it is played, as numbers that the browser draws."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict

import numpy as np

from cardgen.foundations.findings import Finding
from cardgen.validation.questions.compare import differences
from cardgen.validation.results import VariantResult
from cardgen.validation.sampling.cells import Cell
from cardgen.validation.sampling.confidence import FALSE_DISCOVERY_RATE
from cardgen.validation.sampling.metrics import SHOWN_ALPHA
from cardgen.validation.telling.grouping import groups
from cardgen.validation.wording import rests

BARS = 24  # of a histogram at most
MAX_CHANGES = 8
POLICIES = " --policies "  # before the last part of the command that shows a game


def figures_of(part: VariantResult, findings: Iterable[Finding], before: Sequence[Cell] = ()) -> dict[str, object]:
    """Returns the figures and findings of a variant so far; `before` are cells of the same game without settings, dealt
    from the same seeds."""
    cells = [judged.cell for judged in part.cells if judged.cell.seen.games]
    first = part.game.engine.policies.POLICIES[0]
    return {
        "games": sum(cell.seen.games for cell in cells),
        "endless": sum(cell.seen.total("endless") for cell in cells),
        "decks": {str(count): {"enough": enough, "told": said} for count, (enough, said) in part.decks.items()},
        "sensible": first,
        "cells": [_cell(cell, before) for cell in cells if cell.uniform],
        "findings": [
            {**_finding(group.first), "others": [_finding(each) for each in group.others]}
            for group in groups(list(findings))
        ],
    }


def _cell(cell: Cell, before: Sequence[Cell]) -> dict[str, object]:
    """The figures for one number of players who all play by the same policy."""
    seen = cell.seen
    like = (cell.players, cell.table, cell.options)
    was = next((each for each in before if (each.players, each.table, each.options) == like), None)
    return {
        "players": cell.players,
        "options": dict(cell.options),
        "policy": cell.uniform,
        "games": seen.games,
        "wins": [asdict(seen.estimate(f"seat:{seat}", SHOWN_ALPHA)) for seat in range(cell.players)],
        "ties": seen.mean("ties"),
        "minutes": seen.mean("minutes"),
        "turns": _spread(seen.lengths),
        "points": _spread(seen.points),
        "before": {"turns": _spread(was.seen.lengths), "points": _spread(was.seen.points)} if was else None,
        "changes": [
            {
                "measure": each.measure,
                "title": each.title,
                "share": each.share,
                "base": each.base,
                "change": each.change.mean,
                "low": each.change.low,
                "high": each.change.high,
                "differs": each.is_one,
            }
            for each in (differences(cell, was, FALSE_DISCOVERY_RATE) if was else [])
        ][:MAX_CHANGES],
    }


def _spread(times: np.ndarray) -> dict[str, object] | None:
    """The distribution of values with their frequencies: quantiles, the mean, and bars of equal width."""
    if not len(times):
        return None
    values, often = times[:, 0].astype(float), times[:, 1].astype(float)
    upto = often.cumsum()
    quantiles = [float(values[np.searchsorted(upto, share * upto[-1])]) for share in (0.05, 0.25, 0.5, 0.75, 0.95)]
    low, high = values.min(), values.max()
    width = max(1.0, np.ceil((high - low + 1) / BARS))
    bars = np.bincount(((values - low) // width).astype(int), weights=often) / upto[-1]
    mean = float((values * often).sum() / upto[-1])
    return {"quantiles": quantiles, "mean": mean, "from": float(low), "width": float(width), "bars": bars.tolist()}


def _finding(finding: Finding) -> dict[str, object]:
    """A finding with the game that shows it: its seed, number of players and policies, as a replay takes them."""
    evidence = finding.evidence
    seed = evidence.seed if evidence else None
    policies = finding.replay.partition(POLICIES)[2] if finding.replay else ""
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "players": finding.players,
        "as_base": finding.as_base,
        "rests": rests(finding.measured) if finding.measured else "",
        "watch": {"seed": seed, "turn": evidence.turn if evidence else None, "policies": policies} if seed else None,
    }
