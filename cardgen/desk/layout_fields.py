"""Lists the fields of one side as its layout draws them: where each lies, what it says, and what can be changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from cardgen.definitions.edit import quoted
from cardgen.definitions.layout_fields import LayoutField, Same, TextField
from cardgen.definitions.layouts import steps_to
from cardgen.definitions.nodes import Node, Scalar, Sequence
from cardgen.faces.box import ACROSS, DOWN
from cardgen.faces.compose import Composer
from cardgen.faces.computed import with_numbers
from cardgen.faces.placing import PLACE_KEYS
from cardgen.faces.sides import Side
from cardgen.faces.spots import Spot, Spots
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, CardgenError, InputError, Place, fail
from cardgen.graphics.geometry import Box
from cardgen.store.library import BUILTIN, Home, library_of
from cardgen.store.reach import is_below

MAX_FIELDS = 1000  # shown of one side
Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class PlacedField:
    """A field of a side in one language: its numbers computed, its box in mm in its frame."""

    spot: Spot
    field: Any
    box: Box


def placed_fields(composer: Composer, side: Side, language: str) -> Iterator[PlacedField]:
    """Yields the fields of a side, groups before what they hold, in drawing order; without those that have no place."""
    spots = composer.reading(side).spots[language]
    seen: set[str] = set()
    for spot in spots.all.values():
        for key in (*spot.above, spot.key):
            if key in seen or len(seen) >= MAX_FIELDS:
                continue
            seen.add(key)
            holder = spots.holders.get(key, spot if key == spot.key else None)
            if holder and (placed := _place_spot(spots, holder)):
                yield placed


def placed_field(composer: Composer, side: Side, language: str, key: str) -> PlacedField:
    """Returns one field of a side by its key. Raises InputError."""
    for placed in placed_fields(composer, side, language):
        if placed.spot.key == key:
            return placed
    raise fail(f"there is no field '{key}'", code=UNKNOWN_NAME)


def _place_spot(spots: Spots, spot: Spot) -> PlacedField | None:
    if isinstance(spot.field, Same):
        whole = (0.0, 0.0, *spots.side.size)
        return PlacedField(spot, spot.field, whole)
    try:
        field = with_numbers(spot.field, spots.context(spot))
        return PlacedField(spot, field, spots.box(spot, field))
    except CardgenError:
        return None  # the page lists the fault


def field_rows(composer: Composer, side: Side, language: str) -> list[Json]:
    """Returns the fields of a side for the page."""
    spots = composer.reading(side).spots[language]
    drawn = composer.field_items(side, language)
    shown = {name for key in drawn for name in (key, *spots.all[key].above)}
    placed = placed_fields(composer, side, language)
    return [_row(composer, spots, language, each) | {"drawn": each.spot.key in shown} for each in placed]


def _row(composer: Composer, spots: Spots, language: str, placed: PlacedField) -> Json:
    spot, layout = placed.spot, placed.spot.layout
    node = layout.node.below(*steps_to(spot.name))
    own = composer.game.home.look_up("layouts", layout.name)
    mirrored = language in composer.game.mirrored
    turn = 0.0 if isinstance(placed.field, Same) else -placed.field.turn if mirrored else placed.field.turn
    row: Json = {
        "key": spot.key,
        "name": spot.name,
        "kind": spot.field.draw,
        "layout": layout.name,
        "part": layout.name != spots.side.layout.name,
        "repeated": getattr(spot.field, "repeat", None) is not None,
        "box": placed.box,
        "frame": (spot.frame.width, spot.frame.height),
        "matrix": spot.frame.matrix,
        "turn": turn,
        "fixed": _fixed(spot, node.items, composer.game.home, own),
        "keys": {key: _key_json(value, own) for key, value in node.items.items() if key != "fields"},
        "at": _at(layout.place_of(spot.name)),
    }
    if isinstance(spot.field, TextField) and (text := _text(composer, spots, spot, language)):
        row["text"] = text
    return row


def _fixed(spot: Spot, nodes: Mapping[str, Node], home: Home, own: Path | None) -> Json:
    """Why something cannot be moved by hand, as keys of texts: the whole field, or a direction."""
    if own is None or not is_editable(home, own):
        return {"all": "elsewhere"}
    if isinstance(spot.field, Same):
        return {"all": "same"}
    found: Json = {}
    computed = {key for key in PLACE_KEYS if key in nodes and is_expression(nodes[key])}
    for way, keys in (("x", ACROSS), ("y", DOWN), ("turn", ("turn",))):
        if computed.intersection(keys):
            found[way] = "computed"
    if spot.stack:
        found["x"] = found["y"] = "stack"
    return found


def is_editable(home: Home, file: Path) -> bool:
    """Whether the desk may write a layout: one of the game's own, or of the library in which the desk was started."""
    if is_below(file, (BUILTIN,)) and library_of(Path.cwd()) != BUILTIN:
        return False
    return is_below(file, home.grounds)


def is_expression(node: Node) -> bool:
    """Returns whether an expression or a look-up computes a value."""
    return not isinstance(node, Scalar) or "{" in node.text


def _key_json(node: Node, own: Path | None) -> Json:
    """A key as its file has it; `inherited` is the name of the extended layout that gives it."""
    file = Path(node.place.file)
    return {
        "text": flow_text(node),
        "computed": is_expression(node),
        "inherited": "" if file == own else file.stem,
        "at": _at(node.place),
    }


def flow_text(node: Node) -> str:
    """Returns a value as YAML in one line."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return "[" + ", ".join(map(in_brackets, node.items)) + "]"
    return "{" + ", ".join(f"{key}: {in_brackets(value)}" for key, value in node.items.items()) + "}"


def in_brackets(node: Node) -> str:
    """Returns a value as YAML inside brackets."""
    if not isinstance(node, Scalar):
        return flow_text(node)
    unsafe = not node.text or any(sign in node.text for sign in ",[]{}#&*!|>'\"%@`\n") or ": " in node.text
    return quoted(node.text) if unsafe or not node.plain else node.text


def _text(composer: Composer, spots: Spots, spot: Spot, language: str) -> Json | None:
    """The one text that a field says, if you can write it on the card: a string, or a text of the layout."""
    field = spot.field
    if field.say is None:
        plain = field.text if isinstance(field.text, str) and "{" not in field.text else None
        return None if plain is None else {"of": "layout", "text": plain, "at": _at(spot.layout.place_of(spot.name))}
    try:
        key = spots.context(spot).fill(field.say, "say")
    except InputError:
        return None
    entry = composer.game.strings[language].get(key)
    if entry is None or not isinstance(entry.text, str):
        return None
    return {"of": "string", "key": key, "text": entry.text, "at": _at(entry.place)}


def kinds() -> dict[str, list[Json]]:
    """Returns the keys of each kind of field, as the models describe them."""
    found: dict[str, list[Json]] = {}
    for model in get_args(get_args(LayoutField)[0]):
        (kind,) = get_args(model.model_fields["draw"].annotation)
        rows = found.setdefault(kind, [])
        for name, info in model.model_fields.items():
            if name in ("draw", "fields"):
                continue
            rows.append(
                {
                    "name": info.alias or name,
                    "about": info.description or "",
                    "required": info.is_required(),
                    "choices": _choices(info.annotation),
                    "example": _example(info.examples),
                }
            )
    return found


def _choices(annotation: Any) -> list[str]:
    """The words of a `Literal`, anywhere in a type."""
    if get_origin(annotation) is Literal:
        return [str(each) for each in get_args(annotation)]
    return next((found for each in get_args(annotation) if (found := _choices(each))), [])


def _example(examples: Any) -> str:
    first = next(iter(examples or ()), "")
    return first if isinstance(first, str) else "" if isinstance(first, (dict, list)) else str(first)


def _at(place: Place) -> Json:
    return asdict(place) | {"shown": str(place)}
