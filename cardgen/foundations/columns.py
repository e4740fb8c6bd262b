"""Converts the numbers of columns in spreadsheets into letters, and back: 28 is AB."""

from __future__ import annotations


def column_letters(column: int) -> str:
    """Returns the letters of a column, counted from 1."""
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def column_number(letters: str) -> int:
    """Returns the number of a column by its capital letters."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
