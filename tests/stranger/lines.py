"""The command lines that stand in the pages, in their order, with the files that a page shows before them, what it
shows of their output, and the files that it says are there afterwards."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cardgen.store.library import BUILTIN
from tests.pages import ALL, FILE, SHEET

PROMPT = "$ "
BLOCK = re.compile(r"^(`{3,})\w*[^\n]*\n(.*?)\n\1$", re.M | re.S)
SPAN = re.compile(r"`(cardgen [^`\n]+)`")
MADE = re.compile(r"`(?:open )?(out/[\w./-]+)`")
ERRORS = re.compile(r": error [a-z-]+: ")  # a finding that is shown
NOTHING = "None of these meets"  # what a search says that ends with 1
PLACEHOLDER = re.compile(r"\b[A-Z]{3,}\b|\[|\.\.\.|…")


@dataclass(frozen=True, slots=True)
class Line:
    """A command line of a page, what is `shown` of its output, and the files that it says are `made`."""

    page: str
    number: int
    command: str
    shown: str | None = None
    made: tuple[str, ...] = ()

    @property
    def words(self) -> list[str]:
        return shlex.split(self.command)[1:]

    @property
    def verb(self) -> str:
        return self.words[0]

    @property
    def code(self) -> int:
        """What it ends with: 1 where the page shows an error that is found, or a search that finds nothing."""
        return int(bool(self.shown and (ERRORS.search(self.shown) or NOTHING in self.shown)))

    @property
    def pieces(self) -> list[str]:
        """What is shown of its output, between dots, its blanks and line ends as one blank."""
        parts = re.split(r"^ *\.\.\.$", self.shown or "", flags=re.M)
        return [" ".join(part.split()) for part in parts if part.strip()]

    def __str__(self) -> str:
        return f"{self.page}:{self.number}: {self.command}"


@dataclass(frozen=True, slots=True)
class File:
    """A file that a page shows; `adds` to what stands there."""

    name: str
    text: str
    adds: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """A spreadsheet that a page shows as a table."""

    name: str
    sheet: str
    rows: tuple[tuple[str | int | None, ...], ...]


Step = Line | File | Sheet


def pages() -> dict[str, Path]:
    """README, tutorial, how-tos and reference, by their names."""
    told = {page: path for page, path in ALL.items() if re.match(r"tutorial|howto/|reference/", page)}
    return {"README.md": BUILTIN / "README.md", **told}


def steps(page: str) -> list[Step]:
    """What a page has to be written and run, from its top to its end."""
    text = pages()[page].read_text("utf-8")
    found: list[tuple[int, Step]] = []
    for match in FILE.finditer(text):
        adds = f"`{match[1]}` goes on" in match[0] or any(
            isinstance(step, File) and step.name == match[1] for _, step in found
        )
        found.append((match.start(), File(match[1], match[3] + "\n", adds)))
    for match in SHEET.finditer(text):
        rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in match[3].splitlines()]
        cells = (tuple(int(cell) if cell.isdigit() else cell or None for cell in row) for row in rows[:1] + rows[2:])
        found.append((match.start(), Sheet(match[2], match[1], tuple(cells))))
    lines = sorted(_lines(text), key=lambda line: line[0])
    ends = [*(at for at, *_ in lines[1:]), len(text)]
    for (at, command, shown), until in zip(lines, ends, strict=bool(lines)):
        made = tuple(path for path in MADE.findall(text[at:until]) if not PLACEHOLDER.search(path))
        found.append((at, Line(page, text.count("\n", 0, at) + 1, command, shown, made)))
    return [step for _, step in sorted(found, key=lambda each: each[0])]


def _lines(text: str) -> Iterator[tuple[int, str, str | None]]:
    """Every command line with where it stands and, if it has a prompt, what is shown below it."""
    for block in BLOCK.finditer(text):
        at = block.start(2)
        found: list[tuple[int, str, list[str] | None]] = []
        for line in block[2].splitlines(keepends=True):
            command = line.removeprefix(PROMPT).split("  ")[0].split(" # ")[0].strip()
            if _is_command(command):
                found.append((at, command, [] if line.startswith(PROMPT) else None))
            elif found and found[-1][2] is not None:
                found[-1][2].append(line)
            at += len(line)
        for at, command, shown in found:
            yield at, command, None if shown is None else "".join(shown)
    for span in SPAN.finditer(BLOCK.sub(lambda block: " " * len(block[0]), text)):
        if _is_command(span[1]):
            yield span.start(), span[1], None


def _is_command(line: str) -> bool:
    """Whether it can be typed as it stands: more than a command's name, and with a game's name, not GAME."""
    return bool(re.match("cardgen [a-z]+ .", line)) and not PLACEHOLDER.search(line)
