"""What King Lui leaves to the designer. Defaults are the rulings; K and KA numbers: docs/rules/king_lui.md."""

from __future__ import annotations

from typing import Literal

from cardgen.definitions import rules
from cardgen.definitions.fields import Flag, Whole
from cardgen.definitions.rules import rule


class Rules(rules.Rules):
    cards_per_player: Whole = rule(2, "K13", ge=1, le=4)
    portions_fed: Whole = rule(2, "K23", ge=1, le=4)
    emerald_drawn: Literal["use_or_place", "redraw", "keep"] = rule("use_or_place", "KA1")
    emerald_when_no_dish: Flag = rule(False, "KA4")
    empty_supply: Literal["pass", "end", "reshuffle"] = rule("pass", "KA5")
    end_counts: Literal["cards", "portions"] = rule("cards", "KA7")
    king_portions: Literal["now", "ever"] = rule("now", "KA21")
    last_tie: Literal["shared", "last_chef", "nobody"] = rule("shared", "KA11")
    hands: Literal["closed", "open"] = rule("closed", "KA15")
