"""What a template is given: plain values alone, as a module, a class or a function leads to all of Python.

Templates of rulebooks come with games, and a game may come from a stranger.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields, is_dataclass

PLAIN = (str, int, float, type(None))


def require_plain(values: Mapping[str, object], functions: Collection[str] = ()) -> None:
    """Raises TypeError where a value is, or holds, something else than texts, numbers, lists, mappings and data
    classes of them; `functions` are the names of those values that may be functions."""
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
