"""Interprets Squib's scripts: decks, their data and their layouts."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from cardgen.definitions.yaml_source import parse_yaml
from cardgen.foundations.errors import InputError
from cardgen.importers.model import MAX_CARDS, MAX_DECKS, Deck, Project
from cardgen.importers.ruby_methods import Frame, text
from cardgen.importers.ruby_run import Enough, Runner, Thing, Unclear, as_list, excerpt
from cardgen.importers.ruby_statements import Parser
from cardgen.importers.ruby_tokens import tokens
from cardgen.importers.ruby_tree import Node
from cardgen.importers.sources import FilesBeside, read_columns, read_source
from cardgen.importers.squib_draw import DRAWN, SquibDrawing
from cardgen.importers.squib_values import INCH, Entry, pixels, plain, read_layout

WIDTH, HEIGHT, DPI, BLEED = 825.0, 1125.0, 300.0, 37.5  # pixels of Squib's default: a poker card with its bleed
FOLDERS = ("img", "images", "data", "layouts", "layout", "img/color")  # usual folders of scripts' files
_PASSED = {
    *(
        "require",
        "require_relative",
        "puts",
        "p",
        "pp",
        "print",
        "save",
        "save_png",
        "save_pdf",
        "save_sheet",
        "showcase",
    ),
    *("hand", "hint", "enable_build", "disable_build", "enable_build_globally", "disable_build_globally", "using"),
    *("cut_zone", "safe_zone", "cutline_zone", "bleed_zone", "private", "include", "load", "srand", "exit"),
}
_MODULES = {"Squib", "Squib::Deck", "YAML", "CSV"}


def read_squib(path: Path, beside: FilesBeside) -> Project:
    """The decks of a script. Raises InputError if it is no text, or if it is nested too deeply."""
    project = Project(path.name)
    beside.folders += [root / folder for root in beside.roots for folder in FOLDERS]
    _Script(project, beside).read(read_source(path), path)
    return project


class _Script:
    """Reads a script. `drawing` is the deck whose block it reads now, `layout` has the entries of its layout files."""

    def __init__(self, project: Project, beside: FilesBeside) -> None:
        self.project, self.beside = project, beside
        self.runner = Runner(self.verb)
        self.runner.block = self.inner  # type: ignore[method-assign]
        self.drawing: SquibDrawing | None = None
        self.layout: dict[str, Entry] = {}
        self.copies: set[str] = set()  # columns with the number of copies of each card
        self.seen: set[int] = set()
        self.unread: set[int] = set()

    def read(self, source: str, path: Path) -> None:
        body = Parser(tokens(source, str(path)), str(path)).body()
        try:
            self.runner.run(body, self._note_unread, self._read)
        except (Enough, RecursionError):
            self.project.lose(
                1, "the script takes more steps than cardgen runs; cardgen imported what it had drawn until then"
            )

    def _note_unread(self, node: Node, why: str) -> None:
        if id(node) not in self.unread:
            self.unread.add(id(node))
            self.project.misread(node.line, why)
            self._read(node)

    def _read(self, node: Node) -> None:
        """Counts a statement once, however often it runs."""
        if id(node) not in self.seen:
            self.seen.add(id(node))
            self.project.read += 1

    def inner(self, body: Node) -> Thing:
        """Runs a block's statements. Within a deck, it reports faulty ones and goes on."""
        if self.drawing is None:
            last: Thing = None
            for part in body.parts:
                last = self.runner.value(part)
            return last
        return self.runner.run(body, self._note_unread, self._read)

    # verbs

    def verb(self, node: Node) -> Thing:
        """Evaluates a call without a receiver, or on a module. Raises Unclear."""
        name = str(node.value)
        receiver = node.parts[0] if node.parts else None
        if receiver is not None:
            return self._of_module(node, receiver)
        if name in _PASSED:
            return None
        if name in ("csv", "xlsx", "yaml"):
            return self._data(node, name)
        if name == "build" and node.block:
            return self.inner(node.block)
        if name in ("inches", "inch", "mm", "cm", "points"):
            unit = {"inches": "in", "inch": "in", "points": "pt"}.get(name, name)
            return pixels(f"{self.runner.value(node.parts[1])}{unit}", self.runner.dpi)
        if self.drawing is None:
            raise Unclear(excerpt(node))
        if name == "use_layout":
            self._use_layout(self._options(node).get("file", "layout.yml"), node.line)
            return None
        if name == "set":
            self.drawing.font = text(self._options(node).get("font", self.drawing.font))
            return None
        if name in ("size", "width", "height", "dpi"):
            return {"size": self.drawing.deck.cards, "width": self.drawing.width, "height": self.drawing.height}.get(
                name, self.drawing.dpi
            )
        if name in DRAWN:
            self.drawing.draw(name, node.line, self._options(node), node.block is not None)
            return None
        raise Unclear(excerpt(node))

    def _of_module(self, node: Node, receiver: Node) -> Thing:
        module, name = excerpt(receiver), str(node.value)
        if name == "new" and module.endswith("Deck"):
            self._deck(node)
            return None
        if module.endswith("DataFrame") and name == "new":
            return Frame()
        if module in ("Squib",) and name in ("csv", "xlsx", "yaml"):
            return self._data(node, name)
        if module == "YAML" and name in ("load_file", "safe_load_file"):
            return self._yaml(text(self.runner.value(node.parts[1])))
        if module == "Squib" and name in ("configure", "enable_build_globally", "logger"):
            return None
        if module == "Math" and name == "PI":
            return 3.141592653589793
        if module == "Squib" and name == "Deck":
            return None
        raise Unclear(excerpt(node))

    def _options(self, node: Node) -> Entry:
        """The named values of a call. It reports and leaves out those that it cannot evaluate."""
        options: Entry = {}
        for part in node.parts[1:]:
            value = self.runner.value(part)
            options |= value if isinstance(value, dict) else {}
        for name, part in node.named:
            try:
                options[name] = self.runner.value(part)
            except Unclear as unclear:
                if name in ("str", "file", "range", "data", "layout", "cards") or node.value == "background":
                    raise Unclear(f"{node.value} {name}: {unclear}") from None
                self.project.lose(part.line, f"cardgen does not understand: {node.value} {name}: {unclear}")
        return options

    def _data(self, node: Node, kind: str) -> Thing:
        options = self._options(node)
        if inline := options.get("data"):
            rows = list(csv.reader(io.StringIO(text(inline).strip())))
            columns = {
                name.strip(): tuple(row[at].strip() if at < len(row) else "" for row in rows[1:])
                for at, name in enumerate(rows[0])
            }
        elif kind == "yaml":
            return self._frame(self._yaml(text(options.get("file", "deck.yml"))))
        else:
            name = text(options.get("file", f"deck.{kind}"))
            sheet = self.beside.sheet(name)
            if not sheet:
                raise Unclear(f"{kind}: there is no file '{name}'")
            try:
                columns = read_columns(sheet, self._sheet(sheet, options.get("sheet")))
            except InputError as error:
                raise Unclear(f"{sheet.name}: {error}") from None
        explode = text(options.get("explode", "qty"))
        times = [_times(cell) for cell in columns.get(explode, ())]
        self.copies |= {explode} if times else set()
        frame = Frame()
        for heading, cells in columns.items():
            many = times or [1] * len(cells)
            frame[heading] = [cell or None for cell, copies in zip(cells, many, strict=True) for _ in range(copies)]
        if frame.rows > MAX_CARDS:
            raise Unclear(f"{kind}: expected at most {MAX_CARDS:,} cards, got {frame.rows:,}")
        return frame

    def _sheet(self, path: Path, sheet: Thing) -> str | None:
        """The name of a sheet by its number, from 0; None for a file without sheets."""
        from cardgen.importers.sources import sheets_of

        names = sheets_of(path)
        number = sheet if isinstance(sheet, int) else 0
        return names[number] if 0 <= number < len(names) else None

    def _yaml(self, name: str) -> Thing:
        file = self.beside.find(name)
        if not file:
            raise Unclear(f"there is no file '{name}'")
        try:
            return plain(parse_yaml(read_source(file), str(file), last_wins=True))
        except InputError as error:
            raise Unclear(f"{file.name}: {error}") from None

    def _frame(self, rows: Thing) -> Frame:
        names = {name: None for row in as_list(rows) if isinstance(row, dict) for name in row}
        return Frame({name: [row.get(name) for row in as_list(rows) if isinstance(row, dict)] for name in names})

    def _use_layout(self, files: Thing, line: int) -> None:
        for file in as_list(files):
            name = text(file)
            layout = self.beside.find(name)
            if not layout:
                self.project.lose(line, f"there is no layout '{name}' beside the script; copy Squib's own there first")
                continue
            try:
                self.layout = read_layout(layout, self.layout, self.runner.dpi)
            except InputError as error:
                self.project.lose(line, f"cardgen cannot read the layout '{name}': {error.faults[0]}")

    # decks

    def _deck(self, node: Node) -> None:
        if node.block is None or self.drawing is not None or len(self.project.decks) >= MAX_DECKS:
            raise Unclear(excerpt(node))
        options = self._options(node)
        dpi = pixels(options.get("dpi", DPI), DPI) or DPI
        width = pixels(options.get("width", WIDTH), dpi) or WIDTH
        height = pixels(options.get("height", HEIGHT), dpi) or HEIGHT
        bleed = _trim(node.block, dpi, (width, height))
        cards = options.get("cards", 1)
        cards = min(max(cards if isinstance(cards, int) else 1, 1), MAX_CARDS)
        scale = INCH / dpi
        number = len(self.project.decks) + 1
        name = "cards" if number == 1 else f"cards-{number}"
        deck = Deck(name, ((width - 2 * bleed) * scale, (height - 2 * bleed) * scale), cards, bleed * scale)
        self.project.decks.append(deck)
        self.runner.dpi, self.layout = dpi, {}
        if "layout" in options:
            self._use_layout(options["layout"], node.line)
        self.drawing = SquibDrawing(self.project, deck, self.beside, dpi, (width, height), lambda: self.layout)
        try:
            self.inner(node.block)
        finally:
            self.drawing = None
        self._columns(deck)

    def _columns(self, deck: Deck) -> None:
        """Adds the columns of a deck: those in the script's variables that have a row for each card."""
        for value in self.runner.names.values():
            if isinstance(value, dict) and value and all(isinstance(cells, list) for cells in value.values()):
                lists = {text(name): cells for name, cells in value.items() if len(cells) == deck.cards}
                for name, cells in ((name, cells) for name, cells in lists.items() if name not in self.copies):
                    deck.columns.setdefault(name, tuple("" if isinstance(c, (list, dict)) else text(c) for c in cells))


def _times(cell: str) -> int:
    return min(int(cell), MAX_CARDS) if cell.isdigit() and len(cell) < 6 else 1


def _trim(body: Node, dpi: float, size: tuple[float, float]) -> float:
    """The pixels of bleed: `trim:` of what saves the deck, the margin of a cut zone, or the usual bleed."""
    margins: list[float] = []
    for call in _calls(body, 0):
        for name, value in call.named:
            if str(call.value).startswith("save") and name == "trim" and value.kind in ("plain", "text"):
                margins.append(pixels(value.value if value.kind == "plain" else excerpt(value), dpi) or 0.0)
            if call.value in ("cut_zone", "bleed_zone") and name == "margin" and value.kind == "plain":
                margins.append(pixels(value.value, dpi) or 0.0)
    usual = size == (WIDTH * dpi / DPI, HEIGHT * dpi / DPI)
    margin = max(margins, default=BLEED * dpi / DPI if usual else 0.0)
    return margin if 0 <= margin < min(size) / 4 else 0.0


def _calls(node: Node | None, depth: int) -> Iterator[Node]:
    if node is None or depth > 30:
        return
    if node.kind == "call":
        yield node
    for part in (*node.parts, *(value for _, value in node.named), node.block):
        yield from _calls(part, depth + 1)
