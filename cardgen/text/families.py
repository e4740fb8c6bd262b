"""Chooses among font files the face of a family that matches best, as CSS Fonts 4, 5.2 does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cardgen.definitions.font_choice import BOLD, REGULAR, Family
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, InputError, Place, fail, nearest
from cardgen.graphics.drawing import FontSource
from cardgen.text.font_file import FaceInfo, faces_in, slug

NAMED = {"regular": (REGULAR, False), "bold": (BOLD, False), "italic": (REGULAR, True), "bold-italic": (BOLD, True)}


@dataclass(frozen=True, slots=True)
class Chosen:
    """The chosen face, and the style that it lacks: italic, bold, bold italic, or none."""

    source: FontSource
    lacks: str = ""


def face_name(bold: bool, italic: bool) -> str:
    return "-".join([word for word, is_wanted in (("bold", bold), ("italic", italic)) if is_wanted]) or "regular"


def choose(folders: Sequence[Sequence[Path]], family: Family, bold: bool, italic: bool, place: Place | None) -> Chosen:
    """The face of a family in the files of folders of fonts, the nearest folder first. Raises InputError with the paths
    of the files if there is no such family."""
    if family.file:
        return Chosen(_file(folders, family, place), "italic" if italic else "")
    style = face_name(bold, italic)
    for files in folders:
        for path in files:
            if family.weight == REGULAR and path.parent.name == family.name and path.stem.lower() == style:
                return Chosen(_source_by_name(path))
    faces = [face for files in folders for face in _of_family(files, family.name)]
    if not faces:
        raise fail(f"there is no font '{family.name}'{nearest(family.name, _families(folders))}", place, UNKNOWN_NAME)
    weight = family.bold if bold else family.weight
    best = min(faces, key=lambda face: (face.italic != italic, _heavier(face, weight), abs(face.width - 100)))
    lighter = bold and best.weights[1] < min((family.weight + family.bold) / 2, BOLD) and len(faces) > 1
    return Chosen(
        best.source(weight), "italic" if italic and not best.italic else lighter * ("bold italic" if italic else "bold")
    )


def _source_by_name(path: Path) -> FontSource:
    """The face of a file with this name; a variable font at the weight that the name asks for."""
    weight, _ = NAMED[path.stem.lower()]
    return faces_in(path)[0].source(weight)


def _of_family(files: Sequence[Path], name: str) -> Iterator[FaceInfo]:
    """The faces in a folder of this name, or those with this family name."""
    inside = [path for path in files if name in (folder.name for folder in path.parents)]
    for path in inside or files:
        try:
            faces = faces_in(path)
        except InputError:
            if inside:
                raise
            continue  # the file is unusable
        for face in faces:
            if inside or slug(name) in face.families:
                yield face if path.stem.lower() not in NAMED else _as_named(face, path)


def _as_named(face: FaceInfo, path: Path) -> FaceInfo:
    """A face with the name of its file, which wins over the names inside it."""
    weight, italic = NAMED[path.stem.lower()]
    low, high = face.weights
    return FaceInfo(path, face.number, face.families, face.weights if low < high else (weight, weight), italic, 100.0)


def _heavier(face: FaceInfo, weight: float) -> float:
    """The distance of a face from a weight; bold prefers heavier faces, others lighter ones."""
    low, high = face.weights
    away = max(low - weight, 0.0) + max(weight - high, 0.0)
    return away + (0.5 if (low > weight) != (weight > (REGULAR + BOLD) / 2) and away else 0.0)


def _file(folders: Sequence[Sequence[Path]], family: Family, place: Place | None) -> FontSource:
    """The face of a file anywhere in the folders of fonts."""
    known = {path.name: path for files in reversed(folders) for path in reversed(files)}
    if family.name not in known:
        own = [path.name for files in folders[:1] for path in files]
        raise fail(f"there is no font file '{family.name}' in fonts/{nearest(family.name, own)}", place, UNKNOWN_NAME)
    faces = faces_in(known[family.name])
    if family.number >= len(faces):
        raise fail(f"'{family.name}' holds {len(faces)} fonts, so there is no #{family.number + 1}", place)
    return faces[family.number].source(family.weight)


def _families(folders: Sequence[Sequence[Path]]) -> set[str]:
    """The names of all families: those of folders, and of files outside of folders."""
    names: set[str] = set()
    for files in folders:
        for path in files:
            if path.parent.name != "fonts":
                names.add(path.parent.name)
                continue
            try:
                names |= {name for face in faces_in(path) for name in face.families[:1]}
            except InputError:
                names |= {path.name}
    return names
