"""Declared endings against played games: the measure of what is left falls as it says, whatever players do."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cardgen.play.batches import games_spec
from cardgen.play.position import agreements
from cardgen.play.proofs import Ending
from tests.play.games import definition, played, rule_sets

NAMES = ("king_lui", "party_at_louis", "draco")
VARIANTS = [(name, variant) for name in NAMES for variant in ("base", *definition(name).home.variants)]
MANY = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 2**40)
SEVERAL = (("random",), ("greedy",), ("saboteur",), ("greedy", "random"))


def suffices(game, players):
    return game.engine.zones.deck_needs(game.definition, game.table, players)[0]


def chosen(position, ending, chooser):
    """An action at random; or one after which most is left and the game goes on, to put the end off."""
    actions = position.legal_actions()
    if len(actions) == 1 or chooser.random() < 0.3:
        return chooser.choice(actions)
    after = []
    for action in actions:
        tried = position.clone()
        tried.apply_action(action)
        over = tried.is_terminal()
        after.append((not over, 0 if over else ending.left(tried.record), chooser.random(), action))
    return max(after)[-1]


def contradiction(ending, position, choose):
    """What a game says against an ending; nothing where it bears it out. The position is played to its end."""
    record = position.record
    lefts, rounds, decisions = [ending.left(record)], [(int(record.rounds), ending.left(record))], 0
    if lefts[0] > ending.start:
        return f"{lefts[0]} are left at the start, more than {ending.start}"
    while not position.is_terminal():
        position.apply_action(choose(position))
        decisions += 1
        if decisions > ending.most_decisions:
            return f"{decisions} decisions, more than {ending.most_decisions}"
        if position.is_terminal():
            break
        lefts.append(ending.left(record))
        if record.rounds != rounds[-1][0]:
            rounds.append((int(record.rounds), lefts[-1]))
    if min(lefts) < 0:
        return "less than nothing is left"
    for before, after in pairwise(lefts):
        if after > before:
            return f"{after} are left after {before}"
    for (one, before), (other, after) in pairwise(rounds):
        if before - after < ending.fall * (other - one):
            return f"round {one} lowers what is left by {before - after} alone"
    if record.rounds > ending.rounds:
        return f"{record.rounds} rounds, more than {ending.rounds}"
    return ""


def checked(game, players, seed, options):
    """Whether there was something to check: plays the game of a seed against all that is said of its end."""
    if not suffices(game, players):
        return False
    ending, shortage = game.termination_proof(players), game.shortage(players)
    chooser = random.Random(seed)
    position = game.new_position(players, seed, **options)
    if ending:
        assert contradiction(ending, position, lambda at: chosen(at, ending, chooser)) == ""
    else:
        while not position.is_terminal() and position.record.decisions < 2_000:
            position.apply_action(chooser.choice(position.legal_actions()))
    case = list(game.silences).index(shortage.case)
    assert not (shortage.never and position.record.silences[case])
    return ending is not None


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant"), VARIANTS, ids=["-".join(each) for each in VARIANTS])
def test_what_is_left_falls_in_every_variant(name, variant):
    game = played(name, variant)
    low, high = game.definition.players
    for players in range(low, high + 1):
        for options in agreements(game.engine.zones.OPTIONS):
            for seed in range(3):
                checked(game, players, seed, options)


@pytest.mark.parametrize("name", NAMES)
def test_it_falls_by_any_rules(name):
    @given(rule_sets(name), SEEDS, st.data())
    @MANY
    def falls(rules, seed, data):
        game = played(name, **rules)
        low, high = game.definition.players
        options = data.draw(st.sampled_from(agreements(game.engine.zones.OPTIONS)))
        assume(checked(game, data.draw(st.integers(low, high)), seed, options))

    falls()


@pytest.mark.parametrize("name", NAMES)
def test_games_of_all_policies_end_within_the_bound(name):
    game = played(name)
    low, high = game.definition.players
    for players in range(low, high + 1):
        ending = game.termination_proof(players)
        for table in SEVERAL:
            seats = table + table[-1:] * (players - len(table))
            found = games_spec(game, seats[:players]).play(0, 4 if "saboteur" in table else 60)
            assert found["finished"].all()
            assert found["rounds"].max() <= ending.rounds and found["decisions"].max() <= ending.most_decisions


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda now: {"left": lambda state: 110 - now.left(state)}, "are left after"),
        (lambda now: {"fall": 9}, "alone"),
        (lambda now: {"start": 50}, "at the start"),
        (lambda now: {"decisions": 2}, "decisions"),
        (lambda now: {"left": lambda state: now.left(state) - 40}, "less than nothing"),
    ],
    ids=["rises", "falls too little", "starts higher", "more decisions", "below nothing"],
)
def test_a_wrong_ending_is_found_out(change, said):
    game = played("king_lui")
    wrong = replace(game.termination_proof(4), **change(game.termination_proof(4)))
    chooser = random.Random(0)
    told = contradiction(wrong, game.new_position(4, 0), lambda at: chooser.choice(at.legal_actions()))
    assert said in told


# ---- where there is no proof


def test_a_deck_to_which_cards_come_back_proves_nothing():
    assert played("king_lui", empty_supply="reshuffle").termination_proof(4) is None
    assert played("king_lui", "hungry_dragon").termination_proof(3).rounds == 16  # 98 cards, 6 a course


def test_a_cup_that_can_be_kept_from_the_centre_proves_nothing():
    assert played("draco", "one_for_the_road").termination_proof(5) is not None
    assert (
        played("draco", "one_for_the_road").termination_proof(6) is None
    )  # 13 cards in the last pile, 7 turns to a cup
    game = played("draco")
    game.tables["copies"][0, game.things.index("wine_shortage")] += 4
    assert game.termination_proof(6) is None


def test_the_longest_games_are_as_long_as_is_proved():
    """King Lui: nobody draws. Alone with Louis's guests: every turn is had."""
    game = played("king_lui")
    for players in (3, 4, 5):
        position = game.new_position(players, 1)
        while not position.is_terminal():
            position.apply_action(position.legal_actions()[0])  # a dish, where there is one
        assert position.record.rounds in (
            game.termination_proof(players).rounds,
            game.termination_proof(players).rounds - 1,
        )
    found = games_spec(played("party_at_louis"), ["random"]).play(0, 20)
    assert found["rounds"].max() == played("party_at_louis").termination_proof(1).rounds == 9


def test_portions_that_count_leave_courses_of_emerald():
    """KA7: every Emerald may be laid before the last course, so the whole deck may be laid."""
    game = played("king_lui", end_counts="portions", cards_per_player=4)
    for emeralds, suffices_so in ((5, True), (95, False)):
        game.tables["copies"][0] = 0
        game.tables["copies"][0, [0, game.things.index("emerald")]] = 100 - emeralds, emeralds
        enough, told = game.engine.zones.deck_needs(game.definition, game.table, 5)
        assert enough is suffices_so, told
    game.tables["copies"][0, [0, game.things.index("emerald")]] = 78, 2
    enough, told = game.engine.zones.deck_needs(game.definition, game.table, 5)
    assert enough and told == "80 cards, 20 a course: at most 4 courses, 0 left"


def test_rounds_and_decisions_follow_from_the_measure():
    ending = Ending("", lambda _: 0, start=12, fall=6, decisions=8)
    assert (ending.rounds, ending.most_decisions) == (3, 24)


@pytest.mark.parametrize(
    ("supply", "told"),
    [("pass", "at most 18 courses, 2 left"), ("reshuffle", "18 courses, 2 left, and more if cards come back")],
)
def test_a_pile_to_which_cards_come_back_has_no_most_rounds(supply, told):
    game = played("king_lui", empty_supply=supply)
    needs = game.engine.zones.deck_needs(game.definition, game.table, 3)
    assert needs == (True, f"110 cards, 6 a course: {told}")
    assert (game.termination_proof(3) is None) == (supply == "reshuffle")
