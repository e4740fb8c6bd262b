"""Saves the games that people play at the desk, to lay them out again and to count them with others."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path

from cardgen.definitions.game import Game
from cardgen.desk.answers import Refused
from cardgen.desk.table import GameTable
from cardgen.play.game import PlayedGame
from cardgen.play.played import Record, folder_of, read_record, write_record
from cardgen.store.library import Home
from cardgen.store.reach import is_file


def record_of(table: GameTable, game: Game, started: datetime) -> Record:
    """What is kept of a game as far as it has come."""
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
    """What the record of a table is called: when it began, and what tells it from others of that second. It stands on
    the page while the game goes on, so it does not tell the seed."""
    return f"{started:%Y-%m-%d-%H%M%S}-{hashlib.blake2b(str(table.seed).encode(), digest_size=4).hexdigest()}"


def keep(home: Home, table: GameTable, game: Game, started: datetime, name: str = "") -> Path:
    """Writes the record of a game, over an earlier one of the same game, which may have a name already."""
    path = folder_of(home) / home.name / f"{name or name_of(table, started)}.yaml"
    write_record(home, path, record_of(table, game, started))
    return path


def reopened(played: PlayedGame, record: Record) -> GameTable:
    """A recorded game on the table again. Raises Refused where its rules are no longer those that it was played by."""
    table = GameTable(played, record.seats, record.seed, record.options, names=record.names)
    if table.mark != record.mark:
        raise Refused("table.rules_changed", mark=record.mark, now=table.mark)
    return GameTable(played, record.seats, record.seed, record.options, record.decisions, record.names)


def find(home: Home, name: str) -> Record:
    """The record of a name. Raises Refused where there is none."""
    return read_record(path_of(home, name))


def path_of(home: Home, name: str) -> Path:
    """Where the record of a name lies. Raises Refused where there is none."""
    path = folder_of(home) / home.name / f"{Path(name).name}.yaml"
    if not is_file(path):
        raise Refused("table.no_record", name=name)
    return path
