"""Rule parameters: typed and bounded, each with the number of the fact or ruling behind it.

An engine's `rules.py` holds one subclass of Rules. Its parameters are named in game.yaml and variants, printed in
rulebooks and obeyed in play. Their words stand in the game's strings: `rule.NAME`, and `rule.NAME.VALUE` for options.
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
    """A parameter's default, its bounds (`ge`, `le`), and the fact or ruling that it comes from."""
    return Field(default, json_schema_extra={"fact": fact}, **bounds)


RuleValue = bool | int | str
R = TypeVar("R", bound="Rules")


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A parameter as it is explained: its default, and its options or the numbers that it may be."""

    name: str
    fact: str
    default: RuleValue
    options: tuple[RuleValue, ...]
    numbers: range  # where there are no options

    @property
    def values(self) -> tuple[RuleValue, ...]:
        """Every value that it may have."""
        return self.options or tuple(self.numbers)


def explain(model: type[Rules]) -> tuple[RuleInfo, ...]:
    """All parameters of an engine, in their order."""
    return tuple(_explain(name, info) for name, info in model.model_fields.items())


def _explain(name: str, info: Any) -> RuleInfo:
    kind = info.annotation
    options: tuple[RuleValue, ...] = typing.get_args(kind) if typing.get_origin(kind) is typing.Literal else ()
    if kind is bool:
        options = (False, True)
    bounds = {key: getattr(meta, key) for meta in info.metadata for key in ("ge", "le") if hasattr(meta, key)}
    numbers = range(0) if options else range(bounds["ge"], bounds["le"] + 1)
    return RuleInfo(name, info.json_schema_extra["fact"], info.default, options, numbers)


def typed(rules: Mapping[str, RuleValue], model: type[R]) -> R:
    """Rule parameters as attributes of an engine's own model; they have been validated by it."""
    return model.model_construct(None, **rules)


def coded(rules: Mapping[str, RuleValue], model: type[Rules]) -> dict[str, int]:
    """Rule parameters as whole numbers: an option is its place among the options."""
    return {
        info.name: info.options.index(value) if info.options else int(value)
        for info in explain(model)
        for value in [rules[info.name]]
    }
