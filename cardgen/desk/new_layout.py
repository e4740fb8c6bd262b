"""Makes a new layout for the cards of a kind from a layout of the starters: it shows what these cards have to show.

A field of a starter can read a value that the cards do not have. Then it shows what the field of the same name in the
present layout shows, or cardgen leaves it out. The new layout also gets those fields of the present one that show
something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, count
from pathlib import Path
from typing import Any

from cardgen.definitions.components import FRONT, Component
from cardgen.definitions.edit import Edited
from cardgen.definitions.fields import name as valid_name
from cardgen.definitions.game import Design, Game
from cardgen.definitions.layout_fields import Grid, Part, Same, Strip, TextField
from cardgen.definitions.layout_reading import read_layout
from cardgen.definitions.layouts import Layout, field_reads, names_read, walk_fields
from cardgen.definitions.nodes import Mapping as MappingNode
from cardgen.definitions.nodes import Node, Scalar
from cardgen.definitions.yaml_source import parse_yaml, read_text, read_yaml
from cardgen.desk.answers import Refused
from cardgen.desk.layout_fields import flow_text, in_brackets, is_editable
from cardgen.faces.compose import Composer
from cardgen.faces.placing import PLACE_KEYS
from cardgen.faces.sides import Side
from cardgen.foundations.errors import InputError, Place, fail
from cardgen.starting.starter import KINDS, LAYOUTS, STARTER
from cardgen.store.library import BUILTIN, Home

PRESENT = "present"  # the layout that a side has now
_HOUSE = BUILTIN / "templates" / LAYOUTS
_FOLDERS = _HOUSE, STARTER / LAYOUTS, KINDS / LAYOUTS
_SIZE = 63.0, 88.0  # mm, for which the starters are drawn
_MARGIN = "8"  # mm, of the texts of the starters
_STAND_INS = {"colour": "ink", "pattern": "leaves"}  # for values that cards may lack
_OWN = ("id", "kind", "count", "looks", "look", "set", "side", "icon")  # values that no layout has to read
_CONDITIONS = ("when", "unless", "where")  # keys of fields
_SCHEMA = "# yaml-language-server:"
_CARD_VALUE = re.compile(r"\{card\.([\w-]+)\}")
Changed = dict[Path, tuple[str, str]]  # texts of files, before and after


@cache
def starters() -> Mapping[str, Path]:
    """Returns the files of the starters' layouts by their names. A layout without fields of its own is none."""
    found: dict[str, Path] = {}
    for path in chain.from_iterable(sorted(folder.glob("*.yaml")) for folder in _FOLDERS):
        node = read_yaml(path)
        if isinstance(node, MappingNode) and node.below("fields").items:
            found.setdefault(path.stem, path)
    return found


def free_name(home: Home, wanted: str) -> str:
    """Returns a name that no layout has which the game can use."""
    stem = re.sub(r"\W+", "_", wanted).strip("_").rstrip("0123456789") or "layout"
    names = chain([stem], (f"{stem}{number}" for number in count(2)))
    return next(each for each in names if not home.has("layouts", each))


def new_layout(composer: Composer, side: Side, place: Place, key: str, starter: str, name: str) -> Changed:
    """Drafts a layout of that name for a side, and the edit by which the side uses it: `place` is where the side's
    layout is named, `key` the key that is to name it. Raises InputError and Refused."""
    home = composer.game.home
    try:
        valid_name(name)
    except ValueError as error:
        raise fail(str(error)) from None
    path = home.folder / LAYOUTS / f"{name}.yaml"
    if home.has("layouts", name) or path.exists():
        raise Refused("layout.new.taken", name=name)
    file = Path(place.file)
    if not is_editable(home, path) or not is_editable(home, file):
        raise Refused("layout.fixed.elsewhere")
    steps = path_to(read_yaml(file), place)
    if steps is None:
        raise Refused("layout.new.fixed")
    present = home.find("layouts", side.layout.name)
    if starter == PRESENT:
        text = read_text(present)
    elif starter in starters():
        text = _Adaptation(composer, side, present).adapted(read_text(starters()[starter]))
    else:
        raise Refused("layout.new.fixed")
    head = "".join(line for line in read_text(present).splitlines(True)[:1] if line.startswith(_SCHEMA))
    rest = "".join(line for line in text.splitlines(True) if not line.startswith(_SCHEMA))
    edit = Edited(before := read_text(file), str(file), flow=True)
    edit.set((*steps[:-1], key), name)
    return {path: ("", (head if present.parent == path.parent else "") + rest), file: (before, edit.text)}


def naming(composer: Composer, side: Side, id: str, which: str) -> tuple[Place, str]:
    """Returns where the layout of a side is named, and the key that names it; `which` is the side's name."""
    if isinstance(side.owner, Component):
        return side.owner.layout_place(which), side.owner.layout_key(which)
    deck, design = next((deck, each) for deck in composer.game.decks for each in deck.designs if each.id == id)
    if which == FRONT:
        return design.place_of("layout"), "layout"
    if "back" in design.kind_node.items:
        return design.place_of("back"), "back"
    return (design.place_of("layout") if design.reverse else deck.place_of("back")), "back"


def path_to(node: Node, place: Place) -> tuple[str, ...] | None:
    """Returns the keys that lead to the value at a place of a file; None if none is there."""
    for key, value in node.items.items() if isinstance(node, MappingNode) else ():
        if value.place == place:
            return (key,)
        if (rest := path_to(value, place)) is not None:
            return (key, *rest)
    return None


class _Adaptation:
    """Fits a starter's layout to the cards that share the layout of a side."""

    def __init__(self, composer: Composer, side: Side, path: Path) -> None:
        self.game, self.side, self.path, self.present = composer.game, side, path, side.layout
        self.cards = _cards_like(composer.game, side)
        keys = [set(card.readable) for card in self.cards]
        self.known = set.intersection(*keys) if keys else set()
        self.content = {key for key, drawn in self._values_of(self.present, self.present.fields) if drawn}

    def adapted(self, text: str) -> str:
        edit = Edited(text, str(self.path), flow=True)
        self._keep_styles(edit)
        for name, field in self._read(edit.text).fields.items():
            if not isinstance(field, Same):
                self._mend(edit, name)
        self._widen(edit)
        self._scale(edit)
        for name in self.present.fields:
            self._carry(edit, name)
        return edit.text

    def _read(self, text: str) -> Layout:
        """The layout of a text, as if it were the content of the present layout's file. Raises InputError."""
        return read_layout(self.game.home, self.present.name, self.side.place, {self.path: text})

    def _keep_styles(self, edit: Edited) -> None:
        """Gives the layout the styles of the one that it extends, if the game has another layout of that name."""
        if (base := edit.value(("extends",))) is None or self.game.home.look_up(
            "layouts", base
        ) == _HOUSE / f"{base}.yaml":
            return
        edit.drop(("extends",))
        node, own = read_yaml(_HOUSE / f"{base}.yaml"), parse_yaml(edit.text, edit.file)
        assert isinstance(node, MappingNode) and isinstance(own, MappingNode)
        for name, style in node.below("styles").items.items():
            if name not in own.below("styles").items:
                edit.put(("styles", name), flow_text(style))

    def _fields(self, edit: Edited) -> Mapping[str, Node]:
        node = parse_yaml(edit.text, edit.file)
        return node.below("fields").items if isinstance(node, MappingNode) else {}

    def _mend(self, edit: Edited, name: str) -> None:
        """Lets a field show what the cards have, or takes it away."""
        node = self._fields(edit)[name]
        for key, value in node.items.items() if isinstance(node, MappingNode) else ():
            if isinstance(value, Scalar) and (mended := self._stand_in(value.text)) != value.text:
                edit.set(("fields", name, key), mended)
        if self._is_drawable(self._read(edit.text).fields[name]):
            return
        if (other := self._counterpart(name)) is not None and isinstance(node, MappingNode):
            with suppress(InputError):
                before = edit.text
                edit.put(("fields", name), _merged(other, node))
                self._read(edit.text)
                return
            edit.text = before
        self._drop(edit, name)

    def _stand_in(self, text: str) -> str:
        for key, other in _STAND_INS.items():
            if key not in self.known:
                text = text.replace(f"{{card.{key}}}", other)
        return text

    def _counterpart(self, name: str) -> MappingNode | None:
        """The present layout's field of the same name; for the name of the card, else its first text."""
        texts = (key for key, each in self.present.fields.items() if isinstance(each, TextField) and each.say)
        own = name if name in self.present.fields else next(texts, None) if name == "name" else None
        if own is None or isinstance(self.present.fields[own], Same):
            return None
        node = self.present.node.below("fields").items[own]
        return node if isinstance(node, MappingNode) else None

    def _is_drawable(self, field: Any) -> bool:
        """Whether all cards have the values that a field reads, and the text that it says."""
        if not _values(names_read(field)) <= self.known:
            return False
        if not isinstance(field, TextField) or not isinstance(field.say, str):
            return True
        strings = self.game.strings[self.game.languages[0]]
        return all(_filled(field.say, card) in strings for card in self.cards)

    def _drop(self, edit: Edited, name: str) -> None:
        """Takes a field away with its copies."""
        for other, node in self._fields(edit).items():
            same = node.get("same") if isinstance(node, MappingNode) else None
            if other == name or (isinstance(same, Scalar) and same.text == name):
                edit.drop(("fields", other))

    def _widen(self, edit: Edited) -> None:
        """Gives the name of the card the room of a value beside it that is not there."""
        fields = self._fields(edit)
        if "name" in fields and "value" not in fields:
            for key in ("left", "right"):
                if edit.value(("fields", "name", key)) is not None:
                    edit.set(("fields", "name", key), _MARGIN)

    def _scale(self, edit: Edited) -> None:
        """Scales the places of fields to the size of the side."""
        for at, keys in ((0, ("left", "right", "width")), (1, ("top", "bottom", "height"))):
            times = self.side.size[at] / _SIZE[at]
            for name, node in self._fields(edit).items() if abs(times - 1) > 0.01 else ():
                for key in keys:
                    value = node.get(key) if isinstance(node, MappingNode) else None
                    if isinstance(value, Scalar) and re.fullmatch(r"-?\d+(\.\d+)?", value.text):
                        edit.set(("fields", name, key), f"{round(float(value.text) * times, 1):g}")

    def _carry(self, edit: Edited, name: str) -> None:
        """Takes over a field of the present layout that shows something which no other field shows."""
        field, node = self.present.fields[name], self.present.node.below("fields").items[name]
        if isinstance(field, Same) or not isinstance(node, MappingNode):
            return
        now = self._read(edit.text)
        shown = set(self._tokens(now, now.fields))
        if not set(self._tokens(self.present, {name: field})) - shown:
            return
        there = self._fields(edit).get(name)
        if isinstance(there, MappingNode) and "same" not in there.items:
            before = edit.text
            with suppress(InputError):
                edit.put(("fields", name), _merged(node, there))
                now = self._read(edit.text)
                if shown <= set(self._tokens(now, now.fields)):
                    return
            edit.text = before
        own = next(each for each in chain([name], (f"{name}{n}" for n in count(2))) if each not in now.fields)
        before = edit.text
        try:
            for style in _styles(field):
                if style not in now.styles and style in self.present.styles:
                    edit.put(("styles", style), flow_text(self.present.node.below("styles").items[style]))
            kept = {key: value for key, value in node.items.items() if key not in ("under", "mask")}
            edit.put(("fields", own), _flow({key: in_brackets(value) for key, value in kept.items()}))
            if not isinstance(field, TextField):
                edit.reorder(("fields", own), self._above(edit, kept))
            self._read(edit.text)
        except InputError:  # it needs another field of the present layout
            edit.text = before

    def _tokens(self, layout: Layout, fields: Mapping[str, Any]) -> Iterator[str]:
        """What fields show: values of cards and of components, strings and texts. A value in a condition counts if the
        present layout uses it nowhere else."""
        yield from (key for key, drawn in self._values_of(layout, fields) if drawn or key not in self.content)
        for _, field in walk_fields(dict(fields)):
            if isinstance(field, TextField) and isinstance(field.say, str):
                known = self.cards and _values(names_read(field)) <= self.known
                yield f"say {_filled(field.say, self.cards[0]) if known else field.say}"
            elif isinstance(field, TextField) and isinstance(field.text, str) and "{" not in field.text:
                yield f"text {field.text}"
            elif isinstance(field, TextField) and field.tell:
                yield f"tell {field.tell}"
            elif isinstance(field, (Strip, Grid)):
                yield f"{field.draw} {field.of}"

    def _values_of(self, layout: Layout, fields: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
        """The values that fields read, each with whether they draw it, or only ask for it in a condition."""
        for _, field in walk_fields(dict(fields)):
            if isinstance(field, Part):
                yield from self._values_of(layout.parts[field.of], layout.parts[field.of].fields)
            for key, name in field_reads(field):
                root, _, value = name.partition(".")
                if root in ("card", "component") and (own := value.partition(".")[0]) not in _OWN:
                    yield f"{root}.{own}", key not in _CONDITIONS

    def _above(self, edit: Edited, keys: Mapping[str, Node]) -> str | None:
        """The field below which another one comes: a ground lies below all, other things below the first text."""
        fields = self._read(edit.text).fields
        if any(isinstance(value, Scalar) and "-bleed" in value.text for value in keys.values()):
            return next(iter(fields))
        return next((name for name, field in fields.items() if isinstance(field, TextField)), None)


def _cards_like(game: Game, side: Side) -> Sequence[Design]:
    """The cards, or the reverses of cards, that share the layout of a side."""
    owner = side.owner
    if not isinstance(owner, Design):
        return ()
    faces = chain.from_iterable(card.faces for card in game.designs if card.kind == owner.kind)
    return [face for face in faces if (face.deck, face.side) == (owner.deck, owner.side)]


def _filled(say: str, card: Design) -> str:
    """The key of a string for a card."""
    return _CARD_VALUE.sub(lambda key: str(card.readable[key[1]]), say)


def _values(names: frozenset[str]) -> set[str]:
    """The keys of cards among the names that a field reads."""
    return {name.split(".")[1] for name in names if name.startswith("card.")}


def _styles(field: Any) -> Iterator[str]:
    for _, each in walk_fields({"": field}):
        if isinstance(each, TextField) and isinstance(each.style, str):
            yield each.style


def _merged(content: MappingNode, place: MappingNode) -> str:
    """A field with the content of one and the place, and style, of another."""
    there = (*PLACE_KEYS, "style", "under", "mask")
    keys = {key: in_brackets(value) for key, value in content.items.items() if key not in there}
    return _flow(keys | {key: in_brackets(value) for key, value in place.items.items() if key in there})


def _flow(keys: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in keys.items()) + "}"
