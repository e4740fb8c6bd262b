"""Removes the fields of a drafted game that prevent a build, one by one, and reports each."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

from cardgen.faces.compose import Composer
from cardgen.foundations.errors import Fault, InputError
from cardgen.importers.game import GameDraft, write
from cardgen.importers.layout import Field
from cardgen.importers.model import Project
from cardgen.importers.table import column_name
from cardgen.rules.load import load_game
from cardgen.store.library import find_game
from cardgen.store.reach import read_bytes

ROUNDS = 6  # each leaves out all faulty fields; the next one finds the faults that they hid


def write_what_builds(draft: GameDraft, project: Project, folder: Path) -> None:
    """Writes a game, and leaves out faulty fields until it can be built."""
    for _ in range(ROUNDS):
        write(draft, project, folder)
        faults = _faults(folder)
        if not any([_leave_out(draft, project, folder, fault) for fault in faults]):
            return
    write(draft, project, folder)


def _faults(folder: Path) -> tuple[Fault, ...]:
    try:
        Composer(load_game(find_game(str(folder.resolve()))))
    except InputError as error:
        return error.faults
    return ()


def _leave_out(draft: GameDraft, project: Project, folder: Path, fault: Fault) -> bool:
    """Leaves out the fields that a fault concerns. Returns whether there are any."""
    if not fault.place:
        return False
    path = Path(fault.place.file)
    layout = f"layouts/{path.stem}.yaml"
    fields = draft.fields.get(layout, [])
    if path.suffix == ".csv":
        match = re.search(r"has no '(.+?)'|[\w-]+\.(.+?): ", fault.message)
        reference = json.dumps(column_name((match[1] or match[2]) if match else "\0"), ensure_ascii=False)[1:-1]
        names = {field.name for field in fields if f"{{{reference}}}" in field.text}
    else:
        lines = read_bytes(folder / layout).decode("utf-8").splitlines() if fields else []
        line = lines[fault.place.line - 1] if 0 < fault.place.line <= len(lines) else ""
        names = {field.name for field in fields if line.startswith(f"  {field.name}: ")}
    at_fault = [field.name in names and not field.out for field in fields]
    if not any(at_fault):
        return False
    why = fault.message.partition(": ")[2] or fault.message
    for field in (field for field, out in zip(fields, at_fault, strict=True) if out):
        project.lose(field.line, f"left out: {field.name}: {why}")
    draft.fields[layout] = [_out(field, why) if out else field for field, out in zip(fields, at_fault, strict=True)]
    return True


def _out(field: Field, why: str) -> Field:
    return replace(field, out=why)
