"""Tabletop Simulator: one saved object for the game, with its pictures, its rulebook and a picture to find it by.

Names and fields are those of its save files (kb.tabletopsimulator.com, "Save File Format" and "Custom Content").
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from cardgen.definitions.components import BACK, FRONT, Component
from cardgen.drawing import Face
from cardgen.export.archive import as_json
from cardgen.export.drawing import Drawing, portrait, sheet
from cardgen.export.slots import Sheet as Slotted
from cardgen.export.slots import Slots, read_slots, slots_file
from cardgen.export.table import Kind, Table, table_of
from cardgen.export.target import Shipment, Target
from cardgen.library import Home
from cardgen.press.images import shown_cards
from cardgen.press.sheets import document
from cardgen.units import INCH

MOST_PIXELS = 4096  # of a sheet's side
_DPI = 200  # of what is no card of a deck
_LARGEST = 2048  # pixels of such a picture's side
_THUMBNAIL = 256  # pixels
_FREE = "#ffffff"  # slots without a card
_CARD = 88.0  # mm: how high a card of scale 1 is
_UNIT = 25.4  # mm
_SHAPES = {"rectangle": 1, "hexagon": 3, "circle": 4}  # of cards; others have round corners
_TILES = {"rectangle": 0, "hexagon": 1, "circle": 2, "rounded": 3}
_APART, _ACROSS = 3.2, 7  # units between what lies on the table, and how many beside one another

Object = dict[str, Any]


def targets(home: Home) -> Iterable[Target]:
    about = "a saved object of Tabletop Simulator"
    yield Target("tts", about, _write, reads=lambda home: [slots_file(home)], tidy=False)


def _write(shipment: Shipment) -> dict[Path, bytes]:
    path = slots_file(shipment.game.home)
    slots = read_slots(shipment.game.home, shipment.shared.get(path))
    others = [language for language in shipment.edition.languages if language != shipment.language]
    made = _Game(shipment, slots)
    table = table_of(shipment, apart=False)
    objects = made.objects(table)
    for language in others:
        other = _Game(shipment.in_language(language), slots)
        for mine, theirs in zip(objects, other.objects(table_of(other.shipment, apart=False)), strict=True):
            mine.setdefault("States", {})[str(len(mine.get("States", {})) + 2)] = theirs
    saved = {
        "SaveName": table.title,
        "GameMode": table.title,
        "Date": "",
        "Table": "",
        "Sky": "",
        "Note": table.title,
        "Rules": "",
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "VersionNumber": "",
        "TabStates": _notebook(shipment, table),
        "ObjectStates": _laid_out(objects),
    }
    name = shipment.folder / shipment.file_name
    files = {Path(f"{name}.json"): as_json(saved), Path(f"{name}.png"): _thumbnail(shipment)}
    return files | made.files | {path: slots.text()}


@dataclass(frozen=True, slots=True)
class _Sheets:
    """A sheet's number, grid, and the addresses of its fronts and backs; of all backs alike, of one."""

    key: int
    told: Object


class _Game:
    """The objects of a game in one language, and the files that these load."""

    def __init__(self, shipment: Shipment, slots: Slots) -> None:
        self.shipment = shipment
        self.slots = slots
        self.files: dict[Path, bytes] = {}

    def objects(self, table: Table) -> list[Object]:
        cards = [kind for kind in table.kinds if not self._stands(kind)]
        wanted = self._drawings(table, cards)
        data = dict(zip(wanted, self.shipment.draw([*wanted.values()]), strict=True))
        urls = {name: self._url(name, picture, "png") for name, picture in data.items()}
        found: list[Object] = []
        for place in table.places:
            held = [(table.kind(kind), card) for kind, card in place.cards]
            if held and not self._stands(held[0][0]):
                found.append(self._deck(place.name, place.called, held, urls))
        for component in self.shipment.game.components:
            found += self._component(component, urls)
        for count in table.counts:
            found.append(_object(count.name, "Counter", count.called) | {"Counter": {"value": count.start}})
        return [*found, *self._rulebook()]

    def _stands(self, kind: Kind) -> bool:
        """Whether it is a token or a standee, no card."""
        makes = {f"component-{each.id}": each.make for each in self.shipment.game.components}
        return makes.get(kind.name, "card") != "card"

    def _drawings(self, table: Table, cards: Sequence[Kind]) -> dict[str, Drawing]:
        """What is to be drawn: sheets of fronts and of backs, and components."""
        found: dict[str, Drawing] = {}
        for kind in cards:
            for slotted, faces in self._slotted(kind).items():
                backs = _backs(kind)
                first = next(iter(kind.faces.values()))[0]
                cell, dpi = _cell(first, slotted)
                hidden = backs[0] if backs else None
                fronts = [faces.get(slot, (None, None))[0] for slot in range(slotted.room)]
                found[f"{kind.name}-{slotted.key}"] = sheet(
                    [*fronts, hidden], slotted.columns, slotted.rows, cell, _FREE
                )
                if len(backs) > 1:
                    shown = [faces.get(slot, (None, None))[1] for slot in range(slotted.room)]
                    found[f"{kind.name}-{slotted.key}-back"] = sheet(
                        [*shown, hidden], slotted.columns, slotted.rows, cell, _FREE
                    )
                elif backs:
                    found[f"{kind.name}-back"] = portrait(backs[0], dpi, rounded=False)
        for component in self.shipment.game.components:
            if component.make in ("mat", "token", "standee"):
                for panel, face in self.shipment.composer.panels(component, self.shipment.language).items():
                    dpi = min(_DPI, _LARGEST * INCH / max(face.width, face.height))
                    found[f"{component.id}-{panel}"] = portrait(face, dpi)
        return found

    def _slotted(self, kind: Kind) -> dict[Slotted, dict[int, tuple[Face, Face | None]]]:
        """The sheets of a kind, with the faces in each slot that this edition has."""
        found: dict[int, tuple[Slotted, dict[int, tuple[Face, Face | None]]]] = {}
        for card, (slotted, slot) in self.slots.place(kind.name, [*kind.faces]).items():
            found.setdefault(slotted.key, (slotted, {}))[1][slot] = kind.faces[card]
        return dict(found.values())

    def _deck(self, name: str, called: str, cards: Sequence[tuple[Kind, str]], urls: Mapping[str, str]) -> Object:
        """Cards that lie face down in a deck, or one of them alone."""
        made = [self._card(f"{name}-{number}", kind, card, urls) for number, (kind, card) in enumerate(cards)]
        if len(made) == 1:
            return made[0]
        sheets = {key: told for each in made for key, told in each["CustomDeck"].items()}
        ids = [each["CardID"] for each in made]
        deck = _object(name, "DeckCustom", called, scale=made[0]["Transform"]["scaleX"], down=True)
        return deck | {"DeckIDs": ids, "CustomDeck": sheets, "ContainedObjects": made}

    def _card(self, id: str, kind: Kind, card: str, urls: Mapping[str, str]) -> Object:
        slotted, slot = self.slots.place(kind.name, [card])[card]
        key = self.slots.key(slotted, self.shipment.language)
        backs = _backs(kind)
        several = len(backs) > 1
        back = f"{kind.name}-{slotted.key}-back" if several else f"{kind.name}-back"
        front = urls[f"{kind.name}-{slotted.key}"]
        told = {
            "FaceURL": front,
            "BackURL": urls.get(back, front),
            "NumWidth": slotted.columns,
            "NumHeight": slotted.rows,
            "BackIsHidden": not several,
            "UniqueBack": several,
            "Type": _SHAPES.get(_outline(self.shipment, kind), 0),
        }
        made = _object(id, "Card", kind.names[card], scale=round(kind.size[1] / _CARD, 4), down=True)
        return made | {"GMNotes": f"id={card}", "CardID": key * 100 + slot, "CustomDeck": {str(key): told}}

    def _component(self, component: Component, urls: Mapping[str, str]) -> list[Object]:
        """Mats one by one; several tokens or standees of a kind in a bag."""
        called = next(iter(_called(self.shipment, component)))
        front, back = urls.get(f"{component.id}-{FRONT}", ""), urls.get(f"{component.id}-{BACK}", "")
        across = max(component.size) / _UNIT / 2
        if component.make == "mat":
            tile = _tile(front, front, 0, 0.1, stackable=False)
            one = [_object(f"{component.id}-{n}", "Custom_Tile", called, scale=across) for n in range(component.count)]
            return [each | {"CustomImage": tile, "Locked": True} for each in one]
        if component.make == "die":
            return [_object(f"{component.id}-{n}", "Die_6", called) for n in range(component.count)]
        if component.make == "standee":
            image: Object = {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}
            make, scale = "Figurine_Custom", component.size[1] / _UNIT / 2
        elif component.make == "token":
            kind = _TILES.get(component.outline.kind)
            make, scale = ("Custom_Token", across) if kind is None else ("Custom_Tile", across)
            image = _cut(front) if kind is None else _tile(front, back or front, kind, 0.2, stackable=True)
        else:
            return []
        pieces = [
            _object(f"{component.id}-{n}", make, called, scale=round(scale, 4)) | {"CustomImage": image}
            for n in range(component.count)
        ]
        if len(pieces) < 2:
            return pieces
        bag = _object(f"{component.id}-bag", "Bag", called)
        return [bag | {"Bag": {"Order": 0}, "ContainedObjects": pieces}]

    def _rulebook(self) -> list[Object]:
        edition, language = self.shipment.edition, self.shipment.language
        if not edition.game.home.rulebook(f"{language}.md.j2"):
            return []
        data = edition.outputs(language, "rulebook")[0].make()
        told = {"PDFUrl": self._url("rulebook", data, "pdf"), "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
        return [_object("rulebook", "Custom_PDF", self.shipment.title) | {"CustomPDF": told}]

    def _url(self, name: str, data: bytes, ending: str) -> str:
        """The address of a file of ours, whose name changes with what is in it: tables keep what they have loaded."""
        folder = self.shipment.folder
        path = folder / f"{name}-{hashlib.sha256(data).hexdigest()[:10]}.{ending}"
        self.files[path] = data
        if base := self.shipment.options.base_url:
            return f"{base}/{folder.parent.name}/{folder.name}/{path.name}"
        return path.resolve().as_uri()


def _backs(kind: Kind) -> list[Face]:
    """The different backs of a kind."""
    return list({back.name: back for _, back in kind.faces.values() if back}.values())


def _outline(shipment: Shipment, kind: Kind) -> str:
    shapes = {deck.name: deck.outline.kind for deck in shipment.game.decks}
    return shapes.get(kind.name, "rounded")


def _cell(face: Face, slotted: Slotted) -> tuple[tuple[int, int], float]:
    """The pixels of a card on a sheet, at most 300 to the inch, and how many these are."""
    most = min(MOST_PIXELS / slotted.columns / face.width, MOST_PIXELS / slotted.rows / face.height, 300 / INCH)
    return (int(face.width * most), int(face.height * most)), most * INCH


def _called(shipment: Shipment, component: Component) -> Iterable[str]:
    from cardgen.text.print_words import names

    return names(shipment.composer.strings[shipment.language], "component", [component.id]).values()


def _object(id: str, name: str, called: str, scale: float = 1.0, down: bool = False) -> Object:
    """An object; a guid is what scripts and saved tables know it by. Face down, if it is to lie so."""
    turned = {"rotX": 0, "rotY": 180, "rotZ": 180 if down else 0}
    sizes = dict.fromkeys(("scaleX", "scaleY", "scaleZ"), scale)
    transform = {"posX": 0, "posY": 1.5, "posZ": 0} | turned | sizes
    guid = hashlib.sha256(f"{id}/{name}".encode()).hexdigest()[:6]
    return {"GUID": guid, "Name": name, "Transform": transform, "Nickname": called, "Description": "", "GMNotes": ""}


def _tile(front: str, back: str, kind: int, thick: float, stackable: bool) -> Object:
    tile = {"Type": kind, "Thickness": thick, "Stackable": stackable, "Stretch": True}
    return {
        "ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0, "CustomTile": tile,
    }  # fmt: skip


def _cut(front: str) -> Object:
    """What is cut along the edge of what can be seen in a picture."""
    token = {"Thickness": 0.2, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": True}
    return {
        "ImageURL": front, "ImageSecondaryURL": "", "ImageScalar": 1.0, "WidthScale": 0.0, "CustomToken": token,
    }  # fmt: skip


def _laid_out(objects: list[Object]) -> list[Object]:
    """Objects beside one another, in rows around the middle."""
    for number, each in enumerate(objects):
        row, column = divmod(number, _ACROSS)
        at = {"posX": round((column - (_ACROSS - 1) / 2) * _APART, 2), "posZ": round(6.0 - row * _APART * 1.3, 2)}
        each["Transform"] |= at
        for state in each.get("States", {}).values():
            state["Transform"] |= at
    return objects


def _notebook(shipment: Shipment, table: Table) -> Object:
    """A page of the notebook: what is dealt, and who made the game."""
    low, high = table.players
    lines = [table.title, f"{low}-{high} {table.words['players']}" if low < high else "", ""]
    for deal in table.deals:
        for players, count in deal.counts.items():
            lines.append(f"{deal.called}: {count} ({players} {table.words['players']})")
    lines += ["", *shipment.game.author]
    page = {"title": table.title, "body": "\n".join(lines).strip(), "color": "Grey"}
    return {"0": page | {"visibleColor": {"r": 0.5, "g": 0.5, "b": 0.5}, "id": 0}}


def _thumbnail(shipment: Shipment) -> bytes:
    """Some cards in a fan, as the list of saved objects shows them."""
    import io

    from PIL import Image

    from cardgen.press.display import fan

    options = shipment.edition.options
    paged = partial(document, shipment.composer, shipment.language, options)
    shown = shown_cards(shipment.faces, shipment.composer, options)
    canvas = Image.new("RGBA", (_THUMBNAIL, _THUMBNAIL))
    if shown:
        picture = Image.open(io.BytesIO(fan(shown, paged)))
        picture.thumbnail((_THUMBNAIL, _THUMBNAIL))
        canvas.paste(picture, ((_THUMBNAIL - picture.width) // 2, (_THUMBNAIL - picture.height) // 2))
    out = io.BytesIO()
    canvas.save(out, "PNG")
    return out.getvalue()
