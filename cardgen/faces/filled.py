"""Fills SVG pictures in for a card: computes their expressions, in one language, and checks that the words have
room."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from cardgen.definitions import evaluate, templates
from cardgen.definitions.templates import ScopedText
from cardgen.faces import colour
from cardgen.faces.artwork import Artwork
from cardgen.faces.context import Context, owner_name
from cardgen.foundations.errors import DOES_NOT_FIT, Fault, InputError, Place
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Group, Item, Text
from cardgen.graphics.geometry import Box, Matrix, box_through, multiply
from cardgen.svg.drawn import DrawnWords
from cardgen.svg.form_values import COLOURS, controls_visibility, require_valid, visibility_value
from cardgen.svg.forms import Blank, SvgForm, fail_at
from cardgen.svg.values import colour as svg_colour
from cardgen.text.inline import InlineIcon, Run, parse_inline

MAX_SIGNS = 5_000  # in a blank
MAX_FAULTS = 20  # of one drawing on one card
_ROOM = 0.05  # mm, the tolerance for rounding
_NO_COLOUR = ("none", "inherit", "context-fill", "context-stroke", "transparent")


def artworks_for(context: Context, name: str, place: Place) -> list[Artwork]:
    """Returns the layers of the SVG picture with a name, from below, as a field shows it. Raises InputError with all
    faults of its expressions."""
    form = context.supplies.form(name, place, context.extra_names)
    if form is None:
        return [context.supplies.artwork(name, place)]
    values: dict[Blank, str] = {}
    faults: list[Fault] = []
    for blank in form.blanks:
        try:
            values[blank] = _value(form, blank, context)
        except InputError as error:
            faults += error.faults
            if len(faults) >= MAX_FAULTS:
                break
    if faults:
        raise InputError(*faults)
    return context.supplies.fill_form(name, form, values, context.language)


def _value(form: SvgForm, blank: Blank, context: Context) -> str:
    """The value of a blank. Raises InputError."""
    text = ScopedText(blank.text, context.extra_names)
    try:
        if controls_visibility(blank.name):
            return _visibility(blank.name, text, context.scope)
        shown = {} if blank.name else context.translated(text)
        scope = {**context.scope, "card": {**context.scope["card"], **shown}} if shown else context.scope
        value = templates.fill(text, scope)
        if len(value) > MAX_SIGNS:
            raise ValueError(f"expected at most {MAX_SIGNS:,} characters, got {len(value):,}")
        if not blank.name:
            return _words(value)
        return _colour(value, context) if blank.name in COLOURS else require_valid(blank.name, value)
    except templates.Slip as slip:
        if isinstance(slip, templates.Unknown):
            context.suggests(slip.name)
        raise fail_at(form, blank, f"{slip}{context.owner_in_brackets}", slip.offset) from None
    except ValueError as error:
        raise fail_at(form, blank, f"{error}{context.owner_in_brackets}", blank.text.find("{")) from None


def _visibility(name: str, text: ScopedText, scope: Mapping[str, Any]) -> str:
    """The value of `display` or `visibility`: a keyword of SVG, or whether an expression is true, as for `when`."""
    try:
        value = templates.fill(text, scope).strip()
    except templates.Unknown:
        value = ""
    alone = len(templates.parts(text)) == 1
    return visibility_value(name, value, templates.holds(text, scope) if alone else evaluate.is_there(value))


def _words(value: str) -> str:
    """Words without marks of emphasis, because a drawing has styles for that. Raises ValueError."""
    if not any(sign in value for sign in "*[:\\"):
        return value
    runs = parse_inline(value)
    if icon := next((each for each in runs if isinstance(each, InlineIcon)), None):
        raise ValueError(f"the icon ':{icon.name}:' cannot appear among the words of a drawing; use a text field")
    return "".join(each.text if isinstance(each, Run) else " " for each in runs)


def _colour(value: str, context: Context) -> str:
    """A colour in SVG's form, from a name of the game's look or of CSS. Raises ValueError."""
    if value.startswith("url(") or value in _NO_COLOUR:
        return value
    try:
        return colour.parse(value, context.supplies.game.colours)
    except ValueError:
        if svg_colour(value) is None:
            raise
        return value


def check_words(artwork: Artwork, items: tuple[Item, ...], matrix: Matrix, box: Box, context: Context) -> None:
    """Raises InputError for words of a drawing that would have to be illegibly small to fit their `data-width`, and for
    words of a filled-in drawing that reach beyond its visible box."""
    known = {id(text): words for words in artwork.drawn.words for text in words.items}
    if not artwork.filled and all(words.shrunk == 1 for words in known.values()):
        return
    faults: dict[int, Fault] = {}
    for text, place in _texts_in_place(items, matrix):
        if (words := known.get(id(text))) and (
            overflow := _overflow_of(text, place, words, box, context, artwork.filled)
        ):
            message = f"{_whose(context)}: {words.said!r} ({context.language}) {overflow}"
            who, cause = context.owner.id if context.owner else "", f"{context.layout.name} {context.name}"
            faults.setdefault(id(words), Fault(message, words.place, DOES_NOT_FIT, who, cause))
    if faults:
        raise InputError(*faults.values())


def _overflow_of(text: Text, place: Matrix, words: DrawnWords, box: Box, context: Context, filled: bool) -> str:
    """The message that some words do not fit their place; empty if they fit."""
    a, b, c, d, *_ = place
    scale = math.sqrt(abs(a * d - b * c))
    size, least = scale * text.size, context.smallest
    if words.shrunk < 1 and size < least - 1e-6:
        room = scale * sum(each.width for each in words.items)
        over = room / size * least - room
        return f"is {over:.1f} mm too wide for its {room:.1f} mm at {least / POINT:g} pt, the smallest size allowed"
    left, _, right, _ = box_through(place, (text.x, text.y - text.ascent, text.x + text.width, text.y + text.descent))
    beyond = max(box[0] - left, right - box[2])
    if filled and beyond > _ROOM:
        return f"reaches {beyond:.1f} mm beyond the drawing; give its <text> a `data-width` to make it fit"
    return ""


def _whose(context: Context) -> str:
    who = f"{owner_name(context.owner, context.supplies.game)}, " if context.owner else ""
    return f"{who}field '{context.name}'"


def _texts_in_place(items: tuple[Item, ...], matrix: Matrix) -> Iterator[tuple[Text, Matrix]]:
    """The texts among items, each with the matrix to its place."""
    for item in items:
        if isinstance(item, Text):
            yield item, matrix
        elif isinstance(item, Group):
            yield from _texts_in_place(item.items, multiply(item.matrix, matrix))
