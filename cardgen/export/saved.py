"""Builds the parts of Tabletop Simulator's saved objects: objects, tiles, tokens, the notebook, and the thumbnail.

Names and fields are those of its save files (kb.tabletopsimulator.com, "Save File Format" and "Custom Content").
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from typing import Any

from cardgen.export.table import VirtualTable
from cardgen.export.target import Shipment
from cardgen.press.images import presented_cards
from cardgen.press.sheets import Sheets
from cardgen.text.table_words import players
from cardgen.text.typography import typeset

_THUMBNAIL = 256  # pixels
_OBJECT_GAP, _OBJECTS_IN_ROW = 3.2, 7  # units between objects on the table, and objects in a row

Object = dict[str, Any]  # an object in JSON; its keys differ by kind


def thing(id: str, name: str, called: str, scale: float = 1.0, down: bool = False) -> Object:
    """An object, face down if `down`. Scripts and saved tables refer to it by its GUID."""
    turned = {"rotX": 0, "rotY": 180, "rotZ": 180 if down else 0}
    sizes = dict.fromkeys(("scaleX", "scaleY", "scaleZ"), scale)
    transform = {"posX": 0, "posY": 1.5, "posZ": 0} | turned | sizes
    guid = hashlib.sha256(f"{id}/{name}".encode()).hexdigest()[:6]
    return {"GUID": guid, "Name": name, "Transform": transform, "Nickname": called, "Description": "", "GMNotes": ""}


def tile(front: str, back: str, kind: int, thick: float, stackable: bool) -> Object:
    tile = {"Type": kind, "Thickness": thick, "Stackable": stackable, "Stretch": True}
    return {
        "ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0, "CustomTile": tile,
    }  # fmt: skip


def die_cut(front: str) -> Object:
    """A token that Tabletop Simulator cuts along the visible edge of its picture."""
    token = {"Thickness": 0.2, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": True}
    return {
        "ImageURL": front, "ImageSecondaryURL": "", "ImageScalar": 1.0, "WidthScale": 0.0, "CustomToken": token,
    }  # fmt: skip


def laid_out(objects: list[Object]) -> list[Object]:
    """Places objects beside one another, in rows around the middle."""
    for number, each in enumerate(objects):
        row, column = divmod(number, _OBJECTS_IN_ROW)
        at = {
            "posX": round((column - (_OBJECTS_IN_ROW - 1) / 2) * _OBJECT_GAP, 2),
            "posZ": round(6.0 - row * _OBJECT_GAP * 1.3, 2),
        }
        each["Transform"] |= at
        for state in each.get("States", {}).values():
            state["Transform"] |= at
    return objects


def notebook(shipment: Shipment, table: VirtualTable) -> Object:
    """A page of the notebook: how many cards to deal, and the authors."""
    strings = shipment.composer.strings[shipment.language]
    lines = [table.title, players(strings, *table.players), ""]
    for deal in table.deals:
        for least, most, count in alike(deal.counts):
            lines.append(typeset(f"{deal.called} – {count} ({players(strings, least, most)})", shipment.language))
    lines += ["", *shipment.game.author]
    page = {"title": table.title, "body": "\n".join(lines).strip(), "color": "Grey"}
    return {"0": page | {"visibleColor": {"r": 0.5, "g": 0.5, "b": 0.5}, "id": 0}}


def alike(counts: Mapping[int, int]) -> list[tuple[int, int, int]]:
    """Groups numbers of players with equal deals: the lowest, the highest, and the number of cards, if any."""
    groups: list[tuple[int, int, int]] = []
    for number, count in sorted(counts.items()):
        if groups and groups[-1][1:] == (number - 1, count):
            groups[-1] = groups[-1][0], number, count
        elif count:
            groups.append((number, number, count))
    return groups


def thumbnail(shipment: Shipment) -> bytes:
    """The thumbnail in the list of saved objects: some cards in a fan."""
    from PIL import Image

    from cardgen.press.display import fan

    options = shipment.edition.options
    paged = Sheets(shipment.composer, shipment.language, options).document
    shown = presented_cards(shipment.faces, shipment.composer, options)
    canvas = Image.new("RGBA", (_THUMBNAIL, _THUMBNAIL))
    if shown:
        picture = Image.open(io.BytesIO(fan(shown, paged)))
        picture.thumbnail((_THUMBNAIL, _THUMBNAIL))
        canvas.paste(picture, ((_THUMBNAIL - picture.width) // 2, (_THUMBNAIL - picture.height) // 2))
    out = io.BytesIO()
    canvas.save(out, "PNG")
    return out.getvalue()
