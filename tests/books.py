"""Rulebooks as Markdown, for tests that read them: no face is composed for that."""

from types import SimpleNamespace

from cardgen.definitions.load import load_game
from cardgen.press import title_of
from cardgen.press.books import BookMaker
from cardgen.text.card_names import card_names
from cardgen.text.strings import Strings


def text_of(home, language, variant="base", kind="md", **settings):
    """The Markdown of a game's rulebook (md) or of its summary (summary.md); nothing if it has none."""
    template = home.rulebook(f"{language}.{kind}.j2")
    return maker(home, language, variant, **settings).markdown(template) if template else ""


def maker(home, language, variant="base", **settings):
    """What makes a game's books, without faces."""
    game = load_game(home, variant, settings)
    words = {language: Strings(language, game.strings[language])}
    names = card_names(game.designs, home, words[language])
    composer = SimpleNamespace(game=game, strings=words, names=lambda language: names)
    return BookMaker(composer, load_game(home), language, title_of(composer, language))
