"""A language that stands in where another one lacks a text."""

import json
from dataclasses import replace

import pytest

from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.graphics.drawing import texts
from cardgen.store.library import find_game
from cardgen.text.typography import NARROW_NBSP

MARKS = "Now: take it!"


@pytest.fixture
def lacking(game):
    """The wood, whose texts French lacks but for its owl."""
    game.edit("game.yaml", "languages: [en, fr]", "languages: [en, fr]\nfallback: en")
    game.write("strings/fr.yaml", "game.title: {from: Wood, to: Bois}\ncreature.owl: {from: Owl, to: Hibou}\n")
    return game


def printed(game, language):
    composer = Composer(load_game(find_game(str(game.path))))
    composer.require([language])
    sides = [side for side in composer.sides if side.id in ("fox", "owl")]
    return {side.id: [text.text for text, *_ in texts(composer.face(side, language).items)] for side in sides}


def static(run):
    return json.loads(run("check", "./wood", "--static", "--variant", "base", "--json").out)


def test_a_text_that_a_language_lacks_is_printed_in_the_fallback(lacking, run):
    found = printed(lacking, "fr")
    assert "Fox" in found["fox"] and "Hibou" in found["owl"]
    document = static(run)
    lent = {entry["who"] for entry in document["static"] if entry["code"] == "string-lent"}
    assert document["ok"] and lent == {"creature.fox", "text.all"}
    assert run("build", "./wood", "--lang", "fr", "--only", "cards").code == 0


def test_it_is_set_as_its_own_language_sets_it(lacking):
    lacking.edit("strings/en.yaml", "creature.fox: Fox", f"creature.fox: '{MARKS}'")
    assert MARKS in " ".join(printed(lacking, "fr")["fox"]).replace("\u00a0", " "), "no French space before its marks"
    assert NARROW_NBSP not in "".join(printed(lacking, "fr")["fox"])


def test_its_number_takes_the_form_of_its_own_language(lacking):
    lacking.edit("game.yaml", "value: 2", "value: 0")
    lacking.edit("strings/en.yaml", "Take {value} :gain:.", "Take {value:coin/coins}.")
    assert any("coins" in text for text in printed(lacking, "fr")["owl"]), "0 is a plural in English, not in French"


def test_its_findings_may_be_kept_quiet(lacking, run):
    lacking.edit("game.yaml", "fallback: en", "fallback: en\nquiet: {string-lent: Translated later.}")
    assert not static(run)["static"]


def test_a_language_without_any_file_is_printed_in_the_fallback(lacking, run):
    (lacking.path / "strings/fr.yaml").unlink()
    assert printed(lacking, "fr")["owl"] == printed(lacking, "en")["owl"] and static(run)["ok"]


def test_words_beside_their_card_fall_back_too(lacking):
    lacking.edit("game.yaml", "icon: fox-head", "icon: fox-head, say: {en: Yelp}")
    lacking.edit(
        "layouts/creature.yaml", "fields:\n", "fields:\n  say: {draw: text, text: '{card.say}', when: card.say}\n"
    )
    assert "Yelp" in printed(lacking, "fr")["fox"]


def test_without_the_key_it_is_an_error(lacking, run):
    lacking.edit("game.yaml", "\nfallback: en", "")
    assert "string-missing" in {entry["code"] for entry in static(run)["static"]}


def test_translators_get_what_falls_back_as_not_translated(lacking, run):
    run("words", "./wood", "--to", "po", "--lang", "fr")
    (file,) = lacking.path.parent.rglob("*.po")
    assert 'msgid "Fox"\nmsgstr ""' in file.read_text("utf-8")


def test_a_fallback_that_is_none_of_the_languages_is_reported_with_its_place(lacking, run):
    lacking.edit("game.yaml", "fallback: en", "fallback: de")
    found = run("check", "./wood", "--static")
    assert found.code == 2 and "fallback: expected one of the game's languages, got 'de'" in found.err
    assert "game.yaml:" in found.err


def test_forms_of_a_name_that_a_language_has_do_not_fall_back(lacking):
    lacking.edit("strings/en.yaml", "creature.owl: Owl", "creature.owl: Owl\ncreature.owl.the: the old owl")
    strings = load_game(find_game(str(lacking.path))).strings["fr"]
    assert "creature.owl.the" not in strings and strings["creature.fox"].lent == "en"


def test_a_text_that_is_lent_is_hyphenated_as_its_own_language_is():
    game = load_game(find_game("draco"))
    lent = {key: replace(entry, lent="en") for key, entry in game.strings["en"].items()}
    composer = Composer(replace(game, strings=game.strings | {"fr": lent}), whole=False)
    readings = [composer.reading(side) for side in composer.sides]
    said = [reading.said for reading in readings if ("rule", "fr") in reading.said]
    assert said
    for each in said:
        assert each["rule", "fr"].words.text == each["rule", "en"].words.text
        assert each["rule", "fr"].words.metrics == each["rule", "en"].words.metrics


def test_words_of_a_card_that_are_lent_are_hyphenated_as_their_own_language_is(lacking):
    lacking.edit("game.yaml", "icon: fox-head", "icon: fox-head, say: {en: everything threatening investigator}")
    lacking.edit(
        "layouts/creature.yaml", "fields:\n", "fields:\n  say: {draw: text, text: '{card.say}', when: card.say}\n"
    )
    composer = Composer(load_game(find_game(str(lacking.path))))
    said = next(composer.reading(side).said for side in composer.sides if side.id == "fox")
    assert said["say", "fr"].words.metrics == said["say", "en"].words.metrics
