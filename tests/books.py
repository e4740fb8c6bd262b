"""Rulebooks as Markdown, for tests that read them: no face is composed for that."""

from types import SimpleNamespace

from cardgen.build import title_of
from cardgen.build.books import BookMaker
from cardgen.definitions.load import load_game
from cardgen.text.strings import Strings


def text_of(home, language, variant="base", kind="md", **settings):
    """The Markdown of a game's rulebook (md) or of its summary (summary.md)."""
    game = load_game(home, variant, settings)
    words = {language: Strings(language, game.strings[language])}
    composer = SimpleNamespace(game=game, strings=words)
    maker = BookMaker(composer, load_game(home), language, title_of(composer, language))
    return maker.markdown(home.rulebook(f"{language}.{kind}.j2"))
