"""Patterns of cells of the sideboard that an impostor or a solo card takes.

A pattern has three rows of three signs, as they lie: `x` for a cell that is taken, `.` for another one. Exactly three
are taken (facts P13, P14, P44). A pattern is as large as the grid, so it cannot leave it, turned or not.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, ConfigDict, RootModel, WithJsonSchema, model_validator

from cardgen.definitions.fields import quote

SIDE = 3  # rows, and columns, of the sideboard (P7)
TAKEN = 3  # dishes taken in a turn (P13)


def row(value: Any) -> tuple[bool, ...]:
    """One row of a pattern: its cells, true where a dish is taken. Raises ValueError."""
    if not isinstance(value, str) or not set(value) <= {"x", "."}:
        raise ValueError(
            f"expected {SIDE} characters, x for a cell that is taken and . for one that is not, got {quote(value)}"
        )
    if len(value) != SIDE:
        beyond = f": it leaves the {SIDE} x {SIDE} grid" if len(value) > SIDE else ""
        raise ValueError(f"expected {SIDE} characters, got {len(value)} in {quote(value)}{beyond}")
    return tuple(sign == "x" for sign in value)


Row = Annotated[
    tuple[bool, ...], BeforeValidator(row), WithJsonSchema({"type": "string", "pattern": f"^[x.]{{{SIDE}}}$"})
]


class Pattern(RootModel[tuple[Row, ...]]):
    """Three rows of three cells, three of them taken."""

    model_config = ConfigDict(strict=True, frozen=True)

    @model_validator(mode="after")
    def _check(self) -> Pattern:
        if len(self.root) != SIDE:
            beyond = f": it leaves the {SIDE} x {SIDE} grid" if len(self.root) > SIDE else ""
            raise ValueError(f"expected {SIDE} rows, got {len(self.root)}{beyond}")
        if len(self.cells) != TAKEN:
            raise ValueError(f"expected {TAKEN} cells marked x, got {len(self.cells)}")
        return self

    def grid(self) -> tuple[Row, ...]:
        """The rows of cells that the card draws."""
        return self.root

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that are taken, from 0, row by row."""
        return tuple(index for index, taken in enumerate(cell for row in self.root for cell in row) if taken)

    @property
    def placements(self) -> tuple[tuple[int, ...], ...]:
        """The cells that it takes, then those after each quarter turn clockwise, without repetitions (P14, PA12)."""
        turned, cells = [], self.cells
        for _ in range(4):
            if cells not in turned:
                turned.append(cells)
            cells = tuple(sorted(cell % SIDE * SIDE + SIDE - 1 - cell // SIDE for cell in cells))
        return tuple(turned)
