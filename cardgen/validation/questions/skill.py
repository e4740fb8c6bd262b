"""Tests whether the policies by which cardgen judges a game play better than chance.

Sensible players are compared with random ones. If they do no better, players who only try out what wins take their
place, provided that these do better. The same happens if a policy that always does the same outdoes sensible players,
and players who try out what wins outdo them, too: then the sensible players are weak, and the game does ask for skill.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cardgen.foundations.findings import Finding
from cardgen.play.seating import LEARNT, RANDOM, ROLLOUT
from cardgen.validation.questions.contests import STRONGER, TOO_FEW, Contest, contests
from cardgen.validation.questions.evidence import PendingFinding, Verdict, measurement
from cardgen.validation.sampling.cells import Cell, Trust
from cardgen.validation.wording import percent

SURE_WINS = 0.8  # wins of the first seat among random players from which better play can hardly win more
NEAR_WINS = 0.05  # share of the wins (or of the points without rivals); a smaller gain does not count


def doubt(cells: Sequence[Cell], alpha: float) -> Trust:
    """Returns which policies can be trusted in these cells, which all have the same number of players and the same
    agreement."""
    all_contests = contests(cells, alpha)
    better = {contest.one: contest for contest in all_contests if contest.outcome == STRONGER}
    simple = [contest.mine.mean for name, contest in better.items() if _is_simple(contest)]
    tried = better.get(ROLLOUT)
    outplayed = simple and tried and not _is_random(tried.others) and tried.mine.mean >= max(simple)
    doubted = bool(outplayed) or any(_is_sensible(contest) and _is_no_better(contest) for contest in all_contests)
    trusted = next((each for each in (LEARNT, ROLLOUT) if doubted and each in better), "")
    return Trust(doubted, bool(simple), trusted)


def judge_skill(cells: Sequence[Cell], alpha: float) -> Iterator[Verdict]:
    """Reports whether sensible players do better than random ones, and better than those who always do the same."""
    for contest in contests(cells, alpha):
        both = contest.cell, contest.alike
        if _is_sensible(contest):
            equal, better = _is_no_better(contest), contest.mine.low > contest.theirs.high
            yield Verdict(_finding_on(contest, "no-skill") if equal else None, () if equal or better else both, equal)
        elif _is_simple(contest) and not contest.cell.trust.doubted:
            better, worse = contest.outcome == STRONGER, contest.mine.mean <= contest.theirs.mean
            yield Verdict(
                _finding_on(contest, "simple-wins") if better else None, () if better or worse else both, better
            )
        elif contest.one == ROLLOUT and (contest.cell.trust.doubted or contest.cell.trust.outdone):
            yield Verdict(None, both if contest.outcome == TOO_FEW else ())


def _is_sensible(contest: Contest) -> bool:
    return contest.one == contest.cell.game.policies[0] and _is_random(contest.others)


def _is_simple(contest: Contest) -> bool:
    return contest.one in contest.cell.game.policies[1:]


def _is_random(others: str) -> bool:
    return others == RANDOM


def _is_no_better(contest: Contest) -> bool:
    """Whether `one` does no better. Nobody can if wins are nearly sure, as those of some first seats."""
    if contest.cell.by_wins and contest.theirs.high > SURE_WINS:
        return False
    return contest.mine.high < contest.theirs.low + _near(contest)


def _near(contest: Contest) -> float:
    return NEAR_WINS if contest.cell.by_wins else NEAR_WINS * abs(contest.theirs.mean)


def _finding_on(contest: Contest, code: str) -> Callable[[], Finding]:
    cell, alike = contest.cell, contest.alike
    if cell.rivals:
        wins = percent(contest.mine.mean), percent(contest.theirs.mean)
        said = f"{contest.one} against {contest.others} wins {wins[0]} of games, {contest.others} there {wins[1]}"
    else:
        how = "alone" if cell.players == 1 else "together"
        mine, theirs = (each.seen.mean(cell.success) for each in (cell, alike))
        scored = f"{contest.one} scores {mine:.2f} {how}, {contest.others} {theirs:.2f}"
        won = f"{contest.one} wins {percent(mine)} of games {how}, {contest.others} {percent(theirs)}"
        said = won if cell.by_wins else scored
    blind = code == "no-skill"
    refuted_beyond = contest.theirs.low + _near(contest) if blind else contest.theirs.high
    if blind:
        said += (
            f": cardgen judges the game by {cell.trust.trusted}"
            if cell.trust.trusted
            else ": cardgen judges nothing by how they play"
        )
    threshold = percent(refuted_beyond) if cell.by_wins else f"{refuted_beyond:.3g}"
    measured = measurement("wins" if cell.by_wins else "points", contest.mine, threshold, is_share=cell.by_wins)
    return PendingFinding(cell, code, said, cell.success, topic=None if blind else contest.one, measured=measured)
