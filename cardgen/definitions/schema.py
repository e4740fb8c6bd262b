"""Makes the JSON Schemas of the definition files from the models that read them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from cardgen.definitions.engines import card_fields_of, engines, rules_of
from cardgen.definitions.game_file import GameFile, Spreadsheet, VariantFile
from cardgen.definitions.house_file import HouseFile
from cardgen.definitions.layout_file import LayoutFile
from cardgen.definitions.sheet_file import CutterFile, PrinterFile, SheetFile
from cardgen.definitions.strings_file import PLURALS
from cardgen.store.writing import replace_file

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, dict[str, Any]]:
    """Returns the schemas by the names of their files."""
    models: dict[str, type[BaseModel]] = {
        "game": GameFile,
        "house": HouseFile,
        "layout": LayoutFile,
        "variant": VariantFile,
        "sheet": SheetFile,
        "cutter": CutterFile,
        "printer": PrinterFile,
    }
    by_file = {f"{name}.json": {"$schema": DRAFT} | model.model_json_schema() for name, model in models.items()}
    by_file["layout.json"] = _droppable(by_file["layout.json"])
    kind = by_file["game.json"]["$defs"]["Kind"]["properties"]
    sheet = _with_parts(by_file["game.json"], "Spreadsheet", Spreadsheet)
    cards = {"description": kind["cards"].pop("description"), "anyOf": [kind["cards"], sheet, {"type": "string"}]}
    kind["cards"] = cards
    by_file = {name: _bounds(schema) for name, schema in by_file.items()}
    by_file["strings.json"] = {"$schema": DRAFT, "title": "Strings"} | _strings()
    return by_file | _games_of_engines(by_file["game.json"])


def _games_of_engines(game: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """For each installed engine game.ENGINE.json: the schema of games, with the engine's rules and card fields."""
    by_file = {}
    for engine in sorted(engines()):
        schema = deepcopy(game)
        schema["properties"]["rules"] = _with_parts(schema, "rules", rules_of(engine))
        for field, model in card_fields_of(engine).items():
            said = _with_parts(schema, field, model)
            said = {"anyOf": [said, {"type": "object", "additionalProperties": said}]}  # one value, or one for each set
            for owner in ("Card", "Kind"):
                schema["$defs"][owner]["properties"][field] = said
        by_file[f"game.{engine}.json"] = _bounds(schema)
    return by_file


def _with_parts(schema: dict[str, Any], name: str, model: type[BaseModel]) -> dict[str, Any]:
    """The schema of a model; its parts go to the definitions of `schema`, under names that begin with `name`."""
    own = model.model_json_schema(ref_template=f"#/$defs/{name}.{{model}}")
    schema["$defs"] |= {f"{name}.{part}": value for part, value in own.pop("$defs", {}).items()}
    return own


def write_schemas(folder: Path, by_file: Mapping[str, Mapping[str, Any]]) -> list[Path]:
    """Writes schemas by their file names into a folder. Returns the paths."""
    paths = []
    for name, schema in by_file.items():
        path = folder / name
        replace_file(path, (json.dumps(schema, indent=1, ensure_ascii=False) + "\n").encode(), folder)
        paths.append(path)
    return paths


BOUNDS = {"ge": "minimum", "le": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum"}


def _bounds(schema: Any) -> Any:
    """Renames the bounds of our own leaf types, which pydantic leaves under its own names."""
    if isinstance(schema, dict):
        return {BOUNDS.get(key, key): _bounds(value) for key, value in schema.items()}
    return [_bounds(value) for value in schema] if isinstance(schema, list) else schema


def _droppable(schema: dict[str, Any]) -> dict[str, Any]:
    """Lets layouts leave out required keys, and drop fields: a layout that extends another has only the differences."""
    fields = schema["properties"]["fields"]
    changed = {"anyOf": [fields["additionalProperties"], {"const": "drop"}, {"type": "object"}]}
    return schema | {"properties": schema["properties"] | {"fields": fields | {"additionalProperties": changed}}}


def _strings() -> dict[str, Any]:
    plural = {"type": "object", "properties": {form: {"type": "string"} for form in PLURALS}, "required": ["other"]}
    text = {"anyOf": [{"type": ["string", "number"]}, plural | {"additionalProperties": False}]}
    pair = {"type": "object", "properties": {"from": text, "to": text}, "required": ["from", "to"]}
    return {"type": "object", "additionalProperties": {"anyOf": [text, pair | {"additionalProperties": False}]}}
