"""Actions: how one is numbered with what is picked for it, and instructions that offer all that are legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import fail
from cardgen.rules import grammar
from cardgen.rules.clauses import Action, Do, Flow, Program, Said
from cardgen.rules.code import ACTION, EQ, GE, LT, MOST_PICKED, NE, ONE, ZERO, Test
from cardgen.rules.moves import fixed_draw
from cardgen.rules.rounds import shortages
from cardgen.rules.steps import Steps

NUMBERS = 10  # bits of a number that is picked
SEATS = 3
WIDTH = 31  # bits of an action
BLOCKED = "blocked"

Ways = Iterator[tuple[int | tuple[int, ...], tuple[int, ...]]]  # registers of what is picked, and of what is packed


@dataclass(frozen=True, slots=True)
class Picked:
    """One thing of an action as it is packed: where its bits begin, how many, and the registers it is kept in."""

    name: str
    pick: grammar.Pick
    shift: int
    bits: int
    registers: tuple[int, ...]
    field: str = ""  # or family, whose value it is
    values: tuple[int | str, ...] = ()  # of it

    @property
    def is_several(self) -> bool:
        """Whether cards are picked together."""
        return isinstance(self.pick, grammar.PickCards)


@dataclass(frozen=True, slots=True)
class Coded:
    """An action as it is numbered: its section, its name, its path, what is picked for it."""

    section: str
    name: str
    path: str
    picks: tuple[Picked, ...]


class Options(Steps):
    """What may be chosen in a program."""

    def __init__(self, program: Program, players: int) -> None:
        super().__init__(program, players)
        self.action_bits = max(1, sum(map(len, program.actions.values())).bit_length())
        self.card_bits = self.layout.card_bits
        self.coded: list[Coded] = []
        self.numbers: dict[tuple[str, str], int] = {}

    def code_of(self, section: str, action: Action) -> Coded:
        """How an action is packed into a number."""
        picks, shift = [], self.action_bits
        for name, said in action.picks.items():
            pick = said.tree
            of = values_of(pick)
            values = self.program.values(of) if of else ()
            bits = self._bits(pick) or len(values).bit_length()
            registers = tuple(
                self.code.keep() for _ in range(MOST_PICKED if isinstance(pick, grammar.PickCards) else 1)
            )
            picks.append(Picked(name, pick, shift, bits, registers, of, values))
            shift += bits
            if shift > WIDTH:
                told = f"with this, what is picked for one action takes {shift} bits, expected at most {WIDTH}"
                raise fail(f"{said.path}: {told}; let it be two actions, one after the other", said.place)
        return Coded(section, action.name, action.path, tuple(picks))

    def _bits(self, pick: grammar.Pick) -> int:
        """How many bits what is picked takes; 0 where it is one of so many values."""
        match pick:
            case grammar.PickCard() | grammar.PickKind():
                return self.card_bits
            case grammar.PickCards():
                return MOST_PICKED * self.card_bits
            case grammar.PickOfPlayers():
                return SEATS
            case grammar.PickNumber():
                return NUMBERS
        return 0

    def bound_by(self, coded: Coded) -> dict[str, int | tuple[int, ...]]:
        return {picked.name: picked.registers if picked.is_several else picked.registers[0] for picked in coded.picks}

    def unpack(self, coded: Coded) -> None:
        """What was picked, out of the action's number."""
        code = self.code
        for picked in coded.picks:
            if picked.is_several:
                for digit, register in enumerate(picked.registers):
                    code.add("unpack", register, ACTION, picked.shift + digit * self.card_bits, self.card_bits)
                    code.add("sub", register, register, ONE)
                continue
            (register,) = picked.registers
            code.add("unpack", register, ACTION, picked.shift, picked.bits)
            if picked.values:
                self.value_at(register, picked.field, register)

    def legal(self, section: str, action: Action) -> None:
        """Offers an action with everything that may be picked for it."""
        coded = self.coded[self.numbers[section, action.name]]
        begin = self.code.temp()
        if action.must:
            self.code.add("offered", begin)
        self._each_option(coded, action, lambda option: self.code.add("offer", option), self._blocked(action))
        if action.must:
            self._bind(coded, action, begin)

    def possible(self, action: str) -> int:
        """1 in a register where an action may be chosen."""
        found = self.code.copy(self.code.temp(), ZERO)
        for (_, name), number in self.numbers.items():
            if name == action:
                coded = self.coded[number]
                self._each_option(
                    coded,
                    self.program.actions[coded.section][name],
                    lambda _: self.code.copy(found, ONE),
                )
                return found
        raise self.fault(f"there is no action '{action}'")

    def _blocked(self, action: Action) -> int:
        """The case of an action that no `when` forbids but its own first move, which finds too few cards; -1 where that
        cannot be, or where the file itself notes, as a silence, that there are none."""
        draw = fixed_draw(action.steps[0]) if action.steps else None
        if draw is None:
            return -1
        if isinstance(draw.source, grammar.OfZone) and any(shortages(self.program, draw.source.zone)):
            return -1
        return self.layout.case(f"{BLOCKED}.{action.path}")

    def _each_option(self, coded: Coded, action: Action, offer: Callable[[int], object], blocked: int = -1) -> None:
        """Instructions for every way to take an action; `offer` takes the register of its number."""
        code = self.code
        option = code.copy(code.temp(), code.number(self.numbers[coded.section, coded.name]))
        with ExitStack() as within:
            if action.when and not action.narrows:
                self._only_when(action.when, within)
            self._further(coded, action, 0, option, offer, blocked)

    def _only_when(self, said: Said[grammar.Condition], within: ExitStack) -> None:
        self.where_said = said.place
        within.enter_context(self.holds(said.tree))

    def _further(
        self, coded: Coded, action: Action, done: int, option: int, offer: Callable[[int], object], blocked: int
    ) -> None:
        if done == len(coded.picks):
            with ExitStack() as within:
                if action.when and action.narrows:
                    self._only_when(action.when, within)
                if (test := self._movable(action.steps[0] if action.steps else None)) is None:
                    offer(option)
                    return
                with self.code.when(test):
                    offer(option)
                if blocked >= 0:
                    with self.code.when(test.opposite):
                        self.code.add("withheld", blocked)
            return
        picked = coded.picks[done]
        tree = action.picks[picked.name].tree
        self.where_said = action.picks[picked.name].place
        for register, bits in self._another(coded, action, done, self._every(tree, picked)):
            more = self.code.copy(self.code.temp(), option)
            for digit, each in enumerate(bits):
                self.code.add("pack", more, each, picked.shift + digit * self.card_bits)
            with self.binding(**{picked.name: register}):
                self._further(coded, action, done + 1, more, offer, blocked)

    def _another(self, coded: Coded, action: Action, done: int, every: Ways) -> Ways:
        """Of cards that may be picked, those of which there are copies beyond those that were picked there before."""
        code, own = self.code, _zone_of(coded.picks[done].pick)
        before: dict[str, tuple[grammar.Zone, list[int]]] = {}  # by zone, what was picked there
        for picked in coded.picks[:done]:
            zone = _zone_of(picked.pick)
            if own and zone and zone.name == own.name:
                before.setdefault(str(zone), (zone, []))[1].extend(_as_tuple(self.bound[picked.name]))
        for register, bits in every:
            if own is None or not before:
                yield register, bits
                continue
            mine, fits = _as_tuple(register), code.copy(code.temp(), ONE)
            for zone, taken in before.values():
                with ExitStack() as within:
                    wide = next((each for each in (own, zone) if isinstance(each, grammar.SeveralZones)), None)
                    if str(zone) != str(own) and not wide:
                        there, here = (within.enter_context(self.each_place(each)) for each in (zone, own))
                        within.enter_context(code.when(Test(EQ, there.owner, here.owner)))
                    for card in mine:
                        self._unless_enough(
                            fits, own if isinstance(own, grammar.SeveralZones) else zone, card, (*mine, *taken)
                        )
            with code.when(Test(NE, fits, ZERO)):
                yield register, bits

    def _unless_enough(self, fits: int, zone: grammar.Zone, card: int, picked: Sequence[int]) -> None:
        """Notes where a zone has fewer copies of a card than are picked."""
        code = self.code
        with code.when(Test(GE, card, ZERO)):
            wanted, there = code.copy(code.temp(), ZERO), code.temp()
            for each in picked:
                with code.when(Test(EQ, each, card)):
                    code.add("add", wanted, wanted, ONE)
            self._count_in(there, zone, card)
            with code.when(Test(LT, there, wanted)):
                code.copy(fits, ZERO)

    def _movable(self, first: Flow | None) -> Test | None:
        if first is None or (draw := fixed_draw(first)) is None:
            return None
        assert isinstance(first, Do)
        self.where_said = first.said.place
        return self.movable(draw)

    def _every(self, pick: grammar.Pick, picked: Picked) -> Ways:
        """Within loops over all that may be picked: the registers of it, and those of the bits that tell it."""
        code = self.code
        match pick:
            case grammar.PickCard():
                with self.each_different(pick.some) as card:
                    yield card, (card,)
            case grammar.PickCards():
                yield from self._combinations(pick)
            case grammar.PickOther() | grammar.PickPlayer() | grammar.PickOtherWho() | grammar.PickPlayerWho():
                yield from self._players(pick)
            case grammar.PickNumber():
                low, high, number = self.amount(pick.one), code.temp(), code.temp()
                code.add("add", high, self.amount(pick.two), ONE)
                with code.loop("range", number, low, high):
                    yield number, (number,)
            case grammar.PickKind():
                card = code.temp()
                with code.loop("ids", card, self.layout.noun(pick.noun)):
                    yield card, (card,)
            case grammar.PickValue() | grammar.PickZone():
                with self.each_value(picked.field) as place:
                    yield self.one(picked.field), (place,)
            case grammar.PickValueWhere() | grammar.PickZoneWhere():
                with self.each_value(picked.field) as place:
                    value = self.one(picked.field)
                    with self.holds(pick.condition):
                        yield value, (place,)

    def _players(self, pick: grammar.PlayerPick) -> Ways:
        code = self.code
        with self.players() as player, ExitStack() as within:
            if isinstance(pick, grammar.PickOtherWho | grammar.PickPlayerWho):
                fits = code.temp()
                with self.as_player(player):
                    self.truth(fits, self.having(pick.having))
                within.enter_context(code.when(Test(NE, fits, ZERO)))
            if pick.other:
                within.enter_context(code.when(Test(NE, player, self.you)))
            yield player, (player,)

    def _combinations(self, pick: grammar.PickCards) -> Ways:
        code, some = self.code, pick.some
        place, wanted = self.single(some.zone), self.amount(pick.amount)
        cards = tuple(code.temp() for _ in range(MOST_PICKED))
        codes = tuple(code.temp() for _ in range(MOST_PICKED))
        group, asked = self.meant(some)
        with code.loop("combos", cards[0], place.zone, place.owner, group, wanted):
            for card, coded in zip(cards, codes, strict=True):
                code.add("add", coded, card, ONE)
            if not asked:
                yield cards, codes
                return
            fits = code.copy(code.temp(), ONE)
            for card in cards:
                with code.when(Test(GE, card, ZERO)), code.when(self.fits(card, asked).opposite):
                    code.copy(fits, ZERO)
            with code.when(Test(NE, fits, ZERO)):
                yield cards, codes

    def _bind(self, coded: Coded, action: Action, begin: int) -> None:
        """Obligations: of the options from `begin` on, those that meet one are left, if any does."""
        code = self.code
        for duty in action.must.values():
            self.where_said = duty.place
            with code.sentence(), code.loop("options", code.temp(), begin, kept := code.temp()):
                self.unpack(coded)
                with self.binding(**self.bound_by(coded)), self.holds(duty.tree):
                    code.add("keep", kept)


def values_of(pick: grammar.Pick) -> str:
    """The field or the family one of whose values is picked; empty where none is."""
    return next(iter(pick.names("field", "family")), "")


def _zone_of(pick: grammar.Pick) -> grammar.Zone | None:
    """Where a card is picked."""
    return pick.some.zone if isinstance(pick, grammar.PickOfCards) else None


def _as_tuple(registers: int | tuple[int, ...]) -> tuple[int, ...]:
    return registers if isinstance(registers, tuple) else (registers,)
