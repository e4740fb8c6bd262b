"""Chooses the sentences on clauses that a book prints: those of a variant replace the game's. Marks changed ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from cardgen.definitions.fields import word
from cardgen.definitions.game import Game
from cardgen.definitions.nodes import Node
from cardgen.definitions.strings_file import Entry
from cardgen.foundations.errors import fail
from cardgen.rulebook.inline import CHANGED, UNCHANGED
from cardgen.rulebook.marks import Mark, parse_clauses
from cardgen.rulebook.placing import Placing
from cardgen.rules.clause_changes import (
    Change,
    changes_of,
    clause_at,
    hash_of,
    is_silent,
    is_within,
    leading_to,
    nearest_above,
    to_tell,
)
from cardgen.text.inline import for_markdown
from cardgen.text.strings import Strings

ClauseWording = Callable[[Game, str, Node | None], str]
"""Puts the clause at a path into words."""

SENTENCE = "clause."  # prefix of the keys of sentences of clauses
LEFT_OUT = "\ue0f2"  # stands for a sentence that is left out
_PREFIX = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|#{1,6}[ \t]+|\|)?")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+")
_UNMARKED = re.compile(r"[-=*_|: \t]*|[ \t>]*!\[.*")  # rules of tables, page breaks, figures
_LEFT_OUT_LINE = re.compile(rf"(?m)^[ \t>]*(?:[-*+]|\d{{1,9}}[.)])[ \t]+{LEFT_OUT}[ \t]*\n|{LEFT_OUT}")


def own_sentences(game: Game, base: Game, language: str) -> dict[str, Entry]:
    """Returns the sentences that a variant has for clauses, by the paths of these."""
    before = base.strings[language]
    return {
        key.removeprefix(SENTENCE): entry
        for key, entry in game.strings[language].items()
        if key.startswith(SENTENCE) and entry != before.get(key)
    }


def sentence(game: Game, strings: Strings, path: str) -> str:
    """Returns the sentence of a clause, typeset, with the values of the rules that it names. Raises InputError."""
    key = f"{SENTENCE}{path}"
    entry = strings.entries[key]
    try:
        values = {name: _word(strings, name, value) for name, value in game.rules.items()}
        return for_markdown(strings.say(key, **values))
    except ValueError as error:
        raise fail(f"{entry.written}: {error}", entry.within(error)) from None


def _word(strings: Strings, rule: str, value: object) -> object:
    """A rule's value in sentences: a number, or the words of an option."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    key = f"rule.{rule}.{word(value)}"
    return strings.say(key) if key in strings.entries else word(value)


def covered_paths(game: Game, base: Game, own: Iterable[str]) -> set[str]:
    """Returns the paths that a variant's sentences explain: their clauses, and the new or dropped sections to which
    only these lead."""
    assert game.clauses is not None and base.clauses is not None
    covered = {*own}
    for which, other in ((game, base.clauses), (base, game.clauses)):
        for section, leading in leading_to(which).items():
            if section not in other.items and all(nearest_above(path, covered) for path in leading):
                covered.add(section)
    return covered


def uncovered(change: Change, covered: Collection[str], needed: Collection[str]) -> bool:
    """Whether a change that players must know has no sentence, neither its own nor one of a clause around it."""
    if nearest_above(change.path, covered):
        return False
    leaves = [path for path in needed if is_within(path, change.path) or is_within(change.path, path)]
    return not all(nearest_above(path, covered) for path in leaves)


def needed_paths(game: Game, base: Game, untold: Iterable[str]) -> list[str]:
    """Returns the clauses of a variant, and of the game without it, that need a sentence."""
    untold = tuple(untold)
    paths = dict.fromkeys([*to_tell(game), *to_tell(base)])
    return [path for path in paths if not nearest_above(path, untold)]


def clause_changes(
    game: Game, base: Game, strings: Strings, words: Strings, untold: Iterable[str], plainly: ClauseWording
) -> Iterator[str]:
    """Yields a sentence for each clause that a variant changes: its own, or one with the wording of `plainly`."""
    changes = changes_of(game, base)
    if not changes:
        return
    own, needed = own_sentences(game, base, strings.language), needed_paths(game, base, untold)
    covered, beside = covered_paths(game, base, own), Placing(game, own, ()).beside
    later = {path for paths in beside.values() for path in paths}
    printed: dict[str, None] = {}
    for change in changes:
        said = nearest_above(change.path, own)
        inner = [path for path in own if is_within(path, change.path)] if said is None else [said]
        for path in (path for path in inner if path not in printed and path not in later):
            yield " ".join(sentence(game, strings, each) for each in (path, *beside[path]))
        printed.update(dict.fromkeys(inner))
        if not inner and not is_silent(change.path) and uncovered(change, covered, needed):
            how = "new" if change.before is None else "gone" if change.now is None else "other"
            now, before = (plainly(of, change.path, node) for of, node in ((game, change.now), (base, change.before)))
            yield words.say(f"changes.clause.{how}", now=now, before=before)


class ClauseSentences:
    """The sentences that a book prints for a template's marks. Pass `render_block` to `render`, and its result to
    `finish`.

    With `show`, it marks the sentences of clauses that changed since they were written, or that the variant changes.
    """

    def __init__(self, game: Game, base: Game, strings: Strings, marks: Sequence[Mark], show: bool) -> None:
        self.game, self.strings, self.show = game, strings, show
        own = own_sentences(game, base, strings.language)
        known = dict.fromkeys(each.path for mark in marks if not mark.untold for each in mark.clauses)
        self.placing = Placing(game, own, known)
        self.said: set[str] = set()  # the variant's sentences in the book so far
        self.changed = _changed(game, base, marks, known, own) if show else frozenset()

    def render_block(self, clauses: str, text: str) -> str:
        paths = [each.path for each in parse_clauses(clauses)]
        own = [path for each in paths for path in self.placing.at[each]]
        said = " ".join(self._new(own))
        if own and not said and {*own} & {*paths}:
            return LEFT_OUT
        if said and _is_line(text) and {*own} & {*paths}:
            text = _instead(text, said)
        elif said:
            text = _further(text, said)
        elif self.game.clauses is not None and not any(clause_at(self.game.clauses, path) for path in paths):
            return LEFT_OUT
        text = _marked(text) if self.changed & {*paths} else text
        for each in paths:
            for said in reversed([*self._new(self.placing.front[each])]):
                text = _in_front(text, _marked(said) if self.show else said)
            for said in self._new(self.placing.behind[each]):
                text = _behind(text, _marked(said) if self.show else said)
        return text

    def _new(self, paths: Iterable[str]) -> Iterator[str]:
        """Yields the sentences that the book does not have yet, each with those that belong behind it."""
        for path in (path for path in paths if path not in self.said):
            self.said.add(path)
            yield " ".join([sentence(self.game, self.strings, path), *self._new(self.placing.beside[path])])

    def finish(self, markdown: str) -> str:
        """Removes the sentences that are left out."""
        return _LEFT_OUT_LINE.sub("", markdown) if LEFT_OUT in markdown else markdown


def _changed(
    game: Game, base: Game, marks: Sequence[Mark], known: Collection[str], own: Mapping[str, Entry]
) -> frozenset[str]:
    """The paths of the marks whose sentences changed: for each change, the nearest mark at or above it."""
    assert game.clauses is not None and base.clauses is not None
    clauses = base.clauses
    stale = {
        each.path
        for mark in marks
        for each in mark.clauses
        if not mark.untold and (node := clause_at(clauses, each.path)) and each.hash not in ("", hash_of(node))
    }
    of_variant = [*(change.path for change in changes_of(game, base)), *own]
    of_variant += [f"rules.{name}" for name, value in game.rules.items() if value != base.rules.get(name)]
    changed = {path for path in stale if not any(is_within(other, path) for other in stale - {path})}
    return frozenset(changed | set(filter(None, (nearest_above(path, known) for path in of_variant))))


def _is_line(text: str) -> bool:
    return "\n" not in text.strip("\n")


def _further(text: str, said: str) -> str:
    """Adds a sentence behind a line, or as a new paragraph behind several lines."""
    return f"{text.rstrip()} {said}" if _is_line(text) else f"{text.rstrip()}\n\n{said}\n"


def _in_front(text: str, said: str) -> str:
    """Adds a sentence before that of the next step, unless that one continues another sentence."""
    match = _PREFIX.match(text)
    head = match[0] if match else ""
    rest = text[len(head) :]
    if rest[:1].islower():
        return _behind(text, said)
    if not _is_line(text) or _ITEM.match(text):
        return f"{head}{said}\n{text}" if _ITEM.match(text) else f"{said}\n\n{text}"
    return f"{head}{said} {rest}"


def _behind(text: str, said: str) -> str:
    """Adds a sentence behind that of the previous step, as the next item if that one is an item."""
    match = _ITEM.match(text) if _is_line(text) else None
    return f"{text.rstrip()}\n{match[0]}{said}\n" if match else _further(text, said)


def _instead(text: str, said: str) -> str:
    """Replaces a line with a sentence; keeps the signs of its item or heading."""
    line = text.strip("\n")
    match = _PREFIX.match(line)
    return text.replace(line, f"{match[0] if match else ''}{said}", 1)


def _marked(text: str) -> str:
    """Puts the words of each line between signs for a change."""
    lines, data = [], False
    for line in text.split("\n"):
        fence = line.lstrip(" \t>").startswith("```")
        data = data != fence
        match = _PREFIX.match(line)
        head = match[0] if match else ""
        rest = line[len(head) :]
        plain = fence or data or not rest.strip() or _UNMARKED.fullmatch(line)
        if head.endswith("|"):  # the first cell marks its row
            cell, bar, others = rest.partition("|")
            head, rest, after = f"{head} ", cell.strip(), f" {bar}{others}"
        else:
            after = ""
        lines.append(line if plain else f"{head}{CHANGED}{rest}{UNCHANGED}{after}")
    return "\n".join(lines)
