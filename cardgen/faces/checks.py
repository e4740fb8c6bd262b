"""Static checks of composed faces: contrast, safe distance, and cards that differ only in colour."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Protocol

from cardgen.definitions.game import Deck, Design
from cardgen.faces.colour import VISIONS, colours_of, contrast, distance, over
from cardgen.faces.compose import Composer
from cardgen.faces.picture_checks import check_pictures
from cardgen.faces.quiet import quiet
from cardgen.faces.seen import LOOSE, Seen, behind, has_words, ink_room, list_seen, masking
from cardgen.faces.sides import Side
from cardgen.faces.text_checks import finding_of
from cardgen.foundations.errors import Place
from cardgen.foundations.findings import NAMED, Finding
from cardgen.graphics.drawing import Face, Text
from cardgen.graphics.geometry import (
    IDENTITY,
    Box,
)

_AT_TRIM = "beyond the trim", "the trim"
MIN_CONTRAST, LARGE_CONTRAST = 4.5, 3.0  # WCAG 2.2, success criterion 1.4.3
_COMPARED = 60  # cards compared in pairs
MIN_DISTANCE = 12.0  # Delta E (CIE 1976): people easily confuse colours closer than that


class Pixels(Protocol):
    """Renders parts of faces as pixels."""

    def colours(self, face: Face, box: Box) -> list[str]:
        """Returns the colours behind its words."""

    def letters(self, face: Face, text: Text, box: Box) -> list[tuple[str, str]]:
        """Returns the colours of a text's letters there, each with the colour behind it."""


def check_faces(composer: Composer, pixels: Pixels | None = None) -> Iterator[Finding]:
    """Reports the findings on faces; `pixels` renders what lies behind a text if shapes alone do not show it."""
    yield from check_texts(composer, pixels)
    for deck in composer.game.decks:
        yield from _check_colours(composer, deck)
    yield from check_pictures(composer)
    yield from check_unchecked(composer)


def check_texts(composer: Composer, pixels: Pixels | None = None) -> Iterator[Finding]:
    """Reports texts on faces that are hard to read, or too near the trim; `pixels` as above."""
    for side in composer.sides:
        worst: dict[tuple[str, str], tuple[float, str]] = {}  # by code and reason to keep the finding quiet
        for language in composer.checked_languages:
            look = partial(_check_texts, composer, side, language, pixels)
            for code, amount, message, field in composer.run_check("texts", side, language, look):
                key = code, quiet(composer.game, side, code, [field])
                if key not in worst or amount < worst[key][0]:
                    worst[key] = amount, message
        for (code, why), (_, message) in worst.items():
            message = f"{side.who(composer.game)}, {message}"
            yield finding_of(composer, code, message, side.place, side.id, side.layout.name, why)


def _check_texts(
    composer: Composer, side: Side, language: str, pixels: Pixels | None
) -> Iterator[tuple[str, float, str, str]]:
    """Code, amount (smaller is worse), message and field of each text that is hard to read or cut off."""
    drawn = composer.field_items(side, language)
    if not has_words(drawn):
        return
    face, symbols = composer.face_without_drafts(side, language), composer.supplies.symbols
    named = [(field, each) for field, items in drawn.items() for each in list_seen(tuple(items), symbols, IDENTITY)]
    masks = set(masking(face.items))
    named = [(field, replace(each, veiled=True) if each.text in masks else each) for field, each in named]
    below: list[Seen] = []  # the items below the current one
    for field, item in named:
        if item.letters is None:
            below += [] if item.unseen else [item]
            continue
        who = f"field '{field.partition('#')[0]}', {language}: {item.letters.text!r}"
        if item.text and not item.unseen:
            finding = _check_contrast(item, below, who, face, pixels)
            yield from ((*each, field) for each in finding)
        yield from ((*each, field) for each in _check_edges(composer, side, item, who))
        below += [item] if item.text is None and not item.unseen else []


def _check_contrast(
    item: Seen, below: list[Seen], who: str, face: Face, pixels: Pixels | None
) -> Iterator[tuple[str, float, str]]:
    least = LARGE_CONTRAST if item.large else MIN_CONTRAST
    worst = _worst_contrast(item, below, face, pixels, least)
    if worst < least:
        message = f"{who} has a contrast of {worst:.1f}:1; expected at least {least:g}:1"
        yield "low-contrast", worst / least, message


def _worst_contrast(item: Seen, below: list[Seen], face: Face, pixels: Pixels | None, least: float) -> float:
    """The lowest contrast of a text with what lies behind it; infinite if that is unknown. It reads pixels only if the
    shapes alone do not prove a contrast of at `least` so much."""
    assert item.text
    if item.veiled:
        pairs = pixels.letters(face, item.text, item.box) if pixels else ()
        return min((contrast(*pair) for pair in pairs), default=math.inf)
    own = colours_of(item.text.colour)
    contrasts = [behind(box, below) for box in item.boxes]
    worst = min(contrast(over(tone, colour), colour) for colours, _ in contrasts for colour in colours for tone in own)
    if pixels and (worst < least or not all(sure for _, sure in contrasts)):
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


def check_unchecked(composer: Composer) -> Iterator[Finding]:
    """Reports how many faces cardgen did not check because they have errors."""
    fields = {
        f"{side.id} ({name})": None
        for side in composer.sides
        for language in composer.checked_languages
        for name in composer.reading(side).faulty(language)
    }
    named = ", ".join([*fields][:NAMED]) + (" and others" if len(fields) > NAMED else "")
    left = [f"{len(fields)} field{'s' if len(fields) > 1 else ''} of faces, {named}"] if fields else []
    left += [
        f"every face in {language}"
        for language in composer.languages_to_check
        if language not in composer.checked_languages
    ]
    if left:
        message = f"because of errors, the checks of contrast, edges and pictures skipped {'; '.join(left)}"
        yield finding_of(composer, "unchecked", message, Place(str(composer.game.home.folder / "game.yaml")))


def _check_colours(composer: Composer, deck: Deck) -> Iterator[Finding]:
    """Reports pairs of cards whose faces, including words, differ only in colour."""
    language = composer.game.languages[0]
    groups: dict[tuple[str, ...], list[tuple[Side, tuple[str, ...]]]] = {}
    for side in composer.sides:
        card = side.owner
        if side.group != deck.name or not isinstance(card, Design) or not (card.side or side.name.endswith("/front")):
            continue
        drawn = repr(composer.face_without_drafts(side, language).items)
        colours = tuple(re.findall(r"#[0-9a-f]{6}", drawn))
        words = composer.reading(side).words(language)  # words that do not fit distinguish cards, too
        groups.setdefault((re.sub(r"#[0-9a-f]{6}", "#", drawn), *words), []).append((side, colours))
    for members in (group[:_COMPARED] for group in groups.values()):
        for index, (first, one) in enumerate(members):
            for second, other in members[index + 1 :]:
                if one == other:
                    continue
                blind = [
                    name
                    for name in VISIONS
                    if max(distance(a, b, name) for a, b in zip(one, other, strict=True)) < MIN_DISTANCE
                ]
                lost = f", and look alike in {', '.join(blind)} vision" if blind else ""
                who = " and ".join(side.who(composer.game) for side in (first, second))
                message = f"{who} differ by colour only{lost}; add an icon or a pattern"
                why = quiet(composer.game, second, "colour-only")
                yield finding_of(composer, "colour-only", message, second.place, second.id, deck.name, why)
