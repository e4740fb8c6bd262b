"""Texts in place: what is written, that nothing else moves, how they fit, and conflicts."""

from __future__ import annotations

import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.definitions.load import load_game
from cardgen.definitions.strings_file import entries
from cardgen.definitions.yaml_source import parse_yaml
from cardgen.desk.fits import drafted, fits
from cardgen.desk.saved import write
from cardgen.desk.texts import edited_text, texts
from cardgen.faces.compose import Composer
from cardgen.faces.readings import Readings
from cardgen.foundations.errors import InputError
from cardgen.store.library import all_games, find_game

GAMES = {home.name: load_game(home) for home in all_games()}


@pytest.fixture
def home(tmp_path):
    shutil.copytree(find_game("king_lui").folder, tmp_path / "decks" / "king_lui")
    shutil.copytree(find_game("king_lui").variant_folders[0], tmp_path / "variants" / "king_lui")
    return find_game("./decks/king_lui", tmp_path)


def change(home, language, key, text, seen, form="", variant="base"):
    path, before, after = edited_text(load_game(home, variant), language, key, form, text, seen)
    write(path, before, after)
    return before, path.read_text()


def test_a_translation_is_written_in_its_line(home):
    before, after = change(home, "fr", "dish.ham", "Jambonneau", "Jambon")
    assert after == before.replace("{from: Ham, to: Jambon}", "{from: Ham, to: Jambonneau}")
    assert load_game(home).strings["fr"]["dish.ham"].text == "Jambonneau"


def test_a_text_of_the_first_language_makes_its_translations_stale_and_writing_them_mends_that(home):
    before, after = change(home, "en", "dish.ham", "Smoked ham: best", "Ham")
    assert after == before.replace("dish.ham: Ham\n", 'dish.ham: "Smoked ham: best"\n')
    row = next(each for each in texts(load_game(home), "it", {}) if each.key == "dish.ham")
    assert (row.source, row.was) == ("Smoked ham: best", "Ham")
    change(home, "it", "dish.ham", "Prosciutto", row.text)
    row = next(each for each in texts(load_game(home), "it", {}) if each.key == "dish.ham")
    assert row.was is None and row.text == "Prosciutto"


def test_what_is_missing_goes_where_the_first_language_has_it(home):
    path = home.strings("it")
    lines = path.read_text().splitlines(keepends=True)
    at = next(index for index, line in enumerate(lines) if line.startswith("dish.cheese:"))
    path.write_text("".join([*lines[:at], *lines[at + 1 :]]))
    row = next(each for each in texts(load_game(home), "it", {}) if each.key == "dish.cheese")
    assert (row.text, row.fixed) == ("", "")
    _before, after = change(home, "it", "dish.cheese", "Formaggio", "")
    assert after.splitlines(keepends=True)[at] == "dish.cheese: {from: Cheese, to: Formaggio}\n"
    assert after.splitlines(keepends=True)[at + 1 :] == lines[at + 1 :]


def test_a_variants_own_texts_are_written_into_its_file(home):
    before, after = change(home, "it", "variant.title", "Il drago", "Il drago affamato", variant="hungry_dragon")
    assert after == before.replace("title: Il drago affamato", "title: Il drago")


def test_what_changed_meanwhile_is_told_and_stays(home):
    path, before, after = edited_text(load_game(home), "fr", "dish.ham", "", "Jambonneau", "Jambon")
    path.write_text(path.read_text().replace("to: Pain}", "to: Miche}"))
    mine = path.read_text()
    with pytest.raises(InputError, match="changed since you opened it"):
        write(path, before, after)
    assert path.read_text() == mine
    change(home, "fr", "dish.ham", "Jambonneau", "Jambon")  # another text of the file may have changed
    assert "to: Miche}" in path.read_text()
    with pytest.raises(InputError, match="the file now says 'Jambonneau' instead of 'Jambon'"):
        change(home, "fr", "dish.ham", "Lard", "Jambon")
    assert "to: Jambonneau}" in path.read_text()


def test_texts_that_stand_on_cards_tell_how_they_fit():
    game, readings = GAMES["king_lui"], Readings()
    composer = Composer(game, readings=readings)
    shown = {each.key: each for each in texts(game, "fr", fits(composer, "fr"))}
    ham = shown["dish.ham"].fits[0]
    assert ham.card == "ham" and ham.least <= ham.size <= ham.alone <= ham.wished and not ham.over
    (longer, *_), wrong = drafted(game, readings, "fr", "dish.ham", "", "Jambon de pays fumé au bois de hêtre")
    assert longer.alone < ham.alone and not wrong
    (far, *_), _ = drafted(game, readings, "fr", "dish.ham", "", "Anticonstitutionnellement" * 4)
    assert far.over > 0 and far.way == "wide" and far.size == far.least
    _, wrong = drafted(game, readings, "fr", "dish.ham", "", "Jambon {nothing}")
    assert "nothing" in wrong[0].message
    (same, *_), _ = drafted(game, readings, "fr", "dish.ham", "", "Jambon")
    assert same == ham


@settings(max_examples=12, deadline=None)
@given(st.data())
def test_any_text_of_any_game_can_say_something_else_and_all_others_stay(data):
    game = GAMES[data.draw(st.sampled_from(sorted(GAMES)))]
    language = data.draw(st.sampled_from(game.languages))
    row = data.draw(st.sampled_from([each for each in texts(game, language, {}) if not each.fixed]))
    said = data.draw(st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=40))
    path, before, after = edited_text(game, language, row.key, row.form, said, row.text)
    changed = [(old, new) for old, new in zip(before.splitlines(), after.splitlines(), strict=True) if old != new]
    assert len(changed) <= 1 and (not changed or changed[0][0].startswith(f"{row.key}:"))
    assert before.count("\n") == after.count("\n") and path == game.home.strings(language)
    now, then = (entries(parse_yaml(text, str(path)), language == game.languages[0]) for text in (after, before))
    assert {key: entry.text for key, entry in now.items() if key != row.key} == {
        key: entry.text for key, entry in then.items() if key != row.key
    }
    mine = now[row.key].text
    assert (mine[row.form] if row.form else mine) == said
