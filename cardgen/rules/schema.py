"""The JSON Schema of `rules.yaml`: its structure, with examples of sentences from the grammar."""

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
ALONE = "Write it here if no game.yaml lies beside the file."
CALLED = {  # sections of single sentences, by rule
    "step": "What happens: one sentence.",
    "condition": "A condition that must be true.",
    "value": "A number, or how cardgen works it out.",
    "player": "The player who has the role at the start.",
    "pick": "What the player chooses with the action.",
    "repeat": "How often the steps are repeated.",
    "players": "Whose turn it is, in order.",
    "tie": "What breaks a tie between players with equal scores.",
}


def rules_schema() -> Schema:
    """Returns the schema with which editors complete and check a rules file."""
    said = {rule: _sentence(rule, description) for rule, description in CALLED.items()}
    parts = said | {"steps": _steps(), "action": _action(), "actions": _by_name("action"), "section": _section()}
    parts["flow"] = {"anyOf": [_ref("step"), _ref("steps")]}
    for rule in ("value", "condition", "tie"):
        by = _object({"by": _text("The rule whose options are the keys that follow.", "last_tie")}, _ref(rule), ["by"])
        parts[f"{rule}s"] = {"anyOf": [_ref(rule), by]}
    return {"$schema": DRAFT, "title": "Rules", **_object(_sections(), _ref("section"), ["game"]), "$defs": parts}


def _sections() -> Schema:
    value: Schema = {"type": ["string", "number"]}
    values = {"anyOf": [value, {"type": "array", "items": value}]}
    number: Schema = {
        "type": ["integer", "string"],
        "description": "A number with its bounds, such as `2, from 1 to 4`; or options, such as `shared | nobody`.",
    }
    long = _object(
        {"is": number, "fact": _text("The number of the fact or ruling that it comes from.", "K13")}, False, ["is"]
    )
    silence = _object(
        {"of": _text("The path of the clause: a note, a choice, a draw, or a tie-break.", "turn.draw"),
         "fact": _text("The number of the fact or ruling that settles it.", "KA5")}, False, ["of"],
    )  # fmt: skip
    listed = {
        "words": ("Kinds of cards, each with its plural.", _text("The plural of the kind.", "berries")),
        "cards": (f"Cards by kind, with their fields. {ALONE}", _object({}, values)),
        "rules": ("The rule parameters that you can set. Each is a number with its bounds, or a list of options, the "
                  "first of which is the default.",
                  {"anyOf": [number, long], "examples": ["2, from 1 to 4", "shared | nobody"]}),
        "zones": ("Zones: the places where cards lie.", _zone()),
        "roles": ("Roles: each one remembers a player.", _ref("player")),
        "counters": ("Counters: numbers that change in play.", _counter()),
        "numbers": ("Values with names. cardgen works them out for `you`.", _ref("values")),
        "effects": ("What cards do, by card or by kind.", _ref("flow")),
        "score": ("The parts of a player's score. cardgen adds them up.", _ref("values")),
        "wins": ("All players win if all of these conditions are true. Otherwise nobody wins.", _ref("conditions")),
        "ties": ("Tie-breaks, in the order in which they apply.", _ref("ties")),
        "tallies": ("Values that reports add up over all players at the end of a game.", _ref("values")),
        "silences": ("Cases that the printed rules leave open, under the names that reports use.", silence),
        "positions": ("The parts of positions in files, under the names that they have there. Without this section, a "
                      "position has all zones, counters and roles under their own names.",
                      _text("A zone, some of its cards, a counter or a role.", *SHOWN)),
    }  # fmt: skip
    sections = {
        name: _object({}, inner) | {"description": description} for name, (description, inner) in listed.items()
    }
    of_game = schemas()["game.json"]["properties"]
    return sections | {
        **{name: of_game[name] | {"description": f"{of_game[name]['description']} {ALONE}"} for name in AS_GAME},
        "title": _text(f"The game's title. The file's name is the default. {ALONE}", "Lantern Walk"),
        "players": {
            "type": ["integer", "string"],
            "pattern": r"^\s*\d{1,2}\s*((-|–|to\b)\s*\d{1,2}\s*)?$",
            "examples": [4, "3-6"],
            "description": f"How many players the game is for. The default is 2-6. {ALONE}",
        },
        "lowest": {"const": "score wins", "description": "The lowest score wins."},
        "rounds": _text("The clause that reports count to know how many rounds a game has.", "course.lay"),
        "game": _ref("flow") | {"description": "The steps with which play starts."},
    }


def _zone() -> Schema:
    word: Schema = {"type": ["string", "integer"]}
    kinds = {"enum": [*ZONE_KINDS], "description": "The kind of the zone."}
    keys = {
        "each": {
            "anyOf": [word, {"type": "array", "items": word, "minItems": 1, "maxItems": 2}],
            "description": (
                "How many of the zone there are: one for each player, one for each value of a field, or a number."
            ),
            "examples": ["player", "suit", 4, ["player", "suit"]],
        },
        "order": {"enum": ["yes", "no", True, False], "description": "Whether its cards have an order."},
        "seen by": _by_rule({"enum": [*SEEN]}) | {"description": "Who can see its cards."},
        "holds": _by_rule({"type": "string"}) | {"description": "The only kind of card that the zone can hold."},
    }
    return {"anyOf": [kinds, _object(keys, False)]}


def _by_rule(value: Schema) -> Schema:
    """A value, or one for each option of a rule."""
    return {
        "anyOf": [
            value,
            _object({"by": _text("The rule whose options are the keys that follow.", "hands")}, value, ["by"]),
        ]
    }


def _counter() -> Schema:
    keys = {
        "each": {"const": "player", "description": "Every player has a counter of their own."},
        "start": {"type": "integer", "minimum": 0, "description": "The number at the start."},
        "seen by": {"enum": [*SEEN], "description": "Who can see the number."},
    }
    each = {"type": "string", "pattern": r"^(each )?-?\d+$", "examples": ["each 11"]}
    return {"anyOf": [{"type": "integer"}, each, _object(keys, False)]}


def _control() -> Schema:
    """The keys of control flow: whether, how often and by whom steps run."""
    return {
        "if": _ref("condition"),
        "unless": _ref("condition"),
        "else": _ref("flow"),
        "repeat": _ref("repeat"),
        "players": _ref("players"),
        "until": _ref("condition"),
        "skip": _ref("condition"),
        "for each": _text(
            "Each player, who is then `you`; or each value of a field, kind of card, or zone.", "player", "suit"
        ),
        "by": _text("The rule whose options decide which steps follow.", "last_tie"),
        "choose": {"anyOf": [_text("A section of actions.", "turn"), _ref("actions")]},
        "otherwise": _ref("flow"),
    }


_TOGETHER: Schema = {
    "dependentRequired": {"until": ["players"], "skip": ["players"], "otherwise": ["choose"]},
    "dependentSchemas": {"else": {"anyOf": [{"required": [key]} for key in ("if", "unless")]}},
    "not": {"required": ["if", "unless"]},
}


def _steps() -> Schema:
    return _object(_control(), _ref("flow")) | _TOGETHER | {"description": "Steps, in order."}


def _chosen() -> Schema:
    return {
        "when": _ref("condition"),
        "pick": _by_name("pick") | {"description": "What the player chooses for the action, in this order."},
        "must": _by_name("condition")
        | {"description": "Obligations of the player. Each one binds as far as the player can meet it."},
    }


def _action() -> Schema:
    steps = _object(_chosen() | _control(), _ref("flow")) | _TOGETHER
    return {
        "anyOf": [_ref("step"), steps],
        "description": "An action that a player can choose: when, with what, and its steps.",
    }


def _section() -> Schema:
    description = "A phase with its steps, or the actions that a player can choose from."
    either = {
        name: {"anyOf": [inner, _ref("action")]} for name, inner in _control().items()
    }  # these can also be names of actions
    return {
        "anyOf": [_ref("step"), _object(either, {"anyOf": [_ref("flow"), _ref("action")]})],
        "description": description,
    }


def _sentence(rule: str, description: str) -> Schema:
    kinds = ["string", "number"] if rule in ("value", "condition") else "string"
    return {"type": kinds, "description": description, "examples": list(dict.fromkeys(_examples(rule)))}


def _examples(rule: str) -> Iterator[str]:
    """The grammar's examples of a rule's forms, including those of rules that one form wraps."""
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


def _text(description: str, *examples: str) -> Schema:
    return {"type": "string", "description": description, "examples": [*examples]}


def _ref(part: str) -> Schema:
    return {"$ref": f"#/$defs/{part}"}
