"""King Lui once more, from the facts alone, plainly and slowly: what the engine is compared with.

A position is a snapshot (contracts/king_lui.md), an action the words of an English playthrough. K and KA numbers are
those of the project's facts. Nothing here is shared with the engine.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

EMERALD = "emerald"


class Reference:
    def __init__(self, snapshot: dict, rules: dict, deck: dict[str, int]) -> None:
        self.rules, self.deck = rules, deck
        self.players = snapshot["players"]
        self.supply = list(snapshot["supply"])
        self.table, self.king = Counter(snapshot["table"]), Counter(snapshot["king"])
        self.hands = [Counter(hand) for hand in snapshot["hands"]]
        self.secret = [Counter(hand) for hand in snapshot["drawn_secretly"]]
        self.removed = Counter(snapshot["removed"])
        self.emeralds, self.chef = snapshot["emeralds"], snapshot["chef"]
        self.to_act, self.course = snapshot["to_act"], snapshot["course"]
        self.drawn, self.over = bool(snapshot["drawn"]), snapshot["terminal"]
        self.served = snapshot.get("king_served", sum(self.king.values()))
        self.acted = 0 if self.over else (self.to_act - self.chef) % self.players
        self.turns, self.dead_ends, self.shuffled = 1, 0, False

    # ---- what may be done

    def feed_size(self) -> int:
        """K22, K23, KA21: so many of the king's portions go; 0 where Emerald may not be fed."""
        size, there = self.rules["portions_fed"], sum(self.king.values())
        if self.rules["king_portions"] == "now":
            return size if there >= size else 0
        return min(size, there) if self.served >= size else 0

    def feedings(self, ending: str = "") -> set[str]:
        """K24: any choice of the portions that lie at the king's, which differ by their dish only."""
        size = self.feed_size()
        dishes = [dish for dish in self.deck for _ in range(min(self.king[dish], size))]
        return {f"feeds {' '.join(eaten)}{ending}" for eaten in combinations(dishes, size)} if size else set()

    def has_emerald(self) -> bool:
        return bool(self.emeralds or self.hands[self.to_act][EMERALD])

    def options(self) -> set[str]:
        if self.over:
            return set()
        if self.drawn:  # K21, KA3
            return {"lays Emerald down"} | self.feedings()
        found = {f"takes {dish}" for dish in self.deck if self.table[dish]}  # K18
        forced = not found and bool(self.supply)  # K20
        if self.supply:  # K19
            found.add("draws")
        if not forced or self.rules["emerald_when_no_dish"]:  # KA4
            if self.emeralds:
                found |= self.feedings()
            if self.hands[self.to_act][EMERALD]:
                found |= self.feedings(" with a kept Emerald")
        return found

    # ---- what is done

    def apply(self, action: str) -> None:
        self.shuffled = False
        verb, *words = action.split()
        if verb == "takes":
            self.hands[self.to_act][words[0]] += self.table.pop(words[0])
        elif verb == "lays":
            self.emeralds, self.drawn = self.emeralds + 1, False
        elif verb == "feeds":
            kept = "Emerald" in words
            if kept:
                self.hands[self.to_act][EMERALD] -= 1
                self.secret[self.to_act][EMERALD] -= self.rules["hands"] == "closed"
            elif not self.drawn:
                self.emeralds -= 1
            eaten = Counter(word for word in words if word in self.deck)
            self.drawn = False
            self.king -= eaten
            self.removed += eaten + Counter({EMERALD: 1})
        elif self.draw():
            return
        self.next_turn()

    def draw(self) -> bool:
        """K19, KA1; whether the same player goes on to decide."""
        while self.supply:
            card = self.supply.pop()
            if card != EMERALD or self.rules["emerald_drawn"] == "keep":
                self.hands[self.to_act][card] += 1
                self.secret[self.to_act][card] += self.rules["hands"] == "closed"  # else all have seen it
                return False
            if self.rules["emerald_drawn"] == "use_or_place":
                self.drawn = True
                return True
            self.emeralds += 1
        return False

    def next_turn(self) -> None:
        """K12, K17, K25: on to the next player, and after the last one to the next course."""
        while not self.over:
            self.acted += 1
            self.to_act = (self.to_act + 1) % self.players
            if self.acted == self.players:
                self.king += self.table
                self.served += sum(self.table.values())
                self.table = Counter()
                self.lay_table()
                if self.over:
                    return
            self.turns += 1
            if not self.supply and not +self.table and self.rules["empty_supply"] == "reshuffle" and +self.removed:
                self.supply, self.removed, self.shuffled = sorted(self.removed.elements()), Counter(), True
            if self.options():
                return
            if self.rules["empty_supply"] == "end":  # KA5
                self.end()
            else:
                self.dead_ends += 1

    def lay_table(self) -> None:
        """K13, K15, K29, KA7, KA8."""
        size = self.rules["cards_per_player"] * self.players
        counted = [card for card in self.supply if card != EMERALD or self.rules["end_counts"] == "cards"]
        if len(counted) < size:
            self.end()
            return
        self.chef = self.to_act = (self.chef + 1) % self.players
        self.acted, self.course = 0, self.course + 1
        for _ in range(size):
            card = self.supply.pop()
            if card == EMERALD:
                self.emeralds += 1
            else:
                self.table[card] += 1

    def end(self) -> None:
        """K30."""
        self.removed += Counter(self.supply)
        self.supply, self.over = [], True

    # ---- what comes of it

    def snapshot(self) -> dict:
        def counted(cards: Counter) -> dict:
            return dict(+cards)

        found = {
            "players": self.players, "supply": self.supply, "table": counted(self.table), "emeralds": self.emeralds,
            "king": counted(self.king), "hands": [*map(counted, self.hands)],
            "drawn_secretly": [*map(counted, self.secret)], "removed": counted(self.removed), "chef": self.chef,
            "to_act": None if self.over else self.to_act, "course": self.course,
            "drawn": EMERALD if self.drawn else None, "terminal": self.over,
        }  # fmt: skip
        return found | ({"king_served": self.served} if self.rules["king_portions"] == "ever" else {})


def scores(snapshot: dict) -> list[int]:
    """K32, K33: of dishes of which one holds more than the king, nothing; else portions times the king's."""
    king = snapshot["king"]
    return [
        sum(count * king.get(card, 0) for card, count in hand.items() if count <= king.get(card, 0))
        for hand in snapshot["hands"]
    ]


def discarded(snapshot: dict) -> list[int]:
    """KA9, KA12: the portions, not the dishes, that exceed the king's."""
    king = snapshot["king"]
    return [
        sum(count for card, count in hand.items() if card != EMERALD and count > king.get(card, 0))
        for hand in snapshot["hands"]
    ]


def winners(snapshot: dict, last_tie: str = "shared") -> list[int]:
    """K35, K36, KA11."""
    ranked = [(-points, out) for points, out in zip(scores(snapshot), discarded(snapshot), strict=True)]
    found = [seat for seat, rank in enumerate(ranked) if rank == min(ranked)]
    if len(found) == 1 or last_tie == "shared":
        return found
    if last_tie == "nobody":
        return []
    return [
        next(seat % len(ranked) for seat in range(snapshot["chef"] + len(ranked), 0, -1) if seat % len(ranked) in found)
    ]
