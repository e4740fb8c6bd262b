"""A rulebook's template to Markdown: Jinja in a sandbox, strict about names, bounded in time and size.

A template may read what it is given and include templates of its own folders. It reaches no Python, no other
file, and cannot run for ever: loops are metered, repetition is refused, and what it writes is bounded.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment, SecurityError

from cardgen.errors import InputError, Place, fail

MAX_STEPS = 100_000  # turns of all loops together
MAX_LENGTH = 400_000  # characters written
FILTERS = ("default", "first", "join", "last", "length", "list", "lower", "map", "select", "selectattr", "sort", "sum")


class _TooMuch(Exception):
    """A template did more than a rulebook can need."""


class _Environment(ImmutableSandboxedEnvironment):
    """A sandbox in which every loop counts its turns, with the few filters that a text needs."""

    intercepted_binops = frozenset({"*", "**", "%"})

    def __init__(self, folders: Sequence[Path]) -> None:
        super().__init__(
            loader=jinja2.FileSystemLoader([str(folder) for folder in folders]),
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        self.steps = 0
        self.globals = {"range": self.globals["range"]}
        self.filters = {name: self.filters[name] for name in FILTERS} | {"metered": self._metered}

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for loop in tree.find_all(nodes.For):
            loop.iter = nodes.Filter(loop.iter, "metered", [], [], None, None, lineno=loop.lineno)
        return tree.set_environment(self)

    def _metered(self, things: Iterable[Any]) -> Iterator[Any]:
        for thing in things:
            self.steps += 1
            if self.steps > MAX_STEPS:
                raise _TooMuch(f"loops more than {MAX_STEPS:,} times")
            yield thing

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if not all(isinstance(value, (int, float)) for value in (left, right)):
            raise SecurityError(f"{operator} is for numbers")
        if operator == "**" and abs(right) > 10:
            raise SecurityError("expected a power of at most 10")
        return super().call_binop(context, operator, left, right)

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, (str, int, float, tuple)):  # their methods can build texts without end
            return self.unsafe_undefined(obj, attribute)
        return super().getattr(obj, attribute)


def render(path: Path, folders: Sequence[Path], values: Mapping[str, Any]) -> str:
    """The Markdown of the template at `path`; what it includes is sought beside it and in `folders`.

    Raises InputError with the template's file and line.
    """
    environment = _Environment([path.parent, *folders])
    try:
        written, length = [], 0
        for part in environment.get_template(path.name).generate(**values):
            written.append(part)
            length += len(part)
            if length > MAX_LENGTH:
                raise _TooMuch(f"writes more than {MAX_LENGTH:,} characters")
        return "".join(written)
    except jinja2.TemplateSyntaxError as error:
        place = Place(str(error.filename or path), error.lineno, 1)
        raise fail(f"cannot be read as a template: {error.message}", place) from None
    except InputError:
        raise
    except Exception as error:  # whatever an expression in a template can raise
        raise fail(_explain(error), _place(error, path, folders)) from None


def _explain(error: Exception) -> str:
    message = str(error).rstrip(".")
    if isinstance(error, jinja2.TemplateNotFound):
        return f"there is no template '{error.name}' among this game's rulebooks"
    if isinstance(error, jinja2.UndefinedError):
        return f"reads a name that is not there: {message}"
    if isinstance(error, SecurityError):
        return f"reaches for what a template may not use: {message}"
    if isinstance(error, _TooMuch):
        return message
    if isinstance(error, RecursionError):
        return "calls itself without end"
    return f"cannot be worked out: {message}"


def _place(error: Exception, path: Path, folders: Sequence[Path]) -> Place:
    """The template's line in which an error came up; Jinja puts templates' own lines into tracebacks."""
    own = {str(found) for folder in (path.parent, *folders) for found in folder.rglob("*.j2")}
    frames = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    file, line = next((frame for frame in reversed(frames) if frame[0] in own), (str(path), 1))
    return Place(file, line or 1, 1)
