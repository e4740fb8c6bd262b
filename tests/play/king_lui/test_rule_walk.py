"""Every value of every rule is seen in play: other results, or other positions, from the same seeds."""

import random

import pytest

from cardgen.definitions.rules import explain
from cardgen.play.batches import Batch
from tests.play.games import definition, played, walk

INFOS = explain(definition("king_lui").declared)
CHANGES = [(info.name, info.default, value) for info in INFOS for value in info.values if value != info.default]


def results(policy, players, **rules):
    batch = Batch(played("king_lui", **rules), [policy] * players)
    batch.play(400 if policy != "greedy" else 60)
    return batch.results


@pytest.mark.parametrize(("rule", "default", "value"), CHANGES)
def test_a_rule_changes_games(rule, default, value):
    """Under some policy some of the same seeds lead to other games."""
    for policy in ("random", "always-take", "greedy"):
        for players in (5, 3):
            if (results(policy, players) != results(policy, players, **{rule: value})).any():
                return
    raise AssertionError(f"{rule}: {value} plays as {default}")


def test_the_rules_hash_tells_every_rule_apart():
    hashes = {played("king_lui", **{rule: value}).rules_hash() for rule, _, value in CHANGES}
    assert len(hashes | {played("king_lui").rules_hash()}) == len(CHANGES) + 1


def seen(position):
    """What everybody sees of a position."""
    return [position.observation(player) for player in range(position.record.players)]


def test_open_hands_are_seen():
    """KA15."""
    told = {
        hands: [
            seen(position)
            for position in walk(played("king_lui", hands=hands).new_position(3, seed=4), random.Random(4))
        ]
        for hands in ("closed", "open")
    }
    assert len(told["closed"]) == len(told["open"]) and told["closed"] != told["open"]
    for closed, opened in zip(told["closed"], told["open"], strict=True):
        for player, (hidden, plain) in enumerate(zip(closed, opened, strict=True)):
            assert hidden["hands"][player] == plain["hands"][player]
            assert all(isinstance(secret, dict) for secret in plain["drawn_secretly"])
