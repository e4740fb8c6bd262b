"""Rulebooks as Markdown, for tests that read them: no face is composed for that."""

from functools import cache, lru_cache
from types import SimpleNamespace

from cardgen.definitions.game import BASE
from cardgen.definitions.load import load_game
from cardgen.press.books import BookMaker
from cardgen.press.edition import title_of
from cardgen.store.library import BUILTIN
from cardgen.text.card_names import card_names
from cardgen.text.strings import Strings


def text_of(home, language, variant="base", kind="md", **settings):
    """The Markdown of a game's rulebook (md) or of its summary (summary.md); nothing if it has none."""
    work = _text_kept if _is_shipped(home, variant) else _text
    return work(home, language, variant, kind, tuple(sorted(settings.items())))


def maker(home, language, variant="base", **settings):
    """What makes a game's books, without faces."""
    work = _maker_kept if _is_shipped(home, variant) else _maker
    return work(home, language, variant, tuple(sorted(settings.items())))


def _text(home, language, variant, kind, settings):
    template = home.rulebook(f"{language}.{kind}.j2")
    return maker(home, language, variant, **dict(settings)).markdown(template) if template else ""


def _maker(home, language, variant, settings):
    load = _load_kept if _is_shipped(home, variant) else _load
    game, base = load(home, variant, settings), load(home, BASE, ())
    words = {language: Strings(language, game.strings[language])}
    names = card_names(game.designs, home, words[language])
    composer = SimpleNamespace(game=game, strings=words, names=lambda language: names)
    return BookMaker(composer, base, language, title_of(composer, language))


def _load(home, variant, settings):
    return load_game(home, variant, dict(settings))


def _is_shipped(home, variant):
    """Whether no test changes it, so that it is read once."""
    return home.library == BUILTIN and (variant == BASE or variant in home.variants)


_text_kept, _maker_kept, _load_kept = cache(_text), lru_cache(6)(_maker), lru_cache(60)(_load)
