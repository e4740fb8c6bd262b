"""Rule parameters: typed and bounded, each with the number of the fact or ruling behind it.

An engine's `rules.py` holds one subclass of Rules. game.yaml and variants set its parameters, rulebooks print them, and
play obeys them. Their words are in the game's strings: `rule.NAME`, and `rule.NAME.VALUE` for options.
"""

import typing
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import Field

from cardgen.definitions.fields import Model
from cardgen.foundations.dataclass import dataclass


class Rules(Model):
    """Base of an engine's rule parameters."""


def rule(default: Any, fact: str, **bounds: Any) -> Any:
    """Returns a parameter's field: its default, its bounds (`ge`, `le`), and the fact or ruling behind it."""
    return Field(default, json_schema_extra={"fact": fact}, **bounds)


RuleValue = bool | int | str
R = TypeVar("R", bound="Rules")


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """The explanation of a parameter: its default, and its options or numbers."""

    name: str
    fact: str
    default: RuleValue
    options: tuple[RuleValue, ...]
    numbers: range  # empty if there are options

    @property
    def values(self) -> tuple[RuleValue, ...]:
        """Returns every value that it can have."""
        return self.options or tuple(self.numbers)


def explain(model: type[Rules]) -> tuple[RuleInfo, ...]:
    """Returns all parameters of an engine, in their order."""
    return tuple(_explain(name, info) for name, info in model.model_fields.items())


def _explain(name: str, info: Any) -> RuleInfo:
    kind = info.annotation
    options: tuple[RuleValue, ...] = typing.get_args(kind) if typing.get_origin(kind) is typing.Literal else ()
    if kind is bool:
        options = (False, True)
    bounds = {key: getattr(meta, key) for meta in info.metadata for key in ("ge", "le") if hasattr(meta, key)}
    numbers = range(0) if options else range(bounds["ge"], bounds["le"] + 1)
    return RuleInfo(name, info.json_schema_extra["fact"], info.default, options, numbers)


def as_model(rules: Mapping[str, RuleValue], model: type[R]) -> R:
    """Returns rule parameters as attributes of an engine's own model, which has already validated them."""
    return model.model_construct(None, **rules)


def as_integers(rules: Mapping[str, RuleValue], model: type[Rules]) -> dict[str, int]:
    """Returns rule parameters as whole numbers: an option is its index among the options."""
    return {
        info.name: info.options.index(value) if info.options else int(value)
        for info in explain(model)
        for value in [rules[info.name]]
    }
