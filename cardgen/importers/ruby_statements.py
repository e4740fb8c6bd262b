"""Parses the statements of a Ruby script, as far as decks use the language."""

from __future__ import annotations

from cardgen.foundations.errors import Place, fail
from cardgen.importers.ruby_tokens import Token
from cardgen.importers.ruby_tree import MAX_DEPTH, Node, Unread, ValueParser

_OPENING = {"do", "def", "class", "module", "begin", "case", "while", "until", "for"}


class Parser(ValueParser):
    """Parses tokens to a body of statements."""

    def body(self, *ends: str, names: tuple[str, ...] = ()) -> Node:
        """Parses statements up to one of these words, which it does not take."""
        line, statements = self.token.line, list[Node]()
        while True:
            self.skip(";")
            if self.token.kind == "end" or self.is_(*ends):
                return Node("body", line, parts=(*statements,), names=names)
            start = self.at
            try:
                statements.append(self._statement())
                if not self.is_("\n", ";", *ends) and self.token.kind != "end":
                    raise Unread
            except Unread:
                self.bare = False
                if statements and statements[-1].line == self.tokens[start].line and self.at > start:
                    statements = [
                        node for node in statements if node.line != self.tokens[start].line or node.kind == "unread"
                    ]
                statements.append(self._skip_statement(start))

    def _skip_statement(self, start: int) -> Node:
        """Skips a statement that it cannot parse, with the blocks that it opens."""
        self.at = start
        depth, first = 0, self.token.line
        words = [token.text for token in self.tokens[start : start + 40] if token.line == first and token.text != "\n"]
        fresh = True
        while self.token.kind != "end":
            token = self.take()
            depth += _opens(token, fresh)
            if depth <= 0 and self.is_("\n", ";"):
                break
            fresh = token.kind == "newline" or token.text in ("=", ";")
        return Node("unread", first, " ".join(words))

    def _statement(self) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise fail(f"expected at most {MAX_DEPTH} levels of nesting", Place(self.file, self.token.line, 1))
        try:
            node = self.compound() or self.value()
            while self.is_("if", "unless"):
                word = self.take()
                condition = self.value()
                test = Node("sign", word.line, "!", (condition,)) if word.text == "unless" else condition
                node = Node("if", node.line, parts=(test, node, None))
            return node
        finally:
            self.depth -= 1

    def compound(self) -> Node | None:
        if self.token.kind != "name":
            return None
        if self.is_("if", "unless"):
            return self._if()
        if self.is_("case"):
            return self._case()
        if self.is_("def"):
            return self._def()
        if self.is_("begin"):
            self.take()
            body = self.body("end", "rescue", "ensure")
            while not self.is_("end"):  # handlers of exceptions
                if self.token.kind == "end":
                    raise Unread
                while not self.is_("\n") and self.token.kind != "end":
                    self.take()
                self.body("end", "rescue", "ensure")
            self.want("end")
            return body
        return None

    def _if(self) -> Node:
        word = self.take()
        condition = self.value()
        if self.is_("then"):
            self.take()
        then = self.body("end", "else", "elsif")
        otherwise: Node | None = None
        if self.is_("elsif"):
            otherwise = self._if()
        else:
            if self.is_("else"):
                self.take()
                otherwise = self.body("end")
            self.want("end")
        test = Node("sign", word.line, "!", (condition,)) if word.text == "unless" else condition
        return Node("if", word.line, parts=(test, then, otherwise))

    def _case(self) -> Node:
        line = self.take().line
        parts: list[Node | None] = [self.value()]
        self.skip()
        while self.is_("when"):
            self.take()
            choices = [self.value()]
            while self.is_(","):
                self.take()
                self.skip()
                choices.append(self.value())
            if self.is_("then"):
                self.take()
            parts += [Node("array", line, parts=(*choices,)), self.body("when", "else", "end")]
        if self.is_("else"):
            self.take()
            parts.append(self.body("end"))
        self.want("end")
        return Node("case", line, parts=(*parts,))

    def _def(self) -> Node:
        line = self.take().line
        name = self.take()
        names: list[str] = []
        if name.kind != "name":
            raise Unread
        bracket = self.is_("(")
        if bracket:
            self.take()
        while self.token.kind == "name":
            names.append(self.take().text)
            if self.is_(","):
                self.take()
        if bracket:
            self.want(")")
        self.known.update(names)
        body = self.body("end")
        self.want("end")
        return Node("def", line, name.text, names=(*names,), block=body)

    def within(self, tokens: list[Token]) -> Node:
        """Parses the statements in the braces of a text."""
        return Parser(tokens, self.file, self.known, self.depth + 1).body()


def _opens(token: Token, fresh: bool) -> int:
    """1 for a word or bracket that opens a block, -1 for one that closes it, else 0; `fresh`: it begins a statement."""
    if token.kind == "name":
        return (token.text in _OPENING or (fresh and token.text in ("if", "unless"))) - (token.text == "end")
    return (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}")) if token.kind == "sign" else 0
