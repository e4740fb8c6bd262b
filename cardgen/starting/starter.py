"""Makes a small game to start from: a copy of `templates/starter` or of one of `templates/kinds`, or a game from a
spreadsheet, another program's deck, or a folder of finished pictures."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from cardgen.definitions.edit import quoted
from cardgen.definitions.fields import name as valid_name
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import DOES_NOT_FIT, UNKNOWN_NAME, Fault, InputError, Place, fail, nearest
from cardgen.likeness.questions import Ask
from cardgen.store.library import BUILTIN, RULES, SHEETS, find_game, is_sheet
from cardgen.store.writing import place_of

TITLE = "My Game"  # the title in the starter's texts
STARTER, KINDS = BUILTIN / "templates" / "starter", BUILTIN / "templates" / "kinds"
_BRACES = str.maketrans("{}", "()")  # in a text, braces are placeholders
LAYOUTS = "layouts"  # in KINDS: layouts that all kinds share


def kinds() -> tuple[str, ...]:
    """The kinds of games with rules from which you can start."""
    return tuple(sorted(path.parent.name for path in KINDS.glob(f"*/{RULES}")))


def make_game(
    name: str, cards: Path | None = None, sheet: str | None = None, kind: str | None = None, title: str = ""
) -> Path:
    """Makes a folder `name` with a game: the starter, one from the cards of a spreadsheet, or a kind with rules.

    Without a `title`, the game gets the one that its folder's name suggests.

    Raises InputError if the folder exists or cannot be a game's name, if there is no such kind, or if the spreadsheet
    cannot be read.
    """
    if cards and not kind:
        return make_game_of_sheet(name, cards, sheet, title)[0]
    if kind and kind not in kinds():
        raise fail(f"there is no kind of game '{kind}'{nearest(kind, kinds())}", code=UNKNOWN_NAME)
    if kind and cards:
        raise fail("--kind and --from: start a game from a kind or from a file; choose one")
    folder = _new_folder(name)
    try:
        if kind:
            _copy(KINDS / LAYOUTS, folder / LAYOUTS)
        _copy(KINDS / kind if kind else STARTER, folder)
        _entitle(folder, title)
    except OSError as error:
        raise _unwritable(folder, error) from None
    return folder


def make_game_of_sheet(
    name: str, cards: Path, sheet: str | None = None, title: str = ""
) -> tuple[Path, Sequence[Fault]]:
    """Makes a folder `name` with a game from the cards of a spreadsheet. Returns it with the faults of texts that
    cannot be printed: no font has their letters, or they fit on no card. Raises InputError as `make_game` does."""
    folder = _new_folder(name)
    drafts = _drafts(cards, sheet)
    try:
        folder.mkdir()
        shutil.copyfile(cards, folder / cards.name)
        faults = _write_first_that_fits(drafts, folder)
        _entitle(folder, title)
    except OSError as error:
        raise _unwritable(folder, error) from None
    return folder, faults


@dataclass(frozen=True, slots=True)
class PictureGame:
    """A game made from finished pictures: its folder, a line about each deck, and the faults of pictures left out."""

    folder: Path
    holds: tuple[str, ...]
    left: tuple[Fault, ...]


def make_game_of_pictures(name: str, pictures: Path, title: str = "") -> PictureGame:
    """Makes a folder `name` with a game whose cards are the pictures below a folder, or the pages of a PDF file.

    Raises InputError as `make_game` does, and if there is no picture of a card.
    """
    from cardgen.finished.decks import decks_of
    from cardgen.finished.files import files_of
    from cardgen.finished.pictures import pictures_in
    from cardgen.finished.telling import summary_line

    folder = _new_folder(name)
    with tempfile.TemporaryDirectory() as drawing_folder:
        pictures_read, faults = pictures_in(pictures, Path(drawing_folder))
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
            _entitle(folder, title)
        except OSError as error:
            raise _unwritable(folder, error) from None
    return PictureGame(folder, tuple(map(summary_line, decks)), (*faults, *more))


@dataclass(frozen=True, slots=True)
class LikeGame:
    """A game made from one finished card: its folder, the line of the table that the card shows, the number of fields,
    the points that are open, and the faults of texts that cannot be printed."""

    folder: Path
    line: Place
    fields: int
    points: Sequence[str]
    faults: Sequence[Fault]


def make_game_like(
    name: str,
    drawing: Path,
    cells: Path,
    sheet: str | None = None,
    line: int | None = None,
    title: str = "",
    ask: Ask | None = None,
) -> LikeGame:
    """Makes a folder `name` with a game whose cards are the lines of a table, in the style of a drawing that shows one
    of them. `ask` answers questions that the drawing leaves open. Raises InputError as `make_game` does, and if cardgen
    cannot read the drawing, or finds no cell in it."""
    from cardgen.likeness.game import files_like

    folder = _new_folder(name)
    with tempfile.TemporaryDirectory() as drawn:
        files = files_like(drawing, cells, Path(drawn), sheet, line, ask)
        try:
            folder.mkdir()
            for file, text in files.texts.items():
                (folder / file).parent.mkdir(exist_ok=True)
                (folder / file).write_text(text, "utf-8")
            for file, source in files.copies.items():
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, folder / file)
            _entitle(folder, title)
        except OSError as error:
            raise _unwritable(folder, error) from None
    return LikeGame(folder, files.line, files.fields, files.points, _faults(folder))


def adopt_game(name: str, script: Path, title: str = "") -> tuple[Path, list[str]]:
    """Makes a folder `name` with a game from another program's file. Returns it with a line about each thing that
    cardgen could not import. Raises InputError as `make_game` does, or if cardgen cannot read the file."""
    from cardgen.importers.mending import write_what_builds
    from cardgen.importers.read import account, draft

    folder = _new_folder(name)
    project, game_draft = draft(script)
    try:
        folder.mkdir()
        write_what_builds(game_draft, project, folder)
        _entitle(folder, title)
    except OSError as error:
        raise _unwritable(folder, error) from None
    return folder, account(project)


def _new_folder(name: str) -> Path:
    """The folder for a game of that name, which does not exist yet. Raises InputError."""
    folder = Path(name)
    try:
        valid_name(folder.name)
    except ValueError as error:
        raise fail(str(error)) from None
    if os.path.lexists(folder):
        raise fail("a file or folder of this name exists already", Place(str(folder)))
    place_of(folder)
    return folder


def _entitle(folder: Path, title: str) -> None:
    """Gives a game a title, or else the one that its folder's name suggests."""
    title = title.translate(_BRACES)
    written = quoted(title) if title else folder.name.replace("_", " ").replace("-", " ").title()
    for path in (folder / "strings").glob("*.yaml"):
        path.write_text(path.read_text("utf-8").replace(TITLE, written), "utf-8")


def _unwritable(folder: Path, error: OSError) -> InputError:
    return fail(f"cardgen cannot write this: {error.strerror}", Place(str(folder)))


def _copy(source: Path, folder: Path) -> None:
    """Copies all files below a folder. The copies are writable even if the installation is not."""
    for path in sorted(source.rglob("*")):
        if path.is_file():
            copy = folder / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())


def _drafts(cards: Path, sheet: str | None) -> list[dict[str, str]]:
    """The files of a game, texts by path, for the cards of a spreadsheet: once for each size of cards, the smallest
    first. Raises InputError."""
    from cardgen.definitions.draft import SIZES, draft
    from cardgen.importers.read import SCRIPTS

    if not is_sheet(cards.name):
        message = f"expected a spreadsheet ({', '.join(SHEETS)}) or another program's deck ({', '.join(SCRIPTS)})"
        raise fail(message, Place(str(cards)))
    return [draft(cards, sheet, size) for size in SIZES]


def _write_first_that_fits(drafts: Sequence[Mapping[str, str]], folder: Path) -> Sequence[Fault]:
    """Writes the first game whose texts all fit on its cards, or the first of all if there is none, without labels that
    cannot be printed. Returns its remaining faults."""
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
    """The faults that prevent printing a game's cards."""
    from cardgen.faces.compose import Composer
    from cardgen.rules.load import load_game

    try:
        game = load_game(find_game(str(folder.resolve())))
        return Composer(game, draft=True).marked_faults(game.languages)
    except InputError as error:
        return error.faults


def _without_labels(folder: Path, faults: Sequence[Fault]) -> bool:
    """Removes faulty labels of the draft, such as with signs that no font has. Returns whether there were any."""
    from cardgen.definitions.draft import LAYOUT

    path = folder / LAYOUT
    wrong = {fault.place.line for fault in faults if fault.place and Path(fault.place.file).name == path.name}
    lines = path.read_text("utf-8").splitlines(keepends=True)
    lines_kept = [line for number, line in enumerate(lines, 1) if number not in wrong or not line.startswith("  label")]
    path.write_text("".join(lines_kept), "utf-8")
    return len(lines_kept) < len(lines)
