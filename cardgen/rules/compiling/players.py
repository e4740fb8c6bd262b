"""Compiles references to players and single cards."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.rules import grammar
from cardgen.rules.code import HOLDER, IT, LT, NE, STEP, ZERO, Test
from cardgen.rules.compiling.scope import BEYOND_ALL, Scope
from cardgen.rules.compiling.zones import ZoneCompiler


class PlayerCompiler:
    """Compiles players and cards to registers with their numbers."""

    value: Callable[[grammar.Worked], int]  # returns the register of a value

    def __init__(self, scope: Scope, zones: ZoneCompiler) -> None:
        self.scope, self.code, self.layout = scope, scope.code, scope.layout
        self.zones = zones

    def player(self, tree: grammar.Player) -> int:
        """Returns the register of a player."""
        code = self.code
        match tree:
            case grammar.PlayerYou():
                return self.scope.you
            case grammar.PlayerFirst():
                return ZERO
            case grammar.PlayerRole():
                return self.scope.roles[tree.role]
            case grammar.PlayerBound():
                return self.scope.one(tree.bound)
            case grammar.PlayerNext():
                return code.emit_value("seat", HOLDER, STEP)
            case grammar.PlayerLeft() | grammar.PlayerRight():
                result = code.temp()
                code.add("seat", result, self.player(tree.player), code.number(tree.by))
                return result
            case grammar.PlayerHolding():
                return self._holding(tree)
            case grammar.PlayerMost() | grammar.PlayerFewest():
                return self._best(tree, None)
            case grammar.PlayerMostFrom() | grammar.PlayerFewestFrom():
                return self._best(tree, tree.player)

    def _holding(self, tree: grammar.PlayerHolding) -> int:
        code, result = self.code, self.code.temp()
        card = self.card(tree.card)
        code.copy(result, ZERO)
        with self.code.each_player() as player:
            place = self.layout.place(tree.zone, player)
            count = code.emit_value("count_card", place.zone, place.owner, card)
            with code.when(Test(NE, count, ZERO)):
                code.copy(result, player)
        return result

    def _best(self, tree: grammar.Best, begin: grammar.Player | None) -> int:
        """The player with most or fewest; of several, the first in order from `begin`."""
        code, result = self.code, self.code.temp()
        best, seat = code.copy(code.temp(), code.number(-BEYOND_ALL)), code.temp()
        code.copy(result, ZERO)
        first = self.player(begin) if begin else ZERO
        with self.code.each_player() as player:
            code.add("seat", seat, first, player)
            with self.scope.as_player(seat):
                value = self.code.signed(self.value(tree.value), tree.most)
            with code.when(Test(LT, best, value)):
                code.copy(best, value)
                code.copy(result, seat)
        return result

    def card(self, tree: grammar.Card) -> int:
        """Returns the register of a card's number."""
        match tree:
            case grammar.CardIt():
                return IT
            case grammar.CardBound():
                return self.scope.one(tree.bound)
            case grammar.CardTop():
                result = self.code.copy(self.code.temp(), self.code.number(-1))
                with self.zones.each_place(tree.zone) as place:
                    if self.layout.instances[place.zone].listed < 0:
                        raise self.scope.fault(
                            "the cards of that zone have no order, so none is on top; write 'order: yes' there"
                        )
                    self.code.add("top", result, place.zone, place.owner, self.layout.noun(tree.noun))
                return result
            case grammar.CardCard():
                return self.code.number(self.layout.types[tree.card])
