"""Writes into a game's templates the hashes of the clauses, as they are now, of their sentences."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from cardgen.definitions.game import Game
from cardgen.definitions.nodes import Mapping
from cardgen.definitions.yaml_source import read_text
from cardgen.foundations.errors import UNKNOWN_NAME, Place, fail, nearest
from cardgen.rulebook.marks import parse_clauses
from cardgen.rules.clause_changes import clause_at, hash_of, is_within, paths_of
from cardgen.store.library import RULES
from cardgen.store.reach import matching
from cardgen.store.writing import replace_file

_MARK = re.compile(r"""(\{%[-+]?\s*tells\s+)(["'])([^"'\n]{0,1000})\2""")


def seal(game: Game, renewed: Collection[str]) -> list[str]:
    """Writes the hash of a clause into each mark that has none, or that names one of `renewed`.

    Returns a line for each file that changed. Raises InputError for unknown clauses.
    """
    if game.clauses is None:
        raise fail(f"{game.name} has no {RULES}, so it has no clauses to mark sentences with", game.node.place)
    for path in renewed:
        if clause_at(game.clauses, path) is None:
            raise fail(f"there is no clause '{path}'{nearest(path, paths_of(game.clauses))}", code=UNKNOWN_NAME)
    return list(_sealed(game, game.clauses, renewed))


def _sealed(game: Game, clauses: Mapping, renewed: Collection[str]) -> Iterator[str]:
    for folder in game.home.rulebooks:
        for file in filter(game.home.owns, matching(folder, "*.j2")):
            before = read_text(file)
            text, written = sealed(before, clauses, renewed)
            if text != before:
                replace_file(file, text.encode(), *game.home.grounds)
                yield f"{Place(str(file))}: {', '.join(dict.fromkeys(written))}"


def sealed(text: str, clauses: Mapping, renewed: Collection[str]) -> tuple[str, list[str]]:
    """A template's text with the hashes of its marks, and the new hashes."""
    written: list[str] = []

    def mark(match: re.Match[str]) -> str:
        sealed = []
        for each in parse_clauses(match[3]):
            node = clause_at(clauses, each.path)
            new = node and (not each.hash or any(is_within(each.path, path) for path in renewed))
            hash = hash_of(node) if node and new else each.hash
            sealed.append(f"{each.path} {hash}".rstrip())
            written.extend(sealed[-1:] if hash != each.hash else [])
        return f"{match[1]}{match[2]}{', '.join(sealed)}{match[2]}"

    return _MARK.sub(mark, text), written
