"""How large cards are of which there are pictures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.finished.sizes import BLEEDS, size_of, size_of_page
from cardgen.foundations.units import CARDS, INCH, size

INCHES = INCH / 8
POKER, US = (63, 88), (63.5, 88.9)
PIXELS = {
    (744, 1039): (POKER, 0),
    (745, 1040): (POKER, 0),
    (750, 1050): (US, 0),
    (1500, 2100): (US, 0),
    (815, 1110): (POKER, 3),
    (825, 1125): (US, INCHES),
    (822, 1122): (US, 3),
    (1644, 2244): (US, 3),
    (1125, 825): ((88.9, 63.5), INCHES),
    (827, 1417): ((70, 120), 0),
    (897, 1488): ((70, 120), 3),
    (375, 525): (US, 0),
    (630, 880): (POKER, 0),
    (635, 889): (US, 0),
    (672, 936): (POKER, 0),
    (1000, 1400): (US, 0),
    (690, 940): (POKER, 3),
    (520, 803): ((44, 68), 0),
    (827, 827): ((70, 70), 0),
    (5906, 827): ((500, 70), 0),
}


@pytest.mark.parametrize(("pixels", "expected"), PIXELS.items())
def test_pixels_tell_a_size(pixels, expected):
    found = size_of(*pixels)
    assert found.trim == pytest.approx(expected[0], abs=0.05) and found.bleed == pytest.approx(expected[1])


def test_dots_to_the_inch_that_a_file_says_come_first():
    assert size_of(372, 520, 150).trim == POKER
    assert size_of(1654, 2835, 600).trim == (70, 120)
    assert size_of(744, 1039, 72).trim == POKER  # what a program says of every picture
    assert size_of(500, 800, 254).label == "50 x 80 mm"
    assert size_of(500, 900, 72).label == "42.3 x 76.2 mm"


def test_a_page_tells_its_size_itself():
    assert size_of_page(63, 88).name == "poker"
    assert (size_of_page(69, 94).name, size_of_page(69, 94).bleed) == ("poker", 3)
    assert size_of_page(60, 80, 2.5).bleed == 2.5
    assert size_of_page(297, 210).is_sheet and not size_of_page(105, 148).is_sheet


@given(st.sampled_from(list(CARDS.values())), st.sampled_from(BLEEDS), st.sampled_from([300, 600]), st.booleans())
def test_every_size_of_ours_is_known_again(trim, bleed, dots, wide):
    trim = trim[::-1] if wide else trim
    pixels = [round((side + 2 * bleed) / INCH * dots) for side in trim]
    for found in (size_of(*pixels), size_of(*pixels, dots)):
        assert found.trim == pytest.approx(trim, abs=0.6) and abs(found.bleed - bleed) < 0.2


@given(st.integers(50, 9000), st.integers(50, 9000), st.sampled_from([0, 1, 72, 96, 300, 1e9]))
def test_whatever_the_pixels_a_deck_takes_the_size(width, height, dots):
    found = size_of(width, height, dots)
    assert size(found.name) == pytest.approx(found.trim)
