"""Runs the dynamic check: plays and judges every variant at every number of players with every table of policies.

Of the findings that rest on a sample, a share of at most FALSE_DISCOVERY_RATE (`sampling/confidence.py`) is false on
average, over all cells and questions of a run: with K questions of which R are answered with yes, each answer rests on
an interval that is wrong with chance FALSE_DISCOVERY_RATE * R / K at most (Wang and Ramdas, "False discovery rate
control with e-values", Journal of the Royal Statistical Society B 84, 2022; intervals after selection: Xu, Wang and
Ramdas, Electronic Journal of Statistics 18, 2024); for shares this is exact, for means and differences it holds
asymptotically. `_find_alpha` finds that alpha by `questions/discoveries.py`.

The stopping rule: a cell gets more games as long as a verdict lists it in its `open` (`_goals`), and its variant has
budget left (`next_round` in `sampling/sampler.py`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import chain
from typing import TYPE_CHECKING, Protocol

from cardgen.definitions.game import BASE, Game
from cardgen.foundations.errors import Fault, InputError, fail
from cardgen.foundations.findings import Finding
from cardgen.play.clauses.native import interpreter_is_missing, make_interpreter
from cardgen.play.game import PlayedGame
from cardgen.play.seating import RANDOM
from cardgen.press.cores import run_in_background
from cardgen.rules.load import load_game
from cardgen.store.library import Home
from cardgen.store.processes import processors
from cardgen.validation.before import before_play
from cardgen.validation.plan import Plan
from cardgen.validation.questions.beside import no_longer_met
from cardgen.validation.questions.discoveries import alpha_for, questions_of
from cardgen.validation.questions.evidence import Verdict
from cardgen.validation.questions.judge import doubt_play, judge_cell, judge_variant
from cardgen.validation.questions.moot import moot_rules
from cardgen.validation.questions.never import never
from cardgen.validation.results import CellResult, Check, VariantResult
from cardgen.validation.sampling import kept
from cardgen.validation.sampling.cells import Cell, cells, counts_of, further_cells
from cardgen.validation.sampling.cluster import open_executor
from cardgen.validation.sampling.confidence import FALSE_DISCOVERY_RATE
from cardgen.validation.sampling.game_sums import observe
from cardgen.validation.sampling.sampler import (
    BUDGET,
    DEEP_FACTOR,
    FIRST_PIECE_ENDLESS,
    Sampler,
    cost,
    has_no_end,
    least,
    next_round,
)

if TYPE_CHECKING:
    from cardgen.press.cores import BackgroundTask
    from cardgen.validation.static import Static

PREVIEW_GAMES = 1  # games for each number of players, before machine code is ready
FEW_GAMES = 2_000  # games of each cell up to which optimising takes longer than it saves


class TimeIsUp(Exception):
    """Raised when the seconds of `--time` are over."""


class Watcher(Protocol):
    """Receives the progress of a check."""

    def variant_started(self, part: VariantResult) -> None:
        """Called for a new variant, before games of its cells are played."""

    def playing(self, cell: Cell, share: Callable[[], float]) -> None:
        """Called when a piece of games begins; `share` works out the part of the budget that is used up."""

    def verdict(self, part: VariantResult, verdicts: Sequence[Verdict]) -> None:
        """Called with the answers on a variant so far."""


def check_play(
    jobs: Sequence[tuple[Home, Sequence[str]]],
    plan: Plan,
    watcher: Watcher | None = None,
    static: BackgroundTask[Static] | None = None,
) -> Check:
    """Plays and judges variants of games, and leaves out games without an engine.

    On Ctrl-C, returns the results so far, marked as partial.
    A variant that cannot be played, or is asked for policies or measures that do not exist, stops no other one: its
    faults are returned with the results of the others. Raises InputError with all faults if nothing can be played.
    `static` runs meanwhile and finds the variants with invalid files, which are left out too.
    """
    check = Check(tables=plan.policies)
    asked = [(home.name, variant) for home, variants in jobs for variant in variants]
    with ExitStack() as beside_play:
        interpreter = _Interpreter(beside_play)
        coming = (part for home, variants in jobs for part in _parts(home, variants, plan, check.faults, interpreter))
        _check_play(check, asked, coming, plan, watcher, static)
        if check.stopped != "interrupted":
            interpreter.wait()
        verdicts = _find_alpha(check)
        if plan.games is not None:  # --games allows no further games to answer these
            check.unanswered = sum(verdict.discovery is not None and bool(verdict.open) for verdict in verdicts)
        for part in check.parts:
            _report_findings(check, part)
        _compare_with_base(check)
        check.parts = [part for part in check.parts if part.asked and (part.cells or part.decks or part.findings)]
    if check.stopped:
        begun = {(part.game.definition.name, part.game.definition.variant) for part in check.parts}
        check.unbegun = [_stopped(*each, check.stopped) for each in asked if each not in begun]
    return check


def _check_play(
    check: Check,
    asked: Sequence[tuple[str, str]],
    coming: Iterator[VariantResult],
    plan: Plan,
    watcher: Watcher | None,
    static: BackgroundTask[Static] | None,
) -> None:
    """Plays the variants that come, until their questions are settled or the check is stopped."""
    first = next(coming, None)
    stop = time.monotonic() + plan.seconds if plan.seconds else None
    budget = BUDGET * (DEEP_FACTOR if plan.deep else 1)

    def report(done: int, total: int, cell: Cell) -> None:
        if static and static.is_known():
            _leave_out(check, asked, static)
        if stop and time.monotonic() > stop:
            raise TimeIsUp
        if watcher:
            watcher.playing(cell, lambda: _share_done(check.parts, budget))

    if first:
        with open_executor(plan.cluster) as executor:
            sampler = Sampler(executor, plan.fresh, report)
            try:
                _sample(chain([first], coming), check.parts, plan, sampler, budget, watcher)
            except KeyboardInterrupt:
                check.stopped = "interrupted"
            except TimeIsUp:
                check.stopped = "time"
        kept.prune()
        check.games = sampler.played
    if static:
        _leave_out(check, asked, static)
    if check.faults and not any(part.asked for part in check.parts):
        raise InputError(*dict.fromkeys(check.faults))


class _Interpreter:
    """The interpreter of clauses, which questions on variants need. If it is not compiled yet, another process does
    that while this one compiles what plays all games."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._made: BackgroundTask[None] | None = None

    def begin(self, game: Game) -> None:
        """Starts the process if this game needs the interpreter, and if there is a processor for it."""
        if self._made is None and game.clauses is not None and interpreter_is_missing() and processors() > 1:
            self._made = self._stack.enter_context(run_in_background(make_interpreter))

    def wait(self) -> None:
        """Waits until the interpreter is compiled."""
        if self._made:
            self._made.result()


def _leave_out(check: Check, asked: Sequence[tuple[str, str]], static: BackgroundTask[Static]) -> None:
    """Excludes variants with invalid files from the report. Raises InputError if none is left."""
    wrong = static.result()[1]
    if wrong and all(each in wrong for each in asked):
        raise InputError(*dict.fromkeys(fault for faults in wrong.values() for fault in faults))
    for part in check.parts:
        part.asked = part.asked and (part.game.definition.name, part.game.definition.variant) not in wrong


def _sample(
    coming: Iterator[VariantResult],
    parts: list[VariantResult],
    plan: Plan,
    sampler: Sampler,
    budget: int,
    watcher: Watcher | None,
) -> None:
    """Plays each cell a little, then those with open questions, until none is left or the budget of each variant is
    used up.

    `parts` has the variants that were started, even if an exception ends the play.
    """
    part = next(coming)  # the first variant alone, to show something soon, most of all whether games end at all
    first = list(_start(part, parts, plan, watcher))
    if watcher:
        _preview(part, watcher)
    sampler.play(goal for goal in first if goal[0].uniform == RANDOM)
    sampler.play((cell, _first_games(part, cell, plan)) for cell, _ in first)
    if watcher:
        watcher.verdict(part, _judge(part, FALSE_DISCOVERY_RATE))
    sampler.play(goal for other in coming for goal in _start(other, parts, plan, watcher))
    questions = 0
    for part in parts:
        verdicts = _judge(part, FALSE_DISCOVERY_RATE)
        questions += questions_of(verdicts)
        if watcher:
            watcher.verdict(part, verdicts)
    unsettled = list(parts) if plan.games is None and any(part.asked for part in parts) else []
    while unsettled:
        alpha = FALSE_DISCOVERY_RATE / max(1, questions)
        goals = [(part, _goals(part, alpha, plan, budget, watcher)) for part in unsettled]
        expensive_first = sorted((goal for _, each in goals for goal in each), key=lambda goal: -cost(goal[0]))
        sampler.play(expensive_first)  # else the other processors would wait for the last one
        unsettled = [part for part, each in goals if each]


def _start(
    part: VariantResult, parts: list[VariantResult], plan: Plan, watcher: Watcher | None
) -> Iterator[tuple[Cell, int]]:
    """Adds a variant to the check, announces it, and returns the first number of games for each cell. The numbers are
    worked out late, because games that are played meanwhile may turn out to be endless."""
    parts.append(part)
    if watcher:
        watcher.variant_started(part)
    return ((judged.cell, _first_games(part, judged.cell, plan)) for judged in part.cells)


def _preview(part: VariantResult, watcher: Watcher) -> None:
    """Reports what one random game with each number of players shows, while machine code is being compiled. These games
    are not counted."""
    at_random = [judged.cell for judged in part.cells if judged.cell.uniform == RANDOM]
    if not part.asked or all(cell.spec.are_quick for cell in at_random):
        return
    before = [cell.seen for cell in at_random]
    try:
        for cell in at_random:  # the watcher reads the cells of the part, too
            cell.seen = observe(cell.seen.what, cell.spec, cell.seed, PREVIEW_GAMES, few=True)
        watcher.verdict(part, [verdict for cell in at_random for verdict in judge_cell(cell, FALSE_DISCOVERY_RATE)])
    finally:
        for cell, seen in zip(at_random, before, strict=True):
            cell.seen = seen


def _first_games(part: VariantResult, cell: Cell, plan: Plan) -> int:
    """How many games a cell begins with: few if random play, of the base game too, has shown no end."""
    if plan.games:
        return plan.games
    others = (judged.cell for each in (part, part.base) if each for judged in each.cells)
    alike = (other for other in others if (other.uniform, other.players) == (RANDOM, cell.players))
    return FIRST_PIECE_ENDLESS if any(map(has_no_end, alike)) else least(cell)


def _goals(
    part: VariantResult, alpha: float, plan: Plan, budget: int, watcher: Watcher | None
) -> list[tuple[Cell, int]]:
    """The number of games that each open cell must have next. If sensible players are doubted, adds further cells to
    the variant. Marks the variant as settled if no cell is open."""
    verdicts = _judge(part, alpha)
    if watcher:
        watcher.verdict(part, verdicts)
    unsure = {id(cell) for verdict in verdicts for cell in verdict.open}
    current = [judged.cell for judged in part.cells]
    goals = list(next_round(current, lambda cell: id(cell) in unsure, budget))
    if further := [] if plan.policies else list(further_cells(current)):
        part.cells += map(CellResult, further)
        goals += [(cell, _first_games(part, cell, plan)) for cell in further]
    part.settled = not goals
    return goals


def _share_done(parts: Sequence[VariantResult], budget: int) -> float:
    """The part of the budgets of all variants that is used up. A settled variant counts with its whole budget."""
    spent = (budget if part.settled else min(budget, sum(cost(judged.cell) for judged in part.cells)) for part in parts)
    return sum(spent) / (budget * len(parts))


def _judge(part: VariantResult, alpha: float) -> list[Verdict]:
    """Judges the cells of a variant, and returns all verdicts on it at an alpha."""
    _judge_cells(part, alpha)
    several = judge_variant([judged.cell for judged in part.cells], alpha)
    return [*(verdict for judged in part.cells for verdict in judged.verdicts), *several]


def _judge_cells(part: VariantResult, alpha: float) -> None:
    """Marks the cells whose players are doubted, and judges each cell alone."""
    doubt_play([judged.cell for judged in part.cells], alpha)
    for judged in part.cells:
        judged.evaluate(_of_base(part, judged.cell), alpha)


def _of_base(part: VariantResult, cell: Cell) -> Cell | None:
    """The base game's cell of the same players, policies and options, if there is one."""
    like = (cell.players, cell.table, cell.options)
    others = (judged.cell for judged in part.base.cells) if part.base else ()
    return next((other for other in others if (other.players, other.table, other.options) == like), None)


def _find_alpha(check: Check) -> list[Verdict]:
    """Lowers `check.alpha` until it satisfies the false discovery rate of its own answers, which it returns."""
    while True:
        verdicts = [verdict for part in check.parts for verdict in _judge(part, check.alpha)]
        check.questions, alpha = questions_of(verdicts), alpha_for(verdicts)
        if alpha >= check.alpha:
            return verdicts
        check.alpha = alpha


def _report_findings(check: Check, part: VariantResult) -> None:
    """Makes the findings of a variant at the alpha of the check, and moves the accepted ones to the quiet ones."""
    _judge_cells(part, check.alpha)
    for judged in part.cells:
        judged.findings = [verdict.finding() for verdict in judged.verdicts if verdict.finding]
    part.findings += _never(check, part)
    several = judge_variant([judged.cell for judged in part.cells], check.alpha)
    part.findings += [verdict.finding() for verdict in several if verdict.finding]
    if check.stopped:
        part.partial = True
        part.cells = [judged for judged in part.cells if judged.cell.seen.games]
        part.findings.append(_stopped(part.game.definition.name, part.game.definition.variant, check.stopped))
    part.apply_quiet(part.game.definition.quiet)


def _compare_with_base(check: Check) -> None:
    """Marks the findings that a variant shares with its base game, and those about what it no longer has."""
    for part in check.parts:
        if part.base:
            part.mark(part.base.all_findings)
            part.findings = no_longer_met(part.findings, part.base.played_cells)


def _never(check: Check, part: VariantResult) -> Sequence[Finding]:
    """The findings of extra games that show what never happens; none after Ctrl-C, which also stops these games."""
    if not part.asked or check.stopped == "interrupted":
        return ()
    try:
        return list(never(part.game, sorted({cell.players for cell in part.played_cells})))
    except KeyboardInterrupt:
        check.stopped = "interrupted"
        return ()


def _parts(
    home: Home, variants: Sequence[str], plan: Plan, faults: list[Fault], interpreter: _Interpreter
) -> Iterator[VariantResult]:
    """Yields the variants of a game with their cells, and its base, which need not be asked for; none without an
    engine. It leaves out invalid variants, and adds their faults to `faults`.
    """
    base = None
    for variant in dict.fromkeys((BASE, *variants)):
        try:
            definition = load_game(home, variant, plan.settings)
            if definition.engine is None:
                continue
            played = PlayedGame(definition)
            interpreter.begin(definition)
            played.precompile(quick=plan.games is not None and plan.games <= FEW_GAMES)
            part = _part(played, plan, variant in variants)
            part.base = base
            if base:
                interpreter.wait()
                part.findings += moot_rules(part.game, base.game)
            elif variant == BASE:
                base = part
            yield part
        except InputError as error:
            faults += error.faults if variant in variants else ()


def _part(game: PlayedGame, plan: Plan, asked: bool) -> VariantResult:
    result = VariantResult(game, asked=asked)
    result.findings += before_play(game)
    counts = _check_decks(result, plan)
    result.cells = [CellResult(cell) for cell in _cells(game, counts, plan)]
    return result


def _check_decks(result: VariantResult, plan: Plan) -> list[int]:
    """Checks for each number of players whether the deck is large enough, and adds findings. Returns the numbers for
    which it is."""
    definition, zones = result.game.definition, result.game.engine.zones
    enough = []
    for count in counts_of(result.game, plan.players):
        suffices, explanation = zones.deck_needs(definition, result.game.fastest_tables[0], count)
        result.decks[count] = (suffices, explanation)
        if suffices:
            enough.append(count)
        else:
            about = definition.decks[0].node.place, definition.name, definition.variant, count
            result.findings.append(Finding("deck-too-small", explanation, *about))
    return enough


def _cells(game: PlayedGame, counts: Sequence[int], plan: Plan) -> list[Cell]:
    """The cells for these numbers of players. Raises InputError for policies that none of them can have."""
    all_cells = list(cells(game, counts, plan.policies, plan.seed, plan.deep))
    if plan.policies and counts and not all_cells:
        raise fail(
            f"--policies: {', '.join(plan.policies)}: expected policies for {' or '.join(map(str, counts))} players"
        )
    return all_cells


def _stopped(game: str, variant: str, why: str) -> Finding:
    message = {
        "interrupted": "you stopped the check before all games were played",
        "time": "--time stopped the check before every question was settled; another run may have other results",
    }[why]
    return Finding("interrupted", message, None, game, variant)
