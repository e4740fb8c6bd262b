"""The index: its numbers are those of the pages that name a term, read back from the PDF file."""

import re

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.foundations.errors import InputError, Place
from cardgen.graphics.drawing import Text
from cardgen.pdf.write import write_pdf
from cardgen.rulebook.atoms import part, read_out, words_of
from cardgen.rulebook.blocks import Index, Term
from cardgen.rulebook.html import make_html
from cardgen.rulebook.index import Named, _balanced, _chief
from cardgen.rulebook.markdown import read_markdown
from cardgen.rulebook.pages import _index_pages, make_pages, set_body
from tests.rulebook.library import book

TEXT = """\
# The wood

The **acorn** is what you play for. Draw from the draw pile, and squir\u00adrels quarrel.

---

# More

ACORNS are nice; acornish is no word of ours.

---

# Third

Draw
piles; an acorn.

```index Index
- acorn, acorns
- draw pile, draw piles
- Third
- elk
```
"""


def read_back(document):
    """The words of each page."""
    file = pypdfium2.PdfDocument(write_pdf(document))
    return [" ".join(page.get_textpage().get_text_range().split()) for page in file]


def test_terms_have_the_numbers_of_the_pages_that_name_them():
    *_, last = read_back(make_pages(TEXT, book()))
    assert re.search(r"acorn\W+2, 3–4\b", last) and re.search(r"draw pile\W+2, 4\b", last)
    assert re.search(r"Third\W+4\b", last) and "elk" not in last


def test_a_long_books_numbers_are_those_of_its_pages():
    words = ["acorn", "owl", "badger", "draw pile", "elk", "fern", "glade"]
    sentences = (f"The {words[n * 37 // 500 % 7]} {'quarrels about it ' * (n % 9)}." for n in range(250))
    said = "\n\n".join(sentences)
    listed = "\n".join(f"- {word}" for word in words)
    pages = read_back(make_pages(f"# A\n\n{said}\n\n```index Where to look\n{listed}\n```\n", book()))
    text, index = pages[:-1], pages[-1].partition("Where to look")
    named = {
        word: {n for n, page in enumerate([*text, index[0]], 1) if re.search(rf"\b{word}\b", page)} for word in words
    }
    assert len({len(pages) for pages in named.values()}) > 2
    for word in words:
        (told,) = re.findall(rf"{word}\W+((?:\d+(?:–\d+)?,? ?)+)", index[2])
        ends = [tuple(map(int, each.split("–"))) for each in re.findall(r"\d+(?:–\d+)?", told)]
        found = {page for end in ends for page in range(end[0], end[-1] + 1)}
        assert found and found <= named[word] and min(found) == min(named[word])


def test_its_chief_page_is_that_of_its_chapter_or_heading_or_of_the_term_in_bold():
    acorn = Term(("acorn", "acorns"), Place("en.md.j2"))
    asked = Named(2, "May I take an acorn?", "", "", ("May I take an acorn?",))
    bold, heading = Named(3, "Acorns", "", "", ("Acorns.",)), Named(4, "The acorn", "", "The acorn", ())
    chapter = Named(5, "The acorn", "The acorn", "", ())
    for pages, chief in (([asked], 0), ([asked, bold], 3), ([asked, bold, heading], 3), ([heading, bold], 4)):
        assert _chief(acorn, pages) == chief and _chief(acorn, [*pages, chapter]) == 5


def test_what_stands_in_brackets_in_a_term_is_not_in_bold_with_it():
    ahead = Term(("ahead (place)", "just ahead"), Place("en.md.j2"))
    told = Named(2, "Ahead means nearer", "", "", ("Ahead",)), Named(3, "go ahead", "", "", ("Go ahead",))
    assert _chief(ahead, told) == 2


@pytest.mark.parametrize("term", ["very old hollow oak", "squir\u00adrels’ hollow oak"])
def test_a_term_in_bold_that_goes_on_in_the_next_line_is_in_bold_by_itself(term):
    said, broken = term.replace("\u00ad", ""), 0
    for before in range(1, 30):
        blocks = read_markdown(f"{'so ' * before}the **{term}** stands, and **so** on.", book().source)
        body = set_body(blocks, book())
        (page,) = _index_pages(body)
        assert page.bold == (said, "so")
        broken += all(said not in words_of(atom) for atom in body.page_costs.atoms)
    assert broken > 1


def test_terms_in_bold_that_end_one_paragraph_and_begin_the_next_are_two():
    (page,) = _index_pages(set_body(read_markdown("It is an **acorn**\n\n**oak** is a tree.", book().source), book()))
    assert page.bold == ("acorn", "oak")


def test_what_a_figure_says_in_bold_is_no_page_of_a_term():
    said, label = (Text(0, 0, words, "alegreya/bold", 3, "#000000", 9, 1, 1) for words in ("told", "Draw pile"))
    items = [*part([said], "P"), *part(part([label], "P"), "Figure", said="A table")]
    assert [text.text for text in read_out(items)] == ["told"]


def test_it_is_as_high_without_its_numbers():
    blocks = read_markdown(TEXT, book().source)
    body = set_body(blocks, book())
    (index,) = (block for block in blocks if isinstance(block, Index))
    assert not index.pages
    assert body.page_costs.filled(*body.breaks.pages[-1]) <= body.page_costs.room.height


MEANT = TEXT.replace(
    "- acorn, acorns", "- acorn, acorns: What a squirrel hides, and finds again if winter is long"
).replace("- elk", "- elk: No beast of this wood")


def test_what_terms_mean_stands_below_them_in_their_order():
    *_, last = read_back(make_pages(MEANT, book()))
    assert re.search(r"acorn\W+2, 3–4\s", last) and "What a squirrel hides, and finds again" in last
    assert "if winter is long" in last
    assert "beast" not in last  # of a term that no page names


def test_a_long_term_is_told_to_its_end():
    long = "the squirrel that hides in the hollow oak by the mill"
    *_, last = read_back(make_pages(f"# A\n\nSo does {long}.\n\n```index Index\n- {long}\n- mill\n```\n", book()))
    told = last.partition("Index")[2]
    assert all(word in told for word in long.split()) and re.search(r"by the mill\W+2\b|mill\W+2\b", told)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=40))
def test_columns_are_as_low_as_can_be_and_divide_no_entry(heights):
    entries = [[(number, line) for line in range(count)] for number, count in enumerate(heights)]
    high, columns = _balanced(entries)
    assert [line for column in columns for _, line in column] == [line for entry in entries for line in entry]
    firsts = [column[0][1] for column in columns if column]
    assert all(line == 0 for _, line in firsts) and max(map(len, columns)) == high
    assert high == min(max(sum(heights[:cut]), sum(heights[cut:])) for cut in range(len(heights) + 1))


def test_a_web_page_has_a_glossary_alone():
    page = make_html(TEXT, book())
    assert "Index" not in page and "draw pile" in page
    page = make_html(MEANT, book())
    assert re.search(r'<h2 id="h\d">Index</h2>\n<ul>\n<li><p><strong>acorn</strong><br>What a squirrel', page), page[
        -900:
    ]
    assert "beast" not in page


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("```index\n- a\n```", "an index without a title; write ```index what it shows"),
        ("```index Index\n- [a, b]\n```", "0: expected keys with values, got a list"),
        ("```index Index\n- {a: b, c: d}\n```", "0: expected at most 1, got 2"),
        ("```index Index\n- {a: [b]}\n```", "0.a: expected a text, got a list"),
        ("```index Index\na: b\n```", "expected a list"),
        ("```index Index\n[]\n```", "expected at least one, got an empty list"),
    ],
)
def test_what_is_no_list_of_terms_is_told_with_its_line(text, message):
    with pytest.raises(InputError, match=re.escape(message)) as error:
        make_pages(text, book())
    (fault,) = error.value.faults
    assert fault.place.line <= 2
