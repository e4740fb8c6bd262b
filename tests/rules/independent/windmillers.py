"""Tricks under a trump that turns: whoever wins a trick keeps one card of it, whose suit is trump in the next one."""

import random

from tests.rules.independent import shuffled

PLAYERS = 4
FIGURES = ("flour of all", "most flour", "most tricks of one on the last day")
SACKS = (0, 3, 3, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0)


def play(seed):
    chance = random.Random(20_000 + seed)
    flour = [0] * 4
    for day in range(2):
        stock = shuffled(chance, [(wind, rank) for wind in range(4) for rank in range(1, 13)])
        hands = [[stock.pop() for _ in range(11)] for _ in range(4)]
        blowing, leader, barns = stock.pop()[0], day, [[] for _ in range(4)]
        while hands[0]:
            trick, led = {}, None
            for seat in range(4):
                hand = hands[(leader + seat) % 4]
                following = [card for card in hand if card[0] == led] or hand
                card = chance.choice(following)
                hand.remove(card)
                trick[card] = (leader + seat) % 4
                if len(trick) == 1:
                    led = card[0]
            winning = max(trick, key=lambda card: (card[0] == blowing, card[0] == led, card[1]))
            leader = trick[winning]
            kept = chance.choice(sorted(trick))
            barns[leader].append(kept)
            blowing = kept[0]
        for player, barn in enumerate(barns):
            flour[player] += sum(SACKS[rank] for _, rank in barn) + (0, 0, 1, 3, 6)[len({wind for wind, _ in barn})]
    return sum(flour), max(flour), max(map(len, barns))


def measured(game):
    return sum(game.scores()), max(game.scores()), max(len(game.zones["barn", player]) for player in range(4))
