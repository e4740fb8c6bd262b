"""Accounts of Draco & Co: effects of cards, payments of toasts, draws, eliminations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from cardgen.play.games.draco import effects
from cardgen.play.games.draco.asks import CHEERS, DECLINE, KIND, NO_TOAST
from cardgen.play.games.draco.position import CENTRE, PLAY, SARAH_DREW, VERB, places
from cardgen.play.games.draco.tale_card import CardTale
from cardgen.play.games.draco.tale_toast import ToastTale
from cardgen.play.position import Position
from cardgen.play.tale import Step


class Tale(CardTale, ToastTale):
    def scene(self, state: np.record) -> Iterator[str]:
        if state.turns == 1:
            yield from self._cast(state)
        yield self.say("ring", ring=self.row(state, range(1, places(state) + 1)))
        centre = state.cup == CENTRE
        yield self.say("cup_centre") if centre else self.say("cup_before", player=self.player(state.cup))
        yield self.say("money", purses=self.counts_by_player(dict(enumerate(state.money[: state.players]))))
        yield self.say("pile", n=int(state.draw_size))

    def turn(self, steps: Sequence[Step]) -> Iterator[str]:
        first, last = steps[0], steps[-1]
        played = [step for step in steps if step.action < NO_TOAST]
        if played:
            yield self.card_account(played)
        if last.after.toasts > first.before.toasts:
            yield from self._toasted(steps)
        elif any(step.action == NO_TOAST for step in steps):
            yield self.say("no_toast", player=self.player(first.before.active))
        for step in steps:
            if step.action == DECLINE:
                yield self.say("sarah_declined", player=self.player(step.before.to_act))
        yield from self._draws(first.before, last.after, played)
        if last.after.piles > first.before.piles:
            due = last.after.piles >= 2 + self.table.extra_piles
            yield self.say("last_pile" if due else "new_pile")

    def reckoning(self, position: Position) -> Iterator[str]:
        """D28, D30: the silver of all players, and the players eliminated by ties."""
        money = position.returns()
        yield self.say("changed", gold=int(self.table.gold))
        yield from super().reckoning(position)
        if not position.is_terminal():
            return
        for silver in sorted(set(money), reverse=True):
            level = [player for player, mine in enumerate(money) if mine == silver]
            if len(level) == 1:
                return
            yield self.say("eliminated", names=self.players(level), n=silver, silver=self.amount(silver))

    def _cast(self, state: np.record) -> Iterator[str]:
        """Who plays which characters."""
        for player in range(state.players):
            yield self.say("cast", player=self.player(player), one=self.who(2 * player), two=self.who(2 * player + 1))

    def _toasted(self, steps: Sequence[Step]) -> Iterator[str]:
        """The toast of this turn: chosen by the player, or made with the card without a choice (DA2)."""
        called = next((step for step in steps if step.action == CHEERS), None)
        step = called or next(step for step in steps if step.after.toasts > step.before.toasts)
        key = "toast" if called else "toast_forced"
        yield self.say(key, player=self.player(step.before.active))
        yield from self.toast_account(step.before if called else self.card_alone(step), step.after)

    def _draws(self, before: np.record, after: np.record, played: Sequence[Step]) -> Iterator[str]:
        """D22, D24: the draws of a turn, and the return of the cup; then draws of players without a card (DA58)."""
        active = int(before.active)
        without = [(active + 1 + nth) % after.players for nth in range(after.dead_ends - before.dead_ends)]
        gained = after.hands[: after.players].astype(int) - before.hands[: after.players]
        if played and played[0].before.phase == PLAY:
            gained[active, played[0].action - KIND] += 1
        own = int(
            after.tallies[SARAH_DREW] - before.tallies[SARAH_DREW]
        )  # cards that the active player drew thanks to Aunt Sarah
        for player in range(after.players):
            if player not in (active, *without) and (gained[player] > 0).any():
                yield self.say("sarah_drew", player=self.player(player), cards=self._card_names(gained[player]))
                own -= int(gained[player].sum())
        for player in dict.fromkeys([active, *without]):
            if player in without:
                yield self.say("no_card", player=self.player(player))
            if (gained[player] > 0).any():
                thanks = own if player == active else 0
                key = "drew" if not thanks else "drew_also" if gained[player].sum() > thanks else "sarah_drew"
                yield self.say(key, player=self.player(player), cards=self._card_names(gained[player]), n=thanks)
        freed = played and any(row[VERB] == effects.CUP_CENTRE for row in self.rows(played[-1].after))
        if before.cup == active and after.cup == CENTRE and not freed:
            yield self.say("cup_back", player=self.player(active))

    def _card_names(self, counts: np.ndarray) -> str:
        return self.words.listed([self.card(kind) for kind, count in enumerate(counts) for _ in range(count)])
