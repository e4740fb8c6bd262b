"""The rule parameters of Party at Louis, and the card fields that play reads.

Defaults are the rulings; P and PA numbers: docs/rules/party_at_louis.md.
"""

from __future__ import annotations

from typing import Literal

from cardgen.definitions import rules
from cardgen.definitions.fields import Flag, Whole
from cardgen.definitions.rules import rule
from cardgen.play.games.party_at_louis.demand import Demand
from cardgen.play.games.party_at_louis.number import Points, Value
from cardgen.play.games.party_at_louis.pattern import Pattern


class Rules(rules.Rules):
    masked3_order: Literal["falling", "rising"] = rule("falling", "PA1")
    validation: Literal["at_once", "at_end"] = rule("at_once", "PA2")
    blocking: Literal["allowed", "last_resort"] = rule("allowed", "PA3")
    needed_colour: Literal["at_least_one", "exactly_one"] = rule("at_least_one", "PA6")
    groups_share_value: Flag = rule(True, "PA7")
    stacks: Literal["side_by_side", "one_by_one"] = rule("side_by_side", "PA8")
    white_at_ends: Flag = rule(True, "PA10")
    impostor_turns: Literal["any", "up_to_half", "none"] = rule("any", "PA12")
    end_card_again: Literal["middle", "bottom"] = rule("middle", "PA15")
    first_to_six: Flag = rule(True, "P40")
    equal_turns: Flag = rule(False, "PA13")
    last_tie: Literal["shared", "last_player", "nobody"] = rule("shared", "PA19")
    solo_turns: Whole = rule(9, "PA23", ge=1, le=9)
    mixed_sides: Flag = rule(False, "P9")
    ghost_for_two: Flag = rule(False, "P44")


CARD_FIELDS = {"demand": Demand, "pattern": Pattern, "points": Points, "value": Value}
