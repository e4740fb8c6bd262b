"""Markdown to blocks: each construct, and each fault with its line."""

from pathlib import Path

import pytest

from cardgen.foundations.errors import InputError
from cardgen.rulebook.blocks import Callout, Figure, Heading, Items, PageBreak, Paragraph, Shown, Table, plain
from cardgen.rulebook.markdown import read_markdown
from cardgen.text.inline import InlineIcon, LineBreak, Run


def read(markdown):
    return read_markdown(markdown, Path("en.md.j2"))


def faults(markdown):
    with pytest.raises(InputError) as caught:
        read(markdown)
    return [(fault.place.line, fault.message) for fault in caught.value.faults]


def test_headings_have_three_levels_and_places():
    found = read("# One\n\n## Two\n\n### Three\n")
    assert [(type(block), block.level, plain(block.words), block.place.line) for block in found] == [
        (Heading, 1, "One", 1),
        (Heading, 2, "Two", 3),
        (Heading, 3, "Three", 5),
    ]


def test_words_have_faces_icons_and_breaks():
    (paragraph,) = read("Take *two* **big :acorn:**\nor ***one***.  \nDone.")
    assert paragraph.words == (
        Run("Take "),
        Run("two", italic=True),
        Run(" "),
        Run("big ", bold=True),
        InlineIcon("acorn"),
        Run(" or "),
        Run("one", bold=True, italic=True),
        Run("."),
        LineBreak(),
        Run("Done."),
    )


def test_an_escaped_sign_is_itself():
    (paragraph,) = read(r"\:acorn: and \*stars\*")
    assert paragraph.words == (Run(":acorn: and *stars*"),)


def test_bullets_hold_steps():
    (found,) = read("- one\n- two\n\n  3. three\n  4. four\n")
    assert isinstance(found, Items) and found.start is None
    assert [type(block) for block in found.items[1]] == [Paragraph, Items]
    assert found.items[1][1].start == 3
    assert [plain(item[0].words) for item in found.items[1][1].items] == ["three", "four"]


def test_items_set_apart_by_blank_lines_are_loose():
    (found,) = read("1. one\n\n2. two\n")
    assert found.loose


def test_a_table_has_a_header_and_alignments():
    (table,) = read("| a | b | c |\n|---|:-:|--:|\n| 1 | 2 | *3* |\n| 4 | 5 | 6 |\n")
    assert isinstance(table, Table)
    assert table.align == ("left", "centre", "right")
    assert [plain(cell) for cell in table.header] == ["a", "b", "c"]
    assert [[plain(cell) for cell in row] for row in table.rows] == [["1", "2", "3"], ["4", "5", "6"]]


@pytest.mark.parametrize(
    ("markdown", "title", "first"),
    [
        ("> **Example**\n>\n> Anna draws.", "Example", "Anna draws."),
        ("> **Example** Anna draws.", "Example", "Anna draws."),
        ("> **Example**\n> Anna draws.", "Example", "Anna draws."),
        ("> Anna draws **two**.", "", "Anna draws two."),
    ],
)
def test_a_callout_begins_with_its_title(markdown, title, first):
    (callout,) = read(markdown)
    assert isinstance(callout, Callout)
    assert plain(callout.title) == title
    assert plain(callout.blocks[0].words) == first
    assert not callout.rule


@pytest.mark.parametrize(
    "markdown", ["> [rule] **Storm** It ends.", "> [rule]\n> **Storm** It ends.", "> [rule]**Storm**\n> It ends."]
)
def test_a_callout_may_hold_a_rule(markdown):
    (callout,) = read(markdown)
    assert callout.rule and plain(callout.title) == "Storm"
    assert plain(callout.blocks[0].words) == "It ends."


def test_a_figure_names_faces_and_copies():
    (figure,) = read("![Three foxes *here*](cards:fox*3,owl)")
    assert isinstance(figure, Figure)
    assert figure.faces == (Shown("fox", 3), Shown("owl", 1))
    assert plain(figure.caption) == "Three foxes here"


def test_a_figure_tells_counts():
    (figure,) = read("![Beasts](cards:fox=15,owl*2=0)")
    assert figure.faces == (Shown("fox", 1, 15), Shown("owl", 2, 0))


def test_a_semicolon_begins_a_new_row():
    (figure,) = read("![Beasts](cards:fox,owl;owl*2,fox;fox)")
    assert [shown.name for shown in figure.faces] == ["fox", "owl", "owl", "fox", "fox"]
    assert figure.breaks == (2, 4)
    with pytest.raises(InputError, match="a ring has no rows"):
        read("![Beasts](ring:fox,owl;fox)")


def test_a_page_break():
    assert [type(block) for block in read("one\n\n---\n\ntwo")] == [Paragraph, PageBreak, Paragraph]


@pytest.mark.parametrize(
    ("markdown", "line", "message"),
    [
        ("one\n\n<b>two</b>", 3, "rulebooks cannot print raw HTML"),
        ("one\n\n<div>\ntwo\n</div>", 3, "rulebooks cannot print raw HTML"),
        ("one\ntwo `three`", 2, "rulebooks cannot print code"),
        ("one\n\n```\ntwo\n```", 3, "rulebooks cannot print code"),
        ("one\n\n    two", 3, "indented by four spaces"),
        ("a [link](somewhere)", 1, "rulebooks cannot print links"),
        ("#### deep", 1, "more than three levels"),
        ("one\n\n#", 3, "a heading without words"),
        ("\n".join(f"{2 * deep * ' '}- a" for deep in range(7)), 7, "expected at most 6 lists within one another"),
        ("one\n\n![](cards:fox)", 3, "a figure without a caption"),
        ("one\n\n![a fox](fox.png)", 3, "expected the figure's faces, such as cards:ham,cheese*3, got 'fox.png'"),
        ("![a fox](cards:fox*0)", 1, "got 'fox*0'"),
        ("![a fox](cards:fox*31)", 1, "got 'fox*31'"),
        ("![a fox](cards:)", 1, "got ''"),
        ("![a fox](cards:fox=many)", 1, "or name=count in the figure, got 'fox=many'"),
        ("one\n\n![a fox](cards:fox, owl)", 3, "without spaces"),
        ("one ![a fox](cards:fox)", 1, "a paragraph of its own"),
        ("- # one", 1, "a heading cannot stand in a list"),
        ("> one\n>\n> > two", 3, "a callout cannot stand in a callout"),
        ("> one\n>\n> ---", 3, "a page break cannot stand in a callout"),
    ],
)
def test_what_cannot_be_set_is_told_with_its_line(markdown, line, message):
    ((found, told),) = faults(markdown)
    assert found == line
    assert message in told


def test_all_faults_are_told_together():
    assert [line for line, _ in faults("`a`\n\n<b>\n\n![](cards:fox)\n")] == [1, 3, 5]
