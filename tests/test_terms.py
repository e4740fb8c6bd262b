"""One thing, one word: the terms of docs/rules, in every text that players meet."""

import ast
import re

import pytest

from cardgen.store.library import BUILTIN, all_games
from tests.facts import GAMES, table, text_of
from tests.play.produce import FOLDER
from tests.texts import LANGUAGES, texts


def plain(text):
    """A text as one reads it: without the marks of Markdown, of icons and of figures, its spaces and signs typed."""
    text = re.sub(r"\]\((?:cards|ring):[^)]*\)|:[a-z][a-z0-9_-]*:|[*_]", " ", text)
    return re.sub(r"\s+", " ", text.replace("’", "'"))


def words(name, column):
    return [word for row in table(text_of(name), "thing", "en") for word in row[column].split(", ") if word]


def found(word, text):
    plural = "(?:e?s)?" if word[-1] != "s" else ""
    return re.finditer(rf"(?<!\w){re.escape(word)}{plural}(?!\w)", text, re.I)


def unused(terms, text):
    return [term for term in terms if not any(found(term, text))]


@pytest.fixture(scope="module")
def told():
    """Game and language to what is said there, by its name."""
    all_texts = {(home.name, language): {} for home in all_games() for language in LANGUAGES}
    for (label, language), text in texts().items():
        all_texts[label.split()[0], language][label] = plain(text)
    for path in sorted(FOLDER.glob("*.txt")):
        game, _, language, _ = path.name.split(".")
        _, _, account = path.read_text("utf-8").partition("\n\n")  # above it stands what was asked of the command
        all_texts[game, language][path.name] = plain(account)
    for game in GAMES:
        all_texts[game, "en"] |= messages(game) | {f"docs/rules/{game}.md": plain(facts(game))}
    return all_texts


def messages(game):
    """What an engine says of a game's cards: its texts of several words, without docstrings and names of keys."""
    said = {}
    for path in sorted((BUILTIN / "cardgen/play/games" / game).glob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and node not in docstrings and " " in str(node.value):
                said[f"{path.name}:{node.lineno}"] = plain(re.sub(r"'\w+'|: \w+:", "", str(node.value)))
    return said


def facts(game):
    """The prose of a game's facts and rulings, without what names keys."""
    return re.sub(r"`[^`]*`|## Terms.*?\n## ", "", text_of(game), flags=re.S)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_term_is_used(game, language, told):
    said = "\n".join(told[game, language].values())
    assert not unused(words(game, language), said)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_common_term_is_used(language, told):
    said = "\n".join(text for (_, of), all_texts in told.items() if of == language for text in all_texts.values())
    assert not unused(words("README", language), said)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [home.name for home in all_games()])
def test_no_other_word_is_used(game, language, told):
    pages = [game, "README"] if game in GAMES else ["README"]
    terms = sorted([term for page in pages for term in words(page, language)], key=len, reverse=True)
    banned = [word for page in pages for word in words(page, f"never {language}")]
    wrong = {}
    for label, text in told[game, language].items():
        for term in terms:
            if any(word in term for word in banned):  # what a longer term holds is no word of its own
                text = re.sub(re.escape(term), "¤", text, flags=re.I)
        for word in banned:
            for match in found(word, text):
                wrong.setdefault(text[max(0, match.start() - 30) : match.end() + 30], f"{word} ({label})")
    assert not wrong, "\n".join(f"{why}: …{around}…" for around, why in wrong.items())
