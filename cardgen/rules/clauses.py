"""The clauses of a rules file as frozen values, from which cardgen makes engines, rulebooks and reports.

The `path` of a clause is its place in the file: `turn.take.gain`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Generic, TypeVar

from cardgen.definitions.declared import Rule
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place
from cardgen.rules.called import Shown, Silence
from cardgen.rules.grammar import Condition, Pick, Player, Players, Step, Tie
from cardgen.rules.grammar import Repeat as HowOften
from cardgen.rules.grammar import Value as Worth
from cardgen.rules.tree import Tree

ALL, OWNER, OTHERS, NOBODY = "all", "owner", "others", "nobody"
FIELD, NOUN, FAMILY = "field", "noun", "family"


T_co = TypeVar("T_co", bound=Tree, covariant=True)


@dataclass(frozen=True, slots=True)
class Said(Generic[T_co]):
    """A sentence."""

    path: str
    text: str
    tree: T_co
    place: Place


@dataclass(frozen=True, slots=True)
class Do:
    """One step."""

    said: Said[Step]


@dataclass(frozen=True, slots=True)
class Block:
    """Steps in sequence. They run if `when` is true (with `unless`: if it is false), else `otherwise` runs."""

    path: str
    steps: tuple[Flow, ...]
    when: Said[Condition] | None = None
    unless: bool = False
    otherwise: Flow | None = None


@dataclass(frozen=True, slots=True)
class Repeat:
    """A loop."""

    path: str
    how: Said[HowOften]
    steps: tuple[Flow, ...]


@dataclass(frozen=True, slots=True)
class Turns:
    """The turns of one player after the other, who is `you`. `until` ends them, `skip` skips a player."""

    path: str
    order: Said[Players]
    steps: tuple[Flow, ...]
    until: Said[Condition] | None = None
    skip: Said[Condition] | None = None


@dataclass(frozen=True, slots=True)
class EachPlayer:
    """Steps for each player in seat order, who is `you`."""

    path: str
    steps: tuple[Flow, ...]


@dataclass(frozen=True, slots=True)
class ForEach:
    """Steps for each value of a field, each card of a kind or each zone of a family (`what`: FIELD, NOUN, FAMILY), in
    their order. `word` is the loop variable: it holds the value, the card, or the zone's number or value."""

    path: str
    what: str
    word: str
    steps: tuple[Flow, ...]


@dataclass(frozen=True, slots=True)
class By:
    """Steps by the value of a rule; none for a value without a branch."""

    path: str
    rule: str
    branches: Mapping[str, Flow]


@dataclass(frozen=True, slots=True)
class Choice:
    """The player to act takes an action: one of a section, or one written in the choice itself. `otherwise` runs if
    none is legal."""

    path: str
    section: str
    otherwise: Flow | None = None


Flow = Do | Block | Repeat | Turns | EachPlayer | ForEach | By | Choice


@dataclass(frozen=True, slots=True)
class Action:
    """An action that a player can choose: its condition `when`, its picks in order, and its obligations `must`, each of
    which binds the player as far as it can be met."""

    path: str
    name: str
    steps: tuple[Flow, ...]
    when: Said[Condition] | None = None
    picks: Mapping[str, Said[Pick]] = field(default_factory=dict)
    must: Mapping[str, Said[Condition]] = field(default_factory=dict)
    place: Place | None = None

    @property
    def narrows(self) -> bool:
        """Returns whether `when` depends on the picks: each combination of picks then needs its own test."""
        asked = self.when.tree.walk() if self.when else ()
        return any(not self.picks.keys().isdisjoint(tree.names("bound", "family")) for tree in asked)


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone of cards. `seen` maps each option of the rule `seen_by` (or `""`) to who sees the cards: ALL, OWNER,
    OTHERS (all but the owner) or NOBODY. `holds` likewise maps to the only kind of cards that the zone can hold, or
    `""` for any. Cards are `ordered` or not. `by` makes the zone a family: the field with one zone for each of its
    values, or the number of zones, counted from 1."""

    name: str
    each: bool
    ordered: bool
    seen: Mapping[str, str]
    holds: Mapping[str, str]
    seen_by: str = ""  # the rule that decides who sees the cards
    held_by: str = ""
    place: Place | None = None
    by: str | int | None = None


@dataclass(frozen=True, slots=True)
class Counter:
    name: str
    start: int
    each: bool = False
    seen: str = ALL
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Value(Generic[T_co]):
    """A named value, a term of the score, or a tie-break: one sentence for each option of a rule, or a single one under
    `""`."""

    name: str
    said: Mapping[str, Said[T_co]]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards: kinds with their ids, the number of each, and the values of their fields."""

    kinds: Mapping[str, tuple[str, ...]]
    counts: Mapping[str, int]
    fields: Mapping[str, Mapping[str, int | str]]


@dataclass(frozen=True, slots=True)
class Program:
    """A whole rules file."""

    deck: Deck
    rules: Mapping[str, Rule]
    zones: Mapping[str, Zone]
    roles: Mapping[str, Said[Player]]
    counters: Mapping[str, Counter]
    numbers: Mapping[str, Value[Worth]]
    phases: Mapping[str, Block]
    actions: Mapping[str, Mapping[str, Action]]  # by section
    effects: Mapping[str, Flow]  # by card or kind of card
    score: Mapping[str, Value[Worth]]
    ties: Mapping[str, Value[Tie]]
    lowest: bool  # whether the lowest score wins
    rounds: str  # the clause that reports count as a round
    sentences: Mapping[str, Said[Tree]] = field(default_factory=dict)  # all of them, by path
    wins: Mapping[str, Value[Condition]] = field(default_factory=dict)  # all players win if all are true, else nobody
    tallies: Mapping[str, Value[Worth]] = field(default_factory=dict)  # totals over all players for reports
    silences: Mapping[str, Silence] = field(default_factory=dict)  # by clause
    positions: Mapping[str, Shown] = field(default_factory=dict)  # the parts of a position, if the file lists them
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # the words of the game by category

    @property
    def place(self) -> Place | None:
        """Returns the place of the rules file."""
        return next((Place(said.place.file) for said in self.sentences.values()), None)

    def values(self, name: str) -> tuple[int | str, ...]:
        """Returns the values of a field, or the numbers or values of a family of zones, in order."""
        if name in self.zones:
            by = self.zones[name].by
            return tuple(range(1, by + 1)) if isinstance(by, int) else self.values(by or "")
        return tuple(dict.fromkeys(self.deck.fields[name].values()))

    def of_a_kind(self, noun: str) -> tuple[str, ...]:
        """Returns the cards of a kind; `card` is the kind of all cards."""
        return tuple(self.deck.counts) if noun == "card" else self.deck.kinds.get(noun, ())


def flow_path(flow: Flow) -> str:
    return flow.said.path if isinstance(flow, Do) else flow.path


def steps_in(flow: Flow) -> Iterator[Flow]:
    """Yields the immediate parts of a flow."""
    if isinstance(flow, Block | Repeat | Turns | EachPlayer | ForEach):
        yield from flow.steps
    elif isinstance(flow, By):
        yield from flow.branches.values()
    if isinstance(flow, Block | Choice) and flow.otherwise:
        yield flow.otherwise


def sentences_in(flow: Flow) -> Iterator[Said[Tree]]:
    """Yields the sentences of a flow itself: its step or its conditions."""
    for part in ("said", "when", "how", "order", "until", "skip"):
        if said := getattr(flow, part, None):
            yield said


def steps_of(flow: Flow) -> Iterator[Flow]:
    """Yields a flow and all flows in it, outer ones first."""
    yield flow
    for each in steps_in(flow):
        yield from steps_of(each)
