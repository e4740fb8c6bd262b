"""The actions of a game with their numbers, and the picks of each."""

from __future__ import annotations

from cardgen.foundations.dataclass import dataclass
from cardgen.rules import grammar

WIDTH = 31  # bits of an action
BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Picked:
    """One packed pick of an action: where its bits begin, how many there are, and the registers that hold it."""

    name: str
    pick: grammar.Pick
    shift: int
    bits: int
    registers: tuple[int, ...]
    field: str = ""  # or family, whose value it is
    values: tuple[int | str, ...] = ()  # of it

    @property
    def is_several(self) -> bool:
        """Returns whether cards are picked together."""
        return isinstance(self.pick, grammar.PickCards)


@dataclass(frozen=True, slots=True)
class Coded:
    """A numbered action: its section, its name, its path, and its picks."""

    section: str
    name: str
    path: str
    picks: tuple[Picked, ...]


def values_of(pick: grammar.Pick) -> str:
    """Returns the field or family of which a value is picked; empty if there is none."""
    return next(iter(pick.names("field", "family")), "")
