"""The direction of each sign of a line: the whole Bidirectional Algorithm of Unicode Standard Annex #9.

The numbers of rules (P2, X5a, N0 ...) are those of the annex.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from unicodedata import bidirectional

from cardgen.foundations.dataclass import dataclass

SIGNS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"  # signs read from the right
TURNING = re.compile(f"[{SIGNS}\u200f\u202b\u202e\u2067]")  # a line without any of these runs from the left
_FROM_RIGHT = re.compile(f"[{SIGNS}]")

_DEPTH = 125  # BD2: the deepest level
_OPEN_BRACKETS = 63  # BD16
_STRONG = {"L": 0, "R": 1, "AL": 1}
_SAYS = {"L": "L", "R": "R", "EN": "R", "AN": "R"}  # direction of a sign for neutrals beside it (N0, N1)
_ISOLATES = ("LRI", "RLI", "FSI")
_MARKS = (*_ISOLATES, "PDI")
_REMOVED = ("LRE", "RLE", "LRO", "RLO", "PDF", "BN")  # X9
_NEUTRAL = ("B", "S", "WS", "ON", *_MARKS)
_BRACKETS = (
    "()[]{}༺༻༼༽᚛᚜⁅⁆⁽⁾₍₎⌈⌉⌊⌋❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦍⦐⦏⦎⦑⦒⦓⦔⦕⦖⦗⦘⧘⧙⧚⧛⧼⧽"
    "⸢⸣⸤⸥⸦⸧⸨⸩⹕⹖⹗⹘⹙⹚⹛⹜〈〉《》「」『』【】〔〕〖〗〘〙〚〛﹙﹚﹛﹜﹝﹞（）［］｛｝｟｠｢｣\u2329\u232a"
)
_CLOSED_BY = dict(zip(_BRACKETS[::2], _BRACKETS[1::2], strict=True)) | {
    "\u2329": "〉"
}  # canonically equivalent to 〈〉
_CLOSES = {sign: sign for sign in _BRACKETS[1::2]} | {"\u232a": "〉"}


def direction(text: str) -> int | None:
    """1 for a text whose first letter outside isolates is read from the right, else 0; None without a letter (P2)."""
    return _first([_kind(sign) for sign in text])


def levels(text: str, base: int) -> tuple[int, ...]:
    """The level of each sign, odd if it is read from the right, in paragraphs of the level `base`. An invisible sign
    (X9) has the level of the one before it."""
    result: list[int] = []
    kinds = [_kind(sign) for sign in text]
    start = 0
    for end in (*(at + 1 for at, kind in enumerate(kinds) if kind == "B"), len(text)):
        result += _paragraph(text[start:end], kinds[start:end], base)
        start = end
    return tuple(result)


def visual(levels: Sequence[int]) -> list[int]:
    """The order, from left to right, of things with these levels (L2)."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        start = None
        for at in range(len(order) + 1):
            inside = at < len(order) and levels[order[at]] >= level
            if inside and start is None:
                start = at
            elif not inside and start is not None:
                order[start:at] = reversed(order[start:at])
                start = None
    return order


def _kind(sign: str) -> str:
    """The Bidi_Class of a sign, or that of its block if Python's tables do not know it."""
    return bidirectional(sign) or ("R" if _FROM_RIGHT.match(sign) else "L")


def _first(kinds: Sequence[str]) -> int | None:
    """The direction of the first letter outside of isolates."""
    depth = 0
    for kind in kinds:
        if kind in _ISOLATES:
            depth += 1
        elif kind == "PDI":
            depth = max(depth - 1, 0)
        elif not depth and kind in _STRONG:
            return _STRONG[kind]
    return None


def _paragraph(text: str, original: Sequence[str], base: int) -> list[int]:
    pairs = _isolates(original)
    levels, kinds = _explicit(original, pairs, base)
    places = [at for at, kind in enumerate(original) if kind not in _REMOVED]
    for sequence in _sequences(original, levels, places, pairs, base):
        sequence.resolve(text, original, kinds)
    for at in places:  # I1, I2
        if kinds[at] != "L" and levels[at] % 2 == 0:
            levels[at] += 1 if kinds[at] == "R" else 2
        elif kinds[at] != "R" and levels[at] % 2:
            levels[at] += 1
    ending = True
    for at in range(len(levels) - 1, -1, -1):  # L1
        kind = original[at]
        ending = kind in ("B", "S") or (ending and kind in ("WS", *_MARKS, *_REMOVED))
        if ending:
            levels[at] = base
    for at, kind in enumerate(original):
        if kind in _REMOVED:
            levels[at] = levels[at - 1] if at else base
    return levels


def _isolates(kinds: Sequence[str]) -> dict[int, int]:
    """The beginning of each isolate, with its end if it has one (BD9)."""
    pairs, open_ones = {}, []
    for at, kind in enumerate(kinds):
        if kind in _ISOLATES:
            open_ones.append(at)
        elif kind == "PDI" and open_ones:
            pairs[open_ones.pop()] = at
    return pairs


def _explicit(original: Sequence[str], pairs: dict[int, int], base: int) -> tuple[list[int], list[str]]:
    """The levels from embeddings, overrides and isolates, and the kinds after overrides (X1 to X8)."""
    levels, kinds = [], list(original)
    stack: list[tuple[int, str, bool]] = [(base, "", False)]  # level, override, whether of an isolate
    over_isolates = over_embeddings = isolates = 0
    for at, kind in enumerate(original):
        level, override, _ = stack[-1]
        if kind == "PDI":  # X6a
            if over_isolates:
                over_isolates -= 1
            elif isolates:
                over_embeddings = 0
                while not stack.pop()[2]:
                    pass
                isolates -= 1
            level, override, _ = stack[-1]
        elif kind == "PDF":  # X7
            if over_isolates:
                pass
            elif over_embeddings:
                over_embeddings -= 1
            elif len(stack) > 1 and not stack[-1][2]:
                stack.pop()
        levels.append(base if kind == "B" else level)
        if override and kind not in (*_REMOVED, "B"):
            kinds[at] = override
        if kind in _ISOLATES:  # X5a, X5b, X5c
            back = kind == "RLI" or (kind == "FSI" and _first(original[at + 1 : pairs.get(at)]) == 1)
            if (deeper := _deeper(level, back)) <= _DEPTH and not over_isolates and not over_embeddings:
                isolates += 1
                stack.append((deeper, "", True))
            else:
                over_isolates += 1
        elif kind in ("LRE", "RLE", "LRO", "RLO"):  # X2 to X5
            deeper = _deeper(level, kind[0] == "R")
            if deeper <= _DEPTH and not over_isolates and not over_embeddings:
                stack.append((deeper, kind[0] if kind[2] == "O" else "", False))
            elif not over_isolates:
                over_embeddings += 1
    return levels, kinds


def _deeper(level: int, back: bool) -> int:
    """The next level above one, odd or even."""
    return level + 1 + (level % 2 != (not back))


def _sequences(
    original: Sequence[str], levels: Sequence[int], places: Sequence[int], pairs: dict[int, int], base: int
) -> Iterator[_Sequence]:
    """The isolating run sequences (X10)."""
    runs = {run[0]: run for run in (list(group) for _, group in groupby(places, key=levels.__getitem__))}
    before = {at: levels[last] for last, at in pairwise(places)}
    after = {at: levels[following] for at, following in pairwise(places)}
    inner = {pairs[run[-1]] for run in runs.values() if run[-1] in pairs} & runs.keys()
    for start in [start for start in runs if start not in inner]:
        at, signs = start, list(runs[start])
        while (at := pairs.get(signs[-1], -1)) in inner:
            signs += runs[at]
        level, open_end = levels[start], original[signs[-1]] in _ISOLATES
        sos = max(level, before.get(start, base))
        eos = max(level, base if open_end else after.get(signs[-1], base))
        yield _Sequence(signs, level, "LR"[sos % 2], "LR"[eos % 2])


@dataclass(frozen=True, slots=True)
class _Sequence:
    """The signs of an isolating run sequence, their level, and the kinds of letters before and after them."""

    signs: list[int]
    level: int
    before: str
    after: str

    def resolve(self, text: str, original: Sequence[str], kinds: list[str]) -> None:
        """Resolves the kinds of its signs to L, R, EN and AN."""
        own = [kinds[at] for at in self.signs]
        self._weak(own)
        if not {*own}.isdisjoint(_NEUTRAL):
            self._brackets([text[at] for at in self.signs], [original[at] for at in self.signs], own)
            self._neutral(own)
        for at, kind in zip(self.signs, own, strict=True):
            kinds[at] = kind

    def _weak(self, own: list[str]) -> None:
        """W1 to W7."""
        strong = before = self.before
        for index, kind in enumerate(own):
            if kind == "NSM":  # W1
                kind = "ON" if before in _MARKS else before
            before = kind
            if kind in _STRONG:
                strong = kind
            elif kind == "EN" and strong == "AL":  # W2
                kind = "AN"
            own[index] = kind
        own[:] = ["R" if kind == "AL" else kind for kind in own]  # W3
        for index in range(1, len(own) - 1):  # W4
            last, kind, following = own[index - 1 : index + 2]
            if last == following and ((kind in ("ES", "CS") and last == "EN") or (kind == "CS" and last == "AN")):
                own[index] = last
        start = 0
        for kind, group in groupby(own[:]):  # W5
            end = start + len(list(group))
            if kind == "ET" and "EN" in (*own[max(start - 1, 0) : start], *own[end : end + 1]):
                own[start:end] = ["EN"] * (end - start)
            start = end
        strong = self.before
        for index, kind in enumerate(own):
            if kind in ("ES", "ET", "CS"):  # W6
                own[index] = "ON"
            elif kind in _STRONG:
                strong = kind
            elif kind == "EN" and strong == "L":  # W7
                own[index] = "L"

    def _brackets(self, text: Sequence[str], original: Sequence[str], own: list[str]) -> None:
        """N0: gives both brackets of a pair one direction: the line's if their content has it, else the preceding
        one."""
        along = "LR"[self.level % 2]
        for opening, closing in _bracket_pairs(text, own):
            held = {_SAYS.get(kind, "") for kind in own[opening + 1 : closing]} - {""}
            if not held:
                continue
            directions = (_SAYS[kind] for kind in reversed(own[:opening]) if kind in _SAYS)
            way = along if along in held else next(directions, self.before)
            for at in (opening, closing):
                own[at] = way
                while (at := at + 1) < len(own) and original[at] == "NSM":
                    own[at] = way

    def _neutral(self, own: list[str]) -> None:
        """N1 and N2."""
        along, before, start = "LR"[self.level % 2], self.before, 0
        for neutral, group in groupby(own[:], key=_NEUTRAL.__contains__):
            end = start + len(list(group))
            if neutral:
                after = _SAYS[own[end]] if end < len(own) else self.after
                own[start:end] = [before if before == after else along] * (end - start)
            before, start = _SAYS.get(own[end - 1], before), end


def _bracket_pairs(text: Sequence[str], kinds: Sequence[str]) -> list[tuple[int, int]]:
    """The pairs of brackets, in the order of their openings (BD16)."""
    pairs, waiting = [], list[tuple[str, int]]()
    for at, (sign, kind) in enumerate(zip(text, kinds, strict=True)):
        if kind != "ON":
            continue
        if sign in _CLOSED_BY:
            if len(waiting) == _OPEN_BRACKETS:
                break
            waiting.append((_CLOSED_BY[sign], at))
        elif (closing := _CLOSES.get(sign)) and closing in (known for known, _ in waiting):
            while waiting[-1][0] != closing:
                waiting.pop()
            pairs.append((waiting.pop()[1], at))
    return sorted(pairs)
