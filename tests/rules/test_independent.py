"""Games that were written twice: as clauses, and here in Python by somebody who had only the rules in mind."""

import random
import statistics

import pytest

from tests.rules.plain import Game
from tests.rules.test_plain import alike, program

MANY = 300


def shedding(seed, players=4):
    """Points left in all hands, and how many cards were drawn."""
    chance = random.Random(seed)
    stock = [(rank, suit) for rank in range(2, 15) for suit in range(4)]
    chance.shuffle(stock)
    hands = [[stock.pop() for _ in range(5)] for _ in range(players)]
    rank, suit = stock.pop()
    drawn = passes = turn = 0
    while passes < players:
        hand = hands[turn % players]
        options = [card for card in hand if card[0] != 8 and (card[1] == suit or card[0] == rank)]
        options += [(8, own, named) for _, own in [card for card in hand if card[0] == 8] for named in range(4)]
        options += ["draw"] * bool(stock)
        turn += 1
        if not options:
            passes += 1
            continue
        passes, chosen = 0, chance.choice(options)
        if chosen == "draw":
            hand.append(stock.pop())
            drawn += 1
            continue
        rank, suit = chosen[0], chosen[-1]
        hand.remove(chosen[:2])
        if not hand:
            break
    return sum(50 if card[0] == 8 else card[0] for hand in hands for card in hand), drawn


def luck(seed, players=4):
    """Points in all banks, and how often somebody stopped."""
    chance = random.Random(seed)
    stock = [value for value in range(1, 9) for _ in range(6)]
    chance.shuffle(stock)
    banked = stops = 0
    while stock:
        row = []
        while stock:
            if row and chance.randrange(2):
                stops += 1
                break
            row.append(stock.pop())
            if row.count(row[-1]) == 2:
                row = []
                break
        banked += sum(row)
    return banked, stops


def draft(seed, players=4):
    """Points of the cards that all keep, and of all players' sets and eggs."""
    chance = random.Random(seed)
    stock = [(kind, points) for kind in ("roll", "egg", "tea", "fish") for points in (1, 2, 3) for _ in range(5)]
    chance.shuffle(stock)
    hands = [[stock.pop() for _ in range(7)] for _ in range(players)]
    kept = [[] for _ in range(players)]
    for _ in range(7):
        for hand, mine in zip(hands, kept, strict=True):
            card = chance.choice(sorted(set(hand)))
            hand.remove(card)
            mine.append(card)
        hands = hands[-1:] + hands[:-1]
    eggs = [sum(kind == "egg" for kind, _ in mine) for mine in kept]
    sets = sum((0, 0, 1, 3, 8)[len({kind for kind, _ in mine})] for mine in kept)
    most = sum(3 for place, count in enumerate(eggs) if count > max(eggs[:place] + eggs[place + 1 :]))
    return sum(points for mine in kept for _, points in mine), sets + most


def kept_points(game):
    points = game.program.deck.fields["points"]
    plain = sum(points[card] for player in range(4) for card in game.zones["kept", player])
    return plain, sum(game.scores()) - plain


@pytest.mark.parametrize(
    ("name", "written", "measured"),
    [
        ("shedding", shedding, lambda game: (sum(game.scores()), game.taken.get("draw", 0))),
        ("luck", luck, lambda game: (sum(game.scores()), game.taken.get("stop", 0))),
        ("draft", draft, kept_points),
    ],
)
def test_a_game_by_its_clauses_is_the_game_that_was_meant(name, written, measured):
    rules = program(name)
    found = [measured(Game(rules, 4, seed).play()) for seed in range(MANY)]
    meant = [written(seed) for seed in range(10_000, 10_000 + 4 * MANY)]
    for mine, theirs in zip(zip(*found, strict=True), zip(*meant, strict=True), strict=True):
        assert alike(mine, theirs), (statistics.fmean(mine), statistics.fmean(theirs))


def test_the_comparison_can_fail():
    rules = program("luck")
    found = [sum(Game(rules, 4, seed).play().scores()) for seed in range(60)]
    assert not alike(found, [1.2 * luck(seed)[0] for seed in range(240)])
