"""A seeded game as a readable transcript: every decision a line, in any of the game's languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from cardgen.play.batches import BOUND
from cardgen.play.game import PlayedGame
from cardgen.play.position import Position
from cardgen.play.tables import codes
from cardgen.play.words import Words


def playthrough(
    game: PlayedGame,
    table: Sequence[str],
    seed: int,
    language: str,
    options: Mapping[str, str] | None = None,
    bound: int = BOUND,
) -> Iterator[str]:
    """The lines of the game that a batch plays with this seed: the deal, each decision, the outcome."""
    words, definition, machine, options = game.words(language), game.definition, game.machine, options or {}
    template = game.template(len(table), **options)
    state, work = template.copy(), np.concatenate([template] * machine.loops.COPIES)
    seats, playouts = codes(table, machine)
    room = np.empty(machine.engine.MOST_OPTIONS, np.int32)
    machine.loops.start(game.table, template, state, seed)
    position = Position(game, state)
    yield words.say(
        "replay.head", title=words.say("game.title"), variant=definition.edition, players=len(table),
        seed=f"{seed}-{game.rules_hash(**options)}",
    )  # fmt: skip
    yield words.say("replay.policies", policies="/".join(table))
    if options:
        yield words.say("replay.options", options=", ".join(f"{name}={value}" for name, value in options.items()))
    round_seen, turn, silences = 0, 0, np.zeros_like(state[0].silences)
    while not position.is_terminal() and state[0].decisions < bound:
        yield from _silences(game, state[0], silences, turn, words)
        silences, turn = state[0].silences.copy(), int(state[0].turns)
        if state[0].rounds != round_seen:
            round_seen = int(state[0].rounds)
            yield ""
            yield machine.notation.scene(definition, game.table, state[0], words)
        count = machine.loops.legal(game.tables, state, room)
        action = int(room[machine.loops.choose(game.table, state, work, seats, playouts, room, count, bound)])
        line = f"{words.player(position.current_player())} {position.action_to_string(action, language)}"
        before = state.copy()
        position.apply_action(action)
        aside = machine.notation.aside(definition, game.table, before[0], state[0], action, words)
        yield f"{line} ({aside})" if aside else line
    yield from _silences(game, state[0], silences, turn, words)
    yield ""
    yield from outcome(position, words)


def _silences(game: PlayedGame, state: np.record, before: np.ndarray, turn: int, words: Words) -> Iterator[str]:
    """The cases met since `before`, with their turn: the one that findings tell for the first of a kind."""
    for case, name in enumerate(game.machine.engine.SILENCES):
        if state.silences[case] > before[case]:
            met = turn if before[case] else int(state.silent_turn[case])
            yield words.say("replay.silent", turn=met, what=words.say(f"play.silence.{name}"))


def outcome(position: Position, words: Words) -> Iterator[str]:
    """How the game ended, everybody's points, and who wins."""
    record = position.record
    if not position.is_terminal():
        yield words.say("replay.unfinished", n=int(record.decisions))
    elif name := position.game.machine.engine.ENDS[record.ended]:
        yield words.say(f"play.end.{name}")
    points = ", ".join(f"{words.player(seat)} {score}" for seat, score in enumerate(position.returns()))
    yield words.say("replay.scores", scores=points)
    if position.is_terminal():
        names = [words.player(seat) for seat in position.winners()]
        key = "nobody" if not names else "winner" if len(names) == 1 else "winners"
        yield words.say(f"replay.{key}", names=", ".join(names))
