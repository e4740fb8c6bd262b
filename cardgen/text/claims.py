"""Finds what a text claims about the length of games: shorter or longer, fewer or more rounds or turns.

It knows only a few plain phrases in three languages, and ignores other claims.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.foundations.dataclass import dataclass

LENGTH, ROUNDS, TURNS = "length", "rounds", "turns"

# For each language: words for a longer (or shorter) game; words for more and for less of something counted; words for
# rounds and turns; and words that negate a claim or compare other things than two games.
_GAMES = {
    "en": ("games?", "longer", "shorter"),
    "fr": ("parties?", "plus longues?|moins courtes?|moins brèves?", "plus courtes?|plus brèves?|moins longues?"),
    "it": (
        "partit[ae]",
        "più lung(?:a|he)|meno brev[ei]|meno cort[ae]",
        "più brev[ei]|più cort[ae]|meno lung(?:a|he)",
    ),
}
_COUNTED = {
    "en": ("more", "fewer", {ROUNDS: "rounds", TURNS: "turns"}),
    "fr": ("plus de", "moins de", {ROUNDS: "manches|tours de table", TURNS: "tours(?! de table)"}),
    "it": ("più", "meno", {ROUNDS: "round|manche|giri", TURNS: "turni"}),
}
_OTHERWISE = {
    "en": r"\b(?:no|not|never|nor|neither|than|if|unless|without)\b|n['’]t\b",
    "fr": r"\b(?:ne|ni|pas|jamais|non|sans|si)\b|\bn['’]|\bqu(?:e\b|['’])",
    "it": r"\b(?:non|né|mai|senza|se|che|di quell[aei]|degli|delle|dei)\b",
}
_BETWEEN = r"(?:\s+\w+){0,3}\s+"  # a few words, such as "is much"


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim: `what` is LENGTH, ROUNDS or TURNS, `more` whether there is more of it, `words` the words of the
    claim."""

    what: str
    more: bool
    words: str


def claims(text: str, language: str) -> list[Claim]:
    """The claims of a text, clause by clause; none in a language that cardgen does not know here."""
    language = language.partition("_")[0]
    if language not in _GAMES:
        return []
    clauses = re.split(r"[.,;:!?()–—]", text.lower().replace("\xa0", " ").replace("\u202f", " "))
    return [
        claim for clause in clauses if not re.search(_OTHERWISE[language], clause) for claim in _of(clause, language)
    ]


def _of(clause: str, language: str) -> Iterator[Claim]:
    games, longer, shorter = _GAMES[language]
    many, few, counted = _COUNTED[language]
    for more, pattern in ((True, longer), (False, shorter)):
        after, before = rf"(?:{games}){_BETWEEN}(?:{pattern})", rf"(?:{pattern})\s+(?:{games})"
        if match := re.search(rf"\b(?:{after}|{before})\b", clause):
            yield Claim(LENGTH, more, match[0])
    for what, things in counted.items():
        for more, pattern in ((True, many), (False, few)):
            if match := re.search(rf"\b(?:{pattern})\s+(?:{things})\b", clause):
                yield Claim(what, more, match[0])
