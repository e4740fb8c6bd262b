"""Numbers in words: cardinals and ordinals for running text, in which figures would look out of place.

In a text `{n.words}` is "three", `{n.nth}` "third", `{n.th}` "3rd"; `{n.wordsf}`, `{n.nthf}` and `{n.thf}` are the
feminine: "une", "première", "1re".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

# Words from 0 on, masculine and feminine if they differ; larger numbers are figures. Sources: usage of each language's
# academy.
_CARDINALS = {
    "de": "null ein/eine zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "en": "no one two three four five six seven eight nine ten eleven twelve",
    "es": "cero un/una dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "fr": "zéro un/une deux trois quatre cinq six sept huit neuf dix onze douze",
    "it": "zero un/una due tre quattro cinque sei sette otto nove dieci undici dodici",
    "nl": "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf",
    "pt": "zero um/uma dois/duas três quatro cinco seis sete oito nove dez onze doze",
}
_ORDINALS = {
    "de": "- erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte",
    "en": "- first second third fourth fifth sixth seventh eighth ninth tenth",
    "es": "- primero/primera segundo/segunda tercero/tercera cuarto/cuarta quinto/quinta sexto/sexta séptimo/séptima "
    "octavo/octava noveno/novena décimo/décima",
    "fr": "- premier/première deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième",
    "it": "- primo/prima secondo/seconda terzo/terza quarto/quarta quinto/quinta sesto/sesta settimo/settima "
    "ottavo/ottava nono/nona decimo/decima",
    "nl": "- eerste tweede derde vierde vijfde zesde zevende achtste negende tiende",
    "pt": "- primeiro/primeira segundo/segunda terceiro/terceira quarto/quarta quinto/quinta sexto/sexta sétimo/sétima "
    "oitavo/oitava nono/nona décimo/décima",
}
# Ordinals in figures, masculine/feminine, by CLDR's categories (`ordinal`) and rules (`digits-ordinal`); other
# languages have a point behind the number.
_FIGURES = {
    "ca": "one {}r/{}a two {}n/{}a few {}t/{}a other {}è/{}a",
    "el": "other {}ος/{}η",
    "en": "one {}st two {}nd few {}rd other {}th",
    "eo": "other {}-a",
    "es": "other {}.º/{}.ª",
    "fr": "one {}er/{}re other {}e",
    "ga": "other {}ú",
    "gl": "other {}.º/{}.ª",
    "id": "other ke-{}",
    "it": "other {}º/{}ª",
    "ja": "other 第{}",
    "nl": "other {}e",
    "pt": "other {}º/{}ª",
    "pt_PT": "other {}.º/{}.ª",
    "ru": "other {}-й/{}-я",
    "sv": "one {}:a other {}:e",
    "uk": "other {}-й/{}-а",
    "vi": "other thứ\u00a0{}",
    "zh": "other 第{}",
}
_OTHERWISE = {"sei", "neuf", "acht"}  # these words also mean: you are; new; attention
MAX_IN_WORDS = 12  # the largest number written out
WORDS = {"words": (_CARDINALS, 0), "wordsf": (_CARDINALS, 1), "nth": (_ORDINALS, 0), "nthf": (_ORDINALS, 1)}
FIGURES = {"th": 0, "thf": 1}
FORMS = (*WORDS, *FIGURES)


def spell(number: int, language: str, form: str) -> str:
    """A number in one of FORMS; in figures if cardgen has no word for it."""
    if form in FIGURES:
        return in_figures(number, language, FIGURES[form])
    table, feminine = WORDS[form]
    known = _words(table.get(language.partition("_")[0], ""))
    if 0 <= number < len(known) and known[number] != ("-",):
        return known[number][-1 if feminine else 0]
    if table is _CARDINALS:
        return str(number)
    return in_figures(number, language, feminine)


def in_figures(number: int, language: str, feminine: int = 0) -> str:
    """An ordinal in figures, as in its language: 3rd, 1re, 2ª."""
    words = (_FIGURES.get(language) or _FIGURES.get(language.partition("_")[0]) or "other {}.").split(" ")
    forms = dict(zip(words[::2], words[1::2], strict=True))
    category = ordinal(language, number) if len(forms) > 1 else "other"
    return forms.get(category, forms["other"]).split("/")[-1 if feminine else 0].format(number)


@lru_cache(maxsize=1000)
def ordinal(language: str, number: int) -> str:
    """The CLDR category of a whole number as an ordinal: one, two, few, many, other. English and French have their
    rules here: reading the data takes 10 ms."""
    if language.startswith("en"):
        teen = number % 100 in (11, 12, 13)
        return "other" if teen else {1: "one", 2: "two", 3: "few"}.get(number % 10, "other")
    if language.startswith("fr"):
        return "one" if number == 1 else "other"
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language).ordinal_form(abs(number))
    except (UnknownLocaleError, ValueError):
        return "other"


def unsaid(numbers: Iterable[str], text: str, language: str) -> set[str]:
    """The numbers that a text does not have in words. In a language without words here, it can have any small number;
    and 1 has too many words in any language."""
    words = set(re.findall(r"\w+", text.lower()))
    known = dict(enumerate(_words(_CARDINALS.get(language.partition("_")[0], ""))))

    def is_said(number: int) -> bool:
        return bool(words.intersection(known.get(number, ()))) if known else number <= MAX_IN_WORDS

    return {number for number in numbers if number != "1" and not is_said(int(number))}


def numbers_in(text: str, language: str) -> set[int]:
    """The numbers from two on in a text, in figures or in unambiguous words."""
    words = re.findall(r"\w+", text.lower())
    known = enumerate(_words(_CARDINALS.get(language.partition("_")[0], "")))
    spelled = {word: number for number, forms in known for word in forms if word not in _OTHERWISE}
    numbers = {int(word) if word.isdecimal() else spelled.get(word, 0) for word in words}
    return {number for number in numbers if number > 1}


@lru_cache(maxsize=30)
def _words(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(word.split("/")) for word in text.split())
