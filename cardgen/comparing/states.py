"""Finds a state of a game by what somebody types: a variant, a folder, a revision in git, or `printed`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from cardgen.comparing import git
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import UNKNOWN_NAME, Fault, InputError, fail, nearest
from cardgen.ledger.ledger_file import FILE
from cardgen.store.library import BASE, Home, find_game, is_path, unusable
from cardgen.store.reach import is_file, is_folder, is_there

PRINTED = "printed"  # the name of what was printed
NOW = "now"  # the name of the files as they are
HEAD = "HEAD"
PREFIX = "git:"  # before a revision that is called like a variant


@dataclass(frozen=True, slots=True)
class State:
    """A state of a game: its files, one of its variants, and how it is called. `printed`: only what printed.yaml
    records of that variant is compared. `there` is the folder into which the files of a revision were copied, and
    `came` what they are called instead."""

    title: str
    home: Home
    variant: str = BASE
    printed: bool = False
    there: str = ""
    came: str = ""

    def with_places(self, error: InputError) -> InputError:
        """Returns an error with the places of a revision's files as the repository has them, and the state's name."""
        return InputError(*(self._with_place(fault) for fault in error.faults))

    def _with_place(self, fault: Fault) -> Fault:
        place = fault.place
        if place and self.there and place.file.startswith(self.there):
            place = replace(place, file=self.came + place.file[len(self.there) :].replace(os.sep, "/"))
        return replace(fault, message=f"{self.title}: {fault.message}", place=place)


@contextmanager
def two_states(home: Home, old: str | None, new: str | None, variant: str = BASE) -> Iterator[tuple[State, State]]:
    """Finds two states; the files of revisions are there until the context ends. Without `old`, that is the last
    revision, else what was printed; without `new`, the files as they are. Raises InputError."""
    with ExitStack() as stack:
        last = old or _usual(home)
        yield stack.enter_context(state(home, last, variant)), stack.enter_context(state(home, new or NOW, variant))


def _usual(home: Home) -> str:
    if git.repository_of(_standing(home)):
        return HEAD
    if is_there(home.folder / FILE):
        return PRINTED
    message = f"{home.name} is in no git repository, and no print of it is recorded"
    raise fail(f"{message}; name what to compare: a variant, a folder, or a revision")


@contextmanager
def state(home: Home, name: str, variant: str = BASE) -> Iterator[State]:
    """Finds a state. `variant` is the variant of those that name none: a revision, a folder, a print. Raises
    InputError."""
    if name.startswith(PREFIX):
        with _revision(home, name, variant) as found:
            yield found
    elif name == PRINTED:
        yield State(f"{PRINTED} ({variant})" if variant != BASE else PRINTED, home, variant, printed=True)
    elif name == NOW:
        yield State(NOW if variant == BASE else variant, home, variant)
    elif name == BASE or name in home.variants:
        yield State(name, home, name)
    elif is_path(name) and is_file(Path(name)) and name.endswith(".yaml"):
        yield State(Path(name).stem, home, str(home.variant(name)))
    elif is_path(name) and is_folder(Path(name)):
        yield State(name, find_game(name), variant)
    else:
        with _revision(home, name, variant) as found:
            yield found


@contextmanager
def _revision(home: Home, name: str, variant: str) -> Iterator[State]:
    """The files of a game as a revision has them, copied into a folder of ours."""
    repository = git.repository_of(_standing(home))
    asked = name.removeprefix(PREFIX)
    if repository is None:
        hint = nearest(name, [*home.variants, BASE, PRINTED])
        known = f"{home.name} has no variant '{name}', and is in no git repository{hint}"
        raise fail(known, code=UNKNOWN_NAME)
    with git.reading(repository) as reader, TemporaryDirectory(prefix="cardgen-state-") as folder:
        try:
            commit = reader.commit(asked)
        except InputError as error:
            if name.startswith(PREFIX) or not home.variants:
                raise
            hint = nearest(name, [*home.variants, BASE, PRINTED])
            also = f"; {home.name} has no variant of that name either{hint}"
            raise InputError(*(replace(fault, message=fault.message + also) for fault in error.faults)) from None
        there = Path(os.path.realpath(folder))
        copied = _copy(reader, commit, repository.root, home, there)
        came = f"{asked}:"
        yield State(asked, copied, variant, there=f"{there}{os.sep}", came=came)


def _copy(reader: git.Git, commit: str, root: Path, home: Home, there: Path) -> Home:
    """Copies a game and its variants. Layouts and pictures of a library are those that are there now."""
    if unusable(home.name):
        raise fail(f"a game cannot be called '{home.name}'")
    own = there / "decks" / home.name
    if home.alone:
        kept = (home.alone.name, f"{home.name}/")
        git.extract(
            reader, commit, _below(root, home.alone.parent), own.parent,
            lambda path: path == kept[0] or path.startswith(kept[1]),
        )  # fmt: skip
        if not is_file(own.parent / kept[0]):
            raise fail("the game's file was not there at that revision", code=UNKNOWN_NAME)
    else:
        git.extract(reader, commit, _below(root, home.folder), own)
    folders = []
    for number, folder in enumerate(home.variant_folders):
        if folder == home.folder / "variants":
            folders.append(own / "variants")
        elif _is_in(root, folder):
            into = there / f"variants-{number}" / home.name
            folders.append(into)
            try:
                git.extract(reader, commit, _below(root, folder), into)
            except InputError as error:
                if any(fault.code != UNKNOWN_NAME for fault in error.faults):
                    raise
    alone = own.parent / home.alone.name if home.alone else None
    return Home(own, home.library, tuple(folders), alone)


def _standing(home: Home) -> Path:
    return home.alone.parent if home.alone else home.folder


def _is_in(root: Path, folder: Path) -> bool:
    return Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(root))


def _below(root: Path, folder: Path) -> str:
    """A folder's path from the root of its repository, as git writes it."""
    relative = Path(os.path.realpath(folder)).relative_to(os.path.realpath(root)).as_posix()
    return "" if relative == "." else relative


def revisions(home: Home) -> list[tuple[str, str, str]]:
    """Returns the last revisions in which a game changed: name, date and first line; none without a repository."""
    repository = git.repository_of(_standing(home))
    if repository is None:
        return []
    with git.reading(repository) as reader:
        return reader.history(reader.commit(HEAD), _below(repository.root, _standing(home)))
