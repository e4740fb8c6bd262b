"""The nearest known name to one that is not."""

import pytest

from cardgen.foundations.errors import is_slip, nearest


@pytest.mark.parametrize(
    ("word", "known", "expected"),
    [
        ("acron", ["acorn", "crown", "apron"], "acorn"),
        ("cuont", ["colour", "cut", "count", "mount"], "count"),
        ("icno", ["id", "icon", "kind"], "icon"),
        ("vlaue", ["value", "valued"], "value"),
        ("valu", ["value", "vale"], "value"),
    ],
)
def test_swapped_letters_come_first(word, known, expected):
    assert nearest(word, known) == f"; did you mean '{expected}'?"


def test_without_a_near_one_all_are_named_if_few():
    assert nearest("zebra", ["b", "a"]) == "; expected one of a, b"
    assert nearest("zebra", [f"n{n}" for n in range(13)]) == nearest("zebra", []) == ""


@pytest.mark.parametrize(("word", "other"), [("rogue", "rose"), ("warlock", "clock"), ("tower", "lower-case")])
def test_another_word_is_no_slip_of_the_pen(word, other):
    assert nearest(word, [other, *(f"n{n}" for n in range(13))]) == ""


@pytest.mark.parametrize(("word", "meant"), [("frost", "forest"), ("fax", "fox"), ("fo", "fox"), ("nme", "name")])
def test_short_words_have_near_ones(word, meant):
    assert nearest(word, [meant, *(f"n{n}" for n in range(13))]) == f"; did you mean '{meant}'?"


@pytest.mark.parametrize("word", ["els", "lse", "elze", "esle", "elsee", "aelse", "ekse"])
def test_one_letter_makes_a_slip(word):
    assert is_slip(word, "else")


@pytest.mark.parametrize("word", ["else", "lose", "sell", "elses_", "ele_e", "then", ""])
def test_two_letters_make_another_word(word):
    assert not is_slip(word, "else")
