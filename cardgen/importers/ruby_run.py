"""Evaluates the syntax tree of a Ruby script to plain values, lists and tables, within bounds. It does nothing else."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from cardgen.foundations.dataclass import dataclass
from cardgen.importers import ruby_methods
from cardgen.importers.ruby_tree import Node

# A value: None, a bool, a number, a text, a list, a table of values by names, or a table of columns
Thing: TypeAlias = object

MAX_STEPS = 400_000
MAX_CALLS = 12  # levels of nested function calls
MAX_LONG = 20_000  # items in a list
MAX_TEXT = 100_000  # characters


class Unclear(Exception):
    """A value that cardgen cannot evaluate."""


class Enough(Exception):
    """A script that takes more steps than any deck needs."""


@dataclass(frozen=True, slots=True)
class Span:
    """A range of whole numbers as written: a negative end counts from a deck's last card."""

    first: int
    last: int

    def numbers(self) -> list[int]:
        return list(range(self.first, self.last + 1))


class Runner:
    """Evaluates nodes. `verb` evaluates calls without a receiver, and raises Unclear for unknown ones."""

    def __init__(self, verb: Callable[[Node], Thing], dpi: float = 300.0) -> None:
        self.verb, self.dpi = verb, dpi
        self.names: dict[str, Thing] = {}
        self.functions: dict[str, Node] = {}
        self.steps = self.calls = 0

    def run(self, body: Node, report: Callable[[Node, str], None], count: Callable[[Node], None]) -> Thing:
        """Runs statements. `report` gets each one that cardgen does not understand, with the reason; the others run."""
        last: Thing = None
        for node in body.parts:
            if node is None:
                continue
            if node.kind == "unread":
                report(node, str(node.value))
                continue
            count(node)
            try:
                last = self.value(node)
            except Unclear as unclear:
                report(node, str(unclear))
        return last

    def value(self, node: Node | None) -> Thing:
        """Evaluates a node. Raises Unclear, Enough."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise Enough
        if node is None:
            return None
        try:
            return getattr(self, f"_{node.kind}", self._unread)(node)
        except (TypeError, ValueError, IndexError, KeyError, ZeroDivisionError, AttributeError, OverflowError):
            raise Unclear(excerpt(node)) from None

    def values(self, node: Node) -> list[Thing]:
        return [self.value(part) for part in node.parts]

    def _unread(self, node: Node) -> Thing:
        raise Unclear(str(node.value or excerpt(node)))

    def _plain(self, node: Node) -> Thing:
        return node.value

    def _text(self, node: Node) -> Thing:
        return require_bounds("".join(ruby_methods.text(value) for value in self.values(node)))

    def _array(self, node: Node) -> Thing:
        items: list[Thing] = []
        for part in node.parts:
            value = self.value(part)
            splat = part is not None and part.kind == "sign" and part.value == "splat"
            items += as_list(value) if splat else [value]
        return require_bounds(
            [*items, *([{name: self.value(each) for name, each in node.named}] if node.named else [])]
        )

    def _hash(self, node: Node) -> Thing:
        parts = iter(node.parts)
        return {hashable(self.value(key)): self.value(value) for key, value in zip(parts, parts, strict=True)}

    def _range(self, node: Node) -> Thing:
        first, last = self.values(node)
        if isinstance(first, int) and isinstance(last, (int, float)):
            return Span(first, int(last) - (node.value == "..."))
        raise Unclear(excerpt(node))

    def _name(self, node: Node) -> Thing:
        name = str(node.value)
        if name in self.names:
            return self.names[name]
        if name in self.functions:
            return self._function(self.functions[name], [])
        return self.verb(node)

    def _index(self, node: Node) -> Thing:
        of, *at = self.values(node)
        return ruby_methods.item(of, *(each.numbers() if isinstance(each, Span) else each for each in at))

    def _body(self, node: Node) -> Thing:
        last: Thing = None
        for part in node.parts:
            last = self.value(part)
        return last

    def _if(self, node: Node) -> Thing:
        condition, then, otherwise = node.parts
        return self.value(then if true(self.value(condition)) else otherwise)

    def _case(self, node: Node) -> Thing:
        what = self.value(node.parts[0])
        rest = node.parts[1:]
        for at in range(0, len(rest) - 1, 2):
            choices = as_list(self.value(rest[at]))
            if any(what == choice or (isinstance(choice, Span) and what in choice.numbers()) for choice in choices):
                return self.value(rest[at + 1])
        return self.value(rest[-1]) if len(rest) % 2 else None

    def _def(self, node: Node) -> Thing:
        self.functions[str(node.value)] = node
        return None

    def _set(self, node: Node) -> Thing:
        target, source = node.parts
        assert target is not None and source is not None
        value = self.value(source)
        if node.value != "=":
            sign = str(node.value)[:-1]
            before = self._before(target)
            keeps = sign == "||" and true(before)
            value = before if keeps else value if sign == "||" else ruby_methods.apply_operator(sign, before, value)
        if target.kind == "name":
            self.names[str(target.value)] = value
        elif target.kind == "index":
            of, at = self.values(target)
            ruby_methods.put(of, at, value)
        else:
            raise Unclear(excerpt(node))
        return value

    def _before(self, target: Node) -> Thing:
        if target.kind == "name":
            return self.names.get(str(target.value))
        return self.value(target)

    def _sign(self, node: Node) -> Thing:
        sign = str(node.value)
        if sign in ("&&", "and", "||", "or"):
            left = self.value(node.parts[0])
            return self.value(node.parts[1]) if true(left) == (sign in ("&&", "and")) else left
        if sign == "!":
            return not true(self.value(node.parts[0]))
        if sign in ("neg", "splat"):
            value = self.value(node.parts[0])
            return ruby_methods.apply_operator("*", value, -1) if sign == "neg" else value
        left, right = self.values(node)
        return require_bounds(ruby_methods.apply_operator(sign, left, right))

    def _call(self, node: Node) -> Thing:
        receiver, *arguments = node.parts
        if receiver is None:
            name = str(node.value)
            if name in self.functions:
                return self._function(self.functions[name], [self.value(part) for part in arguments])
            return self.verb(node)
        if node.value == "new" or (receiver.kind == "name" and receiver.value not in self.names):
            return self.verb(node)
        of = self.value(receiver)
        if of is None and node.value not in ruby_methods.OF_NOTHING:
            raise Unclear(excerpt(node))
        arguments_given = [self.value(part) for part in arguments]
        if node.named:
            arguments_given.append({name: self.value(value) for name, value in node.named})
        of = of.numbers() if isinstance(of, Span) else of
        if (size := ruby_methods.in_pixels(of, str(node.value), self.dpi)) is not None:
            return size
        block = self._block_function(node.block) if node.block else self._block_of_symbol(arguments)
        return require_bounds(ruby_methods.call_method(of, str(node.value), arguments_given, block))

    def _block_of_symbol(self, arguments: Sequence[Node | None]) -> Callable[..., Thing] | None:
        """The block of `map(&:upcase)`."""
        last = arguments[-1] if arguments else None
        if last is None or last.kind != "sign" or last.value != "splat":
            return None
        name = str(self.value(last))
        return lambda thing: ruby_methods.call_method(thing, name, [], None)

    def _block_function(self, body: Node) -> Callable[..., Thing]:
        """A block as a function of its parameters."""

        def take(*arguments: Thing) -> Thing:
            values = arguments
            if len(arguments) == 1 and isinstance(arguments[0], list) and len(body.names) > 1:
                values = (*arguments[0],)
            before = dict(self.names)
            self.names.update(zip(body.names, (*values, *(None,) * len(body.names)), strict=False))
            try:
                return self.block(body)
            finally:
                for name in body.names:
                    if name in before:
                        self.names[name] = before[name]
                    else:
                        self.names.pop(name, None)

        return take

    def block(self, body: Node) -> Thing:
        """The result of a block's statements; Squib's reader replaces this method to report each faulty statement."""
        return self._body(body)

    def _function(self, function: Node, arguments: Sequence[Thing]) -> Thing:
        if self.calls >= MAX_CALLS or function.block is None:
            raise Unclear(f"{function.value}: calls itself too often")
        before, self.names = self.names, dict(zip(function.names, arguments, strict=False))
        self.calls += 1
        try:
            return self._body(function.block)
        finally:
            self.names = before
            self.calls -= 1


def true(value: Thing) -> bool:
    return value is not None and value is not False


def as_list(value: Thing) -> list[Thing]:
    if isinstance(value, Span):
        return list(value.numbers())
    return list(value) if isinstance(value, list) else [value]


def hashable(value: Thing) -> str | int | float:
    if isinstance(value, (str, int, float)):
        return value
    raise Unclear("a key that is no text")


def require_bounds(value: Thing) -> Thing:
    """Returns the value. Raises Enough if it is too large."""
    if isinstance(value, str) and len(value) > MAX_TEXT:
        raise Enough
    if isinstance(value, list) and len(value) > MAX_LONG:
        raise Enough
    if isinstance(value, int) and abs(value) > 10**15:
        raise Enough
    if isinstance(value, float) and not math.isfinite(value):
        raise Unclear("a number without end")
    return value


def excerpt(node: Node | None) -> str:
    """A short version of a node, for remarks."""
    return " ".join(_words(node))[:100]


def _words(node: Node | None, deep: int = 0) -> Iterator[str]:
    if node is None or deep > 6:
        return
    if node.kind == "call":
        receiver, *arguments = node.parts
        before = f"{excerpt(receiver)}." if receiver else ""
        yield before + str(node.value)
        for part in arguments:
            yield from _words(part, deep + 1)
        yield from (f"{name}: ..." for name, _ in node.named[:4])
        return
    if node.value is not None:
        yield str(node.value)
    for part in node.parts[:4]:
        yield from _words(part, deep + 1)
