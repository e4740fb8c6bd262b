"""Lays out a position on a table, as one seat observes it: zones of cards, signs and numbers, each at its place.

Nothing here knows a particular game. Hidden cards appear only as a number of backs. The names of cards that the seat
does not observe are never written anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NotRequired, TypedDict

from cardgen.definitions.game import Design
from cardgen.desk.shape import CARDS, PositionShape, is_cards, shape_of
from cardgen.play.clauses.names import card_name
from cardgen.play.game import PlayedGame
from cardgen.play.tale import tale_of
from cardgen.play.words import Words
from cardgen.rules.called import ROUNDS

PILE, ROW, SPREAD, GRID, RING = "pile", "row", "spread", "grid", "ring"
Snapshot = Mapping[str, Any]  # what an engine writes of a position: lists, mappings, texts and numbers by name
KNOWN, UNSEEN = "known", "unseen"  # keys of a hand that is seen in part


class LaidFact(TypedDict):
    """A number, a word or a sign beside the cards: its name, and its value in words."""

    path: str
    called: str
    said: str


class LaidItem(TypedDict):
    """One card of a zone, or several equal ones; `under` has cards below it, `marks` its states in words."""

    path: str
    card: str
    side: str
    count: int
    called: str
    size: tuple[float, float]
    under: NotRequired[list[LaidItem]]
    marks: NotRequired[list[str]]


class LaidCards(TypedDict):
    """The cards of a zone: its form, the items that a seat sees, and how many cards it does not see."""

    form: str
    hidden: int
    items: list[LaidItem | None]
    mat: NotRequired[str]
    columns: NotRequired[int]
    back: NotRequired[str]
    size: NotRequired[tuple[float, float] | None]


class LaidZone(LaidCards):
    """A zone with its path, its owner, if it has one, and its title."""

    path: str
    name: str
    owner: int | None
    called: str


class TableLayout:
    """Lays out positions of one game, in one language."""

    def __init__(self, played: PlayedGame, words: Words) -> None:
        self.played, self.words = played, words
        self.game = played.definition
        self.designs: dict[str, Design] = {design.id: design for design in self.game.designs}
        self.shape: PositionShape = shape_of(played)
        self.sizes = {deck.name: deck.size for deck in self.game.decks}  # width and height, in mm
        self.tale = tale_of(played, words)

    def zones(self, snapshot: Snapshot, seen: Snapshot) -> list[LaidZone]:
        """Returns the zones of a position; of `snapshot`, it uses only where hidden cards lie."""
        pictures = self._pictures(seen)
        zones: list[LaidZone] = []
        for name, full in snapshot.items():
            if name in self.shape.hidden or name in self.shape.unseen or name not in seen:
                continue
            if name in self.shape.each:
                for player, own in enumerate(full):
                    part = seen[name][player] if isinstance(seen[name], list) else seen[name]
                    beside = sum(
                        self._beside(other, seen, player) for other, of in self.shape.unseen.items() if of == name
                    )
                    zones += self._zone(name, f"{name}/{player}", own, part, player, pictures, beside)
            else:
                zones += self._zone(name, name, full, seen[name], None, pictures)
        return zones

    def facts(self, seen: Snapshot) -> tuple[list[LaidFact], list[list[LaidFact]]]:
        """Returns numbers, words and signs: those of all, and those of each player."""
        players = int(seen["players"])
        common: list[LaidFact] = []
        each: list[list[LaidFact]] = [[] for _ in range(players)]
        for name, value in seen.items():
            if name in self.shape.hidden or name in self.shape.unseen or self.shape.kinds.get(name) == CARDS:
                continue
            if name in self.shape.each and isinstance(value, list):
                for player, own in enumerate(value):
                    if _is_fact(own):
                        each[player] += self._fact(name, f"{name}/{player}", own)
            elif name in self.shape.roles and isinstance(value, int) and 0 <= value < players:
                each[value].append({"path": name, "called": self.words.at_table(name), "said": ""})
            elif name == ROUNDS and isinstance(value, int) and not self.words.knows(f"table.{name}"):
                said = self.words.say_first("play.round", "replay.round", n=value)
                common.append({"path": name, "called": said, "said": ""})
            elif _is_fact(value):
                common += self._fact(name, name, value)
            elif isinstance(value, list) and value and all(_is_fact(one) for one in value):
                said = ", ".join(self._value(name, one) for one in value)
                common.append({"path": name, "called": self.words.at_table(name), "said": said})
        return common, each

    def card(self, design: Design) -> str:
        """Returns the name of a card: what its picture shows, in words."""
        return card_name(self.game, design.id, self.words)("")

    def _fact(self, name: str, path: str, value: object) -> Iterator[LaidFact]:
        if value is None or value is False:
            return
        yield {
            "path": path,
            "called": self.words.at_table(name),
            "said": "" if value is True else self._value(name, value),
        }

    def _value(self, name: str, value: object) -> str:
        said = str(value).replace("_", " ")
        return self.words.say_or(f"table.{name}.{value}", self.words.say_or(f"{name}.{value}", said))

    def _pictures(self, seen: Snapshot) -> Mapping[str, Design]:
        return self.played.engine.picture.pictures(self.game, seen)

    def _beside(self, name: str, seen: Snapshot, player: int) -> int:
        """The number of a player's unseen cards, if the observation has such a number."""
        value = seen.get(name)
        own = value[player] if isinstance(value, list) else value
        return own if isinstance(own, int) else 0

    # ---- zones

    def _zone(
        self, name: str, path: str, full: Any, seen: Any, owner: int | None, pictures: Mapping[str, Design],
        beside: int = 0,
    ) -> Iterator[LaidZone]:  # fmt: skip
        called = self.words.at_table(name)

        def zone(cards: LaidCards, path: str = path, called: str = called) -> LaidZone:
            return {"path": path, "name": name, "owner": owner, "called": called, **cards}

        if is_cards(full, self.designs) and (full or self.shape.kinds.get(name) == CARDS):
            yield zone(self._cards(name, path, full, seen, beside))
        elif full is None and self.shape.kinds.get(name) == CARDS:
            yield zone({"form": ROW, "items": [], "hidden": 0})
        elif isinstance(full, list) and any(isinstance(each, dict) for each in full):
            items = [self._thing(f"{path}/{place}", each, pictures) for place, each in enumerate(seen)]
            yield zone({"form": ROW, "items": [item for item in items if item], "hidden": 0})
        elif isinstance(full, dict) and "id" not in full:
            for part, held in full.items():
                own = seen.get(part) if isinstance(seen, Mapping) else None
                if is_cards(held, self.designs) and not isinstance(held, bool):
                    inner = f"{path}/{part}"
                    yield zone(self._cards(name, inner, held, own, 0), inner, self._part(name, str(part)))

    def _part(self, name: str, part: str) -> str:
        """The title of one zone of a family."""
        key = next(
            (key for key in (f"table.{name}.{part}", f"{name}.{part}", f"word.{part}") if self.words.knows(key)), ""
        )
        said = self.words.say(key) if key else part.replace("_", " ")
        return f"{self.words.at_table(name)}: {said}"

    def _cards(self, name: str, path: str, full: Any, seen: Any, beside: int) -> LaidCards:
        form, mat = self.shape.forms.get(name, ("", ""))
        kind, _, columns = form.partition(" ")
        laid: LaidCards = {"form": kind or (ROW if isinstance(full, list) else SPREAD), "hidden": beside, "items": []}
        if mat:
            laid["mat"], laid["columns"] = mat, int(columns or 0)
        if isinstance(seen, int) and not isinstance(seen, bool):  # only the number is known
            laid["form"], laid["hidden"] = PILE if isinstance(full, list) else laid["form"], seen
        elif isinstance(seen, Mapping) and set(seen) == {KNOWN, UNSEEN}:
            laid["hidden"], laid["items"] = int(seen[UNSEEN]), self._items(path, seen[KNOWN])
        elif seen is None and full is not None:
            laid["hidden"] = 1
        else:
            laid["items"] = self._items(path, seen)
        if laid["hidden"]:
            laid["back"], laid["size"] = self.back, self.sizes.get(self.designs[self.back].deck) if self.back else None
        return laid

    def _items(self, path: str, seen: Any) -> list[LaidItem | None]:
        if isinstance(seen, str):
            seen = [seen]
        if isinstance(seen, Mapping):
            order = list(self.designs)
            return [
                self._item(f"{path}/{card}", self.designs[card], count)
                for card, count in sorted(seen.items(), key=lambda each: order.index(each[0]))
            ]
        return [
            None if card is None else self._item(f"{path}/{place}", self.designs[card], 1)
            for place, card in enumerate(seen)
        ]

    def _item(self, path: str, design: Design, count: int, side: str = "front") -> LaidItem:
        size = self.sizes[design.deck]
        return {
            "path": path, "card": design.id, "side": side, "count": count, "called": self.card(design), "size": size,
        }  # fmt: skip

    def _thing(self, path: str, thing: object, pictures: Mapping[str, Design]) -> LaidItem | None:
        """A card with the cards below it and its states."""
        if not isinstance(thing, Mapping):
            return None
        design = pictures.get(path) or self.designs.get(str(thing.get("id")))
        if design is None:
            return None
        front = self.designs.get(design.id)
        side = "back" if front is not None and front.reverse is not None and front.side != design.side else "front"
        under = [card for value in thing.values() if isinstance(value, list) for card in _flat(value)]
        return {
            **self._item(path, design, 1, side),
            "under": [self._item("", self.designs[card], 1) for card in under if card in self.designs],
            "marks": [self.words.at_table(name) for name, value in thing.items() if value is True],
        }

    @cached_property
    def back(self) -> str:
        """Returns the card whose back stands for all hidden cards: the first of the largest deck with backs. It is
        always the same card, so it reveals nothing."""
        decks = Counter({deck.name: deck.count for deck in self.game.decks})
        for name, _ in decks.most_common():
            for design in self.game.designs:
                if design.deck == name and design.back and design.reverse is None:
                    return design.id
        return ""


def _flat(value: object) -> Iterator[str]:
    for each in value if isinstance(value, list) else ():
        yield from _flat(each) if isinstance(each, list) else (each,)


def _is_fact(value: object) -> bool:
    return value is None or isinstance(value, (bool, int, str))


def common(one: Snapshot, other: Snapshot) -> dict[str, object]:
    """Returns what two observations have in common, by name."""
    return {name: least(value, other[name]) for name, value in one.items() if name in other}


def least(one: object, other: object) -> object:
    """Returns what two observed values have in common; if only one of them sees some cards, only their number."""
    if one == other:
        return one
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        if set(other) == {KNOWN, UNSEEN}:
            return other
        if set(one) == {KNOWN, UNSEEN}:
            return one
        return common(one, other)
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [least(a, b) for a, b in zip(one, other, strict=True)]
    for value in (one, other):  # a number of cards, or None, reveals less than the cards
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
    return None
