"""Edits fields of layout files: only the keys that change, in a layout's own file or in one that it extends."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import yaml

from cardgen.definitions.edit import Edited
from cardgen.definitions.layout_reading import read_layout
from cardgen.definitions.layouts import Layout, steps_to
from cardgen.definitions.nodes import Scalar
from cardgen.definitions.overlay import DROP
from cardgen.definitions.yaml_source import read_text
from cardgen.foundations.errors import Place
from cardgen.store.library import Home

_KEY = re.compile(r"\{\s*[\w-]+\s*:\s")


class LayoutEdit:
    """Changes to fields of one layout, before they are written.

    A method takes the name of a field, 'price.coin' for one in a group, and the `file` to change: the layout's own if
    it is left out. Methods raise InputError if a file cannot be changed without loss.
    """

    def __init__(self, home: Home, layout: Layout) -> None:
        self.home, self.layout = home, layout
        self.own = home.find("layouts", layout.name)
        self._before: dict[Path, str] = {}
        self._edits: dict[Path, Edited] = {}

    def file_of(self, field: str, key: str) -> Path | None:
        """Returns the file that gives a key of a field; None if none does."""
        node = self.layout.node.below(*steps_to(field)).get(key)
        return Path(node.place.file) if node else None

    def text(self, field: str, key: str, file: Path | None = None) -> str | None:
        """Returns the text of a key as the file has it; None if the file does not give it as one text."""
        return self._edit(file).value((*steps_to(field), key))

    def set(self, field: str, key: str, text: str | None, file: Path | None = None) -> None:
        """Writes a key of a field. None takes it out of the file, or drops one that the layout inherits."""
        edit, path = self._edit(file), (*steps_to(field), key)
        if text is not None:
            edit.put(path, text) if _is_flow(text) else edit.set(path, text)
        elif self.file_of(field, key) == (file or self.own):
            edit.drop(path)
        elif self._inherits(*path):
            edit.set(path, DROP)

    def forget(self, field: str, key: str, file: Path | None = None) -> None:
        """Takes a key out of a file, so that a field has what the layout inherits, or the default."""
        self._edit(file).drop((*steps_to(field), key))

    def add(self, field: str, keys: Mapping[str, str]) -> None:
        """Adds a field on top of all others."""
        path = steps_to(field)
        self._edit().put(path, "{" + ", ".join(f"{key}: {value}" for key, value in keys.items()) + "}")

    def remove(self, field: str) -> None:
        """Takes a field away, and also one that the layout inherits."""
        edit, path = self._edit(), steps_to(field)
        edit.drop(path)
        if self._inherits(*path):
            edit.set(path, DROP)

    def reorder(self, field: str, before: str | None) -> None:
        """Draws a field just below another one of the same file, or above all of them."""
        self._edit().reorder(steps_to(field), before)

    def changed(self) -> dict[Path, tuple[str, str]]:
        """Returns the text of each changed file, before and after."""
        return {
            path: (self._before[path], edit.text)
            for path, edit in self._edits.items()
            if edit.text != self._before[path]
        }

    def draft(self, name: str) -> Layout:
        """Returns a layout as it reads with these changes. Raises InputError."""
        texts = {path: after for path, (_, after) in self.changed().items()}
        return read_layout(self.home, name, Place(str(self.own)), texts)

    def _edit(self, file: Path | None = None) -> Edited:
        path = file or self.own
        if path not in self._edits:
            self._before[path] = read_text(path)
            self._edits[path] = Edited(self._before[path], str(path), flow=True)
        return self._edits[path]

    def _inherits(self, *path: str) -> bool:
        """Whether one of the extended layouts has a value at a path."""
        base = self.layout.node.get("extends")
        if not isinstance(base, Scalar):
            return False
        *above, key = path
        return read_layout(self.home, base.text, base.place).node.below(*above).get(key) is not None


def _is_flow(text: str) -> bool:
    """Whether a text is a YAML list, or keys with values, in one line, and not an expression such as `{card.name}`."""
    text = text.strip()
    if not (text.startswith("[") or _KEY.match(text)):
        return False
    try:
        return isinstance(yaml.safe_load(text), (list, dict))
    except (yaml.YAMLError, TypeError):
        return False
