"""What a reader would call a fault of a page is found, and is not there where it can be helped."""

from dataclasses import replace

import pytest
from hypothesis import given

from cardgen.rulebook.atoms import words_of
from cardgen.rulebook.breaks import Breaks
from cardgen.rulebook.keep_together import choices, labelled, procedures
from cardgen.rulebook.markdown import read_markdown
from cardgen.rulebook.page_costs import PageCosts
from cardgen.rulebook.page_faults import page_faults
from cardgen.rulebook.pages import set_body
from tests.rulebook.library import book
from tests.rulebook.test_pages import PLENTY, texts

SENTENCE = "The owl looks for mushrooms under the old oak until it is dark. "
FIGURE = "![Foxes](cards:fox*3)"
TABLE = "| it | the |\n|---|--:|\n" + "| fox | 1 |\n" * 4
STEPS = "\n".join(f"{number}. {SENTENCE}" for number in range(1, 6))
ACTIONS = "\n".join(f"- **Draw {number}.** {SENTENCE}" for number in range(1, 6))
QUESTIONS = "\n\n".join(f"**Does fox {number} sleep?** {SENTENCE * 2}" for number in range(1, 4))


def made(markdown):
    return set_body(read_markdown(markdown, book().source), book())


def torn(markdown, after, first=2):
    """A text that fits a page, the page ended after the atom that says so, as if nobody had looked."""
    body = made(markdown)
    atoms = body.page_costs.atoms
    end = next(index for index, atom in enumerate(atoms, 1) if after in words_of(atom))
    page_costs = PageCosts(atoms, replace(body.page_costs.room, first=first))
    return replace(body, page_costs=page_costs, breaks=Breaks((end, len(atoms)), 0.0))


def kinds(body):
    return [(fault.kind, fault.page) for fault in page_faults(body) if fault.kind != "blank"]


@pytest.mark.parametrize(
    ("markdown", "after", "first", "expected"),
    [
        ("one\n\ntwo", "one", 2, []),
        ("## One\n\n" + SENTENCE * 3, "One", 2, [("torn", 2)]),
        ("owl " * 60, "owl", 2, [("torn", 2)]),
        (f"Look below.\n\n{FIGURE}", "below", 2, []),
        (f"Look below.\n\n{FIGURE}", "below", 3, [("overleaf", 3)]),
        (f"Look below.\n\n{TABLE}", "below", 3, [("overleaf", 3)]),
        (f"{FIGURE}\n\n{TABLE}", "Foxes", 3, [("overleaf", 3)]),
        (f"one\n\ntwo\n\n{STEPS}\n\n{TABLE}", "one", 3, [("interrupted", 3)]),
        (f"# One\n\ntwo\n\n{STEPS}", "two", 3, [("torn", 3), ("interrupted", 3)]),
        (STEPS, "3 The", 2, []),
        (f"Do one of these:\n\n{ACTIONS}", "Draw 3", 3, [("interrupted", 3)]),
        (f"Do one of these:\n\n{ACTIONS}", "Draw 3", 2, []),
        (f"Do one of these.\n\n{ACTIONS}", "Draw 3", 3, []),
        (STEPS, "3 The", 3, [("interrupted", 3)]),
        ("**One?** Yes.\n\n**Two?** No.\n\n**Three?** No.", "Yes.", 2, [("divided", 2)]),
        (f"> **Fox**\n>\n> one\n>\n> {SENTENCE}", "one", 2, [("divided", 2)]),
    ],
)
def test_faults_at_the_end_of_a_page(markdown, after, first, expected):
    assert kinds(torn(markdown, after, first)) == expected


def test_a_page_that_is_left_empty_is_told_unless_the_author_ended_it():
    (fault,) = page_faults(torn("one\n\ntwo", "one"))
    assert (fault.kind, fault.page, fault.near) == ("blank", 2, "one")
    assert not page_faults(made("one\n\n---\n\ntwo"))


@pytest.mark.parametrize(("level", "lines", "expected"), [("#", 10, 1), ("#", 20, 0), ("##", 20, 1), ("##", 30, 0)])
def test_a_page_may_be_shorter_where_a_chapter_ends(level, lines, expected):
    text = "  \n".join(["words"] * lines)
    assert len(page_faults(torn(f"{text}\n\nfox\n\n{level} One\n\nwords", "fox"))) == expected


def test_runts_and_numbers_at_the_end_of_a_line():
    wide = "owl  \n"  # the author's own break: nothing can be done about it
    assert kinds(made(f"Foxes{wide}a")) == [("runt", 2)]
    assert kinds(made("Count to 3  \nfoxes, then sleep")) == [("number", 2)]
    assert kinds(made("Count to 3.  \nFoxes, then sleep")) == []


@PLENTY
@given(texts)
def test_nothing_is_torn(markdown):
    assert "torn" not in {fault.kind for fault in page_faults(made(markdown + "\n\nwords"))}


@pytest.mark.parametrize("above", range(0, 60, 3))
def test_wherever_a_page_ends_steps_with_their_table_and_questions_stay_together(above):
    before, after = (SENTENCE + "\n\n") * above, "\n\n" + (SENTENCE + "\n\n") * 30
    parts = f"# One\n\nDo this:\n\n{STEPS}\n\n{TABLE}", QUESTIONS, f"Look below.\n\n{FIGURE}\n\n{TABLE}"
    for part in parts:
        assert not page_faults(made(before + part + after))


def test_what_goes_together():
    def found(how, markdown):
        return [(run.start, run.stop) for run in how(read_markdown(markdown, book().source))]

    assert found(procedures, f"# One\n\nwords\n\n{STEPS}\n\n{TABLE}\n\n{FIGURE}\n\nwords") == [(0, 5)]
    assert found(procedures, f"# One\n\nwords\n\nwords\n\nwords\n\n{STEPS}") == [(2, 5)]
    assert found(procedures, "# One\n\n- words") == []
    assert found(choices, f"# One\n\nDo one of these:\n\n{ACTIONS}\n\nwords") == [(1, 3)]
    assert found(choices, "# One\n\nYou need:\n\n- a pen\n- **paper**") == []
    assert found(labelled, "**One?** words\n\n# Two\n\n**One?** words\n\n**Two?** words\n\nwords") == [(2, 4)]
