"""Writes an imported deck as a game that can be built at once, and reports everything that it loses."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from cardgen.foundations.dataclass import dataclass
from cardgen.importers.layout import Field, Fields
from cardgen.importers.looks import slug, unique
from cardgen.importers.model import MOST_BOXES, Deck, Lost, Project, collapsed, joined
from cardgen.importers.sources import FilesBeside
from cardgen.importers.table import DraftTable, number

MOST_PICTURES = 2_000
MOST_BYTES = 400_000_000  # of all pictures that are copied
MOST_TOLD = 200  # remarks in a layout


@dataclass(slots=True)
class Drafted:
    """The texts of a game by their paths, the pictures to copy, and its fields by their layout's path."""

    texts: dict[str, str]
    pictures: dict[str, Path]
    fields: dict[str, list[Field]]
    heads: dict[str, str]


class Pictures:
    """The pictures that a game needs, by the names that it gives them."""

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
        if not file or len(self.copied) >= MOST_PICTURES:
            return None
        target, path = file
        self.bytes += 0 if target in self.copied else path.stat().st_size
        if self.bytes > MOST_BYTES:
            return None
        self.copied[target] = path
        return target


def drafted(project: Project, beside: FilesBeside) -> Drafted:
    """The files of a game. What a picture lacks is added to what the project has lost."""
    pictures = Pictures(beside)
    draft = Drafted({"strings/en.yaml": "game.title: My Game\n"}, pictures.copied, {}, {})
    taken: set[str] = set()
    decks = []
    for deck in project.decks:
        name = unique(slug(deck.name, "cards"), taken)
        boxes = joined(deck.boxes, deck.cards)
        for box in boxes[MOST_BOXES : MOST_BOXES + 1]:
            project.lose(
                box.line, f"there are more than {MOST_BOXES} things to draw; cardgen imported the first of them"
            )
        small, counts = collapsed(replace(deck, boxes=boxes[:MOST_BOXES]))
        sheet = f"{name}.csv"
        table = DraftTable(project.file, small.cards, small.columns)
        fields = Fields(small, table, pictures)
        layout = f"layouts/{name}.yaml"
        draft.fields[layout] = fields.all()
        for line, told in fields.lost:
            project.lose(line, told)
        draft.heads[layout] = _styles(text for _, text in fields.styles.values())
        draft.texts[sheet] = table.text(counts, f"{name} " if len(project.decks) > 1 else "")
        decks.append(_deck(name, deck, sheet))
    draft.texts["game.yaml"] = _GAME.format(file=project.file, decks="".join(decks))
    return draft


_GAME = """\
# Drafted from {file}: what it draws stands in layouts/, its cards in the sheets. Everything after a # is a remark.
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
    told = "".join(f"  {style}\n" for style in styles)
    return f"styles:\n{told}" if told else ""


def layout_text(head: str, fields: Sequence[Field], lost: Sequence[Lost], left: int) -> str:
    """A layout, on whose top stands what did not come over. Fields that are left out are remarks."""
    told = [f"# {each}\n" for each in lost[:MOST_TOLD]]
    more = left + max(len(lost) - MOST_TOLD, 0)
    told += [f"# and {more} more\n"] if more else []
    lines = [f"  {'# ' if field.out else ''}{field.name}: {field.text}\n" for field in fields if field.text]
    kept = any(not field.out for field in fields)
    body = "".join(lines) if kept else "".join(lines) + f"  {_PLAIN}\n"
    return "".join([*told, "# Lengths are millimetres from the trim edges; later fields lie above.\n", head]) + (
        f"fields:\n{body}"
    )


_PLAIN = "name: {draw: text, text: '{card.id}', left: 5, right: 5, top: 5, height: 10}"  # where nothing came over


def write(draft: Drafted, project: Project, folder: Path) -> None:
    """Puts a game's files into its folder, which is there."""
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
