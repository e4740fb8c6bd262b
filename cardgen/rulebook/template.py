"""A rulebook's template to Markdown: Jinja in a sandbox, strict about names, bounded in time and size.

A template may read what it is given and include templates of its own folders. It reaches no Python, no other
file, and cannot run for ever: loops and calls are metered, and what it writes, also into its own values, is bounded.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.bccache import Bucket
from jinja2.sandbox import ImmutableSandboxedEnvironment, SecurityError
from jinja2.visitor import NodeTransformer

from cardgen.definitions.yaml_source import read_text
from cardgen.errors import InputError, Place, fail, likeliest, nearest
from cardgen.plain import require_plain
from cardgen.reach import is_below, is_file
from cardgen.rulebook.tells import Tell, Tells

MAX_STEPS = 100_000  # turns of all loops together; calls and inclusions as well
MAX_BITS = 256  # of a whole number that is worked out
MAX_LENGTH = 400_000  # characters written
FUNCTIONS = frozenset({"say", "n", "spelt"})  # that templates may call
FILTERS = ("default", "first", "join", "last", "length", "list", "lower", "map", "select", "selectattr", "sort", "sum")


class _TooMuch(Exception):
    """A template did more than a rulebook can need."""


class _Compiled(jinja2.BytecodeCache):
    """Templates as they were compiled, by name and content: every variant of a game works out the same ones."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.known[bucket.key, bucket.checksum] = bucket.code


_compiled = _Compiled()


class _Joined(NodeTransformer):
    """Lets `~` join as the filter does, which is bounded."""

    def visit_Concat(self, node: nodes.Concat) -> nodes.Filter:
        self.generic_visit(node)
        parts = nodes.List(node.nodes, lineno=node.lineno)
        return nodes.Filter(parts, "join", [], [], None, None, lineno=node.lineno)


def _writable(value: Any) -> Any:
    """A value that may be written. A list of lists of lists may be small and yet without end when it is written."""
    if isinstance(value, (list, tuple, dict, set)):
        raise SecurityError("a list cannot be written; join it")
    return value


def _lower(value: Any) -> str:
    return str(_writable(value)).lower()


class _Loader(jinja2.FileSystemLoader):
    """Templates below the folders of a game's rulebooks, links followed."""

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        for folder in self.searchpath:
            path = Path(folder, *jinja2.loaders.split_template_path(template))
            if is_file(path) and is_below(path, map(Path, self.searchpath)):
                return read_text(path), str(path), lambda: True
        raise jinja2.TemplateNotFound(template)


class _Environment(ImmutableSandboxedEnvironment):
    """A sandbox in which every loop counts its turns, with the few filters that a text needs."""

    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, folders: Sequence[Path], tell: Tell) -> None:
        super().__init__(
            extensions=[Tells],
            loader=_Loader([str(folder) for folder in folders]),
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            bytecode_cache=_compiled,
            finalize=_writable,
        )
        self.steps = self.calls = 0
        self.tell = tell
        self.globals = {"range": self.globals["range"]}
        own = {"metered": self._metered, "join": self._join, "lower": _lower, "sum": self._sum}
        self.filters = {name: self.filters[name] for name in FILTERS} | own

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for loop in tree.find_all(nodes.For):
            loop.iter = nodes.Filter(loop.iter, "metered", [], [], None, None, lineno=loop.lineno)
        if "~" in source:
            _Joined().visit(tree)
        tree.set_environment(self)
        return tree

    def _metered(self, things: Iterable[Any]) -> Iterator[Any]:
        for thing in things:
            self.steps += 1
            if self.steps > MAX_STEPS:
                raise _TooMuch(f"loops more than {MAX_STEPS:,} times")
            yield thing

    def _count_call(self) -> None:
        self.calls += 1
        if self.calls > MAX_STEPS:
            raise _TooMuch(f"calls more than {MAX_STEPS:,} times")

    def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:
        """As the sandbox does; its names leave all others to the keywords of what is called."""
        __self._count_call()
        return super().call(__context, __obj, *args, **kwargs)

    def get_template(self, *args: Any, **kwargs: Any) -> jinja2.Template:
        self._count_call()
        return super().get_template(*args, **kwargs)

    def concat(self, parts: Iterable[str]) -> str:
        """What macros and blocks write, joined."""
        written, length = [], 0
        for part in parts:
            written.append(part)
            length += len(part)
            if length > MAX_LENGTH:
                raise _TooMuch(f"writes more than {MAX_LENGTH:,} characters")
        return "".join(written)

    def _join(self, things: Iterable[Any], between: str = "", attribute: str | None = None) -> str:
        found = (thing if attribute is None else self.getitem(thing, attribute) for thing in things)
        parts = (part for thing in found for part in (between, str(_writable(thing))))
        return self.concat(parts)[len(between) :]

    def _sum(self, things: Iterable[Any], attribute: str | None = None, start: Any = 0) -> Any:
        found = [start, *(thing if attribute is None else self.getitem(thing, attribute) for thing in things)]
        if not all(isinstance(thing, (int, float)) for thing in found):
            raise SecurityError("sum is for numbers")
        return sum(found)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if not all(isinstance(value, (int, float)) for value in (left, right)):
            raise SecurityError(f"{operator} is for numbers")
        if operator == "**" and abs(right) > 10:
            raise SecurityError("expected a power of at most 10")
        if isinstance(left, int) and isinstance(right, int) and operator in ("*", "**"):
            bits = left.bit_length() * right if operator == "**" else left.bit_length() + right.bit_length()
            if bits > MAX_BITS:
                raise SecurityError("expected a smaller number")
        return super().call_binop(context, operator, left, right)

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, (str, int, float, tuple)):  # their methods can build texts without end
            return self.unsafe_undefined(obj, attribute)
        return super().getattr(obj, attribute)


def as_it_is(clauses: str, text: str) -> str:
    """What hangs on clauses, as it is written."""
    return text


def render(path: Path, folders: Sequence[Path], values: Mapping[str, Any], tell: Tell = as_it_is) -> str:
    """The Markdown of the template at `path`; what it includes is sought beside it and in `folders`.

    `tell` makes of what hangs on clauses what is printed. Raises InputError with the template's file and line.
    """
    require_plain(values, FUNCTIONS)
    environment = _Environment([path.parent, *folders], tell)
    try:
        return environment.concat(environment.get_template(path.name).generate(**values))
    except jinja2.TemplateSyntaxError as error:
        place = Place(str(error.filename or path), error.lineno, 1)
        raise fail(f"cannot be read as a template: {error.message}", place) from None
    except InputError:
        raise
    except Exception as error:  # whatever an expression in a template can raise
        raise fail(_explain(error, values), _place(error, path, folders)) from None


def _explain(error: Exception, values: Mapping[str, Any]) -> str:
    message = str(error).rstrip(".")
    if isinstance(error, jinja2.TemplateNotFound):
        return f"there is no template '{error.name}' among this game's rulebooks"
    if isinstance(error, jinja2.UndefinedError):
        inner = (value for value in values.values() if isinstance(value, Mapping))
        known = dict.fromkeys([*values, *(str(name) for value in inner for name in value)])
        *_, name = re.findall(r"'([^']*)'", message) or [""]
        if "dict object" in message and not likeliest(name, known):  # most often a card's field
            return f"reads '{name}', which is not there; where only some have it, write {name} | default('-')"
        return f"reads a name that is not there: {message}{nearest(name, known)}"
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
