import pytest
from babel import Locale

from cardgen.definitions.strings_file import Entry
from cardgen.foundations.errors import Place
from cardgen.text.hyphenation import syllables
from cardgen.text.strings import _ONE, MILLION, Strings, placeholders, plural

HERE = Place("strings/xx.yaml", 1, 1)


def strings(language, **texts):
    return Strings(language, {key: Entry(text, HERE) for key, text in texts.items()})


@pytest.mark.parametrize(
    ("language", "number", "expected"),
    [("fr", 0, "one"), ("fr", 1, "one"), ("fr", 2, "other"), ("it", 0, "other"), ("it", 1, "one"), ("en", 0, "other"),
     ("pl", 3, "few"), ("ja", 1, "other"), ("xx", 1, "one")],
)  # fmt: skip
def test_plurals_follow_cldr(language, number, expected):
    assert plural(language, number) == expected


@pytest.mark.parametrize("language", _ONE)
def test_the_plurals_that_we_know_by_heart_are_cldrs(language):
    rule = Locale.parse(language).plural_form
    for number in (*range(2000), *range(2000, MILLION, 997), MILLION - 1, MILLION, 7 * MILLION):
        assert plural.__wrapped__(language, number) == rule(number), number


def test_a_plural_takes_its_form_and_its_number():
    french = strings("fr", portions={"one": "{n} portion", "other": "{n} portions"})
    assert [french.say("portions", n=n) for n in (0, 1, 2)] == ["0\u00a0portion", "1\u00a0portion", "2\u00a0portions"]


def test_a_form_inside_a_text():
    assert strings("fr", move="Avancez de {n} {n:place/places} !").say("move", n=1) == "Avancez de 1\u00a0place\u202f!"
    assert strings("en", move="Advance {n} {n:place/places}.").say("move", n=0) == "Advance 0\u00a0places."


@pytest.mark.parametrize(
    ("language", "forms", "expected"),
    [
        ("pl", "punkt/punkty/punktów", {1: "punkt", 2: "punkty", 5: "punktów", 22: "punkty"}),
        ("pl", "punkt/punkty", {1: "punkt", 2: "punkty", 5: "punkty"}),
        ("pl", "punkt/punkty/punktów/punktu", {5: "punktów"}),
        ("fr", "million/millions", {0: "million", 1: "million", 2: "millions", 1_000_000: "millions"}),
        ("lv", "punkts/punkti", {0: "punkti", 1: "punkts", 2: "punkti"}),
        ("lv", "punktu/punkts/punkti", {0: "punktu", 1: "punkts", 2: "punkti"}),
        ("ja", "a/b", {1: "b"}),
    ],
)
def test_inline_forms_follow_the_order_of_the_categories(language, forms, expected):
    said = strings(language, a=f"{{n:{forms}}}")
    assert {n: said.say("a", n=n) for n in expected} == expected


@pytest.mark.parametrize(
    ("language", "forms", "message"),
    [
        ("pl", "a", "expected two forms such as {n:place/places}, got '{n:a}'"),
        ("pl", "a/b/c/d/e", "expected at most 4 forms (one/few/many/other) in 'pl', got '{n:a/b/c/d/e}'"),
        ("en", "a/b/c", "expected at most 2 forms in 'en', got '{n:a/b/c}'"),
    ],
)
def test_too_few_or_too_many_inline_forms(language, forms, message):
    with pytest.raises(ValueError) as error:
        strings(language, a=f"{{n:{forms}}}").say("a", n=1)
    assert str(error.value) == message


def test_an_unknown_placeholder_names_the_known_ones():
    with pytest.raises(ValueError, match=r"'\{valu\}'; known here: id, value"):
        strings("en", a="{valu}").say("a", value=1, id="fox")


@pytest.mark.parametrize("text", ["{n:place/places}", {"one": "x", "other": "{n} x"}])
def test_a_plural_of_no_number_is_refused(text):
    with pytest.raises(ValueError, match="expected a number to choose the plural form by, got 'many'"):
        strings("en", a=text).say("a", n="many")


def test_placeholders_of_all_forms():
    assert placeholders({"one": "{n} {who}", "other": "{n:a/b}"}) == {"n", "who"}


def test_words_are_divided_by_their_language():
    assert syllables("aujourd’hui", "fr") == ("aujourd’hui",)
    assert "".join(syllables("rassasiement", "fr")) == "rassasiement"
    assert len(syllables("rassasiement", "fr")) > 1
    assert len(syllables("apparecchiare", "it")) > 2
    assert syllables("ham", "en") == ("ham",)
    assert syllables("Prosciutto", "it") == ("Prosciutto",), "names stay whole"
    assert syllables("a\u00adb", "en") == ("a", "b"), "an author's own divisions win"


def test_numbers_of_cards_are_said_in_words():
    said = strings("en", owl="Look at {value.words} cards, {value.nth} in line.")
    assert said.say("owl", value=3) == said.say("owl", value="3") == "Look at three cards, third in line."
    with pytest.raises(ValueError, match="has no forms"):
        said.say("owl", value="many")
