"""The process that plays checks for the desk, so pages stay quick. Requests and answers are lines of JSON.

A request is `{"warm": FOLDER}` to prepare a game's engine, `{"try": {...}}` with the keys of a `CheckRequest`, or
`{"stop": ID}`. An answer has a `kind`: begun, progress, figures, done or fault. The process ends when its input does.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import field
from queue import Empty, SimpleQueue
from threading import Thread

from cardgen.definitions.game import BASE
from cardgen.desk.figures import figures_of
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError
from cardgen.foundations.findings import Finding
from cardgen.play.game import PlayedGame
from cardgen.play.tiers import Tiers
from cardgen.rules.load import load_game
from cardgen.store.library import Home, find_game
from cardgen.validation.plan import Plan
from cardgen.validation.play import check_play
from cardgen.validation.questions.evidence import Verdict
from cardgen.validation.questions.judge import judge_cell
from cardgen.validation.results import Check, VariantResult
from cardgen.validation.sampling.cells import Cell, cells
from cardgen.validation.sampling.confidence import FALSE_DISCOVERY_RATE
from cardgen.validation.sampling.sampler import Sampler, ThreadExecutor
from cardgen.validation.telling.report import as_json

IDLE_SECONDS = 120.0  # seconds without a request until the process ends
REPORT_SECONDS = 0.25  # seconds between two answers
MAX_REPORT_SHARE = 0.1  # the most of the time that answers can take
MAX_BEFORE = 4_096  # games in each cell of the game to compare with
Say = Callable[[dict[str, object]], None]


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """A check to play: `folder` is the game's, `settings` are as `--set` takes them."""

    id: int
    folder: str
    variant: str = BASE
    settings: dict[str, str] = field(default_factory=dict)
    players: tuple[int, ...] = ()
    policies: tuple[str, ...] = ()
    games: int | None = None
    seed: int = 0
    deep: bool = False

    @property
    def plan(self) -> Plan:
        return Plan(tuple(self.players), tuple(self.policies), self.games, self.seed, self.settings, deep=self.deep)


class Watching:
    """Reports the progress of a check and what is known so far; stops it if `stopped` says so."""

    def __init__(self, asked: CheckRequest, home: Home, say: Say, stopped: Callable[[], bool]) -> None:
        self.asked, self.home, self.say, self.stopped = asked, home, say, stopped
        self.part: VariantResult | None = None
        self.before: list[Cell] = []
        self._known: list[Finding] = []  # as of the last time that all questions were asked
        self._next = self._next_progress = 0.0

    def variant_started(self, part: VariantResult) -> None:
        if part.asked:
            self.part = part
            self._figures(part.findings)

    def playing(self, cell: Cell, share: Callable[[], float]) -> None:
        if self.stopped():
            raise KeyboardInterrupt
        now = time.monotonic()
        if now >= self._next_progress:
            self._next_progress = now + REPORT_SECONDS
            about = {"players": cell.players, "table": cell.title, "compiling": Tiers.compiling > 0}
            self.say({"kind": "progress", "share": share(), **about})
        if self.part and now >= self._next and any(judged.cell.seen.games for judged in self.part.cells):
            self._figures(self._findings())

    def verdict(self, part: VariantResult, verdicts: Sequence[Verdict]) -> None:
        if part is not self.part or self.stopped():
            return
        self._compare(part)
        findings = [*part.findings, *(verdict.finding() for verdict in verdicts if verdict.finding)]
        self._known = findings
        self._figures(findings, sum(bool(verdict.open) for verdict in verdicts))

    def _findings(self) -> list[Finding]:
        """The latest findings or, before the first, those of the cells that already have games."""
        assert self.part
        if self._known:
            return self._known
        judged = (verdict for judged in self.part.cells if judged.cell.seen.games
                  for verdict in judge_cell(judged.cell, FALSE_DISCOVERY_RATE))  # fmt: skip
        return [*self.part.findings, *(verdict.finding() for verdict in judged if verdict.finding)]

    def _figures(self, findings: Sequence[Finding], unsure: int | None = None) -> None:
        assert self.part
        begun = time.monotonic()
        known = [finding for finding in findings if finding.code not in self.part.game.definition.quiet]
        self.say({"kind": "figures", "open": unsure} | figures_of(self.part, known, self.before))
        now = time.monotonic()
        self._next = now + max(REPORT_SECONDS, (now - begun) / MAX_REPORT_SHARE)

    def _compare(self, part: VariantResult) -> None:
        """Plays the game to compare with as often: without the settings, or the game that a variant changes."""
        if not self.asked.settings and self.asked.variant == BASE:
            return
        mine = [judged.cell for judged in part.cells if judged.cell.sensible]
        if not self.before and mine:
            game = PlayedGame(load_game(self.home, self.asked.variant if self.asked.settings else BASE))
            seated = [cell.players for cell in mine if cell.players in game.player_counts]
            if deals := [players for players in seated if _deals(game, players)]:
                sensible = part.game.engine.policies.POLICIES[:1]
                self.before = list(cells(game, list(dict.fromkeys(deals)), sensible, self.asked.seed))
        games = min([cell.seen.games for cell in mine], default=0)
        with ThreadExecutor() as executor:
            Sampler(executor).play((cell, min(games, MAX_BEFORE)) for cell in self.before)


def _deals(game: PlayedGame, players: int) -> bool:
    return game.engine.zones.deck_needs(game.definition, game.table, players)[0]


def play(asked: CheckRequest, say: Say, stopped: Callable[[], bool] = lambda: False) -> Check | None:
    """Plays a check and reports on it; returns None if the game cannot be played."""
    try:
        home = find_game(asked.folder)
        say({"kind": "begun"})
        watching = Watching(asked, home, say, stopped)
        check = check_play([(home, [asked.variant])], asked.plan, watching)
    except InputError as error:
        say({"kind": "fault", "faults": [_fault(fault) for fault in error.faults]})
        return None
    for part in check.parts:
        figures = figures_of(part, part.all_findings, watching.before)
        say({"kind": "done", "stopped": check.stopped, "open": 0} | figures | {"document": as_json((), check)})
    if not check.parts:
        say({"kind": "done", "stopped": check.stopped, "document": as_json((), check)})
    return check


def _fault(fault: Fault) -> dict[str, object]:
    place = fault.place
    return {
        "message": fault.message,
        "code": fault.code,
        "file": place.file if place else None,
        "line": place.line if place else None,
        "column": place.column if place else None,
    }


def main() -> None:
    """Answers requests until there are no more, or until the process that asks has ended."""
    wanted: SimpleQueue[str | CheckRequest] = SimpleQueue()
    stops: set[int] = set()
    Thread(target=_listen, args=(wanted, stops), daemon=True).start()
    while True:
        try:
            asked = wanted.get(timeout=IDLE_SECONDS)
        except Empty:
            return
        if isinstance(asked, str):
            _warm(asked)
        else:
            _try(asked, stops)


def _try(one: CheckRequest, stops: set[int]) -> None:
    play(one, lambda message: _answer({"id": one.id} | message), lambda: one.id in stops)
    _answer({"id": one.id, "kind": "over"})


def _listen(wanted: SimpleQueue[str | CheckRequest], stops: set[int]) -> None:
    """Queues requests: the folder of a game to prepare, or a check to play."""
    for line in sys.stdin:
        asked = json.loads(line)
        if "stop" in asked:
            stops.add(asked["stop"])
        else:
            wanted.put(asked["warm"] if "warm" in asked else CheckRequest(**asked["try"]))
    os._exit(0)  # the process that asked is gone


def _warm(folder: str) -> None:
    try:
        game = load_game(find_game(folder))
        if game.engine is not None:
            PlayedGame(game).precompile()
    except InputError:
        return  # a try reports the fault


def _answer(message: dict[str, object]) -> None:
    try:
        print(json.dumps(message), flush=True)
    except BrokenPipeError:
        os._exit(0)  # the process that asked is gone


if __name__ == "__main__":
    main()
