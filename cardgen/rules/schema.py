"""The JSON Schema of `rules.yaml`: its structure, with the grammar's examples of what sentences say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardgen.definitions.alone import AS_GAME
from cardgen.definitions.schema import DRAFT, schemas
from cardgen.rules.declare import SEEN, ZONE_KINDS
from cardgen.rules.grammar import RULES
from cardgen.rules.parse import elements
from cardgen.rules.tree import Chain

FILE = "rules.json"
Schema = dict[str, Any]
SHOWN = ("hand", "berries on table", "number of thorns on table", "unseen in hand", "the card in aside", "rounds",
         "eaten if bears is hungry")  # fmt: skip
ALONE = "Said here where no game.yaml stands beside the file."
CALLED = {  # the sentences that stand alone, by their rules
    "step": "What is done: one sentence.",
    "condition": "What must be so.",
    "value": "A number, or how it is worked out.",
    "player": "Who it is at first.",
    "pick": "What is chosen with the action.",
    "repeat": "How often.",
    "players": "Whose turn it is.",
    "tie": "What decides among those with as many points.",
}


def rules_schema() -> Schema:
    """What editors complete and check a rules file with."""
    said = {rule: _sentence(rule, told) for rule, told in CALLED.items()}
    parts = said | {"steps": _steps(), "action": _action(), "actions": _by_name("action"), "section": _section()}
    parts["flow"] = {"anyOf": [_ref("step"), _ref("steps")]}
    for rule in ("value", "condition", "tie"):
        by = _object({"by": _text("The rule whose options follow.", "last_tie")}, _ref(rule), ["by"])
        parts[f"{rule}s"] = {"anyOf": [_ref(rule), by]}
    return {"$schema": DRAFT, "title": "Rules", **_object(_sections(), _ref("section"), ["game"]), "$defs": parts}


def _sections() -> Schema:
    value: Schema = {"type": ["string", "number"]}
    values = {"anyOf": [value, {"type": "array", "items": value}]}
    number: Schema = {"type": ["integer", "string"], "description": "2, from 1 to 4; or shared | nobody."}
    long = _object({"is": number, "fact": _text("The number of its fact or ruling.", "K13")}, False, ["is"])
    silence = _object(
        {"of": _text("The clause: a note, a choice, a draw, what breaks a tie.", "turn.draw"),
         "fact": _text("The number of the fact or ruling that settles it.", "KA5")}, False, ["of"],
    )  # fmt: skip
    listed = {
        "words": ("Kinds of cards, one and several.", _text("Several of them.", "berries")),
        "cards": (f"Cards, by kind, with their fields. {ALONE}", _object({}, values)),
        "rules": ("What may be set: a number with its bounds, or options, the first of which holds unless told "
                  "otherwise.", {"anyOf": [number, long], "examples": ["2, from 1 to 4", "shared | nobody"]}),
        "zones": ("Where cards lie.", _zone()),
        "roles": ("What remembers a player.", _ref("player")),
        "counters": ("Numbers that change in play.", _counter()),
        "numbers": ("Named values, worked out for `you`.", _ref("values")),
        "effects": ("What a card does, by card or kind.", _ref("flow")),
        "score": ("What scores, added up.", _ref("values")),
        "wins": ("Where all of these hold all players win, else nobody.", _ref("conditions")),
        "ties": ("What decides ties, one after the other.", _ref("ties")),
        "tallies": ("What reports add up over all players when a game is over.", _ref("values")),
        "silences": ("Cases that the printed rules leave open, by the names that reports give them.", silence),
        "positions": ("What positions that are written down hold, by their names there; "
                      "without this section all zones, counters and roles by their own.",
                      _text("A zone, cards of it, a counter or a role.", *SHOWN)),
    }  # fmt: skip
    found = {name: _object({}, inner) | {"description": told} for name, (told, inner) in listed.items()}
    of_game = schemas()["game.json"]["properties"]
    return found | {
        **{name: of_game[name] | {"description": f"{of_game[name]['description']} {ALONE}"} for name in AS_GAME},
        "title": _text(f"What the game is called; without it, the file's name. {ALONE}", "Lantern Walk"),
        "players": {
            "type": ["integer", "string"],
            "pattern": r"^\s*\d{1,2}\s*((-|–|to\b)\s*\d{1,2}\s*)?$",
            "examples": [4, "3-6"],
            "description": f"How many play; 2-6 if it does not say. {ALONE}",
        },
        "lowest": {"const": "score wins", "description": "The lowest score wins."},
        "rounds": _text("The clause that reports count as a round.", "course.lay"),
        "game": _ref("flow") | {"description": "Where play starts."},
    }


def _zone() -> Schema:
    word: Schema = {"type": ["string", "integer"]}
    kinds = {"enum": [*ZONE_KINDS], "description": "What kind of zone it is."}
    keys = {
        "each": {
            "anyOf": [word, {"type": "array", "items": word, "minItems": 1, "maxItems": 2}],
            "description": "Every player has one; or there is one for each value of a field, or so many.",
            "examples": ["player", "suit", 4, ["player", "suit"]],
        },
        "order": {"enum": ["yes", "no", True, False], "description": "Whether its cards have an order."},
        "seen by": _by_rule({"enum": [*SEEN]}) | {"description": "Who sees its cards."},
        "holds": _by_rule({"type": "string"}) | {"description": "The kind of cards that it holds at most."},
    }
    return {"anyOf": [kinds, _object(keys, False)]}


def _by_rule(value: Schema) -> Schema:
    """A value, or one for each option of a rule."""
    return {"anyOf": [value, _object({"by": _text("The rule whose options follow.", "hands")}, value, ["by"])]}


def _counter() -> Schema:
    keys = {
        "each": {"const": "player", "description": "Every player has one."},
        "start": {"type": "integer", "minimum": 0, "description": "What it is at first."},
        "seen by": {"enum": [*SEEN], "description": "Who knows it."},
    }
    each = {"type": "string", "pattern": r"^(each )?-?\d+$", "examples": ["each 11"]}
    return {"anyOf": [{"type": "integer"}, each, _object(keys, False)]}


def _control() -> Schema:
    """What says whether, how often and by whom steps are done."""
    return {
        "if": _ref("condition"),
        "unless": _ref("condition"),
        "else": _ref("flow"),
        "repeat": _ref("repeat"),
        "players": _ref("players"),
        "until": _ref("condition"),
        "skip": _ref("condition"),
        "for each": _text(
            "Each player, who is `you`; or each value of a field, kind of card, or zone.", "player", "suit"
        ),
        "by": _text("The rule by whose options it is done.", "last_tie"),
        "choose": {"anyOf": [_text("A section of actions.", "turn"), _ref("actions")]},
        "otherwise": _ref("flow"),
    }


_TOGETHER: Schema = {
    "dependentRequired": {"until": ["players"], "skip": ["players"], "otherwise": ["choose"]},
    "dependentSchemas": {"else": {"anyOf": [{"required": [key]} for key in ("if", "unless")]}},
    "not": {"required": ["if", "unless"]},
}


def _steps() -> Schema:
    return _object(_control(), _ref("flow")) | _TOGETHER | {"description": "Steps in their order."}


def _chosen() -> Schema:
    return {
        "when": _ref("condition"),
        "pick": _by_name("pick") | {"description": "What is chosen for it, in that order."},
        "must": _by_name("condition") | {"description": "Obligations, each of which binds as far as it can be met."},
    }


def _action() -> Schema:
    steps = _object(_chosen() | _control(), _ref("flow")) | _TOGETHER
    return {"anyOf": [_ref("step"), steps], "description": "What may be chosen: when, with what, and its steps."}


def _section() -> Schema:
    told = "A phase with its steps, or actions to choose from."
    either = {
        name: {"anyOf": [inner, _ref("action")]} for name, inner in _control().items()
    }  # an action may be so called
    return {"anyOf": [_ref("step"), _object(either, {"anyOf": [_ref("flow"), _ref("action")]})], "description": told}


def _sentence(rule: str, told: str) -> Schema:
    kinds = ["string", "number"] if rule in ("value", "condition") else "string"
    return {"type": kinds, "description": told, "examples": list(dict.fromkeys(_examples(rule)))}


def _examples(rule: str) -> Iterator[str]:
    """The grammar's examples of a rule's forms, and of the rules that a form alone may be."""
    forms = RULES[rule]
    if isinstance(forms, Chain):
        yield from _examples(forms.of)
        return
    for form in forms:
        if form.example:
            yield form.example
        first, *more = elements(form.said)
        if first.kind == "rule" and not more:
            yield from _examples(first.words[0])


def _by_name(part: str) -> Schema:
    return _object({}, _ref(part))


def _object(properties: Schema, others: Schema | bool, required: list[str] | None = None) -> Schema:
    needed = {"required": required} if required else {}
    return {"type": "object", "properties": properties, "additionalProperties": others, **needed}


def _text(told: str, *examples: str) -> Schema:
    return {"type": "string", "description": told, "examples": [*examples]}


def _ref(part: str) -> Schema:
    return {"$ref": f"#/$defs/{part}"}
