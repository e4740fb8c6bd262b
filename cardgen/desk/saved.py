"""Writes what people save at the desk, such as texts, layouts and variants, and undoes, deletes and renames it."""

from __future__ import annotations

import base64
import codecs
import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import RLock
from typing import TypeVar
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.routing import Route

from cardgen.definitions.edit import Edited
from cardgen.definitions.game import BASE
from cardgen.definitions.variant import variant_chain
from cardgen.definitions.yaml_source import read_text
from cardgen.desk import body as given
from cardgen.desk import keep
from cardgen.desk.access import route
from cardgen.desk.answers import Refused
from cardgen.desk.changing import asked_for, change_handler, game_of, language_of
from cardgen.desk.state import Desk
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, Place, fail
from cardgen.play.record_files import records, write_record
from cardgen.press.files import digest
from cardgen.store import cache
from cardgen.store.library import BUILTIN, Home, library_of
from cardgen.store.reach import is_below, is_file, read_bytes
from cardgen.store.writing import replace_file

MAX_SAVES = 100  # of a game that are remembered
MAX_KEPT_BYTES = 4_000_000  # of a game's saves that the next desk still knows, as they are kept
CONFLICT = "changed-meanwhile"
T = TypeVar("T")
_KIND, _MAX_BYTES = "saves", 40_000_000


@dataclass(frozen=True, slots=True)
class Save:
    """Files before and after a save, None if there was none; `variant` is where you see them, or `back` if that is no
    longer there."""

    home: Home
    variant: str
    back: str
    files: Mapping[Path, tuple[bytes | None, bytes | None]]

    def reversed(self) -> Save:
        """Returns the save that undoes this one."""
        files = {path: (after, before) for path, (before, after) in self.files.items()}
        return Save(self.home, self.back, self.variant, files)


class Saves:
    """The saves of each game, the last one last, and those that were undone. The cache keeps them for the next desk."""

    def __init__(self) -> None:
        self._done: dict[Home, list[Save]] = {}
        self._undone: dict[Home, list[Save]] = {}
        self._lock = RLock()

    def save(self, home: Home, variant: str, paths: Sequence[Path], write: Callable[[], T], back: str = BASE) -> T:
        """Writes files and remembers what they were; a write that fails leaves no trace. Returns what `write` does."""
        with self._lock:
            before = {path: _bytes_of(path) for path in paths}
            try:
                result = write()
            except BaseException:
                _restore(before, home)
                raise
            files = {path: (was, _bytes_of(path)) for path, was in before.items()}
            done = self._saves_of(home)
            done[:] = [*done, Save(home, variant, back, files)][-MAX_SAVES:]
            self._undone[home] = []
            _keep(home, done)
            return result

    def undo(self, home: Home) -> Save:
        """Undoes the last save of a game. Raises Refused if there is none, or if the file has changed since."""
        with self._lock:
            done = self._saves_of(home)
            last = self._take_back(done)
            self._undone.setdefault(home, []).append(last.reversed())
            _keep(home, done)
            return last

    def redo(self, home: Home) -> Save:
        """Does again what was undone last. Raises Refused as `undo`."""
        with self._lock:
            last = self._take_back(self._undone.get(home, []))
            done = self._saves_of(home)
            done.append(last.reversed())
            _keep(home, done)
            return last.reversed()

    def _saves_of(self, home: Home) -> list[Save]:
        if home not in self._done:
            self._done[home] = _read_kept(home)
        return self._done[home]

    def _take_back(self, saves: list[Save]) -> Save:
        """Restores what was before the last of these saves, and removes it from them."""
        if not saves:
            raise Refused("undo.nothing")
        last = saves[-1]
        if changed := next((path for path, (_, after) in last.files.items() if _bytes_of(path) != after), None):
            raise Refused("undo.changed", file=changed.name)
        _restore({path: before for path, (before, _) in last.files.items()}, last.home)
        return saves.pop()


def _keep(home: Home, saves: Sequence[Save]) -> None:
    """Keeps the last saves of a game as far as there is room."""
    kept: list[object] = []
    room = MAX_KEPT_BYTES
    for save in reversed(saves):
        files = {str(path): [_packed(before), _packed(after)] for path, (before, after) in save.files.items()}
        room -= sum(len(each or "") for pair in files.values() for each in pair)
        if room < 0:
            break
        kept.append([save.variant, save.back, files])
    cache.keep(_KIND, digest(home.folder, home.alone), json.dumps(kept[::-1]).encode())
    cache.prune(_KIND, _MAX_BYTES)


def _read_kept(home: Home) -> list[Save]:
    """The saves that an earlier desk kept; none if it kept them in another form."""
    try:
        saves = []
        for variant, back, packed in json.loads(cache.read(_KIND, digest(home.folder, home.alone)) or b"[]"):
            files = {Path(path): (_unpacked(before), _unpacked(after)) for path, (before, after) in packed.items()}
            saves.append(Save(home, str(variant), str(back), files))
        return saves
    except (ValueError, TypeError, AttributeError, zlib.error):
        return []


def _packed(data: bytes | None) -> str | None:
    return None if data is None else base64.b85encode(zlib.compress(data)).decode()


def _unpacked(text: str | None) -> bytes | None:
    return None if text is None else zlib.decompress(base64.b85decode(text))


def write(path: Path, before: str, text: str, *roots: Path) -> None:
    """Writes a text file as `write_bytes` does. A byte order mark stays."""
    mark = codecs.BOM_UTF8 if (_bytes_of(path) or b"").startswith(codecs.BOM_UTF8) else b""
    write_bytes(path, mark + before.encode(), mark + text.encode(), *roots)


def write_bytes(path: Path, before: bytes, data: bytes, *roots: Path) -> None:
    """Writes a file, whole or not at all; a new file has nothing `before`. Raises InputError with CONFLICT if the file
    has changed since it was read."""
    if (_bytes_of(path) or b"") != before:
        raise fail(
            "this file has changed since you opened it, so cardgen wrote nothing; open it again",
            Place(str(path)),
            CONFLICT,
        )
    replace_file(path, data, *roots)


_OF: WeakKeyDictionary[Desk, Saves] = WeakKeyDictionary()


def saves_of(desk: Desk) -> Saves:
    """Returns the saves of a desk."""
    return _OF.setdefault(desk, Saves())


def routes(desk: Desk) -> list[Route]:
    def undo(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        home = asked_for(desk, request)[0]
        return _where(saves_of(desk).undo(home))

    def redo(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        home = asked_for(desk, request)[0]
        return _where(saves_of(desk).redo(home))

    def _where(save: Save) -> dict[str, object]:
        return {"variant": save.variant if save.variant in (BASE, *save.home.variants) else save.back}

    def deleted(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        """Deletes the open variant; not one that others change, nor one that came with cardgen."""
        home, variant, _ = asked_for(desk, request)
        path = _own_variant(home, variant)
        _require_alone(home, variant)
        saves_of(desk).save(home, variant, [path], lambda: remove(path))
        return {"variant": BASE}

    def renamed(request: Request, body: Mapping[str, object]) -> dict[str, object]:
        """Gives the open variant another title in the language that is read, and another name of its file, if one is
        asked for; games that were played by it stay its own."""
        home, variant, _ = asked_for(desk, request)
        language = language_of(request, game_of(desk, request, {}))
        path, name = _own_variant(home, variant), given.name(body, "name")
        if name != variant:
            _require_alone(home, variant)
        into = path if name == variant else keep.new_path(home, name)
        edit = Edited(before := read_text(path), str(path), keep.ORDER)
        if title := " ".join(given.name(body, "title", "").split()):
            own = ("texts", language, "title")
            edit.set((*own, "to") if edit.value((*own, "to")) is not None else own, title)
        played = [(each, record) for each, record in records(home) if record.variant == variant and name != variant]

        def write() -> None:
            keep.write(keep.VariantDraft(into, edit.text, before if into == path else None), *home.grounds)
            if into != path:
                remove(path)
            for each, record in played:
                write_record(home, each, record.model_copy(update={"variant": name}))

        paths = [*dict.fromkeys((into, path, *(each for each, _ in played)))]
        saves_of(desk).save(home, name, paths, write, back=variant)
        return {"variant": name}

    return [
        route("POST", "undo", change_handler(undo)),
        route("POST", "redo", change_handler(redo)),
        route("POST", "delete", change_handler(deleted)),
        route("POST", "rename", change_handler(renamed)),
    ]


def _require_alone(home: Home, variant: str) -> None:
    """Raises Refused if other variants stand on this one."""
    if users := [name for name in home.variants if name != variant and _changes(home, name, variant)]:
        raise Refused("variant.used", names=", ".join(users))


def _own_variant(home: Home, variant: str) -> Path:
    if variant != BASE:
        path = home.variant(variant)
        installed = home.library == BUILTIN and library_of(Path.cwd()) != BUILTIN and is_below(path, (BUILTIN,))
        if is_file(path) and not path.is_symlink() and is_below(path, home.variant_folders) and not installed:
            return path
    raise Refused("variant.fixed")


def _changes(home: Home, name: str, variant: str) -> bool:
    """Whether a variant's file changes another variant."""
    try:
        chain = variant_chain(home, home.variant(name))
    except InputError:  # a faulty file may change any variant
        return False
    return str(home.variant(variant)) in {node.place.file for node in chain}


def _restore(files: Mapping[Path, bytes | None], home: Home) -> None:
    """Restores files."""
    for path, before in files.items():
        if before is not None and _bytes_of(path) != before:
            replace_file(path, before, *home.grounds)
    for path, before in files.items():
        if before is None and path.exists():
            remove(path)


def remove(path: Path) -> None:
    """Removes a file. Raises InputError."""
    try:
        path.unlink()
    except OSError as error:
        raise fail(f"cardgen cannot remove this: {error.strerror}", Place(str(path))) from None


def _bytes_of(path: Path) -> bytes | None:
    return read_bytes(path) if path.exists() else None
