"""The grammar of rules files: every form of a sentence, with its meaning and an example. docs/reference prints them.

A form is a class. Its name joins the rule and the form: `PlayerMostFrom` is the form `most_from` of the rule `player`.
A rule is the union of its forms. The parser tries them in this order, and takes the first that fits the whole sentence.

A pattern shows the words of a form, with these elements:

- `<zone>` is a form of the rule `zone`, in the field `zone`; `<zone source>` is one in the field `source`;
- `@zone` is the name of a zone of the game; `@own:family` is a name of the category `own`, in the field `family`;
- `%ending` is any word, `#` is a number;
- `[...]` is optional; `a|an` are alternatives.

`steps.py` has the sentences that do something, `structure.py` those of words of structure, and `expressions.py` what
both contain.

There is no form to peek at cards: a peek moves them to a zone that only its owner sees, and back.
"""

from __future__ import annotations

from cardgen.rules.grammar.expressions import *  # noqa: F403
from cardgen.rules.grammar.expressions import (
    Amount,
    Both,
    Card,
    Condition,
    Group,
    Having,
    List,
    Player,
    Primary,
    Product,
    Some,
    Sum,
    Test,
    Tight,
    Unary,
    Value,
    Zone,
)
from cardgen.rules.grammar.steps import *  # noqa: F403
from cardgen.rules.grammar.steps import Cards, Counter, Do, Moved, Step
from cardgen.rules.grammar.structure import *  # noqa: F403
from cardgen.rules.grammar.structure import Pick, Players, Repeat, Tie
from cardgen.rules.tree import RuleName, collected

RULES = collected({
    "step": Step, "do": Do, "moved": Moved, "cards": Cards, "amount": Amount, "zone": Zone,
    "player": Player, "card": Card, "counter": Counter, "value": Value, "sum": Sum, "product": Product,
    "unary": Unary, "primary": Primary, "list": List, "group": Group, "some": Some, "condition": Condition,
    "both": Both, "test": Test, "having": Having, "tight": Tight, "pick": Pick, "repeat": Repeat,
    "players": Players, "tie": Tie,
})  # fmt: skip

STEP, VALUE, CONDITION, GROUP = (
    RuleName[Step]("step"),
    RuleName[Value]("value"),
    RuleName[Condition]("condition"),
    RuleName[Group]("group"),
)
PLAYER, CARD, PICK = RuleName[Player]("player"), RuleName[Card]("card"), RuleName[Pick]("pick")
REPEAT, PLAYERS, TIE = RuleName[Repeat]("repeat"), RuleName[Players]("players"), RuleName[Tie]("tie")

CALLED = {  # the categories of a game's words, as messages call them
    "zone": "zone", "family": "zone family", "own": "zone family of players", "role": "role", "counter": "counter",
    "number": "number", "rule": "rule", "section": "section",
    "action": "action", "noun": "kind of card", "card": "card", "field": "field of cards", "bound": "thing picked",
    "named": "thing picked or gone through", "there": "zone picked or gone through", "constant": "value",
}  # fmt: skip
RARE_CATEGORIES = ("family", "own", "named", "there")  # messages expect these only in games that have them
