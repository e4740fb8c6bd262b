"""Finds misspelt names in layouts that nothing else would report: after `when`, before a default, or in a look-up."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from cardgen.definitions import nodes
from cardgen.definitions.drawings import expressions_of_drawings
from cardgen.definitions.game import Design, Game
from cardgen.definitions.layouts import Layout, Read, expressions_of
from cardgen.definitions.nodes import Mapping, Node, Scalar
from cardgen.definitions.spreadsheets import read_lines
from cardgen.faces.compose import Composer
from cardgen.faces.sides import Side
from cardgen.faces.unknown_values import DrawnScope, slips
from cardgen.foundations.errors import Place, nearest
from cardgen.foundations.findings import Finding
from cardgen.store.library import is_sheet
from cardgen.store.reach import read_bytes
from cardgen.text.strings import worked_out

_MAX_BYTES = 1_000_000  # of a variant's file
_OWNED = {
    "card": "no card with this layout has",
    "component": "no component with this layout has",
}
_SAID = {**_OWNED, "deck": "a deck has no", "game": "the game has no", "rules": "the game has no rule"}


def check_names(composer: Composer, base: Game) -> Iterator[Finding]:
    """Reports each name, once, that one of the game's own layouts reads, but that no card or component which it draws
    has, not even in the game without its variant."""
    game, reported = composer.game, set[tuple[Place | None, str]]()
    layouts, known = _known_names(composer, base)
    elsewhere = _Elsewhere(game)
    for name, layout in layouts.items():
        for about, spoken, place in _read_in(layout, game):
            root, _, wanted = spoken.partition(".")
            names = known[name].get(root)
            if not wanted or names is None or {wanted, wanted.partition(".")[0]} & names:
                continue
            if (place, spoken) in reported or not _is_own(place, game) or (root in _OWNED and elsewhere.has(wanted)):
                continue
            reported.add((place, spoken))
            message = f"{about}: {_SAID[root]} '{wanted}'{nearest(wanted, names)}"
            yield Finding("name-unknown", message, place, game.name, game.variant, who=name)
    yield from _check_texts(composer, base, elsewhere)
    yield from _check_values(composer, base, elsewhere)


def _read_in(layout: Layout, game: Game) -> Iterator[tuple[str, str, Place]]:
    """The names that a layout and its drawings read: the word for the place in messages, the name, and its place."""
    for path, read in _all(layout):
        for spoken in read.names:
            place = nodes.within(layout.node, max(0, read.text.find(spoken.partition(".")[2])), *path)
            yield ".".join(path), spoken, place
    for written in expressions_of_drawings(layout, game.home):
        for spoken in written.names:
            yield f"{{{written.text}}}", spoken, written.place_of(spoken.partition(".")[2])


def _check_values(composer: Composer, base: Game, elsewhere: _Elsewhere) -> Iterator[Finding]:
    """Words in look-ups and comparisons that are nearly a value of a card."""
    game, before = composer.game, _faces(base)
    layouts: dict[str, Layout] = {}
    cards: dict[str, list[DrawnScope]] = defaultdict(list)
    for side in composer.sides:
        if side.owner is None:
            continue
        scope = side.scope(game, game.languages[0])
        was = before.get(side.id)
        both = [scope, scope | {"card": was.readable}] if was else [scope]
        drawn = [DrawnScope(each, side.id, partial(side.who, game), side.owner.place_of) for each in both]
        for layout in side.layout.whole():
            layouts[layout.name] = layout
            cards[layout.name] += drawn
    for name, layout in layouts.items():
        for slip in slips(layout, cards[name]):
            if _is_own(slip.place, game) and not elsewhere.says(slip.word):
                yield Finding("value-unknown", slip.message, slip.place, game.name, game.variant, who=name)


def _check_texts(composer: Composer, base: Game, elsewhere: _Elsewhere) -> Iterator[Finding]:
    """Reports names in the texts of strings/ that no card with these texts has."""
    game, language = composer.game, composer.game.languages[0]
    known: dict[str, set[str]] = defaultdict(set)
    before = _faces(base)
    for side in composer.sides:
        own = set().union(*(names for _, names in _owner_names(side, game, before)))
        for key in {key for spoken, key in composer.reading(side).sayer.asked if spoken == language}:
            known[key] |= own
    for key, names in known.items():
        entry = game.strings[language].get(key)
        if not entry or not names:
            continue
        for wanted in sorted(worked_out(entry.text)):
            if "." not in wanted and wanted not in {*names, *game.rules} and not elsewhere.has(wanted):
                message = f"{key}: no card that says it has '{wanted}'{nearest(wanted, names)}"
                yield Finding("name-unknown", message, entry.place, game.name, game.variant, who=key)


def _known_names(composer: Composer, base: Game) -> tuple[dict[str, Layout], dict[str, dict[str, set[str]]]]:
    """The layouts in use, with parts of others, and the names of the fields of the cards and components that they draw,
    by the root under which layouts read them."""
    layouts: dict[str, Layout] = {}
    known: dict[str, dict[str, set[str]]] = defaultdict(dict)
    before = _faces(base)
    for side in composer.sides:
        scope = side.scope(composer.game, composer.game.languages[0])
        for root, names in _owner_names(side, composer.game, before):
            for layout in side.layout.whole():
                layouts[layout.name] = layout
                known[layout.name].setdefault(root, set()).update(names)
                known[layout.name] |= {each: set(scope.get(each, ())) for each in ("deck", "game", "rules")}
    return layouts, known


def _faces(game: Game) -> dict[str, Design]:
    return {face.id: face for design in game.designs for face in design.faces}


def _owner_names(side: Side, game: Game, before: dict[str, Design]) -> Iterator[tuple[str, set[str]]]:
    """The roots under which layouts read a side's owner, each with the names of its fields, also those that it had
    `before`."""
    if side.owner is None:
        return
    root = "card" if isinstance(side.owner, Design) else "component"
    names = set(side.scope(game, game.languages[0])[root])
    for face in (side.owner, before.get(side.owner.id)):
        names |= {*face.readable, *face.words, *face.behaviour} if isinstance(face, Design) else set()
    yield root, names


def _all(layout: Layout) -> Iterator[tuple[tuple[str, ...], Read]]:
    """Yields the names that the fields and styles of a layout read, with the keys that lead there."""
    for key, field in layout.walk():
        steps = tuple(step for name in key.split(".") for step in ("fields", name))
        yield from (((*steps, *read.path), read) for read in expressions_of(field))
    for key, style in layout.styles.items():
        yield from ((("styles", key, *read.path), read) for read in expressions_of(style))


def _is_own(place: Place, game: Game) -> bool:
    """Whether a place is in one of the game's own files: a layout that many games share can read names that only some
    of them have."""
    return Path(place.file).is_relative_to(game.home.folder)


class _Elsewhere:
    """Names that no card has now, but that cards can get: headings of empty columns, and words in files of variants."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.names: set[str] | None = None
        self.variants = ""

    def has(self, name: str) -> bool:
        return name in self._read_names() or bool(re.search(rf"(?<!\w){re.escape(name)}['\"]?\s*:", self.variants))

    def says(self, word: str) -> bool:
        """Returns whether a variant contains a word anywhere."""
        self._read_names()
        return bool(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", self.variants, re.I))

    def _read_names(self) -> set[str]:
        if self.names is None:
            self.names = {*_headings(self.game), *_columns(self.game.node)}
            files = self.game.home.variants.values()
            self.variants = "\n".join(read_bytes(file, _MAX_BYTES).decode("utf-8", "replace") for file in files)
        return self.names


def _headings(game: Game) -> Iterator[str]:
    places = (design.place for design in game.designs)
    for file, sheet in {(place.file, place.sheet) for place in places if is_sheet(place.file)}:
        head = next(iter(read_lines(Path(file), sheet or None)), None)
        yield from (cell.text.strip() for cell in (head.cells if head else ()) if cell)


def _columns(node: Node) -> Iterator[str]:
    """The names that `columns:` of sheets give to others."""
    for key, inner in node.items.items() if isinstance(node, Mapping) else ():
        if key == "columns" and isinstance(inner, Mapping):
            yield from (name.text for name in inner.items.values() if isinstance(name, Scalar))
        yield from _columns(inner)
