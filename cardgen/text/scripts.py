"""What scripts other than western ones ask of a paragraph: where its lines may end, and which way its parts are read.

Lines: Unicode Standard Annex #14 (kinsoku in Japanese and Chinese included) and, for scripts that put no spaces between
words, such as Thai, ICU's dictionaries. Direction: Annex #9, the Bidirectional Algorithm.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import bidirectional, category

OBJECT = "\ufffc"  # stands for an icon among characters
BACKWARDS = frozenset({"ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"})  # languages read from the right
_UNSPACED = (  # scripts that may break between letters
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\u0f00-\u0fff"  # Thai and its neighbours
    "\u1100-\u11ff\u2e80-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
    "\U0001aff0-\U0001b2ff\U00020000-\U0003ffff"  # Han, kana, hangul
)
UNSPACED = re.compile(f"[{_UNSPACED}\u200b]")
_BACKWARDS = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
# What a font may have to draw otherwise than one glyph for each character, from left to right
COMPLEX = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0590-\u109f\u1100-\u11ff\u1200-\u1cff\u1dc0-\u1dff\u200c-\u200f\u202a-\u202e\u2066-\u2069"
    "\u20d0-\u20ff\u2de0-\u2dff\u302a-\u302f\u3099\u309a\ua66f-\ua67f\ua6f0\ua6f1\ua800-\uabff\ud7b0-\ud7ff\ufb00-\ufdff"
    "\ufe00-\ufe0f\ufe20-\ufe2f\ufe70-\ufeff\U00010800-\U00011fff\U0001e800-\U0001efff\U0001f1e6-\U0001f1ff"
    "\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff]"
)
UNSEEN = re.compile("[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
                    "\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Analysis:
    """A paragraph whose signs are not simply set one after another: the level of each (odd: read from the right), that
    of the paragraph, and the indices before which a line may end, beside those of spaces."""

    levels: tuple[int, ...]
    base: int
    breaks: frozenset[int]


def analysed(text: str, language: str) -> Analysis | None:
    """What to heed in a paragraph; None in most western ones. OBJECT stands for each icon."""
    backwards, unspaced = _BACKWARDS.search(text) is not None, UNSPACED.search(text) is not None
    return _analysed(text, language, backwards, unspaced) if backwards or unspaced else None


@lru_cache(maxsize=10_000)  # editions of a game say much the same
def _analysed(text: str, language: str, backwards: bool, unspaced: bool) -> Analysis:
    base = base_level(text, language)
    levels = _levels(text, base) if backwards else (0,) * len(text)
    return Analysis(levels, base, _breaks(text, language) if unspaced else frozenset())


def is_backwards(language: str) -> bool:
    """Whether a language is read from the right."""
    return language.partition("_")[0] in BACKWARDS


def has_spaces(language: str) -> bool:
    """Whether a language puts spaces between words, which can be widened."""
    return language.partition("_")[0] not in ("bo", "ja", "km", "lo", "my", "th", "zh")


def base_level(text: str, language: str) -> int:
    """1 for a paragraph that is read from the right: one in such a language that says something in it, or one that
    begins so in another."""
    if is_backwards(language):
        return int(_BACKWARDS.search(text) is not None)
    return next((int(kind != "L") for kind in map(bidirectional, text) if kind in ("L", "R", "AL")), 0)


def clusters(text: str) -> list[str]:
    """The signs of a text, each with the marks upon it and what is joined to it."""
    found: list[str] = []
    for sign in text:
        joined = found and (category(sign)[0] == "M" or sign in "\u200d\ufe0f" or "\U0001f3fb" <= sign <= "\U0001f3ff")
        if joined or (found and found[-1][-1] == "\u200d"):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def visual(levels: list[int]) -> list[int]:
    """The order, from left to right, of things with these levels (Annex #9, rule L2)."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        start = None
        for at in range(len(order) + 1):
            inside = at < len(order) and levels[order[at]] >= level
            if inside and start is None:
                start = at
            elif not inside and start is not None:
                order[start:at] = reversed(order[start:at])
                start = None
    return order


def _levels(text: str, base: int) -> tuple[int, ...]:
    from bidi import algorithm as uax9

    storage = uax9.get_empty_storage()
    storage["base_level"], storage["base_dir"] = base, "LR"[base]
    uax9.get_embedding_levels(text, storage)
    for resolve in (uax9.explicit_embed_and_overrides, uax9.resolve_weak_types, uax9.resolve_neutral_types):
        resolve(storage, False)
    uax9.resolve_implicit_levels(storage, False)
    found = iter([sign["level"] for sign in storage["chars"]])
    levels: list[int] = []
    for sign in text:  # what has no direction of its own was taken out (X9): it follows what is before it
        kept = bidirectional(sign) not in uax9.X9_REMOVED
        levels.append(next(found, base) if kept else levels[-1] if levels else base)
    return tuple(levels)


def _breaks(text: str, language: str) -> frozenset[int]:
    """Where a line may end beside a letter of a script without spaces; not before small kana and long vowels."""
    from icu4py.breakers import LineBreaker

    units = LineBreaker(text, f"{language.partition('_')[0]}@lb=strict").segments()
    ends = _signs(text, [end for _, end in units])
    near = (end for end in ends if 0 < end < len(text) and not text[end - 1].isspace())
    return frozenset(end for end in near if UNSPACED.match(text[end - 1]) or UNSPACED.match(text[end]))


def _signs(text: str, units: list[int]) -> list[int]:
    """Indices of UTF-16, in which ICU counts, as those of signs."""
    at = [0]
    for index, sign in enumerate(text):
        at += [index + 1] * (1 + (sign > "\uffff"))
    return [at[unit] for unit in units]
