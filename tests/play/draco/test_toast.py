"""What a toast pays and takes, against a table worked out by hand (D17-D23, DA4-DA15, DA53-DA55)."""

import pytest

from cardgen.play import load_game
from tests.play.draco.tavern import GAME, do, position

RICH = (10, 6, 3)  # a alone has most
# Who sits in the first five places, in the sixth and in the last three, at a table of three; what a, b and c gain.
# Further players sit down between the sixth place and the last three, where a toast neither pays nor asks.
PAID = [
    # nobody special among those paid: 4-3-2-1, the last pays 2, the one before 1
    ("a b c a Z", "J", "S b c", (5, 2, 0)),
    # Zork, or Sarah, in each of the first four places: the share stays in the bank
    ("Z a b c a", "J", "S b c", (3, 1, -1)),
    ("a Z b c a", "J", "S b c", (4, 1, -1)),
    ("a b Z c a", "J", "S b c", (4, 2, -1)),
    ("a b c Z a", "J", "S b c", (4, 2, 0)),
    ("S a b c a", "J", "Z b c", (3, 1, -1)),
    ("a S b c a", "J", "Z b c", (4, 1, -1)),
    ("a b S c a", "J", "Z b c", (4, 2, -1)),
    ("a b c S a", "J", "Z b c", (4, 2, 0)),
    # John in each of them: the next place has his share, the fifth that of the fourth (DA9)
    ("J a b c a", "Z", "S b c", (7, 1, -1)),
    ("a J b c a", "Z", "S b c", (4, 4, -1)),
    ("a b J c a", "Z", "S b c", (4, 2, 1)),
    ("a b c J a", "Z", "S b c", (5, 2, 0)),
    # John before Zork or Sarah: lost, and nobody moves up (DA10)
    ("J Z a b c", "a", "S b c", (2, 0, -2)),
    ("a J Z b c", "a", "S b c", (4, 0, -2)),
    ("a b J Z c", "a", "S b c", (4, 2, -2)),
    ("a b c J Z", "a", "S b c", (4, 2, 0)),
    ("J S a b c", "a", "Z b c", (2, 0, -2)),
    ("a J S b c", "a", "Z b c", (4, 0, -2)),
    ("a b J S c", "a", "Z b c", (4, 2, -2)),
    ("a b c J S", "a", "Z b c", (4, 2, 0)),
    # all three among the first four: John's share goes one step, not on (DA55)
    ("J Z S a b", "b", "a c c", (1, 0, -3)),
    ("Z J S a b", "b", "a c c", (1, 0, -3)),
    # Zork in the last places: the richest pays the double (D20)
    ("a b c a b", "J", "S c Z", (1, 3, 1)),
    ("a b c a b", "J", "S Z c", (3, 3, 0)),
    # Sarah there: nobody pays (DA14)
    ("a b c a b", "J", "Z c S", (5, 3, 1)),
    ("a b c a b", "J", "Z S c", (5, 3, 0)),
    ("a b c a b", "c", "J S Z", (1, 3, 2)),
    ("a b c a b", "c", "J Z S", (3, 3, 2)),
    # John there: the place before pays for him, beside its own (DA11)
    ("a b c a b", "Z", "S c J", (5, 3, -1)),
    ("a b c a Z", "S", "b J c", (5, 2, 0)),
    # John paid for by Zork, so by the richest, and doubled (DA12)
    ("a b c a b", "S", "c Z J", (-1, 3, 2)),
    ("a b c a b", "S", "Z J c", (3, 3, 0)),
    # John paid for by Sarah: by nobody (DA13)
    ("a b c a b", "Z", "c S J", (5, 3, 2)),
    ("a b c a b", "Z", "S J c", (5, 3, 0)),
    # John and Zork, or Sarah, apart or the other way round
    ("a b c a b", "S", "c J Z", (1, 3, 1)),
    ("a b c a b", "S", "Z c J", (5, 3, -1)),
    ("a b c a b", "Z", "c J S", (5, 3, 1)),
    # both characters of one player, paid and asked
    ("a b a b Z", "J", "S c c", (6, 4, -3)),
    ("b c b c J", "S", "a Z a", (-4, 6, 4)),
]
MONEY = [
    # the richest are tied: nobody pays for Zork (DA4), nor for John through him (DA54)
    ("a b c a b", "J", "S c Z", (6, 6, 3), (5, 3, 1)),
    ("a b c a b", "S", "c Z J", (6, 6, 3), (5, 3, 2)),
    # the richest is who was before the toast, though another has more after it (DA5)
    ("b a c b a", "J", "S c Z", (6, 5, 0), (-1, 5, 1)),
    # a payer who is short pays what is there (DA7), the share of this toast included (DA6, DA53)
    ("b c b c a", "S", "a Z J", (3, 2, 2), (-3, 6, 4)),
    ("a b c a b", "Z", "S c J", (10, 6, 0), (5, 3, 0)),
    ("a b a b Z", "J", "S c c", (10, 6, 0), (6, 4, 0)),
    ("a b a b Z", "J", "S c c", (10, 6, 2), (6, 4, -2)),
]


def seated(front, middle, back, players):
    """The characters of a row, with further players in the middle; a letter's first comes first."""
    more = " ".join(letter * 2 for letter in "def"[: players - 3])
    found, seen = [], set()
    for letter in f"{front}{middle}{more}{back}".replace(" ", ""):
        number = "" if letter in "ZJS" else "2" if letter in seen else "1"
        seen.add(letter)
        found.append(letter + number)
    return " ".join(found)


def toast(front, middle, back, players, hand, money, game=GAME):
    money = [*money, *[1] * (players - 3)]
    hands = [{"about_face": 1}] * 5 + [{"tip": 1}]  # something to go on with
    row = seated(front, middle, back, players)
    found = position(row, hand, game, money=money, phase="toast", hands=hands[:players])
    return do(found, "toasts")


@pytest.mark.parametrize("hand", ["right", "left"])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize(
    ("front", "middle", "back", "money", "gains"),
    [(front, middle, back, RICH, gains) for front, middle, back, gains in PAID] + MONEY,
)
def test_a_toast_pays_and_takes(front, middle, back, money, gains, players, hand):
    after = toast(front, middle, back, players, hand, money).snapshot()
    assert after["money"] == [*(had + gain for had, gain in zip(money, gains, strict=True)), *[1] * (players - 3)]
    assert after["bank"] == 95 - sum(after["money"])
    assert (after["cup"], after["toasts"]) == (0, 1)


def test_the_table_has_every_place_of_the_specials():
    """Places 1 to 4, the last and the one before it, for each of the three; John beside each in both directions."""
    seats = {letter: set() for letter in "ZJS"}
    beside = set()
    for front, middle, back, _ in PAID:
        row = f"{front} {middle} {back}".split()
        for letter, there in seats.items():
            there.add(row.index(letter) + 1)
        john = row.index("J")
        if john < 4:
            beside.add(("after", row[john + 1] if row[john + 1] in "ZS" else "player"))
        if john >= 7:
            beside.add((john, row[john - 1] if row[john - 1] in "ZS" else "player"))
    assert all(there >= {1, 2, 3, 4, 8, 9} for there in seats.values()), seats
    assert len(beside) == 9


@pytest.mark.parametrize(
    ("row", "money", "gains"),
    [
        (("a b c a b", "J", "S c Z"), (6, 6, 3), (1, -1, 1)),
        (("a b c a b", "S", "c Z J"), (6, 6, 6), (-1, -3, -4)),
    ],
)
def test_all_tied_pay_where_the_rules_say_so(row, money, gains):
    game = load_game("draco", rules={"zork_tie": "all"})
    after = toast(*row, 3, "right", money, game).snapshot()["money"]
    assert after == [had + gain for had, gain in zip(money, gains, strict=True)]


@pytest.mark.parametrize(
    ("rule", "gains"),
    [
        ("first_pays", (6, 2, 0)),
        ("second_pays", (5, 3, 0)),
        ("third_pays", (5, 2, 1)),
        ("fourth_pays", (6, 2, 0)),
        ("last_owes", (5, 2, -1)),
        ("second_to_last_owes", (5, 1, 0)),
    ],
)
def test_each_sum_is_a_rule(rule, gains):
    game = load_game("draco", rules={rule: GAME.definition.rules[rule] + 1})
    after = toast("a b c a Z", "J", "S b c", 3, "right", RICH, game).snapshot()["money"]
    assert after == [had + gain for had, gain in zip(RICH, gains, strict=True)]


def test_a_finite_bank_pays_the_first_places_first():
    """Of 95 silver the bank has 5: the first place has its 4, the second 1, the others nothing (DA24)."""
    game = load_game("draco", rules={"finite_bank": True})
    after = toast("a b c a Z", "J", "S b c", 3, "right", (80, 5, 5), game)
    assert after.snapshot()["money"] == [84, 5, 3]  # b: 1 - 1, c: 0 - 2
    assert after.record.silences[list(game.engine.verbs.SILENCES).index("bank_empty")] == 1
    unlimited = toast("a b c a Z", "J", "S b c", 3, "right", (80, 5, 5))
    assert (unlimited.snapshot()["money"], unlimited.snapshot()["bank"]) == ([85, 7, 5], -2)


@pytest.mark.parametrize(
    ("row", "draws"),
    [
        ("b1 a1 S c1 c2 Z J a2 b2", [0, 2]),  # who sits nearer the first place draws first (DA32)
        ("S a1 b1 c1 c2 Z J a2 b2", [0]),  # beside Draco
        ("b1 c1 c2 a1 a2 Z J b2 S", [1]),
        ("b1 c1 c2 a1 S a2 Z J b2", [0, 0]),  # both neighbours of one player: two cards (DA15)
        ("b1 c1 c2 a1 J S Z a2 b2", []),  # between specials
    ],
)
@pytest.mark.parametrize("hand", ["right", "left"])
def test_sarahs_neighbours_draw(row, draws, hand):
    pile = ["elbow", "shove", "favour", "rumour"]  # the top last
    hands = [{}, {}, {"tip": 1}]  # with something to go on with
    after = do(position(row, hand, phase="toast", to_act=1, draw=pile, hands=hands), "toasts").snapshot()
    expected = [{}, {}, {"tip": 1}]
    for player in [*draws, 1]:  # and the turn's own draw comes last (D24)
        expected[player][pile.pop()] = 1
    assert (after["hands"], after["draw"], after["to_act"]) == (expected, pile, 2)


def test_they_may_decline_where_the_rules_say_so():
    game = load_game("draco", rules={"sarah_draw": "may"})
    pile = ["elbow", "shove", "favour", "rumour"]
    zones = {"phase": "toast", "to_act": 1, "draw": pile, "hands": [{}, {}, {"tip": 1}]}
    asked = do(position("b1 a1 S c1 c2 Z J a2 b2", game=game, **zones), "toasts")
    assert (asked.current_player(), asked.snapshot()["phase"], asked.snapshot()["sarah_draws"]) == (0, "draw", "ahead")
    do(asked, "draws no card")
    assert (asked.current_player(), asked.snapshot()["sarah_draws"]) == (2, "behind")
    again = game.from_snapshot(asked.snapshot())
    for position_ in (asked, again):
        after = do(position_, "draws 1 card").snapshot()
        assert (after["hands"], after["to_act"], after["cup"]) == (
            [{}, {"favour": 1}, {"rumour": 1, "tip": 1}],
            2,
            1,
        )
