"""Reads the content of paragraphs of Markdown: runs, icons, line breaks, and images, which are figures."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import unquote

from markdown_it.tree import SyntaxTreeNode

from cardgen.foundations.errors import Fault, Place
from cardgen.rulebook.blocks import Figure, Shown, Words
from cardgen.text.inline import COLOURED, FOREIGN, SEE, InlineIcon, LineBreak, Run
from cardgen.text.typography import ICON

MAX_COPIES = 30
CHANGED, UNCHANGED = "\u2e28", "\u2e29"  # marks around changed words: brackets to Markdown, and rare in texts
_SIGNS = re.compile(f"[{CHANGED}{UNCHANGED}]")
SCHEMES = ("cards:", "names:", "ring:")  # faces in rows, with their names, or in a ring
UNCLOSED_FIGURE = (
    "cardgen does not read this as a figure; expected ![caption](cards:ham,cheese*3) without spaces in the brackets"
)
_SHOWN = re.compile(r"([^*=\s]+)(?:\*(\d{1,4}))?(?:=(\d{1,4}))?")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}")
_REFUSED = {
    "html_inline": "rulebooks cannot print raw HTML; use Markdown, and \\< for the sign",
    "code_inline": "rulebooks cannot print code; use *italics* or **bold**, and \\` for the sign",
    "link": "rulebooks cannot print links; write the address out",
    "image": "put a figure in a paragraph of its own, outside lists and tables",
}


def read_words(node: SyntaxTreeNode, place: Place) -> tuple[Words, list[Fault]]:
    """The words of an inline node that begins at `place`, and faults for what cannot be set, each with its line."""
    reader = _Reader(place)
    for child in node.children:
        reader.read(child)
    return tuple(reader.pieces), reader.faults


class _Reader:
    def __init__(self, place: Place) -> None:
        self.place = place
        self.pieces: list[Run | InlineIcon | LineBreak] = []
        self.faults: list[Fault] = []
        self.line = place.line
        self.changed = False

    def read(self, node: SyntaxTreeNode, style: Run = Run("")) -> None:
        """Reads a node whose words have the properties of `style`."""
        if node.type in ("text", "text_special"):
            # an escaped sign is a separate text, and never part of an icon
            self._text(node.content, style, icons=node.type == "text")
        elif node.type == "softbreak":
            self.line += 1
            self._add(" ", style)
        elif node.type == "hardbreak":
            self.line += 1
            self.pieces.append(LineBreak())
        elif node.type in ("strong", "em"):
            bold, italic = style.bold or node.type == "strong", style.italic or node.type == "em"
            self._inside(node, replace(style, bold=bold, italic=italic))
        elif node.type == "link" and (address := unquote(str(node.attrs.get("href", "")))).startswith(COLOURED):
            self._inside(node, replace(style, colour=address.removeprefix(COLOURED)))
        elif node.type == "link" and address.startswith(FOREIGN):
            language = address.removeprefix(FOREIGN)
            if not _LANGUAGE.fullmatch(language):
                message = f"expected a language, such as [bon appétit](lang=fr), got '{language}'"
                self.faults.append(Fault(message, Place(self.place.file, self.line, 1)))
            self._inside(node, replace(style, language=language))
        elif node.type == "link" and address == SEE:
            self._inside(node, replace(style, italic=True, heading=True))
        else:
            message = _REFUSED.get(node.type, f"{node.type} cannot be set")
            self.faults.append(Fault(message, Place(self.place.file, self.line, 1)))

    def _inside(self, node: SyntaxTreeNode, style: Run) -> None:
        for child in node.children:
            self.read(child, style)

    def _text(self, text: str, style: Run, icons: bool) -> None:
        start = 0
        for match in ICON.finditer(text) if icons else ():
            self._add(text[start : match.start()], style)
            self.pieces.append(InlineIcon(match[1], style.colour))
            start = match.end()
        self._add(text[start:], style)

    def _add(self, text: str, style: Run) -> None:
        """Adds characters, joined to the previous ones if their style is the same."""
        start = 0
        for sign in _SIGNS.finditer(text):
            self._join(replace(style, text=text[start : sign.start()], changed=self.changed))
            self.changed = sign[0] == CHANGED
            start = sign.end()
        self._join(replace(style, text=text[start:], changed=self.changed))

    def _join(self, run: Run) -> None:
        last = self.pieces[-1] if self.pieces else None
        if isinstance(last, Run) and replace(last, text=run.text) == run:
            self.pieces[-1] = replace(run, text=last.text + run.text)
        elif run.text:
            self.pieces.append(run)


def read_figure(node: SyntaxTreeNode, place: Place) -> tuple[Figure, list[Fault]]:
    """The figure of an image; does not check that its faces exist."""
    target = unquote(str(node.attrs.get("src", "")))
    caption, faults = read_words(node, place)
    if not any(isinstance(item, Run) and item.text.strip() for item in caption):
        faults.append(Fault("a figure without a caption; write ![what it shows](cards:...)", place))
    faces: list[Shown] = []
    scheme = next((scheme for scheme in SCHEMES if target.startswith(scheme)), None)
    if scheme is None:
        faults.append(Fault(f"expected the figure's faces, such as cards:ham,cheese*3, got '{target}'", place))
        return Figure((), caption, place), faults
    rows = [row.split(",") for row in target.removeprefix(scheme).split(";")]
    breaks = tuple(sum(map(len, rows[:index])) for index in range(1, len(rows)))
    for part in (part for row in rows for part in row):
        match = _SHOWN.fullmatch(part.strip())
        copies = int(match[2] or 1) if match else 0
        if match is None or not 1 <= copies <= MAX_COPIES:
            message = f"expected a name, name*copies (1 to {MAX_COPIES}) or name=count in the figure, got '{part}'"
            faults.append(Fault(message, place))
        else:
            faces.append(Shown(match[1], copies, int(match[3]) if match[3] else None))
    if breaks and scheme == "ring:":
        faults.append(Fault("a ring has no rows; expected commas between its faces, got ';'", place))
    if title := str(node.attrs.get("title", "")):
        words = [each.strip() for each in title.split(",")]
        if len(words) != sum(map(len, rows)):
            message = f"expected words for each of {sum(map(len, rows))} faces, with commas between, got '{title}'"
            faults.append(Fault(message, place))
        faces = [replace(shown, words=each) for shown, each in zip(faces, words, strict=False)]
    named, ring = scheme == "names:", scheme == "ring:"
    return Figure(tuple(faces), caption, place, ring, breaks, named), faults
