"""What translators get and give back: PO, CSV and XLIFF lose nothing; strings files keep comments and order."""

import csv
import io
from pathlib import Path

import polib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.definitions.strings_edit import with_translations
from cardgen.definitions.strings_file import read_strings
from cardgen.foundations.errors import InputError
from cardgen.press.edition import Options, plan
from cardgen.store.library import find_game
from cardgen.text.pseudo import long_text
from cardgen.text.strings import placeholders
from cardgen.translation.words import Unit
from cardgen.translation.words_files import KINDS, read_words, write_words

TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"], include_characters='\n\t"'), max_size=12)
FRENCH = "wood/strings/fr.yaml"


@st.composite
def all_units(draw):
    keys = draw(st.lists(TEXTS.filter(bool), unique=True, max_size=4))
    source = st.one_of(TEXTS.filter(bool))
    return [
        Unit(
            key, draw(source), draw(TEXTS), draw(st.none() | TEXTS.filter(bool)), ("on fox",), 12, "p.png", "en.yaml:3"
        )
        for key in keys
    ]


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25)
@given(units=all_units())
def test_files_say_what_units_say(kind, units, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / f"words.{kind}"
    path.write_bytes(write_words(kind, units, "wood", "en", "fr"))
    language, told = read_words(path)
    assert language == "fr"
    expected = [(unit.key, unit.source, unit.target, unit.was) for unit in units]
    assert [(unit.key, unit.source, unit.target, unit.was) for unit in (each.unit for each in told)] == expected


@pytest.mark.parametrize("text", ["=1+2", "+1", "-1 card", "@all", "\t=1", "'=1", "''-", "'", "'tis", "＝1"])
def test_a_cell_is_no_formula_and_comes_back_as_it_was(text, tmp_path):
    path = tmp_path / "words.csv"
    path.write_bytes(write_words("csv", [Unit(text, text, text, text, (text,))], "wood", "en", "fr"))
    cells = [*csv.reader(io.StringIO(path.read_text("utf-8-sig"), newline=""))][1]
    assert not any(cell and cell[0] in "=+-@\t\r\n＝＋－＠" for cell in cells)
    unit = read_words(path)[1][0].unit
    assert (unit.key, unit.source, unit.target, unit.was) == (text,) * 4


def test_a_cell_that_a_translator_began_with_a_dash_is_taken_as_it_is(tmp_path):
    path = tmp_path / "words.csv"
    path.write_text("key,source,translation fr\nloss,-1,-2\n")
    unit = read_words(path)[1][0].unit
    assert (unit.source, unit.target) == ("-1", "-2")


@pytest.fixture
def plural(game):
    """`wood` with a plural, a stale text and a remark in its French strings, and one that is not translated."""
    text = (game.path / "strings/en.yaml").read_text() + "left: {one: '{n} card', other: '{n} cards'}\nnew: Brand new\n"
    game.write("strings/en.yaml", text.replace("creature.owl: Owl", "creature.owl: Grey Owl"))
    french = (game.path / "strings/fr.yaml").read_text().replace("creature.owl", "# l'oiseau\ncreature.owl")
    left = "left:  # cartes\n  from: {one: '{n} card', other: '{n} cards'}\n"
    left += "  to:\n    one: '{n} carte'\n    other: '{n} cartes'\n"
    game.write("strings/fr.yaml", french + left + "# la fin\n")
    return game


@pytest.mark.parametrize("kind", KINDS)
def test_a_round_trip_loses_nothing(plural, run, tmp_path, kind):
    before = (tmp_path / FRENCH).read_bytes()
    assert run("words", "./wood", "--to", kind).out.startswith(f"out/wood/base/fr/words.{kind}")
    path = tmp_path / f"out/wood/base/fr/words.{kind}"
    told = run("words", "./wood", "--from", str(path))
    assert told.out == f"{FRENCH}  unchanged\n9 texts in 'fr': 1 not translated, 1 stale\n", told.err
    assert (tmp_path / FRENCH).read_bytes() == before
    assert "unchanged" in run("words", "./wood", "--to", kind).out


def test_po_tells_where_a_text_stands_and_how_much_room_it_has(plural, run, tmp_path):
    run("words", "./wood", "--to", "po")
    file = polib.pofile(str(tmp_path / "out/wood/base/fr/words.po"))
    assert {"PO-Revision-Date", "Last-Translator", "Language-Team"} <= set(file.metadata)  # msgfmt asks for them
    by_key = {entry.msgctxt: entry for entry in file}
    fox, owl = by_key["creature.fox"], by_key["creature.owl"]
    assert "on fox" in fox.comment
    assert "name: box 47.0 x 10.0 mm; at most " in fox.comment
    assert "picture: ../pictures/forest/fox.en.front.png" in fox.comment
    assert fox.occurrences == [("wood/strings/en.yaml", "2")]
    assert (owl.fuzzy, owl.previous_msgid, owl.msgstr) == (True, "Owl", "Hibou")
    assert [key for key in by_key if key.startswith("left")] == ["left[one]", "left[other]"]
    assert by_key["new"].msgstr == ""
    pictures = plan(find_game("./wood"), "base", Options(languages=("en",), only=("pictures",)))
    assert Path("out/wood/base/pictures/forest/fox.en.front.png") in {output.path for output in pictures}


def test_the_letters_that_are_told_have_room_and_one_more_has_not(game, run, tmp_path):
    game.edit("strings/en.yaml", "creature.fox: Fox", "creature.fox: aaa")
    run("words", "./wood", "--to", "csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out/wood/base/fr/words.csv").read_text("utf-8-sig"))))
    (most,) = (int(row["letters"]) for row in rows if row["key"] == "creature.fox")
    for count, code in ((most, 0), (most + 4, 2)):
        text = ("aaa " * 100)[:count].rstrip()
        game.write("strings/en.yaml", (game.path / "strings/en.yaml").read_text().replace("aaa", text, 1))
        assert run("build", "./wood", "--lang", "en", "--only", "cards").code == code
        game.write("strings/en.yaml", (game.path / "strings/en.yaml").read_text().replace(text, "aaa", 1))


def test_what_a_translator_did_is_taken_and_comments_stay(plural, run, tmp_path):
    run("words", "./wood", "--to", "po")
    path = tmp_path / "out/wood/base/fr/words.po"
    file = polib.pofile(str(path))
    by_key = {entry.msgctxt: entry for entry in file}
    by_key["new"].msgstr = "Tout neuf : « oui »"
    by_key["creature.owl"].msgstr = "Hibou gris"
    by_key["creature.owl"].flags = []
    by_key["creature.fox"].flags = ["fuzzy"]  # the translator is not sure
    by_key["left[one]"].msgstr = "une carte"
    file.save(str(path))
    assert run("words", "./wood", "--from", str(path)).code == 0
    text = (tmp_path / FRENCH).read_text()
    assert "# l'oiseau\ncreature.owl: {from: Grey Owl, to: Hibou gris}\n" in text
    assert text.endswith('new: {from: Brand new, to: "Tout neuf : « oui »"}\n# la fin\n')
    assert "left:  # cartes\n" in text
    found = read_strings(tmp_path / FRENCH, first=False)
    assert found["left"].text == {"one": "une carte", "other": "{n} cartes"}
    assert found["creature.fox"].source != "Fox"  # stale here
    assert "'creature.fox' was translated from" in run("check", "./wood", "--static").out


def test_a_text_that_changed_meanwhile_is_stale(game, run, tmp_path):
    run("words", "./wood", "--to", "po")
    game.edit("strings/en.yaml", "creature.fox: Fox", "creature.fox: Red Fox")
    path = tmp_path / "out/wood/base/fr/words.po"
    path.write_text(path.read_text().replace("Renard", "Goupil"))
    run("words", "./wood", "--from", str(path))
    assert read_strings(tmp_path / FRENCH, first=False)["creature.fox"].source == "Fox"
    assert "creature.fox: {from: Fox, to: Goupil}" in (tmp_path / FRENCH).read_text()


def test_a_language_without_a_file_gets_one(game, run, tmp_path):
    before = {key: entry.text for key, entry in read_strings(tmp_path / FRENCH, first=False).items()}
    run("words", "./wood", "--to", "xliff")
    (tmp_path / FRENCH).unlink()
    assert run("words", "./wood", "--from", "out/wood/base/fr/words.xliff").code == 0
    assert {key: entry.text for key, entry in read_strings(tmp_path / FRENCH, first=False).items()} == before


@settings(max_examples=30)
@given(st.dictionaries(st.sampled_from("abcdef"), TEXTS.filter(str.strip), min_size=1), st.data())
def test_any_translation_is_written_where_the_first_language_has_it(wanted, data):
    import tempfile

    there = data.draw(st.lists(st.sampled_from("abcdef"), unique=True))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fr.yaml"
        path.write_text("# head\n" + "".join(f"# of {key}\n{key}: {{from: x, to: y}}  # {key}\n" for key in there))
        if not there:
            path.unlink()
        text = with_translations(path, {key: (said, said) for key, said in wanted.items()}, list("abcdef"))
        for key in there:
            assert f"# of {key}\n{key}: " in text
            assert f"  # {key}\n" in text
        path.write_text(text)
        found = read_strings(path, first=False)
        assert {key: entry.text for key, entry in found.items()} == dict.fromkeys(there, "y") | wanted


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("fr.txt", "", "expected a file of po, csv, xliff, got 'fr.txt'"),
        ("fr.po", 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n\nmsgctxt "creature.fix"\nmsgid "Fox"\nmsgstr "R"\n',
         "fr.po:5:1: wood has no text 'creature.fix'; did you mean 'creature.fox'?"),
        ("fr.po", 'msgctxt "a"\nmsgid "b"\nmsgstr "c"\n', "fr.po:1:1: expected a header 'Language: fr'"),
        ("fr.po", 'msgid ""\nmsgstr "Language: fr\\n"\n\nnonsense\n',
         "fr.po:4:1: this line does not belong in a PO file"),
        ("fr.csv", "key,source\nx,y\n", "fr.csv:1:1: expected the columns key, source, translation; there is no"),
        ("fr.csv", "key;source;translation de\ncreature.fox;Fox;Fuchs\n", "wood has no language 'de'"),
        ("fr.csv", "key,source,translation en\n", "'en' is the language that wood is written in"),
        ("fr.xliff", "<xliff><file", "fr.xliff:1:8: this is not a valid XLIFF file: unclosed token"),
        ("fr.xliff", "<!DOCTYPE x [<!ENTITY a 'b'>]><xliff/>", "expected no DOCTYPE"),
    ],
)  # fmt: skip
def test_bad_files(game, run, tmp_path, name, text, told):
    before = (tmp_path / FRENCH).read_bytes()
    (tmp_path / name).write_text(text)
    found = run("words", "./wood", "--from", name)
    assert (found.code, told in found.err) == (2, True), found.err
    assert (tmp_path / FRENCH).read_bytes() == before


def test_a_file_that_would_lose_something_is_left(tmp_path):
    path = tmp_path / "fr.yaml"
    path.write_text("{a: {from: x, to: y}}\n")
    with pytest.raises(InputError, match=r"cannot be written without loss|expected"):
        with_translations(path, {"b": ("x", "z")}, ["a", "b"])


# The language that nobody speaks


@given(st.lists(st.sampled_from(["Take", "a", "{n}", "cards", ":gain:", "**", "12", "[red](accent)", "3rd"])))
def test_pseudo_texts_are_longer_and_keep_what_is_not_words(parts):
    text = " ".join(parts)
    long = long_text(text)
    assert placeholders(long) == placeholders(text)
    assert [each for each in long.split() if each in ("{n}", ":gain:", "**", "12", "3rd")] == [
        each for each in parts if each in ("{n}", ":gain:", "**", "12", "3rd")
    ]
    assert long.count("](accent)") == text.count("](accent)")
    letters = sum(len(each) for each in parts if each in ("Take", "a", "cards")) + 3 * parts.count("[red](accent)")
    assert len(long) - len(text) == letters // 3


def test_pseudo_is_printed_apart_and_shows_what_breaks(game, run, tmp_path):
    assert run("build", "./wood", "--lang", "x-long").code == 0
    assert [path.name for path in (tmp_path / "out/wood/base").iterdir()] == ["x-long"]
    assert run("build", "./wood", "--lang", "x-long,en").code == 2
    game.edit("strings/en.yaml", 'text.all: "Take', 'text.all: "' + "many words " * 11 + "Take")
    assert run("build", "./wood", "--lang", "en", "--only", "cards").code == 0
    told = run("build", "./wood", "--lang", "x-long", "--only", "cards")
    assert (told.code, "too high for its" in told.err) == (2, True)
