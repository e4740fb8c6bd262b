"""Finds the faces of a game: a front for every card, its own back or one that its deck shares, a side for figures in
which its texts would be too small; and components' panels."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from cardgen.definitions.clauses import as_word
from cardgen.definitions.components import FRONT, Component
from cardgen.definitions.drawings import reads_of_drawings
from cardgen.definitions.fields import ARMS_LENGTH
from cardgen.definitions.game import Deck, Design, Game
from cardgen.definitions.layout_reading import read_layout
from cardgen.definitions.layouts import Layout, field_reads
from cardgen.definitions.strings_file import own_key
from cardgen.definitions.variant import as_written
from cardgen.faces.context import Owner, owner_name
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import KEYS, Fault, Place, nearest
from cardgen.graphics.outline import Outline
from cardgen.store.remember import per_object
from cardgen.text.strings import Strings

ALWAYS_READ = {"icon"}  # a text may name any card's icon


@dataclass(frozen=True, slots=True)
class Side:
    """One face to compose: a card's front or back, a back that a whole deck shares (no owner), a component's panel.

    `outline` is the line to cut along, as people see it. Texts of one `group`, style and field have one size, at least
    `smallest` (mm). `deck` has the values of a deck that it can read.
    """

    name: str
    group: str
    label: str
    outline: Outline
    owner: Owner | None
    layout: Layout
    reads: frozenset[str]  # expressions of its layout, and of the layout's drawings
    deck: Mapping[str, Any] | None
    smallest: float

    @property
    def size(self) -> tuple[float, float]:
        """Returns the width and height of its trim, in mm."""
        return self.outline.width, self.outline.height

    @property
    def safe(self) -> float:
        """Returns how far words should stay from its trim, in mm."""
        return self.outline.safe if self.layout.safe is None else self.layout.safe

    @property
    def id(self) -> str:
        """Returns the id of its owner."""
        return self.owner.id if self.owner else self.label

    def who(self, game: Game) -> str:
        """Returns its owner as messages name it."""
        return owner_name(self.owner, game) if self.owner else f"card '{self.label}'"

    @property
    def place(self) -> Place:
        return self.owner.place if self.owner else self.layout.node.place

    def scope(self, game: Game, language: str) -> dict[str, Any]:
        """Returns what the expressions of its layout can read."""
        scope: dict[str, Any] = {
            "game": {
                "name": game.name,
                "version": game.version,
                "variant": game.variant,
                "titled": has_own_title(game, language),
            },
            "language": language,
        }
        if self.deck:
            scope["deck"] = self.deck
        if game.rules:
            scope["rules"] = {name: _spoken(value) for name, value in game.rules.items()}
        if isinstance(self.owner, Design):
            scope["card"] = self.owner.readable
        elif self.owner:
            panel = self.name.rpartition("/")[2]
            given = _component_values(self.owner, game, self.deck, language)
            scope["component"] = {**self.owner.fields, **given, "panel": panel}
        return scope


def has_own_title(game: Game, language: str) -> bool:
    """Returns whether the game is a variant with a title of its own."""
    return "variant.title" in game.strings.get(language, ())


def _spoken(rule: Any) -> Any:
    """A rule's value as a definition would write it."""
    return {True: "yes", False: "no"}[rule] if isinstance(rule, bool) else rule


def _component_values(
    component: Component, game: Game, deck: Mapping[str, Any] | None, language: str
) -> dict[str, Any]:
    given = {"id": component.id, "make": component.make, "count": component.count}
    given |= {"min_players": game.players[0], "max_players": game.players[1]}
    cards = component.cards or (deck["count"] if deck else None)
    known = {"cards": cards, "age": game.age}
    if game.minutes:
        low, high = game.minutes.low, game.minutes.high
        known |= {"minutes": game.minutes.span, "min_minutes": low, "max_minutes": high}
    known |= {"contents": _contents(component, game, language)} if component.holds else {}
    return given | {key: value for key, value in known.items() if value}


def _contents(box: Component, game: Game, language: str) -> str:
    """Lists what a box holds: its decks, and in the first box of a game all other components."""
    counts = {f"deck.{deck.name}": deck.count for deck in game.decks if deck.name in box.holds}
    if box.id == next(each.id for each in game.components if each.holds):
        counts |= _other_parts(game)
    return ", ".join(_counted_parts(counts, game, language))


def contents_of(game: Game, language: str) -> list[str]:
    """What a game is made of, with its numbers, as its boxes say it: all decks, and all components but boxes."""
    return _counted_parts(
        {f"deck.{d.name}": d.count for d in game.decks if d.count} | _other_parts(game), game, language
    )


def _other_parts(game: Game) -> dict[str, int]:
    return {f"component.{each.id}": each.count for each in game.components if not each.holds}


def _counted_parts(counts: Mapping[str, int], game: Game, language: str) -> list[str]:
    """Parts with their numbers. Each has its string `deck.ID.count` or `component.ID.count`, or else its label on
    sheets; parts with the same words are added up."""
    strings = Strings(language, game.strings.get(language, {}))
    sums: dict[str, tuple[str, int]] = {}  # for each text, the key of one item, and the number of items
    for key, count in counts.items():
        entry = strings.entries.get(f"{key}.count") or strings.entries.get(key)
        words = repr(entry.text) if entry else key
        first, others = sums.get(words, (key, 0))
        sums[words] = first, others + count
    return [_count_in_words(strings, key, count) for key, count in sums.values()]


def _count_in_words(strings: Strings, key: str, count: int) -> str:
    if f"{key}.count" in strings.entries:
        return strings.say(f"{key}.count", n=count)
    text = strings.entries[key].text if key in strings.entries else key.partition(".")[2]
    label = text if isinstance(text, str) else text["other"]
    return label if count == 1 else f"{label}\u00a0×\u00a0{count}"


@dataclass(frozen=True, slots=True)
class Sides:
    """All sides of a game by name; for each card the names of its front and its back, and of its fronts in all looks;
    the names of components' panels; those of sides for figures, by the names of their fronts or reverses; and the
    readable values, by card."""

    all: dict[str, Side]
    of: dict[str, tuple[str, str | None]]
    looks: dict[str, tuple[str, ...]]
    panels: dict[str, dict[str, str]]
    figures: dict[str, str]
    figures_read: dict[str, frozenset[str]]


def find_sides(game: Game, whole: bool = True) -> Sides:
    """Finds all sides of a game: reads the layouts, all of them or only those of printed cards. Raises InputError."""
    return _Finder(game).find(whole)


class _Finder:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.layouts: dict[str, tuple[Layout, frozenset[str]]] = {}
        self.sides: dict[str, Side] = {}
        self.decks = {deck.name: _readable(deck) for deck in game.decks}
        self.smallest = {deck.name: deck.smallest for deck in game.decks}

    def find(self, whole: bool) -> Sides:
        cards = [(deck, design) for deck in self.game.decks for design in deck.designs]
        of = {design.id: self._card(deck, design) for deck, design in cards}
        figures: dict[str, str] = {}
        panels = {component.id: self._panels(component, figures) for component in self.game.components if whole}
        for deck, design in cards if whole else ():
            figures |= self._figures(deck, design, of[design.id])
        reads = {card.id: self._layout(card.figure, card.place_of("figure"))[1] for _, card in cards if card.figure}
        looks = {design.id: (of[design.id][0], *self._looks(deck, design)) for deck, design in cards}
        return Sides(self.sides, of, looks, panels, figures, reads)

    def _card(self, deck: Deck, design: Design) -> tuple[str, str | None]:
        def add(name: str, label: str, layout: str, owner: Design | None, place: Place) -> str:
            outline = deck.outline if name == front else deck.outline.mirrored
            return self._add(name, deck.name, label, outline, owner, layout, place, deck.name)

        front = f"{deck.name}/{design.id}/front"
        add(front, design.id, design.layout, design, design.place_of("layout"))
        if design.reverse:
            place = design.place_of("back" if "back" in design.kind_node.items else "layout")
            back = f"{deck.name}/{design.id}/back"
            return front, add(back, design.id, design.reverse.layout, design.reverse, place)
        if not design.back:
            return front, None
        place = design.place_of("back") if "back" in design.kind_node.items else deck.place_of("back")
        if any(name.startswith("card.") for name in self._layout(design.back, place)[1]):
            return front, add(f"{deck.name}/{design.id}/back", design.id, design.back, design, place)
        return front, add(f"{deck.name}/{design.back}", f"{deck.name} back", design.back, None, place)

    def _looks(self, deck: Deck, design: Design) -> Iterator[str]:
        """The names of a card's fronts besides the first, if its layout reads the number of the look."""
        _, reads = self._layout(design.layout, design.place_of("layout"))
        for look in range(2, design.looks + 1 if "card.look" in reads else 2):
            own = replace(design, look=look)
            name = f"{deck.name}/{design.id}/front-{look}"
            place = design.place_of("layout")
            yield self._add(name, deck.name, design.id, deck.outline, own, design.layout, place, deck.name)

    def _figures(self, deck: Deck, design: Design, of: tuple[str, str | None]) -> dict[str, str]:
        """The names of a card's faces of play, each with the name of its side for figures."""
        names, layout = {}, design.figure
        outlines = deck.outline, deck.outline.mirrored
        for name, face, outline in zip(of, design.faces, outlines, strict=False):
            if name and layout:
                place, group = design.place_of("figure"), f"figure:{deck.name}"
                names[name] = self._add(f"{name}/figure", group, design.id, outline, face, layout, place, deck.name)
        return names

    def _panels(self, component: Component, figures: dict[str, str]) -> dict[str, str]:
        """The names of a component's sides by panel; adds the side that figures show for its front."""
        deck = component.deck or (next(iter(self.decks)) if len(self.decks) == 1 else None)
        names = {}
        for panel, layout in component.layouts.items():
            name, group = f"component:{component.id}/{panel}", f"component:{component.id}/{layout}"
            outline, place = component.panel_outline(panel), component.layout_place(panel)
            label = component.id if panel == FRONT else f"{component.id} {panel}"
            names[panel] = self._add(name, group, label, outline, component, layout, place, deck)
            if panel == FRONT and component.figure:
                place, group = component.place_of("figure"), f"figure:{group}"
                figures[name] = self._add(
                    f"{name}/figure", group, label, outline, component, component.figure, place, deck
                )
        return names

    def _add(
        self,
        name: str,
        group: str,
        label: str,
        outline: Outline,
        owner: Owner | None,
        layout: str,
        place: Place,
        deck: str | None,
    ) -> str:
        added, reads = self._layout(layout, place)
        readable = self.decks[deck] if deck else None
        smallest = self.smallest[deck] if deck else ARMS_LENGTH
        self.sides.setdefault(name, Side(name, group, label, outline, owner, added, reads, readable, smallest))
        return name

    def _layout(self, name: str, place: Place) -> tuple[Layout, frozenset[str]]:
        if name not in self.layouts:
            layout = read_layout(self.game.home, name, place)
            self.layouts[name] = layout, _names_read(layout) | reads_of_drawings(layout, self.game.home)
        return self.layouts[name]


def _readable(deck: Deck) -> dict[str, Any]:
    """The values that any side can read of a deck: its name and count, and its cards by id."""
    cards = {design.id: design.readable for design in deck.designs}
    return {"name": deck.name, "count": deck.count, "cards": cards}


@per_object
def _names_read(layout: Layout) -> frozenset[str]:
    """The expressions of all fields and styles of a layout."""
    fields = [field for each in layout.whole() for _, field in each.walk()]
    styles = [style for each in layout.whole() for style in each.styles.values()]
    read = [name for field in fields for _, name in field_reads(field)]
    return frozenset(read + [name for style in styles for _, name in field_reads(style)])


def unread(
    game: Game, sides: Sides, texts: set[str], said: Collection[str], suggested: Collection[tuple[str, str]] = ()
) -> Iterator[tuple[str, Fault]]:
    """Yields faults for fields of cards and components that neither a layout nor a text (`texts`) reads: mostly typing
    errors. A card's own words can also be read as strings; `said` has the keys of those. It leaves out fields that
    another fault suggests by their owner's id and name.
    """
    for owner, own, known in _owners(game, sides):
        card = owner if isinstance(owner, Design) else None
        spoken = {field for field in card.words if own_key(card.id, card.side, field) in said} if card else set()
        for field, fault in _unread(owner, own, texts | spoken, known):
            if (owner.id, field) not in suggested:
                yield field, as_written(fault, game.home)


def _owners(game: Game, sides: Sides) -> Iterator[tuple[Owner, list[Side], Collection[str]]]:
    """Yields every card and component with its sides, and the keys that these need not read."""
    for design in game.designs:
        own = [sides.all[name] for name in sides.of[design.id] if name]
        figure = [name.removeprefix("card.") for name in sides.figures_read.get(design.id, ())]
        for face in design.faces:
            played = [field for field in face.fields if as_word(field) in game.spoken]
            yield face, own, ("count", "looks", *figure, *face.behaviour, *played)
    for component in game.components:
        if component.id in sides.panels:
            names = [*sides.panels[component.id].values()]
            names += [sides.figures[name] for name in names if name in sides.figures]
            yield component, [sides.all[name] for name in names], component.keys


def _unread(owner: Owner, sides: list[Side], texts: set[str], keys: Collection[str]) -> Iterator[tuple[str, Fault]]:
    names = [name.partition(".") for side in sides for name in side.reads]
    known = {rest for first, _, rest in names if first in ("card", "component")} | texts | ALWAYS_READ | set(keys)
    for field in owner.fields:
        if field not in known:
            unread = f"; the layout '{sides[0].layout.name}' does not read it" if sides else ""
            yield (
                field,
                Fault(
                    f"{_path(owner, field)}: unknown key{unread}{nearest(field, known, KEYS)}", owner.key_place(field)
                ),
            )


def _path(owner: Owner, field: str) -> str:
    if isinstance(owner, Component):
        return f"components.{owner.id}.{field}"
    path, card = f"decks.{owner.deck}.kinds.{owner.kind}", owner.card
    return f"{path}.cards.{card}.{field}" if field in owner.node.items else f"{path}.{field}"
