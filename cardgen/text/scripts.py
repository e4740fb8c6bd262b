"""Analyses paragraphs in non-western scripts: the ends of lines, and the directions of their parts.

Lines follow Unicode Standard Annex #14 (including kinsoku in Japanese and Chinese) and, for scripts without spaces
between words, such as Thai, ICU's dictionaries. Japanese, Korean and Chinese lines can end within words, but better end
between phrases.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import category

from cardgen.foundations.dataclass import dataclass
from cardgen.text import bidi

if TYPE_CHECKING:
    from icu4py.breakers import BaseBreaker

OBJECT = "\ufffc"  # stands for an icon among characters
BACKWARDS = frozenset({  # languages read from the right
    "apc", "ar", "arc", "ary", "bal", "bgn", "bqi", "brh", "ckb", "dv", "fa", "he", "ks", "lrc", "mzn", "nqo", "ps",
    "rhg", "sd", "sdh", "skr", "syr", "trw", "ug", "ur", "yi",
})  # fmt: skip
_UNSPACED = (  # scripts with line breaks between letters
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\u0f00-\u0fff"  # Thai and its neighbours
    "\u1b00-\u1b7f\ua980-\ua9df\uaa00-\uaa5f"  # Balinese, Javanese, Cham
    "\u1100-\u11ff\u2e80-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
    "\U0001aff0-\U0001b2ff\U00020000-\U0003ffff"  # Han, kana, hangul
)
UNSPACED = re.compile(f"[{_UNSPACED}\u200b]")
# Costs of a line that ends between two phrases (words in Chinese) without a pause, and within one, as in Break
BETWEEN, TORN = 0.1, 0.6
_PAUSES = "、。，．！？：；…‥,.!?:;"
_TIED = re.compile("[」』）】〉》〕](?=[ぁ-ゖ])")  # a quotation and its particle
# Characters that can need more than one glyph for each character, from left to right
COMPLEX = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0590-\u109f\u1100-\u11ff\u1200-\u1cff\u1dc0-\u1dff\u200c-\u200f\u202a-\u202e\u2066-\u2069"
    "\u20d0-\u20ff\u2de0-\u2dff\u302a-\u302f\u3099\u309a\ua66f-\ua67f\ua6f0\ua6f1\ua800-\uabff\ud7b0-\ud7ff\ufb00-\ufdff"
    "\ufe00-\ufe0f\ufe20-\ufe2f\ufe70-\ufeff\U00010800-\U00011fff\U0001e800-\U0001efff\U0001f1e6-\U0001f1ff"
    "\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff]"
)
DOWNWARDS = re.compile("[\u1800-\u180a\u1810-\u18af\ua840-\ua87f\U00011660-\U0001167f]")  # Mongolian, Phags-pa
UNSEEN = re.compile("[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
                    "\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]")  # fmt: skip

_ARABIC, _NAGARI, _HAN = "أإلآكقگژيّے", "र्कौृूिँ", "国東鬱漢"
_TIBETAN = "རྒྱུ་སྐྱོཾསྒྲུབཱཱི"
SAMPLES = {  # tall and deep letters of other scripts
    **dict.fromkeys(("ar", "fa", "ur", "ckb", "ks", "ps", "sd", "ug"), _ARABIC), "he": "לךףץקשׂ", "yi": "לךףץקשׂ",
    **dict.fromkeys(("hi", "mr", "ne", "sa"), _NAGARI), "bn": "র্কৌৃূিঁ", "ta": "ஸ்ரீழூகௌ",
    "gu": "ર્કૌૃૂિઁ", "pa": "ਕ੍ਰੋੈਂਊੂ", "or": "ର୍କୌୃୂିଁ", "te": "స్త్రీకృష్ణూ్యై", "kn": "ಸ್ತ್ರೀಕೃಷ್ಣೈ", "ml": "സ്ത്രീകൃഷ്ണൂ",
    "si": "ක්‍රීෞූ", "bo": _TIBETAN, "dz": _TIBETAN, "jv": "ꦱꦿꦶꦏꦿꦸꦁ", "nqo": "ߒߞߏߓߊ߲߫",
    "th": "ปี่ฎุ้ญูฬโ", "lo": "ປີ່ຍູ້ໂ", "km": "ក្រុំស្ត្រី", "my": "ကျွန်ုပ်",
    "ja": _HAN + "あっ", "zh": _HAN, "ko": "한글뷁책",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a paragraph: the level of each sign (odd: read from the right), that of the paragraph, and the
    costs of line ends beside those at spaces, by the index after the end."""

    levels: tuple[int, ...]
    base: int
    breaks: dict[int, float]


def analysed(text: str, language: str) -> Analysis | None:
    """Analyses a paragraph, with OBJECT in place of each icon; None for most western ones."""
    backwards, unspaced = bidi.TURNING.search(text) is not None, UNSPACED.search(text) is not None
    return _analysed(text, language, backwards, unspaced) if backwards or unspaced else None


@lru_cache(maxsize=10_000)  # editions of a game share most texts
def _analysed(text: str, language: str, backwards: bool, unspaced: bool) -> Analysis:
    base = base_level(text, language)
    levels = bidi.levels(text, base) if backwards else (0,) * len(text)
    return Analysis(levels, base, _breaks(text, language) if unspaced else {})


def is_backwards(language: str) -> bool:
    """Whether a language is read from the right."""
    return language.partition("_")[0] in BACKWARDS


def has_spaces(language: str) -> bool:
    """Whether a language has spaces between words, which justification can widen."""
    return language.partition("_")[0] not in ("ban", "bo", "dz", "ja", "jv", "km", "lo", "my", "th", "zh")


def base_level(text: str, language: str) -> int:
    """1 for a paragraph that is read from the right: one in such a language with letters of its script, or one that
    begins with such letters in another language."""
    if is_backwards(language):
        return int(bidi.TURNING.search(text) is not None)
    return bidi.direction(text) or 0


def clusters(text: str) -> list[str]:
    """The grapheme clusters of a text."""
    result: list[str] = []
    for sign in text:
        joined = result and (category(sign)[0] == "M" or sign in "\u200d\ufe0f" or "\U0001f3fb" <= sign <= "\U0001f3ff")
        if joined or (result and result[-1][-1] == "\u200d"):
            result[-1] += sign
        else:
            result.append(sign)
    return result


def _breaks(text: str, language: str) -> dict[int, float]:
    """The costs of line ends beside letters of scripts without spaces, by index; none before small kana and long
    vowels."""
    from icu4py.breakers import LineBreaker, WordBreaker

    code = language.partition("_")[0]
    ends = _ends(text, LineBreaker(text, f"{code}@lb=strict"))
    near = (end for end in ends if 0 < end < len(text) and not text[end - 1].isspace())
    candidates = [end for end in near if UNSPACED.match(text[end - 1]) or UNSPACED.match(text[end])]
    if not candidates:
        return {}
    phrases = WordBreaker(text, code) if code == "zh" else LineBreaker(text, f"{code}@lb=strict;lw=phrase")
    torn = {match.end() for match in _TIED.finditer(text)} | {*candidates}.difference(_ends(text, phrases))
    return {end: TORN if end in torn else 0.0 if text[end - 1] in _PAUSES else BETWEEN for end in candidates}


def _ends(text: str, segments: BaseBreaker) -> list[int]:
    """The indices at which segments end; ICU counts in UTF-16."""
    at = [0]
    for index, sign in enumerate(text):
        at += [index + 1] * (1 + (sign > "\uffff"))
    return [at[end] for _, end in segments.segments()]
