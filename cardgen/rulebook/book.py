"""The input of a rulebook besides its text: fonts, colours, faces and the few generated words."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, fail
from cardgen.graphics.drawing import Face, FontSource, Symbol
from cardgen.rulebook.colours import readable
from cardgen.text.fonts import Font
from cardgen.text.scripts import is_backwards


@dataclass(frozen=True)
class Book:
    """Everything that the pages of one game or variant in one language share.

    `fonts`: text, text-bold, text-italic, text-bold-italic, display. `colours` (#rrggbb): ink, paper, accent, and
    second beside the accent; the last two are chosen from the others if no colour has these names. `faces` are the
    faces that figures name, `smaller` the faces that replace some of them if their texts would be too small, `cover`
    the faces of the cover, `scene` a picture instead of them, `vignettes` pictures for pages with room. `icons` finds
    the symbol of an inline icon and raises InputError for an unknown one. `symbols`, `face_fonts` and `pictures` are
    those that the faces use. `words`: contents, page, notes (over lines to write on), skip (to the text); facts (a
    line of the cover) and icon.NAME (the name of an icon for reading aloud) are optional. `source` names the text in
    messages. `known` caches blocks that books of the same look share. `colour` gives the #rrggbb of a colour in texts,
    and raises ValueError. With `back`, there is a summary for the back cover.
    """

    title: str
    subtitle: str
    language: str
    author: str
    fonts: dict[str, Font]
    colours: dict[str, str]
    faces: dict[str, Face]
    cover: tuple[str, ...]
    icons: Callable[[str, Place], Symbol]
    symbols: dict[str, Symbol]
    words: dict[str, str]
    source: Path
    scene: Symbol | None = None
    vignettes: tuple[Symbol, ...] = ()
    smaller: dict[str, Face] = field(default_factory=dict)
    face_fonts: dict[str, FontSource] = field(default_factory=dict)
    pictures: Mapping[str, Path | bytes] = field(default_factory=dict)
    known: dict[Hashable, Any] = field(default_factory=dict)
    colour: Callable[[str], str] = str
    back: bool = False

    @property
    def backwards(self) -> bool:
        """Whether the book is read from the right: it is laid out from the left, and mirrored page by page."""
        return is_backwards(self.language)

    def called(self, icon: str) -> str:
        """The name of an inline icon for reading aloud."""
        return self.words.get(f"icon.{icon}", icon.replace("_", " ").replace("-", " "))

    def ink(self, name: str, ground: str, place: Place) -> str:
        """The colour of words with this colour name, adjusted to be readable on a ground. Raises InputError."""
        try:
            return readable(self.colour(name)[:7], ground)
        except ValueError as error:
            raise fail(f"[words]({name}): {error}", place) from None
