"""Compiles picks: loops over everything that a player can pick for an action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from cardgen.rules import grammar
from cardgen.rules.clauses import Action
from cardgen.rules.code import EQ, GE, LT, MAX_PICKED, NE, ONE, ZERO, Test
from cardgen.rules.compiling.expressions import Expressions
from cardgen.rules.options import Coded, Picked

Ways = Iterator[tuple[int | tuple[int, ...], tuple[int, ...]]]  # registers of a pick: for its name, and to pack


class PickCompiler:
    """Compiles picks to loops; each iteration yields the registers of one possible pick."""

    def __init__(self, expressions: Expressions) -> None:
        scope = self.scope = expressions.scope
        self.code, self.layout = scope.code, scope.layout
        self.zones, self.groups = expressions.zones, expressions.groups
        self.values, self.conditions = expressions.values, expressions.conditions

    def ways(self, coded: Coded, action: Action, done: int) -> Ways:
        """Loops over the options of a pick. It skips cards of which earlier picks leave no further copy."""
        code, own = self.code, _zone_of(coded.picks[done].pick)
        every = self._options(action.picks[coded.picks[done].name].tree, coded.picks[done])
        before: dict[str, tuple[grammar.Zone, list[int]]] = {}  # earlier picks by zone
        for picked in coded.picks[:done]:
            zone = _zone_of(picked.pick)
            if own and zone and zone.name == own.name:
                before.setdefault(str(zone), (zone, []))[1].extend(_as_tuple(self.scope.bound[picked.name]))
        for register, bits in every:
            if own is None or not before:
                yield register, bits
                continue
            mine, fits = _as_tuple(register), code.copy(code.temp(), ONE)
            for zone, taken in before.values():
                with ExitStack() as within:
                    wide = next((each for each in (own, zone) if isinstance(each, grammar.SeveralZones)), None)
                    if str(zone) != str(own) and not wide:
                        there, here = (within.enter_context(self.zones.each_place(each)) for each in (zone, own))
                        within.enter_context(code.when(Test(EQ, there.owner, here.owner)))
                    for card in mine:
                        self._check_copies(
                            fits, own if isinstance(own, grammar.SeveralZones) else zone, card, (*mine, *taken)
                        )
            with code.when(Test(NE, fits, ZERO)):
                yield register, bits

    def _check_copies(self, fits: int, zone: grammar.Zone, card: int, picked: Sequence[int]) -> None:
        """Clears `fits` if a zone has fewer copies of a card than the player picks."""
        code = self.code
        with code.when(Test(GE, card, ZERO)):
            wanted, there = code.copy(code.temp(), ZERO), code.temp()
            for each in picked:
                with code.when(Test(EQ, each, card)):
                    code.add("add", wanted, wanted, ONE)
            self.groups.count_in(there, zone, card)
            with code.when(Test(LT, there, wanted)):
                code.copy(fits, ZERO)

    def _options(self, pick: grammar.Pick, picked: Picked) -> Ways:
        """Loops over all options of a pick."""
        code = self.code
        match pick:
            case grammar.PickCard():
                with self.groups.each_different(pick.some) as card:
                    yield card, (card,)
            case grammar.PickCards():
                yield from self._combinations(pick)
            case grammar.PickOther() | grammar.PickPlayer() | grammar.PickOtherWho() | grammar.PickPlayerWho():
                yield from self._players(pick)
            case grammar.PickNumber():
                low, high, number = self.values.amount(pick.one), code.temp(), code.temp()
                code.add("add", high, self.values.amount(pick.two), ONE)
                with code.loop("range", number, low, high):
                    yield number, (number,)
            case grammar.PickKind():
                card = code.temp()
                with code.loop("ids", card, self.layout.noun(pick.noun)):
                    yield card, (card,)
            case grammar.PickValue() | grammar.PickZone():
                with self.zones.each_value(picked.field) as place:
                    yield self.scope.one(picked.field), (place,)
            case grammar.PickValueWhere() | grammar.PickZoneWhere():
                with self.zones.each_value(picked.field) as place:
                    value = self.scope.one(picked.field)
                    with self.conditions.holds(pick.condition):
                        yield value, (place,)

    def _players(self, pick: grammar.PlayerPick) -> Ways:
        code = self.code
        with self.code.each_player() as player, ExitStack() as within:
            if isinstance(pick, grammar.PickOtherWho | grammar.PickPlayerWho):
                fits = code.temp()
                with self.scope.as_player(player):
                    self.code.truth(fits, self.conditions.having(pick.having))
                within.enter_context(code.when(Test(NE, fits, ZERO)))
            if pick.other:
                within.enter_context(code.when(Test(NE, player, self.scope.you)))
            yield player, (player,)

    def _combinations(self, pick: grammar.PickCards) -> Ways:
        code, some = self.code, pick.some
        place, wanted = self.zones.single(some.zone), self.values.amount(pick.amount)
        cards = tuple(code.temp() for _ in range(MAX_PICKED))
        codes = tuple(code.temp() for _ in range(MAX_PICKED))
        group, asked = self.groups.meant(some)
        with code.loop("combos", cards[0], place.zone, place.owner, group, wanted):
            for card, coded in zip(cards, codes, strict=True):
                code.add("add", coded, card, ONE)
            if not asked:
                yield cards, codes
                return
            fits = code.copy(code.temp(), ONE)
            for card in cards:
                with code.when(Test(GE, card, ZERO)), code.when(self.conditions.fits(card, asked).opposite):
                    code.copy(fits, ZERO)
            with code.when(Test(NE, fits, ZERO)):
                yield cards, codes


def _zone_of(pick: grammar.Pick) -> grammar.Zone | None:
    """The zone of a picked card."""
    return pick.some.zone if isinstance(pick, grammar.PickOfCards) else None


def _as_tuple(registers: int | tuple[int, ...]) -> tuple[int, ...]:
    return registers if isinstance(registers, tuple) else (registers,)
