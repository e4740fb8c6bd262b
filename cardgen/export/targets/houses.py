"""Exports to print houses, one target for each profile: pictures with counts, autofill orders, PDF files."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from xml.etree import ElementTree as Tree

from cardgen.export.drawing import Drawing
from cardgen.export.houses.order import OrderItem, by_size, copies, file_names, order_items, placed_faces
from cardgen.export.houses.profile import House, houses
from cardgen.export.houses.sizes import CutSize, reach
from cardgen.export.target import Shipment, Target
from cardgen.foundations.findings import Finding
from cardgen.graphics.drawing import Face, Group, Use
from cardgen.graphics.layers import layer_mask, layers_of, process_colours
from cardgen.store.library import Home
from cardgen.text.cells import cell

COUNTS = "counts.csv"
Row = tuple[str | int, ...]
_SENT = {"pictures": "pictures for {}", "order": "an order for {}", "pdf": "PDF files for {}"}


def targets(home: Home) -> Iterable[Target]:
    for house in houses(home):
        yield Target(
            house.name,
            _SENT[house.says.sends].format(house.says.name),
            partial(_write, house),
            partial(_preflight, house),
            reach(house.says),
            house.made_from,
            require=house.require,
        )


def _preflight(house: House, shipment: Shipment) -> list[Finding]:
    """The findings that the game does not keep quiet; it cannot do so with errors."""
    from cardgen.export.houses.preflight import preflight

    quiet = shipment.game.quiet
    return [each for each in preflight(shipment, house) if each.severity == "error" or each.code not in quiet]


def _write(house: House, shipment: Shipment) -> dict[Path, bytes]:
    sent = {"pictures": _pictures, "order": _order, "pdf": _pdf}[house.says.sends]
    files: dict[str, bytes] = {}
    for size, items in by_size(order_items(shipment, house)).items():
        files |= sent(house, shipment, size, items) | _masks(house, shipment, size, items)
    return {shipment.folder / name: data for name, data in files.items()}


def _pictures_of(house: House, shipment: Shipment, items: Sequence[OrderItem]) -> dict[str, bytes]:
    """The pictures of all faces, by the faces' names."""
    faces = placed_faces(items)
    drawings = [_placed_drawing(process_colours(face), cut) for face, cut, _ in faces.values()]
    return dict(zip(faces, shipment.draw(drawings), strict=True))


def _placed_drawing(face: Face, cut: CutSize) -> Drawing:
    items = (Group((Use(face.name),), cut.matrix(face)),)
    return Drawing((0.0, 0.0, *cut.area), items, (face,), cut.pixels)


def _masks(house: House, shipment: Shipment, size: str, items: Sequence[OrderItem]) -> dict[str, bytes]:
    """Pictures of print layers, unless the house has them as inks: SIZE/DECK/CARD.front-LAYER.png beside the faces, or
    in masks/ if the house does not ask for them."""
    folder, names = size if house.says.layers == "masks" else f"masks/{size}", file_names(items)
    placed = placed_faces(items).values() if house.says.layers != "spots" else ()
    drawings = {
        f"{folder}/{names[face.name]}-{layer}.png": _placed_drawing(layer_mask(face, layer), cut)
        for face, cut, _ in placed
        for layer in layers_of(face.items)
    }
    return dict(zip(drawings, shipment.draw(list(drawings.values())), strict=True)) if drawings else {}


def _pictures(house: House, shipment: Shipment, size: str, items: Sequence[OrderItem]) -> dict[str, bytes]:
    """SIZE/DECK/CARD.front.png, and SIZE/counts.csv."""
    names = {face: f"{name}.png" for face, name in file_names(items).items()}
    files = {f"{size}/{names[face]}": data for face, data in _pictures_of(house, shipment, items).items()}
    return files | {f"{size}/{COUNTS}": _counts(items, names)}


def _counts(items: Sequence[OrderItem], names: dict[str, str]) -> bytes:
    """The number of copies of each item, with the files of both sides."""
    files = {"": "", **names}
    return _table(
        (each.called, each.count, files[each.front.name], files[each.back.name if each.back else ""]) for each in items
    )


def _table(rows: Iterable[Row], *more: str) -> bytes:
    table = io.StringIO()
    written = csv.writer(table, lineterminator="\n")
    written.writerow(("card", "count", "front", "back", *more))
    written.writerows(map(cell, row) for row in rows)
    return table.getvalue().encode()


def _order(house: House, shipment: Shipment, size: str, items: Sequence[OrderItem]) -> dict[str, bytes]:
    """SIZE/order.xml and its pictures, as mpc-autofill's `desktop-tool` reads it: a slot for each copy."""
    names = {face: f"{name}.png" for face, name in file_names(items).items()}
    files = {f"{size}/{names[face]}": data for face, data in _pictures_of(house, shipment, items).items()}
    slots: dict[str, list[int]] = {}
    for slot, item in enumerate(copies(items)):
        for face in item.faces:
            slots.setdefault(face.name, []).append(slot)
    order = Tree.Element("order")
    details = Tree.SubElement(order, "details")
    number = sum(item.count for item in items)
    for key, text in (("quantity", str(number)), ("stock", house.says.stock or ""), ("foil", "false")):
        Tree.SubElement(details, key).text = text
    backs = Counter({item.back.name: 0 for item in items if item.back})
    for item in items:
        backs.update({item.back.name: item.count} if item.back else {})
    usual = backs.most_common(1)[0][0] if backs else None
    for side, faces in (
        ("fronts", [item.front for item in items]),
        ("backs", [item.back for item in items if item.back and item.back.name != usual]),
    ):
        group = Tree.SubElement(order, side)
        for face in {face.name: face for face in faces}.values():
            card = Tree.SubElement(group, "card")
            slot_list = ",".join(map(str, slots[face.name]))
            name = names[face.name]
            for key, text in (
                ("id", name), ("sourceType", "Local File"), ("slots", slot_list),
                ("name", name.rpartition("/")[2]), ("query", face.label),
            ):  # fmt: skip
                Tree.SubElement(card, key).text = text
    if usual:
        Tree.SubElement(order, "cardback").text = names[usual]
    Tree.indent(order)
    return files | {f"{size}/order.xml": Tree.tostring(order, encoding="utf-8", xml_declaration=True) + b"\n"}


def _pdf(house: House, shipment: Shipment, size: str, items: Sequence[OrderItem]) -> dict[str, bytes]:
    """SIZE.pdf, and SIZE.counts.csv if a card's copies have no pages of their own; SIZE.die.pdf if the house asks for
    the lines of outlines that are not straight."""
    from cardgen.export.houses.order_pdf import die_file, die_outlines, file_of, sides_document

    files = {f"{size}.pdf": file_of(house, sides_document(shipment, house, items))}
    if house.says.copies:
        return files
    pages: dict[str, str] = {}
    number = 0
    for item in items:
        for face in item.faces if house.says.first == "front" else item.faces[::-1]:
            number += 1
            pages[item.path + face.name] = f"page {number}"
    rows = [_paged_row(item, pages) for item in items]
    dies = {outline: f"page {number}" for number, outline in enumerate(die_outlines(items), 1)}
    if not (house.says.die and dies):
        return files | {f"{size}.{COUNTS}": _table(rows)}
    rows = [(*row, dies.get(item.outline, "")) for row, item in zip(rows, items, strict=True)]
    return files | {f"{size}.die.pdf": die_file(shipment, house, items), f"{size}.{COUNTS}": _table(rows, "die")}


def _paged_row(item: OrderItem, pages: dict[str, str]) -> Row:
    back = pages[item.path + item.back.name] if item.back else ""
    return item.called, item.count, pages[item.path + item.front.name], back
