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

MAX_BYTES = 20_000_000  # of all results of one kind
ROOT = Path(os.sep)  # traces have absolute paths, because nobody moves a cache


def keep_result(kind: str, name: str, result: object, seen: Trace) -> None:
    """Keeps a result of JSON values with the trace of files read for it. `name` depends on all its other inputs."""
    cache.keep(kind, name, json.dumps([as_kept(seen, ROOT), result]).encode())
    cache.prune(kind, MAX_BYTES)


def find_result(kind: str, name: str, answers: Answers) -> Any:
    """Returns the result kept under a name, or None if a file of its trace has changed. The caller's trace gets this
    one as well."""
    with contextlib.suppress(ValueError, TypeError):
        seen, result = json.loads(cache.read(kind, name) or b"")
        if answers.agree(kept := of_kept(seen, ROOT, [ROOT])):
            replay(Trace(kept))
            return result
    return None
