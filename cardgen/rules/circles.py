"""Finds infinite loops: loops in which no player chooses, that no step ends, and whose conditions never change."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.rules import grammar
from cardgen.rules.clauses import Choice, Do, Repeat, Said, Turns
from cardgen.rules.mentions import changed, names_in, whole
from cardgen.rules.rounds import Reach
from cardgen.rules.tree import Tree

EXITS = grammar.DoEndGame | grammar.DoEndSection | grammar.DoEndTurn | grammar.DoAgain
UNANALYSED = (  # forms whose effects or values are not analysed
    grammar.PrimaryDie | grammar.TestCan | grammar.MovedIt | grammar.CardIt | grammar.DoReverse | grammar.DoSkipNext
)
OF_A_PLAYER = grammar.PlayerYou | grammar.PlayerNext | grammar.OwnZone | grammar.CounterYours | grammar.PrimaryYours


def circles(reach: Reach) -> Iterator[tuple[str, Said[Tree]]]:
    """Yields the clauses of loops that certainly never end once they begin, with the sentences of their conditions."""
    seen: set[str] = set()
    for flow in reach.all_of(reach.program.phases["game"]):
        if isinstance(flow, Repeat | Turns) and flow.path not in seen:
            seen.add(flow.path)
            how = flow.how if isinstance(flow, Repeat) else flow.until
            if how and _goes_round(reach, flow, how):
                yield flow.path, how


def _goes_round(reach: Reach, loop: Repeat | Turns, how: Said[Tree]) -> bool:
    inner = [flow for step in loop.steps for flow in reach.all_of(step)]
    said = [tree for flow in inner if isinstance(flow, Do) for tree in flow.said.tree.walk()]
    if any(isinstance(tree, EXITS) for tree in said):
        return False
    if isinstance(how.tree, grammar.RepeatForever):
        return True
    if isinstance(how.tree, grammar.RepeatTimes) or any(isinstance(flow, Choice) for flow in inner):
        return False
    asked = [*whole(reach.program, how.tree)]
    of_a_player = isinstance(loop, Turns) and any(isinstance(tree, OF_A_PLAYER) for tree in asked)
    if of_a_player or any(isinstance(tree, UNANALYSED) for tree in (*asked, *said)):
        return False
    read, changed = names_in(asked), _changed(said)
    return bool(read) and changed is not None and not read & changed


def _changed(said: list[Tree]) -> set[str] | None:
    """The zones, counters and roles that sentences change; None if it can be any."""
    if any(isinstance(tree, grammar.Moving) and tree.source is None for tree in said):
        return None
    return {name for tree in said for name in changed(tree)}
