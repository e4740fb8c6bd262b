"""Reads profiles of print houses from folders of printers, with the ICC profiles that they name."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.definitions import nodes
from cardgen.definitions.house_file import HouseFile, Printing
from cardgen.definitions.nodes import Mapping
from cardgen.definitions.validate import validate
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Fault, InputError, Place, fail
from cardgen.pdf.inks import PressInks, ghostscript
from cardgen.press.files import digest
from cardgen.press.profiles import FOLDER, find_house
from cardgen.store.library import BUILTIN, Home
from cardgen.store.reach import MAX_BYTES, is_file, read_bytes
from cardgen.store.remember import per_file

if TYPE_CHECKING:
    from cardgen.pdf.exchange import Condition


@dataclass(frozen=True)
class House:
    """A print house. `name` is that of its profile, `says` the profile's model, `node` its node; `home` is the game
    whose files cardgen may read."""

    name: str
    path: Path
    says: HouseFile
    node: Mapping
    home: Home

    @property
    def printing(self) -> Printing:
        assert self.says.printing
        return self.says.printing

    @cached_property
    def icc(self) -> Path | None:
        """The file of its ICC profile, if it is there: beside the house's own, else in any folder of printers."""
        file = self.printing.icc
        folders = [self.path.parent, *(root / FOLDER for root in self.home.roots)]
        candidates = (folder / file for folder in folders if os.sep not in file and "/" not in file)
        return next((path for path in candidates if is_file(path) and self.home.owns(path)), None)

    @property
    def made_from(self) -> str:
        """A key that changes with its profile and with its ICC profile."""
        parts: list[object] = [nodes.content(self.node), bool(self.says.printing and ghostscript())]
        if self.says.printing and (icc := self.icc):
            parts.append(_digest(icc))
        return digest(*parts)

    def require(self) -> None:
        """Raises InputError if its ICC profile is missing or is not for a press."""
        if self.says.printing:
            _ = self.press

    @cached_property
    def press(self) -> PressInks:
        """The inks of its press. Raises InputError if the ICC profile is missing or is not for a press."""
        printing = self.printing
        place = nodes.at(self.node, "printing", "icc")
        if self.icc is None:
            own = self.home.roots[1] if self.home.library not in (None, BUILTIN) else self.home.folder
            source = f" (from {printing.source})" if printing.source else ""
            copy = " in a copy of this file there" if self.path.is_relative_to(BUILTIN) else ""
            raise fail(
                f"{self.says.name} prints by the ICC profile of {printing.called}, but there is no "
                f"{printing.icc}: get it{source} and put it into {os.path.relpath(own / FOLDER)}, or name your "
                f"own file with icc:{copy}",
                place,
            )
        try:
            return _press(self.icc, printing.ink / 100, printing.black / 100)
        except ValueError as error:
            raise fail(str(error), Place(str(self.icc))) from None

    @property
    def condition(self) -> Condition:
        from cardgen.pdf.exchange import Condition

        return Condition(self.printing.condition, self.printing.called, self.press.profile)


@per_file
def _digest(path: Path) -> str:
    return digest(read_bytes(path, MAX_BYTES))


@per_file
def _press(path: Path, limit: float, black: float) -> PressInks:
    return PressInks(read_bytes(path, MAX_BYTES), limit, black)


def houses(home: Home) -> Sequence[House]:
    """The print houses that a game can be sent to, those of its own folder and library first.

    Raises InputError with all faults of profiles.
    """
    houses: list[House | None] = []
    faults: list[Fault] = []
    for name in home.names(FOLDER):
        try:
            houses.append(_read_profile(home, name))
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(*faults)
    return [house for house in houses if house]


def _read_profile(home: Home, name: str) -> House | None:
    """A print house; None if the profile is that of a printer."""
    if not (found := find_house(home, name)):
        return None
    path, node = found
    return House(name, path, validate(HouseFile, node), node, home)
