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
from cardgen.press.images import shown_cards
from cardgen.press.sheets import Sheets
from cardgen.text.table_words import players
from cardgen.text.typography import typeset

_THUMBNAIL = 256  # pixels
_APART, _ACROSS = 3.2, 7  # units between what lies on the table, and how many beside one another

Object = dict[str, Any]  # as JSON, whose keys differ by the kind of object


def thing(id: str, name: str, called: str, scale: float = 1.0, down: bool = False) -> Object:
    """An object; a guid is what scripts and saved tables know it by. Face down, if it is to lie so."""
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
    """What is cut along the edge of what can be seen in a picture."""
    token = {"Thickness": 0.2, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": True}
    return {
        "ImageURL": front, "ImageSecondaryURL": "", "ImageScalar": 1.0, "WidthScale": 0.0, "CustomToken": token,
    }  # fmt: skip


def laid_out(objects: list[Object]) -> list[Object]:
    """Objects beside one another, in rows around the middle."""
    for number, each in enumerate(objects):
        row, column = divmod(number, _ACROSS)
        at = {"posX": round((column - (_ACROSS - 1) / 2) * _APART, 2), "posZ": round(6.0 - row * _APART * 1.3, 2)}
        each["Transform"] |= at
        for state in each.get("States", {}).values():
            state["Transform"] |= at
    return objects


def notebook(shipment: Shipment, table: VirtualTable) -> Object:
    """A page of the notebook: what is dealt, and who made the game."""
    strings = shipment.composer.strings[shipment.language]
    lines = [table.title, players(strings, *table.players), ""]
    for deal in table.deals:
        for least, most, count in alike(deal.counts):
            lines.append(typeset(f"{deal.called} – {count} ({players(strings, least, most)})", shipment.language))
    lines += ["", *shipment.game.author]
    page = {"title": table.title, "body": "\n".join(lines).strip(), "color": "Grey"}
    return {"0": page | {"visibleColor": {"r": 0.5, "g": 0.5, "b": 0.5}, "id": 0}}


def alike(counts: Mapping[int, int]) -> list[tuple[int, int, int]]:
    """Runs of numbers of players that are dealt as much: the least, the most, and how much; nothing is left out."""
    found: list[tuple[int, int, int]] = []
    for number, count in sorted(counts.items()):
        if found and found[-1][1:] == (number - 1, count):
            found[-1] = found[-1][0], number, count
        elif count:
            found.append((number, number, count))
    return found


def thumbnail(shipment: Shipment) -> bytes:
    """Some cards in a fan, as the list of saved objects shows them."""
    from PIL import Image

    from cardgen.press.display import fan

    options = shipment.edition.options
    paged = Sheets(shipment.composer, shipment.language, options).document
    shown = shown_cards(shipment.faces, shipment.composer, options)
    canvas = Image.new("RGBA", (_THUMBNAIL, _THUMBNAIL))
    if shown:
        picture = Image.open(io.BytesIO(fan(shown, paged)))
        picture.thumbnail((_THUMBNAIL, _THUMBNAIL))
        canvas.paste(picture, ((_THUMBNAIL - picture.width) // 2, (_THUMBNAIL - picture.height) // 2))
    out = io.BytesIO()
    canvas.save(out, "PNG")
    return out.getvalue()
