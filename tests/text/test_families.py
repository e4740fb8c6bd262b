"""Which file draws a face of a family, however files are called."""

import shutil

import pytest

from cardgen.definitions.font_choice import Family
from cardgen.foundations.errors import InputError
from cardgen.text.families import choose
from tests.foreign import FONTS, SHIPPED, collection

SANS = SHIPPED / "source-sans-3"


@pytest.fixture
def folder(tmp_path):
    """folder(name=source, ...) -> the font files that were put below `fonts`."""

    def fill(**files):
        for name, source in files.items():
            file = tmp_path / "fonts" / name.replace("__", "/")
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, file)
        return [sorted(path for path in (tmp_path / "fonts").rglob("*") if path.is_file())]

    return fill


def chosen(folders, name, bold=False, italic=False, **family):
    found = choose(folders, Family(name, **family), bold, italic, None)
    return found.source.path.name, found.lacks


def test_files_that_are_called_as_faces_are(folder):
    files = folder(**{"mine__regular.ttf": SANS / "regular.ttf", "mine__bold-italic.ttf": SANS / "italic.ttf"})
    assert chosen(files, "mine", bold=True, italic=True) == ("bold-italic.ttf", "")
    assert chosen(files, "mine") == ("regular.ttf", "")


def test_files_that_are_called_anyhow_lie_in_a_folder_or_in_none(folder):
    files = folder(
        **{"A.ttf": SANS / "bold.ttf", "b.TTF": SANS / "regular.ttf", "deep__er__c.ttf": SANS / "italic.ttf"}
    )
    for family in ("source-sans-3",):
        assert chosen(files, family)[0] == "b.TTF"
        assert chosen(files, family, bold=True) == ("A.ttf", "")
        assert chosen(files, family, italic=True) == ("c.ttf", "")
    assert chosen(files, "deep")[0] == "c.ttf"


def test_what_a_family_lacks_is_told_and_not_faked(folder):
    files = folder(**{"two__a.ttf": SANS / "regular.ttf", "two__b.ttf": SANS / "italic.ttf"})
    assert chosen(files, "two", bold=True) == ("a.ttf", "bold")
    assert chosen(files, "two", bold=True, italic=True) == ("b.ttf", "bold italic")
    alone = folder(**{"one__a.ttf": SHIPPED / "tavern/regular.ttf"})
    assert chosen(alone, "one", bold=True) == ("a.ttf", "")  # display fonts have one weight
    assert chosen(alone, "one", italic=True) == ("a.ttf", "italic")


def test_a_bold_face_that_was_asked_for_by_its_weight_is_a_bold_one(folder):
    files = folder(**{"two__a.ttf": SANS / "regular.ttf", "two__b.ttf": SANS / "bold.ttf"})
    assert chosen(files, "two", weight=700) == ("b.ttf", "")
    assert chosen(files, "two", bold=True, weight=700) == ("b.ttf", "")
    assert chosen(files, "two", bold=True, weight=900) == ("b.ttf", "")
    light = folder(**{"three__a.ttf": SANS / "regular.ttf", "three__b.ttf": SANS / "italic.ttf"})
    assert chosen(light, "three", bold=True, weight=700) == ("a.ttf", "bold")


def test_the_nearest_folder_wins(tmp_path):
    own = tmp_path / "fonts/source-sans-3/bold.ttf"
    own.parent.mkdir(parents=True)
    shutil.copy(SANS / "bold.ttf", own)
    folders = [[own], sorted(SANS.glob("*.ttf"))]
    assert choose(folders, Family("source-sans-3"), True, False, None).source.path == own
    assert choose(folders, Family("source-sans-3"), False, True, None).source.path == SANS / "italic.ttf"


def test_weights_of_a_variable_font(folder):
    files = folder(**{"Inter.var.ttf": FONTS / "variable.ttf"})
    light = Family("inter", weight=300)
    assert choose(files, light, False, False, None).source.axes == (("wght", 300),)
    assert choose(files, light, True, False, None).source.axes == (("wght", 600),)


def test_a_file_by_its_name_and_number(folder, tmp_path):
    files = folder(**{"x.ttf": SANS / "regular.ttf"})
    both = tmp_path / "fonts/both.ttc"
    both.write_bytes(collection(SANS / "regular.ttf", SANS / "bold.ttf"))
    found = choose([[both, *files[0]]], Family("both.ttc", file=True, number=1), False, False, None)
    assert (found.source.path, found.source.number) == (both, 1)
    with pytest.raises(InputError, match=r"'both.ttc' holds 2 fonts, so there is no #3"):
        choose([[both]], Family("both.ttc", file=True, number=2), False, False, None)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("fraunce", "there is no font 'fraunce'; did you mean 'fraunces'?"),
        ("mine", "there is no font 'mine'; expected one of fraunces, source-sans-3"),
    ],
)
def test_an_unknown_family_gets_a_hint(folder, name, message):
    files = folder(**{"a.ttf": SANS / "regular.ttf", "fraunces__bold.ttf": SHIPPED / "fraunces/bold.ttf"})
    with pytest.raises(InputError, match=message.replace("?", r"\?")):
        choose(files, Family(name), False, False, None)


def test_junk_in_a_family_is_told_by_its_file_and_junk_beside_it_is_passed_over(folder, tmp_path):
    (tmp_path / "fonts/bad").mkdir(parents=True)
    (tmp_path / "fonts/bad/regular.ttf").write_bytes(b"junk")
    (tmp_path / "fonts/junk.otf").write_bytes(b"junk")
    files = folder(**{"a.ttf": SANS / "regular.ttf"})
    assert chosen(files, "source-sans-3")[0] == "a.ttf"
    with pytest.raises(InputError, match="expected a font as TTF"):
        choose(files, Family("bad"), False, False, None)
