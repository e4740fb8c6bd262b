"""Looks names up: games and variants in libraries, and a game's layouts, icons, patterns, fonts and pictures.

A library is a folder with `decks/`, `templates/` and `variants/`. cardgen reads nothing outside of the folders that
this module names.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, InputError, Place, fail, nearest
from cardgen.store.reach import files_below, is_below, is_file, is_folder, matching, outside, real_path

PACKAGE = Path(__file__).resolve().parents[1]
# A wheel carries the library inside the package; in a checkout it is the repository's root.
BUILTIN = PACKAGE / "_data" if (PACKAGE / "_data").is_dir() else PACKAGE.parent

BASE = "base"  # the name that --variant has for the game itself
RESERVED = (BASE, "all")  # "all" means all variants
BOOKS = (".xlsx", ".xlsm", ".ods")
SHEETS = (".csv", ".tsv", *BOOKS)  # suffixes of spreadsheets
SUFFIX = ".yaml"
MAX_VARIANTS = 200  # of one game; listing them reads each one
RULES = "rules.yaml"  # beside a game's definition: the clauses of its rules
EXAMPLES = "examples.yaml"  # beside a game's definition: positions, moves, and their results
LEARNT = "learnt.yaml"  # beside a game's definition: what the computer's players have learnt
SUFFIXES = {
    "layouts": ".yaml", "icons": ".svg", "patterns": ".svg",
    "sheets": ".yaml", "cutters": ".yaml", "printers": ".yaml",
}  # fmt: skip
FONTS = (".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2")
WORDS = {
    "layouts": "layout", "icons": "icon", "patterns": "pattern",
    "sheets": "paper", "cutters": "cutter", "printers": "profile of a print house",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Home:
    """A game's folder, the library that holds it (None if there is none), and the folders of its variants. `alone` is
    the rules file of a game without other files; a folder of the same name beside it can hold more."""

    folder: Path
    library: Path | None
    variant_folders: tuple[Path, ...]
    alone: Path | None = None

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def variants(self) -> dict[str, Path]:
        """Returns the file of each variant by name; the first folder wins."""
        files: dict[str, Path] = {}
        for folder in self.variant_folders:
            for path in matching(folder, "*.yaml"):
                if not self.owns(path):
                    continue
                if path.stem in RESERVED:
                    raise fail(f"a variant cannot be called '{path.stem}'; choose another name", Place(str(path)))
                _require_name("variant", path)
                files.setdefault(path.stem, path)
                if len(files) > MAX_VARIANTS:
                    raise fail(f"expected at most {MAX_VARIANTS} variants of a game", Place(str(folder)))
        return files

    def variant(self, name: str, place: Place | None = None) -> Path:
        """Returns the file of a variant, given by name or as a path."""
        if Path(name).stem in RESERVED:
            raise fail(
                f"a variant cannot be called '{Path(name).stem}', which stands for the game itself or for all variants",
                place,
            )
        if is_path(name):
            path = Path(os.path.realpath(name))
            if not is_file(path):
                raise fail(f"there is no variant file {name}", place, UNKNOWN_NAME)
            _require_name("variant", path, place)
            return path
        files = self.variants
        if name not in files:
            raise fail(f"{self.name} has no variant '{name}'{nearest(name, files)}", place, UNKNOWN_NAME)
        return files[name]

    def strings(self, language: str) -> Path:
        """Returns the file of the game's words in a language, which need not exist."""
        return self.own(self.folder / "strings" / f"{language}.yaml")

    @property
    def grounds(self) -> tuple[Path, ...]:
        """Returns the folders of the game below which files are written; no link in them leads out of them."""
        own = self.alone.parent if self.alone else self.folder
        return tuple(filter(None, (own, self.library, *(folder.parents[1] for folder in self.variant_folders))))

    @property
    def rules(self) -> Path:
        """Returns the file of the game's rules, which need not exist."""
        return self.alone or self.own(self.folder / RULES)

    @property
    def learnt(self) -> Path:
        """Returns the file of what the computer's players have learnt of the game, which need not exist."""
        return self.folder / LEARNT

    @property
    def bounds(self) -> tuple[Path, ...]:
        """Returns the folders that hold all that a game can read."""
        return tuple(folder for folder in (self.folder, self.library, *self.variant_folders, BUILTIN) if folder)

    @property
    def bounds_of_sheets(self) -> tuple[Path, ...]:
        """Returns the folders that hold the game's own spreadsheets."""
        return (self.folder, *self.variant_folders)

    def owns(self, path: Path) -> bool:
        """Returns whether a path leads to a file that the game can read; links must not lead out of its folder and
        library."""
        return is_file(path) and is_below(path, self.bounds)

    def own(self, path: Path, place: Place | None = None) -> Path:
        """Returns a file that the game can read, if it is there. Raises InputError for a link that leads elsewhere."""
        if is_file(path) and not is_below(path, self.bounds):
            raise outside("this file", place or Place(str(path)))
        return path

    @property
    def roots(self) -> tuple[Path, ...]:
        """Returns the folders searched for the game's layouts, icons, patterns and fonts, the nearest first."""
        libraries = (self.library, BUILTIN) if self.library not in (None, BUILTIN) else (BUILTIN,)
        return (self.folder, *(library / "templates" for library in libraries))

    @property
    def rulebooks(self) -> tuple[Path, ...]:
        """Returns the folders of the game's rulebook templates, the nearest first."""
        own, *templates = self.roots
        return own / "rulebooks", *(root / "rulebooks" / self.name for root in templates)

    def rulebook(self, file: str) -> Path | None:
        """Returns a rulebook's template, such as fr.md.j2; None if the game has none."""
        return next((folder / file for folder in self.rulebooks if self.owns(folder / file)), None)

    def words(self, language: str) -> tuple[Path, ...]:
        """Returns the files of words that every rulebook of a language needs, the nearest first. Raises InputError."""
        files = (root / "words" / f"{language}.yaml" for root in self.roots)
        if files_owned := tuple(path for path in files if self.owns(path)):
            return files_owned
        raise fail(
            f"there is no words/{language}.yaml, which a rulebook in '{language}' needs",
            Place(str(self.folder)),
            UNKNOWN_NAME,
        )

    def phrases(self, language: str) -> Path | None:
        """Returns the file of phrases that write clauses in a language; None if there is none."""
        files = (root / "words" / f"{language}.clauses.yaml" for root in self.roots)
        return next((path for path in files if self.owns(path)), None)

    def find(self, kind: str, name: str, place: Place | None = None, others: Iterable[str] = ()) -> Path:
        """Returns the file of a layout, icon or pattern. Raises InputError with the nearest name, also among
        `others`."""
        if path := self.look_up(kind, name):
            if not self.owns(path):
                raise outside(f"the {WORDS[kind]} '{name}'", place)
            return path
        own = f"; to add your own, put {kind}/{name}{SUFFIXES[kind]} into the game's folder" if "/" not in name else ""
        cure = nearest(name, {*self.names(kind), *others}) or own
        raise fail(f"there is no {WORDS[kind]} '{name}'{cure}", place, UNKNOWN_NAME)

    def has(self, kind: str, name: str) -> bool:
        return self.look_up(kind, name) is not None

    def look_up(self, kind: str, name: str) -> Path | None:
        """Returns the nearest file with that name; None if there is none."""
        if "/" in name or name.startswith("."):
            return None
        paths = (root / kind / (name + SUFFIXES[kind]) for root in self.roots)
        return next((path for path in paths if is_file(path)), None)

    def names(self, kind: str) -> list[str]:
        paths = (path for root in self.roots for path in matching(root / kind, "*" + SUFFIXES[kind]))
        return sorted({path.stem for path in paths if is_file(path)})

    def fonts(self) -> tuple[tuple[Path, ...], ...]:
        """Returns the font files below each folder of fonts, the nearest folder first."""
        return tuple(tuple(files_below(root / "fonts", FONTS)) for root in self.roots)

    def picture(self, name: str, place: Place | None = None) -> Path:
        """Returns the file of a picture, named from the game's folder or its library. Raises InputError if it lies
        outside."""
        name = name.replace("\\", "/")  # Windows separates folders with backslashes
        bases = [base for base in (self.folder, self.library) if base]
        for base in bases:
            path = base / name
            if not is_file(path) and not (".." in path.parts or Path(name).is_absolute()):
                continue
            if (real := real_path(path, bases)) is None:
                raise outside(f"the picture '{name}'", place)
            if is_file(real):
                return real
        art = self.folder / "art"
        known = [path.relative_to(self.folder).as_posix() for path in (files_below(art))]
        raise fail(f"there is no picture '{name}'{nearest(name, known)}", place, UNKNOWN_NAME)


def is_sheet(file: str) -> bool:
    """Returns whether a file's name is that of a spreadsheet."""
    return file.lower().endswith(SHEETS)


def is_path(name: str) -> bool:
    """Returns whether a game or a variant is given as a path rather than by name."""
    return "/" in name or "\\" in name or name.startswith(".")


def library_of(folder: Path) -> Path | None:
    """Returns the nearest library that contains `folder`, if any: one with games, or only with variants of built-in
    ones."""
    for parent in (folder, *folder.parents):
        if is_file(parent / "game.yaml"):
            continue  # a game's own variants/ do not make its folder a library
        if is_folder(parent / "decks") or is_folder(parent / "variants"):
            return parent
    return None


def find_game(name: str, standing: Path | None = None) -> Home:
    """Returns the home of a game, given as a path, or by name in the current library or else the built-in one. A path
    may lead to a rules file that is the whole game."""
    standing = (standing or Path.cwd()).resolve()
    if is_path(name) or name.endswith(SUFFIX):
        folder = Path(os.path.realpath(standing / name))
        if folder.suffix == SUFFIX and is_file(folder):
            if folder.name not in ("game.yaml", RULES) or not is_file(folder.parent / "game.yaml"):
                _require_name("game", folder)
                beside = folder.with_suffix("")
                return Home(beside, None, (beside / "variants",), folder)
            folder = folder.parent
        if not is_file(folder / "game.yaml"):
            raise fail(f"there is no game.yaml in {name}", code=UNKNOWN_NAME)
        return _home(folder, standing)
    for library in _libraries(standing):
        folder = library / "decks" / name
        if is_file(folder / "game.yaml"):
            return _home(folder, standing)
    hint = f"; did you mean ./{name}?" if is_file(standing / name / "game.yaml") else nearest(name, _names(standing))
    raise fail(f"there is no game '{name}'{hint}", code=UNKNOWN_NAME)


def typed_name(home: Home) -> str:
    """Returns the game as you type it in a command: its name if that finds it, else its path."""
    try:
        if find_game(home.name).folder == home.folder:
            return home.name
    except InputError:
        pass
    return _typed_path(home.alone or home.folder)


def typed_variant(home: Home, file: Path) -> str:
    """Returns a variant as you type it in a command: its name if that finds it, else its path."""
    return file.stem if home.variants.get(file.stem) == file else _typed_path(file)


def _typed_path(path: Path) -> str:
    shown = os.path.relpath(path)
    return shown if shown.startswith(".") else f"./{shown}"


def all_games(standing: Path | None = None) -> list[Home]:
    """Returns the game of the current folder, else the games of the current library, else the built-in ones."""
    standing = (standing or Path.cwd()).resolve()
    for folder in (standing, *standing.parents):
        if is_file(folder / "game.yaml"):
            return [_home(folder, standing)]
    library = library_of(standing)
    if library is None and (beside := sorted(path.parent.name for path in matching(standing, "*/game.yaml"))):
        raise fail(
            f"expected the name of a game, because this folder is no library; did you mean ./{beside[0]}?",
            code=UNKNOWN_NAME,
        )
    own = {path.parent.name: path.parent for path in matching((library or BUILTIN) / "decks", "*/game.yaml")}
    built_in = {path.parent.name: path.parent for path in matching(BUILTIN / "decks", "*/game.yaml")}
    changed = {path.parent.name for path in matching(library, "variants/*/*.yaml")} if library else set()
    games = {name: folder for name, folder in built_in.items() if name in changed} | own
    return [_home(games[name], standing) for name in sorted(games)]


def _libraries(standing: Path) -> list[Path]:
    libraries = [library for library in (library_of(standing), BUILTIN) if library]
    return list(dict.fromkeys(libraries))


def _names(standing: Path) -> list[str]:
    folders = [root / "decks" for root in _libraries(standing)]
    return sorted({path.parent.name for folder in folders for path in matching(folder, "*/game.yaml")})


# Names of devices of Windows, with any suffix (Microsoft: Naming Files, Paths, and Namespaces)
_DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(port + digit for port in ("com", "lpt") for digit in "0123456789¹²³"))
)


def _require_name(what: str, path: Path, place: Place | None = None) -> None:
    """Raises InputError for a game or variant whose name, that of `path`, cannot name a file on every system."""
    name = path.stem if path.suffix == SUFFIX else path.name
    if reason := unusable(name):
        shown = name.encode("utf-8", "backslashreplace").decode()
        raise fail(f"a {what} cannot be called '{shown}': {reason}", place or Place(str(path)))


def unusable(name: str) -> str:
    """Says why a name does not work on every system; empty if it does."""
    if name.encode("utf-8", "replace") != name.encode("utf-8", "surrogateescape"):
        return "its name is not in UTF-8"
    if name.partition(".")[0].rstrip(" ").lower() in _DEVICES:
        return "Windows reserves that name for a device"
    if name != name.strip(" ").rstrip("."):
        return "Windows changes a name that begins or ends with a space, or ends with a dot"
    return ""


def _home(folder: Path, standing: Path) -> Home:
    _require_name("game", folder)
    if not is_below(folder / "game.yaml", [folder]):
        raise outside("this file", Place(str(folder / "game.yaml")))
    library = folder.parent.parent if folder.parent.name == "decks" else None
    folders = [root / "variants" / folder.name for root in (library_of(standing), library) if root]
    return Home(folder, library, tuple(dict.fromkeys([*folders, folder / "variants"])))
