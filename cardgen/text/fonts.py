"""Font faces: their characters, the widths of texts, and shaping.

Widths and heights are in ems. HarfBuzz shapes western texts with kerning and without ligatures, one glyph a character,
so that spaces between letters can be widened; other scripts with all features of their fonts: joined letters, marks,
ligatures, another order. Characters have the forms of their language (OpenType 1.9, feature `locl`: Han signs in Japan
and in China, Serbian italics, the Turkish i).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import groupby
from unicodedata import name

import uharfbuzz as hb

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import GLYPH_MISSING, Fault, Place
from cardgen.graphics.drawing import FontSource, Glyph
from cardgen.store.remember import per_file
from cardgen.text.font_file import open_face, usable
from cardgen.text.free_fonts import family_for
from cardgen.text.scripts import COMPLEX, DOWNWARDS, SAMPLES, UNSEEN, clusters

_FEATURES = {"kern": True} | dict.fromkeys(("rvrn", "ccmp", "locl", "rlig", "rclt", "calt", "clig", "liga"), False)
_LOCAL, _LINING = "locl", "lnum"
_DIGITS = "0123456789"
_EVEN = 0.1  # largest difference in height of lining figures, and descent, as a part of their height
_TALL, _DEEP = "ÉÅÑlbf|", "gjpqyçQ|"
_TOLD, _SHOWN = 5, 60  # characters that a fault names, and the length of the text that it shows
_SPACES = {"\u202f": 0.7}  # widths of substitutes, in those of a no-break space, if a font lacks the sign
_AMPERSAND = "&"  # its tail may reach over the space after it, above all in italics
_TAIL = 0.02  # ems that a tail may reach over the space
_STAND_INS = {  # substitutes for missing characters, the best first: an en dash for a minus sign, plain hyphens
    "\u2212": "\u2013",
    "\u2010": "-",
    "\u2011": "\u2010-",
}


@dataclass(frozen=True, slots=True)
class Shaped:
    """A shaped text of one face: its characters, their width, and their kerns (index, em); for scripts that need it,
    the glyphs that are drawn instead."""

    text: str
    width: float
    kerns: tuple[tuple[int, float], ...]
    glyphs: tuple[Glyph, ...] = ()
    backwards: bool = False


class FontFace:
    """One face of a font file; `name` is FAMILY/FACE. With `figures` its digits are the font's lining ones."""

    def __init__(self, name: str, source: FontSource, figures: bool = False) -> None:
        self.name = name
        self.source = source
        self.figures = figures
        self._shaped = lru_cache(maxsize=50_000)(self._shape)
        self.shape_run = lru_cache(maxsize=20_000)(self._shape_run)
        self.reach = lru_cache(maxsize=50)(self._reach)
        self._has = lru_cache(maxsize=5_000)(self._covers)
        self._had: set[str] = set()  # cache of characters that it can draw

    @cached_property
    def _font(self) -> hb.Font:
        font = hb.Font(open_face(self.source.path, self.source.number))
        if self.source.axes:
            font.set_variations(dict(self.source.axes))
        return font

    @cached_property
    def _em(self) -> int:
        return self._font.face.upem

    @cached_property
    def _coloured(self) -> bool:
        """Whether some of its characters can be pictures, which cardgen does not draw."""
        face = self._font.face
        return face.has_color_paint or face.has_color_layers or face.has_color_png or face.has_color_svg

    def _reach(self, language: str) -> tuple[float, float, float]:
        """How far accented capitals and tall letters reach above the baseline, and letters below it (a font's own
        metrics add air); letters of the language's own script included. Also the least leading of such letters; 0
        for Latin ones, whose accents seldom meet tails."""
        up = max(self._extents(character)[0] for character in _TALL)
        down = max(self._extents(character)[1] for character in _DEEP)
        sample = SAMPLES.get(language.partition("_")[0], "")
        if not sample or self.missing(sample):
            return up, down, 0.0
        reaches = [self._glyph_reach(glyph) for glyph in self.shape_run(sample, language, False).glyphs]
        own = max(each[0] for each in reaches), max(each[1] for each in reaches)
        return max(up, own[0]), max(down, own[1]), sum(own)

    def _glyph_reach(self, glyph: Glyph) -> tuple[float, float]:
        box = self._font.get_glyph_extents(glyph.number)
        top = box.y_bearing / self._em + glyph.y if box else 0.0
        return top, -(top + box.height / self._em) if box else 0.0

    def _extents(self, character: str) -> tuple[float, float]:
        glyph = self._font.get_nominal_glyph(ord(character))
        box = self._font.get_glyph_extents(glyph) if glyph else None
        if not box:
            return 0.75, 0.22
        return box.y_bearing / self._em, -(box.y_bearing + box.height) / self._em

    @cached_property
    def space(self) -> float:
        """The width of a space, in ems."""
        return self.advance(" ")

    @cached_property
    def cap_height(self) -> float:
        height = self._font.get_metric_position(hb.OTMetricsTag.CAP_HEIGHT)
        return (height or 0.7 * self._em) / self._em

    @cached_property
    def is_lining(self) -> bool:
        """Whether its digits are lining: all as high, on the baseline. Old-style digits rise and fall."""
        shaped = self.shape(_DIGITS)
        glyphs = [glyph.number for glyph in shaped.glyphs] or [self._nominal(sign) for sign in _DIGITS]
        boxes = [box for number in glyphs if number and (box := self._font.get_glyph_extents(number))]
        tops, feet = [box.y_bearing for box in boxes], [box.y_bearing + box.height for box in boxes]
        return not boxes or (min(tops) >= (1 - _EVEN) * max(tops) and min(feet) >= -_EVEN * max(tops))

    @cached_property
    def lining(self) -> FontFace:
        """The face with lining digits, if its font has them."""
        if self.is_lining:
            return self
        other = FontFace(self.name, self.source, figures=True)
        return other if other.is_lining else self

    def missing(self, text: str) -> list[str]:
        """The characters of `text` that the face cannot draw."""
        if self._had.issuperset(text):
            return []
        lacking = {c for c in set(text) if not self.has(c)}
        self._had.update(set(text) - lacking)
        return sorted(lacking)

    def has(self, character: str) -> bool:
        """Whether it can draw a character or a substitute for it."""
        return (
            self._has(character)
            or character in _SPACES
            or self._stand_in(character) is not None
            or UNSEEN.match(character) is not None
        )

    def _stand_in(self, character: str) -> str | None:
        """The substitute for a character that the face lacks."""
        others = _STAND_INS.get(character, "")
        return next(filter(self._has, others), None) if others and not self._has(character) else None

    def _drawable(self, text: str) -> str:
        """The text with substitutes for characters that the face lacks; its length is the same."""
        return (
            "".join(self._stand_in(sign) or sign for sign in text) if not _STAND_INS.keys().isdisjoint(text) else text
        )

    def _covers(self, character: str) -> bool:
        glyph = self._font.get_nominal_glyph(ord(character))
        if not glyph or not self._coloured or character.isspace():
            return bool(glyph)
        box = self._font.get_glyph_extents(glyph)
        return bool(box and box.width and box.height) and not self._font.face.has_color_png

    def shape(self, text: str, language: str = "") -> Shaped:
        """A text whose characters stand side by side, from left to right."""
        return self._shaped(text, language if self._localised else "")

    @cached_property
    def _localised(self) -> bool:
        """Whether it has forms of characters for certain languages."""
        face = self._font.face
        with usable(self.source.path):
            return any(
                _LOCAL in face.get_language_feature_tags("GSUB", script, language)
                for script, tag in enumerate(face.get_table_script_tags("GSUB"))
                for language in range(len(face.get_script_language_tags("GSUB", script)))
            )

    def _shape(self, text: str, language: str) -> Shaped:
        kerns: list[tuple[int, float]] = []
        text = self._drawable(UNSEEN.sub("", text))
        for index, character in enumerate(text):
            if character in _SPACES and not self._has(character):
                text = text[:index] + "\u00a0" + text[index + 1 :]
                kerns.append((index, self.advance("\u00a0") * (_SPACES[character] - 1)))
        if not text:
            return Shaped("", 0.0, ())
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        if language:
            buffer.language = language.replace("_", "-")
        hb.shape(self._font, buffer, _FEATURES | {_LOCAL: bool(language), _LINING: self.figures})
        if (language or self.figures) and any(
            info.codepoint != self._nominal(text[info.cluster]) for info in buffer.glyph_infos
        ):
            return self._glyphs_of(buffer, text, dict(kerns))
        width = sum(shift for _, shift in kerns)
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            advance = position.x_advance / self._em
            width += advance
            kern = advance - self._font.get_glyph_h_advance(info.codepoint) / self._em
            if text[info.cluster] == _AMPERSAND and not text[info.cluster + 1 : info.cluster + 2].strip():
                width += self._tail
                kern += self._tail
            if abs(kern) > 1e-6:
                kerns.append((info.cluster, kern))
        return Shaped(text, width, tuple(sorted(kerns)))

    @cached_property
    def _tail(self) -> float:
        """How far the ampersand's ink reaches over what follows, in ems."""
        number = self._nominal(_AMPERSAND)
        box = self._font.get_glyph_extents(number)
        tail = (box.x_bearing + box.width - self._font.get_glyph_h_advance(number)) / self._em if box else 0.0
        return tail if tail > _TAIL else 0.0

    def _shape_run(self, text: str, language: str, backwards: bool) -> Shaped:
        """Shapes a run of one direction as its script requires."""
        text = self._drawable(text)
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if backwards else "ltr"
        buffer.language = language.replace("_", "-")
        hb.shape(self._font, buffer)
        return self._glyphs_of(buffer, text, {}, backwards)

    def _glyphs_of(self, buffer: hb.Buffer, text: str, wider: Mapping[int, float], backwards: bool = False) -> Shaped:
        """The glyphs of a shaped run; `wider` ems are added to those of characters."""
        infos, positions = buffer.glyph_infos, buffer.glyph_positions
        starts = sorted({info.cluster for info in infos})
        ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
        glyphs = []
        for info, position in zip(infos, positions, strict=True):
            end = ends.pop(info.cluster, info.cluster)  # the first glyph of a cluster stands for all of it
            x, y = position.x_offset / self._em, position.y_offset / self._em
            advance = position.x_advance / self._em + wider.get(info.cluster, 0.0) * (info.cluster != end)
            glyphs.append(Glyph(info.codepoint, text[info.cluster : end], advance, x, y))
        return Shaped(text, sum(glyph.advance for glyph in glyphs), (), tuple(glyphs), backwards)

    def _nominal(self, character: str) -> int:
        return self._font.get_nominal_glyph(ord(character)) or 0

    def advance(self, character: str) -> float:
        """The advance of a character, in ems."""
        return self._font.get_glyph_h_advance(self._nominal(character)) / self._em


class Font:
    """The faces of a use of a game's fonts in one language: each draws the characters that those before it lack.

    `own` decides the height of lines: the face of the language, else the first.
    """

    def __init__(self, faces: Sequence[FontFace], own: FontFace, language: str) -> None:
        self.faces = tuple(faces)
        self.own = own
        self.language = language
        self.name = self.faces[0].name

    @cached_property
    def ascent(self) -> float:
        """The height of letters above the baseline."""
        return self.own.reach(self.language)[0]

    @cached_property
    def descent(self) -> float:
        return self.own.reach(self.language)[1]

    @cached_property
    def lining(self) -> Font:
        """The font with lining digits in those of its faces that have them."""
        faces = [face.lining for face in self.faces]
        return self if faces == [*self.faces] else Font(faces, self.own, self.language)

    @property
    def is_lining(self) -> bool:
        """Whether its first face draws lining digits."""
        return self.faces[0].is_lining

    @cached_property
    def pitch(self) -> float:
        """The least line spacing at which letters of the language do not touch."""
        return self.own.reach(self.language)[2]

    @cached_property
    def cap_height(self) -> float:
        return self.own.cap_height

    def missing(self, text: str) -> list[str]:
        """The characters that none of the faces can draw, and those of scripts that run downwards."""
        lacking = self.faces[0].missing(text)
        none = (sign for sign in lacking if not any(face.has(sign) for face in self.faces[1:]))
        return sorted({*none, *DOWNWARDS.findall(text)})

    def fault(self, text: str) -> str | None:
        """Returns a message on characters of a text that none of the faces can draw; None if there are none."""
        missing = self.missing(text)
        if not missing:
            return None
        plain = " ".join(text.split())  # one line with single spaces
        quoted = f"'{plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1] + '…'}'"
        if downwards := DOWNWARDS.search(text):
            script = name(downwards[0], "Mongolian").partition(" ")[0].title()  # signs without a name are Mongolian
            return f"{script} runs from top to bottom, which cardgen cannot print: {quoted}"
        signs = ", ".join(f"'{sign}' (U+{ord(sign):04X})" for sign in missing[:_TOLD])
        more = f" and {len(missing) - _TOLD} more" if len(missing) > _TOLD else ""
        fonts = " or ".join(face.name.replace("/", " ") for face in self.faces)
        cure = f"add a second font after it in look.fonts{self._cure(missing)}"
        return f"there is no {signs}{more} in the font {fonts}, for {quoted}; {cure}"

    def _cure(self, missing: Sequence[str]) -> str:
        """Advice on a font with these characters; empty if cardgen knows none."""
        if not (family := family_for(missing, self.language)):
            return ""
        own = [face.name.rpartition("/")[0] or face.name for face in self.faces]
        listed = ", ".join(dict.fromkeys((*own, family.lower().replace(" ", "-"))))
        return f": put the files of {family} into the game's folder fonts/, and write [{listed}] there"

    def glyph_fault(self, text: str, place: Place | None) -> Fault | None:
        """The same as a fault; texts that lack characters of one script have one cause."""
        if not (message := self.fault(text)):
            return None
        script = name(self.missing(text)[0], "").partition(" ")[0]
        return Fault(message, place, GLYPH_MISSING, cause=f"{script} in {self.name}")

    def shape(self, text: str, backwards: bool = False) -> tuple[tuple[FontFace, Shaped], ...]:
        """A text of one direction, split into runs of one face in reading order."""
        first = self.faces[0]
        if not backwards and not COMPLEX.search(text) and not (len(self.faces) > 1 and first.missing(text)):
            return ((first, first.shape(text, self.language)),)
        return tuple(
            (
                face,
                face.shape_run(part, self.language, backwards) if backwards or odd else face.shape(part, self.language),
            )
            for face, odd, part in self._parts(text)
        )

    def needed(self, characters: Iterable[str]) -> list[FontFace]:
        """The faces that draw some of these characters; the first always."""
        faces = {self._face(sign): None for sign in sorted(characters)}
        return [face for face in self.faces if face in faces or face is self.faces[0]]

    def width(self, text: str) -> float:
        """The width of a text, in ems."""
        return sum(shaped.width for _, shaped in self.shape(text))

    def _parts(self, text: str) -> Iterator[tuple[FontFace, bool, str]]:
        """The text split into runs of one face, each with whether it needs shaping."""
        face_runs = [(self._face(cluster), COMPLEX.search(cluster) is not None, cluster) for cluster in clusters(text)]
        for (face, odd), group in groupby(face_runs, key=lambda each: each[:2]):
            yield face, odd, "".join(cluster for *_, cluster in group)

    def _face(self, cluster: str) -> FontFace:
        return next((face for face in self.faces if all(map(face.has, cluster))), self.faces[0])


@per_file
def _face(path: object, name: str, source: FontSource) -> FontFace:
    return FontFace(name, source)


def font_face(name: str, source: FontSource) -> FontFace:
    """The face of a font file, which caches what it has shaped."""
    return _face(source.path, name, source)


@lru_cache(maxsize=1000)
def font(faces: tuple[FontFace, ...], own: FontFace, language: str) -> Font:
    """The font of these faces. Equal faces share one font, and so its caches."""
    return Font(faces, own, language)
