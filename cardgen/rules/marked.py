"""Makes the bytes that `cardgen.play.marks` hashes into the mark of a game's rules. They depend on what the clauses
mean, not on how they are written or compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from cardgen.rules import grammar
from cardgen.rules.alike import alike
from cardgen.rules.clauses import Deck, Program
from cardgen.rules.doubts import OPEN_MOVES
from cardgen.rules.tree import Tree
from cardgen.store.remember import per_large_object

MEANING = 1  # increment it if unchanged clauses come to mean another game
# attributes of clauses that do not change the game: their place, wording and reports, and the options of rules
_IRRELEVANT = {
    "at",
    "path",
    "text",
    "place",
    "sentences",
    "names",
    "rules",
    "rounds",
    "tallies",
    "silences",
    "positions",
}


def bytes_of(program: Program, settings: Mapping[str, int | str]) -> bytes:
    """Returns bytes that differ for other clauses, cards or settings of the rules, but not for another compilation."""
    return _fingerprint(program) + repr(sorted(settings.items())).encode()


@per_large_object
def _fingerprint(program: Program) -> bytes:
    return repr((MEANING + _takes_at_random(program), _plain(replace(program, deck=_deck_as_read(program))))).encode()


def _deck_as_read(program: Program) -> Deck:
    """The cards with only the fields that clauses read: no game depends on a picture or a colour."""
    values = program.deck.fields
    return replace(program.deck, fields={name: values[name] for name in alike(program).fields})


def _takes_at_random(program: Program) -> bool:
    """Whether a move with `where` takes random cards from an unordered zone. Older versions took them in deck order, so
    the mark of such games must differ from their old one."""
    trees = (tree for said in program.sentences.values() for tree in said.tree.walk())
    return any(
        isinstance(tree.moved, OPEN_MOVES)
        and isinstance(tree.moved.cards, grammar.Where)
        and not program.zones[tree.source.name].ordered
        for tree in trees
        if isinstance(tree, grammar.DoMove) and tree.source
    )


def _plain(thing: Any) -> Any:
    if isinstance(thing, Tree):
        return "Tree", thing.rule_name, thing.form, _plain(thing.parts)
    if is_dataclass(thing):
        return type(thing).__name__, *(
            _plain(getattr(thing, f.name)) for f in fields(thing) if f.name not in _IRRELEVANT
        )
    if isinstance(thing, Mapping):
        return [(name, _plain(each)) for name, each in thing.items()]
    return [_plain(each) for each in thing] if isinstance(thing, tuple) else thing
