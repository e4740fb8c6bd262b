"""Links the sentences of rulebooks to clauses: by path, each with a hash that changes with the clause."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator

from cardgen.definitions.game import Game
from cardgen.definitions.nodes import Mapping, Node, Scalar, Sequence
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place
from cardgen.rules import grammar
from cardgen.rules.clauses import Choice, Do, steps_of
from cardgen.rules.program import program_of
from cardgen.rules.tree import Tree

DIGITS = 4  # length of a hash
# sections that other clauses put into words, or that players need not know
SILENT = ("words", "cards", "rules", "roles", "counters", "rounds", "tallies", "silences", "positions")
NOTES = grammar.DoNote | grammar.DoNothing  # steps in which nobody does anything
LEADING = grammar.DoSection | grammar.DoChoose  # steps that lead to other clauses; rulebooks explain those instead


@dataclass(frozen=True, slots=True)
class Change:
    """A clause that a variant changes, adds or removes, with everything in it; `place` is that of its key."""

    path: str
    now: Node | None
    before: Node | None
    place: Place


def clause_at(clauses: Mapping, path: str) -> Node | None:
    node: Node | None = clauses
    for name in path.split("."):
        node = node.items.get(name) if isinstance(node, Mapping) else None
    return node


def key_of(clauses: Mapping, path: str) -> Place:
    """Returns the place of a clause's key, or of the innermost existing one that would contain it."""
    node, place = clauses, clauses.place
    for name in path.split("."):
        if name not in node.items:
            break
        place = node.keys.get(name, place)
        inner = node.items[name]
        if not isinstance(inner, Mapping):
            break
        node = inner
    return place


def hash_of(clause: Node) -> str:
    """Returns four hexadecimal digits that change with a clause and everything in it, but not with spaces and
    comments."""
    return hashlib.blake2b(repr(_canonical(clause)).encode(), digest_size=8).hexdigest()[:DIGITS]


def clause_sentences_text(clause: Node | None) -> str:
    """Returns all sentences of a clause, joined."""
    if isinstance(clause, Scalar):
        return " ".join(clause.text.split())
    inner: Iterable[Node] = ()
    if clause is not None:
        inner = clause.items.values() if isinstance(clause, Mapping) else clause.items
    return "; ".join(filter(None, map(clause_sentences_text, inner)))


def paths_of(clauses: Mapping, above: str = "") -> Iterator[str]:
    """Yields the paths of all clauses, outer ones before inner ones."""
    for name, node in clauses.items.items():
        path = f"{above}{name}"
        yield path
        if isinstance(node, Mapping):
            yield from paths_of(node, f"{path}.")


def to_tell(game: Game) -> tuple[str, ...]:
    """Returns the paths of clauses that a rulebook must explain: sentences that do, test or count something, and
    zones."""
    assert game.clauses is not None
    zones = game.clauses.below("zones").items
    said = program_of(game).sentences.items()
    return (
        *(f"zones.{name}" for name in zones),
        *(name for name in ("lowest",) if name in game.clauses.items),
        *(path for path, each in said if not is_silent(path) and not _is_structure(each.tree)),
    )


def _is_structure(tree: Tree) -> bool:
    """Whether a sentence only connects others."""
    match tree:
        case grammar.RepeatForever() | grammar.StepDo(do=grammar.DoSection() | grammar.DoChoose()):
            return True
        case grammar.StepIf() | grammar.StepUnless() | grammar.StepDo():
            return isinstance(tree.do, NOTES)
    return False


def leading_to(game: Game) -> dict[str, list[str]]:
    """Returns, by section, the clauses that play it or that offer its actions."""
    program, clauses = program_of(game), defaultdict[str, list[str]](list)
    flows = [*program.phases.values(), *program.effects.values()]
    flows += [step for actions in program.actions.values() for action in actions.values() for step in action.steps]
    for each in (each for flow in flows for each in steps_of(flow)):
        if isinstance(each, Choice):
            clauses[each.section].append(each.path)
        elif isinstance(each, Do) and isinstance(does := each.said.tree.do, LEADING):
            clauses[does.section].append(each.said.path)
    return clauses


def is_silent(path: str) -> bool:
    return path.partition(".")[0] in SILENT


def is_within(path: str, other: str) -> bool:
    """Returns whether a clause is the other one, or lies inside it."""
    return path == other or path.startswith(f"{other}.")


def nearest_above(path: str, known: Iterable[str]) -> str | None:
    """Returns the innermost of the paths that contain a clause."""
    return max((each for each in known if is_within(path, each)), key=len, default=None)


def changes_of(game: Game, base: Game) -> list[Change]:
    """Returns the changes of a variant to the clauses, each as deep as possible, in the order of the clauses."""
    if game.clauses is None or base.clauses is None or game.clauses is base.clauses:
        return []
    return list(_changes(game.clauses, base.clauses, ""))


def _changes(now: Mapping, before: Mapping, above: str) -> Iterator[Change]:
    both = [name for name in now.items if name in before.items]
    if above and both != [name for name in before.items if name in now.items]:
        yield Change(above.removesuffix("."), now, before, now.place)
        return
    for name in dict.fromkeys([*now.items, *before.items]):
        new, old, path = now.items.get(name), before.items.get(name), above + name
        if new is not None and old is not None:
            if isinstance(new, Mapping) and isinstance(old, Mapping):
                yield from _changes(new, old, f"{path}.")
                continue
            if _canonical(new) == _canonical(old):
                continue
        yield Change(path, new, old, now.keys.get(name) or before.keys.get(name) or now.place)


def _canonical(node: Node) -> object:
    if isinstance(node, Scalar):
        return " ".join(node.text.split())
    if isinstance(node, Sequence):
        return [_canonical(item) for item in node.items]
    return [(name, _canonical(inner)) for name, inner in node.items.items()]
