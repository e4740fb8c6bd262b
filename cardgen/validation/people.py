"""Sums up games that people have played, in the same figures as the check gives for the computer's games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from cardgen.foundations.dataclass import dataclass
from cardgen.play.game import PlayedGame
from cardgen.play.position import agreements
from cardgen.play.record_files import Record, records
from cardgen.play.seating import PERSON
from cardgen.validation.wording import percent

PEOPLE, MIXED = "people", "people and policies"
UNKNOWN = "-"  # stands for the duration, which nobody measures


@dataclass(frozen=True, slots=True)
class HumanGames:
    """Saved games with one number of players: of people alone, or of people with policies (`mixed`).

    Means over these games, and over players for `score`; `wins` are shares by seat, from the first to act.
    """

    players: int
    mixed: bool
    games: int
    turns: float
    rounds: float
    score: float
    margin: float | None
    ties: float
    wins: tuple[float, ...]


def people(game: PlayedGame) -> Iterator[HumanGames]:
    """Yields the results of the games of people; it leaves out those played by other rules."""
    definition, zones = game.definition, game.engine.zones
    hashes = {game.rules_hash(**options) for options in agreements(zones.OPTIONS)}
    kept = [record for _, record in records(definition.home) if _counts(record, definition.variant, hashes)]
    for players in sorted({len(record.seats) for record in kept}):
        for mixed in (False, True):
            those = [one for one in kept if len(one.seats) == players and ({*one.seats} != {PERSON}) == mixed]
            if those:
                yield _sum_up(players, mixed, those)


def people_rows(game: PlayedGame) -> Iterator[tuple[str, ...]]:
    """Yields these results as rows of the same figures as the computer's games."""
    for kept in people(game):
        margin = UNKNOWN if kept.margin is None else f"{kept.margin:.1f}"
        length = (f"{kept.turns:.1f}", f"{kept.rounds:.1f}", UNKNOWN)
        results = (
            f"{kept.score:.1f}",
            margin,
            percent(kept.ties),
            " ".join(f"{100 * share:.0f}" for share in kept.wins),
        )
        yield (str(kept.players), MIXED if kept.mixed else PEOPLE, f"{kept.games:,}", *length, *results)


def _counts(record: Record, variant: str, hashes: set[str]) -> bool:
    whole = record.finished and PERSON in record.seats and len(record.scores) == len(record.seats)
    return whole and record.variant == variant and record.mark.partition("-")[2] in hashes


def _sum_up(players: int, mixed: bool, those: Sequence[Record]) -> HumanGames:
    scores = np.array([record.scores for record in those], float)
    best = np.sort(scores, axis=1)[:, ::-1]
    wins = np.zeros(players)
    for record in those:
        for player in record.winners:
            wins[(player - record.first) % players] += 1 / len(record.winners)
    return HumanGames(
        players,
        mixed,
        len(those),
        turns=float(np.mean([record.turns for record in those])),
        rounds=float(np.mean([record.rounds for record in those])),
        score=float(scores.mean()),
        margin=float((best[:, 0] - best[:, 1]).mean()) if players > 1 else None,
        ties=sum(len(record.winners) > 1 for record in those) / len(those),
        wins=tuple(map(float, wins / len(those))),
    )
