"""The account of a game: the open cards when a round begins, the effects of each turn, and the scoring at the end.

By default, an account lists actions in their notation. An engine with fuller accounts has a module `tale` with a
subclass `Tale`. Its sentences are the game's strings `play.tell.*`; a game without any has the default account.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cardgen.definitions.fields import word
from cardgen.play.position import Position
from cardgen.play.words import ACCOUNT_PREFIX, Name, Words

if TYPE_CHECKING:
    from cardgen.play.game import PlayedGame

MINUS = "\u2212"


class Step(NamedTuple):
    """One decision; positions are arrays of one record. `then` is the position after all automatic effects."""

    now: np.ndarray
    action: int
    then: np.ndarray

    @property
    def before(self) -> np.record:
        return self.now[0]

    @property
    def after(self) -> np.record:
        return self.then[0]


class Tale:
    """Tells one game in one language, from its first round to its last."""

    def __init__(self, game: PlayedGame, words: Words) -> None:
        self.game = game
        self.definition, self.table = game.definition, game.table
        self.words = words

    # ---- what an engine can replace

    def opening(self, state: np.ndarray) -> Iterator[str]:
        """What happens before the first decision, from the position before the deal, an array of one record."""
        yield from ()

    def scene(self, state: np.record) -> Iterator[str]:
        """What lies open when a round begins."""
        yield from ()

    def turn(self, steps: Sequence[Step]) -> Iterator[str]:
        """What a player does in a turn, and its effects."""
        for step in steps:
            what = self.game.engine.notation.say(self.definition, self.table, step.before, step.action, self.words)
            yield self.words.say("replay.does", player=self.player(step.before.to_act), what=what)

    def reckoning(self, position: Position) -> Iterator[str]:
        """How each player scores points."""
        for player, points in enumerate(position.returns()):
            yield self.words.say("replay.score", player=self.player(player), points=self.amount(points))

    def verdict(self, position: Position) -> Iterator[str]:
        """Who wins."""
        players, points = position.winners(), position.returns()
        key = "nobody" if not players else "winner" if len(players) == 1 else "winners"
        if self.game.together and not (self.game.scored and key == "winner"):
            key = {"nobody": "lost", "winner": "won", "winners": "won.together"}[key]
        best = self.amount(points[players[0]] if players else 0)
        yield self.words.say(f"replay.{key}", names=self.players(players), points=best)

    # ---- what every account has

    def round(self, state: np.record) -> Iterator[str]:
        """A heading, and what lies open."""
        yield ""
        yield self.words.say_first("play.round", "replay.round", n=int(state.rounds))
        yield from self.scene(state)

    def silences(self, state: np.record, before: np.ndarray) -> Iterator[str]:
        """The cases met since `before` that printed rules leave open, each with its turn and how it was decided.

        The turn is the one that findings show for the first case of a kind.
        """
        for case, name in enumerate(self.game.silences):
            if state.silences[case] > before[case]:
                met = int(state.turns if before[case] else state.silent_turn[case])
                sentence = self.words.say("replay.silent", turn=met, what=self.words.silence(name))
                yield " ".join([sentence, *self._rulings(name)])

    def _rulings(self, case: str) -> Iterator[str]:
        """How the engine decides a case: `play.ruling.CASE`, or by a rule's value `play.ruling.CASE.RULE.VALUE`."""
        keys = [case, *(f"{case}.{rule}.{word(value)}" for rule, value in self.definition.rules.items())]
        for key in keys:
            if self.words.knows(f"play.ruling.{key}"):
                yield self.words.say(f"play.ruling.{key}")

    def outcome(self, position: Position, before: np.ndarray) -> Iterator[str]:
        """How the game ended, everybody's points, and who wins; `before` counts the silences shown so far."""
        record = position.record
        yield ""
        if position.is_terminal():
            if name := self.game.ending_names[record.ended]:
                yield self.words.ending(name)
        else:
            yield self.words.say("replay.unfinished", n=int(record.decisions))
        if self.game.scored:
            yield ""
            yield self.words.say("replay.scoring")
            yield from self.reckoning(position)
        yield from self.silences(record, before)
        if position.is_terminal():
            yield from self.verdict(position)

    # ---- words

    def say(self, key: str, /, **values: Any) -> str:
        """One of the game's own sentences."""
        return self.words.say(f"{ACCOUNT_PREFIX}{key}", **values)

    def player(self, number: int) -> Name:
        return self.words.player(int(number))

    def players(self, numbers: Sequence[int]) -> str:
        return self.words.listed([self.player(number)("") for number in numbers]) if numbers else ""

    def counts_by_player(self, numbers: Mapping[int, int]) -> str:
        """A number for each of some players: `Anna 3 and Bruno 5`."""
        counts = [self.words.say("replay.count", player=self.player(who), n=int(n)) for who, n in numbers.items()]
        return self.words.listed(counts)

    def total(self, terms: Sequence[int], points: int) -> str:
        """The sum of what a player has scored."""
        if len(terms) < 2:
            return self.words.say("replay.total", points=self.amount(points))
        sum_in_words = " ".join(f"{MINUS if term < 0 else '+'} {abs(term)}" for term in terms)
        return self.words.say("replay.sum", sum=sum_in_words.removeprefix("+ "), points=self.amount(points))

    def amount(self, points: int) -> str:
        """Points, in the units of the game."""
        return self.words.say_first("play.points", "replay.points", n=int(points)).replace("-", MINUS, int(points < 0))


def tale_of(game: PlayedGame, words: Words) -> Tale:
    """The account of a game: by its engine's own class if the game has the sentences for it, else by `Tale`."""
    own = game.engine.tale
    own_tale: type[Tale] | None = own.Tale if words.knows_any(own.NEEDS) else None
    return (own_tale or Tale)(game, words)
