"""Places a variant's sentences in a book: at the mark of their clause, or beside that of a neighbouring step."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from cardgen.definitions.clauses import words_of
from cardgen.definitions.game import Game
from cardgen.definitions.nodes import Mapping
from cardgen.rules.clause_changes import clause_at, is_within, nearest_above
from cardgen.rules.program import program_of

DECLARED = ("zones", "roles", "counters", "numbers")  # sections of things that other clauses name


class Placing:
    """The paths of sentences, by the path of the mark (or, in `beside`, of the sentence) beside which they are."""

    def __init__(self, game: Game, own: Collection[str], known: Collection[str]) -> None:
        """`own`: the clauses that have sentences; `known`: those that marks name, in the order of the book."""
        self.game, self.known = game, known
        self.at, self.front, self.behind, self.beside = (defaultdict[str, list[str]](list) for _ in range(4))
        for path in own:
            if above := nearest_above(path, known):
                self.at[above].append(path)
            elif speaks := self._speaking_of(path, own):
                self.beside[speaks].append(path)
            else:
                self._as_a_step(path)

    def _speaking_of(self, path: str, own: Iterable[str]) -> str | None:
        """The first sentence on a clause that names a new thing."""
        section, _, name = path.partition(".")
        if section not in DECLARED or self.game.clauses is None:
            return None
        others = ((each, clause_at(self.game.clauses, each)) for each in own if each.partition(".")[0] not in DECLARED)
        return next((each for each, node in others if node is not None and name in words_of(node)), None)

    def _as_a_step(self, path: str) -> None:
        """Places a new step before the next one, an action or a value behind the previous one, a section nowhere."""
        above, _, name = path.rpartition(".")
        around = clause_at(self.game.clauses, above) if above and self.game.clauses else None
        names = list(around.items) if isinstance(around, Mapping) else []
        if name not in names:
            return
        paths, index = [f"{above}.{each}" for each in names], names.index(name)
        next_one = next(((each, mark) for each in paths[index + 1 :] if (mark := self._last(each))), ("", ""))
        if above.partition(".")[0] in program_of(self.game).phases and next_one[0] == next_one[1] != "":
            self.front[next_one[1]].append(path)
        elif mark := next(filter(None, map(self._last, reversed(paths[:index]))), None):
            self.behind[mark].append(path)

    def _last(self, path: str) -> str | None:
        """The mark of a clause, or the last mark of the clauses in it."""
        inner = [each for each in self.known if is_within(each, path)]
        return path if path in inner else next(reversed(inner), None)
