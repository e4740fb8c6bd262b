"""Draco & Co once more, from the facts alone, plainly and slowly: what the engine is compared with.

A position is a snapshot (contracts/draco.md). A choice is what `chosen` would hold: a card, a character, a player, a
place from 1, "stop" or "again", and for a toast True or False. D and DA numbers are those of the project's facts. All
rules are the defaults. Nothing here is shared with the engine, the effects of the cards neither.
"""

from __future__ import annotations

import random
from collections import Counter

SILVER = 95  # D4, at 3 silver a gold
COUNTS = {
    "elbow": 4, "shove": 3, "queue_jump": 1, "rumour": 4, "slander": 3, "disgrace": 1, "favour": 3, "disfavour": 2,
    "dice_game": 2, "coin_shower": 2, "splits": 2, "compromise": 2, "arm_in_arm": 2, "seat_swap": 3,
    "musical_chairs": 2, "three_card_monte": 2, "whispers": 1, "zork_barges_in": 2, "sermon": 2, "fortune": 2,
    "amazons": 1, "rogues": 1, "gnomes": 1, "goblins": 1, "about_face": 5, "tipsy_draco": 2, "racket": 3,
    "pickpocket": 3, "collection": 1, "tip": 2, "tax": 1, "wine_shortage": 2, "refill": 1, "persuasion": 2, "brawl": 3,
}  # fmt: skip
PEOPLE = [
    "blue_rogue", "blue_gnome", "yellow_amazon", "yellow_rogue", "black_amazon", "black_goblin",
    "green_goblin", "green_gnome", "red_amazon", "red_gnome", "purple_goblin", "purple_rogue",
]  # fmt: skip
OWNER = {who: number // 2 for number, who in enumerate(PEOPLE)}  # specials have none
SPECIALS = ["zork", "john", "sarah"]

OWN = {"elbow", "shove", "queue_jump", "splits", "compromise", "arm_in_arm", "persuasion", "brawl"}
ANYONE = {"disgrace", "favour", "disfavour", "seat_swap"}
OPPONENT = {"dice_game", "racket", "pickpocket"}
GUEST = {"zork_barges_in": "zork", "sermon": "john", "fortune": "sarah"}
CLASS = {"amazons": "_amazon", "rogues": "_rogue", "gnomes": "_gnome", "goblins": "_goblin"}


class Luck(random.Random):
    """Chance as it comes; a test may tell what comes instead."""

    def die(self) -> int:
        return int(self.random() * 6) + 1

    def seated(self, people: list[str]) -> list[str]:
        """In which order these sit down again."""
        return self.sample(people, len(people))

    def pile(self, cards: list[str]) -> list[str]:
        """The discards as a new draw pile, its top last."""
        return self.sample(cards, len(cards))


def deal(players: int, luck: Luck) -> dict:
    """D5-D10, DA56: the snapshot that a game starts from."""
    pile = luck.pile([card for card, count in COUNTS.items() for _ in range(count)])
    hands = [[pile.pop() for _ in range(5)] for _ in range(players)]
    first = int(luck.random() * players)
    return {
        "players": players, "first": first, "ring": luck.seated(PEOPLE[: 2 * players] + SPECIALS), "cup_hand": "right",
        "cup": (first - 1) % players, "hands": [*map(Counter, hands)], "discard": {}, "draw": pile,
        "money": [3] * players, "to_act": first, "phase": "play", "card": None, "chosen": [], "rolls": [],
        "piles_used": 1, "toasts": 0, "terminal": False,
    }  # fmt: skip


class Reference:
    def __init__(self, snapshot: dict, luck: Luck) -> None:
        self.luck = luck
        self.players, self.first = snapshot["players"], snapshot["first"]
        self.hand, self.cup = snapshot["cup_hand"], snapshot["cup"]
        self.row = list(snapshot["ring"])  # from the first place to the last
        if self.hand == "right":  # D7, DA21
            self.row.reverse()
        self.hands = [dict(hand) for hand in snapshot["hands"]]
        self.discard = list(Counter(snapshot["discard"]).elements())
        self.pile, self.money = list(snapshot["draw"]), list(snapshot["money"])
        self.to_act, self.phase = snapshot["to_act"], snapshot["phase"]
        self.card, self.chosen, self.rolls = snapshot["card"], list(snapshot["chosen"]), list(snapshot["rolls"])
        self.piles, self.toasts, self.over = snapshot["piles_used"], snapshot["toasts"], snapshot["terminal"]

    # ---- what may be done

    def options(self) -> list:
        """What may be chosen now, each once; two at least, but for a hand of one kind."""
        if self.over:
            return []
        if self.phase == "play":
            return list(self.hands[self.to_act])  # DA57
        return [False, True] if self.phase == "toast" else self.asked()

    def asked(self) -> list:
        """What the card asks next, in view of what was chosen; [] once it asks nothing more (DA39-DA49)."""
        card, chosen, row = self.card, self.chosen, self.row
        own = PEOPLE[2 * self.to_act : 2 * self.to_act + 2]
        if not chosen:
            if card in OWN:
                return own
            if card in ANYONE:
                return list(row)
            if card in OPPONENT:
                return [player for player in range(self.players) if player != self.to_act]
            if card in GUEST:
                return [*range(1, len(row) + 1)]
            if card == "rumour":  # DA45
                return [who for who in row if who not in own]
            if card == "slander":
                return [who for who in row if who not in own and who in OWNER]
            if card == "three_card_monte":
                return [*range(1, len(row) - 1)]
            return SPECIALS if card == "whispers" else []
        if len(chosen) == 1:
            place = row.index(chosen[0]) if card in ("persuasion", "brawl") else 0  # counted from 0
            if card == "seat_swap":
                return [who for who in row if who != chosen[0]]
            if card == "whispers":
                return [who for who in SPECIALS if who != chosen[0]]
            if card == "persuasion" and place >= 2:  # DA41
                return ["stop", "again"]
            if card == "brawl":  # DA42
                return [row[near] for near in (place - 1, place + 1) if 0 <= near < len(row)]
        return []

    # ---- what is done

    def apply(self, choice) -> None:
        if self.phase == "toast":
            self.end_turn(toast=choice)
            return
        if self.phase == "play":
            hand = self.hands[self.to_act]
            hand[choice] -= 1
            if not hand[choice]:
                del hand[choice]
            self.discard.append(choice)
            self.card, self.chosen, self.rolls = choice, [], []
            if choice in ("favour", "disfavour"):  # DA44
                self.roll()
        else:
            self.chosen.append(choice)
        options = self.asked()
        while len(options) == 1:
            self.chosen += options
            options = self.asked()
        if options:
            self.phase = "choose"
            return
        getattr(self, self.card, self.others)()
        self.chosen = []
        if self.cup != "centre":
            self.end_turn(toast=False)
        elif self.piles >= 3:  # DA2, DA35
            self.end_turn(toast=True)
        else:  # D16
            self.phase = "toast"

    def end_turn(self, toast: bool) -> None:
        """D24: the toast, or not; then the cup, a card, and the next player."""
        player, self.phase = self.to_act, "play"
        if toast:
            self.toast()
        elif self.cup == player and self.card != "wine_shortage":  # DA37
            self.cup = "centre"
        if not self.over:
            self.draw(player)
            self.to_act = (player + 1) % self.players

    def draw(self, player: int) -> None:
        """D26, DA27, DA34: whoever takes the last card makes the discards the next pile at once."""
        card = self.pile.pop()
        self.hands[player][card] = self.hands[player].get(card, 0) + 1
        if not self.pile:
            self.pile, self.discard = self.luck.pile(self.discard), []
            self.piles += 1

    def roll(self) -> int:
        self.rolls.append(self.luck.die())
        return self.rolls[-1]

    # ---- the toast

    def toast(self) -> None:
        row, money, last_one = self.row, self.money, self.piles >= 2  # DA3
        richest = [player for player in range(self.players) if money[player] == max(money)]  # DA5
        for place, share in enumerate((4, 3, 2, 1)):
            who = row[place + 1] if row[place] == "john" else row[place]  # D21, DA9
            if who in OWNER:  # DA8, DA10
                money[OWNER[who]] += share
        dues = [0] * self.players
        for place, due in ((-1, 2), (-2, 1)):  # D18
            who = row[place - 1] if row[place] == "john" else row[place]  # DA11, DA55
            if who in OWNER:
                dues[OWNER[who]] += due
            elif who == "zork" and len(richest) == 1:  # D20, DA4, DA12; of Sarah nothing is due: DA13, DA14
                dues[richest[0]] += 2 * due
        for player, due in enumerate(dues):  # DA7, DA53
            money[player] -= min(due, money[player])
        self.toasts += 1
        self.cup, self.over = self.to_act, last_one  # D23, D27, DA33
        if not last_one:
            place = row.index("sarah")  # D22, DA15, DA32
            for who in row[max(place - 1, 0) : place] + row[place + 1 : place + 2]:
                if who in OWNER:
                    self.draw(OWNER[who])

    # ---- the cards

    def move(self, who: str, place: int) -> None:
        """Takes somebody out and puts them in at a place, from 0; the others close up. Nobody passes Draco (DA26)."""
        self.row.remove(who)
        self.row.insert(max(place, 0), who)  # past the end is at the end

    def step(self, who: str, places: int) -> None:
        """Back by so many places, or ahead where they are below 0."""
        self.move(who, self.row.index(who) + places)

    def exchange(self, one: int, other: int) -> None:
        self.row[one], self.row[other] = self.row[other], self.row[one]

    def take(self, taker: int, giver: int, silver: int) -> None:
        taken = min(silver, self.money[giver])
        self.money[giver] -= taken
        self.money[taker] += taken

    def partner(self) -> str:
        """One's own character that was not chosen."""
        return next(who for who in PEOPLE if OWNER[who] == self.to_act and who != self.chosen[0])

    def others(self) -> None:
        """The cards that come in families."""
        if self.card in GUEST:  # DA47
            self.move(GUEST[self.card], self.chosen[0] - 1)
        else:  # DA43
            for who in [who for who in self.row if who.endswith(CLASS[self.card])]:
                self.step(who, -2)

    def elbow(self) -> None:
        self.step(self.chosen[0], -2)

    def shove(self) -> None:
        self.step(self.chosen[0], -3)

    def queue_jump(self) -> None:
        self.move(self.chosen[0], 0)

    def rumour(self) -> None:
        self.step(self.chosen[0], 2)

    def slander(self) -> None:
        self.step(self.chosen[0], 3)

    def disgrace(self) -> None:
        self.move(self.chosen[0], len(self.row))

    def favour(self) -> None:
        self.step(self.chosen[0], -self.rolls[0])

    def disfavour(self) -> None:
        self.step(self.chosen[0], self.rolls[0])

    def dice_game(self) -> None:
        mine, theirs = self.roll(), self.roll()
        if mine > theirs:
            self.take(self.to_act, self.chosen[0], 2)
        elif mine < theirs:
            self.take(self.chosen[0], self.to_act, 2)

    def coin_shower(self) -> None:
        for _ in range(3):
            who = self.row[self.roll() - 1]
            if who in OWNER:
                self.money[OWNER[who]] += 1

    def splits(self) -> None:
        other = self.partner()
        self.move(self.chosen[0], 0)
        self.move(other, len(self.row))

    def compromise(self) -> None:  # DA40
        self.step(self.chosen[0], -4)
        self.step(self.partner(), 3)

    def arm_in_arm(self) -> None:
        other = self.partner()
        self.row.remove(self.chosen[0])
        self.row.insert(self.row.index(other) + 1, self.chosen[0])

    def seat_swap(self) -> None:
        self.exchange(*map(self.row.index, self.chosen))

    def musical_chairs(self) -> None:  # DA50
        self.row = self.luck.seated(self.row)

    def three_card_monte(self) -> None:  # DA49
        low = self.chosen[0] - 1
        self.row[low : low + 3] = self.luck.seated(self.row[low : low + 3])

    def whispers(self) -> None:  # DA46
        third = next(who for who in SPECIALS if who not in self.chosen)
        places = [place for place, who in enumerate(self.row) if who in SPECIALS]
        for place, who in zip(places, [*self.chosen, third], strict=True):
            self.row[place] = who

    def about_face(self) -> None:
        """D15: the seats stay, the places are counted from the other side."""
        self.row.reverse()
        self.hand = "left" if self.hand == "right" else "right"

    def tipsy_draco(self) -> None:
        if self.roll() % 2:
            self.about_face()

    def racket(self) -> None:
        self.take(self.to_act, self.chosen[0], 2)

    def pickpocket(self) -> None:
        self.take(self.to_act, self.chosen[0], 1)

    def collection(self) -> None:
        for player in range(self.players):
            self.take(self.to_act, player, 1)

    def tip(self) -> None:
        self.money[self.to_act] += 2  # DA60

    def tax(self) -> None:  # DA52
        most = max(self.money)
        self.money = [held - min(3, held) if held == most else held for held in self.money]

    def wine_shortage(self) -> None:  # DA36, DA62
        self.cup = self.to_act

    def refill(self) -> None:
        self.cup = "centre"

    def persuasion(self) -> None:
        for _ in range(2 if self.chosen[-1] == "again" else 1):
            place = self.row.index(self.chosen[0])
            if place:
                self.exchange(place, place - 1)

    def brawl(self) -> None:  # DA42, DA51
        mine, theirs = map(self.row.index, self.chosen)
        own, other = self.roll(), self.roll()
        if own != other and (own > other) != (mine < theirs):
            self.exchange(mine, theirs)

    # ---- what comes of it

    def snapshot(self) -> dict:
        """As contracts/draco.md has it, but that zeros are left out."""
        return {
            "players": self.players, "first": self.first, "ring": self.row[:: -1 if self.hand == "right" else 1],
            "cup_hand": self.hand, "cup": self.cup, "hands": [*map(dict, self.hands)],
            "discard": dict(Counter(self.discard)), "draw": list(self.pile), "money": list(self.money),
            "bank": SILVER - sum(self.money), "to_act": self.to_act, "phase": self.phase, "card": self.card,
            "chosen": list(self.chosen), "rolls": list(self.rolls), "piles_used": self.piles, "toasts": self.toasts,
            "final_toast_due": self.piles >= 2, "terminal": self.over,
        }  # fmt: skip


def winners(money: list[int]) -> list[int]:
    """D28, DA22, DA23: whoever alone holds the highest amount that nobody shares."""
    alone = [held for held, players in Counter(money).items() if players == 1]
    return [money.index(max(alone))] if alone else []


def played(players: int, luck: Luck, toasts: bool | None = None) -> tuple[Reference, dict[str, int]]:
    """A game at random, toasts always or never made if so said; with its turns, decisions and the turn of D26."""
    game = Reference(deal(players, luck), luck)
    turns = decisions = due = largest = 0
    while not game.over:
        decisions += 1
        if game.phase == "play":
            if turns:
                largest = max(largest, *(sum(hand.values()) for hand in game.hands))
            turns += 1
        if game.phase == "toast" and toasts is not None:
            game.apply(toasts)
        else:
            options = game.options()
            game.apply(options[int(luck.random() * len(options))])
        if not due and game.piles >= 2:
            due = turns
    return game, {"turns": turns, "decisions": decisions, "final_due_turn": due, "hand_max": largest}
