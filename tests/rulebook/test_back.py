"""A booklet's spare pages: none but what whole sheets demand, and none of them blank."""

import pytest

from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Group, Shape
from cardgen.pdf.write import write_pdf
from cardgen.rulebook.back import make_back, with_back
from cardgen.rulebook.cover import FRAME
from cardgen.rulebook.pages import make_pages
from cardgen.rulebook.sheet import A5
from tests.pdf_structure import heard
from tests.rulebook.library import book, seen


def texts(page):
    return [text.text for text in seen(page)]


@pytest.mark.parametrize(("count", "spare"), [(4, 0), (5, 3), (6, 2), (7, 1), (8, 0)])
def test_spare_pages_are_for_notes_and_the_last_is_a_back_cover(count, spare):
    document = make_pages("\n\n---\n\n".join(["words"] * (count - 1)), book())
    found = with_back(document, book())
    assert found.pages[:count] == document.pages and len(found.pages) == count + spare
    for number, page in enumerate(found.pages[count:-1], count + 1):
        assert texts(page)[0] == "Notes" and str(number) in texts(page)
        lines = [item for item in page.items if isinstance(item, Shape) and item.line == 0.2]
        assert len(lines) > 12
        ends = {segment[1] for line in lines for segment in line.segments}
        assert ends == {A5.left(number), A5.left(number) + A5.measure}
    if spare:
        assert texts(found.pages[-1]) == ["The Wood"]
        assert any(isinstance(item, Shape) and item.fill for item in found.pages[-1].items)
        assert not any(isinstance(item, Group) for item in found.pages[-1].items)
    assert write_pdf(found) == write_pdf(with_back(document, book()))


def test_a_summary_is_printed_on_the_back_cover():
    summary = make_back("## Your turn\n\nTake an :acorn:.", book())
    document = make_pages("\n\n---\n\n".join(["words"] * 4), book(back=True))
    found = with_back(document, book(), summary)
    assert len(found.pages) == 8 and [texts(page)[0] for page in found.pages[5:7]] == ["Notes"] * 2
    said = texts(found.pages[-1])
    assert said[0] == "The Wood" and "Your turn" in said
    assert all(text.left >= FRAME and text.right <= A5.width - FRAME for text in seen(found.pages[-1]))
    read = with_back(document, book(), summary, notes=False)
    assert len(read.pages) == 6 and texts(read.pages[-1]) == said
    assert heard(write_pdf(read))  # it is read aloud, too


def test_a_summary_that_does_not_fit_leaves_a_plain_back_cover():
    assert make_back("\n\n".join(["words " * 200] * 12), book()) is None
    with pytest.raises(InputError, match="no icon ':bcorn:'"):
        make_back("Take a :bcorn:.", book())


def test_the_back_cover_of_a_book_without_text_and_with_a_long_title():
    long = book(title="The Most Incomprehensible Misunderstandings of Seven Squirrels")
    found = with_back(make_pages("", long), long)
    assert [bool(texts(page)) for page in found.pages] == [True] * 4
    for text in seen(found.pages[-1]):
        assert text.left >= 20 and text.right <= A5.width - 20
    assert write_pdf(found)
