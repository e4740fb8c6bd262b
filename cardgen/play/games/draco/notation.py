"""Draco & Co's actions in words, as a playthrough tells them after the player's name."""

from __future__ import annotations

import numpy as np

from cardgen.definitions.game import Game
from cardgen.play.games.draco.asks import AGAIN, CHARACTER, CHEERS, DECLINE, KIND, NO_TOAST, PLAYER, SPOT, STOP, TAKE
from cardgen.play.games.draco.deck import cards, names, people
from cardgen.play.games.draco.position import CENTRE, PLAY, ZORK, at, places
from cardgen.play.words import Words

SAID = {
    STOP: "play.stop",
    AGAIN: "play.again",
    NO_TOAST: "play.no_toast",
    CHEERS: "play.toast",
    DECLINE: "play.decline",
    TAKE: "play.draw",
}


def say(game: Game, table: np.record, state: np.record, action: int, words: Words) -> str:
    """What the player to act does: plays a card, answers its question, toasts or not."""
    if action < CHARACTER:
        return words.say("play.card", card=words.say(f"action.{cards(game)[action - KIND].id}"))
    if action < PLAYER:
        return words.say("play.choose", what=_character(game, action - CHARACTER, words))
    if action < SPOT:
        return words.say("play.choose", what=words.player(action - PLAYER))
    if action < STOP:
        return words.say("play.choose", what=words.say("play.place", n=action - SPOT))
    return words.say(SAID[action])


def _character(game: Game, number: int, words: Words) -> str:
    if number >= ZORK:
        return words.say(f"special.{names(game)[number]}")
    person = people(game)[number]
    return words.say(f"play.{person.fields['class']}", who=words.name(f"character.{person.id}"))


def scene(game: Game, table: np.record, state: np.record, words: Words) -> str:
    """What lies open when a round begins."""
    ring = [_character(game, int(at(state, place)), words) for place in range(1, places(state) + 1)]
    cup = words.say("play.centre") if state.cup == CENTRE else words.say("play.before", player=words.player(state.cup))
    money = [f"{words.player(player)} {state.money[player]}" for player in range(state.players)]
    return words.say(
        "play.scene", n=state.rounds, ring=", ".join(ring), cup=cup, money=", ".join(money),
        bank=int(state.bank), draw=int(state.draw_size),
    )  # fmt: skip


def aside(game: Game, table: np.record, before: np.record, after: np.record, action: int, words: Words) -> str | None:
    """What comes of an action beside the places: the dice that fell, and whose money changed by how much."""
    known = 0 if before.phase == PLAY else before.rolled
    faces = [str(face) for face in after.rolls[known : after.rolled]]
    told = [words.say("play.dice", n=len(faces), faces=" ".join(faces))] if faces else []
    for player in range(after.players):
        if change := int(after.money[player] - before.money[player]):
            told.append(f"{words.player(player)} {change:+}")
    return ", ".join(told) or None
