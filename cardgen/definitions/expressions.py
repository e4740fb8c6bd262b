"""Parses the language of expressions, between braces and after `when`: look-ups, comparisons, sums, and changes of
letters.

    expression := both ("or" both)*                        the first that is there: {card.cost or -}
    both       := test ("and" test)*
    test       := "not" test | sum [("==" | "!=" | "<" | "<=" | ">" | ">=") sum | "in" (list | sum)]
    sum        := product (("+" | "-") product)*
    product    := value (("*" | "/") value)*
    value      := "-" value | "(" expression ")" | FUNCTION list | name | text
    list       := "(" expression ("," expression)* ")"

A name is a root and what is read of it: card.icon, card.Card Name, card."Cost (gold)". A text is a word, a number, or
stands in quotes. In the texts of a game (`own`) a word is a card's own value, as {value} is, and texts are quoted.
Where names are `given`, as a layout's `repeat` gives them, these are roots and values, too: i, pip.rank.

Nothing else is reached, called or computed: trees are frozen, their length and depth bounded, each text parsed once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import field
from functools import lru_cache

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import nearest

ROOTS = ("card", "component", "deck", "game", "language", "rules")
FUNCTIONS = {  # how many values each takes, at least and at most
    "upper": (1, 1),
    "lower": (1, 1),
    "capital": (1, 1),
    "slug": (1, 1),
    "length": (1, 1),
    "round": (1, 1),
    "min": (2, 9),
    "max": (2, 9),
}
KEYWORDS = ("and", "or", "not", "in")
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "in")
MAX_LENGTH, MAX_DEPTH = 400, 20

_PART = r"[^\W_]\w*(?:-\w+)*"
_QUOTED = r"'(?:[^']|'')*'" + r'|"(?:[^"]|"")*"'
_TOKEN = re.compile(
    rf"""(?P<name>[^\W\d]\w*(?:\.(?:{_PART}|{_QUOTED}))+)
    |(?P<quoted>{_QUOTED})
    |(?P<sign>==|!=|<=|>=|<>|[<>()+*/,=!-])
    |(?P<word>[^\s'"()<>=!+*/,-]+(?:-[^\s'"()<>=!+*/,-]+)*)""",
    re.VERBOSE,
)
_STEP = re.compile(rf"\.({_PART}|{_QUOTED})")


class Slip(ValueError):
    """What is wrong with an expression; `offset` counts the signs before it in its text, `path` leads to that text."""

    def __init__(self, message: str, offset: int, path: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.offset, self.path = offset, path


@dataclass(frozen=True, slots=True)
class TextLiteral:
    text: str
    at: int = field(default=0, compare=False)  # where it stands, in signs


@dataclass(frozen=True, slots=True)
class Name:
    parts: tuple[str, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Several:
    """The values of a list, such as those after `in`."""

    items: tuple[Tree, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A function of values; `not` and the minus before a value are two more."""

    function: str
    values: tuple[Tree, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two values and what stands between them."""

    sign: str
    left: Tree
    right: Tree
    at: int = field(default=0, compare=False)


Tree = TextLiteral | Name | Several | Call | Pair


@lru_cache(maxsize=5000)
def parse(text: str, own: bool = False, offset: int = 0, given: frozenset[str] = frozenset()) -> Tree:
    """The tree of an expression. Raises Slip, which counts from `offset` signs before the text."""
    if len(text) > MAX_LENGTH:
        raise Slip(f"expected at most {MAX_LENGTH} characters between braces, got {len(text)}", offset)
    return _Parser(text, own, offset, given).whole()


def walk(tree: Tree) -> Iterator[Tree]:
    """A tree and all that is in it."""
    yield tree
    below: tuple[Tree, ...] = ()
    if isinstance(tree, Pair):
        below = tree.left, tree.right
    elif isinstance(tree, Call):
        below = tree.values
    elif isinstance(tree, Several):
        below = tree.items
    for each in below:
        yield from walk(each)


def names(tree: Tree) -> Iterator[str]:
    """The names that an expression reads, such as card.icon; those that may be missing as well."""
    return (".".join(each.parts) for each in walk(tree) if isinstance(each, Name))


def unquote(text: str) -> str:
    """What stands between quotes; a doubled quote is one."""
    return text[1:-1].replace(text[0] * 2, text[0])


class _Parser:
    """Reads one expression from left to right, by descent through the rules at the head of this module."""

    def __init__(self, text: str, own: bool, offset: int, given: frozenset[str]) -> None:
        self.own, self.offset, self.given = own, offset, given
        self.tokens: list[tuple[str, str, int]] = []  # kind, text and place
        at = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            written = match[0] if match else ""
            if written.partition("-")[0] in given:
                written = written.partition("-")[0]  # i-1 is a sum
            if match:
                self.tokens.append((match.lastgroup or "", written, at))
            elif not text[at].isspace():
                raise Slip(f"expected another {text[at]} to close the quote opened here", offset + at)
            at += len(written) or 1
        self.tokens.append(("end", "", len(text.rstrip())))
        self.index = self.depth = 0

    @property
    def next(self) -> tuple[str, str, int]:
        return self.tokens[self.index]

    @property
    def here(self) -> int:
        return self.offset + self.next[2]

    def whole(self) -> Tree:
        tree = self.expression()
        if self.next[0] != "end":
            raise self.unexpected("a sign such as == or +, or 'and' or 'or'")
        return tree

    def unexpected(self, expected: str) -> Slip:
        kind, token, _ = self.next
        if token in ("=", "!", "<>"):
            return Slip(f"expected == or != to compare, got '{token}'", self.here)
        hint = "; put a text of several words between quotes" if kind in ("word", "name", "quoted") else ""
        shown = f"'{token}'" if token else "nothing more"
        return Slip(f"expected {expected}, got {shown}{hint}", self.here)

    def take(self, *signs: str) -> str | None:
        """The next token, gone over, if it is one of these signs or keywords."""
        kind, token, _ = self.next
        if kind in ("sign", "word") and token in signs:
            self.index += 1
            return token
        return None

    def chain(self, below: Callable[[], Tree], *signs: str) -> Tree:
        """Values of the rule below with any of the signs between them, from the left."""
        tree, here = below(), self.here
        while sign := self.take(*signs):
            tree, here = Pair(sign, tree, below(), here), self.here
        return tree

    def expression(self) -> Tree:
        return self.nest(lambda: self.chain(lambda: self.chain(self.test, "and"), "or"))

    def test(self) -> Tree:
        here = self.here
        if self.take("not"):
            return Call("not", (self.nest(self.test),), here)
        left, here = self.sum(), self.here
        if not (sign := self.take(*COMPARISONS)):
            return left
        at = self.here
        if sign == "in" and self.take("("):
            items = self.list()
            right = items[0] if len(items) == 1 else Several(items, at)
        else:
            right = self.sum()
        if self.next[1] in COMPARISONS:
            raise Slip("join two comparisons with 'and'", self.here)
        return Pair(sign, left, right, here)

    def sum(self) -> Tree:
        return self.chain(lambda: self.chain(self.value, "*", "/"), "+", "-")

    def value(self) -> Tree:
        (kind, token, _), here = self.next, self.here
        self.index += 1
        if token == "-":
            follows, sign, _ = self.next
            if follows == "end" or sign in (")", ",", *KEYWORDS, *COMPARISONS):
                return TextLiteral("-", here)  # a dash to print
            return Call("-", (self.nest(self.value),), here)
        if token == "(":
            inner = self.expression()
            if not self.take(")"):
                raise self.unexpected("a closing )")
            return inner
        if kind == "quoted":
            return TextLiteral(unquote(token), here)
        if kind == "name":
            return self.name(token, here)
        if kind == "word" and token not in KEYWORDS:
            return self.word(token, here)
        self.index -= 1
        raise self.unexpected("a value such as card.cost")

    def nest(self, rule: Callable[[], Tree]) -> Tree:
        """What a rule reads, one level deeper."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Slip(f"expected at most {MAX_DEPTH} levels of nesting", self.here)
        tree = rule()
        self.depth -= 1
        return tree

    def list(self) -> tuple[Tree, ...]:
        """Values up to a closing bracket, with commas between them."""
        items = [self.expression()]
        while self.take(","):
            items.append(self.expression())
        if not self.take(")"):
            cut = self.next[0] == "end"  # by YAML, at a comma
            raise self.unexpected("a closing ) (put quotes around what has commas)" if cut else "a closing )")
        return tuple(items)

    def name(self, word: str, at: int) -> Tree:
        root, steps = word.partition(".")[0], _STEP.findall(word)
        if root not in ROOTS and root not in self.given:
            whole = ".".join([root, *steps])
            raise Slip(f"'{whole}' is not defined{nearest(root, [*ROOTS, *self.given])}", at)
        read = [unquote(step) if step[0] in "'\"" else step for step in steps]
        if steps[-1][0] not in "'\"":
            read[-1] = self.join_words(read[-1])
        return Name((root, *read), at)

    def word(self, text: str, at: int) -> Tree:
        if self.take("("):
            if text not in FUNCTIONS:
                raise Slip(f"there is no function '{text}'{nearest(text, FUNCTIONS)}", at)
            values, (least, most) = self.list(), FUNCTIONS[text]
            if not least <= len(values) <= most:
                expected = "one value" if most == 1 else f"from {least} to {most} values"
                raise Slip(f"{text}: expected {expected}, got {len(values)}", at)
            return Call(text, values, at)
        if text == "language" or text in self.given:
            return Name((text,), at)
        if self.own and re.fullmatch(_PART, text) and not text[0].isdigit():
            return Name((self.join_words(text),), at)
        return TextLiteral(text, at)

    def join_words(self, word: str) -> str:
        """A name and the words behind it, as headings of spreadsheets have several: card.Card Name."""
        while self.next[0] == "word" and self.next[1] not in KEYWORDS and re.fullmatch(_PART, self.next[1]):
            if self.tokens[self.index + 1][1] == "(":
                break
            word += f" {self.next[1]}"
            self.index += 1
        return word
