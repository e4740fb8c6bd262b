"""Finds the pictures of a card that a cell names, and the pictures of the other cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from cardgen.definitions.evaluate import slug
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError
from cardgen.graphics.pixels import open_upright
from cardgen.importers.sources import MAX_PICTURE, PICTURES
from cardgen.likeness.model import SeenPicture
from cardgen.likeness.table import CardTable, CellColumn
from cardgen.store.reach import is_below, is_file, matching, read_bytes

_ALIKE = 16.0  # the mean difference of grey values of one picture in two files
_WAYS: tuple[tuple[str, Callable[[str], str]], ...] = (("{name}", str), ("slug({name})", slug))
MAX_FILES = 2_000
MAX_BYTES = 400_000_000  # of all pictures together


@dataclass(frozen=True, slots=True)
class FoundPicture:
    """A picture that is a cell: the column, and the template of its file in the game."""

    seen: SeenPicture
    column: CellColumn
    of: str


@dataclass(frozen=True, slots=True)
class _File:
    """A picture beside the drawing or the table, by its path below that folder."""

    path: Path
    below: str

    def names(self) -> tuple[tuple[str, str, str], ...]:
        """How a cell may name it: what comes before and after the cell, and the cell."""
        folder, _, name = self.below.rpartition("/")
        folder += "/" if folder else ""
        stem = Path(name).stem
        return (("", "", self.below), (folder, "", name), (folder, name[len(stem) :], stem))


class Pictures:
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

    def find(self, seen: SeenPicture, grey: Sequence[int], table: CardTable, row: int) -> FoundPicture | None:
        """The column whose cell names a picture, by the picture's name in the drawing, or by its pixels."""
        for column in table.columns:
            if not (cell := column.cells[row]):
                continue
            for file in self.files:
                for way, change in _WAYS:
                    for before, after, name in file.names():
                        same = name.casefold() == cell.casefold() if way == "{name}" else slug(cell) == name != ""
                        if same and self._shows(seen, grey, file):
                            of = f"{before}{{{way.format(name=column.name)}}}{after}"
                            self._collect(table, column, before, after, change)
                            return FoundPicture(seen, column, of if of.startswith("art/") else f"art/{of}")
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

    def _collect(
        self, table: CardTable, column: CellColumn, before: str, after: str, change: Callable[[str], str]
    ) -> None:
        """Notes the files of all cells of a column."""
        known = {file.below.casefold(): file for file in self.files}
        size = 0
        for cell in dict.fromkeys(filter(None, column.cells)):
            name = f"{before}{change(cell)}{after}"
            file = known.get(name.casefold())
            if file is None or (size := size + file.path.stat().st_size) > MAX_BYTES:
                self.lacking.append(name)
                continue
            self.copies[name if name.startswith("art/") else f"art/{name}"] = file.path


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
