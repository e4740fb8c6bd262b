"""The rulebooks of the library's games of clauses: they hang on all clauses, alike in each language."""

from pathlib import Path

import pytest

from cardgen.definitions.game import BASE
from cardgen.press.edition import Options, open_edition
from cardgen.rulebook.clause_sentences import own_sentences, sentence
from cardgen.store.library import BUILTIN, RULES, find_game
from cardgen.text.strings import Strings
from cardgen.validation.sentences import check_sentences

GAMES = sorted(path.parent.name for path in (BUILTIN / "decks").glob(f"*/{RULES}"))
TRIED = Path(__file__).parents[1] / "rules" / "house_rules"  # variants that only tests know, a folder for each game
BOOKS = [(name, variant) for name in GAMES for variant in (BASE, *find_game(name).variants)]
BOOKS += [(path.parent.name, str(path)) for path in sorted(TRIED.glob("*/*.yaml"))]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant"), BOOKS)
def test_books_hang_on_all_clauses_and_say_what_a_variant_changes(name, variant):
    edition = open_edition(find_game(name), variant, Options(), lambda finding: None)
    told = []
    for language in edition.game.languages:
        book, template = edition.book(language), edition.template(f"{language}.md.j2")
        assert not list(check_sentences(book))
        told.append({(mark.untold, clause) for mark in book.marks(template) for clause in mark.clauses})
        said, strings = book.markdown(template), Strings(language, edition.game.strings[language])
        for path in own_sentences(edition.game, edition.base, language):
            assert said.count(sentence(edition.game, strings, path)) == 2, "among the changes, and in its place"
    assert told[0] and all(each == told[0] for each in told)
