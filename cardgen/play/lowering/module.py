"""Lowers one function and everything that it calls into one module of LLVM IR."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from cardgen.play.lowering.function import Function
from cardgen.play.lowering.values import Array, Position, RuntimeNumber, Source

OPTIONS = Array("%options", 0, np.dtype(np.int32), (0,), "options")


def functions_of(text: str, names: Mapping[str, Any]) -> dict[str, Source]:
    """The functions of a generated source; `names` are its globals."""
    known = dict(names)
    sources = {node.name: Source(node, known) for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    known.update(sources)
    return sources


@cache
def _nodes(path: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(Path(path).read_text("utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


@cache
def _source(function: Callable) -> Source:
    """The source of a function of the package, without numba's decorator."""
    plain = inspect.unwrap(function)
    return Source(_nodes(plain.__code__.co_filename)[plain.__name__], plain.__globals__)


class Module:
    """An LLVM module: functions over one table and positions of a type, each specialised for its known arguments."""

    def __init__(self, table: np.record, kind: np.dtype) -> None:
        self.table, self.position = table, Position(kind)
        # names of functions and whether they return unsigned numbers, by source and known arguments
        self.made: dict[tuple, tuple[str, bool]] = {}
        self.texts: list[str] = []
        self.tags: dict[str, int] = {}

    def text(self, source: Source, entry: str) -> str:
        """The module whose function `entry` takes a table, a position, a number, options and their maximum number."""
        inner, _ = self.function(source, [self.table, self.position, RuntimeNumber("%number"), OPTIONS])
        arguments = "ptr %table, ptr %state, ptr %options, i64 %length, i64 %number"
        outer = "ptr %table, ptr %state, i64 %number, ptr %options, i64 %length"
        entered = f"define i64 @{entry}({outer}) {{\n  %found = call i64 @{inner}({arguments})\n  ret i64 %found\n}}"
        tags = (
            f'!{number} = !{{!"{tag}", !0, i64 0}}\n!{number + 1} = !{{!{number}, !{number}, i64 0}}'
            for tag, number in self.tags.items()
        )
        return "\n".join([*self.texts, entered, '!0 = !{!"records"}', *tags])

    def tag(self, name: str) -> str:
        """The tag (TBAA) by which LLVM knows that memory of one name does not overlap that of another."""
        return f"!tbaa !{self.tags.setdefault(name, 1 + 2 * len(self.tags)) + 1}"

    def function(self, function: Source | Callable, arguments: Sequence[Any]) -> tuple[str, bool]:
        """The name of a function specialised for its known arguments, and whether it returns unsigned numbers."""
        source = function if isinstance(function, Source) else _source(function)
        kinds = tuple(
            replace(each, name="") if isinstance(each, RuntimeNumber) else id(each) if each is self.table else each
            for each in arguments
        )
        key = id(source.node), *kinds
        if key not in self.made:
            called = f"{source.node.name}.{len(self.made)}"
            self.made[key] = called, False  # reserves the name
            made = Function(self, source, arguments)
            self.texts.append(made.text(called))
            self.made[key] = called, made.unsigned
        return self.made[key]

    def field(self, owner: Any, name: str) -> Any:
        """A field of the table or the position, as a constant if it is known; else a Python object."""
        if owner is self.table:
            value = self.table[name]
            if not isinstance(value, np.ndarray):
                return int(value)
            return self._part(self.table.dtype, "%table", name, value)
        if owner is self.position:
            return self._part(self.position.kind, "%state", name)
        value = getattr(owner, name)
        return int(value) if isinstance(value, np.integer) else value

    def _part(self, kind: np.dtype, pointer: str, name: str, constants: np.ndarray | None = None) -> Array:
        assert kind.fields
        of, offset = kind.fields[name][:2]
        return Array(pointer, offset, of.base, of.shape, f"{pointer} {name}", constants)
