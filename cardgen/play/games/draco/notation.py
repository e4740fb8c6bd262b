"""Draco & Co's actions in words, as they are typed after the player's name."""

from __future__ import annotations

import numpy as np

from cardgen.definitions.game import Game
from cardgen.play.games.draco.asks import AGAIN, CHARACTER, CHEERS, DECLINE, KIND, NO_TOAST, PLAYER, SPOT, STOP, TAKE
from cardgen.play.games.draco.deck import cards, names, people
from cardgen.play.games.draco.position import ZORK
from cardgen.play.words import Name, Words

SAID = {
    STOP: "play.stop",
    AGAIN: "play.again",
    NO_TOAST: "play.no_toast",
    CHEERS: "play.toast",
    DECLINE: "play.decline",
    TAKE: "play.draw",
}


def say(game: Game, table: np.record, state: np.record, action: int, words: Words) -> str:
    """The action in words: plays a card, answers its question, toasts or not."""
    if action < CHARACTER:
        return words.say("play.card", card=words.say(f"action.{cards(game)[action - KIND].id}"))
    if action < PLAYER:
        return words.say("play.choose", what=character(game, action - CHARACTER, words)("the"))
    if action < SPOT:
        return words.say("play.choose", what=words.player(action - PLAYER))
    if action < STOP:
        return words.say("play.choose", what=words.say("play.place", n=action - SPOT))
    return words.say(SAID[action])


def character(game: Game, number: int, words: Words) -> Name:
    """A character's name, in the forms that sentences ask for."""
    return words.name(f"special.{names(game)[number]}" if number >= ZORK else f"character.{people(game)[number].id}")
