"""Makes spot colours, which overprint (PDF 1.7, 8.6.6.4 and 8.6.7), and chooses the inks of print layers: spot colours
for a press. `die_lines.py` draws in one, too. `inks.py` lets black words overprint.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NoReturn

from cardgen.graphics.drawing import FREE, Layer
from cardgen.pdf.blending import Resource, state
from cardgen.pdf.inks import OVERPRINT, Inks, Plates, PressInks
from cardgen.pdf.numbers import numbers

SPACES = "ColorSpace"  # the kind of resource for colour spaces
ALTERNATE_INKS = (0.0, 1.0, 0.0, 0.0)  # process inks in place of a spot colour, for devices that lack it


def ink_of(layer: Layer, inks: Inks) -> Inks | None:
    """The inks of a layer: a spot colour for a press, screen colours for screens; None on plates."""
    if isinstance(inks, Plates):
        return None
    if not isinstance(inks, PressInks):
        return inks
    alternate = inks.components(layer.shown) if layer.shown else ALTERNATE_INKS
    return SpotInk(layer.ink, f"spot-{_plain(layer.name)}", alternate, inks.key)


class SpotInk(Inks):
    """A spot colour that a press knows as `ink`: an item has all of it, or none if its colour is FREE. Operators call
    its colour space `name`; `alternate` are the process inks that devices without it show. It has no gradients and no
    pictures.
    """

    space = PressInks.space

    def __init__(self, ink: str, name: str, alternate: tuple[float, ...] = ALTERNATE_INKS, press_key: str = "") -> None:
        tint = f"<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [{numbers(alternate)}] >>"
        body = f"[/Separation /{_name(ink)} /{self.space} {tint}]"
        self.colours = Resource(SPACES, name, body)
        self.key = f"{press_key} {body}"

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

    def components(self, colour: str) -> NoReturn:
        raise TypeError(f"a spot colour has no components: {self.colours.body}")

    def image(self, source: Path | bytes) -> NoReturn:
        raise TypeError(f"no picture can be in a spot colour: {self.colours.body}")


def _name(text: str) -> str:
    """A text as a name in a PDF file (7.3.5)."""
    return "".join(chr(byte) if chr(byte).isalnum() and byte < 128 else f"#{byte:02x}" for byte in text.encode())


def _plain(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9]", "-", text)
