"""Exports a press kit: pictures to show a game with, an animated turn, and a sell sheet."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cardgen.export.presskit.kit import PressKit
from cardgen.export.target import Shipment, Target
from cardgen.foundations.findings import Finding
from cardgen.store.library import Home


def targets(home: Home) -> Iterable[Target]:
    yield Target("press", "pictures for a shop, an animated turn and a sell sheet", _write, _preflight, bleed=0.0)


def _preflight(shipment: Shipment) -> Iterable[Finding]:
    """A finding for each file that cardgen leaves out."""
    game = shipment.game
    for name, reason in PressKit(shipment).missing():
        message = f"{game.name}: no {name} in the press kit: {reason}"
        yield Finding("press-left-out", message, None, game.name, game.variant)


def _write(shipment: Shipment) -> dict[Path, bytes]:
    return {shipment.folder / name: data for name, data in PressKit(shipment).make().items()}
