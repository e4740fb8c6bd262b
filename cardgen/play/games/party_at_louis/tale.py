"""Accounts of Party at Louis: dishes taken and served, demands met and blocked, the ghost, points and wages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

import numpy as np

from cardgen.play import tale
from cardgen.play.games.party_at_louis.cards import Noble, cards, number
from cardgen.play.games.party_at_louis.notation import noble_name
from cardgen.play.games.party_at_louis.record import (
    ALL_VALIDATED,
    CELLS,
    CLEAR,
    DONE,
    FORCED,
    IMPOSTOR,
    LINES,
    NONE,
    PLACE,
    face,
    ghost_plays,
)
from cardgen.play.games.party_at_louis.worth import wage
from cardgen.play.position import Position
from cardgen.play.tale import Step
from cardgen.play.words import Name


class Tale(tale.Tale):
    def scene(self, state: np.record) -> Iterator[str]:
        if state.players == 1:
            yield self._ghost(state)
        yield self.say("sideboard")
        names = [self.say("gap") if dish == NONE else self._label(dish) for dish in state.sideboard.tolist()]
        for start in range(0, CELLS, 3):
            yield "  " + ", ".join(names[start : start + 3])
        if state.points.any():
            yield self.say("so_far", points=self.counts_by_player(dict(enumerate(state.points[: state.players]))))
        yield self.say("pile", n=int(state.draw_size))

    def turn(self, steps: Sequence[Step]) -> Iterator[str]:
        yield from self._taken_and_served(steps)
        last = steps[-1]
        eaten = last.after.players == 1 and not last.after.ended  # the ghost has eaten since
        refilled = [] if eaten else list(self._refilled(steps[0].action, last.after))
        ended = last.after.end_seen > max(last.before.end_seen, 1)
        yield from refilled if ended else ()
        for seen in range(int(last.before.end_seen), int(last.after.end_seen)):
            yield self.say("end_card_again" if seen else "end_card")
        if self._ghost_came(last):
            yield self._ghost(last.after)
        else:
            yield from refilled if not ended else ()

    def reckoning(self, position: Position) -> Iterator[str]:
        """P41: the satisfied nobles of each player, and their sum; if several lead, the dishes under their nobles."""
        state, points = position.record, position.returns()
        for player in range(state.players):
            yield self.words.say("replay.of", player=self.player(player))
            yield from self._reckoned(state, player, points[player])
        level = [player for player, mine in enumerate(points) if mine == max(points)]
        if len(level) > 1 and position.is_terminal() and state.ended != ALL_VALIDATED:
            dishes = self.counts_by_player({player: state.dishes[player] for player in level})
            best = self.amount(points[level[0]])
            yield self.say("level", names=self.players(level), points=best, dishes=dishes)

    def verdict(self, position: Position) -> Iterator[str]:
        """P45: the grade of a player who plays alone, if the game prints a scale."""
        if position.record.players > 1:
            yield from super().verdict(position)
            return
        points = position.returns()[0]
        if grade := wage(self.definition, points):
            quoted = self.words.say("replay.quoted", name=self.words.say_or(f"scale.{grade}", grade))
            yield self.say("wage", points=self.amount(points), wage=quoted)

    # ---- a turn

    def _taken_and_served(self, steps: Sequence[Step]) -> Iterator[str]:
        """A turn's decisions; one sentence has all dishes served until a demand is met or blocked.

        It does not mention the end of the clearing.
        """
        player, serving, cleared = self.player(steps[0].before.to_act), [], []
        for step, following in zip_longest(steps, steps[1:]):
            state, action = step.before, step.action
            if action & PLACE:
                serving.append(action)
                came = list(self._met(step))
                if came or not (following and following.action & PLACE):
                    yield " ".join([self.say("serve", player=player, served=self._served(state, serving)), *came])
                    serving = []
            elif not action & CLEAR:
                yield self._service_taken(state, action, player)
            elif action != DONE:
                cleared.append(self.say("cleared", noble=self._noble(state, action - CLEAR)))
        if cleared:
            yield self.say("clear", player=player, nobles=self.words.listed(cleared))

    def _service_taken(self, state: np.record, action: int, player: Name) -> str:
        there = [int(state.sideboard[cell]) for cell in range(CELLS) if action >> cell & 1]
        dishes = self._dishes([dish for dish in there if dish != NONE])
        if action & IMPOSTOR:
            return self.say("take_impostor", player=player, dishes=dishes)
        line = LINES.tolist().index(action)
        return self.say("take_row" if line < 3 else "take_column", player=player, n=line % 3 + 1, dishes=dishes)

    def _served(self, state: np.record, actions: Sequence[int]) -> str:
        """Dishes, and the nobles to whom they are served one after the other."""
        dishes_served = []
        for target, served in groupby(actions, key=lambda action: action & 15):
            place = target >> 1
            two = self.table.second[face(state, state.to_act, place)]
            key = ("to_left", "to_right")[target & 1] if two else "to"
            dishes = self._dishes([action >> 4 & 127 for action in served])
            dishes_served.append(self.say(key, dishes=dishes, noble=self._noble(state, place)))
        return self.words.listed(dishes_served)

    def _met(self, step: Step) -> Iterator[str]:
        """The nobles that a dish has satisfied or blocked."""
        player = step.before.to_act
        new = int(step.after.validated[player]) & ~int(step.before.validated[player])
        for noble in self._nobles(step.before, player):
            if new >> noble.place & 1:
                points = self.amount(number(noble.design, "points"))
                yield self.say("met", noble=noble_name(noble, self.words), points=points)
        if step.after.tallies[FORCED] > step.before.tallies[FORCED]:
            named, dish = self._noble(step.before, step.action >> 1 & 7), self._dish(step.action >> 4 & 127)
            yield self.say("blocked", player=self.player(player), dish=dish, noble=named)

    def _refilled(self, taken: int, after: np.record) -> Iterator[str]:
        """P37: the dishes that fill the gaps."""
        new = [int(after.sideboard[cell]) for cell in range(CELLS) if taken >> cell & 1]
        if dishes := [dish for dish in new if dish != NONE]:
            yield self.say("refilled", dishes=self._dishes(dishes))

    # ---- the ghost

    def _ghost_came(self, step: Step) -> bool:
        """P44: whether the ghost has eaten beside two players since a decision; alone it does so before each round."""
        plays = step.after.players > 1 and ghost_plays(self.table, step.after)
        return bool(plays and step.after.solo_size != step.before.solo_size)

    def _ghost(self, state: np.record) -> str:
        """The dishes that the ghost has just eaten: the last discards, unless the End of the Banquet shuffled them."""
        eaten = state.discard[max(int(state.discard_size) - 3, 0) : state.discard_size].tolist()
        return self.say("ghost", dishes=self._dishes(eaten)) if len(eaten) == 3 else self.say("ghost_unseen")

    # ---- the end

    def _reckoned(self, state: np.record, player: int, total: int) -> Iterator[str]:
        points = []
        for noble in self._nobles(state, player):
            if state.validated[player] >> noble.place & 1:
                points.append(number(noble.design, "points"))
                yield "  " + self.say("noble", noble=noble_name(noble, self.words), points=self.amount(points[-1]))
        yield "  " + self.total(points, total)

    # ---- words

    def _nobles(self, state: np.record, player: int) -> list[Noble]:
        """A player's nobles on the sides in play."""
        of = [noble for noble in cards(self.definition).nobles if noble.player == player]
        return [noble for noble in of if noble.face == face(state, player, noble.place)]

    def _noble(self, state: np.record, place: int) -> Name:
        return noble_name(self._nobles(state, state.to_act)[place], self.words)

    def _dishes(self, dishes: Sequence[int]) -> str:
        return self.words.listed([self._dish(dish)("") for dish in dishes])

    def _dish(self, dish: int) -> Name:
        """A dish with its article."""
        design = cards(self.definition).dishes[dish]
        return self.words.called(self.say(f"dish.{design.set}", value=design.fields["value"]))

    def _label(self, dish: int) -> str:
        design = cards(self.definition).dishes[dish]
        return self.words.say(f"play.dish.{design.set}", value=design.fields["value"])
