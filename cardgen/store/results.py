"""Keeps results between commands as JSON, each with the trace of its inputs. A result is valid until one of these
changes."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

from cardgen.store import cache
from cardgen.store.answers import Answers, as_kept, of_kept
from cardgen.store.traces import Trace, replay

MOST_BYTES = 20_000_000  # of a kind
ROOT = Path(os.sep)  # what files are kept relative to, as nobody moves a cache


def keep_result(kind: str, name: str, result: object, seen: Trace) -> None:
    """Keeps a result, of values that JSON has, with what was read for it. The name tells all else that it follows
    from."""
    cache.keep(kind, name, json.dumps([as_kept(seen, ROOT), result]).encode())
    cache.prune(kind, MOST_BYTES)


def find_result(kind: str, name: str, answers: Answers) -> Any:
    """The result that was kept under a name, if whatever was read for it is as it was; else None. What was read counts
    for the trace of whoever asks."""
    with contextlib.suppress(ValueError, TypeError):
        seen, result = json.loads(cache.read(kind, name) or b"")
        if answers.agree(kept := of_kept(seen, ROOT, [ROOT])):
            replay(Trace(kept))
            return result
    return None
