"""The results of a check by play: cells with their verdicts, variants, and the whole check."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from operator import is_

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault
from cardgen.foundations.findings import Finding, apply_quiet
from cardgen.play.game import PlayedGame
from cardgen.validation.questions.beside import as_in_base
from cardgen.validation.questions.compare import Difference, differences
from cardgen.validation.questions.evidence import Verdict
from cardgen.validation.questions.judge import judge_cell
from cardgen.validation.questions.pointless import pointless
from cardgen.validation.questions.reasons import variant_verdicts
from cardgen.validation.sampling.cells import Cell, Trust
from cardgen.validation.sampling.confidence import FALSE_DISCOVERY_RATE
from cardgen.validation.sampling.game_sums import GameSums


@dataclass(slots=True)
class CellResult:
    """A cell with its findings, and with its differences from the base game's cell."""

    cell: Cell
    findings: list[Finding] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    _evaluated_sums: tuple[GameSums | None, ...] = ()  # sums from which `verdicts` and `differences` follow
    _evaluated_settings: tuple[float | Trust, ...] = ()

    def evaluate(self, base: Cell | None, alpha: float) -> None:
        """Fills `verdicts` and `differences`, alone and in comparison with the base game's cell. Judges the cell again
        only if its games or the settings changed: most cells get no games in a round."""
        cell = self.cell
        sums = cell.seen, base.seen if base else None
        settings = alpha, cell.trust
        if settings == self._evaluated_settings and all(map(is_, sums, self._evaluated_sums)):
            return
        self.differences = differences(cell, base, alpha) if base else []
        self.verdicts = [
            *judge_cell(cell, alpha),
            *variant_verdicts(cell, self.differences),
            *pointless(cell, base, alpha),
        ]
        self._evaluated_sums, self._evaluated_settings = sums, settings


@dataclass(slots=True)
class VariantResult:
    """One variant's part of a report; `decks` has, by number of players, whether the deck is large enough, and how far
    it lasts."""

    game: PlayedGame
    cells: list[CellResult] = field(default_factory=list)
    decks: dict[int, tuple[bool, str]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)  # findings that need several cells, or none
    quiet: list[Finding] = field(default_factory=list)  # findings that the author accepts
    partial: bool = False
    settled: bool = False  # whether nothing is left to play
    asked: bool = True  # false for a base game that is only compared with
    base: VariantResult | None = None  # the base game, to compare a variant with

    @property
    def played_cells(self) -> list[Cell]:
        """Returns the cells with at least one game."""
        return [judged.cell for judged in self.cells if judged.cell.seen.games]

    @property
    def all_findings(self) -> list[Finding]:
        return [*self.findings, *(finding for judged in self.cells for finding in judged.findings)]

    def mark(self, of_base: Sequence[Finding]) -> None:
        """Marks the findings that the base game has as well."""
        for findings in (self.findings, *(judged.findings for judged in self.cells)):
            findings[:] = [replace(finding, as_base=as_in_base(finding, of_base)) for finding in findings]

    def apply_quiet(self, reasons: Mapping[str, str]) -> None:
        """Moves the findings that the author accepts to the `quiet` ones, with their reasons by code."""
        for findings in (self.findings, *(judged.findings for judged in self.cells)):
            marked = apply_quiet(findings, reasons)
            self.quiet += [finding for finding in marked if finding.quiet]
            findings[:] = [finding for finding in marked if not finding.quiet]


@dataclass(slots=True)
class Check:
    """The results of a check, and their certainty: the number of questions that rest on samples, and the alpha of the
    interval behind each."""

    parts: list[VariantResult] = field(default_factory=list)
    tables: Sequence[str] = ()  # tables of policies, if the user named any
    questions: int = 0
    unanswered: int = 0  # questions left open because --games allows no more games
    alpha: float = FALSE_DISCOVERY_RATE
    games: int = 0  # games played now, without kept ones
    faults: list[Fault] = field(default_factory=list)  # faults of variants that cannot be played
    unbegun: list[Finding] = field(default_factory=list)  # findings on variants that were not started
    stopped: str = ""  # why not everything was played: "interrupted", or "time"
