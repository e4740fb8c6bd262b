"""Writes print layers for a press: spot colours that overprint (PDF 1.7, 8.6.6.4 and 8.6.7). `inks.py` lets black words
overprint.
"""

from __future__ import annotations

import re

from cardgen.graphics.drawing import FREE, Layer
from cardgen.pdf.blending import Resource, state
from cardgen.pdf.inks import OVERPRINT, Inks, Plates, PressInks
from cardgen.pdf.numbers import numbers

SPACES = "ColorSpace"  # the kind of resource for colour spaces
_UNSHOWN = (0.0, 1.0, 0.0, 0.0)  # the alternate inks of a layer without `shown`, for devices without its colour


def ink_of(layer: Layer, inks: Inks) -> Inks | None:
    """The inks of a layer: a spot colour for a press, screen colours for screens; None on plates."""
    if isinstance(inks, Plates):
        return None
    return SpotInk(layer, inks) if isinstance(inks, PressInks) else inks


class SpotInk(Inks):
    """A spot colour: an item has all of it, or none if its colour is FREE."""

    def __init__(self, layer: Layer, press: PressInks) -> None:
        shown = press.components(layer.shown) if layer.shown else _UNSHOWN
        tint = f"<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [{numbers(shown)}] >>"
        body = f"[/Separation /{_name(layer.ink)} /{press.space} {tint}]"
        self.colours = Resource(SPACES, f"spot-{_plain(layer.name)}", body)
        self.key = f"{press.key} {body}"
        self.space = press.space

    @property
    def resources(self) -> tuple[Resource, ...]:
        over = state(OVERPRINT)
        assert over
        return self.colours, over

    @property
    def begin(self) -> str:
        """The operator that lets all that follows overprint."""
        return f"/{self.resources[1].name} gs"

    def fill(self, colour: str) -> str:
        return f"/{self.colours.name} cs {int(colour != FREE)} scn"

    def stroke(self, colour: str) -> str:
        return f"/{self.colours.name} CS {int(colour != FREE)} SCN"


def _name(text: str) -> str:
    """A text as a name in a PDF file (7.3.5)."""
    return "".join(chr(byte) if chr(byte).isalnum() and byte < 128 else f"#{byte:02x}" for byte in text.encode())


def _plain(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]", "-", text)
