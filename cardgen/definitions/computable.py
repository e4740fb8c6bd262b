"""The types of values that an expression can compute for a card: a number, or one of several words.

left: "{3 + 9 * card.column} mm"
turn: {by: card.side, left: -90, else: 90}
mirror: "{card.way}"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, TypeAdapter, ValidationError
from pydantic_core import core_schema

from cardgen.definitions.fields import Model
from cardgen.definitions.nodes import Plain
from cardgen.definitions.templates import BY, LookUp, template
from cardgen.definitions.validate import message_of

_NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*")


class Computable:
    """Marks a number of a layout, or a word among several, that may be an expression: `Annotated[Millimetres,
    Computable()]`. After reading, a field has a str or a Choice there; for drawing, it has the result of
    `compute_value`."""

    def __get_pydantic_core_schema__(self, kind: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        def read(value: Any, number: core_schema.ValidatorFunctionWrapHandler) -> Any:
            return template(value) if _is_template(value) else number(value)

        return core_schema.no_info_wrap_validator_function(read, handler(kind))

    def __get_pydantic_json_schema__(self, kind: core_schema.CoreSchema, handler: GetJsonSchemaHandler) -> Any:
        schema = handler(kind)
        if "enum" in schema or "pattern" in schema:
            return {"anyOf": [schema, {"type": ["string", "object"], "pattern": r"\{", "required": [BY]}]}
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        return schema | {"type": [*dict.fromkeys([*kinds, "string", "object"])], "required": [BY]}

    def __hash__(self) -> int:
        return hash(Computable)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Computable)


def _is_template(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, str) and "{" in value)


def expressions(field: Model) -> Iterator[tuple[str, str | LookUp]]:
    """Yields the numbers and words of a field that are expressions, with their keys."""
    for key in _computable(type(field)):
        value = getattr(field, key)
        if isinstance(value, LookUp) or (isinstance(value, str) and "{" in value):
            yield key, value


@cache
def _computable(model: type[Model]) -> tuple[str, ...]:
    return tuple(key for key, info in model.model_fields.items() if any(map(_marks, (info.annotation, *info.metadata))))


def _marks(kind: Any) -> bool:
    """Whether a type, or a part of it, is marked."""
    inner = (*getattr(kind, "__args__", ()), *getattr(kind, "__metadata__", ()))
    return isinstance(kind, Computable) or any(map(_marks, inner))


def compute_value(model: type[Model], key: str, text: str) -> Any:
    """Returns the number or the word that the text of an expression means for the key of the model. Raises
    ValueError."""
    number = text
    if _NUMBER.fullmatch(text):
        number = f"{float(text):.9f}".rstrip("0").rstrip(".")  # in the usual form: 4 and 0.00001, not 4.0 and 1e-05
    try:
        return _reader(model, key).validate_python(Plain(number))
    except ValidationError as error:
        (line,) = error.errors(include_url=False)[:1]
        raise ValueError(message_of(model, (key,), line | {"input": text})) from None


@cache
def _reader(model: type[Model], key: str) -> TypeAdapter:
    info = model.model_fields[key]
    kind: Any = Annotated[info.annotation, *info.metadata] if info.metadata else info.annotation
    return TypeAdapter(kind)
