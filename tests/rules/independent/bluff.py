"""Three flowers and a skull each; a bid is that so many cards can be turned up and none is a skull."""

import random

PLAYERS = 4
FIGURES = ("rounds", "still playing", "points of all", "won by two successes")


def play(seed):
    chance = random.Random(seed)
    own = {player: ["f", "f", "f", "s"] for player in range(4)}
    points, rounds, first = [0] * 4, 0, 0
    while True:
        rounds += 1
        hands, mats = {player: list(cards) for player, cards in own.items()}, {player: [] for player in own}

        def lay(player, hands=hands, mats=mats):
            card = chance.choice(sorted(set(hands[player])))
            hands[player].remove(card)
            mats[player].append(card)

        for player in own:
            lay(player)
        bidders, bid, bidder, me = set(own), 0, None, first
        while not bid or (len(bidders) > 1 and bid < sum(map(len, mats.values()))):
            if me in bidders:
                ways = list(range(bid + 1, sum(map(len, mats.values())) + 1))
                ways += ["pass"] if bid else [f"add {card}" for card in set(hands[me])]
                way = chance.choice(sorted(ways, key=str))
                if way == "pass":
                    bidders.remove(me)
                elif isinstance(way, int):
                    bid, bidder = way, me
                else:
                    hands[me].remove(way[-1])
                    mats[me].append(way[-1])
            me = (me + 1) % 4
        hit = False
        for _ in range(bid):
            pile = mats[bidder] or chance.choice([mat for player, mat in sorted(mats.items()) if mat])
            if pile.pop() == "s":
                hit = True
                break
        if hit:
            own[bidder].pop(chance.randrange(len(own[bidder])))
            if not own[bidder]:
                del own[bidder]
        else:
            points[bidder] += 1
        if points[bidder] == 2 or len(own) == 1:
            return rounds, len(own), sum(points), points[bidder] == 2
        first = bidder
        while first not in own:
            first = (first + 1) % 4


def measured(game):
    left = sum(bool(game.zones["hand", player]) for player in range(4))
    points = [game.counters["points", player] for player in range(4)]
    return game.rounds, left, sum(points), 2 in points
