"""The examples in docs/: the files that a page shows, and the game that they make."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardgen.definitions.engines import engines
from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.graphics.drawing import texts
from cardgen.starting.starter import make_game
from cardgen.store.library import BUILTIN, Home

from .definitions.books import write_book

DOCS = BUILTIN / "docs"
ALL = {path.relative_to(DOCS).as_posix(): path for path in sorted(DOCS.rglob("*.md"))}
# A sentence that begins with the file's name, then the file, or what is added to it: `rules.yaml` goes on:
FILE = re.compile(r"(?:^|[.!?] )`([\w/]+\.(?:yaml|md\.j2|svg|csv|py))`[^\n]*:\n\n(`{3,})\w*\n(.*?)\n\2$", re.M | re.S)
SHEET = re.compile(r"the sheet `(\w+)` of `([\w.]+)`:\n\n((?:\|.*\|\n)+)")
BLOCK = re.compile(r"^(`{3,})(\w*)[^\n]*\n(.*?)\n\1$", re.M | re.S)


def text_of(page: str) -> str:
    return ALL[page].read_text("utf-8")


def files(page: str) -> dict[str, str]:
    """What stands in blocks below the name of its file; what a page adds to a file follows what is there."""
    found: dict[str, str] = {}
    for name, _, content in FILE.findall(text_of(page)):
        found[name] = f"{found[name]}\n{content}\n" if name in found else f"{content}\n"
    return found


def adds_to(page: str, name: str) -> bool:
    """Whether a page adds to a file that it does not show."""
    return next(match[0] for match in FILE.finditer(text_of(page)) if match[1] == name).find(f"`{name}` goes on") >= 0


def sheets(page: str) -> dict[str, dict[str, list[list[str | int | None]]]]:
    """The spreadsheets that a page shows as tables: file to sheet to lines."""
    found: dict[str, dict[str, list[list[str | int | None]]]] = {}
    for sheet, file, table in SHEET.findall(text_of(page)):
        rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in table.splitlines()]
        told = [[int(cell) if cell.isdigit() else cell or None for cell in row] for row in rows[:1] + rows[2:]]
        found.setdefault(file, {})[sheet] = told
    return found


def make(page: str, folder: Path) -> Home:
    """The game that a page makes in a folder: of its own files, or laid over the game that `cardgen new` makes."""
    shown = files(page)
    if "game.yaml" not in shown or adds_to(page, "game.yaml"):
        make_game(str(folder))
    for name, content in shown.items():
        if name.endswith(".py"):
            continue
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        before = (folder / name).read_text("utf-8") if adds_to(page, name) else ""
        (folder / name).write_text(before + content, "utf-8")
    for name, book in sheets(page).items():
        write_book(folder / name, book)
    return Home(folder, None, (folder / "variants",))


def install(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the engines of a page stand in a folder, as if they were installed."""
    for name, content in files(page).items():
        if name.endswith(".py"):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(content, "utf-8")
            package = name.partition("/")[0]
            (folder / package / "__init__.py").touch()
            monkeypatch.setitem(engines(), package, package)
    monkeypatch.syspath_prepend(folder)


def printed(home: Home, variant: str = "base", language: str = "en") -> dict[str, list[str]]:
    """What stands on the front of each card of a game's first deck."""
    composer = Composer(load_game(home, variant))
    faces = composer.cards(composer.game.decks[0], language)
    return {each.design.id: [text.text.replace("\u00a0", " ") for text, _ in texts(each.front.items)] for each in faces}


def fragments(page: str) -> list[str]:
    """Its blocks of YAML that are no files."""
    named = [content for _, _, content in FILE.findall(text_of(page))]
    return [text for _, kind, text in BLOCK.findall(text_of(page)) if kind == "yaml" and text not in named]


def commands(text: str) -> list[str]:
    """The commands of blocks that are nothing else: cardgen build ./my_game."""
    blocks = [body.splitlines() for _, kind, body in BLOCK.findall(text) if not kind]
    plain = [line.split("  ")[0].split("#")[0].strip() for lines in blocks for line in lines]
    return [line for line in plain if line.startswith("cardgen ")]
