"""What only compiled code does with memory is what the interpreter does with arrays."""

from __future__ import annotations

import numpy as np
import pytest

from cardgen.play.clauses.pointers import VECTOR, add_to
from cardgen.play.compiled import COMPILES, compiled
from cardgen.play.tiers import at_speed


@compiled
def added(numbers, at, vectors, sign):
    add_to(numbers, at, vectors, sign)


@pytest.mark.skipif(not COMPILES, reason="nothing is compiled without numba")
@pytest.mark.parametrize("at", [0, 1, 7, 31])
@pytest.mark.parametrize("many", [0, 1, 5])
@pytest.mark.parametrize("sign", [1, -1])
def test_vectors_are_added_where_they_are_told_and_nowhere_else(at, many, sign):
    chance = np.random.default_rng(at + many)
    numbers = chance.integers(-1000, 1000, 200, np.int16)
    vectors = chance.integers(0, 100, many * VECTOR, np.int16)
    wanted = numbers.copy()
    wanted[at : at + len(vectors)] += sign * vectors
    with at_speed():
        added(numbers, at, vectors, sign)
    assert (numbers == wanted).all()
