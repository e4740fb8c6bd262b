"""Guesses which column of a spreadsheet has the number of copies of each card, whatever its heading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from cardgen.definitions.lines import Line
from cardgen.definitions.strings_file import as_yaml
from cardgen.foundations.errors import Fault, Place

COUNT = "count"
# Usual headings of the number of copies, in designers' languages, without full stops
COPIES = {
    *("qty", "qtty", "quantity", "count", "counts", "copies", "amount", "number of copies", "no of copies", "pcs"),
    *("# of copies", "# copies", "num copies", "number of cards", "card count", "times", "pieces", "how many"),
    *("duplication", "duplicates"),  # CardMaker's samples call it so
    *("quantité", "quantite", "qté", "qte", "nombre", "nb", "nbre", "exemplaire", "exemplaires", "copie"),
    *("nombre d'exemplaires", "nb d'exemplaires", "nombre de copies", "nombre de cartes", "nb de cartes"),
    *("quantità", "quantita", "qtà", "numero di copie", "numero copie", "n copie", "esemplari"),
    *("cantidad", "cant", "copias", "ejemplares", "quantidade", "qtd", "cópias", "número de copias"),
    *("anzahl", "anz", "menge", "stück", "stk", "stückzahl", "kopien", "exemplare"),
    *("aantal", "antal", "ilość", "liczba", "sztuk"),
}
OR_NUMBERS = {
    "#",
    "no",
    "nr",
    "n°",
    "nº",
    "num",
    "number",
    "numéro",
    "numero",
    "nummer",
    "x",
}  # headings of counts or of running numbers
_MIN_ROWS = 5  # hardly any larger deck has a different count for every card


def may_count(index: int, heading: str, rows: Sequence[Line]) -> bool:
    """Returns whether a column most likely has the number of copies of each card."""
    plain = plainly(heading)
    if plain not in COPIES | OR_NUMBERS:
        return False
    cells = [row.cells[index] for row in rows if index < len(row.cells)]
    texts = [cell.text for cell in cells if cell]
    counts = [text for text in texts if re.fullmatch(r"\d{1,3}", text)]
    slips = len(texts) - len(counts)  # two, 1O: if this column has the counts, each of these is a fault
    if not counts or slips > (len(texts) // 4 if plain in COPIES else 0) or _is_said(heading, rows):
        return False
    return plain in COPIES or not _number([*map(int, counts)])


def asks_for_count(heading: str, place: Place) -> Fault:
    """Returns the question whether the column of a heading has the counts."""
    message = f"the column '{heading}' seems to hold the number of copies of each card; if so, write"
    file, name = Path(place.file).name, as_yaml(heading)
    cure = f"cards: {{from: {as_yaml(file)}, columns: {{{name}: {COUNT}}}}}"
    return Fault(f"{message} {cure}; if not, write {{{name}: {name}}}", place)


def plainly(heading: str) -> str:
    """Returns a heading in small letters and without full stops, to compare headings of different authors."""
    return " ".join(heading.casefold().replace(".", " ").replace("’", "'").split())


def _is_said(heading: str, rows: Sequence[Line]) -> bool:
    """Whether words of a card show the column: Draw {Number}."""
    said = re.compile(rf"\{{{re.escape(heading)}[:.}}]")
    return any(said.search(cell.text) for row in rows for cell in row.cells if cell)


def _number(numbers: Sequence[int]) -> bool:
    """Whether the numbers distinguish cards: all are different, and they rise or are more than a deck has different
    counts."""
    return len({*numbers}) == len(numbers) and (list(numbers) == sorted(numbers) or len(numbers) > _MIN_ROWS)
