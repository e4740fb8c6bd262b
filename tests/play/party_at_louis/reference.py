"""Party at Louis once more, from the facts alone, plainly and slowly: what the engine is compared with.

A position is a snapshot (contracts/party_at_louis.md); an action is ("take", cells), ("place", dish, noble, group),
("clear", noble) or ("done",). P and PA numbers are those of the project's facts. Nothing is shared with the engine.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from .reference_nobles import COLOURS, POINTS, Dish, colour_of, judge, plain

DISHES = [(colour, value) for colour in COLOURS for value in range(1, 13)]
ID = {dish: f"{dish[0]}-{dish[1]}" for dish in DISHES} | {"end": "end", None: None}
DISH = {name: dish for dish, name in ID.items()}
LINES = [tuple(range(row, row + 3)) for row in (0, 3, 6)] + [(column, column + 3, column + 6) for column in (0, 1, 2)]
IMPOSTORS = [{(0, 0), (0, 1), (1, 0)}, {(0, 0), (1, 1), (1, 2)}, {(0, 0), (1, 1), (0, 2)}, {(0, 0), (0, 2), (2, 0)}]
DONE = ("done",)
SOLO_PATTERNS = {f"R{n}": LINES[n] for n in range(3)} | {f"C{n}": LINES[3 + n] for n in range(3)}
SOLO_PATTERNS |= {f"D{n}": tuple(3 * row + (n + row) % 3 for row in range(3)) for n in range(3)}


def quarter_turns(pattern: set) -> list[tuple[int, ...]]:
    """P14, PA12: the cells of a pattern, turned clockwise and not mirrored."""
    turns = []
    for _ in range(4):
        turns.append(tuple(sorted(3 * row + column for row, column in pattern)))
        pattern = {(column, 2 - row) for row, column in pattern}
    return turns


PLACEMENTS = [quarter_turns(pattern) for pattern in IMPOSTORS]


def second_pile(pool: list, chance: random.Random) -> list:
    """P38, PA14, PA15, PA32: the draw pile after the first End card, the last drawn first."""
    chance.shuffle(pool)
    bottom, more = divmod(len(pool), 3)
    middle = bottom + (more == 2)
    pool.insert(bottom + chance.randint(0, middle), "end")
    return pool


def dealt(players: int, side: str, chance: random.Random) -> dict:
    """The snapshot of a deal: P6-P11, PA15, PA18, PA20; of a solo game before the ghost's first turn (P42)."""
    draw = DISHES[:]
    chance.shuffle(draw)
    if players > 1:
        draw.insert(chance.randint(0, 24), "end")
    sideboard = [draw.pop() for _ in range(9)]
    names = [f"{side[0].upper()}{number}" for number in range(1, 7)]
    first = chance.randrange(players)
    return {
        "players": players, "side": side, "draw": [ID[card] for card in draw], "discard": [], "held": [],
        "sideboard": [ID[card] for card in sideboard],
        "nobles": [
            [{"id": name, "groups": [[] for _ in range(1 + (name == "M4"))], "validated": False} for name in names]
            for _ in range(players)
        ],
        "impostor_used": [False] * players, "end_card_seen": 0,
        "solo": {"pile": chance.sample([*SOLO_PATTERNS], 9), "turn": 1} if players == 1 else None,
        "first": first, "to_act": first, "phase": "take", "terminal": False, "ended_by": None,
    }  # fmt: skip


class Noble:
    def __init__(self, found: dict, seat: int) -> None:
        self.name, self.validated = found["id"], found["validated"]
        self.groups = [[DISH[name] for name in group] for group in found["groups"]]
        self.colour = colour_of(self.name, seat)

    def dishes(self) -> list[Dish]:
        return [dish for group in self.groups for dish in group]


class Reference:
    """`new_pile` makes the pile that follows the first End card; by default it is shuffled by `chance`."""

    def __init__(self, snapshot: dict, chance: random.Random, new_pile: Callable[[list], list] | None = None) -> None:
        self.players, self.side, self.first = snapshot["players"], snapshot["side"], snapshot["first"]
        self.draw = [DISH[name] for name in snapshot["draw"]]
        self.discard = [DISH[name] for name in snapshot["discard"]]
        self.held = [DISH[name] for name in snapshot["held"]]
        self.sideboard = [DISH[name] for name in snapshot["sideboard"]]
        self.nobles = [[Noble(noble, seat) for noble in row] for seat, row in enumerate(snapshot["nobles"])]
        self.used, self.end_seen = list(snapshot["impostor_used"]), snapshot["end_card_seen"]
        self.solo = snapshot["solo"] and {"pile": list(snapshot["solo"]["pile"]), "turn": snapshot["solo"]["turn"]}
        self.to_act, self.phase = snapshot["to_act"], snapshot["phase"]
        self.over, self.ended_by = snapshot["terminal"], snapshot["ended_by"]
        self.new_pile = new_pile or (lambda pool: second_pile(pool, chance))
        self.turns, self.forced, self.voluntary, self.first_end_turn = 1, 0, 0, 0

    @classmethod
    def deal(cls, players: int, side: str, chance: random.Random) -> Reference:
        game = cls(dealt(players, side, chance), chance)
        if game.solo:
            game.ghost()
        return game

    # ---- what may be done

    def mine(self) -> list[Noble]:
        return self.nobles[self.to_act]

    def filled(self) -> list[Noble]:
        return [noble for noble in self.mine() if any(noble.groups)]

    def options(self) -> list[tuple]:
        if self.over:
            return []
        if self.phase == "take":  # P13, P14, PA28
            shapes = LINES if self.used[self.to_act] else LINES + PLACEMENTS[self.to_act]
            return [("take", cells) for cells in shapes]
        if self.phase == "place":  # P15, P16, PA3, PA26
            places = [
                (noble.name, group)
                for noble in self.mine() if not noble.validated for group in range(len(noble.groups))
            ]  # fmt: skip
            return [("place", dish, name, group) for dish in self.held for name, group in places]
        return [("clear", noble.name) for noble in self.filled()] + [DONE]  # P35, PA36

    # ---- what is done

    def apply(self, action: tuple) -> None:
        verb, *words = action
        if verb == "take":
            (cells,) = words
            self.used[self.to_act] |= cells not in LINES
            for cell in cells:
                self.held.append(self.sideboard[cell])
                self.sideboard[cell] = None
            self.phase = "place"
        elif verb == "place":
            self.place(*words)
        elif verb == "clear":
            self.clear(next(noble for noble in self.mine() if noble.name == words[0]))
            self.voluntary += 1
            if not self.filled():
                self.end_turn()
        else:
            self.end_turn()

    def clear(self, noble: Noble) -> None:
        """P36; PA30: both stacks."""
        self.discard += noble.dishes()
        noble.groups = [[] for _ in noble.groups]

    def place(self, dish: Dish, name: str, group: int) -> None:
        noble = next(noble for noble in self.mine() if noble.name == name)
        self.held.remove(dish)
        noble.groups[group].append(dish)
        verdict = judge(name, noble.colour, plain(name, noble.groups))
        if verdict != "open":
            self.clear(noble)
        self.forced += verdict == "blocked"
        if verdict == "met":  # PA2, PA34
            noble.validated = True
            if all(noble.validated for noble in self.mine()):  # P40, PA35, PA40
                self.end("all_validated")
                return
        if not self.held:
            self.phase = "clear"
            if not self.filled():
                self.end_turn()

    # ---- what follows a turn

    def end_turn(self) -> None:
        if self.solo and self.solo["turn"] == 9:  # P43, PA23, PA25
            self.end("nine_turns")
            return
        self.refill()
        if self.over:
            return
        self.turns += 1
        self.to_act, self.phase = (self.to_act + 1) % self.players, "take"
        if self.solo:
            self.solo["turn"] += 1
            self.ghost()

    def ghost(self) -> None:
        """P44."""
        for cell in SOLO_PATTERNS[self.solo["pile"].pop()]:
            self.discard.append(self.sideboard[cell])
            self.sideboard[cell] = None
        self.refill()

    def refill(self) -> None:
        """P37-P39, PA13, PA16, PA31, PA33."""
        for cell in range(9):
            while self.sideboard[cell] is None:
                card = self.draw.pop()
                if card != "end":
                    self.sideboard[cell] = card
                    continue
                self.end_seen += 1
                if self.end_seen == 2:
                    self.end("end_card")
                    return
                self.first_end_turn = self.turns
                self.draw, self.discard = self.new_pile(self.draw + self.discard), []

    def end(self, by: str) -> None:
        self.over, self.ended_by = True, by

    # ---- what comes of it

    def scores(self) -> list[int]:
        return [sum(POINTS[noble.name] for noble in row if noble.validated) for row in self.nobles]

    def lying(self) -> list[int]:
        """P41, PA27, PA41: dishes under a player's nobles."""
        return [sum(len(noble.dishes()) for noble in row) for row in self.nobles]

    def winners(self) -> list[int]:
        """P40, P41, PA19, PA40."""
        if not self.over:
            return []
        if self.ended_by == "all_validated":
            return [self.to_act]
        ranks = [*zip(self.scores(), self.lying(), strict=True)]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]

    def snapshot(self) -> dict:
        def named(cards) -> list:
            return [ID[card] for card in cards]

        return {
            "players": self.players, "side": self.side, "draw": named(self.draw), "discard": named(self.discard),
            "held": named(self.held), "sideboard": named(self.sideboard),
            "nobles": [
                [{"id": noble.name, "groups": [*map(named, noble.groups)], "validated": noble.validated}
                 for noble in row] for row in self.nobles
            ],
            "impostor_used": list(self.used), "end_card_seen": self.end_seen, "solo": self.solo and dict(self.solo),
            "first": self.first, "to_act": self.to_act, "phase": self.phase, "terminal": self.over,
            "ended_by": self.ended_by,
        }  # fmt: skip
