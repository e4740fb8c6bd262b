"""Colours: which of a game's are taken, and that words in them can be read."""

import pytest

from cardgen.rulebook.colours import contrast, mix, readable, roles


@pytest.mark.parametrize(
    ("colours", "expected"),
    [
        ({}, ("#000000", "#ffffff", "#000000", "#000000")),
        ({"ink": "#222222", "gold": "#d9a02b", "royal": "#a8322d"}, ("#222222", "#ffffff", "#a8322d", "#d9a02b")),
        ({"gold": "#d9a02b"}, ("#000000", "#ffffff", "#d9a02b", "#d9a02b")),
        ({"a": "#a8322d", "accent": "#2060a0"}, ("#000000", "#ffffff", "#2060a0", "#a8322d")),
        ({"accent": "#2060a0", "second": "#a8322d"}, ("#000000", "#ffffff", "#2060a0", "#a8322d")),
    ],
)
def test_roles(colours, expected):
    assert roles(colours) == expected


@pytest.mark.parametrize("colour", ["#ffff00", "#2060a0", "#777777", "#ffffff", "#000000"])
@pytest.mark.parametrize("ground", ["#ffffff", "#000000", "#808080", "#f5e7e1"])
def test_readable_colours_have_contrast(colour, ground):
    assert contrast(readable(colour, ground), ground) >= 4.5


def test_a_colour_that_can_be_read_is_kept():
    assert readable("#a8322d", "#ffffff") == "#a8322d"


def test_known_contrasts_and_mixtures():
    assert contrast("#000000", "#ffffff") == 21
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # WCAG's own example of too little
    assert mix("#ff0000", "#ffffff", 0.5) == "#ff8080"
