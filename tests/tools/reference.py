"""Writes the tables of docs/reference: every key, command, finding, measure and policy, from the code itself.

A page is written by hand but for what stands between `<!-- made: keys of Deck -->` and `<!-- end -->`.

python -m tests.tools.reference
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
import types
import typing
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticUndefined

from cardgen.commands.parser import parser
from cardgen.definitions import (
    behaviour,
    component_file,
    field_keys,
    fields,
    font_choice,
    game_file,
    holes,
    house_file,
    layering,
    layout_fields,
    layout_file,
    repeats,
    sheet_file,
    templates,
)
from cardgen.definitions.decks import NOT_ON_CARDS
from cardgen.definitions.declared import MAX_NUMBER
from cardgen.definitions.engines import card_fields_of, engines, rules_of
from cardgen.definitions.nodes import mapping
from cardgen.definitions.rules import explain
from cardgen.definitions.yaml_source import read_yaml
from cardgen.foundations.findings import DYNAMIC, HOUSE, PRESS, STATIC
from cardgen.foundations.hooks import Hooks, hook_names, is_required, parameters
from cardgen.foundations.units import CARDS, PAPERS, POINT
from cardgen.graphics.outline import Shape
from cardgen.play.clauses import record
from cardgen.play.contract import PARTS
from cardgen.play.engines import load_engine
from cardgen.play.seating import ABOUT as POLICIES
from cardgen.rules import code, layout, parse
from cardgen.rules.declare import MAX_ZONES, RESERVED, ZONE_KINDS
from cardgen.rules.flow import CONTROL
from cardgen.rules.grammar import CALLED, RULES
from cardgen.rules.parse import elements
from cardgen.rules.schema import rules_schema
from cardgen.rules.sentences import MAX_CLAUSES
from cardgen.rules.tree import Chain, Form
from cardgen.store.library import BUILTIN
from cardgen.validation.sampling.measures import ABOUT as MEASURES

FOLDER = BUILTIN / "docs" / "reference"
MADE = re.compile(r"(<!-- made: (.+?) -->\n).*?(<!-- end -->)", re.S)

TEXT = "text with {...}"

# What a value may be, by the validator of its type: the words of a table, and where the page of values tells more.
KINDS = {
    fields.Whole: ("whole number", ""),
    fields.Count: ("whole number", ""),
    fields.Number: ("number", ""),
    fields.Flag: ("yes or no", ""),
    fields.Words: ("text", ""),
    fields.Translated: ("text", ""),
    fields.Version: ("short text", ""),
    fields.WordsList: ("text, or a list of texts", ""),
    fields.Name: ("name", "names"),
    fields.CardName: ("name", "names"),
    fields.Language: ("language", "languages"),
    fields.Millimetres: ("length, mm", "lengths"),
    fields.EdgeOffset: ("length, mm", "lengths"),
    fields.Ems: ("number, in ems", ""),
    fields.Points: ("size of text, pt", "lengths"),
    fields.Size: ("size", "sizes"),
    fields.Outlined: ("shape", "shapes"),
    fields.Colour: ("colour", "colours"),
    fields.Age: ("age", ""),
    fields.Duration: ("minutes", ""),
    fields.Players: ("players", ""),
    font_choice.Fonts: ("fonts", "fonts"),
    templates.Template: (TEXT, "texts"),
    templates.Condition: ("condition", "conditions"),
    house_file.Dots: ("pixels", ""),
    layering.Opacity: ("number, 0 to 1, or a percentage", ""),
    layering.Mask: ("[mask](../howto/layers.md#what-a-mask-leaves)", ""),
    layering.Focus: ("two numbers, or words", ""),
    component_file.Copies: ("whole number, or `players`", ""),
    component_file.Names: ("name, or a list of names", "names"),
    sheet_file.Gaps: ("[length, mm](values.md#lengths), or two", ""),
    sheet_file.Scales: ("number, or two", ""),
}
BY_VALIDATOR = {kind.__metadata__[0]: told for kind, told in KINDS.items()}


# ---- keys


def hints(model: type[BaseModel]) -> dict[str, Any]:
    return {key: typing.get_type_hints(model, include_extras=True)[key] for key in model.model_fields}


def spoken(model: type[BaseModel], key: str) -> str:
    """A key as files write it."""
    return model.model_fields[key].alias or key


def kind_of(hint: Any) -> str:
    """What a value may be, in words, with links to where more is told."""
    origin, arms = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        for meta in hint.__metadata__:
            if _hashable(meta) and meta in BY_VALIDATOR:
                words, anchor = BY_VALIDATOR[meta]
                return f"[{words}](values.md#{anchor})" if anchor else words
        return kind_of(arms[0])
    if origin in (typing.Union, types.UnionType):
        told = [kind_of(arm) for arm in arms if arm is not type(None)]
        return " or ".join(dict.fromkeys(told)) if len(told) < 4 else "keys with values"
    if origin is typing.Literal:
        return " or ".join(f"`{value}`" for value in arms)
    if origin is dict:
        return "keys with values"
    if origin is tuple:
        return f"list of {_plural(kind_of(arms[0]))}"
    return "keys with values"


def _hashable(meta: Any) -> bool:
    try:
        hash(meta)
    except TypeError:
        return False
    return True


def _plural(words: str) -> str:
    return re.sub(r"\[(\w+)\]", r"[\1s]", words)


def bounds(model: type[BaseModel], key: str) -> str:
    """From where to where a number may go; nothing where sizes of text say it by themselves."""
    found = {}
    for meta in _metas(hints(model)[key]):
        found |= {
            name: getattr(meta, name) for name in ("ge", "gt", "le", "lt") if getattr(meta, name, None) is not None
        }
    low = found.get("ge", found.get("gt"))
    high = found.get("le", found.get("lt"))
    if low is None:
        return ""
    if high is None:
        return "more than 0" if "gt" in found else f"from {low:g}"
    return f"{'over ' if 'gt' in found else ''}{low:g} to {high:g}"


def _metas(hint: Any) -> Iterable[Any]:
    for meta in getattr(hint, "__metadata__", ()):
        yield meta
        yield from getattr(meta, "metadata", ())
    for arm in typing.get_args(hint):
        yield from _metas(arm) if typing.get_origin(hint) is not typing.Literal else ()


def default_of(model: type[BaseModel], key: str) -> str:
    """What holds where a key is not said, as a file would write it."""
    info = model.model_fields[key]
    value = info.default
    if info.is_required():
        return "*needed*"
    if value is None or value is PydanticUndefined or value in ((), {}):
        return ""
    if fields.Points.__metadata__[0] in list(_metas(hints(model)[key])):
        return f"`{value / POINT:g}`"
    if isinstance(value, Shape):
        return f"`{value.kind}`"
    if isinstance(value, tuple) and fields.Size.__metadata__[0] in list(_metas(hints(model)[key])):
        width, height = value
        name = next((name for name, size in (CARDS | PAPERS).items() if size == value), None)
        return f"`{name or f'{width:g} x {height:g} mm'}`"
    return f"`{written(value)}`"


PLAIN = re.compile(r"[^\W_](?:[\w .+%/°-]*[\w%+°])?|-[a-z]+")


def written(value: Any, inside: bool = False) -> str:
    """A value as it may stand in YAML; `inside` braces or brackets."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return f"{value:g}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {written(each, True)}" for key, each in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(written(each, True) for each in value) + "]"
    plain = PLAIN.fullmatch(value) if inside else re.fullmatch(r"[^\W_](?!.*(: | #|:$)).*|-[a-z]+", value)
    return value if plain else json.dumps(value, ensure_ascii=False)


def examples_of(model: type[BaseModel], key: str) -> list[str]:
    """Lines of a file with that key: `colour: ink`."""
    info = model.model_fields[key]
    if _is_tag(info.annotation):
        return [f"{key}: {typing.get_args(info.annotation)[0]}"]  # the tag of a union
    return [f"{spoken(model, key)}: {written(value)}" for value in info.examples or ()]


def keys_of(model: type[BaseModel], but: Iterable[str] = ()) -> list[str]:
    """The keys that a table tells: not the tag of a union, which its heading says."""
    own = vars(model).get("__annotations__", {})
    return [
        key
        for key in sorted(model.model_fields, key=lambda key: key not in own)  # what it shares with others comes last
        if key not in set(but) and not _is_tag(model.model_fields[key].annotation)
    ]


def _is_tag(annotation: Any) -> bool:
    return typing.get_origin(annotation) is typing.Literal and len(typing.get_args(annotation)) == 1


def row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def head(*cells: str) -> str:
    return row(*cells) + "|---" * len(cells) + "|\n"


# ---- tables

LAYOUT_FIELDS = typing.get_args(typing.get_args(layout_fields.LayoutField)[0])
COMPONENTS = typing.get_args(typing.get_args(component_file.AnyComponent)[0])
SHARED = {field_keys.Placed: LAYOUT_FIELDS, component_file.Made: COMPONENTS}  # told once, and not with each of these
MODELS = {
    model.__name__: model
    for model in (
        game_file.GameFile, game_file.Look, game_file.PrintLayer, game_file.Deck, holes.Hole, game_file.Kind,
        game_file.Card,
        game_file.Spreadsheet,
        game_file.VariantFile, game_file.VariantTexts, layout_file.LayoutFile, layout_file.Style, *SHARED,
        sheet_file.SheetFile, sheet_file.CutterFile, sheet_file.PrinterFile,
        house_file.HouseFile, house_file.HouseSize, house_file.HouseBox, house_file.Printing,
        *LAYOUT_FIELDS, repeats.Repeat, *COMPONENTS,
    )
}  # fmt: skip
EXPECT = "[measures](play.md#measures) by [policies](play.md#policies)"
QUIET = "[findings](findings.md) with reasons"
HOLDS = {  # what keys hold that are keys with values again
    "GameFile.look": "[look](#look)",
    "GameFile.fetch": "files with addresses",
    "GameFile.icons": "names with names of icons",
    "GameFile.rules": "[rules](#rules-of-the-engines) with values",
    "GameFile.quiet": QUIET,
    "GameFile.decks": "names with [decks](#a-deck)",
    "GameFile.components": "names with [components](components.md)",
    "GameFile.expect": EXPECT,
    "Look.fonts": "uses with [fonts](values.md#fonts)",
    "Look.colours": "names with [colours](values.md#colours)",
    "Look.layers": "names with [print layers](#a-print-layer)",
    "Deck.holes": "names with [holes](#a-hole)",
    "CardComponent.holes": "names with [holes](game.md#a-hole)",
    "TokenComponent.holes": "names with [holes](game.md#a-hole)",
    "Deck.kinds": "names with [kinds](#a-kind)",
    "Kind.cards": "ids with [cards](#a-card), or a [spreadsheet](#cards-from-a-spreadsheet)",
    "Kind.each": "ids with [cards](#a-card)",
    "Spreadsheet.columns": "headings with names",
    "MatComponent.lays": "zones with `ring`, or with `grid` and how many columns",
    "VariantFile.cards": "ids with [cards](game.md#a-card)",
    "VariantFile.components": "names with [components](components.md)",
    "VariantFile.look": "[look](game.md#look)",
    "VariantFile.rules": "[rules](game.md#rules-of-the-engines) with values",
    "VariantFile.clauses": "paths with sentences, or with named steps",
    "VariantFile.quiet": QUIET,
    "Deck.quiet": QUIET,
    "Kind.quiet": QUIET,
    "Card.quiet": QUIET,
    "Made.quiet": QUIET,
    "VariantFile.totals": "names of decks with whole numbers",
    "VariantFile.texts": "languages with [texts](#texts)",
    "VariantFile.expect": EXPECT,
    "HouseFile.sizes": "names with [sizes](#a-size)",
    "HouseFile.boxes": "names with [boxes](#a-box)",
    "HouseFile.printing": "[printing](#printing)",
    **{f"{field.__name__}.quiet": QUIET for field in LAYOUT_FIELDS if field is not layout_fields.Qr},
    "LayoutFile.styles": "names with [styles](#styles)",
    "LayoutFile.fields": "names with [fields](#every-field)",
    "LayoutFile.takes": "names with [texts](values.md#texts)",
    "Placed.repeat": "[repeat](#repeat)",
    "FieldGroup.fields": "names with [fields](#every-field)",
    "Stack.fields": "names with [fields](#every-field)",
    "Part.given": "names with [texts](values.md#texts)",
    "Repeat.about": "two [lengths, mm](values.md#lengths)",
}

PAINTED = {key: "[colour](values.md#colours)" for key in ("colour", "mark_colour", "outline", "shade", "stroke")}
PAINTED |= {key: "[colour or gradient](values.md#colours)" for key in ("disc", "fill", "ground")}


def keys(name: str) -> str:
    """The keys of a model."""
    model = MODELS[name]
    told_once = {key for base, models in SHARED.items() if model in models for key in base.model_fields}
    shared = told_once if any(issubclass(model, base) for base in SHARED) else ()
    lines = []
    for key in keys_of(model, shared if model not in SHARED else ()):
        info = model.model_fields[key]
        what = HOLDS.get(f"{name}.{key}") or kind_of(hints(model)[key])
        what = PAINTED.get(key, what) if TEXT in what else what
        what += f", {limits}" if (limits := bounds(model, key)) else ""
        shown = "<br>".join(f"`{line}`" for line in examples_of(model, key))
        lines.append(row(f"`{spoken(model, key)}`", info.description or "", what, default_of(model, key), shown))
    return head("key", "meaning", "value", "default", "example") + "".join(lines)


def rules(engine: str) -> str:
    """The rule parameters of an engine, with the numbers of the facts that they come from."""
    lines = []
    for info in explain(rules_of(engine)):
        values = " or ".join(f"`{fields.word(option)}`" for option in info.options)
        values = values or f"{info.numbers.start} to {info.numbers.stop - 1}"
        lines.append(row(f"`{info.name}`", values, f"`{fields.word(info.default)}`", info.fact))
    return head("rule", "values", "default", "fact") + "".join(lines)


def card_fields(engine: str) -> str:
    """The fields that an engine reads of cards, each as the first card of its game has it, and what is in them."""
    models = card_fields_of(engine)
    if not models:
        return "This engine reads no fields of its cards.\n"
    game = next(path for path in sorted(BUILTIN.glob("decks/*/game.yaml")) if engine_of(path) == engine)
    decks = mapping(read_yaml(game)).below("decks").data
    lines, inside = [], {}
    for name, model in models.items():
        schema = model.model_json_schema()
        inside |= schema.pop("$defs", {})
        example = f"`{name}: {written(next(each for each in values_of(name, decks) if fits(model, each)))}`"
        lines.append(row(f"`{name}`", schema["description"], shape(schema), example))
    tables = [head("field", "meaning", "value", "example") + "".join(lines)]
    for name, schema in inside.items():
        needed = schema.get("required", ())
        lines = [
            row(f"`{key}`", described(each, inside), shape(each), "*needed*" if key in needed else "")
            for key, each in schema["properties"].items()
        ]
        tables.append(f"**{name}.** {schema['description']}\n\n{head('key', 'meaning', 'value', '')}{''.join(lines)}")
    return "\n".join(tables)


def engine_of(game: Path) -> Any:
    return mapping(read_yaml(game)).data.get("engine")


def values_of(name: str, data: Any) -> Iterable[Any]:
    """The values of a key, wherever it stands; those of each set where it has one for each."""
    if isinstance(data, Mapping):
        if name in data:
            yield data[name]
            yield from data[name].values() if isinstance(data[name], Mapping) else ()
        for each in data.values():
            yield from values_of(name, each)


def fits(model: type[BaseModel], value: Any) -> bool:
    try:
        return bool(model.model_validate(value))
    except ValidationError:
        return False


def described(schema: Mapping[str, Any], inside: Mapping[str, Any]) -> str:
    """What a key says: its own words, else those of what it holds."""
    refs = [inside[arm["$ref"].rpartition("/")[2]] for arm in arms_of(schema) if "$ref" in arm]
    return schema.get("description") or refs[0]["description"]


def arms_of(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [arm for arm in schema.get("anyOf", [schema]) if arm.get("type") != "null"]


def shape(schema: Mapping[str, Any]) -> str:
    """What a JSON Schema takes, in words."""
    return " or ".join(dict.fromkeys(map(_arm, arms_of(schema))))


def _arm(schema: Mapping[str, Any]) -> str:
    if "anyOf" in schema:
        return shape(schema)
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    if words := schema.get("enum") or ([schema["const"]] if "const" in schema else []):
        return " or ".join(f"`{each}`" for each in words)
    kind = schema.get("type")
    if kind == "array":
        return "list of " + re.sub("^(text|name)$", r"\1s", shape(schema["items"]))
    if kind == "boolean":
        return "yes or no"
    if isinstance(kind, list):
        return "text" if kind == ["string", "object"] else "number or text"
    if kind == "integer":
        low, high = schema.get("minimum"), schema.get("maximum")
        return f"whole number, {low} to {high}" if high else "whole number"
    return "name" if schema.get("pattern", "").startswith("^[a-z]") else "text"


def reserved() -> str:
    """The keys that no card may have."""
    told = NOT_ON_CARDS | {"set": "cardgen takes it from `sets:`", "side": "cardgen takes it from `sides:`"}
    return head("key", "why") + "".join(row(f"`{key}`", why) for key, why in told.items())


def sizes() -> str:
    lines = (row(f"`{name}`", f"{width:g} x {height:g} mm") for name, (width, height) in (CARDS | PAPERS).items())
    return head("name", "is") + "".join(lines)


def weights() -> str:
    lines = (row(f"`{name}`", str(weight)) for name, weight in font_choice.WEIGHTS.items())
    return head("weight", "is") + "".join(lines)


def drawings(folder: str) -> str:
    """The names of the SVG files that come with cardgen in a folder of its templates."""
    names = sorted(path.stem for path in (BUILTIN / "templates" / folder).glob("*.svg"))
    return ", ".join(f"`{name}`" for name in names) + "\n"


def own_policies(engine: str) -> dict[str, str]:
    """The policies that an engine alone has, with what they do."""
    found = load_engine(engine)
    names = [name for name in found.policies.POLICIES if name not in POLICIES]
    return {name: found.policies.ABOUT[name] for name in names}


def policies_of_all() -> str:
    lines = [row(f"`{name}`", told) for name, told in POLICIES.items()]
    for engine in sorted(engines()):
        lines += [row(f"`{name}`", f"{engine}: {told}") for name, told in own_policies(engine).items()]
    return head("policy", "what it does") + "".join(lines)


def measures() -> str:
    lines = (row(f"`{name}`", told) for name, told in MEASURES.items())
    return head("measure", "of a game, or the share of games (%)") + "".join(lines)


def findings(where: str) -> str:
    """The findings in `files`, in `play`, in `orders` of print houses, or in `kits` for the press."""
    found = {"files": STATIC, "play": DYNAMIC, "orders": HOUSE, "kits": PRESS}[where]
    lines = (row(f"`{code}`", severity, meaning) for code, (severity, meaning) in found.items())
    return head("finding", "severity", "meaning") + "".join(lines)


def subcommands() -> dict[str, argparse.ArgumentParser]:
    (action,) = [action for action in parser()._actions if action.dest == "command"]
    assert isinstance(action.choices, dict)
    return action.choices


def command(name: str) -> str:
    """What a command does, and its options."""
    found = subcommands()[name]
    lines = [_option(action) for action in found._actions if action.dest != "help"]
    return f"{found.description}\n\n" + head("option", "meaning") + "".join(lines)


def _option(action: argparse.Action) -> str:
    shown = action.metavar or "/".join(map(str, action.choices or ()))
    value = shown if isinstance(shown, str) else " ".join(shown)
    many = ".." if action.nargs == "*" or isinstance(action, argparse._AppendAction) else ""
    usage = " ".join([*action.option_strings, *([value] if action.nargs != 0 else [])]) + many
    told = (action.help or "") + (" (needed)" if action.required and action.option_strings else "")
    return row(f"`{usage}`", told)


# ---- rules files

SENTENCES = {  # how tables of forms are called, and the rules of the grammar that each tells
    "STEP": ("step", "do"),
    "MOVED": ("moved", "cards"),
    "AMOUNT": ("amount",),
    "ZONE": ("zone",),
    "PLAYER": ("player",),
    "CARD": ("card",),
    "COUNTER": ("counter",),
    "VALUE": ("value", "unary", "primary", "list"),
    "CARDS": ("group", "some"),
    "CONDITION": ("test",),
    "HAVING": ("having",),
    "TEST": ("tight",),
    "PICK": ("pick",),
    "REPEAT": ("repeat",),
    "TURNS": ("players",),
    "TIE": ("tie",),
}
OF_TABLE = {rule: name for name, told in SENTENCES.items() for rule in told}
OF_TABLE |= {"sum": "VALUE", "product": "VALUE", "condition": "CONDITION", "both": "CONDITION", "list": "VALUE, .."}
OF_TABLE |= {"cards": "‹kind of card›"}
STRUCTURE = {  # what words of structure say
    "if": "does the steps only if the condition is true",
    "unless": "does the steps only if the condition is false",
    "else": "beside `if` or `unless`: does these steps otherwise",
    "repeat": "repeats the steps, [as often as this says](#how-often)",
    "players": (
        "lets one player after the other do the steps, [in this order](#whose-turn-it-is); that "
        "player is `you`. Each player has one turn, or, with `until`, as many turns as it takes"
    ),
    "until": "beside `players`: the turns go on until this is true; cardgen checks it before each turn",
    "skip": "beside `players`: skips the players for whom this is true",
    "for each": (
        "does the steps for each `player`, who is then `you`; or for each value of a field (`the colour`), card or zone"
    ),
    "by": "gives the steps for each option of a rule",
    "choose": "lets the player take an action of that section, or one of the actions written there",
    "otherwise": "beside `choose`: does these steps if no action is legal",
    "when": "in an action: a condition; players can take the action, with what they pick, only if it is true",
    "pick": (
        "in an action: [what the player picks](#what-players-pick), under names, within "
        "[these limits](limits.md#limits)"
    ),
    "must": "in an action: obligations, in order; a player must meet each one if it is possible",
}


def sentences(name: str) -> str:
    """The forms of sentences that a table tells."""
    forms = [form for rule in SENTENCES[name] for form in _forms(rule) if form.example]
    lines = (row(f"`{spelt(form)}`", form.meaning, f"`{form.example}`") for form in forms)
    return head("sentence", "meaning", "example") + "".join(lines)


def _forms(rule: str) -> tuple[Form, ...]:
    told = RULES[rule]
    assert not isinstance(told, Chain)
    return told


def spelt(form: Form) -> str:
    """A form as people read it: `shuffle MOVED [from ZONE] into ZONE`."""
    return re.sub(r" ([,)])|(\() ", r"\1\2", " ".join(map(_spelt, elements(form.said))))


def _spelt(element: Any) -> str:
    if element.kind == "rule":
        return OF_TABLE[element.words[0]]
    if element.kind == "optional":
        return f"[{' '.join(map(_spelt, element.inner))}]"
    if element.kind == "words":
        return "/".join(element.words)
    return f"‹{CALLED[element.words[0]] if element.kind == 'name' else element.kind}›".replace("any", "word")


def whole_game() -> str:
    """The rules file that the page of rules shows."""
    return re.findall(r"```yaml\n(.*?)```", (FOLDER / "rules.md").read_text("utf-8"), re.S)[0]


def _line_with(key: str) -> str:
    """The first line of that game with a key."""
    found = re.search(rf"^(?: *|.*[{{,] ?){key}:.*$", whole_game(), re.M)
    return " ".join(found[0].split()) if found else ""


def sections() -> str:
    """The sections of a rules file that have names of their own."""
    lines = []
    for name, schema in rules_schema()["properties"].items():
        first = re.search(rf"^{name}:(?: (.+)|\n  (.+))$", whole_game(), re.M)
        if first:
            shown = first[1] or f"{{{' '.join(first[2].split())}}}"
        else:
            shown = written(schema["examples"][0]) if "examples" in schema else WINS
        lines.append(row(f"`{name}`", schema["description"], f"`{name}: {shown}`"))
    return head("section", "meaning", "example") + "".join(lines)


WINS = "{fed: no card in stock}"


def structure() -> str:
    lines = (row(f"`{word}`", STRUCTURE[word], f"`{_line_with(word)}`") for word in CONTROL)
    return head("word", "meaning", "example") + "".join(lines)


def zone_kinds() -> str:
    seen = {"all": "everybody", "owner": "its owner", "nobody": "nobody"}
    lines = (
        row(f"`{name}`", "each player" if each else "the table", "yes" if ordered else "", seen[who])
        for name, (each, ordered, who) in ZONE_KINDS.items()
    )
    return head("kind", "of", "with an order", "seen by") + "".join(lines)


def words(some: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in sorted(some)) + "\n"


def limits() -> str:
    told = {
        "players": layout.MAX_PLAYERS,
        "different cards": layout.MAX_CARDS - 1,
        "fields of cards that clauses read": layout.MAX_FIELDS,
        "groups of cards: kinds, and groups that sentences describe by what is printed on cards": layout.MAX_CLASSES,
        "zones, including those of each player": layout.MAX_INSTANCES - 1,
        "zones of a family": MAX_ZONES,
        "things that zones remember: the number of each different card (twice if other players cannot see the zone), "
        "and each card of an ordered zone": layout.MAX_MEMORY,
        "numbers that a game remembers: all counters, roles, rules, picks, and numbers in sentences":
            record.MAX_REGISTERS,
        "actions and notes": layout.MAX_NOTED,
        "options of one choice; cardgen offers no more": record.MAX_OPTIONS,
        "cards in one pick": code.MAX_PICKED,
        "different ties and draws that the rules leave open": layout.MAX_CASES,
        "clauses in a file": MAX_CLAUSES,
        "characters in a sentence": parse.MAX_SIGNS,
        "words in a sentence": parse.MAX_WORDS,
        "instructions that cardgen compiles from the clauses": record.MAX_ROWS,
        "rounds of a loop without a decision; then cardgen reports that play goes round in circles":
            code.MAX_IDLE,
        "the largest number on a card or in a sentence": MAX_NUMBER,
        "the largest number that play may reach": code.MAX_VALUE,
    }  # fmt: skip
    return head("what", "at most") + "".join(row(what, f"{most:,}") for what, most in told.items())


# ---- engines


def hooks(part: str) -> str:
    """What a module of an engine is asked for, as the contract declares it."""
    contract = PARTS[part]
    return head("name", "what it is", "without it") + "".join(_hook(contract, name) for name in hook_names(contract))


def _hook(contract: type[Hooks], name: str) -> str:
    asked = parameters(contract, name)
    called = f"`{name}`" if asked is None else f"`{name}({', '.join(asked)})`"
    meaning, _, default = explanation(contract, name).partition(" Default: ")
    if is_required(contract, name):
        return row(f"**{called}**", meaning, "")
    if not default:
        default = f"`{vars(contract)[name]!r}`"
    return row(called, meaning, default.removesuffix("."))


def explanation(contract: type[Hooks], name: str) -> str:
    """A function's docstring; the remark behind a constant."""
    declared = vars(contract).get(name)
    if inspect.isfunction(declared) or isinstance(declared, property):
        return " ".join((declared.__doc__ or "").split())
    found = re.search(rf"^    {name}: .*?  # (.*)$", inspect.getsource(contract), re.M)
    return f"{found[1][:1].upper()}{found[1][1:]}." if found else ""


def behaviours() -> str:
    """What models of card fields may offer."""
    lines = [
        row(
            "`icons`",
            "A card field that names all icons of its strips, so that a check reports none of them as unused.",
        )
    ]
    for protocol in (behaviour.HasPhrases, behaviour.HasStrip, behaviour.Gridded, behaviour.Checked, behaviour.Bound):
        (name,) = (name for name in vars(protocol) if not name.startswith("_"))
        given = ", ".join(list(inspect.signature(vars(protocol)[name]).parameters)[1:])
        lines.append(row(f"`{name}({given})`", " ".join((protocol.__doc__ or "").split())))
    return head("name", "makes it") + "".join(lines)


MAKERS = {
    "hooks of ": hooks,
    "behaviour of card fields": lambda _: behaviours(),
    "words of rules": lambda _: words(filter(str.isidentifier, RESERVED)),
    "words of structure": lambda _: words(CONTROL),
    "limits of rules": lambda _: limits(),
    "sentences ": sentences,
    "sections of rules": lambda _: sections(),
    "structure of rules": lambda _: structure(),
    "kinds of zones": lambda _: zone_kinds(),
    "keys of ": keys,
    "rules of ": rules,
    "card fields of ": card_fields,
    "keys that no card has": lambda _: reserved(),
    "command ": command,
    "findings in ": findings,
    "policies": lambda _: policies_of_all(),
    "measures": lambda _: measures(),
    "sizes": lambda _: sizes(),
    "weights": lambda _: weights(),
    "drawings in ": drawings,
}


def made(what: str) -> str:
    """The table that a mark asks for."""
    start = next(start for start in MAKERS if what.startswith(start))
    return MAKERS[start](what.removeprefix(start))


def renewed(page: str) -> str:
    """A page with its tables made anew."""
    return MADE.sub(lambda match: f"{match[1]}\n{made(match[2])}\n{match[3]}", page)


def main() -> None:
    for path in sorted(FOLDER.glob("*.md")):
        path.write_text(renewed(path.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
