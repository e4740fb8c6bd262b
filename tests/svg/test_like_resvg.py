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


def test_variables_of_style_sheets_are_what_they_stand_for(tmp_path):
    """resvg knows none, so the drawing beside it says the same without them."""
    blur = '<filter id="f"><feGaussianBlur stdDeviation="4"/></filter>'
    body = (
        "<style>:root{--Sea:#06c;--line:var(--Sea)} g{--Sea:teal} rect{fill:var(--Sea)}</style>"
        f'{blur}<rect width="60" height="60"/><g><rect x="70" width="60" height="60" stroke="var(--line)"/>'
        '<rect x="10" y="80" width="60" height="60" filter="url(#f)"/></g>'
        '<circle cx="150" cy="150" r="30" fill="var(--none, rgb(200, 0, 0))" style="stroke:var(--nothing)"/>'
    )
    plain = (
        f'{blur}<g fill="#06c"><rect width="60" height="60"/><g fill="teal">'
        '<rect x="70" width="60" height="60" stroke="#06c"/>'
        '<rect x="10" y="80" width="60" height="60" filter="url(#f)"/></g></g>'
        '<circle cx="150" cy="150" r="30" fill="rgb(200, 0, 0)"/>'
    )
    drawn, image = ours(written(tmp_path, body))
    assert not drawn.faults
    assert unlike(image, theirs(written(tmp_path, plain))) < 0.003


@pytest.mark.parametrize(
    "style", ["--a:var(--b);--b:var(--a)", ";".join(f"--v{n}:{f'var(--v{n + 1}) ' * 9}" for n in range(12))]
)
def test_variables_without_end_are_none(tmp_path, style):
    body = f'<rect width="90" height="90" style="{style};fill:var(--a, var(--v0))"/>'
    assert unlike(ours(written(tmp_path, body))[1], theirs(written(tmp_path, '<rect width="90" height="90"/>'))) < 0.003
