"""Intervals hold however often one looks: what is so by construction is found false as seldom as is stated."""

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.definitions.expect import Expectation
from cardgen.foundations.errors import Place
from cardgen.play import load_game
from cardgen.validation.questions.compare import differences
from cardgen.validation.questions.judge import judge_cell
from cardgen.validation.sampling import confidence
from cardgen.validation.sampling.game_sums import GameSums
from tests.validation.verdicts import cell_of, with_records

SEEDS = 300
LOOKS = (64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 4096)
ALPHA = 0.05
MOST = ALPHA * SEEDS + 3 * math.sqrt(ALPHA * (1 - ALPHA) * SEEDS)  # false ones of so many, three standard errors above


def missed(paths, estimate, truth):
    """How many paths are at any look found to be otherwise than they are."""
    return sum(any(estimate(path[:games]).excludes(truth) for games in LOOKS) for path in paths)


@pytest.mark.parametrize("truth", [0.003, 0.2, 0.5, 0.97])
def test_shares(truth):
    paths = np.random.default_rng(1).random((SEEDS, LOOKS[-1])) < truth
    assert missed(paths, lambda path: confidence.share(int(path.sum()), len(path), ALPHA), truth) <= MOST


@pytest.mark.parametrize(
    ("draw", "truth"),
    [
        (lambda rng, size: rng.normal(50, 5, size), 50),
        (lambda rng, size: rng.exponential(3, size), 3),
        (lambda rng, size: rng.poisson(0.05, size), 0.05),  # what comes about once in 20 games
        (lambda rng, size: 6.0 * (rng.random(size) < 0.1), 0.6),  # seldom, and then much
    ],
)
def test_means(draw, truth):
    paths = draw(np.random.default_rng(2), (SEEDS, LOOKS[-1])).astype(float)

    def estimate(path):
        return confidence.mean(len(path), path.sum(), (path * path).sum(), np.ptp(path), ALPHA)

    assert missed(paths, estimate, truth) <= MOST


def paired(after, before, width, factor=1.0):
    """The estimate from pairs of games, in blocks of so many."""
    games = len(after) // width * width
    sums = [path[:games].reshape(-1, width).sum(axis=1) for path in (after, before)]
    pairs = confidence.Paired(np.full(games // width, float(width)), *sums, np.ptp(after), np.ptp(before))
    return confidence.paired(pairs, ALPHA, factor)


@pytest.mark.parametrize("width", [1, 8, 16])
@pytest.mark.parametrize("factor", [1.0, 2.0, 0.5])
@pytest.mark.parametrize("shared", [0.0, 0.9])  # how much of a game the seed settles
@pytest.mark.parametrize(
    "draw",
    [
        lambda rng, size: rng.normal(50, 5, size),
        lambda rng, size: rng.exponential(3, size),
        lambda rng, size: 6.0 * (rng.random(size) < 0.1),
    ],
)
def test_paired_differences(draw, shared, factor, width):
    """No interval of after - factor * before misses more often than it may. That also settles whether one mean is more
    than twice the other, for which an interval around the difference alone is too narrow."""
    rng, size = np.random.default_rng(3), (SEEDS, LOOKS[-1])
    base, own = draw(rng, size), draw(rng, size)
    same = rng.random(size) < shared
    after = factor * np.where(same, base, own)
    missed = 0
    for one, other in zip(after, base, strict=True):
        looks = (look for look in LOOKS if look // width >= confidence.MIN_BLOCKS)
        missed += any(paired(one[:look], other[:look], width, factor).excludes(0.0) for look in looks)
    assert missed <= MOST


def test_pairs_have_no_interval_before_there_are_enough():
    few, some, many = np.arange(63.0), np.arange(120.0), np.arange(128.0)
    assert paired(few, few, 1).high == paired(some, some, 8).high == math.inf
    assert paired(many, many, 8).high < math.inf and paired(many[:64], many[:64], 4).high < math.inf


def test_wide_blocks_hide_no_outliers():
    """The allowance for what has not been seen yet is that of single games, however wide the blocks are."""
    path = np.zeros(1_024)
    path[::64] = 50.0
    narrow, wide = (paired(path, np.zeros(1_024), width) for width in (1, 64))
    assert wide.high >= confidence.reach(1_024, ALPHA) * 50 / 32 and narrow.high > wide.high


@given(st.integers(0, 5_000), st.integers(0, 5_000), st.floats(1e-9, 0.2))
def test_a_share_lies_in_its_interval_which_is_wider_the_surer_it_is(hits, others, alpha):
    found, surer = confidence.share(hits, hits + others, alpha), confidence.share(hits, hits + others, alpha / 10)
    assert 0 <= surer.low <= found.low <= found.mean <= found.high <= surer.high <= 1


def test_a_share_is_that_of_the_mixture_worked_out_another_way():
    """The edges are where the mixture of likelihoods, summed up over a fine grid, weighs 20 times the likelihood."""
    grid = (np.arange(200_000) + 0.5) / 200_000
    prior = 1 / (np.pi * np.sqrt(grid * (1 - grid))) / 200_000
    mixture = (prior * grid**7 * (1 - grid) ** 33).sum()
    found = confidence.share(7, 40, 0.05)
    for edge in (found.low, found.high):
        assert mixture / (edge**7 * (1 - edge) ** 33) == pytest.approx(20, rel=1e-3)


def test_a_few_games_say_nothing_of_a_mean_and_one_never_seen_is_not_ruled_out():
    assert confidence.mean(confidence.MIN_GAMES - 1, 0, 0, 0, ALPHA).high == math.inf
    assert 0.001 < confidence.mean(1_000, 0, 0, 0, ALPHA).high < 0.2


# ---- null games


def won_by(winners, first=0):
    """Records of games in which everything is alike but who wins, and who began."""
    cell = cell_of(load_game("king_lui"), ["learnt"] * 4)
    records = np.repeat(cell.spec.play(0, 1), len(winners))
    records["tallies"] = records["dead_ends"] = records["silences"] = 0
    records["winners"], records["first"] = 1 << winners, first
    return cell, records


@pytest.mark.slow
def test_seats_that_are_alike_by_construction():
    false = 0
    for seed in range(SEEDS):
        rng = np.random.default_rng(seed)
        cell, records = won_by(rng.integers(0, 4, 2_048), rng.integers(0, 4, 2_048))
        for games in LOOKS[:11:3]:
            verdicts = judge_cell(with_records(cell, records[:games]), ALPHA / 8)  # of 8 questions: seats, colours
            if any(verdict.discovery for verdict in verdicts):
                false += 1
                break
    assert false <= MOST


def test_a_seat_with_five_points_more_is_found():
    rng = np.random.default_rng(5)
    found = 0
    for _ in range(50):
        winners = rng.choice(4, 8_192, p=[0.31, 0.23, 0.23, 0.23])
        cell, records = won_by(winners)
        verdicts = judge_cell(with_records(cell, records), 1e-4)
        found += any(verdict.discovery for verdict in verdicts)
    assert found >= 45


@pytest.mark.slow
def test_an_expectation_whose_bound_is_the_truth():
    """Each of two, which are asked of the same games."""
    bounds = {"least": (0.25, 1.0), "most": (0.0, 0.25)}
    asked = tuple(Expectation("greedy", "first_player", *ends, "said", Place(end)) for end, ends in bounds.items())
    missed = Counter()
    for seed in range(SEEDS):
        cell, records = won_by(np.random.default_rng(seed).integers(0, 4, 2_048))
        cell.asked = asked
        judged = (judge_cell(with_records(cell, records[:games]), ALPHA) for games in LOOKS[:11:3])
        found = (verdict.finding() for each in judged for verdict in each if verdict.finding)
        missed.update({finding.place.file for finding in found if finding.code == "expect-missed"})
    assert set(missed) <= set(bounds) and all(missed[end] <= MOST for end in bounds), missed


def test_a_variant_that_is_its_base_under_another_name():
    """Games of other seeds stand for the variant's, so that there is something to differ by chance."""
    king_lui = load_game("king_lui")
    cell = cell_of(king_lui, ["random"] * 3)
    records = cell.spec.play(0, 512 * (SEEDS + 1))
    parts = [with_records(cell, records[512 * part : 512 * (part + 1)]) for part in range(SEEDS + 1)]
    false = sum(
        any(difference.is_one for difference in differences(one, other, ALPHA / 23)) for one, other in pairwise(parts)
    )
    assert len(differences(parts[0], parts[1], ALPHA)) == 23
    assert false <= MOST


def test_a_variant_that_lasts_two_turns_longer_is_told():
    cell = cell_of(load_game("king_lui"), ["random"] * 3)
    records = cell.spec.play(0, 512)
    longer = records.copy()
    longer["turns"] += 1 + np.arange(512) % 3
    (turns, *_) = differences(with_records(cell, longer), with_records(cell, records), 1e-4)
    assert turns.measure == "turns" and turns.is_one and turns.change.mean == pytest.approx(2, abs=0.01)


# ---- sums


@given(st.lists(st.integers(1, 90), min_size=1, max_size=6))
def test_pieces_put_together_are_the_whole(sizes):
    cell = cell_of(load_game("king_lui"), ["random"] * 3)
    records = cell.spec.play(0, sum(sizes))
    found, start = GameSums.empty(cell.seen.what), 0
    for size in sizes:
        found = found + GameSums.from_records(found.what, records[start : start + size])
        start += size
    whole = GameSums.from_records(found.what, records)
    for name in ("games", "work"):
        assert getattr(found, name) == getattr(whole, name)
    extremes = ("minimum", "maximum", "seed_of_minimum", "seed_of_maximum")
    for name in ("sums", "squares", *extremes, "points", "lengths"):
        assert (getattr(found, name) == getattr(whole, name)).all(), name
    assert found.widths.sum() == whole.widths.sum() == len(records)
    assert (found.blocks.sum(axis=0) == whole.blocks.sum(axis=0)).all()
