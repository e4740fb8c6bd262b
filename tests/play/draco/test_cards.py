"""What each of the 35 kinds of cards does, worked out by hand (DR1, DA26, DA36-DA52), and what it asks."""

import pytest

from tests.play.draco.tavern import GAME, do, places, position

NAMES = {card: GAME.definition.strings["en"][f"action.{card}"].text for card in
         (design.id for design in GAME.definition.decks[0].designs)}  # fmt: skip
START = "a1 b1 Z c1 a2 J b2 S c2"  # from first to last place; a plays
WHO = {
    "a1": "the blue rogue", "a2": "the blue Gnome", "b1": "the yellow Amazon", "b2": "the yellow Rogue",
    "c1": "the black Amazon", "c2": "the black Goblin", "Z": "Zork", "J": "Brother John", "S": "Aunt Sarah",
}  # fmt: skip


def play(card, hand="right", choices=(), dice=(), row=START, **zones):
    """Plays a card from a hand of that card alone, with a cup that stands elsewhere and something to draw."""
    zones = {"cup": 1, "money": [5, 5, 5], "draw": ["slander"] * 2 if card == "shove" else ["shove"] * 2, **zones}
    zones["hands"] = [{card: 1}, {"tip": 1}, {"tip": 1}] if card != "tip" else [{card: 1}, {"elbow": 1}, {"elbow": 1}]
    found = position(row, hand, dice=[*dice], **zones)
    said = [f"chooses {WHO.get(choice, choice)}" if choice not in ("stops", "again") else
            {"stops": "stops there", "again": "swaps once more"}[choice] for choice in choices]  # fmt: skip
    return do(found, f"plays {NAMES[card]}", *said)


@pytest.mark.parametrize("hand", ["right", "left"])
@pytest.mark.parametrize(
    ("card", "choices", "dice", "after"),
    [
        ("elbow", ["a2"], [], "a1 b1 a2 Z c1 J b2 S c2"),
        ("elbow", ["a1"], [], START),  # never past Draco
        ("shove", ["a2"], [], "a1 a2 b1 Z c1 J b2 S c2"),
        ("queue_jump", ["a2"], [], "a2 a1 b1 Z c1 J b2 S c2"),
        ("rumour", ["Z"], [], "a1 b1 c1 a2 Z J b2 S c2"),
        ("rumour", ["S"], [], "a1 b1 Z c1 a2 J b2 c2 S"),
        ("rumour", ["c2"], [], START),
        ("slander", ["b1"], [], "a1 Z c1 a2 b1 J b2 S c2"),
        ("disgrace", ["a1"], [], "b1 Z c1 a2 J b2 S c2 a1"),
        ("favour", ["a2"], [3], "a1 a2 b1 Z c1 J b2 S c2"),
        ("favour", ["a2"], [6], "a2 a1 b1 Z c1 J b2 S c2"),
        ("disfavour", ["b1"], [4], "a1 Z c1 a2 J b1 b2 S c2"),
        ("disfavour", ["b2"], [6], "a1 b1 Z c1 a2 J S c2 b2"),
        ("splits", ["a2"], [], "a2 b1 Z c1 J b2 S c2 a1"),
        ("splits", ["a1"], [], "a1 b1 Z c1 J b2 S c2 a2"),
        ("compromise", ["a2"], [], "a2 b1 Z c1 a1 J b2 S c2"),  # 4 ahead, then the other goes 3 back (DA40)
        ("compromise", ["a1"], [], "a1 b1 Z c1 J b2 S a2 c2"),
        ("arm_in_arm", ["a1"], [], "b1 Z c1 a2 a1 J b2 S c2"),
        ("arm_in_arm", ["a2"], [], "a1 a2 b1 Z c1 J b2 S c2"),
        ("seat_swap", ["a1", "c2"], [], "c2 b1 Z c1 a2 J b2 S a1"),
        ("whispers", ["J", "S"], [], "a1 b1 J c1 a2 S b2 Z c2"),
        ("whispers", ["Z", "J"], [], START),
        ("zork_barges_in", ["place 7"], [], "a1 b1 c1 a2 J b2 Z S c2"),
        ("zork_barges_in", ["place 3"], [], START),
        ("sermon", ["place 1"], [], "J a1 b1 Z c1 a2 b2 S c2"),
        ("fortune", ["place 9"], [], "a1 b1 Z c1 a2 J b2 c2 S"),
        ("amazons", [], [], "b1 c1 a1 Z a2 J b2 S c2"),
        ("rogues", [], [], "a1 b1 Z c1 b2 a2 J S c2"),
        ("gnomes", [], [], "a1 b1 a2 Z c1 J b2 S c2"),
        ("goblins", [], [], "a1 b1 Z c1 a2 J c2 b2 S"),
        ("about_face", [], [], "c2 S b2 J a2 c1 Z b1 a1"),
        ("tipsy_draco", [], [3], "c2 S b2 J a2 c1 Z b1 a1"),
        ("tipsy_draco", [], [4], START),
        ("persuasion", ["a2", "stops"], [], "a1 b1 Z a2 c1 J b2 S c2"),
        ("persuasion", ["a2", "again"], [], "a1 b1 a2 Z c1 J b2 S c2"),
        ("persuasion", ["a1"], [], START),  # nobody ahead, and nothing more is asked (DA41)
        ("brawl", ["a2", "c1"], [5, 2], "a1 b1 Z a2 c1 J b2 S c2"),
        ("brawl", ["a2", "c1"], [2, 5], START),
        ("brawl", ["a2", "c1"], [3, 3], START),
        ("brawl", ["a2", "J"], [2, 5], "a1 b1 Z c1 J a2 b2 S c2"),
        ("brawl", ["a2", "J"], [5, 2], START),
        ("brawl", ["a1"], [1, 2], "b1 a1 Z c1 a2 J b2 S c2"),  # one neighbour: not asked
    ],
)
def test_where_everybody_sits(card, choices, dice, after, hand):
    found = play(card, hand, choices, dice)
    assert places(found) == after
    shown = found.snapshot()
    assert shown["rolls"] == dice and shown["card"] == card and shown["discard"] == {card: 1}
    assert (shown["money"], shown["cup"], shown["to_act"]) == ([5, 5, 5], 1, 1)
    assert shown["hands"][0] == {"slander" if card == "shove" else "shove": 1}
    told = dict(zip(GAME.tallies, found.record.tallies.tolist(), strict=False))
    assert {name: count for name, count in told.items() if name.startswith("played.") and count} == {
        f"played.{card}": 1
    }
    assert told["no_effect"] == told[f"idle.{card}"] == (after == START)


def test_members_of_a_class_in_front_change_places():
    """DA43: the first cannot advance; the second then overtakes it."""
    assert places(play("amazons", row="b1 c1 Z a1 a2 J b2 S c2")) == "c1 b1 Z a1 a2 J b2 S c2"


def test_the_second_exchange_is_asked_only_from_the_third_place_on():
    assert places(play("persuasion", choices=["a2"], row="b1 a2 Z c1 a1 J b2 S c2")) == "a2 b1 Z c1 a1 J b2 S c2"
    asked = play("persuasion", choices=["a1"], row="b1 a2 a1 c1 Z J b2 S c2")
    assert (asked.snapshot()["phase"], asked.snapshot()["chosen"]) == ("choose", ["blue_rogue"])


@pytest.mark.parametrize(
    ("card", "choices", "dice", "money", "gains"),
    [
        ("dice_game", ["Bruno"], [2, 5], (5, 5, 5), (-2, 2, 0)),
        ("dice_game", ["Bruno"], [5, 2], (5, 5, 5), (2, -2, 0)),
        ("dice_game", ["Bruno"], [4, 4], (5, 5, 5), (0, 0, 0)),
        ("dice_game", ["Chiara"], [6, 1], (5, 5, 1), (1, 0, -1)),  # no more than there is (DA7)
        ("coin_shower", [], [1, 2, 3], (5, 5, 5), (1, 1, 0)),  # the third place is Zork's
        ("coin_shower", [], [5, 1, 5], (5, 5, 5), (3, 0, 0)),
        ("racket", ["Bruno"], [], (5, 5, 5), (2, -2, 0)),
        ("racket", ["Chiara"], [], (5, 5, 0), (0, 0, 0)),  # a penniless rival can be chosen (DA39)
        ("pickpocket", ["Chiara"], [], (5, 5, 5), (1, 0, -1)),
        ("collection", [], [], (5, 5, 0), (1, -1, 0)),
        ("tip", [], [], (5, 5, 5), (2, 0, 0)),
        ("tax", [], [], (5, 7, 5), (0, -3, 0)),
        ("tax", [], [], (2, 2, 1), (-2, -2, 0)),  # every one of them, and no more than there is (DA52)
    ],
)
def test_whose_money_changes(card, choices, dice, money, gains):
    found = play(card, "right", choices, dice, money=list(money))
    shown = found.snapshot()
    assert shown["money"] == [had + gain for had, gain in zip(money, gains, strict=True)]
    assert shown["bank"] == 95 - sum(shown["money"]) and shown["rolls"] == dice
    assert places(found) == START


@pytest.mark.parametrize("cup", ["centre", 0, 1])
def test_the_cup_comes_and_goes(cup):
    taken = play("wine_shortage", cup=cup).snapshot()
    assert (taken["cup"], taken["phase"], taken["to_act"]) == (0, "play", 1)  # and stays there (DA37)
    freed = play("refill", cup=cup).snapshot()
    assert (freed["cup"], freed["phase"], freed["to_act"]) == ("centre", "toast", 0)


@pytest.mark.parametrize("hand", ["right", "left"])
def test_shuffles_change_only_what_they_should(hand):
    seen = set()
    for seed in range(60):
        row = places(play("three_card_monte", hand, ["place 4"], seed=seed)).split()
        assert row[:3] + row[6:] == START.split()[:3] + START.split()[6:]
        seen.add(" ".join(row[3:6]))
        assert sorted(places(play("musical_chairs", hand, seed=seed)).split()) == sorted(START.split())
    assert len(seen) == 6


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_how_many_options_each_question_has(players):
    """The contract's table, for m = 2n + 3 seats; the first answer is taken each time."""
    n, m = players, 2 * players + 3
    expected = {
        **{card: [2] for card in ("elbow", "shove", "queue_jump", "splits", "compromise", "arm_in_arm")},
        "rumour": [2 * n + 1], "slander": [2 * n - 2], "disgrace": [m], "favour": [m], "disfavour": [m],
        "dice_game": [n - 1], "racket": [n - 1], "pickpocket": [n - 1], "seat_swap": [m, m - 1],
        "three_card_monte": [m - 2], "whispers": [3, 2], "zork_barges_in": [m], "sermon": [m], "fortune": [m],
        "persuasion": [2, 2], "brawl": [2, 2],
    }  # fmt: skip
    ids = GAME.new_position(players).snapshot()["ring"]
    own = [name for name in ids if name.startswith("blue")]
    ring = [name for name in ids if name not in own]
    ring[4:4] = own  # in the middle, so that there is a neighbour on each side and room for a second exchange
    for card in NAMES:
        hands = [{card: 1}] + [{}] * (players - 1)
        found = GAME.from_snapshot({"players": players, "ring": ring, "hands": hands, "cup": 1})
        assert len(found.legal_actions()) == 1
        found.apply_action(found.legal_actions()[0])
        counts = []
        while found.snapshot()["phase"] == "choose":
            counts.append(len(found.legal_actions()))
            found.apply_action(found.legal_actions()[0])
        assert counts == expected.get(card, []), card


def test_a_die_that_comes_before_the_choice_is_known_and_one_that_comes_after_is_not():
    found = position(START, hands=[{"favour": 1, "brawl": 1}, {}, {}], cup=1, draw=["tip", "tip"], dice=[4])
    shown = do(found.clone(), "plays Favour").snapshot()
    assert (shown["phase"], shown["rolls"], shown["chosen"]) == ("choose", [4], [])
    shown = do(found, "plays Brawl", "chooses the blue Gnome").snapshot()
    assert (shown["phase"], shown["rolls"], shown["chosen"]) == ("choose", [], ["blue_gnome"])


def test_two_clones_throw_the_same_dice_whatever_was_chosen():
    found = position(START, hands=[{"dice_game": 1}, {}, {}], cup=1, draw=["tip", "tip"], seed=5)
    rolls = [do(found.clone(), "plays A Game of Dice", f"chooses {rival}").snapshot()["rolls"]
             for rival in ("Bruno", "Chiara")]  # fmt: skip
    assert rolls[0] == rolls[1] and len(rolls[0]) == 2
