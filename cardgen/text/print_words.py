"""The few words on sheets: what to do along a line, the decimal point, and the content of a page.

A game's own strings (`print.cut`, ...) win over them.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.text.strings import Strings

PREFIX = "print."
WORDS = {
    "de": {"cut": "schneiden", "fold": "falten", "glue": "kleben", "point": ","},
    "en": {"cut": "cut", "fold": "fold", "glue": "glue", "point": "."},
    "es": {"cut": "cortar", "fold": "doblar", "glue": "pegar", "point": ","},
    "fr": {"cut": "découper", "fold": "plier", "glue": "coller", "point": ","},
    "it": {"cut": "tagliare", "fold": "piegare", "glue": "incollare", "point": ","},
    "nl": {"cut": "snijden", "fold": "vouwen", "glue": "lijmen", "point": ","},
    "pt": {"cut": "cortar", "fold": "dobrar", "glue": "colar", "point": ","},
}
# Words of a list of cards to exchange
_PULL = {
    "de": ("Austauschen", "Herausnehmen", "Hineinlegen", "Nichts hat sich geändert."),
    "en": ("Exchange", "Take out", "Put in", "Nothing has changed."),
    "es": ("Cambiar", "Sacar", "Añadir", "Nada ha cambiado."),
    "fr": ("Échanger", "Retirer", "Ajouter", "Rien n’a changé."),
    "it": ("Scambiare", "Togliere", "Aggiungere", "Non è cambiato nulla."),
    "nl": ("Omruilen", "Eruit halen", "Erin doen", "Er is niets veranderd."),
    "pt": ("Trocar", "Retirar", "Acrescentar", "Nada mudou."),
}
# and above its lines for texts that changed only in size
_RESIZED = {
    "de": "Gleicher Text in anderer Größe, die der ganze Stapel teilt (fit: each lässt andere Karten, wie sie sind)",
    "en": "The same text in another size, which the whole deck shares (fit: each leaves the other cards as they are)",
    "es": "El mismo texto en otro tamaño, común a todo el mazo (fit: each deja las demás cartas como están)",
    "fr": "Même texte dans un autre corps, commun à tout le paquet (fit: each laisse les autres cartes telles quelles)",
    "it": "Stesso testo in un altro corpo, comune a tutto il mazzo (fit: each lascia le altre carte come sono)",
    "nl": "Dezelfde tekst in een andere grootte, die het hele pak deelt (fit: each laat andere kaarten zoals ze zijn)",
    "pt": "O mesmo texto noutro tamanho, comum a todo o baralho (fit: each deixa as outras cartas como estão)",
}
for _language, _words in _PULL.items():
    WORDS[_language] |= dict(zip(("exchange", "out", "in", "unchanged"), _words, strict=True))
    WORDS[_language]["resized"] = _RESIZED[_language]


def print_words(strings: Strings) -> dict[str, str]:
    """The words in the strings' language, or in English if neither the game nor cardgen has them."""
    known = WORDS.get(strings.language.partition("_")[0], WORDS["en"])
    own = {word: PREFIX + word for word in known if PREFIX + word in strings.entries}
    return known | {word: strings.say(key) for word, key in own.items()}


def names(strings: Strings, of: str, ids: Iterable[str]) -> dict[str, str]:
    """The names of components or decks: the strings `component.ID` or `deck.ID`, else their ids as words."""
    keys = {id: f"{of}.{id}" for id in ids}
    return {
        id: strings.say(key) if key in strings.entries else id.replace("_", " ").replace("-", " ")
        for id, key in keys.items()
    }
