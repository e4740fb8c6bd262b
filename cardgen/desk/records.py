"""Saves the games that people play at the desk, to lay them out again and to count them with others."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path

from cardgen.definitions.game import Game
from cardgen.desk.answers import Refused
from cardgen.desk.table import GameTable
from cardgen.play.game import PlayedGame
from cardgen.play.record_files import Record, folder_of, read_record, write_record
from cardgen.store.library import Home
from cardgen.store.reach import is_file


def record_of(table: GameTable, game: Game, started: datetime) -> Record:
    """Returns the record of a game so far."""
    position = table.position
    return Record(
        started=f"{started:%Y-%m-%d %H:%M}",
        variant=game.variant,
        settings=dict(game.settings),
        mark=table.mark,
        seats=table.seats,
        names=tuple(table.names) if any(table.names) else (),
        options=dict(table.options),
        finished=position.is_terminal(),
        first=int(position.record.first),
        turns=int(position.record.turns),
        rounds=int(position.record.rounds),
        scores=tuple(position.returns()) if position.is_terminal() else (),
        winners=tuple(position.winners()) if position.is_terminal() else (),
        decisions=tuple(table.decisions),
    )


def name_of(table: GameTable, started: datetime) -> str:
    """Returns the name of a table's record: the time when it began, with a code that distinguishes it from others of
    the same second. It stands on the page while the game goes on, so it does not show the seed."""
    return f"{started:%Y-%m-%d-%H%M%S}-{hashlib.blake2b(str(table.seed).encode(), digest_size=4).hexdigest()}"


def keep(home: Home, table: GameTable, game: Game, started: datetime, name: str = "") -> Path:
    """Writes the record of a game over an earlier one of the same game, which can have a name already."""
    path = folder_of(home) / home.name / f"{name or name_of(table, started)}.yaml"
    write_record(home, path, record_of(table, game, started))
    return path


def reopened(played: PlayedGame, record: Record) -> GameTable:
    """Lays a recorded game on the table again. Raises Refused if its rules have changed since it was played."""
    table = GameTable(played, record.seats, record.seed, record.options, names=record.names)
    if table.mark != record.mark:
        raise Refused("table.rules_changed", mark=record.mark, now=table.mark)
    return GameTable(played, record.seats, record.seed, record.options, record.decisions, record.names)


def find(home: Home, name: str) -> Record:
    """Returns the record with a name. Raises Refused if there is none."""
    return read_record(path_of(home, name))


def path_of(home: Home, name: str) -> Path:
    """Returns the path of the record with a name. Raises Refused if there is none."""
    path = folder_of(home) / home.name / f"{Path(name).name}.yaml"
    if not is_file(path):
        raise Refused("table.no_record", name=name)
    return path
