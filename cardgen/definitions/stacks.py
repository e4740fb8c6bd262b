"""Finds fields that a stack cannot place: those that give their own place, and those without words to measure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from cardgen.definitions.layout_fields import LayoutField, Same, Stack, TextField
from cardgen.definitions.layout_file import Fit, Style
from cardgen.definitions.measures import measured_by
from cardgen.definitions.templates import texts
from cardgen.foundations.errors import Fault, Place

EDGES = {"column": ("top", "bottom"), "row": ("left", "right")}  # edges of fields that the stack sets
LENGTH = {"column": "height", "row": "width"}  # the length of fields along the stack


def faults_of_stack(stack: Stack, above: str, place_of: Callable[..., Place]) -> Iterator[Fault]:
    """Yields the faults of the fields of a stack; `place_of` returns the place of a field of the layout, or of its
    key."""
    for name, field in stack.fields.items():
        key = f"{above}.{name}"
        for option, message in dict.fromkeys(each for lay in lays(stack) for each in _faults(lay, field)):
            yield Fault(
                f"fields.{key}{option and '.'}{option}: {message}", place_of(key, *option.split(".") if option else ())
            )
        if isinstance(field, Stack) and "row" in lays(field) and field.height is None:
            for inner, each in field.fields.items():
                if not isinstance(each, (TextField, Same, Stack)) and each.height is None:
                    message = f"fields.{key}.{inner}: expected its height: the row is as high as its words"
                    yield Fault(message, place_of(f"{key}.{inner}"))


def lays(stack: Stack) -> list[str]:
    """Returns the directions in which its fields can lie: the given one, or all possible results of its expression."""
    said = list(texts(stack.lay))
    return said if set(said) <= EDGES.keys() else [*EDGES]


def fit_of_stack(stack: Stack, styles: Mapping[str, Style]) -> Fit:
    """Returns the scope in which its texts share a scale: its own `fit`, else the one that their styles set."""
    said: list[Fit] = [*([stack.fit] if stack.fit else ()), *_fits(stack, styles)]
    return said[0] if said else "together"


def faults_of_fit(stack: Stack, key: str, styles: Mapping[str, Style], place: Place) -> Iterator[Fault]:
    """Yields the fault of an outermost stack whose texts have contradictory styles."""
    fits = _fits(stack, styles)
    if stack.fit is None and len(fits) > 1:
        said = " and ".join(f"'{fit}' (styles.{style})" for fit, style in fits.items())
        yield Fault(
            f"fields.{key}: its texts shrink together, but their styles fit {said}; give the stack a fit", place
        )


def _fits(stack: Stack, styles: Mapping[str, Style]) -> dict[Fit, str]:
    """The scopes that the styles of its texts, and of texts in inner stacks, set, each with the first such style."""
    fits: dict[Fit, str] = {}
    for field in stack.fields.values():
        if isinstance(field, Stack):
            fits = _fits(field, styles) | fits
        elif isinstance(field, TextField):
            named = [name for name in texts(field.style) if name in styles]
            said = [(styles[name].fit, name) for name in named if "fit" in styles[name].model_fields_set]
            fits = dict(said) | fits
    return fits


def _faults(lay: str, field: LayoutField) -> Iterator[tuple[str, str]]:
    """The faults of a field, each with its key, if any."""
    if isinstance(field, Same):
        yield "same", "a stack cannot draw a field a second time; put `same` outside the stack"
        return
    if field.under is not None:
        yield "under", "a stack draws its fields in the order in which you list them"
    for edge in EDGES[lay]:
        if getattr(field, edge) is not None:
            yield edge, f"the stack places this field; write its {LENGTH[lay]}, and the gap of the stack"
    if field.repeat and field.repeat.lay:
        yield "repeat.lay", "the stack itself places its repeated fields"
    if measured_by(field):
        yield "", "a field in a stack cannot take its place from another field"
    if isinstance(field, Stack):
        for key in sorted({"turn", "scale", "fit"} & field.model_fields_set):
            yield key, "only the outer stack can have this key"
    length = LENGTH[lay]
    plain = isinstance(field, TextField) and field.along is None
    measured = plain or (isinstance(field, Stack) and lay == "column")
    if getattr(field, length) is None and not measured:
        yield "", f"expected its {length}, because a stack measures only texts"
