"""Findings on what decides games among sensible players: one card, one lead, or nothing at all. `contests.py` and
`skill.py` judge the strength of policies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.findings import Finding
from cardgen.play.goals import SCORED
from cardgen.validation import titles
from cardgen.validation.questions.evidence import PendingFinding, Verdict, measurement
from cardgen.validation.sampling import confidence
from cardgen.validation.sampling.cells import Cell
from cardgen.validation.sampling.confidence import Estimate
from cardgen.validation.sampling.measures import BULK_SHARE, STRONG_LIFT
from cardgen.validation.wording import percent, quantity

ONE_SIDED_SHARE = 0.02  # share of games won (or lost) together, below which the other result is almost certain
TIED_SHARE = 0.25  # share of games without one winner from which it is reported
MAX_NAMED = 3  # cards named beside the first that decides games
MANY_CARDS_SHARE = 1 / 3  # share of the cards; if more decide games, none does by itself
RUNAWAY_SHARE = 0.8  # share of games that the leader half-way wins, from which it is reported


def judge_deciders(cell: Cell, alpha: float) -> Iterator[Verdict]:
    """Answers the questions on one cell in which all play sensibly."""
    if cell.game.together and (cell.represents_game or (cell.sensible and not cell.trust.trusted)):
        yield from _one_sided(cell, alpha)
    if cell.represents_game and cell.rivals:
        yield from _decisive(cell, alpha)
        yield from _lopsided(cell, alpha)
        yield from _tied(cell, alpha)
        yield _runaway(cell, alpha)


@dataclass(frozen=True, slots=True)
class Lift:
    """What a card adds to the chance to win, beyond STRONG_LIFT, on average in a game, with the wins of players who use
    the card and of those who do not."""

    thing: str
    beyond: Estimate
    used: float
    unused: float


def _decisive(cell: Cell, alpha: float) -> Iterator[Verdict]:
    """Cards that win the game by themselves: compares, within games, players who use one with players who do not."""
    decided, wins = (cell.seen.total(name) for name in ("some:win", "some:won"))
    lifts, asked = list[Lift](), 0
    for thing in filter(None, cell.seen.what.things):
        users, winners = (cell.seen.total(f"{what}:{thing}") for what in ("users", "winner"))
        others = decided * cell.players - users
        if not users or not others:
            continue
        asked += 1
        beyond = cell.seen.estimate(f"lift:{thing}", alpha)
        if beyond.low > 0:
            lifts.append(Lift(thing, beyond, winners / users, (wins - winners) / others))
            yield Verdict(None, (), True)
        else:
            yield Verdict(None, (cell,) if beyond.mean > 0 else (), False)
    if lifts:
        lifts.sort(key=lambda lift: lift.unused - lift.used)
        yield Verdict(_deciding(cell, lifts, asked))


def _deciding(cell: Cell, lifts: Sequence[Lift], asked: int) -> Callable[[], Finding]:
    """One finding on all such cards. If there are many, something else that they have in common may be the reason."""
    first, *others = lifts
    name, *names = (f"'{titles.card(cell.game, lift.thing)}'" for lift in lifts)
    likewise, more = ", ".join(names[:MAX_NAMED]), len(names) - MAX_NAMED
    likewise += f" and {more} more" if more > 0 else ""
    advice = "add copies of it, or weaken it, so that other cards matter, too"
    if len(lifts) > MANY_CARDS_SHARE * asked:
        advice = f"{len(lifts)} of {asked} cards do this: perhaps it matters how many a player uses, not which"
    message = (
        f"with {cell.title}, players who use {name} win {percent(first.used)} of games, and players who do not "
        f"win {percent(first.unused)}{f', likewise {likewise}' if others else ''}: {advice}"
    )
    measured = measurement(f"wins that {name} adds beyond {percent(STRONG_LIFT)}, a game", first.beyond, "0")
    size = (first.used - first.unused) / STRONG_LIFT
    return PendingFinding(
        cell, "decisive", message, f"winner:{first.thing}", topic=first.thing, measured=measured, size=size
    )


def _lopsided(cell: Cell, alpha: float) -> Iterator[Verdict]:
    """A card that scores most of all points."""
    names = [name for name in cell.seen.what.tallies if name.startswith(SCORED)]
    total = sum(cell.seen.total(f"tallies.{name}") for name in names)
    for name in names if total else ():
        thing = name.removeprefix(SCORED)
        share, excess = cell.seen.total(f"tallies.{name}") / total, cell.seen.estimate(f"bulk:{thing}", alpha)
        if excess.low > 0:
            said = titles.card(cell.game, thing)
            message = (
                f"with {cell.title}, '{said}' brings {percent(share)} of all points, the other "
                f"{quantity(len(names) - 1, 'card')} the rest: print as many of each card to even them out"
            )
            measured = measurement(
                f"points of '{said}' beyond {percent(max(BULK_SHARE, 2 / len(names)))}, a game", excess, "0"
            )
            pending = PendingFinding(
                cell, "lopsided", message, f"tallies.{name}", topic=thing, measured=measured, size=share / BULK_SHARE
            )
            yield Verdict(pending, (), True)
        else:
            yield Verdict(None, (cell,) if excess.mean > 0 else (), False)


def _one_sided(cell: Cell, alpha: float) -> Iterator[Verdict]:
    """Games that players win together and nearly always lose, or nearly always win."""
    lost = cell.seen.estimate("nobody_wins", alpha)
    for code, most, mean, how in (
        ("hardly-won", 1 - lost.low, 1 - lost.mean, "win"),
        ("hardly-lost", lost.high, lost.mean, "lose"),
    ):
        finding = None
        if hardly := most < ONE_SIDED_SHARE:
            message = f"with {cell.title}, all players together {how} {percent(mean)} of games"
            measured = measurement(
                "games lost", lost, f"{percent(ONE_SIDED_SHARE)} to {percent(1 - ONE_SIDED_SHARE)}", is_share=True
            )
            finding = PendingFinding(cell, code, message, "nobody_wins", measured=measured)
        yield Verdict(finding, () if hardly or mean > ONE_SIDED_SHARE else (cell,), hardly)


def _tied(cell: Cell, alpha: float) -> Iterator[Verdict]:
    """Games without a winner, or with several although no rule says that they share the win. Games that all win or lose
    together have no ties."""
    if cell.game.together:
        return
    tied = () if cell.game.shared else (("ties", "end in a tie that no rule breaks"),)
    for measure, result in (*tied, ("nobody_wins", "are won by nobody")):
        share = cell.seen.estimate(measure, alpha)
        often = share.low > TIED_SHARE
        finding = None
        if often:
            message = (
                f"with {cell.title}, {percent(share.mean)} of games {result}: add a further tie-break to decide them"
            )
            measured = measurement("games", share, f"under {percent(TIED_SHARE)}", is_share=True)
            finding = PendingFinding(
                cell, "often-tied", message, measure, topic=measure, measured=measured, size=share.mean / TIED_SHARE
            )
        yield Verdict(finding, () if often or share.high < TIED_SHARE else (cell,), often)


def _runaway(cell: Cell, alpha: float) -> Verdict:
    """A lead that is not lost any more."""
    share = cell.seen.estimate("half:won", alpha)
    away = share.low > RUNAWAY_SHARE
    finding = None
    if away:
        ahead = confidence.share(round(cell.seen.total("half:led")), cell.seen.games, alpha)
        message = (
            f"with {cell.title}, a player who leads alone half-way ({percent(ahead.mean)} of games) goes on to "
            f"win {percent(share.mean)} of all games: give the leader less, or the others more, to keep it open"
        )
        measured = measurement("games", share, f"under {percent(RUNAWAY_SHARE)}", is_share=True)
        finding = PendingFinding(
            cell, "runaway", message, "half:won", measured=measured, size=share.mean / RUNAWAY_SHARE
        )
    return Verdict(finding, () if away or share.high < RUNAWAY_SHARE else (cell,), away)
