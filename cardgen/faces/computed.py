"""Computes the numbers and words of fields that are expressions, for a card."""

from __future__ import annotations

from typing import TypeVar

from cardgen.definitions.computable import compute_value, expressions
from cardgen.definitions.fields import Model
from cardgen.definitions.templates import Template
from cardgen.faces.context import Context
from cardgen.store.remember import per_object

F = TypeVar("F", bound=Model)


@per_object
def computes(field: Model) -> bool:
    """Returns whether a field has any expressions."""
    return any(expressions(field))


def with_numbers(field: F, context: Context, above: str = "") -> F:
    """Returns the field, or the part `above` in it, with the result of each expression. Raises InputError at the first
    that has none."""

    def number(key: str, template: Template) -> object:
        path = f"{above}.{key}" if above else key
        text = context.fill(template, path)
        return context.read(lambda: compute_value(type(field), key, text), template, path)

    numbers = {key: number(key, template) for key, template in expressions(field)}
    return field.model_copy(update=numbers) if numbers else field
