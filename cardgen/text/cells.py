"""Cells of tables that spreadsheet programs open: words, and never formulas."""

from __future__ import annotations

import re

_FORMULA = r"'*[=+\-@\t\r\n＝＋－＠]"  # with which a cell may begin that a spreadsheet would work out


def cell(value: object) -> str:
    """A value as it is written: where a formula would begin stands an apostrophe more, which `words_of` takes away.

    https://owasp.org/www-community/attacks/CSV_Injection
    """
    text = str(value)
    return f"'{text}" if re.match(_FORMULA, text) else text


def words_of(cell: str) -> str:
    """What `cell` has written."""
    return cell[1:] if re.match("'" + _FORMULA, cell) else cell
