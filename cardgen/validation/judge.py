"""What played games say about a variant: findings, each with a game to look at."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from cardgen.definitions import nodes
from cardgen.findings import Finding
from cardgen.play.records import MOST_SEATS
from cardgen.validation import titles
from cardgen.validation.cells import Cell
from cardgen.validation.evidence import finding
from cardgen.validation.kinds import kinds
from cardgen.validation.measures import STRICT, Estimate, Measure, measures, normal, sole, wilson
from cardgen.validation.offers import judge_gains, judge_goals, judge_offers
from cardgen.validation.simulate import verdict
from cardgen.validation.wording import counted, percent

OFTEN = 0.01  # share of games from which a silence or a dead end is more than a curiosity
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
ADVANTAGE = 0.05  # parts of the wins by which a seat is called favoured
PACES = 1.25  # by so many times people think faster or slower than `minutes` reckons
IDLE_OFTEN = 0.5  # share of a card's plays without effect from which it is spoken of


def judge_cell(cell: Cell) -> list[Finding]:
    """Findings on one cell alone."""
    if not len(cell.results):
        return []
    judges = (_endless, _dead_ends, _silences, _expectations, _seats, _idle, judge_offers, _duration)
    return [finding for judge in judges for finding in judge(cell)]


def _endless(cell: Cell) -> Iterator[Finding]:
    unfinished = cell.results["finished"] == 0
    if unfinished.any():
        bound = int(cell.results["decisions"][unfinished].max())
        message = f"with {cell.title}, {percent(unfinished.mean())} of games are not over after {bound:,} decisions"
        yield finding(cell, "endless", message, unfinished)


def _dead_ends(cell: Cell) -> Iterator[Finding]:
    stuck = cell.results["dead_ends"] > 0
    if stuck.any():
        code = "dead-end" if _often(stuck) else "rare-dead-end"
        message = f"with {cell.title}, a player has no legal action in {percent(stuck.mean())} of games"
        yield finding(cell, code, message, stuck, cell.results["dead_end_turn"])


def _silences(cell: Cell) -> Iterator[Finding]:
    for case, (name, fact) in enumerate(cell.game.machine.engine.SILENCES.items()):
        met = cell.results["silences"][:, case] > 0
        if met.any():
            said = titles.silence(cell.game, name)
            message = f"with {cell.title}, in {percent(met.mean())} of games: {said} ({fact})"
            turns = cell.results["silent_turn"][:, case]
            yield finding(cell, "silence", message, met, turns, topic=name)


def _often(games: np.ndarray) -> bool:
    """Whether it comes in more than OFTEN of all games, as far as these games tell."""
    return wilson(games.sum(), len(games)).low > OFTEN


def _expectations(cell: Cell) -> Iterator[Finding]:
    known = measures(cell.game, cell.players)
    for asked in cell.asked:
        measure = known[asked.measure]
        found = measure.estimate(cell.results, STRICT)
        met = verdict(found, asked.low, asked.high)
        if met:
            continue
        code = "expect-open" if met is None else "expect-missed"
        told = f"{asked.measure} with {cell.title}: expected {asked.said}, measured {_told(measure, found)}"
        if met is None:
            told += f"; {counted(found.games, 'game')} cannot tell"
        values = measure.of(cell.results)
        outside = (values > asked.high) | (values < asked.low)
        yield finding(cell, code, told, outside, place=asked.place, topic=asked.measure)


def _told(measure: Measure, found: Estimate) -> str:
    scale, unit = (100, "%") if measure.share else (1, "")
    if math.isinf(found.low):
        return f"{found.mean * scale:.2f}{unit}"
    return f"{found.mean * scale:.2f}{unit} (99% interval {found.low * scale:.2f} to {found.high * scale:.2f})"


def _seats(cell: Cell) -> Iterator[Finding]:
    """Who is favoured among equals who play sensibly: a seat or, where the first player is drawn by lot, a colour."""
    if not cell.sensible or cell.players < 2:
        return
    players, winners, first = np.arange(cell.players)[:, None], cell.results["winners"], cell.results["first"]
    seats = winners == 1 << players
    yield from _favoured(cell, "seat-advantage", seats, [f"the {name} player" for name in ORDINALS])
    if first.any():
        owners = winners == 1 << ((players - first) % cell.players)
        names = [f"player {player + 1}, whose colour or cards are always the same," for player in range(MOST_SEATS)]
        yield from _favoured(cell, "colour-advantage", owners, names)


def _favoured(cell: Cell, code: str, wins: np.ndarray, names: Sequence[str]) -> Iterator[Finding]:
    """Rows of `wins` that are clearly longer or shorter than their mean."""
    shares = [wilson(row.sum(), len(row), STRICT) for row in wins]
    fair = sum(share.mean for share in shares) / len(shares)
    for row, share, name in zip(wins, shares, names, strict=False):
        if abs(share.mean - fair) > ADVANTAGE and not share.low <= fair <= share.high:
            kind = "more" if share.mean > fair else "less"
            interval = f"{percent(share.low)} to {percent(share.high)}"
            message = f"with {cell.title}, {name} wins {percent(share.mean)} of games ({interval})"
            yield finding(cell, code, f"{message}, clearly {kind} than {percent(fair)}", row)


def _duration(cell: Cell) -> Iterator[Finding]:
    """Sensible play that takes clearly more or less time than the game's own `minutes:` tells buyers."""
    told = cell.definition.minutes
    if told is None or not cell.sensible:
        return
    measure = measures(cell.game, cell.players)["minutes"]
    found = measure.estimate(cell.results, STRICT)
    if found.low > told.high * PACES or found.high < told.low / PACES:
        values = measure.of(cell.results)
        outside = (values > told.high) | (values < told.low)
        message = f"with {cell.title}, a game takes about {found.mean:.0f} minutes; `minutes:` says {told.short}"
        yield finding(cell, "duration", message, outside, place=nodes.at(cell.definition.node, "minutes"))


def _idle(cell: Cell) -> Iterator[Finding]:
    """Cards of which most plays change nothing, though those who play them are sensible."""
    if not cell.sensible:
        return
    tallies = cell.results["tallies"]
    for kind in kinds(cell.game):
        played, idle = (int(tallies[:, place].sum()) for place in (kind.played, kind.idle))
        if wilson(idle, played, STRICT).low > IDLE_OFTEN:
            share = f"{percent(idle / played)} of its plays ({idle:,} of {played:,})"
            message = f"with {cell.title}, '{kind.title}' changes nothing in {share}"
            yield finding(cell, "often-idle", message, tallies[:, kind.idle] > 0, topic=kind.name)


def judge_variant(cells: Sequence[Cell]) -> list[Finding]:
    """Findings that need several cells of a variant: skill, and what never comes about."""
    found: list[Finding] = []
    groups: dict[tuple, list[Cell]] = {}
    for cell in cells:
        if len(cell.results):
            groups.setdefault((cell.players, tuple(cell.options.items())), []).append(cell)
    for group in groups.values():
        found += _skill(group)
    return [*found, *_never_used(cells), *judge_goals(cells), *judge_gains(cells)]


def _skill(group: Sequence[Cell]) -> Iterator[Finding]:
    """Who gains by playing otherwise than all others, against the same seat among equals."""
    sensible, *others = group[0].game.machine.policies.POLICIES
    alike = {cell.uniform: cell for cell in group if cell.uniform}
    if group[0].players == 1:
        yield from _skill_alone(alike, sensible)
    for cell in group:
        one, *rest = cell.table
        if cell.uniform or len(set(rest)) != 1 or rest[0] not in alike:
            continue
        mine, theirs = _first_wins(cell), _first_wins(alike[rest[0]])
        told = f"{one} against {rest[0]} wins {percent(mine.mean)} of games, {rest[0]} there {percent(theirs.mean)}"
        if one == sensible and rest[0] == "random" and mine.low <= theirs.high:
            yield finding(cell, "no-skill", told, sole(cell.results["winners"], 0))
        if one in others and rest[0] == sensible and mine.low > theirs.high:
            yield finding(cell, "simple-wins", told, sole(cell.results["winners"], 0))


def _skill_alone(alike: Mapping[str, Cell], sensible: str) -> Iterator[Finding]:
    """Alone, what counts is the score."""
    if {sensible, "random"} <= alike.keys():
        mine, theirs = (_mean_score(alike[name]) for name in (sensible, "random"))
        if mine.low <= theirs.high:
            told = f"{sensible} scores {mine.mean:.2f} alone, random {theirs.mean:.2f}"
            yield finding(alike[sensible], "no-skill", told, alike[sensible].results["finished"] == 1)


def _mean_score(cell: Cell) -> Estimate:
    return normal(cell.results["scores"][:, 0].astype(float), STRICT)


def _first_wins(cell: Cell) -> Estimate:
    return wilson(sole(cell.results["winners"], 0).sum(), len(cell.results), STRICT)


def _never_used(cells: Sequence[Cell]) -> Iterator[Finding]:
    """What the rules provide for and no game saw, under any policy and with any number of players."""
    cells = [cell for cell in cells if len(cell.results)]
    if not cells:
        return
    game = cells[0].game
    total = sum(cell.results["tallies"].sum(axis=0) for cell in cells)
    games = sum(len(cell.results) for cell in cells)
    for place, name in enumerate(game.tallies):
        wanted = not name.startswith(titles.IDLE) and game.machine.zones.possible(game.table, name)
        if total[place] == 0 and wanted:
            definition = game.definition
            card = name.removeprefix(titles.PLAYED)
            told = f"{titles.tally(game, name)}: never"
            told = told if card == name else f"'{titles.card(game, card)}' is never played"
            message = f"{told} in {games:,} games"
            yield Finding("never-used", message, None, definition.name, definition.variant, topic=name)
