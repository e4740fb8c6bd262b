"""Tokens and cards among components that are no circles and no rectangles, in mm."""

import pytest

from cardgen.foundations.errors import InputError
from cardgen.graphics.outline import SIDE
from tests.components.printed import sheets, write_game
from tests.pdf_reader import around

ARROW = '{path: "M0 0 H60 V60 Q60 80 30 80 C10 80 25 50 0 40 Z"}'


def lines(sheet, width=0.15, least=15):
    """What is cut along: strokes of that width around more than a mark."""
    found = []
    for path, (line, _) in zip(sheet.strokes, sheet.pens, strict=True):
        box = around(path)
        if line == pytest.approx(width) and box[2] - box[0] > least and box[3] - box[1] > least:
            found.append(box)
    return found


def test_hexagonal_tokens_lie_like_a_honeycomb_each_with_its_bleed(tmp_path):
    coin = "coin: {make: token, layout: face, shape: hexagon, diameter: 24, count: 20}"
    front, back = sheets(write_game(tmp_path / "g", coin))
    middles = sorted((p.at(12, 12 / SIDE) for p in front.placements), key=lambda at: (round(at[1]), at[0]))
    assert len(middles) == len(back.placements) == 20
    rows = sorted({round(y, 1) for _, y in middles})
    assert rows[1] - rows[0] == pytest.approx((24 + 5) * SIDE, abs=0.11)
    assert middles[1][0] - middles[0][0] == pytest.approx(24 + 5, abs=0.02)
    behind = [p.at(12, 12 / SIDE) for p in back.placements]
    upright = front.height >= front.width
    for x, y in middles:
        seen = (front.width - x, y) if upright else (x, front.height - y)
        assert any(at == pytest.approx(seen, abs=0.02) for at in behind)


def test_tokens_of_any_outline_share_pages(tmp_path):
    kinds = f"""\
gem: {{make: token, layout: face, shape: {ARROW}, size: 30 x 40 mm, count: 2}}
plate: {{make: token, layout: face, shape: rounded 2 mm, size: 40 x 25 mm, count: 2}}
coin: {{make: token, layout: face, count: 2}}
"""
    front, back = sheets(write_game(tmp_path / "g", kinds))
    sizes = sorted((round(b[2] - b[0]), round(b[3] - b[1])) for b in lines(front))
    assert sizes == [(24, 24)] * 2 + [(30, 40)] * 2 + [(40, 25)] * 2
    assert not lines(back)


@pytest.mark.parametrize(
    ("coins", "gems", "fronts"),
    [
        (4, 4, ["coin gem"]),
        (0, 4, ["gem"]),
        (4, 60, ["coin", "gem"]),  # a honeycomb holds them on one page, rows do not
    ],
)
def test_hexagonal_tokens_share_pages_where_that_takes_fewer(tmp_path, coins, gems, fronts):
    kinds = {"coin": (coins, "diameter: 24"), "gem": (gems, "shape: hexagon, diameter: 24")}

    def middle(placement):
        return placement.at(12, 12 / SIDE if "gem" in placement.form else 12)

    told = [f"{name}: {{make: token, layout: face, {how}, count: {n}}}" for name, (n, how) in kinds.items() if n]
    pages = sheets(write_game(tmp_path / "g", "\n".join(told)))
    seen = [{name for p in front.placements for name in kinds if name in p.form} for front in pages[::2]]
    assert [" ".join(sorted(names)) for names in seen] == fronts
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        behind = [middle(p) for p in back.placements]
        for x, y in map(middle, front.placements):
            seen_through = (front.width - x, y) if front.height >= front.width else (x, front.height - y)
            assert any(at == pytest.approx(seen_through, abs=0.02) for at in behind)


def test_a_diameter_is_the_longer_side_of_a_path(tmp_path):
    front, _ = sheets(write_game(tmp_path / "g", f"gem: {{make: token, layout: face, shape: {ARROW}, diameter: 40}}"))
    (box,) = lines(front)
    assert (box[2] - box[0], box[3] - box[1]) == pytest.approx((30, 40), abs=0.05)


def test_cards_of_one_size_but_other_corners_lie_apart(tmp_path):
    kinds = """\
aid: {make: card, layout: face, shape: rounded 5 mm, count: 2}
map: {make: card, layout: face, count: 2}
"""
    assert [len(sheet.placements) for sheet in sheets(write_game(tmp_path / "g", kinds))] == [2, 2]


@pytest.mark.parametrize(
    ("token", "message", "column"),
    [
        ("shape: hexagon, size: 30 x 30 mm", "components.gem.shape: a hexagon with a corner on top is not 30 x 30", 43),
        ("size: 30 x 20 mm", "components.gem.shape: a circle is not 30 x 20 mm; expected a size such as 30 x 30", 8),
        ("size: 30 x 30 mm, diameter: 30", "components.gem.diameter: expected a diameter or a size, got both", 64),
        ("shape: star", "components.gem.shape: there is no shape 'star'", 43),
        ("shape: rounded 20 mm", "expected corners of at most 12 mm on 24 x 24 mm, got rounded 20 mm", 43),
        ("shape: hexagon, size: 300 x 346.4 mm", "larger than the page", 58),
        ("shape: rounded, size: 400 x 300 mm", "a token of 400 x 300 mm is larger than the page: 210 x 297 mm", 58),
    ],
)
def test_tokens_that_cannot_be_are_told_where_they_stand(tmp_path, token, message, column):
    with pytest.raises(InputError) as caught:
        sheets(write_game(tmp_path / "g", f"gem: {{make: token, layout: face, {token}}}"))
    (fault,) = caught.value.faults
    assert message in fault.message
    assert fault.place.line == 9
    assert fault.place.column == column
