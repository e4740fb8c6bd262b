"""The account of a toast: place by place, receipts and payments, as the engine computes them (D17-D21)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cardgen.play.games.draco.position import JOHN, ZORK, at, owner, places
from cardgen.play.games.draco.tale_names import NameTale
from cardgen.play.games.draco.toast import heir, zorks_payers


class ToastTale(NameTale):
    def toast_account(self, now: np.record, after: np.record) -> Iterator[str]:
        """A line for each place that is paid or owes, then those who could not pay all. `now` is before any payment."""
        left = max(int(now.bank), 0) if self.table.finite_bank else 1 << 30
        shares, dues = np.zeros(now.players, int), np.zeros(now.players, int)
        for place in range(1, 5):
            share = min(int(self.table.pays[place - 1]), left)
            who = int(heir(now, place, 1))
            if who < ZORK:
                left -= share
                shares[owner(who)] += share
            if share:
                yield self._line(now, place, who, "pays" if who < ZORK else "keeps", share)
        for back in (1, 0):
            place, due = int(places(now)) - back, int(self.table.owes[back])
            who = int(heir(now, place, -1))
            if not due:
                continue
            if who == ZORK:
                yield self._zork(now, place, 2 * due, dues)
            else:
                if who < ZORK:
                    dues[owner(who)] += due
                yield self._line(now, place, who, "owes" if who < ZORK else "owes_nothing", due)
        for player in range(now.players):
            paid = int(now.money[player] + shares[player] - after.money[player])
            if paid < dues[player]:
                values = {"player": self.player(player), "due": self.amount(dues[player]), "silver": self.amount(paid)}
                yield "  " + self.say("toast.short", **values)

    def _line(self, now: np.record, place: int, who: int, key: str, silver: int) -> str:
        """The sum of a place; `who` is the character who receives it, a neighbour if John sits there."""
        sits = int(at(now, place))
        values = {"place": place, "who": self.who(sits), "silver": self.amount(silver)}
        if who < ZORK:
            values["player"] = self.player(owner(who))
        if sits == JOHN and who < ZORK:
            key, values["neighbour"] = f"john_{key}", self.who(who)
        return "  " + self.say(f"toast.{key}", **values)

    def _zork(self, now: np.record, place: int, silver: int, dues: np.ndarray) -> str:
        """D20: double of what Zork owes, also for John; `dues` has the debts of each player."""
        payers = int(zorks_payers(self.table, now))
        debtors = [player for player in range(now.players) if payers >> player & 1]
        dues[debtors] += silver
        key = "zork_nobody" if not debtors else "zork" if len(debtors) == 1 else "zork_all"
        values = {"place": place, "who": self.who(at(now, place)), "silver": self.amount(silver)}
        return "  " + self.say(f"toast.{key}", names=self.players(debtors), **values)
