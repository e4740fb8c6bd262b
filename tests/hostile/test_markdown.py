"""Markdown that would take long to read: it is read, or told, within bounds that grow no faster than the text."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.foundations.errors import InputError
from cardgen.rulebook.markdown import read_markdown
from tests.hostile.limits import limits

LENGTH = 30_000  # characters; in lines of LINE, or all in one
LINE = 6_000

REPEATED = (
    *("[", "[a](", "[a](b", "[a](<b", "![", "![a](", "![[]()", "[]()", "[[a](b)", "[a][", "[[]", r"[\]", "[`", "[*"),
    *("[a](()", "*a **a ", "*a_ ", "a**b", "*", "_", "*_", "*a", "` ", r"\*", "&amp;", "&", "&#", "<", "<a ", "<!--"),
    *("<?", "<a@b.c", "> ", "- ", "1. ", "#", "\t", ":", ":a: ", "~~", "[a](lang=fr)", '[a](b "', "[a]: b ", "|", "|-"),
    "\u2e28\u2e29",
)
BLOCKS = {
    "headings": "# a\n" * 15_000,
    "paragraphs": "a\n\n" * 20_000,
    "lines of one paragraph": "a\n" * 30_000,
    "rules": "---\n" * 15_000,
    "references": "[a]: b\n" * 8_000,
    "references without end": '[a]: b "\n' * 7_000,
    "references that are used": "[a]: b\n\n" + "[a]" * 20_000,
    "a reference of many lines": "[" + ("a" * 90 + "\n") * 600 + "]: b\n",
    "fences": "```\n" * 15_000,
    "code by indents": "    a\n" * 10_000,
    "lists in lists": "".join(" " * depth + "- a\n" for depth in range(330)),
    "quotes in quotes": "".join(">" * depth + " a\n" for depth in range(330)),
    "brackets in brackets": "[" * 3_000 + "]" * 3_000,
    "stars in stars": "*a" * 1_500 + "a*" * 1_500,
    "ticks of all lengths": "".join("a" + "`" * length for length in range(330)),
    "a wide table": "|a" * 2_000 + "|\n" + "|-" * 2_000 + "|\n" + "|\n" * 20_000,
    "a wide table in a quote": "> " + "|a" * 200 + "|\n> " + "|-" * 200 + "|\n" + "> |\n" * 10_000,
    "a long table": "|a|b|\n|-|-|\n" + "|\n" * 15_000,
    "an address": "[a](%" + "%41" * 1_500 + ")",
    "divisions": "<div>\n" * 10_000,
}


def read(text: str) -> None:
    with limits(seconds=15, more=500_000_000):
        try:
            read_markdown(text, Path("en.md.j2"))
        except InputError as error:
            assert all(fault.place and fault.place.line for fault in error.faults)


@pytest.mark.slow
@pytest.mark.parametrize("sign", REPEATED)
def test_signs_that_are_repeated(sign):
    read(sign * (LENGTH // len(sign)))
    read("\n\n".join([sign * (LINE // len(sign))] * (LENGTH // LINE)))


@pytest.mark.parametrize("name", BLOCKS)
def test_blocks_without_end(name):
    read(BLOCKS[name])


def test_bounds_are_told_with_their_line():
    rows = "|a" * 41 + "|\n" + "|-" * 41 + "|\n"
    for text, line, told in (
        ("a\n\n" + "b" * 20_001, 3, "expected at most 20,000 characters without a new paragraph, got 20,001"),
        ("a\n" * 20_001, 20_001, "expected at most 20,000 lines"),
        ("a\n\n" + rows, 4, "expected a table of at most 40 columns, got 41"),
    ):
        with pytest.raises(InputError) as error:
            read_markdown(text, Path("en.md.j2"))
        assert str(error.value.faults[0]) == f"en.md.j2:{line}:1: {told}"
