"""What stands between braces in a layout: names joined by dots, such as {card.icon}, and nothing more.

Expressions look up plain values in nested mappings; they reach no attribute, call nothing and compute nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cardgen.errors import nearest

_BRACE, _BRACES = re.compile(r"[{}]"), re.compile(r"\{([^{}]*)\}")
_NAME = re.compile(r"[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*(?:\.[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*)*")


def reads(template: str) -> list[str]:
    """The names that a template reads, such as card.icon."""
    return _BRACES.findall(template)


def fill(template: str, scope: Mapping[str, Any]) -> str:
    """The template with its names looked up in `scope`. Raises ValueError for an unknown or improper name."""
    if "{" not in template and "}" not in template:
        return template
    if _BRACE.search(_BRACES.sub("", template)):
        raise ValueError(f"expected braces in pairs, as in {{card.icon}}, got {template!r}")
    return _BRACES.sub(lambda match: str(look_up(match[1], scope)), template)


def look_up(name: str, scope: Mapping[str, Any]) -> Any:
    """The value of a dotted name. Raises ValueError with the nearest name that exists."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"expected a name such as {{card.icon}}, got '{{{name}}}'")
    value: Any = scope
    steps = name.split(".")
    for index, step in enumerate(steps):
        if not isinstance(value, Mapping):
            raise ValueError(f"'{'.'.join(steps[:index])}' has no parts, so '{name}' means nothing")
        if step not in value:
            known = [".".join([*steps[:index], key]) for key in value]
            raise ValueError(f"'{name}' is not defined{nearest('.'.join(steps[: index + 1]), known)}")
        value = value[step]
    if isinstance(value, Mapping):
        raise ValueError(
            f"'{name}' has parts; name one of them{nearest(name + '.', [f'{name}.{key}' for key in value])}"
        )
    if isinstance(value, tuple):
        raise ValueError(f"'{name}' is a list, which cannot be drawn")
    return value


def is_there(name: str, scope: Mapping[str, Any]) -> bool:
    """Whether a dotted name has a value: neither missing, nor empty, nor `no` or `none`, nor a rule that is 0."""
    value: Any = scope
    for step in name.strip("{} ").split("."):
        if not isinstance(value, Mapping) or step not in value:
            return False
        value = value[step]
    return value not in (None, False, 0, "", "no", "none", "false")


def is_drawn(field: Any, scope: Mapping[str, Any]) -> bool:
    """Whether a layout's field is drawn: what its `when` names is there, what its `unless` names is not."""
    return not (field.when and not is_there(field.when, scope)) and not (field.unless and is_there(field.unless, scope))
