"""`look: fonts:` as a designer writes it."""

import pytest

from cardgen.definitions.font_choice import MAX_FAMILIES, Family, font_choice


def test_a_family_a_weight_a_file():
    assert font_choice("my-font").families("en") == (Family("my-font"),)
    assert font_choice("inter light").families("en") == (Family("inter", 300),)
    assert font_choice("inter 350").families("en")[0].weight == 350
    assert font_choice("My Font-Light.OTF").families("en") == (Family("My Font-Light.OTF", file=True),)
    assert font_choice("cjk.ttc#3").families("en") == (Family("cjk.ttc", file=True, number=2),)


def test_several_and_for_some_languages():
    choice = font_choice(("inter", {"ja": "noto-sans-jp", "pt_BR": "brasil"}, "symbols"))
    assert [family.name for family in choice.families("ja")] == ["inter", "noto-sans-jp", "symbols"]
    assert [family.name for family in choice.families("pt_BR")] == ["inter", "brasil", "symbols"]
    assert [family.name for family in choice.families("en")] == ["inter", "symbols"]
    assert choice.own("ja") == Family("noto-sans-jp") and choice.own("en") is None


def test_a_language_of_a_region_has_that_of_its_language():
    choice = font_choice({"pt": "one", "else": "two"})
    assert choice.families("pt_BR") == (Family("one"),)
    assert choice.families("en") == (Family("two"),)


def test_bold_is_as_much_heavier_as_bold_is():
    assert [Family("x", weight).bold for weight in (300, 400, 700, 900)] == [600, 700, 900, 900]


@pytest.mark.parametrize(
    "value", ["", "My Font", "inter heavy", "inter 0", "a.ttc#0", (), 3, {"xx_1": "a"}, "../a.ttf", "a\0.ttf", None]
)
def test_what_is_no_font_is_refused(value):
    with pytest.raises(ValueError, match=r"expected|numbered"):
        font_choice(value)


def test_as_many_after_one_another_as_anybody_needs():
    assert len(font_choice(("inter",) * MAX_FAMILIES).families("en")) == MAX_FAMILIES
    with pytest.raises(
        ValueError, match=f"expected at most {MAX_FAMILIES} font families in one list, got {MAX_FAMILIES + 1}$"
    ):
        font_choice(("inter",) * (MAX_FAMILIES + 1))


def test_a_name_of_two_words_is_written_with_a_hyphen():
    with pytest.raises(ValueError, match=r"if it is a part of the family's name, write eb-garamond$"):
        font_choice("eb garamond")
