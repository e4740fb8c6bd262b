"""What an order consists of: the cards of a game, and those of its components that a house can print, by size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardgen.definitions.components import BACK, FRONT
from cardgen.drawing import Document, Face, Page
from cardgen.errors import Place
from cardgen.export.houses.profile import House
from cardgen.export.houses.sizes import Cut, cut_of
from cardgen.export.target import Shipment
from cardgen.outline import Outline
from cardgen.press.sheets import document

FLAT = ("card", "token", "mat")  # components that a house prints as it prints cards


@dataclass(frozen=True, slots=True)
class Piece:
    """A card or component: `path` names its files (DECK/CARD), `called` it; `cut` is None where no size will do."""

    path: str
    called: str
    count: int
    front: Face
    back: Face | None
    outline: Outline
    cut: Cut | None
    place: Place  # where its size is said
    card: bool  # whether it is held with its back to others

    @property
    def faces(self) -> tuple[Face, ...]:
        return (self.front, self.back) if self.back else (self.front,)


def pieces(shipment: Shipment, house: House) -> list[Piece]:
    """All that is printed flat, in the order of the game."""
    game, composer, language = shipment.game, shipment.composer, shipment.language
    names = composer.names(language)
    found = []
    for deck in game.decks:
        cut = cut_of(house.says, deck.outline)
        for card in composer.cards(deck, language, game.codes):
            design = card.design
            if design.count:
                path, called = f"{deck.name}/{design.id}", names[design.id]
                told = called, design.count, card.front, card.back, deck.outline, cut, deck.place_of("size"), True
                found.append(Piece(path, *told))
    for component in game.components:
        if component.make in FLAT:
            panels = composer.panels(component, language)
            told = component.id.replace("_", " "), component.count, panels[FRONT], panels.get(BACK), component.outline
            cut = cut_of(house.says, component.outline)
            found.append(Piece(component.id, *told, cut, component.place, component.make == "card"))
    return found


def by_size(all_: Sequence[Piece]) -> dict[str, list[Piece]]:
    """The pieces that can be cut, by the house's name of what they are cut to."""
    found: dict[str, list[Piece]] = {}
    for piece in all_:
        if piece.cut:
            found.setdefault(piece.cut.name, []).append(piece)
    return found


def placed_faces(all_: Sequence[Piece]) -> dict[str, tuple[Face, Cut, Piece]]:
    """Every face once, with what it is cut to and the first piece that has it."""
    found: dict[str, tuple[Face, Cut, Piece]] = {}
    for piece in all_:
        for face in piece.faces:
            if piece.cut:
                found.setdefault(face.name, (face, piece.cut, piece))
    return found


def paged(shipment: Shipment, pages: Sequence[Page], faces: Sequence[Face]) -> Document:
    """Pages that show faces."""
    named = {face.name: face for face in faces}
    return document(shipment.composer, shipment.language, shipment.edition.options, list(pages), named)


def file_names(all_: Sequence[Piece]) -> dict[str, str]:
    """For each face the name of its file: the card's, where others do not share it."""
    found: dict[str, str] = {}
    owners: dict[str, set[str]] = {}
    for piece in all_:
        for face in piece.faces:
            owners.setdefault(face.name, set()).add(piece.path)
    for piece in all_:
        found.setdefault(piece.front.name, f"{piece.path}.front")
        if piece.back:
            shared = len(owners[piece.back.name]) > 1
            group = piece.back.name.rpartition("/")[0].partition("/")[0]
            found.setdefault(piece.back.name, f"{group}/back" if shared else f"{piece.path}.back")
    taken: dict[str, int] = {}
    for face, name in found.items():
        taken[name] = taken.get(name, 0) + 1
        if taken[name] > 1:  # a deck of several backs
            found[face] = f"{name}-{taken[name]}"
    return found


def copies(all_: Sequence[Piece]) -> Iterator[Piece]:
    """Each copy of each piece."""
    for piece in all_:
        yield from [piece] * piece.count
