"""Keeps static findings between commands, as JSON, and uses them again while the files of the game are unchanged."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from cardgen.foundations.errors import InputError, Place
from cardgen.foundations.findings import ALL, Finding
from cardgen.press.keyed import bounds_of, values_key
from cardgen.press.options import Options
from cardgen.store import cache
from cardgen.store.answers import Answers, as_kept, of_kept
from cardgen.store.library import Home
from cardgen.store.traces import Trace, replay, tracing

KIND = "static"
MOST_BYTES = 20_000_000
ROOT = Path(os.sep)  # what files are kept relative to, as nobody moves a cache
Checked = tuple[list[Finding], bool]  # what was found, and whether it is all that there is to find


def recalled(
    home: Home, variant: str, asked: Options, answers: Answers, check: Callable[[], Checked]
) -> Sequence[Finding]:
    """What `check` finds, or found when all that it read was as it is now. Raises InputError as it does."""
    if (known := _find_kept(home, variant, asked, answers)) is not None:
        return known
    with tracing() as seen:
        found, whole = check()
    if whole:
        told = [_as_list(finding) for finding in found]
        cache.keep(KIND, _name(home, variant, asked), json.dumps([as_kept(seen, ROOT), told]).encode())
        cache.prune(KIND, MOST_BYTES)
    return found


def is_kept(home: Home, variant: str, asked: Options, answers: Answers) -> bool:
    """Whether findings were kept, and nothing that they were found in has changed."""
    try:
        return _find_kept(home, variant, asked, answers) is not None
    except InputError:
        return False


def _find_kept(home: Home, variant: str, asked: Options, answers: Answers) -> Sequence[Finding] | None:
    with contextlib.suppress(ValueError, TypeError, KeyError):
        seen, told = json.loads(cache.read(KIND, _name(home, variant, asked)) or b"")
        if answers.agree(kept := of_kept(seen, ROOT, bounds_of(home))):
            replay(Trace(kept))
            return [_finding(each) for each in told]
    return None


def _name(home: Home, variant: str, asked: Options) -> str:
    about = values_key(home, variant, asked), os.getcwd()
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
