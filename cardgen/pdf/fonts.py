"""Embeds fonts in PDF files: a subset with its own glyph numbers, and a map to characters, so people can select
text.

PDF 1.7 (ISO 32000-1), 9.7 composite fonts and 9.10 ToUnicode maps.
"""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from collections.abc import Callable
from functools import cached_property, lru_cache

import uharfbuzz as hb
from reportlab.pdfbase import pdfdoc

from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import SOFT_HYPHEN, FontSource
from cardgen.graphics.needs import Sign
from cardgen.text.font_file import name_of, open_face, usable

_IDENTITY = "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"
_SYMBOLIC = 4  # the flag of a font with characters of its own, as a subset must have (9.8.2)
_MAP = """/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
"""
_CHUNK = 100  # the most lines of a block of a map


@dataclass(frozen=True)
class Subset:
    """The part of a font that documents embed: the code of each character that they show, and its advance (ems)."""

    name: str
    data: bytes
    outlines: str  # glyf or CFF
    codes: dict[Sign, tuple[str, float]]
    glyphs: dict[int, int]  # glyphs of this subset, by their codes
    metrics: tuple[float, ...]  # ascent, descent and cap height in thousandths of an em

    @cached_property
    def file(self) -> bytes:
        return zlib.compress(self.data)

    @cached_property
    def widths(self) -> str:
        """The advances of all codes, in thousandths of an em (9.7.4.3)."""
        widths = {int(code, 16): width for code, width in self.codes.values()}
        return f"[{' '.join(f'{code} [{_short(1000 * widths[code])}]' for code in sorted(widths))}]"

    @cached_property
    def map(self) -> bytes:
        """The map from codes to characters (9.10.3)."""
        said: dict[str, str] = {}
        for sign, (code, _) in self.codes.items():
            said.setdefault(code, sign if isinstance(sign, str) else sign[1])
        plain = (
            (code, text.replace("\u00a0", " ")) for code, text in sorted(said.items())
        )  # searches use plain spaces
        lines = [f"<{code}> <{utf16(text)}>" for code, text in plain if text]
        blocks = (lines[at : at + _CHUNK] for at in range(0, len(lines), _CHUNK))
        mapped = "".join(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar\n" for block in blocks)
        return zlib.compress(f"{_MAP}{mapped}endcmap CMapName currentdict /CMap defineresource pop end end".encode())

    @cached_property
    def numbers(self) -> bytes:
        """The subset's glyph of every code."""
        most = max(self.glyphs, default=0)
        return zlib.compress(struct.pack(f">{most + 1}H", *(self.glyphs.get(code, 0) for code in range(most + 1))))


@lru_cache(maxsize=200)  # editions of a game show the same characters
def subset(source: FontSource, signs: tuple[Sign, ...]) -> Subset:
    """The subset of a font that draws these characters; a variable font is set to the axes of its source."""
    face = open_face(source.path, source.number)
    font = hb.Font(face)
    if source.axes:
        font.set_variations(dict(source.axes))
    drawn = {SOFT_HYPHEN: "-"}
    glyphs = {
        sign: (font.get_nominal_glyph(ord(drawn.get(sign, sign))) or 0) if isinstance(sign, str) else sign[0]
        for sign in signs
    }
    wanted = hb.SubsetInput()
    wanted.sets(hb.SubsetInputSets.GLYPH_INDEX).set(set(glyphs.values()))
    wanted.flags = (
        hb.SubsetFlags.NO_HINTING
        | hb.SubsetFlags.NO_LAYOUT_CLOSURE
        | hb.SubsetFlags.NOTDEF_OUTLINE
        | hb.SubsetFlags.DOWNGRADE_CFF2
        | hb.SubsetFlags.CFF_IDENTITY_CHARSET
    )
    for axis in face.axis_infos:
        wanted.pin_axis_location(face, axis.tag, dict(source.axes).get(axis.tag, axis.default_value))
    with usable(source.path):
        plan = hb.SubsetPlan(face, wanted)
        made, new = plan.execute(), dict(plan.old_to_new_glyph_mapping)
        if not new.keys() >= set(glyphs.values()):
            raise ValueError("its glyphs do not match its tables")
    outlines = "CFF" if "CFF " in made.table_tags else "glyf"
    data = bytes(made.reference_table("CFF ").data) if outlines == "CFF" else bytes(made.blob.data)
    # cardgen chooses the codes of TrueType glyphs, so two characters with one glyph have two; those of CFF are numbers
    given = {sign: new[glyph] if outlines == "CFF" else code for code, (sign, glyph) in enumerate(glyphs.items(), 1)}
    codes = {
        sign: (f"{given[sign]:04x}", font.get_glyph_h_advance(glyph) / face.upem) for sign, glyph in glyphs.items()
    }
    extents, em = font.get_font_extents("ltr"), face.upem / 1000
    capital = font.get_metric_position(hb.OTMetricsTag.CAP_HEIGHT) or 0.7 * face.upem
    metrics = (extents.ascender / em, extents.descender / em, capital / em)
    own = {given[sign]: new[glyph] for sign, glyph in glyphs.items()}
    return Subset(_name(face, data, signs), data, outlines, codes, own, metrics)


def _name(face: hb.Face, data: bytes, signs: tuple[Sign, ...]) -> str:
    """The font's own name after six letters that identify the subset (9.6.4)."""
    said = name_of(face, hb.OTNameIdPredefined.POSTSCRIPT_NAME)
    digest = hashlib.sha256(data + repr(signs).encode()).digest()
    return "".join(chr(65 + byte % 26) for byte in digest[:6]) + "+" + (re.sub(r"[^A-Za-z0-9.-]", "", said) or "Font")


def utf16(text: str) -> str:
    """Characters as a string of hexadecimal digits in a PDF file."""
    return text.encode("utf-16-be", "replace").hex()


def _short(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


class _Object(pdfdoc.PDFObject):
    """A dictionary, perhaps that of a stream, that names other objects."""

    __RefOnly__ = 1  # reportlab's word for: not inside another object

    def __init__(self, entries: Callable[[Callable[[str], str]], str], stream: bytes | None = None) -> None:
        self.entries = entries
        self.stream = stream

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        def at(name: str) -> str:
            return "{} {} R".format(*document.idToObjectNumberAndVersion[name])

        if self.stream is None:
            return f"<< {self.entries(at)} >>".encode()
        head = f"<< {self.entries(at)} /Length {len(self.stream)} >>\nstream\n"
        return head.encode() + self.stream + b"\nendstream"


def add_object(
    document: pdfdoc.PDFDocument, name: str, entries: str, stream: bytes | None = None, packed: bool = True
) -> None:
    """Adds a dictionary, or a stream, to a file; `{NAME}` in its text stands for the object of that name."""
    entries += " /Filter /FlateDecode" if stream and packed else ""
    document.Reference(_Object(lambda at: re.sub(r"\{(.*?)\}", lambda m: at(m[1]), entries), stream), name)


def add_font(document: pdfdoc.PDFDocument, name: str, font: Subset) -> None:
    """Embeds a subset, which contents call /NAME."""
    ascent, descent, capital = map(_short, font.metrics)
    kind, file = ("0", "FontFile3") if font.outlines == "CFF" else ("2", "FontFile2")
    of_file = "/Subtype /CIDFontType0C" if font.outlines == "CFF" else f"/Length1 {len(font.data)}"
    numbers = "" if font.outlines == "CFF" else f" /CIDToGIDMap {{{name}.numbers}}"

    def add(part: str, entries: str, stream: bytes | None = None) -> None:
        add_object(document, f"{name}.{part}", entries, stream)

    add("file", of_file, font.file)
    add("map", "", font.map)
    if numbers:
        add("numbers", "", font.numbers)
    add(
        "descriptor",
        f"/Type /FontDescriptor /FontName /{font.name} /Flags {_SYMBOLIC} /FontBBox [0 {descent} 1000 {ascent}] "
        f"/ItalicAngle 0 /Ascent {ascent} /Descent {descent} /CapHeight {capital} /StemV 80 /{file} {{{name}.file}}",
    )
    add(
        "cid",
        f"/Type /Font /Subtype /CIDFontType{kind} /BaseFont /{font.name} {_IDENTITY} "
        f"/FontDescriptor {{{name}.descriptor}} /DW 0 /W {font.widths}{numbers}",
    )
    add(
        "font",
        f"/Type /Font /Subtype /Type0 /BaseFont /{font.name} /Encoding /Identity-H "
        f"/DescendantFonts [{{{name}.cid}}] /ToUnicode {{{name}.map}}",
    )
    document.idToObject[pdfdoc.BasicFonts].dict[name] = pdfdoc.PDFObjectReference(f"{name}.font")
