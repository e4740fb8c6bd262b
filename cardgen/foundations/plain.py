"""Checks that templates get only plain values, because a module, a class or a function would lead to all of Python.

Templates of rulebooks come with games, and a game can come from a stranger.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields, is_dataclass

PLAIN = (str, int, float, type(None))


def require_plain(values: Mapping[str, object], functions: Collection[str] = ()) -> None:
    """Raises TypeError for a value that is or contains anything but texts, numbers, lists, mappings and dataclasses.

    The values named in `functions` can be functions.
    """
    ahead = [(name, value) for name, value in values.items() if not (name in functions and callable(value))]
    while ahead:
        name, value = ahead.pop()
        if not isinstance(value, PLAIN):
            ahead.extend((name, part) for part in _parts(name, value))


def _parts(name: str, value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return [*value, *value.values()]
    if isinstance(value, (list, tuple, set, frozenset)):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name) for field in fields(value)]
    raise TypeError(f"a template may not be given '{name}': {type(value).__qualname__}")
