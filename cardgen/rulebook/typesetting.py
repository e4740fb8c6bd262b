"""Typography for Markdown: it typesets the words of each line, but not the signs of lists and tables."""

from __future__ import annotations

import re

from cardgen.text.typography import typeset

_PREFIX = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|#{1,6}[ \t]+)?")
_STRUCTURE = re.compile(r"[-=*_|: \t]*")  # rules of tables, page breaks
_FENCE = re.compile(r"[ \t>]*`{3,}\w*[ \t]*")  # begins and ends a block of data; a caption follows
_TARGET = re.compile(r"\]\([^)\n]*\)")


def typeset_markdown(markdown: str, language: str) -> str:
    """The Markdown with the typography of a language; it has the same lines, lists, tables, figures and data."""
    lines, data = [], False
    for line in markdown.split("\n"):
        fence = _FENCE.match(line)
        data = data != bool(fence)
        if fence:
            line = fence[0] + typeset(line[fence.end() :], language)
        lines.append(line if fence or data else _line(line, language))
    return "\n".join(lines)


def _line(line: str, language: str) -> str:
    match = _PREFIX.match(line)
    prefix = match[0] if match else ""
    rest = line[len(prefix) :]
    if _STRUCTURE.fullmatch(rest):
        return line
    ends = rest[len(rest.rstrip(" ")) :]  # two spaces break a line
    return prefix + _typeset_between_targets(rest.rstrip(" "), language) + ends


def _typeset_between_targets(text: str, language: str) -> str:
    parts = _TARGET.split(text)
    targets = _TARGET.findall(text)
    set_text = typeset("\x00".join(parts), language) if targets else typeset(text, language)
    for target in targets:
        set_text = set_text.replace("\x00", target, 1)
    return set_text
