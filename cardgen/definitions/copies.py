"""Guesses which column of a spreadsheet has the number of copies of each card, whatever its heading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from cardgen.definitions.lines import Line
from cardgen.definitions.strings_file import as_yaml
from cardgen.foundations.errors import Fault, Place

COUNT = "count"
# Headings of what most often is the number of copies, in the languages that designers write; without their full stops
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
OR_NUMBERS = {"#", "no", "nr", "n°", "nº", "num", "number", "numéro", "numero", "nummer", "x"}  # or they number cards
_MIN_ROWS = 5  # lines; hardly any deck of more has as many copies of no two cards


def may_count(index: int, heading: str, rows: Sequence[Line]) -> bool:
    """Returns whether a column most likely has the number of copies of each card."""
    plain = plainly(heading)
    if plain not in COPIES | OR_NUMBERS:
        return False
    cells = [row.cells[index] for row in rows if index < len(row.cells)]
    texts = [cell.text for cell in cells if cell]
    counts = [text for text in texts if re.fullmatch(r"\d{1,3}", text)]
    slips = len(texts) - len(counts)  # two, 1O: what is said of them is their own fault, once this is the count
    if not counts or slips > (len(texts) // 4 if plain in COPIES else 0) or _is_said(heading, rows):
        return False
    return plain in COPIES or not _number([*map(int, counts)])


def asks_for_count(heading: str, place: Place) -> Fault:
    """What asks a designer whether the column of a heading is the count."""
    message = f"the column '{heading}' seems to hold the number of copies of each card; if so, write"
    file, name = Path(place.file).name, as_yaml(heading)
    cure = f"cards: {{from: {as_yaml(file)}, columns: {{{name}: {COUNT}}}}}"
    return Fault(f"{message} {cure}; if not, write {{{name}: {name}}}", place)


def plainly(heading: str) -> str:
    """A heading in small letters and without full stops, as several people write one."""
    return " ".join(heading.casefold().replace(".", " ").replace("’", "'").split())


def _is_said(heading: str, rows: Sequence[Line]) -> bool:
    """Whether words of a card say what the column holds: Draw {Number}."""
    said = re.compile(rf"\{{{re.escape(heading)}[:.}}]")
    return any(said.search(cell.text) for row in rows for cell in row.cells if cell)


def _number(numbers: Sequence[int]) -> bool:
    """Whether numbers distinguish cards: no two are the same, and they rise, or are more than decks have of counts."""
    return len({*numbers}) == len(numbers) and (list(numbers) == sorted(numbers) or len(numbers) > _MIN_ROWS)
