"""The facts about a game on boxes and covers: players, age, duration and authors."""

from __future__ import annotations

from cardgen.definitions.game import Game
from cardgen.text.strings import Strings


def facts(game: Game, words: Strings) -> str:
    """`For 3 to 5 players · ages 7+ · 15 minutes`, without unknown facts."""
    return " · ".join(filter(None, fact_parts(game, words).values()))


def fact_parts(game: Game, words: Strings) -> dict[str, str]:
    """The facts by name: players, age, minutes; an unknown one is empty."""
    low, high = game.players
    players = words.say("players" if low < high else "players_one", low=low, high=high)
    age = words.say("age", age=game.age) if game.age else ""
    return {"players": players, "age": age, "minutes": duration(game, words)}


def authors(game: Game, words: Strings) -> str:
    """`Ann Fox, Ben Owl and Cy Jay`; empty if nobody is named."""
    *some, last = game.author or ("",)
    return words.say("authors", some=", ".join(some), last=last) if some else last


def duration(game: Game, words: Strings) -> str:
    """`15 minutes`, `30 to 45 minutes`, `about 25 minutes`; empty if it is unknown."""
    if game.minutes is None:
        return ""
    low, high = game.minutes.low, game.minutes.high
    said = words.say("minutes" if low < high else "minutes_one", low=low, high=high)
    return words.say("minutes.about", said=said) if game.minutes.measured else said
