"""Skitgubbe for three: duels for cards, then beating or taking up."""

import random

PLAYERS = 3
FIGURES = (
    "duels",
    "cards turned up",
    "turns of the second part",
    "cards taken up",
    "points of all",
    "the leader loses",
)


def play(seed):
    chance = random.Random(seed)
    stock = [(suit, rank) for suit in "CDHS" for rank in range(2, 15)]
    chance.shuffle(stock)
    hands = [[stock.pop() for _ in range(3)] for _ in range(PLAYERS)]
    won, held = [[] for _ in range(PLAYERS)], [[] for _ in range(PLAYERS)]
    leader, last, holder, duels, turned = 0, None, 0, 0, 0
    while hands[leader] and hands[(leader + 1) % PLAYERS]:
        pair, ranks = (leader, (leader + 1) % PLAYERS), []
        for player in pair:
            hand = hands[player]
            chosen = chance.randrange(len(hand) + (len(stock) > 1))
            turned += chosen == len(hand)
            card = stock.pop() if chosen == len(hand) else hand.pop(chosen)
            held[player].append(card)
            ranks.append(card[1])
            if len(hand) < 3 and len(stock) == 1:
                last, holder = stock.pop(), player
            elif len(hand) < 3 and stock:
                hand.append(stock.pop())
        duels += 1
        if ranks[0] != ranks[1]:
            leader = pair[ranks[1] > ranks[0]]
            won[leader] += [card for cards in held for card in cards]
            held = [[] for _ in range(PLAYERS)]
    for player in range(PLAYERS):
        won[player] += hands[player] + held[player]
    won[holder].append(last)
    points = [0 if cards else PLAYERS for cards in won]
    trumps, player, pile, size, turns, taken = last[0], holder, [], 0, 0, 0
    while sum(map(bool, won)) > 1:
        hand = won[player]
        if hand:
            turns += 1
            size = size if pile else sum(map(bool, won))
            able = [card for card in hand if not pile or beats(card, pile[-1], trumps)]
            card = chance.choice([*able, *[None] * bool(pile)])
            if card:
                hand.remove(card)
                pile.append(card)
            else:
                hand.append(pile.pop())
                taken += 1
            points[player] = points[player] if hand else size
            pile = [] if len(pile) == size else pile
        player = (player + 1) % PLAYERS
    return duels, turned, turns, taken, sum(points), points[holder] == 0


def beats(card, top, trumps):
    return card[1] > top[1] if card[0] == top[0] else card[0] == trumps


def measured(game):
    lost = [not game.zones["mine", player] for player in range(PLAYERS)].index(False)
    points, taken = game.scores(), game.taken
    return (
        (taken["play"] + taken["turn"]) // 2, taken["turn"], taken["beat"] + taken["take"], taken["take"],
        sum(points), lost == game.roles["holder"],
    )  # fmt: skip
