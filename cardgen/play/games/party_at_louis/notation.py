"""Party at Louis's actions in words, as a playthrough tells them after the player's name."""

from __future__ import annotations

import numpy as np

from cardgen.definitions.game import Game
from cardgen.play.games.party_at_louis.cards import cards
from cardgen.play.games.party_at_louis.record import CELLS, CLEAR, DONE, FORCED, IMPOSTOR, LINES, NONE, PLACE, face
from cardgen.play.words import Words


def say(game: Game, table: np.record, state: np.record, action: int, words: Words) -> str:
    """What the player to act does: takes dishes, serves one, clears a noble's, or is done with clearing."""
    if action == DONE:
        return words.say("play.done")
    if action & CLEAR:
        return words.say("play.clear", noble=_noble(game, state, action - CLEAR, words))
    if action & PLACE:
        place = action >> 1 & 7
        side = face(state, state.to_act, place)
        key = ("play.serve_left", "play.serve_right")[action & 1] if table.second[side] else "play.serve"
        dish = _dish(game, action >> 4 & 127, words)
        return words.say(key, dish=dish, noble=_noble(game, state, place, words))
    cells = [state.sideboard[cell] for cell in range(CELLS) if action >> cell & 1]
    dishes = ", ".join(_dish(game, dish, words) for dish in cells if dish != NONE)
    if action & IMPOSTOR:
        return words.say("play.impostor", dishes=dishes)
    line = LINES.tolist().index(action)
    return words.say("play.take_row" if line < 3 else "play.take_column", n=line % 3 + 1, dishes=dishes)


def scene(game: Game, table: np.record, state: np.record, words: Words) -> str:
    """What lies open when a round begins: the sideboard row by row, everybody's points."""
    shown = ["-" if dish == NONE else _dish(game, dish, words) for dish in state.sideboard.tolist()]
    rows = (", ".join(shown[start : start + 3]) for start in range(0, CELLS, 3))
    points = ", ".join(f"{words.player(player)} {state.points[player]}" for player in range(state.players))
    return words.say(
        "play.scene", n=int(state.rounds), sideboard=" / ".join(rows), points=points, draw=int(state.draw_size)
    )


def aside(game: Game, table: np.record, before: np.record, after: np.record, action: int, words: Words) -> str | None:
    """What comes of an action: demands met or blocked, and the End card."""
    told = []
    if gained := int(after.points.sum() - before.points.sum()):
        told.append(words.say("play.met", n=gained))
    if after.tallies[FORCED] > before.tallies[FORCED]:
        told.append(words.say("play.blocked"))
    if after.end_seen > before.end_seen:
        told.append(words.say("play.end_card"))
    return ", ".join(told) or None


def _dish(game: Game, dish: int, words: Words) -> str:
    design = cards(game).dishes[dish]
    return words.say(f"play.dish.{design.set}", value=design.fields["value"])


def _noble(game: Game, state: np.record, place: int, words: Words) -> str:
    """A noble's name; its id, where the strings give it none."""
    number = face(state, state.to_act, place)
    noble = next(noble for noble in cards(game).nobles if noble.face == number)
    key = f"noble.{noble.design.side}.{noble.design.fields.get('picture')}"
    return words.say(key) if words.knows(key) else noble.name
