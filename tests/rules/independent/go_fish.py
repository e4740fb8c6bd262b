"""Four players ask one another for ranks until all thirteen books lie."""

import random

from tests.rules.independent import shuffled

PLAYERS, MANY = 4, 60
FIGURES = ("questions", "most books", "books of the first player")


def play(seed):
    chance = random.Random(seed)
    pond = shuffled(chance, list(range(13)) * 4)
    hands = [[pond.pop() for _ in range(5)] for _ in range(4)]
    books, questions, me = [0] * 4, 0, 0

    def book(player):
        for rank in range(13):
            if hands[player].count(rank) == 4:
                hands[player] = [card for card in hands[player] if card != rank]
                books[player] += 1

    for player in range(4):
        book(player)
    while sum(books) < 13:
        if not hands[me] and pond:
            hands[me].append(pond.pop())
        others = [player for player in range(4) if player != me and hands[player]]
        again = False
        if hands[me] and others:
            asked, who = chance.choice(sorted(set(hands[me]))), chance.choice(others)
            questions += 1
            got = hands[who].count(asked)
            if got:
                hands[who] = [card for card in hands[who] if card != asked]
                hands[me] += [asked] * got
                again = True
            elif pond:
                hands[me].append(pond.pop())
                again = hands[me][-1] == asked
            book(me)
        if not again:
            me = (me + 1) % 4
    return questions, max(books), books[0]


def measured(game):
    return game.rounds, max(game.scores()), game.scores()[0]
