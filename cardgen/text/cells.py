"""Writes cells of tables so that spreadsheet programs show them as text, never as formulas."""

from __future__ import annotations

import re

_FORMULA = r"'*[=+\-@\t\r\n＝＋－＠]"  # beginnings of cells that a spreadsheet would calculate


def cell(value: object) -> str:
    """A value as the text of a cell. It has one more apostrophe before a formula, which `words_of` removes.

    https://owasp.org/www-community/attacks/CSV_Injection
    """
    text = str(value)
    return f"'{text}" if re.match(_FORMULA, text) else text


def words_of(cell: str) -> str:
    """The value from which `cell` made a text."""
    return cell[1:] if re.match("'" + _FORMULA, cell) else cell
