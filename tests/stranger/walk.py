"""Walks through a page as a stranger does: writes what it shows, types its lines, holds each to what the page says."""

from __future__ import annotations

import io
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from PIL import Image

from tests.definitions.books import write_book

from .lines import BLOCK, File, Line, Sheet, Step, pages, steps
from .room import Ended, Room

HERE = Path(__file__).parent
MOST = 10  # lines that cannot run
OF_PYTHON = re.compile(
    r"^.*(?:Traceback \(most recent call last\)|\b\w*Warning: |Exception ignored in|Fatal Python).*$", re.M
)
ESCAPES = re.compile(r"\x1b\[[\d;?]*[A-Za-z]|\r\x1b\[K")
INTERRUPTED = 130
SERVES = {"desk": "http://"}  # commands that run until they are interrupted, and what they say once they do
STOPPED = (0, INTERRUPTED)  # how these end


@cache
def words() -> dict[str, Any]:
    return yaml.safe_load((HERE / "words.yaml").read_text("utf-8"))


def cannot() -> dict[str, str]:
    """The lines that cannot run here, with reasons. Raises ValueError where there are too many or one is not needed."""
    told: dict[str, str] = words()["cannot"]
    there = {step.command for page in pages() for step in steps(page) if isinstance(step, Line)}
    if len(told) > MOST or not all(told.values()) or set(told) - there:
        raise ValueError(f"words.yaml: at most {MOST} lines, each with its reason, and none that no page has")
    return told


@dataclass
class Walk:
    """A page walked through in a room; `faults` is what was other than the page says, `seconds` what its lines
    took."""

    page: str
    room: Room
    name: str
    terminal: bool = False
    processors: int | None = None
    killed: Mapping[str, float] = field(default_factory=dict)  # what lines took that are killed at half of it before
    faults: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    too_long: list[str] = field(default_factory=list)  # lines that were interrupted

    def __post_init__(self) -> None:
        self.folder = self.room.folder(self.name)
        self._begun = 0

    def go(self) -> Walk:
        for step in steps(self.page):
            if isinstance(step, Line):
                if step.command not in cannot():
                    self._type(step)
            elif isinstance(step, File) and self._is_typed(step.name):
                typed = self.folder / step.name
                self.room.write(typed, step.text.encode(), step.adds and typed.exists())
            elif isinstance(step, File):
                self._has_game()
                self.room.write(
                    self._game() / step.name, step.text.encode(), step.adds and (self._game() / step.name).exists()
                )
            else:
                self._write_sheet(step)
        return self

    def _type(self, line: Line) -> None:
        if line.verb == "new" and (self.folder / line.words[1]).exists():  # the page begins anew
            self._begun += 1
            self.folder = self.room.folder(f"{self.name}-{self._begun}")
            self._sheets()
        elif line.verb != "new" and any(re.match(r"(\./)?my_game|\.$", word) for word in line.words):
            self._has_game()
        self._write_words()
        where = self._game() if "." in line.words else self.folder
        if took := self.killed.get(str(line)):
            ended = self.room.run(["cardgen", *line.words], where, kill_after=took / 2)
            self.faults += [f"{line}, killed\n    left a process: {left}" for left in ended.left]
            if line.verb == "new" and (self.folder / line.words[1]).exists():
                shutil.rmtree(self.folder / line.words[1])  # which it says: there is something of this name
        ended = self.room.run(
            ["cardgen", *line.words], where, self.terminal, self.processors, until=SERVES.get(line.verb, "")
        )
        self.seconds[str(line)] = ended.seconds
        if ended.too_long:
            self.too_long.append(str(line))
        self.faults += [f"{line}\n    {fault}" for fault in faults_of(line, ended, where)]

    def _game(self) -> Path:
        new = [step.words[1] for step in steps(self.page) if isinstance(step, Line) and step.verb == "new"]
        return self.folder / (new[0] if new else "my_game")

    def _is_typed(self, name: str) -> bool:
        """Whether the page's lines name a file as it lies where they are typed."""
        return any(f"./{name}" in step.words for step in steps(self.page) if isinstance(step, Line))

    def _has_game(self) -> None:
        """The game of the page: of its own files, of another page, or the one that `cardgen new` makes."""
        if self._game().exists():
            return
        if origin := words()["game_of"].get(self.page):
            other = Walk(origin, self.room, f"{self.name}-of")
            for step in steps(origin):
                if isinstance(step, File):
                    other._has_game()
                    other.room.write(
                        other._game() / step.name,
                        step.text.encode(),
                        step.adds and (other._game() / step.name).exists(),
                    )
            other._game().rename(self._game())
        elif (
            any(isinstance(step, File) and step.name == "game.yaml" for step in steps(self.page)) and not self._before()
        ):
            for name in ("layouts", "strings"):
                folder = self._game() / name
                folder.mkdir(parents=True)
                self.room.give(folder)
            self.room.give(self._game())
        else:
            ended = self.room.run(["cardgen", "new", self._game().name], self.folder)
            if ended.code:
                self.faults.append(f"{self.page}: cardgen new {self._game().name}\n    {ended.told}")

    def _before(self) -> bool:
        """Whether a line stands before the first file that a page shows: it is about the game that is begun with."""
        return isinstance(next(iter(steps(self.page)), None), Line)

    def _write_sheet(self, step: Sheet) -> None:
        rows = [list(row) for row in step.rows]
        with tempfile.TemporaryDirectory() as folder:
            content = write_book(Path(folder, step.name), {step.sheet: rows}).read_bytes()
        self.room.write(self.folder / step.name, content)
        if self._game().exists() or not any(
            isinstance(each, Line) and "--from" in each.words for each in steps(self.page)
        ):
            self._has_game()
            self.room.write(self._game() / step.name, content)

    def _sheets(self) -> None:
        for step in steps(self.page):
            if isinstance(step, Sheet):
                self._write_sheet(step)

    def _write_words(self) -> None:
        """What the page tells in words alone."""
        text = pages()[self.page].read_text("utf-8")
        for name, source in (words()["files"].get(self.page) or {}).items():
            path = self.folder / name
            if path.exists() or (name.startswith("my_game/") and not self._game().exists()):
                continue
            if "block" in source:
                found = [block[2] for block in BLOCK.finditer(text) if block[2].startswith(source["block"])]
                content = found[0].encode() + b"\n" if found else b""
            elif "pixels" in source:
                content = _picture(*source["pixels"])
            else:
                content = (self.folder / source["copy"]).read_bytes()
            self.room.write(path, content)
        for name, lines in (words()["changes"].get(self.page) or {}).items():
            if (path := self.folder / name).exists() and words()["once"].get(self.page, "") in path.read_text("utf-8"):
                for old, new in lines.items():
                    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")


def _picture(width: int, height: int, colour: str) -> bytes:
    """A PNG file of one colour."""
    file = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(file, "PNG")
    return file.getvalue()


def faults_of(line: Line, ended: Ended, where: Path) -> Iterator[str]:
    """What is other than the page says of a line."""
    plain = ESCAPES.sub("", ended.told)
    codes = STOPPED if line.verb in SERVES else (INTERRUPTED,) if ended.too_long else (line.code,)
    if ended.code not in codes:
        yield f"ended with {ended.code}, not {codes[0]}: {plain[-600:]}"
    yield from python_in(plain)
    for left in ended.left:
        yield f"left a process: {left}"
    if ended.too_long:
        return
    blanks = " ".join(plain.split())
    for piece in line.pieces:
        if piece not in blanks:
            yield f"does not say what the page shows: {piece[:200]}"
    for path in line.made:
        if not (where / path).exists():
            yield f"did not make {path}"


def python_in(told: str) -> Iterator[str]:
    """Words of Python, which no designer should read."""
    for found in OF_PYTHON.findall(told)[:1]:
        at = told.index(found)
        yield f"Python is heard: {told[at : at + 300]} ... {told[-300:]}"


def lines_of(page: str) -> list[Line]:
    return [step for step in steps(page) if isinstance(step, Line) and step.command not in cannot()]


__all__ = ["Step", "Walk", "cannot", "faults_of", "lines_of", "python_in", "words"]
