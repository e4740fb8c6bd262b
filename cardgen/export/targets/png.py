"""Pictures: a PNG file of each face, and each deck on sheets."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cardgen.export.drawing import Drawing, portrait, sheet
from cardgen.export.target import Shipment, Target
from cardgen.faces.compose import CardFaces
from cardgen.library import Home

DPI = 300
_COLUMNS, _ROWS = 5, 4
_CELL = 300  # pixels that a card on a sheet is wide
_GROUND = "#ffffff"


def targets(home: Home) -> Iterable[Target]:
    yield Target("png", "a picture of each face, and of each deck", _write, bleed=0.0)


def _write(shipment: Shipment) -> dict[Path, bytes]:
    """Each face in its outline, and each deck's fronts on sheets: DECK/sheet-NUMBER.LANG.png."""
    dpi = shipment.options.dpi or DPI
    named: dict[str, Drawing] = {one.file: portrait(one.face, dpi) for one in shipment.faces}
    for deck in shipment.game.decks:
        cards = shipment.composer.cards(deck, shipment.language, shipment.game.codes)
        for number, drawing in enumerate(_sheets(cards), 1):
            named[f"{deck.name}/sheet-{number}.{shipment.language}"] = drawing
    pictures = shipment.draw(list(named.values()))
    return {shipment.folder / f"{name}.png": data for name, data in zip(named, pictures, strict=True)}


def _sheets(cards: list[CardFaces]) -> Iterable[Drawing]:
    for start in range(0, len(cards), _COLUMNS * _ROWS):
        faces = [card.front for card in cards[start : start + _COLUMNS * _ROWS]]
        columns = min(_COLUMNS, len(faces))
        rows = -(-len(faces) // columns)
        cell = _CELL, round(_CELL * faces[0].height / faces[0].width)
        yield sheet(faces, columns, rows, cell, _GROUND)
