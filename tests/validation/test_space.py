"""Axes of settings, the points that they span, and samples of these."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.definitions.load import load_game
from cardgen.foundations.errors import InputError
from cardgen.store.library import find_game
from cardgen.validation.settings.space import SearchSpace, axis


def space(*said):
    return SearchSpace(tuple(axis(text, "--over") for text in said))


@pytest.mark.parametrize(
    "said, values",
    [
        ("hand=1..4", "1 2 3 4"),
        ("hand= 0..20..5", "0 5 10 15 20"),
        ("hand=5..5", "5"),
        ("hand=9,1..3", "1 2 3 9"),
        ("tie=shared, nobody", "shared nobody"),
    ],
)
def test_values_as_they_are_said(said, values):
    assert " ".join(axis(said, "--over").values) == values


@pytest.mark.parametrize(
    "said, told",
    [
        ("hand", "expected NAME=VALUES"),
        ("=1..2", "expected NAME=VALUES"),
        ("hand=", "expected NAME=VALUES"),
        ("hand=1,,2", "expected NAME=VALUES"),
        ("hand=4..1", "from less to more, got '4..1'"),
        ("hand=1..4..0", "got '1..4..0'"),
        ("hand=1..x", "got '1..x'"),
        ("hand=1..3,2", "hand: 2 is there twice"),
        ("hand=0..9000", "at most 1,000 values, got 9,001"),
    ],
)
def test_what_is_no_axis_is_told_with_its_option(said, told):
    with pytest.raises(InputError, match=r"^--over ") as error:
        axis(said, "--over")
    assert told in str(error.value)
    assert str(error.value).startswith(f"--over {said}: ")


def test_a_setting_stands_once_and_there_are_six_at_most():
    with pytest.raises(InputError, match="--over a=3: a is there twice"):
        space("a=1", "b=2", "a=3")
    with pytest.raises(InputError, match="at most 6 settings, got 7"):
        space(*(f"{name}=1" for name in "abcdefg"))


sizes = st.lists(st.integers(1, 9), min_size=1, max_size=4)


@given(sizes, st.integers(1, 60))
def test_a_sample_is_of_the_space_without_doubles_and_in_order(sizes, most):
    whole = space(*(f"a{place}=1..{size}" for place, size in enumerate(sizes)))
    everything = list(whole.points())
    found = whole.sample(most)
    assert len(found) == min(most, whole.size)
    assert found == [point for point in everything if point in set(found)]


def test_a_sample_is_the_same_however_settings_are_ordered():
    said = ["b=1..9", "a=1..9", "c=x,y,z"]
    wanted = {frozenset(space(*said).settings(point).items()) for point in space(*said).sample(40)}
    for order in permutations(said):
        whole = space(*order)
        assert {frozenset(whole.settings(point).items()) for point in whole.sample(40)} == wanted


def test_a_sample_is_spread_evenly():
    """A quarter of each setting's values has a quarter of the points, and each pair of quarters its part."""
    found = [
        tuple((int(value) - 1) // 4 for value in point) for point in space("a=1..16", "b=1..16", "c=1..16").sample(64)
    ]
    for place in range(3):
        assert {sum(point[place] == quarter for point in found) for quarter in range(4)} <= {15, 16, 17}
    pairs = [sum(point[:2] == (a, b) for point in found) for a in range(4) for b in range(4)]
    assert (min(pairs) >= 2, max(pairs) <= 6) == (True, True)


def test_neighbours_are_one_setting_away():
    found = set(space("hand=1..4", "tie=x,y,z").neighbours(("1", "y")))
    assert found == {("2", "y"), ("1", "x"), ("1", "z")}


@pytest.mark.parametrize(
    "said, told",
    [
        ("cards_per_playr=1", "there is no rule 'cards_per_playr'; did you mean 'cards_per_player'?"),
        ("emrald=1", "there is no rule 'emrald'; did you mean 'count.emerald'?"),
        ("count.emrald=1", "count.emrald: there is no card 'emrald'; did you mean 'emerald'?"),
        ("cuont.emerald=1", "cuont.emerald: 'emerald' has no 'cuont'; did you mean 'count'?"),
        ("cards_per_player=1..9", "cards_per_player: expected 1 to 4, got '5'"),
        ("empty_supply=pass,ende", "empty_supply: expected pass, end, reshuffle, got 'ende'"),
    ],
)
def test_what_a_game_does_not_know_is_told_with_the_nearest_name(said, told):
    with pytest.raises(InputError) as error:
        space(said).check(load_game(find_game("king_lui")))
    assert str(error.value) == f"--over {said}: {told}"


def test_rules_cards_and_kinds_are_known():
    space("hands=open,closed", "emerald_when_no_dish=yes,no", "count.dish=1..20", "count.ham=0..3").check(
        load_game(find_game("king_lui"))
    )


# ---- what --set takes as well


def counts(**settings):
    game = load_game(find_game("king_lui"), "base", {name.replace("_", "."): value for name, value in settings.items()})
    return {design.id: design.count for design in game.designs}, game.decks[0].total


def test_a_card_is_set_and_its_deck_has_no_total():
    found, total = counts(count_emerald="8")
    assert (found["emerald"], found["ham"], total) == (8, 15, None)


def test_a_kind_stands_for_its_cards_and_a_card_for_itself():
    found, _ = counts(count_dish="3")
    assert {count for id, count in found.items() if id != "emerald"} == {3}
    assert found["emerald"] == 5  # it is a kind and a card


def test_a_rule_alone_leaves_totals():
    assert load_game(find_game("king_lui"), "base", {"cards_per_player": "3"}).decks[0].total == 110


@pytest.mark.parametrize(
    "name, value, told",
    [
        ("count.emrald", "3", "count.emrald: there is no card 'emrald'; did you mean 'emerald'?"),
        ("count.emerald", "many", "cards.emerald.count: expected a whole number, got 'many'"),
    ],
)
def test_a_slip_in_set_is_told(run, name, value, told):
    outcome = run("build", "king_lui", "--set", f"{name}={value}")
    assert (outcome.code, outcome.err.strip()) == (2, f"--set {name}={value}: {told}")


def test_a_game_with_changed_cards_is_replayed(run):
    outcome = run("replay", "king_lui", "--set", "count.emerald=1", "--players", "3", "--seed", "1")
    assert outcome.code == 0
    assert "count.emerald" in outcome.out
