"""Faults of known size are found as surely as the docs say."""

import math

import numpy as np
import pytest

from cardgen.validation.questions.compare import differences
from cardgen.validation.questions.judge import judge_cell
from cardgen.validation.sampling.game_sums import GameSums
from tests.validation.power import ALPHA, GAMES, MADE, PAGE, base_and_variant, faults, power, without_fault

SEEDS = 16


def promised():
    """What the table of the docs says of each fault: how often it is found after so many games."""
    found = MADE.search(PAGE.read_text("utf-8"))
    assert found
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in found[0].splitlines() if "% |" in line]
    return {
        (told, code.strip("`")): [float(share.rstrip("%")) / 100 for share in shares] for told, code, *shares in rows
    }


def test_the_docs_tell_of_all_faults():
    assert list(promised()) == [(fault.told, fault.code) for fault in faults()]


@pytest.mark.slow
@pytest.mark.parametrize("fault", faults(), ids=lambda fault: f"{fault.code}: {fault.told}")
def test_a_fault_is_found_as_surely_as_told(fault):
    shares = promised()[fault.told, fault.code]
    told = next((place for place, share in enumerate(shares) if share >= 0.6), len(shares) - 1)
    error = math.sqrt(shares[told] * (1 - shares[told]) / SEEDS)
    assert power(fault, SEEDS, GAMES[: told + 1])[-1] >= shares[told] - 3 * error


def test_games_without_a_fault_are_not_told_of():
    rng = np.random.default_rng(0)
    for policy in ("greedy", "learnt"):
        base, cell = base_and_variant(policy)
        for one in (base, cell):
            one.seen = GameSums.from_records(one.seen.what, without_fault(rng, 2_048))
        assert not [verdict for verdict in judge_cell(cell, ALPHA) if verdict.discovery]
        assert not [each for each in differences(cell, base, ALPHA) if each.matters]
