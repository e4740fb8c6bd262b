"""One parser of lengths and sizes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.foundations.units import MM, SIZES, length, size

numbers = st.floats(-1000, 1000).map(lambda value: round(value, 4))
units = st.sampled_from(sorted(MM))
sides = st.floats(5, 39).map(lambda value: round(value, 3))


@given(numbers, units, st.sampled_from(["", " ", "  "]), st.sampled_from([str.lower, str.upper]))
def test_a_length_is_read_back_in_every_unit(number, unit, space, case):
    assert length(f" {number:.4f}{space}{case(unit)} ") == pytest.approx(number * MM[unit])


@given(numbers, units)
def test_a_bare_number_counts_in_the_unit_asked_for(number, unit):
    assert length(f"{number:.4f}", unit) == length(f"{number:.4f}{unit}")


@given(sides, sides, st.sampled_from(["mm", "cm"]), st.sampled_from(["x", "×", " x ", " × "]))
def test_a_size_is_read_back(width, height, unit, times):
    expected = pytest.approx((width * MM[unit], height * MM[unit]))
    assert size(f"{width:.3f}{times}{height:.3f} {unit}") == expected
    assert size(f"{width:.3f} {unit}{times}{height:.3f} {unit}") == expected


@pytest.mark.parametrize(
    ("text", "millimetres"),
    [
        ("63", 63),
        ("63 mm", 63),
        ("2.5in", 63.5),
        ("180pt", 63.5),
        ("6.3cm", 63),
        (".5 in", 12.7),
        ("-3", -3),
        ("3.", 3),
    ],
)
def test_lengths(text, millimetres):
    assert length(text) == pytest.approx(millimetres)


@pytest.mark.parametrize("text", ["", "mm", "63 m", "63mm mm", "6 3", "1e3", "0x10", "nan", "inf", "--3", "9" * 400])
def test_what_is_no_length_is_refused(text):
    with pytest.raises(ValueError, match=r"expected a length such as 63, 63 mm, 2.5in or 180pt, got "):
        length(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("poker", (63, 88)),
        (" A4 ", (210, 297)),
        ("2.5in x 3.5in", (63.5, 88.9)),
        ("63 mm x 8.8 cm", (63, 88)),
        ("180 x 252 pt", (63.5, 88.9)),
    ],
)
def test_sizes(text, expected):
    assert size(text) == pytest.approx(expected)


@pytest.mark.parametrize("name", SIZES)
def test_named_sizes_are_upright(name):
    width, height = size(name)
    assert width <= height


@pytest.mark.parametrize(
    "text", ["", "63", "63 x", "63 x 88 x 2", "63 by 88", "pokker", "4 x 88", "63 x 1001", "9 x 9 m"]
)
def test_what_is_no_size_is_refused(text):
    with pytest.raises(ValueError, match=r"expected a size|expected sides|expected a length"):
        size(text)
