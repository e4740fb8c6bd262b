"""What a check reports: a judgement on valid files, with where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardgen.errors import Place

Severity = Literal["error", "warning", "note"]

# Every static finding: its code, and what it means. `cardgen check --help` and the README print this table.
STATIC: dict[str, tuple[Severity, str]] = {
    "total-wrong": ("error", "a deck does not hold as many cards as its total says"),
    "deck-empty": ("error", "a deck holds no cards"),
    "string-missing": ("error", "a text is not translated, or does not exist"),
    "string-stale": ("warning", "a text was translated from words that have changed since"),
    "string-unpaired": ("note", "a translation without the text that it was made from"),
    "string-orphan": ("warning", "a translation, or a text, that nothing uses"),
    "string-differs": ("error", "a translation has other placeholders or icons than its text"),
    "string-numbers": ("warning", "a translation has other numbers than its text"),
    "does-not-fit": ("error", "a text is too large for its field at the smallest size allowed"),
    "glyph-missing": ("error", "a font lacks a character of a text"),
    "cut-off": ("error", "a text reaches beyond the trim"),
    "near-edge": ("warning", "a text lies nearer to the trim than its layout's safe distance"),
    "low-contrast": ("warning", "a text differs too little from what lies behind it (under 4.5:1)"),
    "colour-only": ("warning", "two cards are told apart by nothing but their colour"),
    "column-unused": ("note", "a column of a spreadsheet that no layout reads"),
    "icon-unused": ("note", "a name in icons: that no text uses"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    code: str
    message: str
    place: Place | None
    game: str
    variant: str

    @property
    def severity(self) -> Severity:
        return STATIC[self.code][0]
