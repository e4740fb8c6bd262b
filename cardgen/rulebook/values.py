"""What a rulebook's template may read: the game, its cards, its rules, its examples and what a variant changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardgen import __version__
from cardgen.definitions.behaviour import Told, can
from cardgen.definitions.fields import word
from cardgen.definitions.game import BASE, Design, Game
from cardgen.text.phrases import own_key, tell
from cardgen.text.strings import Strings

MANY = 3  # cards that change alike are told together


def values(
    game: Game,
    base: Game,
    names: Mapping[str, str],
    spoken: Mapping[str, Mapping[str, str]],
    strings: Strings,
    words: Strings,
    examples: Mapping[str, Any],
) -> dict[str, Any]:
    """All values by name. `base` is the game without its variant; `names` are the cards' by id, `spoken` what each is
    called within a sentence, by form."""

    def say(key: str, **filled: Any) -> str:
        return strings.say(key, **filled)

    def number(count: int, one: str, other: str) -> str:
        return strings.fill(f"{{count}}\u00a0{{count:{one}/{other}}}", {"count": count})

    low, high = game.players
    cards = [_card(design, spoken, strings) for design in game.designs]
    return {
        "cards": cards,
        "by_id": {card["id"]: card for card in cards},
        "deck": {"total": sum(card["count"] for card in cards), "kinds": len(cards)},
        "components": {component.id: component.count for component in game.components},
        "made": {component.id: dict(component.fields) for component in game.components},
        "players": {"low": low, "high": high, "each": list(range(low, high + 1))},
        "rules": dict(game.rules),
        "examples": dict(examples),
        "variant": _variant(game, base, names, strings, words),
        "language": game.languages[0],
        "version": __version__,
        "say": say,
        "n": number,
    }


def _card(card: Design, spoken: Mapping[str, Mapping[str, str]], strings: Strings) -> dict[str, Any]:
    """A card; of a two-sided one `sides` has each side by its name, and `face` is what a figure calls it."""
    given = {"id": card.id, **spoken[card.id], "kind": card.kind, "set": card.set, "count": card.count}
    sides = {
        str(face.side): {**spoken[id], "face": id, "fields": _fields(face), "says": _says(face, strings)}
        for face in (card.faces if card.reverse else ())
        for id in [_face_id(card, face)]
    }
    told = {"counted": f"{card.id}={card.count}", "fields": _fields(card), "says": _says(card, strings)}
    return given | told | {"sides": sides}


def _fields(card: Design) -> dict[str, Any]:
    """The card's own fields that can be written: texts, and numbers to reckon with."""
    plain = {key: value for key, value in card.fields.items() if isinstance(value, (str, int))}
    return {key: int(v) if isinstance(v, str) and v.isdecimal() else v for key, v in plain.items()}


def _says(card: Design, strings: Strings) -> dict[str, str]:
    """What the card does, in the words of its face, by the field that tells it."""
    found = {}
    for field, behaviour in card.behaviour.items():
        own = own_key(card.id, card.side, field)
        if own in strings.entries:
            found[field] = strings.say(own, **{k: v for k, v in card.fields.items() if isinstance(v, (str, int))})
        elif can(behaviour, Told):
            found[field] = tell(strings, field, tuple(behaviour.phrases()), set())
    return found


def _variant(
    game: Game, base: Game, names: Mapping[str, str], strings: Strings, words: Strings
) -> dict[str, Any] | None:
    changes = [*_rules(game, base, strings, words), *_cards(game, base, names, words)]
    if altered := _altered(game, base, names, strings):
        changes.append(words.say("changes.cards", names=", ".join(f"*{name}*" for name in altered)))
    if game.variant == BASE and not changes:
        return None
    why = strings.say("variant.why") if "variant.why" in strings.entries else ""
    return {"name": game.variant, "why": why, "changes": changes}


def _altered(game: Game, base: Game, names: Mapping[str, str], strings: Strings) -> list[str]:
    """The cards, or sides of them, that have the same place in both but other fields or words: their names now."""

    def faces(of: Game) -> dict[str, Design]:
        return {_face_id(card, face): face for card in of.designs for face in card.faces}

    def shown(face: Design) -> tuple:
        return _fields(face), _says(face, strings)

    before = faces(base)
    both = ((id, face, before[id]) for id, face in faces(game).items() if id in before)
    return list(dict.fromkeys(names[id] for id, face, old in both if face != old and shown(face) != shown(old)))


def _face_id(card: Design, face: Design) -> str:
    return f"{card.id}/{face.side}" if card.reverse else card.id


def _rules(game: Game, base: Game, strings: Strings, words: Strings) -> Iterator[str]:
    for name, value in game.rules.items():
        if value == base.rules[name]:
            continue
        label = strings.say(f"rule.{name}")
        keys = [f"rule.{name}.{word(each)}" for each in (value, base.rules[name])]  # a number may have words too
        named = any(key in strings.entries for key in keys)
        new, old = (strings.say(key) if key in strings.entries else key.rpartition(".")[2] for key in keys)
        yield words.say("changes.option" if named else "changes.number", label=label, new=new, old=old)


def _cards(game: Game, base: Game, names: Mapping[str, str], words: Strings) -> Iterator[str]:
    now, before = ({design.id: design.count for design in of.designs} for of in (game, base))
    changed: dict[tuple[str, bool], int] = {}  # cards of one name are told together
    for card in {**before, **now}:
        more = now.get(card, 0) - before.get(card, 0)
        if more:
            changed[names[card], more > 0] = changed.get((names[card], more > 0), 0) + abs(more)
    alike: dict[tuple[int, bool], list[str]] = {}  # and many that change alike in one line
    for (name, up), number in changed.items():
        alike.setdefault((number, up), []).append(name)
    for (number, up), together in alike.items():
        key = "changes.more" if up else "changes.fewer"
        if len(together) >= MANY:
            yield words.say(f"{key}_each", n=number, names=", ".join(f"*{name}*" for name in together))
        else:
            yield from (words.say(key, n=number, name=f"*{name}*") for name in together)
    old_counts = {deck.name: deck.count for deck in base.decks}
    for deck in game.decks:
        if deck.count != (old := old_counts[deck.name]):
            yield words.say("changes.total", n=deck.count, old=old)
