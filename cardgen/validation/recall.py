"""Keeps static findings between commands, as JSON, and uses them again while the files of the game are unchanged."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Sequence

from cardgen.foundations.errors import InputError, Place
from cardgen.foundations.findings import ALL, Finding
from cardgen.press.files import Files
from cardgen.press.keyed import edition_key
from cardgen.press.options import Options
from cardgen.store import cache
from cardgen.store.library import Home

KIND = "static"
MOST_BYTES = 20_000_000
Checked = tuple[list[Finding], bool]  # what was found, and whether the key tells all that it was found in


def recalled(home: Home, variant: str, asked: Options, files: Files, check: Callable[[], Checked]) -> Sequence[Finding]:
    """What `check` finds, or found when all files were as they are now. Raises InputError as it does."""
    name = _name(home, variant, asked, files)
    with contextlib.suppress(ValueError, TypeError, KeyError):
        return [_finding(told) for told in json.loads(cache.read(KIND, name) or b"")]
    found, whole = check()
    if whole:
        cache.keep(KIND, name, json.dumps([_as_list(finding) for finding in found]).encode())
        cache.prune(KIND, MOST_BYTES)
    return found


def is_kept(home: Home, variant: str, asked: Options, files: Files) -> bool:
    """Whether findings were kept, because `edition_key` tells all that they were found in."""
    try:
        return cache.read(KIND, _name(home, variant, asked, files)) is not None
    except InputError:
        return False


def _name(home: Home, variant: str, asked: Options, files: Files) -> str:
    about = edition_key(home, variant, asked, files), os.getcwd()
    return hashlib.sha256(repr(about).encode()).hexdigest()[:32]


def _as_list(finding: Finding) -> list:
    place = [getattr(finding.place, name) for name in Place.__match_args__] if finding.place else None
    return [
        finding.code,
        finding.message,
        place,
        finding.game,
        finding.variant,
        finding.who,
        finding.cause,
        finding.quiet,
    ]


def _finding(told: list) -> Finding:
    code, message, place, game, variant, who, cause, quiet = told
    if code not in ALL:
        raise KeyError(code)  # there no longer is such a finding
    return Finding(code, message, Place(*place) if place else None, game, variant, who=who, cause=cause, quiet=quiet)
