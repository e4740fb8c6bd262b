"""Examines the faces of a large game on all cores, before its checks ask for the results."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cardgen.faces.checks import check_texts
from cardgen.faces.compose import Composer
from cardgen.faces.face_builder import CheckResults
from cardgen.faces.sides import Side
from cardgen.press.cores import each
from cardgen.store.processes import processors
from cardgen.store.traces import replay, tracing
from cardgen.validation.behind import Behind
from cardgen.validation.overlaps import check_overlaps

PARALLEL_FROM = 500  # faces; fewer are examined before processes start

Known = dict[str, CheckResults]  # results by names of sides


def examine_ahead(composer: Composer) -> None:
    """Examines the texts of all faces, if there are many, before the checks of texts and overlaps need the results."""
    sides = composer.sides
    if composer.draft or len(sides) * len(composer.checked_languages) < PARALLEL_FROM:  # faces of a draft are not kept
        return
    parts = [sides[first :: processors()] for first in range(processors())]
    with tracing() as seen:
        results = each(partial(_examine, composer, parts), range(len(parts)), "checking faces")
    replay(seen)
    known = {name: of for part in results for name, of in part.items()}
    for side in sides:
        faces = composer.faces(side)
        faces.add_check_results(known[side.name])
        with tracing(faces.reading.supplies.seen):
            replay(seen)  # other editions that show these faces depend on the same files


def _examine(composer: Composer, parts: Sequence[Sequence[Side]], number: int) -> Known:
    part = composer.limited_to(parts[number])
    for check in (check_texts(part, Behind(part)), check_overlaps(part)):
        for _ in check:
            pass
    return {side.name: part.faces(side).check_results() for side in parts[number]}
