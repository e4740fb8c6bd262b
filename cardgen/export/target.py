"""Declares the interface of export targets, and finds all targets."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from pathlib import Path

from cardgen.definitions.game import BASE, Game
from cardgen.export import targets as modules
from cardgen.export.drawing import Drawing, PictureSheet, draw
from cardgen.export.options import ExportOptions
from cardgen.faces.compose import DEFAULT_BLEED, Composer
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, Place, fail, nearest
from cardgen.foundations.findings import Finding
from cardgen.press.display import NamedFace
from cardgen.press.edition import Edition, title_of
from cardgen.press.images import named_faces
from cardgen.press.profiles import FOLDER
from cardgen.store.library import Home


@dataclass(frozen=True, slots=True)
class Target:
    """A target of exports.

    `write` makes the files of one language: paths and their bytes, most in `Shipment.folder`. It raises InputError.
    `preflight` finds problems there; after an `error`, cardgen writes nothing. `bleed` is the most mm that it shows
    outside the trim of faces. `made_from` is a key of its other sources, such as a profile. `reads` are files beside
    the game's own that `write` reads, such as a lock. With `tidy`, cardgen removes files of earlier exports from its
    folder. `require` raises InputError if something is missing that all files need; `preflight` finds that, too.
    """

    name: str
    about: str
    write: Callable[[Shipment], Mapping[Path, bytes]]
    preflight: Callable[[Shipment], Iterable[Finding]] | None = None
    bleed: float = DEFAULT_BLEED
    made_from: str = ""
    reads: Callable[[Home], Iterable[Path]] = lambda home: ()
    tidy: bool = True
    require: Callable[[], None] = lambda: None


@dataclass(frozen=True)
class Shipment:
    """A game or variant on its way to a target, in one language.

    `shared` are files beside the game, as other languages and variants have just changed them.
    """

    edition: Edition
    language: str
    options: ExportOptions
    folder: Path  # OUT/GAME/VARIANT/LANG/TARGET
    shared: Mapping[Path, bytes] = field(default_factory=dict)

    def in_language(self, language: str) -> Shipment:
        """The shipment in another exported language."""
        folder = self.folder.parents[1] / language / self.folder.name
        return replace(self, language=language, folder=folder)

    @property
    def game(self) -> Game:
        return self.edition.game

    @property
    def composer(self) -> Composer:
        return self.edition.composer

    @property
    def file_name(self) -> str:
        """GAME.LANG or GAME-VARIANT.LANG, the name of a single file."""
        game = self.game
        return f"{game.name}{'' if game.variant == BASE else f'-{game.variant}'}.{self.language}"

    @cached_property
    def title(self) -> str:
        return title_of(self.composer, self.language)

    @cached_property
    def faces(self) -> list[NamedFace]:
        """Every face once, by the name of its file: DECK/CARD.LANG.front, DECK/back.LANG, components/ID.LANG.PANEL."""
        return list(named_faces(self.composer, self.edition.options, self.language))

    def draw(self, drawings: Sequence[Drawing | PictureSheet]) -> list[bytes]:
        """Pictures as PNG files, in their order, drawn on all cores or taken from the cache."""
        return draw(self.edition, self.language, drawings)


def all_targets(home: Home) -> dict[str, Target]:
    """The targets that there are for a game, by their names: each module in `targets` adds its own.

    Raises InputError for a profile that cannot be read.
    """
    return {name: target for module in _modules() for name, target in _load_targets(home, module).items()}


def _modules() -> list[str]:
    return sorted(each.name for each in pkgutil.iter_modules(modules.__path__))


def _load_targets(home: Home, module: str) -> dict[str, Target]:
    return {target.name: target for target in importlib.import_module(f"{modules.__name__}.{module}").targets(home)}


def find_target(home: Home, name: str) -> Target:
    """The target with this name. Raises InputError with the nearest one."""
    if name in _modules() and name in (own := _load_targets(home, name)):
        return own[name]  # no other module is imported
    known = all_targets(home)
    if name not in known and home.has(FOLDER, name):
        raise fail(
            f"'{name}' is a printer at home; to print on it, run cardgen build --printer {name}",
            Place(str(home.find(FOLDER, name))),
        )
    if name not in known:
        raise fail(f"there is no target '{name}'{nearest(name, known)}", code=UNKNOWN_NAME)
    return known[name]
