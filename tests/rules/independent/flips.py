"""Seven different numbers or bust, among four, to 60 points."""

import random

PLAYERS = 4
MANY = 50
FIGURES = ("points of all", "best score", "rounds", "hits", "turned up for somebody", "stopped", "saved for another")
CARDS = [0, *(number for number in range(1, 13) for _ in range(number)), *("frost", "extra", "chance") * 3]
CARDS += ["twice", "+2", "+4", "+6", "+8", "+10"]


class Round:
    def __init__(self, chance, stock, used, counts):
        self.chance, self.stock, self.used, self.counts = chance, stock, used, counts
        self.rows, self.going = [[] for _ in range(4)], [True] * 4
        self.lost, self.frosts, self.extras, self.seven = set(), [0] * 4, [0] * 4, False

    def numbers(self, player):
        return [card for card in self.rows[player] if isinstance(card, int)]

    def flip(self, player):
        if not self.stock:
            self.stock += self.used
            self.used.clear()
            self.chance.shuffle(self.stock)
        card, row = self.stock.pop(), self.rows[player]
        if isinstance(card, int) and card in row:
            self.used.append(card)
            if "chance" in row:
                row.remove("chance")
                self.used.append("chance")
            else:
                self.lost.add(player)
                self.leave(player)
        elif card == "chance" and card in row:
            needy = [each for each in range(4) if self.going[each] and "chance" not in self.rows[each]]
            if needy:
                self.counts["give"] += 1
            (self.rows[self.chance.choice(needy)] if needy else self.used).append(card)
        elif card in ("frost", "extra"):
            (self.frosts if card == "frost" else self.extras)[player] += 1
            self.used.append(card)
        else:
            row.append(card)
            self.seven = self.seven or len(self.numbers(player)) == 7

    def leave(self, player):
        self.going[player], self.frosts[player], self.extras[player] = False, 0, 0

    def settle(self):
        while not self.seven and sum(self.frosts) + sum(self.extras):
            most = max(map(sum, zip(self.frosts, self.extras, strict=True)))
            player = next(each for each in range(4) if self.frosts[each] + self.extras[each] == most)
            whom = self.chance.choice([each for each in range(4) if self.going[each]])
            if self.frosts[player]:
                self.frosts[player] -= 1
                self.counts["freeze"] += 1
                self.leave(whom)
                continue
            self.extras[player] -= 1
            self.counts["three"] += 1
            for _ in range(3):
                if self.going[whom] and not self.seven:
                    self.flip(whom)

    def play(self, first):
        for seat in range(first, first + 4):
            if self.going[seat % 4] and not self.seven:
                self.flip(seat % 4)
                self.settle()
        seat = first
        while any(self.going) and not self.seven:
            player, seat = seat % 4, seat + 1
            if not self.going[player]:
                continue
            if self.rows[player] and self.chance.randrange(2):
                self.leave(player)
            else:
                self.counts["hit"] += 1
                self.flip(player)
                self.settle()

    def worth(self, player):
        if player in self.lost:
            return 0
        row, numbers = self.rows[player], self.numbers(player)
        more = sum(int(card) for card in row if str(card).startswith("+"))
        return sum(numbers) * (1 + ("twice" in row)) + more + 15 * (len(numbers) == 7)


def play(seed):
    chance = random.Random(seed)
    stock, used, points, rounds = list(CARDS), [], [0] * 4, 0
    counts = dict.fromkeys(("hit", "three", "freeze", "give"), 0)
    chance.shuffle(stock)
    while max(points) < 60:
        now = Round(chance, stock, used, counts)
        now.play(rounds % 4)
        points = [points[player] + now.worth(player) for player in range(4)]
        used += (card for row in now.rows for card in row)
        rounds += 1
    return sum(points), max(points), rounds, counts["hit"], counts["three"], counts["freeze"], counts["give"]


def measured(game):
    told = (game.taken.get(action, 0) for action in ("hit", "three", "freeze", "give"))
    return sum(game.scores()), max(game.scores()), game.rounds, *told
