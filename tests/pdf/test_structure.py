"""What a rulebook's PDF file says where it is read aloud, read back by two readers that we did not write."""

import html
import io
import re
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Document, Group, Part, Shape
from cardgen.graphics.geometry import rectangle
from cardgen.pdf.write import write_pdf
from cardgen.rulebook.html import make_html
from cardgen.rulebook.pages import make_pages
from cardgen.rulebook.summary import make_summary
from cardgen.sheets.booklet import booklet
from tests.pdf_structure import heard, heard_by_pdfium
from tests.rulebook.library import book, face

ROWS = "\n".join(f"| beast {number} | {number * number} |" for number in range(70))
LONG = " ".join(f"incomprehensibly{'' if number % 3 else ' unquestionable'}" for number in range(90))
TEXT = f"""\
# Beasts

Take an :acorn: for each beast. {LONG}

1. Count:
   - foxes
   - owls
2. Rest.

| Beast | Worth |
|---|---|
{ROWS}

> **Mind** An owl is no fox.

![The beasts](cards:fox*3,owl=4)

## Round the table

![In a ring](ring:fox=1,owl=2)
"""


@pytest.fixture(scope="module")
def document() -> Document:
    return make_pages(TEXT, book(words=book().words | {"icon.acorn": "nut"}))


@pytest.fixture(scope="module")
def data(document) -> bytes:
    return write_pdf(document)


@pytest.fixture(scope="module")
def said(data):
    return heard(data)


def texts(part, *kinds):
    return [each.text for each in part.all(*kinds)]


def test_headings_stand_below_the_title(said):
    assert [(each.kind, each.text) for each in said.all("H1", "H2", "H3")] == [
        ("H1", "The Wood"),
        ("H2", "Beasts"),
        ("H3", "Round the table"),
    ]


def test_lists_are_counted_and_stand_in_one_another(said):
    steps, beasts = said.all("L")
    assert [each.attributes["/ListNumbering"] for each in (steps, beasts)] == ["/Decimal", "/Disc"]
    assert texts(steps, "Lbl") == ["1", "2"] and [each.kind for each in steps.parts] == ["LI", "LI"]
    assert texts(beasts, "LBody") == ["foxes", "owls"] and beasts in steps.parts[0].all("L")


def test_a_table_over_pages_is_one_and_its_header_is_read_once(said, document):
    (table,) = said.all("Table")
    assert len(table.parts) == 71 and texts(table, "TH") == ["Beast", "Worth"]
    assert all(each.attributes["/Scope"] == "/Column" for each in table.all("TH"))
    assert texts(table, "TD")[2:4] == ["beast 1", "1"]


def test_words_that_lines_divide_are_whole_and_lines_are_apart(said, document):
    drawn = [text.text for text in _all(document) if text.divided]
    assert drawn, "the sample has such words"
    (text,) = [each for each in texts(said, "P") if each.startswith("Take")]
    assert text == f"Take an nut for each beast. {LONG}"


def _all(document):
    from cardgen.graphics.drawing import texts as texts_of

    return [text for page in document.pages for text, _ in texts_of(page.items)]


def test_pictures_say_what_they_show_and_icons_their_names(said):
    assert [each.said for each in said.all("Figure")] == ["Fox, Owl", "3 × Fox, 4 × Owl", "1: Fox, 2: Owl"]
    assert "The beasts" in texts(said, "Caption")
    assert [each.said for each in said.all("Span")] == ["nut"]


def test_a_number_that_stands_largest_on_a_face_is_said():
    numbered = replace(face("fox", "#ffffff"), items=(*face("7", "#ffffff").items,))
    told = heard(write_pdf(make_pages("![x](cards:fox)", book(faces=book().faces | {"fox": numbered}, cover=()))))
    assert [each.said for each in told.all("Figure")] == ["Fox 7"]


def test_footers_are_not_read(said, document):
    assert len(document.pages) > 3
    assert said.text.count("The Wood") == 1


def test_another_reader_hears_the_same(data, said):
    pages = heard_by_pdfium(data)

    def strings(part):
        """What a part says, without the spaces and signs that readers put where lines end."""
        for each in [part.said] if part.said else part.inside:
            yield from [re.sub(r"[\s\x02\u00ad]+", "", each)] if isinstance(each, str) else strings(each)

    for kind in ("H1", "H2", "H3", "LI", "Lbl", "TH", "TD", "Figure", "Caption"):
        theirs = ["".join(strings(each)) for page in pages for each in page.all(kind)]
        assert theirs == ["".join(strings(each)) for each in said.all(kind)]
    assert "".join(text for page in pages for text in strings(page)) == "".join(strings(said))


def test_it_tells_its_title_and_language_and_has_bookmarks(data):
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert pdf.Root.ViewerPreferences.DisplayDocTitle and str(pdf.Root.Lang) == "en"
        assert pdf.pdf_version == "1.7"
        with pdf.open_metadata() as told:
            assert told["dc:title"] == "The Wood" and set(told["dc:language"]) == {"en"}
            assert list(told["dc:creator"]) == ["A. Squirrel"]
        with pdf.open_outline() as outline:
            assert [each.title for each in outline.root] == ["The Wood", "Beasts"]


def test_what_is_seen_does_not_change(document, data):
    plain = write_pdf(replace(document, structured=False))
    for ours, others in zip(*(pypdfium2.PdfDocument(each) for each in (data, plain)), strict=True):
        assert (ours.render().to_numpy() == others.render().to_numpy()).all()


def test_drawings_that_are_seen_through_stand_under_marks_too():
    veil = Shape(rectangle(0, 0, 60, 80), fill="#20406080")
    shown = replace(face("fox", "#ffffff"), items=(veil, *face("fox", "#ffffff").items))
    made = make_pages("![x](cards:fox*2)", book(faces=book().faces | {"fox": shown}, cover=()))
    page = made.pages[1]
    items = (Group((Group((veil,), part=Part("Figure", 0, "A veil")),), part=Part("Sect")), *page.items, veil)
    made = replace(made, pages=(made.pages[0], replace(page, items=items)))
    data = write_pdf(made)
    assert [each.said for each in heard(data).all("Figure")] == ["A veil", "2 × Fox"]
    pages = (pypdfium2.PdfDocument(each)[1] for each in (data, write_pdf(replace(made, structured=False))))
    ours, others = (page.render().to_numpy() for page in pages)
    assert (ours == others).all() and (ours != 255).any()


def test_a_booklet_is_for_the_printer(document):
    with pikepdf.open(io.BytesIO(write_pdf(booklet(document)))) as pdf:
        assert "/StructTreeRoot" not in pdf.Root
        assert b"MCID" not in pdf.pages[0].Contents.read_bytes()


def test_a_summary_is_read_too():
    told = heard(write_pdf(make_summary("## Turn\n\n- Take :acorn:\n- Pass", book())))
    assert texts(told, "H1", "H3") == ["The Wood", "Turn"] and texts(told, "LBody") == ["Take acorn", "Pass"]


def test_the_same_bytes_each_time(document, data):
    assert write_pdf(document) == data


def test_blocks_that_say_the_same_are_two():
    told = heard(write_pdf(make_pages("Same.\n\nSame.\n\n- x\n- x", book())))
    assert texts(told, "P")[-4:] == ["Same.", "Same.", "x", "x"]


WORDS = st.lists(st.sampled_from(["a", "fox", "**owl**", "*takes*", ":acorn:", "unquestionably"]), min_size=1).map(
    " ".join
)
BLOCKS = st.one_of(
    WORDS,
    WORDS.map("## {}".format),
    st.lists(WORDS, min_size=1, max_size=4).map(lambda items: "\n".join(f"- {item}" for item in items)),
    st.lists(WORDS, min_size=1, max_size=4).map(lambda items: "\n".join(f"3. {item}" for item in items)),
    st.tuples(WORDS, WORDS, WORDS).map(lambda row: f"| {row[0]} | {row[1]} |\n|---|---|\n| {row[2]} | x |"),
    WORDS.map("> **Mind** {}\n>\n> - x".format),
    WORDS.map("![see {}](cards:fox,owl)".format),
)


@settings(max_examples=15, deadline=None)
@given(st.lists(BLOCKS, min_size=1, max_size=6).map("\n\n".join))
def test_it_says_what_the_web_page_says(markdown):
    told = heard(write_pdf(make_pages(markdown, book())))
    page = re.search(r'<main id="text">(.*)</main>', make_html(markdown, book()), re.S)[1]
    page = re.sub(r'<svg class="icon"[^>]*aria-label="([^"]*)".*?</svg>', r"\1", page, flags=re.S)
    page = re.sub(r"<svg .*?<title>(.*?)</title>.*?</svg>", r" \1,", page, flags=re.S).replace(
        ",</div></div>", "</div>"
    )
    words = html.unescape(
        re.sub(r"<[^>]*>", "", re.sub(r"</?(p|li|h\d|t[dh]|figcaption|div)\b[^>]*>", " ", page))
    ).split()
    ours = " ".join(
        each.text for part in told.parts[1:] for each in part.all("P", "H3", "Caption", "TD", "TH", "Figure")
    ).split()
    assert ours == words


FOREIGN = "Say [bonne chance](lang=fr), and **[Prost](lang=de_AT)**."


def test_words_in_another_language_say_so():
    data = write_pdf(make_pages(FOREIGN, book()))
    assert "Say bonne chance, and Prost." in texts(heard(data), "P")
    spans = [(each.language, each.text) for each in heard(data).all("Span")]
    assert spans == [("fr", "bonne chance"), ("de-AT", "Prost")]
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert b"/Lang" not in pdf.pages[1].Contents.read_bytes(), (
            "a mark within a mark, behind which some readers stop"
        )
    page = make_html(FOREIGN, book())
    assert '<span lang="fr">bonne chance</span>' in page and '<span lang="de-AT"><strong>Prost</strong></span>' in page


def test_a_language_is_a_code():
    with pytest.raises(InputError, match=r"expected a language, such as .*, got 'French!'"):
        make_pages("Say [bonne chance](lang=French!).", book())


def test_icons_that_stand_close_to_words_are_words_apart():
    told = heard(write_pdf(make_pages("Take 3:acorn:, or :acorn::acorn:now.", book())))
    assert "Take 3 acorn, or acorn acorn now." in texts(told, "P")
