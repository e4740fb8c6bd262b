"""Durak for three with 36 cards, played at random: only the attacker throws in, at most six attacks a bout."""

import random

PLAYERS = 3
MANY = 60
FIGURES = ("bouts", "takes", "attacks", "fools")


def beats(card, foe, trump):
    """Whether a card (rank, suit) beats the foe's."""
    return card[0] > foe[0] if card[1] == foe[1] else card[1] == trump


def bout(rng, attack, defence, trump):
    """Fight one bout with the two hands; return the number of attacks and whether the defender takes."""
    table, attacks = [], 0
    while True:
        ranks = {rank for rank, _ in table}
        may = [c for c in sorted(attack) if not table or (attacks < 6 and defence and c[0] in ranks)]
        card = rng.choice([*may, None] if table else may)
        if card is None:
            return attacks, False
        attack.remove(card)
        attacks += 1
        answer = rng.choice([c for c in sorted(defence) if beats(c, card, trump)] + [None])
        if answer is None:
            defence.update(table, [card])
            return attacks, True
        defence.remove(answer)
        table += card, answer


def play(seed):
    """Play one game and return its figures."""
    rng = random.Random(seed)
    stock = [(rank, suit) for rank in range(6, 15) for suit in range(4)]
    rng.shuffle(stock)
    trump = stock[0][1]  # the bottom card, which is drawn last
    hands = [{stock.pop() for _ in range(6)} for _ in range(PLAYERS)]

    def seat(player):
        """The first player from there on who still has cards."""
        return next(p % PLAYERS for p in range(player, player + PLAYERS) if hands[p % PLAYERS])

    attacker = bouts = takes = thrown = 0
    while sum(map(bool, hands)) > 1:
        attacker = seat(attacker)
        defender = seat(attacker + 1)
        attacks, taken = bout(rng, hands[attacker], hands[defender], trump)
        bouts, takes, thrown = bouts + 1, takes + taken, thrown + attacks
        for player in range(attacker, attacker + PLAYERS):
            while stock and len(hands[player % PLAYERS]) < 6:
                hands[player % PLAYERS].add(stock.pop())
        attacker = defender + taken
    return bouts, takes, thrown, sum(map(bool, hands))


def measured(game):
    fools = sum(bool(game.zones["hand", player]) for player in range(PLAYERS))
    return game.rounds, game.taken["take"], game.taken["play"], fools
