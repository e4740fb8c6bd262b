"""Numbers in words: cardinals and ordinals, as running text has them where a figure would look like a sum.

In a text `{n.words}` is "three", `{n.nth}` "third"; `{n.wordsf}` and `{n.nthf}` are the feminine: "une", "première".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

# From nought on, masculine and feminine where they differ; beyond them figures. Sources: each language's academy usage,
# by which a text writes small numbers out.
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
_BEYOND = {"en": "th", "fr": "e", "it": "º/ª", "es": ".º/.ª", "pt": ".º/.ª", "nl": "e"}  # after figures
_OTHERWISE = {"sei", "neuf", "acht"}  # you are; new; attention
LARGEST = 12  # that is written out
FORMS = {"words": (_CARDINALS, 0), "wordsf": (_CARDINALS, 1), "nth": (_ORDINALS, 0), "nthf": (_ORDINALS, 1)}


def spell(number: int, language: str, form: str) -> str:
    """A number in one of FORMS; in figures where the language or the number has no word here."""
    table, feminine = FORMS[form]
    language = language.partition("_")[0]
    known = _words(table.get(language, ""))
    if 0 <= number < len(known) and known[number] != ("-",):
        return known[number][-1 if feminine else 0]
    if table is _CARDINALS:
        return str(number)
    return f"{number}{_ending(number, language).split('/')[-1 if feminine else 0]}"


def unsaid(numbers: Iterable[str], text: str, language: str) -> set[str]:
    """Those numbers that a text does not say in words; in languages whose words are not known here it may say any small
    one, and one is said in many ways."""
    said = set(re.findall(r"\w+", text.lower()))
    known = dict(enumerate(_words(_CARDINALS.get(language.partition("_")[0], ""))))

    def is_said(number: int) -> bool:
        return bool(said.intersection(known.get(number, ()))) if known else number <= LARGEST

    return {number for number in numbers if number != "1" and not is_said(int(number))}


def said(text: str, language: str) -> set[int]:
    """The numbers from two on that a text says, in figures or in words that mean nothing else."""
    words = re.findall(r"\w+", text.lower())
    known = enumerate(_words(_CARDINALS.get(language.partition("_")[0], "")))
    spelled = {word: number for number, forms in known for word in forms if word not in _OTHERWISE}
    found = {int(word) if word.isdecimal() else spelled.get(word, 0) for word in words}
    return {number for number in found if number > 1}


def _ending(number: int, language: str) -> str:
    if language == "en" and number % 100 not in (11, 12, 13):
        return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return _BEYOND.get(language, ".")


@lru_cache(maxsize=30)
def _words(said: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(word.split("/")) for word in said.split())
