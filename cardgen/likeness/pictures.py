"""Finds the pictures of a card that a cell names, and the pictures of the other cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardgen.definitions.evaluate import slug
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError
from cardgen.graphics.pixels import open_upright
from cardgen.importers.sources import MAX_PICTURE, PICTURES
from cardgen.likeness.model import SeenPicture
from cardgen.likeness.table import CellColumn, CellTable
from cardgen.store.reach import is_below, is_file, matching, read_bytes

_ALIKE = 16.0  # the mean difference of grey values of one picture in two files
ART = "art/"  # where pictures are in a game
MAX_FILES = 2_000
MAX_BYTES = 400_000_000  # of all pictures together


@dataclass(frozen=True, slots=True)
class FoundPicture:
    """A picture that is a cell: the column, and the template of its file in the game."""

    seen: SeenPicture
    column: CellColumn
    of: str


@dataclass(frozen=True, slots=True)
class _Naming:
    """How cells name files: what stands before and after a cell, or its letters as in an id (`slug`)."""

    before: str
    after: str
    slugged: bool = False

    def file(self, cell: str) -> str:
        """The file of a cell, by its path below the folder of the pictures."""
        return f"{self.before}{slug(cell) if self.slugged else cell}{self.after}"

    def template(self, column: CellColumn) -> str:
        cell = f"slug({column.name})" if self.slugged else column.name
        return f"{self.before}{{{cell}}}{self.after}"


@dataclass(frozen=True, slots=True)
class _File:
    """A picture beside the drawing or the table, by its path below that folder."""

    path: Path
    below: str

    def naming(self, cell: str) -> _Naming | None:
        """How a cell names it: by its path, its name or its stem; None if it does not."""
        folder, slash, name = self.below.rpartition("/")
        before, stem = folder + slash, Path(name).stem
        known = _Naming("", ""), _Naming(before, ""), _Naming(before, name[len(stem) :])
        slugged = _Naming(before, name[len(stem) :], slugged=True)
        wanted = self.below.casefold()
        return next((each for each in (*known, slugged) if each.file(cell).casefold() == wanted), None)


class PictureFinder:
    """The pictures beside a drawing and its table. `copies` are those that the game needs, `lacking` the files that
    some cells name and that are not there."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.files: list[_File] = []
        for folder in dict.fromkeys(folder.resolve() for folder in folders):
            for path in (*matching(folder, "*"), *matching(folder, "*/*")):
                below = path.relative_to(folder).as_posix()
                known = path.suffix.lower() in PICTURES and not {"{", "}"} & {*below} and len(self.files) < MAX_FILES
                if known and is_file(path) and is_below(path, [folder]) and path.stat().st_size <= MAX_PICTURE:
                    self.files.append(_File(path, below))
        self.copies: dict[str, Path] = {}
        self.lacking: list[str] = []

    def find(self, seen: SeenPicture, grey: Sequence[int], table: CellTable, row: int) -> FoundPicture | None:
        """The column whose cell names a picture, by the picture's name in the drawing, or by its pixels."""
        for column in table.columns:
            cell = column.cells[row]
            for file in self.files if cell else ():
                naming = file.naming(cell)
                if naming and self._shows(seen, grey, file):
                    folder = "" if file.below.startswith(ART) else ART
                    self._collect(column, naming, folder)
                    return FoundPicture(seen, column, folder + naming.template(column))
        return None

    def _shows(self, seen: SeenPicture, grey: Sequence[int], file: _File) -> bool:
        """Whether a picture of the drawing is that in a file."""
        if isinstance(seen.source, Path):
            return seen.source.resolve() == file.path.resolve()
        try:
            own = grey or _grey(seen.source)
            other = _grey(file.path)
        except (ValueError, InputError):
            return False
        return bool(own) and sum(abs(a - b) for a, b in zip(own, other, strict=True)) / len(own) <= _ALIKE

    def _collect(self, column: CellColumn, naming: _Naming, folder: str) -> None:
        """Notes the files of all cells of a column."""
        known = {file.below.casefold(): file for file in self.files}
        size = 0
        for cell in dict.fromkeys(filter(None, column.cells)):
            name = naming.file(cell)
            file = known.get(name.casefold())
            if file is None or not (folder + name).startswith(ART):
                self.lacking.append(name)
                continue
            size += file.path.stat().st_size
            if size > MAX_BYTES:
                self.lacking.append(name)
                continue
            self.copies[folder + name] = file.path


def _grey(source: Path | bytes | None) -> tuple[int, ...]:
    """16 x 16 grey values of a picture. Raises ValueError."""
    if source is None:
        return ()
    data = source if isinstance(source, bytes) else read_bytes(source, MAX_PICTURE)
    image = open_upright(data).convert("RGBA")
    from PIL import Image

    white = Image.new("RGBA", image.size, (255, 255, 255, 255))
    white.alpha_composite(image)
    return tuple(white.convert("L").resize((16, 16)).tobytes())
