"""Formats numbers for PDF files."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from cardgen.graphics.geometry import Matrix


def number(value: float, digits: int = 4) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(maxsize=50_000)  # patterns repeat their motif, and pages their faces
def matrix(factors: Matrix) -> str:
    """Formats the factors of a matrix. They have more digits than lengths, because they multiply lengths of up to a
    page or an icon's 512 units."""
    return " ".join([*(number(factor, 8) for factor in factors[:4]), *map(number, factors[4:])])


def numbers(values: Iterable[float]) -> str:
    return " ".join(map(number, values))
