"""The JSON Schemas that editors complete from."""

from __future__ import annotations

import json

import jsonschema
import pytest
import yaml

from cardgen.definitions.engines import engines
from cardgen.definitions.schema import schemas
from cardgen.rules.schema import FILE, rules_schema
from cardgen.store.library import BUILTIN

FILES = {
    "game.json": ["decks/*/game.yaml", "templates/starter/game.yaml", "templates/kinds/*/game.yaml"],
    "layout.json": [
        "decks/*/layouts/*.yaml",
        "templates/layouts/*.yaml",
        "templates/starter/layouts/*.yaml",
        "templates/kinds/**/layouts/*.yaml",
    ],
    "strings.json": ["decks/*/strings/*.yaml", "templates/starter/strings/*.yaml", "templates/kinds/*/strings/*.yaml"],
    "variant.json": ["variants/*/*.yaml"],
    "sheet.json": ["templates/sheets/*.yaml"],
    "cutter.json": ["templates/cutters/*.yaml"],
    **{f"game.{engine}.json": [f"decks/{engine}/game.yaml"] for engine in engines()},
}


def test_the_committed_schemas_are_what_the_models_give(installed):
    committed = {
        path.name: json.loads(path.read_text("utf-8")) for path in (BUILTIN / "templates/schemas").glob("*.json")
    }
    assert committed == json.loads(json.dumps(schemas() | {FILE: rules_schema()})), "cardgen schema writes them anew"


def test_every_key_that_is_described_is_one_that_the_models_read():
    for name, schema in schemas().items():
        for model in [schema, *schema.get("$defs", {}).values()]:
            assert model.get("type") != "object" or "properties" in model or "additionalProperties" in model, name


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("rules", "hand_size"), "many"),
        (("decks", "tavern", "kinds", "advance", "cards", "elbow", "effect"), [{"advnce": {"who": "own", "by": 2}}]),
        (("decks", "tavern", "kinds", "advance", "cards", "elbow", "effect"), [{"advance": {"who": "own"}}]),
        (("decks", "tavern", "kinds", "cup", "cards", "refill", "effect"), [{"cup": "table"}]),
    ],
)
def test_an_engines_schema_knows_its_rules_and_card_fields(path, value):
    game = yaml.safe_load((BUILTIN / "decks/draco/game.yaml").read_text("utf-8"))
    *above, last = path
    inner = game
    for step in above:
        inner = inner[step]
    assert last in inner
    inner[last] = value
    schema = schemas()["game.draco.json"]
    assert not jsonschema.validators.validator_for(schema)(schema).is_valid(game)


def test_text_sizes_are_bounded_in_points():
    size = schemas()["layout.json"]["$defs"]["Style"]["properties"]["size"]
    assert size["type"] == ["number", "string"] and "minimum" not in size


@pytest.mark.parametrize("name", FILES)
def test_shipped_files_are_valid(name):
    paths = [path for pattern in FILES[name] for path in BUILTIN.glob(pattern)]
    validator = jsonschema.validators.validator_for(schema := schemas()[name])
    validator.check_schema(schema)
    assert paths
    for path in paths:
        validator(schema).validate(yaml.load(path.read_text("utf-8"), yaml.CSafeLoader))
