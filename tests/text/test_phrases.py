"""Phrases to words: the most particular key, runs of sentences, words in forms, and what is missing."""

import pytest

from cardgen.definitions.behaviour import Phrase
from cardgen.definitions.strings_file import Entry, own_key
from cardgen.foundations.errors import Place
from cardgen.text.phrases import text_of_phrases
from cardgen.text.strings import Strings

TEXTS = {
    "do.move": "Move {who} {n} {n:place/places}.",
    "do.move.fox": "The fox runs {n}.",
    "do.move.fox+turn": "Run {n}, turn.",
    "do.move+move": "Move {n}, then {n2}.",
    "do.turn": "Turn.",
    "do.who.owl": "the owl",
    "colour.red": "red",
    "colour.red.f": "rouge",
    "do.paint": "Paint it {c.f}, not {c.m}.",
}


def strings(texts=TEXTS, language="en"):
    return Strings(language, {key: Entry(text, Place("x")) for key, text in texts.items()})


def said(*phrases, texts=TEXTS):
    used = set()
    return text_of_phrases(strings(texts), "do", phrases, used), used


FOX = Phrase(("move.fox", "move"), {"n": 2})
OWL = Phrase(("move.owl", "move"), {"n": 1, "who": Phrase(("who.owl",))})
TURN = Phrase(("turn",))


def test_the_most_particular_key_wins_and_the_general_one_stands_in():
    assert said(FOX) == ("The fox runs 2.", {"do.move.fox"})
    assert said(OWL) == ("Move the owl 1\u00a0place.", {"do.move", "do.who.owl"})


def test_the_longest_run_with_words_of_its_own_is_one_sentence():
    assert said(FOX, TURN)[0] == "Run 2, turn."
    assert said(OWL, TURN)[0] == "Move the owl 1\u00a0place. Turn."
    assert said(TURN, FOX, TURN)[0] == "Turn. Run 2, turn."


def test_a_value_that_comes_twice_is_numbered():
    assert said(Phrase(("move",), {"n": 4}), Phrase(("move",), {"n": 3}))[0] == "Move 4, then 3."


def test_a_word_is_said_in_the_form_asked_for_where_the_language_has_it():
    text, used = said(Phrase(("paint",), {"c": Phrase(("colour.red",))}))
    assert text == "Paint it rouge, not red."
    assert used == {"do.paint", "colour.red", "colour.red.f"}


def test_what_has_no_words_names_its_most_particular_key():
    with pytest.raises(KeyError, match=r"do\.fly\.owl"):
        said(TURN, Phrase(("fly.owl", "fly")))
    with pytest.raises(KeyError, match=r"do\.who\.cat"):
        said(Phrase(("move",), {"n": 1, "who": Phrase(("who.cat",))}))


def test_a_number_has_no_forms():
    with pytest.raises(ValueError, match=r"'\{n\}' has no forms, so '\{n\.f\}' means nothing"):
        said(Phrase(("move",), {"n": 1}), texts={"do.move": "Move {n.f}."})


def test_an_authors_own_words_have_a_key_of_the_card():
    assert own_key("fox", None, "effect") == "card.fox.effect"
    assert own_key("fox", "night", "demand") == "card.fox.night.demand"
