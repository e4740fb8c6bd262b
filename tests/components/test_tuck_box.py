"""The box as it leaves the printer: lengths read back from the PDF, against arithmetic of this file's own.

A poker card is 63 x 88 mm; King Lui has 110 cards of 0.30 mm, and 1 mm of air is left in each direction.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pytest

from cardgen.foundations.errors import InputError
from cardgen.press.edition import Options, plan
from cardgen.store.library import find_game
from tests.components.printed import king_lui, sheets, words, write_game
from tests.pdf_reader import Box, Point, Sheet, around, read
from tests.printing import ROOT

BLACK = (0.0, 0.0, 0.0)
CUT, FOLD, HATCH, HAIR = 0.35, 0.25, 0.15, 0.15
LANGUAGES = {
    "en": ("cut", "fold", "glue"),
    "fr": ("découper", "plier", "coller"),
    "it": ("tagliare", "piegare", "incollare"),
}
BOX = "box: {make: tuck-box, holds: deck, card_thickness: 0.30 mm}"


@dataclass(frozen=True)
class Drawn:
    """A net as it is on paper: its outline, and its folds as (start, end)."""

    outline: list[Point]
    folds: list[tuple[Point, Point]]

    @property
    def box(self) -> Box:
        return around(self.outline)

    @property
    def upright(self) -> list[float]:
        """The x of the folds between the panels, from the left."""
        return sorted(x0 for (x0, y0), (x1, y1) in self.folds if abs(x0 - x1) < 0.01)

    @property
    def level(self) -> list[tuple[float, float]]:
        """(y, length) of all other folds, from the top."""
        return sorted((y0, abs(x1 - x0)) for (x0, y0), (x1, y1) in self.folds if abs(y0 - y1) < 0.01)


def drawn(sheet: Sheet) -> Drawn:
    outlines, folds = [], []
    for path, (line, ink) in zip(sheet.strokes, sheet.pens, strict=True):
        if ink == BLACK and line == pytest.approx(CUT) and len(path) > 2:
            outlines.append(path)
        elif ink == BLACK and line == pytest.approx(FOLD):
            folds.append((path[0], path[-1]))
    (outline,) = outlines
    # the legend's sample of a fold is 9 mm long
    inside = [fold for fold in folds if abs(fold[1][0] - fold[0][0]) + abs(fold[1][1] - fold[0][1]) > 9.1]
    return Drawn(outline, inside)


def depth(cards: int, thickness: float = 0.30, play: float = 1.0) -> float:
    return cards * thickness + play


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("variant", "cards"), [("base", 110), ("hungry_dragon", 98)])
def test_panels_are_as_wide_as_the_deck(language, variant, cards):
    net = drawn(king_lui(language, variant)[-1])
    side, front, other = (b - a for a, b in pairwise(net.upright))
    assert (side, front, other) == pytest.approx((depth(cards), 63 + 1, depth(cards)), abs=0.01)
    back = net.box[2] - net.upright[-1]
    assert back == pytest.approx(63 + 1, abs=0.01), "the back ends in a cut, above the glue flap"
    heights = [abs(y1 - y0) for (x0, y0), (x1, y1) in net.folds if abs(x0 - x1) < 0.01]
    assert heights == pytest.approx([88 + 1] * 4, abs=0.01)


def test_lids_dust_flaps_and_tuck_flaps_close_the_box():
    net, deep = drawn(king_lui()[-1]), depth(110)
    top, bottom = (88 + 1) / 2, (88 + 1) / 2
    by_height: dict[float, list[float]] = {}
    for y, length in net.level:
        by_height.setdefault(round(y, 2), []).append(length)
    lid_tuck, upper, lower, floor_tuck = sorted(by_height)
    assert lower - upper == pytest.approx(top + bottom, abs=0.02)
    for edge in (upper, lower):
        assert sorted(by_height[edge]) == pytest.approx([deep, deep, 64], abs=0.02), "two dust flaps and a lid"
    assert upper - lid_tuck == pytest.approx(deep, abs=0.02), "the lid is as long as the box is deep"
    assert floor_tuck - lower == pytest.approx(deep, abs=0.02)
    for edge in (lid_tuck, floor_tuck):
        (length,) = by_height[edge]
        assert 60 < length < 64, "a tuck flap is a little narrower than its lid"
    assert 9 <= lid_tuck - net.box[1] <= 20 and 9 <= net.box[3] - floor_tuck <= 20


def test_dust_flaps_do_not_meet():
    net = drawn(king_lui()[-1])
    left, right = net.upright[0], net.upright[1]
    upper = min(y for y, length in net.level if length == pytest.approx(34, abs=0.01))
    reach = upper - min(y for x, y in net.outline if left + 0.5 < x < right - 0.5)
    assert 9 <= reach <= 64 / 2


def test_the_glue_flap_is_hatched_and_narrower_than_the_panel_it_is_glued_to():
    sheet = king_lui()[-1]
    net = drawn(sheet)
    glue = net.upright[0] - net.box[0]
    assert 7 <= glue <= 12.01
    hatched = [
        around(path)
        for path, (line, ink) in zip(sheet.strokes, sheet.pens, strict=True)
        if line == pytest.approx(HATCH) and ink != BLACK
    ]
    spans = sorted((round(bottom - top, 1), round(bottom, 1)) for _, top, _, bottom in hatched)
    assert len(spans) == 3, "the legend's sample, the bottom's flap, the glue flap"
    assert spans[1][1] == pytest.approx(net.box[3], abs=0.1)
    assert spans[2][0] == pytest.approx(88 + 1, abs=0.1)


def test_the_front_has_a_thumb_notch_and_the_back_none():
    net = drawn(king_lui()[-1])
    middle = (net.upright[1] + net.upright[2]) / 2
    upper = min(y for y, length in net.level if length == pytest.approx(34, abs=0.01))
    deepest = max(y for x, y in net.outline if abs(x - middle) < 0.01 and y < upper + 30)
    assert deepest - upper == pytest.approx(9, abs=0.01)


def test_every_line_of_the_net_is_cut_or_fold():
    """Ruler and hatching are hairlines, a fold lies on a white line; nothing else is stroked."""
    sheet = king_lui()[-1]
    for path, (line, ink) in zip(sheet.strokes, sheet.pens, strict=True):
        assert len(set(ink)) == 1, "told apart in black and white"
        assert ink != BLACK or any(line == pytest.approx(width) for width in (CUT, FOLD, HAIR)), path


def test_folds_are_dashed_and_cuts_are_not():
    sheet = king_lui()[-1]
    for path, (line, ink) in zip(sheet.strokes, sheet.pens, strict=True):
        if ink == BLACK and line == pytest.approx(FOLD):
            dashes = list(zip(path[::2], path[1::2], strict=True))
            assert len(dashes) >= 2
            assert all(abs(x1 - x0) + abs(y1 - y0) < 5 for (x0, y0), (x1, y1) in dashes)


@pytest.mark.parametrize("paper", ["a4", "letter", "pa4", "a3"])
def test_the_net_lies_inside_the_margins(paper):
    *_, sheet = king_lui(paper=paper)
    left, top, right, bottom = drawn(sheet).box
    assert left >= 5 and top >= 5 and sheet.width - right >= 5 and sheet.height - bottom >= 5
    assert sheet.trim == pytest.approx(drawn(sheet).box, abs=0.01)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_speaks_the_language(language):
    said = words(king_lui(language)[-1])
    for word in LANGUAGES[language]:
        assert word in said
    box = {"en": "Tuck box", "fr": "Étui", "it": "Astuccio"}[language]
    assert f"{box} 64 × 89 × 34 mm" in said


@pytest.mark.parametrize(("language", "told"), [("en", "Tuck box"), ("fr", "Étui"), ("it", "Astuccio")])
def test_lengths_have_the_languages_decimal_point(language, told):
    (output,) = plan(find_game("draco", ROOT), "base", Options(languages=(language,), only=("components",)))
    said = [text for sheet in read(output.make()) for text in words(sheet)]
    assert f"{told} 64 × 89 × 29{'.' if language == 'en' else ','}8 mm" in said


def test_a_component_without_a_name_is_called_by_its_id(tmp_path):
    (page,) = sheets(write_game(tmp_path / "g", "blue_cup: {make: standee, layout: face, size: 40 x 60 mm}"))
    assert "blue cup 40 × 60 × 25 mm" in words(page)
    assert any(" · blue cup · 1/1 · " in text for text in words(page))


def test_pictures_lie_on_their_panels():
    sheet = king_lui()[-1]
    net = drawn(sheet)
    found = [placement.clip for placement in sheet.placements]
    left, right = net.upright[1], net.upright[2]
    upper, lower = (y for y in sorted({round(y, 2) for y, length in net.level if length < 40}))
    # the front's picture runs on over its cut edges by the bleed, and ends at its folds
    assert any(clip == pytest.approx((left, upper - 3, right, lower + 3), abs=0.02) for clip in found)


def test_the_bottom_is_a_picture_that_reads_upright_when_the_box_is_closed():
    sheet = king_lui()[-1]
    turned = [p for p in sheet.placements if p.matrix[0] < 0 and "King" in p.text]
    assert len(turned) == 2


@pytest.mark.parametrize(
    ("size", "cards", "thickness", "play"),
    [("poker", 20, 0.30, 1.0), ("mini", 54, 0.32, 0.5), ("square", 40, 0.6, 2.0), ("57 x 89 mm", 100, 0.25, 0.0)],
)
def test_any_deck_has_its_box(tmp_path, size, cards, thickness, play):
    from cardgen.foundations.units import size as parsed

    width, _ = parsed(size)
    line = f"box: {{make: tuck-box, holds: deck, card_thickness: {thickness} mm, play: {play} mm}}"
    (sheet,) = sheets(write_game(tmp_path / "g", line, size=size, count=cards))
    net = drawn(sheet)
    gaps = [b - a for a, b in pairwise([*net.upright, net.box[2]])]
    deep = cards * thickness + play
    assert gaps == pytest.approx([deep, width + play, deep, width + play], abs=0.01)
    assert not sheet.placements, "without a layout it stays white"


def test_a_box_too_large_for_the_paper_comes_in_two_halves(tmp_path):
    game = write_game(tmp_path / "g", BOX.replace("}", ", layout: face}"), size="tarot", count=110)
    first, second = sheets(game)
    for sheet in (first, second):
        net = drawn(sheet)
        side, panel = (b - a for a, b in pairwise([*net.upright, net.box[2]]))
        assert (side, panel) == pytest.approx((34, 71), abs=0.01)
        assert 7 <= net.upright[0] - net.box[0] <= 34, "each half has a flap to be glued to the other"
        left, top, right, bottom = net.box
        assert left >= 5 and top >= 5 and sheet.width - right >= 5 and sheet.height - bottom >= 5
    one, two = drawn(first), drawn(second)
    assert one.box[3] - one.box[1] < two.box[3] - two.box[1], "the lids hang on the back"
    assert len([length for _, length in one.level]) == 2 and len(two.level) == 2 + 4


def test_halves_fit_where_the_whole_does_not(tmp_path):
    game = write_game(tmp_path / "g", BOX, size="tarot", count=110)
    assert len(sheets(game)) == 2
    assert len(sheets(game, paper="a3")) == 1


@pytest.mark.parametrize(
    ("size", "count", "told"),
    [
        ("200 x 200 mm", 60, "a box of 201 x 201 x 19 mm does not fit on the paper, 210 x 297 mm"),
        ("poker", 900, "components.box: a box of 64 x 89 x 271 mm does not fit"),
        ("poker", 6, "components.box: a box of 64 x 89 x 2.8 mm is too thin to be folded"),
    ],
)
def test_a_box_that_cannot_be_made_is_an_error_with_its_place(tmp_path, size, count, told):
    game = write_game(tmp_path / "g", BOX, size=size, count=count)
    with pytest.raises(InputError) as raised:
        sheets(game)
    (fault,) = raised.value.faults
    assert told in fault.message
    line = "  " + BOX
    column = line.index("{") if "thin" in told else line.index("deck,")
    assert (fault.place.line, fault.place.column) == (9, column + 1)
    assert fault.place.file.endswith("game.yaml")


def test_a_box_for_an_empty_deck_is_left_to_the_check(tmp_path):
    from cardgen.definitions.load import load_game
    from cardgen.store.library import find_game

    game = load_game(find_game(str(write_game(tmp_path / "g", BOX, count=0))))
    assert game.components == ()


def test_the_shipped_box_holds_its_deck():
    """What the box is for: the inner room is larger than the deck in all three directions."""
    from cardgen.definitions.load import load_game
    from cardgen.store.library import find_game

    for variant in ("base", *find_game("king_lui", ROOT).variants):
        game = load_game(find_game("king_lui", ROOT), variant)
        (box,) = (component for component in game.components if component.make == "tuck-box")
        (deck,) = game.decks
        inner = (*box.size, box.depth)
        assert all(room > needed for room, needed in zip(inner, (*deck.size, deck.count * 0.30), strict=True))
