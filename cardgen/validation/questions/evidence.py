"""Makes a finding on a cell, with a game that shows it, the command that replays that game, the interval that it rests
on, and its effect size: how large it is, in multiples of the threshold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place
from cardgen.foundations.findings import Evidence, Finding, Measurement
from cardgen.play.game import PlayedGame
from cardgen.store.library import typed_name, typed_variant
from cardgen.validation.sampling.cells import Cell
from cardgen.validation.sampling.confidence import Estimate
from cardgen.validation.sampling.measures import all_measures


@dataclass(frozen=True, slots=True)
class Verdict:
    """A question with its answer so far: what to report, and the cells whose further games can change it.

    `finding` makes the finding, which may replay a game: questions are answered far more often than they are reported.
    `discovery` is the answer to a question that is settled by sampling: True if it reports something. None if the
    answer rests on no sample, so that the false discovery rate does not count it.
    """

    finding: Callable[[], Finding] | None = None
    open: Sequence[Cell] = ()
    discovery: bool | None = None


@dataclass(frozen=True, slots=True)
class PendingFinding:
    """Makes a finding on a cell when it is called, which may replay a game.

    `shown` names the measure that picks the example game: the first game for which it is true, or the one with its
    greatest value (the least without `most`). `size` is the effect size, as a multiple of the threshold from
    which the finding is reported. A finding without a threshold has the share of games as its size. Only sizes of
    findings of the same code are compared, so the unit is the same on both sides.
    """

    cell: Cell
    code: str
    message: str
    shown: str
    most: bool = True
    place: Place | None = None
    topic: str | None = None
    measured: Measurement | None = None
    size: float | None = None

    def __call__(self) -> Finding:
        evidence = self._evidence()
        share = evidence.share if evidence else None
        return Finding(
            self.code,
            self.message,
            self.place,
            self.cell.definition.name,
            self.cell.definition.variant,
            self.cell.players,
            evidence,
            command(self.cell, evidence.seed) if evidence and evidence.seed else None,
            self.topic,
            measured=self.measured,
            size=(share or 0.0) if self.size is None else self.size,
            standing=int(self.cell.standing),
        )

    def _evidence(self) -> Evidence | None:
        """The example game, if any was played."""
        seen = self.cell.seen
        counted = self.most and all_measures(seen.what)[self.shown].share
        seed = seen.first(self.shown) if counted else seen.extreme(self.shown, self.most)
        if seed is None:
            return None
        share = round(seen.mean(self.shown), 6) if counted else None
        return Evidence(self.cell.evidence_seed(seed), seen.turn(self.shown), share)


def measurement(what: str, estimate: Estimate, refuted_beyond: str, is_share: bool = False) -> Measurement:
    """Returns the measurement that a finding rests on."""
    return Measurement(what, estimate.mean, estimate.low, estimate.high, estimate.games, refuted_beyond, is_share)


def command(cell: Cell, seed: str) -> str:
    """Returns the command that replays a game of a cell."""
    policies = cell.uniform or "/".join(cell.table)
    return f"{_replay(cell.game)} --players {cell.players} --seed {seed} --policies {policies}"


@lru_cache(maxsize=50)
def _replay(game: PlayedGame) -> str:
    definition = game.definition
    parts = ["cardgen replay", typed_name(definition.home)]
    if definition.variant_file:
        parts.append(f"--variant {typed_variant(definition.home, definition.variant_file)}")
    return " ".join([*parts, *(f"--set {name}={value}" for name, value in definition.settings.items())])
