"""A language's strings."""

from __future__ import annotations

import shutil

import pytest

from cardgen.definitions.strings_file import entries, read_words, title_faults
from cardgen.definitions.yaml_source import parse_yaml
from cardgen.foundations.errors import InputError
from cardgen.store.library import BUILTIN, Home, find_game


def read(text: str, first: bool = True):
    return entries(parse_yaml(text, "xx.yaml"), first)


def test_a_text_as_written():
    strings = read("a: Ham\nb: no\nc: 12:30\nd: 1.10\ne: ''\n")
    assert [entry.text for entry in strings.values()] == ["Ham", "no", "12:30", "1.10", ""]
    assert str(strings["c"].place) == "xx.yaml:3:4"


def test_a_remark_needs_a_space_to_be_one():
    assert read("a: Take a card # all of them\nb: Take#3\nc: 'Take #3' #x\n")["a"].text == "Take a card"
    with pytest.raises(InputError) as error:
        read("a: Take card #3 now\nb: #3\nc:\n  other: {n} #3\nd: Take\n  two #3\n".replace("{n}", "x"))
    message = "a # begins a comment; put the whole text between quotes"
    assert [str(fault) for fault in error.value.faults] == [
        f"xx.yaml:1:14: a: {message}",
        f"xx.yaml:2:4: b: {message}",
        f"xx.yaml:4:12: c.other: {message}",
        f"xx.yaml:6:7: d: {message}",
    ]


def test_a_translation_beside_its_text():
    strings = read("a: {from: Ham, to: Jambon}\nb: Pain\n", first=False)
    assert (strings["a"].source, strings["a"].text) == ("Ham", "Jambon")
    assert str(strings["a"].place) == "xx.yaml:1:20", "the translation is what a message is about"
    assert (strings["b"].source, strings["b"].text) == (None, "Pain")


def test_plural_forms():
    forms = {"one": "{n} card", "other": "{n} cards"}
    assert read("a: {one: '{n} card', other: '{n} cards'}")["a"].text == forms
    text = "a: {from: {one: '{n} card', other: '{n} cards'}, to: {many: x, other: y}}"
    entry = read(text, first=False)["a"]
    assert (entry.source, entry.text) == (forms, {"many": "x", "other": "y"})


def test_all_faults_of_a_file():
    text = """\
a:
b: [x]
c: {one: x}
d: {ones: x, other: y}
e: {one: {}, other: y}
f: {from: x, to: y, form: z}
g: {from: x}
h: {from: x, to: {few: y}}
"""
    with pytest.raises(InputError) as error:
        read(text, first=False)
    assert str(error.value).splitlines() == [
        "xx.yaml:1:3: a: expected a text, got nothing",
        "xx.yaml:2:4: b: expected a text, got a list",
        "xx.yaml:3:4: c: expected the plural form 'other'",
        "xx.yaml:4:5: d: unknown plural form 'ones'; did you mean 'one'?",
        "xx.yaml:5:10: e.one: expected a text, got keys with values",
        "xx.yaml:6:21: f: unknown key 'form'; expected from and to",
        "xx.yaml:7:4: g: expected both 'from' and 'to'",
        "xx.yaml:8:18: h: expected the plural form 'other'",
    ]


def test_the_first_language_translates_nothing():
    with pytest.raises(InputError, match="expected the text alone, as nothing is translated here"):
        read("a: {from: Ham, to: Ham}")


def test_titles_stand_on_sheets_where_no_card_fills_anything_in():
    strings = read("game.title: A {n}\nvariant.title: {other: B}\nx: '{n}'\n")
    assert [fault.message for fault in title_faults(strings)] == [
        "game.title: expected a text without braces",
        "variant.title: expected one text, got plural forms",
    ]


def with_words(folder, language: str, text: str) -> Home:
    """King Lui with a file of words of its own."""
    game = folder / "supper"
    shutil.copytree(find_game("king_lui").folder, game)
    (game / "words").mkdir()
    (game / "words" / f"{language}.yaml").write_text(text, "utf-8")
    return find_game(str(game))


def test_one_word_of_all_rulebooks_is_said_otherwise(tmp_path):
    own = read_words(with_words(tmp_path, "fr", "back: un dos\n"), "fr")
    usual = read_words(find_game("king_lui"), "fr")
    assert own["back"].text == "un dos" and own["subtitle"].text == usual["subtitle"].text and set(own) == set(usual)


def test_words_that_a_language_of_ones_own_lacks_are_named(tmp_path):
    home = with_words(tmp_path, "pl", "back: rewers\n")
    with pytest.raises(InputError, match=r"pl\.yaml: a rulebook in 'pl' needs these words as well: .* and \d+ more"):
        read_words(home, "pl")
    with pytest.raises(InputError, match=r"there is no words/eo\.yaml, which a rulebook in 'eo' needs"):
        read_words(home, "eo")


def test_a_language_of_ones_own_needs_nothing_that_only_our_games_say(tmp_path):
    words = (BUILTIN / "templates/words/en.yaml").read_text("utf-8")
    general = "".join(line for line in words.splitlines(keepends=True) if not line.startswith("house."))
    found = read_words(with_words(tmp_path, "pl", general), "pl")
    assert "subtitle" in found and not [key for key in found if key.startswith("house.")]
