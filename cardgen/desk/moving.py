"""Changes the keys of fields that people move by hand: the smallest change, or back to what a field was before."""

from __future__ import annotations

from pathlib import Path

from cardgen.definitions.layout_edit import LayoutEdit
from cardgen.definitions.layouts import steps_to
from cardgen.definitions.nodes import Scalar
from cardgen.desk.answers import Refused
from cardgen.desk.layout_fields import PlacedField, is_expression
from cardgen.faces.compose import Composer
from cardgen.faces.placing import PLACE_KEYS, FixedKeyError, PlaceChange, is_same, place_changes
from cardgen.graphics.geometry import Box

_Axis = tuple[Path, tuple[str, ...]]  # a layout's file, and the steps to the keys of an axis
_Texts = dict[tuple[Path, str], str | None]  # of keys in their files


class OriginalKeys:
    """The keys of fields that were moved at this desk, as they were before. If you move a field back to its old place,
    cardgen writes its old keys."""

    def __init__(self) -> None:
        self._known: dict[_Axis, tuple[_Texts, tuple[float, ...]]] = {}
        self._written: dict[_Axis, _Texts] = {}

    def write(self, edit: LayoutEdit, field: str, change: PlaceChange, parent: bool) -> None:
        """Writes a change, or the old keys if it leads back to the old place. With `parent`, it writes into the files
        that give the keys."""
        files = {key: file_to_change(edit, field, key, parent) or edit.own for key in change.keys}
        now = {(file, key): edit.text(field, key, file) for key, file in files.items()}
        axis = edit.own, (*steps_to(field), *change.keys)
        if (
            axis not in self._known or self._written[axis] != now
        ):  # the first move, or somebody else has changed the file
            self._known[axis] = now, change.before
        texts, value = self._known[axis]
        if not is_same(value, change.after):
            texts = now | {(files[key], key): text for key, text in change.texts.items()}
        self._written[axis] = texts
        for (file, key), text in texts.items():
            if text is None:
                edit.forget(field, key, file)
            else:
                edit.set(field, key, text, file)


def changes_of_place(
    composer: Composer, placed: PlacedField, language: str, after: tuple[tuple[float, ...], float]
) -> list[PlaceChange]:
    """The changes of a field's keys for a new box and turn. Raises Refused for what cannot be moved by hand."""
    spot, field = placed.spot, placed.field
    node = spot.layout.node.below(*steps_to(spot.name))
    if "same" in node.items:
        raise Refused("layout.fixed.same")
    if spot.stack:
        raise Refused("layout.fixed.stack")
    written: dict[str, str | None] = {}
    for key in PLACE_KEYS:
        if (value := node.get(key)) is not None:
            written[key] = value.text if isinstance(value, Scalar) and not is_expression(value) else None
    width = spot.frame.width
    (left, top, right, bottom), turn = after
    new: tuple[Box, float] = (left, top, right, bottom), turn
    old: tuple[Box, float] = placed.box, field.turn
    if language in composer.game.mirrored:
        new, old = (_mirrored(new[0], width), -turn), (_mirrored(old[0], width), field.turn)
    bleed = 0.0 if getattr(field, "bleed", "none") != "none" else composer.bleed
    try:
        return list(place_changes(written, old, new, (width, spot.frame.height), bleed))
    except FixedKeyError:
        raise Refused("layout.fixed.computed") from None


def _mirrored(box: Box, width: float) -> Box:
    left, top, right, bottom = box
    return width - right, top, width - left, bottom


def file_to_change(edit: LayoutEdit, field: str, key: str, parent: bool) -> Path | None:
    """The file to change: the layout's own, or the one that gives the key."""
    return (edit.file_of(field, key) or edit.file_of(field, "draw")) if parent else None
