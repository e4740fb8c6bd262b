"""The markup inside a text: `:icon:`, `*italic*`, `**bold**`, `[words](colour)`, a line break, and `\\` before a
literal sign."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import quote

from cardgen.foundations.dataclass import dataclass
from cardgen.text.typography import ICON

_NAMED = r"\]\((?P<{0}>[^()\[\]\n]{{1,60}})\)"  # the end of coloured words
_TOKEN = re.compile(
    r"\\(?P<plain>[*:\[\]\\])|(?P<bold>\*\*)|(?P<italic>\*)|(?P<icon>" + ICON.pattern + r")|(?P<line>\n)"
    r"|(?P<open>\[(?=[^\[\]\n]*" + _NAMED.format("colour") + r"))|(?P<close>" + _NAMED.format("same") + r")"
)


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of one face: regular, bold, italic or bold-italic; `colour` as written, or empty for that of the text.
    In a rulebook they can be `changed`, which a bar in the margin shows, in another `language`, or a reference to the
    `heading` with that title."""

    text: str
    bold: bool = False
    italic: bool = False
    colour: str = ""
    changed: bool = False
    language: str = ""
    heading: bool = False


@dataclass(frozen=True, slots=True)
class InlineIcon:
    name: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class LineBreak:
    pass


class OpenEmphasis(ValueError):
    """Emphasis that is not closed: the `mark` that opens it, and its offset in the text."""

    def __init__(self, mark: str, at: int) -> None:
        super().__init__(f"the emphasis that {mark} opens is not closed; write \\* for a star")
        self.mark, self.at = mark, at


def closed(text: str) -> str:
    """A text with its unclosed marks of emphasis escaped."""
    while True:
        try:
            parse_inline(text)
            return text
        except OpenEmphasis as error:
            escapes = "".join(f"\\{sign}" for sign in error.mark)
            text = text[: error.at] + escapes + text[error.at + len(error.mark) :]


def parse_inline(text: str) -> tuple[Run | InlineIcon | LineBreak, ...]:
    """The runs, icons and line breaks of a text. Raises ValueError for emphasis that is not closed."""
    pieces: list[Run | InlineIcon | LineBreak] = []
    bold = italic = False
    held, start, colour = "", 0, ""
    opened = {"**": 0, "*": 0}

    def flush() -> None:
        nonlocal held
        if held:
            pieces.append(Run(held, bold, italic, colour))
            held = ""

    for match in _TOKEN.finditer(text):
        held += text[start : match.start()]
        start = match.end()
        if match["plain"] or (match["close"] and not colour):
            held += match["plain"] or match["close"]
            continue
        flush()
        if match["bold"]:
            bold, opened["**"] = not bold, match.start()
        elif match["italic"]:
            italic, opened["*"] = not italic, match.start()
        elif match["line"]:
            pieces.append(LineBreak())
        elif match["open"]:
            colour = match["colour"].replace("\u00a0", " ").strip()
        elif match["close"]:
            colour = ""
        else:
            pieces.append(InlineIcon(match["icon"].strip(":"), colour))
    held += text[start:]
    flush()
    if bold or italic:
        mark = "**" if bold else "*"
        raise OpenEmphasis(mark, opened[mark])
    return tuple(pieces)


@lru_cache(maxsize=10_000)  # editions of a game share most texts
def icon_names(text: str) -> tuple[str, ...]:
    """The icons that a text names, in order."""
    return tuple(item.name for item in parse_inline(text) if isinstance(item, InlineIcon))


COLOURED = "colour="  # prefix of the address of coloured words in Markdown
FOREIGN = "lang="  # prefix of the address of words in another language
SEE = "see"  # address of a reference to a chapter or section


def for_markdown(text: str) -> str:
    """A text for rulebooks, with links for its coloured words; its other markup is Markdown."""

    def link(match: re.Match[str]) -> str:
        colour = match["colour"].replace("\u00a0", " ").strip()
        if colour == SEE or colour.startswith(FOREIGN):
            return match[0]
        return f"[{match['words']}]({COLOURED}{quote(colour)})"

    return re.sub(r"\[(?P<words>[^\[\]\n]*)" + _NAMED.format("colour"), link, text)
