"""What an expression can stand for: a whole number that is known, a RuntimeNumber, an Array, or a thing of Python."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import field
from typing import Any

import numpy as np

from cardgen.foundations.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class RuntimeNumber:
    """A number that is not known before play, by its name; `kind` is i1 for a truth."""

    name: str
    kind: str = "i64"
    unsigned: bool = False


Known = int | RuntimeNumber


@dataclass(frozen=True, slots=True)
class Array:
    """Numbers in memory, at an offset from a pointer; one number if it has no shape.

    `constants` are the values of a table's numbers, which never change. Memory of different tags does not overlap.
    """

    pointer: str
    offset: int
    kind: np.dtype
    shape: tuple[int, ...]
    tag: str
    constants: np.ndarray | None = field(default=None, compare=False)

    @property
    def word(self) -> str:
        """The type of one number."""
        return f"i{8 * self.kind.itemsize}"


@dataclass(frozen=True, slots=True)
class Position:
    """The record that play changes."""

    kind: np.dtype


@dataclass(frozen=True, slots=True)
class Source:
    """A function as it is written, and what the names in it mean."""

    node: ast.FunctionDef
    names: Mapping[str, Any]


def is_unsigned(*values: Known) -> bool:
    """Whether any of them is, and so what is reckoned of them."""
    return any(isinstance(each, RuntimeNumber) and each.unsigned for each in values)


def name(value: Known) -> str:
    """As LLVM's language says it."""
    return value.name if isinstance(value, RuntimeNumber) else str(int(value))
