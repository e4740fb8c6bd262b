"""No text of a rulebook or a summary is too small to be read, in figures and on covers neither."""

from functools import partial

import pytest

from cardgen.definitions.game import BASE
from cardgen.press.edition import Common, Options, open_edition
from cardgen.rulebook.legible import too_small
from cardgen.rulebook.pages import make_pages
from cardgen.rulebook.summary import make_summary
from cardgen.store.library import all_games

MADE = {"{}.md.j2": make_pages, "{}.summary.md.j2": partial(make_summary, paper="a5")}


@pytest.mark.slow
@pytest.mark.parametrize("home", all_games(), ids=lambda home: home.name)
def test_all_texts_of_all_editions_can_be_read(home):
    common = Common()
    for variant in (BASE, *home.variants):
        edition = open_edition(home, variant, Options(only=("rulebook", "summary")), lambda finding: None, common)
        for language in edition.languages:
            for name, make in MADE.items():
                if template := home.rulebook(name.format(language)):
                    document = edition.book(language).typeset(template, make)
                    assert list(too_small(document)) == [], f"{home.name} {variant} {language}"
