"""The markup inside a text: `:icon:`, `*italic*`, `**bold**`, a line break, and `\\` before a sign that is meant."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from cardgen.text.typography import ICON

_TOKEN = re.compile(r"\\(?P<plain>[*:\\])|(?P<bold>\*\*)|(?P<italic>\*)|(?P<icon>" + ICON.pattern + r")|(?P<line>\n)")


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of one face: regular, bold, italic or bold-italic."""

    text: str
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class InlineIcon:
    name: str


@dataclass(frozen=True, slots=True)
class LineBreak:
    pass


def parse_inline(text: str) -> tuple[Run | InlineIcon | LineBreak, ...]:
    """The runs, icons and line breaks of a text. Raises ValueError for emphasis that is not closed."""
    found: list[Run | InlineIcon | LineBreak] = []
    bold = italic = False
    held, start = "", 0

    def flush() -> None:
        nonlocal held
        if held:
            found.append(Run(held, bold, italic))
            held = ""

    for match in _TOKEN.finditer(text):
        held += text[start : match.start()]
        start = match.end()
        if match["plain"]:
            held += match["plain"]
            continue
        flush()
        if match["bold"]:
            bold = not bold
        elif match["italic"]:
            italic = not italic
        elif match["line"]:
            found.append(LineBreak())
        else:
            found.append(InlineIcon(match["icon"].strip(":")))
    held += text[start:]
    flush()
    if bold or italic:
        mark = "**" if bold else "*"
        raise ValueError(f"the emphasis that {mark} opens is not closed; write \\* for a star")
    return tuple(found)


@lru_cache(maxsize=10_000)  # editions of a game say much the same
def icon_names(text: str) -> tuple[str, ...]:
    """The icons that a text names, in order."""
    return tuple(item.name for item in parse_inline(text) if isinstance(item, InlineIcon))
