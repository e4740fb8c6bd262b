"""What a layout file may say: how a face is composed, in millimetres from the edges of its trim."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field

from cardgen.definitions import nodes, overlay
from cardgen.definitions.fields import (
    MIN_POINTS,
    EdgeOffset,
    Flag,
    Millimetres,
    Model,
    Name,
    Number,
    Points,
    Whole,
)
from cardgen.definitions.nodes import Mapping, Scalar, mapping
from cardgen.definitions.templates import Condition, Template
from cardgen.definitions.validate import validate
from cardgen.definitions.yaml_source import read_yaml
from cardgen.errors import CIRCLE, UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.library import Home
from cardgen.units import POINT

FLOOR = MIN_POINTS * POINT  # no text is ever smaller


class Style(Model):
    """How text looks. A style and field have one size over the whole deck and all languages."""

    font: Name = Field(default="text", description="A use of look.fonts: text, display.")
    bold: Flag = False
    italic: Flag = False
    size: Points = Field(default=9 * POINT, description="The size wished, in pt.")
    at_least: Points = Field(
        default=FLOOR, description="The smallest size allowed, in pt; as large as `size` to fix it."
    )
    leading: Annotated[Number, Field(ge=0.8, le=3)] = Field(default=1.2, description="Line spacing, in ems.")
    lines: Annotated[Whole, Field(ge=1, le=99)] = Field(default=99, description="At most so many lines.")
    colour: Template = "ink"
    align: Literal["left", "centre", "right"] = "left"
    hyphenate: Flag = True
    outline: Template | None = Field(
        default=None, description="The colour of a stroke around the letters, behind them: white on art is read so."
    )
    outline_width: Annotated[Millimetres, Field(gt=0, le=5)] = Field(
        default=0.4, description="How far that stroke reaches out, in mm."
    )
    fit: Literal["together", "each"] = Field(
        default="together",
        description="together: a field has one size on all cards and in all languages; each: every card its own.",
    )
    underlined: Literal["no", "turned"] = Field(
        default="no", description="turned: a line stands below a number that is another one upside down: 6, 9, 68."
    )


class Placed(Model):
    """What every field has: its place, given by any two of left, right and width, and of top, bottom and height."""

    left: EdgeOffset | None = None
    right: EdgeOffset | None = None
    top: EdgeOffset | None = None
    bottom: EdgeOffset | None = None
    width: Annotated[Millimetres, Field(gt=0)] | None = None
    height: Annotated[Millimetres, Field(gt=0)] | None = None
    turn: Number = Field(0.0, description="Degrees clockwise, about the field's own centre.")
    when: Condition | None = Field(None, description="Drawn only if this is there, or so: card.power, card.cost > 2.")
    unless: Condition | None = Field(None, description="Drawn only if this is not there, or not so.")
    under: Name | None = Field(None, description="Drawn just under that field instead of last.")


class Shaded(Placed):
    shadow: Template | None = Field(
        None,
        description="A soft shadow: how far right, down and out, in mm, and its colour: 0.5 0.8 2 ink alpha 40 %.",
    )


class Inked(Shaded):
    fill: Template | None = Field(None, description="A colour or a gradient: gold to ink, right.")
    stroke: Template | None = None
    line: Annotated[Millimetres, Field(ge=0, le=20)] = Field(0.3, description="The stroke's width.")


class Rectangle(Inked):
    draw: Literal["rectangle"]
    corners: Annotated[Millimetres, Field(ge=0)] = Field(0.0, description="The radius of its corners.")


class Ellipse(Inked):
    draw: Literal["ellipse"]


class Path(Inked):
    draw: Literal["path"]
    d: Template = Field(description="SVG path data, in the units of `view`.")
    view: Template = Field("0 0 100 100", description="The SVG view box that is fitted into the field.")


class Icon(Shaded):
    draw: Literal["icon"]
    of: Template = Field(description="The icon's name: a file in icons/.")
    colour: Template = "ink"
    shade: Template | None = Field(None, description="A second tone: the icon's whole outline, drawn beneath it.")
    outline: Annotated[Millimetres, Field(ge=0, le=5)] = Field(0.0, description="How far the second tone reaches out.")
    background: Literal["keep", "drop"] | None = Field(
        None, description="drop: a shape as large as the icon's view box, below its others, is left out."
    )


class Picture(Placed):
    draw: Literal["picture"]
    of: Template = Field(description="An SVG, PNG, JPEG, WebP, TIFF or GIF file, named from the game's folder.")
    fit: Literal["contain", "cover"] = "contain"
    corners: Annotated[Millimetres, Field(ge=0)] = 0.0


class Pattern(Placed):
    draw: Literal["pattern"]
    of: Template = Field(description="The pattern's name: a file in patterns/, its view box in millimetres.")
    colour: Template = "ink"
    ground: Template | None = Field(None, description="The colour between the motifs.")
    scale: Annotated[Number, Field(ge=0.25, le=20)] = 1.0


class TextField(Placed):
    draw: Literal["text"]
    say: Template | None = Field(None, description="The key of a string: dish.{card.id}.")
    text: Template | None = Field(None, description="A text that is the same in all languages: {card.value}.")
    tell: Name | None = Field(None, description="A card field that the game's engine reads, in words: effect.")
    style: Name = "text"
    colour: Template | None = None
    align: Literal["left", "centre", "right"] | None = None
    valign: Literal["top", "middle", "bottom"] = "middle"
    lines: Annotated[Whole, Field(ge=1, le=99)] | None = None
    outline: Template | None = None
    outline_width: Annotated[Millimetres, Field(gt=0, le=5)] | None = None


class Pips(Placed):
    draw: Literal["pips"]
    of: Template
    count: Template = Field(description="How many: a number or {card.value}.")
    columns: Annotated[Whole, Field(ge=1, le=50)] | None = Field(None, description="Without it, as square as can be.")
    colour: Template = "ink"
    gap: Annotated[Millimetres, Field(ge=0)] = 1.0


class Strip(Placed):
    draw: Literal["strip"]
    of: Name = Field(description="A card field that the game's engine reads, in signs: effect.")
    colour: Template = "ink"
    font: Name = Field("display", description="A use of look.fonts, for numbers.")
    align: Literal["left", "centre", "right"] = "centre"


class Grid(Placed):
    draw: Literal["grid"]
    of: Name = Field(description="A card field that the game's engine reads, as cells: pattern.")
    fill: Template = Field("ink", description="The colour of marked cells.")
    ground: Template | None = Field(None, description="The colour of the others.")
    mark: Template | None = Field(None, description="An icon in marked cells, so that not colour alone marks them.")
    mark_colour: Template = "paper"
    stroke: Template | None = "ink"
    line: Annotated[Millimetres, Field(ge=0, le=20)] = 0.3
    corners: Annotated[Millimetres, Field(ge=0)] = 0.0
    gap: Annotated[Millimetres, Field(ge=0)] = 1.0


class Ring(Placed):
    draw: Literal["ring"]
    count: Template = Field(description="How many numbers, from 1 on: a number or {card.value}.")
    parts: Template | None = Field(None, description="In how many parts the ring is divided; without it, `count`.")
    start: Number = Field(0.0, description="Where it begins: degrees clockwise from the top.")
    clockwise: Flag = True
    size: Points = Field(9 * POINT, description="The numbers' size, in pt.")
    font: Name = Field("text", description="A use of look.fonts.")
    bold: Flag = False
    colour: Template = "ink"
    disc: Template | None = Field(None, description="The colour of a disc behind each number.")


class Qr(Placed):
    draw: Literal["qr"]
    of: Template = Field(description="The text that it holds: https://example.org/{card.id}.")
    colour: Template = "ink"
    ground: Template | None = Field("#ffffff", description="The colour of light modules and of the quiet zone.")
    error: Literal["low", "medium", "quartile", "high"] = Field(
        "medium", description="How much of it may be spoilt: 7, 15, 25 or 30 %; more where that takes no more room."
    )
    quiet: Annotated[Whole, Field(ge=0, le=10)] = Field(4, description="The zone left free around it, in modules.")


class Same(Model):
    """Another field once more, turned about the centre of the face."""

    draw: Literal["same"] = "same"
    same: Name
    turn: Number = 180.0
    when: Condition | None = None
    unless: Condition | None = None
    under: Name | None = None


LayoutField = Annotated[
    Rectangle | Ellipse | Path | Icon | Picture | Pattern | TextField | Pips | Ring | Strip | Grid | Qr | Same,
    Field(discriminator="draw"),
]


class LayoutFile(Model):
    """A layout. Fields are drawn from the first to the last, so that later ones lie above."""

    extends: Name | None = Field(None, description="The layout that this one changes.")
    safe: Annotated[Millimetres, Field(ge=0)] = Field(3.0, description="Text nearer than this to the trim is reported.")
    styles: dict[Name, Style] = {}
    fields: dict[Name, LayoutField]


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout with all that it extends, its fields in drawing order, and its nodes for their places."""

    name: str
    safe: float
    styles: dict[str, Style]
    fields: dict[str, LayoutField]
    node: Mapping

    def place_of(self, field: str, *path: str) -> Place:
        return nodes.at(self.node, "fields", field, *path)

    def within(self, offset: int, field: str, *path: str) -> Place:
        """The place of a sign of a field's text, by how many stand before it."""
        return nodes.within(self.node, offset, "fields", field, *path)


def read_layout(home: Home, name: str, place: Place) -> Layout:
    """The layout `name` of a game. Raises InputError with all faults of the file."""

    def read(path) -> Mapping:
        node = read_yaml(path)
        if not isinstance(node, Mapping):
            raise fail(f"expected keys with values, got {nodes.kind(node)}", node.place)
        return node

    def parent(node: Mapping):
        base = node.get("extends")
        if base is None:
            return None
        if not isinstance(base, Scalar):
            raise fail(f"extends: expected the name of a layout, got {nodes.kind(base)}", base.place)
        return home.find("layouts", base.text, base.place), base.place

    links = overlay.chain(home.find("layouts", name, place), read, parent, "layouts extend each other")
    return _laid(name, _Links(tuple(node for _, node in links)))


@dataclass(frozen=True, slots=True, eq=False)
class _Links:
    """A layout's file and those that it extends, told from others by being the same nodes."""

    nodes: tuple[Mapping, ...]

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.nodes)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Links) and list(map(id, self.nodes)) == list(map(id, other.nodes))


@lru_cache(maxsize=500)  # every edition of a game reads the same layouts
def _laid(name: str, links: _Links) -> Layout:
    merged = links.nodes[-1]
    for node in reversed(links.nodes[:-1]):
        merged = mapping(overlay.overlay(_redrawn(merged, node), node))
    merged = _tagged(merged)
    model = validate(LayoutFile, merged)
    layout = Layout(name, model.safe, {"text": Style()} | model.styles, _ordered(model.fields, merged), merged)
    if faults := list(_faults(layout)):
        raise InputError(*faults)
    return layout


def _redrawn(base: Mapping, change: Mapping) -> Mapping:
    """The base without what a field that the change draws otherwise was drawn with; its place stays."""
    fields, changes = base.get("fields"), change.get("fields")
    if not isinstance(fields, Mapping) or not isinstance(changes, Mapping):
        return base
    kept = dict(fields.items)
    for name, field in changes.items.items():
        old = kept.get(name)
        if not isinstance(field, Mapping) or not isinstance(old, Mapping):
            continue
        draws = [of.items["draw"].data for of in (old, field) if "draw" in of.items]
        if len(draws) == 2 and draws[0] != draws[1]:
            placed = {key: value for key, value in old.items.items() if key in Placed.model_fields}
            kept[name] = Mapping(placed, old.place, old.keys)
    return Mapping(base.items | {"fields": Mapping(kept, fields.place, fields.keys)}, base.place, base.keys)


def _tagged(node: Mapping) -> Mapping:
    """Says `draw: same` where a field only says `same: NAME`."""
    fields = node.get("fields")
    if not isinstance(fields, Mapping):
        return node
    changed = {
        key: Mapping({"draw": Scalar("same", field.place)} | field.items, field.place, field.keys)
        for key, field in fields.items.items()
        if isinstance(field, Mapping) and "same" in field.items and "draw" not in field.items
    }
    return Mapping(
        node.items | {"fields": Mapping(fields.items | changed, fields.place, fields.keys)}, node.place, node.keys
    )


def _ordered(fields: dict[str, LayoutField], node: Mapping) -> dict[str, LayoutField]:
    """The fields in drawing order: those with `under` just beneath the one they name, which may itself be moved."""
    order = [key for key, field in fields.items() if field.under is None]
    waiting = {key: field.under for key, field in fields.items() if field.under is not None}
    while waiting:
        ready = [key for key, under in waiting.items() if under in order]
        if not ready:
            raise InputError(*(_no_place(key, under, fields, node) for key, under in waiting.items()))
        for key in ready:
            order.insert(order.index(waiting.pop(key)), key)
    return {key: fields[key] for key in order}


def _no_place(key: str, under: str, fields: dict[str, LayoutField], node: Mapping) -> Fault:
    place = nodes.at(node, "fields", key, "under")
    if under in fields:
        return Fault(f"fields.{key}.under: fields lie under one another in a circle", place, CIRCLE)
    return Fault(f"fields.{key}.under: there is no field '{under}'{nearest(under, fields)}", place, UNKNOWN_NAME)


def _faults(layout: Layout) -> Iterator[Fault]:
    """What the model alone cannot see: names of fields and styles, and sizes that contradict one another."""
    for key, style in layout.styles.items():
        if style.at_least > style.size + 1e-6:
            message = f"styles.{key}.at_least: expected at most the style's size, {style.size / POINT:g} pt"
            yield Fault(message, nodes.at(layout.node, "styles", key, "at_least"))
    sources = [name for name, field in layout.fields.items() if not isinstance(field, Same)]
    for key, field in layout.fields.items():
        if isinstance(field, Same) and field.same not in sources:
            message = f"fields.{key}.same: there is no field '{field.same}'{nearest(field.same, sources)}"
            yield Fault(message, layout.place_of(key, "same"), UNKNOWN_NAME)
        if isinstance(field, TextField) and field.style not in layout.styles:
            message = f"fields.{key}.style: there is no style '{field.style}'{nearest(field.style, layout.styles)}"
            yield Fault(message, layout.place_of(key, "style"), UNKNOWN_NAME)
        if isinstance(field, TextField) and [field.say, field.text, field.tell].count(None) != 2:
            yield Fault(f"fields.{key}: expected one of 'say', 'text' and 'tell'", layout.place_of(key))
