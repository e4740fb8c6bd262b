"""Evaluates the syntax tree of a Ruby script to plain values, lists and tables, within bounds. It does nothing else."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from cardgen.foundations.dataclass import dataclass
from cardgen.importers import ruby_methods
from cardgen.importers.ruby_tree import Node

# What a script's values are here: nothing, truth, numbers, texts, lists, tables of values by names, and of columns
Thing: TypeAlias = object

MOST_STEPS = 400_000
MOST_CALLS = 12  # of functions within each other
MOST_LONG = 20_000  # things of a list
MOST_TEXT = 100_000  # characters


class Unclear(Exception):
    """A value that cannot be worked out here."""


class Enough(Exception):
    """A script that takes more steps than any deck needs."""


@dataclass(frozen=True, slots=True)
class Span:
    """A range of whole numbers as it is written: its end may be counted from a deck's last card."""

    first: int
    last: int

    def numbers(self) -> list[int]:
        return list(range(self.first, self.last + 1))


class Runner:
    """Works values out; `verb` is asked first for calls without a receiver, with the call, and may refuse."""

    def __init__(self, verb: Callable[[Node], Thing], dpi: float = 300.0) -> None:
        self.verb, self.dpi = verb, dpi
        self.names: dict[str, Thing] = {}
        self.functions: dict[str, Node] = {}
        self.steps = self.calls = 0

    def run(self, body: Node, told: Callable[[Node, str], None], read: Callable[[Node], None]) -> Thing:
        """Runs statements; what one of them is not understood for is told of it alone."""
        last: Thing = None
        for node in body.parts:
            if node is None:
                continue
            if node.kind == "unread":
                told(node, str(node.value))
                continue
            read(node)
            try:
                last = self.value(node)
            except Unclear as unclear:
                told(node, str(unclear))
        return last

    def value(self, node: Node | None) -> Thing:
        """What a part of the script is. Raises Unclear, Enough."""
        self.steps += 1
        if self.steps > MOST_STEPS:
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
        return bounded("".join(ruby_methods.text(value) for value in self.values(node)))

    def _array(self, node: Node) -> Thing:
        items: list[Thing] = []
        for part in node.parts:
            value = self.value(part)
            splat = part is not None and part.kind == "sign" and part.value == "splat"
            items += listed(value) if splat else [value]
        return bounded([*items, *([{name: self.value(each) for name, each in node.named}] if node.named else [])])

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
            choices = listed(self.value(rest[at]))
            if any(what == choice or (isinstance(choice, Span) and what in choice.numbers()) for choice in choices):
                return self.value(rest[at + 1])
        return self.value(rest[-1]) if len(rest) % 2 else None

    def _def(self, node: Node) -> Thing:
        self.functions[str(node.value)] = node
        return None

    def _set(self, node: Node) -> Thing:
        target, given = node.parts
        assert target is not None and given is not None
        value = self.value(given)
        if node.value != "=":
            sign = str(node.value)[:-1]
            before = self._before(target)
            kept = sign == "||" and true(before)
            value = before if kept else value if sign == "||" else ruby_methods.reckoned(sign, before, value)
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
            return ruby_methods.reckoned("*", value, -1) if sign == "neg" else value
        left, right = self.values(node)
        return bounded(ruby_methods.reckoned(sign, left, right))

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
        given = [self.value(part) for part in arguments]
        if node.named:
            given.append({name: self.value(value) for name, value in node.named})
        of = of.numbers() if isinstance(of, Span) else of
        if (size := ruby_methods.sized(of, str(node.value), self.dpi)) is not None:
            return size
        block = self._taking(node.block) if node.block else self._passed(arguments)
        return bounded(ruby_methods.called(of, str(node.value), given, block))

    def _passed(self, arguments: Sequence[Node | None]) -> Callable[..., Thing] | None:
        """What `map(&:upcase)` does with each thing."""
        last = arguments[-1] if arguments else None
        if last is None or last.kind != "sign" or last.value != "splat":
            return None
        name = str(self.value(last))
        return lambda thing: ruby_methods.called(thing, name, [], None)

    def _taking(self, body: Node) -> Callable[..., Thing]:
        """A block as a function of its parameters."""

        def take(*given: Thing) -> Thing:
            values = given
            if len(given) == 1 and isinstance(given[0], list) and len(body.names) > 1:
                values = (*given[0],)
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
        """What the statements of a block give; those who draw may hear of what is wrong with each."""
        return self._body(body)

    def _function(self, function: Node, given: Sequence[Thing]) -> Thing:
        if self.calls >= MOST_CALLS or function.block is None:
            raise Unclear(f"{function.value}: calls itself too often")
        before, self.names = self.names, dict(zip(function.names, given, strict=False))
        self.calls += 1
        try:
            return self._body(function.block)
        finally:
            self.names = before
            self.calls -= 1


def true(value: Thing) -> bool:
    return value is not None and value is not False


def listed(value: Thing) -> list[Thing]:
    if isinstance(value, Span):
        return list(value.numbers())
    return list(value) if isinstance(value, list) else [value]


def hashable(value: Thing) -> str | int | float:
    if isinstance(value, (str, int, float)):
        return value
    raise Unclear("a key that is no text")


def bounded(value: Thing) -> Thing:
    """A value that is not too long. Raises Enough."""
    if isinstance(value, str) and len(value) > MOST_TEXT:
        raise Enough
    if isinstance(value, list) and len(value) > MOST_LONG:
        raise Enough
    if isinstance(value, int) and abs(value) > 10**15:
        raise Enough
    if isinstance(value, float) and not math.isfinite(value):
        raise Unclear("a number without end")
    return value


def excerpt(node: Node | None) -> str:
    """A part of a script in short, for remarks."""
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
