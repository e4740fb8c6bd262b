"""Writes accounts of games of clauses: the effects of each clause, in the game's strings `play.tell.CLAUSE`.

For an action without a string, an account has the words of the action, with the cards that it moved unseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from cardgen.foundations.errors import fail
from cardgen.play import tale
from cardgen.play.clauses import notation
from cardgen.play.clauses.account import Account, Cards, Drawn, Event, Round, Said, Term, Tie
from cardgen.play.clauses.compiled_game import compiled_of
from cardgen.play.clauses.names import card_name, value_name
from cardgen.play.clauses.wording import sentence_of, wordings
from cardgen.play.game import PlayedGame
from cardgen.play.position import Position
from cardgen.play.tale import Step
from cardgen.play.words import ACCOUNT_PREFIX, Name, Words
from cardgen.rules import grammar, phrases
from cardgen.rules.clauses import flow_path
from cardgen.rules.instrumented import NONE, SCORE, TIES
from cardgen.rules.program import rules_of

NEEDS = ""  # no strings are needed: any game of clauses has an account
_NUMBERS = (phrases.COUNT, phrases.NUMBER, phrases.MOVED_COUNT)


class Tale(tale.Tale):
    def __init__(self, game: PlayedGame, words: Words) -> None:
        super().__init__(game, words)
        entries = words.those_of(ACCOUNT_PREFIX)
        self.sentences = {key: sentence_of(entry.text) for key, entry in entries.items()}
        self.account = Account(compiled_of(game.definition), rules_of(game.definition), wordings(entries))
        self.compiled, self.program = self.account.compiled, self.account.program
        self.actions = {coded.path for coded in self.compiled.actions}
        self.rounds, self.followed = 0, False  # whether the account knows what happened before
        self.held: list[str] = []  # lines for the next round

    # ---- play

    def opening(self, state: np.ndarray) -> Iterator[str]:
        self.followed = True
        yield from self._until_round(self._lines(self.account.deal(state[0])))

    def round(self, state: np.record) -> Iterator[str]:
        yield from self.held
        self.held = []

    def turn(self, steps: Sequence[Step]) -> Iterator[str]:
        if not self.followed:
            self.account.begin(steps[0].before)
            self.rounds, self.followed = int(steps[0].before.rounds), True
        for step in steps:
            yield from self._until_round(self._lines(self.account.apply(step.action), step))

    def outcome(self, position: Position, before: np.ndarray) -> Iterator[str]:
        yield from self.round(position.record)
        yield from super().outcome(position, before)

    def _until_round(self, lines: Iterator[str]) -> Iterator[str]:
        """Keeps the lines that belong to the next round until that round is shown."""
        for line in lines:
            if self.held or not line:
                self.held.append(line)
            else:
                yield line

    def _lines(self, events: Iterator[Event], step: Step | None = None) -> Iterator[str]:
        """The lines for a stretch of play: first the action, by its own sentence or else by its words. An empty
        sentence adds no line."""
        path = self._path(step.action) if step else ""
        own: list[str] = []
        further: list[str] = []
        drawn: Counter[int] = Counter()
        is_own = True
        for event in events:
            if isinstance(event, Round):
                self.rounds += 1
                further += ["", self.words.say_first("play.round", "replay.round", n=self.rounds)]
            elif isinstance(event, Drawn):
                drawn.update(event.cards)
            elif isinstance(event, Said) and event.spoken.path not in self.actions:
                further += filter(None, [self._sentence_text(event)])
            elif isinstance(event, Said) and event.spoken.path == path and is_own:
                own.append(self._sentence_text(event))
            if isinstance(event, Said) and own and event.spoken.path != path:
                is_own = False
        if step and not self._speaks_for_itself(step.action):
            own = [self._action_text(step, drawn)]
        yield from filter(None, own)
        yield from further

    def _path(self, action: int) -> str:
        return self.compiled.actions[action & self.table.action_mask].path

    def _speaks_for_itself(self, action: int) -> bool:
        """Whether an action has a sentence, or the first of its clauses has."""
        coded = self.compiled.actions[action & self.table.action_mask]
        steps = self.program.actions[coded.section][coded.name].steps
        hung = (coded.path, *(flow_path(step) for step in steps[:1]))
        return any(path + none in self.sentences for path in hung for none in ("", NONE))

    def _action_text(self, step: Step, drawn: Cards) -> str:
        player = self.player(step.before.to_act)
        if not notation.has_words(self.definition, step.action, self.words):
            what, *which = notation.by_name(self.definition, step.action, self.words)
            which += [self._cards(drawn)] if drawn else []
            key = "replay.by_name.which" if which else "replay.by_name"
            return self.words.say(key, player=player, what=what, which=", ".join(which))
        what = notation.say(self.definition, self.table, step.before, step.action, self.words)
        if drawn:
            return self.words.say("replay.draws", player=player, what=what, cards=self._cards(drawn))
        return self.words.say("replay.does", player=player, what=what)

    # ---- the end

    def reckoning(self, position: Position) -> Iterator[str]:
        state, returns = position.record, position.returns()
        yield from (self._sentence_text(event) for event in self.account.scene(state) if isinstance(event, Said))
        alike = self.game.together and len(set(returns)) == 1  # players who win together have one reckoning
        for player, points in enumerate(returns[:1] if alike else returns):
            who = self.words.say("replay.together" if alike else "replay.of", player=self.player(player))
            yield from self._reckoned(player, points, who, list(self.account.terms(state, player)))
        if position.is_terminal() and not self.game.together:
            yield from self._level(state, returns)

    def _reckoned(self, player: int, points: int, who: str, events: Sequence[Event]) -> Iterator[str]:
        """A player's points, term by term; on one line if one term follows from all the others."""
        terms = list(self.program.score.values())
        if len(terms) == 1 and not any(isinstance(said.tree, grammar.ForEach) for said in terms[0].said.values()):
            sentences = [
                self._sentence_text(event, points=self.amount(points)) for event in events if isinstance(event, Said)
            ]
            yield " ".join([who, *(sentences or [self.amount(points)])])
            return
        yield who
        worth = 0
        for event in events:
            if isinstance(event, Term):
                worth, name = event.worth, terms[event.number].name
                if worth and not any(f"{SCORE}.{name}{none}" in self.sentences for none in ("", NONE)):
                    term = self.words.say_or(f"play.{SCORE}.{name}", name.replace("_", " ").capitalize())
                    yield "  " + self.words.say("replay.term", term=term, points=self.amount(worth))
            elif isinstance(event, Said):
                yield "  " + self._sentence_text(event, points=self.amount(worth))
        worths = [event.worth for event in events if isinstance(event, Term) and event.worth]
        yield "  " + self.total(worths, points)

    def _level(self, state: np.record, returns: Sequence[int]) -> Iterator[str]:
        """The tie-breaks between tied players."""
        best = (min if self.table.lowest else max)(returns)
        level = [player for player, points in enumerate(returns) if points == best]
        for event in self.account.ties(state):
            if len(level) < 2 or not isinstance(event, Tie):
                return
            name = list(self.program.ties)[event.number]
            counted = self.counts_by_player({player: event.counts[player] for player in level})
            facts = {"names": self.players(level), "points": self.amount(best), "counted": counted}
            key = f"{TIES}.{name}"
            if key in self.sentences:
                yield self._filled(key, facts)
            else:
                how = "replay.most" if event.most else "replay.fewest"
                what = self.words.say_or(f"play.{key}", name.replace("_", " "))
                yield self.words.say(how, what=what, **facts)
            best_counted = (max if event.most else min)(event.counts[player] for player in level)
            level = [player for player in level if event.counts[player] == best_counted]

    # ---- sentences

    def _sentence_text(self, said: Said, **more: Any) -> str:
        values: dict[str, Any] = {"player": self.player(said.you), **more}
        numbers = {}
        for phrase, part in said.spoken.parts.items():
            value = said.values[phrase]
            values[phrase] = self._value(part, value)
            if part.what in _NUMBERS:
                numbers[phrase] = values[phrase]
        return self._filled(said.spoken.key, values, numbers)

    def _filled(self, key: str, values: Mapping[str, Any], numbers: Mapping[str, int] | None = None) -> str:
        """A sentence with the values of its phrases; the first number selects its plural."""
        sentence = self.sentences[key]
        named = {name: values[phrase] for phrase, name in sentence.phrases.items() if phrase in values}
        if plural := next((phrase for phrase in sentence.plural if phrase in (numbers or {})), None):
            named["n"] = (numbers or {})[plural]
        try:
            return self.words.fill(sentence.text, named)
        except ValueError as error:
            raise fail(f"{self.words.language}: {ACCOUNT_PREFIX}{key}: {error}") from None

    def _value(self, part: phrases.Part, value: int | Cards) -> Any:
        """The value of a phrase, in words or as a number."""
        if isinstance(value, Mapping):
            if part.what == phrases.MOVED_COUNT:
                return sum(value.values())
            return self._name(next(iter(value))) if part.what == phrases.MOVED_CARD else self._cards(value)
        if part.what == phrases.WHO:
            return self.player(value)
        if part.what == phrases.CARD:
            return self._name(value)
        word = self.compiled.layout.words.get(value)
        if word is None:
            return value
        return value_name(self._field(part.word, word), word, self.words)

    def _field(self, field: str, value: str) -> str:
        """The field of a phrase, or the first field that has this value."""
        return field or next((name for name, held in self.program.deck.fields.items() if value in held.values()), "")

    def _name(self, card: int) -> Name:
        return card_name(self.definition, self.compiled.layout.cards[card], self.words)

    def _cards(self, cards: Cards) -> str:
        """`4 portions of cheese, 1 of bread and 2 of ham`, as the game's words for cards of a kind have it."""
        designs = {design.id: design.kind for design in self.definition.designs}
        said, kinds = [], set()
        for card, count in sorted(cards.items()):
            kind = designs[self.compiled.layout.cards[card]]
            keys = [f"play.cards.{kind}.more"] * (kind in kinds) + [f"play.cards.{kind}", "replay.cards"]
            said.append(self.words.say_first(*keys, n=count, card=self._name(card)))
            kinds.add(kind)
        return self.words.listed(said)
