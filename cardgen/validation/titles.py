"""Finds the names of things that played games mention, such as cards, counters, cases and ends, in the game's first
language."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cardgen.play.goals import SCORED
from cardgen.text.card_names import own_names

if TYPE_CHECKING:
    from cardgen.play.game import PlayedGame


def card(game: PlayedGame, id: str) -> str:
    """Returns a card's name, or that of one of its sides (ID/SIDE)."""
    return _cards(game).get(id, id)


def tally(game: PlayedGame, name: str) -> str:
    """Names what a tally counts: a goal by the name of its card, all others by the game's words."""
    known = _tallies(game)
    if name not in known:
        known[name] = _tally(game, name)
    return known[name]


@lru_cache(maxsize=50)
def _tallies(game: PlayedGame) -> dict[str, str]:
    """The names of tallies found so far, because questions are answered again after each round."""
    return {}


def _tally(game: PlayedGame, name: str) -> str:
    if name.startswith(SCORED):
        return f"points of '{card(game, name.removeprefix(SCORED))}'"
    goal = next((goal.card for goal in game.goals if goal.tally == name), None)
    return card(game, goal) if goal else _phrase(game, f"tally.{name}") or name.replace("_", " ")


def typed_tally(game: PlayedGame, name: str) -> str:
    """Names what a tally counts, with the name that `expect:` uses in brackets."""
    said = tally(game, name)
    return said if said == name else f"{said} ({name})"


def silence(game: PlayedGame, case: str) -> str:
    """Describes a case on which the rules are silent; if the game has no words for it, returns its name."""
    return game.words(game.definition.languages[0]).silence(case).removesuffix(".")


def ruled(game: PlayedGame, case: str) -> str:
    """A silence of the rules in words, with the ruling or the clause in which it is found."""
    where = f" ({game.silences[case]})"
    return silence(game, case).removesuffix(where) + where


def _phrase(game: PlayedGame, key: str) -> str:
    words = game.words(game.definition.languages[0])
    return words.say(f"play.{key}") if words.knows(f"play.{key}") else ""


@lru_cache(maxsize=50)
def _cards(game: PlayedGame) -> dict[str, str]:
    return own_names(game.definition, game.definition.designs)
