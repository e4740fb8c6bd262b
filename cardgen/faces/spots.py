"""Lists what a layout draws on one side: each field once for each value of its repeat, and the fields of groups and
parts in their places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field as default
from dataclasses import replace
from itertools import islice
from typing import Any

from cardgen.definitions.computable import expressions
from cardgen.definitions.expressions import Call, Name, Pair, Tree, names
from cardgen.definitions.field_keys import Placed, repeat_of
from cardgen.definitions.game import Game
from cardgen.definitions.layout_fields import Holding, LayoutField, Part, Same, Stack
from cardgen.definitions.layouts import Layout, expressions_of
from cardgen.definitions.repeats import Items, Numbers, Over, Repeat, Table
from cardgen.definitions.stacks import fit_of_stack
from cardgen.definitions.templates import Template, condition
from cardgen.faces import box as boxes
from cardgen.faces.box import Frame
from cardgen.faces.computed import computes, with_numbers
from cardgen.faces.context import Context, owner_name
from cardgen.faces.sides import Side
from cardgen.faces.table import lines_of
from cardgen.faces.veils import Veil, veil
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import DOES_NOT_FIT, INVALID, Fault, InputError, fail
from cardgen.graphics.geometry import IDENTITY, Box, Matrix, apply, multiply, rotation, translation
from cardgen.store.remember import per_object

MAX_REPEATS = 2000  # of one field: more is a mistake, and would take minutes
MAX_INNER_FIELDS = 20_000  # on one side: fields that are repeated, or are in groups and parts
UPRIGHT = 0.75**0.5  # the gap between lines of a map of hexagons, in parts of that between their sides


Shown = Callable[[Template, Context], Mapping[str, str]]


@per_object
def passes_words_on(layout: Layout) -> bool:
    """Returns whether parts or repeated fields can be given words, which are different in each language."""
    fields = [field for each in layout.whole() for _, field in each.walk()]
    repeats = (repeat for field in fields if (repeat := repeat_of(field)))
    over = (each for repeat in repeats for each in repeat.names.values())
    return any(isinstance(field, Part) for field in fields) or any(isinstance(each, Items) for each in over)


@per_object
def laid_by(layout: Layout) -> tuple[frozenset[str], frozenset[str]]:
    """Returns the names that decide which spots there are and where: those that conditions only test for being there,
    and all others."""
    tested: set[str] = set()
    others: set[str] = set()
    for field in (field for each in layout.whole() for _, field in each.walk()):
        numbers = {key for key, _ in expressions(field)}
        for read in expressions_of(field):
            if read.key in ("when", "unless", "repeat.where"):
                _sort_names(condition(read.text), tested, others) if read.text else None
            elif read.key in numbers or read.key.startswith("repeat.") or isinstance(field, (Holding, Part)):
                others.update(read.names)
    return frozenset(tested - others), frozenset(others)


def _sort_names(tree: Tree, tested: set[str], others: set[str]) -> None:
    """Adds the names of a condition to those that it only tests for being there, or to others."""
    if isinstance(tree, Name):
        tested.update(names(tree))
    elif isinstance(tree, Pair) and tree.sign in ("and", "or"):
        _sort_names(tree.left, tested, others)
        _sort_names(tree.right, tested, others)
    elif isinstance(tree, Call) and tree.function == "not":
        _sort_names(tree.values[0], tested, others)
    else:
        others.update(names(tree))


@dataclass(frozen=True, slots=True)
class Spot:
    """One drawing of a field, which is called `name` in its `layout`; its expressions can read the values `given`
    besides cards and the like. `key` is unique on its side: the first of several repetitions has the field's name.
    `again` are the keys of spots that a field draws again; `slots` are the stacks that place it, the outermost first,
    each with the key that moves there."""

    key: str
    name: str
    field: Any  # a LayoutField; None for a whole face
    layout: Layout
    frame: Frame
    given: Mapping[str, Any] = default(default_factory=dict)
    again: tuple[str, ...] = ()
    slots: tuple[tuple[str, str], ...] = ()

    @property
    def stack(self) -> str:
        """Returns the stack that places the field itself, if any."""
        return self.slots[-1][0] if self.slots and self.slots[-1][1] == self.key else ""

    @property
    def above(self) -> tuple[str, ...]:
        """Returns the keys of the groups and parts that contain it, the outer ones first."""
        steps = self.key.split(".")
        return tuple(".".join(steps[:count]) for count in range(1, len(steps)))


@dataclass(frozen=True, slots=True)
class Stacked:
    """A stack of a side: `fields` are those that it places, in its order, with computed numbers, and `alone` has the
    box that each would have by itself. `box` is the stack's own box, and as large as its frame; `high` is None if its
    height is measured."""

    spot: Spot
    field: Stack
    box: Box
    frame: Frame
    high: float | None
    fields: dict[str, Placed] = default(default_factory=dict)
    alone: dict[str, Box] = default(default_factory=dict)

    @property
    def fit(self) -> str:
        """Returns the scope in which an outermost stack shares its scale."""
        return fit_of_stack(self.field, self.spot.layout.styles)


class Spots:
    """The spots of one side in one language, by their keys, in drawing order; `faults` report what is missing.
    `holders` are groups, stacks and parts by their keys, and `veils` their veils on the face.

    `context` gives the context of a spot; `shown` gives the texts that a template shows for the card's plain words in
    the language. A `mirrored` language is laid out from the right.
    """

    def __init__(
        self, side: Side, game: Game, bleed: float, mirrored: bool, context: Callable[[Spot], Context], shown: Shown
    ) -> None:
        self.side, self.game, self.bleed, self.mirrored = side, game, bleed, mirrored
        self.context, self.shown = context, shown
        self.faults: list[Fault] = []
        self.stacks: dict[str, Stacked] = {}
        self._inner = 0  # number of fields that are repeated, or are in groups and parts
        self.veils: dict[str, Veil] = {}
        self.holders: dict[str, Spot] = {}
        whole = Frame(*side.size)
        face = Spot("", "", None, side.layout, whole)
        self.all = {spot.key: spot for spot in self._spots(side.layout.fields, face)}

    def box(self, spot: Spot, field: Placed) -> Box:
        """Returns the box of a field with these numbers in its frame: mirrored in a language that is laid out from the
        right, and in a stack as if it were alone there. Raises InputError."""
        try:
            if spot.stack:
                return self._alone(self.stacks[spot.stack], field)
            return boxes.place(field, spot.frame, self.side.size, self.bleed, self.mirrored)
        except ValueError as error:
            grown = getattr(self.side.owner, "make", None) == "tuck-box"  # its size follows from the deck
            code = DOES_NOT_FIT if grown else INVALID
            own = self.side.owner and (spot.given or spot.frame.matrix != IDENTITY or computes(spot.field))
            whose = f" ({owner_name(self.side.owner, self.game)})" if self.side.owner and own else ""
            raise fail(f"fields.{spot.name}: {error}{whose}", spot.layout.place_of(spot.name), code) from None

    def turn(self, field: Placed, box: Box) -> Matrix:
        """Returns the matrix that turns a field with these numbers about the centre of its box."""
        left, top, right, bottom = box
        return rotation(-field.turn if self.mirrored else field.turn, (left + right) / 2, (top + bottom) / 2)

    def beside(self, key: str, name: str) -> list[str]:
        """Returns the keys of the field `name` in the layout or the group of the field `key`. For a group, these are
        the keys of its fields; for a repeated field, all of its keys, but only the one with the same number if both are
        repeated."""
        above, _, own = key.rpartition(".")
        of = f"{above}.{name}" if above else name
        layout = self.side.layout
        if all(repeat_of(layout.field(each)) for each in (key, of)):
            wanted = f"{of}#{number}" if (number := own.partition("#")[2]) else of
            return [each for each in self.all if each == wanted or each.startswith(f"{wanted}.")]
        return [each for each in self.all if each == of or each.startswith((f"{of}#", f"{of}."))]

    def measurable(self, key: str, name: str) -> list[str]:
        """Returns the keys of the field or the stack `name` in the layout or the group of the field `key`, whose
        numbers can read its place."""
        above, dot, _ = key.rpartition(".")
        of = f"{above}{dot}{name}"
        matches = (each for each in (*self.all, *self.stacks) if each == of or each.startswith(f"{of}#"))
        return [each for each in matches if "." not in each[len(of) :]]

    def _alone(self, stack: Stacked, field: Placed) -> Box:
        width, height = stack.frame.width, stack.frame.height
        if stack.field.lay == "column":
            left, right = boxes.axis(field.left, field.right, field.width, width, self.bleed, boxes.ACROSS)
            top, bottom = 0.0, field.height or height
        else:
            left, right = 0.0, field.width or width
            top, bottom = boxes.axis(field.top, field.bottom, field.height, height, self.bleed, boxes.DOWN)
        return (width - right, top, width - left, bottom) if self.mirrored else (left, top, right, bottom)

    def _spots(self, fields: Mapping[str, LayoutField], above: Spot, stack: Stacked | None = None) -> Iterator[Spot]:
        """The spots of the fields of a group, a part, a stack or a face; they inherit the key, frame, given names and
        slots of `above`."""
        drawn: dict[str, list[str]] = {}
        for own, field in fields.items():
            if self._inner > MAX_INNER_FIELDS:
                return  # `_count` reports it
            spot = replace(above, key=f"{above.key}{own}", name=f"{above.name}{own}", field=field)
            try:
                spots = list(self._of(spot, stack))
            except InputError as error:
                self.faults += error.faults
                continue
            drawn[own] = [each.key for each in spots]
            if isinstance(field, Same):
                spots = [replace(spot, again=tuple(drawn.get(field.same, ())))]
            yield from spots

    def _of(self, spot: Spot, stack: Stacked | None) -> Iterator[Spot]:
        for each in self._repetitions(spot):
            self._count(each)
            if stack:
                each = replace(each, slots=(*each.slots, (stack.spot.key, each.key)))
            holds = isinstance(each.field, (Holding, Part))
            drawn = not (stack or holds) or self.context(each).draws(each.field)
            if stack and drawn:
                stack.fields[each.key] = field = with_numbers(each.field, self.context(each))
                stack.alone[each.key] = self.box(each, field)
            if not holds:
                yield each
            elif drawn:
                yield from self._within(each)

    def _count(self, spot: Spot) -> None:
        """Raises InputError once a side has too many fields that are repeated, or are in groups and parts."""
        if self._inner > MAX_INNER_FIELDS:
            raise InputError()
        self._inner += "." in spot.key or "#" in spot.key
        if self._inner > MAX_INNER_FIELDS:
            most = f"{MAX_INNER_FIELDS:,} fields in repeats, groups and parts of a side"
            message = f"fields.{spot.name}: expected at most {most}"
            raise InputError(Fault(message, spot.layout.place_of(spot.name)))

    def _within(self, spot: Spot) -> Iterator[Spot]:
        """The spots inside a group, a stack or a part."""
        self.holders[spot.key] = spot
        field = with_numbers(spot.field, self.context(spot))
        left, top, right, bottom = box = self.box(spot, field)
        middle = (left + right) / 2, (top + bottom) / 2
        matrix = self.turn(field, box)
        width, height = right - left, bottom - top
        placed = (field.scale, 0.0, 0.0, field.scale,
                  middle[0] - field.scale * width / 2, middle[1] - field.scale * height / 2)  # fmt: skip
        frame = Frame(width, height, multiply(multiply(placed, matrix), spot.frame.matrix))
        if own := veil(field, (0.0, 0.0, width, height), self.context(spot)):
            self.veils[spot.key] = own.move(frame.matrix)
        inside = replace(spot, key=f"{spot.key}.", name=f"{spot.name}.", frame=frame)
        if isinstance(field, Stack):
            high = None if spot.stack and field.height is None else height
            self.stacks[spot.key] = stack = Stacked(spot, field, (left, top, right, bottom), frame, high)
            yield from self._spots(field.fields, inside, stack)
            return
        if isinstance(field, Holding):
            yield from self._spots(field.fields, inside)
            return
        part, context = spot.layout.parts[field.of], self.context(spot)
        taken = {name: each for name, each in part.takes.items() if each is not None} | field.given
        given = {name: context.fill(each, f"with.{name}", self.shown(each, context)) for name, each in taken.items()}
        yield from self._spots(part.fields, replace(inside, layout=part, name="", given=given))

    def _repetitions(self, spot: Spot) -> Iterator[Spot]:
        """A spot for each repetition of a field."""
        if (repeat := repeat_of(spot.field)) is None:
            yield spot
            return
        if self.context(spot).draws_none(spot.field, repeat.names):
            return  # a card without stars need not say how many
        values = list(self._values(spot, repeat))
        if not values:
            return
        repeat = with_numbers(repeat, self.context(spot), "repeat")
        for number, given in enumerate(values):
            own = replace(spot, key=f"{spot.key}#{number + 1}" if number else spot.key, given=given)
            if repeat.lay:
                box = self.box(own, with_numbers(spot.field, self.context(own)))
                laid = self._repeat_matrix(repeat, number, len(values), box, spot.frame)
                own = replace(own, frame=replace(spot.frame, matrix=multiply(laid, spot.frame.matrix)))
            yield own

    def _values(self, spot: Spot, repeat: Repeat) -> Iterator[Mapping[str, Any]]:
        """The values for each repetition. Raises InputError if there are too many."""
        values: list[Mapping[str, Any]] = [spot.given]
        for name, over in repeat.names.items():
            every = (
                {**given, name: value}
                for given in values
                for value in self._over(replace(spot, given=given), over, f"repeat.{name}")
            )
            values = list(islice(every, MAX_REPEATS + 1))
            if len(values) > MAX_REPEATS:
                place = spot.layout.place_of(spot.name, "repeat", name)
                message = f"fields.{spot.name}.repeat.{name}: expected at most {MAX_REPEATS:,} in all, got more"
                raise InputError(Fault(message, place))
        for given in values:
            if repeat.where is None or self.context(replace(spot, given=given)).holds(repeat.where, "repeat.where"):
                yield given

    def _over(self, spot: Spot, over: Over, key: str) -> Sequence[Any]:
        context = self.context(spot)
        if isinstance(over, Table):
            place = spot.layout.place_of(spot.name, *key.split("."))
            return lines_of(context.supplies.game.home, over.file, f"fields.{spot.name}.{key}", place)
        if isinstance(over, Numbers):
            first, last = (context.whole(text, key) for text in (over.first, over.last))
            return list(range(first, min(last, first + MAX_REPEATS) + 1))
        if not isinstance(over.of, str):
            return list(over.of)
        return context.several(over.of, key, self.shown(over.of, context))

    def _repeat_matrix(self, repeat: Repeat, number: int, count: int, box: Box, frame: Frame) -> Matrix:
        """The matrix from a field's own place to that of one of its repetitions, by its number among `count`."""
        across = repeat.across or count
        line, place = divmod(number, across)
        here = min(across, count - line * across)  # the number of fields in its line
        first = {"start": 0.0, "centre": (here - 1) / 2, "end": here - 1.0}[repeat.align]
        along = place - first
        if repeat.lay == "arc":
            return self._on_arc(repeat, along, box, frame)
        width, height = box[2] - box[0] + repeat.gap, box[3] - box[1] + repeat.gap
        if repeat.lay == "column":
            x, y = line * width, along * height
        elif repeat.lay == "row":
            x, y = along * width, line * height
        elif box[3] - box[1] > box[2] - box[0]:  # hexagons with a corner on top
            x, y = (along + line % 2 / 2) * width, line * (0.75 * (height - repeat.gap) + UPRIGHT * repeat.gap)
        else:
            x, y = along * (0.75 * (width - repeat.gap) + UPRIGHT * repeat.gap), line * height + place % 2 * height / 2
        return translation(-x if self.mirrored else x, y)

    def _on_arc(self, repeat: Repeat, along: float, box: Box, frame: Frame) -> Matrix:
        x, y = repeat.about or (frame.width / 2, frame.height / 2)
        if self.mirrored:
            x = frame.width - x
        turn = rotation((-1 if self.mirrored else 1) * along * repeat.step, x, y)
        if not repeat.upright:
            return turn
        middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        there = apply(turn, *middle)
        return translation(there[0] - middle[0], there[1] - middle[1])
