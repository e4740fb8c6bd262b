"""docs/reference is what the code says: every key, value, command, finding, measure and policy, with true examples."""

from __future__ import annotations

import re

import pytest
from pydantic import BaseModel, TypeAdapter

from cardgen.definitions import (
    component_file,
    field_keys,
    fields,
    font_choice,
    game_file,
    house_file,
    layout_fields,
    layout_file,
    sheet_file,
    templates,
)
from cardgen.definitions.engines import engines
from cardgen.definitions.expect import read_expectations
from cardgen.definitions.nodes import Mapping
from cardgen.definitions.templates import condition
from cardgen.definitions.yaml_source import parse_yaml
from cardgen.faces.colour import parse, parse_paint
from cardgen.foundations.findings import DYNAMIC, HOUSE, PRESS, STATIC
from cardgen.foundations.units import MM, size
from cardgen.play import load_game
from cardgen.play.seating import ABOUT as POLICIES
from cardgen.rules.flow import CONTROL
from cardgen.rules.grammar import RULES
from cardgen.rules.read import DECLARED, read_rules
from cardgen.rules.tree import Chain
from cardgen.validation.sampling.measures import ABOUT as MEASURES
from cardgen.validation.sampling.measures import measures
from tests.rules.rowed import rowed
from tests.tools import reference

pytestmark = pytest.mark.usefixtures("installed")

KEYS = [(model, key) for model in reference.MODELS.values() for key in model.model_fields]
FILES = (game_file, layout_file, layout_fields, field_keys, component_file, house_file, sheet_file)
PAGES = {path.name: path.read_text("utf-8") for path in reference.FOLDER.glob("*.md")}
MARKS = [mark for text in PAGES.values() for _, mark, _ in reference.MADE.findall(text)]


@pytest.mark.parametrize("name", PAGES)
def test_its_tables_are_what_the_code_gives(name):
    assert PAGES[name] == reference.renewed(PAGES[name]), "python -m tests.tools.reference writes them anew"


def test_nothing_is_left_out():
    expected = {f"keys of {name}" for name in reference.MODELS if reference.keys_of(reference.MODELS[name])}
    expected |= {f"{what} of {engine}" for engine in engines() for what in ("rules", "card fields")}
    expected |= {f"command {name}" for name in reference.subcommands()}
    expected |= {
        "findings in files",
        "findings in play",
        "findings in orders",
        "findings in kits",
        "policies",
        "measures",
        "sizes",
        "weights",
        "drawings in icons",
        "drawings in patterns",
        "keys that no card has",
        "behaviour of card fields",
        "sections of rules",
        "structure of rules",
        "kinds of zones",
        "words of rules",
        "words of structure",
        "limits of rules",
    }
    expected |= {f"sentences {name}" for name in reference.SENTENCES}
    expected |= {f"hooks of {part}" for part in reference.PARTS}
    assert len(MARKS) == len(set(MARKS))
    assert set(MARKS) == expected


def test_every_model_is_told():
    """The bases of others aside: what these hold is told with each of those."""
    known = {
        found
        for module in FILES
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, BaseModel) and found.__module__ == module.__name__
    }
    bases = {base for model in known for base in model.__mro__[1:]}
    assert known - bases <= set(reference.MODELS.values())


@pytest.mark.parametrize(("model", "key"), KEYS, ids=[f"{model.__name__}.{key}" for model, key in KEYS])
def test_every_key_is_described_with_a_true_example(model, key):
    examples = reference.examples_of(model, key)
    assert examples, "Field(examples=[...])"
    if key in reference.keys_of(model):
        assert model.model_fields[key].description, "Field(description=...)"
    for line in examples:
        node = parse_yaml(line, "example.yaml")
        assert isinstance(node, Mapping)
        (value,) = node.data.values()
        with templates.giving(frozenset({"pip"})):  # by the repeat that an example is part of
            TypeAdapter(reference.hints(model)[key]).validate_python(value)
        if key == "expect":
            assert read_expectations(node)


def test_every_value_has_its_word():
    """No leaf is told as keys with values; those are models and what engines declare."""
    untold = re.findall(r"^\| `(\w+)` \|.*\| keys with values \|", "\n".join(PAGES.values()), re.M)
    assert not untold


@pytest.mark.parametrize("code", STATIC | DYNAMIC | HOUSE | PRESS)
def test_every_finding_is_there(code):
    severity, meaning = (STATIC | DYNAMIC | HOUSE | PRESS)[code]
    assert f"| `{code}` | {severity} | {meaning} |" in PAGES["findings.md"]


@pytest.mark.parametrize("name", reference.subcommands())
def test_every_option_is_there_with_its_words(name):
    told, command = reference.command(name), reference.subcommands()[name]
    options = {option for action in command._actions for option in action.option_strings} - {"-h", "--help"}
    assert set(re.findall(r"^\| `(--[a-z-]+)", told, re.M)) == options
    assert all(action.help for action in command._actions)


def test_policies_and_measures_are_there():
    rows = dict(re.findall(r"^\| `([\w.-]+)` \| (.*) \|$", PAGES["play.md"], re.M))
    assert rows.items() >= (POLICIES | MEASURES).items()
    for engine in engines():
        assert set(reference.own_policies(engine)) <= set(rows)
        known = measures(load_game(engine), 3)
        assert {re.sub(r"\..*", ".NAME", measure) for measure in known} == set(MEASURES)
        shares = {re.sub(r"\..*", ".NAME", measure) for measure, how in known.items() if how.share}
        assert shares == {measure for measure, about in MEASURES.items() if about.startswith("%")}


def section(heading):
    return re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGES["values.md"], re.M | re.S)[1]


def test_values_are_read_as_they_are_written():
    told = re.findall(r"`([^`]+)`", section("Lengths"))
    for text in told[4:]:  # after the units
        TypeAdapter(fields.EdgeOffset).validate_python(text)
    assert {text for text in told[:4]} == set(MM)
    for text in re.findall(r"`([^`|]+ x [^`]+)`", section("Sizes")):
        assert size(text)
    for text in re.findall(r'`"?(#[^`"]+|ink [^`"]+)"?`', section("Colours").replace("as `#` begins", "")):
        assert parse(text, {"ink": "#000000"}).startswith("#")
    for text in re.findall(r"`([^`]+ to [^`]+)`", section("Colours")):
        assert not isinstance(parse_paint(text, {"ink": "#000000"}, (0, 0, 10, 10)), str)
    for text in re.findall(r"`([^`]+)`", section("Fonts").partition("<!--")[0]):
        TypeAdapter(font_choice.Fonts).validate_python(parse_yaml(text, "values.md").data)
    for text in re.findall(r"`([^`]+)`", section("Conditions"))[:1]:
        assert condition(text)


# ---- rules.yaml


def test_every_form_of_the_grammar_is_told_with_an_example():
    """But for those that are another form, or a list of them, and for a field behind `where`."""
    told = {
        (rule, form.said)
        for name, rules in reference.SENTENCES.items()
        for rule in rules
        for form in RULES[rule]
        if f"| `{reference.spelt(form)}` | {form.meaning} | `{form.example}` |" in PAGES["rules.md"]
    }
    forms = {(rule, form.said) for rule, forms in RULES.items() if not isinstance(forms, Chain) for form in forms}
    assert {said for _, said in forms - told} == {
        "<do>",
        "<sum>",
        "<primary>",
        "<some>",
        "<having>",
        "<value>",
        "<value> , <list>",
        "@field",
        "@card",
        "<player one> are not <player two>",
        "<player one> is <player two>",
    }
    assert set(reference.OF_TABLE) == set(RULES)


def test_its_game_has_all_sections_and_words_of_structure_and_is_played():
    program = read_rules(parse_yaml(reference.whole_game(), "rules.yaml"))
    for seed in range(10):
        game = rowed(program, 3, seed).play()
        assert game.rounds and game.winners()
    assert set(reference.STRUCTURE) == set(CONTROL)
    for word in reference.STRUCTURE:
        assert reference._line_with(word), word
    assert set(DECLARED) - {"wins"} <= parse_yaml(reference.whole_game(), "rules.yaml").data.keys()
    assert read_rules(parse_yaml(f"{reference.whole_game()}wins: {reference.WINS}", "rules.yaml")).wins
