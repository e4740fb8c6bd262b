"""The nearest known name to one that is not."""

import pytest

from cardgen.errors import nearest


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
