"""Plays a rules file in plain Python, clause by clause, with lists of cards and no thought of speed.

An oracle for whatever plays the same clauses quickly: it shares no code with that but the reading of the file.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from cardgen.rules.clauses import (
    NOUN,
    Action,
    Block,
    By,
    Choice,
    Do,
    EachPlayer,
    Flow,
    ForEach,
    Program,
    Repeat,
    Said,
    Turns,
    Value,
)
from cardgen.rules.tree import Tree

BOX = ("", None)  # no zone has that name
STUCK = 1_000  # rounds of a loop without a decision
MAX_PICKED = 4  # cards of one pick


class GameOver(Exception):
    pass


class TurnOver(Exception):
    pass


class Again(Exception):
    pass


class PhaseOver(Exception):
    pass


@dataclass(frozen=True)
class Option:
    action: str
    picks: Mapping[str, object]


@dataclass
class Round:
    """Turns that are under way: who has them in which order, and whose it is."""

    order: list[int]
    place: int = 0
    step: int = 1
    skips: int = 0

    def next(self) -> int:
        return self.order[(self.place + self.step) % len(self.order)]


@dataclass
class Game:
    """One game; `choose` takes options and returns one of them."""

    program: Program
    players: int
    seed: int
    settings: Mapping[str, str | int] = field(default_factory=dict)
    choose: Callable[[list[Option]], Option] | None = None

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.decide = self.choose or (lambda options: self.chance.choice(options))
        deck = self.program.deck
        self.kind_of = {card: kind for kind, ids in deck.kinds.items() for card in ids}
        self.listed: dict[str, tuple[int | str, ...]] = {}
        self.numeric = {name for name, of in deck.fields.items() if all(isinstance(each, int) for each in of.values())}
        self.zones: dict[tuple, list[str]] = {BOX: [card for card, count in deck.counts.items() for _ in range(count)]}
        for name, zone in self.program.zones.items():
            for owner in range(self.players) if zone.each else (None,):
                for index in self.values(name) if zone.by is not None else (None,):
                    self.zones[self.key(name, owner, index)] = []
        self.counters: dict[tuple, object] = {}
        for name, counter in self.program.counters.items():
            for owner in range(self.players) if counter.each else (None,):
                self.counters[name, owner] = counter.start
        self.you, self.it, self.here = 0, None, None
        self.loops: list[Round] = []
        self.bound: dict[str, object] = {}
        self.roles = {name: self.player(said.tree) for name, said in self.program.roles.items()}
        self.notes: dict[str, int] = {}
        self.taken: dict[str, int] = {}
        self.ended, self.rounds, self.decisions = "", 0, 0

    def play(self) -> Game:
        with suppress(GameOver):
            self.phase("game")
        return self

    # Flow

    def phase(self, name: str) -> None:
        try:
            self.run(self.program.phases[name])
        except PhaseOver as over:
            if over.args[0] != name:
                raise

    def run(self, flow: Flow) -> None:
        if isinstance(flow, Do):
            self.count(flow.said.path)
            self.do(flow.said.tree)
        elif isinstance(flow, Block):
            self.count(flow.path)
            if flow.when is None or self.holds(flow.when.tree) != flow.unless:
                for step in flow.steps:
                    self.run(step)
            elif flow.otherwise:
                self.run(flow.otherwise)
        elif isinstance(flow, By):
            if branch := flow.branches.get(str(self.rule(flow.rule))):
                self.run(branch)
        elif isinstance(flow, Repeat):
            self.repeat(flow)
        elif isinstance(flow, Turns):
            self.turns(flow)
        elif isinstance(flow, EachPlayer):
            for player in range(self.players):
                with self.as_player(player):
                    for step in flow.steps:
                        self.run(step)
        elif isinstance(flow, ForEach):
            values = self.ids(flow.word) if flow.what == NOUN else self.values(flow.word)
            for value in values:
                with self.binding({flow.word: value}):
                    for step in flow.steps:
                        self.run(step)
        elif isinstance(flow, Choice):
            self.choice(flow)

    def count(self, path: str) -> None:
        self.rounds += path == self.program.rounds

    def repeat(self, flow: Repeat) -> None:
        how = flow.how.tree
        times = self.amount(how.amount) if how.form == "times" else None
        done = idle = 0
        while times is None or done < times:
            if how.form == "while" and not self.holds(how.condition):
                return
            if how.form == "until" and self.holds(how.condition):
                return
            before = self.decisions
            for step in flow.steps:
                self.run(step)
            done += 1
            idle = idle + 1 if self.decisions == before else 0
            assert idle < STUCK, f"{flow.path}: stuck"

    def turns(self, flow: Turns) -> None:
        order = flow.order.tree
        loop = Round(self.seats(order))
        self.loops.append(loop)
        turn = 0
        try:
            while flow.until is not None or turn < self.players:
                with self.as_player(loop.order[loop.place]):
                    if flow.until and self.holds(flow.until.tree):
                        return
                    if loop.skips:
                        loop.skips -= 1
                    elif not (flow.skip and self.holds(flow.skip.tree)):
                        self.turn(flow)
                loop.place = (loop.place + loop.step) % self.players
                turn += 1
        finally:
            self.loops.pop()

    def seats(self, order: Tree) -> list[int]:
        """The players in the order of their turns."""
        if order.form in ("by_most", "by_fewest"):
            sign = -1 if order.form == "by_most" else 1
            return sorted(range(self.players), key=lambda player: sign * self.of(player, order.value))
        first, by = self.player(order.player) if "player" in order.parts else 0, 1
        if order.form == "in_turn_right":
            by = -1
        return [(first + by * turn) % self.players for turn in range(self.players)]

    def turn(self, flow: Turns) -> None:
        while True:
            try:
                for step in flow.steps:
                    self.run(step)
            except TurnOver:
                pass
            except Again:
                if flow.until and self.holds(flow.until.tree):
                    return
                continue
            return

    def choice(self, flow: Choice) -> None:
        options = list(self.options(flow.section))
        if not options:
            if flow.otherwise:
                self.run(flow.otherwise)
            return
        chosen = options[0] if len(options) == 1 else self.decide(options)
        self.decisions += 1
        self.taken[chosen.action] = self.taken.get(chosen.action, 0) + 1
        action = self.program.actions[flow.section][chosen.action]
        kept, self.bound = self.bound, {**self.bound, **chosen.picks}
        try:
            for step in action.steps:
                self.run(step)
        finally:
            self.bound = kept

    def options(self, section: str) -> Iterator[Option]:
        for action in self.program.actions[section].values():
            yield from self.ways(action)

    def ways(self, action: Action) -> Iterator[Option]:
        if action.when and not action.narrows and not self.holds(action.when.tree):
            return
        found = [Option(action.name, dict(zip(action.picks, picks, strict=True))) for picks in self.picks(action)]
        if action.when and action.narrows:
            found = [option for option in found if self.met(option, action.when)]
        for obligation in action.must.values():
            met = [option for option in found if self.met(option, obligation)]
            found = met or found
        yield from (option for option in found if not self.blocked(action, option))

    def picks(self, action: Action) -> Iterator[tuple]:
        def further(names: list[str], so_far: dict[str, object]) -> Iterator[tuple]:
            if not names:
                yield tuple(so_far.values())
                return
            with self.binding(so_far):
                tree = action.picks[names[0]].tree
                choices = [each for each in self.picked(tree) if self.another(action, so_far, tree, each)]
            for choice in choices:
                yield from further(names[1:], {**so_far, names[0]: choice})

        yield from further(list(action.picks), {})

    def another(self, action: Action, so_far: Mapping[str, object], tree: Tree, choice: object) -> bool:
        """Whether no card would be picked twice: picks of cards from the same zone share its cards out."""
        if tree.form not in ("card", "cards"):
            return True
        cards = choice if isinstance(choice, list) else [choice]
        places = set(self.places(tree.some.zone))
        for name, said in action.picks.items():
            if name in so_far and said.tree.form in ("card", "cards"):
                others = set(self.places(said.tree.some.zone))
                if places <= others or others <= places:
                    there = [card for place in places | others for card in self.zones[place]]
                    before = so_far[name] if isinstance(so_far[name], list) else [so_far[name]]
                    if any(there.count(card) < [*before, *cards].count(card) for card in cards):
                        return False
        return True

    def picked(self, tree: Tree) -> Iterator[object]:
        if tree.form == "card":
            yield from dict.fromkeys(self.group(tree.some))
        elif tree.form == "cards":
            there, wanted = self.group(tree.some), self.amount(tree.amount)
            kinds = [card for card in self.program.deck.counts if card in there]
            for chosen in combinations_with_replacement(kinds, wanted) if 0 < wanted <= MAX_PICKED else ():
                if all(chosen.count(card) <= there.count(card) for card in chosen):
                    yield list(chosen)
        elif tree.form in ("player", "other"):
            yield from (p for p in range(self.players) if tree.form == "player" or p != self.you)
        elif tree.form == "number":
            yield from range(self.amount(tree.one), self.amount(tree.two) + 1)
        elif tree.form == "kind":
            yield from self.ids(tree.noun)
        elif tree.form in ("other_who", "player_who"):
            for player in range(self.players):
                with self.as_player(player):
                    fits = self.has(tree.having)
                if fits and (tree.form == "player_who" or player != self.you):
                    yield player
        elif "field" in tree.parts or "family" in tree.parts:
            word = tree.parts["field" if "field" in tree.parts else "family"]
            for value in self.values(word):
                with self.binding({word: value}):
                    fits = "condition" not in tree.parts or self.holds(tree.condition)
                if fits:
                    yield value

    def met(self, option: Option, obligation: Said) -> bool:
        with self.binding(option.picks):
            return self.holds(obligation.tree)

    def blocked(self, action: Action, option: Option) -> bool:
        """Whether its own first draw cannot be made."""
        first = action.steps[0] if action.steps else None
        if not isinstance(first, Do) or first.said.tree.form != "do":
            return False
        do = first.said.tree.do
        if do.form != "move" or do.moved.form not in ("some", "one", "random") or "source" not in do.parts:
            return False
        with self.binding(option.picks):
            wanted = 1 if do.moved.form == "one" else self.amount(do.moved.amount)
            return any(len(self.zones[zone]) < wanted for zone in self.places(do.source))

    # Steps

    def do(self, tree: Tree) -> None:
        if tree.form in ("if", "unless"):
            if self.holds(tree.condition) == (tree.form == "if"):
                self.step(tree.do)
            return
        self.step(tree.do)

    def step(self, tree: Tree) -> None:
        form = tree.form
        if form in ("move", "shuffle"):
            self.move(tree)
        elif form == "shuffle_zone":
            for zone in self.places(tree.target):
                self.chance.shuffle(self.zones[zone])
        elif form in ("set", "add", "subtract"):
            for counter in self.slots(tree.counter):
                value = self.value(tree.value)
                before = self.counters[counter]
                self.counters[counter] = value if form == "set" else before + (value if form == "add" else -value)
        elif form == "pay":
            value = self.value(tree.value)
            (source,), (target,) = (self.slots(each) for each in (tree.source, tree.target))
            self.counters[source] -= value
            self.counters[target] += value
        elif form == "becomes":
            self.roles[tree.role] = self.player(tree.player)
        elif form in ("pass_left", "pass_right"):
            zone, by = tree.zone, 1 if form == "pass_left" else -1
            hands = [self.zones[zone, player] for player in range(self.players)]
            for player, hand in enumerate(hands):
                self.zones[zone, (player + by) % self.players] = hand
        elif form == "choose":
            self.choice(Choice("", tree.section))
        elif form == "effect":
            card = self.card(tree.card)
            effects = self.program.effects
            if effect := effects.get(card) or effects.get(self.kind_of.get(card, "")):
                with self.binding({"card": card}):
                    self.run(effect)
        elif form == "reverse":
            self.loops[-1].step *= -1
        elif form == "skip_next":
            self.loops[-1].skips += 1
        elif form == "again":
            raise Again
        elif form == "end_turn":
            raise TurnOver
        elif form == "end_game":
            self.ended = tree.ending or "over"
            raise GameOver
        elif form == "end_phase":
            raise PhaseOver(tree.section)
        elif form == "note":
            self.notes[tree.case] = self.notes.get(tree.case, 0) + 1
        elif form == "phase":
            self.phase(tree.section)

    def move(self, tree: Tree) -> None:
        sources = self.places(tree.source) if "source" in tree.parts else list(self.zones)
        targets = self.places(tree.target)
        everything = tree.moved.form in ("all", "all_bound")
        cards = tree.moved.parts.get("cards")  # asked of each once, before anything moves
        meant = {card for card in self.program.deck.counts if isinstance(cards, Tree) and self.fits(card, cards)}
        for target in targets:
            moved: list[str] = []
            for source in sources if everything else sources[:1]:
                if source != target:
                    moved += self.take(source, tree.moved, meant)
            self.zones[target] += moved
            self.it = moved[0] if len(moved) == 1 else None
            if tree.form == "shuffle":
                self.chance.shuffle(self.zones[target])

    def take(self, source: tuple, tree: Tree, meant: set[str]) -> list[str]:
        there, form = self.zones[source], tree.form
        if form == "it":
            wanted = [self.it] if self.it is not None else []
        elif form == "bound":
            bound = self.bound[tree.bound]
            wanted = list(bound) if isinstance(bound, list) else [bound]
        elif form == "all_bound":
            wanted = [card for card in there if card == self.bound[tree.bound]]
        else:
            fitting = [card for card in there if card in meant]
            count = len(fitting) if form == "all" else 1 if form == "one" else self.amount(tree.amount)
            if form in ("random", "up_to_random") or (form != "all" and not self.program.zones[source[0]].ordered):
                self.chance.shuffle(fitting)
            wanted = fitting if form == "all" else fitting[::-1][:count]  # from the top
        moved = []
        for card in wanted:
            if card in there:
                place = len(there) - 1 - there[::-1].index(card)
                moved.append(there.pop(place))
        return moved

    def fits(self, card: str, tree: Tree) -> bool:
        return self.is_of(card, tree.noun) and (tree.form != "where" or self.where(card, tree.tight))

    def where(self, card: str, tight: Tree) -> bool:
        kept, self.here = self.here, card
        try:
            return self.holds(tight)
        finally:
            self.here = kept

    # Names

    def ids(self, noun: str) -> list[str]:
        deck = self.program.deck
        return list(deck.counts) if noun == "card" else list(deck.kinds[noun])

    def is_of(self, card: str, noun: str) -> bool:
        return card in self.kind_of if noun == "card" else self.kind_of.get(card) == noun

    def values(self, name: str) -> tuple[int | str, ...]:
        """The program's, worked out once."""
        if name not in self.listed:
            self.listed[name] = self.program.values(name)
        return self.listed[name]

    def rule(self, name: str) -> str | int:
        rule = self.program.rules[name]
        return self.settings.get(name, rule.options[rule.default] if rule.options else rule.default)

    def key(self, name: str, owner: int | None, index: object = None) -> tuple:
        return (name, owner) if self.program.zones[name].by is None else (name, owner, index)

    def places(self, tree: Tree) -> list[tuple]:
        if "family" in tree.parts:
            return self.family(tree)
        name = tree.zone
        if tree.form == "each":
            return [(name, player) for player in range(self.players)]
        if tree.form == "of":
            return [(name, self.player(tree.player))]
        return [(name, self.you if self.program.zones[name].each else None)]

    def family(self, tree: Tree) -> list[tuple]:
        """The zones meant of a family: one, or all of them; none where there is none of that number or value."""
        form, name = tree.form, tree.family
        owners: list[int | None] = [None]
        if self.program.zones[name].each:
            owners = list(range(self.players))
            if form in ("yours_one", "yours_all"):
                owners = [self.you]
            elif form in ("one_of", "all_of"):
                owners = [self.player(tree.player)]
        indices = self.values(name)
        if form in ("one", "yours_one", "one_of"):
            indices = (self.primary(tree.primary),)
        elif form == "picked":
            indices = (self.bound[name],)
        found = [self.key(name, owner, index) for owner in owners for index in indices]
        return [key for key in found if key in self.zones]

    def slots(self, tree: Tree) -> list[tuple]:
        name = tree.counter
        if tree.form == "each":
            return [(name, player) for player in range(self.players)]
        if tree.form == "of":
            return [(name, self.player(tree.player))]
        return [(name, self.you if self.program.counters[name].each else None)]

    def player(self, tree: Tree) -> int:
        form = tree.form
        if form == "next":
            return self.loops[-1].next() if self.loops else (self.you + 1) % self.players
        if form in ("left", "right"):
            return (self.player(tree.player) + (1 if form == "left" else -1)) % self.players
        if form in ("most", "fewest"):
            values = [self.of(player, tree.value) for player in range(self.players)]
            return values.index(max(values) if form == "most" else min(values))
        if form in ("most_from", "fewest_from"):
            first = self.player(tree.player)
            order = [(first + turn) % self.players for turn in range(self.players)]
            best = max if form == "most_from" else min
            return best(order, key=lambda player: self.of(player, tree.value))
        if form == "holding":
            card, zone = self.card(tree.card), tree.zone
            return next(player for player in range(self.players) if card in self.zones[zone, player])
        if form == "role":
            return self.roles[tree.role]
        if form == "bound":
            return int(self.bound[tree.bound])
        return self.you if form == "you" else 0

    def card(self, tree: Tree) -> str:
        if tree.form == "it":
            return self.it or ""
        if tree.form == "top":
            noun, zones = tree.noun, self.places(tree.zone)
            there = [card for zone in zones for card in self.zones[zone] if self.is_of(card, noun)]
            return there[-1] if there else ""
        return str(self.bound[tree.bound]) if tree.form == "bound" else tree.card

    @contextmanager
    def as_player(self, player: int) -> Iterator[None]:
        kept, self.you = self.you, player
        try:
            yield
        finally:
            self.you = kept

    @contextmanager
    def binding(self, more: Mapping[str, object]) -> Iterator[None]:
        kept, self.bound = self.bound, {**self.bound, **more}
        try:
            yield
        finally:
            self.bound = kept

    # Values

    def of(self, player: int, tree: Tree) -> int:
        with self.as_player(player):
            return self.value(tree)

    def amount(self, tree: Tree) -> int:
        form = tree.form
        if form == "number":
            return tree.number
        if form == "value":
            return self.value(tree.value)
        if form == "own":
            return self.counters[tree.counter, self.you]
        return self.named(form, tree)

    def named(self, form: str, tree: Tree):
        if form == "name":
            return self.said(self.program.numbers[tree.number])
        if form == "counter":
            name = tree.counter
            return self.counters[name, self.you if self.program.counters[name].each else None]
        if form == "rule":
            found = self.rule(tree.rule)
            return int(found) if isinstance(found, int) or found.isdecimal() else found
        if form == "bound":
            return self.bound[tree.bound]
        raise AssertionError(form)

    def said(self, value: Value) -> int:
        said = value.said.get(str(self.rule(value.rule)) if value.rule else "")
        return self.value(said.tree) if said else 0

    def value(self, tree: Tree):
        form, rule = tree.form, tree.rule_name
        if rule in ("sum", "product"):
            left, right = self.value(tree.left), self.value(tree.right)
            return {"+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right,
                    "/": lambda: left // right}[form]()  # fmt: skip
        if rule == "unary":
            return -self.value(tree.unary) if form == "minus" else self.value(tree.primary)
        if rule == "value":
            if form == "for_each":
                total = 0
                for card in self.ids(tree.noun):
                    with self.binding({tree.noun: card}):
                        total += self.value(tree.value)
                return total
            if form in ("for_each_field", "for_each_zone"):
                word = tree.parts["field" if form == "for_each_field" else "family"]
                total = 0
                for each in self.values(word):
                    with self.binding({word: each}):
                        total += self.value(tree.value)
                return total
            if form in ("if", "if_else") and not self.holds(tree.condition):
                return self.value(tree.value) if form == "if_else" else 0
            return self.value(tree.sum)
        return self.primary(tree)

    def primary(self, tree: Tree):
        form = tree.form
        if form == "number":
            return tree.number
        if form == "brackets":
            return self.value(tree.value)
        if form == "die":
            return self.chance.randint(1, self.amount(tree.amount))
        if form == "table":
            values, rest = [], tree.list
            while rest:
                values.append(self.value(rest.value))
                rest = rest.list if rest.form == "more" else None
            return values[min(self.primary(tree.primary), len(values) - 1)]
        if form in ("sum_of", "highest", "lowest", "different"):
            field_ = self.program.deck.fields[tree.field]
            values = [field_[card] for card in self.group(tree.some) if card in field_]
            if form in ("sum_of", "different"):
                return sum(values) if form == "sum_of" else len(set(values))
            return (max if form == "highest" else min)(values, default=0)
        if form in ("sum_picked", "highest_picked", "lowest_picked", "different_picked"):
            picked, field_ = self.bound[tree.bound], self.program.deck.fields[tree.field]
            values = [field_.get(card, 0) for card in (picked if isinstance(picked, list) else [picked])]
            if form in ("sum_picked", "different_picked"):
                return sum(values) if form == "sum_picked" else len(set(values))
            return (max if form == "highest_picked" else min)(values)
        if form == "runs":
            (zone,), field_ = self.places(tree.zone), self.program.deck.fields[tree.field]
            values = {field_[card] for card in self.zones[zone]}
            return sum(value for value in values if value - 1 not in values)
        if form in ("highest_other", "lowest_other", "sum_other"):
            values = [self.of(player, tree.value) for player in range(self.players) if player != self.you]
            return {"highest_other": max, "lowest_other": min, "sum_other": sum}[form](values or [0])
        if form in ("smaller", "larger"):
            pair = self.primary(tree.one), self.primary(tree.two)
            return min(pair) if form == "smaller" else max(pair)
        if form == "count":
            return len(self.group(tree.group))
        if form == "field":
            return self.told(tree.field, self.card(tree.card))
        if form == "field_here":
            return self.told(tree.field, self.here)
        if form == "yours":
            return self.counters[tree.counter, self.you]
        if form == "of":
            return self.counters[tree.counter, self.player(tree.player)]
        if form == "number_of":
            with self.as_player(self.player(tree.player)):
                return self.said(self.program.numbers[tree.number])
        if form == "players":
            return self.players
        if form in ("card", "constant"):
            return tree.parts[form]
        return self.named(form, tree)

    def told(self, name: str, card: str):
        """What a field says of a card: 0, or nothing at all, of one of which it says nothing."""
        return self.program.deck.fields[name].get(card, 0 if name in self.numeric else None)

    def group(self, tree: Tree) -> list[str]:
        """The cards meant, in the zone named."""
        if tree.form == "some":
            return self.group(tree.some)
        there = [card for zone in self.places(tree.zone) for card in self.zones[zone]]
        if tree.rule_name == "group":
            card = self.bound[tree.bound] if tree.form == "bound" else tree.card
            return [each for each in there if each == card]
        noun = tree.noun
        return [c for c in there if self.is_of(c, noun) and (tree.form == "in" or self.where(c, tree.tight))]

    # Conditions

    def holds(self, tree: Tree) -> bool:
        if tree.rule_name in ("condition", "both"):
            left = self.holds(tree.left)
            if tree.form == "or":
                return left or self.holds(tree.right)
            return left and self.holds(tree.right)
        return self.has(tree) if tree.rule_name == "having" else self.test(tree)

    def has(self, tree: Tree) -> bool:
        there = len(self.group(tree.some))
        if tree.form in ("no", "any"):
            return (there > 0) == (tree.form == "any")
        wanted = self.amount(tree.amount)
        return {"at_least": there >= wanted, "at_most": there <= wanted, "exactly": there == wanted,
                "fewer": there < wanted, "more": there > wanted}[tree.form]  # fmt: skip

    def test(self, tree: Tree) -> bool:
        form = tree.form
        if form == "not":
            return not self.holds(tree.test)
        if form == "brackets":
            return self.holds(tree.condition)
        if form == "can":
            named = (actions.get(tree.action) for actions in self.program.actions.values())
            return any(True for action in named if action for _ in self.ways(action))
        if form == "having":
            return self.has(tree.having)
        if form in ("any_player", "every_player"):
            found = []
            for player in range(self.players):
                with self.as_player(player):
                    found.append(self.has(tree.having))
            return any(found) if form == "any_player" else all(found)
        if form == "has":
            with self.as_player(self.player(tree.player)):
                return self.has(tree.having)
        if form in ("is_kind", "is_not_kind"):
            return self.is_of(self.card(tree.card), tree.noun) == (form == "is_kind")
        if form in ("is_card", "is_not_card"):
            return (self.card(tree.one) == tree.card) == (form == "is_card")
        if form in ("is_player", "is_not_player"):
            return (self.player(tree.one) == self.player(tree.two)) == (form == "is_player")
        if form in ("most_of", "fewest_of"):
            some = tree.some
            there = self.group(some)
            counts = [there.count(card) for card in self.ids(some.noun)]
            best = max(counts) if form == "most_of" else min(counts)
            return self.value(tree.one) == best
        if form == "yes":
            return self.primary(tree.primary) in ("yes", True) or self.primary(tree.primary) == 1
        one, two = self.value(tree.one), self.value(tree.two)
        if form in ("is", "is_not"):
            return (one == two) == (form == "is")
        return {"at_least": one >= two, "at_most": one <= two, "more": one > two, "less": one < two}[form]

    # Ends

    def scores(self) -> list[int]:
        found = []
        for player in range(self.players):
            with self.as_player(player):
                found.append(sum(self.said(value) for value in self.program.score.values()))
        return found

    def together(self) -> bool:
        """Whether all of `wins` hold, asked of the first player."""
        said = [
            value.said.get(str(self.rule(value.rule)) if value.rule else "") for value in self.program.wins.values()
        ]
        with self.as_player(0):
            return all(each is None or self.holds(each.tree) for each in said)

    def winners(self) -> set[int]:
        """Who wins, ties broken."""
        if self.program.wins:
            return set(range(self.players)) if self.together() else set()
        scores = self.scores()
        best = min(scores) if self.program.lowest else max(scores)
        left = {player for player, score in enumerate(scores) if score == best}
        for tie in self.program.ties.values():
            said = tie.said.get(str(self.rule(tie.rule)) if tie.rule else "")
            if len(left) == 1 or said is None:
                continue
            tree = said.tree
            if tree.form == "nobody":
                return set()
            if tree.form in ("most", "fewest"):
                values = {player: self.of(player, tree.value) for player in left}
                best = max(values.values()) if tree.form == "most" else min(values.values())
                left = {player for player in left if values[player] == best}
            elif tree.form in ("from_left", "from_right"):
                first, by = self.player(tree.player), 1 if tree.form == "from_left" else -1
                order = [(first + by * step) % self.players for step in range(self.players)]
                left = {next(player for player in order if player in left)}
        return left
