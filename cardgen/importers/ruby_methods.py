"""Implements the methods of Ruby's strings, numbers, arrays and hashes that decks call, on plain values."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any, TypeAlias

Thing: TypeAlias = Any
Block: TypeAlias = "Callable[..., Thing] | None"

MAX_ITEMS = 20_000  # of a list or a range
OF_NOTHING = {"nil?", "to_s", "to_a", "to_i", "to_f", "inspect", "empty?", "to_sym"}


class Frame(dict[str, list[Thing]]):
    """A spreadsheet as Squib reads it: columns by their headings."""

    @property
    def rows(self) -> int:
        return max(map(len, self.values()), default=0)


class Pending(list[Thing]):
    """An enumerator: a list whose method waits for a block, as in `map.with_index`."""

    def __init__(self, what: str, things: list[Thing]) -> None:
        super().__init__(things)
        self.what = what


def text(value: Thing) -> str:
    """A value as Ruby's `to_s` writes it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def item(of: Thing, *at: Thing) -> Thing:
    """`of[at]`."""
    first = at[0]
    if isinstance(of, dict):
        return of.get(first if first in of else text(first))
    if isinstance(of, (list, str)) and isinstance(first, list):
        last = len(of) if first == [] else first[-1]
        return of[first[0] : last + 1] if first else of[0:0]
    if isinstance(of, (list, str)) and len(at) == 2:
        return of[first : first + at[1]]
    if isinstance(of, (list, str)) and isinstance(first, int):
        return of[first] if -len(of) <= first < len(of) else None
    raise ValueError


def put(of: Thing, at: Thing, value: Thing) -> None:
    """`of[at] = value`."""
    if isinstance(of, dict):
        if len(of) >= MAX_ITEMS:
            raise ValueError
        of[at if isinstance(at, (str, int)) else text(at)] = value
        return
    if not isinstance(of, list) or not 0 <= at < MAX_ITEMS:
        raise ValueError
    of.extend([None] * (at + 1 - len(of)))
    of[at] = value


def apply_operator(sign: str, left: Thing, right: Thing) -> Thing:
    """The result of a binary operator."""
    if sign == "<<":
        left.append(right)
        return left
    if sign in _COMPARISONS:
        return _COMPARISONS[sign](left, right)
    if sign == "+":
        return left + right if type(left) is type(right) or isinstance(left, (int, float)) else left + list(right)
    if sign == "-":
        return [each for each in left if each not in right] if isinstance(left, list) else left - right
    if sign == "*":
        if isinstance(left, (str, list)) and (not isinstance(right, int) or len(left) * right > MAX_ITEMS * 5):
            raise ValueError
        return left * right
    if sign == "/":
        return left // right if isinstance(left, int) and isinstance(right, int) else left / right
    if sign == "%":
        return _format(left, right) if isinstance(left, str) else left % right
    if sign == "**" and abs(left) <= 1000 and abs(right) <= 10:
        return left**right
    raise ValueError


_COMPARISONS: dict[str, Callable[[Thing, Thing], Thing]] = {
    "==": lambda left, right: left == right,
    "===": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    ">": lambda left, right: left > right,
    "<=": lambda left, right: left <= right,
    ">=": lambda left, right: left >= right,
    "<=>": lambda left, right: (left > right) - (left < right),
}


def _format(pattern: str, value: Thing) -> str:
    if not re.fullmatch(r"[^%]*(?:%0?\d{0,2}(?:\.\d)?[sdf][^%]*){1,8}", pattern):
        raise ValueError
    return pattern % (tuple(value) if isinstance(value, list) else value)


def in_pixels(of: Thing, name: str, dpi: float) -> float | None:
    """The pixels of `2.5.inches` and the like; None if it is no length."""
    unit = {"inches": 1.0, "inch": 1.0, "in": 1.0, "cm": 1 / 2.54, "mm": 1 / 25.4, "pt": 1 / 72}.get(name)
    return of * dpi * unit if unit and isinstance(of, (int, float)) else None


def call_method(of: Thing, name: str, arguments: list[Thing], block: Block) -> Thing:
    """The result of a method. Raises ValueError or the like for one that cardgen does not know."""
    if isinstance(of, Frame) and (result := _of_frame(of, name, arguments)) is not None:
        return result
    if name in _COMMON:
        return _COMMON[name](of)
    if isinstance(of, str) and name in _TEXTS:
        return _TEXTS[name](of, *arguments)
    if isinstance(of, dict):
        return _of_hash(of, name, arguments, block)
    if isinstance(of, list):
        return _of_list(of, name, arguments, block)
    if isinstance(of, (int, float)):
        return _of_number(of, name, arguments, block)
    raise ValueError


_COMMON: dict[str, Callable[[Thing], Thing]] = {
    "to_s": text,
    "to_sym": text,
    "to_i": lambda of: int(float((re.match(r"\s*-?\d{1,15}", text(of)) or ["0"])[0])),
    "to_f": lambda of: float((re.match(r"\s*-?\d{1,15}(?:\.\d+)?", text(of)) or ["0"])[0]),
    "to_a": lambda of: [] if of is None else list(of.items()) if isinstance(of, dict) else list(of),
    "nil?": lambda of: of is None,
    "inspect": text,
    "dup": lambda of: of.copy() if isinstance(of, (list, dict)) else of,
    "clone": lambda of: of.copy() if isinstance(of, (list, dict)) else of,
    "freeze": lambda of: of,
    "html_safe": lambda of: of,
}
_TEXTS: dict[str, Callable[..., Thing]] = {
    "upcase": str.upper,
    "downcase": str.lower,
    "capitalize": str.capitalize,
    "swapcase": str.swapcase,
    "strip": str.strip,
    "chomp": lambda of, end="\n": of.removesuffix(end),
    "chars": list,
    "lines": lambda of: of.splitlines(),
    "length": len,
    "size": len,
    "reverse": lambda of: of[::-1],
    "empty?": lambda of: not of,
    "include?": lambda of, part: part in of,
    "start_with?": lambda of, *parts: of.startswith(tuple(parts)),
    "end_with?": lambda of, *parts: of.endswith(tuple(parts)),
    "gsub": lambda of, old, new: _replace(of, old, new, -1),
    "sub": lambda of, old, new: _replace(of, old, new, 1),
    "delete": lambda of, signs: "".join(sign for sign in of if sign not in signs),
    "tr": lambda of, old, new: of.translate({ord(sign): new[min(at, len(new) - 1)] for at, sign in enumerate(old)}),
    "split": lambda of, sign=None: [part for part in of.split(sign if sign != " " else None)],
    "rjust": lambda of, width, sign=" ": of.rjust(min(width, 1000), sign),
    "ljust": lambda of, width, sign=" ": of.ljust(min(width, 1000), sign),
    "concat": lambda of, *more: of + "".join(more),
    "encode": lambda of, *_: of,
    "force_encoding": lambda of, *_: of,
}


def _replace(of: str, old: str, new: str, times: int) -> str:
    """A text with a part of it replaced. There are no regular expressions."""
    if not old or of.count(old) * len(new) > 100_000:
        raise ValueError
    return of.replace(old, new, times)


def _of_frame(of: Frame, name: str, arguments: list[Thing]) -> Thing:
    if name in ("nrows", "rows"):
        return of.rows
    if name in ("ncolumns", "ncols"):
        return len(of)
    if name == "columns":
        return list(of)
    if name == "row" and arguments:
        return {heading: item(cells, arguments[0]) for heading, cells in of.items()}
    snake = {re.sub(r"\W+", "_", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", heading)).lower(): heading for heading in of}
    heading_of = snake.get(name, name if name in of else None)
    return of[heading_of] if heading_of is not None and not arguments else None


def _of_hash(of: dict[Thing, Thing], name: str, arguments: list[Thing], block: Block) -> Thing:
    if name in ("keys", "values"):
        return list(getattr(of, name)())
    if name in ("size", "length", "count"):
        return len(of)
    if name in ("key?", "has_key?", "include?"):
        return arguments[0] in of
    if name == "fetch":
        return of[arguments[0]] if arguments[0] in of else arguments[1]
    if name == "merge":
        return {**of, **arguments[0]}
    if name == "empty?":
        return not of
    pairs = [[key, value] for key, value in of.items()]
    return _of_list(pairs, {"each_pair": "each"}.get(name, name), arguments, block)


def _of_number(of: Thing, name: str, arguments: list[Thing], block: Block) -> Thing:
    if name in ("round", "floor", "ceil"):
        digits = arguments[0] if arguments else 0
        factor = 10**digits if 0 <= digits <= 9 else 1
        value = _ROUNDINGS[name](of * factor) / factor
        return value if digits else int(value)
    if name == "abs":
        return abs(of)
    if name in ("even?", "odd?", "zero?"):
        return of % 2 == (name == "odd?") if name != "zero?" else of == 0
    last = arguments[0] if arguments else 0
    spans = {"times": range(of), "upto": range(of, last + 1), "downto": range(of, last - 1, -1)}
    numbers: list[Thing] = list(spans[name][:MAX_ITEMS])
    return _of_list(numbers, "each", [], block)


_ROUNDINGS: dict[str, Callable[[float], float]] = {"round": round, "floor": math.floor, "ceil": math.ceil}


def _of_list(of: list[Thing], name: str, arguments: list[Thing], block: Block) -> Thing:
    if isinstance(of, Pending) and name in ("with_index", "each_with_index"):
        first = arguments[0] if arguments else 0
        pairs = [[thing, at] for at, thing in enumerate(of, first)]
        return _of_list(pairs, of.what, [], block) if block else Pending(of.what, pairs)
    if name in ("each_with_index", "each_index"):
        numbers: list[Thing] = list(range(len(of)))
        pairs = [[thing, at] for at, thing in enumerate(of)] if name == "each_with_index" else numbers
        return _of_list(pairs, "each", [], block) if block else pairs
    if name in _WITH_BLOCK:
        if block is None:
            return Pending(name, of)
        return _WITH_BLOCK[name](of, block)
    if block and name in ("count", "sum", "max_by", "min_by", "sort_by", "any?", "all?", "find", "uniq", "group_by"):
        return _select_by_block(of, name, block)
    if name in _LISTS:
        return _LISTS[name](of, *arguments)
    raise ValueError


def _each(of: list[Thing], block: Callable[..., Thing]) -> list[Thing]:
    for thing in list(of):
        block(thing)
    return of


def _true(value: Thing) -> bool:
    return value is not None and value is not False


_WITH_BLOCK: dict[str, Callable[[list[Thing], Callable[..., Thing]], Thing]] = {
    "each": _each,
    "map": lambda of, block: [block(thing) for thing in of],
    "collect": lambda of, block: [block(thing) for thing in of],
    "map!": lambda of, block: [block(thing) for thing in of],
    "flat_map": lambda of, block: [inner for thing in of for inner in _as_list(block(thing))],
    "select": lambda of, block: [thing for thing in of if _true(block(thing))],
    "filter": lambda of, block: [thing for thing in of if _true(block(thing))],
    "reject": lambda of, block: [thing for thing in of if not _true(block(thing))],
    "filter_map": lambda of, block: [result for thing in of if _true(result := block(thing))],
}


def _as_list(value: Thing) -> list[Thing]:
    return value if isinstance(value, list) else [value]


def _select_by_block(of: list[Thing], name: str, block: Callable[..., Thing]) -> Thing:
    results = [(block(thing), thing) for thing in of]
    if name == "count":
        return sum(_true(value) for value, _ in results)
    if name == "sum":
        return sum(value for value, _ in results)
    if name in ("any?", "all?"):
        return (any if name == "any?" else all)(_true(value) for value, _ in results)
    if name == "find":
        return next((thing for value, thing in results if _true(value)), None)
    if name == "group_by":
        groups: dict[Thing, list[Thing]] = {}
        for value, thing in results:
            groups.setdefault(value, []).append(thing)
        return groups
    if name == "uniq":
        return list({value: thing for value, thing in reversed(results)}.values())[::-1]
    if name == "sort_by":
        return [thing for _, thing in sorted(results, key=lambda pair: pair[0])]
    return (max if name == "max_by" else min)(results, key=lambda pair: pair[0])[1]


def _flat(of: list[Thing]) -> list[Thing]:
    return [inner for thing in of for inner in (thing if isinstance(thing, list) else [thing])]


_LISTS: dict[str, Callable[..., Thing]] = {
    "size": len,
    "length": len,
    "count": lambda of, *what: sum(thing == what[0] for thing in of) if what else len(of),
    "first": lambda of, *many: of[: many[0]] if many else (of[0] if of else None),
    "last": lambda of, *many: of[-many[0] :] if many else (of[-1] if of else None),
    "join": lambda of, between="": between.join(map(text, _flat(of))),
    "compact": lambda of: [thing for thing in of if thing is not None],
    "flatten": lambda of, *_: _flat(_flat(of)),
    "uniq": lambda of: [thing for at, thing in enumerate(of) if thing not in of[:at]] if len(of) < 2000 else [*{*of}],
    "sort": sorted,
    "reverse": lambda of: of[::-1],
    "include?": lambda of, thing: thing in of,
    "index": lambda of, thing: of.index(thing) if thing in of else None,
    "find_index": lambda of, thing: of.index(thing) if thing in of else None,
    "zip": lambda of, *others: [list(row) for row in zip(of, *others, strict=False)],
    "take": lambda of, many: of[:many],
    "drop": lambda of, many: of[many:],
    "push": lambda of, *more: of.extend(more) or of,
    "append": lambda of, *more: of.extend(more) or of,
    "concat": lambda of, *more: of + _flat(list(more)),
    "sum": sum,
    "max": max,
    "min": min,
    "empty?": lambda of: not of,
    "any?": lambda of: any(map(_true, of)),
    "to_h": lambda of: {pair[0]: pair[1] for pair in of},
    "rotate": lambda of, by=1: of[by:] + of[:by],
    "values_at": lambda of, *at: [of[each] for each in at],
    "each_slice": lambda of, many: [of[at : at + many] for at in range(0, len(of), max(many, 1))],
    "transpose": lambda of: [list(row) for row in zip(*of, strict=False)],
}
