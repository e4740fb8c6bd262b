"""Parses sentences into trees, by the forms of the grammar and the words of a game.

This is a memoizing chart parser. For each rule and start, it keeps one reading for each end: that of the first form
that fits. So no form hides a reading of another, and the time is a low power of the length, which is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar, cast

from cardgen.definitions.declared import MAX_NUMBER
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import likeliest, nearest
from cardgen.rules.grammar import CALLED, RARE_CATEGORIES, RULES
from cardgen.rules.tree import Chain, RuleName, Tree

MAX_SIGNS, MAX_WORDS, MAX_DEPTH = 400, 80, 12
_TOKEN = re.compile(r"[^\W\d]\w*|\d+|[(),+*/-]|\S")
_ELEMENT = re.compile(r"[\[\]]|<(\w+)(?: (\w+))?>|@(\w+)(?::(\w+))?|%(\w+)|[^\s\[\]]+")

Names = Mapping[str, Mapping[str, str]]  # by category (`zone`): words of the game, with their referents
T = TypeVar("T", bound=Tree)


class Slip(ValueError):
    """A fault in a sentence; `offset` is the number of characters before it."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class _Element:
    """An element of a pattern: alternative words, a rule, a word of the game, any word, a number, or an optional
    sequence. `part` is the field of the tree that it fills."""

    kind: str  # "words", "rule", "name", "any", "number", "optional"
    words: tuple[str, ...] = ()
    part: str = ""
    inner: tuple[_Element, ...] = ()


class _Reading(NamedTuple):
    """A reading of a piece of a sentence. Most readings do not become part of the final parse, so trees are built only
    at the end."""

    made: type[Tree]
    at: int
    parts: _Parts

    def tree(self) -> Tree:
        parts = {name: part.tree() if isinstance(part, _Reading) else part for name, part in self.parts}
        return self.made(at=self.at, **parts)


_Parts = tuple[tuple[str, _Reading | str | int], ...]


def parse(rule: RuleName[T], sentence: str, names: Names) -> T:
    """Parses a whole sentence by a rule. Raises Slip, with what was expected and the nearest name."""
    if len(sentence) > MAX_SIGNS:
        raise Slip(f"expected at most {MAX_SIGNS} characters, got {len(sentence):,}", 0)
    tokens = [_Token(match[0], match.start()) for match in _TOKEN.finditer(sentence)]
    if len(tokens) > MAX_WORDS:
        raise Slip(f"expected at most {MAX_WORDS} words, got {len(tokens)}", tokens[MAX_WORDS].at)
    depth = 0
    for token in tokens:
        if token.text.isdecimal() and (len(token.text) > 7 or int(token.text) > MAX_NUMBER):
            raise Slip(f"expected numbers up to {MAX_NUMBER:,}", token.at)
        depth += (token.text == "(") - (token.text == ")")
        if depth > MAX_DEPTH:
            raise Slip(f"expected at most {MAX_DEPTH} brackets inside one another", token.at)
    return cast(T, _Reader(sentence, tokens, names).whole(rule))


class _Reader:
    def __init__(self, sentence: str, tokens: list[_Token], names: Names) -> None:
        self.sentence, self.tokens, self.names = sentence, tokens, names
        self.known: dict[tuple[str, int], dict[int, _Reading]] = {}
        self.farthest = 0
        self.expected: dict[str, None] = {}  # words and @categories that were expected there

    def whole(self, rule: str) -> Tree:
        tree = self.rule(rule, 0)
        if len(self.tokens) not in tree:
            raise self.slip()
        return tree[len(self.tokens)].tree()

    def rule(self, rule: str, start: int) -> dict[int, _Reading]:
        """Returns the readings of a rule that start at a token, by their ends."""
        if (rule, start) not in self.known:
            forms = RULES[rule]
            readings: dict[int, _Reading] = {}
            if isinstance(forms, Chain):
                self._chain(forms, start, readings)
            else:
                at = self.tokens[start].at if start < len(self.tokens) else len(self.sentence)
                for made, wanted in _patterns(rule):
                    for end, parts in self._elements(wanted, start).items():
                        if end not in readings:
                            readings[end] = _Reading(made, at, parts)
            self.known[rule, start] = readings
        return self.known[rule, start]

    def _chain(self, chain: Chain, start: int, readings: dict[int, _Reading]) -> None:
        readings.update(self.rule(chain.of, start))
        ends = list(readings)
        while ends:
            end = ends.pop(0)
            for sign, made in chain.made.items():
                if self._is_one_of(end, (sign,)):
                    for last, right in self.rule(chain.of, end + 1).items():
                        if last not in readings:
                            readings[last] = _Reading(
                                made, readings[end].at, (("left", readings[end]), ("right", right))
                            )
                            ends.append(last)

    def _elements(self, wanted: tuple[_Element, ...], start: int) -> dict[int, _Parts]:
        ends = self._element(wanted[0], start)
        for element in wanted[1:]:
            if not ends:
                break
            by_end: dict[int, _Parts] = {}
            for end, parts in ends.items():
                for last, more in self._element(element, end).items():
                    if last not in by_end:
                        by_end[last] = parts + more
            ends = by_end
        return ends

    def _element(self, element: _Element, start: int) -> dict[int, _Parts]:
        kind = element.kind
        if kind == "words":
            return {start + 1: ()} if self._is_one_of(start, element.words) else {}
        if kind == "rule":
            return {end: ((element.part, tree),) for end, tree in self.rule(element.words[0], start).items()}
        if kind == "optional":
            return {start: (), **self._elements(element.inner, start)}
        token = self.tokens[start].text if start < len(self.tokens) else ""
        if kind == "name" and (name := self.names.get(element.words[0], {}).get(token)):
            return {start + 1: ((element.part, name),)}
        if kind == "any" and token.isidentifier():
            return {start + 1: ((element.part, token),)}
        if kind == "number" and token.isdecimal():
            return {start + 1: ((element.part, int(token)),)}
        if kind != "name":
            self._expect(start, {"any": "a word", "number": "a number"}[kind])
        elif element.words[0] not in RARE_CATEGORIES or self.names.get(element.words[0]):
            self._expect(start, f"@{element.words[0]}")
        return {}

    def _is_one_of(self, place: int, words: tuple[str, ...]) -> bool:
        """Whether the token is one of these words; notes the others as expected."""
        token = self.tokens[place].text if place < len(self.tokens) else None
        if place >= self.farthest:
            for word in words:
                if word != token:
                    self._expect(place, word)
        return token in words

    def _expect(self, place: int, wanted: str) -> None:
        if place > self.farthest:
            self.farthest, self.expected = place, {}
        if place == self.farthest:
            self.expected[wanted] = None

    def slip(self) -> Slip:
        """Makes the Slip for the farthest token that any reading reached."""
        there = self.tokens[self.farthest] if self.farthest < len(self.tokens) else None
        words = [word for word in self.expected if not word.startswith("@")]
        kinds = [kind.removeprefix("@") for kind in self.expected if kind.startswith("@")]
        if there is None:
            return Slip(f"the sentence ends too soon; expected {_listed(words, kinds)}", len(self.sentence))
        if there.text.isidentifier() and not any(there.text in known for known in self.names.values()):
            known = {name: kind for kind in reversed(kinds) for name in self.names.get(kind, {})}
            if near := likeliest(there.text, [*known, *words]):
                said = (
                    f"there is no {CALLED[known[near]]} '{there.text}'"
                    if near in known
                    else f"cardgen does not understand '{there.text}'"
                )
                return Slip(f"{said}; did you mean '{near}'?", there.at)
            if len(kinds) == 1 and not words:
                return Slip(f"there is no {CALLED[kinds[0]]} '{there.text}'{nearest(there.text, known)}", there.at)
        return Slip(f"expected {_listed(words, kinds)}, got '{there.text}'", there.at)


def _listed(words: list[str], kinds: list[str]) -> str:
    said = [f"a {CALLED[kind]}" for kind in kinds] + [word if " " in word else f"'{word}'" for word in words]
    if len(said) > 8:
        said = [*said[:7], "or similar words"]
        return ", ".join(said)
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} or {said[-1]}"


@lru_cache(maxsize=1000)
def elements(said: str) -> tuple[_Element, ...]:
    """Returns the elements of a pattern."""
    stack: list[list[_Element]] = [[]]
    for match in _ELEMENT.finditer(said):
        text = match[0]
        if text == "[":
            stack.append([])
        elif text == "]":
            inner = tuple(stack.pop())
            stack[-1].append(_Element("optional", inner=inner))
        elif match[1]:
            stack[-1].append(_Element("rule", (match[1],), match[2] or match[1]))
        elif match[3]:
            stack[-1].append(_Element("name", (match[3],), match[4] or match[3]))
        elif match[5]:
            stack[-1].append(_Element("any", (), match[5]))
        elif text == "#":
            stack[-1].append(_Element("number", (), "number"))
        else:
            stack[-1].append(_Element("words", tuple(text.split("|"))))
    (whole,) = stack
    return tuple(whole)


@lru_cache(maxsize=100)
def _patterns(rule: str) -> list[tuple[type[Tree], tuple[_Element, ...]]]:
    """The classes of a rule's forms, with the elements of each."""
    forms = RULES[rule]
    assert not isinstance(forms, Chain)
    return [(form.made, elements(form.said)) for form in forms]


def words_of(rule: str) -> set[str]:
    """Returns the words in a rule's forms, including signs."""
    forms = RULES[rule]
    if isinstance(forms, Chain):
        return set(forms.signs)
    return {word for form in forms for word in _words(elements(form.said))}


def _words(elements: tuple[_Element, ...]) -> Iterator[str]:
    for element in elements:
        yield from element.words if element.kind == "words" else _words(element.inner)
