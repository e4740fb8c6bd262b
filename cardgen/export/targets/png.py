"""Exports pictures: a PNG file of each face, and sheets of each deck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from cardgen.export.drawing import Drawing, PictureSheet, portrait
from cardgen.export.target import Shipment, Target
from cardgen.graphics.drawing import Face
from cardgen.graphics.layers import for_press, layer_mask, layers_of
from cardgen.store.library import Home

DPI = 300
_SHEET_DPI = 150  # the approximate resolution of cards on a sheet
_COLUMNS, _ROWS = 5, 4


def targets(home: Home) -> Iterable[Target]:
    yield Target("png", "a picture of each face, and of each deck", _write, bleed=0.0)


def _write(shipment: Shipment) -> dict[Path, bytes]:
    """Each face in its outline, each deck's fronts on sheets (DECK/sheet-NUMBER.LANG.png), masks of print layers."""
    dpi = shipment.options.dpi or DPI
    files: dict[str, Drawing | PictureSheet] = {one.file: portrait(one.face, dpi) for one in shipment.faces}
    for deck in shipment.game.decks:
        cards = shipment.composer.cards(deck, shipment.language, shipment.game.codes)
        for number, drawing in enumerate(_sheets([card.front for card in cards], dpi), 1):
            files[f"{deck.name}/sheet-{number}.{shipment.language}"] = drawing
    files |= _masks(shipment, dpi)
    pictures = shipment.draw(list(files.values()))
    return {shipment.folder / f"{name}.png": data for name, data in zip(files, pictures, strict=True)}


def _masks(shipment: Shipment, dpi: float) -> dict[str, Drawing | PictureSheet]:
    """Pictures of print layers, each face's whole rectangle: masks/DECK/CARD.LANG.front-LAYER."""
    faces = ((one.file, for_press(one.face)) for one in shipment.faces)
    return {
        f"masks/{file}-{layer}": portrait(layer_mask(face, layer), dpi, rounded=False)
        for file, face in faces
        for layer in layers_of(face.items)
    }


def _sheets(faces: Sequence[Face], dpi: float) -> Iterable[PictureSheet]:
    """Sheets of faces, four rows of five each. Outside of an outline, the bleed is visible."""
    for start in range(0, len(faces), _COLUMNS * _ROWS):
        parts = [portrait(face, dpi, rounded=False) for face in faces[start : start + _COLUMNS * _ROWS]]
        columns = min(_COLUMNS, len(parts))
        yield PictureSheet(tuple(parts), columns, -(-len(parts) // columns), max(1, round(dpi / _SHEET_DPI)))
