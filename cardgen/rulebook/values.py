"""The values for a rulebook's template: the game, its cards, rules and examples, and a variant's changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen import __version__
from cardgen.definitions.game import BASE, Design, Game
from cardgen.rulebook.card_texts import does_of, face_id, fields_of, says_of
from cardgen.rulebook.changes import Called, changes
from cardgen.rulebook.facts import duration
from cardgen.text.numbers import spell
from cardgen.text.strings import Strings


def values(
    game: Game,
    base: Game,
    called: Called,
    strings: Strings,
    words: Strings,
    examples: Mapping[str, Any],
    of_clauses: Sequence[str] = (),
) -> dict[str, Any]:
    """All values by name. `base` is the game without its variant; `of_clauses` are the sentences on changed clauses."""

    def say(key: str, /, **filled: Any) -> str:
        return (strings if key in strings.entries else words).say(key, **filled)

    def number(count: int, one: str, other: str) -> str:
        return strings.fill(f"{{count}}\u00a0{{count:{one}/{other}}}", {"count": count})

    def spelt(count: int, form: str = "words") -> str:
        return spell(count, strings.language, form)

    low, high = game.players
    changed = changes(game, base, called, strings, words, of_clauses)
    cards = [_card(design, called.spoken, strings) for design in game.designs]
    return {
        "cards": cards,
        "by_id": {card["id"]: card for card in cards},
        "deck": {"total": sum(card["count"] for card in cards), "kinds": len(cards)},
        "components": {component.id: component.count for component in game.components},
        "made": {component.id: dict(component.fields) for component in game.components},
        "age": game.age,
        "minutes": {"said": duration(game, words), "measured": game.minutes.measured} if game.minutes else None,
        "players": {"low": low, "high": high, "each": list(range(low, high + 1))},
        "rules": dict(game.rules),
        "examples": dict(examples),
        "variant": _variant(game, strings, changed),
        "language": game.languages[0],
        "version": __version__,
        "say": say,
        "n": number,
        "spelt": spelt,
    }


def _card(card: Design, spoken: Mapping[str, Mapping[str, str]], strings: Strings) -> dict[str, Any]:
    """A card. `sides` has each side of a two-sided card by name; `face` is its name in figures."""
    given = {"id": card.id, **spoken[card.id], "kind": card.kind, "set": card.set, "count": card.count}
    sides = {
        str(face.side): {**spoken[id], "face": id, **_card_content(face, strings)}
        for face in (card.faces if card.reverse else ())
        for id in [face_id(card, face)]
    }
    return given | {"counted": f"{card.id}={card.count}", **_card_content(card, strings), "sides": sides}


def _card_content(face: Design, strings: Strings) -> dict[str, Any]:
    return {"fields": fields_of(face, strings), "says": says_of(face, strings), "does": does_of(face)}


def _variant(game: Game, strings: Strings, changed: list[str]) -> dict[str, Any] | None:
    if game.variant == BASE and not changed:
        return None
    why = strings.say("variant.why") if "variant.why" in strings.entries else ""
    return {"name": game.variant, "why": why, "changes": changed}
