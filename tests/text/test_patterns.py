"""Our reading of hyphenation dictionaries against pyphen's own."""

import random

import pyphen
import pytest

from cardgen.text.patterns import _Dictionary, dictionary

OFTEN = ("en_GB", "en_US", "fr", "it_IT", "es", "nl_NL", "pl_PL", "cs_CZ", "ru_RU", "uk_UA", "ca", "af_ZA")


@pytest.mark.parametrize("name", OFTEN)
def test_words_are_divided_as_by_pyphen(name):
    path = pyphen.LANGUAGES[name]
    theirs, ours = pyphen.HyphDict(path), _Dictionary(path)
    parts = sorted(letters.strip(".") for letters in theirs.patterns)
    luck = random.Random(name)
    divided = 0
    for _ in range(2000):
        word = "".join(luck.choices(parts, k=luck.randint(1, 5)))
        assert ours.positions(word) == theirs.positions(word), word
        divided += bool(theirs.positions(word))
    assert divided > 500


def test_a_dictionary_that_respells_words_still_does():
    assert dictionary("hu", 2, 2).inserted("asszonnyal") == "asz-szony-nyal"


def test_a_language_without_a_dictionary():
    assert dictionary("xx", 3, 3) is None
