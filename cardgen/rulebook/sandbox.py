"""Evaluates templates of rulebooks: Jinja in a sandbox that reaches no Python and always ends.

One budget pays for everything that a template does: the nodes of repeated or included parts each time, the things that
filters and searches visit, and the characters written, also into its own values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.bccache import Bucket
from jinja2.filters import make_multi_attrgetter
from jinja2.runtime import LoopContext
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.visitor import NodeTransformer

from cardgen.definitions.yaml_source import read_text
from cardgen.rulebook.clause_tags import RenderBlock, Tells
from cardgen.store.reach import is_below, is_file

MAX_STEPS = 100_000  # iterations of all loops, calls and inclusions together
MAX_WORK = 2_000_000  # nodes evaluated, things that filters visit, and tens of characters
THING = 3  # nodes that cost as much time as one thing in a filter
MAX_BITS = 256  # bits of a computed whole number
MAX_LENGTH = 400_000  # characters written, and characters of a template
FILTERS = ("default", "first", "last", "length", "map", "select", "selectattr")
COMPARING = ("==", "eq", "equalto", "!=", "ne", ">", "gt", "greaterthan", ">=", "ge", "<", "lt", "lessthan", "<=", "le")
_COLLECTIONS = (list, tuple, dict, set, frozenset)


class TooMuch(Exception):
    """Raised if a template does more than a rulebook can need; the text says what."""


class WrongValue(Exception):
    """Raised if a template uses a value where another kind is expected; the text says which."""


class _Compiled(jinja2.BytecodeCache):
    """Keeps compiled templates by name and content, because all variants of a game share them."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.known[bucket.key, bucket.checksum] = bucket.code


_compiled = _Compiled()


class _Bounded(NodeTransformer):
    """Makes a template pay for what it does: loops and bodies, `~`, comparisons, slices, arguments from lists."""

    def visit_For(self, node: nodes.For) -> nodes.For:
        self.generic_visit(node)
        node.iter = _filtered(node.iter, "metered")
        return _pays(node)

    def _body(self, node: Any) -> Any:
        self.generic_visit(node)
        return _pays(node)

    visit_Template = visit_Macro = visit_CallBlock = visit_Block = _body

    def _bound_arguments(self, node: Any) -> Any:
        self.generic_visit(node)
        for name in ("dyn_args", "dyn_kwargs"):
            if (many := getattr(node, name)) is not None:
                setattr(node, name, _filtered(many, "compared"))
        return node

    visit_Call = visit_Filter = visit_Test = _bound_arguments

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Getitem:
        self.generic_visit(node)
        if isinstance(node.arg, nodes.Slice):
            node.node = _filtered(node.node, "compared")
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Filter:
        self.generic_visit(node)
        return _filtered(nodes.List(node.nodes, lineno=node.lineno), "join")

    def visit_Compare(self, node: nodes.Compare) -> nodes.Compare:
        self.generic_visit(node)
        node.expr = _filtered(node.expr, "compared")
        for each in node.ops:
            each.expr = _filtered(each.expr, "searched" if each.op in ("in", "notin") else "compared")
        return node


def _filtered(node: Any, name: str) -> nodes.Filter:
    return nodes.Filter(node, name, [], [], None, None, lineno=node.lineno)


def _pays(node: Any) -> Any:
    """The node; its body first pays for all its parts."""
    parts = nodes.Const(1 + sum(1 for each in node.body for _ in each.find_all(nodes.Node)), lineno=node.lineno)
    node.body.insert(0, nodes.ExprStmt(_filtered(parts, "paid"), lineno=node.lineno))
    return node


def _kinds_of(values: Iterable[Any]) -> str:
    """Names the kinds of values that are no numbers, in plain words."""
    wrong = [value for value in values if not isinstance(value, (int, float))]
    return " and ".join(
        dict.fromkeys(
            "a text" if isinstance(value, str) else "a list" if isinstance(value, _COLLECTIONS) else "something else"
            for value in wrong
        )
    )


class _Loader(jinja2.FileSystemLoader):
    """Templates below the folders of a game's rulebooks, links followed."""

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        for folder in self.searchpath:
            path = Path(folder, *jinja2.loaders.split_template_path(template))
            if is_file(path) and is_below(path, map(Path, self.searchpath)):
                if len(text := read_text(path)) > MAX_LENGTH:
                    raise jinja2.TemplateSyntaxError(
                        f"expected at most {MAX_LENGTH:,} characters, got {len(text):,}", 1, template, str(path)
                    )
                return text, str(path), lambda: True
        raise jinja2.TemplateNotFound(template)


class Environment(ImmutableSandboxedEnvironment):
    """A sandbox with the few filters and tests that a text needs; `render_block` returns what to print for a
    `{% tells %}` block."""

    intercepted_binops = frozenset({"+", "-", "*", "/", "//", "**", "%"})

    def __init__(self, folders: Sequence[Path], render_block: RenderBlock) -> None:
        super().__init__(
            extensions=[Tells],
            loader=_Loader([str(folder) for folder in folders]),
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            bytecode_cache=_compiled,
            finalize=self._check_writable,
        )
        self.steps = self.calls = self.work = 0
        self.render_block = render_block
        self.globals = {"range": self.globals["range"]}
        own = {
            "metered": self._metered, "paid": self._paid, "compared": self._compared,
            "searched": self._searched, "join": self._join, "list": self._list, "lower": self._lower,
            "sort": self._sort, "sum": self._sum,
        }  # fmt: skip
        seen = {name: self._seeing(self.filters[name]) for name in ("map", "select", "selectattr")}
        self.filters = {name: self.filters[name] for name in FILTERS} | seen | own
        self.tests = self.tests | {name: self._comparing(self.tests[name]) for name in COMPARING}
        self.tests["in"] = lambda value, things: self._compared(value) in self._searched(things)

    def pay(self, work: int) -> None:
        """Pays for work. Raises TooMuch when the budget is used up."""
        self.work += work
        if self.work > MAX_WORK:
            raise TooMuch(f"takes more than {MAX_WORK:,} steps; shorten its loops")

    # ---- parsing

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        self.pay(len(source))
        tree = _Bounded().visit(super()._parse(source, name, filename))
        tree.set_environment(self)
        return tree

    @jinja2.pass_context  # so that Jinja does not evaluate it at compile time
    def _paid(self, _: object, parts: int) -> None:
        self.pay(parts)

    # ---- loops and calls

    def _metered(self, things: Iterable[Any]) -> Iterator[Any]:
        for thing in things:
            self.steps += 1
            if self.steps > MAX_STEPS:
                raise TooMuch(f"loops more than {MAX_STEPS:,} times")
            yield thing

    def _count_call(self) -> None:
        self.calls += 1
        if self.calls > MAX_STEPS:
            raise TooMuch(f"calls more than {MAX_STEPS:,} times")

    def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:
        """Calls as the sandbox does. Its own parameter names leave all others to keyword arguments."""
        __self._count_call()
        if isinstance(__obj, LoopContext):  # a recursive loop
            args = (__self._metered(args[0]), *args[1:])
        elif getattr(__obj, "__name__", "") == "changed":
            __self._compared(args)
        result = super().call(__context, __obj, *args, **kwargs)
        if isinstance(result, str):
            __self.pay(len(result) // 10)
        return result

    def get_template(self, *args: Any, **kwargs: Any) -> jinja2.Template:
        self._count_call()
        return super().get_template(*args, **kwargs)

    def select_template(self, names: Iterable[Any], *args: Any, **kwargs: Any) -> jinja2.Template:
        wanted = []
        for name in names:
            self._count_call()
            wanted.append(name)
        return super().select_template(wanted, *args, **kwargs)

    # ---- texts

    def _check_writable(self, value: Any) -> Any:
        """A value that can be written. A small list of nested lists can be endless when written."""
        if isinstance(value, _COLLECTIONS):
            raise WrongValue(
                "expected a text or a number to write, got a list; join it, as in {{ names | join(', ') }}"
            )
        text = value if isinstance(value, (str, jinja2.Undefined)) else str(value)
        if isinstance(text, str):
            self.pay(len(text) // 10)
        return text

    def concat(self, parts: Iterable[str]) -> str:
        """The output of macros and blocks, joined."""
        written, length = [], 0
        for part in parts:
            written.append(part)
            length += len(part)
            if length > MAX_LENGTH:
                raise TooMuch(f"writes more than {MAX_LENGTH:,} characters")
        self.pay(length // 10)
        return "".join(written)

    def _join(self, things: Iterable[Any], between: str = "", attribute: str | None = None) -> str:
        parts = (
            part for thing in self._items(things, attribute) for part in (between, str(self._check_writable(thing)))
        )
        return self.concat(parts)[len(between) :]

    def _lower(self, value: Any) -> str:
        return str(self._check_writable(value)).lower()

    # ---- lists

    def _charged(self, things: Iterable[Any]) -> Iterator[Any]:
        for thing in things:
            self.pay(THING)
            yield thing

    def _items(self, things: Iterable[Any], attribute: str | None = None) -> Iterator[Any]:
        seen = self._charged(things)
        return seen if attribute is None else (self.getitem(thing, attribute) for thing in seen)

    def _seeing(self, filter_: Any) -> Any:
        """One of Jinja's own filters that pays for its arguments."""

        @jinja2.pass_context
        def ask(context: Any, things: Any, *args: Any, **kwargs: Any) -> Any:
            return filter_(context, self._charged(things), *args, **kwargs)

        return ask

    def _list(self, things: Iterable[Any]) -> list[Any]:
        return list(self._charged(things))

    def _sort(
        self, things: Iterable[Any], reverse: bool = False, case_sensitive: bool = False, attribute: str | None = None
    ) -> list[Any]:
        """Sorts as Jinja does, and pays for it."""

        def part(value: Any) -> Any:
            if isinstance(value, _COLLECTIONS):
                raise WrongValue(
                    "sort: expected texts or numbers to sort by, got a list; name an attribute of its things"
                )
            return value.lower() if isinstance(value, str) and not case_sensitive else value

        return sorted(self._charged(things), key=make_multi_attrgetter(self, attribute, part), reverse=reverse)

    def _sum(self, things: Iterable[Any], attribute: str | None = None, start: Any = 0) -> Any:
        items = [start, *self._items(things, attribute)]
        if not all(isinstance(thing, (int, float)) for thing in items):
            raise WrongValue(f"sum: expected numbers, got {_kinds_of(items)}")
        return sum(items)

    def _compared(self, value: Any) -> Any:
        """A value, after paying for all its content, because nested lists can be endless."""
        ahead = [value]
        while ahead:
            one = ahead.pop()
            if isinstance(one, _COLLECTIONS):
                self.pay(len(one))
                ahead.extend((*one, *one.values()) if isinstance(one, dict) else one)
            elif isinstance(one, str):
                self.pay(len(one) // 10)
        return value

    def _searched(self, things: Any) -> Any:
        """The container of a search, after paying for it if its size matters."""
        return self._compared(things) if isinstance(things, (str, list, tuple)) else things

    def _comparing(self, test: Any) -> Any:
        def ask(*values: Any) -> Any:
            return test(*map(self._compared, values))

        return ask

    # ---- access

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if not all(isinstance(value, (int, float)) for value in (left, right)):
            cure = "; join texts with ~" if operator == "+" else ""
            raise WrongValue(f"{operator}: expected two numbers, got {_kinds_of((left, right))}{cure}")
        if operator == "**" and abs(right) > 10:
            raise WrongValue("**: expected a power of at most 10, got a larger one")
        if isinstance(left, int) and isinstance(right, int) and operator in ("*", "**"):
            bits = left.bit_length() * right if operator == "**" else left.bit_length() + right.bit_length()
            if bits > MAX_BITS:
                raise WrongValue(f"{operator}: expected a result of at most {MAX_BITS} bits, got a larger number")
        return super().call_binop(context, operator, left, right)

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, (str, int, float, tuple)):  # their methods can build endless texts
            return self.unsafe_undefined(obj, attribute)
        return super().getattr(obj, attribute)
