"""Finds the pictures that figures of rulebooks can show, by the names that authors use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from cardgen.definitions.components import FRONT
from cardgen.faces.compose import Composer
from cardgen.faces.sides import Side
from cardgen.graphics.drawing import Face
from cardgen.text.print_words import names as part_names


def pictures(
    composer: Composer, names: Mapping[str, str], back: str, language: str
) -> tuple[dict[str, Face], dict[str, Face]]:
    """Returns the faces by the names of what they show (`names` are the cards', `back` is the name of a card that lies
    face down), with those for figures in which their texts would be too small."""
    faces: dict[str, Face] = {}
    smaller: dict[str, Face] = {}
    components = part_names(composer.strings[language], "component", [each.id for each in composer.game.components])
    for key, side in _sides(composer):
        id, _, panel = key.partition("/")
        other = f"{components[id]} {panel if panel.isdecimal() else ''}".strip() if id in components else back
        label = names.get(key, other)
        faces[key] = replace(composer.face(side, language), label=label)
        if figure := composer.figure(side):
            smaller[key] = composer.face(figure, language)
    return faces, smaller


def _sides(composer: Composer) -> Iterator[tuple[str, Side]]:
    """Components by their ids, other panels by ID/PANEL; decks' backs by DECK/back; cards by their ids, and both sides
    of two-sided ones by ID/SIDE. The last one with a name wins."""
    for component in composer.game.components:
        for panel, side in composer.panel_sides(component).items():
            yield component.id if panel == FRONT else f"{component.id}/{panel}", side
    for deck in composer.game.decks:
        if back := composer.back(deck):
            yield f"{deck.name}/back", back
    for design in composer.game.designs:
        front, *others = composer.sides_of(design)
        yield design.id, front
        if design.reverse:
            for face, side in zip(design.faces, (front, *others), strict=True):
                yield f"{design.id}/{face.side}", side
