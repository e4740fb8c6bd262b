"""What an SVG file draws is what resvg draws of it, but for edges within their pixels."""

from pathlib import Path

import pytest

from tests.svg.drawn import ours, theirs, unlike, written

FILES = sorted((Path(__file__).parent / "drawings").glob("*.svg"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_drawing_is_what_resvg_draws(path):
    drawn, image = ours(path)
    assert not (drawn.beyond or drawn.passed or drawn.faults)
    assert unlike(image, theirs(path)) < 0.003


def test_a_drawing_in_other_units_keeps_its_shape(tmp_path):
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="30mm" viewBox="10 10 50 50">'
    path = written(tmp_path, '<rect x="15" y="20" width="30" height="10%" fill="teal"/>', head)
    drawn, image = ours(path)
    assert (drawn.width, drawn.height) == pytest.approx((30 * 96 / 25.4, 30 * 96 / 25.4))
    assert unlike(image, theirs(path)) < 0.003
