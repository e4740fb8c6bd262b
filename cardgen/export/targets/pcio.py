"""Exports to playingcards.io: a .pcio file is a ZIP archive of a room's widgets and pictures.

The widgets have the format that rooms exported before schema 6, and that its importers read: some 300 public files have
it. Only `_step` knows how to write a step of a button.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from cardgen.export.archive import archive, as_json
from cardgen.export.arrange import BUTTON, HAND, RESET, Arranged, TableSpot, arrange
from cardgen.export.small import pictures
from cardgen.export.table import Deal, Lot, VirtualTable, table_of
from cardgen.export.target import Shipment, Target
from cardgen.foundations.errors import fail
from cardgen.graphics.drawing import Face
from cardgen.store.library import Home

MAX_BYTES = 1_000_000  # of a picture: no public file has a larger one
_MAX_BUTTONS = 6  # of one deal
_CARD_OFFSET = 111  # units from card to card in a pile that is spread
_ROLLED = ("one", "two", "three", "four", "five", "six")  # the faces of a die
_SEAT, _ABOVE = (185, 105), 38  # units, and how far a seat reaches above its own position

Widget = dict[str, object]


def targets(home: Home) -> Iterable[Target]:
    yield Target("pcio", "a room of playingcards.io, ready to be played", _write, bleed=0.0)


def _write(shipment: Shipment) -> dict[Path, bytes]:
    table = table_of(shipment)
    drawn = pictures(shipment, table.faces)
    if large := [table.faces[name].label for name, data in drawn.items() if len(data) > MAX_BYTES]:
        message = (
            f"{', '.join(large[:3])}: a picture of more than {MAX_BYTES // 1000:,} kB, which playingcards.io does not"
        )
        raise fail(f"{message} take: ask for a smaller --dpi")
    files = {name: f"userassets/{hashlib.sha256(data).hexdigest()[:16]}.png" for name, data in drawn.items()}
    assets = {files[name]: data for name, data in drawn.items()}
    urls = {name: f"package://{file}" for name, file in files.items()}
    widgets = _widgets(table, urls)
    members = {"widgets.json": as_json(widgets)} | {name: assets[name] for name in sorted(assets)}
    return {shipment.folder / f"{shipment.file_name}.pcio": archive(members)}


def _widgets(table: VirtualTable, urls: Mapping[str, str]) -> list[Widget]:
    rows = {
        place.name: ["", *(label for deal in table.deals if deal.pile == place.name for label, *_ in _ways(deal))]
        for place in table.places
        if place.pile
    }
    arranged = arrange(table, rows, _SEAT, _CARD_OFFSET)
    widgets: list[Widget] = []
    for name, face in table.mats:
        spot = arranged.spots[name]
        board = {"boardImage": urls[face.name], "width": spot.width, "height": spot.height}
        widgets.append(_at(name, "board", spot) | board)
    for place in table.places:
        spot = arranged.spots[place.name]
        pile = {"width": spot.width, "height": spot.height, "label": place.called, "hasShuffleButton": place.pile}
        if place.room > 1:
            pile |= {"layoutType": "spread", "spreadDirection": "right"}
        widgets.append(_at(place.name, "cardPile", spot) | pile)
        widgets += _buttons([deal for deal in table.deals if deal.pile == place.name], table, spot)
    for lot in table.lots:
        widgets += _cards(lot, arranged, urls)
    widgets += _dice(table, arranged, urls)
    for count in table.counts:
        counter = {"label": count.called, "counterValue": count.start, "counterStep": 1}
        widgets.append(_at(count.name, "counter", arranged.spots[count.name]) | counter)
    for player in range(table.players[1]):
        spot = arranged.spots[_seat(player)]
        seat = _at(_seat(player), "seat", replace(spot, y=spot.y + _ABOVE))
        widgets.append(seat | {"seatIndex": player})
    if table.lots:
        widgets.append(_button(RESET, table.words["gather"], arranged.spots[RESET], _reset_routine(table)))
    x, y, width, height = HAND
    widgets.append(_at("hand", "hand", TableSpot(x, y, width, height)) | {"width": width, "height": height})
    return [widget | {"z": z} for z, widget in enumerate(widgets, 1)]


def _at(name: str, type: str, spot: TableSpot) -> Widget:
    return {"id": name, "type": type, "x": spot.x, "y": spot.y}


def _ways(deal: Deal) -> list[tuple[str, int, int]]:
    """The buttons of a deal, one for each count: their label, the number of cards, and the most players that it is
    for."""
    by_count: dict[int, list[int]] = {}
    for players, count in sorted(deal.counts.items()):
        if count:
            by_count.setdefault(count, []).append(players)
    several = len(set(deal.counts.values())) > 1
    ways = [
        (f"{deal.called} ({'/'.join(map(str, players))})" if several else deal.called, count, max(players))
        for count, players in by_count.items()
    ]
    return ways[:_MAX_BUTTONS]


def _buttons(deals: list[Deal], table: VirtualTable, spot: TableSpot) -> list[Widget]:
    """Deal buttons, below a pile and its shuffle button; the label has the number of players in brackets."""
    buttons: list[Widget] = []
    for deal in deals:
        for label, count, players in _ways(deal):
            number = len(buttons) + 1
            at = TableSpot(spot.x, spot.y + spot.height + 8 + number * BUTTON, spot.width, BUTTON - 4)
            # cards go to hands by the seats of their players; `hand` alone would be that of who presses the button
            to = [deal.place] if deal.place else [_seat(player) for player in range(players)]
            step = _step("MOVE_CARDS_BETWEEN_HOLDERS", {
                "from": [deal.pile], "to": to, "quantity": count, "moveFlip": "faceUp",
            })  # fmt: skip
            buttons.append(_button(f"{deal.pile}-deal-{number}", label, at, [step]))
    return buttons


def _button(name: str, label: str, spot: TableSpot, steps: list[Widget]) -> Widget:
    button = {"label": label, "width": spot.width, "height": spot.height, "clickRoutine": steps}
    return _at(name, "automationButton", spot) | button


def _step(function: str, arguments: Mapping[str, object]) -> Widget:
    literal = {name: {"type": "literal", "value": value} for name, value in arguments.items()}
    return {"func": function, "args": literal}


def _reset_routine(table: VirtualTable) -> list[Widget]:
    """A reset button: it moves everything back to its start, also from hands, shuffles piles and resets counters."""
    steps = []
    for pile, flip in ((True, "faceDown"), (False, "faceUp")):
        if decks := [_deck_id(lot) for lot in table.lots if lot.place.pile == pile]:
            steps.append(_step("RECALL_CARDS", {"decks": decks, "includeHands": "hands", "flip": flip}))
    if piles := [place.name for place in table.places if place.pile]:
        steps.append(_step("SHUFFLE_CARDS", {"holders": piles}))
    for place, above in table.sinking:
        move: Widget = {"from": [place.mixed], "to": [place.name], "moveFlip": "faceDown"}
        steps.append(_step("MOVE_CARDS_BETWEEN_HOLDERS", move | {"quantity": place.below}))
        steps.append(_step("SHUFFLE_CARDS", {"holders": [place.name]}))
        steps.append(_step("MOVE_CARDS_BETWEEN_HOLDERS", move | {"quantity": above}))
    for start, counters in table.counters_by_start.items():
        change = {"counters": counters, "changeMode": "set", "changeNumber": start}
        steps.append(_step("CHANGE_COUNTER", change))
    return steps


def _seat(player: int) -> str:
    return f"seat-{player + 1}"


def _deck_id(lot: Lot) -> str:
    return f"deck-{lot.name}"


def _cards(lot: Lot, arranged: Arranged, urls: Mapping[str, str]) -> list[Widget]:
    kind, place = lot.kind, lot.place
    width, height = arranged.card(kind.size)

    def card_widget(card: str, front: Face, back: Face | None) -> Widget:
        return {"label": kind.names[card], "face": urls[front.name], "back": urls[(back or front).name]}

    spot, beside, id = arranged.spots[place.name], arranged.step(place), _deck_id(lot)
    deck = _at(id, "cardDeck", arranged.spots[lot.home]) | {
        "parent": lot.home,
        "cardWidth": width,
        "cardHeight": height,
        "enlarge": True,
        "cardTypes": {card: card_widget(card, *faces) for card, faces in lot.faces.items()},
        "faceTemplate": _template("face", width, height),
        "backTemplate": _template("back", width, height),
    }
    widgets = [deck]
    for number, card in lot.cards:
        at = TableSpot(spot.x + 4 + beside * number, spot.y + 4, width, height)
        widget = {"deck": id, "cardType": card, "parent": place.name, "faceup": not place.pile}
        widgets.append(_at(f"{place.name}-{number + 1}", "card", at) | widget)
    return widgets


def _template(key: str, width: int, height: int) -> Widget:
    """One side of a deck's cards: each card has its picture under this key."""
    image = {"type": "image", "x": 0, "y": 0, "w": width, "h": height, "color": "transparent"}
    return {
        "includeBorder": False,
        "includeRadius": False,
        "objects": [image | {"valueType": "dynamic", "value": key}],
    }


def _dice(table: VirtualTable, arranged: Arranged, urls: Mapping[str, str]) -> list[Widget]:
    """A die, as a card of a deck that all dice of one component share."""
    decks: dict[str, Widget] = {}
    dice = []
    for name, component, faces in table.dice:
        spot, id = arranged.spots[name], f"dice-{component.id}"
        image = {
            rolled: {"label": pip, "image": urls[face.name]}
            for rolled, (pip, face) in zip(_ROLLED, faces.items(), strict=True)
        }
        collection = {
            "collectionType": "dice",
            "cardWidth": spot.width,
            "cardHeight": spot.height,
            "allowPlayerMove": False,
        }
        template = _template("image", spot.width, spot.height)
        decks.setdefault(id, _at(id, "cardDeck", spot) | collection | {"cardTypes": image, "faceTemplate": template})
        dice.append(_at(name, "dice", spot) | {"deck": id, "diceValue": _ROLLED[0]})
    return [*decks.values(), *dice]
