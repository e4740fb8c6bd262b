"""The actions of a game with their numbers, and the picks of each."""

from __future__ import annotations

from cardgen.foundations.dataclass import dataclass
from cardgen.rules import grammar

WIDTH = 31  # bits of an action
BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Picked:
    """One packed pick of an action: its first bit, its number of bits, and the registers that hold it."""

    name: str
    pick: grammar.Pick
    shift: int
    bits: int
    registers: tuple[int, ...]
    field: str = ""  # the field, or zone family, whose value is picked
    values: tuple[int | str, ...] = ()  # all values of that field or family

    @property
    def is_several(self) -> bool:
        """Returns whether the pick takes several cards together."""
        return isinstance(self.pick, grammar.PickCards)


@dataclass(frozen=True, slots=True)
class Coded:
    """A numbered action: its section, name, path and picks."""

    section: str
    name: str
    path: str
    picks: tuple[Picked, ...]


def values_of(pick: grammar.Pick) -> str:
    """Returns the field or family whose value is picked; empty if there is none."""
    return next(iter(pick.names("field", "family")), "")
