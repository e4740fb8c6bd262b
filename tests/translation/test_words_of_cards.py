"""Words on cards, in spreadsheets and in variants: given to translators and taken back, but for what is wrong."""

import csv
import io
import itertools
import tempfile
from contextlib import chdir
from pathlib import Path

import polib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from cardgen.checks.translations import check_translations
from cardgen.commands.cli import main
from cardgen.definitions.load import load_game
from cardgen.definitions.strings_file import read_strings
from cardgen.faces.compose import Composer
from cardgen.graphics.drawing import texts
from cardgen.play.clauses.names import card_name
from cardgen.play.words import Words
from cardgen.rulebook.card_texts import fields_of
from cardgen.store.library import find_game
from cardgen.text.card_names import card_names
from cardgen.text.pseudo import long_text
from cardgen.text.strings import Strings
from cardgen.translation.words_files import KINDS, read_words
from tests.conftest import FILES, Folder
from tests.definitions.books import write_book

SHEET = """\
Name,Type,Cost,Text,Qty
Fox,Beast,2,"Draw two cards; then discard one.",3
Old Owl,Beast,4,Look at the {top} card.,2
Lantern,Item,,Fear no dark.,1
Sword,Item,1,,1
"""
QUICK = """\
changes: wood  # the game
cards:
  fox: {name: {en: Red Fox}}
  elk: {kind: creature, icon: owl, value: 1, name: {en: Elk, fr: Élan}, hint: Runs}
texts:
  # in English
  en: {title: Quick Wood, why: Less to shuffle., text.all: "Take {value} :gain: now."}
"""


def words_on_cards(folder):
    """`wood`, the names of whose cards stand on them, and a hint that is the same in both languages."""
    for name, text in FILES.items():
        folder.write(name, text)
    folder.edit("game.yaml", "fox: {", "fox: {name: {en: Fox, fr: Renard}, hint: Bites, ")
    folder.edit("game.yaml", "owl: {", "owl: {name: {en: Owl}, hint: Bites, ")
    folder.edit("layouts/creature.yaml", '{draw: text, say: "creature.{card.id}"', '{draw: text, text: "{card.name}"')
    hint = '  hint: {draw: text, text: "{card.hint}", left: 8, right: 8, top: 78, height: 6}\n'
    folder.edit("layouts/creature.yaml", "fields:\n", f"fields:\n{hint}")
    for language in ("en", "fr"):
        text = FILES[f"strings/{language}.yaml"]
        folder.write(
            f"strings/{language}.yaml", "".join(line for line in text.splitlines(True) if "creature" not in line)
        )
    folder.write("variants/quick.yaml", QUICK)
    return folder


def sheet(folder, name="some.csv", text=SHEET):
    """A game of a spreadsheet, in two languages."""
    cards = folder.path.parent / name
    cards.write_text(text)
    with chdir(folder.path.parent):
        assert main(["new", folder.path.name, "--from", name]) == 0
    game = (folder.path / "game.yaml").read_text()
    folder.write("game.yaml", game.replace("languages: [en]", "languages: [en, fr]"))
    return folder


GAMES = {"sheet": sheet, "cards": words_on_cards}


def shown(name, variant="base", language="fr"):
    """What stands on the front of each card."""
    composer = Composer(load_game(find_game(name), variant), draft=True)
    cards = composer.cards(composer.game.decks[0], language)
    return {each.design.id: [text.text for text, _ in texts(each.front.items)] for each in cards}


def by_key(path):
    return {each.unit.key: each.unit for each in read_words(path)[1]}


def rewrite(path, said, fuzzy=()):
    """Translates as a translator's program does: what `said` tells of each key."""
    if path.suffix == ".po":
        file = polib.pofile(str(path))
        for entry in file:
            if entry.msgctxt in said:
                entry.msgstr, entry.flags = said[entry.msgctxt], ["fuzzy"] if entry.msgctxt in fuzzy else []
        file.save(str(path))
        return
    text = path.read_text("utf-8-sig")
    if path.suffix == ".csv":
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        for row in rows:
            if row["key"] in said:
                row["translation fr"], row["stale"] = said[row["key"]], ""
        out = io.StringIO()
        table = csv.DictWriter(out, rows[0])
        table.writeheader()
        table.writerows(rows)
        path.write_text(out.getvalue())
        return
    from xml.etree import ElementTree

    tree = ElementTree.fromstring(text)
    space = "{urn:oasis:names:tc:xliff:document:1.2}"
    for unit in tree.iter(f"{space}trans-unit"):
        if unit.get("id") in said:
            target = unit.find(f"{space}target")
            target.text = said[unit.get("id")]
            target.set("state", "translated")
    path.write_bytes(ElementTree.tostring(tree, "utf-8"))


BEGINS, ENDS = 'aàéœ"#&<,;', "aàéœ\"'#-&<,;1"
FRENCH = st.builds("".join, st.tuples(st.sampled_from(BEGINS), st.text(f"{ENDS} ", max_size=7), st.sampled_from(ENDS)))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)
@settings(max_examples=4)
@given(words=st.lists(FRENCH, min_size=1, max_size=5))
def test_what_is_translated_comes_back_as_it_was_said(make, kind, words):
    with tempfile.TemporaryDirectory() as where, chdir(where):
        make(Folder(Path("wood")))
        path = Path(f"out/wood/base/fr/words.{kind}")
        assert main(["words", "./wood", "--to", kind]) == 0
        given_ = by_key(path)
        kept = {key: unit.source for key, unit in given_.items() if {"{", ":"} & set(unit.source)}
        said = dict(zip(given_, itertools.cycle(words), strict=False)) | kept
        rewrite(path, said)
        assert main(["words", "./wood", "--from", str(path)]) == 0
        assert main(["words", "./wood", "--to", kind]) == 0
        assert {key: unit.target for key, unit in by_key(path).items()} == said
        assert {key: unit.source for key, unit in by_key(path).items()} == {
            key: unit.source for key, unit in given_.items()
        }
        assert not any(unit.stale for unit in by_key(path).values())
        before = {file: file.read_bytes() for file in Path("wood").rglob("*") if file.is_file()}
        assert main(["words", "./wood", "--from", str(path)]) == 0
        assert {file: file.read_bytes() for file in Path("wood").rglob("*") if file.is_file()} == before


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path / "wood")


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_of_a_spreadsheet(folder, run, tmp_path, kind):
    sheet(folder)
    assert run("words", "./wood", "--to", kind).code == 0
    path = tmp_path / f"out/wood/base/fr/words.{kind}"
    units = by_key(path)
    assert list(units) == [
        "game.title",
        *("card.fox.Name", "card.fox.Type", "card.fox.Text", "card.old-owl.Name", "card.old-owl.Text"),
        *("card.lantern.Name", "card.lantern.Type", "card.lantern.Text", "card.sword.Name"),
    ]  # a type of two cards once, and no numbers
    rewrite(
        path, {"card.fox.Name": "Renard", "card.fox.Type": "Bête", "card.old-owl.Text": "Vois la {top} carte ; oui."}
    )
    told = run("words", "./wood", "--from", str(path))
    assert told.out == "wood/strings/fr.yaml\n10 texts in 'fr': 7 not translated, 0 stale\n"
    assert (folder.path / "some.csv").read_text() == SHEET
    french = read_strings(folder.path / "strings/fr.yaml", first=False)
    assert [key for key in french if key.endswith("Type")] == ["card.fox.Type", "card.old-owl.Type"]
    faces = shown("./wood")
    assert faces["fox"] == ["Renard", "Bête", "Draw two cards;", "then discard one.", "Cost", "2"]
    assert faces["old-owl"][:3] == ["Old Owl", "Bête", "Vois la {top} carte\u202f; oui."]
    assert shown("./wood", language="en")["old-owl"][:3] == ["Old Owl", "Beast", "Look at the {top} card."]
    plain = [each.who for each in check_translations(load_game(find_game("./wood"))) if each.code == "string-plain"]
    assert plain == [  # these fields of other cards are translated
        *("card.fox.Text", "card.old-owl.Name"),
        *("card.lantern.Name", "card.lantern.Type", "card.lantern.Text", "card.sword.Name", "card.sword.Type"),
    ]
    assert run("build", "./wood", "--lang", "fr").code == 0


def test_what_is_looked_up_goes_by_what_the_card_says(folder, run, tmp_path):
    sheet(folder)
    layout = (folder.path / "layouts/card.yaml").read_text()
    assert "{by: card.Type, beast: group1" in layout
    run("words", "./wood", "--to", "po")
    path = tmp_path / "out/wood/base/fr/words.po"
    rewrite(path, {"card.fox.Type": "Bête"})
    run("words", "./wood", "--from", str(path))
    composer = Composer(load_game(find_game("./wood")))
    frames = [composer.cards(composer.game.decks[0], language)[0].front.items[0] for language in ("en", "fr")]
    assert frames[0] == frames[1]


def test_columns_by_language(folder, run, tmp_path):
    text = "Name en,Name fr,Cost\nFox,Renard,1\nOwl,,2\n"
    sheet(folder, text=text)
    assert run("words", "./wood", "--to", "po").code == 0
    path = tmp_path / "out/wood/base/fr/words.po"
    units = by_key(path)
    assert {key: unit.target for key, unit in units.items() if "Name" in key} == {
        "card.fox.Name": "Renard", "card.owl.Name": "",
    }  # fmt: skip
    before = run("words", "./wood", "--from", str(path))
    assert "unchanged" in before.out
    rewrite(path, {"card.owl.Name": "Hibou", "card.fox.Name": "Goupil"})
    assert run("words", "./wood", "--from", str(path)).code == 0
    assert {card: said[0] for card, said in shown("./wood").items()} == {"fox": "Goupil", "owl": "Hibou"}
    (twice,) = (each for each in check_translations(load_game(find_game("./wood"))) if each.code == "string-twice")
    assert "'card.fox.Name'" in twice.message


def test_a_sheet_of_a_book_is_given_by_its_cells_and_left_alone(folder, run, tmp_path):
    sheet(folder)
    (folder.path / "some.csv").unlink()
    book = folder.path / "some.xlsx"
    write_book(book, {"Cards": [["Name", "Text"], ["Fox", "Draw."], ["Owl", "Look."]]})
    game = (folder.path / "game.yaml").read_text()
    start = game.index("{from: some.csv")
    folder.write("game.yaml", game[:start] + "some.xlsx\n")
    folder.write(
        "layouts/card.yaml", 'fields: {a: {draw: text, text: "{card.Name}", left: 5, top: 5, width: 40, height: 9}}'
    )
    before = book.read_bytes()
    assert run("words", "./wood", "--to", "po").code == 0
    path = tmp_path / "out/wood/base/fr/words.po"
    assert "#: wood/some.xlsx:Cards!A2\n" in path.read_text()
    rewrite(path, {"card.fox.Name": "Renard"})
    assert run("words", "./wood", "--from", str(path)).code == 0
    assert (shown("./wood")["fox"], book.read_bytes() == before) == (["Renard"], True)


@pytest.mark.parametrize("kind", KINDS)
def test_words_on_cards_and_in_variants(folder, run, tmp_path, kind):
    words_on_cards(folder)
    assert run("words", "./wood", "--to", kind).code == 0
    path = tmp_path / f"out/wood/base/fr/words.{kind}"
    units = by_key(path)
    assert {key: (unit.target, unit.was) for key, unit in units.items()} == {
        "game.title": ("Bois", None),
        "text.all": ("Prenez {value} :gain:.", None),
        "card.fox.name": ("Renard", None),
        "card.fox.hint": ("", None),
        "card.owl.name": ("", None),
        "quick/title": ("", None),
        "quick/why": ("", None),
        "quick/text.all": ("Prenez {value} :gain:.", "Take {value} :gain:."),
        "quick/card.fox.name": ("Renard", None),
        "quick/card.elk.name": ("Élan", None),
        "quick/card.elk.hint": ("", None),
    }
    before = {file: file.read_bytes() for file in folder.path.rglob("*.yaml")}
    assert "unchanged" in run("words", "./wood", "--from", str(path)).out
    assert {file: file.read_bytes() for file in folder.path.rglob("*.yaml")} == before
    said = {
        "card.fox.hint": "Mord",
        "quick/card.elk.hint": "Court",
        "quick/card.fox.name": "Roux",
        "card.owl.name": "Hibou",
    }
    rewrite(path, said | {"quick/title": "Vite", "quick/text.all": "Prends {value} :gain:.", "quick/why": "Pour : #1"})
    told = run("words", "./wood", "--from", str(path))
    assert told.out.startswith("wood/strings/fr.yaml\nwood/variants/quick.yaml\n"), told.err
    quick = (folder.path / "variants/quick.yaml").read_text()
    assert quick.startswith(QUICK)
    assert quick[len(QUICK) :].startswith("  fr:\n    title: {from: Quick Wood, to: Vite}\n")
    assert (shown("./wood")["fox"][:2], shown("./wood", "quick")["fox"][:2]) == (["Mord", "Renard"], ["Mord", "Roux"])
    assert shown("./wood", "quick")["elk"][:2] == ["Court", "Élan"]
    assert "Prends" in " ".join(shown("./wood", "quick")["owl"])
    assert "Prenez" in " ".join(shown("./wood")["owl"])
    assert load_game(find_game("./wood"), "quick").strings["fr"]["variant.title"].text == "Vite"
    assert "error" not in run("check", "./wood", "--variant", "all", "--static").out
    assert run("build", "./wood", "--lang", "fr", "--variant", "all").code == 0


def test_pictures_of_a_variant_are_its_own(folder, run, tmp_path):
    words_on_cards(folder)
    run("words", "./wood", "--to", "po")
    path = tmp_path / "out/wood/base/fr/words.po"
    comments = {entry.msgctxt: entry.comment for entry in polib.pofile(str(path))}
    assert "picture: ../../quick/pictures/forest/elk.en.front.png" in comments["quick/card.elk.name"]
    assert "picture: ../pictures/forest/fox.en.front.png" in comments["card.fox.hint"]
    assert "on fox, owl" in comments["card.fox.hint"]
    assert "name: box 47.0 x 10.0 mm; at most" in comments["card.fox.name"]


def test_what_a_translator_is_not_sure_of_is_stale_on_cards_and_in_variants(folder, run, tmp_path):
    words_on_cards(folder)
    run("words", "./wood", "--to", "po")
    path = tmp_path / "out/wood/base/fr/words.po"
    keys = ("card.owl.name", "card.fox.hint", "quick/title")
    rewrite(path, dict(zip(keys, ("Hibou", "Mord", "Vite"), strict=True)), fuzzy=keys)
    assert "4 stale" in run("words", "./wood", "--from", str(path)).out
    run("words", "./wood", "--to", "po")
    assert all(by_key(path)[key].stale for key in keys)
    stale = {
        each.who
        for variant in ("base", "quick")
        for each in check_translations(load_game(find_game("./wood"), variant))
        if each.code == "string-stale"
    }
    assert stale == {"card.owl.name", "card.fox.hint", "card.owl.hint", "variant.title", "text.all"}


def test_what_a_variant_says_on_a_card_wins_over_the_games_strings(folder):
    words_on_cards(folder)
    folder.write("strings/fr.yaml", "card.fox.name: {from: Fox, to: Goupil}\ncard.owl.name: {from: Owl, to: Hibou}\n")
    quick = load_game(find_game(str(folder.path)), "quick")
    assert {key: entry.text for key, entry in quick.strings["fr"].items()} == {
        "card.fox.name": "Renard", "card.elk.name": "Élan", "card.owl.name": "Hibou",
    }  # fmt: skip


def test_cards_are_called_alike_on_faces_in_rulebooks_and_in_accounts(folder):
    words_on_cards(folder)
    strings = "card.fox.hint: {from: Bites, to: Mord}\ncard.owl.name: {from: Owl, to: Hibou}\n"
    folder.write("strings/fr.yaml", FILES["strings/fr.yaml"] + strings)
    game = load_game(find_game(str(folder.path)))
    french, english = (Strings(language, game.strings[language]) for language in ("fr", "en"))
    fox, owl = game.designs
    assert (fields_of(fox, french)["hint"], fields_of(fox, french)["name"]) == ("Mord", "Renard")
    assert (fields_of(fox, english)["hint"], fields_of(owl, french)["hint"]) == ("Bites", "Bites")
    assert card_names(game.designs, game.home, french) == {"fox": "Renard", "owl": "Hibou"}
    assert [card_name(game, card, Words(game, "fr"))("") for card in ("fox", "owl")] == ["Renard", "Hibou"]


def test_a_sheet_is_longer_in_the_language_that_nobody_speaks(folder, run, tmp_path):
    sheet(folder)
    assert run("build", "./wood", "--lang", "x-long", "--only", "cards").code == 0
    (page, *_) = PdfDocument(tmp_path / "out/wood/base/x-long/cards.pdf")
    assert long_text("Fear no dark.") in page.get_textpage().get_text_range()


# What is not taken


BAD = {
    "text.all": ("Prenez {valeur} :gain:.", "text.all: there is no '{valeur}'"),
    "card.owl.name": ("Le :gan:", "there is no icon ':gan:'; did you mean 'gain'?"),
    "card.fox.hint": ("**Mord", "the emphasis that ** opens is not closed"),
    "quick/title": ("Le {titre}", "quick/title: expected a text without braces"),
    "quick/why": ("Moins de {cartes}", "'quick/why' has the placeholders cartes instead of none"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_translation_that_would_break_the_game_is_told_where_it_stands(folder, run, tmp_path, kind):
    words_on_cards(folder)
    run("words", "./wood", "--to", kind)
    path = tmp_path / f"out/wood/base/fr/words.{kind}"
    rewrite(path, {key: said for key, (said, _) in BAD.items()})
    before = {file: file.read_bytes() for file in folder.path.rglob("*.yaml")}
    told = run("words", "./wood", "--from", str(path))
    assert (told.code, told.out) == (2, ""), told.err
    faults = told.err.splitlines()
    text = path.read_text("utf-8-sig").splitlines()
    for said, expected in BAD.values():
        (fault,) = (each for each in faults if expected in each)
        line, column = map(int, fault.split(": ")[0].split(":")[1:])
        assert said in text[line - 1][max(0, column - 3) :], (fault, text[line - 1])
    assert len([each for each in faults if each.startswith("out/")]) == len(BAD)
    assert {file: file.read_bytes() for file in folder.path.rglob("*.yaml")} == before


def test_a_translation_that_does_not_fit_is_taken_and_told(folder, run, tmp_path):
    words_on_cards(folder)
    run("words", "./wood", "--to", "po")
    path = tmp_path / "out/wood/base/fr/words.po"
    rewrite(path, {"card.fox.hint": "Mord " * 90 + "."})
    told = run("words", "./wood", "--from", str(path))
    assert told.code == 0
    assert "uses it all the same" in told.out
    assert run("words", "./wood", "--to", "po").code == 0
    assert run("build", "./wood", "--lang", "fr").code == 2


def test_what_was_wrong_before_is_no_reason_to_refuse(folder, run, tmp_path):
    words_on_cards(folder)
    run("words", "./wood", "--to", "po")
    folder.edit("strings/fr.yaml", "Prenez {value} :gain:.", "Prenez {valeur} :gain:.")
    path = tmp_path / "out/wood/base/fr/words.po"
    file = polib.pofile(str(path))
    for entry in file:
        entry.msgstr = {"card.owl.name": "Hibou"}.get(entry.msgctxt, "")
    file.save(str(path))
    told = run("words", "./wood", "--from", str(path))
    assert told.code == 0
    assert read_strings(folder.path / "strings/fr.yaml", first=False)["card.owl.name"].text == "Hibou"


def test_an_emptied_translation_is_told_as_kept(folder, run, tmp_path):
    words_on_cards(folder)
    run("words", "./wood", "--to", "po")
    path = tmp_path / "out/wood/base/fr/words.po"
    rewrite(path, {"game.title": "", "card.fox.name": ""})
    told = run("words", "./wood", "--from", str(path))
    assert told.out.splitlines() == [
        "wood/strings/fr.yaml  unchanged",
        "11 texts in 'fr': 5 not translated, 1 stale",
        "2 empty in the file keep the translation that they have: game.title, card.fox.name",
    ]


def test_a_form_of_a_plural_that_is_emptied_is_kept_beside_the_others(folder, run, tmp_path):
    words_on_cards(folder)
    left = "left: {one: '{n} card', other: '{n} cards'}\n"
    folder.write("strings/en.yaml", FILES["strings/en.yaml"] + left)
    folder.write("strings/fr.yaml", "left: {from: {one: '{n} card', other: '{n} cards'}, to: {other: '{n} cartes'}}\n")
    run("words", "./wood", "--to", "po")
    path = tmp_path / "out/wood/base/fr/words.po"
    rewrite(path, {"left[one]": "{n} carte", "left[other]": ""})
    assert "keep the translation that they have: left[other]" in run("words", "./wood", "--from", str(path)).out
    text = read_strings(folder.path / "strings/fr.yaml", first=False)["left"].text
    assert text == {"one": "{n} carte", "other": "{n} cartes"}


def test_what_many_cards_say_reaches_those_that_still_say_it(folder, run, tmp_path):
    sheet(folder)
    run("words", "./wood", "--to", "po")
    path = tmp_path / "out/wood/base/fr/words.po"
    rewrite(path, {"card.fox.Type": "Bête"})
    folder.write("some.csv", SHEET.replace("Fox,Beast", "Fox,Animal"))
    assert run("words", "./wood", "--from", str(path)).code == 0
    found = read_strings(folder.path / "strings/fr.yaml", first=False)
    assert {key: (entry.source, entry.text) for key, entry in found.items()} == dict.fromkeys(
        ("card.fox.Type", "card.old-owl.Type"), ("Beast", "Bête")
    )


def test_the_mark_and_the_line_ends_of_a_file_stay(folder, run, tmp_path):
    words_on_cards(folder)
    for name in ("strings/fr.yaml", "variants/quick.yaml"):
        folder.write(name, b"\xef\xbb\xbf" + (folder.path / name).read_bytes().replace(b"\n", b"\r\n"))
    run("words", "./wood", "--to", "po")
    path = tmp_path / "out/wood/base/fr/words.po"
    rewrite(path, {"card.owl.name": "Hibou", "quick/title": "Vite", "game.title": "Forêt"})
    assert run("words", "./wood", "--from", str(path)).code == 0
    for name in ("strings/fr.yaml", "variants/quick.yaml"):
        data = (folder.path / name).read_bytes()
        assert data.startswith(b"\xef\xbb\xbf")
        assert data.count(b"\n") == data.count(b"\r\n") > 2
    assert shown("./wood")["owl"][1] == "Hibou"


def test_a_short_line_of_a_table_has_no_key(folder, run, tmp_path):
    words_on_cards(folder)
    (tmp_path / "fr.csv").write_text("source,translation fr,key\nFox\n")
    told = run("words", "./wood", "--from", "fr.csv")
    assert (told.code, "fr.csv:2:1: wood has no text ''" in told.err) == (2, True), told.err
