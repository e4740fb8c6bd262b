"""The values of expressions: a known whole number, a RuntimeNumber, an Array, or a Python object."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import field
from typing import Any

import numpy as np

from cardgen.foundations.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class RuntimeNumber:
    """A number that is known only during play, by its LLVM name; `kind` is i1 for a truth value."""

    name: str
    kind: str = "i64"
    unsigned: bool = False


Number = int | RuntimeNumber


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
    """The source of a function, and the globals that it uses."""

    node: ast.FunctionDef
    names: Mapping[str, Any]


def is_unsigned(*values: Number) -> bool:
    """Whether any value is unsigned, so that results computed from them are unsigned too."""
    return any(isinstance(each, RuntimeNumber) and each.unsigned for each in values)


def name(value: Number) -> str:
    """A value in LLVM IR."""
    return value.name if isinstance(value, RuntimeNumber) else str(int(value))
