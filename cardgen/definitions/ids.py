"""Makes the ids of cards from their names if a spreadsheet has none. The order of the lines does not matter."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from cardgen.definitions.evaluate import slug

MAX_ID_LETTERS = 60
_ID = re.compile(r"[a-z0-9]+([_-][a-z0-9]+)*")


def as_id(text: str, digits: bool = False) -> str:
    """Returns a text as an id: unchanged if it is one, else in small letters and hyphens; with `digits`, it may begin
    with a digit. A name in another script gets a few letters made from a digest.
    """
    made = text if _ID.fullmatch(text) and len(text) <= MAX_ID_LETTERS else slug(text)
    if not made:
        return f"card-{hashlib.blake2b(text.encode(), digest_size=4).hexdigest()}"
    return _cut(made if digits or made[0].isalpha() else f"card-{made}")


def ids_of(names: Sequence[str], cells: Sequence[Sequence[str]], digits: bool = False) -> list[str]:
    """Returns an id for each name. The first cell that differs on each card distinguishes cards of one name; without
    such a cell, numbers do, in the order of the cells' content."""
    ids = [as_id(name, digits) for name in names]
    alike: dict[str, list[int]] = {}
    for index, id in enumerate(ids):
        alike.setdefault(id, []).append(index)
    for id, those in alike.items():
        if len(those) > 1:
            for index, end in zip(those, _ends([cells[index] for index in those]), strict=True):
                ids[index] = _cut(id[: MAX_ID_LETTERS - len(end) - 1]) + f"-{end}"
    return ids


def _ends(cells: Sequence[Sequence[str]]) -> list[str]:
    """The endings that distinguish cards of one name."""
    for column in zip(*cells, strict=True):
        ends = [slug(cell)[:20].strip("-") for cell in column]
        if all(ends) and len(set(ends)) == len(ends):
            return ends
    order = sorted(range(len(cells)), key=lambda index: tuple(cells[index]))
    ranks = {index: rank for rank, index in enumerate(order, 1)}
    return [str(ranks[index]) for index in range(len(cells))]


def _cut(id: str) -> str:
    return id[:MAX_ID_LETTERS].rstrip("-_")
