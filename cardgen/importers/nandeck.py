"""Interprets nanDECK's scripts: labels, linked sheets, conditions and loops, and drawings on ranges of cards."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from cardgen.foundations.errors import InputError
from cardgen.importers.model import MAX_CARDS, MAX_DRAWN, Deck, DrawnBox, Project
from cardgen.importers.nandeck_draw import DRAWN, Pens, boxes
from cardgen.importers.nandeck_lines import Directive, directives, evaluate, holds, split, unquote
from cardgen.importers.sources import FilesBeside, read_columns, read_source, sheets_of

UNITS = {"MM": 1.0, "CM": 10.0, "INCH": 25.4}
SIZE = (6.0, 9.0)  # cm, nanDECK's default card
MAX_STEPS = 150_000
MAX_INCLUDED = 20
MAX_LINKS = 5  # levels of labels within labels
MAX_TEXT = 5_000  # characters of a label
_PASSED = {
    *("PAGE", "BORDER", "MARGINS", "GAP", "DPI", "VISUAL", "ENDVISUAL", "OVERSAMPLE", "IMAGEFILTER", "ZOOM", "SAVE"),
    *("SAVEPDF", "DISPLAY", "PRINT", "EDGE", "CROP", "MARK", "LINKSEP", "LINKENCODING", "DEBUG", "CACHE", "TABLE"),
    *("SECTION", "ENDSECTION", "CARDS", "BASERANGE", "RENDER", "DECK", "SORT", "LINKTRIM", "RANGE", "SAVEPAGES"),
    *("FOLD", "HTMLMARGINS", "HTMLIMAGE", "HTMLSTEP", "LINKUNI", "BLEED", "GUTTER", "BOOKMARK", "BASE"),
}


def read_nandeck(path: Path, beside: FilesBeside) -> Project:
    """The deck of a script. Raises InputError if the file is no text."""
    lines = [*directives(read_source(path))]
    lines = _with_includes(lines, beside, path, 0)
    first = _Script(Project(path.name), lines, beside, 0)
    first.run()  # finds the number of cards
    project = Project(path.name)
    script = _Script(project, lines, beside, max(first.most, 1))
    script.run()
    if script.drew:
        project.decks.append(script.deck)
    return project


def _with_includes(lines: list[Directive], beside: FilesBeside, path: Path, depth: int) -> list[Directive]:
    """The lines, with those of included scripts in place of each INCLUDE."""
    expanded: list[Directive] = []
    for each in lines:
        inner = beside.find(unquote(each.text)) if each.word == "INCLUDE" and depth < MAX_INCLUDED else None
        if not inner or inner == path or len(expanded) > MAX_STEPS:
            expanded.append(each)
            continue
        try:
            included = [*directives(read_source(inner), inner.name)]
        except InputError:
            included = [each]
        expanded += _with_includes(included, beside, inner, depth + 1) if len(included) < 5_000 else included
    return expanded


class _Enough(Exception):
    """A script that takes more steps than any deck needs."""


class _Script:
    """Runs a script for a deck of `cards` cards."""

    def __init__(self, project: Project, lines: list[Directive], beside: FilesBeside, cards: int) -> None:
        self.project, self.lines, self.beside, self.cards = project, lines, beside, cards
        self.unit = 10.0
        self.deck = Deck("cards", (SIZE[0] * 10, SIZE[1] * 10), max(cards, 1))
        self.pens = Pens()
        self.labels: dict[str, str] = {}
        self.series: dict[str, tuple[str, ...]] = {}
        self.numbers: dict[str, float] = {}  # values of loops
        self.only: list[frozenset[int]] = []  # the cards for which each enclosing condition is true
        self.multi = ""
        self.most = self.steps = 0
        self.from_first = False  # whether sequences begin at the first card instead of the first of the range
        self.drew = False
        self.seen: set[tuple[str, int]] = set()
        self.unread: set[tuple[str, int]] = set()
        self.macros: dict[str, tuple[list[str], list[Directive]]] = {}
        self.known: dict[str, bool | None] = {}  # results of conditions
        self.depth = 0

    def run(self) -> None:
        try:
            self._run(0, len(self.lines))
        except _Enough:
            self.project.lose(
                1, "the script takes more steps than cardgen runs; cardgen imported what it had drawn until then"
            )

    def _count(self, steps: int) -> None:
        self.steps += steps
        if self.steps > MAX_STEPS:
            raise _Enough

    def _run(self, at: int, end: int) -> None:
        while at < end:
            self._count(1)
            each = self.lines[at]
            if (each.file, each.line) not in self.seen:
                self.seen.add((each.file, each.line))
                self.project.read += 1
            if each.word == "FOR":
                at = self._for(at, end)
            elif each.word == "IF":
                at = self._if(at, end)
            elif each.word == "MACRO":
                at = self._macro(at, end)
            else:
                self._one(each)
            at += 1

    def _macro(self, at: int, end: int) -> int:
        """Stores the lines of a macro."""
        stop = self._closing(at, end, "MACRO", ("END", "ENDMACRO"))
        name, *names = (unquote(part) for part in self.lines[at].parts)
        self.macros[name.upper()] = (names, self.lines[at + 1 : stop])
        return stop

    def _call_macro(self, each: Directive) -> None:
        """Runs the lines of a macro with its arguments."""
        names, lines = self.macros[each.word]
        if self.depth >= MAX_INCLUDED:
            self._lose(each, f"{each.word} calls itself too often")
            return
        arguments = dict(zip((name.strip().lower() for name in names), each.parts, strict=False))
        before, self.lines = self.lines, [_with_arguments(line, arguments) for line in lines]
        self.depth += 1
        self._run(0, len(self.lines))
        self.depth -= 1
        self.lines = before

    def _lose(self, each: Directive, why: str = "") -> None:
        if why:
            self.project.lose(each.line, why, each.file)
        elif (each.file, each.line) not in self.unread:
            self.unread.add((each.file, each.line))
            self.project.misread(each.line, f"{each.word} = {each.text}" if each.word else each.text, each.file)

    def _closing(self, at: int, end: int, word: str, closing: tuple[str, ...]) -> int:
        """The line where the block that begins at `at` ends."""
        depth = 0
        for index in range(at, end):
            here = self.lines[index].word
            depth += (here == word) - (here in closing)
            if not depth:
                return index
        return end

    def _for(self, at: int, end: int) -> int:
        each, stop = self.lines[at], self._closing(at, end, "FOR", ("NEXT",))
        numbers = [evaluate(self.fill_in(part, 0)) for part in each.parts[1:4]]
        if len(numbers) < 2 or None in numbers or not each.parts[0]:
            self._lose(each)
            return stop
        first, last, *by = (float(number or 0) for number in numbers)
        step = by[0] if by and by[0] else 1.0
        name, value = unquote(each.parts[0]).strip("[]").lower(), first
        while (value - last) * step <= 0 and len(self.deck.boxes) <= MAX_DRAWN:
            self.numbers[name] = value
            self._run(at + 1, stop)
            value += step
        self.numbers.pop(name, None)
        return stop

    def _if(self, at: int, end: int) -> int:
        stop = self._closing(at, end, "IF", ("ENDIF",))
        depth, starts = 0, [at]
        for index in range(at + 1, stop):
            word = self.lines[index].word
            depth += (word == "IF") - (word == "ENDIF")
            if not depth and word in ("ELSE", "ELSEIF"):
                starts.append(index)
        rest = frozenset(range(self.cards))
        for start, following in zip(starts, [*starts[1:], stop], strict=True):
            each = self.lines[start]
            results = [each.word == "ELSE" or self._condition(each.text, card) for card in range(self.cards)]
            if None in results:
                self._lose(each)
                return stop
            matching = rest & frozenset(card for card, true in enumerate(results) if true)
            rest -= matching
            self.only.append(matching)
            if matching or not self.cards:
                self._run(start + 1, following)
            self.only.pop()
        return stop

    def _condition(self, condition: str, card: int) -> bool | None:
        """Whether a condition is true for a card; None if cardgen does not understand it."""
        condition_text = self.fill_in(condition, card)
        if condition_text not in self.known:
            self.known[condition_text] = holds(condition_text)
        return self.known[condition_text]

    def _one(self, each: Directive) -> None:
        word = each.word
        if word.startswith("["):
            self._label(word.strip("[]"), each)
        elif word == "UNIT":
            self.unit = UNITS.get(unquote(each.text).upper(), self.unit)
        elif word == "CARDSIZE":
            sides = [evaluate(self.fill_in(part, 0)) for part in each.parts[:2]]
            if len(sides) == 2 and all(side and side > 0 for side in sides):
                self.deck.size = ((sides[0] or 1) * self.unit, (sides[1] or 1) * self.unit)
            else:
                self._lose(each)
        elif word == "LINKMULTI":
            self.multi = unquote(each.text)
        elif word == "LINK":
            self._link(each)
        elif word == "BASERANGE":
            self.from_first = "ON" in each.text.upper()
        elif word in ("FONT", "HTMLFONT"):
            self.pens.take(word, [unquote(self.fill_in(part, 0)) for part in each.parts])
        elif word in DRAWN:
            self._draw(each)
        elif word in self.macros:
            self._call_macro(each)
        elif word not in _PASSED:
            self._lose(each)

    # labels

    def _label(self, name: str, each: Directive) -> None:
        if match := re.fullmatch(r"JOIN\s*\((.*)\)", each.text, re.IGNORECASE):
            self._join_label(name, split(match[1]))
            return
        text = self.fill_in(each.text, 0) if "[" not in each.text or "{" in each.text else self._constant(each.text)
        if re.match(r"[A-Z]{3,}\s*\(", text):
            self._lose(each)
            return
        plain = unquote(text)
        parts = plain.split("|")
        self.series.pop(name, None)
        self.labels.pop(name, None)
        if len(parts) > 1:
            self.series[name] = tuple(parts[:MAX_CARDS])
        else:
            self.labels[name] = plain[:MAX_TEXT] if "," not in each.text or each.text.startswith('"') else each.text

    def _join_label(self, name: str, parts: list[str]) -> None:
        """Sets a label to several texts joined, item by item if they are sequences."""
        keys = [part.strip("[] ").lower() for part in parts]
        many = max((len(self.series[key]) for key in keys if key in self.series), default=0)
        texts = tuple("".join(unquote(self.fill_in(part, at)) for part in parts) for at in range(many or 1))
        if many:
            self.series[name] = texts
        else:
            self.labels[name] = texts[0]

    def _constant(self, text: str) -> str:
        """A label's text, with labels filled in that are the same on all cards."""
        return re.sub(r"\[([^\[\]]{1,200})\]", lambda match: self.labels.get(match[1].strip().lower(), match[0]), text)

    def fill_in(self, text: str, at: int, deep: int = 0) -> str:
        """A text with its labels, counts and sums filled in, for the card with that number in a range."""
        self._count(1)
        if len(text) > MAX_TEXT:
            return text[:MAX_TEXT]
        text = re.sub(r"\{\((\w[^(){}]{0,200})\)\}", lambda match: str(self._length(match[1])), text)
        text = re.sub(r"\[([^\[\]]{1,200})\]", lambda match: self._value_of_name(match[1], at, deep), text)
        for _ in range(12):
            inner = re.sub(r"\{([^{}]{1,300})\}", lambda match: self._evaluate_braces(match[1], at), text)
            if inner == text:
                break
            text = inner
        return text.replace("\ue000", "{").replace("\ue001", "}").replace("§", str(at + 1))

    def _length(self, name: str) -> int:
        """The number of items in a sequence."""
        key = name.strip().strip("[]").lower()
        return len(self.series.get(key, ())) or (1 if key in self.labels else max(self.cards, 1))

    def _value_of_name(self, name: str, at: int, deep: int) -> str:
        key = name.strip().lower()
        if key in self.series:
            return self.series[key][at % len(self.series[key])] if self.series[key] else ""
        if key in self.labels:
            return self.fill_in(self.labels[key], at, deep + 1) if deep < MAX_LINKS else ""
        if key in self.numbers:
            return f"{self.numbers[key]:g}"
        return name if not self.series else f"[{name}]"

    def _evaluate_braces(self, text: str, at: int) -> str:
        """The result of an expression in braces: a sum, or an item of a sequence; any other text keeps its braces."""
        if match := re.fullmatch(r"\s*(\w[^?]{0,100})\?\s*([\w.]+)\s*", text):
            series = self.series.get(match[1].strip().lower(), ())
            number = self.numbers.get(match[2].lower(), evaluate(match[2]))
            return series[(int(number) - 1) % len(series)] if series and number is not None else ""
        names = re.sub(
            r"[a-z]\w*", lambda each: f"{self.numbers.get(each[0].lower(), each[0])}", text, flags=re.IGNORECASE
        )
        value = evaluate(names.replace("§", str(at + 1)))
        return f"\ue000{text}\ue001" if value is None else f"{value:.6f}".rstrip("0").rstrip(".")

    # cards

    def _link(self, each: Directive) -> None:
        name, _, sheet = unquote(self.fill_in(each.parts[0], 0)).partition("!")
        linked = self.beside.sheet(name)
        if not linked:
            self._lose(each, f"there is no sheet '{name}' beside the script; save it there as a .csv or .xlsx file")
            return
        try:
            columns = read_columns(linked, sheet or next(iter(sheets_of(linked)), None))
        except InputError as error:
            self._lose(each, f"cardgen cannot read {linked.name}: {error.faults[0].message}")
            return
        multi = next((column for column in columns if column.lower() == self.multi.lower()), None)
        rows = max(map(len, columns.values()), default=0)
        fixed = min(int(self.multi), 100) if self.multi.isdigit() else 1
        times = [_times(cell) for cell in columns[multi]] if multi else [fixed] * rows
        order = [row for row, many in enumerate(times) for _ in range(many)][:MAX_CARDS]
        names = [unquote(part) for part in each.parts[1:]]
        if names and not {name.lower() for name in names} & {column.lower() for column in columns}:
            columns = dict(zip(names, columns.values(), strict=False))
        for column, cells in columns.items():
            self.series[column.lower()] = tuple(cells[row] for row in order)
            self.deck.columns[column] = tuple(cells[order[at]] if at < len(order) else "" for at in range(self.cards))
        self.most = max(self.most, len(order))
        if multi:
            self.deck.columns.pop(multi, None)

    def range_of(self, text: str) -> list[int] | None:
        """The cards of a range, counted from 0; None if cardgen does not understand it. An empty one means all."""
        plain = unquote(self.fill_in(text, 0)).replace(" ", "")
        if plain in ("", "0"):
            return list(range(self.cards))
        cards: list[int] = []
        for part in split(plain):
            ends = [evaluate(end) for end in part.rsplit("-", 1)] if "-" in part else [evaluate(part)] * 2
            if None in ends:
                return None
            first, last = (int(end or 0) for end in ends)
            cards += range(max(first, 1) - 1, min(last, MAX_CARDS))
            if len(cards) > MAX_CARDS * 4:
                return None
        self.most = max([self.most, *(card + 1 for card in cards)])
        return [card for card in cards if card < self.cards]

    def _draw(self, each: Directive) -> None:
        cards = self.range_of(each.parts[0] if each.parts else "")
        if cards is None:
            self._lose(each)
            return
        if len(self.deck.boxes) >= MAX_DRAWN:
            self._lose(each, f"the script draws more than {MAX_DRAWN:,} things; cardgen imported the first of them")
            return
        on_cards = frozenset(cards)
        for only in self.only:
            on_cards &= only
        places = {card: (card if self.from_first else at) for at, card in enumerate(cards)}
        rows = {card: [self.fill_in(part, places[card]) for part in each.parts[1:]] for card in sorted(on_cards)}
        drawn_boxes = boxes(each, rows, (self.deck.size, self.unit), self.pens, self.cards) if rows else []
        if drawn_boxes is None:
            self._lose(each)
            return
        self.drew = True
        for box in drawn_boxes:
            self.deck.boxes.append(_on(box, on_cards, self.cards))


def _on(box: DrawnBox, cards: frozenset[int], whole: int) -> DrawnBox:
    own_cards = cards if box.cards is None else cards & box.cards
    return replace(box, cards=None if len(own_cards) == whole else own_cards)


def _with_arguments(each: Directive, arguments: dict[str, str]) -> Directive:
    """A macro's line with arguments in place of its parameters."""
    text = re.sub(r"\(\w[\w -]{0,60}\)", lambda match: arguments.get(match[0].lower(), match[0]), each.text)
    return Directive(each.word, text, (*split(text),), each.line, each.file)


def _times(cell: str) -> int:
    return min(int(cell), 1000) if cell.isdigit() and len(cell) < 6 else 1
