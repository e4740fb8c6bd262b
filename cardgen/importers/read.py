"""Detects the program of a file and imports its deck: the entry to the importers."""

from __future__ import annotations

from pathlib import Path

from cardgen.foundations.errors import Place, fail
from cardgen.importers.game import GameDraft, draft_game
from cardgen.importers.model import Project
from cardgen.importers.sources import FilesBeside

MAX_TOLD = 20  # in a command's output
SCRIPTS = {".rb": "Squib", ".nde": "nanDECK", ".txt": "nanDECK", ".cmp": "CardMaker"}  # by suffix


def is_script(name: str) -> bool:
    """Whether the name is that of another program's file."""
    return Path(name).suffix.lower() in SCRIPTS


def read(path: Path, beside: FilesBeside) -> Project:
    """Reads another program's file. Raises InputError if cardgen cannot read it, or if it draws nothing."""
    program = SCRIPTS[path.suffix.lower()]
    if program == "Squib":
        from cardgen.importers.squib import read_squib as reader
    elif program == "nanDECK":
        from cardgen.importers.nandeck import read_nandeck as reader
    else:
        from cardgen.importers.cardmaker import read_cardmaker as reader
    project = reader(path, beside)
    if not project.decks:
        raise fail(f"expected a script of {program} that draws a deck, found nothing that draws", Place(str(path)))
    return project


def draft(path: Path) -> tuple[Project, GameDraft]:
    """Reads another program's file, and makes the files of a game. Raises InputError."""
    beside = FilesBeside(path)
    project = read(path, beside)
    return project, draft_game(project, beside)


def account(project: Project, most: int = MAX_TOLD) -> list[str]:
    """The lines in which a command lists what was not imported, at most `most` of them and a count of the rest."""
    lines = [str(lost) for lost in project.lost[:most]]
    more = len(project.lost) - len(lines) + project.left
    return [*lines, *([f"and {more:,} more, listed at the top of the layouts"] if more > 0 else [])]
