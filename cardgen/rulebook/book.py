"""What a rulebook is set from besides its text: fonts, colours, faces and the few words that are generated."""

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
    """All that the pages of one game or variant in one language share.

    `fonts`: text, text-bold, text-italic, text-bold-italic, display. `colours` (#rrggbb): ink, paper, accent, and
    second for what is beside the accent; the last two are chosen from the others if no colour is called so. `faces`
    are what figures name, `smaller` what they show of some of them where their texts would be too small, `cover` those
    of the cover, `scene` a picture in their place, `vignettes` those where pages leave room. `icons` finds the symbol
    of an inline icon and raises InputError for an unknown one. `symbols`, `face_fonts` and `pictures` are what the
    faces draw with. `words`: contents, page, notes (over lines to write on), skip (to the text); facts (a line of the
    cover) and icon.NAME (what an icon is called where it is read aloud) may be left out. `source` names the text
    in messages. `known` is what books of the same look share of what they set. `colour` gives the #rrggbb of a colour
    as texts name it, and raises ValueError. `back`: there is a summary for the back cover.
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
        """Whether it is read from the right: laid out from the left, and mirrored page by page."""
        return is_backwards(self.language)

    def called(self, icon: str) -> str:
        """What an inline icon is called where it is read aloud."""
        return self.words.get(f"icon.{icon}", icon.replace("_", " ").replace("-", " "))

    def ink(self, name: str, ground: str, place: Place) -> str:
        """The colour of words that a text calls so, as it can be read on a ground. Raises InputError."""
        try:
            return readable(self.colour(name)[:7], ground)
        except ValueError as error:
            raise fail(f"[words]({name}): {error}", place) from None
