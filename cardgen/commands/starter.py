"""Makes a small game to start from: a copy of `templates/starter` or one of `templates/kinds`, or of a spreadsheet,
another program's deck, or a folder of finished pictures."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from cardgen.definitions.fields import name as valid_name
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import DOES_NOT_FIT, UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.store.library import BUILTIN, RULES, SHEETS, find_game, is_sheet
from cardgen.store.writing import place_of

TITLE = "My Game"  # what the starter's texts call it
STARTER, KINDS = BUILTIN / "templates" / "starter", BUILTIN / "templates" / "kinds"
LAYOUTS = "layouts"  # in KINDS, those that all kinds share


def kinds() -> tuple[str, ...]:
    """The kinds of games that can be made with rules."""
    return tuple(sorted(path.parent.name for path in KINDS.glob(f"*/{RULES}")))


def make_game(name: str, cards: Path | None = None, sheet: str | None = None, kind: str | None = None) -> Path:
    """A new folder `name` with a game in it: of the cards in a spreadsheet or of a kind with rules, if one is given.

    Raises InputError if the folder exists or cannot be a game's name, if there is no such kind, or if the spreadsheet
    cannot be read.
    """
    if cards and not kind:
        return make_game_of_sheet(name, cards, sheet)[0]
    if kind and kind not in kinds():
        raise fail(f"there is no kind of game '{kind}'{nearest(kind, kinds())}", code=UNKNOWN_NAME)
    if kind and cards:
        raise fail("--kind and --from: start a game from a kind or from a file; choose one")
    folder = _new_folder(name)
    try:
        if kind:
            _copy(KINDS / LAYOUTS, folder / LAYOUTS)
        _copy(KINDS / kind if kind else STARTER, folder)
        _entitle(folder)
    except OSError as error:
        raise _unwritable(folder, error) from None
    return folder


def make_game_of_sheet(name: str, cards: Path, sheet: str | None = None) -> tuple[Path, Sequence[Fault]]:
    """A new folder `name` with a game of the cards in a spreadsheet, and what of these cannot be printed as it stands:
    words that no font has, or that have no room on any card. Raises InputError as `make_game`."""
    folder = _new_folder(name)
    drafts = _drafted(cards, sheet)
    try:
        folder.mkdir()
        shutil.copyfile(cards, folder / cards.name)
        faults = _write_first_that_fits(drafts, folder)
        _entitle(folder)
    except OSError as error:
        raise _unwritable(folder, error) from None
    return folder, faults


@dataclass(frozen=True, slots=True)
class Pictured:
    """A game that was made of finished pictures: its folder, what it holds, a line each, and what was left out."""

    folder: Path
    holds: tuple[str, ...]
    left: tuple[Fault, ...]


def make_game_of_pictures(name: str, pictures: Path) -> Pictured:
    """A new folder `name` with a game whose cards are the pictures below a folder, or the pages of a PDF file.

    Raises InputError as `make_game`, and where there is no picture of a card.
    """
    from cardgen.finished.decks import decks_of
    from cardgen.finished.files import files_of
    from cardgen.finished.pictures import pictures_in
    from cardgen.finished.telling import summary_lines

    folder = _new_folder(name)
    with tempfile.TemporaryDirectory() as drawn:
        pictures_read, faults = pictures_in(pictures, Path(drawn))
        decks, more = decks_of(pictures_read)
        files = files_of(decks)
        try:
            folder.mkdir()
            for file, text in files.texts.items():
                (folder / file).parent.mkdir(exist_ok=True)
                (folder / file).write_text(text, "utf-8")
            for file, source in files.copies.items():
                (folder / file).parent.mkdir(exist_ok=True)
                shutil.copyfile(source, folder / file)
            _entitle(folder)
        except OSError as error:
            raise _unwritable(folder, error) from None
    return Pictured(folder, tuple(map(summary_lines, decks)), (*faults, *more))


def adopt_game(name: str, script: Path) -> tuple[Path, list[str]]:
    """A new folder `name` with a game in it that draws what another program's file says plainly, and what of that did
    not come over, a line each. Raises InputError as `make_game` does, or if the file cannot be read."""
    from cardgen.importers.mending import write_what_builds
    from cardgen.importers.read import account, draft

    folder = _new_folder(name)
    project, drafted = draft(script)
    try:
        folder.mkdir()
        write_what_builds(drafted, project, folder)
        _entitle(folder)
    except OSError as error:
        raise _unwritable(folder, error) from None
    return folder, account(project)


def _new_folder(name: str) -> Path:
    """Where a game of that name will be made. Raises InputError."""
    folder = Path(name)
    try:
        valid_name(folder.name)
    except ValueError as error:
        raise fail(str(error)) from None
    if os.path.lexists(folder):
        raise fail("a file or folder of this name exists already", Place(str(folder)))
    place_of(folder)
    return folder


def _entitle(folder: Path) -> None:
    """Gives a game the title that its folder says."""
    title = folder.name.replace("_", " ").replace("-", " ").title()
    for path in (folder / "strings").glob("*.yaml"):
        path.write_text(path.read_text("utf-8").replace(TITLE, title), "utf-8")


def _unwritable(folder: Path, error: OSError) -> InputError:
    return fail(f"cardgen cannot write this: {error.strerror}", Place(str(folder)))


def _copy(source: Path, folder: Path) -> None:
    """All files below a folder, which may then be changed, even where an installation may not be."""
    for path in sorted(source.rglob("*")):
        if path.is_file():
            copy = folder / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())


def _drafted(cards: Path, sheet: str | None) -> list[dict[str, str]]:
    """The text of each file of a game, by its path, for the cards of a spreadsheet: for each size that they may have,
    the smallest first. Raises InputError."""
    from cardgen.definitions.draft import SIZES, draft
    from cardgen.importers.read import SCRIPTS

    if not is_sheet(cards.name):
        told = f"expected a spreadsheet ({', '.join(SHEETS)}) or another program's deck ({', '.join(SCRIPTS)})"
        raise fail(told, Place(str(cards)))
    return [draft(cards, sheet, size) for size in SIZES]


def _write_first_that_fits(drafts: Sequence[Mapping[str, str]], folder: Path) -> Sequence[Fault]:
    """The first game whose texts all have room on its cards, the very first if there is none; without labels that
    cannot be printed. Returns what is still wrong with it."""
    faults: Sequence[Fault] = ()
    for files in (*drafts, drafts[0]):
        for file, text in files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, "utf-8")
        faults = _faults(folder)
        if all(fault.code != DOES_NOT_FIT for fault in faults):
            break
    return _faults(folder) if faults and _without_labels(folder, faults) else faults


def _faults(folder: Path) -> Sequence[Fault]:
    """What keeps a game's cards from being printed."""
    from cardgen.faces.compose import Composer
    from cardgen.rules.load import load_game

    try:
        game = load_game(find_game(str(folder.resolve())))
        return Composer(game, draft=True).marked_faults(game.languages)
    except InputError as error:
        return error.faults


def _without_labels(folder: Path, faults: Sequence[Fault]) -> bool:
    """Whether some of a draft's own labels were at fault, such as for signs that no font has; they are taken out."""
    from cardgen.definitions.draft import LAYOUT

    path = folder / LAYOUT
    wrong = {fault.place.line for fault in faults if fault.place and Path(fault.place.file).name == path.name}
    lines = path.read_text("utf-8").splitlines(keepends=True)
    kept = [line for number, line in enumerate(lines, 1) if number not in wrong or not line.startswith("  label")]
    path.write_text("".join(kept), "utf-8")
    return len(kept) < len(lines)
