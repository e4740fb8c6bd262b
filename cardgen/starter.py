"""Makes a small printable game to start from: a copy of `templates/starter` under a new name."""

from __future__ import annotations

import shutil
from pathlib import Path

from cardgen.definitions.fields import name as valid_name
from cardgen.errors import Place, fail
from cardgen.library import BUILTIN

TITLE = "My Game"  # what the starter's texts call it


def make_game(name: str) -> Path:
    """A new folder `name` with a game in it; raises InputError if it exists or cannot be a game's name."""
    folder = Path(name)
    try:
        valid_name(folder.name)
    except ValueError as error:
        raise fail(str(error)) from None
    if folder.exists():
        raise fail("there is something of this name already", Place(str(folder)))
    title = folder.name.replace("_", " ").replace("-", " ").title()
    try:
        shutil.copytree(BUILTIN / "templates" / "starter", folder)
        for path in (folder / "strings").glob("*.yaml"):
            path.write_text(path.read_text("utf-8").replace(TITLE, title), "utf-8")
    except OSError as error:
        raise fail(f"cannot be written: {error.strerror}", Place(str(folder))) from None
    return folder
