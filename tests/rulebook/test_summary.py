"""The summary: one page, as large as it goes."""

import pytest

from cardgen.foundations.errors import DOES_NOT_FIT, InputError
from cardgen.foundations.units import POINT
from cardgen.graphics.drawing import Group, Shape
from cardgen.rulebook.colours import MIN_CONTRAST, contrast, mix
from cardgen.rulebook.look import HEAD, Look
from cardgen.rulebook.summary import FIGURES, MAX_SIZE, MIN_SIZE, SHEETS, make_summary
from tests.rulebook.library import book, seen


def sizes(document):
    return [text.size / POINT for text in seen(document.pages[0]) if text.font == "alegreya/regular"]


@pytest.mark.parametrize("paper", ["a5", "a4"])
def test_a_short_text_is_set_at_the_largest_size(paper):
    document = make_summary("## One\n\nwords", book(), paper)
    (page,) = document.pages
    assert (page.width, page.height) == (SHEETS[paper].width, SHEETS[paper].height)
    assert sizes(document) == [pytest.approx(MAX_SIZE)]


@pytest.mark.parametrize("paper", ["a5", "a4"])
def test_a_longer_text_is_set_smaller_and_stays_on_the_page(paper):
    last, seen_sizes = MAX_SIZE, []
    for count in range(8, 400, 8):
        try:
            document = make_summary("\n\n".join(["mushrooms under the oak " * 6] * count), book(), paper)
        except InputError as error:
            assert error.faults[0].code == DOES_NOT_FIT
            break
        size = sizes(document)[0]
        assert MIN_SIZE - 1e-6 <= size <= last + 1e-6
        last = size
        seen_sizes.append(size)
        (page,) = document.pages
        assert all(text.baseline < page.height - SHEETS[paper].bottom for text in seen(page))
        assert all(text.right < page.width - SHEETS[paper].outer + 0.02 for text in seen(page))
    else:
        pytest.fail("everything fits")
    assert len(set(seen_sizes)) > 1


def test_a_text_that_does_not_fit_is_told():
    with pytest.raises(InputError, match="does not fit one page of A5 at 7 pt"):
        make_summary("words " * 3000 + "\n\n" + "words " * 3000, book())


def test_two_columns_are_about_as_high():
    document = make_summary("\n\n".join(["mushrooms under the oak"] * 40), book(), "a4")
    texts = [text for text in seen(document.pages[0]) if text.text.startswith("mushrooms")]
    columns = [[text for text in texts if (text.left < 105) == left] for left in (True, False)]
    assert abs(len(columns[0]) - len(columns[1])) <= 1


def test_a_summary_has_no_page_breaks():
    with pytest.raises(InputError, match=r"en\.md\.j2:3:1: a summary is one page"):
        make_summary("one\n\n---\n\ntwo", book())


@pytest.mark.parametrize("ground", ["#ffffff", "#e9e2d4", "#9fb4c8"])
def test_the_head_of_a_table_is_darker_than_its_page(ground):
    document = make_summary("| Players | 3 |\n|:--|:-:|\n| Cards | 4 |", book(), ground=ground)
    look = Look(book())
    head = mix(look.accent, ground, HEAD)
    assert head in filled(document.pages[0].items) and contrast(head, "#000000") < contrast(ground, "#000000")
    assert contrast(look.on(ground).dark, head) >= MIN_CONTRAST


def filled(items):
    return {
        fill
        for item in items
        for fill in (filled(item.items) if isinstance(item, Group) else {item.fill} if isinstance(item, Shape) else ())
    }


def test_figures_make_room_for_larger_text(monkeypatch):
    faces, found = ",".join(["fox", "owl"] * 5), []
    texts = [
        "\n\n".join(["mushrooms under the oak " * 6] * count) + f"\n\n![All](names:{faces})" for count in range(6, 14)
    ]
    for figures in (FIGURES, FIGURES[:1]):
        monkeypatch.setattr("cardgen.rulebook.summary.FIGURES", figures)
        found.append([sizes(make_summary(text, book()))[0] for text in texts])
    assert all(larger >= size for larger, size in zip(*found, strict=True)) and found[0] != found[1]
