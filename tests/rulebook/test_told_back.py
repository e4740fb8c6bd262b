"""The plain rulebook read back: the same steps as the program has, in the same order, within the same conditions.

Each sentence is told as a mark that names its clause, each head of several steps as another; what the book makes of
them is read by its lists alone, and held against the program, which is gone through here in its own way.
"""

from __future__ import annotations

import re

import pytest

from cardgen.rulebook.phrases import Phrases
from cardgen.rules.clause_changes import NOTES
from cardgen.rules.clauses import Block, By, Choice, Do, EachPlayer, ForEach, Repeat, Turns
from cardgen.store.library import find_game
from tests.books import maker
from tests.rules.test_published import FILES
from tests.rules.test_read import GAMES

APART = ("king_lui", "robber")  # which are no whole games
TOLD = [path for folder in (GAMES, FILES) for path in sorted(folder.glob("*.yaml")) if path.stem not in APART]
HEADS = ("each_player", "each_value", "else", "otherwise", "choose_here")
MARK = re.compile(r"\{(\d+)\}[^{]*?([:.])")
ITEM = re.compile(r"( *)(?:1\.|-) (.*)")


class Marked:
    """Phrases that only name what they tell."""

    def __init__(self, monkeypatch):
        self.marks = []
        say = Phrases.say

        def marked(phrases, key, /, **values):
            return self.mark(key) if key in HEADS else say(phrases, key, **values)

        monkeypatch.setattr(Phrases, "say", marked)
        monkeypatch.setattr(Phrases, "in_words", lambda _, said: self.mark(said.path))
        monkeypatch.setattr(Phrases, "choice", lambda _, section: self.mark(f"choose {section}"))

    def mark(self, told):
        self.marks.append(told)
        return "{" + str(len(self.marks) - 1) + "}"

    def lists(self, markdown):
        """By heading, the items of its list: each as what is said in it, in order, a head with what stands in it."""
        found, lines = {}, [line for line in markdown.splitlines() if line]
        heading, at = "", 0
        while at < len(lines):
            if lines[at].startswith("#"):
                heading = lines[at].lstrip("# ")
                found.setdefault(heading, [])
                at += 1
            elif ITEM.match(lines[at]):
                items, at = self._items(lines, at, 0)
                found[heading] += items
            else:
                at += 1
        return found

    def _items(self, lines, at, indent):
        items = []
        while at < len(lines) and (item := ITEM.match(lines[at])) and len(item[1]) >= indent:
            assert len(item[1]) == indent, lines[at]
            said = [(self.marks[int(mark)], end == ":") for mark, end in MARK.findall(item[2])]
            inner, at = self._items(lines, at + 1, indent + 3)
            told, left = self._read(said, inner)
            items.append([*told, *left])
        return items, at

    def _read(self, said, inner):
        """What a line says, in order. A head has in it what is said next, or all that is listed below; the one
        action that may be chosen has all that follows."""
        told = []
        while said:
            first, said, inner = self._first(said, inner)
            told.append(first)
        return told, [each for item in inner for each in item]

    def _first(self, said, inner):
        (name, is_head), *rest = said
        if not is_head:
            return name, rest, inner
        if not rest:
            return (name, [each for item in inner for each in item]), [], []
        if name == "choose_here":
            told, below = self._read(rest, inner)
            return (name, [*told, *below]), [], []
        first, rest, inner = self._first(rest, inner)
        return (name, [first]), rest, inner


class Expected:
    """What a book ought to tell of a program."""

    def __init__(self, phrases):
        self.phrases, self.program = phrases, phrases.program

    def steps(self, flows):
        return [each for flow in flows for each in self.step(flow)]

    def step(self, flow):
        if isinstance(flow, Do):
            return [] if isinstance(flow.said.tree.do, NOTES) else [flow.said.path]
        if isinstance(flow, By):
            branch = flow.branches.get(self.phrases.option(flow.rule))
            return self.step(branch) if branch else []
        if isinstance(flow, Choice):
            return self.choice(flow)
        inner = self.steps(flow.steps)
        if isinstance(flow, Block):
            if flow.when is None:
                return inner
            holds = self.phrases.truth(flow.when.tree)
            if holds is not None:
                other = self.step(flow.otherwise) if flow.otherwise else []
                return inner if holds != flow.unless else other
            return headed(flow.when.path, inner) + headed(
                "else", self.steps([flow.otherwise] if flow.otherwise else [])
            )
        if isinstance(flow, Turns):
            skip, until = ([each.path] if each else [] for each in (flow.skip, flow.until))
            return headed(flow.order.path, [*skip, *inner, *until])
        name = {EachPlayer: "each_player", ForEach: "each_value"}.get(type(flow))
        assert name or isinstance(flow, Repeat)
        return headed(name or flow.how.path, inner)

    def choice(self, flow):
        otherwise = headed("otherwise", self.step(flow.otherwise)) if flow.otherwise else []
        if "." in flow.section:
            return [("choose_here", self.actions(flow.section, listed=False)), *otherwise]
        return [f"choose {flow.section}", *otherwise]

    def actions(self, section, listed=True):
        told = []
        for action in self.program.actions[section].values():
            when = [action.when] if action.when and self.phrases.truth(action.when.tree) is None else []
            if action.when and self.phrases.truth(action.when.tree) is False:
                continue
            picks, musts = (
                list(action.picks.values()),
                [each for each in action.must.values() if self.phrases.truth(each.tree) is None],
            )
            said = [*picks, *when] if action.narrows else [*when, *picks]
            item = [*(each.path for each in (*said, *musts)), *self.steps(action.steps)]
            told += [item] if listed else item
        return told


def headed(name, inner):
    return [(name, inner)] if inner else []


@pytest.mark.parametrize("path", TOLD, ids=lambda path: path.stem)
def test_a_plain_book_tells_the_steps_of_its_program(path, monkeypatch):
    home = find_game(str(path))
    marked = Marked(monkeypatch)
    book = maker(home, "en")
    told = marked.lists(book.markdown(home.rules))
    phrases = Phrases(book.composer.game, book.strings, book._phrases, book._template_values["by_id"])
    expected = Expected(phrases)
    for name, phase in phrases.program.phases.items():
        heading = "Setup and play" if name == "game" else phrases.title(name)
        steps = expected.step(phase) if phase.when else expected.steps(phase.steps)
        assert [each for item in told[heading] for each in item] == steps, name
    for section in phrases.program.actions:
        if "." not in section:
            assert told[phrases.title(section)] == expected.actions(section), section
