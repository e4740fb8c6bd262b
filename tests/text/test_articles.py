import pytest

from cardgen.definitions.strings_file import Entry
from cardgen.foundations.errors import Place
from cardgen.text.articles import joined
from cardgen.text.strings import Strings


@pytest.mark.parametrize(
    ("language", "preposition", "name", "expected"),
    [
        ("fr", "à", "le Corbeau", "au Corbeau"),
        ("fr", "à", "les Fruits", "aux Fruits"),
        ("fr", "à", "la duchesse Perle", "à la duchesse Perle"),
        ("fr", "de", "l'amiral Tempête", "de l'amiral Tempête"),
        ("fr", "de", "le vicomte Plume", "du vicomte Plume"),
        ("fr", "de", "les Fruits", "des Fruits"),
        ("fr", "de", "Arlequin", "d'Arlequin"),
        ("fr", "de", "Élise", "d'Élise"),
        ("fr", "de", "Bruno", "de Bruno"),
        ("fr", "à", "Anna", "à Anna"),
        ("fr", "à", "Leandro", "à Leandro"),
        ("it", "a", "il visconte Piuma", "al visconte Piuma"),
        ("it", "di", "lo gnomo blu", "dello gnomo blu"),
        ("it", "su", "l'amazzone nera", "sull'amazzone nera"),
        ("it", "a", "l’ammiraglio", "all'ammiraglio"),
        ("it", "da", "la Volpe", "dalla Volpe"),
        ("it", "in", "i covi", "nei covi"),
        ("it", "di", "gli gnomi", "degli gnomi"),
        ("it", "di", "le amazzoni", "delle amazzoni"),
        ("it", "a", "Anna", "ad Anna"),
        ("it", "a", "Emerald", "a Emerald"),
        ("it", "e", "Elena", "ed Elena"),
        ("it", "e", '"Estorsione"', 'ed "Estorsione"'),  # a card's name, as accounts quote it
        ("it", "e", "il Corvo", "e il Corvo"),
        ("it", "di", "Ilaria", "di Ilaria"),
        ("en", "to", "the Raven", "to the Raven"),
    ],
)
def test_prepositions_join_names(language, preposition, name, expected):
    assert joined(preposition, name, language) == expected


def strings(language, **texts):
    here = Place("strings/xx.yaml", 1, 1)
    return Strings(language, {key: Entry(text, here) for key, text in texts.items()})


@pytest.mark.parametrize(
    ("number", "expected"), [(11, "l’11, all’11"), (8, "l’8, all’8"), (1, "l’1, all’1"), (7, "il 7, al 7")]
)
def test_an_italian_article_is_the_one_that_its_number_asks_for(number, expected):
    italian = strings("it", told="{dish.the}, {dish.to}", dish=f"il {number}")
    assert italian.say("told", dish=italian.name("dish")) == expected


RAVEN = {"raven": "Corbeau", "raven.the": "le Corbeau", "anna": "Anna"}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("{who}", "Corbeau"),
        ("{who.the}", "le Corbeau"),
        ("{who.The} a faim", "Le Corbeau a faim"),
        ("le 7 va {who.to}", "le 7\u00a0va au Corbeau"),
        ("{who.Of}, rien", "Du Corbeau, rien"),
    ],
)
def test_a_sentence_asks_for_a_name_in_a_form(sentence, expected):
    french = strings("fr", told=sentence, **RAVEN)
    assert french.say("told", who=french.name("raven")) == expected


def test_a_name_without_article_is_said_plainly():
    french = strings("fr", told="{who.The} prend {who.of} et {who.to}", **RAVEN)
    assert french.say("told", who=french.name("anna")) == "Anna prend d’Anna et à Anna"


def test_any_language_may_have_strings_of_its_own():
    german = strings("de", told="die 7 {who.to}", fox="Fuchs", **{"fox.the": "der Fuchs", "fox.to": "dem Fuchs"})
    assert german.say("told", who=german.name("fox")) == "die 7\u00a0dem Fuchs"
    with pytest.raises(ValueError, match=r"a form of a name \(the or one .* of its own\), got 'of'"):
        german.fill("{who.of}", {"who": german.name("fox")})
