"""Figures of facts.md 2.3 and 2.4, found by an independent engine, against ours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import sqrt

import numpy as np
import pytest

from cardgen.play.batches import Batch
from cardgen.validation.sampling.confidence import share
from cardgen.validation.sampling.measures import measures, won
from tests.play.games import played

GAMES = 400_000
PUBLISHED = 2_000_000  # games a cell behind the published table


@cache
def results(policy: str, players: int, games: int = GAMES):
    game = played("king_lui")
    batch = Batch(game, [policy] * players)
    batch.play(games)
    return batch.results


@dataclass(frozen=True)
class Figure:
    """A published mean or share (of 1) of a measure at 3, 4 and 5 players."""

    measure: str
    values: tuple[float, float, float]


TABLE = [
    Figure("decisions", (49.11, 48.79, 49.14)),
    Figure("rounds", (16.21, 12.09, 9.74)),
    Figure("silences.nothing_to_do", (0.00081, 0.00140, 0.00794)),
    Figure("tallies.supply_empty", (0.1968, 0.1146, 0.2599)),
    Figure("tallies.no_dish", (0.0363, 0.0607, 0.1202)),
    Figure("silences.tie_remains", (0.00336, 0.00408, 0.00445)),
    Figure("score", (66.7, 41.3, 25.6)),
    Figure("tallies.feed", (4.89, 4.84, 4.85)),
]
WON_ALONE = {3: (32.95, 33.53, 33.18), 4: (25.31, 25.41, 24.75, 24.12), 5: (20.44, 20.46, 19.93, 19.36, 19.37)}
COURSES_SEEN = {3: (14, 18), 4: (11, 13), 5: (8, 11)}
RARE = {"tallies.supply_empty", "tallies.no_dish"}  # counted by turn; published as shares of games


def agree(values: np.ndarray, published: float, digits: int) -> None:
    """Within three standard errors of the difference of both samples; `published` was rounded to so many digits."""
    sd = values.std(ddof=1)
    error = sqrt(sd**2 / len(values) + sd**2 / PUBLISHED)
    assert abs(values.mean() - published) <= 3 * error + 0.5 * 10**-digits, (values.mean(), published, error)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("figure", TABLE, ids=lambda figure: figure.measure)
def test_random_play(figure, players):
    found = measures(played("king_lui"), players)[figure.measure].of(results("random", players))
    if figure.measure in RARE:
        found = found > 0
    published = figure.values[players - 3]
    digits = len(str(max(figure.values)).partition(".")[2])
    agree(found.astype(float), published, digits)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seat"), [(players, seat) for players in (3, 4, 5) for seat in range(players)])
def test_wins_by_seat(players, seat):
    found = won(results("random", players)["winners"], seat, shared=False)
    agree(found.astype(float), WON_ALONE[players][seat] / 100, 4)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_least_and_most_courses(players):
    least, most = COURSES_SEEN[players]
    courses = results("random", players)["rounds"]
    assert least <= courses.min() < courses.max() <= most


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize(
    ("policy", "measure", "shares"),
    [
        ("always-take", "silences.no_dish_but_emerald", (0.22, 0.36, 0.58)),  # KA4
        ("random", "silences.no_dish_but_emerald", (0.003, 0.003, 0.006)),
        ("always-draw", "silences.tie_remains", (0.055, 0.084, 0.113)),  # KA11
    ],
)
def test_policies_matter_more_than_luck(policy, measure, shares, players):
    values = measures(played("king_lui"), players)[measure].of(results(policy, players, 50_000))
    found = share(int(values.sum()), len(values), 0.003)
    published = shares[players - 3]
    rounding = 0.005 if published >= 0.2 else 0.0005
    assert found.low - rounding <= published <= found.high + rounding


@pytest.mark.parametrize(("players", "dealt", "most", "left"), [(3, 6, 18, 2), (4, 8, 13, 6), (5, 10, 11, 0)])
def test_courses_when_nobody_draws(players, dealt, most, left):
    """2.4: cards dealt a course; the most courses, and the cards that are left then."""
    assert results("always-take", players, 50_000)["rounds"].max() == most
    for seed in range(100):
        position = played("king_lui").new_position(players, seed=seed)
        assert 110 - len(position.snapshot()["supply"]) == dealt
        while takes := [a for a in position.legal_actions() if position.action_to_string(a).startswith("takes")]:
            position.apply_action(takes[0])
        if position.is_terminal():  # else there was nothing to take
            snapshot = position.snapshot()
            assert (snapshot["course"], sum(snapshot["removed"].values())) == (most, left)
            return
    raise AssertionError("no game without a compulsory draw")


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize(("more", "courses"), [(-1, 1), (0, 2), (1, 2)])
def test_one_more_course_with_exactly_enough_cards(players, more, courses):
    """KA8: with 2n cards left the course is played, with one less it is not (K29, K30)."""
    supply = ["ham", "cheese", "bread"] * 5
    supply = supply[: 2 * players + more]
    table = {"cake": 2, "wine": 2, "fruit": 2, "chicken": 2, "ham": 2}
    position = played("king_lui").from_snapshot({"players": players, "supply": supply, "table": table})
    for _ in range(players):
        position.apply_action(position.legal_actions()[0])
    snapshot = position.snapshot()
    assert snapshot["course"] == courses and snapshot["terminal"] == (courses == 1)
    assert sum(snapshot["removed"].values()) == (len(supply) if courses == 1 else 0)
    assert sum(snapshot["table"].values()) == (0 if courses == 1 else 2 * players)
