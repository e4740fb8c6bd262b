"""Typesets text: quotes, apostrophes, dashes, and the spaces that each language puts before signs.

Authors type plain spaces and straight quotes. Sources: Imprimerie nationale, Lexique des règles typographiques
(French: narrow no-break space before ; ! ?, no-break before : and inside guillemets); UNI 6461 and common
practice (Italian: guillemets without spaces); New Hart's Rules (British English, here with double quotes outside).
"""

from __future__ import annotations

import re
from functools import lru_cache

NBSP = "\u00a0"
NARROW_NBSP = "\u202f"

# Outer and inner quotes. Other languages have the English ones.
QUOTES = {
    "fr": ("«" + NBSP, NBSP + "»", "“", "”"),
    "it": ("«", "»", "“", "”"),
    "en": ("“", "”", "‘", "’"),
    "es": ("«", "»", "“", "”"),
    "pt": ("«", "»", "“", "”"),
    "de": ("„", "“", "‚", "‘"),
    "nl": ("“", "”", "‘", "’"),
    "pl": ("„", "”", "«", "»"),
    "cs": ("„", "“", "‚", "‘"),
}

_FIRST, _LAST = 0xF0000, 0x10FFFF  # planes for private use, with more characters than a text has icons
_HELD = f"[{chr(_FIRST)}-{chr(_LAST)}]"

Rules = tuple[tuple[re.Pattern, str], ...]  # replacements, in this order


def _rules(*rules: tuple[str, str]) -> Rules:
    return tuple((re.compile(pattern), sign) for pattern, sign in rules)


_COMMON = _rules(
    (r"\.\.\.", "…"),
    (r"(?<=\d) ?x ?(?=\d)", f"{NBSP}×{NBSP}"),
    (r"(?<=\d) ([×=+−]) (?=\d)", rf"{NBSP}\1{NBSP}"),
    (r"(?<![\w)])-(?=\d)", "−"),
    (r"(?<![\w-])(\d+)-(\d+)(?![\w-])", r"\1–\2"),
    (r"(?<=[^\s]) - (?=[^\s])", f"{NBSP}– "),
    (r"\b([nN]°) (?=\d)", rf"\1{NBSP}"),
    (rf"(?<=\d) (?=%|\**[^\W\d_]|\**{_HELD})", NBSP),  # keeps a number with its noun or icon
)
# Rules after the quotes
_OWN = {
    "fr": _rules(
        (r"«[ \u00a0\u202f]*", "«" + NBSP),
        (r"[ \u00a0\u202f]*»", NBSP + "»"),
        (r"(?<=[^\s\u00a0\u202f;:!?])[ \u00a0\u202f]?([;!?])", rf"{NARROW_NBSP}\1"),
        (r"[ \u00a0\u202f]:|(?<=[^\W\d]):(?=\s|$)", f"{NBSP}:"),
        (r"(?<=\d) (?=\d{3}(?!\d))", NARROW_NBSP),
        (r"\b([Yy]) (?=compris)", rf"\1{NBSP}"),
    ),
    "it": _rules((r"\s+»", "»"), (r"«\s+", "«")),
}
ICON = re.compile(r":([a-z][a-z0-9]*(?:[_-][a-z0-9]+)*):")
# Such characters stand for icons, and for a text's own characters for private use, while the text is typeset
_HOLD = re.compile(rf"{ICON.pattern}|[\ue000-\uf8ff]|{_HELD}")


@lru_cache(maxsize=20_000)
def typeset(text: str, language: str) -> str:
    """`text` with the typography of `language`. `:icons:` and `*emphasis*` pass through unchanged."""
    held: list[str] = []

    def hold(match: re.Match) -> str:
        if len(held) > _LAST - _FIRST:
            return match[0]
        held.append(match[0])
        return chr(_FIRST + len(held) - 1)

    text = _HOLD.sub(hold, text)
    text = _replaced(text, _COMMON)
    text = _quotes(text, QUOTES.get(language[:2], QUOTES["en"]))
    text = _replaced(text, _OWN.get(language[:2], ()))
    return re.sub(_HELD, lambda match: held[ord(match[0]) - _FIRST], text) if held else text


def _replaced(text: str, rules: Rules) -> str:
    for pattern, sign in rules:
        text = pattern.sub(sign, text)
    return text


def _quotes(text: str, marks: tuple[str, str, str, str]) -> str:
    """Replaces straight quotes with those of the language, and apostrophes; ignores marks of emphasis."""
    if '"' not in text and "'" not in text:
        return text
    open_outer, close_outer, open_inner, close_inner = marks
    pieces, inside = [], False
    for index, sign in enumerate(text):
        opening, word_after = _after_space(text, index), _before_word(text, index)
        if sign == '"':
            sign = open_outer if opening else close_outer
        elif sign == "'" and inside and not opening and not word_after:
            sign, inside = close_inner, False
        elif sign == "'" and opening and word_after and not inside and _closes(text, index):
            sign, inside = open_inner, True
        elif sign == "'":
            sign = "’"
        pieces.append(sign)
    return "".join(pieces)


def _after_space(text: str, index: int) -> bool:
    before = text[:index].rstrip("*")
    return not before or before[-1] in " \n\t\"'([⸨—–-" + NBSP + NARROW_NBSP + "“«‘„"


def _before_word(text: str, index: int) -> bool:
    after = text[index + 1 :].lstrip("*")
    return bool(after) and (
        after[0].isalnum() or ord(after[0]) >= 0xE000
    )  # a character that stands for an icon, or an emoji


def _closes(text: str, index: int) -> bool:
    """Whether a later straight quote can close the one at `index`; else it is an apostrophe: 'tis."""
    later = (at for at in range(index + 1, len(text)) if text[at] == "'")
    return any(not _after_space(text, at) and not _before_word(text, at) for at in later)
