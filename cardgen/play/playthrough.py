"""Writes a seeded game as a readable transcript, in any of its languages: an account, or its decisions as typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from itertools import chain

import numpy as np

from cardgen.definitions.fields import word
from cardgen.definitions.game import BASE
from cardgen.play.batches import BOUND
from cardgen.play.chance import seed_widely
from cardgen.play.game import PlayedGame
from cardgen.play.marks import WIDE
from cardgen.play.position import Position
from cardgen.play.seating import ALWAYS, PERSON, RANDOM, codes
from cardgen.play.tale import Step, Tale, tale_of
from cardgen.play.thinking import MAX_PLAYOUT_FACTOR
from cardgen.play.tiers import at_speed
from cardgen.play.words import Words
from cardgen.text.typography import typeset

SEED = "{seed}"  # stands for the seed until a line is set


def playthrough(
    game: PlayedGame,
    table: Sequence[str],
    seed: int,
    language: str,
    options: Mapping[str, str] | None = None,
    bound: int = BOUND,
    typed: bool = False,
) -> Iterator[str]:
    """The lines of the game that a batch plays with this seed: the deal, each turn, the outcome.

    With `typed`, only the decisions, as `string_to_action` and worked examples take them.
    """
    yield from lines(Turns(game, table, seed, bound, options or {}), language, typed)


def lines(turns: Turns, language: str | Words, typed: bool = False) -> Iterator[str]:
    """The lines of a game, from its turns, in a language or with given words."""
    words = turns.game.words(language)
    known = f"{turns.seed}-{turns.game.rules_hash(**turns.options)}"  # the hyphen is no range of numbers
    account = _typed(turns, words) if typed else _account(turns, tale_of(turns.game, words))
    for line in chain(_head(turns, words), account):
        yield typeset(line, words.language).replace(SEED, known)


class Turns:
    """The turns of a seeded game, each as the list of its decisions.

    `position` is the current position, `undealt` the first one. The `given` decisions are made first; without `on`, the
    game stops after them.
    """

    def __init__(
        self,
        game: PlayedGame,
        table: Sequence[str],
        seed: int,
        bound: int,
        options: Mapping[str, str],
        given: Sequence[int] = (),
        on: bool = True,
    ) -> None:
        self.game, self.table, self.seed, self.bound, self.options = game, table, seed, bound, options
        self.given, self.on = given, on
        template = game.template(len(table), **options)
        state = template.copy()
        seed_widely(template[0].streams, seed)
        if seed < WIDE:
            game.engine.loops.start(game.fastest_tables[0], template, state, seed)
        else:
            state[0] = template[0]
            game.engine.verbs.deal(game.fastest_tables[0], state[0])
        self.undealt = template
        self.position = Position(game, state)
        self._work = np.concatenate([state] * game.engine.loops.COPIES)
        self._codes = codes([RANDOM if policy == PERSON else policy for policy in table], game)

    def __iter__(self) -> Iterator[list[Step]]:
        state, steps = self.position.records, []
        while self.more():
            turn = int(state[0].turns)
            now, action = state.copy(), self.choose()
            self.position.apply_action(action)
            steps.append(Step(now, action, state.copy()))
            if self.position.is_terminal() or state[0].turns != turn:
                yield steps
                steps = []
        if steps:
            yield steps

    def more(self) -> bool:
        """Whether there is another decision."""
        decisions = int(self.position.record.decisions)
        if self.position.is_terminal() or self.position.record.searched >= self.bound * MAX_PLAYOUT_FACTOR:
            return False
        return decisions < (self.bound if self.on else len(self.given))

    def choose(self) -> int:
        """Returns the current decision: the given one, or that of the player's policy."""
        game, state, room = self.game, self.position.records, self.game.options_buffer
        if (decisions := int(state[0].decisions)) < len(self.given):
            return self.given[decisions]
        loops, seats, playouts = game.engine.loops, *self._codes
        count = loops.legal(game.fastest_tables, state, room)
        with at_speed() if playouts.any() else nullcontext():
            return int(
                room[loops.choose(game.fastest_tables[0], state, self._work, seats, playouts, room, count, self.bound)]
            )


def _head(turns: Turns, words: Words) -> Iterator[str]:
    """The lines of the game, the policies and the options."""
    players = len(turns.table)
    policies: dict[str, list[int]] = {}
    yield words.say("replay.head", title=words.say("game.title"), edition=_edition(turns, words), n=players, seed=SEED)
    if rules := changed(turns.game, words):
        yield rules
    for seat, policy in enumerate(turns.table):
        policies.setdefault(policy, []).append((turns.position.record.first + seat) % players)
    for policy, seats in policies.items():
        names = words.listed([words.player(player)("") for player in sorted(seats)])
        yield words.say("replay.plays", n=len(seats), names=names, how=how(policy, words))
    if turns.options:
        options = [words.say_or(f"option.{name}.{value}", f"{name}={value}") for name, value in turns.options.items()]
        yield words.say("replay.options", options=words.listed(options))


def changed(game: PlayedGame, words: Words) -> str:
    """The rules whose values differ from the variant; empty if there are none."""
    return words.say("replay.rules", rules=words.listed([*_settings(game, words)])) if game.definition.settings else ""


def how(policy: str, words: Words) -> str:
    """How a policy plays. A policy that only favours an action has the words of that action's count."""
    favoured = policy.removeprefix(ALWAYS)
    if favoured == policy or words.knows(f"policy.{policy}"):
        return words.say_or(f"policy.{policy}", policy)
    return words.say("policy.always", what=words.say_or(f"play.tally.{favoured}", favoured.replace("_", " ")))


def _edition(turns: Turns, words: Words) -> str:
    variant = turns.game.definition.variant
    if variant == BASE:
        return words.say("replay.base")
    return words.say("replay.variant", title=words.say_or("variant.title", variant))


def _settings(game: PlayedGame, words: Words) -> Iterator[str]:
    """The settings of the command line: rules in the game's words, fields of cards as typed."""
    for rule, said in game.definition.settings.items():
        value = word(game.definition.rules.get(rule, said))
        value_words = words.say_or(f"rule.{rule}.{value}", value)
        yield words.say("replay.rule", rule=words.say_or(f"rule.{rule}", rule), value=value_words)


def _typed(turns: Turns, words: Words) -> Iterator[str]:
    yield ""
    for steps in turns:
        for now, action, _ in steps:
            what = Position(turns.game, now).action_to_string(action, words)
            yield f"{words.player(int(now[0].to_act))('')} {what}"


def _account(turns: Turns, tale: Tale) -> Iterator[str]:
    position = turns.position
    round_shown, silences = 0, np.zeros_like(position.record.silences)
    yield from tale.opening(turns.undealt)
    for steps in turns:
        first = steps[0].before
        yield from tale.silences(first, silences)
        silences = first.silences.copy()
        if first.rounds != round_shown:
            round_shown = int(first.rounds)
            yield from tale.round(first)
        yield from tale.turn(steps)
    yield from tale.outcome(position, silences)
