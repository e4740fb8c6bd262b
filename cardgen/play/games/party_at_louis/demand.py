"""The demand of a noble: one group of cards, or two (facts P17-P31); `group.py` has the tests of a group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ConfigDict, RootModel, model_validator

from cardgen.definitions.behaviour import Phrase, Sign
from cardgen.definitions.fields import quote as quoted
from cardgen.definitions.nodes import Data
from cardgen.definitions.rules import RuleValue
from cardgen.foundations.errors import nearest
from cardgen.play.games.party_at_louis.group import COLOURS, MINE, Group
from cardgen.play.games.party_at_louis.shown import phrases, strip

MAX_GROUPS = 2  # groups of a demand


class Demand(RootModel[tuple[Group, ...]]):
    """The groups that a noble asks for, side by side."""

    model_config = ConfigDict(strict=True, frozen=True)

    @model_validator(mode="after")
    def _check(self) -> Demand:
        if not 1 <= len(self.root) <= MAX_GROUPS:
            raise ValueError(f"expected one group of cards or two, got {len(self.root)}")
        if len({group.order is None for group in self.root}) > 1:
            raise ValueError("expected an order in both groups or in none")
        return self

    @property
    def groups(self) -> tuple[Group, ...]:
        return self.root

    @property
    def ordered(self) -> bool:
        """Whether cards are laid in order, each group as its own stack (P31, PA8); the face then shows a wine glass."""
        return self.root[0].order is not None

    def phrases(self) -> Iterator[Phrase]:
        """The phrases of the demand on the card."""
        return phrases(self.root)

    def strip(self) -> Iterator[Sign]:
        """The formula of the demand on the card."""
        return strip(self.root)

    def bound(self, fields: Mapping[str, Data], rules: Mapping[str, RuleValue]) -> Demand:
        """The demand with a colour for `mine`, and with the settings of `needed_colour` and `masked3_order`. Raises
        ValueError."""
        return Demand(tuple(self._bound(group, fields, rules) for group in self.root))

    def _bound(self, group: Group, fields: Mapping[str, Data], rules: Mapping[str, RuleValue]) -> Group:
        changes: dict[str, Any] = {}
        for test in ("colour", "one_of", "just_one", "first", "last"):
            if getattr(group, test) == MINE:
                changes[test] = _mine(fields)
        if group.one_of and rules.get("needed_colour") == "exactly_one":
            changes |= {"one_of": None, "just_one": changes.get("one_of", group.one_of)}
        if group.order is not None and group.order in rules:
            changes["order"] = rules[group.order]
        return group.model_copy(update=changes)


def _mine(fields: Mapping[str, Any]) -> str:
    colour = fields.get(MINE)
    if colour is None:
        raise ValueError(f"'{MINE}' needs the card's own field {MINE}: blue, green, purple, pink or yellow")
    if colour not in COLOURS:
        raise ValueError(
            f"expected {MINE} to be one of {', '.join(COLOURS)}, got {quoted(colour)}{nearest(str(colour), COLOURS)}"
        )
    return str(colour)
