"""The few words that sheets need: what to do along a line, and the decimal point.

A game's own strings (`print.cut`, ...) win over them.
"""

from __future__ import annotations

from cardgen.text.strings import Strings

PREFIX = "print."
WORDS = {
    "de": {"cut": "schneiden", "fold": "falten", "glue": "kleben", "point": ","},
    "en": {"cut": "cut", "fold": "fold", "glue": "glue", "point": "."},
    "es": {"cut": "cortar", "fold": "doblar", "glue": "pegar", "point": ","},
    "fr": {"cut": "couper", "fold": "plier", "glue": "coller", "point": ","},
    "it": {"cut": "tagliare", "fold": "piegare", "glue": "incollare", "point": ","},
    "nl": {"cut": "snijden", "fold": "vouwen", "glue": "lijmen", "point": ","},
    "pt": {"cut": "cortar", "fold": "dobrar", "glue": "colar", "point": ","},
}


def print_words(strings: Strings) -> dict[str, str]:
    """The words in the strings' language; in English where neither the game nor we have them."""
    known = WORDS.get(strings.language.partition("_")[0], WORDS["en"])
    own = {word: PREFIX + word for word in known if PREFIX + word in strings.entries}
    return known | {word: strings.say(key) for word, key in own.items()}
