"""A game's rulebooks as text, under any rules and in three languages, and what is asked of every one of them."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from cardgen.definitions.fields import word
from cardgen.definitions.load import load_game
from cardgen.definitions.rules import explain
from cardgen.store.library import find_game
from tests.books import text_of

# Blocks of data, which have tests of their own
DATA = re.compile(r"^```(?:index|anatomy) .*?^```\n+|^> ```scene .*?^> ```\n+", re.M | re.S)
LANGUAGES = ("en", "fr", "it")
SOME = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
SIGNS = (r"^#+ ", r"^- ", r"^\d+\. ", r"^> \*\*", r"^\*\*", r"!\[", r"^\|")
SLIPS = r"(?<=\S)  +(?=\S)|\.\.|[,;:]\.|\s,|\(\s*\)|\. [a-zà-ÿ]|(?m:^\*+$)"  # what a template leaves that joins badly


class Reading:
    """`rules` draws values of the game's rules, as a definition writes them."""

    def __init__(self, name: str) -> None:
        self.home = find_game(name)
        self.infos = explain(load_game(self.home).declared)
        options = {info.name: st.sampled_from([*map(word, info.values)]) for info in self.infos}
        self.rules = st.fixed_dictionaries({}, optional=options)

    def said(self, language: str, kind: str = "md", variant: str = "base", **rules: str) -> str:
        text = text_of(self.home, language, variant, kind, **rules)
        return text.replace("\u202f", " ").replace("\u00a0", " ").replace("\u00ad", "")

    def words_stand_under_their_rules_alone(self, rules: dict[str, str], *words: str) -> None:
        """The words of each language, in its order."""
        for language, said in zip(LANGUAGES, words, strict=True):
            assert said in self.said(language, **rules)
            assert said not in self.said(language)

    def languages_agree(self, rules: dict[str, str], kind: str) -> dict[str, str]:
        """The texts, which have the same parts in all languages, and no slips."""
        texts = {language: re.sub(DATA, "", self.said(language, kind, **rules)) for language in LANGUAGES}
        signs = [Counter({sign: len(re.findall(sign, text, re.M)) for sign in SIGNS}) for text in texts.values()]
        assert signs[0] == signs[1] == signs[2]
        for text in texts.values():
            plain = re.sub(r":[a-z-]+:", "¤", re.sub(r"\((?:cards|names|ring):[^)]*\)", "", text))
            assert not re.search(SLIPS, plain), plain
        return texts

    def all_cards_are_counted(self, text: str) -> None:
        """The numbers below the pictures of a chapter on components come to the whole deck."""
        counts = [int(found) for found in re.findall(r"=(\d+)[,) ]", text)]
        assert sum(counts) == load_game(self.home).decks[0].count
