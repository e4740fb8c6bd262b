"""The rule parameters of Draco & Co. Defaults are the rulings; D and DA numbers: docs/rules/draco.md."""

from __future__ import annotations

from typing import Literal

from cardgen.definitions import rules
from cardgen.definitions.fields import Flag, Whole
from cardgen.definitions.rules import rule
from cardgen.play.games.draco.effect import Class, Effect


class Rules(rules.Rules):
    hand_size: Whole = rule(5, "D8", ge=1, le=10)
    starting_gold: Whole = rule(1, "D9", ge=0, le=4)
    cup_starts: Literal["right", "left"] = rule("right", "DA17")
    first_pays: Whole = rule(4, "D17", ge=0, le=10)
    second_pays: Whole = rule(3, "D17", ge=0, le=10)
    third_pays: Whole = rule(2, "D17", ge=0, le=10)
    fourth_pays: Whole = rule(1, "D17", ge=0, le=10)
    last_owes: Whole = rule(2, "D18", ge=0, le=10)
    second_to_last_owes: Whole = rule(1, "D18", ge=0, le=10)
    zork_tie: Literal["nobody", "all"] = rule("nobody", "DA4")
    sarah_draw: Literal["must", "may"] = rule("must", "DA31")
    hand_limit: Whole = rule(0, "DA16", ge=0, le=20)  # 0: none
    finite_bank: Flag = rule(False, "DA24")
    extra_piles: Whole = rule(0, "DA1", ge=0, le=4)
    toast_limit: Whole = rule(0, "DA64", ge=0, le=20)  # 0: none


CARD_FIELDS = {"effect": Effect, "class": Class}
