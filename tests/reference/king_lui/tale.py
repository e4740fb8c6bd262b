"""King Lui as an account: the tables laid, what everybody takes, draws and feeds, the king served, the products."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from cardgen.play import tale
from cardgen.play.position import Position
from cardgen.play.tale import Step
from cardgen.play.words import Name
from tests.reference.king_lui.engine import (
    DRAW,
    EMERALD_DRAWN,
    FEED,
    HELD,
    KEEP,
    MAX_DISHES,
    PLACE,
    SUPPLY,
    discards,
    leaders,
)
from tests.reference.king_lui.zones import cards


class Tale(tale.Tale):
    def scene(self, state: np.record) -> Iterator[str]:
        chef = self.player(state.chef)
        yield self.say("lay", player=chef, portions=self._portions(state.table))
        if state.emeralds:
            yield self.say("emeralds", n=int(state.emeralds))
        yield self._king(state, "king")
        yield self.say("pile", n=int(state.supply_size)) if state.supply_size else self.say("pile_empty")

    def turn(self, steps: Sequence[Step]) -> Iterator[str]:
        first, last = steps[0], steps[-1]
        player = self.player(first.before.to_act)
        if first.action == DRAW:
            yield from self._draw(steps, player)
        elif first.action & FEED:
            key = "feed_held" if first.action & HELD else "feed"
            yield self.say(key, player=player, portions=self._fed(first.action))
        else:
            dish = self._dish(first.action)
            yield self.say("take", player=player, n=int(first.before.table[first.action]), dish=dish)
        for passed in range(int(last.after.dead_ends - last.before.dead_ends)):
            yield self.say("pass", player=self.player((last.before.to_act + 1 + passed) % last.after.players))
        if last.after.course != last.before.course or last.after.ended == SUPPLY:
            yield from self._served(last)
        if (last.after.removed < last.before.removed).any():
            yield self.say("reshuffled")

    def reckoning(self, position: Position) -> Iterator[str]:
        """K32, K33, K36: dish by dish against the king, then the sum; where several lead, what each has discarded."""
        state = position.record
        yield self._king(state, "king_at_end")
        for player, points in enumerate(position.returns()):
            yield self.words.say("replay.of", player=self.player(player))
            yield from self._reckoned(state, player, points)
        first = int(leaders(self.table, state))
        level = [player for player in range(state.players) if first >> player & 1]
        if position.is_terminal() and len(level) > 1:
            back = {player: discards(self.table, state, player) for player in level}
            best = self.amount(position.returns()[level[0]])
            yield self.say("level", names=self.players(level), points=best, discarded=self.counts_by_player(back))

    def _reckoned(self, state: np.record, player: int, points: int) -> Iterator[str]:
        products = []
        for dish in range(self.table.dishes):
            mine, kings = int(state.hands[player, dish]), int(state.king[dish])
            if mine > kings:
                yield "  " + self.say("over", dish=self._label(dish), n=mine, king=kings)
            elif mine:
                products.append(mine * kings)
                product = self.amount(mine * kings)
                yield "  " + self.say("product", dish=self._label(dish), mine=mine, king=kings, points=product)
        yield "  " + self.total(products, points)

    def _draw(self, steps: Sequence[Step], player: Name) -> Iterator[str]:
        """What came of a draw. The table does not see it, but the reader does."""
        drawing, last = steps[0], steps[-1]
        if last is not drawing:  # a drawn Emerald, and what becomes of it
            fed = last.action != PLACE
            values = {"portions": self._fed(last.action)} if fed else {}
            yield self.say("draw_feed" if fed else "draw_place", player=player, **values)
            return
        seat = drawing.before.to_act
        gained = drawing.after.secret[seat] - drawing.before.secret[seat]
        found = [self._dish(dish) for dish in range(self.table.dishes) if gained[dish] > 0]
        dragons = int(drawing.after.tallies[EMERALD_DRAWN] - drawing.before.tallies[EMERALD_DRAWN])
        if not dragons:
            yield self.say("draw", player=player, dish=found[0])
        elif self.table.emerald_drawn == KEEP:
            yield self.say("draw_keep", player=player)
        elif found:
            yield self.say("draw_again", player=player, n=dragons, dish=found[0])
        else:
            yield self.say("draw_in_vain", player=player, n=dragons)

    def _served(self, last: Step) -> Iterator[str]:
        """K25: what the turn left on the table is the king's."""
        left = last.before.table.copy()
        if last.action < MAX_DISHES:
            left[last.action] = 0
        yield self.say("served", portions=self._portions(left)) if left.any() else self.say("served_nothing")

    def _king(self, state: np.record, key: str) -> str:
        if not state.king.any():
            return self.say("king_nothing")
        return self.say(key, portions=self._portions(state.king))

    def _fed(self, action: int) -> str:
        counts = np.zeros(MAX_DISHES, np.int32)
        for digit in (action >> shift & 15 for shift in (12, 8, 4, 0)):
            if digit:
                counts[digit - 1] += 1
        return self._portions(counts)

    def _portions(self, counts: np.ndarray) -> str:
        """`4 portions of cheese, 1 of bread and 2 of ham`."""
        there = [(self._dish(dish), int(count)) for dish, count in enumerate(counts) if count]
        keys = ("portions", *["more"] * len(there))
        return self.words.listed([self.say(key, n=n, dish=dish) for key, (dish, n) in zip(keys, there, strict=False)])

    def _dish(self, dish: int) -> Name:
        return self.words.common(f"dish.{cards(self.definition)[dish]}")

    def _label(self, dish: int) -> str:
        return self.words.say(f"dish.{cards(self.definition)[dish]}")
