"""Blocks to pages: nothing is lost, nothing leaves the margins, nothing is torn apart."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgen.foundations.errors import DOES_NOT_FIT, GLYPH_MISSING, UNKNOWN_NAME, InputError
from cardgen.graphics.drawing import Group, Shape, Symbol, Use
from cardgen.graphics.geometry import IDENTITY, box_through, rectangle, segments_box
from cardgen.pdf.write import write_pdf
from cardgen.rulebook.atoms import Atom, Keep
from cardgen.rulebook.blocks import Callout, Figure, Heading, Items, Paragraph, Table
from cardgen.rulebook.cover import CUT, FRAME
from cardgen.rulebook.look import Look
from cardgen.rulebook.markdown import read_markdown
from cardgen.rulebook.page_costs import Room
from cardgen.rulebook.pages import make_pages
from cardgen.rulebook.paginate import paginate
from cardgen.rulebook.sheet import A5
from cardgen.rulebook.table import LONE_ICON_SCALE
from cardgen.text.optical import LEFT, RIGHT
from tests.rulebook.library import ACORN, FACES, body, book, font, in_footer, lines, seen, told
from tests.rulebook.produce import drawn

WORDS = ["a", "fox", "eats", "seven", "beautiful", "mushrooms", "under", "the", "old", "incomprehensible", "oak,", "it"]
words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=90).map(" ".join)
few = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
headings = st.tuples(st.sampled_from(["# ", "## ", "### "]), few).map("".join)
bullets = st.lists(words, min_size=1, max_size=5).map(lambda found: "\n".join(f"- {item}" for item in found))
steps = st.lists(words, min_size=1, max_size=5).map(lambda found: "\n".join(f"1. {item}" for item in found))
callouts = st.tuples(few, words).map(lambda found: f"> **{found[0]}**\n>\n> {found[1]}")
figures = st.tuples(few, st.integers(1, 4)).map(lambda found: f"![{found[0]}](cards:fox*{found[1]},owl)")
tables = st.lists(st.tuples(few, words), min_size=1, max_size=9).map(
    lambda rows: "| it | the |\n|---|--:|\n" + "\n".join(f"| {a} | {b} |" for a, b in rows)
)
blocks = st.one_of(words, words, words, headings, bullets, steps, callouts, figures, tables)
texts = st.lists(blocks, min_size=1, max_size=14).map("\n\n".join)
PLENTY = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def plain(markdown):
    """What a text says in the order in which it is set, without spaces and hyphens."""
    found = []

    def add(block, number=None):
        match block:
            case Paragraph() | Heading():
                found.append(said(block.words))
            case Items():
                for index, item in enumerate(block.items):
                    found.append("" if block.start is None else str(block.start + index))
                    for inner in item:
                        add(inner)
            case Callout():
                found.append(said(block.title))
                for inner in block.blocks:
                    add(inner)
            case Figure():
                found.append(said(block.caption))
            case Table():
                for row in (block.header, *block.rows):
                    found.extend(said(cell) for cell in row)

    for block in read_markdown(markdown, book().source):
        add(block)
    return "".join(found)


def said(runs):
    return "".join(sign for run in runs for sign in getattr(run, "text", "") if not sign.isspace() and sign != "-")


def front(document):
    """How many pages stand before the text."""
    return next(i for i, page in enumerate(document.pages) if i and "Contents" not in {t.text for t in seen(page)})


def hung(shares, text, index):
    """How far a text may stand out in the margin: its own sign there, in mm."""
    sign = text.text.strip()[index]
    return shares.get(sign, 0.0) * font(text.font).width(sign) * text.size


@PLENTY
@given(texts)
def test_nothing_is_lost_and_nothing_leaves_the_margins(markdown):
    document = make_pages(markdown, book())
    # a table that goes on over the page has its header twice, and contents may go on: those are tested below
    pages = body(document, front(document))
    if "| it |" not in markdown and sum("# " in line for line in markdown.split("\n")) < 20:
        assert told(pages) == plain(markdown)
    for number, page in enumerate(document.pages[1:], 2):
        left = A5.left(number)
        for text in seen(page):
            assert text.left >= left - hung(LEFT, text, 0) - 0.02, text
            assert text.right <= left + A5.measure + hung(RIGHT, text, -1) + 0.02, text
            if not in_footer(text, page):
                assert text.baseline <= page.height - A5.bottom + 0.02
                assert text.baseline - text.size <= page.height and text.baseline > A5.top


@PLENTY
@given(texts)
def test_a_heading_never_ends_a_page(markdown):
    document = make_pages(markdown + "\n\nwords", book())
    for page in body(document, front(document)):
        last = lines(page)[-1]
        assert not (last[0].font == "fraunces/bold" and len(last[0].text) > 3), last


@PLENTY
@given(st.lists(st.integers(5, 140), min_size=1, max_size=30))
def test_no_paragraph_leaves_a_line_alone(counts):
    markdown = "\n\n".join(f"Begin {' '.join(['mushroom'] * count)} end." for count in counts)
    pages = [lines(page) for page in body(make_pages(markdown, book()))]
    for before, after in pairwise(pages):
        opens = [line[0].text.startswith("Begin") for line in before]
        closes = [line[-1].text.endswith("end.") for line in after]
        assert not (opens[-1] and not before[-1][-1].text.endswith("end.")), "an orphan"
        assert not (closes[0] and not after[0][0].text.startswith("Begin")), "a widow"


def test_lines_stand_on_a_grid():
    markdown = "\n\n".join(["# One", "words " * 40, "## Two", "- words\n- " + "words " * 40, "words " * 60])
    document = make_pages(markdown, book())
    unit = Look(book()).unit
    text = [found for found in body(document)[0] if found.font == "alegreya/regular"]
    steps = {round(((found.baseline - text[0].baseline) / unit) % 1, 6) % 1 for found in text}
    assert steps == {0.0}


def test_justified_lines_end_at_the_margin_but_not_the_last():
    (page,) = body(make_pages("mushrooms under the old oak " * 20, book()))
    found = lines(page)
    for line in found[:-1]:
        margin = A5.left(2) + A5.measure + hung(RIGHT, line[-1], -1)
        assert line[-1].right == pytest.approx(margin, abs=0.01)
        assert line[0].left == pytest.approx(A5.left(2) - hung(LEFT, line[0], 0), abs=0.01)
    assert found[-1][-1].right < found[0][-1].right - 1


def test_a_paragraph_whose_spaces_would_gape_is_ragged():
    for words, ragged in (("owls " * 40, False), (" ".join(["W" * 23, "W" * 9] * 3), True)):
        first, second, *_ = lines(body(make_pages(words, book()))[0])
        assert (first[-1].right < 125) == (second[-1].right < 125) == ragged


@pytest.mark.parametrize(
    ("display", "expected"), [("fraunces/bold", "fraunces/bold"), ("tavern/regular", "alegreya/bold")]
)
def test_numbers_of_steps_are_lining(display, expected):
    (page,) = body(make_pages("1. one\n2. two", book(fonts=FACES | {"display": font(display)}, faces={}, cover=())))
    assert [(text.text, text.font) for text in page if text.text.isdigit()] == [("1", expected), ("2", expected)]


def test_the_cover_has_title_faces_and_author():
    page = make_pages("text", book()).pages[0]
    texts = [text.text for text in seen(page)]
    assert texts[:2] == ["The Wood", "Foxes and owls"]
    assert set(texts[2:]) == {"A. Squirrel", "2 to 4 players"}
    assert uses(page.items) == ["pack/fox", "pack/owl"]


def test_a_long_title_is_set_on_the_cover():
    long = "The Most Incomprehensible Adventures of the Seven Squirrels"
    texts = [text for text in seen(make_pages("text", book(title=long)).pages[0]) if text.font == "fraunces/bold"]
    assert " ".join(text.text.rstrip() for text in texts) == long
    assert all(text.left >= 17 and text.right <= A5.width - 17 for text in texts)


@pytest.mark.parametrize(
    "title", ["The Wood", "The Most Incomprehensible Adventures of the Seven Squirrels", "The Wood – A Winter's Night"]
)
@pytest.mark.parametrize("box", [(0, 0, 120, 160), (10, 10, 310, 110), (0, 0, 100, 400)])
def test_a_scene_stands_on_the_cover_clear_of_the_words(title, box):
    scene = Symbol("pictures/scene", box, (Shape(rectangle(*box), fill="#204060"),))
    page = make_pages("text", book(title=title, scene=scene)).pages[0]
    assert uses(page.items) == ["pictures/scene"], "in place of the faces"
    (cover,) = page.items
    (shown,) = [item for item in cover.items if isinstance(item, Group) and item.clip]
    (use,) = shown.items
    left, top, right, bottom = segments_box(shown.clip)
    assert left > FRAME and right < A5.width - FRAME
    assert all(text.baseline + text.size / 4 < top or text.baseline - text.size > bottom for text in seen(page))
    drawn = box_through(use.matrix, box)
    assert (drawn[0], drawn[2], drawn[3]) == pytest.approx((left, right, bottom))
    whole = drawn[3] - drawn[1]
    assert (1 - CUT) * whole - 1e-6 <= bottom - top <= whole + 1e-6, "only its top is cut, and little of it"


def chapters(names):
    return "\n\n---\n\n".join(f"# Chapter {name}\n\n## Section {name}\n\nwords" for name in names)


def test_the_contents_name_the_pages_where_chapters_stand():
    names = "abcdefghij"
    document = make_pages(chapters(names), book())
    found = [[text.text.rstrip() for text in line] for line in lines(body(document)[0])]
    assert found == [["Contents"]] + [
        [f"{kind} {name}", str(page)] for page, name in enumerate(names, 3) for kind in ("Chapter", "Section")
    ]
    for number, name in enumerate(names, 3):
        page = document.pages[number - 1]
        assert f"Chapter {name}" in [text.text for text in seen(page)]
        assert page.bookmark == f"Chapter {name}"


@pytest.mark.parametrize(("count", "listed"), [(9, False), (10, True)])
def test_there_are_contents_where_there_are_more_than_ten_pages(count, listed):
    document = make_pages(chapters("abcdefghij"[:count]), book())
    assert len(document.pages) == 1 + listed + count
    assert any(text.text == "Contents" for page in body(document) for text in page) == listed


def alone(count):
    """Chapters without sections, each on a page."""
    return "\n\n---\n\n".join(f"# Chapter {number}\n\nwords" for number in range(count))


@pytest.mark.parametrize(("count", "listed"), [(14, True), (15, False), (16, True)])
def test_contents_of_a_short_book_take_no_sheet_more(count, listed):
    assert len(make_pages(alone(count), book()).pages) == 1 + listed + count


def test_a_page_is_kept_for_the_back_cover_where_there_is_something_to_print_on_it():
    """Contents go first, as those of a short book do."""
    assert len(make_pages(alone(14), book()).pages) == 16
    assert len(make_pages(alone(14), book(back=True)).pages) == 15


def test_contents_of_a_short_book_turn_no_leaf_within_its_chapters():
    """Chapters of two pages each face one another from the second page on, and would not from the third."""
    paragraph = "The owl looks for mushrooms under the old oak until it is dark. " * 6
    markdown = "\n\n".join(f"# Chapter {number}\n\n" + f"{paragraph}\n\n" * 12 for number in range(5))
    document = make_pages(markdown, book())
    opened = [page.bookmark is not None for page in document.pages[1:]]
    assert opened == [True, False] * 5


def test_a_long_text_without_chapters_has_no_contents():
    assert front(make_pages("\n\n---\n\n".join(["words"] * 12), book())) == 1


def test_contents_may_go_on_over_pages():
    document = make_pages("\n\n".join(f"# Chapter {index}\n\nwords" for index in range(130)), book())
    first = next(i for i, page in enumerate(document.pages) if "words" in {t.text for t in seen(page)})
    assert first > 3
    assert lines(body(document)[0])[1][1].text == str(first + 1)


def test_footers_have_title_and_number_at_the_outer_side():
    document = make_pages("# One\n\ntext\n\n---\n\ntext", book())
    for number, page in enumerate(document.pages[1:], 2):
        texts = {text.text: text for text in seen(page) if in_footer(text, page)}
        assert set(texts) == {"The Wood", str(number)}
        assert (texts[str(number)].left > texts["The Wood"].left) == (number % 2 == 1)


def test_a_table_higher_than_a_page_has_its_header_on_each():
    rows = "\n".join(f"| {index} | words |" for index in range(60))
    pages = body(make_pages(f"| number | what |\n|--:|---|\n{rows}", book()))
    assert len(pages) > 1
    assert [lines(page)[0][0].text for page in pages] == ["number"] * len(pages)
    assert [int(line[0].text) for page in pages for line in lines(page)[1:]] == list(range(60))


def test_words_of_a_table_are_divided_only_where_a_column_has_no_room_for_them():
    long = "incomprehensible mushrooms " * 4
    whole = "\n".join(f"| {index} beautiful mushrooms | {long} |" for index in range(8))
    narrow = f"| {'incomprehensible' * 3} | {'mushrooms' * 9} |"
    for rows, divided in ((whole, False), (narrow, True)):
        (page,) = body(make_pages(f"| it | what |\n|---|---|\n{rows}", book()))
        assert any(text.text.endswith(("-", "\xad", "‐")) for line in lines(page) for text in line) == divided


@pytest.mark.parametrize("columns", [6, 8, 9])
def test_a_table_of_many_columns_fits_its_page(columns):
    """Long words are divided, numbers are not squeezed for them, and letters become smaller before a table fails."""
    head = "| " + " | ".join(["Mademoiselle", *["Strength"] * (columns - 1)]) + " |\n"
    rows = ("| " + " | ".join(["Mademoiselle", *["1234"] * (columns - 1)]) + " |\n") * 4
    (page,) = body(make_pages(f"{head}|{'--:|' * columns}\n{rows}", book()))
    texts = [text for line in lines(page) for text in line]
    assert max(text.right for text in texts) <= A5.left(2) + A5.measure
    assert [text.text for text in texts].count("1234") == 4 * (columns - 1)


def test_a_callout_that_fits_a_page_is_not_divided():
    markdown = "words " * 500 + "\n\n> **Title**\n>\n> " + "mushrooms " * 120
    pages = body(make_pages(markdown, book()))
    holding = [page for page in pages if any("mushrooms" in text.text for text in page)]
    assert len(holding) == 1 and any(text.text == "Title" for text in holding[0])


def test_a_callout_higher_than_a_page_goes_on():
    pages = body(make_pages("> **Title**\n>\n> " + "mushrooms " * 700, book()))
    assert len(pages) > 1
    assert told(pages) == "Title" + "mushrooms" * 700


def test_what_a_colon_announces_stands_with_it():
    filler = "\n\n".join(["words"] * 24)
    for more in range(1, 8):
        markdown = filler + "\n\nwords" * more + "\n\nThe foxes:\n\n![Foxes](cards:fox*3)"
        for page in body(make_pages(markdown, book())):
            texts = [text.text for text in page]
            assert ("The foxes:" in texts) == ("Foxes" in texts)


@pytest.mark.parametrize("sign", ["-", "1."])
def test_no_item_of_a_list_stands_alone_on_a_page(sign):
    for above in range(1, 40):
        items = "\n".join(f"{sign} mushrooms" for _ in range(7))
        pages = body(make_pages("\n\n".join(["fox"] * above) + f"\n\nThe owl eats:\n\n{items}", book()))
        found = [sum(line[-1].text == "mushrooms" for line in lines(page)) for page in pages]
        assert sum(found) == 7 and 1 not in found


def test_figures_show_the_real_faces_cut_at_their_trim():
    document = make_pages("![Three foxes](cards:fox*3,owl)", book())
    assert uses(document.pages[1].items) == ["pack/fox"] * 3 + ["pack/owl"]
    assert {"pack/fox", "pack/owl"} <= set(document.symbols)
    clips = [item.clip for item in groups(document.pages[1].items) if item.clip]
    assert all(max(abs(value) for _, *numbers in clip for value in numbers) == 88 for clip in clips)


def test_counts_stand_below_their_faces():
    document = make_pages("![Beasts](cards:fox=15,owl=4)", book())
    counts = [text for text in seen(document.pages[1]) if "×" in text.text]
    assert [text.text for text in counts] == ["×\u00a015", "×\u00a04"]
    faces = [item.matrix for item in groups(document.pages[1].items) if len(item.items) == 2 and item.matrix[0] != 1]
    for (scale, *_, x, _y), text in zip(faces, counts, strict=True):
        middle = A5.left(2) + x + 63 * scale / 2
        assert (text.left + text.right) / 2 == pytest.approx(middle, abs=0.05)
    bottom = max(y + 88 * scale for scale, *_, y in faces)
    assert all(text.baseline - A5.top > bottom for text in counts)


def test_figures_in_boxes_are_smaller():
    def scale(markdown):
        document = make_pages(markdown, book())
        return max(item.matrix[0] for item in groups(document.pages[1].items) if item.matrix[0] != 1)

    assert scale("> ![Foxes](cards:fox*2)") == pytest.approx(0.75 * scale("![Foxes](cards:fox*2)"))


def test_figures_of_many_faces_are_put_in_rows():
    document = make_pages(f"![Foxes](cards:{','.join(['fox'] * 9)})", book())
    tops = {round(item.matrix[5], 3) for item in groups(document.pages[1].items) if item.matrix[0] != 1}
    assert uses(document.pages[1].items) == ["pack/fox"] * 9
    assert tops


def test_icons_stand_among_words():
    document = make_pages("Take :acorn: now.", book())
    assert uses(document.pages[1].items) == [ACORN.name]
    assert document.symbols[ACORN.name] == ACORN


def test_an_icon_that_is_alone_in_a_cell_is_larger_about_the_same_middle():
    document = make_pages("| a | b |\n|---|---|\n| :acorn: | :acorn: it |", book())
    told = [item for item in drawn(document.pages[1].items, document, IDENTITY) if item.startswith(ACORN.name)]
    (_, top, _, bottom), (_, above, _, below) = (map(float, item.split(" in ")[1].split()) for item in told)
    assert bottom - top == pytest.approx(LONE_ICON_SCALE * (below - above), abs=0.02)
    assert top + bottom == pytest.approx(above + below, abs=0.02)


def test_columns_of_icons_leave_their_room_to_words():
    def width(head):
        cells = f"| {'owls and foxes ' * 20} | :acorn: | :acorn: |"
        (page,) = body(make_pages(f"| it | {head} | {head} |\n|--:|---|---|\n{cells}", book()))
        return max(text.right for text in lines(page)[1])

    assert width(":acorn:") > width("a") + 2


@pytest.mark.parametrize(
    ("markdown", "line", "code", "message"),
    [
        ("one\n\n![foxes](cards:fxo)", 3, UNKNOWN_NAME, "there is nothing called 'fxo' to show; did you mean 'fox'?"),
        ("one\n\n:acron:", 3, UNKNOWN_NAME, "there is no icon ':acron:'; did you mean 'acorn'?"),
        ("one\n\n- 漢", 3, GLYPH_MISSING, "there is no '漢' (U+6F22)"),
        (
            "| a |\n|---|\n| " + "m" * 90 + " |",
            1,
            DOES_NOT_FIT,
            "even with its words divided, it is wider than the page",
        ),
    ],
)
def test_what_is_unknown_is_told_with_its_line(markdown, line, code, message):
    with pytest.raises(InputError) as caught:
        make_pages(markdown, book())
    (fault,) = caught.value.faults
    assert (fault.place.line, fault.code) == (line, code)
    assert message in fault.message


def test_all_unknown_names_are_told_together():
    with pytest.raises(InputError) as caught:
        make_pages("![a](cards:fix)\n\n> ![b](cards:awl)\n\n- :nut:", book())
    assert [fault.place.line for fault in caught.value.faults] == [1, 3, 5]


def test_an_unknown_face_on_the_cover():
    with pytest.raises(InputError, match="nothing called 'oak' to show"):
        make_pages("text", book(cover=("oak",)))


def test_an_empty_text_is_a_cover():
    assert len(make_pages("", book()).pages) == 1


def test_the_document_can_be_written_and_stays_the_same():
    markdown = "# One\n\nTake :acorn:\n\n![foxes](cards:fox*2)"
    first, second = (write_pdf(make_pages(markdown, book())) for _ in range(2))
    assert first == second and first.startswith(b"%PDF")


def test_what_is_held_together_and_too_high_is_divided():
    atoms = [Atom(4.0, keep=Keep.MUST) for _ in range(10)]
    assert [len(page) for page in paginate(atoms, Room(10.0))] == [2, 2, 2, 2, 2]


def uses(items):
    found = []
    for item in items:
        if isinstance(item, Group):
            found += uses(item.items)
        elif isinstance(item, Use):
            found.append(item.symbol)
    return found


def groups(items):
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from groups(item.items)


def test_figures_are_made_smaller_where_that_saves_a_page():
    markdown = "\n\n".join(["![Foxes](cards:fox*3)"] * 4)
    sizes = set()
    for more in range(30):
        document = make_pages("words\n\n" * more + markdown, book())
        faces = [item.matrix[0] for page in document.pages[1:] for item in groups(page.items) if item.clip is None]
        sizes |= {round(scale, 4) for scale in faces if scale != 1}
    assert len(sizes) > 1 and min(sizes) == pytest.approx(0.84 * max(sizes), abs=1e-3)


def test_steps_of_two_digits():
    pages = body(make_pages("1. words\n" * 12, book()))
    numerals = [text for text in pages[0] if text.font == "fraunces/bold"]
    assert [text.text for text in numerals] == [str(number) for number in range(1, 13)]
    assert len({round(text.right, 2) for text in numerals}) == 1


def test_two_lines_stand_with_a_heading():
    items = "\n".join(["- words"] * 9)
    for more in range(40):
        pages = body(make_pages("words\n\n" * more + "## Heading\n\n" + items, book()))
        (page,) = (lines(page) for page in pages if any(text.text == "Heading" for text in page))
        index = next(i for i, line in enumerate(page) if line[0].text == "Heading")
        assert len(page) - index > 2


def test_a_chapter_that_announces_its_sections_is_seldom_left_at_the_foot_of_a_page():
    """Only where a third of the page would be empty without it: it was left there five times of these."""
    rest = "\n\n".join(["words"] * 12)
    left = []
    for more in range(8, 34):
        told = "words\n\n" * more + f"# Your Turn\n\nIt has parts.\n\n## First\n\n{rest}"
        pages = [[text.text for text in page] for page in body(make_pages(told, book()))]
        left += [more for page in pages if "Your Turn" in page and "First" not in page]
    assert len(left) <= 2
