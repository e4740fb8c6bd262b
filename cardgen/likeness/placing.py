"""Decides where a field is, how large, and how its words are aligned, from the lines that the card shows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cardgen.definitions.evaluate import is_number
from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.geometry import Box
from cardgen.likeness.lines import CardLine, alignments
from cardgen.likeness.matching import FoundField
from cardgen.likeness.model import SAME_ANGLE, FinishedCard, TypeStyle, is_box, turned, unturned
from cardgen.likeness.typefaces import Typefaces
from cardgen.text.fonts import Font

_CENTRED = 0.3  # mm by which the middle of words misses that of their frame
_SAME_EDGE = 0.15  # mm by which edges differ that were put at one place
_PADS = (2.0, 3.0, 2.5, 4.0, 1.5, 5.0, 1.0)  # mm, usual margins of a text in a frame, the likeliest first
_HIGHER = 1.1  # ems: lower shapes are letters
_MAX_SHAPES = 2_000  # among which to look for frames
_EDGE, _GAP = 1.0, 0.4  # mm to the edge of the card, and to other words
_LEAST_LEADING, _MOST_LEADING = 0.8, 3.0  # those of a style
_LONGER = 1.5  # times longer cells than the one shown: the field may need more lines
_WORDS = 45  # letters from which a text is wrapped


@dataclass(frozen=True, slots=True)
class Placement:
    """A field's box in mm before it is turned about its centre, and its look. `doubts` are what cannot be told."""

    box: Box
    turn: float
    type: TypeStyle
    align: str
    valign: str
    lines: int
    leading: float
    hyphens: bool
    spacing: float
    doubts: tuple[str, ...] = ()


class FieldPlacing:
    """The places of the fields of a card."""

    def __init__(self, card: FinishedCard, lines: Sequence[CardLine], typefaces: Typefaces) -> None:
        self.card, self.lines, self.typefaces = card, lines, typefaces
        self.shapes = [*filter(is_box, card.shapes)][:_MAX_SHAPES]
        self.anchored = any(line.anchor in ("middle", "end") for line in lines)

    def place(self, found: FoundField) -> Placement:
        lines, first = found.lines, found.lines[0]
        style = _main(found)
        font = self.typefaces.find((style.family,), style.bold, style.italic).font
        spacing = style.spacing or self._spacing(lines, style, font)
        longest = max((len(cell) for claim in found.claims for cell in claim.column.cells), default=0)
        shown = sum(len(line.text) for line in lines)
        wraps = len(lines) > 1 or (longest > _WORDS and longest > _LONGER * shown)
        doubts: list[str] = []
        anchor, sure = self._anchor(lines)
        if not sure:
            doubts.append("align")
        frame = self._frame(lines)
        low, high = self._limits(lines, frame, wraps)
        if len(lines) > 1:
            left, right, known = self._column(lines, anchor, low, high, frame, font, style)
            if not known:
                doubts.append("width")
        else:
            if wraps:
                low, high = self._inset(first, frame, low, high)
            left, right = _span(anchor, first.left, first.right, low, high)
        size, spread = style.size, lines[-1].down - first.down
        leading = spread / (len(lines) - 1) / size if len(lines) > 1 else 1.25
        top, bottom = first.down - font.ascent * size, lines[-1].down + font.descent * size
        valign = "top"
        if wraps:
            floor = self._floor(lines, frame, left, right)
            middle = first.down + spread / 2 - font.cap_height * size / 2
            if len(lines) > 1 and frame and abs((frame[1] + frame[3]) / 2 - middle) <= 0.5 and top - frame[1] > 2:
                valign, half = "middle", min(middle - frame[1], frame[3] - middle) - 0.3
                top, bottom = middle - max(half, middle - top), middle + max(half, bottom - middle)
            else:
                bottom = max(bottom + 0.05, floor)
            if len(lines) == 1:
                doubts.append("lines")
        else:  # the baseline hardly moves if longer words are smaller
            top, valign = top - 0.05, "bottom"
        box = _page_box((left, top, right, bottom), first.turn)
        most = 1 if not wraps else 99
        divided = any(line.text.endswith("-") for line in lines[:-1])
        leading = min(max(leading, _LEAST_LEADING), _MOST_LEADING)
        return Placement(
            box, first.turn, style, _ALIGN[anchor], valign, most, leading, divided, spacing, tuple(doubts)
        )  # fmt: skip

    def _spacing(self, lines: Sequence[CardLine], style: TypeStyle, font: Font) -> float:
        """The space between letters, in ems, which the drawing does not tell but their places do."""
        line = lines[0]
        faces = self.typefaces.find((style.family,), style.bold, style.italic)
        runs = [piece.run for piece in line.pieces]
        if not faces.exact or len(line.text) < 4 or any(run.type != style for run in runs if run.text.strip()):
            return 0.0
        natural = font.width(line.text) * style.size
        extra = (line.right - line.left - natural) / style.size / (len(line.text) - 1)
        return round(extra, 3) if 0.02 < extra < 1 else 0.0

    def _anchor(self, lines: Sequence[CardLine]) -> tuple[str, bool]:
        """How lines are aligned, and whether the drawing leaves no doubt."""
        first = lines[0]
        if first.anchor in ("middle", "end"):
            return first.anchor, True
        if len(lines) > 1:
            anchors = [*alignments(lines)]
            if "start" in anchors and len(lines) > 3 and _is_justified(lines):
                return "justify", True
            best = min(anchors or ["start"], key=lambda each: _spread(lines, each))
            return best, True
        if self.anchored and first.anchor == "start":
            return "start", True
        return self._guess(first)

    def _guess(self, line: CardLine) -> tuple[str, bool]:
        """The alignment of a line of which the drawing says nothing, from what stands around it."""
        frame, card = self._frame([line]), self._card_box(line.turn)
        middle = line.at("middle")
        shapes = [box for shape in self.shapes if (box := _turned_box(shape, line.turn))]
        high, least = line.down - 0.6 * line.size, 0.8 * (line.right - line.left)
        around = [box for box in shapes if box[1] <= high and box[3] >= line.down and box[2] - box[0] >= least
                  and box[3] - box[1] >= _HIGHER * line.size]  # fmt: skip
        frames = [*around, *(each for each in (frame, card) if each)]
        off = min((abs((each[0] + each[2]) / 2 - middle) for each in frames), default=9.0)
        if off <= _CENTRED / 3:
            return "middle", True
        others = [other for other in self.lines if other is not line and abs(other.turn - line.turn) <= SAME_ANGLE]
        lefts = [*(other.left for other in others), *(box[0] for box in shapes)]
        rights = [*(other.right for other in others), *(box[2] for box in shapes)]
        if any(abs(each - line.left) <= _SAME_EDGE for each in lefts):
            return "start", True
        if any(abs(each - line.right) <= _SAME_EDGE for each in rights):
            return "end", True
        if off <= _CENTRED:
            return "middle", True
        if card and middle > (card[0] + card[2]) / 2:
            margins = [other.left - card[0] for other in others]
            if any(abs(card[2] - line.right - margin) <= _SAME_EDGE for margin in margins):
                return "end", True
        if is_number(line.text):
            return "middle", False
        if card and _is_round(card[2] - line.right) and not _is_round(line.left - card[0]):
            return "end", False
        return "start", card is not None and middle < (card[0] + card[2]) / 2

    def _card_box(self, turn: float) -> Box | None:
        return _turned_box((0.0, 0.0, self.card.width, self.card.height), turn)

    def _frame(self, lines: Sequence[CardLine]) -> Box | None:
        """The smallest shape around lines, in their coordinates."""
        turn, size = lines[0].turn, lines[0].size
        left, right = min(line.left for line in lines), max(line.right for line in lines)
        top, bottom = lines[0].down - 0.6 * size, lines[-1].down
        whole = self.card.width * self.card.height
        frames = []
        for shape in self.shapes:
            box = _turned_box(shape, turn)
            if (
                box is None
                or box[3] - box[1] < _HIGHER * size
                or (shape[2] - shape[0]) * (shape[3] - shape[1]) > 0.9 * whole
            ):
                continue
            if box[0] <= left + 0.1 and box[1] <= top and box[2] >= right - 0.1 and box[3] >= bottom:
                frames.append(box)
        return min(frames, key=lambda box: (box[2] - box[0]) * (box[3] - box[1])) if frames else None

    def _limits(self, lines: Sequence[CardLine], frame: Box | None, wraps: bool) -> tuple[float, float]:
        """How far words can reach to the left and to the right: to their frame, the card's edge or other words."""
        first = lines[0]
        left, right = min(line.left for line in lines), max(line.right for line in lines)
        card = self._card_box(first.turn)
        if card:
            low, high = card[0] + _EDGE, card[2] - _EDGE
        else:
            low, high = left - 0.6 * (right - left), right + 0.6 * (right - left)
        if frame:
            low, high = max(low, frame[0]), min(high, frame[2])
        top, bottom = first.down - 0.7 * first.size, lines[-1].down
        for other in self.lines:
            if any(other is line for line in lines) or abs(other.turn - first.turn) > SAME_ANGLE:
                continue
            if other.down - 0.7 * other.size > bottom or other.down < top:
                continue
            if other.left >= right:
                high = min(high, other.left - _GAP)
            elif other.right <= left:
                low = max(low, other.right + _GAP)
        return min(low, left), max(high, right)

    def _column(
        self, lines: Sequence[CardLine], anchor: str, low: float, high: float, frame: Box | None, font: Font,
        style: TypeStyle,
    ) -> tuple[float, float, bool]:  # fmt: skip
        """The edges of a text that is wrapped, and whether they are known: its lines are as long as the next word
        allows."""
        size = style.size
        least = max(line.right - line.left for line in lines)
        most = min(
            line.right - line.left + (font.width(" " + after.text.split()[0])) * size for line, after in pairwise(lines)
        )
        left, right = min(line.left for line in lines), max(line.right for line in lines)
        card = self._card_box(lines[0].turn)
        widths: list[float] = []
        for around in (frame, card):
            if not around:
                continue
            if anchor == "end":
                widths.append(around[2] - around[0] - 2 * (around[2] - right))
            elif anchor == "start":
                widths.append(around[2] - around[0] - 2 * (left - around[0]))
        sure = len(widths)
        if frame:  # a margin as others have it in their frames, or a usual one
            others = (line for line in self.lines if all(line is not own for own in lines))
            pads = [pad for line in others if (pad := self._pad(line)) is not None]
            widths += [frame[2] - frame[0] - 2 * pad for pad in (*pads, *_PADS)]
        fits = [least - 0.05 <= width < max(most, least + 0.1) for width in widths]
        fitting = [width for width, fit in zip(widths, fits, strict=True) if fit]
        known = any(fits[:sure])
        width = max(fitting[0] if fitting else _roundest(least, min(max(most, least), least * 1.25)), least) + 0.005
        natural = sum(font.width(line.text) for line in lines) * size / sum(line.right - line.left for line in lines)
        width *= min(1.0, natural)  # a font that stands for another may be narrower
        if anchor == "middle":
            centre = sum(line.at("middle") for line in lines) / len(lines)
            return centre - width / 2, centre + width / 2, known
        return (right - width, right, known) if anchor == "end" else (left, left + width, known)

    def _inset(self, line: CardLine, frame: Box | None, low: float, high: float) -> tuple[float, float]:
        """How far longer words reach that are wrapped: as far from one edge as from the other."""
        around = frame or self._card_box(line.turn)
        if not around:
            return low, high
        pad = max(0.0, min(line.left - around[0], around[2] - line.right))
        return max(low, around[0] + pad), min(high, around[2] - pad)

    def _pad(self, line: CardLine) -> float | None:
        """How far a line that begins at the left stands from its frame."""
        if line.anchor in ("middle", "end") or not (frame := self._frame([line])):
            return None
        pad = line.left - frame[0]
        return round(pad, 2) if 0.8 < pad < min(6.0, frame[2] - line.right) else None

    def _floor(self, lines: Sequence[CardLine], frame: Box | None, left: float, right: float) -> float:
        """How far down a text that is wrapped can reach."""
        last = lines[-1]
        card = self._card_box(last.turn)
        floor = card[3] - _EDGE if card else last.down + 3 * last.size
        floor = min(floor, frame[3] - 0.3) if frame else floor
        below = [
            other.down - other.size for other in self.lines
            if abs(other.turn - last.turn) <= SAME_ANGLE and other.down > last.down + 0.5 * last.size
            and other.left < right and other.right > left
        ]  # fmt: skip
        return min([floor, *below])


_ALIGN = {"start": "left", "middle": "centre", "end": "right", "justify": "justify"}


def _main(found: FoundField) -> TypeStyle:
    """The look of a field: that of its first cell."""
    line = found.lines[0]
    run = line.main
    if found.claims and len(found.lines) == 1 and len({piece.run.type for piece in line.pieces}) > 1:
        before = len(found.parts[0][0]) if found.parts[0][1] is None else 0
        run = next((piece.run for piece in line.pieces if piece.start <= before < piece.end), run)
    return run.type


def _span(anchor: str, left: float, right: float, low: float, high: float) -> tuple[float, float]:
    """The edges of a field of one line that keeps its words where they are."""
    spare = 0.03 * (right - left) + 0.02
    if anchor == "middle":
        middle = (left + right) / 2
        half = max(min(middle - low, high - middle), (right - left) / 2 + spare)
        return middle - half, middle + half
    if anchor == "end":
        return min(low, left - spare), right
    return left, max(high, right + spare)


def _spread(lines: Sequence[CardLine], anchor: str) -> float:
    edges = [line.at(anchor) for line in lines]
    return max(edges) - min(edges)


def _is_justified(lines: Sequence[CardLine]) -> bool:
    rights = [line.right for line in lines[:-1]]
    return max(rights) - min(rights) <= 0.1


def _is_round(distance: float) -> bool:
    """Whether a distance is one that people type: half a millimetre, or a multiple."""
    return abs(2 * distance - round(2 * distance)) <= 0.04


def _roundest(least: float, most: float) -> float:
    """The roundest number between two, since designers like these, or else the middle."""
    for step in (10, 5, 2, 1):
        rounds = [step * each for each in range(int(least // step), int(most // step) + 1)]
        if fitting := [each for each in rounds if least <= each < most]:
            return min(fitting, key=lambda each: abs(each - (least + most) / 2))
    return (least + most) / 2


def _turned_box(box: Box, turn: float) -> Box | None:
    """A box in coordinates that are turned by quarters; None for other turns."""
    if min(turn % 90, 90 - turn % 90) > SAME_ANGLE:
        return None
    points = [turned(x, y, round(turn / 90) * 90) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _page_box(box: Box, turn: float) -> Box:
    """The box of a field that is then turned about its centre, from one in turned coordinates."""
    x, y = unturned((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, turn)
    across, down = (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
    return x - across, y - down, x + across, y + down
