"""Faces in a ring: the first on top, the others clockwise, none over another, each with its number inside."""

import re
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.rulebook.html import make_html
from cardgen.rulebook.pages import make_pages
from cardgen.rulebook.ring import GAP, LABEL, MAX_FACE_HEIGHT, seat
from tests.rulebook.library import book, seen
from tests.rulebook.test_pages import groups

RATIO = 63 / 88
RING = "ring:fox,owl=1,fox=2,owl=3,fox=4"


@given(st.integers(2, 24), st.floats(60, 180), st.floats(0.5, 1))
def test_faces_do_not_touch_and_stay_within_the_width(count, width, scale):
    ring = seat(count, RATIO, width, scale)
    wide, tall = RATIO * ring.face, ring.face
    assert len(ring.seats) == count and 0 < ring.face <= MAX_FACE_HEIGHT * scale
    for one in ring.seats:
        assert one.x >= -1e-6 and one.x + wide <= width + 1e-6
        assert one.y >= -1e-6 and one.y + tall <= ring.height + 1e-6
    for one, other in zip(ring.seats, [*ring.seats[1:], ring.seats[0]], strict=True):
        assert abs(one.x - other.x) >= wide + GAP - 1e-6 or abs(one.y - other.y) >= tall + GAP - 1e-6


def test_the_first_is_on_top_and_the_next_to_its_right():
    first, second, *_, last = seat(10, RATIO, 124).seats
    assert first.y == pytest.approx(0)
    assert second.x > first.x > last.x and second.y == pytest.approx(last.y)


def test_faces_are_as_far_apart_at_the_sides_as_at_the_top():
    """In a box of a page, where ten faces are small."""
    ring = seat(10, RATIO, 107, 0.75)
    middles = [(one.x, one.y) for one in ring.seats]
    ways = [dist(one, other) for one, other in zip(middles, [*middles[1:], middles[0]], strict=True)]
    assert max(ways) < 1.2 * min(ways) and ring.face > 17 and ring.height < 62


def test_numbers_stand_inside_of_the_ring_beside_their_faces():
    ring = seat(10, RATIO, 124)
    first = ring.seats[0]
    assert first.label == (pytest.approx(62), pytest.approx(ring.face + LABEL))
    for one in ring.seats:
        x, y = one.x + RATIO * ring.face / 2, one.y + ring.face / 2
        out = ((x - 62) ** 2 + (y - ring.height / 2) ** 2) ** 0.5
        assert ((one.label[0] - 62) ** 2 + (one.label[1] - ring.height / 2) ** 2) ** 0.5 < out - LABEL


def test_a_page_shows_all_faces_and_plain_numbers():
    document = make_pages(f"![At table]({RING})", book())
    faces = [item for item in groups(document.pages[1].items) if len(item.items) == 2 and item.matrix[0] != 1]
    assert len(faces) == 5 and len({item.matrix[0] for item in faces}) == 1
    numbers = [text.text for text in seen(document.pages[1]) if text.text.isdigit()]
    assert numbers[:4] == ["1", "2", "3", "4"]  # then the page's own


def test_a_web_page_tells_the_ring_as_one_picture():
    text = make_html(f"![At table]({RING})", book())
    (picture,) = re.findall(r'<div class="row">(<svg.*?</svg>)</div>', text.split("<figure>")[1], re.S)
    assert "<title>Fox, 1: Owl, 2: Fox, 3: Owl, 4: Fox</title>" in picture
    assert re.findall(r"<text [^>]*>(\d)</text>", picture) == ["1", "2", "3", "4"]


def test_an_unknown_face_of_a_ring_is_named():
    from cardgen.foundations.errors import InputError

    for make in (make_pages, make_html):
        with pytest.raises(InputError) as error:
            make("one\n\n![At table](ring:fox,fxo=1)", book())
        assert error.value.faults[0].message == "there is nothing called 'fxo' to show; did you mean 'fox'?"
        assert error.value.faults[0].place.line == 3
