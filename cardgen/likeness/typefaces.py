"""Finds the fonts that set a drawing's words: its families in cardgen, or beside the drawing, or what is nearest."""

from __future__ import annotations

import re
from pathlib import Path

from cardgen.definitions.font_choice import Family
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, Place
from cardgen.store.library import BUILTIN, FONTS
from cardgen.store.reach import files_below, is_file, is_folder, matching
from cardgen.text.families import choose, face_name
from cardgen.text.font_file import faces_in
from cardgen.text.fonts import Font, font, font_face

MAX_FILES = 100  # fonts beside a drawing
SERIF, SANS = "alegreya", "source-sans-3"
_SERIFS = re.compile(
    r"serif(?<!sans-serif)|times|roman|garamond|georgia|palatino|caslon|baskerville|bodoni|minion|book"
)
_STYLES = re.compile(
    r"[-,_ ]*(regular|roman|normal|book|medium|semi-?bold|demi-?bold|bold|black|heavy|it(?:alic)?|oblique|mt|ps)+$",
    re.IGNORECASE,
)
_BOLD, _ITALIC = (
    re.compile(r"bold|black|heavy", re.IGNORECASE),
    re.compile(r"it(?:alic)?$|oblique|italic", re.IGNORECASE),
)


@dataclass(frozen=True, slots=True)
class Typeface:
    """The font for words of a drawing: the use under look: fonts:, its family, and the style that it is set in.
    `exact`: it is the drawing's own family."""

    use: str
    family: str
    bold: bool
    italic: bool
    exact: bool
    font: Font


class Typefaces:
    """The fonts for the families that a drawing names. `copies` are font files beside the drawing that it needs."""

    def __init__(self, drawing: Path) -> None:
        self.used: dict[str, str] = {}  # families by use
        self.missing: dict[str, str] = {}  # the families that are not there, with what stands for them
        self.copies: dict[str, Path] = {}
        self._own = _files_beside(drawing)
        self._builtin = tuple(files_below(BUILTIN / "templates" / "fonts", FONTS))
        self._known = {_letters(path.parent.name): path.parent.name for path in self._builtin}
        self._beside = _families(self._own)
        self._found: dict[tuple[str, bool, bool], Typeface] = {}

    def find(self, families: tuple[str, ...], bold: bool, italic: bool) -> Typeface:
        """The font of the first family that is there. A family can be a PostScript name, such as Alegreya-Bold."""
        for family in families or ("",):
            name, more_bold, more_italic = _apart(family)
            for plain in dict.fromkeys((_letters(family), _letters(name))):
                if plain in self._beside or plain in self._known:
                    styled = (bold or more_bold, italic or more_italic) if plain != _letters(family) else (bold, italic)
                    return self._typeface(plain, *styled, exact=True)
        first = families[0] if families else ""
        name, more_bold, more_italic = _apart(first)
        serif = any(_SERIFS.search(family.lower().replace("sans-serif", "")) for family in families)
        stand_in = SERIF if serif else SANS
        if first and first.lower() not in ("serif", "sans-serif"):
            self.missing.setdefault(name or first, stand_in)
        return self._typeface(_letters(stand_in), bold or more_bold, italic or more_italic, exact=False)

    def _typeface(self, plain: str, bold: bool, italic: bool, exact: bool) -> Typeface:
        key = (plain, bold, italic)
        if key not in self._found:
            if plain in self._beside:
                family, files = self._beside[plain]
                self.copies |= {f"fonts/{path.name}": path for path in files}
                folders: tuple[tuple[Path, ...], ...] = (tuple(files),)
            else:
                family, folders = self._known[plain], (self._builtin,)
            chosen = choose(folders, Family(family), bold, italic, None)
            face = font_face(f"{family}/{face_name(bold, italic)}", chosen.source)
            self.used.setdefault(family, family)
            self._found[key] = Typeface(family, family, bold, italic, exact, font((face,), face, "en"))
        return self._found[key]

    def face(self, families: tuple[str, ...], bold: bool, italic: bool, place: Place) -> Font:
        """The font of a style, for the reader of drawings."""
        return self.find(families, bold, italic).font


def _letters(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "", name.lower())


def _apart(family: str) -> tuple[str, bool, bool]:
    """A family's name without the style in it, and whether that is bold or italic."""
    plain = re.sub(r"^[A-Z]{6}\+", "", family)  # the name of a subset in a PDF file
    name = _STYLES.sub("", plain)
    style = plain[len(name) :]
    return name, bool(_BOLD.search(style)), bool(_ITALIC.search(style))


def _files_beside(drawing: Path) -> list[Path]:
    """The font files in the folder of a drawing, and in fonts/ below it."""
    folder = drawing.resolve().parent
    beside = [path for path in matching(folder, "*") if path.suffix.lower() in FONTS and is_file(path)]
    below = files_below(folder / "fonts", FONTS) if is_folder(folder / "fonts") else []
    return [*beside, *below][:MAX_FILES]


def _families(files: list[Path]) -> dict[str, tuple[str, list[Path]]]:
    """The families of font files by their letters: each with its name and files. Unusable files are left out."""
    families: dict[str, tuple[str, list[Path]]] = {}
    for path in files:
        try:
            names = {name for face in faces_in(path) for name in face.families}
        except InputError:
            continue
        for name in sorted(names):
            families.setdefault(_letters(name), (name, []))[1].append(path)
    return families
