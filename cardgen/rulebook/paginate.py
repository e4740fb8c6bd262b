"""Atoms to columns of one height: where pages end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.rulebook.atoms import Atom, Keep


@dataclass(frozen=True, slots=True)
class Placed:
    """An atom and its top, in mm below that of the text."""

    atom: Atom
    top: float


def paginate(atoms: Sequence[Atom], height: float) -> list[list[Placed]]:
    """The atoms of each page. What is held together and higher than a page is divided after all."""
    pages: list[list[Placed]] = [[]]
    for chunk in _chunks(atoms, Keep.WISH):
        _add(chunk, pages, height, Keep.WISH)
    return [page for page in pages if page]


def tallest(atoms: Sequence[Atom]) -> float:
    """The least height of a column, in mm, in which nothing that is held together is divided."""
    return max((_bottom(_stack(chunk, [])) for chunk in _chunks(atoms, Keep.WISH)), default=0.0)


def _chunks(atoms: Sequence[Atom], least: Keep) -> list[list[Atom]]:
    """Runs of atoms that are held together at least so strongly."""
    found: list[list[Atom]] = [[]]
    for atom in atoms:
        if atom.new_page and found[-1]:
            found.append([])
        found[-1].append(atom)
        if atom.keep < least:
            found.append([])
    return [chunk for chunk in found if chunk]


def _add(chunk: list[Atom], pages: list[list[Placed]], height: float, least: Keep) -> None:
    here, there = _stack(chunk, pages[-1]), _stack(chunk, [])
    if not (chunk[0].new_page and pages[-1]) and _bottom(here) <= height + 1e-6:
        pages[-1] += here
    elif _bottom(there) <= height + 1e-6 or len(chunk) == 1:
        pages.append(there)
    else:
        if chunk[0].new_page and pages[-1]:
            pages.append([])
        weaker = Keep(least + 1) if least < Keep.MUST else None
        for part in _chunks(chunk, weaker) if weaker else [[atom] for atom in chunk]:
            if weaker:
                _add(part, pages, height, weaker)
            else:
                _add(part, pages, height, least)


def _stack(chunk: list[Atom], above: list[Placed]) -> list[Placed]:
    """The chunk below what stands on a page; on an empty one below the header that its first atom wants."""
    found: list[Placed] = []
    last = above[-1] if above else None
    if last is None and chunk[0].header is not None:
        last = Placed(chunk[0].header, 0.0)
        found.append(last)
    for atom in chunk:
        top = last.top + last.atom.height + max(last.atom.after, atom.before) if last else 0.0
        last = Placed(atom, top)
        found.append(last)
    return found


def _bottom(placed: list[Placed]) -> float:
    return placed[-1].top + placed[-1].atom.height
