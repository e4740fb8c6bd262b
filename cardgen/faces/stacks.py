"""Lays out stacks: finds where their fields lie, by the size of their words, and how small the words must be to fit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from cardgen.definitions.layout_fields import Stack, TextField
from cardgen.faces import box as boxes
from cardgen.faces import fit
from cardgen.faces.fit import Fitted, Said, SizeGroup
from cardgen.faces.spots import Spots, Stacked
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import DOES_NOT_FIT, Fault
from cardgen.graphics.geometry import Box
from cardgen.text.breaking import break_lines

Key = tuple[str, str]  # a field, and a language
SizeOf = Callable[[Said], float]  # in mm
STACK = "a stack"  # stands for the name of a style; those have no spaces
_LOOSE = 1e-6
_UNBOUND = 1e6  # ems: wider than any line
_START = {"start": 0.0, "centre": 0.5, "end": 1.0}  # the part of the free room before the stack


@dataclass(frozen=True, slots=True)
class Excess:
    """A part of a stack that does not fit: by how many mm it is too `wide` or `high`, its stack, and its text, if
    any."""

    over: float
    way: str
    room: float  # mm
    stack: Stacked
    said: Said | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """A stack whose words have sizes: its width and height in mm, where the fields of it and of stacks within it lie,
    each in its own stack, and what does not fit first."""

    width: float
    height: float
    boxes: Mapping[str, Box]
    excess: Excess | None = None


class Stacks:
    """The stacks of a side in one language; `said` has its texts by the keys of their fields, `drawn` the keys of other
    fields that draw something. A text without words, or a field that draws nothing, takes no room."""

    def __init__(self, spots: Spots, said: dict[str, Said], drawn: frozenset[str]) -> None:
        self.spots, self.said, self.drawn = spots, said, drawn

    def outermost(self) -> Iterator[Stacked]:
        return (stack for stack in self.spots.stacks.values() if not stack.spot.slots)

    def texts(self, stack: Stacked) -> list[tuple[str, Said]]:
        """Returns the texts of a stack, and of the stacks inside it, by key."""
        held = stack.spot.key
        return [(key, said) for key, said in self.said.items() if any(held == of for of, _ in self._slots(key))]

    def _slots(self, key: str) -> tuple[tuple[str, str], ...]:
        spot = self.spots.all[key]
        return spot.slots if spot.stack else ()  # words of a group in the stack have boxes of their own

    def lay_out(self, stack: Stacked, size: SizeOf) -> Laid:
        """Lays out a stack. It raises nothing: a field that does not fit still begins at its place."""
        there = {key: field for key, field in stack.fields.items() if self._is_there(key, field)}
        made = self._column(stack, there, size) if stack.field.lay == "column" else self._row(stack, there, size)
        return _mirror(made, stack, self.spots.mirrored, [*there])

    def _is_there(self, key: str, field: Any) -> bool:
        if isinstance(field, TextField):
            return key in self.said and bool(self.said[key].words.pieces)
        if key in self.spots.stacks:
            return any(self._is_there(*each) for each in self.spots.stacks[key].fields.items())
        return key in self.drawn or key not in self.spots.all  # groups and parts are laid out elsewhere

    def _column(self, stack: Stacked, fields: Mapping[str, Any], size: SizeOf) -> Laid:
        width, top = stack.frame.width, 0.0
        excess: Excess | None = None
        placed: dict[str, Box] = {}
        for key, field in fields.items():
            left, right = boxes.axis(field.left, field.right, field.width, width, self.spots.bleed, boxes.ACROSS)
            part = self._of(stack, key, field, right - left, size)
            excess = excess or part.excess
            height = field.height or part.height
            placed[key] = left, top, right, top + height
            placed |= part.boxes
            top += height + stack.field.gap
        high = max(0.0, top - stack.field.gap)
        if stack.high is None:
            return Laid(width, high, placed, excess)
        if high > stack.high + _LOOSE:
            excess = excess or Excess(high - stack.high, "high", stack.high, stack)
        down = max(0.0, stack.high - high) * _START[stack.field.align]
        placed |= {key: _move(placed[key], 0.0, down) for key in fields}
        return Laid(width, stack.high, placed, excess)

    def _row(self, stack: Stacked, fields: Mapping[str, Any], size: SizeOf) -> Laid:
        gap = stack.field.gap
        excess: Excess | None = None
        placed: dict[str, Box] = {}
        widths = self._widths(stack, fields, size)
        parts = {key: self._of(stack, key, field, widths[key], size) for key, field in fields.items()}
        edges = {key: _edges(field, self.spots.bleed) for key, field in fields.items()}
        heights = {key: (field.height or parts[key].height) + sum(edges[key]) for key, field in fields.items()}
        high = stack.high or max(heights.values(), default=0.0)
        wide = sum(widths.values()) + gap * max(0, len(fields) - 1)
        if wide > stack.frame.width + _LOOSE:
            excess = Excess(wide - stack.frame.width, "wide", stack.frame.width, stack)
        x = max(0.0, stack.frame.width - wide) * _START[stack.field.align]
        for key, field in fields.items():
            excess = excess or parts[key].excess
            if heights[key] > high + _LOOSE:
                excess = excess or Excess(heights[key] - high, "high", high, stack, self.said.get(key))
            top, bottom = edges[key][0], high - edges[key][1]
            if isinstance(field, Stack) and field.height is None:
                top += max(0.0, high - heights[key]) * _START[field.align]
            elif field.height is not None and high > 0:
                top, bottom = boxes.axis(field.top, field.bottom, field.height, high, self.spots.bleed, boxes.DOWN)
            placed[key] = x, top, x + widths[key], bottom
            placed |= parts[key].boxes
            x += widths[key] + gap
        return Laid(stack.frame.width, high, placed, excess)

    def _widths(self, stack: Stacked, fields: Mapping[str, Any], size: SizeOf) -> dict[str, float]:
        """The widths of fields. Texts are as wide as their words; if there is no room for all, the widest break into
        lines, all in the same width."""
        natural = {
            key: _unbroken(self.said[key]) * size(self.said[key])
            for key, field in fields.items()
            if field.width is None and key in self.said
        }
        fixed = sum(field.width or 0.0 for field in fields.values())
        room = stack.frame.width - fixed - stack.field.gap * max(0, len(fields) - 1)
        most, left = math.inf, len(natural)
        for each in sorted(natural.values()):
            if each * left > room + _LOOSE:
                most = max(room / left, 0.0)
                break
            room, left = room - each, left - 1
        return {key: field.width or min(natural.get(key, 0.0), most) for key, field in fields.items()}

    def _of(self, stack: Stacked, key: str, field: Any, width: float, size: SizeOf) -> Laid:
        """Lays out a field of a stack that has `width` mm of room."""
        if key in self.spots.stacks:
            return self.lay_out(self.spots.stacks[key], size)
        if key not in self.said or not isinstance(field, TextField):
            return Laid(width, field.height or 0.0, {})
        said = self.said[key]
        words, own = said.words, size(said)
        if said.along:
            over = said.excess_of(words, own)
            return Laid(width, field.height or 0.0, {}, Excess(*over, width, stack, said) if over else None)
        excess = words.excess(own, width + _LOOSE, field.height or math.inf, said.style.lines)
        lines = words.count(own, max(width + _LOOSE, words.widest * own + _LOOSE)) or 0
        height = words.height(lines, own)
        if excess is None:
            return Laid(width, height, {})
        room = width if excess[1] == "wide" else height - excess[0]
        return Laid(width, height, {}, Excess(*excess, room, stack, said))


def _mirror(laid: Laid, stack: Stacked, mirrored: bool, keys: list[str]) -> Laid:
    """The layout, mirrored for a language that is laid out from the right."""
    if not mirrored:
        return laid
    width, boxes = stack.frame.width, dict(laid.boxes)
    for key in keys:
        left, top, right, bottom = boxes[key]
        boxes[key] = width - right, top, width - left, bottom
    return Laid(laid.width, laid.height, boxes, laid.excess)


def _move(box: Box, x: float, y: float) -> Box:
    left, top, right, bottom = box
    return left + x, top + y, right + x, bottom + y


def _edges(field: Any, bleed: float) -> tuple[float, float]:
    """The distances of a field in a row from the row's top and bottom."""
    top, bottom = (edge.resolve(bleed) if edge else 0.0 for edge in (field.top, field.bottom))
    return top, bottom


def _unbroken(said: Said) -> float:
    """The width in ems of a text that breaks only at its own line ends."""
    lines = break_lines(said.words.pieces, _UNBOUND, said.words.metrics) or []
    return max((sum(piece.width for piece in line) for line in lines), default=0.0) - said.words.spacing


class FittedStack:
    """An outermost stack to fit: one scale, at which no text is smaller than it can be."""

    def __init__(self, stacks: Stacks, stack: Stacked, group: SizeGroup, who: Callable[[], str], id: str) -> None:
        self._stacks, self._stack, self.group, self.who, self.id = stacks, stack, group, who, id
        self.said = stacks.texts(stack)

    largest = 1.0

    @cached_property
    def least(self) -> float:
        return min((said.style.at_least / said.style.size for _, said in self.said), default=1.0)

    @cached_property
    def step(self) -> float:
        return fit.STEP / max((said.style.size for _, said in self.said), default=fit.STEP)

    def excess(self, scale: float) -> tuple[float, str] | None:
        overflow = self._excess(scale)
        return (overflow.over, overflow.way) if overflow else None

    def _excess(self, scale: float) -> Excess | None:
        return self._stacks.lay_out(self._stack, lambda said: said.size_at(scale)).excess

    def fault(self, over: float, way: str) -> Fault:
        overflow = self._excess(self.least)
        stack, room = (overflow.stack, overflow.room) if overflow else (self._stack, self._stack.frame.width)
        texts = [said for _, said in self._stacks.texts(stack)]
        longest = max(texts, key=lambda said: len(said.words.text), default=None)
        if said := (overflow and overflow.said) or longest:
            return fit.fault(said, f"stack '{stack.spot.name}'", over, way, room)
        message = f"{self.who()}, stack '{stack.spot.name}': what stands in it is {over:.1f} mm too {way}"
        place = stack.spot.layout.place_of(stack.spot.name)
        return Fault(f"{message} for its {room:.1f} mm", place, DOES_NOT_FIT, self.id)

    def sizes(self, scale: float) -> dict[SizeGroup, float]:
        return {said.group: said.size_at(scale) for _, said in self.said}

    def tried(self) -> tuple[float, ...]:
        """Returns the scales to try."""
        return tuple(fit.tried(self))


def find_fitted(
    said: dict[Key, Said],
    stacks: Mapping[str, Stacks],
    alike: Callable[[str, str], str],
    who: Callable[[], str],
    id: str,
) -> list[tuple[list[Key], Fitted]]:
    """Returns the texts and stacks of a side to fit: texts outside of stacks, and stacks with their texts, which now
    get the scales of their stack. `alike` names the group that shares a scale, by a stack's `fit` and a language."""
    stacked: list[tuple[list[Key], Fitted]] = []
    for language, own in stacks.items():
        for stack in own.outermost():
            group = alike(stack.fit, language), STACK, stack.spot.name
            made = FittedStack(own, stack, group, who, id)
            keys = [(name, language) for name, _ in made.said]
            stacked.append((keys or [(stack.spot.key, language)], made))
            for name, each in made.said:
                said[name, language] = own.said[name] = replace(each, scales=made.tried())
    alone = [([key], each) for key, each in said.items() if not each.scales]
    return [*alone, *stacked]
