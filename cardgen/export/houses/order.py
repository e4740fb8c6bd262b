"""Lists the contents of an order by size: the cards of a game, and those of its components that a house can print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.definitions.components import BACK, FRONT
from cardgen.export.houses.profile import House
from cardgen.export.houses.sizes import CutSize, cut_of, prints
from cardgen.export.target import Shipment
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place
from cardgen.graphics.drawing import Document, Face, Page
from cardgen.graphics.layers import for_press
from cardgen.graphics.outline import Outline
from cardgen.press.sheets import Sheets


@dataclass(frozen=True, slots=True)
class OrderItem:
    """A card or component: `path` is the name of its files (DECK/CARD), `called` its name for people; `cut` is None if
    the house has no size for it."""

    path: str
    called: str
    count: int
    front: Face
    back: Face | None
    outline: Outline
    cut: CutSize | None
    place: Place  # the place of its size
    make: str  # the kind of a component; "card" for a card

    @property
    def faces(self) -> tuple[Face, ...]:
        return (self.front, self.back) if self.back else (self.front,)


def order_items(shipment: Shipment, house: House) -> list[OrderItem]:
    """The items that the house can print, in the order of the game."""
    return [*_cards(shipment, house), *_components(shipment, house)]


def _cards(shipment: Shipment, house: House) -> Iterator[OrderItem]:
    game, composer, language = shipment.game, shipment.composer, shipment.language
    names = composer.names(language)
    for deck in game.decks:
        cut, place = cut_of(house.says, deck.outline), deck.place_of("size")
        for card in composer.cards(deck, language, game.codes):
            path, called, count = f"{deck.name}/{card.copies.id}", card.copies.called(names), card.design.count
            if count:
                front, back = for_press(card.front), card.back and for_press(card.back)
                yield OrderItem(path, called, count, front, back, deck.outline, cut, place, "card")


def _components(shipment: Shipment, house: House) -> Iterator[OrderItem]:
    for each in shipment.game.components:
        if prints(house.says, each.make):
            composed, called = shipment.composer.panels(each, shipment.language), each.id.replace("_", " ")
            panels = {panel: for_press(face) for panel, face in composed.items()}
            cut, back = cut_of(house.says, each.outline, each.make), panels.get(BACK)
            yield OrderItem(each.id, called, each.count, panels[FRONT], back, each.outline, cut, each.place, each.make)


def by_size(items: Sequence[OrderItem]) -> dict[str, list[OrderItem]]:
    """The items that can be cut, by the house's name of their size."""
    sizes: dict[str, list[OrderItem]] = {}
    for item in items:
        if item.cut:
            sizes.setdefault(item.cut.name, []).append(item)
    return sizes


def placed_faces(items: Sequence[OrderItem]) -> dict[str, tuple[Face, CutSize, OrderItem]]:
    """Every face once, with its cut size and the first item that has it."""
    placed: dict[str, tuple[Face, CutSize, OrderItem]] = {}
    for item in items:
        for face in item.faces:
            if item.cut:
                placed.setdefault(face.name, (face, item.cut, item))
    return placed


def order_document(shipment: Shipment, pages: Sequence[Page], faces: Sequence[Face]) -> Document:
    """Pages that show faces."""
    by_name = {face.name: face for face in faces}
    return Sheets(shipment.composer, shipment.language, shipment.edition.options).document(list(pages), by_name)


def file_names(items: Sequence[OrderItem]) -> dict[str, str]:
    """The file name of each face: the card's, or the deck's if several cards share the face."""
    owners: dict[str, list[OrderItem]] = {}
    for item in items:
        for face in item.faces:
            owners.setdefault(face.name, []).append(item)
    names: dict[str, str] = {}
    for name, sharing in owners.items():
        side = "front" if sharing[0].front.name == name else "back"
        wanted = f"{sharing[0].path.partition('/')[0]}/back" if len(sharing) > 1 else f"{sharing[0].path}.{side}"
        number = 1 + sum(other.partition("~")[0] == wanted for other in names.values())
        names[name] = f"{wanted}~{number}" if number > 1 else wanted  # a deck can have several backs
    return names


def copies(items: Sequence[OrderItem]) -> Iterator[OrderItem]:
    """Each copy of each item."""
    for item in items:
        yield from [item] * item.count
