"""The account of a card's effects, step by step: dice, moves, payments.

The steps are the rows that the engine runs (`effects.py`); their effects come from the positions before and after them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from cardgen.play.games.draco import effects
from cardgen.play.games.draco.asks import KIND, ROLL, condition_holds, whom
from cardgen.play.games.draco.position import (
    ASK_DIE,
    ASK_FACES,
    CENTRE,
    NOBODY,
    NUMBER,
    SARAH,
    SLOT,
    STEP_DIE,
    STEP_FACES,
    TIMES,
    VERB,
    WHAT,
    WHO,
    WITH,
    ZORK,
    at,
    place_of,
    places,
)
from cardgen.play.games.draco.tale_names import NameTale
from cardgen.play.tale import Step

GROUPS = (effects.ADVANCE_ALL, effects.RETREAT_ALL)
SWAPS = (effects.SWAP, effects.SWAP_AHEAD, effects.SWAP_BEHIND)
DUELS = (effects.DUEL, effects.DUEL_AHEAD, effects.DUEL_BEHIND)
BESIDE = {effects.SWAP_AHEAD: -1, effects.DUEL_AHEAD: -1, effects.SWAP_BEHIND: 1, effects.DUEL_BEHIND: 1}
UNPAID = {effects.PAY: "unpaid", effects.BET: "unpaid_bet", effects.SHOWER: "unpaid_shower"}

Row = np.ndarray  # a row of a card's program


class CardTale(NameTale):
    def card_account(self, steps: Sequence[Step]) -> str:
        """The play of a card, and its effects. `steps` are the play of the card and its choices."""
        before, after = steps[0].before, self.card_alone(steps[-1])
        dice, came = [*self._rolled(after)], [*self._seated(before, after), *self._paid(before, after)]
        name = self.say("card", player=self.player(before.active), card=self.card(steps[0].action - KIND))
        return " ".join([name, *dice, *(came or [self.say("nothing")])])

    def card_alone(self, step: Step) -> np.record:
        """The position after a card's last choice and before toasts.

        With the cup in the centre and no pile run out, the engine asks for a toast next, and so it stops there.
        """
        position = step.now.copy()
        position[0].cup, position[0].piles = CENTRE, 0
        self.game.engine.loops.apply(self.game.fastest_tables, position, step.action)
        return position[0]

    def rows(self, after: np.record) -> list[Row]:
        """The steps of the last card that were carried out, according to its dice."""
        steps = self.table.steps[after.card, : self.table.step_count[after.card]]
        return [row for row in steps if condition_holds(after, row[STEP_DIE], row[STEP_FACES])]

    # ---- dice

    def _rolls(self, after: np.record) -> list[int]:
        """The slots of the dice that a card rolls before its questions."""
        asks = self.table.asks[after.card, : self.table.ask_count[after.card]]
        rolls = (ask[WHAT] == ROLL and condition_holds(after, ask[ASK_DIE], ask[ASK_FACES]) for ask in asks)
        return [slot for slot, rolled in enumerate(rolls) if rolled]

    def _rolled(self, after: np.record) -> Iterator[str]:
        """The dice: first those rolled before questions, then those of bets, duels and showers."""
        first = self._rolls(after)
        for slot in first:
            yield self.say("roll", n=int(after.slots[slot]))
        dice = iter(after.rolls[len(first) : after.rolled].tolist())
        for row in self.rows(after):
            if row[VERB] == effects.SHOWER:
                yield self.say("shower", dice=self.words.listed([str(next(dice)) for _ in range(row[TIMES])]))
            elif row[VERB] == effects.BET:
                player, rival = self.player(after.active), self.player(after.slots[row[SLOT]])
                yield self.say("bet", player=player, rival=rival, mine=next(dice), theirs=next(dice))

    # ---- characters

    def _seated(self, before: np.record, after: np.record) -> Iterator[str]:
        """The new places of characters, and the place of the cup."""
        rows = self.rows(after)
        alone = sum(row[VERB] < effects.PAY or row[VERB] in DUELS for row in rows) == 1
        moved: dict[int, None] = {}  # characters whose moves the account shows, in the order of the steps
        for row in rows:
            verb = row[VERB]
            if verb in DUELS:
                yield from self._duel(before, after, row)
            elif verb in SWAPS and alone and (other := self._swapped(before, after, row)) != NOBODY:
                yield self._swap(before, whom(after, row[WHO]), other)
                continue
            elif verb in (effects.SHUFFLE_ALL, effects.SHUFFLE_ROW):
                yield self._shuffled(after, row)
            elif verb == effects.TURN:
                yield self.say("turned")
            elif verb == effects.CUP_YOU:
                yield self.say("cup_taken", player=self.player(before.active))
            elif verb == effects.CUP_CENTRE:
                yield self.say("cup_freed")
            moved |= dict.fromkeys(self._movers(before, after, row))
        for who in moved:
            yield self._moved(before, after, who)

    def _movers(self, before: np.record, after: np.record, row: Row) -> list[int]:
        """The characters of a step, in the order of their places."""
        verb, who = row[VERB], row[WHO]
        if verb in GROUPS:
            members = 3 << 2 * before.active if who == effects.BOTH else self.table.members[who]
            movers = [member for member in range(2 * before.players) if members >> member & 1]
            return sorted(movers, key=lambda member: place_of(before, member))
        if verb == effects.REARRANGE:
            return list(range(ZORK, SARAH + 1))
        if verb == effects.SWAP:
            return [int(whom(after, who)), int(whom(after, row[WITH]))]
        return [int(whom(after, who))] if verb < effects.SWAP or verb in BESIDE or verb == effects.DUEL else []

    def _moved(self, before: np.record, after: np.record, who: int) -> str:
        start, end = int(place_of(before, who)), int(place_of(after, who))
        if before.hand != after.hand:
            return self.say("sits", who=self.who(who), n=end)
        key = "stays" if start == end else "advances" if end < start else "retreats"
        return self.say(key, who=self.who(who), start=start, n=end)

    def _swapped(self, before: np.record, after: np.record, row: Row) -> int:
        """The character with which a step swaps another once; NOBODY if it swaps with nobody, or twice."""
        if row[VERB] == effects.SWAP:
            return int(whom(after, row[WITH]))
        again = row[SLOT] >= 0 and after.slots[row[SLOT]]
        return NOBODY if again else self._beside(before, whom(after, row[WHO]), BESIDE[row[VERB]])

    def _swap(self, before: np.record, one: int, other: int) -> str:
        values = {"start": int(place_of(before, one)), "n": int(place_of(before, other))}
        return self.say("swap", who=self.who(one), whom=self.who(other), **values)

    @staticmethod
    def _beside(before: np.record, who: int, step: int) -> int:
        """The character next to another on one side; NOBODY beside Draco."""
        place = place_of(before, who) + step
        return int(at(before, place)) if 1 <= place <= places(before) else NOBODY

    def _duel(self, before: np.record, after: np.record, row: Row) -> Iterator[str]:
        mine = whom(after, row[WHO])
        theirs = after.slots[row[SLOT]] if row[VERB] == effects.DUEL else self._beside(before, mine, BESIDE[row[VERB]])
        if theirs != NOBODY:
            my_die, their_die = after.rolls[len(self._rolls(after)) :][:2].tolist()
            yield self.say("duel", who=self.who(mine), whom=self.who(theirs), mine=my_die, theirs=their_die)

    def _shuffled(self, after: np.record, row: Row) -> str:
        if row[VERB] == effects.SHUFFLE_ALL:
            return self.say("shuffled", ring=self.row(after, range(1, places(after) + 1)))
        first = int(after.slots[row[SLOT]])
        last = first + int(row[NUMBER]) - 1
        return self.say("shuffled_row", start=first, n=last, row=self.row(after, range(first, last + 1)))

    # ---- money

    def _paid(self, before: np.record, after: np.record) -> Iterator[str]:
        """The players with more silver than before, and those with less."""
        verbs = [int(row[VERB]) for row in self.rows(after) if row[VERB] in UNPAID]
        gained = {player: int(after.money[player] - before.money[player]) for player in range(after.players)}
        givers = {player: -silver for player, silver in gained.items() if silver < 0}
        takers = {player: silver for player, silver in gained.items() if silver > 0}
        if verbs and not givers and not takers:
            yield self.say(UNPAID[verbs[0]])
        elif len(takers) == 1 and givers and after.bank == before.bank:
            yield from self._gifts(givers, next(iter(takers)))
        else:
            for key, purses in (("pays_bank", givers), ("bank_pays", takers)):
                for player, silver in purses.items():
                    yield self.say(key, player=self.player(player), silver=self.amount(silver))

    def _gifts(self, givers: dict[int, int], taker: int) -> Iterator[str]:
        if len(givers) > 1 and len(set(givers.values())) == 1:
            each = self.amount(next(iter(givers.values())))
            yield self.say("give", names=self.players(list(givers)), taker=self.player(taker), silver=each)
            return
        for player, silver in givers.items():
            yield self.say("gives", player=self.player(player), taker=self.player(taker), silver=self.amount(silver))
