"""The few words that sheets need: what to do along a line. A game's own strings (`print.cut`, ...) win over them."""

from __future__ import annotations

from cardgen.text.strings import Strings

PREFIX = "print."
WORDS = {
    "de": {"cut": "schneiden", "fold": "falten", "glue": "kleben"},
    "en": {"cut": "cut", "fold": "fold", "glue": "glue"},
    "es": {"cut": "cortar", "fold": "doblar", "glue": "pegar"},
    "fr": {"cut": "couper", "fold": "plier", "glue": "coller"},
    "it": {"cut": "tagliare", "fold": "piegare", "glue": "incollare"},
    "nl": {"cut": "snijden", "fold": "vouwen", "glue": "lijmen"},
    "pt": {"cut": "cortar", "fold": "dobrar", "glue": "colar"},
}


def print_words(strings: Strings) -> dict[str, str]:
    """Cut, fold and glue in the strings' language; in English where neither the game nor we have them."""
    known = WORDS.get(strings.language.partition("_")[0], WORDS["en"])
    own = {word: PREFIX + word for word in known if PREFIX + word in strings.entries}
    return known | {word: strings.say(key) for word, key in own.items()}
