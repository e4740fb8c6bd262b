"""Validates nodes as a frozen model, and reports every fault of a file at once, in a designer's words."""

from __future__ import annotations

import types
import typing
from typing import Any, TypeVar

from pydantic import BaseModel, RootModel, ValidationError
from pydantic_core import ErrorDetails

from cardgen.definitions.behaviour import Checked, can
from cardgen.definitions.expressions import Slip
from cardgen.definitions.fields import quote
from cardgen.definitions.nodes import Node, at, key_at, within
from cardgen.foundations.errors import KEYS, MAX_FAULTS, Fault, InputError, likeliest, nearest

M = TypeVar("M", bound=BaseModel)


def validate(model: type[M], node: Node, path: str = "") -> M:
    """Returns the model that `node` describes; `path` is its path in its file. Raises InputError with all faults."""
    try:
        result = model.model_validate(node.data)
    except ValidationError as error:
        lines = _without_misspelt(_without_consequences(error.errors(include_url=False))[:MAX_FAULTS])
        raise InputError(*(_fault(model, node, line, path) for line in lines)) from None
    if can(result, Checked):
        faults = [Fault(_spoken(path, steps, message), at(node, *steps)) for steps, message in result.faults()]
        if faults:
            raise InputError(*faults)
    return result


def _without_consequences(lines: list[ErrorDetails]) -> list[ErrorDetails]:
    """The faults, without those of lists that are too short only because their items are faulty."""
    return [line for line in lines if line["type"] != "too_short" or len(line["input"]) < line["ctx"]["min_length"]]


def _without_misspelt(lines: list[ErrorDetails]) -> list[ErrorDetails]:
    """The faults, without missing keys that are only misspelt: the fault of an unknown key reports these."""
    unknown: dict[tuple, list[str]] = {}
    for line in lines:
        if line["type"] == "extra_forbidden":
            unknown.setdefault(line["loc"][:-1], []).append(str(line["loc"][-1]))
    misspelt = set()
    for above, keys in unknown.items():
        missing = [str(line["loc"][-1]) for line in lines if line["type"] == "missing" and line["loc"][:-1] == above]
        misspelt |= {(*above, likeliest(key, missing)) for key in keys}
    return [line for line in lines if line["type"] != "missing" or line["loc"] not in misspelt]


def _fault(model: type[BaseModel], node: Node, line: ErrorDetails, above: str) -> Fault:
    path = tuple(step for step in line["loc"] if step != "[key]")
    if isinstance(slip := line.get("ctx", {}).get("error"), Slip):
        path += slip.path
        return Fault(_spoken(above, _path_in_file(model, path), str(slip)), within(node, slip.offset, *path))
    if line["type"] == "union_tag_invalid":
        path += (line["ctx"]["discriminator"].strip("'"),)
    unknown = line["type"] == "extra_forbidden" or line["loc"][-1:] == ("[key]",)
    place = key_at(node, *path) if unknown else at(node, *path)
    return Fault(_spoken(above, _path_in_file(model, path), message_of(model, path, line)), place)


def _path_in_file(model: type[BaseModel], path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """A path without the tags of unions, which are not in files."""
    tags = _tags(model, path)
    return tuple(step for index, step in enumerate(path) if index not in tags)


def _spoken(above: str, steps: tuple[str | int, ...], message: str) -> str:
    """A message that begins with its subject."""
    about = ".".join([above] * bool(above) + [str(step) for step in steps])
    return f"{about}: {message}" if about else message


def message_of(model: type[BaseModel], path: tuple, line: ErrorDetails) -> str:
    kind, got, context = line["type"], line["input"], line.get("ctx", {})
    if kind == "value_error":
        return str(context["error"])
    if kind == "extra_forbidden":
        known = _resolve(model, path[:-1])
        names = [info.alias or key for key, info in known.model_fields.items()] if _is_model(known) else ()
        return "unknown key" + nearest(str(path[-1]), names, KEYS)
    if kind == "missing":
        return "expected a value, but this key is missing"
    if kind == "literal_error":
        known = _literals(_resolve(model, path))
        expected = context["expected"].replace(" or ", ", ")
        return f"expected one of {expected}, got {quote(got)}" + (_near(got, known))
    if kind == "union_tag_invalid":
        known = [tag.strip().strip("'") for tag in context["expected_tags"].split(",")]
        return f"there is no '{context['tag']}'" + nearest(context["tag"], known)
    if kind == "union_tag_not_found" and not isinstance(got, dict):
        return f"expected keys with values, got {quote(got)}"
    if kind == "union_tag_not_found":
        return f"expected the key {context['discriminator']}, which says what this is"
    if kind == "too_short":
        return "expected at least one, got an empty list"
    if kind == "too_long":
        return f"expected at most {context['max_length']}, got {len(got)}"
    if kind in {"dict_type", "model_type", "model_attributes_type"}:
        return f"expected keys with values, got {quote(got)}"
    if kind == "tuple_type":
        return f"expected a list, got {quote(got)}"
    bounds = {"greater_than_equal": ("at least", "ge"), "less_than_equal": ("at most", "le"),
              "greater_than": ("more than", "gt"), "less_than": ("less than", "lt")}  # fmt: skip
    if kind in bounds:
        word, key = bounds[kind]
        return f"expected {word} {context[key]:g}, got {quote(got)}"
    return f"{line['msg']}, got {quote(got)}"


def _near(got: Any, known: list[str]) -> str:
    hint = nearest(str(got), known)
    return hint if "did you mean" in hint else ""


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _literals(kind: Any) -> list[str]:
    (kind,) = _members(kind) or (kind,)
    return [str(value) for value in typing.get_args(kind)] if typing.get_origin(kind) is typing.Literal else []


def _members(kind: Any) -> tuple:
    """The alternatives of a (possibly annotated, possibly optional) type."""
    while typing.get_origin(kind) is typing.Annotated:
        kind = typing.get_args(kind)[0]
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        return tuple(arm for part in typing.get_args(kind) if part is not type(None) for arm in _members(part))
    return (kind,)


def _step(kind: Any, step: str | int) -> tuple[Any, bool]:
    """The type one step down, and whether the step was the tag of a union rather than a key."""
    arms = _members(kind)
    if len(arms) > 1:
        for arm in arms:
            if _is_model(arm) and any(
                step in typing.get_args(info.annotation)
                for info in arm.model_fields.values()
                if typing.get_origin(info.annotation) is typing.Literal
            ):
                return arm, True
        return None, False
    (arm,) = arms
    if _is_model(arm) and issubclass(arm, RootModel):
        return _step(arm.model_fields["root"].annotation, step)
    if _is_model(arm):
        for key, info in arm.model_fields.items():
            if step in (key, info.alias):
                return info.annotation, False
        return None, False
    values = typing.get_args(arm)
    if typing.get_origin(arm) is dict:
        return values[1], False
    if typing.get_origin(arm) is tuple and values:
        return values[0], False
    return None, False


def _resolve(kind: Any, path: tuple) -> Any:
    for step in path:
        kind, _ = _step(kind, step)
    arms = _members(kind)
    return arms[0] if len(arms) == 1 else kind


def _tags(kind: Any, path: tuple) -> set[int]:
    tags = set()
    for index, step in enumerate(path):
        kind, tag = _step(kind, step)
        if tag:
            tags.add(index)
    return tags
