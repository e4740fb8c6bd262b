"""A game's fonts: the faces behind each use of its look, by language."""

from __future__ import annotations

from pathlib import Path

from cardgen.definitions.font_choice import FontChoice
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, fail
from cardgen.text.families import choose, face_name
from cardgen.text.font_file import slug
from cardgen.text.fonts import Font, font, font_face

_STANDS = {
    "italic": "upright; slant: 12 leans a whole style",
    "bold": "no bolder than others",
    "bold italic": "no bolder than others",
}


@dataclass(frozen=True, slots=True)
class Lettering:
    """The fonts of a game's look (choices by use), in one language; `folders` hold their files."""

    folders: tuple[tuple[Path, ...], ...]
    choices: tuple[tuple[str, FontChoice], ...]
    language: str

    def font(self, use: str, bold: bool, italic: bool, place: Place | None) -> tuple[Font, str]:
        """Returns the font of a use, with findings on faces that its family lacks. `place` is where the use is
        named."""
        choice = dict(self.choices)[use]
        families = choice.families(self.language)
        if not families:
            message = f"look.fonts.{use}: no font for the language '{self.language}'; add one, or else:"
            raise fail(message, place)
        chosen = {family: choose(self.folders, family, bold, italic, place) for family in families}
        face = face_name(bold, italic)
        faces = {family: font_face(f"{family.label}/{face}", each.source) for family, each in chosen.items()}
        first, own = families[0], choice.own(self.language)
        lacking = next((family for family in (own, first) if family and chosen[family].lacks), first)
        lacks = chosen[lacking].lacks  # a fallback behind the first family may set all words of a language
        missing = (
            f"the font '{lacking.name}' has no {lacks} face, so such words stand {_STANDS[lacks]}" if lacks else ""
        )
        return font(tuple(faces.values()), faces[own] if own else faces[first], self.language), missing

    def find_font(self, families: tuple[str, ...], bold: bool, italic: bool, place: Place | None) -> Font:
        """Returns the font of the first family that the game has, by use or by name, or else the font of its texts."""
        uses = dict(self.choices)
        known = {family.name: use for use, choice in self.choices for family in choice.families(self.language)}
        plain = [slug(family) for family in families]
        use = next((known.get(name, name) for name in plain if name in known or name in uses), "text")
        return self.font(use if use in uses else next(iter(uses)), bold, italic, place)[0]
