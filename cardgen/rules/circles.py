"""Loops that can never end: nobody chooses in them, nothing ends them, and what they ask stays as it is."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.rules.clauses import Choice, Do, Repeat, Said, Turns
from cardgen.rules.mentions import changed, names_in, whole
from cardgen.rules.parse import Tree
from cardgen.rules.rounds import Reach

EXITS = ("end_game", "end_phase", "end_turn", "again")
UNSURE = ("die", "can", "it", "reverse", "skip_next")  # forms of which it is not looked into what they change or ask
OF_A_PLAYER = ("you", "next", "yours", "yours_one", "yours_all")


def circles(reach: Reach) -> Iterator[tuple[str, Said]]:
    """The clauses of loops that, once begun, go round for ever whatever is chosen, as far as that is certain; with the
    sentences that say how often."""
    seen: set[str] = set()
    for flow in reach.all_of(reach.program.phases["game"]):
        if isinstance(flow, Repeat | Turns) and flow.path not in seen:
            seen.add(flow.path)
            how = flow.how if isinstance(flow, Repeat) else flow.until
            if how and _goes_round(reach, flow, how):
                yield flow.path, how


def _goes_round(reach: Reach, loop: Repeat | Turns, how: Said) -> bool:
    inner = [flow for step in loop.steps for flow in reach.all_of(step)]
    said = [tree for flow in inner if isinstance(flow, Do) for tree in flow.said.tree.walk()]
    if any(tree.form in EXITS for tree in said):
        return False
    if how.tree.form == "forever":
        return True
    if how.tree.form == "times" or any(isinstance(flow, Choice) for flow in inner):
        return False
    asked = [*whole(reach.program, how.tree)]
    of_a_player = isinstance(loop, Turns) and any(tree.form in OF_A_PLAYER for tree in asked)
    if of_a_player or any(tree.form in UNSURE for tree in (*asked, *said)):
        return False
    read, changed = names_in(asked), _changed(said)
    return bool(read) and changed is not None and not read & changed


def _changed(said: list[Tree]) -> set[str] | None:
    """The zones, counters and roles that sentences change; None where it may be any."""
    if any(tree.form in ("move", "shuffle") and "source" not in tree.parts for tree in said):
        return None
    return {name for tree in said for name in changed(tree)}
