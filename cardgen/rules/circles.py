"""Loops that can never end: nobody chooses in them, nothing ends them, and what they ask stays as it is."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.rules.clauses import Choice, Do, Program, Repeat, Said, Turns
from cardgen.rules.parse import Tree
from cardgen.rules.rounds import Reach

EXITS = ("end_game", "end_phase", "end_turn", "again")
UNSURE = ("die", "can", "it", "reverse", "skip_next")  # forms of which it is not looked into what they change or ask
OF_A_PLAYER = ("you", "next", "yours", "yours_one", "yours_all")
NAMED = ("zone", "family", "counter", "role")


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
    asked = [*_whole(reach.program, how.tree)]
    of_a_player = isinstance(loop, Turns) and any(tree.form in OF_A_PLAYER for tree in asked)
    if of_a_player or any(tree.form in UNSURE for tree in (*asked, *said)):
        return False
    read, changed = _named(asked), _changed(said)
    return bool(read) and changed is not None and not read & changed


def _whole(program: Program, tree: Tree) -> Iterator[Tree]:
    """What a condition asks, with the numbers that it names."""
    for each in tree.walk():
        yield each
        if each.form in ("name", "number_of"):
            for said in program.numbers[each.word("number")].said.values():
                yield from _whole(program, said.tree)


def _named(trees: list[Tree]) -> set[str]:
    return {tree.word(part) for tree in trees for part in NAMED if isinstance(tree.parts.get(part), str)}


def _changed(said: list[Tree]) -> set[str] | None:
    """The zones, counters and roles that sentences change; None where it may be any."""
    found: set[str] = set()
    for tree in said:
        if tree.form in ("move", "shuffle") and "source" not in tree.parts:
            return None
        parts = [tree.parts.get(part) for part in ("source", "target", "counter")]
        found |= _named([part for part in parts if isinstance(part, Tree)])
        found |= _named([tree]) if tree.form in ("becomes", "pass_left", "pass_right") else set()
    return found
