"""Splits a Ruby script into tokens, as far as decks use the language. It runs nothing."""

from __future__ import annotations

import re
from typing import TypeAlias

from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, fail

MAX_TOKENS = 200_000
MAX_INNER = 8  # levels of strings within braces of strings

Parts: TypeAlias = "tuple[str | list[Token], ...]"


@dataclass(frozen=True, slots=True)
class Token:
    """A token: its kind (number, text, symbol, label, name, words, regex, sign, end), its text, its line, and whether
    there is a space before it. The parts of a text are strings, and lists of the tokens in its braces."""

    kind: str
    text: str
    line: int
    spaced: bool = False
    parts: Parts = ()


_LONG_SIGNS = "<=> === ... &&= ||= ** == != >= <= =~ !~ && || << >> => -> += -= *= /= %= :: .. &."
_SIGNS = "|".join(map(re.escape, _LONG_SIGNS.split())) + r"|[-+*/%=<>!&|^~?:.,;()\[\]{}]"
_WORD = re.compile(
    rf"""(?P<space>[ \t\r\f]+|\\\n)
    |(?P<remark>\#[^\n]*)
    |(?P<newline>\n)
    |(?P<here><<[-~](?P<quote>['"]?)(?P<mark>[A-Z_]\w*)(?P=quote))
    |(?P<percent>%[wWiIqQ]?[(\[{{<|!])
    |(?P<number>\d[\d_]*(?:\.\d+)?(?:e-?\d+)?)
    |(?P<label>[A-Za-z_]\w*[?!]?:(?!:))
    |(?P<symbol>:[A-Za-z_]\w*[?!=]?)
    |(?P<name>[@$]{{0,2}}[A-Za-z_]\w*(?:[?!](?!=))?)
    |(?P<sign>{_SIGNS})""",
    re.VERBOSE,
)
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_PLAIN = {"n": "\n", "t": "\t", "s": " ", "r": "", "e": "", "0": ""}
_VALUES = {"number", "text", "symbol", "name", "words"}  # after these, a slash divides


class _Reader:
    def __init__(self, text: str, file: str, line: int, inner: int) -> None:
        self.text, self.file, self.line, self.inner = text, file, line, inner
        self.at = 0
        self.result: list[Token] = []
        self.pending: list[tuple[int, str]] = []  # here-documents that begin in the next line: their tokens and marks

    def tokens(self) -> list[Token]:
        spaced = False
        while self.at < len(self.text):
            if len(self.result) > MAX_TOKENS:
                raise fail(f"expected at most {MAX_TOKENS:,} words, got more", Place(self.file, self.line, 1))
            spaced = self._next(spaced)
        return [*self.result, Token("end", "", self.line)]

    def _next(self, spaced: bool) -> bool:
        """Reads one token. Returns whether it was a space."""
        sign = self.text[self.at]
        if sign in "\"'`":
            self.at += 1
            self._string(sign, sign, spaced, sign != "'")
            return False
        if sign == "/" and self._is_regex(spaced):
            self.at += 1
            self._string("/", "/", spaced, False, "regex")
            return False
        match = _WORD.match(self.text, self.at)
        if not match:
            self.at += 1  # the parser reports an unknown sign with its statement
            self._add("sign", sign, spaced)
            return False
        kind, text = match.lastgroup or "", match[0]
        kind = "here" if match["here"] else kind
        self.at = match.end()
        if kind == "space":
            self.line += text.count("\n")
            return True
        if kind == "remark":
            return spaced
        if kind == "newline":
            self._newline()
        elif kind == "percent":
            self._percent(text, spaced)
        elif kind == "here":
            self.pending.append((len(self.result), match["mark"]))
            self._add("text", "", spaced)
        else:
            self._word(kind, text, spaced)
        return False

    def _word(self, kind: str, text: str, spaced: bool) -> None:
        ternary = kind == "label" and any(token.text == "?" for token in self.result[-12:] if token.line == self.line)
        if ternary and self.text[self.at : self.at + 1] in " \t":
            self.at -= 1  # a ? b : c without a space before the colon
            kind, text = "name", text[:-1]
        self._add(kind, text.strip(":") if kind in ("label", "symbol") else text, spaced)

    def _add(self, kind: str, text: str, spaced: bool, parts: Parts = ()) -> None:
        self.result.append(Token(kind, text, self.line, spaced, parts))

    def _newline(self) -> None:
        self._add("newline", "\n", False)
        self.line += 1
        for at, mark in self.pending:
            end = re.compile(rf"^[ \t]*{re.escape(mark)}[ \t\r]*$", re.MULTILINE).search(self.text, self.at)
            stop = end.start() if end else len(self.text)
            body = "\n".join(line.strip() for line in self.text[self.at : stop].splitlines())
            self.result[at] = Token("text", body, self.result[at].line, self.result[at].spaced, (body,))
            self.line += self.text.count("\n", self.at, end.end() if end else len(self.text))
            self.at = end.end() if end else len(self.text)
        self.pending.clear()
        for opening, closing in (("=begin", "\n=end"), ("__END__", "\0")):
            if self.text.startswith(opening, self.at):
                end_at = self.text.find(closing, self.at)
                stop = len(self.text) if end_at < 0 else end_at + len(closing)
                self.line += self.text.count("\n", self.at, stop)
                self.at = stop

    def _percent(self, text: str, spaced: bool) -> None:
        if len(text) == 2 and not self._is_start(spaced):
            self.at -= 1  # a remainder: x % (y)
            self._add("sign", "%", spaced)
            return
        closing = _CLOSING.get(text[-1], text[-1])
        if text[1] in "wWiI":
            stop = self.text.find(closing, self.at)
            stop = len(self.text) if stop < 0 else stop
            body = self.text[self.at : stop]
            self._add("words", body, spaced)
            self.line += body.count("\n")
            self.at = stop + 1
        else:
            self._string(text[-1], closing, spaced, text[1] != "q")

    def _is_start(self, spaced: bool) -> bool:
        """Whether a value can begin here, so that a sign is no operator."""
        last = self.result[-1] if self.result else None
        if last is None or last.kind not in _VALUES:
            return last is None or last.text not in (")", "]", "}")
        return last.kind == "name" and spaced and self.text[self.at : self.at + 1] not in " ="

    def _is_regex(self, spaced: bool) -> bool:
        last = self.result[-1] if self.result else None
        if last is None or last.kind not in _VALUES:
            return last is None or last.text not in (")", "]", "}")
        return last.kind == "name" and spaced and self.text[self.at + 1 : self.at + 2] not in " ="

    def _string(self, opening: str, closing: str, spaced: bool, rich: bool, kind: str = "text") -> None:
        """Reads a text up to its closing sign, or to the end of the file."""
        start, parts, plain, depth = self.line, list[str | list[Token]](), list[str](), 0
        while self.at < len(self.text):
            sign = self.text[self.at]
            if sign == "\\" and self.at + 1 < len(self.text):
                plain.append(self._escape(rich))
                continue
            if rich and self.text.startswith("#{", self.at):
                parts.append("".join(plain))
                plain.clear()
                parts.append(self._braces())
                continue
            self.at += 1
            self.line += sign == "\n"
            if sign == closing and not depth:
                break
            depth += (sign == opening != closing) - (sign == closing)
            plain.append(sign)
        parts.append("".join(plain))
        self.result.append(
            Token(kind, "".join(part for part in parts if isinstance(part, str)), start, spaced, (*parts,))
        )

    def _escape(self, rich: bool) -> str:
        code = re.compile(r"u\{?([0-9a-fA-F]{1,6})\}?").match(self.text, self.at + 1)
        if rich and code and int(code[1], 16) < 0x110000:
            self.at = code.end()
            return chr(int(code[1], 16))
        sign = self.text[self.at + 1]
        self.at += 2
        self.line += sign == "\n"
        if not rich:
            return sign if sign in "'\\" else "\\" + sign
        return "" if sign == "\n" else _PLAIN.get(sign, sign)

    def _braces(self) -> list[Token]:
        """The tokens of `#{...}` in a text."""
        depth, start = 0, self.at + 2
        for at in range(self.at + 1, len(self.text)):
            depth += (self.text[at] == "{") - (self.text[at] == "}")
            if not depth:
                break
        else:
            at = len(self.text)
        self.at = at + 1
        if self.inner >= MAX_INNER:
            raise fail(f"expected at most {MAX_INNER} texts inside one another", Place(self.file, self.line, 1))
        inner = _Reader(self.text[start:at], self.file, self.line, self.inner + 1).tokens()
        self.line += self.text.count("\n", start, at)
        return inner


def tokens(text: str, file: str) -> list[Token]:
    """The tokens of a script, the last of the kind `end`. Raises InputError for too many."""
    return _Reader(text, file, 1, 0).tokens()
