"""Fields whose numbers and words are expressions: which they are, and what they come to for a card."""

from __future__ import annotations

from typing import TypeVar

from cardgen.definitions.computable import computed, expressions
from cardgen.definitions.fields import Model
from cardgen.definitions.templates import Template
from cardgen.faces.context import Context
from cardgen.store.remember import per_object

F = TypeVar("F", bound=Model)


@per_object
def computes(field: Model) -> bool:
    """Whether a field has any."""
    return any(expressions(field))


def with_numbers(field: F, context: Context, above: str = "") -> F:
    """The field, or what stands `above` in it, each expression replaced by its number or word. Raises InputError at
    the first that comes to none."""

    def number(key: str, template: Template) -> object:
        told = f"{above}.{key}" if above else key
        text = context.fill(template, told)
        return context.read(lambda: computed(type(field), key, text), template, told)

    found = {key: number(key, template) for key, template in expressions(field)}
    return field.model_copy(update=found) if found else field
