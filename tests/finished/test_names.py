"""What names of files say of finished pictures."""

import unicodedata

import pytest

from cardgen.finished.names import read_name

NAMES = {
    "fox": (("fox",), None, ""),
    "The Red Fox": (("the", "red", "fox"), None, ""),
    "fox x3": (("fox",), 3, ""),
    "fox_x12": (("fox",), 12, ""),
    "fox-3x": (("fox",), 3, ""),
    "fox (x3)": (("fox",), 3, ""),
    "3x fox": (("fox",), 3, ""),
    "x3_fox": (("fox",), 3, ""),
    "3× fox": (("fox",), 3, ""),
    "fox@3": (("fox",), 3, ""),
    "fox@2x": (("fox", "2x"), None, ""),  # twice the pixels, of a screen
    "007 x2": (("007",), 2, ""),
    "3x3 grid": (("3x3", "grid"), None, ""),
    "back": ((), None, "back"),
    "Dos": ((), None, "back"),
    "rückseite": ((), None, "back"),
    unicodedata.normalize("NFD", "Rückseite"): ((), None, "back"),
    "fox-back": (("fox",), None, "back"),
    "fox_front": (("fox",), None, "front"),
    "FoxBack": (("fox",), None, "back"),
    "fox-back x3": (("fox",), 3, "back"),
    "back x54": ((), 54, "back"),
    "fox_b": (("fox",), None, "back"),
    "fox_a": (("fox",), None, "front"),
    "b": (("b",), None, ""),
    "about_face": (("about", "face"), None, ""),
    "card back": (("card",), None, "back"),
    "": ((), None, ""),
    "  ": ((), None, ""),
    "狐 x2": (("狐",), 2, ""),
}


@pytest.mark.parametrize(("stem", "told"), NAMES.items(), ids=list(NAMES))
def test_a_name_says(stem, told):
    found = read_name(stem)
    assert (found.words, found.count, found.side) == told


@pytest.mark.parametrize(
    ("stem", "folder", "of_all"),
    [
        ("back", (), True),
        ("Card Back", (), True),
        ("forest-back", ("forest",), True),
        ("forest-back", ("sea",), False),
        ("stab_in_the_back", (), False),
        ("fox_b", ("fox",), False),
        ("front", (), True),
    ],
)
def test_a_side_of_all_cards_names_none(stem, folder, of_all):
    assert read_name(stem).is_of_all(folder) == of_all


@pytest.mark.parametrize(
    ("stem", "words", "side"),
    [("sea", ("sea", "2"), ""), ("sea backs x3", ("sea", "2"), "back"), ("plan_b", ("plan", "b", "2"), "")],
)
def test_pages_have_the_side_of_their_file(stem, words, side):
    found = read_name(stem).of_page(2)
    assert (found.words, found.side, found.count) == (words, side, None)
