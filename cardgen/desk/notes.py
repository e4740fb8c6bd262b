"""Reads and writes playtest notes: lines in `notes/GAME.md`, each with its game and its decision.

People can edit that file as they like. The desk can lay out the position of each line that keeps the format written
here.
"""

from __future__ import annotations

import re
from pathlib import Path

from cardgen.definitions.yaml_source import read_text
from cardgen.foundations.dataclass import dataclass
from cardgen.play.record_files import folder_of
from cardgen.store.library import Home
from cardgen.store.reach import read_bytes
from cardgen.store.writing import replace_file

FOLDER = "notes"
MAX_NOTE_LETTERS = 2_000  # characters of a note
_LINE = re.compile(
    r"- \*\*(?P<variant>[\w-]+)\*\*, seed (?P<mark>[0-9]{1,39}-[0-9a-f]{4}), decision (?P<number>[0-9]{1,6}), "
    r"`(?P<seats>[\w/-]+)`(?:, record `(?P<record>[\w-]+)`)?: (?P<text>.*)"
)


@dataclass(frozen=True, slots=True)
class Note:
    variant: str
    mark: str  # the seed, with the hash of the rules
    number: int  # decisions made when it was written
    seats: str  # written as `--policies` takes them
    record: str  # of the game; empty for one that policies play
    text: str

    def __str__(self) -> str:
        record = f", record `{self.record}`" if self.record else ""
        return (
            f"- **{self.variant}**, seed {self.mark}, decision {self.number}, `{self.seats}`{record}:"
            f" {' '.join(self.text.split())[:MAX_NOTE_LETTERS]}"
        )


def file_of(home: Home) -> Path:
    """Returns the file of a game's notes."""
    return folder_of(home, FOLDER) / f"{home.name}.md"


def add(home: Home, note: Note) -> Path:
    """Adds a note at the end of the file."""
    path = file_of(home)
    before = read_text(path).rstrip() if path.exists() else f"# {home.name}"
    apart = "\n" if before.rpartition("\n")[2].startswith("- ") else "\n\n"  # below another one, or below text
    replace_file(path, f"{before}{apart}{note}\n".encode(), *home.grounds, path.parent.parent)
    return path


def notes(home: Home) -> list[Note]:
    """Returns the notes on a game that can be laid on the table, in order."""
    path = file_of(home)
    if not path.is_file():
        return []
    matches = (_LINE.fullmatch(line.strip()) for line in read_bytes(path).decode(errors="replace").splitlines())
    return [
        Note(each["variant"], each["mark"], int(each["number"]), each["seats"], each["record"] or "", each["text"])
        for each in matches
        if each
    ]
