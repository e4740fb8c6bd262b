"""Terms of play: what cards and accounts call a thing that is done, a game's book defines, in bold or as a heading."""

import re

import pytest

from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.press.books import BookMaker
from cardgen.store.library import all_games, find_game

GAMES = [home.name for home in all_games()]
STEM = 4  # letters that forms of a word share, mostly
SAID = re.compile(r"\*\*(.+?)\*\*|^#+ (.+)$", re.MULTILINE)
APART = {"score", "ties", "tally", "numbers"}  # sections in which nothing is done
EXPLAINED = {"effect.rearrange", "effect.roll", "play.calm.sleep"}  # by their own plain words
SMALL = {"the", "and", "its", "for", "les", "des", "une", "sur", "del", "una", "che", "con", "per", "gli"}


def stems(text):
    """Beginnings of a text's words, with no letter doubled: *jeter*, *jette*."""
    said = re.findall(r"[^\W\d_]{3,}", re.sub(r"\{.*?\}|:\w+:", " ", text).lower())
    return {re.sub(r"(.)\1", r"\1", word)[:STEM] for word in said if word not in SMALL}


def defined(composer, language):
    """The words that the book of an edition has in bold or in headings, or its variant in its title."""
    game, strings = composer.game, composer.strings[language]
    template = game.home.rulebook(f"{language}.md.j2")
    markdown = BookMaker(composer, load_game(game.home), language, "").markdown(template)
    said = [bold or heading for bold, heading in SAID.findall(markdown)]
    return stems(" ".join([*said, strings.say("variant.title") if "variant.title" in strings.entries else ""]))


def done(composer, language):
    """What accounts call actions, and effects what cards do, by their keys."""
    sections = {*composer.game.clauses.items} - APART if composer.game.clauses else ()
    for key, entry in composer.strings[language].entries.items():
        of = re.fullmatch(r"play\.(\w+)\.\w+|effect\.\w+", key)
        if of and of[1] in (None, *sections) and isinstance(entry.text, str) and key not in EXPLAINED:
            yield key, entry.text


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_what_is_done_is_defined(name):
    home, missing = find_game(name), []
    for variant in ("base", *home.variants):
        composer = Composer(load_game(home, variant), whole=False)
        for language in composer.game.languages:
            known = defined(composer, language)
            for key, text in done(composer, language):
                said = stems(text)
                if said and not any(word.startswith(each) for word in said for each in known):
                    missing.append(f"{variant} {language}: {key}: {text}")
    assert not missing, "\n".join(missing)
