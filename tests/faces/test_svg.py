import pytest

from cardgen.faces.svg import read_svg, silhouette
from cardgen.foundations.errors import InputError
from cardgen.graphics.geometry import segments_box
from cardgen.graphics.paths import parse_path, parse_view
from cardgen.store.library import BUILTIN

SHIPPED = sorted((BUILTIN / "templates").glob("icons/*.svg")) + sorted((BUILTIN / "templates").glob("patterns/*.svg"))


def svg(tmp_path, body, head='viewBox="0 0 10 10"'):
    path = tmp_path / "x.svg"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{body}</svg>')
    return path


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_drawings_lie_in_their_view_boxes(path):
    found = read_svg(path)
    segments, (left, top, width, height) = found.segments, found.view
    box = segments_box(segments)
    reach = 1.0 if path.parent.name == "patterns" else 0.05  # tiles may reach into their neighbours
    assert box[0] >= left - reach * width and box[2] <= left + width * (1 + reach)
    assert box[1] >= top - reach * height and box[3] <= top + height * (1 + reach)


@pytest.mark.parametrize(
    ("body", "box"),
    [
        ('<path d="M1 2h3v4h-3z"/>', (1, 2, 4, 6)),
        ('<rect x="1" y="2" width="3" height="4"/>', (1, 2, 4, 6)),
        ('<circle cx="5" cy="5" r="2"/>', (3, 3, 7, 7)),
        ('<g transform="translate(2 1)"><path d="M0 0h1v1z"/></g>', (2, 1, 3, 2)),
        (
            '<g transform="translate(2 1) scale(2)"><rect transform="translate(1)" width="1" height="1"/></g>',
            (4, 1, 6, 3),
        ),
        ('<rect x="1" y="2" width="3" height="1" transform="rotate(90 1 2)"/>', (0, 2, 1, 5)),
        ('<path d="M0 0h1v1z"/><path fill="none" d="M0 0h9v9z"/>', (0, 0, 1, 1)),
        ('<path d="M0 0Q5 0 5 5z"/>', (0, 0, 5, 5)),
        ('<path d="M2 5h6" stroke="black" stroke-width="2"/>', (2, 4, 8, 6)),
        ('<g stroke="red" fill="none"><circle cx="5" cy="5" r="3" stroke-width="2"/></g>', (1, 1, 9, 9)),
        (
            '<defs><rect id="a" width="2" height="2"/></defs><use href="#a" x="3"/><use href="#a" x="7" y="1"/>',
            (3, 0, 9, 3),
        ),
        (
            '<clipPath id="c"><rect width="4" height="4"/></clipPath><circle cx="4" cy="4" r="3" clip-path="url(#c)"/>',
            (1, 1, 4, 4),
        ),
        (
            '<mask id="m"><rect fill="#fff" width="5" height="9"/></mask><rect width="8" height="8" mask="url(#m)"/>',
            (0, 0, 5, 8),
        ),
    ],
)
def test_shapes(tmp_path, body, box):
    found = read_svg(svg(tmp_path, body))
    assert segments_box(found.segments) == pytest.approx(box, abs=1e-6)
    assert found.view == (0, 0, 10, 10)


@pytest.mark.parametrize(
    ("body", "head", "message"),
    [
        ('<text x="1" y="2">a</text>', 'viewBox="0 0 9 9"', r"convert the words \(<text>\) to paths"),
        ('<g transform="spin(3)"><path d="M0 0h1v1z"/></g>', 'viewBox="0 0 9 9"', "expected translate, scale, rotate"),
        ('<path d="M0 0 K 3"/>', 'viewBox="0 0 9 9"', "expected SVG path data"),
        ('<path d="M0 0h1z"/>', "", "expected a view box"),
        ('<path d="M0 0h1z"/>', 'viewBox="0 0 0 9"', "with a width and a height"),
        ("<path", 'viewBox="0 0 9 9"', "expected SVG as well-formed XML"),
    ],
)
def test_what_cannot_be_drawn_is_refused(tmp_path, body, head, message):
    with pytest.raises(InputError, match=message):
        read_svg(svg(tmp_path, body, head))


def test_entities_that_name_others_are_refused(tmp_path):
    path = tmp_path / "bomb.svg"
    path.write_text('<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg viewBox="0 0 1 1">&b;</svg>')
    with pytest.raises(InputError, match=r"bomb.svg:1:\d+: expected entities of at most"):
        read_svg(path)


def filled(segments, x, y):
    """Whether a nonzero path, of lines and curves, covers a point."""
    from cardgen.graphics.geometry import rectangle
    from cardgen.svg.outline import intersection

    return bool(intersection(segments, rectangle(x - 0.05, y - 0.05, x + 0.05, y + 0.05)))


BOX = '<path d="M0 0h10v10h-10z"/>'


@pytest.mark.parametrize(
    ("body", "bare", "inside", "outside"),
    [
        ('<circle cx="5" cy="5" r="4" fill="none" stroke="#000"/>', False, (5, 1), (5, 5)),  # a ring of a stroke
        (f'{BOX}<circle cx="5" cy="5" r="3" fill="#fff"/>', False, (1, 1), (5, 5)),  # white on black is a hole
        (f'{BOX}<circle cx="5" cy="5" r="3" fill="#fff"/>', True, (5, 5), (1, 1)),  # the background left out
        (f'{BOX}<circle cx="5" cy="5" r="3" fill="#fff"/><circle cx="5" cy="5" r="1"/>', True, (5, 3), (5, 5)),
        ('<path fill-rule="evenodd" d="M0 0h9v9h-9z M3 3h3v3h-3z"/>', False, (1, 1), (4, 4)),
        ('<path d="M0 0h6v6h-6z"/><path d="M9 3v6h-6v-6z"/>', False, (4, 4), (1, 8)),  # turned either way, both fill
        ('<rect fill="#fff" width="4" height="4"/>', False, (2, 2), (6, 6)),  # white alone is no hole
    ],
)
def test_what_an_icon_covers(tmp_path, body, bare, inside, outside):
    found = read_svg(svg(tmp_path, body), bare).segments
    assert filled(found, *inside)
    assert not filled(found, *outside)


def test_a_background_is_told(tmp_path):
    assert read_svg(svg(tmp_path, f'{BOX}<circle cx="5" cy="5" r="3" fill="#fff"/>')).background
    assert not read_svg(svg(tmp_path, BOX)).background  # it is the icon itself


def test_a_silhouette_has_no_holes():
    ring = parse_path("M0 0h10v10h-10z M2 2v6h6v-6z")
    assert winding(ring, 5, 5) == 0
    assert winding(silhouette(ring), 5, 5) != 0
    assert segments_box(silhouette(ring)) == segments_box(ring)


def winding(segments, x, y):
    """The winding number of straight contours about a point."""
    number, at, start = 0, None, None
    for letter, *rest in segments:
        to = start if letter == "Z" else tuple(rest)
        if letter == "M":
            start = to
        elif (at[1] <= y) != (to[1] <= y):
            cross = at[0] + (y - at[1]) / (to[1] - at[1]) * (to[0] - at[0])
            number += (1 if to[1] > at[1] else -1) * (cross > x)
        at = to
    return number


def test_view_boxes():
    assert parse_view("0,0 24 24") == (0, 0, 24, 24)
    with pytest.raises(ValueError):
        parse_view("0 0 24")
