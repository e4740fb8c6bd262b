"""What `check` says of games that somebody wrote from the documentation alone."""

from __future__ import annotations

import pytest

from tests.rules.test_published import FILES


@pytest.fixture
def told(run):
    """What a check of one of these games tells."""

    def told(name, *more):
        found = run("check", str(FILES / f"{name}.yaml"), *more)
        assert found.code in (0, 1) and not found.err, found.err
        return found.out

    return told


def test_the_fewest_points_of_one_who_plays_alone_are_skill(told):
    said = " ".join(told("lowsolo", "--games", "256").split())
    assert "no-skill" not in said and "balance is judged by greedy, no stronger play is known" in said
