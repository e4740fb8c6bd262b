"""Blocking of any demand over any small deck, copies and all, against brute force: designers have their own nobles."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from cardgen.play.games.party_at_louis.blocking import TooWide, blocking
from cardgen.play.games.party_at_louis.heap import Dish, Laying
from cardgen.play.games.party_at_louis.outlook import outlook
from tests.play.party_at_louis.test_demand import demand
from tests.play.party_at_louis.test_demand import passes as passes_but_parity

BLOCKED, OPEN, MET = "blocked", "open", "met"
COLOURS = st.sampled_from(["blue", "green"])
GROUPS = st.fixed_dictionaries(
    {"cards": st.sampled_from(["1", "2", "3", "2-3", "any"])},
    optional={
        "same": st.just("value"),
        "colour": COLOURS,
        "one_of": COLOURS,
        "just_one": COLOURS,
        "sum": st.sampled_from(["5", "7", "below 6", "above 6"]),
        "adds_up": st.just("yes"),
        "parity": st.sampled_from(["same", "even", "odd"]),
        "order": st.sampled_from(["rising", "falling"]),
        "first": COLOURS,
        "last": COLOURS,
        "types": st.just("distinct"),
        "white": st.just("no"),
    },
)


def without_what_cannot_stand_together(groups):
    """The demand of groups: what was added last to the one with the most conditions goes, until they make sense."""
    while True:
        try:
            return demand(*groups)
        except ValidationError:
            at = max(range(len(groups)), key=lambda index: len(groups[index]))
            if len(groups[at]) == 1:
                groups = groups[:-1] or [{"cards": "2"}]
            else:
                groups = [*groups[:at], dict([*groups[at].items()][:-1]), *groups[at + 1 :]]


DEMANDS = st.lists(GROUPS, min_size=1, max_size=2).map(without_what_cannot_stand_together)
DISHES = st.builds(Dish, st.sampled_from(["blue", "green", "pink", "white"]), st.integers(1, 5))


def passes(group, cards):
    return passes_but_parity(group, cards) and all(
        value % 2 == (group.parity == "odd") for _, value in cards if group.parity in ("even", "odd")
    )


def fulfils(groups, stacks, share_value):
    """Whether dishes, in the order of laying, are what the groups ask for: given stack by stack, or as one heap."""
    if len(stacks) == len(groups):
        divisions = [stacks]
    else:
        (heap,) = stacks
        divisions = []
        for sides in product(range(len(groups)), repeat=len(heap)):
            divisions.append(
                [[d for d, side in zip(heap, sides, strict=True) if side == i] for i in range(len(groups))]
            )
    return any(
        all(division)
        and all(passes(group, cards) for group, cards in zip(groups, division, strict=True))
        and (share_value or not same_value(groups, division))
        for division in divisions
    )


def same_value(groups, division):
    return len(groups) == 2 and all(g.same for g in groups) and division[0][0].value == division[1][0].value


def judged(groups, stacks, rest, share_value):
    """By brute force: every set of the other dishes, in every order if that matters, on every stack."""
    if fulfils(groups, stacks, share_value):
        return MET
    ordered = groups[0].order is not None
    for count in range(1, len(rest) + 1):
        for more in (permutations if ordered else combinations)(rest, count):
            for sides in product(range(len(stacks)), repeat=count):
                fuller = [
                    [*stack, *(d for d, side in zip(more, sides, strict=True) if side == i)]
                    for i, stack in enumerate(stacks)
                ]
                if fulfils(groups, fuller, share_value):
                    return OPEN
    return BLOCKED


@settings(max_examples=250, deadline=None)
@given(DEMANDS, st.data(), st.booleans())
def test_any_demand_is_judged_as_brute_force_does(wanted, data, share_value):
    stacks = len(wanted.groups) if wanted.ordered else 1
    deck = data.draw(st.lists(DISHES, min_size=3, max_size=5 if wanted.ordered else 7))
    made, columns = blocking(wanted, deck, Laying(stacks, False, share_value), True, False)
    order = data.draw(st.permutations(range(len(deck))))
    laid, row = [[] for _ in range(stacks)], 1
    for place, dish in enumerate(order):
        stack = data.draw(st.integers(0, stacks - 1))
        laid[stack].append(deck[dish])
        row = int(made.rows[row, columns[dish] + stack * (made.width // 2 if stacks > 1 else 0)])
        rest = [deck[other] for other in order[place + 1 :]]
        expected = judged(wanted.groups, laid, rest, share_value)
        assert (OPEN if row > 0 else MET if row < 0 else BLOCKED) == expected, (laid, rest)
        if row <= 0:
            break


@settings(max_examples=60, deadline=None)
@given(DEMANDS, st.lists(DISHES, min_size=3, max_size=7))
def test_an_outlook_is_a_chance_and_grows_with_the_turns(wanted, deck):
    made, _ = blocking(wanted, deck, Laying(1, wanted.ordered, True), True, False)
    found = outlook(made, 5)
    assert not found[0].any() and (found >= 0).all() and (found <= 1 + 1e-12).all()
    assert (found[1:] >= found[:-1] - 1e-12).all()


def test_a_met_noble_may_be_given_more():
    """`validation: at_end`: 25 is met, one more card is too much; two of a kind are met, and so are three."""
    deck = [Dish("blue", value) for value in (1, 2, 2, 2, 3)]
    made, columns = blocking(demand({"cards": "any", "sum": "4"}), deck, Laying(1, False, True), True, True)
    met = int(made.rows[int(made.rows[1, columns[0]]), columns[4]])
    assert met < 0 and not made.rows[-met].any()
    made, columns = blocking(demand({"cards": "2-3", "same": "value"}), deck, Laying(1, False, True), True, True)
    pair = int(made.rows[int(made.rows[1, columns[1]]), columns[1]])
    assert pair < 0 and made.rows[-pair, columns[1]] < 0 and made.rows[-pair, columns[4]] == 0


def test_a_demand_that_is_too_wide_says_so():
    deck = [
        Dish(colour, value)
        for colour in ("blue", "green", "purple", "pink", "yellow", "white")
        for value in range(1, 13)
    ]
    with pytest.raises(TooWide, match="too many ways"):
        blocking(demand({"cards": "any", "sum": "above 60"}), deck, Laying(1, False, True), True, False)
