"""Functions of whole numbers over a table and a position, from their Python source to LLVM's language.

Every number is 64 bits wide; narrower ones of records are widened when read and cut when written. What the table says
at a place that is known is a constant, and a function is made anew for each list of constants that it is called with.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np

from cardgen.play.clauses import moves, record

PARAMETERS = ("table", "state", "options")  # that every function has; others are numbers, or known
GIVEN = "ptr %table, ptr %state, ptr %options, i64 %length"
STATE = object()  # the position
MASK = 64  # cards that are looked at together
SIGNS = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge",
}  # fmt: skip
WORDS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.LShift: "shl", ast.RShift: "ashr", ast.FloorDiv: "sdiv", ast.Mod: "srem",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Number:
    """A number that is not known before play, by its name; `kind` is i1 for a truth."""

    name: str
    kind: str = "i64"
    unsigned: bool = False


@dataclass(frozen=True, slots=True)
class Array:
    """Numbers in memory: from a pointer on, by their type; `told` of a table's, which never change."""

    pointer: str
    offset: int  # bytes
    kind: np.dtype
    shape: tuple[int, ...]
    tag: str
    told: np.ndarray | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Source:
    """A function as it is written, and what the names in it mean."""

    node: ast.FunctionDef
    names: Mapping[str, Any]


def sources_of(text: str, names: Mapping[str, Any]) -> dict[str, Source]:
    """The functions of a module that was made, with what it imports by `names`."""
    known = dict(names)
    found = {node.name: Source(node, known) for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    known.update(found)
    return found


@cache
def _module(path: str) -> dict[str, ast.FunctionDef]:
    with open(path, encoding="utf-8") as file:
        return {node.name: node for node in ast.parse(file.read()).body if isinstance(node, ast.FunctionDef)}


@cache
def _source(function: Callable) -> Source:
    plain = inspect.unwrap(function)
    return Source(_module(plain.__code__.co_filename)[plain.__name__], plain.__globals__)


class Module:
    """Everything that one function needs, as text; the function is `name` there, and takes what GIVEN says and `pc`."""

    def __init__(self, table: np.record) -> None:
        self.table = table
        self.made: dict[tuple, str] = {}
        self.lines: list[str] = []
        self.tags: dict[str, int] = {}

    def text(self, source: Source, name: str) -> str:
        inner = self.function(source, [self.table, STATE, Number("%0"), Array("%options", 0, np.dtype(np.int32), (0,), "o")])
        self.lines.append(
            f"define i64 @{name}(ptr %table, ptr %state, i64 %pc, ptr %options, i64 %length) {{\n"
            f"  %found = call i64 @{inner}(ptr %table, ptr %state, ptr %options, i64 %length, i64 %pc)\n"
            "  ret i64 %found\n}"
        )
        self.lines = [*self.lines, '!0 = !{!"records"}']
        for tag, number in self.tags.items():
            self.lines.append(f'!{number} = !{{!"{tag}", !0, i64 0}}\n!{number + 1} = !{{!{number}, !{number}, i64 0}}')
        return "\n".join(self.lines)

    def tag(self, name: str) -> str:
        return f"!tbaa !{self.tags.setdefault(name, 1 + 2 * len(self.tags)) + 1}"

    def function(self, source: Source, arguments: Sequence[Any]) -> str:
        """The name of a function made for arguments, as far as they are known."""
        known = tuple("?" if isinstance(each, Number) else id(each) if each is self.table else each for each in arguments)
        key = id(source.node), known
        if key not in self.made:
            self.made[key] = f"{source.node.name}.{len(self.made)}"
            self.lines += _Function(self, source, self.made[key], arguments).lines()
        return self.made[key]


class _Function:
    def __init__(self, module: Module, source: Source, name: str, arguments: Sequence[Any]) -> None:
        self.module, self.source, self.name = module, source, name
        self.body: list[str] = []
        self.slots: list[str] = []
        self.count = 0
        self.closed = False  # whether the block has its end
        self.loops: list[tuple[str, str]] = []  # where `continue` and `break` go
        self.states: dict[int, str] = {}  # where play goes on, by the number of its label
        self.written = _written(source.node)
        self.known: dict[str, Any] = {}  # what names stand for that are written once, or never
        self.variables: dict[str, tuple[str, bool]] = {}  # where the others lie, and whether they are unsigned
        self.parameters = [GIVEN]
        for parameter, argument in zip(source.node.args.args, arguments, strict=True):
            if isinstance(argument, Number):
                argument = Number(f"%a{len(self.parameters)}")
                self.parameters.append(f"i64 {argument.name}")
            if self.written.get(parameter.arg):
                self.set(parameter.arg, argument)
            else:
                self.known[parameter.arg] = argument

    def lines(self) -> Iterator[str]:
        self.statements(self.source.node.body)
        if not self.closed:
            self.end("ret i64 0")
        yield f"define internal i64 @{self.name}({', '.join(self.parameters)}) nounwind {{"
        yield from self.slots
        yield from self.body
        yield "}"

    # Text

    def say(self, line: str) -> None:
        if not self.closed:
            self.body.append(f"  {line}")

    def named(self, line: str) -> str:
        self.count += 1
        self.say(f"%t{self.count} = {line}")
        return f"%t{self.count}"

    def block(self) -> str:
        self.count += 1
        return f"b{self.count}"

    def end(self, line: str) -> None:
        self.say(line)
        self.closed = True

    def begin(self, block: str) -> None:
        if not self.closed:
            self.end(f"br label %{block}")
        self.body.append(f"{block}:")
        self.closed = False

    def go(self, block: str) -> None:
        self.end(f"br label %{block}")

    # Statements

    def statements(self, nodes: Sequence[ast.stmt]) -> None:
        for number, node in enumerate(nodes):
            if self.closed:
                return
            if self.states and self._goes_on(node, nodes[number + 1 : number + 2]):
                return
            getattr(self, f"s_{type(node).__name__.lower()}")(node)

    def _goes_on(self, node: ast.stmt, after: Sequence[ast.stmt]) -> bool:
        """Whether it says only where play goes on, which is then gone to."""
        if after and not isinstance(after[0], ast.Continue):
            return False
        if not (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "pc"):
            return False
        where = self.value(node.value)
        if not isinstance(where, int):
            return False
        self.go(self.states[where])
        return True

    def s_pass(self, node: ast.Pass) -> None:
        """Nothing."""

    def s_expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def s_return(self, node: ast.Return) -> None:
        found = self.wide(self.value(node.value)) if node.value else 0
        self.end(f"ret i64 {_name(found)}")

    def s_continue(self, node: ast.Continue) -> None:
        self.go(self.loops[-1][0])

    def s_break(self, node: ast.Break) -> None:
        self.go(self.loops[-1][1])

    def s_assign(self, node: ast.Assign) -> None:
        (target,) = node.targets
        if isinstance(target, ast.Tuple):
            assert isinstance(node.value, ast.Tuple)
            values = [self.value(each) for each in node.value.elts]
            for each, value in zip(target.elts, values, strict=True):
                self.put(each, value)
        else:
            self.put(target, self.value(node.value))

    def put(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Name):
            self.set(target.id, value)
        else:
            self.store(self.place(target), value)

    def s_augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            old = self.value(node.target)
            self.set(node.target.id, self.reckoned(node.op, old, self.value(node.value)))
        else:
            place = self.place(node.target)
            self.store(place, self.reckoned(node.op, self.load(place), self.value(node.value)))

    def set(self, name: str, value: Any) -> None:
        if self.written[name] == 1 and not isinstance(value, Number):
            self.known[name] = value
            return
        value = self.wide(value)
        if name not in self.variables:
            self.slots.append(f"  %{name}.v = alloca i64")
            self.variables[name] = f"%{name}.v", isinstance(value, Number) and value.unsigned
        self.say(f"store i64 {_name(value)}, ptr {self.variables[name][0]}")

    def s_if(self, node: ast.If) -> None:
        yes, no, after = self.block(), self.block(), self.block()
        told = self.branch(node.test, yes, no)
        if told is not False:
            self.begin(yes)
            self.statements(node.body)
            if not self.closed:
                self.go(after)
        if told is not True:
            self.begin(no)
            self.statements(node.orelse)
            if not self.closed:
                self.go(after)
        self.begin(after)

    def s_while(self, node: ast.While) -> None:
        if states := list(_states(node.body)):
            self.switch(states)
            return
        test, body, after = self.block(), self.block(), self.block()
        self.begin(test)
        self.branch(node.test, body, after)
        self.begin(body)
        self.loop(node.body, test, after)
        self.begin(after)

    def loop(self, nodes: Sequence[ast.stmt], again: str, after: str) -> None:
        self.loops.append((again, after))
        self.statements(nodes)
        self.loops.pop()
        if not self.closed:
            self.go(again)

    def switch(self, states: Sequence[tuple[int, Sequence[ast.stmt]]]) -> None:
        """Blocks between labels, each of which goes on at another one."""
        look, wrong = self.block(), self.block()
        self.states = {number: self.block() for number, _ in states}
        self.begin(look)
        where = self.value(ast.Name("pc"))
        cases = " ".join(f"i64 {number}, label %{block}" for number, block in self.states.items())
        self.end(f"switch i64 {_name(where)}, label %{wrong} [{cases}]")
        for number, body in states:
            self.begin(self.states[number])
            self.loop(body, look, look)
        self.begin(wrong)
        self.end("unreachable")

    def s_for(self, node: ast.For) -> None:
        assert isinstance(node.iter, ast.Call)
        if self.value(node.iter.func) in (moves.present, moves.present_where):
            self.each_present(node, node.iter)
            return
        told = [self.value(each) for each in node.iter.args]
        low, high, step = (0, *told, 1) if len(told) == 1 else (*told, 1)[:3]
        place, test, body, more, after = f"%r{self.block()}", *(self.block() for _ in range(4))
        self.slots.append(f"  {place} = alloca i64")
        self.say(f"store i64 {_name(self.wide(low))}, ptr {place}")
        self.begin(test)
        now = self.named(f"load i64, ptr {place}")
        fits = self.named(f"icmp {'slt' if step > 0 else 'sgt'} i64 {now}, {_name(self.wide(high))}")
        self.end(f"br i1 {fits}, label %{body}, label %{after}")
        self.begin(body)
        self.put(node.target, Number(now))
        self.loop(node.body, more, after)
        self.begin(more)
        self.say(f"store i64 {self.named(f'add nsw i64 {now}, {step}')}, ptr {place}")
        self.go(test)
        self.begin(after)

    def each_present(self, node: ast.For, of: ast.Call) -> None:
        """A loop over the bits of a mask: what is there is looked for in all places at once."""
        m, at, low, high, *where = (self.value(each) for each in of.args)
        array = self.at(m, self.reckoned(ast.Add(), at, low))
        where = self.compared(where, low)
        places = range(0, high - low, MASK)
        body, more, test, after = (self.block() for _ in range(4))
        left, first = f"%r{body}", f"%r{more}"  # the mask, and the card of its lowest bit
        self.slots += [f"  {left} = alloca i64", f"  {first} = alloca i64"]
        self.say(f"store i64 {self.mask(array, min(high - low, MASK), where)}, ptr {left}")
        self.say(f"store i64 {low}, ptr {first}")
        self.begin(test)
        mask = self.named(f"load i64, ptr {left}")
        self.end(f"br i1 {self.named(f'icmp ne i64 {mask}, 0')}, label %{body}, label %{more}")
        self.begin(body)
        less = self.named(f"sub i64 {mask}, 1")
        self.say(f"store i64 {self.named(f'and i64 {mask}, {less}')}, ptr {left}")
        lowest = self.named(f"call i64 @llvm.cttz.i64(i64 {mask}, i1 true)")
        card = self.named(f"add i64 {lowest}, {self.named(f'load i64, ptr {first}')}")
        self.put(node.target, Number(card))
        self.loop(node.body, test, after)
        self.begin(more)
        if len(places) > 1:
            self.further(array, where, low, high, (left, first), (test, after))
        self.begin(after)

    def further(
        self, array: Array, where: Any, low: int, high: int, slots: tuple[str, str], blocks: tuple[str, str]
    ) -> None:
        """The mask of the next cards, if there are more."""
        now = self.named(f"load i64, ptr {slots[1]}")
        after = self.named(f"add i64 {now}, {MASK}")
        self.say(f"store i64 {after}, ptr {slots[1]}")
        cases = range(low + MASK, high, MASK)
        ways = [self.block() for _ in cases]
        listed = " ".join(f"i64 {card}, label %{way}" for card, way in zip(cases, ways, strict=True))
        self.end(f"switch i64 {after}, label %{blocks[1]} [{listed}]")
        for card, way in zip(cases, ways, strict=True):
            self.begin(way)
            mask = self.mask(self.at(array, card - low), min(high - card, MASK), self.beyond(where, card - low))
            self.say(f"store i64 {mask}, ptr {slots[0]}")
            self.go(blocks[0])

    def vector(self, array: Array, many: int) -> tuple[str, str]:
        """Numbers that stand beside one another, and their type; those beyond the last are any."""
        kind = f"<{max(8, 1 << (many - 1).bit_length())} x {_kind(array.kind)}>"
        tag = self.module.tag(array.tag)
        return self.named(f"load {kind}, ptr {self.pointer(array)}, align {array.kind.itemsize}, {tag}"), kind

    def compared(self, where: Sequence[Any], low: int) -> tuple[Array, str] | None:
        """The values that are looked at, from the first card on, and the one that is looked for."""
        if not where:
            return None
        values, value = where
        kind = _kind(values.kind)
        wanted = _name(self.wide(value))
        number = wanted if isinstance(value, int) else self.named(f"trunc i64 {wanted} to {kind}")
        return self.at(replace(values, told=None), low), number

    def beyond(self, where: tuple[Array, str] | None, by: int) -> tuple[Array, str] | None:
        return where and (self.at(where[0], by), where[1])

    def alike(self, where: tuple[Array, str], many: int) -> str:
        """Which of the values are the one that is looked for, as truths beside one another."""
        values, kind = self.vector(where[0], many)
        width, one = int(kind[1:].split()[0]), kind[1:-1].split()[2]
        first = self.named(f"insertelement {kind} poison, {one} {where[1]}, i64 0")
        all_ = self.named(f"shufflevector {kind} {first}, {kind} poison, <{width} x i32> zeroinitializer")
        return self.named(f"icmp eq {kind} {values}, {all_}")

    def mask(self, array: Array, many: int, where: tuple[Array, str] | None = None) -> str:
        """A bit for each of so many numbers: whether it is not nought, and has the value."""
        found, kind = self.vector(array, many)
        width = int(kind[1:].split()[0])
        some = self.named(f"icmp ne {kind} {found}, zeroinitializer")
        if where:
            some = self.named(f"and <{width} x i1> {some}, {self.alike(where, many)}")
        bits = self.named(f"bitcast <{width} x i1> {some} to i{width}")
        wide = bits if width == MASK else self.named(f"zext i{width} {bits} to i64")
        return wide if many == width else self.named(f"and i64 {wide}, {(1 << many) - 1}")

    def total(self, m: Array, at: Any, low: int, high: int, *told: Any) -> Any:
        """The sum of numbers that stand beside one another, or of those that have a value."""
        array, where, found = self.at(m, self.reckoned(ast.Add(), at, low)), self.compared(told, low), 0
        for begin in range(0, high - low, MASK):
            many = min(high - low - begin, MASK)
            numbers, kind = self.vector(self.at(array, begin), many)
            width = int(kind[1:].split()[0])
            if many < width:
                bits = ", ".join(f"i1 {'true' if place < many else 'false'}" for place in range(width))
                numbers = self.named(f"select <{width} x i1> <{bits}>, {kind} {numbers}, {kind} zeroinitializer")
            if where:
                alike = self.alike(self.beyond(where, begin), many)
                numbers = self.named(f"select <{width} x i1> {alike}, {kind} {numbers}, {kind} zeroinitializer")
            part = self.named(f"call i16 @llvm.vector.reduce.add.v{width}i16({kind} {numbers})")
            found = self.reckoned(ast.Add(), found, Number(self.named(f"sext i16 {part} to i64")))
        return found

    # Values

    def value(self, node: ast.expr) -> Any:
        """What an expression stands for: a whole number that is known, a Number, an Array, or a thing of Python."""
        return getattr(self, f"v_{type(node).__name__.lower()}")(node)

    def wide(self, value: Any) -> Any:
        """The number as one of 64 bits."""
        if isinstance(value, Number) and value.kind == "i1":
            return Number(self.named(f"zext i1 {value.name} to i64"))
        if isinstance(value, Array):
            return self.load(value)
        assert isinstance(value, int | Number), value
        return int(value) if isinstance(value, int) else value

    def v_constant(self, node: ast.Constant) -> Any:
        return node.value

    def v_name(self, node: ast.Name) -> Any:
        name = node.id
        if name in self.known:
            return self.known[name]
        if name in self.variables:
            place, unsigned = self.variables[name]
            return Number(self.named(f"load i64, ptr {place}"), unsigned=unsigned)
        found = self.source.names.get(name, getattr(builtins, name, None))
        return int(found) if isinstance(found, np.integer) else found

    def v_attribute(self, node: ast.Attribute) -> Any:
        owner, name = self.value(node.value), node.attr
        if owner is STATE:
            return self.part(record.STATE, "%state", name, None)
        if owner is self.module.table:
            found = owner[name]
            return self.part(record.TABLE, "%table", name, found) if isinstance(found, np.ndarray) else int(found)
        found = getattr(owner, name)
        return int(found) if isinstance(found, np.integer) else found

    def part(self, kind: np.dtype, pointer: str, name: str, told: np.ndarray | None) -> Array:
        of, offset = kind.fields[name][:2]
        inner, shape = of.subdtype or (of, ())
        return Array(pointer, offset, inner, shape, f"{pointer[1:]} {name}", told)

    def v_subscript(self, node: ast.Subscript) -> Any:
        place = self.place(node)
        if isinstance(place, Array) and not place.shape:
            return self.load(place)
        return place

    def place(self, node: ast.expr) -> Any:
        """Where something lies in memory; a number of a table that is known."""
        if isinstance(node, ast.Attribute):
            return self.value(node)
        assert isinstance(node, ast.Subscript)
        array, index = self.value(node.value), node.slice
        for each in index.elts if isinstance(index, ast.Tuple) else (index,):
            array = self.at(array, self.wide(self.value(each)))
        return array

    def at(self, array: Array, index: Any) -> Any:
        told, size = array.told, array.kind.itemsize * int(np.prod(array.shape[1:], dtype=int))
        if isinstance(index, int):
            if told is not None:
                told = told[index]
                if not array.shape[1:]:
                    return int(told)
                index += array.shape[0] if index < 0 else 0
            return replace(array, offset=array.offset + size * index, shape=array.shape[1:], told=told)
        if told is not None:  # what is said of no card, -1, stands last
            last = self.named(f"add i64 {index.name}, {array.shape[0]}")
            none = self.named(f"icmp slt i64 {index.name}, 0")
            index, told = Number(self.named(f"select i1 {none}, i64 {last}, i64 {index.name}")), None
        begin = self.pointer(array)
        there = self.named(f"getelementptr [{size} x i8], ptr {begin}, i64 {index.name}")
        return replace(array, pointer=there, offset=0, shape=array.shape[1:], told=told)

    def pointer(self, array: Array) -> str:
        if not array.offset:
            return array.pointer
        return self.named(f"getelementptr i8, ptr {array.pointer}, i64 {array.offset}")

    def load(self, place: Any) -> Any:
        if isinstance(place, int):
            return place
        kind, tag = _kind(place.kind), self.module.tag(place.tag)
        found = self.named(f"load {kind}, ptr {self.pointer(place)}, {tag}")
        unsigned = place.kind.kind == "u"
        if kind != "i64":
            found = self.named(f"{'zext' if unsigned else 'sext'} {kind} {found} to i64")
        return Number(found, unsigned=unsigned and kind == "i64")

    def store(self, place: Array, value: Any) -> None:
        kind, value = _kind(place.kind), self.wide(value)
        name = _name(value)
        if kind != "i64":
            name = self.named(f"trunc i64 {name} to {kind}")
        self.say(f"store {kind} {name}, ptr {self.pointer(place)}, {self.module.tag(place.tag)}")

    def v_binop(self, node: ast.BinOp) -> Any:
        return self.reckoned(node.op, self.value(node.left), self.value(node.right))

    def reckoned(self, sign: ast.operator, one: Any, two: Any) -> Any:
        one, two = self.wide(one), self.wide(two)
        if isinstance(one, int) and isinstance(two, int):
            return _RECKON[type(sign)](one, two)
        word = WORDS[type(sign)]
        unsigned = any(isinstance(each, Number) and each.unsigned for each in (one, two))
        if unsigned:
            word = {"ashr": "lshr"}.get(word, word)
        if word in ("sdiv", "srem"):
            return self.floored(word, _name(one), _name(two))
        return Number(self.named(f"{word} i64 {_name(one)}, {_name(two)}"), unsigned=unsigned)

    def floored(self, word: str, one: str, two: str) -> Number:
        """As Python divides: towards less."""
        rest = self.named(f"srem i64 {one}, {two}")
        apart = self.named(f"xor i64 {rest}, {two}")
        below = self.named(f"icmp slt i64 {apart}, 0")
        some = self.named(f"icmp ne i64 {rest}, 0")
        less = self.named(f"and i1 {below}, {some}")
        if word == "srem":
            more = self.named(f"add i64 {rest}, {two}")
            return Number(self.named(f"select i1 {less}, i64 {more}, i64 {rest}"))
        found = self.named(f"sdiv i64 {one}, {two}")
        by = self.named(f"sext i1 {less} to i64")
        return Number(self.named(f"add i64 {found}, {by}"))

    def v_unaryop(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not):
            return self.truth(node)
        value = self.wide(self.value(node.operand))
        if isinstance(node.op, ast.Invert):
            return self.reckoned(ast.BitXor(), value, -1)
        return self.reckoned(ast.Sub(), 0, value)

    def v_compare(self, node: ast.Compare) -> Any:
        (sign,), (right,) = node.ops, node.comparators
        one, two = self.wide(self.value(node.left)), self.wide(self.value(right))
        if isinstance(one, int) and isinstance(two, int):
            return int(_COMPARE[type(sign)](one, two))
        return Number(self.named(f"icmp {SIGNS[type(sign)]} i64 {_name(one)}, {_name(two)}"), "i1")

    def v_boolop(self, node: ast.BoolOp) -> Any:
        return self.truth(node)

    def truth(self, node: ast.expr) -> Any:
        """0 or 1: whether something holds."""
        yes, no, after = self.block(), self.block(), self.block()
        told = self.branch(node, yes, no)
        if told is not None:
            self.begin(yes if told else no)
            return int(told)
        place = f"%r{after}"
        self.slots.append(f"  {place} = alloca i64")
        for block, value in ((yes, 1), (no, 0)):
            self.begin(block)
            self.say(f"store i64 {value}, ptr {place}")
            self.go(after)
        self.begin(after)
        return Number(self.named(f"load i64, ptr {place}"))

    def v_ifexp(self, node: ast.IfExp) -> Any:
        yes, no, after = self.block(), self.block(), self.block()
        told = self.branch(node.test, yes, no)
        if told is not None:
            self.begin(yes if told else no)
            return self.value(node.body if told else node.orelse)
        place = f"%r{after}"
        self.slots.append(f"  {place} = alloca i64")
        for block, value in ((yes, node.body), (no, node.orelse)):
            self.begin(block)
            self.say(f"store i64 {_name(self.wide(self.value(value)))}, ptr {place}")
            self.go(after)
        self.begin(after)
        return Number(self.named(f"load i64, ptr {place}"))

    def branch(self, node: ast.expr, yes: str, no: str) -> bool | None:
        """Goes to one of two blocks; returns whether it holds, where that is known."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            told = self.branch(node.operand, no, yes)
            return None if told is None else not told
        if isinstance(node, ast.BoolOp):
            return self.several(node, yes, no)
        value = self.value(node)
        if isinstance(value, int):
            self.go(yes if value else no)
            return bool(value)
        if value.kind == "i64":
            value = Number(self.named(f"icmp ne i64 {value.name}, 0"), "i1")
        self.end(f"br i1 {value.name}, label %{yes}, label %{no}")
        return None

    def several(self, node: ast.BoolOp, yes: str, no: str) -> bool | None:
        all_ = isinstance(node.op, ast.And)
        unsure = False
        for each in node.values[:-1]:
            more = self.block()
            told = self.branch(each, more, no) if all_ else self.branch(each, yes, more)
            if told is (not all_):
                return None if unsure else told
            unsure = unsure or told is None
            self.begin(more)
        told = self.branch(node.values[-1], yes, no)
        return None if unsure else told

    def v_call(self, node: ast.Call) -> Any:
        function, told = self.value(node.func), [self.value(each) for each in node.args]
        if function is len:
            return Number("%length") if told[0].pointer == "%options" else told[0].shape[0]
        if function in (min, max):
            one, two = (self.wide(each) for each in told)
            if isinstance(one, int) and isinstance(two, int):
                return function(one, two)
            word = "smin" if function is min else "smax"
            return Number(self.named(f"call i64 @llvm.{word}.i64(i64 {_name(one)}, i64 {_name(two)})"))
        if function is np.int64:
            found = self.wide(told[0])
            return replace(found, unsigned=False) if isinstance(found, Number) else found
        if function in (moves.total, moves.total_where):
            return self.total(*told)
        if function is np.empty:
            there = self.named(f"alloca i32, i64 {_name(self.wide(told[0]))}")
            return Array(there, 0, np.dtype(np.int32), (0,), "own")
        source = function if isinstance(function, Source) else _source(function)
        told = [self.wide(each) if isinstance(each, Number) or _is_number(each) else each for each in told]
        name = self.module.function(source, told)
        more = "".join(f", i64 {each.name}" for each in told if isinstance(each, Number))
        return Number(self.named(f"call i64 @{name}(ptr %table, ptr %state, ptr %options, i64 %length{more})"))


_RECKON: dict[type, Callable[[int, int], int]] = {
    ast.Add: int.__add__, ast.Sub: int.__sub__, ast.Mult: int.__mul__, ast.BitAnd: int.__and__, ast.BitOr: int.__or__,
    ast.BitXor: int.__xor__, ast.LShift: int.__lshift__, ast.RShift: int.__rshift__, ast.FloorDiv: int.__floordiv__,
    ast.Mod: int.__mod__,
}  # fmt: skip
_COMPARE: dict[type, Callable[[int, int], bool]] = {
    ast.Eq: int.__eq__, ast.NotEq: int.__ne__, ast.Lt: int.__lt__, ast.LtE: int.__le__, ast.Gt: int.__gt__,
    ast.GtE: int.__ge__,
}  # fmt: skip


def _is_number(value: Any) -> bool:
    return isinstance(value, Array) and not value.shape


def _name(value: Any) -> str:
    return str(int(value)) if isinstance(value, int) else value.name


def _kind(of: np.dtype) -> str:
    return f"i{8 * of.itemsize}"


def _written(node: ast.FunctionDef) -> dict[str, int]:
    """How often each name is written."""
    found: dict[str, int] = {}
    for each in ast.walk(node):
        names = [each.target] if isinstance(each, ast.AugAssign) else []
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            found[each.id] = found.get(each.id, 0) + 1
        for name in names:
            if isinstance(name, ast.Name):
                found[name.id] = found.get(name.id, 0) + 1
    for parameter in node.args.args:
        if parameter.arg in found:
            found[parameter.arg] += 1
    return found


def _states(nodes: Sequence[ast.stmt]) -> Iterator[tuple[int, Sequence[ast.stmt]]]:
    """The blocks of a loop that does nothing but look for the one at which play goes on, by their numbers."""
    for node in nodes:
        if not (isinstance(node, ast.If) and isinstance(node.test, ast.Compare)):
            return
        test = node.test
        if not (isinstance(test.left, ast.Name) and test.left.id == "pc"):
            return
        if isinstance(test.ops[0], ast.Eq):
            (number,) = test.comparators
            assert isinstance(number, ast.Constant) and isinstance(number.value, int)
            yield number.value, node.body
        else:
            yield from _states(node.body)
