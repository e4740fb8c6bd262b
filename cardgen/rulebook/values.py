"""What a rulebook's template may read: the game, its cards, its rules, its examples and what a variant changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardgen import __version__
from cardgen.definitions.fields import word
from cardgen.definitions.game import BASE, Game
from cardgen.text.strings import Strings


def values(
    game: Game, base: Game, names: Mapping[str, str], strings: Strings, words: Strings, examples: Mapping[str, Any]
) -> dict[str, Any]:
    """All values by name. `base` is the game without its variant, `names` says a card's name by its id."""

    def say(key: str, **filled: Any) -> str:
        return strings.say(key, **filled)

    def number(count: int, one: str, other: str) -> str:
        return strings.fill(f"{{count}}\u00a0{{count:{one}/{other}}}", {"count": count})

    low, high = game.players
    cards = [{"id": d.id, "name": names[d.id], "kind": d.kind, "count": d.count} for d in game.designs]
    return {
        "cards": cards,
        "deck": {"total": sum(card["count"] for card in cards), "kinds": len(cards)},
        "players": {"low": low, "high": high, "each": list(range(low, high + 1))},
        "rules": dict(game.rules),
        "examples": dict(examples),
        "variant": _variant(game, base, names, strings, words),
        "language": game.languages[0],
        "version": __version__,
        "say": say,
        "n": number,
    }


def _variant(
    game: Game, base: Game, names: Mapping[str, str], strings: Strings, words: Strings
) -> dict[str, Any] | None:
    changes = [*_rules(game, base, strings, words), *_cards(game, base, names, words)]
    if game.variant == BASE and not changes:
        return None
    why = strings.say("variant.why") if "variant.why" in strings.entries else ""
    return {"name": game.variant, "why": why, "changes": changes}


def _rules(game: Game, base: Game, strings: Strings, words: Strings) -> Iterator[str]:
    for name, value in game.rules.items():
        if value == base.rules[name]:
            continue
        label = strings.say(f"rule.{name}")
        if f"rule.{name}.{word(value)}" in strings.entries:
            new, old = (strings.say(f"rule.{name}.{word(each)}") for each in (value, base.rules[name]))
            yield words.say("changes.option", label=label, new=new, old=old)
        else:
            yield words.say("changes.number", label=label, new=value, old=base.rules[name])


def _cards(game: Game, base: Game, names: Mapping[str, str], words: Strings) -> Iterator[str]:
    now, before = ({design.id: design.count for design in of.designs} for of in (game, base))
    for card in {**before, **now}:
        more = now.get(card, 0) - before.get(card, 0)
        if more:
            yield words.say("changes.more" if more > 0 else "changes.fewer", n=abs(more), name=names[card])
