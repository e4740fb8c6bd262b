"""The numbers on cards that play reads: the value of a dish, the points of a noble."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field, RootModel

from cardgen.definitions.fields import Whole

HIGHEST = 99


class PrintedNumber(RootModel[Annotated[Whole, Field(ge=0, le=HIGHEST)]]):
    """A whole number from 0."""

    model_config = ConfigDict(strict=True, frozen=True)


class Points(PrintedNumber):
    """What a satisfied noble is worth."""


class Value(PrintedNumber):
    """The number of a dish."""
