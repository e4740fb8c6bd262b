"""Terms of play: what cards and accounts call a thing that is done, a game's book defines, in bold or as a heading."""

import re

import pytest

from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.library import all_games, find_game
from cardgen.press.books import BookMaker

GAMES = [home.name for home in all_games()]
STEM = 4  # letters that forms of a word share, mostly
SAID = re.compile(r"\*\*(.+?)\*\*|^#+ (.+)$", re.MULTILINE)
APART = {"score", "ties", "tally", "numbers"}  # sections in which nothing is done
EXPLAINED = {"effect.rearrange", "effect.roll"}  # by their own sentences


def words(text):
    return re.findall(r"[^\W\d_]+", re.sub(r"\{.*?\}|:\w+:", " ", text).lower())


def defined(composer, language):
    """Beginnings of the words that the book of an edition has in bold or in headings."""
    game = composer.game
    template = game.home.rulebook(f"{language}.md.j2")
    markdown = BookMaker(composer, load_game(game.home), language, "").markdown(template)
    said = (bold or heading for bold, heading in SAID.findall(markdown))
    return {word[:STEM] for each in said for word in words(each)}


def done(composer, language):
    """What accounts call actions, and effects what cards do, by their keys."""
    sections = {*composer.game.clauses.items} - APART if composer.game.clauses else ()
    for key, entry in composer.strings[language].entries.items():
        of = re.fullmatch(r"play\.(\w+)\.\w+|effect\.\w+", key)
        if of and of[1] in (None, *sections) and isinstance(entry.text, str) and key not in EXPLAINED:
            yield key, entry.text


@pytest.mark.parametrize("name", GAMES)
def test_what_is_done_is_defined(name):
    home, missing = find_game(name), []
    for variant in ("base", *home.variants):
        composer = Composer(load_game(home, variant), whole=False)
        for language in composer.game.languages:
            known = defined(composer, language)
            for key, text in done(composer, language):
                said = [word[:STEM] for word in words(text) if len(word) >= STEM]
                if said and known.isdisjoint(said):
                    missing.append(f"{variant} {language}: {key}: {text}")
    assert not missing, "\n".join(missing)
