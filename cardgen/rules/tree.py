"""Syntax trees of sentences: the base class of all forms, and walks through trees.

For readers and the type checker, each form is a frozen dataclass. But this module defines the methods once for all of
them, because generating them for each of two hundred classes would take longer than reading a game's clauses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import UnionType
from typing import Any, ClassVar, Generic, TypeVar, dataclass_transform, get_args

from cardgen.foundations.dataclass import dataclass

_WORD = re.compile(r"(?<!^)(?=[A-Z])")

T = TypeVar("T", bound="type[Tree]")
T_co = TypeVar("T_co", covariant=True)


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Tree:
    """A node of a syntax tree. Its class is the form, its fields are the parts. `at` is its offset in the sentence."""

    __slots__ = ("__dict__", "_within")  # `_within` caches `walk`; it is no part of the tree
    rule_name: ClassVar[str] = ""
    form: ClassVar[str] = ""
    patterns: ClassVar[tuple[tuple[str, str, str], ...]] = ()
    at: int
    _within: tuple[Tree, ...]

    def __init__(self, *, at: int, **parts: Part) -> None:
        vars(self).update(parts, at=at)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"trees do not change: {name}")

    def __getstate__(self) -> dict[str, Part]:
        return vars(self)

    @property
    def key(self) -> str:
        """Returns the rule and the form: `zone.yours`."""
        return f"{self.rule_name}.{self.form}"

    @property
    def parts(self) -> Mapping[str, Part]:
        """Returns its parts in the order of the sentence, without optional ones that are absent."""
        return {name: part for name, part in vars(self).items() if name != "at"}

    def children(self) -> list[Tree]:
        """Returns the parts that are trees."""
        return [part for part in self.__dict__.values() if isinstance(part, Tree)]

    def walk(self) -> tuple[Tree, ...]:
        """Returns this tree and all trees in it, outer ones before inner ones."""
        try:
            return self._within
        except AttributeError:  # trees never change, and many callers walk them
            within = (self, *(tree for part in self.children() for tree in part.walk()))
            object.__setattr__(self, "_within", within)
            return within

    def beside_where(self) -> list[Tree]:
        """Returns the parts that are trees, without `where` conditions, whose fields belong to another card."""
        return [part for name, part in vars(self).items() if isinstance(part, Tree) and name != "tight"]

    def names(self, *parts: str) -> list[str]:
        """Returns the words of the game in these fields of the tree itself."""
        own = self.__dict__
        return [word for part in parts if part in own and isinstance(word := own[part], str)]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __str__(self) -> str:
        return f"({' '.join([self.key, *(f'{name}={part}' for name, part in self.parts.items())])})"

    __repr__ = __str__


Part = Tree | str | int


class RuleName(str, Generic[T_co]):
    """The name of a rule, with the type of its trees."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a rule: its class, its name, its pattern, and an example that is a whole sentence of the rule."""

    made: type[Tree]
    name: str
    said: str
    example: str = ""
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Chain:
    """Operands of one rule with binary operators between them, left-associative: the class for each operator."""

    of: str
    made: Mapping[str, type[Tree]]

    @property
    def signs(self) -> tuple[str, ...]:
        return tuple(self.made)


def pattern(said: str, example: str = "", meaning: str = "") -> Callable[[T], T]:
    """Decorates a class with the pattern of its form; a class can have several patterns."""

    def declare(made: T) -> T:
        made.patterns = ((said, example, meaning), *vars(made).get("patterns", ()))
        return made

    return declare


def collected(rules: Mapping[str, UnionType]) -> dict[str, tuple[Form, ...] | Chain]:
    """Returns the forms of each rule, in the order of its union. A union that ends with that of another rule is a
    chain."""
    forms: dict[str, tuple[Form, ...] | Chain] = {}
    for rule, union in rules.items():
        every = get_args(union)
        own = [made for made in every if made.__name__.startswith(rule.capitalize())]
        for made in own:
            made.rule_name = rule
            made.form = vars(made).get("form") or _form(made, rule)
        if inner := every[len(own) :]:
            (of,) = (name for name, other in rules.items() if get_args(other) == inner)
            forms[rule] = Chain(of, {made.form: made for made in own})
        else:
            forms[rule] = tuple(Form(made, made.form, *said) for made in own for said in made.patterns)
    return forms


def _form(made: type[Any], rule: str) -> str:
    """The name of a class's form: `most_from` for `PlayerMostFrom`."""
    return _WORD.sub("_", made.__name__.removeprefix(rule.capitalize())).lower()
