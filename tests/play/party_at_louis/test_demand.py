"""What nobles ask for: the data that cards show, words tell and play obeys; its counts are the project's facts'."""

from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from cardgen.definitions.load import load_game
from cardgen.definitions.nodes import Plain
from cardgen.foundations.errors import InputError
from cardgen.play.games.party_at_louis.demand import Demand
from cardgen.play.games.party_at_louis.group import COLOURS, Size, Sum
from cardgen.store.library import find_game

GAME = load_game(find_game("party_at_louis"))
NOBLES = {design.id: design for design in GAME.designs if design.kind == "noble"}
DISHES = [(design.set, int(design.fields["value"])) for design in GAME.designs if design.kind == "dish"]


def demand(*groups):
    return Demand.model_validate(tuple({key: Plain(value) for key, value in group.items()} for group in groups))


def noble(name, player="crown"):
    """The demand of a contract's noble: U1 to U6 are fronts, M1 to M6 their other sides."""
    number = name[1]
    front, back = NOBLES[f"{player}-u{number}-m{number}"].faces
    return (front if name[0] == "U" else back).behaviour["demand"]


def counts_as(card, colour):
    return colour is None or card[0] in (colour, "white")


def passes(group, cards):
    """Whether cards, in the order in which they were laid, pass all tests of a group: its docstring, word by word."""
    values = [value for _, value in cards]
    return (
        group.cards.low <= len(cards) <= (group.cards.high or len(cards))
        and (not group.same or len(set(values)) == 1)
        and all(counts_as(card, group.colour) for card in cards)
        and any(counts_as(card, group.one_of) for card in cards)
        and (not group.just_one or sum(counts_as(card, group.just_one) for card in cards) == 1)
        and (not group.sum or {"exactly": sum(values) == group.sum.value, "below": sum(values) < group.sum.value,
                               "above": sum(values) > group.sum.value}[group.sum.test])
        and (not group.adds_up or 2 * max(values) == sum(values))
        and (not group.parity or len({value % 2 for value in values}) == 1)
        and (group.order != "rising" or all(a < b for a, b in pairwise(values)))
        and (group.order != "falling" or all(a > b for a, b in pairwise(values)))
        and counts_as(cards[0], group.first)
        and counts_as(cards[-1], group.last)
        and (not group.types or len({colour for colour, _ in cards}) == len(cards))
        and (group.white or all(colour != "white" for colour, _ in cards))
    )  # fmt: skip


def candidates(group):
    """Sets of dishes that may pass, few enough to be tried one by one."""
    if group.same:
        for value in range(1, 13):
            yield from combinations([card for card in DISHES if card[1] == value], group.cards.low)
    elif group.types:
        for values in product(range(13), repeat=len(COLOURS)):
            yield tuple((colour, value) for colour, value in zip(COLOURS, values, strict=True) if value)
    else:
        yield from combinations([card for card in DISHES if counts_as(card, group.colour)], group.cards.low)


# random-play.md of the facts: sets of dishes that fulfil each demand, for one colour, counted in full
@pytest.mark.parametrize(
    ("name", "sets"), {"U1": 168, "U3": 389, "U4": 252, "U5": 262, "M2": 990, "M6": 14_651}.items()
)
def test_as_many_sets_of_dishes_as_the_facts_count_fulfil_a_demand(name, sets):
    (group,) = noble(name).groups
    assert sum(passes(group, cards) for cards in candidates(group) if cards) == sets


@pytest.mark.parametrize(("name", "sets"), {"U2": 5_418, "M1": 19_056}.items())
def test_two_groups_without_an_order_lie_in_one_heap(name, sets):
    first, second = ([c for c in candidates(group) if passes(group, c)] for group in noble(name).groups)
    heaps = {frozenset(a + b) for a in first for b in second if not set(a) & set(b)}
    assert len(heaps) == sets


@pytest.mark.parametrize(("name", "order"), {"M3": "falling", "M5": "rising"}.items())
def test_in_an_order_only_the_ends_have_a_colour(name, order):
    (group,) = noble(name).groups
    assert group.order == order and noble(name).ordered
    ends = [card for card in DISHES if counts_as(card, group.first)]
    found = 0
    for low, high in product(ends, ends):
        between = [card for card in DISHES if low[1] < card[1] < high[1]]
        for a, b in combinations(sorted(between, key=lambda card: card[1]), 2):
            laid = [low, a, b, high] if order == "rising" else [high, b, a, low]
            found += passes(group, laid)
            assert not passes(group, laid[::-1])
    assert found == 71_280


def test_the_fourth_masked_noble_has_two_stacks():
    falling, rising = noble("M4").groups
    assert (falling.order, rising.order, falling.cards, rising.cards) == ("falling", "rising", Size(3, 3), Size(3, 3))


def test_no_two_players_want_one_colour_of_a_noble_and_each_wants_all_five():
    players = ("crown", "fan", "wig", "mask")
    for side in "UM":
        wanted = {
            p: [{c for g in noble(f"{side}{n}", p).groups for c in g.wanted} for n in range(1, 7)] for p in players
        }
        for player in players:
            assert set.union(*wanted[player]) == set(COLOURS) and wanted[player][5] == set()
        for number in range(5):
            assert len(set.union(*(wanted[player][number] for player in players))) == len(players)


@pytest.mark.parametrize("player", ["crown", "fan", "wig", "mask"])
def test_each_side_is_worth_twelve_points(player):
    own = [design for design in NOBLES.values() if design.set == player]
    assert sum(int(design.fields["points"]) for design in own) == 12
    assert sum(int(design.reverse.fields["points"]) for design in own) == 12


def test_a_rule_makes_at_least_one_card_of_a_colour_exactly_one():
    """PA6: of the 168 sets of four of a value with a blue or white one, those with both fall away."""
    game = load_game(find_game("party_at_louis"), settings={"needed_colour": "exactly_one"})
    design = next(design for design in game.designs if design.id == "crown-u1-m1")
    (group,) = design.behaviour["demand"].groups
    assert (group.one_of, group.just_one) == (None, "yellow")
    count = sum(passes(group, cards) for cards in candidates(group))
    assert count == 12 * 2 * 4  # of each value: yellow or white, and three of the four others


def test_a_rule_gives_the_order_that_a_demand_leaves_open():
    game = load_game(find_game("party_at_louis"), settings={"masked3_order": "rising"})
    design = next(design for design in game.designs if design.id == "crown-u3-m3")
    assert design.reverse.behaviour["demand"].groups[0].order == "rising"


@pytest.mark.parametrize(
    ("group", "message"),
    [
        ({"cards": "0"}, "expected a number of cards from 1 to 12"),
        ({"cards": "5-2"}, "expected a number of cards from 1 to 12"),
        ({"cards": "4", "sum": "under 15"}, "expected a sum from 1 to 144"),
        ({"cards": "4", "first": "mine"}, "'first' needs an order"),
        ({"cards": "4", "adds_up": "yes"}, "'adds_up' needs cards: 3"),
        ({"cards": "3", "colour": "blue", "one_of": "pink"}, "expected either colour or one_of, not both"),
        ({"cards": "3", "one_of": "blue", "just_one": "pink"}, "expected either one_of or just_one, not both"),
        ({"cards": "6", "types": "distinct", "white": "no"}, "there are only 5 types"),
    ],
)
def test_groups_that_nobody_can_mean_are_refused(group, message):
    with pytest.raises(ValidationError, match=message):
        demand(group)


def test_a_demand_has_one_group_or_two():
    for groups in ([], [{"cards": "2"}] * 3):
        with pytest.raises(ValidationError, match="expected one group of cards or two"):
            demand(*groups)
    with pytest.raises(ValidationError, match="an order in both groups or in none"):
        demand({"cards": "2", "order": "rising"}, {"cards": "2"})


@pytest.mark.parametrize(("fields", "message"), [({}, "own field mine"), ({"mine": "pnik"}, "did you mean 'pink'")])
def test_mine_is_a_colour_of_the_card(fields, message):
    with pytest.raises(ValueError, match=message):
        demand({"cards": "2", "colour": "mine"}).bound(fields, {})


def test_a_bad_demand_is_told_once_with_its_place(tmp_path):
    folder = tmp_path / "variants" / "party_at_louis"
    folder.mkdir(parents=True)
    text = "changes: party_at_louis\ncards:\n  u1-m1: {masked: {demand: [{cards: 4, colours: mine}]}}\n"
    (folder / "bad.yaml").write_text(text + "texts: {en: {title: B}, fr: {title: B}, it: {title: B}}\n", "utf-8")
    with pytest.raises(InputError) as error:
        load_game(find_game("party_at_louis"), str(folder / "bad.yaml"))
    (fault,) = error.value.faults
    assert (fault.place.line, fault.place.column) == (3, 40)
    assert fault.message.endswith("unknown key; did you mean 'colour'?")


GROUPS = st.fixed_dictionaries(
    {"cards": st.sampled_from(["1", "2", "3", "4", "2-5", "any"])},
    optional={
        "sum": st.sampled_from(["25", "below 15", "above 38"]),
        "parity": st.sampled_from(["same", "even", "odd"]),
        "one_of": st.sampled_from(COLOURS),
        "order": st.sampled_from(["rising", "falling"]),
    },
)


@given(st.lists(GROUPS, min_size=1, max_size=2).filter(lambda groups: len({"order" in g for g in groups}) == 1))
def test_any_demand_has_a_phrase_for_each_test_and_a_sign_for_each_card(groups):
    found = demand(*groups)
    keys = [phrase.keys[-1] for phrase in found.phrases()]
    assert len(keys) == sum(len(group.tests) + 1 for group in found.groups) + len(groups) - 1
    cards = [sign for sign in found.strip() if sign.fill]
    assert len(cards) == sum(g.cards.low if g.cards.exact else max(2, g.cards.low) for g in found.groups)
    assert [sign.icon for sign in found.strip()].count("order") == found.ordered


def test_sizes_and_sums_are_read_as_written():
    group = demand({"cards": "2-5", "sum": "above 38"}).groups[0]
    assert (group.cards, group.sum) == (Size(2, 5), Sum("above", 38))
    assert demand({"cards": "any"}).groups[0].cards == Size(1, None)
