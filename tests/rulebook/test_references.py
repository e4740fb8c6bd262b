"""References name the page on which a chapter begins, read back from the PDF file."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgen.foundations.errors import InputError
from cardgen.rulebook.html import make_html
from cardgen.rulebook.markdown import read_markdown
from cardgen.rulebook.pages import _headings, make_pages, set_body
from tests.rulebook.library import book
from tests.rulebook.test_index import read_back

FILL = "The owl looks for mushrooms under the old oak until it is dark.\n\n"
FEW = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))


def text(before, between):
    """A book that sends its reader to a chapter further on."""
    return f"# The fox\n\n{FILL * before}See [The owl](see).\n\n# Acorns\n\n{FILL * between}\n\n# The owl\n\n{FILL * 9}"


@FEW
@given(st.integers(30, 60), st.integers(60, 99))
def test_a_reference_names_the_page_of_its_chapter(before, between):
    pages = read_back(make_pages(text(before, between), book()))
    (told,) = re.findall(r"See The owl, page (\d+)\.", " ".join(pages))
    assert len(pages) > 4 and "The owl The owl looks" in pages[int(told) - 1]


def test_a_short_book_is_looked_through_without_numbers():
    pages = read_back(make_pages(text(3, 3), book()))
    assert len(pages) < 5 and "See The owl." in " ".join(pages)


def test_a_chapter_that_its_number_moves_has_no_false_one():
    """A number makes a paragraph longer, which moves the chapter: whatever is told then is true."""
    for words in range(30, 60):
        said = (
            f"# One\n\n{FILL * 60}---\n\n" + f"{'owl ' * words}[Two](see)\n\n" * 8 + "## Two\n\nIt is dark.\n\n" + FILL
        )
        blocks = read_markdown(said, book().source)
        body = set_body(blocks, book())
        pages = read_back(make_pages(said, book()))
        told = set(re.findall(r"Two, page (\d+)", " ".join(pages)))
        assert told <= {str(_headings(body)["Two"])}


def test_a_web_page_has_a_link():
    assert '<a href="#h3"><em>The owl</em></a>.' in make_html(text(1, 1), book())


def test_a_title_that_no_chapter_has_is_told_with_its_line():
    message = "there is no chapter 'The Owls' to see; did you mean 'The owl'?"
    with pytest.raises(InputError, match=re.escape(message)) as error:
        make_pages("# The owl\n\nHoot.\n\nSee [The Owls](see).", book())
    assert error.value.faults[0].place.line == 5
