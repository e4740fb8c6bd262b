"""Signs that are repeated without end, in whatever a file may say: every reader of a few words ends in time that grows
no faster than the words."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from cardgen.definitions import headings
from cardgen.faces import colour
from cardgen.faces.shadows import _SHADOW
from cardgen.foundations import units
from cardgen.foundations.errors import Fault, Place
from cardgen.foundations.findings import list_lines
from cardgen.graphics import paths
from cardgen.rulebook.clause_sentences import _PREFIX
from cardgen.rulebook.marks import parse_clauses
from cardgen.svg import values
from cardgen.text import claims, hyphenation, inline, pseudo, typography
from tests.hostile.limits import limits

LENGTH = 12_000  # characters
PUMPS = (
    *("a", "A", "1", "0", " ", "\t", "(", ")", "[", "]", "{", "}", "<", '"', "'", "*", "_", "-", ".", ",", ":", "/"),
    *("\\", "&", "%", "#", "|", "=", "+", "é", "a ", "a.", "1.", "1 ", "1,", "a(", "a[", "(a", "[a", "a,", "a:", "\\a"),
    *("a-", "a b", "1e", "1-", "--", "a\n", "\n ", "- ", "1x", "1 x ", "[a](", "](", "url(#", "url(", "rgb(", " to "),
    *(" at ", "a to a ", "translate(", "translate(1)", "rotate(1 ", "M0 0", "var(--a,", "x ", ":a", "{{", "l’"),
)
BEFORE, BEHIND = ("", "1", "url(#", "translate(", "#"), ("", "!")

READERS: dict[str, Callable[[str], object]] = {
    "a transform": values.transform,
    "a length of SVG": lambda text: values.length(text, 1.0),
    "a part": values.part,
    "numbers": values.numbers,
    "an angle": values.angle,
    "a reference": values.reference,
    "path data": paths.read_path,
    "a view box": paths.parse_view,
    "a length": units.length,
    "a size": units.size,
    "a colour": lambda text: colour.parse(text, {}),
    "a gradient": lambda text: colour.parse_paint(text, {}, (0, 0, 1, 1)),
    "a shadow": _SHADOW.fullmatch,
    "a heading": headings._in_language,
    "marks of a sentence": parse_clauses,
    "what a line begins with": _PREFIX.match,
    "a word": lambda text: hyphenation.syllables(text, "en"),
    "markup": inline.parse_inline,
    "coloured words": inline.for_markdown,
    "long words": pseudo._long,
    "typography": lambda text: typography.typeset(text, "fr"),
    "what a text claims": lambda text: claims.claims(text, "it"),
    "messages": lambda text: list_lines([Fault(text, Place("a.yaml", 1, 1))] * 3, str, whole=False),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
def test_a_reader_ends_in_time(reader):
    read = READERS[reader]
    for pump in PUMPS:
        for before in BEFORE:
            text = before + pump * (LENGTH // len(pump))
            for behind in BEHIND:
                with limits(seconds=2, more=500_000_000), suppress(ValueError):
                    read(text + behind)
