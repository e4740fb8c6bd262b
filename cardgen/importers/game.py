"""Writes an imported deck as a game that builds at once, and reports what is lost."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from cardgen.foundations.dataclass import dataclass
from cardgen.importers.layout import Field, Fields
from cardgen.importers.looks import slug, unique
from cardgen.importers.model import MAX_BOXES, Deck, Lost, Project, merge_boxes, merge_cards
from cardgen.importers.sources import FilesBeside
from cardgen.importers.table import DraftTable, number

MAX_PICTURES = 2_000
MAX_BYTES = 400_000_000  # of all pictures together
MAX_TOLD = 200  # in a layout


@dataclass(slots=True)
class GameDraft:
    """The texts of a game by path, the pictures to copy, and the fields and the styles of each layout by its path."""

    texts: dict[str, str]
    pictures: dict[str, Path]
    fields: dict[str, list[Field]]
    heads: dict[str, str]


class Pictures:
    """The pictures that a game needs, by their names in the game."""

    def __init__(self, beside: FilesBeside) -> None:
        self.beside = beside
        self.copied: dict[str, Path] = {}
        self.known: dict[str, str | None] = {}
        self.bytes = 0

    def __call__(self, name: str) -> str | None:
        if name not in self.known:
            self.known[name] = self._add_picture(name)
        return self.known[name]

    def _add_picture(self, name: str) -> str | None:
        file = self.beside.picture(name)
        if not file or len(self.copied) >= MAX_PICTURES:
            return None
        target, path = file
        self.bytes += 0 if target in self.copied else path.stat().st_size
        if self.bytes > MAX_BYTES:
            return None
        self.copied[target] = path
        return target


def draft_game(project: Project, beside: FilesBeside) -> GameDraft:
    """The files of a game. Missing pictures are added to what the project lost."""
    pictures = Pictures(beside)
    draft = GameDraft({"strings/en.yaml": "game.title: My Game\n"}, pictures.copied, {}, {})
    names: set[str] = set()
    decks = []
    for deck in project.decks:
        name = unique(slug(deck.name, "cards"), names)
        boxes = merge_boxes(deck.boxes, deck.cards)
        for box in boxes[MAX_BOXES : MAX_BOXES + 1]:
            project.lose(
                box.line, f"there are more than {MAX_BOXES} things to draw; cardgen imported the first of them"
            )
        small, counts = merge_cards(replace(deck, boxes=boxes[:MAX_BOXES]))
        sheet = f"{name}.csv"
        table = DraftTable(project.file, small.cards, small.columns)
        fields = Fields(small, table, pictures)
        layout = f"layouts/{name}.yaml"
        draft.fields[layout] = fields.all()
        for line, reason in fields.lost:
            project.lose(line, reason)
        draft.heads[layout] = _styles(text for _, text in fields.styles.values())
        draft.texts[sheet] = table.text(counts, f"{name} " if len(project.decks) > 1 else "")
        decks.append(_deck(name, deck, sheet))
    draft.texts["game.yaml"] = _GAME.format(file=project.file, decks="".join(decks))
    return draft


_GAME = """\
# GameDraft from {file}: what it draws stands in layouts/, its cards in the sheets. Everything after a # is a remark.
players: 2-4
languages: [en]
version: 1                    # printed on every sheet

decks:
{decks}"""


def _deck(name: str, deck: Deck, sheet: str) -> str:
    width, height = (min(max(side, 5.0), 1000.0) for side in deck.size)
    return f"""\
  {name}:
    size: {number(width)} x {number(height)} mm
    smallest: 3 pt            # 6 pt is what can be read at arm's length
    kinds:
      {name}: {{layout: {name}, cards: {{from: {sheet}}}}}
"""


def _styles(styles: Iterable[str]) -> str:
    lines = "".join(f"  {style}\n" for style in styles)
    return f"styles:\n{lines}" if lines else ""


def layout_text(head: str, fields: Sequence[Field], lost: Sequence[Lost], left: int) -> str:
    """A layout that begins with a list of what was lost. Fields that are left out are comments."""
    remarks = [f"# {each}\n" for each in lost[:MAX_TOLD]]
    more = left + max(len(lost) - MAX_TOLD, 0)
    remarks += [f"# and {more} more\n"] if more else []
    lines = [f"  {'# ' if field.out else ''}{field.name}: {field.text}\n" for field in fields if field.text]
    kept = any(not field.out for field in fields)
    body = "".join(lines) if kept else "".join(lines) + f"  {_PLAIN}\n"
    return "".join([*remarks, "# Lengths are millimetres from the trim edges; later fields lie above.\n", head]) + (
        f"fields:\n{body}"
    )


_PLAIN = "name: {draw: text, text: '{card.id}', left: 5, right: 5, top: 5, height: 10}"  # if nothing was imported


def write(draft: GameDraft, project: Project, folder: Path) -> None:
    """Writes a game's files into its folder, which exists."""
    for file, text in draft.texts.items():
        _write(folder / file, text)
    for layout, fields in draft.fields.items():
        _write(folder / layout, layout_text(draft.heads[layout], fields, project.lost, project.left))
    for name, path in draft.pictures.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
