"""Exports to virtualtabletop.io: a .vtt file is a ZIP archive of a room's state and pictures.

The name of a picture is its CRC-32, as a signed number, and its length. Widgets have the properties and routines that
the room's own editor writes (github.com/ArnoldSmith86/virtualtabletop).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from cardgen.export.archive import archive, as_json
from cardgen.export.arrange import BUTTON, BUTTON_SIZE, HAND, LABEL, LABEL_SIZE, RESET, Arranged, TableSpot, arrange
from cardgen.export.small import pictures
from cardgen.export.table import Count, Deal, Lot, TablePlace, VirtualTable, table_of
from cardgen.export.target import Shipment, Target
from cardgen.store.library import Home

VERSION = 8  # the version of the format
_ENLARGE = 4  # the factor under the mouse
_BEHIND = -4  # the layer of mats
_SEAT = (150, 40)  # units

Widgets = dict[str, dict[str, object]]
Routine = list[object]


def targets(home: Home) -> Iterable[Target]:
    yield Target("vtt", "a room of virtualtabletop.io, ready to be played", _write, bleed=0.0)


def _write(shipment: Shipment) -> dict[Path, bytes]:
    table = table_of(shipment)
    files = pictures(shipment, table.faces)
    assets = {f"{_crc(data)}_{len(data)}": data for data in files.values()}
    urls = {name: f"/assets/{_crc(data)}_{len(data)}" for name, data in files.items()}
    room = {"_meta": {"version": VERSION, "info": _info(shipment, table)}, **_widgets(table, urls)}
    members = {"0.json": as_json(room)} | {f"assets/{name}": assets[name] for name in sorted(assets)}
    return {shipment.folder / f"{shipment.file_name}.vtt": archive(members)}


def _crc(data: bytes) -> int:
    """The CRC-32 as a signed number of 32 bits."""
    checksum = zlib.crc32(data)
    return checksum - (1 << 32) if checksum >= 1 << 31 else checksum


def _info(shipment: Shipment, table: VirtualTable) -> dict[str, object]:
    game = shipment.game
    low, high = table.players
    numbers = f"{low}-{high}" if low < high else f"{low}"
    info: dict[str, object] = {"name": table.title, "language": shipment.language, "players": numbers}
    return info | {"attribution": ", ".join(game.author), "variant": "", "mode": "", "time": str(game.minutes or "")}


def _widgets(table: VirtualTable, urls: Mapping[str, str]) -> Widgets:
    deals = {place.name: [deal for deal in table.deals if deal.pile == place.name] for place in table.places}
    buttons = {place.name: [deal.called for deal in deals[place.name]] for place in table.places if place.pile}
    arranged = arrange(table, buttons, _SEAT)
    widgets: Widgets = {}
    for name, face in table.mats:
        widgets[name] = _at(arranged.spots[name]) | {"image": urls[face.name], "layer": _BEHIND, "movable": False}
    for place in table.places:
        widgets |= _place(place, arranged)
        widgets |= _deal_buttons(table, deals[place.name], arranged.spots[place.name])
    for lot in table.lots:
        widgets |= _cards(lot, arranged, urls)
    for name, _, faces in table.dice:
        images = [{"image": urls[face.name]} for face in faces.values()]
        widgets[name] = _at(arranged.spots[name]) | {"type": "dice", "faces": images, "imageScale": 1, "movable": True}
    for count in table.counts:
        widgets |= _counter(count, arranged.spots[count.name])
    x, y, width, height = HAND
    widgets["hand"] = _at(TableSpot(x, y, width, height)) | {
        "type": "holder", "onEnter": {"activeFace": 1}, "onLeave": {"activeFace": 0}, "dropOffsetX": 6,
        "dropOffsetY": 6, "stackOffsetX": 40, "inheritChildZ": True, "childrenPerOwner": True,
    }  # fmt: skip
    for player in range(1, table.players[1] + 1):
        widgets[f"seat-{player}"] = _at(arranged.spots[f"seat-{player}"]) | {
            "type": "seat", "index": player, "displayEmpty": table.words["sit"],
        }  # fmt: skip
    if table.lots:
        widgets[RESET] = _button(table.words["gather"], arranged.spots[RESET], _reset_routine(table))
    return {name: {"id": name, "z": z} | widget for z, (name, widget) in enumerate(widgets.items(), 1)}


def _at(spot: TableSpot) -> dict[str, object]:
    return {"x": spot.x, "y": spot.y, "width": spot.width, "height": spot.height}


def _place(place: TablePlace, arranged: Arranged) -> Widgets:
    spot = arranged.spots[place.name]
    holder = _at(spot) | {"type": "holder", "dropTarget": {"type": "card"}}
    if beside := arranged.step(place):
        holder |= {"stackOffsetX": beside, "preventPiles": True}
    label = {"type": "label", "x": spot.x, "y": spot.y - LABEL, "width": spot.width, "height": LABEL - 4}
    label |= {"text": place.called, "movable": False, "css": f"font-size: {LABEL_SIZE}px"}
    return {place.name: holder, f"{place.name}-label": label}


def _deal_buttons(table: VirtualTable, deals: list[Deal], spot: TableSpot) -> Widgets:
    """Deal buttons below a pile, one for each deal from it."""
    widgets: Widgets = {}
    for number, deal in enumerate(deals):
        at = TableSpot(spot.x, spot.y + spot.height + 2 + number * BUTTON, spot.width, BUTTON - 4)
        widgets[f"{deal.pile}-button-{number + 1}"] = _button(deal.called, at, _dealing(deal, table.players))
    return widgets


def _button(label: str, spot: TableSpot, routine: Routine) -> dict[str, object]:
    button = {"type": "button", "text": label, "css": f"font-size: {BUTTON_SIZE}px"}
    return _at(spot) | button | {"clickRoutine": routine}


def _reset_routine(table: VirtualTable) -> Routine:
    """A reset button: it moves everything back to its start, also from hands, shuffles piles and resets counters."""
    held = dict.fromkeys(lot.home for lot in table.lots)
    piles = [place.name for place in table.places if place.pile]
    others = [name for name in held if name not in piles]
    routine: Routine = [{"func": "RECALL", "holder": [*held]}]
    routine += [{"func": "FLIP", "holder": those, "face": face} for those, face in ((piles, 0), (others, 1)) if those]
    routine += [{"func": "SHUFFLE", "holder": piles}] if piles else []
    for place, above in table.sinking:
        routine.append({"func": "MOVE", "from": place.mixed, "to": place.name, "count": place.below})
        routine.append({"func": "SHUFFLE", "holder": [place.name]})
        routine.append({"func": "MOVE", "from": place.mixed, "to": place.name, "count": above})
    return routine + [
        {"func": "LABEL", "label": labels, "mode": "set", "value": start}
        for start, labels in table.counters_by_start.items()
    ]


def _dealing(deal: Deal, players: tuple[int, int]) -> Routine:
    """Deals as many cards as the rules say for the seated players: to each of them, or once to a place."""
    routine: Routine = [
        {"func": "SELECT", "type": "seat", "property": "player", "relation": "!=", "value": "", "collection": "seated"},
        {"func": "COUNT", "collection": "seated", "variable": "players"},
    ]

    def move(count: int) -> Routine:
        if not count:
            return []
        if deal.place:
            return [{"func": "MOVE", "from": deal.pile, "to": deal.place, "count": count, "face": 1}]
        to_each = {"func": "MOVE", "from": deal.pile, "to": "${widgetID}", "count": count}
        return [{"func": "FOREACH", "collection": "seated", "loopRoutine": [to_each]}]

    *fewer, (_, last) = sorted(deal.counts.items())
    chosen = move(last)
    for number, count in reversed(fewer):
        if move(count) != chosen:
            condition = {"func": "IF", "operand1": "${players}", "relation": "<=", "operand2": number}
            chosen = [condition | {"thenRoutine": move(count), "elseRoutine": chosen}]
    return routine + chosen


def _cards(lot: Lot, arranged: Arranged, urls: Mapping[str, str]) -> Widgets:
    kind, place = lot.kind, lot.place
    width, height = arranged.card(kind.size)
    box = {"type": "image", "x": 0, "y": 0, "width": width, "height": height, "color": "transparent"}

    def template(face: str) -> dict[str, object]:
        return {"objects": [box | {"dynamicProperties": {"value": face}}], "border": False, "radius": False}

    deck = {
        "type": "deck",
        "parent": lot.home,
        "x": 4,
        "y": 4,
        "cardDefaults": {"width": width, "height": height, "enlarge": _ENLARGE, "borderRadius": 0},
        "cardTypes": {
            card: {"label": kind.names[card], "face": urls[front.name], "back": urls[(back or front).name]}
            for card, (front, back) in lot.faces.items()
        },
        "faceTemplates": [template("back"), template("face")],
    }
    widgets: Widgets = {f"deck-{lot.name}": deck}
    beside = arranged.step(place)
    for number, card in lot.cards:
        widget = {"type": "card", "deck": f"deck-{lot.name}", "cardType": card, "parent": place.name, "y": 4}
        widget |= {"x": 4 + beside * number, "activeFace": 0 if place.pile else 1}
        widgets[f"{place.name}-{number + 1}"] = widget
    return widgets


def _counter(count: Count, spot: TableSpot) -> Widgets:
    """A counter with buttons to lower and raise it."""
    number = _at(spot) | {"type": "label", "text": count.start, "editable": True, "css": "font-size: 30px"}
    widgets: Widgets = {count.name: number}
    side = spot.height - 8
    for name, said, x, by in (("less", "-", 4, -1), ("more", "+", spot.width - side - 4, 1)):
        button = {"type": "button", "parent": count.name, "x": x, "y": 0, "width": side, "height": side, "text": said}
        routine = [{"func": "LABEL", "label": count.name, "mode": "inc", "value": by}]
        widgets[f"{count.name}-{name}"] = button | {"clickRoutine": routine}
    label = {"type": "label", "parent": count.name, "y": -LABEL, "width": spot.width, "height": LABEL - 4}
    widgets[f"{count.name}-label"] = label | {
        "text": count.called,
        "movable": False,
        "css": f"font-size: {LABEL_SIZE}px",
    }
    return widgets
