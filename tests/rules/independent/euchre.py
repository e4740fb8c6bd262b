"""Euchre for four, one deal of five tricks; the dealer sits last and must name trumps in the second round."""

import random

PLAYERS = 4
FIGURES = (
    "points of the makers",
    "points of the others",
    "played alone",
    "tricks of the makers",
    "nines won",
    "passes in the first round",
    "tricks of the first player",
)
SISTERS = {"C": "S", "S": "C", "D": "H", "H": "D"}


def play(seed):
    chance = random.Random(seed)
    pack = [(suit, rank) for suit in "CDHS" for rank in range(9, 15)]
    chance.shuffle(pack)
    hands = [[pack.pop() for _ in range(5)] for _ in range(PLAYERS)]
    turned = pack.pop()
    trumps, alone, passes = None, False, 0
    for maker in range(PLAYERS):
        said = chance.choice(("pass", "order", "alone"))
        if said != "pass":
            trumps, alone = turned[0], said == "alone"
            hands[3].append(turned)
            hands[3].remove(chance.choice(hands[3]))
            break
        passes = maker + 1
    else:
        for maker in range(PLAYERS):
            options = [(suit, lone) for suit in "CDHS" for lone in (False, True) if suit != turned[0]]
            said = chance.choice(options + [None] * (maker < 3))
            if said:
                trumps, alone = said
                break

    def suit_of(card):
        return trumps if card == (SISTERS[trumps], 11) else card[0]

    def force(card):
        if card[1] == 11 and suit_of(card) == trumps:
            return 99, card[0] == trumps, 0
        return 50 * (card[0] == trumps) + 20 * (suit_of(card) == led), 0, card[1]

    leader, tricks, nines = 0, [0] * PLAYERS, 0
    idle = (maker + 2) % PLAYERS if alone else None
    for _ in range(5):
        laid, led = {}, None
        for player in ((leader + place) % PLAYERS for place in range(PLAYERS)):
            if player != idle:
                able = [card for card in hands[player] if suit_of(card) == led] or hands[player]
                laid[player] = chance.choice(able)
                hands[player].remove(laid[player])
                led = led or suit_of(laid[player])
        leader = max(laid, key=lambda player: force(laid[player]))
        tricks[leader] += 1
        nines += sum(rank == 9 for _, rank in laid.values())
    made = tricks[maker] + tricks[(maker + 2) % PLAYERS]
    points = 4 if made == 5 and alone else 2 if made == 5 else 1 if made >= 3 else 0
    return points, 0 if made >= 3 else 2, alone, made, nines, passes, tricks[0]


def measured(game):
    scores, maker = game.scores(), game.roles["maker"]
    tricks = [game.counters["taken", player] for player in range(PLAYERS)]
    won = [card for player in range(PLAYERS) for card in game.zones["won", player]]
    return (
        scores[maker], scores[(maker + 1) % PLAYERS], game.counters["alone", None],
        tricks[maker] + tricks[(maker + 2) % PLAYERS], sum(card.startswith("card_9") for card in won),
        game.counters["passes", None], tricks[0],
    )  # fmt: skip
