"""Checks the sentences of rulebooks that are linked to clauses: sentences that are out of date, and clauses without
one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from cardgen.definitions.game import Game
from cardgen.definitions.nodes import Node
from cardgen.foundations.errors import Place, nearest
from cardgen.foundations.findings import Finding
from cardgen.press.books import TEMPLATES, BookMaker
from cardgen.rulebook.clause_sentences import SENTENCE, covered_paths, needed_paths, own_sentences, uncovered
from cardgen.rulebook.marks import Mark
from cardgen.rules.clause_changes import (
    changes_of,
    clause_at,
    clause_sentences_text,
    hash_of,
    is_silent,
    key_of,
    paths_of,
    to_tell,
)
from cardgen.store.library import typed_name

LONGEST = 60  # characters of a clause that a message shows


def check_sentences(maker: BookMaker) -> Iterator[Finding]:
    """Reports the faults of the books in one language, if any of their sentences is linked to a clause."""
    game = maker.composer.game
    if game.clauses is None:
        return
    sources = (game.home.rulebook(name.format(maker.language)) for name in TEMPLATES)
    marks = {path: maker.marks(path) for path in sources if path}
    if all(mark.untold for of in marks.values() for mark in of):
        return
    of_rulebook = next(iter(marks.values()))  # the rulebook covers all clauses, a summary only some
    if game is maker.base:
        yield from _changed(game, list(dict.fromkeys(mark for of in marks.values() for mark in of)))
        yield from _untold(game, maker.language, of_rulebook)
    else:
        untold = [each.path for mark in of_rulebook if mark.untold for each in mark.clauses]
        yield from _of_variant(game, maker.base, maker.language, untold)
        yield from _beside(game, maker.base, maker.language, of_rulebook)
    yield from _orphaned_sentences(game, maker.base, maker.language)


def _changed(game: Game, marks: Iterable[Mark]) -> Iterator[Finding]:
    """Marks whose clauses have changed since the sentence was written, or no longer exist."""
    assert game.clauses is not None
    for mark in marks:
        for each in dict.fromkeys(mark.clauses):
            node = clause_at(game.clauses, each.path)
            if node is None:
                hint = nearest(each.path, paths_of(game.clauses))
                yield _finding(game, "clause-gone", f"there is no clause '{each.path}'{hint}", mark.place, each.path)
            elif mark.untold:
                continue
            elif not each.hash:
                seal = f"'cardgen seal {typed_name(game.home)}' writes {_sealed(each.path, node)}"
                message = f"the sentence on '{each.path}' has no hash; {seal}"
                yield _finding(game, "clause-unsealed", message, mark.place, each.path, "unsealed")
            elif each.hash != hash_of(node):
                message = (
                    f"'{each.path}' has changed since you wrote this, and is now: "
                    f"{_short(clause_sentences_text(node))}; if the sentence is still true, "
                    f"write {_sealed(each.path, node)}"
                )
                yield _finding(game, "clause-changed", message, mark.place, each.path)


def _untold(game: Game, language: str, marks: Sequence[Mark]) -> Iterator[Finding]:
    """The clauses that no mark covers; those inside one clause count together."""
    assert game.clauses is not None
    known = {each.path for mark in marks for each in mark.clauses}
    covered: set[str] = set()  # the clauses with a sentence, and all clauses around them
    left = []
    for path in to_tell(game):
        above = _above(path)
        if known.isdisjoint(above):
            left.append(above)
        else:
            covered.update(above)
    covered.update(each for path in known for each in _above(path))
    named = dict.fromkeys(next(each for each in above if each not in covered) for above in left)
    for path in named:
        said = _short(clause_sentences_text(clause_at(game.clauses, path)))
        message = f"{language}: no sentence explains the clause '{path}' ({said})"
        yield _finding(game, "clause-untold", message, key_of(game.clauses, path), path, f"untold {language}")


def _above(path: str) -> list[str]:
    """A clause and all clauses around it, the outermost first."""
    parts = path.split(".")
    return [".".join(parts[: count + 1]) for count in range(len(parts))]


def _of_variant(game: Game, base: Game, language: str, untold: Iterable[str]) -> Iterator[Finding]:
    """The clauses that a variant changes without a sentence on them. A clause that needs a translation is reported like
    any other."""
    own = {*own_sentences(game, base, game.languages[0]), *own_sentences(game, base, language)}
    own_paths = covered_paths(game, base, own)
    needed = needed_paths(game, base, untold)
    for change in changes_of(game, base):
        if not is_silent(change.path) and uncovered(change, own_paths, needed):
            now = f"is now: {_short(clause_sentences_text(change.now))}" if change.now is not None else "is removed"
            message = (
                f"{language}: the clause '{change.path}' {now}, but no sentence says so; "
                f"add texts.{language}.{SENTENCE}{change.path}: ..."
            )
            yield _finding(game, "clause-untold", message, change.place, change.path)


def _beside(game: Game, base: Game, language: str, marks: Iterable[Mark]) -> Iterator[Finding]:
    """A variant's sentences that replace nothing, because the changed text shares a mark with other lines."""
    own = own_sentences(game, base, language)
    for mark in marks:
        for each in mark.clauses if mark.block else ():
            if each.path in own:
                where = f"{Path(mark.place.file).name}:{mark.place.line}"
                message = (
                    f"{language}: the rulebook explains '{each.path}' in several lines under one mark ({where}), so "
                    "cardgen keeps these lines and adds this sentence; give the line that it replaces a mark of its "
                    "own"
                )
                yield _finding(game, "clause-beside", message, own[each.path].place, each.path)


def _orphaned_sentences(game: Game, base: Game, language: str) -> Iterator[Finding]:
    """The sentences of clauses that neither the game nor its base has."""
    assert game.clauses is not None and base.clauses is not None
    for key, entry in game.strings[language].items():
        path = key.removeprefix(SENTENCE)
        known = key == path or clause_at(game.clauses, path) or clause_at(base.clauses, path)
        if known is None and (game is base or entry != base.strings[language].get(key)):
            hint = nearest(path, paths_of(game.clauses))
            yield _finding(game, "clause-gone", f"{language}: there is no clause '{path}'{hint}", entry.place, path)


def _sealed(path: str, node: Node) -> str:
    return f'"{path} {hash_of(node)}"'


def _short(said: str) -> str:
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 3].rstrip()}..."


def _finding(game: Game, code: str, message: str, place: Place, path: str, cause: str = "") -> Finding:
    return Finding(code, message, place, game.name, game.variant, who=path, cause=cause)
