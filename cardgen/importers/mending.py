"""Removes the fields of a drafted game that prevent a build, one by one, and reports each."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

from cardgen.faces.compose import Composer
from cardgen.foundations.errors import Fault, InputError
from cardgen.importers.game import Drafted, write
from cardgen.importers.layout import Field
from cardgen.importers.model import Project
from cardgen.importers.table import called
from cardgen.rules.load import load_game
from cardgen.store.library import find_game
from cardgen.store.reach import read_bytes

ROUNDS = 6  # each leaves out all fields that are at fault: what is behind them comes to light in the next


def write_what_builds(draft: Drafted, project: Project, folder: Path) -> None:
    """Writes a game, and leaves out the fields that are at fault until it can be built."""
    for _ in range(ROUNDS):
        write(draft, project, folder)
        faults = _faults(folder)
        if not any([_left_out(draft, project, folder, fault) for fault in faults]):
            return
    write(draft, project, folder)


def _faults(folder: Path) -> tuple[Fault, ...]:
    try:
        Composer(load_game(find_game(str(folder.resolve()))))
    except InputError as error:
        return error.faults
    return ()


def _left_out(draft: Drafted, project: Project, folder: Path, fault: Fault) -> bool:
    """Whether a fault is one of a field's, which then is left out."""
    if not fault.place:
        return False
    path = Path(fault.place.file)
    layout = f"layouts/{path.stem}.yaml"
    fields = draft.fields.get(layout, [])
    if path.suffix == ".csv":
        told = re.search(r"has no '(.+?)'|[\w-]+\.(.+?): ", fault.message)
        read = json.dumps(called((told[1] or told[2]) if told else "\0"), ensure_ascii=False)[1:-1]
        guilty = {field.name for field in fields if f"{{{read}}}" in field.text}
    else:
        lines = read_bytes(folder / layout).decode("utf-8").splitlines() if fields else []
        line = lines[fault.place.line - 1] if 0 < fault.place.line <= len(lines) else ""
        guilty = {field.name for field in fields if line.startswith(f"  {field.name}: ")}
    kept = [field.name in guilty and not field.out for field in fields]
    if not any(kept):
        return False
    why = fault.message.partition(": ")[2] or fault.message
    for field in (field for field, out in zip(fields, kept, strict=True) if out):
        project.lose(field.line, f"left out: {field.name}: {why}")
    draft.fields[layout] = [_out(field, why) if out else field for field, out in zip(fields, kept, strict=True)]
    return True


def _out(field: Field, why: str) -> Field:
    return replace(field, out=why)
