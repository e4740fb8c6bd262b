"""The oldest libraries that pyproject.toml allows, as constraints for pip."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

BOUND = re.compile(r"([\w.-]+)(?:\[[^]]*\])?>=([\d.]+)")


def constraints(pyproject: Path, extras: str) -> str:
    """A line for each library that is needed, or that `extras` such as "[desk]" need: its name and its lower bound.

    Raises ValueError for a library without one.
    """
    project = tomllib.loads(pyproject.read_text("utf-8"))["project"]
    needed = [*project["dependencies"]]
    for name in re.findall(r"\w+", extras):
        needed += project["optional-dependencies"][name]
    found = []
    for each in needed:
        bound = BOUND.match(each)
        if bound is None:
            raise ValueError(f"{each}: expected a lower bound, as in reportlab>=4.4")
        found.append(f"{bound[1]}=={bound[2]}" + (".*" if bound[2].count(".") < 2 else ""))
    return "\n".join(found) + "\n"
