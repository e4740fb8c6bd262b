"""Reads the sections `silences` and `positions`: names for cases that the printed rules leave open, and for parts of
positions.

A silence names a clause: a note, a choice that may have no legal action, a draw that may fall short, or a tie-break.
The notation of positions uses the names that the file gives to zones, counters and roles.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from cardgen.definitions.declared import text_of
from cardgen.definitions.nodes import Mapping as Keys
from cardgen.definitions.nodes import Node, kind
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, Place, fail, nearest
from cardgen.rules.grammar import CALLED

ZONE, SOME, NUMBER, UNSEEN, CARD, ROUNDS, COUNTER, ROLE = (
    "zone", "some", "number", "unseen", "card", "rounds", "counter", "role",
)  # fmt: skip
_FORMS = (
    (UNSEEN, re.compile(r"unseen in (?P<zone>\w+)")),
    (NUMBER, re.compile(r"number of (?P<noun>\w+) (?:on|in) (?P<zone>\w+)")),
    (CARD, re.compile(r"the card in (?P<zone>\w+)")),
    (SOME, re.compile(r"(?P<noun>\w+) (?:on|in) (?P<zone>\w+)")),
    (ROUNDS, re.compile(r"rounds")),
    (ZONE, re.compile(r"(?P<zone>\w+)(?: if (?P<rule>\w+) is (?P<option>\w+))?")),
)
FORMS = ("'ZONE'", "'CARDS on ZONE'", "'number of CARDS on ZONE'", "'unseen in ZONE'", "'the card in ZONE'", "'rounds'")


@dataclass(frozen=True, slots=True)
class Silence:
    """A silence: the name that reports use, the clause, and the number of the fact or ruling that settles the case."""

    name: str
    of: str
    fact: str
    place: Place


@dataclass(frozen=True, slots=True)
class Shown:
    """A named part of a position. `form` says which kind of part it is, `what` names the zone, counter or role, and
    `noun` the kind of cards in it. With a `rule`, the part appears only under this `option`."""

    name: str
    form: str
    what: str
    noun: str = ""
    rule: str = ""
    option: str = ""


def read_silence(name: str, node: Node) -> Silence:
    """Reads `{of: turn.draw, fact: KA5}`. Raises InputError."""
    path = f"silences.{name}"
    if not isinstance(node, Keys):
        raise fail(f"{path}: expected the keys 'of', with a clause, and 'fact', got {kind(node)}", node.place)
    for key in node.items:
        if key not in ("of", "fact"):
            raise fail(f"{path}: there is no key '{key}'{nearest(key, ('of', 'fact'))}", node.keys[key], UNKNOWN_NAME)
    if "of" not in node.items:
        raise fail(f"{path}: expected the key 'of' with a clause", node.place)
    of = text_of(node.items["of"], "a clause")
    fact = text_of(node.items["fact"], "the number of a fact") if "fact" in node.items else of
    return Silence(name, of, fact, node.items["of"].place)


def read_shown(name: str, node: Node, names: Mapping[str, Mapping[str, str]]) -> Shown:
    """Reads a named part of a position; `names` are the words of the game by category. Raises InputError."""
    path, text = f"positions.{name}", text_of(node, " or ".join(FORMS))
    form, parts = next(
        ((form, match.groupdict()) for form, each in _FORMS if (match := each.fullmatch(text))), ("", {})
    )
    if not form:
        raise fail(f"{path}: expected {', '.join(FORMS)}, a counter or a role, got '{text}'", node.place)

    def resolve(word: str, *kinds: str) -> str:
        there = {each: what for kind in kinds for each, what in names[kind].items()}
        if word not in there:
            raise fail(
                f"{path}: there is no {CALLED[kinds[0]]} '{word}'{nearest(word, there)}", node.place, UNKNOWN_NAME
            )
        return there[word]

    if form == ROUNDS:
        return Shown(name, form, "")
    noun = resolve(parts["noun"], "noun") if parts.get("noun") else ""
    what, rule, option = parts["zone"], parts.get("rule") or "", parts.get("option") or ""
    if form == ZONE and what in names["counter"]:
        form = COUNTER
    elif form == ZONE and what in names["role"]:
        form = ROLE
    else:
        resolve(what, "zone", "family", "own")
    if rule:
        resolve(rule, "rule")
    return Shown(name, form, what, noun, rule, option)
