"""Finds which numbers of a field depend on the place of another field: `top: "{field.name.bottom + 1}"`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from cardgen.definitions import templates
from cardgen.definitions.computable import expressions
from cardgen.definitions.layout_fields import Holding, LayoutField, Part, Same, Stack, TextField
from cardgen.definitions.nodes import Mapping as Node
from cardgen.definitions.nodes import Scalar
from cardgen.foundations.errors import UNKNOWN_NAME, Fault, Place, nearest
from cardgen.store.remember import per_object

FIELD = "field"  # the root of these names
MEASURES = ("left", "right", "top", "bottom", "width", "height")


def mentions(node: object) -> bool:
    """Returns whether a layout may read the places of fields at all."""
    if isinstance(node, Node):
        return any(map(mentions, node.items.values()))
    return isinstance(node, Scalar) and f"{FIELD}." in node.text


@per_object
def measured_by(field: LayoutField) -> tuple[str, ...]:
    """Returns the fields whose places a field's numbers read."""
    reads = (name.split(".") for _, text in expressions(field) for name in templates.reads(text))
    return tuple(dict.fromkeys(parts[1] for parts in reads if parts[0] == FIELD and len(parts) > 1))


def faults_of_measure(
    fields: Mapping[str, LayoutField], name: str, key: str, path: str, read: str, place_of: Callable[..., Place]
) -> Iterator[Fault]:
    """Yields the faults of the field `name`, which reads the place of another field at a path of its own; `key` is its
    whole name."""
    field, place = fields[name], place_of(key, *path.split("."))
    _, _, rest = read.partition(".")
    of, _, measure = rest.partition(".")
    begin = f"fields.{key}.{path}"
    if path not in {number for number, _ in expressions(field)}:
        yield Fault(f"{begin}: only numbers can use the place of a field", place)
    elif isinstance(field, (TextField, Holding, Part, Same)):
        message = (
            "a field with words cannot take its place from another field; use a stack to put fields below one another"
        )
        yield Fault(f"{begin}: {message}", place)
    elif field.repeat and field.repeat.lay:
        yield Fault(f"{begin}: a field repeated in a {field.repeat.lay} has its own place", place)
    elif of not in fields or of == name:
        yield Fault(f"{begin}: there is no field '{of}' here{nearest(of, set(fields) - {name})}", place, UNKNOWN_NAME)
    elif measure not in MEASURES:
        message = f"expected {', '.join(MEASURES)} of a field, got '{measure}'{nearest(measure, MEASURES, 0)}"
        yield Fault(f"{begin}: {message}", place, UNKNOWN_NAME)
    elif isinstance(other := fields[of], (Part, Same)) or (isinstance(other, Holding) and not isinstance(other, Stack)):
        yield Fault(f"{begin}: you write the place of '{of}' yourself; use those numbers", place)
    elif measured_by(other):
        yield Fault(f"{begin}: '{of}' itself takes its place from another field", place)
