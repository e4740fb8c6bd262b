"""The memory layout of a game of clauses: numbers for its cards, classes of cards, fields, constants, zones, rules and
notes. (Layouts of printed cards are in `cardgen.definitions`.)
"""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import fail
from cardgen.rules.alike import alike
from cardgen.rules.clauses import ALL, NOBODY, OWNER, Program, Zone
from cardgen.rules.code import MAX_VALUE, Code, Place

NOTHING = (1 << 20) - 1  # a word that no card has
WORDS_FROM = 1 << 20  # constants that are words are numbered from here on; numbers represent themselves
# a case and two endings that every game has, under names that no sentence can use
TIE, STUCK, TOO_LARGE = "tie", "in-circles", "too-large"
BOX = ""  # the zone of all cards before the game, under a name that no zone can have
HELD_ALL = 0  # the class of all cards
MAX_CARDS, MAX_INSTANCES, MAX_MEMORY, MAX_CLASSES, MAX_FIELDS = 250, 120, 4_000, 120, 12
MAX_CASES, MAX_NOTED = 24, 64
MAX_PLAYERS = 6


@dataclass(frozen=True, slots=True)
class Instance:
    """One zone of one player, or of the table: the offsets of its card counts, its order, and its counts of unseen
    cards."""

    zone: str
    owner: int  # -1: the table
    counts: int
    listed: int  # -1: unordered
    secret: int  # -1: no need to track which of its cards are unseen


class Layout:
    """The numbers of everything in a program. Raises InputError for a game that is too large."""

    def __init__(self, program: Program, players: int, code: Code) -> None:
        self.program, self.players, self.code = program, players, code
        self.cards = tuple(program.deck.counts)
        self.types = {card: number for number, card in enumerate(self.cards)}
        if len(self.cards) >= MAX_CARDS:  # the last row of a table stands for no card
            raise fail(f"rules: expected fewer than {MAX_CARDS} different cards, got {len(self.cards)}", program.place)
        self._classes: dict[tuple[int, ...], int] = {tuple(range(len(self.cards))): HELD_ALL}
        self.kinds = {name: self.class_of(ids) for name, ids in program.deck.kinds.items()}
        asked = alike(program).fields  # clauses read no other fields
        fields = (name for name in program.deck.fields if name in asked)
        self.fields = {name: number for number, name in enumerate(fields)}
        if len(self.fields) > MAX_FIELDS:
            message = f"expected clauses that read at most {MAX_FIELDS} fields of cards, got {len(self.fields)}"
            raise fail(f"rules: {message}", program.place)
        self._words: dict[str, int] = {}
        for field in self.fields:
            self._add_up(field)
        self.instances: list[Instance] = []
        self.zones: dict[str, int] = {}  # the number of each zone's first instance
        self.memory = 0
        self._lay(Zone(BOX, False, False, {"": NOBODY}, {}))
        for zone in program.zones.values():
            self._lay(zone)
        self.of_zones = self.memory  # from here on, play saves copies of zones
        self.asides: list[tuple[int, int]] = []  # by the number of the instance, the offset of its copy
        self.rules = {name: code.allocate() for name in program.rules}
        self.notes: dict[str, int] = {}
        self.cases: dict[str, int] = {TIE: 0}  # cases on which the rules are silent
        self.endings: dict[str, int] = {"": 0, STUCK: 1}

    def _add_up(self, field: str) -> None:
        """Raises InputError if a sum of values could leave the range of numbers."""
        values, counts = self.program.deck.fields[field], self.program.deck.counts
        total = sum(abs(value) * counts[card] for card, value in values.items() if isinstance(value, int))
        if total > MAX_VALUE:
            message = f"expected values of '{field}' that in all cards add up to at most {MAX_VALUE:,}, got {total:,}"
            raise fail(f"rules: {message}", self.program.place)

    def _lay(self, zone: Zone) -> None:
        self.zones[zone.name] = len(self.instances)
        cards, count = len(self.cards), sum(self.program.deck.counts.values())
        owners = range(self.players) if zone.each else (-1,)
        for owner in [each for each in owners for _ in range(self.many(zone.name))]:
            counts, self.memory = self.memory, self.memory + cards
            listed = secret = -1
            if zone.ordered:
                listed, self.memory = self.memory, self.memory + count
            elif zone.each and set(zone.seen.values()) != {ALL}:
                secret, self.memory = self.memory, self.memory + cards
            self.instances.append(Instance(zone.name, owner, counts, listed, secret))
        if (many := len(self.instances) - 1) >= MAX_INSTANCES:  # the box does not count
            message = (
                f"expected at most {MAX_INSTANCES - 1} zones, counting those of all players, got {many:,} with this one"
            )
            raise fail(f"zones.{zone.name}: {message}", zone.place)
        if self.memory > MAX_MEMORY:
            raise fail(
                f"zones.{zone.name}: expected zones that remember at most {MAX_MEMORY:,} things, got "
                f"{self.memory:,} with this one; each zone remembers the number of each of {cards} different "
                f"cards, twice that if other players cannot see it, and {count} more if its cards have an order",
                zone.place,
            )

    def aside(self, zones: Iterable[str]) -> list[tuple[int, int]] | None:
        """Allocates memory to save copies of zones: returns the instances, each with its offset; None if memory runs
        out."""
        instances, memory = list[tuple[int, int]](), self.memory
        count = sum(self.program.deck.counts.values())
        for number, each in enumerate(self.instances):
            if each.zone in zones:
                instances.append((number, memory))
                memory += 1 + len(self.cards) * (1 if each.secret < 0 else 2) + (0 if each.listed < 0 else count)
        if memory > MAX_MEMORY:
            return None
        self.memory = memory
        self.asides += instances
        return instances

    def many(self, zone: str) -> int:
        """Returns how many zones a family has; 1 for a zone that is no family."""
        return 1 if zone == BOX or self.program.zones[zone].by is None else len(self.program.values(zone))

    @property
    def card_bits(self) -> int:
        """Returns how many bits of an action hold a card, or no card."""
        return (len(self.cards) + 1).bit_length()

    @property
    def classes(self) -> list[tuple[int, ...]]:
        return list(self._classes)

    def class_of(self, ids: Iterable[str]) -> int:
        """Returns the number of a class of cards."""
        return self._classes.setdefault(tuple(sorted(self.types[card] for card in ids)), len(self._classes))

    def both(self, one: int, two: int) -> int:
        """Returns the class of the cards that are in both classes."""
        return self.class_of(self.cards[card] for card in sorted({*self.classes[one]} & {*self.classes[two]}))

    def noun(self, noun: str) -> int:
        """Returns the class that a noun names."""
        return HELD_ALL if noun == "card" else self.kinds[noun]

    def constant(self, value: int | str) -> int:
        """Returns a field's value, or an option of a rule, as a number; words have numbers of their own."""
        if isinstance(value, int):
            return value
        return WORDS_FROM + self._words.setdefault(value, len(self._words))

    @property
    def words(self) -> dict[int, str]:
        """Returns the words, by their numbers."""
        return {WORDS_FROM + number: word for word, number in self._words.items()}

    def values(self, field: str) -> list[int]:
        """Returns the distinct values of a field."""
        return list(dict.fromkeys(self.constant(value) for value in self.program.deck.fields[field].values()))

    def table_of(self, field: str) -> list[int]:
        """Returns a field's value for each card, and last for no card."""
        values = self.program.deck.fields[field]
        none = 0 if all(isinstance(value, int) for value in values.values()) else NOTHING
        return [self.constant(values.get(card, none)) for card in self.cards] + [none]

    def case(self, name: str) -> int:
        """Returns the number of a case on which the rules are silent; all cases beyond the limit share the last
        number."""
        return self.cases.setdefault(name, len(self.cases)) if len(self.cases) < MAX_CASES - 1 else self._last(name)

    def _last(self, name: str) -> int:
        return self.cases.get(name, self.cases.setdefault("other", MAX_CASES - 1))

    def note(self, name: str) -> int:
        """Returns the number of an event that reports count."""
        if name not in self.notes and len(self.notes) >= MAX_NOTED:
            message = f"rules: expected at most {MAX_NOTED} actions and notes together; '{name}' is one too many"
            raise fail(message, self.program.place)
        return self.notes.setdefault(name, len(self.notes))

    def ending(self, name: str) -> int:
        return self.endings.setdefault(name, len(self.endings))

    def place(self, zone: str, owner: int) -> Place:
        """Returns a zone that is no family; `owner` is the register of its player, if each player has one."""
        return Place(self.zones[zone], owner) if self.program.zones[zone].each else Place(self.zones[zone])

    def visibility(self, zone: str, option: str) -> str:
        """Returns who sees a zone under an option of the rule that decides it."""
        if zone == BOX:
            return NOBODY
        declared = self.program.zones[zone]
        return declared.seen.get(option if declared.seen_by else "", OWNER if declared.each else ALL)
