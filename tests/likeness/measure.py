"""Fifty pairs of a drawing and a table: what cardgen draws for a line that it was not shown, beside what the program
that drew the pair draws for it. Run as a module, it prints the figures."""

from __future__ import annotations

import csv
import math
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from cardgen.faces.compose import Composer
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Group, Item, Symbol, Text, Use
from cardgen.graphics.geometry import Matrix, apply, multiply
from cardgen.rules.load import load_game
from cardgen.starting.starter import make_game_like
from cardgen.store.library import find_game
from tests.likeness.designs import DESIGNS
from tests.likeness.writers import WRITERS, Line, picture, reportlab, with_unknown_fonts

NEAR = 0.5  # mm
PAIRS = [(design, writer, 10 * number + index) for number, design in enumerate(DESIGNS)
         for index, writer in enumerate(WRITERS)]  # fmt: skip


@dataclass(frozen=True)
class Drawn:
    """Words of a card as cardgen draws them: where they begin and end on their baseline."""

    text: str
    x: float
    y: float
    width: float
    turn: float

    def at(self, anchor: str) -> tuple[float, float]:
        along = {"middle": 0.5, "end": 1.0}.get(anchor, 0.0) * self.width
        angle = math.radians(self.turn)
        return self.x + math.cos(angle) * along, self.y + math.sin(angle) * along


def pair(number: int, folder: Path) -> tuple[Path, Path, list[Line], str]:
    """Writes a pair into a folder. Returns the drawing, the table, the lines of the card that is held back, and its
    name."""
    make, writer, seed = PAIRS[number]
    rng = Random(seed)
    design = make(rng)
    if writer is reportlab and seed % 3 == 1:
        design = with_unknown_fonts(design)
    (folder / "art").mkdir(exist_ok=True)
    for name in design.pictures:
        (folder / "art" / name).write_bytes(picture(name))
    table = folder / "cards.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        sheet = csv.DictWriter(file, list(design.rows[0]))
        sheet.writeheader()
        sheet.writerows(design.rows)
    suffix = ".pdf" if writer is reportlab else ".svg"
    shown, held = folder / f"card{suffix}", folder / f"held{suffix}"
    writer(design, design.rows[design.shown], shown, Random(seed))
    lines = writer(design, design.rows[design.held], held, Random(seed))
    held.unlink()
    return shown, table, lines, design.rows[design.held]["Name"]


def drawn_lines(items: tuple[Item, ...], symbols: Mapping[str, Symbol]) -> list[Drawn]:
    """The words of a face, with those that stand side by side joined."""
    lines: list[Drawn] = []
    for each in _texts(items, (1, 0, 0, 1, 0, 0), symbols):
        last = lines[-1] if lines else None
        if last and abs(last.turn - each.turn) < 0.01:
            end = last.at("end")
            gap = math.hypot(each.x - end[0], each.y - end[1])
            if gap < 0.6 and abs((each.y - last.y) * math.cos(math.radians(each.turn))
                                 - (each.x - last.x) * math.sin(math.radians(each.turn))) < 0.05:  # fmt: skip
                wide = math.hypot(each.x - last.x, each.y - last.y) + each.width
                lines[-1] = Drawn(last.text + each.text, last.x, last.y, wide, last.turn)
                continue
        lines.append(each)
    return lines


def _texts(items: tuple[Item, ...], matrix: Matrix, symbols: Mapping[str, Symbol]) -> Iterator[Drawn]:
    for item in items:
        if isinstance(item, Text):
            x, y = apply(matrix, item.x, item.y)
            scale = math.hypot(matrix[0], matrix[1])
            spacing = item.spacing * item.size  # not behind the last letter
            turn = math.degrees(math.atan2(matrix[1], matrix[0])) % 360
            yield Drawn(item.text, x, y, (item.width - spacing) * scale, turn)
        elif isinstance(item, Group):
            yield from _texts(item.items, multiply(item.matrix, matrix), symbols)
        elif isinstance(item, Use) and item.symbol in symbols:
            yield from _texts(symbols[item.symbol].items, multiply(item.matrix, matrix), symbols)


def faults_of(number: int, folder: Path) -> list[str]:
    """What differs between the card that is held back and the one that cardgen draws; none if all is right."""
    shown, table, lines, name = pair(number, folder)
    try:
        made = make_game_like(str(folder / "mine"), shown, table)
        game = load_game(find_game(str(folder / "mine")))
        composer = Composer(game)
        composer.require(game.languages)
    except InputError as error:
        return [str(fault) for fault in error.faults]
    if made.faults:
        return [str(fault) for fault in made.faults]
    deck = game.decks[0]
    for each in composer.cards(deck, game.languages[0]):
        front = each.front
        found = [
            line for line in drawn_lines(front.items, composer.supplies.symbols)
            if 0 < line.x < front.width and 0 < line.y < front.height  # the bleed mirrors the drawing
        ]  # fmt: skip
        said = " ".join(line.text for line in found).casefold()
        if name.casefold() in said:
            return [*compared(lines, found, is_pixels=shown.suffix == ".pdf")]
    return [f"no card with {name}"]


def compared(lines: list[Line], found: list[Drawn], is_pixels: bool) -> Iterator[str]:
    """What differs. Words without a cell may be pixels."""
    left = [*found]
    for line in lines:
        if is_pixels and not line.cells:
            continue
        same = [each for each in left if " ".join(each.text.split()) == " ".join(line.text.split())]
        if not same:
            yield f"'{line.text}' is not there"
            continue
        best = min(same, key=lambda each: _off(line, each))
        left.remove(best)
        if (off := _off(line, best)) > NEAR:
            yield f"'{line.text}' is {off:.2f} mm off"
    for each in left:
        if each.text.strip():
            yield f"'{each.text}' is too much"


def _off(line: Line, each: Drawn) -> float:
    x, y = each.at(line.anchor)
    turned = min(abs(line.turn - each.turn), 360 - abs(line.turn - each.turn))
    return math.hypot(x - line.x, y - line.y) + (9 if turned > 1 else 0)


def main() -> None:
    """Prints what differs in each pair, or in those whose numbers are given."""
    numbers = [int(each) for each in sys.argv[1:]] or range(len(PAIRS))
    right = 0
    for number in numbers:
        with tempfile.TemporaryDirectory() as folder:
            faults = faults_of(number, Path(folder))
        right += not faults
        make, writer, _ = PAIRS[number]
        print(number, make.__name__, writer.__name__, "right" if not faults else "; ".join(faults), flush=True)
    print(f"{right} of {len(numbers)}")


if __name__ == "__main__":
    main()
