"""Writes the game of one finished card and its table: the files, and the points that are open."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from cardgen.definitions.fields import MAX_POINTS, MIN_POINTS
from cardgen.definitions.strings_file import as_yaml
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import Place, fail
from cardgen.foundations.units import CARDS, PAPERS, POINT
from cardgen.importers.looks import escape_markup, slug, unique
from cardgen.importers.table import number
from cardgen.likeness.lines import blocks_of, lines_of
from cardgen.likeness.matching import CellClaim, FoundField, Matching
from cardgen.likeness.model import CardRest, FinishedCard, is_box
from cardgen.likeness.pdf_card import PdfCard
from cardgen.likeness.pictures import FoundPicture, PictureFinder
from cardgen.likeness.placing import FieldPlacing, Placement
from cardgen.likeness.questions import Ask, Questions
from cardgen.likeness.svg_card import SvgCard
from cardgen.likeness.table import CellTable, best_rows, read_table
from cardgen.likeness.typefaces import Typefaces

SUFFIXES = (".svg", ".svgz", ".pdf")
LAYOUT = "layouts/card.yaml"
MAX_SIDE = 1000.0  # mm
MAX_LINES = 1_000
_LEAST = 0.6  # of its size: the smallest that words of longer cells become
_MAX_ASKED = 6  # rows among which to choose
_BRACES = str.maketrans("{}", "()")
_CASES = {"": "{%s}", "upper": "{upper(%s)}", "lower": "{lower(%s)}", "capital": "{capital(%s)}"}


@dataclass(frozen=True, slots=True)
class LikenessFiles:
    """A game's texts and the files to copy, by their paths in its folder; the line of the table that the card shows;
    how many fields there are; and the open points."""

    texts: dict[str, str]
    copies: dict[str, Path]
    line: Place
    fields: int
    points: list[str]


def is_drawing(name: str) -> bool:
    """Whether a file's name is that of a drawing of a card."""
    return Path(name).suffix.lower() in SUFFIXES


def files_like(
    drawing: Path, cells: Path, folder: Path, sheet: str | None = None, line: int | None = None, ask: Ask | None = None
) -> LikenessFiles:
    """The files of a game whose cards are the lines of a table, in the style of a drawing that shows one of them.
    `folder` is for pictures drawn on the way. Raises InputError."""
    if not is_drawing(drawing.name):
        message = f"expected a drawing of a card ({', '.join(SUFFIXES)})"
        raise fail(message, Place(str(drawing)))
    table = read_table(cells, sheet)
    typefaces = Typefaces(drawing)
    source = PdfCard(drawing, typefaces, folder) if drawing.suffix.lower() == ".pdf" else SvgCard(drawing, typefaces)
    card = source.card
    if not (5 <= card.width <= MAX_SIDE and 5 <= card.height <= MAX_SIDE):
        raise fail(f"expected a card of 5 to 1000 mm, got {card.width:g} x {card.height:g} mm", Place(str(drawing)))
    lines = lines_of(card.runs)
    if len(lines) > MAX_LINES:
        message = f"expected at most {MAX_LINES:,} lines of words on a card, got {len(lines):,}"
        raise fail(message, Place(str(drawing)))
    if not lines:
        outlines = "; its words may be outlines: export it again with its text as text" if card.shapes else ""
        raise fail(f"expected a drawing with words, got none{outlines}", Place(str(drawing)))
    questions = Questions(ask, [])
    matching = Matching(blocks_of(lines), table)
    row = table.row_at(line) if line else _row(matching, table, questions, drawing)
    matching.claim(row)
    found = matching.fields()
    greys = source.greys if isinstance(source, PdfCard) else {}
    pictures = PictureFinder([drawing.parent, cells.parent] if card.pictures else [])
    upright = [seen for seen in card.pictures if abs(seen.turn) < 0.1 and is_box(seen.box)]
    named = [pictures.find(seen, greys.get(seen.owner, ()), table, row) for seen in upright]
    shown = [each for each in named if each]
    if not any(each.claims for each in found) and not shown:
        where = table.places[row]
        raise fail(f"none of the words of {drawing.name} is a cell of this line; name another with --line", where)
    owners = {owner for each in found for each_line in each.lines for owner in each_line.owners}
    shades = table.colours(row)
    rest = source.rest(owners, [each.seen.owner for each in shown], shades)
    draft = _Draft(card, table, typefaces, FieldPlacing(card, lines, typefaces), questions, shades)
    layout = draft.layout(rest, found, shown)
    _tell_rest(card, table, row, found, shown, pictures, typefaces, questions, rest)
    table.show([claim.column.heading for each in found for claim in each.claims])
    texts = {"game.yaml": draft.game(drawing.name, cells.name, sheet), LAYOUT: layout, **rest.texts}
    languages = table.draft.languages
    for language in languages:
        first = language == languages[0]
        texts[f"strings/{language}.yaml"] = f"game.title: {'My Game' if first else '{from: My Game, to: My Game}'}\n"
    copies = {cells.name: cells, **rest.copies, **pictures.copies, **typefaces.copies}
    return LikenessFiles(texts, copies, table.places[row], draft.count, questions.points)


def _row(matching: Matching, table: CellTable, questions: Questions, drawing: Path) -> int:
    """The row that fits best."""
    scores = matching.scores()
    best = best_rows(scores)
    if max(scores) <= 0:
        message = f"no line of this table fits the words of {drawing.name}; name the line with --line"
        raise fail(message, Place(str(table.file)))
    if len(best) == 1:
        return best[0]
    answers = [f"line {table.places[row].line}" for row in best[:_MAX_ASKED]]
    which = f"{', '.join(answers)}{' and others' * (len(best) > _MAX_ASKED)} fit {drawing.name} equally."
    return best[questions.choose(f"Which line does it show? {which}", answers, "name another with --line")]


class _Draft:
    """Writes the layout and game.yaml."""

    def __init__(
        self,
        card: FinishedCard,
        table: CellTable,
        typefaces: Typefaces,
        placing: FieldPlacing,
        questions: Questions,
        shades: Mapping[str, str],
    ) -> None:
        self.card, self.table, self.typefaces, self.placing, self.questions = card, table, typefaces, placing, questions
        self.shades = shades  # columns by the colour that they have on the card
        self.styles: dict[str, str] = {}  # names by their YAML
        self.taken: set[str] = {"below", "above"}
        self.named: set[str] = {"text"}
        self.count = 0
        self.smallest = 6.0

    def layout(self, rest: CardRest, found: Sequence[FoundField], shown: Sequence[FoundPicture]) -> str:
        """The layout: the drawing's rest, pictures, what lies above these, and words."""
        edge = number(-self.card.bleed)
        whole = ", ".join(f"{side}: {edge}" for side in ("left", "right", "top", "bottom"))
        fields = [f"below: {{draw: picture, of: {rest.below}, fit: cover, bleed: mirror, {whole}}}"]
        fields += map(self._picture, shown)
        if rest.above:
            fields.append(f"above: {{draw: picture, of: {rest.above}, fit: cover, bleed: mirror, {whole}}}")
        fields += map(self._words, found)
        styles = "".join(f"  {name}: {text}\n" for text, name in self.styles.items())
        body = "".join(f"  {field}\n" for field in fields)
        head = f"styles:\n{styles}" if styles else ""
        return f"{_HEAD}{head}fields:\n{body}"

    def _picture(self, each: FoundPicture) -> str:
        self.count += 1
        name = unique(slug(each.column.name.removeprefix("card."), "picture"), self.taken)
        left, top, right, bottom = each.seen.box
        when = "" if each.column.is_full else f", when: {as_yaml(each.column.name)}"
        place = (
            f"left: {number(left)}, top: {number(top)}, width: {number(right - left)}, height: {number(bottom - top)}"
        )
        fit = ", fit: cover" if each.seen.cut else ""
        return f"{name}: {{draw: picture, of: {_quoted(each.of)}{fit}, {place}{when}}}"

    def _words(self, found: FoundField) -> str:
        placed = self.placing.place(found)
        claims = found.claims
        heading = claims[0].column.name.removeprefix("card.") if claims else "words"
        name = unique(slug(heading, "words"), self.taken)
        self.count += bool(claims)
        self._settle_columns(name, found)
        placed_align = self._settle_place(name, placed, found)
        text = self._text(found)
        left, top, right, bottom = placed.box
        place = [f"left: {_hundredths(left)}", f"top: {_hundredths(top)}"]
        place += [f"width: {_hundredths(right - left)}", f"height: {_hundredths(bottom - top)}"]
        turn = f", turn: {number(placed.turn)}" if placed.turn else ""
        lacking = [claim.column for claim in claims if not claim.column.is_full]
        when = " and ".join(dict.fromkeys(column.name for column in lacking))
        condition = f", when: {_quoted(when)}" if when else ""
        style = self._style(heading, placed, found, placed_align)
        shade = self.shades.get(placed.type.colour)
        condition += f", colour: {_quoted(f'{{{shade}}}')}" if shade else ""
        return (
            f"{name}: {{draw: text, text: {_quoted(text)}, style: {style}, valign: {placed.valign}, "
            f"{', '.join(place)}{turn}{condition}}}"
        )

    def _settle_columns(self, name: str, found: FoundField) -> None:
        for claim in found.claims:
            if claim.sure or len(claim.columns) < 2:
                continue
            answers = [column.heading for column in claim.columns]
            question = f"Which column is {_quote_lines(found)} (field {name})?"
            chosen = self.questions.choose(question, answers, f"change `text` of {name} in {LAYOUT}")
            claim.columns.insert(0, claim.columns.pop(chosen))

    def _settle_place(self, name: str, placed: Placement, found: FoundField) -> str:
        align = placed.align
        if "align" in placed.doubts and found.claims:
            answers = [align, *(each for each in ("left", "centre", "right") if each != align)]
            question = f"How is {_quote_lines(found)} (field {name}) aligned?"
            change = f"change `align` of its style and its edges in {LAYOUT}"
            align = answers[self.questions.choose(question, answers, change)]
        if "width" in placed.doubts:
            width = placed.box[2] - placed.box[0]
            self.questions.tell(
                f"How wide the text {name} may be cannot be told; it has {number(width)} mm: `width` in {LAYOUT}"
            )
        if "lines" in placed.doubts:
            self.questions.tell(
                f"{name} has longer cells than the one shown, so its text may have several lines: "
                f"`height` of {name} and `leading` of its style in {LAYOUT}"
            )
        return align

    def _text(self, found: FoundField) -> str:
        """A field's text, with cells as expressions, and marks where only parts are bold or italic."""
        mixed_bold = len({bold for _, _, bold, _ in found.parts}) > 1
        mixed_italic = len({italic for _, _, _, italic in found.parts}) > 1
        pieces = []
        for text, claim, bold, italic in found.parts:
            said = _expression(claim) if claim else escape_markup(text.translate(_BRACES))
            bare = said.strip()
            if bare:
                marks = "**" * (mixed_bold and bold) + "*" * (mixed_italic and italic)
                lead, trail = said[: len(said) - len(said.lstrip())], said[len(said.rstrip()) :]
                said = f"{lead}{marks}{bare}{marks[::-1]}{trail}"
            pieces.append(said)
        return "".join(pieces)

    def _style(self, heading: str, placed: Placement, found: FoundField, align: str) -> str:
        type = placed.type
        bold = all(bold for _, _, bold, _ in found.parts) if found.parts else type.bold
        italic = all(italic for _, _, _, italic in found.parts) if found.parts else type.italic
        size = min(max(type.size / POINT, MIN_POINTS), MAX_POINTS)
        least = max(MIN_POINTS, min(6.0, _LEAST * size))
        self.smallest = min(self.smallest, least)
        pairs = [f"font: {type.use}", *(["bold: yes"] * bold), *(["italic: yes"] * italic)]
        pairs += [f"size: {_hundredths(size)}", f"at_least: {_hundredths(least)}", f'colour: "{type.colour}"']
        pairs += [f"align: {align}"] * (align != "left") + [f"lines: {placed.lines}"] * (placed.lines != 99)
        pairs += [f"leading: {_hundredths(placed.leading, 4)}", "wrap: full"] * (placed.lines != 1)
        pairs += [f"spacing: {_hundredths(placed.spacing)}"] * bool(placed.spacing)
        pairs += ["hyphenate: no"] * (not placed.hyphens) + ["fit: each"]
        text = f"{{{', '.join(pairs)}}}"
        if text not in self.styles:
            self.styles[text] = unique(slug(heading, "words"), self.named)
        return self.styles[text]

    def game(self, drawing: str, cells: str, sheet: str | None) -> str:
        card, draft = self.card, self.table.draft
        known = (name for name, size in (CARDS | PAPERS).items() if size == (card.width, card.height))
        size = next(known, f"{number(card.width)} x {number(card.height)} mm")
        used = self.typefaces.used
        text = next(iter(used), "source-sans-3")
        fonts = {"text": text, **{use: family for use, family in used.items() if use != "text"}}
        smallest = f"    smallest: {_hundredths(self.smallest)} pt\n" if self.smallest < 6 else ""
        return _GAME.format(
            drawing=" ".join(drawing.split()), cells=" ".join(cells.split()),
            languages=", ".join(draft.languages),
            fonts=", ".join(f"{as_yaml(use)}: {as_yaml(family)}" for use, family in fonts.items()),
            size=size, smallest=smallest, source=draft.source(cells, sheet),
        )  # fmt: skip


_HEAD = """\
# One card was drawn; these fields are its cells. Lengths are millimetres from the trim edges. What no cell says is in
# the picture below all.
"""
_GAME = """\
# The cards stand in {cells}, and {drawing} shows how they look. Everything after a # is a remark.
players: 2-4
languages: [{languages}]
version: 1                    # printed on every sheet

look:
  fonts: {{{fonts}}}

decks:
  cards:
    size: {size}
{smallest}    kinds:
      card:
        layout: card          # layouts/card.yaml
        cards: {source}
"""


def _tell_rest(
    card: FinishedCard, table: CellTable, row: int, found: Sequence[FoundField], shown: Sequence[FoundPicture],
    pictures: PictureFinder, typefaces: Typefaces, questions: Questions, rest: CardRest,
) -> None:  # fmt: skip
    """Notes what cardgen did not find, and what it took instead."""
    if card.how:
        questions.tell(
            f"The drawing does not say its size; {card.width:g} x {card.height:g} mm fits ({card.how}): "
            "`size` in game.yaml"
        )
    for family, stand_in in typefaces.missing.items():
        questions.tell(
            f"There is no font {family}, so {stand_in} stands for it; put its file beside the drawing, and start again"
        )
    used = {column.name for each in found for claim in each.claims for column in claim.columns[:1]}
    used |= {each.column.name for each in shown} | rest.colours
    for column in table.columns:
        if column.name in used or column.minor:
            continue
        cell = column.cells[row]
        if cell:
            questions.tell(f"The column {column.heading} is not on the card: there is no '{_short(cell)}'")
        elif any(column.cells):
            line = table.places[row].line
            questions.tell(
                f"The column {column.heading} has no cell in line {line}, so its place cannot be told; "
                "draw a card that has one"
            )
    for name in pictures.lacking[:10]:
        questions.tell(f"There is no picture {_short(name)} for a cell; put it into the game's folder as art/...")
    for note in (*card.notes, *rest.notes):
        questions.tell(note[:1].upper() + note[1:])


def _expression(claim: CellClaim) -> str:
    return _CASES[claim.case] % claim.column.name


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _quote_lines(found: FoundField) -> str:
    return f"'{_short(' '.join(line.text for line in found.lines))}'"


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"


def _hundredths(value: float, digits: int = 3) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text
