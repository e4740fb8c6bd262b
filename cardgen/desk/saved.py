"""What was saved from the desk, and is taken back: a text that was written, a variant that was kept or deleted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from threading import RLock
from typing import Any
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.routing import Route

from cardgen.dataclass import dataclass
from cardgen.definitions.game import BASE
from cardgen.definitions.variant import variant_chain
from cardgen.desk.answers import Refused
from cardgen.desk.changing import asked, asked_for
from cardgen.errors import InputError, Place, fail
from cardgen.library import BUILTIN, Home, library_of
from cardgen.reach import is_below, is_file, read_bytes
from cardgen.writing import replace_file

MOST = 100  # saves that are remembered, of each desk


@dataclass(frozen=True, slots=True)
class Save:
    """A file before and after it was saved, None where there was none; `variant` is where it is seen."""

    home: Home
    variant: str
    path: Path
    before: bytes | None
    after: bytes | None


class Saves:
    """The saves of a desk, the last one last."""

    def __init__(self) -> None:
        self._saves: list[Save] = []
        self._lock = RLock()

    def save(self, home: Home, variant: str, path: Path, write: Callable[[], None]) -> None:
        """Writes, and remembers what there was; nothing is remembered of a write that fails."""
        with self._lock:
            before = _read(path)
            write()
            self._saves = [*self._saves, Save(home, variant, path, before, _read(path))][-MOST:]

    def undo(self, home: Home) -> Save:
        """Takes the last save of a game back. Raises Refused where there is none, or the file has changed since."""
        with self._lock:
            mine = [each for each in self._saves if each.home == home]
            if not mine:
                raise Refused("undo.nothing")
            last = mine[-1]
            if _read(last.path) != last.after:
                raise Refused("undo.changed", file=last.path.name)
            if last.before is None:
                _remove(last.path)
            else:
                replace_file(last.path, last.before, *home.grounds)
            self._saves.remove(last)
            return last


_OF: WeakKeyDictionary[Any, Saves] = WeakKeyDictionary()


def saves_of(desk: Any) -> Saves:
    """What was saved from a desk."""
    return _OF.setdefault(desk, Saves())


def routes(desk: Any) -> list[Route]:
    def undone(request: Request, body: Mapping[str, Any]) -> dict[str, Any]:
        home, _, _ = asked_for(desk, request)
        last = saves_of(desk).undo(home)
        there = last.variant == BASE or last.path.exists()
        return {"variant": last.variant if there else BASE}

    def deleted(request: Request, body: Mapping[str, Any]) -> dict[str, Any]:
        """Deletes the open variant; not one that others change, nor one that came with cardgen."""
        home, variant, _ = asked_for(desk, request)
        path = _own_variant(home, variant)
        users = [name for name in home.variants if name != variant and _changes(home, name, variant)]
        if users:
            raise Refused("variant.used", names=", ".join(users))
        saves_of(desk).save(home, variant, path, lambda: _remove(path))
        return {"variant": BASE}

    return [asked("undo", "POST", undone), asked("delete", "POST", deleted)]


def _own_variant(home: Home, variant: str) -> Path:
    if variant != BASE:
        path = home.variant(variant)
        installed = home.library == BUILTIN and library_of(Path.cwd()) != BUILTIN and is_below(path, (BUILTIN,))
        if is_file(path) and not path.is_symlink() and is_below(path, home.variant_folders) and not installed:
            return path
    raise Refused("variant.fixed")


def _changes(home: Home, name: str, variant: str) -> bool:
    """Whether a variant's file stands on another one."""
    try:
        chain = variant_chain(home, home.variant(name))
    except InputError:  # who knows what it stands on
        return False
    return str(home.variant(variant)) in {node.place.file for node in chain}


def _remove(path: Path) -> None:
    try:
        path.unlink()
    except OSError as error:
        raise fail(f"cannot be taken away: {error.strerror}", Place(str(path))) from None


def _read(path: Path) -> bytes | None:
    return read_bytes(path) if path.exists() else None
