"""Fields whose numbers are expressions: which of a layout they are, and what they come to for a card."""

from __future__ import annotations

from typing import TypeVar

from cardgen.definitions.computable import computed, expressions
from cardgen.definitions.fields import Model
from cardgen.definitions.layouts import Layout
from cardgen.definitions.templates import Template
from cardgen.faces.context import Context
from cardgen.remember import per_object

F = TypeVar("F", bound=Model)


@per_object
def computing(layout: Layout) -> frozenset[str]:
    """The names of those fields of a layout."""
    return frozenset(name for name, field in layout.fields.items() if any(expressions(field)))


def with_numbers(field: F, context: Context) -> F:
    """The field, each expression replaced by its number. Raises InputError at the first that comes to none."""

    def number(key: str, template: Template) -> object:
        text = context.fill(template, key)
        return context.read(lambda: computed(type(field), key, text), template, key)

    return field.model_copy(update={key: number(key, template) for key, template in expressions(field)})
