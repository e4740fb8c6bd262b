"""Detects the program of a file and reads its deck: the one entry to the importers."""

from __future__ import annotations

from pathlib import Path

from cardgen.foundations.errors import Place, fail
from cardgen.importers.game import Drafted, drafted
from cardgen.importers.model import Project
from cardgen.importers.sources import FilesBeside

MOST_TOLD = 20  # lines of what did not come over
SCRIPTS = {".rb": "Squib", ".nde": "nanDECK", ".txt": "nanDECK", ".cmp": "CardMaker"}  # by the ending of their files


def is_script(name: str) -> bool:
    """Whether a file of that name may be another program's."""
    return Path(name).suffix.lower() in SCRIPTS


def read(path: Path, beside: FilesBeside) -> Project:
    """What another program's file comes to. Raises InputError where it cannot be read, or draws nothing."""
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


def draft(path: Path) -> tuple[Project, Drafted]:
    """What another program's file comes to, and the files of a game of it. Raises InputError."""
    beside = FilesBeside(path)
    project = read(path, beside)
    return project, drafted(project, beside)


def account(project: Project, most: int = MOST_TOLD) -> list[str]:
    """What a command says of what did not come over, at most so many lines of it."""
    told = [str(lost) for lost in project.lost[:most]]
    more = len(project.lost) - len(told) + project.left
    return [*told, *([f"and {more:,} more, listed at the top of the layouts"] if more > 0 else [])]
