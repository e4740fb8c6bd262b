"""Shows the progress of a check on a terminal: a line for each variant, updated in place, and how long it may take."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from cardgen.foundations.findings import SEVERITIES, Finding
from cardgen.foundations.terminal import escape, takes_escapes
from cardgen.play.tiers import Tiers
from cardgen.validation.questions.beside import as_in_base
from cardgen.validation.telling.grouping import groups
from cardgen.validation.wording import quantity

if TYPE_CHECKING:
    from cardgen.validation.questions.evidence import Verdict
    from cardgen.validation.results import VariantResult
    from cardgen.validation.sampling.cells import Cell

REDRAW_SECONDS = 0.1  # seconds between two drawings
MAX_LINES = 12  # variants that are shown at a time: those with the latest news
BAR = 30  # characters of the bar
ESTIMATE_AFTER = 3.0  # seconds after which the bar shows the time left


class Live:
    """Draws below the last line of a terminal, over what it drew before; `clear` removes it."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.begun = time.monotonic()
        self._lines: dict[str, str] = {}
        self._findings: dict[int, list[Finding]] = {}
        self._bar = ""
        self._drawn = 0
        self._last = 0.0

    def variant_started(self, part: VariantResult) -> None:
        """Adds a variant without results."""

    def playing(self, cell: Cell, share: Callable[[], float]) -> None:
        if time.monotonic() - self._last >= REDRAW_SECONDS:
            done = share()
            full = int(BAR * done)
            about = f"{cell.definition.name} / {cell.definition.variant}, {cell.players} players, {cell.title}"
            if Tiers.compiling:
                about = "cardgen compiles the engine, once on this machine"
            self._bar = f"[{'#' * full}{'.' * (BAR - full)}]{self._left(done)} {about}"
            self._draw()

    def verdict(self, part: VariantResult, verdicts: Sequence[Verdict]) -> None:
        findings = [*part.findings, *(verdict.finding() for verdict in verdicts if verdict.finding)]
        self._findings[id(part)] = findings
        if part.base:
            of_base = self._findings.get(id(part.base), [])
            findings = [finding for finding in findings if not as_in_base(finding, of_base)]
        if part.asked:
            title = f"{part.game.definition.name} / {part.game.definition.edition}"
            self._lines.pop(title, None)  # the latest news is last
            self._lines[title] = f"{title}: {_glance(part, findings, sum(bool(verdict.open) for verdict in verdicts))}"
            self._draw()

    def clear(self) -> None:
        self._lines, self._bar = {}, ""
        self._draw()

    def _left(self, done: float) -> str:
        spent = time.monotonic() - self.begun
        if spent < ESTIMATE_AFTER or not done:
            return ""
        left = spent * (1 - done) / done
        return f" at most {left / 60:.0f} min" if left > 90 else f" at most {left:.0f} s"

    def _draw(self) -> None:
        width, height = shutil.get_terminal_size()
        lines = [*self._lines.values()][-min(MAX_LINES, height - 2) :]
        lines += [self._bar] * bool(self._bar)
        up = f"\033[{self._drawn}A" * bool(self._drawn)
        drawn = "".join(f"{escape(line)[: width - 1]}\033[K\n" for line in lines)
        print(f"\r{up}{drawn}\033[J", end="", file=self.stream, flush=True)
        self._drawn, self._last = len(lines), time.monotonic()


@contextmanager
def watching() -> Iterator[Live | None]:
    """Shows progress on a terminal until the check is over; in a pipe, it yields None."""
    live = Live(sys.stderr) if takes_escapes(sys.stderr) else None
    try:
        yield live
    finally:
        if live:
            live.clear()


def _glance(part: VariantResult, findings: Sequence[Finding], unsure: int) -> str:
    """`deck yes, ends yes; 2 warnings; 14 questions open`."""
    cells = [judged.cell for judged in part.cells]
    games = sum(cell.seen.games for cell in cells)
    endless = sum(cell.seen.total("endless") for cell in cells if cell.ends)
    suffices = all(enough for enough, _ in part.decks.values())
    said = [group.first.severity for group in groups(findings)]
    counts = [quantity(said.count(severity), severity) for severity in SEVERITIES if severity in said]
    return "; ".join(
        [
            f"deck {'yes' if suffices else 'NO'}, ends {'NO' if endless else 'yes'}",
            ", ".join(counts) or "nothing to report",
            f"{quantity(unsure, 'question')} open" if unsure else "settled",
            quantity(games, "game"),
        ]
    )
