"""Intrinsics: questions about neighbouring numbers, which `vectors.py` lowers to instructions for 64 numbers at once.
The Python below defines their results.

`m[at + card]` is the number of copies of a card, `values[card]` the value of one of its fields.
"""

from __future__ import annotations

from collections.abc import Sequence


def present(m: Sequence[int], at: int, low: int, high: int) -> list[int]:
    """The cards from `low` to before `high` that are present. A loop over them may move the current card, and no
    others."""
    return [card for card in range(low, high) if m[at + card]]


def total(m: Sequence[int], at: int, low: int, high: int) -> int:
    """How many of these cards there are."""
    return sum(int(m[at + card]) for card in range(low, high))


def worth(m: Sequence[int], at: int, low: int, high: int, values: Sequence[int]) -> int:
    """The sum of their values, each as often as there are such cards."""
    return sum(int(m[at + card]) * int(values[card]) for card in range(low, high))


def present_where(m: Sequence[int], at: int, low: int, high: int, values: Sequence[int], value: int) -> list[int]:
    """The cards of `present` that have a value."""
    return [card for card in present(m, at, low, high) if values[card] == value]


def some_where(m: Sequence[int], at: int, low: int, high: int, values: Sequence[int], value: int) -> bool:
    """Whether there is any of those cards that have a value."""
    return bool(present_where(m, at, low, high, values, value))


def total_where(m: Sequence[int], at: int, low: int, high: int, values: Sequence[int], value: int) -> int:
    """The total of only those cards that have a value."""
    return sum(int(m[at + card]) for card in present_where(m, at, low, high, values, value))
