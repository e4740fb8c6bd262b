"""The clauses of a rules file as frozen values, from which cardgen makes engines, words and reports.

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
    """Steps in order; `when` (or `unless`) says whether they are done at all, `otherwise` what is done instead."""

    path: str
    steps: tuple[Flow, ...]
    when: Said[Condition] | None = None
    unless: bool = False
    otherwise: Flow | None = None


@dataclass(frozen=True, slots=True)
class Repeat:
    """Steps that are repeated."""

    path: str
    how: Said[HowOften]
    steps: tuple[Flow, ...]


@dataclass(frozen=True, slots=True)
class Turns:
    """Steps of one player after the other, who is `you`; `until` ends them, `skip` passes a player over."""

    path: str
    order: Said[Players]
    steps: tuple[Flow, ...]
    until: Said[Condition] | None = None
    skip: Said[Condition] | None = None


@dataclass(frozen=True, slots=True)
class EachPlayer:
    """Steps for each player, who is `you`, in the order of seats."""

    path: str
    steps: tuple[Flow, ...]


@dataclass(frozen=True, slots=True)
class ForEach:
    """Steps for each value of a field, each card of a kind or each zone of a family (`what`: FIELD, NOUN, FAMILY), in
    their order; `word` names it, and is bound to the value, the card, or the zone's number or value."""

    path: str
    what: str
    word: str
    steps: tuple[Flow, ...]


@dataclass(frozen=True, slots=True)
class By:
    """Steps by a rule's value; nothing for a value without a branch."""

    path: str
    rule: str
    branches: Mapping[str, Flow]


@dataclass(frozen=True, slots=True)
class Choice:
    """The player who is to act takes an action: one of a section, or of this choice's own. `otherwise` is done if none
    is legal."""

    path: str
    section: str
    otherwise: Flow | None = None


Flow = Do | Block | Repeat | Turns | EachPlayer | ForEach | By | Choice


@dataclass(frozen=True, slots=True)
class Action:
    """An action that a player can choose: `when`, what is picked for it, in order, and duties, each of which holds as
    far as the player can meet it."""

    path: str
    name: str
    steps: tuple[Flow, ...]
    when: Said[Condition] | None = None
    picks: Mapping[str, Said[Pick]] = field(default_factory=dict)
    must: Mapping[str, Said[Condition]] = field(default_factory=dict)
    place: Place | None = None

    @property
    def narrows(self) -> bool:
        """Returns whether `when` tests what is picked, so that it is tested for each pick."""
        asked = self.when.tree.walk() if self.when else ()
        return any(not self.picks.keys().isdisjoint(tree.names("bound", "family")) for tree in asked)


@dataclass(frozen=True, slots=True)
class Zone:
    """Where cards lie. `seen` by rule's value, or by `""` always: ALL, OWNER, OTHERS than its owner, or NOBODY; `holds`
    in the same way the kind of cards that it holds at most, or nothing; `ordered` where cards have an order. `by` makes
    it a family: the field for each of whose values there is one, or how many there are, numbered from 1."""

    name: str
    each: bool
    ordered: bool
    seen: Mapping[str, str]
    holds: Mapping[str, str]
    seen_by: str = ""  # the rule
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
    """A named value, a part of the score, or a tie-break: by the value of a rule, or under `""` if it is always the
    same."""

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
    effects: Mapping[str, Flow]  # by card or kind
    score: Mapping[str, Value[Worth]]
    ties: Mapping[str, Value[Tie]]
    lowest: bool  # whether the lowest score wins
    rounds: str  # the clause that reports count as a round
    sentences: Mapping[str, Said[Tree]] = field(default_factory=dict)  # all of them, by path
    wins: Mapping[str, Value[Condition]] = field(default_factory=dict)  # where all hold all players win, else nobody
    tallies: Mapping[str, Value[Worth]] = field(default_factory=dict)  # what reports add up over all players at the end
    silences: Mapping[str, Silence] = field(default_factory=dict)  # by clause
    positions: Mapping[str, Shown] = field(default_factory=dict)  # where a file says what positions hold
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # the words of the game, as sentences are read

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
    """Returns what is directly in a flow."""
    if isinstance(flow, Block | Repeat | Turns | EachPlayer | ForEach):
        yield from flow.steps
    elif isinstance(flow, By):
        yield from flow.branches.values()
    if isinstance(flow, Block | Choice) and flow.otherwise:
        yield flow.otherwise


def sentences_in(flow: Flow) -> Iterator[Said[Tree]]:
    """Returns the sentences of a flow itself: its step, or the conditions before it."""
    for part in ("said", "when", "how", "order", "until", "skip"):
        if said := getattr(flow, part, None):
            yield said


def steps_of(flow: Flow) -> Iterator[Flow]:
    """Yields a flow and everything in it."""
    yield flow
    for each in steps_in(flow):
        yield from steps_of(each)
