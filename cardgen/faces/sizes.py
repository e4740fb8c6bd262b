"""Keeps the fitted sizes of a large game's texts between commands: so cardgen can print a few of its cards in the sizes
of the whole game without reading all others again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from cardgen.definitions.game import Design, Game
from cardgen.definitions.layouts import tables_of
from cardgen.faces.fit import Fitting, SizeGroup
from cardgen.faces.sides import Side, has_own_title
from cardgen.foundations.dataclass import dataclass
from cardgen.store import cache

MIN_REMEMBERED_SIDES = 500  # a smaller game is read as fast
MAX_CHANGED = 100  # with more changed sides, cardgen reads all
_KIND = "sizes"


@dataclass(frozen=True, slots=True)
class Recalled:
    """Remembered sizes. They are valid for all sides except the new or changed ones with these names."""

    sizes: Mapping[SizeGroup, float]
    changed: frozenset[str]


class Memory:
    """The sizes of one edition; `made_from` changes with the files and the code that faces are made from."""

    def __init__(self, game: Game, bleed: float, made_from: str) -> None:
        self.game, self.bleed, self.made_from = game, bleed, made_from

    @cached_property
    def _name(self) -> str:
        game = self.game
        titles = [has_own_title(game, language) for language in game.languages]
        icons = [design.fields.get("icon") for design in game.designs]
        rules = game.engine, sorted(game.rules.items())
        look = game.home.folder, game.edition, game.version, game.languages, game.fonts, game.colours, game.icons
        return _digest(self.made_from, self.bleed, look, rules, titles, icons)

    def recall(self, sides: Mapping[str, Side]) -> Recalled | None:
        """Returns the remembered sizes if most sides are unchanged; None if all must be read."""
        kept = cache.read(_KIND, self._name)
        if kept is None or any(_reads_others(side) for side in sides.values()):
            return None
        try:
            record = json.loads(kept)
            known, sizes, lowered = record["sides"], record["sizes"], record["lowered"]
            changed = frozenset(name for name, side in sides.items() if not self._is_known(side, known.get(name)))
            groups = {side.group for side in sides.values()}
            bound = {name for (group, *_), name in lowered if group in groups}
            if len(changed) > MAX_CHANGED or bound & changed or not bound <= sides.keys():
                return None
            shared = {(group, style, field): size for (group, style, field), size in sizes if group in groups}
            return Recalled(shared, changed)  # texts with sizes of their own are fitted again
        except (KeyError, TypeError, ValueError):
            return None  # the record is damaged

    def keep(self, sides: Mapping[str, Side], asked: Mapping[str, Collection[str]], fitting: Fitting) -> None:
        """Saves sizes; `asked` are the keys of the strings that each side looked for, by its name."""
        if len(sides) >= MIN_REMEMBERED_SIDES:
            read = {name: sorted(asked[name]) for name in sides}
            record: dict[str, Any] = {
                "sides": {name: (keys, self._signature(sides[name], keys)) for name, keys in read.items()}
            }
            record |= {"sizes": list(fitting.sizes.items()), "lowered": list(fitting.lowered.items())}
            cache.keep(_KIND, self._name, json.dumps(record).encode())

    def _is_known(self, side: Side, known: tuple[Sequence[str], str] | None) -> bool:
        """Whether a side is unchanged, with the strings that it looked up."""
        return known is not None and self._signature(side, known[0]) == known[1]

    def _signature(self, side: Side, asked: Sequence[str]) -> str:
        owner, strings = side.owner, self.game.strings.values()
        read: object = owner and owner.fields
        if isinstance(owner, Design):
            read = owner.readable, owner.behaviour, [(field, *languages) for field, languages in owner.words.items()]
        entries_read = (entries.get(key) for key in asked for entries in strings)
        said = [(entry.text, entry.plain) if entry else None for entry in entries_read]
        return _digest(side.group, side.layout.name, side.outline, read, said)


def _reads_others(side: Side) -> bool:
    """Whether a side reads other cards, or a table of its layout."""
    return any(name.startswith("deck.") for name in side.reads) or bool(tables_of(side.layout))


def _digest(*values: object) -> str:
    return hashlib.blake2b(repr(values).encode(), digest_size=8).hexdigest()
