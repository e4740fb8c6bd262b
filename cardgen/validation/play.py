"""Runs the dynamic check: plays and judges every variant at every number of players with every table of policies.

Of the findings that rest on chance, at most FALSE (`sampling/sound.py`) in the mean are false, over all cells and
questions of a run (false discovery rate): with K questions of which R are answered with yes, each answer rests on an
interval that is wrong with chance FALSE * R / K at most (Wang and Ramdas, "False discovery rate control with e-values",
Journal of the Royal Statistical Society B 84, 2022; intervals after selection: Xu, Wang and Ramdas, Electronic Journal
of Statistics 18, 2024). `_judge` finds that level.

The stopping rule: a cell gets more games as long as a verdict lists it in its `open` (`_goals`), and its variant has
budget left (`next_round` in `sampling/rounds.py`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import chain
from typing import TYPE_CHECKING, Protocol

from cardgen.definitions.game import BASE, Game
from cardgen.foundations.errors import Fault, InputError, fail
from cardgen.foundations.findings import Finding
from cardgen.play.clauses.native import interpreter_is_missing, make_interpreter
from cardgen.play.game import PlayedGame
from cardgen.play.playthrough import RANDOM
from cardgen.press.cores import beside
from cardgen.rules.load import load_game
from cardgen.store.library import Home
from cardgen.store.processes import processors
from cardgen.validation.before import before_play
from cardgen.validation.plan import Plan
from cardgen.validation.questions.beside import no_longer_met
from cardgen.validation.questions.evidence import Verdict
from cardgen.validation.questions.judge import doubt_play, judge_cell, judge_variant
from cardgen.validation.questions.moot import moot_rules
from cardgen.validation.questions.never import never
from cardgen.validation.results import Check, JudgedCell, VariantResult
from cardgen.validation.sampling import kept
from cardgen.validation.sampling.cells import Cell, cells, counts_of, further_cells
from cardgen.validation.sampling.cluster import open_executor
from cardgen.validation.sampling.rounds import BUDGET, DEEP, LEAST_ENDLESS, Sampler, cost, has_no_end, least, next_round
from cardgen.validation.sampling.seen import observe
from cardgen.validation.sampling.sound import FALSE

if TYPE_CHECKING:
    from cardgen.press.cores import BackgroundTask
    from cardgen.validation.static import Static

GLANCED = 1  # games with each number of players, for a first word
FEW = 2_000  # games asked for of each cell, up to which it takes longer to make quicker code than to do without it


class TimeIsUp(Exception):
    """Raised when the seconds of `--time` are over."""


class Watcher(Protocol):
    """Receives the progress of a check."""

    def comes(self, part: VariantResult) -> None:
        """Called for a new variant, before games of its cells are played."""

    def playing(self, cell: Cell, share: Callable[[], float]) -> None:
        """Called when a piece of games begins; `share` works out the part that is done, of the most that there can
        be."""

    def verdict(self, part: VariantResult, verdicts: Sequence[Verdict]) -> None:
        """Called with the answers on a variant so far."""


def check_play(
    jobs: Sequence[tuple[Home, Sequence[str]]],
    plan: Plan,
    watcher: Watcher | None = None,
    static: BackgroundTask[Static] | None = None,
) -> Check:
    """Plays and judges variants of games, and leaves out games without an engine.

    On Ctrl-C, what is known so far comes back, marked as partial.
    A variant that cannot be played, or is asked for policies or measures that do not exist, stops no other one: its
    faults come back beside what is found in these. Raises InputError with all faults where nothing can be played.
    `static` comes to tell, meanwhile, which variants have files that are not valid: these are left out as well.
    """
    check = Check(tables=plan.policies)
    asked = [(home.name, variant) for home, variants in jobs for variant in variants]
    with ExitStack() as beside_play:
        interpreter = _Interpreter(beside_play)
        coming = (part for home, variants in jobs for part in _parts(home, variants, plan, check.faults, interpreter))
        _check_play(check, asked, coming, plan, watcher, static)
        if check.stopped != "interrupted":
            interpreter.wait()
        _judge(check, no_more=plan.games is not None)
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
    budget = BUDGET * (DEEP if plan.deep else 1)

    def heard(done: int, total: int, cell: Cell) -> None:
        if static and static.is_known():
            _leave_out(check, asked, static)
        if stop and time.monotonic() > stop:
            raise TimeIsUp
        if watcher:
            watcher.playing(cell, lambda: _share_done(check.parts, budget))

    if first:
        with open_executor(plan.cluster) as executor:
            rounds = Sampler(executor, plan.fresh, heard)
            try:
                _play(chain([first], coming), check.parts, plan, rounds, budget, watcher)
            except KeyboardInterrupt:
                check.stopped = "interrupted"
            except TimeIsUp:
                check.stopped = "time"
        kept.prune()
        check.games = rounds.played
    if static:
        _leave_out(check, asked, static)
    if check.faults and not any(part.asked for part in check.parts):
        raise InputError(*dict.fromkeys(check.faults))


class _Interpreter:
    """The interpreter of clauses, which questions on variants need: if it is not compiled yet, a process beside does
    that while this one compiles what plays all games."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._made: BackgroundTask[None] | None = None

    def begin(self, game: Game) -> None:
        """Begins with it if this game needs it, and if there is a processor for it."""
        if self._made is None and game.clauses is not None and interpreter_is_missing() and processors() > 1:
            self._made = self._stack.enter_context(beside(make_interpreter))

    def wait(self) -> None:
        """Waits until it is made."""
        if self._made:
            self._made.result()


def _leave_out(check: Check, asked: Sequence[tuple[str, str]], static: BackgroundTask[Static]) -> None:
    """Parts whose files are not valid are not told. Raises InputError where none is left."""
    wrong = static.result()[1]
    if wrong and all(each in wrong for each in asked):
        raise InputError(*dict.fromkeys(fault for faults in wrong.values() for fault in faults))
    for part in check.parts:
        part.asked = part.asked and (part.game.definition.name, part.game.definition.variant) not in wrong


def _play(
    coming: Iterable[VariantResult],
    parts: list[VariantResult],
    plan: Plan,
    rounds: Sampler,
    budget: int,
    watcher: Watcher | None,
) -> None:
    """All cells a little, then those with open questions, until none is left or the budget of each variant is used.

    What has come is in `parts`, whatever ends it.
    """
    for part in coming:  # the first one alone, so that something is known soon, most of all whether games end at all
        first = [*_first(part, parts, plan, watcher)]
        if watcher:
            _glance(part, watcher)
        rounds.play(goal for goal in first if goal[0].uniform == RANDOM)
        rounds.play((cell, _begins(part, cell, plan)) for cell, _ in first)
        if watcher:
            watcher.verdict(part, list(_verdicts(part, FALSE)))
        rounds.play(goal for part in coming for goal in _first(part, parts, plan, watcher))
    questions = 0
    for part in parts:
        verdicts = list(_verdicts(part, FALSE))
        questions += sum(verdict.chance is not None for verdict in verdicts)
        if watcher:
            watcher.verdict(part, verdicts)
    unsettled = list(parts) if plan.games is None and any(part.asked for part in parts) else []
    while unsettled:
        goals = [(part, _goals(part, FALSE / max(1, questions), plan, budget, watcher)) for part in unsettled]
        dear_first = sorted((goal for _, each in goals for goal in each), key=lambda goal: -cost(goal[0]))
        rounds.play(dear_first)  # so that no processor waits for the last one
        unsettled = [part for part, each in goals if each]


def _first(
    part: VariantResult, parts: list[VariantResult], plan: Plan, watcher: Watcher | None
) -> Iterator[tuple[Cell, int]]:
    """What a variant begins with, which has then come."""
    parts.append(part)
    if watcher:
        watcher.comes(part)
    yield from ((judged.cell, _begins(part, judged.cell, plan)) for judged in part.cells)


def _glance(part: VariantResult, watcher: Watcher) -> None:
    """What a random game with each number of players tells, while machine code is still to be made; the games that
    are counted are played after it."""
    at_random = [judged.cell for judged in part.cells if judged.cell.uniform == RANDOM]
    if not part.asked or all(cell.deals.are_quick for cell in at_random):
        return
    before = [cell.seen for cell in at_random]
    try:
        for cell in at_random:
            cell.seen = observe(cell.seen.what, cell.deals, cell.seed, GLANCED, few=True)
        watcher.verdict(part, [verdict for cell in at_random for verdict in judge_cell(cell, FALSE)])
    finally:
        for cell, seen in zip(at_random, before, strict=True):
            cell.seen = seen


def _begins(part: VariantResult, cell: Cell, plan: Plan) -> int:
    """With how many games a cell begins: with few where random play, of the base game too, has shown no end."""
    if plan.games:
        return plan.games
    beside = (judged.cell for each in (part, part.base) if each for judged in each.cells)
    alike = (other for other in beside if (other.uniform, other.players) == (RANDOM, cell.players))
    return LEAST_ENDLESS if any(map(has_no_end, alike)) else least(cell)


def _goals(
    part: VariantResult, level: float, plan: Plan, budget: int, watcher: Watcher | None
) -> list[tuple[Cell, int]]:
    """How many games the cells of a variant that are open shall have, and those that are called in where sensible
    players are doubted; none where it is settled."""
    verdicts = list(_verdicts(part, level))
    if watcher:
        watcher.verdict(part, verdicts)
    unsure = {id(cell) for verdict in verdicts for cell in verdict.open}
    cells = [judged.cell for judged in part.cells]
    goals = list(next_round(cells, lambda cell: id(cell) in unsure, budget))
    if further := [] if plan.policies else list(further_cells(cells)):
        part.cells += map(JudgedCell, further)
        goals += [(cell, _begins(part, cell, plan)) for cell in further]
    part.settled = not goals
    return goals


def _share_done(parts: Sequence[VariantResult], budget: int) -> float:
    """The part that is done of the most that there may be to do, if each variant used its budget."""
    spent = (budget if part.settled else min(budget, sum(cost(judged.cell) for judged in part.cells)) for part in parts)
    return sum(spent) / (budget * len(parts))


def _verdicts(part: VariantResult, level: float) -> Iterator[Verdict]:
    """All questions on a variant."""
    doubt_play([judged.cell for judged in part.cells], level)
    for judged in part.cells:
        yield from judged.verdicts(_of_base(part, judged.cell), level)
    yield from judge_variant([judged.cell for judged in part.cells], level)


def _of_base(part: VariantResult, cell: Cell) -> Cell | None:
    """The base game's cell of the same players, policies and options, where there is one."""
    like = (cell.players, cell.table, cell.options)
    others = (judged.cell for judged in part.base.cells) if part.base else ()
    return next((other for other in others if (other.players, other.table, other.options) == like), None)


def _judge(check: Check, no_more: bool) -> None:
    """The level at which answers bear one another out, and the findings at that level; where `no_more` games were asked
    for, how many questions they leave open."""
    while True:
        verdicts = [verdict for part in check.parts for verdict in _verdicts(part, check.level)]
        check.questions = sum(verdict.chance is not None for verdict in verdicts)
        level = FALSE * max(1, sum(verdict.chance is True for verdict in verdicts)) / max(1, check.questions)
        if level >= check.level:
            break
        check.level = level
    if no_more:
        check.unanswered = sum(verdict.chance is not None and bool(verdict.open) for verdict in verdicts)
    for part in check.parts:
        doubt_play([judged.cell for judged in part.cells], check.level)
        for judged in part.cells:
            verdicts = judged.verdicts(_of_base(part, judged.cell), check.level)
            judged.findings = [verdict.finding() for verdict in verdicts if verdict.finding]
        part.findings += _never(check, part)
        several = judge_variant([judged.cell for judged in part.cells], check.level)
        part.findings += [verdict.finding() for verdict in several if verdict.finding]
        if check.stopped:
            part.partial = True
            part.cells = [judged for judged in part.cells if judged.cell.seen.games]
            part.findings.append(_stopped(part.game.definition.name, part.game.definition.variant, check.stopped))
        part.keep_still(part.game.definition.quiet)
    for part in check.parts:
        if part.base:
            part.mark(part.base.all_findings)
            part.findings = no_longer_met(part.findings, part.base.played_cells)
    check.parts = [part for part in check.parts if part.asked and (part.cells or part.decks or part.findings)]


def _never(check: Check, part: VariantResult) -> Sequence[Finding]:
    """What the games tell that are played for this alone: none are, once somebody does not want to wait any longer."""
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
    """The variants of a game with their cells, and its base, which need not be asked for; none without an engine.

    Those at fault are left out, and their faults added to `faults`.
    """
    base = None
    for variant in dict.fromkeys((BASE, *variants)):
        try:
            definition = load_game(home, variant, plan.settings)
            if definition.engine is None:
                continue
            played = PlayedGame(definition)
            interpreter.begin(definition)
            played.hasten(few=plan.games is not None and plan.games <= FEW)
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
    part = VariantResult(game, asked=asked)
    part.findings += before_play(game)
    part.cells = [JudgedCell(cell) for cell in _cells(part, plan)]
    return part


def _cells(played: VariantResult, plan: Plan) -> Sequence[Cell]:
    game = played.game.definition
    enough = []
    for count in counts_of(played.game, plan.players):
        suffices, told_size = played.game.engine.zones.deck_needs(game, played.game.at_hand[0], count)
        played.decks[count] = (suffices, told_size)
        if suffices:
            enough.append(count)
        else:
            place = game.decks[0].node.place
            finding = Finding("deck-too-small", told_size, place, game.name, game.variant, count)
            played.findings.append(finding)
    found = list(cells(played.game, enough, plan.policies, plan.seed, plan.deep))
    if plan.policies and enough and not found:
        raise fail(
            f"--policies: {', '.join(plan.policies)}: expected policies for {' or '.join(map(str, enough))} players"
        )
    return found


def _stopped(game: str, variant: str, why: str) -> Finding:
    message = {
        "interrupted": "you stopped the check before all games were played",
        "time": "--time stopped the check before every question was settled; another run may have other results",
    }[why]
    return Finding("interrupted", message, None, game, variant)
