"""Syntax trees of sentences: declares the class of each form, and walks through trees.

To readers and to the type checker, the class of a form is a frozen dataclass. But this module defines the methods once
for all of them: generating them for each of two hundred classes would take longer than reading a game's clauses.
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
    """A thing said: by which form of which rule, how many signs stand before it, and as fields what it is made of."""

    __slots__ = ("__dict__", "_within")  # what `walk` has gone through is no part of a tree
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
        """Returns its parts in the order of the sentence, without those that are left out."""
        return {name: part for name, part in vars(self).items() if name != "at"}

    def children(self) -> list[Tree]:
        """Returns the trees that it is made of."""
        return [part for part in self.__dict__.values() if isinstance(part, Tree)]

    def walk(self) -> tuple[Tree, ...]:
        """Yields this tree and everything in it, outer trees before inner ones."""
        try:
            return self._within
        except AttributeError:  # trees do not change, and are gone through by many
            within = (self, *(tree for part in self.children() for tree in part.walk()))
            object.__setattr__(self, "_within", within)
            return within

    def beside_where(self) -> list[Tree]:
        """Returns the trees that it is made of, except conditions after `where`, which look at another card."""
        return [part for name, part in vars(self).items() if isinstance(part, Tree) and name != "tight"]

    def names(self, *parts: str) -> list[str]:
        """Returns the words of the game that it names itself, in these places."""
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
    """The name of a rule, which knows what its trees are."""


@dataclass(frozen=True, slots=True)
class Form:
    """One way to say something: its class and the name of its trees; an `example` is a whole sentence of its rule."""

    made: type[Tree]
    name: str
    said: str
    example: str = ""
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Chain:
    """Things of one kind with words or signs between them, worked out from left to right: by each sign, its class."""

    of: str
    made: Mapping[str, type[Tree]]

    @property
    def signs(self) -> tuple[str, ...]:
        return tuple(self.made)


def pattern(said: str, example: str = "", meaning: str = "") -> Callable[[T], T]:
    """Gives the pattern of a class's form, or several patterns."""

    def declare(made: T) -> T:
        made.patterns = ((said, example, meaning), *vars(made).get("patterns", ()))
        return made

    return declare


def collected(rules: Mapping[str, UnionType]) -> dict[str, tuple[Form, ...] | Chain]:
    """Returns the forms of each rule by name, in the order of its union; a chain's also include all that it is made
    of."""
    found: dict[str, tuple[Form, ...] | Chain] = {}
    for rule, union in rules.items():
        every = get_args(union)
        own = [made for made in every if made.__name__.startswith(rule.capitalize())]
        for made in own:
            made.rule_name = rule
            made.form = vars(made).get("form") or _form(made, rule)
        if inner := every[len(own) :]:
            (of,) = (name for name, other in rules.items() if get_args(other) == inner)
            found[rule] = Chain(of, {made.form: made for made in own})
        else:
            found[rule] = tuple(Form(made, made.form, *said) for made in own for said in made.patterns)
    return found


def _form(made: type[Any], rule: str) -> str:
    """What the form of a class is called: `most_from` of `PlayerMostFrom`."""
    return _WORD.sub("_", made.__name__.removeprefix(rule.capitalize())).lower()
