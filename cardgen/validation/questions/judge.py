"""Judges a variant by its played games: questions with their answers, each with a game to look at.

`alpha` is the chance with which the interval behind one answer may be wrong, whenever it is asked.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from cardgen.definitions import nodes
from cardgen.definitions.game import Game
from cardgen.foundations.findings import Finding
from cardgen.play.goals import IDLE, PLAYED
from cardgen.play.records import MAX_SEATS
from cardgen.play.seating import RANDOM, SABOTEUR
from cardgen.validation import titles
from cardgen.validation.questions.contests import open_contests
from cardgen.validation.questions.deciders import judge_deciders
from cardgen.validation.questions.endless import judge_endings
from cardgen.validation.questions.evidence import PendingFinding, Verdict, measurement
from cardgen.validation.questions.kinds import kinds
from cardgen.validation.questions.offers import judge_gains, judge_goals, judge_offers
from cardgen.validation.questions.proofs import judge_proofs
from cardgen.validation.questions.skill import doubt, judge_skill
from cardgen.validation.sampling import confidence
from cardgen.validation.sampling.cells import Cell
from cardgen.validation.sampling.confidence import Estimate
from cardgen.validation.sampling.measures import all_measures
from cardgen.validation.wording import interval, percent, quantity

FREQUENT_DEAD_ENDS = 0.01  # share of games from which dead ends are not rare
ENOUGH_DECIDED = 450  # games after which expensive play continues only for a seat that may be favoured
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
ADVANTAGE = 0.05  # difference of a seat's wins from its fair share, from which it is reported
EXPLAINED = 1 / 3  # part of a seat's advantage from which the last turn is reported as its reason
WIDE_INTERVAL = 0.15  # width of a seat's interval of wins from which it needs more games
PACE_FACTOR = 1.25  # factor by which people can think faster or slower than `minutes` assumes


def judge_cell(cell: Cell, alpha: float) -> list[Verdict]:
    """Answers the questions on one cell alone."""
    if not cell.seen.games:
        return []
    judges = judge_endings, judge_proofs, _dead_ends, _silences, _expectations, _seats, _idle, judge_offers
    return [verdict for judge in (*judges, judge_deciders, _duration) for verdict in judge(cell, alpha)]


def _dead_ends(cell: Cell, alpha: float) -> Iterator[Verdict]:
    """Players without a legal action. If no game had one, only random play and sensible play, which represent the game,
    go on until that is settled."""
    estimate = cell.seen.estimate("dead_ends", alpha)
    # saboteurs look for dead ends: how often they find one does not describe the game
    sought = SABOTEUR in cell.table
    often = estimate.low > FREQUENT_DEAD_ENDS and not sought
    stands = cell.represents_game or cell.judges_seats or cell.uniform == RANDOM
    settled = sought or often or estimate.high < FREQUENT_DEAD_ENDS
    unsure = (cell,) if not settled and (stands or estimate.mean) else ()
    pending = None
    if estimate.mean:
        message = f"with {cell.title}, a player has no legal action in {percent(estimate.mean)} of games"
        pending = PendingFinding(
            cell,
            "dead-end" if often else "rare-dead-end",
            message,
            "dead_ends",
            measured=measurement(
                "games", estimate, f"at most {percent(FREQUENT_DEAD_ENDS)}" if often else "none", is_share=True
            ),
        )
    yield Verdict(pending, unsure, often)


def _silences(cell: Cell, alpha: float) -> Iterator[Verdict]:
    for name in cell.game.silences:
        estimate = cell.seen.estimate(f"silences.{name}", alpha)
        if share := estimate.mean:
            measured = measurement("games", estimate, "none", is_share=True)
            message = f"with {cell.title}, in {percent(share)} of games: {titles.ruled(cell.game, name)}"
            yield Verdict(
                PendingFinding(
                    cell,
                    "silence",
                    message,
                    f"silences.{name}",
                    topic=name,
                    measured=measured,
                )
            )


def _expectations(cell: Cell, alpha: float) -> Iterator[Verdict]:
    for asked in cell.asked:
        shared = all_measures(cell.seen.what)[asked.measure].share
        estimate = cell.seen.estimate(asked.measure, alpha)
        met = estimate.within(asked.low, asked.high)
        least, most = cell.seen.range(asked.measure)
        if met is None and cell.seen.games >= confidence.MIN_GAMES and asked.low <= least and most <= asked.high:
            met = True  # every single game is as expected, such as "at most 0"
        if met:
            yield Verdict(discovery=False)
            continue
        scale, unit = (100.0, "%") if shared else (1.0, "")
        message = (
            f"{asked.measure} with {cell.title}: expected {asked.said}, measured {estimate.mean * scale:.2f}{unit}"
        )
        if not math.isinf(estimate.low):
            message += f" ({interval(estimate, scale, unit)})"
        if met is None:
            message += f"; {quantity(estimate.games, 'game')} are too few to decide"
        bound = asked.low if estimate.mean < asked.low else min(asked.high, max(estimate.mean, asked.low))
        above = estimate.mean > (asked.high + asked.low) / 2 if math.isfinite(asked.high) else False
        yield Verdict(
            PendingFinding(
                cell,
                "expect-open" if met is None else "expect-missed",
                message,
                asked.measure,
                most=above,
                place=asked.place,
                topic=asked.measure,
                measured=measurement(asked.measure, estimate, asked.said, shared) if met is False else None,
                size=abs(estimate.mean - bound) / max(abs(bound), 1e-9),
            ),
            (cell,) if met is None else (),
            met is False,
        )


def _seats(cell: Cell, alpha: float) -> Iterator[Verdict]:
    """The favoured among equal players who play well: a seat or, if the first player is random, a colour."""
    if not cell.judges_seats or cell.players < 2:
        return
    yield from _favoured(cell, "seat-advantage", "seat", [f"the {name} player" for name in ORDINALS], alpha)
    wins = [round(cell.seen.total(f"{who}:{place}")) for who in ("seat", "player") for place in range(cell.players)]
    if wins[: cell.players] != wins[cell.players :]:  # a seat is not always the same player's
        names = [f"player {player + 1}, whose colour or cards are always the same," for player in range(MAX_SEATS)]
        yield from _favoured(cell, "colour-advantage", "player", names, alpha)


def _favoured(cell: Cell, code: str, who: str, names: Sequence[str], alpha: float) -> Iterator[Verdict]:
    """Those whose share of the wins is clearly larger or smaller than a fair one: one finding, because a gain of one is
    a loss of others."""
    wins = [round(cell.seen.total(f"{who}:{place}")) for place in range(cell.players)]
    fair, decided = 1 / cell.players, sum(wins)
    scale, apart = decided / cell.seen.games, list[tuple[int, Estimate]]()
    for place in range(cell.players):
        share = confidence.share(wins[place], decided, alpha)
        if share.excludes(fair) and abs(share.mean - fair) > ADVANTAGE:
            apart.append((place, share))
            yield Verdict(None, (cell,) if share.high - share.low > WIDE_INTERVAL and not cell.expensive else (), True)
        else:
            settled = fair - ADVANTAGE < share.low and share.high < fair + ADVANTAGE
            unlikely = cell.expensive and decided >= ENOUGH_DECIDED and abs(share.mean - fair) < ADVANTAGE / 2
            yield Verdict(None, () if settled or unlikely else (cell,), False)
    if apart:
        apart.sort(key=lambda each: -abs(each[1].mean - fair))
        first, *others = (_wins(names[place], share, scale) for place, share in apart)
        place, share = apart[0]
        kind = "more" if share.mean > fair else "less"
        seats = "; ".join([f"{first}, clearly {kind} than {percent(fair * scale)}", *others])
        why = _by_the_last_turn(cell, place, share.mean * scale - fair * scale) if who == "seat" else ""
        message = f"with {cell.title}, {seats}{why}"
        measured = measurement("wins", share.scaled(scale), percent(fair * scale), is_share=True)
        size = abs(share.mean - fair) / fair / ADVANTAGE
        yield Verdict(PendingFinding(cell, code, message, f"{who}:{place}", measured=measured, size=size))


def _by_the_last_turn(cell: Cell, seat: int, gained: float) -> str:
    """Explains a seat's advantage by how often it has the last turn, if that accounts for at least EXPLAINED of it:
    (how much more often than its share) x (how much the last turn adds to the chance to win)."""
    last, won_last, wins = (cell.seen.mean(f"{what}:{seat}") for what in ("last", "last won", "seat"))
    if last in (0, 1):
        return "; the last turn is always theirs" if last and gained > 0 else ""
    with_it, without = won_last / last, (wins - won_last) / (1 - last)
    if (last - 1 / cell.players) * (with_it - without) / gained < EXPLAINED:
        return ""
    theirs = f"the last turn of {percent(last)} of games is theirs"
    return f"; {theirs}, and then they win {percent(with_it)}, else {percent(without)}"


def _wins(name: str, share: Estimate, scale: float) -> str:
    return f"{name} wins {percent(share.mean * scale)} of games ({interval(share, 100 * scale, '%')})"


def _duration(cell: Cell, alpha: float) -> Iterator[Verdict]:
    """Sensible play that takes clearly more or less time than the game's own `minutes:`."""
    stated = cell.definition.minutes
    if stated is None or not cell.represents_game:
        return
    estimate = cell.seen.estimate("minutes", alpha)
    low, high = stated.low / PACE_FACTOR, stated.high * PACE_FACTOR
    within = estimate.within(low, high)
    if estimate.low > high or estimate.high < low:
        message = f"with {cell.title}, a game takes about {estimate.mean:.0f} minutes; `minutes:` says {stated.short}"
        measured = measurement("minutes", estimate, f"{low:.0f} to {high:.0f}")
        place = nodes.at(cell.definition.node, "minutes")
        most = estimate.low > high
        size = estimate.mean / high if most else low / max(estimate.mean, 1e-9)
        pending = PendingFinding(cell, "duration", message, "minutes", most, place=place, measured=measured, size=size)
        yield Verdict(pending, (), True)
    else:
        yield Verdict(None, () if within else (cell,), False)


def _idle(cell: Cell, alpha: float) -> Iterator[Verdict]:
    """Cards of which most plays change nothing, though those who play them are sensible."""
    if not cell.represents_game:
        return
    for kind in kinds(cell.game):
        played, idle = (round(cell.seen.total(f"tallies.{what}{kind.name}")) for what in (PLAYED, IDLE))
        excess = cell.seen.estimate(f"vain:{kind.name}", alpha)
        if played and excess.low > 0:
            share = f"{percent(idle / played)} of its plays ({idle:,} of {played:,})"
            message = f"with {cell.title}, '{kind.title}' changes nothing in {share}"
            measured = measurement(f"idle plays above half of '{kind.title}', a game", excess, "0")
            pending = PendingFinding(
                cell, "often-idle", message, f"met:{IDLE}{kind.name}", topic=kind.name, measured=measured
            )
            yield Verdict(pending, (), True)
        else:
            yield Verdict(None, (cell,) if excess.high > 0 and idle * 2 > played else (), False)


def alike(cells: Sequence[Cell]) -> Iterator[list[Cell]]:
    """Groups the cells that have games by the number of players and their options."""
    groups: dict[tuple[object, ...], list[Cell]] = {}
    for cell in cells:
        if cell.seen.games:
            groups.setdefault((cell.players, tuple(cell.options.items())), []).append(cell)
    yield from groups.values()


def doubt_play(cells: Sequence[Cell], alpha: float) -> None:
    """Marks the cells whose sensible players play no better than random ones; judging a cell takes this into
    account."""
    for group in alike(cells):
        trust = doubt(group, alpha)
        for cell in group:
            cell.trust = trust


def judge_variant(cells: Sequence[Cell], alpha: float) -> list[Verdict]:
    """Answers the questions that need several cells of a variant: skill, and what never happens."""
    cells = [cell for cell in cells if cell.seen.games]
    verdicts: list[Verdict] = []
    for group in alike(cells):
        verdicts += [*judge_skill(group, alpha), *_flips(group, alpha), *open_contests(group)]
    return [*verdicts, *_never_used(cells), *_no_points(cells), *judge_goals(cells, alpha), *judge_gains(cells, alpha)]


def _flips(group: Sequence[Cell], alpha: float) -> Iterator[Verdict]:
    """Seats whose advantage depends on how well the players play."""
    skilled = sorted((cell for cell in group if cell.skill and cell.rivals), key=lambda cell: cell.skill)
    for other in skilled[:-1]:
        yield from _flipped(skilled[-1], other, alpha)


def _flipped(strongest: Cell, other: Cell, alpha: float) -> Iterator[Verdict]:
    """One finding for all seats, about the one that differs most."""
    fair, unlike = 1 / strongest.players, list[tuple[int, Estimate, Estimate]]()
    for seat in range(strongest.players):
        well, simply = (_part_of_wins(cell, seat, alpha / 2) for cell in (strongest, other))
        one_is = any(abs(each.mean - fair) > ADVANTAGE and each.excludes(fair) for each in (well, simply))
        apart = well.low > simply.high or simply.low > well.high
        flips = one_is and apart and (abs(well.mean - fair) < ADVANTAGE or (well.mean > fair) != (simply.mean > fair))
        if flips:
            unlike.append((seat, well, simply))
        yield Verdict(None, (), flips)
    if unlike:
        seat, well, simply = max(unlike, key=lambda each: abs(each[1].mean - each[2].mean))
        message = (
            f"the {ORDINALS[seat]} player has {percent(well.mean)} of the wins with {strongest.title}, "
            f"{percent(simply.mean)} with {other.title}"
        )
        measured = measurement("wins", well, interval(simply, 100, "%"), is_share=True)
        yield Verdict(PendingFinding(strongest, "policy-decides", message, f"seat:{seat}", measured=measured))


def _part_of_wins(cell: Cell, seat: int, alpha: float) -> Estimate:
    """A seat's share of the wins."""
    wins = [round(cell.seen.total(f"seat:{place}")) for place in range(cell.players)]
    return confidence.share(wins[seat], sum(wins), alpha)


def _ended(cells: Sequence[Cell]) -> int:
    """How many games have ended."""
    return sum(cell.seen.games - round(cell.seen.total("endless")) for cell in cells)


def _no_points(cells: Sequence[Cell]) -> Iterator[Verdict]:
    """Players who win by points and have none in any game that has ended."""
    games = _ended(cells)
    if games >= confidence.MIN_GAMES and all(cell.rivals and not np.any(cell.seen.points[:, 0]) for cell in cells):
        message = f"nobody has a point at the end of any game of {games:,}"
        yield _on_variant(cells[0].definition, "no-points", message)


def _on_variant(definition: Game, code: str, message: str, topic: str | None = None) -> Verdict:
    """A finding on a whole variant, without an example game."""
    return Verdict(partial(Finding, code, message, None, definition.name, definition.variant, topic=topic))


def _never_used(cells: Sequence[Cell]) -> Iterator[Verdict]:
    """What the rules provide for but no finished game had, under any policy and with any number of players."""
    games = _ended(cells)
    if not games:  # the counts at the end of games are not known
        return
    game = cells[0].game
    for name in game.tallies:
        wanted = not name.startswith(IDLE) and game.provides(name)
        if wanted and not any(cell.seen.total(f"tallies.{name}") for cell in cells):
            card = name.removeprefix(PLAYED)
            played = card != name
            what = f"'{titles.card(game, card)}' is never played" if played else f"{titles.tally(game, name)}: never"
            yield _on_variant(game.definition, "never-used", f"{what} in {games:,} games", name)
    words = game.words(game.definition.languages[0])
    for name in game.ending_names:
        if name in game.expected_endings and not any(cell.seen.total(f"ends.{name}") for cell in cells):
            message = f"none of {games:,} games ends like this: {words.ending(name)}"
            yield _on_variant(game.definition, "never-used", message, f"ends.{name}")
