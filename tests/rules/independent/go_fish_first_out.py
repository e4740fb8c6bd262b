"""Go Fish for four that ends with the stock, or with the first empty hand."""

import random

PLAYERS = 4
FIGURES = ("questions", "books", "most books", "cards in the stock", "books of the first player")


def play(seed):
    chance = random.Random(seed)
    stock = [*range(13)] * 4
    chance.shuffle(stock)
    hands = [[stock.pop() for _ in range(5)] for _ in range(PLAYERS)]
    books, questions, player = [0] * PLAYERS, 0, 0

    def lay(player):
        full = {rank for rank in hands[player] if hands[player].count(rank) == 4}
        books[player] += len(full)
        hands[player] = [rank for rank in hands[player] if rank not in full]

    for each in range(PLAYERS):
        lay(each)
    while stock and all(hands):
        rank = chance.choice(sorted(set(hands[player])))
        asked = (player + chance.randint(1, 3)) % PLAYERS
        questions += 1
        got = hands[asked].count(rank)
        if got:
            hands[asked] = [each for each in hands[asked] if each != rank]
            hands[player] += [rank] * got
        else:
            hands[player].append(stock.pop())
            got = hands[player][-1] == rank
        lay(player)
        player = player if got else (player + 1) % PLAYERS
    return questions, sum(books), max(books), len(stock), books[0]


def measured(game):
    scores = game.scores()
    return game.rounds, sum(scores), max(scores), len(game.zones["pond", None]), scores[0]
