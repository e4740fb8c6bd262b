"""The dynamic check: every variant at every number of players with every table of policies, played and judged."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cardgen.definitions.examples import read_examples
from cardgen.definitions.game import BASE, Game
from cardgen.definitions.load import load_game
from cardgen.errors import Place, fail
from cardgen.findings import Finding
from cardgen.library import Home
from cardgen.play.examples import prove
from cardgen.play.game import PlayedGame
from cardgen.validation.cells import Cell, cells
from cardgen.validation.compare import Difference, differences, told
from cardgen.validation.judge import judge_cell, judge_variant
from cardgen.validation.simulate import simulate


@dataclass(slots=True)
class Judged:
    """A cell with what is found in it, and how it differs from the base game's."""

    cell: Cell
    findings: list[Finding] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)


@dataclass(slots=True)
class Played:
    """One variant's part of a report; `decks` says by number of players whether the deck suffices, and how far."""

    game: PlayedGame
    cells: list[Judged] = field(default_factory=list)
    decks: dict[int, tuple[bool, str]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)  # those that need several cells
    partial: bool = False
    asked: bool = True  # a base game that only serves to compare variants with is not reported

    def keep_still(self, codes: Collection[str]) -> None:
        """Leaves out the findings of these codes, which the author means to be so."""
        for findings in (self.findings, *(judged.findings for judged in self.cells)):
            findings[:] = [finding for finding in findings if finding.code not in codes]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked of the dynamic check."""

    players: tuple[int, ...] = ()
    policies: tuple[str, ...] = ()
    games: int | None = None
    seed: int = 0
    settings: Mapping[str, str] = field(default_factory=dict)


def check_play(
    home: Home, variants: Sequence[str], plan: Plan, tell: Callable[[str], None] = lambda _: None
) -> list[Played]:
    """Plays and judges variants of a game; empty for one without an engine.

    `tell` hears of each cell before it is played. On Ctrl-C, what is known so far comes back, marked as partial.
    Raises InputError for what cannot be played at all, policies and measures that do not exist.
    """
    loaded = [load_game(home, variant, plan.settings) for variant in variants]
    if loaded[0].engine is None:
        return []
    found = [Played(PlayedGame(game)) for game in loaded]
    for played in found:
        played.findings += [*_wordless(played.game), *_doubts(played.game), *_examples(played.game)]
    planned = [list(_cells(played, plan)) for played in found]  # so that all faults are told before anything is played
    base: dict[tuple, Cell] = {}
    if BASE not in variants:
        found.insert(0, Played(PlayedGame(load_game(home, BASE, plan.settings)), asked=False))
        planned.insert(0, [cell for cell in _cells(found[0], plan) if cell.uniform])
    for index, (played, todo) in enumerate(zip(found, planned, strict=True)):
        try:
            for cell in todo:
                tell(f"{home.name} / {cell.definition.variant}, {cell.players} players, {cell.title}")
                played.cells.append(Judged(cell))
                simulate(cell, plan.games)
        except KeyboardInterrupt:
            for stopped in found[index:]:
                stopped.partial = True
                stopped.findings.append(_interrupted(stopped.game.definition))
        _judge(played, base)
        if played.partial:
            break
    for played in found:
        played.keep_still(played.game.definition.quiet)
    return [played for played in found if played.asked and (played.cells or played.decks)]


def _examples(game: PlayedGame) -> Iterator[Finding]:
    """The examples that do not come true when they are played."""
    definition = game.definition
    base = load_game(definition.home) if definition.variant_file else definition
    for example in read_examples(definition, base):
        for fault in prove(game, example) if example.holds else ():
            message = f"{example.name}: {fault}"
            yield Finding("example-wrong", message, example.place, definition.name, definition.variant)


def _wordless(game: PlayedGame) -> Iterator[Finding]:
    """What a playthrough may have to tell and the game has no words for."""
    definition, engine = game.definition, game.machine.engine
    first = definition.languages[0]
    keys = [*(f"end.{name}" for name in engine.ENDS if name), *(f"silence.{name}" for name in engine.SILENCES)]
    for key in keys:
        if f"play.{key}" not in definition.strings[first]:
            place = Place(str(definition.home.strings(first)))
            message = f"{first}: playthroughs have no words 'play.{key}'"
            yield Finding("string-missing", message, place, definition.name, definition.variant)


def _doubts(game: PlayedGame) -> Iterator[Finding]:
    """What the engine finds doubtful about the cards before anything is played."""
    definition = game.definition
    for code, message, place in getattr(game.machine.zones, "doubts", lambda *_: ())(definition, game.table):
        yield Finding(code, message, place, definition.name, definition.variant)


def _cells(played: Played, plan: Plan) -> Sequence[Cell]:
    game = played.game.definition
    low, high = game.players
    high = min(high, played.game.machine.zones.MOST_PLAYERS)
    counts = plan.players or range(low, high + 1)
    for count in counts:
        if not low <= count <= high:
            raise fail(f"--players: {game.name} is for {low} to {high} players, not {count}")
    enough = []
    for count in counts:
        suffices, told_size = played.game.machine.zones.deck_needs(game, played.game.table, count)
        played.decks[count] = (suffices, told_size)
        if suffices:
            enough.append(count)
        else:
            place = game.decks[0].node.place
            finding = Finding("deck-too-small", told_size, place, game.name, game.variant, count)
            played.findings.append(finding)
    found = list(cells(played.game, enough, plan.policies, plan.seed))
    if plan.policies and enough and not found:
        raise fail(
            f"--policies: {', '.join(plan.policies)}: no such table seats {' or '.join(map(str, enough))} players"
        )
    return found


def _interrupted(definition: Game) -> Finding:
    message = "stopped before all games were played"
    return Finding("interrupted", message, None, definition.name, definition.variant)


def _judge(played: Played, base: dict[tuple, Cell]) -> None:
    """Findings of a variant; the first variant without changes is what later ones are compared with."""
    is_base = played.game.definition.variant == BASE
    for judged in played.cells:
        cell = judged.cell
        judged.findings += judge_cell(cell)
        key = (cell.players, cell.table, tuple(cell.options.items()))
        if is_base:
            base[key] = cell
        elif key in base:
            judged.differences = differences(cell, base[key])
            judged.findings += told(cell, judged.differences)
    played.findings += judge_variant([judged.cell for judged in played.cells])
