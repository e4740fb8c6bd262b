"""A plain rulebook of a game that has none of its own: its clauses, told chapter by chapter, to play from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from cardgen.definitions.game import Game
from cardgen.rulebook.hanging import SENTENCE, sentence
from cardgen.rulebook.phrases import Phrases
from cardgen.rules.clauses import (
    ALL,
    NOUN,
    OWNER,
    Action,
    Block,
    By,
    Choice,
    Do,
    EachPlayer,
    Flow,
    ForEach,
    Repeat,
    Turns,
    Value,
    Zone,
)
from cardgen.rules.hanging import NOTES
from cardgen.rules.read import GAME
from cardgen.text.strings import Strings

DEEPEST = 2  # lists within one another
MOST_CALLS = 200  # of phases by phases, in which endings are sought


@dataclass(frozen=True, slots=True)
class Item:
    """A step as it is told, and those in it."""

    text: str
    inner: tuple[Item, ...] = ()


def plain_rulebook(game: Game, told: Mapping[str, Any], strings: Strings, phrases: Strings) -> str:
    """The Markdown; `told` is what templates may read. Raises InputError for a string that cannot be filled."""
    return "\n".join(_Book(game, told, strings, phrases).lines())


class _Book:
    def __init__(self, game: Game, told: Mapping[str, Any], strings: Strings, phrases: Strings) -> None:
        self.game, self.told, self.strings = game, told, strings
        self.phrases = Phrases(game, strings, phrases, told["by_id"])
        self.program = self.phrases.program
        self.say = self.phrases.say
        self.within: list[str] = []  # the phases that endings are being sought in
        self.calls = 0

    def lines(self) -> Iterator[str]:
        if variant := self.told["variant"]:
            yield from self._chapter("variant")
            if variant["why"]:
                yield from (f"*{variant['why']}*", "")
            yield from (*(f"- {change}" for change in variant["changes"]), "", self.say("complete"), "")
        yield from self._chapter("chapter.cards")
        yield from (f"*{self.say('about')}*", "", self.say("deck", n=self.told["deck"]["total"]), "")
        yield from self._cards()
        yield from self._chapter("chapter.zones")
        yield from self._zones()
        yield from self._chapter("chapter.setup")
        yield from self._steps(self.program.phases[GAME].steps)
        for name, phase in self.program.phases.items():
            if name != GAME:
                yield from (f"## {self.phrases.title(name)}", "", *self._steps(_steps_of(phase)))
        for section, actions in self.program.actions.items():
            if "." not in section:  # others stand where they are chosen
                yield from (f"## {self.phrases.title(section)}", "")
                yield from _listed(self._actions(actions), "-")
        yield from self._effects()
        yield from self._scores()
        yield from self._end()

    def _chapter(self, key: str) -> tuple[str, ...]:
        return f"# {self.say(key)}", ""

    # ---- what there is

    def _cards(self) -> Iterator[str]:
        """A table of all cards, with the fields that clauses ask for."""
        deck = self.program.deck
        asked = {tree.parts.get("field") for said in self.program.sentences.values() for tree in said.tree.walk()}
        fields = [name for name in deck.fields if name in asked]
        yield _row([self.say("table.card"), self.say("table.count"), *map(self.phrases.title, fields)])
        yield _row([":--", *["--:"] * (1 + len(fields))])
        for card in self.told["cards"]:
            said = (str(deck.fields[name].get(card["id"], "–")) for name in fields)
            values = (each if each.lstrip("-").isdecimal() else self.phrases.constant(each) for each in said)
            yield _row([card["name"], str(card["count"]), *values])
        yield ""

    def _zones(self) -> Iterator[str]:
        for zone in self.program.zones.values():
            name = self.phrases.title(zone.name)
            yield f"- {self._own(f'zones.{zone.name}') or self.say('zone', name=name, kind=self._zone(zone))}"
        yield ""
        if counted := self.program.counters.values():
            yield from (self.say("counters"), "")
            for each in counted:
                key, name = f"counted.{'own' if each.each else 'table'}", self.phrases.title(each.name)
                yield f"- {self._own(f'counters.{each.name}') or self.say(key, name=name, n=each.start)}"
            yield ""
        for name, said in self.program.roles.items():
            first = self.say("role", name=self.phrases.title(name), player=self.phrases.tell(said))
            yield f"- {self._own(f'roles.{name}') or first}"
        yield ""
        numbers = self.program.numbers.values()
        told = [self._own(f"numbers.{each.name}") or self._number(each) for each in numbers if self._holds(each)]
        yield from (*(f"- {each}" for each in told), "")

    def _zone(self, zone: Zone) -> str:
        seen = zone.seen.get(self.phrases.option(zone.seen_by))
        if zone.each:
            kind = {ALL: "tableau", OWNER: "hand"}.get(seen or "", "each_hidden")
        elif zone.ordered:
            kind = "open_pile" if seen == ALL else "pile"
        else:
            kind = "open" if seen == ALL else "hidden"
        told = self.say(f"zone.{kind}")
        if isinstance(zone.by, int):
            return self.say("zone.numbered", kind=told, n=zone.by)
        return self.say("zone.family", kind=told, by=self.phrases.bare(zone.by)) if zone.by else told

    def _number(self, number: Value) -> str:
        return self.say("number", name=self.phrases.bare(number.name), value=self.phrases.value(number))

    def _holds(self, value: Value) -> bool:
        """Whether the rules in force say something of it."""
        return self.phrases.option(value.rule) in value.said

    # ---- steps

    def _steps(self, flows: Iterable[Flow]) -> Iterator[str]:
        yield from _listed(self._items(flows), "1.")

    def _items(self, flows: Iterable[Flow]) -> list[Item]:
        return [item for flow in flows for item in self._item(flow)]

    def _item(self, flow: Flow) -> list[Item]:
        """A step; several where it only holds others together, and none for what players need not know."""
        if own := self._own(flow.said.path if isinstance(flow, Do) else flow.path):
            return [Item(own)]
        match flow:
            case Do():
                does = flow.said.tree.tree("do").form
                said = "" if does in NOTES else self.phrases.tell(flow.said)
                return [Item(_sentence(said))] if said else []
            case Block():
                return self._block(flow)
            case Repeat():
                return self._headed(self.phrases.tell(flow.how), flow.steps)
            case Turns():
                return self._turns(flow)
            case EachPlayer():
                return self._headed(self.say("each_player"), flow.steps)
            case ForEach():
                with self.phrases.binding(**{flow.word: "each_card" if flow.what == NOUN else "each"}):
                    return self._headed(self.say("each_value", name=self.phrases.bare(flow.word)), flow.steps)
            case By():
                branch = flow.branches.get(self.phrases.option(flow.rule))
                return self._item(branch) if branch else []
            case Choice():
                return self._choice(flow)

    def _block(self, flow: Block) -> list[Item]:
        if flow.when is None:
            return self._items(flow.steps)
        if (holds := self.phrases.truth(flow.when.tree)) is not None:
            if holds != flow.unless:
                return self._items(flow.steps)
            return self._item(flow.otherwise) if flow.otherwise else []
        head = self.say("unless" if flow.unless else "if", condition=self.phrases.tell(flow.when))
        otherwise = self._headed(self.say("else"), [flow.otherwise]) if flow.otherwise else []
        return self._headed(head, flow.steps) + otherwise

    def _headed(self, head: str, steps: Iterable[Flow]) -> list[Item]:
        inner = tuple(self._items(steps))
        return [Item(_capital(self.say("then", head=head)), inner)] if inner else []

    def _turns(self, flow: Turns) -> list[Item]:
        inner = self._items(flow.steps)
        if flow.skip:
            inner.append(Item(self.say("skip", condition=self.phrases.tell(flow.skip))))
        if flow.until:
            inner.append(Item(self.say("again", condition=self.phrases.tell(flow.until))))
        return [Item(_capital(self.say("then", head=self.phrases.tell(flow.order))), tuple(inner))]

    def _choice(self, flow: Choice) -> list[Item]:
        otherwise: list[Item] = []
        if flow.otherwise and (inner := self._item(flow.otherwise)):
            otherwise = [Item(self.say("otherwise", text=_joined(inner)))]
        if flow.section in self.program.actions and "." in flow.section:
            actions = self._actions(self.program.actions[flow.section])
            return [Item(self.say("then", head=self.say("choose_here")), tuple(actions)), *otherwise]
        head = self.say("choose", section=self.phrases.title(flow.section))
        return [Item(f"{head}."), *otherwise]

    def _actions(self, actions: Mapping[str, Action]) -> list[Item]:
        """Those that the rules in force allow at all."""
        ever = (each for each in actions.values() if not each.when or self.phrases.truth(each.when.tree) is not False)
        return [self._action(action) for action in ever]

    def _action(self, action: Action) -> Item:
        title = f"**{self.phrases.title(action.name)}.**"
        if own := self._own(action.path):
            return Item(own)
        with self.phrases.binding():
            said = []
            for name, pick in action.picks.items():
                said.append(self.say("pick", pick=self.phrases.tell(pick)))
                self.phrases.bound[name] = self.phrases.picked(pick)
            if action.when and self.phrases.truth(action.when.tree) is None:
                said.insert(
                    len(said) if action.narrows else 0, self.say("when", condition=self.phrases.tell(action.when))
                )
            said += [
                self.say("must", condition=self.phrases.tell(duty))
                for duty in action.must.values()
                if self.phrases.truth(duty.tree) is None
            ]
            steps = self._items(action.steps)
        return Item(" ".join([title, *said, _joined(steps)]).rstrip())

    # ---- what comes of it

    def _effects(self) -> Iterator[str]:
        if not self.program.effects:
            return
        yield from self._chapter("chapter.effects")
        names = self.told["by_id"]
        for card, flow in self.program.effects.items():
            name = names[card]["name"] if card in names else self.phrases.title(card)
            with self.phrases.binding(card="each_card"):
                yield f"- {self.say('effect', name=name, text=_joined(self._item(flow)))}"
        yield ""

    def _scores(self) -> Iterator[str]:
        if self.program.score:
            yield from self._chapter("chapter.score")
            yield from (self.say("total"), "", *self._values("score", self.program.score), "")
            yield from (self.say("lowest" if self.program.lowest else "highest"), "")
        if self.program.wins:
            yield from self._chapter("chapter.wins")
            yield from (self.say("all_win"), "", *self._values("wins", self.program.wins), "")
        if ties := [each for each in self.program.ties.values() if self._holds(each)]:
            yield from self._chapter("chapter.ties")
            told = (self._own(f"ties.{each.name}") or self.say("tie", text=self.phrases.value(each)) for each in ties)
            yield from (*(f"{number}. {each}" for number, each in enumerate(told, 1)), "")

    def _values(self, section: str, values: Mapping[str, Value]) -> Iterator[str]:
        for each in values.values():
            if self._holds(each):
                name, value = self.phrases.title(each.name), self.phrases.value(each)
                yield f"- {self._own(f'{section}.{each.name}') or self.say('number', name=name, value=value)}"

    def _end(self) -> Iterator[str]:
        yield from self._chapter("chapter.end")
        game = self.program.phases[GAME]
        told = [self.say("end.if", condition=reduce(self._both, each)) for each in self._endings(game, ()) if each]
        if not any(isinstance(step, Repeat) and step.how.tree.form == "forever" for step in game.steps):
            told.insert(0, self.say("end.done"))
        yield from (*(f"- {each}" for each in dict.fromkeys(told)), "")

    def _both(self, left: str, right: str) -> str:
        return self.say("both.and", left=left, right=right)

    def _endings(self, flow: Flow, when: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """The conditions, all of them, under which a step of a flow ends the game."""
        match flow:
            case Do():
                tree, does = flow.said.tree, flow.said.tree.tree("do")
                if tree.form == "unless":
                    return
                when = (*when, self.phrases.condition(flow.said)) if tree.form == "if" else when
                if does.form == "end_game":
                    yield when
                elif does.form == "phase" and (name := does.word("section")) not in self.within:
                    self.calls += 1
                    if self.calls <= MOST_CALLS:
                        self.within.append(name)
                        yield from self._endings(self.program.phases[name], when)
                        self.within.pop()
            case Block():
                more = self.phrases.tell(flow.when) if flow.when and not flow.unless else ""
                for step in flow.steps:
                    yield from self._endings(step, (*when, more) if more else when)
            case By():
                if branch := flow.branches.get(self.phrases.option(flow.rule)):
                    yield from self._endings(branch, when)
            case Repeat() | Turns() | EachPlayer() | ForEach():
                for step in flow.steps:
                    yield from self._endings(step, when)

    def _own(self, path: str) -> str:
        """The sentence that the game's strings have for a clause."""
        known = f"{SENTENCE}{path}" in self.strings.entries
        return sentence(self.game, self.strings, path) if known else ""


def _steps_of(phase: Block) -> Sequence[Flow]:
    return (phase,) if phase.when else phase.steps


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sentence(text: str) -> str:
    return f"{_capital(text)}."


def _joined(items: Iterable[Item]) -> str:
    """Steps in one line."""
    return " ".join(f"{item.text} {_joined(item.inner)}".rstrip() for item in items)


def _listed(items: Sequence[Item], sign: str, depth: int = 1) -> Iterator[str]:
    """The lines of a list, those too deep in one line; an empty one behind it."""
    indent = "   " * (depth - 1)
    for item in items:
        deep = depth == DEEPEST
        yield f"{indent}{sign} {f'{item.text} {_joined(item.inner)}'.rstrip() if deep else item.text}"
        if item.inner and not deep:
            yield from _listed(item.inner, "-", depth + 1)
    if depth == 1:
        yield ""


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
