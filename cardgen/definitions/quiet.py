"""Reads `quiet:` of games and layouts: findings that the author intends, each with its reason."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from cardgen.definitions.fields import Words, at_most, quote
from cardgen.foundations.errors import nearest
from cardgen.foundations.findings import ALL, OF_LOOKS, ON_CARDS, ON_FIELDS

QUIET = (
    "The findings of `cardgen check` that you accept, each with your reason. You can list warnings, notes, "
    "`cut-off` and "
)
QUIET += "`text-hidden`."
QUIETED = [{"near-edge": "A frame of words, on purpose."}]


def _code(value: Any, there: Collection[str], where: str) -> str:
    """Returns the code of a finding that can be kept quiet there. Raises ValueError."""
    if not isinstance(value, str) or value not in ALL:
        raise ValueError(f"there is no finding {quote(value)}{nearest(str(value), ALL)}")
    if ALL[value][0] == "error" and value not in OF_LOOKS:
        raise ValueError(
            f"'{value}' is an error, which you cannot keep quiet; of errors, only {' and '.join(OF_LOOKS)} can be"
        )
    if value not in there:
        raise ValueError(f"'{value}' never concerns {where}; write it under quiet: in game.yaml")
    return value


def _of_game(value: Any) -> str:
    return _code(value, ALL, "games")


def _of_cards(value: Any) -> str:
    return _code(value, ON_CARDS, "cards")


def _of_field(value: Any) -> str:
    return _code(value, ON_FIELDS, "fields")


Quiet = Annotated[dict[Annotated[str, BeforeValidator(_of_game)], Words], at_most(len(ALL))]
QuietOnCards = Annotated[
    dict[Annotated[str, BeforeValidator(_of_cards)], Words],
    at_most(len(ALL)),
    Field(
        description="The findings on these that you accept, each with your reason.",
        examples=[{"card-twice": "Nobody can tell the spy from the guard."}],
    ),
]
QuietOnField = Annotated[
    dict[Annotated[str, BeforeValidator(_of_field)], Words],
    at_most(len(ALL)),
    Field(
        description="The findings on this field that you accept, each with your reason.",
        examples=[{"low-contrast": "A watermark."}],
    ),
]
