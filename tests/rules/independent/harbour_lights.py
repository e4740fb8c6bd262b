"""Four rising rows, whose gaps are paid for out of a common store, as are storms; three play, and win together."""

import random

from tests.rules.independent import shuffled

PLAYERS = 3
FIGURES = ("lights lit", "planks left", "lights let go", "storms paid with a plank", "flares")
STORM = "storm"


def play(seed):
    chance = random.Random(seed)
    stock = shuffled(chance, [(sail, buoy) for sail in range(4) for buoy in range(1, 9)])
    hands = [[stock.pop() for _ in range(5)] for _ in range(3)]
    stock = shuffled(chance, [*stock, *[STORM] * 5])
    top, lit, planks, flares, let_go, braced = [0] * 4, 0, 11, 3, 0, 0
    turn = 0
    while top != [8] * 4:
        hand = hands[turn % 3]
        turn += 1
        if not hand:
            continue
        ways = [("light", card) for card in hand if card[1] > top[card[0]]]
        ways += [("let go", card) for card in hand if card[1] < 8]
        ways += [("flare", card, by) for card in hand for by in (0, 1) if flares]
        how, card, *friend = chance.choice(ways)
        if how == "light" and card[1] - 1 - top[card[0]] > planks:
            break
        hand.remove(card)
        if how == "light":
            planks -= card[1] - 1 - top[card[0]]
            top[card[0]], lit = card[1], lit + 1
            if top == [8] * 4:
                break
        elif how == "let go":
            let_go += 1
        else:
            flares -= 1
            hands[(turn + friend[0]) % 3].append(card)
        wrecked = False
        while stock and len(hand) < 5 and not wrecked:
            if (drawn := stock.pop()) != STORM:
                hand.append(drawn)
                continue
            low = [card for card in hand if card[1] < 8]
            pairs = [(one, two) for place, one in enumerate(low) for two in low[place + 1 :]]
            if (way := chance.choice([None, *pairs])) is None:
                braced += 1
                wrecked, planks = planks == 0, max(planks - 1, 0)
            else:
                for card in way:
                    hand.remove(card)
        if wrecked:
            break
    return lit, planks, let_go, braced, 3 - flares


def measured(game):
    taken = game.taken.get
    lights, planks = (game.said(game.program.score[clause]) for clause in ("lights", "planks"))
    return lights, planks, taken("let_go", 0), taken("brace", 0), taken("flare", 0)
