"""Makes the record of rules and cards of Party at Louis: rules, dishes, nobles, patterns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cardgen.definitions.game import Design, Game
from cardgen.definitions.rules import as_integers, as_model
from cardgen.foundations.errors import Fault, InputError
from cardgen.play.games.party_at_louis import record
from cardgen.play.games.party_at_louis.blocking import Blocking, TooWide, blocking
from cardgen.play.games.party_at_louis.cards import IMPOSTOR, SOLO, cards, number, of_kind
from cardgen.play.games.party_at_louis.heap import Dish, Laying
from cardgen.play.games.party_at_louis.outlook import outlook
from cardgen.play.games.party_at_louis.pattern import Pattern
from cardgen.play.games.party_at_louis.playable import faults
from cardgen.play.games.party_at_louis.rules import Rules

TURNED = {"none": 1, "up_to_half": 3, "any": 4}  # PA12: allowed turns of a pattern


def make_table(game: Game) -> np.ndarray:
    """The rules and the cards as one record. Raises InputError for cards that this engine cannot play."""
    if found_faults := dict.fromkeys(faults(game)):
        raise InputError(*found_faults)
    result = np.zeros(1, record.TABLE)
    table = result[0]
    rules, codes = as_model(game.rules, Rules), as_integers(game.rules, Rules)
    for name in record.RULES:
        table[name] = codes[name]
    deck = [Dish(design.set or "", number(design, "value")) for design in cards(game).dishes]
    table.dishes = len(deck)
    table.alike[: len(deck)] = [deck.index(dish) for dish in deck]
    _lay_nobles(table, game, deck)
    for player, owner in enumerate(cards(game).owners):
        impostor = next((design for design in of_kind(game, IMPOSTOR) if design.set == owner), None)
        if impostor:
            turned = impostor.read("pattern", Pattern).placements[: TURNED[rules.impostor_turns]]
            table.placements[player] = len(turned)
            table.placement[player, : len(turned)] = [_bits(cells) for cells in turned]
    solo = of_kind(game, SOLO)
    table.solo_cards = len(solo)
    table.solo[: len(solo)] = [_solo_bits(design) for design in solo]
    return result


def _bits(cells: Sequence[int]) -> int:
    return sum(1 << cell for cell in cells)


def _solo_bits(design: Design) -> int:
    return _bits(design.read("pattern", Pattern).cells)


def _lay_nobles(table: np.record, game: Game, deck: Sequence[Dish]) -> None:
    rules, too_wide = as_model(game.rules, Rules), []
    room = _Room(table, rules.validation == "at_end")
    for noble in cards(game).nobles:
        demand = noble.demand
        stacks = len(demand.groups) if demand.ordered and rules.stacks == "side_by_side" else 1
        laying = Laying(stacks, demand.ordered and stacks == 1, rules.groups_share_value)
        try:
            made, columns = blocking(demand, deck, laying, rules.white_at_ends, room.stays)
            start = room.start(made)
        except TooWide as error:
            too_wide.append(Fault(f"demand: {error}", noble.design.place_of("demand")))
            continue
        table.nobles = max(table.nobles, noble.place + 1)
        table.points[noble.face] = number(noble.design, "points")
        table.start[noble.face] = start
        table.second[noble.face] = made.width // 2 if stacks > 1 else 0
        table.column[noble.face, : len(deck)] = np.array(columns) + 1
    if too_wide:
        raise InputError(*dict.fromkeys(too_wide))


class _Room:
    """Writes the tables of demands one after the other into the record; nobles with the same demand share one."""

    def __init__(self, table: np.record, stays: bool) -> None:
        self.table, self.stays = table, stays
        self.cells, self.rows = 1, 0  # a row's index is never 0, which means BLOCKED
        self.starts: dict[Blocking, int] = {}

    def start(self, made: Blocking) -> int:
        """The index of the row of the empty heap. Raises TooWide."""
        if made in self.starts:
            return self.starts[made]
        count, width = len(made.rows) - 1, made.width + 1
        if self.cells + count * width > record.MAX_STEPS or self.rows + count > record.MAX_ROWS:
            raise TooWide("together with the others it can be met in too many ways")
        places = self.cells + width * (np.arange(count + 1) - 1)
        to = places[np.abs(made.rows)]
        met = -to if self.stays else -1
        entries = np.where(made.rows > 0, to, np.where(made.rows < 0, met, record.BLOCKED))
        block = np.column_stack([self.rows + np.arange(count), entries[1:]])
        self.table.steps[self.cells : self.cells + block.size] = block.ravel()
        self.table.outlook[:, self.rows : self.rows + count] = outlook(made, record.HORIZON)[:, 1:]
        self.starts[made] = self.cells
        self.cells += block.size
        self.rows += count
        return self.starts[made]
