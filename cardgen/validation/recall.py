"""Keeps static findings between commands, as JSON, and uses them again while the files of the game are unchanged."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable, Sequence

from cardgen.foundations.errors import InputError, Place
from cardgen.foundations.findings import ALL, Finding
from cardgen.press.edition_key import values_key
from cardgen.press.options import Options
from cardgen.store.answers import Answers
from cardgen.store.library import Home
from cardgen.store.results import find_result, keep_result
from cardgen.store.traces import tracing

KIND = "static"
Checked = tuple[list[Finding], bool]  # findings, and whether they are complete


def recalled(
    home: Home, variant: str, asked: Options, answers: Answers, check: Callable[[], Checked]
) -> Sequence[Finding]:
    """Returns what `check` finds, or what it found before if everything that it read is unchanged. Raises InputError as
    `check` does."""
    if (known := _find_kept(home, variant, asked, answers)) is not None:
        return known
    with tracing() as seen:
        findings, whole = check()
    if whole:
        keep_result(KIND, _name(home, variant, asked), [_as_list(finding) for finding in findings], seen)
    return findings


def is_kept(home: Home, variant: str, asked: Options, answers: Answers) -> bool:
    """Returns whether findings are kept and everything that they come from is unchanged."""
    try:
        return _find_kept(home, variant, asked, answers) is not None
    except InputError:
        return False


def _find_kept(home: Home, variant: str, asked: Options, answers: Answers) -> Sequence[Finding] | None:
    kept = find_result(KIND, _name(home, variant, asked), answers)
    with contextlib.suppress(ValueError, TypeError, KeyError):
        return None if kept is None else [_finding(each) for each in kept]
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


def _finding(kept: list) -> Finding:
    code, message, place, game, variant, who, cause, quiet = kept
    if code not in ALL:
        raise KeyError(code)  # this version has no such finding
    return Finding(code, message, Place(*place) if place else None, game, variant, who=who, cause=cause, quiet=quiet)
