"""How surely a check finds a fault of known size: games are made up with the fault in them, and judged as any others.

python -m tests.validation.power writes the table into docs/reference/findings.md, in a few minutes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np

from cardgen.definitions.expect import Expectation
from cardgen.foundations.errors import Place
from cardgen.play import load_game
from cardgen.store.library import BUILTIN
from cardgen.validation.questions.compare import difference_verdicts, differences
from cardgen.validation.questions.evidence import Verdict
from cardgen.validation.questions.judge import judge_cell
from cardgen.validation.sampling.cells import Cell
from cardgen.validation.sampling.confidence import FALSE_DISCOVERY_RATE
from cardgen.validation.sampling.game_sums import GameSums
from tests.validation.verdicts import cell_of

PAGE = BUILTIN / "docs" / "reference" / "findings.md"
MADE = re.compile(r"(<!-- power -->\n).*?(<!-- end of power -->)", re.S)
SEEDS = 100
QUESTIONS = 400  # of a check of one game, of which only the fault's is answered with yes: the hardest case
ALPHA = FALSE_DISCOVERY_RATE / QUESTIONS
GAMES = (128, 512, 2_048, 8_192)  # of a cell: a long game's, a middling one's, a short one's; of --games 8192
PLAYERS = 4
THING = 0  # the one that decides games
TURNS, SHAPE = 60, 10  # of a game in the mean, and of the gamma distribution of them: a deviation of a third

Records = np.ndarray
Draw = Callable[[Records, np.random.Generator], None]


@dataclass(frozen=True)
class Fault:
    """`plant` puts it into records of games that have none; `code` is the finding that is to tell of it."""

    told: str
    code: str
    plant: Draw
    policy: str = "greedy"
    asked: tuple[Expectation, ...] = ()


# ---- games


@cache
def _game() -> Records:
    """A real game's record, for all that does not matter here."""
    return cell_of(load_game("king_lui"), ["greedy"] * PLAYERS).spec.play(0, 1)


def without_fault(rng: np.random.Generator, games: int) -> Records:
    """Games in which everybody is as likely to win as any other, and nothing decides who does; some are much longer
    than others."""
    records = np.repeat(_game(), games)
    records["seed"] = np.arange(games)
    records["first"] = rng.integers(0, PLAYERS, games)
    records["winners"] = records["leaders"] = 1 << rng.integers(0, PLAYERS, games)
    records["used"] = records["silences"] = records["dead_ends"] = records["tallies"] = 0
    records["halfway"] = -1
    records["turns"] = records["rounds"] = np.round(TURNS * rng.gamma(SHAPE, 1 / SHAPE, games))
    return records


def _seat(points: float) -> Draw:
    """The first seat wins so many games in 100 more than its share, the others fewer, alike."""
    fair = 1 / PLAYERS
    parts = [fair + points / 100, *[fair - points / 100 / (PLAYERS - 1)] * (PLAYERS - 1)]

    def plant(records: Records, rng: np.random.Generator) -> None:
        records["winners"] = 1 << rng.choice(PLAYERS, len(records), p=parts)

    return plant


def _card(points: float) -> Draw:
    """In half of the games one player uses a card, and wins so many games in 100 more than the others do."""

    def plant(records: Records, rng: np.random.Generator) -> None:
        games = len(records)
        user = rng.integers(0, PLAYERS, games)
        used = rng.random(games) < 0.5
        mine = rng.random(games) < 1 / PLAYERS + points / 100 * (1 - 1 / PLAYERS)
        other = (user + rng.integers(1, PLAYERS, games)) % PLAYERS
        winner = np.where(used, np.where(mine, user, other), rng.integers(0, PLAYERS, games))
        records["winners"] = 1 << winner
        records["used"][np.arange(games), user] = np.where(used, 1 << THING, 0)

    return plant


def _ties(share: float) -> Draw:
    def plant(records: Records, rng: np.random.Generator) -> None:
        records["winners"] |= np.where(rng.random(len(records)) < share / 100, (1 << PLAYERS) - 1, 0)

    return plant


def _runaway(share: float) -> Draw:
    """Who leads half-way, as somebody always does, wins so many games in 100."""

    def plant(records: Records, rng: np.random.Generator) -> None:
        games = len(records)
        leads = rng.integers(0, PLAYERS, games)
        wins = rng.random(games) < share / 100
        records["halfway"] = leads
        records["winners"] = 1 << np.where(wins, leads, (leads + rng.integers(1, PLAYERS, games)) % PLAYERS)

    return plant


def _dead_ends(share: float) -> Draw:
    def plant(records: Records, rng: np.random.Generator) -> None:
        records["dead_ends"] = rng.random(len(records)) < share / 100

    return plant


def _longer(times: float) -> Draw:
    """So many times the turns and rounds of a base game that other deals were played of."""

    def plant(records: Records, rng: np.random.Generator) -> None:
        for what in ("turns", "rounds"):
            records[what] = np.round(records[what] * times)

    return plant


def _expected(measure: str, low: float, high: float) -> tuple[Expectation, ...]:
    return (Expectation("greedy", measure, low, high, "said", Place("made up")),)


def _at_least(share: float) -> tuple[Expectation, ...]:
    return _expected("first_player", share / 100, 1.0)


def _at_most(times: float) -> tuple[Expectation, ...]:
    """Turns, so many times fewer than there are."""
    return _expected("turns", 0, TURNS / times)


def _nothing(records: Records, rng: np.random.Generator) -> None:
    """What is at fault is what was expected."""


def faults() -> list[Fault]:
    return [
        *(
            Fault(f"the first of four wins {25 + more}% of games", "seat-advantage", _seat(more), "learnt")
            for more in (5, 7, 10)
        ),
        *(Fault(f"a card adds {more} points in 100 to wins", "decisive", _card(more)) for more in (35, 40, 50)),
        *(Fault(f"{share}% of games end in a tie", "often-tied", _ties(share)) for share in (30, 35, 50)),
        *(Fault(f"who leads half-way wins {share}% of games", "runaway", _runaway(share)) for share in (85, 90)),
        *(Fault(f"{share}% of games have a dead end", "dead-end", _dead_ends(share)) for share in (2, 3, 5)),
        *(Fault(f"games are {times} times as long", "differs", _longer(times)) for times in (1.05, 1.1, 1.6)),
        *(Fault(f"games are {times} times as long", "other-length", _longer(times)) for times in (2.1, 2.3)),
        *(
            Fault(f"expected: the first wins at least {25 + more}%, it is 25%", "expect-missed", _nothing,
                  asked=_at_least(25 + more))
            for more in (5, 10)
        ),
        *(
            Fault(f"expected: turns at most N, they are {more}% more", "expect-missed", _nothing,
                  asked=_at_most(1 + more / 100))
            for more in (2, 5, 10)
        ),
    ]  # fmt: skip


# ---- judgement


def base_and_variant(policy: str) -> tuple[Cell, Cell]:
    """Cells without games."""
    game = load_game("king_lui")
    return cell_of(game, ["greedy"] * PLAYERS), cell_of(game, [policy] * PLAYERS)


def found(fault: Fault, seed: int, games: Sequence[int]) -> Iterator[bool]:
    """Whether the finding is made after so many games of one play, and so many more, ..."""
    rng = np.random.default_rng(seed)
    base, cell = base_and_variant(fault.policy)
    cell.asked = fault.asked
    planted, plain = without_fault(rng, games[-1]), without_fault(rng, games[-1])
    fault.plant(planted, rng)
    compares = fault.code in ("differs", "other-length")
    for start, end in pairwise((0, *games)):
        for one, records in ((cell, planted), (base, plain))[: 1 + compares]:
            one.seen += GameSums.from_records(one.seen.what, records[start:end])
        verdicts = difference_verdicts(cell, differences(cell, base, ALPHA)) if compares else judge_cell(cell, ALPHA)
        yield any(_is(verdict, fault.code) for verdict in verdicts)


def _is(verdict: Verdict, code: str) -> bool:
    return bool(verdict.finding and verdict.discovery is not False and verdict.finding().code == code)


def power(fault: Fault, seeds: int, games: Sequence[int] = GAMES) -> list[float]:
    """The part of so many plays in which it is found, after so many games each."""
    return np.mean([list(found(fault, seed, games)) for seed in range(seeds)], axis=0).tolist()


def table(seeds: int = SEEDS) -> str:
    """As Markdown."""
    lines = [
        f"| at fault | finding | {' | '.join(f'{games:,} games' for games in GAMES)} |",
        "|---|---|" + "---|" * len(GAMES),
    ]
    for fault in faults():
        shares = " | ".join(f"{100 * share:.0f}%" for share in power(fault, seeds))
        lines.append(f"| {fault.told} | `{fault.code}` | {shares} |")
        print(lines[-1], flush=True)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    made = table()
    PAGE.write_text(MADE.sub(lambda found: found[1] + made + found[2], PAGE.read_text("utf-8")), "utf-8")
