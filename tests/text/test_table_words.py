"""Words of tables: a game's own, the usual ones, and those of nobody."""

import pytest

from cardgen.definitions.strings_file import Entry
from cardgen.text import table_words
from cardgen.text.strings import Strings
from cardgen.text.table_words import called, players, table_word


def strings(language, **own):
    return Strings(language, {key.replace("__", "."): Entry(text, None) for key, text in own.items()})


def test_every_word_is_said_in_every_language():
    for word, said in table_words._WORDS.items():
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


def counted(said, least, most):
    return players(said, least, most).replace("\u00a0", " ")  # a number stays with its word


@pytest.mark.parametrize(("language", "one", "several"), [
    ("de", "1 spielende Person", "2–4 Spielende"), ("en", "1 player", "2–4 players"),
    ("es", "1 jugador", "2–4 jugadores"), ("fr", "1 joueur", "2–4 joueurs"), ("it", "1 giocatore", "2–4 giocatori"),
    ("nl", "1 speler", "2–4 spelers"), ("pt", "1 jogador", "2–4 jogadores"), ("pl", "1 player", "2–4 players"),
])  # fmt: skip
def test_players_are_counted(language, one, several):
    assert counted(strings(language), 1, 1) == one
    assert counted(strings(language), 2, 4) == several
    assert counted(strings(language), 3, 3) == several.replace("2–4", "3")


def test_a_game_counts_players_in_its_own_words_and_forms():
    own = {"few": "gracze", "many": "graczy", "other": "gracza"}
    polish = strings("pl", table__player="gracz", table__players=own)
    said = [counted(polish, 1, 1), counted(polish, 2, 4), counted(polish, 5, 5)]
    assert said == ["1 gracz", "2–4 gracze", "5 graczy"]
