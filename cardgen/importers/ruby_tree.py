"""Parses the values of a Ruby script to a syntax tree, as far as decks use the language."""

from __future__ import annotations

from abc import ABC, abstractmethod

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, fail
from cardgen.importers.ruby_tokens import Token

MAX_DEPTH = 40


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the syntax tree. Its kind decides what `value` and `parts` hold:

    plain (value), text (parts), array (parts), hash (parts: keys and values in turn), range (parts; value: `..` or
    `...`), name (value), call (value; parts: receiver or None, then arguments; `named`, `block`), index (parts),
    sign (value; parts), set (value: the operator; parts: target, value), if (parts: condition, then, else), case
    (parts: the value, then conditions and bodies in turn, an else), body (parts), def (value; `names`), unread
    (value: its words).
    """

    kind: str
    line: int
    value: object = None
    parts: tuple[Node | None, ...] = ()
    named: tuple[tuple[str, Node], ...] = ()
    block: Node | None = None  # a body
    names: tuple[str, ...] = ()  # the parameters of a body or a function


class Unread(Exception):
    """A statement that the parser does not understand."""


_BINARY = (
    ("or", "and"),
    ("..", "..."),
    ("||",),
    ("&&",),
    ("==", "!=", "=~", "!~", "===", "<=>"),
    ("<", ">", "<=", ">="),
    ("|", "^"),
    ("&",),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
    ("**",),
)
_SETS = {"=", "+=", "-=", "*=", "/=", "||=", "<<=", "%="}
_ENDS = {"end", "else", "elsif", "when", "}", ")", "]", "rescue", "ensure"}
_NOT_ARGUMENTS = {"do", "if", "unless", "and", "or", "then", "while", "until", "rescue", *_ENDS}
_PLAIN = {"nil": None, "true": True, "false": False}


class ValueParser(ABC):
    """Parses values from tokens. Its subclass `Parser` adds statements."""

    def __init__(self, tokens: list[Token], file: str, known: set[str] | None = None, depth: int = 0) -> None:
        self.tokens, self.file, self.at, self.depth = tokens, file, 0, depth
        self.known = set[str]() if known is None else known  # names of variables, which are no calls
        self.bare = False  # whether it reads arguments without brackets: their call takes the block behind them

    # tokens

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def is_(self, *texts: str) -> bool:
        return self.token.text in texts and self.token.kind in ("sign", "name", "newline")

    def take(self) -> Token:
        token = self.token
        self.at += token.kind != "end"
        return token

    def want(self, text: str) -> Token:
        if not self.is_(text):
            raise Unread
        return self.take()

    def skip(self, *texts: str) -> None:
        while self.is_("\n", *texts):
            self.take()

    # statements, which values can contain

    @abstractmethod
    def body(self, *ends: str, names: tuple[str, ...] = ()) -> Node:
        """Parses statements up to one of these words, which it does not take."""

    @abstractmethod
    def compound(self) -> Node | None:
        """Parses a compound statement, such as `if`; None if there is none."""

    @abstractmethod
    def within(self, tokens: list[Token]) -> Node:
        """Parses the statements in the braces of a text."""

    # values

    def value(self, level: int = 0) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH * 16:
            raise fail(f"expected at most {MAX_DEPTH} levels of nesting", Place(self.file, self.token.line, 1))
        try:
            return self._binary(level)
        finally:
            self.depth -= 1

    def _binary(self, level: int) -> Node:
        if level == len(_BINARY):
            return self._unary()
        left = self._binary(level + 1)
        while self.token.kind in ("sign", "name") and self.token.text in _BINARY[level]:
            sign = self.take()
            self.skip()
            right = self._binary(level + 1)
            if level == 1:
                left = Node("range", sign.line, sign.text, (left, right))
            else:
                left = Node("sign", sign.line, sign.text, (left, right))
        if level == 1 and self.is_("?"):
            left = self._ternary(left)
        if (
            level == 1
            and self.token.kind == "sign"
            and self.token.text in _SETS
            and left.kind in ("name", "index", "call")
        ):
            sign = self.take()
            self.skip()
            if left.kind == "name":
                self.known.add(str(left.value))
            value = self.compound() or self.value()
            left = Node("set", sign.line, sign.text, (left, value))
        return left

    def _ternary(self, condition: Node) -> Node:
        self.take()
        self.skip()
        then = self.value(1)
        self.skip()
        if self.token.kind == "symbol":  # a ? b :c
            token = self.take()
            return Node("if", condition.line, parts=(condition, then, Node("plain", token.line, token.text)))
        self.want(":")
        self.skip()
        return Node("if", condition.line, parts=(condition, then, self.value(1)))

    def _unary(self) -> Node:
        if self.token.kind == "sign" and self.token.text in ("!", "-", "&", "*", "**"):
            sign = self.take()
            self.depth += 1
            if self.depth > MAX_DEPTH * 16:
                raise fail(f"expected at most {MAX_DEPTH} levels of nesting", Place(self.file, sign.line, 1))
            inner = self._unary()
            self.depth -= 1
            return Node(
                "sign", sign.line, "neg" if sign.text == "-" else "!" if sign.text == "!" else "splat", (inner,)
            )
        if self.is_("not"):
            sign = self.take()
            return Node("sign", sign.line, "!", (self.value(1),))
        return self._postfix(self._primary())

    def _postfix(self, node: Node) -> Node:
        while True:
            if self.is_("[") and not (self.token.spaced and node.kind == "call"):
                self.take()
                arguments, _ = self._arguments("]")
                node = Node("index", node.line, parts=(node, *arguments))
            elif self.is_(".", "&.", "::") or self._goes_on():
                self.skip()
                self.take()
                node = self._call(node)
            else:
                return node

    def _goes_on(self) -> bool:
        """Whether the next line begins with a dot."""
        at = self.at
        while self.tokens[at].kind == "newline":
            at += 1
        return at > self.at and self.tokens[at].kind == "sign" and self.tokens[at].text in (".", "&.")

    def _call(self, receiver: Node) -> Node:
        token = self.take()
        if token.kind not in ("name", "label"):
            raise Unread
        if token.kind == "label":  # `a.b: c` in a ternary
            raise Unread
        return self._call_node(token, receiver)

    def _call_node(self, token: Token, receiver: Node | None) -> Node:
        """A call with its arguments, in brackets or bare, and its block."""
        arguments: tuple[Node, ...] = ()
        named: tuple[tuple[str, Node], ...] = ()
        if self.is_("(") and not self.token.spaced:
            self.take()
            arguments, named = self._arguments(")")
        elif self._begins_argument():
            arguments, named = self._bare_arguments()
        return Node("call", token.line, token.text, (receiver, *arguments), named, self._block())

    def _begins_argument(self) -> bool:
        token, after = self.token, self.tokens[min(self.at + 1, len(self.tokens) - 1)]
        if not token.spaced:
            return False
        if token.kind in ("number", "text", "symbol", "label", "words", "regex"):
            return True
        if token.kind == "name":
            return token.text not in _NOT_ARGUMENTS
        return token.text in ("[", "->") or (token.text in ("-", "*", "&", ":", "!", "(") and not after.spaced)

    def _bare_arguments(self) -> tuple[tuple[Node, ...], tuple[tuple[str, Node], ...]]:
        before, self.bare = self.bare, True
        try:
            return self._arguments("")
        finally:
            self.bare = before

    def _arguments(self, closing: str) -> tuple[tuple[Node, ...], tuple[tuple[str, Node], ...]]:
        """Parses positional and named arguments, up to a closing bracket, which it takes, or while commas follow."""
        arguments: list[Node] = []
        named: list[tuple[str, Node]] = []
        before, self.bare = self.bare, self.bare and not closing
        if closing:
            self.skip()
        while not (closing and self.is_(closing)):
            if self.token.kind == "label" or (self.token.kind == "text" and self._is_text_label()):
                name = self.take().text
                if self.is_(":"):
                    self.take()
                self.skip()
                named.append((name, self.value(1)))
            else:
                value = self.value(1)
                if self.is_("=>"):
                    self.take()
                    self.skip()
                    key = str(value.value) if value.kind == "plain" else _text_of(value)
                    named.append((key, self.value(1)))
                else:
                    arguments.append(value)
            if closing:
                self.skip()
            if not self.is_(","):
                break
            self.take()
            self.skip()
        self.bare = before
        if closing:
            self.want(closing)
        return (*arguments,), (*named,)

    def _is_text_label(self) -> bool:
        after = self.tokens[self.at + 1]
        return after.kind == "sign" and after.text == ":" and not after.spaced

    def _block(self) -> Node | None:
        if not self.is_("do", "{") or (self.bare and self.is_("do")):
            return None
        before, self.bare = self.bare, False
        closing = "end" if self.take().text == "do" else "}"
        names = self._parameters()
        self.known.update(names)
        body = self.body(closing, names=names)
        self.bare = before
        self.want(closing)
        return body

    def _parameters(self) -> tuple[str, ...]:
        if not self.is_("|"):
            return ()
        self.take()
        names: list[str] = []
        while not self.is_("|"):
            token = self.take()
            if token.kind == "name":
                names.append(token.text)
            elif token.text not in (",", "(", ")", "*"):
                raise Unread
        self.take()
        return (*names,)

    def _primary(self) -> Node:
        token = self.take()
        if token.kind == "number":
            text = token.text.replace("_", "")
            return Node("plain", token.line, int(text) if text.isdigit() and len(text) < 16 else float(text))
        if token.kind == "text":
            return self._text(token)
        if token.kind == "symbol":
            return Node("plain", token.line, token.text)
        if token.kind == "words":
            return Node(
                "array", token.line, parts=tuple(Node("plain", token.line, word) for word in token.text.split())
            )
        if token.kind == "name":
            return self._parse_name(token)
        if token.kind == "sign":
            return self._bracket(token)
        raise Unread

    def _text(self, token: Token) -> Node:
        parts: list[Node | None] = []
        for part in token.parts:
            if isinstance(part, str):
                parts.append(Node("plain", token.line, part))
            else:
                parts.append(self.within(part))
        node = Node("text", token.line, parts=(*parts,))
        if self.token.kind == "text" and self.token.line == token.line:  # adjacent texts are one
            following = self._text(self.take())
            node = Node("text", token.line, parts=(*parts, *following.parts))
        return node

    def _parse_name(self, token: Token) -> Node:
        if token.text in _PLAIN:
            return Node("plain", token.line, _PLAIN[token.text])
        if token.text in _ENDS | {"do", "then", "while", "until", "for", "class", "module", "return", "yield"}:
            raise Unread
        if token.text in ("if", "unless", "case"):
            self.at -= 1
            return self.compound() or Node("plain", token.line)
        sets = self.token.kind == "sign" and self.token.text in _SETS
        if token.text in self.known or token.text[0] in "@$" or sets:
            return Node("name", token.line, token.text)
        node = self._call_node(token, None)
        bare = len(node.parts) == 1 and not node.named and not node.block
        return Node("name", token.line, token.text) if bare else node

    def _bracket(self, token: Token) -> Node:
        if token.text == "(":
            body = self.body(")")
            self.want(")")
            return body
        if token.text == "[":
            arguments, named = self._arguments("]")
            return Node("array", token.line, parts=arguments, named=named)
        if token.text == "{":
            return self._hash(token)
        if token.text == ":" and self.token.kind == "text":
            return self._text(self.take())
        if token.text == "::" and self.token.kind == "name":
            return self._parse_name(self.take())
        raise Unread

    def _hash(self, token: Token) -> Node:
        parts: list[Node | None] = []
        self.skip()
        while not self.is_("}"):
            if self.token.kind == "label":
                label = self.take()
                parts.append(Node("plain", label.line, label.text))
            else:
                parts.append(self.value(1))
                self.take() if self.is_("=>", ":") else self.want("=>")
            self.skip()
            parts.append(self.value(1))
            self.skip()
            if not self.is_(","):
                break
            self.take()
            self.skip()
        self.want("}")
        return Node("hash", token.line, parts=(*parts,))


def _text_of(node: Node) -> str:
    """The text of a key."""
    return "".join(str(part.value) for part in node.parts if part) if node.kind == "text" else ""
