"""Reads `repeat:`, which draws a field once for each number, each item of a list, or each line of a table.

repeat: {i: 1 to card.stars, lay: row, gap: 1}
repeat: {slot: "{card.slots}"}
repeat: {pip: pips.csv, where: pip.rank == card.rank}
"""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, PlainValidator, WithJsonSchema, model_validator

from cardgen.definitions import templates
from cardgen.definitions.computable import Computable
from cardgen.definitions.expressions import FUNCTIONS, KEYWORDS, ROOTS, Tree, names, parse
from cardgen.definitions.fields import Flag, Millimetres, Model, Number, Whole, quote
from cardgen.definitions.templates import Condition, ScopedText, names_given_to
from cardgen.foundations.dataclass import dataclass
from cardgen.store.library import SHEETS

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_RANGE = re.compile(r"\s*(.+?)\s+to\s+(.+?)\s*")
EXPECTED = "expected numbers such as 1 to card.stars, a list, or a table such as pips.csv"


@dataclass(frozen=True, slots=True)
class Bound:
    """The first or last number of a range, as an expression; `at` is its offset in the definition's text."""

    text: str
    at: int

    @property
    def tree(self) -> Tree:
        return parse(str(self.text), offset=self.at, given=names_given_to(self.text))


@dataclass(frozen=True, slots=True)
class Numbers:
    """Whole numbers from the first to the last."""

    first: Bound
    last: Bound


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a spreadsheet, each by its headings."""

    file: str


@dataclass(frozen=True, slots=True)
class Items:
    """The items of a list, or of a text or a cell between semicolons or line ends."""

    of: str | tuple[str, ...]


Over = Numbers | Table | Items


def over(value: Any) -> Over:
    """Reads the values for which a field is repeated. Raises Slip."""
    if isinstance(value, tuple) and all(isinstance(item, str) for item in value):
        return Items(tuple(map(str, value)))
    if not isinstance(value, str):
        raise ValueError(f"{EXPECTED}, got {quote(value)}")
    if match := _RANGE.fullmatch(value):
        return Numbers(_bound(match, 1), _bound(match, 2))
    if PurePosixPath(value).suffix.lower() in SHEETS:
        return Table(str(value))
    if "{" not in value and "." not in value and value not in templates.names_given():
        raise ValueError(f"{EXPECTED}, got {quote(value)}")
    text = templates.template(value if "{" in value else f"{{{value}}}")
    assert isinstance(text, str)
    return Items(text)


def _bound(match: re.Match[str], part: int) -> Bound:
    """The expression of a number, in braces or not. Raises Slip."""
    bare, at = match[part], match.start(part)
    if bare.startswith("{") and bare.endswith("}"):
        bare, at = bare[1:-1], at + 1
    bound = Bound(ScopedText(bare, templates.names_given()), at)
    _ = bound.tree
    return bound


def reads(of: Over) -> Iterator[str]:
    """Yields the names that the values of a repeat depend on."""
    if isinstance(of, Numbers):
        for bound in (of.first, of.last):
            yield from names(bound.tree)
    elif isinstance(of, Items) and isinstance(of.of, str):
        yield from templates.reads(of.of)


class Repeat(Model):
    """Draws a field once for each value of a name that you choose, which its expressions can read: `{i: 1 to 5}`. With
    several names, it goes through all combinations, and the last name changes fastest."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Annotated[Over, PlainValidator(over), WithJsonSchema({"type": ["string", "array"]})]]

    where: Condition | None = Field(
        None,
        description="cardgen draws the field only for values for which this condition is true.",
        examples=["pip.rank == card.rank"],
    )
    lay: Literal["row", "column", "arc", "hexagons"] | None = Field(
        None,
        description="How cardgen arranges the copies, from the field's own place on. Without it, the numbers of the "
        "field place each one.",
        examples=["row"],
    )
    gap: Annotated[Millimetres, Field(ge=-200), Computable()] = Field(
        0.0,
        description="The distance between two copies in a row, a column or a map of hexagons, in mm.",
        examples=[1.5],
    )
    across: Annotated[Whole, Field(ge=1, le=1000), Computable()] | None = Field(
        None,
        description="How many copies come before the next line. A row then continues below, a column beside, and a "
        "map of hexagons in its next line.",
        examples=[4],
    )
    align: Annotated[Literal["start", "centre", "end"], Computable()] = Field(
        "start",
        description="Whether the first copy, the middle of all copies, or the last copy is at the field's own place.",
        examples=["centre"],
    )
    step: Annotated[Number, Computable()] = Field(
        30.0, description="The angle from one copy to the next along an arc, in degrees clockwise.", examples=[12]
    )
    about: tuple[Annotated[Millimetres, Field()], Annotated[Millimetres, Field()]] | None = Field(
        None,
        description="The centre of an arc, in mm from the left and the top. The card's centre is the default.",
        examples=[[31.5, 60]],
    )
    upright: Annotated[Flag, Computable()] = Field(
        False, description="Whether the copies along an arc stay upright instead of turning.", examples=[True]
    )

    @property
    def names(self) -> dict[str, Over]:
        """Returns the values of each name."""
        return self.__pydantic_extra__ or {}

    @model_validator(mode="after")
    def _check_names(self) -> "Repeat":
        if not self.names:
            raise ValueError("expected a name and what it goes over, such as i: 1 to 5")
        for name in self.names:
            if not _NAME.fullmatch(name) or name in {*ROOTS, *FUNCTIONS, *KEYWORDS, "to", "else"}:
                raise ValueError(f"expected another name than '{name}', such as i")
        return self
