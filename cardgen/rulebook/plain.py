"""A plain rulebook of a game that has none of its own: its clauses in words, chapter by chapter, to play from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cardgen.definitions.game import Game
from cardgen.rulebook.endings import Endings
from cardgen.rulebook.phrases import Bound, Phrases
from cardgen.rulebook.steps import Item, Steps, capital, in_line, listed
from cardgen.rulebook.vocabulary import ONE
from cardgen.rules import grammar
from cardgen.rules.clauses import ALL, OTHERS, OWNER, Block, Counter, Flow, Value, Zone
from cardgen.rules.read import GAME
from cardgen.text.strings import Strings

NO_VALUE = "–"  # stands for a field that a card lacks
MAX_TABLE_LETTERS = 80  # letters of the longest words of all columns, with 2 more between columns


def plain_rulebook(game: Game, values: Mapping[str, Any], strings: Strings, phrases: Strings) -> str:
    """The Markdown; `values` are what templates can read. Raises InputError for a string that cannot be filled."""
    return "\n".join(_Book(game, values, strings, phrases).lines())


class _Book:
    def __init__(self, game: Game, values: Mapping[str, Any], strings: Strings, phrases: Strings) -> None:
        self.game, self.values, self.strings = game, values, strings
        self.phrases = Phrases(game, strings, phrases, values["by_id"])
        self.program = self.phrases.program
        self.say = self.phrases.say
        self.steps = Steps(self.phrases)
        self.own = self.steps.own

    def lines(self) -> Iterator[str]:
        if variant := self.values["variant"]:
            yield from self._chapter("variant")
            if variant["why"]:
                yield from (f"*{variant['why']}*", "")
            yield from (*(f"- {change}" for change in variant["changes"]), "", self.say("complete"), "")
        yield from self._chapter("chapter.cards")
        yield from (f"*{self.say('about')}*", "", self.say("deck", n=self.values["deck"]["total"]), "")
        yield from self._cards()
        yield from self._chapter("chapter.zones")
        yield from self._zones()
        yield from self._chapter("chapter.setup")
        yield from self._roles()
        yield from self._steps(self.program.phases[GAME].steps)
        for name, phase in self.program.phases.items():
            if name != GAME:
                yield from (f"## {self.phrases.title(name)}", "", *self._steps(_steps_of(phase)))
        for section, actions in self.program.actions.items():
            if "." not in section:  # other sections appear where players choose from them
                yield from (f"## {self.phrases.title(section)}", "")
                yield from listed(self.steps.actions(actions), "-")
        yield from self._effects()
        yield from self._scores()
        yield from self._end()

    def _chapter(self, key: str) -> tuple[str, ...]:
        return f"# {self.say(key)}", ""

    # ---- components

    def _cards(self) -> Iterator[str]:
        """All cards, with the fields that clauses read: a table, or a list if that would be wider than a page."""
        deck = self.program.deck
        trees = (tree for said in self.program.sentences.values() for tree in said.tree.walk())
        asked = {name for tree in trees for name in tree.names("field")}
        fields = [name for name in deck.fields if name in asked]
        head = [self.say("table.card"), self.say("table.count"), *map(self.phrases.title, fields)]
        rows = []
        for card in self.values["cards"]:
            said = [str(deck.fields[name].get(card["id"], NO_VALUE)) for name in fields]
            own = [each if each.lstrip("-").isdecimal() else self.phrases.constant(each) for each in said]
            rows.append([card["name"], str(card["count"]), *own])
        if sum(max(map(_longest, column)) + 2 for column in zip(head, *rows, strict=True)) <= MAX_TABLE_LETTERS:
            yield from map(_row, [head, [":--", *["--:"] * (1 + len(fields))], *rows])
        else:
            for name, count, *values in rows:
                facts = [f"{field} {value}" for field, value in zip(head[2:], values, strict=True) if value != NO_VALUE]
                yield f"- {' · '.join([f'**{name}** × {count}', *facts])}"
        yield ""

    def _zones(self) -> Iterator[str]:
        for zone in self.program.zones.values():
            name = self.phrases.title(zone.name)
            yield f"- {self.own(f'zones.{zone.name}') or self.say('zone', name=name, kind=self._zone(zone))}"
        yield ""
        for key, each in (("counters", False), ("counters.each", True)):
            if names := ", ".join(self._counter(of) for of in self.program.counters.values() if of.each == each):
                yield from (self.say(key, names=names), "")
        numbers = [each for each in self.program.numbers.values() if self._holds(each)]
        if numbers:
            yield from (self.say("numbers"), "")
            yield from (f"- {self.own(f'numbers.{each.name}') or self._number(each)}" for each in numbers)
            yield ""
        if any(
            isinstance(tree, grammar.ProductOver)
            for said in self.program.sentences.values()
            for tree in said.tree.walk()
        ):
            yield from (self.say("rounding"), "")

    def _zone(self, zone: Zone) -> str:
        seen = zone.seen.get(self.phrases.option(zone.seen_by))
        if zone.each:
            kind = {ALL: "tableau", OWNER: "hand", OTHERS: "each_others"}.get(seen or "", "each_hidden")
        elif zone.ordered:
            kind = "open_pile" if seen == ALL else "pile"
        else:
            kind = "open" if seen == ALL else "hidden"
        kind_in_words = self.say(f"zone.{kind}")
        each = ".each" if zone.each else ""
        if isinstance(zone.by, int):
            return self.say(f"zone.numbered{each}", kind=kind_in_words, n=zone.by)
        return (
            self.say(f"zone.family{each}", kind=kind_in_words, by=self.phrases.bare(zone.by))
            if zone.by
            else kind_in_words
        )

    def _counter(self, counter: Counter) -> str:
        """The name of a counter, with its start if that is not 0."""
        name = self.phrases.bare(counter.name)
        return self.say("counters.start", name=name, n=counter.start) if counter.start else f"*{name}*"

    def _number(self, number: Value) -> str:
        return self.say("number", name=self.phrases.bare(number.name), value=self.phrases.value(number))

    def _holds(self, value: Value) -> bool:
        """Whether a value has a sentence under the current rules."""
        return self.phrases.option(value.rule) in value.said

    # ---- steps

    def _roles(self) -> Iterator[str]:
        """The holders of roles before the game begins."""
        for name, said in self.program.roles.items():
            role, player = self.phrases.called(self.phrases.the(name, "role")), self.phrases.in_words(said)
            yield from (capital(self.say("role", role=role, player=player)), "")

    def _steps(self, flows: Iterable[Flow]) -> Iterator[str]:
        yield from listed(self.steps.items(flows), "1.")

    # ---- the end

    def _effects(self) -> Iterator[str]:
        if not self.program.effects:
            return
        yield from self._chapter("chapter.effects")
        names, items = self.values["by_id"], []
        for card, flow in self.program.effects.items():
            name = names[card]["name"] if card in names else self.phrases.title(card)
            with self.phrases.binding(card=Bound("each_card", self.phrases.noun("card", ONE))):
                line, inner = in_line(self.steps.item(flow))
                items.append(Item(self.say("effect", name=name, text=line).rstrip(), inner))
        yield from listed(items, "-")

    def _scores(self) -> Iterator[str]:
        if self.program.score:
            yield from self._chapter("chapter.score")
            yield from (self.say("total"), "", *self._values("score", self.program.score), "")
            yield from (self.say("lowest" if self.program.lowest else "highest"), "")
        if self.program.wins:
            yield from self._chapter("chapter.wins")
            how = self.say("all_win" if self.game.players[1] > 1 else "you_win")
            yield from (how, "", *self._values("wins", self.program.wins), "")
        if ties := [each for each in self.program.ties.values() if self._holds(each)]:
            yield from self._chapter("chapter.ties")
            for each in ties:
                key = "tie" if each is ties[0] else "still_tie"
                yield f"1. {self.own(f'ties.{each.name}') or self.say(key, text=self.phrases.value(each))}"
            yield ""

    def _values(self, section: str, values: Mapping[str, Value]) -> Iterator[str]:
        for each in values.values():
            if self._holds(each):
                name, value = self.phrases.title(each.name), self.phrases.value(each)
                yield f"- {self.own(f'{section}.{each.name}') or self.say('number', name=name, value=value)}"

    def _end(self) -> Iterator[str]:
        yield from self._chapter("chapter.end")
        yield from (*(f"- {each}" for each in Endings(self.steps).sentences()), "")


def _steps_of(phase: Block) -> Sequence[Flow]:
    return (phase,) if phase.when else phase.steps


def _longest(text: str) -> int:
    """The length of a text's longest word."""
    return max(map(len, text.split()), default=0)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
