"""Turns of Draco & Co as they are told: what each card brings about, toasts, draws, the cup."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.play.draco.tavern import position
from tests.play.draco.test_cards import NAMES, START, WHO
from tests.play.draco.test_new_cards import with_effect
from tests.play.telling import turn
from tests.play.test_draco_effect import effects


def told(card, choices=(), dice=(), money=(5, 5, 5)):
    """What is told of a card after its name; the one who plays it has no other, and draws."""
    hands = [{card: 1}, {"tip": 1}, {"tip": 1}] if card != "tip" else [{card: 1}, {"elbow": 1}, {"elbow": 1}]
    found = position(START, dice=[*dice], hands=hands, money=[*money], cup=1, draw=["shove"] * 2)
    lines = [choice if " " in choice else f"chooses {WHO.get(choice, choice)}" for choice in choices]
    first, *others = turn(found, f"plays {NAMES[card]}", *lines)
    assert others == ['Anna draws "Shove".']
    return first.removeprefix(f'Anna plays "{NAMES[card]}". ')


@pytest.mark.parametrize(
    ("card", "choices", "dice", "expected"),
    [
        ("elbow", ["a2"], [], "The Blue Gnome advances from place 5 to place 3."),
        ("elbow", ["a1"], [], "The Blue Rogue stays in place 1."),
        ("slander", ["b1"], [], "The Yellow Amazon moves back from place 2 to place 5."),
        ("favour", ["a2"], [3], "The die shows 3. The Blue Gnome advances from place 5 to place 2."),
        ("dice_game", ["Bruno"], [2, 5], "Anna rolls 2, Bruno 5. Anna gives Bruno 2 silver."),
        ("dice_game", ["Bruno"], [4, 4], "Anna rolls 4, Bruno 4. Nobody pays."),
        ("coin_shower", [], [1, 3, 6], "The die shows 1, 3 and 6. The bank gives Anna 1 silver."),
        ("coin_shower", [], [3, 3, 6], "The die shows 3, 3 and 6. The bank gives nothing."),
        (
            "splits",
            ["a2"],
            [],
            "The Blue Gnome advances from place 5 to place 1. The Blue Rogue moves back from place 1 to place 9.",
        ),
        (
            "compromise",
            ["a1"],
            [],
            "The Blue Rogue stays in place 1. The Blue Gnome moves back from place 5 to place 8.",
        ),
        ("seat_swap", ["a1", "c2"], [], "The Blue Rogue in place 1 and the Black Goblin in place 9 change places."),
        (
            "whispers",
            ["J", "S"],
            [],
            "Zork moves back from place 3 to place 8. "
            "Brother John advances from place 6 to place 3. Aunt Sarah advances from place 8 to place 6.",
        ),
        (
            "amazons",
            [],
            [],
            "The Yellow Amazon advances from place 2 to place 1. The Black Amazon advances from place 4 to place 2.",
        ),
        ("about_face", [], [], "Draco turns over: places are now counted from his other side."),
        ("tipsy_draco", [], [4], "The die shows 4. Nothing changes."),
        ("tipsy_draco", [], [3], "The die shows 3. Draco turns over: places are now counted from his other side."),
        ("racket", ["Bruno"], [], "Bruno gives Anna 2 silver."),
        ("collection", [], [], "Bruno and Chiara give Anna 1 silver each."),
        ("tip", [], [], "The bank gives Anna 2 silver."),
        ("tax", [], [], "Anna pays the bank 3 silver. Bruno pays the bank 3 silver. Chiara pays the bank 3 silver."),
        (
            "persuasion",
            ["a2", "stops there"],
            [],
            "The Blue Gnome in place 5 and the Black Amazon in place 4 change places.",
        ),
        ("persuasion", ["a2", "swaps once more"], [], "The Blue Gnome advances from place 5 to place 3."),
        ("persuasion", ["a1"], [], "The Blue Rogue stays in place 1."),
        (
            "brawl",
            ["a2", "c1"],
            [5, 2],
            "The Blue Gnome rolls 5 against the Black Amazon, who rolls 2. "
            "The Blue Gnome advances from place 5 to place 4.",
        ),
        (
            "brawl",
            ["a2", "c1"],
            [3, 3],
            "The Blue Gnome rolls 3 against the Black Amazon, who rolls 3. The Blue Gnome stays in place 5.",
        ),
        ("wine_shortage", [], [], "The cup is now in front of Anna."),
    ],
)
def test_a_card_is_told_with_what_came_of_it(card, choices, dice, expected):
    assert told(card, choices, dice) == expected


def test_that_there_is_nothing_to_take_is_told():
    assert told("racket", ["Bruno"], money=(5, 0, 5)) == "There is nothing to pay with."


def test_shuffled_characters_are_told_where_they_sit():
    assert told("musical_chairs").startswith("All the characters are reseated, from first to last place: ")
    assert told("three_card_monte", ["chooses place 4"]).startswith("Places 4 to 6 now hold ")


def test_the_cup_goes_back_and_is_told_once():
    lines = turn(
        position(START, hands=[{"elbow": 1}, {"shove": 1}, {}], cup=0, draw=["tip"] * 2),
        "plays Sharp Elbows",
        f"chooses {WHO['a2']}",
    )
    assert lines[1:] == ['Anna draws "Tip".', "Anna puts the cup back in the centre."]
    freed = turn(
        position(START, hands=[{"refill": 1}, {"shove": 1}, {}], cup=0, draw=["tip"] * 2),
        "plays Fill It Up!",
        "does not toast",
    )
    assert freed[0].endswith("The cup goes to the centre.") and freed[1:] == [
        "Anna does not toast.",
        'Anna draws "Tip".',
    ]


def test_a_toast_made_unasked_keeps_the_cards_money_apart():
    """DA2: the card and the toast come in one go, and each is told with its own sums."""
    zones = {"hands": [{"tip": 1}, {}, {}], "cup": "centre", "draw": ["elbow"] * 4, "piles_used": 3, "money": [1, 1, 9]}
    lines = turn(position(START, **zones), "plays Tip")
    assert lines[0].endswith("The bank gives Anna 2 silver.") and lines[1] == "Anna must toast, and takes the cup."
    assert [line.strip() for line in lines[2:]] == [
        "Place 1, the Blue Rogue: Anna receives 4 silver.",
        "Place 2, the Yellow Amazon: Bruno receives 3 silver.",
        "Place 3, Zork: the bank keeps 2 silver.",
        "Place 4, the Black Amazon: Chiara receives 1 silver.",
        "Place 8, Aunt Sarah: nobody pays the debt of 1 silver.",
        "Place 9, the Black Goblin: Chiara pays 2 silver.",
    ]


def test_john_passes_on_and_the_richest_pays_for_zork():
    row = "a1 J b1 c1 a2 S c2 b2 Z"
    zones = {
        "hands": [{"tip": 1}, {"shove": 1}, {"shove": 1}],
        "cup": "centre",
        "draw": ["elbow"] * 4,
        "money": [0, 0, 9],
    }
    lines = turn(position(row, **zones), "plays Tip", "toasts")
    assert [line.strip() for line in lines[2:]] == [
        "Place 1, the Blue Rogue: Anna receives 4 silver.",
        "Place 2, Brother John: Bruno receives 3 silver through the Yellow Amazon behind him.",
        "Place 3, the Yellow Amazon: Bruno receives 2 silver.",
        "Place 4, the Black Amazon: Chiara receives 1 silver.",
        "Place 8, the Yellow Rogue: Bruno pays 1 silver.",
        "Place 9, Zork: Chiara, the richest player before the toast, pays double: 4 silver.",
        'Thanks to Aunt Sarah, Chiara draws "Sharp Elbows".',
        'Anna draws "Sharp Elbows" and "Sharp Elbows", one of them thanks to Aunt Sarah.',
    ]


def test_who_has_no_card_is_told_to_pass():
    zones = {"hands": [{"tip": 1}, {}, {"shove": 1}], "cup": 2, "draw": ["elbow", "rumour", "slander"]}
    assert turn(position(START, **zones), "plays Tip")[1:] == [
        'Anna draws "Slander".', "Bruno has no card to play.", 'Bruno draws "Rumour".',
    ]  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(effects(), st.integers(0, 10**6))
def test_any_card_that_can_be_played_can_be_told(steps, seed):
    game, chooser = with_effect(*steps), random.Random(seed)
    hands = [{"tip": 1}, {"elbow": 1}, {"elbow": 1}]
    money = [chooser.randrange(4) for _ in range(3)]
    found = position(
        START, chooser.choice(("right", "left")), game, hands=hands, cup=1, money=money, draw=["shove"] * 2
    )
    lines = ["plays Tip"]
    trial = found.clone()
    trial.apply_action(trial.string_to_action(lines[0], "en"))
    while trial.snapshot()["phase"] == "choose":
        lines.append(trial.action_to_string(chooser.choice(trial.legal_actions()), "en"))
        trial.apply_action(trial.string_to_action(lines[-1], "en"))
    first, *_ = turn(found, *lines)
    assert first.startswith('Anna plays "Tip". ') and first.endswith(".")
