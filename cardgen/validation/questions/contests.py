"""Measures how well a policy plays: one player follows it among others who follow another policy, and is compared with
an equal.

The player sits in the first seat, which can be better than others. So cardgen compares its wins with those of the first
seat if all play alike, and not with a fair share. For players who are alone, or win together, it compares the points of
two policies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardgen.foundations.dataclass import dataclass
from cardgen.play.seating import ENDGAME, LEARNT, RANDOM, SABOTEUR
from cardgen.validation.questions.evidence import Verdict
from cardgen.validation.sampling.cells import Cell
from cardgen.validation.sampling.confidence import MIN_GAMES, Estimate
from cardgen.validation.sampling.metrics import SHOWN_ALPHA
from cardgen.validation.wording import percent

STRONGER, WEAKER, ALIKE, TOO_FEW = "stronger", "weaker", "about as strong", "too few games to know"
ALIKE_MARGIN = 0.05  # share of the wins; players with a smaller difference are about equally strong
MAX_LISTED = 4  # numbers of players that are listed one by one
THINKERS = ("lookahead", "search")


@dataclass(frozen=True, slots=True)
class Contest:
    """`mine` is what `one` wins in the first seat in the games of `cell`, `theirs` what an equal of the `others` wins
    in those of `alike`. Both intervals hold with the alpha that was asked for.

    For players who are alone or win together, it is points (below 0 if the fewest are best), or wins if there are no
    points.
    """

    one: str
    others: str
    cell: Cell
    alike: Cell
    mine: Estimate
    theirs: Estimate

    @property
    def outcome(self) -> str:
        if self.mine.low > self.theirs.high:
            return STRONGER
        if self.mine.high < self.theirs.low:
            return WEAKER
        near = ALIKE_MARGIN if self.cell.by_wins else ALIKE_MARGIN * abs(self.theirs.mean)
        apart = max(self.mine.high - self.theirs.low, self.theirs.high - self.mine.low)
        return ALIKE if apart < near else TOO_FEW

    @property
    def decides_balance_policy(self) -> bool:
        """Whether cardgen judges balance by `one`, which should be stronger than a policy that knows less."""
        policy = self.cell.balance_policy
        return self.one == policy and (self.cell.trust.doubted or self.others == _simpler(policy, self.cell))

    @property
    def challenges(self) -> bool:
        """Whether `one` plays against the policy by which balance is judged."""
        return self.others == self.cell.balance_policy

    @property
    def is_doubted(self) -> bool:
        """Whether `one` is a sensible player that teaches nothing, because random players do as well."""
        return self.cell.trust.doubted and self.one == self.cell.game.policies[0]


def contests(cells: Sequence[Cell], alpha: float = SHOWN_ALPHA) -> list[Contest]:
    """Returns all contests for which there are games, in the order of the cells."""
    alike = {(_table(cell), cell.uniform): cell for cell in cells if cell.uniform and cell.seen.games}
    result = []
    for cell in cells:
        one, *rest = cell.table if cell.rivals else cell.table[:1]
        if not (cell.rivals or cell.uniform):
            continue
        if one == RANDOM and not rest:
            continue
        others = rest[0] if rest else _simpler(one, cell)
        rivals = alike.get((_table(cell), others))
        if rivals and cell.seen.games and one != others and len({*rest}) < 2 and SABOTEUR not in cell.table:
            mine, theirs = (each.how_well(alpha / 2) for each in (cell, rivals))
            result.append(Contest(one, others, cell, rivals, mine, theirs))
    return result


def open_contests(cells: Sequence[Cell]) -> Iterator[Verdict]:
    """Yields the contests that need more games: their result is open, and decides by which policy balance is judged."""
    for contest in contests(cells):
        if contest.decides_balance_policy or (contest.challenges and contest.one in THINKERS):
            yield Verdict(None, (contest.cell, contest.alike) if contest.outcome == TOO_FEW else ())


def conclusions(cells: Sequence[Cell]) -> Iterator[str]:
    """Yields sentences that say whether play is strong enough to judge balance by it."""
    said: dict[tuple[str, str, str, str], list[Contest]] = {}
    beaten: dict[str, None] = {}
    for contest in contests(cells):
        stronger = contest.challenges and contest.outcome == STRONGER
        if stronger:
            beaten[contest.others] = None
        if (contest.decides_balance_policy or stronger or contest.is_doubted) and contest.cell.seen.games >= MIN_GAMES:
            how = "" if contest.cell.rivals else "alone" if contest.cell.players == 1 else "together"
            said.setdefault((contest.one, contest.others, contest.outcome, how), []).append(contest)
    for (one, others, outcome, how), group in said.items():
        among = f"{one} among {others} wins {_wins(group)}"
        outcomes = f"{how}, {one} {_alone(group, others)}" if how else among
        no = "NO: " if group[0].is_doubted and not group[0].cell.trust.trusted else ""
        yield f"{no}{outcomes}: {_meaning(group[0], outcome, one in beaten)}"
    if tried := sorted({cell.players for cell in cells if cell.uniform == ENDGAME and cell.seen.games >= MIN_GAMES}):
        players = ", ".join(map(str, tried))
        yield f"cardgen also judges seats by {ENDGAME}, which tries out the end of the game (with {players} players)"


def _wins(contests: Sequence[Contest]) -> str:
    """`46% (an equal 33%) with 3 players, 34% (25%) with 4`; only the lowest and the highest if there are many."""
    if any(contest.cell.options for contest in contests) or len(contests) > MAX_LISTED:
        counts = sorted({contest.cell.players for contest in contests})
        mine, theirs = ([getattr(contest, who).mean for contest in contests] for who in ("mine", "theirs"))
        players = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else f"{counts[0]}"
        return f"{_from_to(mine, percent)} (an equal {_from_to(theirs, percent)}) with {players} players"
    first, *others = ((percent(each.mine.mean), percent(each.theirs.mean), each.cell.players) for each in contests)
    shares = [f"{first[0]} (an equal {first[1]}) with {first[2]} players"]
    return ", ".join([*shares, *(f"{wins} ({there}) with {players}" for wins, there, players in others)])


def _alone(contests: Sequence[Contest], others: str) -> str:
    """`wins 31% of games (random 12%)`, or `has 31.0 points (random 12.5)`."""
    mine, theirs = (
        [getattr(contest, cell).seen.mean(contest.cell.success) for contest in contests] for cell in ("cell", "alike")
    )
    if contests[0].cell.by_wins:
        return f"wins {_from_to(mine, percent)} of games ({others} {_from_to(theirs, percent)})"
    return f"has {_from_to(mine, '{:.1f}'.format)} points ({others} {_from_to(theirs, '{:.1f}'.format)})"


def _from_to(values: Sequence[float], say: Callable[[float], str]) -> str:
    """`31%`, `19% to 46%`."""
    return " to ".join(dict.fromkeys((say(min(values)), say(max(values)))))


def _meaning(contest: Contest, outcome: str, beaten: bool) -> str:
    """The meaning of a contest for the judgement of balance."""
    if contest.is_doubted:
        why = "weaker than a player who always does the same" if outcome == STRONGER else "no better than random play"
        return f"{why}, so cardgen judges nothing by it"
    if contest.challenges:
        return f"cardgen still judges balance by {contest.others}, which is quick"
    if outcome == STRONGER:
        unknown = (
            "" if beaten or contest.one == LEARNT else ("; no stronger policy is known, but cardgen learn may find one")
        )
        return f"cardgen judges balance by {contest.one}{unknown}"
    if outcome == WEAKER:
        return f"cardgen judges balance by {contest.one}, which is weak; cardgen learn may find a stronger policy"
    result = f"{TOO_FEW} which one is stronger" if outcome == TOO_FEW else ALIKE
    return f"{result}; cardgen judges balance by {contest.one}"


def _simpler(policy: str, cell: Cell) -> str:
    """The policy that a policy is compared with: the sensible one; for that one, random play."""
    sensible = cell.game.engine.policies.POLICIES[0]
    return RANDOM if policy == sensible else sensible


def _table(cell: Cell) -> tuple:
    return cell.players, tuple(cell.options.items())
