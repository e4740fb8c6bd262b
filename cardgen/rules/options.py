"""Actions as they are numbered, with what is picked for each."""

from __future__ import annotations

from cardgen.foundations.dataclass import dataclass
from cardgen.rules import grammar

WIDTH = 31  # bits of an action
BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Picked:
    """One thing of an action as it is packed: where its bits begin, how many, and the registers it is kept in."""

    name: str
    pick: grammar.Pick
    shift: int
    bits: int
    registers: tuple[int, ...]
    field: str = ""  # or family, whose value it is
    values: tuple[int | str, ...] = ()  # of it

    @property
    def is_several(self) -> bool:
        """Whether cards are picked together."""
        return isinstance(self.pick, grammar.PickCards)


@dataclass(frozen=True, slots=True)
class Coded:
    """An action as it is numbered: its section, its name, its path, what is picked for it."""

    section: str
    name: str
    path: str
    picks: tuple[Picked, ...]


def values_of(pick: grammar.Pick) -> str:
    """The field or the family one of whose values is picked; empty where none is."""
    return next(iter(pick.names("field", "family")), "")
