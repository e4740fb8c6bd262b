"""Lists the changes of a variant, a sentence each: rules, clauses, cards and counts.

A rule's value can have its own sentence, `rule.NAME.VALUE.change`, or the rule one for all its values,
`rule.NAME.change`, with `{new}` and `{old}`; a rule without either is listed by its label and the words of its values.
`clause_sentences.py` has the sentences on changed clauses of a rules file. A variant can explain its changes of cards
in its own words, `variant.cards`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cardgen.definitions.fields import word
from cardgen.definitions.game import Design, Game
from cardgen.rulebook.card_texts import face_id, fields_of, says_of
from cardgen.text.strings import Strings

MIN_SHARED = 3  # cards that change alike share a sentence
VARIANT_CARDS = "variant.cards"  # string with a variant's own words about changed cards, instead of a list


class Called(NamedTuple):
    """The names of cards by id: with the variant, without it, and the forms of a name within a sentence."""

    names: Mapping[str, str]
    base: Mapping[str, str]
    spoken: Mapping[str, Mapping[str, str]]


def changes(
    game: Game, base: Game, called: Called, strings: Strings, words: Strings, of_clauses: Sequence[str] = ()
) -> list[str]:
    """The differences from the game without its variant; `of_clauses` are the sentences on changed clauses."""
    return [
        *(change_of_rule(name, value, base.rules[name], strings, words) for name, value in game.rules.items()
          if name in base.rules and value != base.rules[name]),
        *of_clauses,
        *_counts(game, base, called.names, words),
        *_altered(game, base, called, strings, words),
    ]  # fmt: skip


def change_of_rule(name: str, value: Any, before: Any, strings: Strings, words: Strings) -> str:
    keys = [f"rule.{name}.{word(each)}" for each in (value, before)]  # a number can have words too
    new, old = (strings.say(key) if key in strings.entries else key.rpartition(".")[2] for key in keys)
    for key in (f"{keys[0]}.change", f"rule.{name}.change"):
        if key in strings.entries:
            numbers = isinstance(value, int) and not isinstance(value, bool)
            return strings.say(key, new=value if numbers else new, old=before if numbers else old)
    named = any(key in strings.entries for key in keys)
    label = strings.say(f"rule.{name}") if f"rule.{name}" in strings.entries else name.replace("_", " ")
    return words.say("changes.option" if named else "changes.number", label=label, new=new, old=old)


def _counts(game: Game, base: Game, names: Mapping[str, str], words: Strings) -> Iterator[str]:
    """Yields sentences on cards that are added, fewer or gone: one for cards of one name, or for many that change
    alike."""
    now, before = ({design.id: design.count for design in of.designs} for of in (game, base))
    counts: dict[str, tuple[int, int]] = {}
    for card in {**before, **now}:
        old, new = counts.get(names[card], (0, 0))
        counts[names[card]] = old + before.get(card, 0), new + now.get(card, 0)
    alike: dict[tuple[str, int], list[str]] = {}
    for name, (old, new) in counts.items():
        if new != old:
            how = "more" if new > old else "fewer" if new else "without"
            alike.setdefault((how, abs(new - old)), []).append(f"*{name}*")
    for (how, number), together in alike.items():
        if len(together) >= MIN_SHARED:
            yield words.say(f"changes.{how}_each", n=number, names=", ".join(together))
        else:
            yield from (words.say(f"changes.{how}", n=number, name=name) for name in together)
    old_counts = {deck.name: deck.count for deck in base.decks}
    for deck in game.decks:
        if deck.count != (total := old_counts[deck.name]):
            yield words.say("changes.total", n=deck.count, old=total)


def _altered(game: Game, base: Game, called: Called, strings: Strings, words: Strings) -> Iterator[str]:
    """The cards, or sides of them, that have the same place in both but other fields or words."""
    if VARIANT_CARDS in strings.entries:
        yield strings.say(VARIANT_CARDS)
        return

    def faces(of: Game) -> dict[str, Design]:
        return {face_id(card, face): face for card in of.designs for face in card.faces}

    def face_content(face: Design) -> tuple:
        return fields_of(face, strings), says_of(face, strings)

    names, old_names = called.names, called.base
    before = faces(base)
    both = ((id, face, before[id]) for id, face in faces(game).items() if id in before)
    ids = [id for id, face, old in both if face != old and face_content(face) != face_content(old)]
    renamed = {names[id]: old_names[id] for id in ids if names[id] != old_names[id]}
    yield from (words.say("changes.replaced", new=f"*{new}*", old=f"*{old}*") for new, old in renamed.items())
    if same := list(dict.fromkeys(f"*{names[id]}*" for id in ids if names[id] == old_names[id])):
        yield words.say("changes.cards", n=len(same), names=", ".join(same))
