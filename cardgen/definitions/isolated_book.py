"""Reads spreadsheet files in a process of its own, as a file of a few bytes may make their reader use all memory."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

from cardgen.definitions.book_source import DAMAGED, MAX_BYTES, SAVE_AGAIN, read_book
from cardgen.definitions.lines import Line
from cardgen.definitions.nodes import Scalar
from cardgen.foundations.errors import Fault, InputError, Place, fail
from cardgen.store import cache
from cardgen.store.isolated import IsolatedProcessError, read_request, run_isolated
from cardgen.store.reach import read_bytes
from cardgen.store.remember import per_file

TIMEOUT = 30.0  # s; the largest spreadsheet, of 20,000 lines, takes 2 s
MEMORY = 2_000_000_000  # bytes of address space, including Python's own
MAKE_SMALLER = "copy the rows of your cards into a new spreadsheet"
_KIND = "sheets"  # of cache files
_MAX_CACHE_BYTES = 50_000_000
_FORMAT = 1  # change this number if reading changes


@per_file
def read_isolated_book(path: Path, sheet: str | None = None) -> tuple[Line, ...]:
    """Returns the same as `read_book`, in bounded time and memory, and keeps it in the cache. Raises InputError."""
    digest = hashlib.sha256(read_bytes(path, MAX_BYTES))
    digest.update(json.dumps([path.name, sheet, _FORMAT]).encode())
    name = f"{digest.hexdigest()[:32]}.json"
    if (data := cache.read(_KIND, name)) is None:
        try:
            data = run_isolated(__name__, [str(path), sheet], TIMEOUT)
        except (IsolatedProcessError, TimeoutError) as error:
            raise fail(_failure(error), Place(str(path))) from None
        cache.keep(_KIND, name, data)
        cache.prune(_KIND, _MAX_CACHE_BYTES)
    rows = json.loads(data)
    if "faults" in rows:
        raise InputError(
            *(Fault(each["message"], Place(str(path), *each["at"]), each["code"]) for each in rows["faults"])
        )
    return tuple(_line(str(path), rows["sheet"], number, texts) for number, texts in rows["lines"])


def _failure(error: IsolatedProcessError | TimeoutError) -> str:
    if isinstance(error, TimeoutError):
        return f"expected a spreadsheet that cardgen can read within {TIMEOUT:g} s; {MAKE_SMALLER}"
    if "memory" in str(error).lower():
        return f"expected a spreadsheet that needs at most {MEMORY / 1e9:g} GB of memory to read; {MAKE_SMALLER}"
    return f"{DAMAGED}; {SAVE_AGAIN}"


def _line(file: str, sheet: str, number: int, texts: list[str]) -> Line:
    cells = (Scalar(text, Place(file, number, column, sheet)) if text else None for column, text in enumerate(texts, 1))
    return Line(Place(file, number, 1, sheet), tuple(cells))


def main() -> None:
    """Reads the requested sheet, and writes its lines or its faults."""
    asked = read_request(MEMORY)
    assert isinstance(asked, list)
    try:
        lines = read_book(Path(asked[0]), asked[1])
    except InputError as error:
        json.dump({"faults": [_fault_as_json(fault) for fault in error.faults]}, sys.stdout)
        return
    texts = [(line.place.line, [cell.text if cell else "" for cell in line.cells]) for line in lines]
    json.dump({"sheet": lines[0].place.sheet if lines else "", "lines": texts}, sys.stdout)


def _fault_as_json(fault: Fault) -> dict[str, object]:
    place = fault.place or Place("")
    return {"message": fault.message, "code": fault.code, "at": [place.line, place.column, place.sheet]}


if __name__ == "__main__":
    main()
