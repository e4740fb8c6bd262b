"""Lines of cells with their places: the result of reading any spreadsheet format."""

from __future__ import annotations

from cardgen.definitions.nodes import Scalar
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import InputError, Place, fail

MAX_LINES, MAX_COLUMNS = 20_000, 200


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not empty; None is an empty cell."""

    place: Place
    cells: tuple[Scalar | None, ...]


def too_far(place: Place) -> InputError:
    """Makes the fault of a cell so far down or to the right that no deck needs it."""
    bound = f"{MAX_LINES:,} lines below the headings" if place.line > MAX_LINES + 1 else f"{MAX_COLUMNS} columns"
    return fail(f"expected at most {bound}, got more", place)
