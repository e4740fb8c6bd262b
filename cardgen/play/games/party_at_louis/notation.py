"""Party at Louis's actions in words, as they are typed after the player's name."""

from __future__ import annotations

import numpy as np

from cardgen.definitions.game import Game
from cardgen.play.games.party_at_louis.cards import Noble, cards
from cardgen.play.games.party_at_louis.record import CELLS, CLEAR, DONE, IMPOSTOR, LINES, NONE, PLACE, face
from cardgen.play.words import Name, Words


def say(game: Game, table: np.record, state: np.record, action: int, words: Words) -> str:
    """The action in words: takes dishes, serves one, clears a noble, or ends the clearing."""
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


def _dish(game: Game, dish: int, words: Words) -> str:
    design = cards(game).dishes[dish]
    return words.say(f"play.dish.{design.set}", value=design.fields["value"])


def _noble(game: Game, state: np.record, place: int, words: Words) -> str:
    side = face(state, state.to_act, place)
    return noble_name(next(noble for noble in cards(game).nobles if noble.face == side), words)("")


def noble_name(noble: Noble, words: Words) -> Name:
    """A noble's name, in the forms that sentences ask for; its id, if it has no string."""
    key = f"noble.{noble.design.side}.{noble.design.fields.get('picture')}"
    return words.name(key) if words.knows(key) else words.called(noble.name)
