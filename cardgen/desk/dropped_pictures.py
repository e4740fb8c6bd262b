"""Checks pictures that somebody drops on a card, and finds each a free name in the game's folder of pictures."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

from cardgen.definitions.edit import Edited
from cardgen.definitions.game import Design
from cardgen.definitions.yaml_source import read_text, read_yaml
from cardgen.desk.answers import Refused
from cardgen.desk.layout_fields import is_editable
from cardgen.desk.new_layout import Changed, path_to
from cardgen.faces.compose import Composer
from cardgen.faces.sides import Side
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, Place
from cardgen.graphics.pixels import measure
from cardgen.starting.dropped import path_below, plain_stem
from cardgen.store.library import Home, is_sheet
from cardgen.store.reach import read_bytes
from cardgen.svg.tree import read_tree

ART = "art"  # the folder of a game's pictures
MAX_BYTES = 30_000_000  # of a picture
WIDTH = 0.4  # of a new picture, as a part of the card's
_SUFFIXES = {"PNG": ".png", "JPEG": ".jpg"}
_SVG = ".svg"
_STEM = "picture"  # of a file whose own name has no Latin letter and no digit


@dataclass(frozen=True, slots=True)
class DroppedPicture:
    """A picture with its file in the game, its name there as layouts write it, and its width for its height; `new` is
    whether the file does not exist yet."""

    path: Path
    name: str
    data: bytes
    proportion: float
    new: bool


def dropped_picture(home: Home, named: str, data: bytes) -> DroppedPicture:
    """Checks a picture, and finds its place in the game: the file that has the same content, or a new one.

    Raises InputError for a name that no file can have, and Refused for anything that is no PNG, JPEG or SVG picture.
    """
    file = path_below(Path(), named)
    if len(data) > MAX_BYTES:
        raise Refused("layout.drop.large", size=f"{MAX_BYTES // 1_000_000} MB")
    suffix, proportion = _kind(file, data)
    stem = plain_stem(file.stem) or _STEM
    for number in count(1):
        path = home.folder / ART / (f"{stem}{suffix}" if number == 1 else f"{stem}_{number}{suffix}")
        there = path.exists() or path.is_symlink()
        if not there or _is_same(path, data):
            return DroppedPicture(path, f"{ART}/{path.name}", data, proportion, not there)
    raise AssertionError


def with_card_value(composer: Composer, side: Side, of: str, picture: str) -> Changed:
    """Returns the edit by which a card names a picture as its own, which a field draws as its `of`. Raises Refused if
    `of` is not a value of the card alone, or if the card stands in a spreadsheet."""
    own = re.fullmatch(r"\{card\.([\w-]+)\}", of)
    if own is None or not isinstance(side.owner, Design):
        raise Refused("layout.drop.computed", of=of)
    file = Path(side.owner.node.place.file)
    if is_sheet(file.name):
        raise Refused("layout.drop.sheet", column=own[1], name=picture)
    if not is_editable(composer.game.home, file):
        raise Refused("layout.fixed.elsewhere")
    steps = path_to(read_yaml(file), side.owner.node.place)
    if steps is None:
        raise Refused("layout.drop.computed", of=of)
    edit = Edited(before := read_text(file), str(file), flow=True)
    edit.set((*steps, own[1]), picture)
    return {file: (before, edit.text)}


def around(size: tuple[float, float], picture: DroppedPicture, x: float | None, y: float | None) -> dict[str, str]:
    """Returns a place for a picture around a point of a side, whose middle it is otherwise: within the side, in the
    picture's proportions."""
    width, height = size
    high = min(width * WIDTH / picture.proportion, height)
    wide = high * picture.proportion
    left = min(max((width / 2 if x is None else x) - wide / 2, 0.0), width - wide)
    top = min(max((height / 2 if y is None else y) - high / 2, 0.0), height - high)
    places = {"left": left, "width": wide, "top": top, "height": high}
    return {key: f"{round(value, 1):g}" for key, value in places.items()}


def _kind(file: Path, data: bytes) -> tuple[str, float]:
    """The suffix that belongs to a picture's content, and its width for its height."""
    if file.suffix.lower() == _SVG:
        try:
            root = read_tree(data, Place(file.name))
        except InputError as error:
            raise Refused("layout.drop.kind", file=file.name, why=error.faults[0].message) from None
        return _SVG, _proportion(root.get("viewBox") or "")
    try:
        pixels = measure(data)
    except ValueError as error:
        raise Refused("layout.drop.kind", file=file.name, why=str(error)) from None
    if pixels.format not in _SUFFIXES:
        raise Refused("layout.drop.kind", file=file.name, why=pixels.format)
    return _SUFFIXES[pixels.format], pixels.width / pixels.height


def _proportion(view_box: str) -> float:
    try:
        _, _, width, height = map(float, view_box.replace(",", " ").split())
        return width / height if width > 0 and height > 0 else 1.0
    except ValueError:
        return 1.0


def _is_same(path: Path, data: bytes) -> bool:
    try:
        return path.stat().st_size == len(data) and read_bytes(path) == data
    except (OSError, InputError):  # a folder, or a link that leads nowhere
        return False
