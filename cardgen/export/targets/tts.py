"""Exports to Tabletop Simulator: one saved object for the game, with its pictures, its rulebook and a thumbnail.

Names and fields are those of its save files (kb.tabletopsimulator.com, "Save File Format" and "Custom Content").
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from cardgen.definitions.components import BACK, FRONT, Component
from cardgen.definitions.game import BASE
from cardgen.export.archive import as_json
from cardgen.export.drawing import Drawing, PictureSheet, portrait
from cardgen.export.saved import Object, die_cut, laid_out, notebook, thing, thumbnail, tile
from cardgen.export.slots import Slots, read_slots, slots_file
from cardgen.export.slots import SlotSheet as Slotted
from cardgen.export.table import TableKind, VirtualTable, table_of
from cardgen.export.target import Shipment, Target
from cardgen.foundations.units import INCH
from cardgen.graphics.drawing import Face
from cardgen.store.library import Home

MAX_PIXELS = 4096  # on a sheet's side
_DPI = 200  # the resolution of pictures other than cards of decks
_MAX_PIXELS = 2048  # on a side of such a picture
_CARD = 88.0  # mm, the height of a card of scale 1
_UNIT = 25.4  # mm
_SHAPES = {"rectangle": 1, "hexagon": 3, "circle": 4}  # shapes of cards; other cards have round corners
_TILES = {"rectangle": 0, "hexagon": 1, "circle": 2, "rounded": 3}


def targets(home: Home) -> Iterable[Target]:
    about = "a saved object of Tabletop Simulator"
    yield Target("tts", about, _write, reads=lambda home: [slots_file(home)], tidy=False)


def _write(shipment: Shipment) -> dict[Path, bytes]:
    path = slots_file(shipment.game.home)
    slots = read_slots(shipment.game.home, shipment.shared.get(path))
    others = [language for language in shipment.edition.languages if language != shipment.language]
    game = _Game(shipment, slots)
    table = table_of(shipment)
    objects = game.objects(table)
    for language in others:
        other = _Game(shipment.in_language(language), slots)
        theirs = {each["GUID"]: each for each in other.objects(table_of(other.shipment))}
        for mine in objects:
            if state := theirs.get(mine["GUID"]):  # some languages may have no rulebook
                mine.setdefault("States", {})[str(len(mine.get("States", {})) + 2)] = state
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
        "TabStates": notebook(shipment, table),
        "ObjectStates": laid_out(objects),
    }
    name = shipment.folder / shipment.file_name
    files = {Path(f"{name}.json"): as_json(saved), Path(f"{name}.png"): thumbnail(shipment)}
    return files | game.files | {path: slots.text()}


class _Game:
    """The objects of a game in one language, and the files that these load."""

    def __init__(self, shipment: Shipment, slots: Slots) -> None:
        self.shipment = shipment
        self.slots = slots
        self.variant = shipment.game.variant
        self.files: dict[Path, bytes] = {}

    def objects(self, table: VirtualTable) -> list[Object]:
        cards = [kind for kind in table.kinds if not self._stands(kind)]
        drawings = self._drawings(table, cards)
        data = dict(zip(drawings, self.shipment.draw([*drawings.values()]), strict=True))
        urls = {name: self._url(name, picture, "png") for name, picture in data.items()}
        objects: list[Object] = []
        for place in table.places:
            held = [(table.kind(kind), card) for kind, card in place.cards]
            if held and not self._stands(held[0][0]):
                objects.append(self._deck(place.name, place.called, held, urls))
        for component in self.shipment.game.components:
            objects += self._component(component, urls)
        for count in table.counts:
            objects.append(self._thing(count.name, "Counter", count.called) | {"Counter": {"value": count.start}})
        return [*objects, *self._rulebook()]

    def _thing(self, id: str, name: str, called: str, scale: float = 1.0, down: bool = False) -> Object:
        """An object of this variant, whose GUID differs from those of other variants on the same table."""
        return thing(id if self.variant == BASE else f"{self.variant}/{id}", name, called, scale, down)

    def _stands(self, kind: TableKind) -> bool:
        """Whether it is a token or a standee, not a card."""
        makes = {f"component-{each.id}": each.make for each in self.shipment.game.components}
        return makes.get(kind.name, "card") != "card"

    def _drawings(self, table: VirtualTable, cards: Sequence[TableKind]) -> dict[str, Drawing | PictureSheet]:
        """The drawings: sheets of fronts and backs, and components."""
        drawings: dict[str, Drawing | PictureSheet] = {}
        for kind in cards:
            for slotted, faces in self._slots_of(kind).items():
                backs = _backs(kind)
                first = next(iter(kind.faces.values()))[0]
                cell, dpi = _cell(first, slotted)
                hidden = backs[0] if backs else None
                fronts = [faces.get(slot, (None, None))[0] for slot in range(slotted.room)]
                drawings[f"{kind.name}-{slotted.key}"] = _sheet([*fronts, hidden], slotted, cell)
                if len(backs) > 1:
                    shown = [faces.get(slot, (None, None))[1] for slot in range(slotted.room)]
                    drawings[f"{kind.name}-{slotted.key}-back"] = _sheet([*shown, hidden], slotted, cell)
                elif backs:
                    drawings[f"{kind.name}-back"] = portrait(backs[0], dpi, rounded=False)
        for component in self.shipment.game.components:
            if component.make in ("mat", "token", "standee"):
                for panel, face in self.shipment.composer.panels(component, self.shipment.language).items():
                    dpi = min(_DPI, _MAX_PIXELS * INCH / max(face.width, face.height))
                    drawings[f"{component.id}-{panel}"] = portrait(face, dpi)
        return drawings

    def _slots_of(self, kind: TableKind) -> dict[Slotted, dict[int, tuple[Face, Face | None]]]:
        """The sheets of a kind, with the faces in each slot that this edition has."""
        sheets: dict[int, tuple[Slotted, dict[int, tuple[Face, Face | None]]]] = {}
        for card, (slotted, slot) in self.slots.place(kind.name, [*kind.faces]).items():
            sheets.setdefault(slotted.key, (slotted, {}))[1][slot] = kind.faces[card]
        return dict(sheets.values())

    def _deck(self, name: str, called: str, cards: Sequence[tuple[TableKind, str]], urls: Mapping[str, str]) -> Object:
        """A face-down deck of cards, or a single card."""
        cards_made = [self._card(f"{name}-{number}", kind, card, urls) for number, (kind, card) in enumerate(cards)]
        if len(cards_made) == 1:
            return cards_made[0]
        sheets = {key: sheet for each in cards_made for key, sheet in each["CustomDeck"].items()}
        ids = [each["CardID"] for each in cards_made]
        deck = self._thing(name, "DeckCustom", called, scale=cards_made[0]["Transform"]["scaleX"], down=True)
        return deck | {"DeckIDs": ids, "CustomDeck": sheets, "ContainedObjects": cards_made}

    def _card(self, id: str, kind: TableKind, card: str, urls: Mapping[str, str]) -> Object:
        slotted, slot = self.slots.place(kind.name, [card])[card]
        key = self.slots.key(slotted, self.shipment.language, self.variant)
        backs = _backs(kind)
        several = len(backs) > 1
        back = f"{kind.name}-{slotted.key}-back" if several else f"{kind.name}-back"
        front = urls[f"{kind.name}-{slotted.key}"]
        sheet = {
            "FaceURL": front,
            "BackURL": urls.get(back, front),
            "NumWidth": slotted.columns,
            "NumHeight": slotted.rows,
            "BackIsHidden": not several,
            "UniqueBack": several,
            "Type": _SHAPES.get(_outline(self.shipment, kind), 0),
        }
        made = self._thing(id, "Card", kind.names[card], scale=round(kind.size[1] / _CARD, 4), down=True)
        return made | {"GMNotes": f"id={card}", "CardID": key * 100 + slot, "CustomDeck": {str(key): sheet}}

    def _component(self, component: Component, urls: Mapping[str, str]) -> list[Object]:
        """Mats one by one; several tokens or standees of a kind in a bag."""
        called = next(iter(_names(self.shipment, component)))
        front, back = urls.get(f"{component.id}-{FRONT}", ""), urls.get(f"{component.id}-{BACK}", "")
        across = max(component.size) / _UNIT / 2
        if component.make == "mat":
            face = tile(front, front, 0, 0.1, stackable=False)
            one = [
                self._thing(f"{component.id}-{n}", "Custom_Tile", called, scale=across) for n in range(component.count)
            ]
            return [each | {"CustomImage": face, "Locked": True} for each in one]
        if component.make == "die":
            return [self._thing(f"{component.id}-{n}", "Die_6", called) for n in range(component.count)]
        if component.make == "standee":
            image: Object = {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}
            make, scale = "Figurine_Custom", component.size[1] / _UNIT / 2
        elif component.make == "token":
            kind = _TILES.get(component.outline.kind)
            make, scale = ("Custom_Token", across) if kind is None else ("Custom_Tile", across)
            image = die_cut(front) if kind is None else tile(front, back or front, kind, 0.2, stackable=True)
        else:
            return []
        pieces = [
            self._thing(f"{component.id}-{n}", make, called, scale=round(scale, 4)) | {"CustomImage": image}
            for n in range(component.count)
        ]
        if len(pieces) < 2:
            return pieces
        bag = self._thing(f"{component.id}-bag", "Bag", called)
        return [bag | {"Bag": {"Order": 0}, "ContainedObjects": pieces}]

    def _rulebook(self) -> list[Object]:
        edition, language = self.shipment.edition, self.shipment.language
        if not edition.has(language, "rulebook"):
            return []
        data = edition.outputs(language, "rulebook")[0].make()
        custom = {"PDFUrl": self._url("rulebook", data, "pdf"), "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
        return [self._thing("rulebook", "Custom_PDF", self.shipment.title) | {"CustomPDF": custom}]

    def _url(self, name: str, data: bytes, ending: str) -> str:
        """The URL of a file. Its name changes with its content, because tables cache files."""
        folder = self.shipment.folder
        path = folder / f"{name}-{hashlib.sha256(data).hexdigest()[:10]}.{ending}"
        self.files[path] = data
        if base := self.shipment.options.base_url:
            return f"{base}/{folder.parent.name}/{folder.name}/{path.name}"
        return path.resolve().as_uri()


def _backs(kind: TableKind) -> list[Face]:
    """The different backs of a kind."""
    return list({back.name: back for _, back in kind.faces.values() if back}.values())


def _outline(shipment: Shipment, kind: TableKind) -> str:
    shapes = {deck.name: deck.outline.kind for deck in shipment.game.decks}
    return shapes.get(kind.name, "rounded")


def _cell(face: Face, slotted: Slotted) -> tuple[tuple[int, int], float]:
    """The size of a card on a sheet in pixels, at most 300 to the inch, and this resolution."""
    most = min(MAX_PIXELS / slotted.columns / face.width, MAX_PIXELS / slotted.rows / face.height, 300 / INCH)
    return (int(face.width * most), int(face.height * most)), most * INCH


def _sheet(faces: Sequence[Face | None], slotted: Slotted, cell: tuple[int, int]) -> PictureSheet:
    """A sheet of faces that fill their slots. Outside of an outline, the bleed is visible."""
    parts = tuple(portrait(face, size=cell, rounded=False) if face else None for face in faces)
    return PictureSheet(parts, slotted.columns, slotted.rows)


def _names(shipment: Shipment, component: Component) -> Iterable[str]:
    from cardgen.text.print_words import names

    return names(shipment.composer.strings[shipment.language], "component", [component.id]).values()
