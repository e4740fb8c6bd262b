"""The codes of rows as constants such as `SET` and `ADD`, made from the table of instructions."""

from __future__ import annotations

from cardgen.rules.instructions import CODES

globals().update({name.upper(): code for name, code in CODES.items()})


def __getattr__(name: str) -> int:
    raise AttributeError(f"there is no row {name}")
