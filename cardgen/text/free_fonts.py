"""Free families of fonts for characters that none of a game's fonts has."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import category, name

_CJK = {"ja": "JP", "ko": "KR", "zh_TW": "TC", "zh_HK": "HK"}
_FAMILIES = {
    "CJK": "", "HIRAGANA": "JP", "KATAKANA": "JP", "HANGUL": "KR", "BOPOMOFO": "TC", "ARABIC": "Arabic",
    "HEBREW": "Hebrew", "DEVANAGARI": "Devanagari", "BENGALI": "Bengali", "TAMIL": "Tamil", "TELUGU": "Telugu",
    "KANNADA": "Kannada", "MALAYALAM": "Malayalam", "GUJARATI": "Gujarati", "GURMUKHI": "Gurmukhi", "ORIYA": "Oriya",
    "SINHALA": "Sinhala", "THAI": "Thai", "LAO": "Lao", "KHMER": "Khmer", "MYANMAR": "Myanmar", "ARMENIAN": "Armenian",
    "GEORGIAN": "Georgian", "ETHIOPIC": "Ethiopic", "CHEROKEE": "Cherokee", "RUNIC": "Runic", "OGHAM": "Ogham",
    "GREEK": "", "CYRILLIC": "", "COPTIC": "Coptic", "GOTHIC": "Gothic", "TIFINAGH": "Tifinagh", "SYRIAC": "Syriac",
    "THAANA": "Thaana", "JAVANESE": "Javanese", "BALINESE": "Balinese", "EGYPTIAN": "Egyptian Hieroglyphs",
}  # fmt: skip
_EMOJI = range(0x1F300, 0x1FAFF)


def family_for(characters: Iterable[str], language: str) -> str:
    """A free family of fonts that has the first of some characters, as people look for it; empty if none is known.

    Characters that several languages share are drawn as the `language` does.
    """
    first = next(iter(characters), "")
    script = name(first, "").partition(" ")[0].partition("-")[0] if first else ""
    if script == "TIBETAN":
        return "Noto Serif Tibetan"
    if script == "CJK":
        return f"Noto Sans {_CJK.get(language) or _CJK.get(language.partition('_')[0], 'SC')}"
    if script in _FAMILIES:
        return f"Noto Sans {_FAMILIES[script]}".strip()
    if first and ord(first) in _EMOJI:
        return "Noto Emoji"
    return "Noto Sans Symbols 2" if first and category(first) == "So" else ""
