"""Every value of every rule is seen in play: other results from the same seeds."""

import pytest

from cardgen.definitions.engines import rules_of
from cardgen.definitions.rules import explain
from cardgen.play.batches import Batch
from tests.play.games import definition, played

INFOS = explain(rules_of(definition("draco").engine))
CHANGES = [(info.name, info.default, value) for info in INFOS for value in info.values if value != info.default]
LONG = {"extra_piles": 4}  # a night in which the highest limits are reached, and the bank runs dry


def results(players, **rules):
    batch = Batch(played("draco", **rules), ["always-toast"] * players, seed=20)
    batch.play(300)
    return batch.results


@pytest.fixture(scope="module")
def known():
    """What the rules' defaults lead to, by number of players and other rules."""
    found = {}

    def of(players, **rules):
        key = (players, *rules.items())
        if key not in found:
            found[key] = results(players, **rules)
        return found[key]

    return of


@pytest.mark.parametrize(("rule", "default", "value"), CHANGES)
def test_a_rule_changes_games(rule, default, value, known):
    for players in (3, 4):
        for others in ({}, LONG):
            if rule not in others and (results(players, **others, **{rule: value}) != known(players, **others)).any():
                return
    raise AssertionError(f"{rule}: {value} plays as {default}")


def test_the_rules_hash_tells_every_rule_apart():
    hashes = {played("draco", **{rule: value}).rules_hash() for rule, _, value in CHANGES}
    assert len(hashes | {played("draco").rules_hash()}) == len(CHANGES) + 1


@pytest.mark.parametrize("rules", [LONG, {"hand_size": 10, "hand_limit": 1}, {"toast_limit": 1}, {"finite_bank": True}])
@pytest.mark.parametrize("players", [3, 6])
def test_games_end_whatever_the_rules(players, rules):
    found = results(players, **rules)
    assert (found["finished"] == 1).all() and (found["dead_ends"] == 0).all()
