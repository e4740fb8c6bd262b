"""Static checks of composed faces: contrast, safe distance, and cards that differ only in colour."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from operator import mul
from typing import Protocol

from cardgen.definitions.game import Deck, Design
from cardgen.faces.colour import VISIONS, colours_of, contrast, distance, over
from cardgen.faces.compose import Composer
from cardgen.faces.picture_checks import check_pictures
from cardgen.faces.quiet import quiet
from cardgen.faces.sides import Side
from cardgen.faces.supplies import Supplies
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place
from cardgen.foundations.findings import NAMED, Finding
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import CURRENT, Face, Group, Halo, Item, Picture, Symbol, Text, Use, texts
from cardgen.graphics.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Segments,
    apply,
    box_through,
    multiply,
    segments_box,
    transform,
)
from cardgen.graphics.outline import Outline
from cardgen.graphics.polygon import Points
from cardgen.store.remember import per_object
from cardgen.text.fonts import FontFace
from cardgen.text.letters import ink, reach

_OPAQUE = len("#rrggbb")
LOOSE = 0.01  # mm that rounding may take of a distance
_AT_TRIM = "beyond the trim", "the trim"
LEAST_CONTRAST, LARGE_CONTRAST = 4.5, 3.0  # WCAG 2.2, success criterion 1.4.3
LARGE, LARGE_BOLD = 18 * POINT, 14 * POINT  # mm per em from which on words are large there
_DIRECTIONS = tuple((math.cos(turn), math.sin(turn)) for turn in (math.pi * part / 8 for part in range(8)))
_COMPARED = 60  # cards with each other; among more the same is found soon
LEAST_DISTANCE = 12.0  # Delta E (CIE 1976) below which two colours are easily taken for each other


class Pixels(Protocol):
    """The pixels of a part of a face."""

    def colours(self, face: Face, box: Box) -> list[str]:
        """Returns the colours behind its words."""

    def letters(self, face: Face, text: Text, box: Box) -> list[tuple[str, str]]:
        """Returns the colours of a text's letters there, each with the colour behind it."""


def check_faces(composer: Composer, pixels: Pixels | None = None) -> Iterator[Finding]:
    """Reports the findings on faces; `pixels` gives what lies behind a text if shapes alone do not."""
    yield from check_texts(composer, pixels)
    for deck in composer.game.decks:
        yield from _check_colours(composer, deck)
    yield from check_pictures(composer)
    yield from check_unchecked(composer)


def check_texts(composer: Composer, pixels: Pixels | None = None) -> Iterator[Finding]:
    """Reports texts on faces that are hard to read, or too near the trim; `pixels` as above."""
    for side in composer.sides:
        worst: dict[tuple[str, str], tuple[float, str]] = {}  # by code, and by the reason to keep it quiet
        for language in composer.checked:
            look = partial(_check_texts, composer, side, language, pixels)
            for code, amount, message, field in composer.examined("texts", side, language, look):
                told = code, quiet(composer.game, side, code, [field])
                if told not in worst or amount < worst[told][0]:
                    worst[told] = amount, message
        for (code, why), (_, message) in worst.items():
            message = f"{side.who(composer.game)}, {message}"
            yield _finding(composer, code, message, side.place, side.id, side.layout.name, why)


def check_glyphs(composer: Composer) -> Iterator[Finding]:
    """Reports missing characters in texts that are on no face, such as titles, which are printed in the text font.

    Faces check their own, those that stand beside cards included.
    """
    place = Place(str(composer.game.home.folder / "game.yaml"))
    for language in composer.languages_to_check:
        entries = composer.game.strings[language]
        font = composer.supplies.font("text", False, False, place, language)
        for key, entry in entries.items():
            forms = entry.text.values() if isinstance(entry.text, dict) else [entry.text]
            faults = [fault for form in forms if (fault := font.fault(form.replace("\n", " ")))]
            if faults and key not in composer.used_strings and not entry.beside:
                yield _finding(composer, "glyph-missing", f"{language}: '{key}': {faults[0]}", entry.place)


def check_fonts(composer: Composer, languages: Collection[str]) -> Iterator[Finding]:
    """Reports font faces, such as bold, that texts in these languages ask for and that do not exist."""
    found: dict[str, Place] = {}
    for supplies in _supplies_shown(composer):
        for (message, language), place in supplies.stand_ins.items():
            if language in languages:
                found.setdefault(message, place)
    for message, place in found.items():
        yield _finding(composer, "face-missing", message, place)


def check_marks(composer: Composer, languages: Collection[str]) -> Iterator[Finding]:
    """Reports marks of emphasis that nothing closes, in cells of spreadsheets in these languages."""
    found: dict[Place, str] = {}
    for supplies in _supplies_shown(composer):
        for (place, language), message in supplies.marks.items():
            if language in languages:
                found.setdefault(place, message)
    for place, message in found.items():
        yield _finding(composer, "markup-open", message, place)


def _supplies_shown(composer: Composer) -> Iterator[Supplies]:
    return (composer.reading(side).supplies for side in composer.sides)


@dataclass(frozen=True, slots=True)
class Seen:
    """Something on a face: its box there, and the colours with which it covers the box (none if there are too many to
    know). A shape's path tells a disc from its box; a text's box keeps room for all letters, and `matrix` and `clips`
    place its own, or the stroke around them. `unseen`: it is printed in a layer that is not shown. `veiled`: what lies
    below shines through it, or its colours blend with that."""

    box: Box
    colours: tuple[str, ...]
    whole: bool
    words: Text | Halo | None = None
    path: Segments = ()
    matrix: Matrix = IDENTITY
    clips: tuple[Box, ...] = ()
    unseen: bool = False
    veiled: bool = False

    @property
    def text(self) -> Text | None:
        return self.words if isinstance(self.words, Text) else None

    @property
    def boxes(self) -> list[Box]:
        """Returns its boxes; for a text along a curve, about the box of each letter."""
        if self.text is None or not self.text.places:
            return [self.box]
        letter = (0.0, -0.7 * self.text.size, 0.5 * self.text.size, 0.0)
        return [box_through(multiply(place, self.matrix), letter) for place in self.text.places]

    @property
    def scale(self) -> float:
        """Returns how much larger it is on the face than in its own drawing."""
        a, b, c, d, *_ = self.matrix
        return math.sqrt(abs(a * d - b * c))

    @property
    def large(self) -> bool:
        """Returns whether it is a text so large that people can read it with less contrast."""
        bold = self.text is not None and "bold" in self.text.font.rpartition("/")[2]
        return self.text is not None and self.scale * self.text.size >= (LARGE_BOLD if bold else LARGE) - LOOSE

    @property
    def letters(self) -> Text | None:
        """Returns its text, or the text that it is the stroke of."""
        return self.words.text if isinstance(self.words, Halo) else self.words


def _check_texts(
    composer: Composer, side: Side, language: str, pixels: Pixels | None
) -> Iterator[tuple[str, float, str, str]]:
    """Code, amount (the smaller the worse), message and field of each text that cannot be read or is cut off."""
    drawn = composer.field_items(side, language)
    if not has_words(drawn):
        return
    face, symbols = composer.sound(side, language), composer.supplies.symbols
    named = [(field, each) for field, items in drawn.items() for each in seen_of(tuple(items), symbols, IDENTITY)]
    masks = set(_masking(face.items))
    named = [(field, replace(each, veiled=True) if each.text in masks else each) for field, each in named]
    below: list[Seen] = []  # what a text is read on
    for field, item in named:
        if item.letters is None:
            below += [] if item.unseen else [item]
            continue
        who = f"field '{field.partition('#')[0]}', {language}: {item.letters.text!r}"
        if item.text and not item.unseen:
            told = _check_contrast(item, below, who, face, pixels)
            yield from ((*each, field) for each in told)
        yield from ((*each, field) for each in _check_edges(composer, side, item, who))
        below += [item] if item.text is None and not item.unseen else []


def has_words(drawn: Mapping[str, list[Item]]) -> bool:
    """Returns whether any field of a face draws a text."""
    return any(any(texts(items)) for items in drawn.values())


def _check_contrast(
    item: Seen, below: list[Seen], who: str, face: Face, pixels: Pixels | None
) -> Iterator[tuple[str, float, str]]:
    least = LARGE_CONTRAST if item.large else LEAST_CONTRAST
    worst = _worst_contrast(item, below, face, pixels, least)
    if worst < least:
        told = f"{who} has a contrast of {worst:.1f}:1; expected at least {least:g}:1"
        yield "low-contrast", worst / least, told


def _worst_contrast(item: Seen, below: list[Seen], face: Face, pixels: Pixels | None, least: float) -> float:
    """The least contrast of a text with what lies behind it; infinite where nothing tells it. Pixels are looked at
    where shapes alone do not tell that it is at `least` so much."""
    assert item.text
    if item.veiled:
        told = pixels.letters(face, item.text, item.box) if pixels else ()
        return min((contrast(*pair) for pair in told), default=math.inf)
    own = colours_of(item.text.colour)
    found = [_behind(box, below) for box in item.boxes]
    worst = min(contrast(over(tone, colour), colour) for colours, _ in found for colour in colours for tone in own)
    if pixels and (worst < least or not all(sure for _, sure in found)):
        seen = [colour for box in item.boxes for colour in pixels.colours(face, box)]
        worst = min(contrast(over(tone, colour), colour) for colour in seen for tone in own)
    return worst


def _check_edges(composer: Composer, side: Side, item: Seen, who: str) -> Iterator[tuple[str, float, str]]:
    safe = side.safe
    room = ink_room(item, side.outline, composer.supplies.fonts, safe)
    over, edge = ("beyond the trim or into a hole", "the trim or a hole") if side.outline.holes else _AT_TRIM
    if room < -LOOSE:
        yield "cut-off", room, f"{who} reaches {-room:.1f} mm {over} and is cut off"
    elif room < safe - LOOSE:
        yield "near-edge", room, f"{who} lies {room:.1f} mm from {edge}; expected at least {round(safe, 2):g} mm"


def ink_room(seen: Seen, outline: Outline, fonts: Mapping[str, FontFace], enough: float) -> float:
    """Returns how far letters, or the stroke around them, lie inside an outline, in mm; below 0, how far they reach
    out.

    Infinite where they are not seen, or plainly have `enough` room.
    """
    if (text := seen.letters) is None:
        return math.inf
    line = seen.scale * seen.words.line if isinstance(seen.words, Halo) else 0.0
    if (
        outline.room(_corners(seen.box)) >= enough + line + seen.scale * text.size
    ):  # no letter reaches an em beyond its line
        return math.inf
    source = fonts[text.font].source
    box = reach(text, source)
    if box is None or outline.room(_corners(box_through(seen.matrix, box))) >= enough + line:
        return math.inf
    drawn = tuple(apply(seen.matrix, *at) for at in ink(text, source))
    for left, top, right, bottom in seen.clips:
        drawn = tuple((min(max(x, left), right), min(max(y, top), bottom)) for x, y in drawn)
    return outline.room(drawn) - line if drawn else math.inf


def seen_of(items: tuple[Item, ...], symbols: dict[str, Symbol], matrix: Matrix) -> Iterator[Seen]:
    """Yields what is drawn, in order, with its box on the face."""
    for item in items:
        if isinstance(item, Group):
            inner = multiply(item.matrix, matrix)
            clip = box_through(inner, segments_box(item.clip)) if item.clip else None
            for each in seen_of(item.items, symbols, inner):
                found = each if item.plain else _veiled(each)
                box, clips = (cut(found.box, clip), (*found.clips, clip)) if clip else (found.box, found.clips)
                if box:
                    yield replace(found, box=box, clips=clips, unseen=found.unseen or item.layer is not None)
        elif isinstance(item, Text):
            box = (item.x, item.y - item.ascent, item.x + item.width, item.y + item.descent)
            yield Seen(box_through(matrix, box), colours_of(item.colour), False, item, matrix=matrix)
        elif isinstance(item, Halo):
            text = item.text
            box = (text.x, text.y - text.ascent, text.x + text.width, text.y + text.descent)
            yield Seen(box_through(matrix, box), (item.colour,), True, item, matrix=matrix)
        elif isinstance(item, Use):
            yield Seen(
                box_through(multiply(item.matrix, matrix), symbols[item.symbol].box),
                (item.colour,) if item.colour else (),
                False,
            )
        elif isinstance(item, Picture):
            box = (item.x, item.y, item.x + item.width, item.y + item.height)
            yield Seen(box_through(matrix, box), (), False)
        elif item.fill and item.fill != CURRENT:
            drawn = transform(item.segments, matrix)
            colours = (item.fill,) if isinstance(item.fill, str) else tuple(colour for _, colour in item.fill.stops)
            yield Seen(_path_box(drawn), colours, True, path=drawn)


_path_box = per_object(segments_box)  # most paths are the same on all cards of a layout, and in all languages


def _masking(items: tuple[Item, ...], within: bool = False) -> Iterator[Text]:
    """The texts among masks: what is seen in their place is what they mask."""
    for item in items:
        if isinstance(item, Group):
            yield from _masking(item.items, within)
            yield from _masking(item.mask.items, within=True) if item.mask else ()
        elif within and isinstance(item, Text):
            yield item


def _veiled(seen: Seen) -> Seen:
    """The same in a group that does not cover what lies below: too many colours to tell."""
    return replace(seen, colours=(), whole=False, veiled=True)


def _corners(box: Box) -> Points:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def cut(box: Box, clip: Box) -> Box | None:
    """Returns the overlap of two boxes, if any."""
    left, top, right, bottom = box
    first, high, last, low = clip
    if first >= right or last <= left or high >= bottom or low <= top:
        return None  # of most
    both = (max(left, first), max(top, high), min(right, last), min(bottom, low))
    return both if both[0] < both[2] and both[1] < both[3] else None


def _behind(box: Box, below: list[Seen]) -> tuple[list[str], bool]:
    """The colours that may lie behind a box, those drawn since it was last covered whole; and whether these are all."""
    colours, sure = ["#ffffff"], True
    lowest = next((at for at in range(len(below) - 1, -1, -1) if _hides(below[at], box)), 0)
    for item in below[lowest:]:
        if not cut(box, item.box):
            continue
        if not item.colours:
            sure = False
            continue
        covers = _covers(item, box)
        if covers or not item.path or _meet(box, item.path):
            laid = [over(colour, below) for colour in item.colours for below in dict.fromkeys(colours)]
            colours, sure = (laid, True) if covers else ([*colours, *laid], sure)
    return colours, sure


def _covers(item: Seen, box: Box) -> bool:
    """Whether something covers a box whole."""
    left, top, right, bottom = item.box
    far = left <= box[0] + 0.01 and top <= box[1] + 0.01 and right >= box[2] - 0.01 and bottom >= box[3] - 0.01
    return item.whole and far


def _hides(item: Seen, box: Box) -> bool:
    """Whether nothing is seen through something that covers a box whole."""
    opaque = all(len(colour) == _OPAQUE for colour in item.colours)
    return bool(item.colours) and opaque and _covers(item, box) and cut(box, item.box) is not None


def _on_path(segments: Segments) -> list[tuple[float, float]]:
    """Points of a path: the ends of its parts, and three in each curve."""
    found: list[tuple[float, float]] = []
    for letter, *numbers in segments:
        points = list(zip(numbers[0::2], numbers[1::2], strict=True))
        if letter == "C":
            first, *rest = found[-1], *points
            for t in (0.25, 0.5, 0.75):
                parts = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
                found.append(tuple(sum(map(mul, parts, axis)) for axis in zip(first, *rest, strict=True)))
        found += points[-1:]
    return found


def meets(box: Box, item: Seen) -> bool:
    """Returns whether something lies in a box, judged by its own box and path."""
    return bool(cut(box, item.box)) and (not item.path or _meet(box, item.path))


def _meet(box: Box, path: Segments) -> bool:
    """Whether no direction parts a path from a box."""
    corners, points = _corners(box), _on_path(path)
    for a, b in _DIRECTIONS:
        first, second = ([x * a + y * b for x, y in group] for group in (corners, points))
        if max(first) <= min(second) or max(second) <= min(first):
            return False
    return True


def check_unchecked(composer: Composer) -> Iterator[Finding]:
    """Reports how many faces were not checked because they are faulty themselves."""
    fields = {
        f"{side.id} ({name})": None
        for side in composer.sides
        for language in composer.checked
        for name in composer.reading(side).faulty(language)
    }
    named = ", ".join([*fields][:NAMED]) + (" and others" if len(fields) > NAMED else "")
    left = [f"{len(fields)} field{'s' if len(fields) > 1 else ''} of faces, {named}"] if fields else []
    left += [
        f"every face in {language}" for language in composer.languages_to_check if language not in composer.checked
    ]
    if left:
        message = f"because of errors, the checks of contrast, edges and pictures skipped {'; '.join(left)}"
        yield _finding(composer, "unchecked", message, Place(str(composer.game.home.folder / "game.yaml")))


def _check_colours(composer: Composer, deck: Deck) -> Iterator[Finding]:
    """Pairs of cards whose faces, words included, are the same but for colour."""
    language = composer.game.languages[0]
    groups: dict[tuple[str, ...], list[tuple[Side, tuple[str, ...]]]] = {}
    for side in composer.sides:
        card = side.owner
        if side.group != deck.name or not isinstance(card, Design) or not (card.side or side.name.endswith("/front")):
            continue
        drawn = repr(composer.sound(side, language).items)
        colours = tuple(re.findall(r"#[0-9a-f]{6}", drawn))
        words = composer.reading(side).words(language)  # those that do not fit tell cards apart all the same
        groups.setdefault((re.sub(r"#[0-9a-f]{6}", "#", drawn), *words), []).append((side, colours))
    for members in (group[:_COMPARED] for group in groups.values()):
        for index, (first, one) in enumerate(members):
            for second, other in members[index + 1 :]:
                if one == other:
                    continue
                blind = [
                    name
                    for name in VISIONS
                    if max(distance(a, b, name) for a, b in zip(one, other, strict=True)) < LEAST_DISTANCE
                ]
                lost = f", and look alike in {', '.join(blind)} vision" if blind else ""
                who = " and ".join(side.who(composer.game) for side in (first, second))
                message = f"{who} differ by colour only{lost}; add an icon or a pattern"
                why = quiet(composer.game, second, "colour-only")
                yield _finding(composer, "colour-only", message, second.place, second.id, deck.name, why)


def _finding(
    composer: Composer, code: str, message: str, place: Place, who: str = "", cause: str = "", why: str = ""
) -> Finding:
    return Finding(code, message, place, composer.game.name, composer.game.variant, who=who, cause=cause, quiet=why)
