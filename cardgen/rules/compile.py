"""A program to instructions: the game from its start, what may be chosen, what is scored, who wins a tie."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field

from cardgen.errors import fail
from cardgen.rules.clauses import Action, Do, Program, Said, Value
from cardgen.rules.code import (
    ACTION,
    EQ,
    GE,
    LT,
    MASK,
    MOST_PICKED,
    MOST_TERMS,
    NE,
    ONE,
    PLAYERS,
    RESULT,
    TERMS,
    YOU,
    ZERO,
    Code,
    Test,
)
from cardgen.rules.layout import MOST_NOTED, Layout
from cardgen.rules.parse import Tree
from cardgen.rules.steps import Steps
from cardgen.rules.things import FAR

NUMBERS = 10  # bits of a number that is picked
SEATS = 3
WIDTH = 31  # bits of an action
MOST_TOLD = 24  # cards of which it is counted what they score
SCORED = "points."


@dataclass(frozen=True, slots=True)
class Picked:
    """One thing of an action as it is packed: where its bits begin, how many, and the registers it is kept in."""

    name: str
    form: str  # of the pick
    shift: int
    bits: int
    registers: tuple[int, ...]
    field: str = ""  # or family, whose value it is
    values: tuple[int | str, ...] = ()  # of it


@dataclass(frozen=True, slots=True)
class Coded:
    """An action as it is numbered: its section, its name, its path, what is picked for it."""

    section: str
    name: str
    path: str
    picks: tuple[Picked, ...]


@dataclass(frozen=True, slots=True)
class Compiled:
    """A program as instructions. `entries` are labels: of each action, and of each section's choices."""

    program: Program
    players: int
    code: Code
    layout: Layout
    actions: tuple[Coded, ...]
    action_bits: int
    bodies: tuple[int, ...]  # by action
    choices: Mapping[str, int]  # by section
    game: int
    score: int
    winners: int
    told: int  # what is counted when the game is over
    begins: tuple[
        int, ...
    ]  # by choice as they are written: the label where the turn begins that it is the first of, or -1
    roles: Mapping[str, int] = field(default_factory=dict)  # their registers
    counters: Mapping[str, int] = field(default_factory=dict)

    @property
    def action_names(self) -> tuple[str, ...]:
        """Every name of an action, once, in the order of the clauses."""
        return tuple(dict.fromkeys(coded.name for coded in self.actions))


def compile_program(program: Program, players: int) -> Compiled:
    """The instructions of a game for so many players at most. Raises InputError for what cannot be played."""
    return Compiler(program, players).compiled()


class Compiler(Steps):
    """The instructions of one program; what follows it with further ones extends it."""

    def __init__(self, program: Program, players: int) -> None:
        super().__init__(program, players)
        self.action_bits = max(1, sum(map(len, program.actions.values())).bit_length())
        self.card_bits = self.layout.card_bits
        self.coded: list[Coded] = []
        self.numbers: dict[tuple[str, str], int] = {}
        self.acting: Action | None = None  # whose steps are being written

    def compiled(self) -> Compiled:
        program, code, layout = self.program, self.code, self.layout
        for name in program.rules:
            for option in program.rules[name].options:
                layout.constant(option)
        for section, actions in program.actions.items():
            for action in actions.values():
                self.numbers[section, action.name] = len(self.coded)
                self.coded.append(self._code_of(section, action))
                layout.note(action.name)
        self.section_at = {section: code.keep() for section in program.actions}
        game, score, winners, told = (code.label() for _ in range(4))
        code.put(game)
        for name, said in program.roles.items():
            with code.sentence():
                self.where_said = said.place
                code.copy(self.roles[name], self.player(said.tree))
        self.within.append("game")
        self._phase("game")
        code.add("over", layout.ending("over"))
        self.write_phases()
        bodies = self._bodies()
        self.write_phases()
        choices = {section: code.label() for section in program.actions}
        for section, label in choices.items():
            code.put(label)
            with code.sentence():  # of all actions, as what one asks another may ask too
                for action in program.actions[section].values():
                    with self.binding(**self.around.get(section, {})):
                        self._legal(section, action)
            code.add("stop")
        code.put(score)
        self._score()
        code.put(winners)
        self._winners()
        code.put(told)
        self._tell()
        return Compiled(
            program,
            self.layout.players,
            code,
            layout,
            tuple(self.coded),
            self.action_bits,
            bodies,
            choices,
            game,
            score,
            winners,
            told,
            tuple(self.begins),
            self.roles,
            self.counters,
        )

    # Actions

    def _code_of(self, section: str, action: Action) -> Coded:
        """How an action is packed into a number."""
        picks, shift = [], self.action_bits
        for name, said in action.picks.items():
            tree, form = said.tree, said.tree.form
            bits = {
                "card": self.card_bits, "kind": self.card_bits, "cards": MOST_PICKED * self.card_bits,
                "player": SEATS, "other": SEATS, "player_who": SEATS, "other_who": SEATS, "number": NUMBERS,
            }.get(form, 0)  # fmt: skip
            of = next((tree.word(part) for part in ("field", "family") if part in tree.parts), "")
            values = self.program.values(of) if of else ()
            bits = bits or len(values).bit_length()
            registers = tuple(self.code.keep() for _ in range(MOST_PICKED if form == "cards" else 1))
            picks.append(Picked(name, form, shift, bits, registers, of, values))
            shift += bits
            if shift > WIDTH:
                raise fail(f"{said.path}: so many picks are too many for one action; let it be two", said.place)
        return Coded(section, action.name, action.path, tuple(picks))

    def _bodies(self) -> tuple[int, ...]:
        """The steps of each action, and where they begin."""
        code, found = self.code, {coded.path: self.code.label() for coded in self.coded}
        left = sorted(self.coded, key=lambda each: each.section.count("."))
        while left:  # those first of which it is known where they are chosen from
            coded = next((each for each in left if each.section in self.led_to), left[0])
            left.remove(coded)
            code.put(found[coded.path])
            self.acting = action = self.program.actions[coded.section][coded.name]
            self._unpack(coded)
            code.add("tally", self.layout.note(action.name))
            for picked in coded.picks:
                if picked.form == "card":
                    code.add("use", picked.registers[0])
            if self.program.rounds == action.path:
                code.add("round")
            self.within.append(coded.section)
            with self.binding(**self.around.get(coded.section, {}) | self._names(coded)):
                for step in action.steps:
                    self.run(step)
                self.done(action.path)
            self.acting = None
            self.within.pop()
            if coded.section in self.behind:
                code.go(self.behind[coded.section])
            else:
                code.add("return", self.section_at[coded.section])
            self.write_phases()
        return tuple(found.values())

    def _names(self, coded: Coded) -> dict[str, int | tuple[int, ...]]:
        return {
            picked.name: picked.registers if picked.form == "cards" else picked.registers[0] for picked in coded.picks
        }

    def _unpack(self, coded: Coded) -> None:
        """What was picked, out of the action's number."""
        code = self.code
        for picked in coded.picks:
            if picked.form == "cards":
                for digit, register in enumerate(picked.registers):
                    code.add("unpack", register, ACTION, picked.shift + digit * self.card_bits, self.card_bits)
                    code.add("sub", register, register, ONE)
                continue
            (register,) = picked.registers
            code.add("unpack", register, ACTION, picked.shift, picked.bits)
            if picked.values:
                self.value_at(register, picked.field, register)

    # What is legal

    def _legal(self, section: str, action: Action) -> None:
        """Offers an action with everything that may be picked for it."""
        coded = self.coded[self.numbers[section, action.name]]
        begin = self.code.temp()
        if action.must:
            self.code.add("offered", begin)
        self._each_option(coded, action, lambda option: self.code.add("offer", option))
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

    def _each_option(self, coded: Coded, action: Action, offer: Callable[[int], object]) -> None:
        """Instructions for every way to take an action; `offer` takes the register of its number."""
        code = self.code
        option = code.copy(code.temp(), code.number(self.numbers[coded.section, coded.name]))
        with ExitStack() as within:
            if action.when and not action.narrows:
                self._only_when(action.when, within)
            self._further(coded, action, 0, option, offer)

    def _only_when(self, said: Said, within: ExitStack) -> None:
        self.where_said = said.place
        within.enter_context(self.holds(said.tree))

    def _further(self, coded: Coded, action: Action, done: int, option: int, offer: Callable[[int], object]) -> None:
        if done == len(coded.picks):
            with ExitStack() as within:
                if action.when and action.narrows:
                    self._only_when(action.when, within)
                if test := self._movable(action.steps[0] if action.steps else None):
                    within.enter_context(self.code.when(test))
                offer(option)
            return
        picked = coded.picks[done]
        tree = action.picks[picked.name].tree
        self.where_said = action.picks[picked.name].place
        for register, bits in self._every(tree, picked):
            more = self.code.copy(self.code.temp(), option)
            for digit, each in enumerate(bits):
                self.code.add("pack", more, each, picked.shift + digit * self.card_bits)
            with self.binding(**{picked.name: register}):
                self._further(coded, action, done + 1, more, offer)

    def _movable(self, first: object) -> Test | None:
        if not isinstance(first, Do):
            return None
        self.where_said = first.said.place
        return self.movable(first.said)

    def _every(self, tree: Tree, picked: Picked) -> Iterator[tuple[int | tuple[int, ...], tuple[int, ...]]]:
        """Within loops over all that may be picked: the registers of it, and those of the bits that tell it."""
        code, form = self.code, tree.form
        if form == "card":
            some = tree.tree("some")
            with self.each_different(some) as card:
                yield card, (card,)
        elif form == "cards":
            yield from self._combinations(tree)
        elif form in ("player", "other", "player_who", "other_who"):
            yield from self._players(tree)
        elif form == "number":
            low, high, number = self.amount(tree.tree("one")), code.temp(), code.temp()
            code.add("add", high, self.amount(tree.tree("two")), ONE)
            with code.loop("range", number, low, high):
                yield number, (number,)
        elif form == "kind":
            card = code.temp()
            with code.loop("ids", card, self.layout.noun(tree.word("noun"))):
                yield card, (card,)
        else:  # a value of a field, or a zone of a family
            with self.each_value(picked.field) as place:
                value = self.bound[picked.field]
                assert isinstance(value, int)
                if "condition" in tree.parts:
                    with self.holds(tree.tree("condition")):
                        yield value, (place,)
                else:
                    yield value, (place,)

    def _players(self, tree: Tree) -> Iterator[tuple[int, tuple[int, ...]]]:
        code = self.code
        with self.players() as player, ExitStack() as within:
            if "having" in tree.parts:
                fits = code.temp()
                with self.as_player(player):
                    self.truth(fits, self.having(tree.tree("having")))
                within.enter_context(code.when(Test(NE, fits, ZERO)))
            if tree.form in ("other", "other_who"):
                within.enter_context(code.when(Test(NE, player, self.you)))
            yield player, (player,)

    def _combinations(self, tree: Tree) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        code, some = self.code, tree.tree("some")
        place, wanted = self.single(some.tree("zone")), self.amount(tree.tree("amount"))
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
                self._unpack(coded)
                with self.binding(**self._names(coded)), self.holds(duty.tree):
                    code.add("keep", kept)

    # The end

    def _score(self) -> None:
        code = self.code
        if not self.program.score:
            code.copy(RESULT, ZERO)
        for term, value in enumerate(self.program.score.values()):
            with code.sentence():
                worth = self.worked_out(value)
                if term:
                    code.add("add", RESULT, RESULT, worth)
                else:
                    code.copy(RESULT, worth)
                if term < MOST_TERMS:
                    code.copy(TERMS + term, worth)
        code.add("stop")

    def _tell(self) -> None:
        """Counts for reports, of `you`: what each card of a score has brought, and what the file adds up."""
        code = self.code
        with code.sentence():
            for value in self.program.tallies.values():
                code.add("tally_by", self.layout.note(value.name), self.worked_out(value))
            for value in self.program.score.values():
                for said in value.said.values() if not value.rule else ():
                    self._tell_cards(said)
        code.add("stop")

    def _tell_cards(self, said: Said) -> None:
        """What each card brings where a score goes through a few of them."""
        tree = said.tree
        if tree.form != "for_each" or "for_each" in [inner.form for inner in tree.tree("value").walk()]:
            return
        cards = self.layout.classes[self.layout.noun(tree.word("noun"))]
        if len(cards) > MOST_TOLD or len(self.layout.notes) + len(cards) > MOST_NOTED:
            return
        self.where_said = said.place
        for card in cards:
            worth = self.of_card(tree, self.code.number(card))
            self.code.add("tally_by", self.layout.note(f"{SCORED}{self.layout.cards[card]}"), worth)

    def _winners(self) -> None:
        """Of those in MASK, who is left when ties are broken; all or nobody where players win together."""
        code = self.code
        if self.program.wins:
            code.copy(YOU, ZERO)
            code.copy(MASK, ZERO)
            with self.players() as player:
                code.add("set_bit", MASK, player)
        for value in self.program.wins.values():
            for option, said in value.said.items():
                with code.sentence(), ExitStack() as within:
                    self.where_said = said.place
                    if value.rule:
                        within.enter_context(code.when(self.is_option(value.rule, option)))
                    with code.when(self.test(said.tree).opposite):
                        code.copy(MASK, ZERO)
        for value in self.program.ties.values():
            if f"ties.{value.name}" in self.program.silences:
                with code.sentence():
                    code.add("several", RESULT, MASK)
            for option, said in value.said.items():
                with self.code.sentence():
                    if value.rule:
                        with self.code.when(self.is_option(value.rule, option)):
                            self._tie(said, value)
                    else:
                        self._tie(said, value)
        self.code.add("stop")

    def _tie(self, said: Said, value: Value) -> None:
        code, tree, form = self.code, said.tree, said.tree.form
        self.where_said = said.place
        several = code.temp()
        code.add("several", several, MASK)
        with code.when(Test(NE, several, ZERO)):
            if form == "nobody":
                code.copy(MASK, ZERO)
            elif form in ("most", "fewest"):
                self._keep_best(tree, form == "most")
            elif form in ("from_left", "from_right"):
                first, found = self.player(tree.tree("player")), code.copy(code.temp(), ZERO)
                step, seat = code.temp(), code.temp()
                with code.loop("range", step, ZERO, PLAYERS), code.when(Test(EQ, found, ZERO)):
                    by = step
                    if form == "from_right":
                        by = code.temp()
                        code.add("sub", by, ZERO, step)
                    code.add("seat", seat, first, by)
                    with code.when(self.masked(seat)):
                        code.add("set_bit", found, seat)
                code.copy(MASK, found)

    def _keep_best(self, tree: Tree, most: bool) -> None:
        code = self.code
        best, kept = code.copy(code.temp(), code.number(-FAR)), code.copy(code.temp(), ZERO)
        with self.players() as player, code.when(self.masked(player)):
            with self.as_player(player):
                mine = self._signed(self.value(tree.tree("value")), most)
            with code.when(Test(LT, best, mine)):
                code.copy(best, mine)
                code.copy(kept, ZERO)
            with code.when(Test(EQ, best, mine)):
                code.add("set_bit", kept, player)
        code.copy(MASK, kept)
