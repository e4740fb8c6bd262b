"""Positions written down and read back; positions that cannot be; actions in words, and words as actions."""

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgen.play import load_game
from cardgen.play.words import plain
from tests.play.games import definition, played, rule_sets, walk

FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 2**40)
PLAYERS = st.integers(3, 5)
VARIANTS = st.sampled_from(("base", *definition("king_lui").home.variants))
LANGUAGES = ("en", "fr", "it")


@FEW
@given(rule_sets("king_lui"), VARIANTS, PLAYERS, SEEDS)
def test_a_snapshot_is_the_whole_position(rules, variant, players, seed):
    game = played("king_lui", variant, **rules)
    for position in walk(game.new_position(players, seed=seed), random.Random(seed)):
        snapshot = position.snapshot()
        again = game.from_snapshot(json.loads(json.dumps(snapshot)))
        assert again.snapshot() == snapshot
        assert again.legal_actions() == position.legal_actions()
        assert (again.current_player(), again.returns(), again.winners()) == (
            position.current_player(), position.returns(), position.winners()
        )  # fmt: skip


def test_the_keys_are_those_of_the_contract():
    keys = "players supply table emeralds king hands drawn_secretly removed chef to_act course drawn terminal"
    snapshot = played("king_lui").new_position(4, seed=1).snapshot()
    assert list(snapshot) == keys.split()
    assert (snapshot["chef"], snapshot["to_act"], snapshot["course"]) == (0, 0, 1)
    assert snapshot["drawn"] is None and snapshot["terminal"] is False


def test_what_is_shown_of_a_position_can_be_pasted():
    game = load_game("king_lui", variant="hungry_dragon", rules={"cards_per_player": 1, "hands": "open"})
    position = game.new_position(5, seed=3)
    position.apply_action(position.legal_actions()[0])
    again = eval(repr(position), {"load_game": load_game})
    assert again.snapshot() == position.snapshot() and again.legal_actions() == position.legal_actions()
    assert again.game.rules_hash() == game.rules_hash()


def test_absent_zones_are_empty_and_missing_cards_are_out_of_the_game():
    position = played("king_lui").from_snapshot({"players": 3, "table": {"ham": 2}})
    assert position.snapshot()["supply"] == [] and position.snapshot()["king"] == {}
    assert [position.action_to_string(action) for action in position.legal_actions()] == ["takes ham"]


def test_the_top_of_the_supply_is_its_end():
    position = played("king_lui").from_snapshot({"players": 3, "supply": ["ham", "cheese"], "table": {"cake": 1}})
    position.apply_action(position.string_to_action("draws"))
    assert position.snapshot()["hands"][0] == {"cheese": 1}


IMPOSSIBLE = {
    "a card too many": (
        {"table": {"ham": 16}},
        "ham: expected at most 15, as many as the deck has, got 16 in this position",
    ),
    "a card too many in all zones together": (
        {"king": {"ham": 6}, "hands": [{"ham": 5}, {}, {}], "supply": ["ham"] * 4, "removed": {"ham": 1}},
        "ham: expected at most 15, as many as the deck has, got 16",
    ),
    "an Emerald too many": (
        {"emeralds": 5, "drawn": "emerald"},
        "emerald: expected at most 5, as many as the deck has, got 6",
    ),
    "no number of players": ({"players": None}, "players: expected a whole number from 3 to 5, got None"),
    "too many players": ({"players": 6}, "players: expected a whole number from 3 to 5, got 6"),
    "too few players": ({"players": 2}, "players: expected a whole number from 3 to 5, got 2"),
    "a player who is not there": ({"to_act": 3}, "to_act: expected a whole number from 0 to 2, got 3"),
    "a chef who is not there": ({"chef": -1}, "chef: expected a whole number from 0 to 2, got -1"),
    "a hand below zero": ({"hands": [{"ham": -1}, {}, {}]}, r"hands\[0\]: ham: expected a whole number from 0"),
    "a pile below zero": ({"king": {"ham": -1}}, "king: ham: expected a whole number from 0"),
    "half a card": ({"king": {"ham": 1.5}}, "king: ham: expected a whole number from 0 to 1000, got 1.5"),
    "a truth for a number": ({"emeralds": True}, "emeralds: expected a whole number from 0 to 250, got True"),
    "a hand too many": ({"hands": [{}, {}, {}, {}]}, "hands: expected one for each of the 3 players"),
    "no hands": ({"hands": 3}, "hands: expected one for each of the 3 players"),
    "an unknown zone": ({"tabel": {}}, "there is no zone 'tabel'; did you mean 'table'"),
    "an unknown card": ({"king": {"hamm": 1}}, "king: there is no card 'hamm'; did you mean 'ham'"),
    "an unknown card in the supply": ({"supply": ["bred"]}, "supply: there is no card 'bred'; did you mean 'bread'"),
    "no card": ({"supply": [3]}, "supply: there is no card 3"),
    "no list": ({"supply": "ham"}, "supply: expected a list of cards, got 'ham'"),
    "no counts": ({"king": ["ham"]}, "king: expected cards and their numbers"),
    "Emerald as a dish": ({"table": {"emerald": 1}}, "table: emerald cannot lie there"),
    "Emerald in hand": (
        {"hands": [{"emerald": 1}, {}, {}]},
        r"hands\[0\]: no player can hold emerald under these rules",
    ),
    "more secrets than cards": (
        {"hands": [{"ham": 1}, {}, {}], "drawn_secretly": [{"ham": 2}, {}, {}]},
        r"drawn_secretly\[0\]: expected at most 1 ham, as the zone holds no more, got 2",
    ),
    "a dish in one's fingers": ({"drawn": "ham"}, "drawn: expected 'emerald' or nothing, got 'ham'"),
    "drawn when all is over": (
        {"drawn": "emerald", "terminal": True},
        "drawn: expected no drawn card, because the game is over",
    ),
    "over or not": ({"terminal": 1}, "terminal: expected true or false, got 1"),
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_a_position_that_cannot_be_is_refused_by_name(case):
    zones, message = IMPOSSIBLE[case]
    with pytest.raises(ValueError, match=message):
        played("king_lui").from_snapshot({"players": 3, **zones})


def test_no_players_no_zones_no_dice():
    game = played("king_lui")
    with pytest.raises(ValueError, match="players: this zone is missing"):
        game.from_snapshot({})
    with pytest.raises(ValueError, match="expected a snapshot with named zones, got 7"):
        game.from_snapshot(7)
    with pytest.raises(ValueError, match="dice: there are no dice in this game"):
        game.from_snapshot({"players": 3}, dice=[1])


@pytest.mark.parametrize("rule", ["redraw", "keep"])
def test_no_card_is_in_ones_fingers_where_the_rules_leave_no_choice(rule):
    with pytest.raises(
        ValueError, match="drawn: under these rules, none of 1,000 games reached a choice with a card in this zone"
    ):
        played("king_lui", emerald_drawn=rule).from_snapshot({"players": 3, "drawn": "emerald"})


def test_a_card_that_a_variant_dropped():
    with pytest.raises(ValueError, match="king: there is no card 'wine'"):
        played("king_lui", "hungry_dragon").from_snapshot({"players": 3, "king": {"wine": 1}})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 2}, "players: expected from 3 to 5, got 2"),
        ({"players": 6}, "players: expected from 3 to 5, got 6"),
        ({"players": True}, "players: expected from 3 to 5, got True"),
        ({"seed": -1}, "seed: expected a whole number from 0, got -1"),
        ({"side": "gold"}, "there is no option 'side'"),
    ],
)
def test_a_game_that_cannot_be_dealt(arguments, message):
    with pytest.raises(ValueError, match=message):
        played("king_lui").new_position(**arguments)


# ---- actions


@pytest.mark.parametrize("language", LANGUAGES)
@FEW
@given(rule_sets("king_lui"), PLAYERS, SEEDS)
def test_every_action_can_be_typed_back(language, rules, players, seed):
    game, chooser = played("king_lui", **rules), random.Random(seed)
    for position in walk(game.new_position(players, seed=seed), chooser):
        said = {action: position.action_to_string(action, language) for action in position.legal_actions()}
        assert len({plain(line) for line in said.values()}) == len(said)
        if said:
            action = chooser.choice(list(said))
            assert position.string_to_action(said[action], language) == action
            assert position.string_to_action(f"  {said[action].upper()} ", language) == action


def test_portions_may_be_named_in_any_order():
    position = played("king_lui").from_snapshot({"players": 3, "table": {"cake": 1}, "emeralds": 1,
                                                 "king": {"ham": 1, "cheese": 1}})  # fmt: skip
    assert position.string_to_action("feeds cheese ham") == position.string_to_action("feeds ham, cheese")


def test_what_is_not_legal_is_refused_with_what_is():
    position = played("king_lui").from_snapshot({"players": 3, "table": {"ham": 1}, "supply": ["ham"]})
    with pytest.raises(ValueError, match="'takes hamm' is not legal here; did you mean 'takes ham'"):
        position.string_to_action("takes hamm")
    with pytest.raises(ValueError, match="legal: takes ham, draws"):
        position.string_to_action("")
    ham, draw = position.legal_actions()
    for action in (1 << 20, -1, 16.5, "draws", None):
        with pytest.raises(ValueError, match=rf"is not legal here; legal: \[{ham}, {draw}\]"):
            position.apply_action(action)
    over = played("king_lui").from_snapshot({"players": 3, "terminal": True})
    with pytest.raises(ValueError, match="is not legal here"):
        over.apply_action(0)


def test_a_clone_shares_nothing():
    position = played("king_lui").new_position(3, seed=5)
    before = position.snapshot()
    copy = position.clone()
    for _ in walk(copy, random.Random(1)):
        pass
    assert copy.is_terminal() and position.snapshot() == before


def test_equal_seeds_are_equal_games():
    game = played("king_lui")
    games = [
        [each.snapshot() for each in walk(game.new_position(4, seed=seed), random.Random(1))] for seed in (9, 9, 10)
    ]
    assert games[0] == games[1] != games[2]
