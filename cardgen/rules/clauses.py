"""What a rules file says, clause by clause: frozen values, from which engines, words and reports are made.

A clause's `path` is where it stands: `turn.take.gain`.
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
    """Steps in their order; `when` says if they are done at all (`unless`: if they are not), `otherwise` what else."""

    path: str
    steps: tuple[Flow, ...]
    when: Said[Condition] | None = None
    unless: bool = False
    otherwise: Flow | None = None


@dataclass(frozen=True, slots=True)
class Repeat:
    """Steps again and again."""

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
    """What is done by a rule's value; nothing where a value has no branch."""

    path: str
    rule: str
    branches: Mapping[str, Flow]


@dataclass(frozen=True, slots=True)
class Choice:
    """Whoever is to act takes an action: one of a section's, or of its own. `otherwise` is done where none is legal."""

    path: str
    section: str
    otherwise: Flow | None = None


Flow = Do | Block | Repeat | Turns | EachPlayer | ForEach | By | Choice


@dataclass(frozen=True, slots=True)
class Action:
    """What may be chosen: `when` it may be, what is picked for it, in that order, and obligations, each of which binds
    as far as it can be met."""

    path: str
    name: str
    steps: tuple[Flow, ...]
    when: Said[Condition] | None = None
    picks: Mapping[str, Said[Pick]] = field(default_factory=dict)
    must: Mapping[str, Said[Condition]] = field(default_factory=dict)
    place: Place | None = None

    @property
    def narrows(self) -> bool:
        """Whether `when` asks something of what is picked, so that it is asked of each pick by itself."""
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
    """A named value, what scores, or what breaks a tie: by the value of a rule, or under `""` always the same."""

    name: str
    said: Mapping[str, Said[T_co]]
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards: kinds with their ids, how many of each, and what fields say of them."""

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
        """The file that says it."""
        return next((Place(said.place.file) for said in self.sentences.values()), None)

    def values(self, name: str) -> tuple[int | str, ...]:
        """Those of a field, or the numbers or values of a family of zones, in their order."""
        if name in self.zones:
            by = self.zones[name].by
            return tuple(range(1, by + 1)) if isinstance(by, int) else self.values(by or "")
        return tuple(dict.fromkeys(self.deck.fields[name].values()))

    def of_a_kind(self, noun: str) -> tuple[str, ...]:
        """The cards of a kind; `card` is the kind of all."""
        return tuple(self.deck.counts) if noun == "card" else self.deck.kinds.get(noun, ())


def flow_path(flow: Flow) -> str:
    return flow.said.path if isinstance(flow, Do) else flow.path


def steps_in(flow: Flow) -> Iterator[Flow]:
    """What is directly in a flow."""
    if isinstance(flow, Block | Repeat | Turns | EachPlayer | ForEach):
        yield from flow.steps
    elif isinstance(flow, By):
        yield from flow.branches.values()
    if isinstance(flow, Block | Choice) and flow.otherwise:
        yield flow.otherwise


def sentences_in(flow: Flow) -> Iterator[Said[Tree]]:
    """Those of a flow itself: what is done, or what is asked before it."""
    for part in ("said", "when", "how", "order", "until", "skip"):
        if said := getattr(flow, part, None):
            yield said


def steps_of(flow: Flow) -> Iterator[Flow]:
    """A flow and all that is in it."""
    yield flow
    for each in steps_in(flow):
        yield from steps_of(each)
