"""The worked examples that rulebooks print come true when they are played, in the base game and in every variant."""

from dataclasses import replace

import pytest

from cardgen.definitions.examples import read_examples
from cardgen.play.examples import prove
from cardgen.store.library import all_games
from tests.play.games import definition, played

CASES = [
    (home.name, variant)
    for home in all_games()
    for variant in ("base", *home.variants)
    if definition(home.name, variant).engine and definition(home.name, variant).clauses is None  # these have none yet
]


@pytest.mark.parametrize(("name", "variant"), CASES)
def test_examples_come_true(name, variant):
    game = played(name, variant)
    told = [example for example in read_examples(game.definition) if example.holds]
    assert told
    assert {example.name: prove(game, example) for example in told if prove(game, example)} == {}


WRONG = {
    "other points": ({"then": {"scores": {"Anna": 13, "Bruno": 4, "Chiara": 0}}},
                     ["then.scores: expected [13, 4, 0], but play gives [12, 4, 0]"]),
    "another winner": ({"then": {"winners": ["Bruno"]}},
                       ["then.winners: expected ['Bruno'], but play gives ['Anna']"]),
    "several at once": ({"then": {"over": False, "king": {"cheese": 4}}},
                        ["then.over: expected False, but play gives True",
                         "then.king: expected {'cheese': 4}, but play gives {'ham': 2, 'cheese': 4}"]),
    "a zone that is not there": ({"then": {"kings": 1}}, ["then.kings: there is no zone or outcome 'kings'"]),
    "a card too many": ({"king": {"ham": 16}}, [
        "ham: expected at most 15, as many as the deck has, got 18 in this position"
    ]),
    "not their turn": ({"play": ["Bruno draws"]}, ["'Bruno draws': it is Anna who must choose now"]),
    "no such action": ({"play": ["Anna takes ham"]}, ["'Anna takes ham': 'takes ham' is not legal here"]),
    "after the end": ({"play": ["Anna draws", "Bruno draws", "Chiara draws", "Anna draws"]},
                      ["'Anna draws': the game is over"]),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_example_is_told(case):
    change, faults = WRONG[case]
    game = played("king_lui")
    right = next(example for example in read_examples(game.definition) if example.name == "cheese")
    found = prove(game, replace(right, values=right.values | change))
    assert len(found) == len(faults)
    assert all(said.startswith(fault) for said, fault in zip(found, faults, strict=True)), found
