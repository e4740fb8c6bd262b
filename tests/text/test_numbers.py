import pytest

from cardgen.text.numbers import WORDS, ordinal, spell, unsaid
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
    ("en", 4, "th", "4th"),
    ("en", 1, "th", "1st"),
    ("en", 112, "th", "112th"),
    ("en", 123, "th", "123rd"),
    ("fr", 1, "th", "1er"),
    ("fr", 1, "thf", "1re"),
    ("fr", 2, "thf", "2e"),
    ("fr_CA", 21, "th", "21e"),
    ("it", 1, "th", "1º"),
    ("it", 8, "thf", "8ª"),
    ("es", 3, "thf", "3.ª"),
    ("pt_BR", 1, "th", "1º"),
    ("pt_PT", 11, "nth", "11.º"),
    ("de", 3, "th", "3."),
    ("ca", 4, "th", "4t"),
    ("ca", 4, "thf", "4a"),
    ("sv", 21, "th", "21:a"),
    ("sv", 11, "th", "11:e"),
    ("zh", 2, "th", "第2"),
    ("xx", 2, "th", "2."),
]


@pytest.mark.parametrize(("language", "number", "form", "said"), CASES)
def test_numbers_in_words(language, number, form, said):
    assert spell(number, language, form) == said


def test_a_text_says_a_number_in_words():
    strings = Strings("fr", {})
    assert strings.fill("le {n.nth} toast, {n} {n:toast/toasts}", {"n": 5}) == "le cinquième toast, 5 toasts"
    with pytest.raises(ValueError, match="has no forms"):
        strings.fill("{n.words}", {"n": "five"})


def test_a_text_says_an_ordinal_in_figures():
    assert Strings("fr", {}).fill("la {n.thf} carte, le {n.th} tour", {"n": "1"}) == "la 1re carte, le 1er tour"
    assert Strings("en", {}).fill("the {n.th} turn", {"n": 22}) == "the 22nd turn"
    with pytest.raises(ValueError, match="has no forms"):
        Strings("en", {}).fill("{n.th}", {"n": "last"})


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_rules_that_stand_here_are_those_of_unicode(language):
    from babel import Locale

    form = Locale.parse(language).ordinal_form
    assert [ordinal(language, number) for number in range(1200)] == [form(number) for number in range(1200)]


def test_every_form_has_words_in_the_same_languages():
    assert len({frozenset(table) for table, _ in WORDS.values()}) == 1


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
