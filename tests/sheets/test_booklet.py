"""A booklet, folded in millimetres."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.foundations.errors import InputError
from cardgen.foundations.units import PAPERS
from cardgen.graphics.drawing import Document, Group, Page, Shape, Text
from cardgen.graphics.geometry import apply
from cardgen.sheets.booklet import booklet, order, paper_for

A5 = (148.0, 210.0)


def document(count, size=A5):
    area = (0, 0, *size)
    pages = [
        Page(*size, (Text(20, 30, str(number), "f", 4, "#000000", 5, 3, 1),), area, area)
        for number in range(1, count + 1)
    ]
    return Document("Wood", "en", "", tuple(pages), fonts={"f": None})


def placed(page):
    """Page number -> the left edge of its trim on a side, in mm."""
    return {int(group.items[0].text): apply(group.matrix, 0, 0)[0] for group in page.items if isinstance(group, Group)}


def folded(imposed):
    """The pages in the order in which a reader turns them, None for a blank one; each with its distance in mm from
    the fold.

    A sheet lies front up. Turned over its short edge, what was at the right is behind what is at the left. It is
    folded so that the front's left half comes to lie behind; all sheets are nested, the first outermost.
    """
    sides = [placed(page) for page in imposed.pages]
    width = imposed.pages[0].width

    def half(side, right):
        for number, left in side.items():
            if (left >= width / 2) == right:
                return number, (left - width / 2 if right else width / 2 - left - A5[0])
        return None

    first, second = [], []
    for front, back in zip(sides[0::2], sides[1::2], strict=True):
        first += [half(front, True), half(back, False)]
        second = [half(back, True), half(front, False), *second]
    return first + second


@given(st.integers(1, 70))
def test_pages_follow_one_another_when_folded(count):
    imposed = booklet(document(count))
    assert len(imposed.pages) % 2 == 0
    read = folded(imposed)
    assert len(read) % 4 == 0 and len(read) - count < 4
    assert [each and each[0] for each in read] == [*range(1, count + 1), *[None] * (len(read) - count)]
    assert all(each[1] == pytest.approx(0.5) for each in read if each)


@given(st.integers(1, 70), st.floats(0.05, 0.5))
def test_inner_sheets_lie_nearer_to_the_fold_by_the_paper_around_them(count, thickness):
    """Once it is folded and trimmed, each page has the same outer margin: what a sheet is pushed out is cut off."""
    imposed = booklet(document(count), thickness=thickness)
    for side, page in enumerate(imposed.pages):
        pushed = side // 2 * thickness
        for left in placed(page).values():
            outer = min(left, page.width - left - A5[0])
            assert outer - pushed == pytest.approx(0, abs=1e-6)
        for group in (item for item in page.items if isinstance(item, Group)):
            reach = [apply(group.matrix, *segment[1:])[0] for segment in group.clip[:4]]
            middle = page.width / 2
            assert max(reach) <= middle + 1e-6 or min(reach) >= middle - 1e-6, "beyond the fold"


def test_a_leaf_has_page_n_on_one_side_and_the_next_behind_it():
    """Seen from behind, what lies at x lies at the paper's width minus x: trims must cover each other."""
    imposed = booklet(document(12))
    width = imposed.pages[0].width
    for front, back in zip(imposed.pages[0::2], imposed.pages[1::2], strict=True):
        behind = {number: (width - left - A5[0]) for number, left in placed(back).items()}
        for number, left in placed(front).items():
            other = next(n for n, there in behind.items() if there == pytest.approx(left))
            assert {number, other} in ({n, n + 1} for n in range(1, 13, 2))


def test_known_orders():
    assert order(4) == [(4, 1), (2, 3)]
    assert order(8) == [(8, 1), (2, 7), (6, 3), (4, 5)]
    assert order(5) == order(8)


def test_pages_lie_upright_within_their_trims_and_are_cut_there():
    imposed = booklet(document(4))
    assert imposed.duplex == "short"
    for page in imposed.pages:
        assert (page.width, page.height) == (297, 210)
        assert page.trim == (0, 0, 297, 210)
        for group in page.items[:2]:
            assert group.matrix[:4] == (1, 0, 0, 1) and group.matrix[5] == 0
            assert [segment[1:] for segment in group.clip[:4]] == [(0, 0), (148, 0), (148, 210), (0, 210)]


@pytest.mark.parametrize("paper", [(297.0, 210.0), (420.0, 297.0)])
def test_fold_marks_stand_on_the_middle_and_outside_of_all_trims(paper):
    page = booklet(document(4), paper).pages[0]
    marks = [item for item in page.items if isinstance(item, Shape)]
    assert len(marks) == 2
    for mark in marks:
        xs = {segment[1] for segment in mark.segments}
        assert xs == {page.width / 2}
        for left in placed(page).values():
            assert not left < page.width / 2 < left + A5[0]


def test_larger_paper_keeps_the_pages_at_the_fold():
    page = booklet(document(4), (420.0, 297.0)).pages[0]
    assert placed(page) == {4: pytest.approx(210 - 0.5 - 148), 1: pytest.approx(210.5)}
    assert page.trim == pytest.approx((61.5, 43.5, 358.5, 253.5))


@pytest.mark.parametrize("name", ["letter", "pa4"])
def test_paper_a_little_smaller_takes_smaller_pages(name):
    width, height = max(PAPERS[name]), min(PAPERS[name])
    for page in booklet(document(4), PAPERS[name]).pages:
        assert (page.width, page.height) == (width, height)
        scale = width / (2 * A5[0])
        for group in page.items[:2]:
            assert group.matrix[:4] == pytest.approx((scale, 0, 0, scale)) and scale > 0.94
            assert group.matrix[5] == pytest.approx((height - scale * A5[1]) / 2)
        assert [group.matrix[4] for group in page.items[:2]] == pytest.approx([0, width / 2])
        assert page.trim == pytest.approx((0, (height - scale * A5[1]) / 2, width, (height + scale * A5[1]) / 2))


@pytest.mark.parametrize(("paper", "taken"), [
    ("letter", "letter"), ("pa4", "pa4"), ("a4", "a4"), ("a3", "a4"), ("a5", "a4"), ("a6", "a4"),
])  # fmt: skip
def test_a_booklet_is_printed_on_the_paper_of_the_cards_or_on_a4(paper, taken):
    assert paper_for(PAPERS[paper]) == PAPERS[taken]


def test_pages_that_are_too_large():
    with pytest.raises(InputError, match="do not fit on 297 x 210 mm"):
        booklet(document(4, (210.0, 297.0)))


def test_sides_are_bookmarked_by_their_pages():
    assert [page.bookmark for page in booklet(document(6)).pages] == ["1", "2", "6 + 3", "4 + 5"]
