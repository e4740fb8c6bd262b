"""Wherever a shipped rulebook sends its readers to a chapter, it names the page; read back from the PDF file."""

import re

import pytest

from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.press.books import BookMaker
from cardgen.press.edition import title_of
from cardgen.rulebook.pages import make_pages
from cardgen.store.library import all_games, find_game
from tests.books import text_of
from tests.rulebook.test_index import read_back

GAMES = [home.name for home in all_games()]
LANGUAGES = ("en", "fr", "it")
UNNUMBERED = re.compile(r"\b(?:see|chapter|section|voyez|voir|chapitre|vedi|capitolo|sezione) \*[^*]", re.I)
SENT = re.compile(r"\[([^\[\]]+)\]\(see\)")


@pytest.mark.parametrize("name", GAMES)
def test_no_reader_is_sent_to_a_title_alone(name):
    for language in LANGUAGES:
        assert not UNNUMBERED.findall(text_of(find_game(name), language))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["draco", "hedgerow", "party_at_louis"])
def test_the_page_that_is_named_has_the_chapter(name):
    home = find_game(name)
    game = load_game(home)
    composer = Composer(game)
    for language in LANGUAGES:
        maker = BookMaker(composer, game, language, title_of(composer, language))
        template = home.rulebook(f"{language}.md.j2")
        pages = read_back(maker.typeset(template, make_pages))
        titles = SENT.findall(maker.markdown(template))
        assert titles
        said = " ".join(pages)
        for title in titles:
            word = " ".join(title.split())
            told = {int(page) for page in re.findall(rf"{re.escape(word)}, (?:page|p\.)\s(\d+)", said)}
            (page,) = told
            assert word.casefold() in pages[page - 1].casefold(), (language, title)
