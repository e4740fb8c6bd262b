"""Reads and writes the files of games that people have played: `records/GAME/*.yaml` in a library, one for each game.
The records of positions and results, which the computer plays with, are in `records.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import AfterValidator, Field, ValidationError

from cardgen.definitions.fields import Model
from cardgen.definitions.yaml_source import parse_yaml
from cardgen.foundations.errors import CardgenError, Place, fail
from cardgen.play.marks import parse_mark
from cardgen.store.library import BUILTIN, Home, library_of
from cardgen.store.reach import files_below, is_file, read_bytes
from cardgen.store.writing import replace_file

FOLDER = "records"
MAX_BYTES = 200_000


def _mark(said: str) -> str:
    parse_mark(said)
    return said


class Record(Model):
    """One game: its settings, every decision, and the result. Scores are by player."""

    started: str = Field(description="When it began.", examples=["2026-11-23 20:15"])
    variant: str = Field(description="The variant that was played.", examples=["base"])
    settings: dict[str, str] = Field(default_factory=dict, description="Rules that were set for it.")
    mark: Annotated[str, AfterValidator(_mark)] = Field(
        description="The seed, with the hash of the rules and options.", examples=["17-3fa2"]
    )
    seats: tuple[str, ...] = Field(description="Who sat in each seat, in the order of turns: `person`, or a policy.")
    names: tuple[str, ...] = Field((), description="The names of the players, by seat. An empty name was not given.")
    options: dict[str, str] = Field(default_factory=dict, description="What was agreed before the game.")
    finished: bool = Field(False, description="Whether it was played to its end.")
    first: int = Field(0, description="The player who had the first turn.")
    turns: int = Field(0, description="How many turns it took.")
    rounds: int = Field(0, description="How many rounds.")
    scores: tuple[int, ...] = Field((), description="Points, by player.")
    winners: tuple[int, ...] = Field((), description="The players who won, from 0.")
    decisions: tuple[int, ...] = Field((), description="Every decision, as the engine numbers actions.")

    @property
    def seed(self) -> int:
        return parse_mark(self.mark)[0]


def folder_of(home: Home, kind: str = FOLDER) -> Path:
    """The folder of the records of games at the desk: in the game's library, or beside a game without one; for games
    installed with cardgen, in the current folder."""
    standing = library_of(Path.cwd())
    if home.library == BUILTIN != standing:
        return (standing or Path.cwd()) / kind
    return (home.library or home.folder) / kind


def read_record(path: Path) -> Record:
    """Reads a record. Raises InputError for any other file."""
    node = parse_yaml(read_bytes(path, MAX_BYTES).decode("utf-8", "replace"), str(path))
    try:
        return Record.model_validate(_frozen(node.data), strict=False)
    except ValidationError as error:
        first = error.errors()[0]
        raise fail(f"{'.'.join(map(str, first['loc']))}: {first['msg']}", Place(str(path))) from None


def write_record(home: Home, path: Path, record: Record) -> None:
    """Writes a record, whole or not at all. Raises InputError."""
    content = record.model_dump(mode="json")
    written = yaml.safe_dump(content, width=118, default_flow_style=None, sort_keys=False, allow_unicode=True)
    replace_file(path, written.encode(), *home.grounds, folder_of(home).parent)


def _frozen(value: object) -> object:
    """Converts lists to tuples, which strict models require."""
    if isinstance(value, dict):
        return {key: _frozen(each) for key, each in value.items()}
    return tuple(_frozen(each) for each in value) if isinstance(value, (list, tuple)) else value


def records(home: Home) -> Iterator[tuple[Path, Record]]:
    """The records of a game that can be read, the oldest first."""
    for path in record_files(home):
        try:
            yield path, read_record(path)
        except CardgenError:
            continue  # the file is no record, or incomplete


def record_files(home: Home) -> list[Path]:
    """The files that can be records of a game."""
    return sorted(path for path in files_below(folder_of(home) / home.name, (".yaml",)) if is_file(path))
