import pytest

from cardgen.text.numbers import FORMS, spell, unsaid
from cardgen.text.strings import Strings

CASES = [
    ("fr", 1, "words", "un"),
    ("fr", 1, "wordsf", "une"),
    ("fr", 3, "wordsf", "trois"),
    ("fr", 1, "nthf", "première"),
    ("fr", 5, "nth", "cinquième"),
    ("fr", 21, "nth", "21e"),
    ("it", 1, "wordsf", "una"),
    ("it", 5, "nthf", "quinta"),
    ("it", 11, "nthf", "11ª"),
    ("en", 0, "words", "no"),
    ("en", 12, "words", "twelve"),
    ("en", 13, "words", "13"),
    ("en", 11, "nth", "11th"),
    ("en", 22, "nth", "22nd"),
    ("pt_BR", 2, "wordsf", "duas"),
    ("xx", 2, "words", "2"),
    ("xx", 2, "nth", "2."),
    ("fr", -1, "words", "-1"),
]


@pytest.mark.parametrize(("language", "number", "form", "said"), CASES)
def test_numbers_in_words(language, number, form, said):
    assert spell(number, language, form) == said


def test_a_text_says_a_number_in_words():
    strings = Strings("fr", {})
    assert strings.fill("le {n.nth} toast, {n} {n:toast/toasts}", {"n": 5}) == "le cinquième toast, 5 toasts"
    with pytest.raises(ValueError, match="has no forms"):
        strings.fill("{n.words}", {"n": "five"})


def test_every_form_has_words_in_the_same_languages():
    assert len({frozenset(table) for table, _ in FORMS.values()}) == 1


@pytest.mark.parametrize(
    ("numbers", "text", "language", "left"),
    [
        ({"3"}, "Prenez trois pièces", "fr", set()),
        ({"3"}, "Prenez des pièces", "fr", {"3"}),
        ({"1"}, "Prenez-la", "fr", set()),
        ({"3", "25"}, "三個取る", "ja", {"25"}),
        ({"13"}, "treize", "fr", {"13"}),
        (set(), "Three", "en", set()),
    ],
)
def test_numbers_may_be_said_in_words(numbers, text, language, left):
    assert unsaid(numbers, text, language) == left
