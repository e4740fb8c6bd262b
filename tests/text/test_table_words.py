"""Words of tables: a game's own, the usual ones, and those of nobody."""

import pytest

from cardgen.definitions.strings_file import Entry
from cardgen.text import table_words
from cardgen.text.strings import Strings
from cardgen.text.table_words import called, table_word


def strings(language, **own):
    return Strings(language, {key.replace("__", "."): Entry(text, None) for key, text in own.items()})


def test_every_word_is_said_in_every_language():
    for word, said in table_words._SAID.items():
        assert len(said.split("|")) == len(table_words._LANGUAGES), word
        assert all(each.strip() == each != "" for each in said.split("|")), word


@pytest.mark.parametrize(("language", "name", "said"), [
    ("de", "hand", "Hand"), ("fr", "hands", "Main"), ("it", "stock", "Mazzo di pesca"), ("pt_BR", "market", "Mercado"),
    ("pl", "discard", "Discard pile"), ("fr", "wind_vane", "Wind vane"), ("it", "wind vane", "Wind vane"),
])  # fmt: skip
def test_usual_words_and_names_of_nobody(language, name, said):
    assert called(strings(language), name) == said


def test_a_games_own_words_win_over_usual_ones():
    assert called(strings("it", word__hand="carte"), "hand") == "Carte"
    assert called(strings("it", word__hand="carte", table__hand="Ventaglio"), "hand") == "Ventaglio"
    assert called(strings("fr", table__wind_vane="girouette"), "wind vane") == "Girouette"


def test_a_word_within_a_sentence_has_no_capital_of_ours():
    assert table_word(strings("fr"), "players") == "joueurs"
    assert table_word(strings("fr", table__players="marins"), "players") == "marins"
