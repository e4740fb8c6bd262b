"""`cardgen schema`: writes the JSON Schemas from which editors complete definition files."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from cardgen.commands import DONE
from cardgen.foundations.terminal import say


def declare(command: argparse.ArgumentParser) -> None:
    folder = "where to write (default: the library's templates/schemas, else schemas)"
    command.add_argument("--out", type=Path, metavar="DIR", help=folder)


def run(options: argparse.Namespace) -> int:
    from cardgen.definitions.schema import schemas, write_schemas
    from cardgen.rules.schema import FILE, rules_schema
    from cardgen.store.library import library_of

    library = library_of(Path.cwd())
    shared = Path(os.path.relpath(library)) / "templates" if library and (library / "templates").is_dir() else Path()
    for path in write_schemas(options.out or shared / "schemas", schemas() | {FILE: rules_schema()}):
        say(path)
    return DONE
