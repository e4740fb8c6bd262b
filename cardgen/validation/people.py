"""Games that people have played, beside those that the computer has: rows of the same figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from cardgen.play.game import PlayedGame
from cardgen.play.played import Record, records
from cardgen.play.position import agreements
from cardgen.play.tables import PERSON
from cardgen.validation.wording import percent

PEOPLE, MIXED = "people", "people and policies"
UNKNOWN = "-"  # how long people have sat there, nobody has measured


def people_rows(game: PlayedGame) -> Iterator[tuple[str, ...]]:
    """For each number of players, and for people alone and among policies: how many games there are, their turns and
    rounds, points and margins, shared wins, and wins by seat. Those played by other rules are left out."""
    definition, zones = game.definition, game.machine.zones
    hashes = {game.rules_hash(**options) for options in agreements(zones.OPTIONS)}
    kept = [record for _, record in records(definition.home) if _counts(record, definition.variant, hashes)]
    for players in sorted({len(record.seats) for record in kept}):
        for title in (PEOPLE, MIXED):
            alone = title == PEOPLE
            those = [one for one in kept if len(one.seats) == players and ({*one.seats} == {PERSON}) == alone]
            if those:
                yield _row(players, title, those)


def _counts(record: Record, variant: str, hashes: set[str]) -> bool:
    whole = record.finished and PERSON in record.seats and len(record.scores) == len(record.seats)
    return whole and record.variant == variant and record.mark.partition("-")[2] in hashes


def _row(players: int, title: str, those: Sequence[Record]) -> tuple[str, ...]:
    scores = np.array([record.scores for record in those], float)
    best = np.sort(scores, axis=1)[:, ::-1]
    margin = f"{(best[:, 0] - best[:, 1]).mean():.1f}" if players > 1 else UNKNOWN
    wins = np.zeros(players)
    for record in those:
        for player in record.winners:
            wins[(player - record.first) % players] += 1 / len(record.winners)
    turns = np.mean([record.turns for record in those])
    rounds = np.mean([record.rounds for record in those])
    ties = sum(len(record.winners) > 1 for record in those) / len(those)
    seats = " ".join(f"{100 * share:.0f}" for share in wins / len(those))
    length = (f"{turns:.1f}", f"{rounds:.1f}", UNKNOWN)
    return (str(players), title, f"{len(those):,}", *length, f"{scores.mean():.1f}", margin, percent(ties), seats)
