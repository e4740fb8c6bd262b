"""What rows do, by their codes: `SET`, `ADD` and so on, as the table of instructions counts them."""

from __future__ import annotations

from cardgen.rules.instructions import CODES

globals().update({name.upper(): code for name, code in CODES.items()})


def __getattr__(name: str) -> int:
    raise AttributeError(f"there is no row {name}")
