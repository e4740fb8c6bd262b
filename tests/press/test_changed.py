"""`cardgen printed` and `build --changed`: only what changed, in fewest sheets, and the list of cards to exchange."""

import io
import shutil
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image
from pypdf import PdfReader

from cardgen.graphics.drawing import FontSource, Shape, texts
from cardgen.graphics.geometry import segments_box
from cardgen.sheets.pull_list import EDGE, Exchange, Resized, Stamp, pull_list
from cardgen.store import cache
from cardgen.store.library import BUILTIN
from cardgen.text.fonts import font, font_face
from cardgen.text.print_words import WORDS
from tests.pdf_reader import read


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def changed(tmp_path, variant="base", language="en"):
    """The fronts and backs on the pages of a `changed.pdf`, behind the texts of its first one."""
    data = (tmp_path / "out/wood" / variant / language / "changed.pdf").read_bytes()
    text = " ".join(PdfReader(io.BytesIO(data)).pages[0].extract_text().split())
    return text, [[placement.text for placement in sheet.placements] for sheet in read(data)[1:]], data


def record(run, *more):
    told = run("printed", "./wood", "--lang", "en", "--date", "2026-11-01", *more)
    assert told.code == 0, told.err
    return told


def build(run, *more):
    told = run("build", "./wood", "--changed", *more)
    assert told.code == 0, told.err
    return told.out.splitlines()[0]


def test_a_box_that_was_just_recorded_needs_nothing(game, run, tmp_path):
    assert record(run).out == "wood base en: 5 cards in the box, 5 of them new\nwood/printed.yaml\n"
    ledger = (game.path / "printed.yaml").read_text("utf-8")
    assert build(run) == "wood base en: 0 cards to take out, 0 cards to put in"
    text, sheets, _ = changed(tmp_path)
    assert "Nothing has changed." in text
    assert sheets == []
    assert not (tmp_path / "out/wood/base/fr").exists()  # nobody has printed it
    assert record(run, "--date", "2026-12-01").out.startswith("wood base en: 5 cards in the box, 0 of them new")
    assert (game.path / "printed.yaml").read_text("utf-8") == ledger


@pytest.mark.parametrize("duplex", ["long", "short", "none", "fold"])
def test_sheets_of_paper_are_counted_not_their_sides(game, run, duplex):
    record(run)
    game.edit("strings/en.yaml", "creature.fox: Fox", "creature.fox: Vixen")
    told = run("build", "./wood", "--changed", "--lang", "en", "--duplex", duplex).out
    assert "wood base changed: 2 sheets, " in told  # the list, and the cards


def test_changed_cards_counts_that_fell_and_new_ones(game, run, tmp_path):
    record(run)
    game.edit("strings/en.yaml", "creature.fox: Fox", "creature.fox: Vixen")
    game.edit("game.yaml", "value: 2, count: 3", "value: 2, count: 1")
    game.edit("game.yaml", "total: 5", "total: 4")
    game.edit("game.yaml", "          owl:", "          hen: {icon: owl, value: 1, count: 1}\n          owl:")
    game.edit("strings/en.yaml", "text.all", "creature.hen: Hen\ntext.all")
    assert build(run, "--lang", "en") == "wood base en: 4 cards to take out, 3 cards to put in"
    text, (blank, fronts, backs), data = changed(tmp_path)
    assert "Exchange – 2 · + 2" in text
    assert "Fox" in text and "Vixen" in text
    assert "Take out – 2" in text
    assert "Put in + 1" in text
    assert blank == []  # so that fronts still come before their backs
    assert len(fronts) == len(backs) == 3
    assert sum("Vixen" in each for each in fronts) == 2
    assert sum("Hen" in each for each in fronts) == 1
    assert len(PdfReader(io.BytesIO(data)).pages[0].images) == 1  # the old look; what still is there is drawn
    assert build(run, "--lang", "en")
    assert changed(tmp_path)[2] == data
    assert record(run).out.startswith("wood base en: 4 cards in the box, 3 of them new")
    assert build(run).endswith("0 cards to take out, 0 cards to put in")


def test_a_look_that_changes_is_exchanged_and_its_card_in_other_looks_stays(game, run, tmp_path):
    game.edit("game.yaml", "value: 2, count: 3", "value: 2, count: 3, looks: 2")
    game.edit("layouts/creature.yaml", "fields:", 'fields:\n  look: {draw: text, text: "{card.look}", height: 5}')
    record(run)
    ledger = (game.path / "printed.yaml").read_text("utf-8")
    assert 'card: owl, name: "Owl (1/2)", copies: 2' in ledger and '"owl~2", name: "Owl (2/2)", copies: 1' in ledger
    assert build(run, "--lang", "en").endswith("0 cards to take out, 0 cards to put in")
    other = 'fields:\n  look: {draw: text, text: {by: card.look, 1: "1", 2: "asleep"}, height: 5}'
    game.edit("layouts/creature.yaml", 'fields:\n  look: {draw: text, text: "{card.look}", height: 5}', other)
    assert build(run, "--lang", "en") == "wood base en: 1 card to take out, 1 card to put in"
    text, (_, fronts, _), _ = changed(tmp_path)
    assert "Owl (2/2)" in text and "asleep" in fronts[0] and len(fronts) == 1
    game.edit("game.yaml", "count: 3, looks: 2", "count: 3")  # one look: another copy of the first
    assert build(run, "--lang", "en") == "wood base en: 1 card to take out, 1 card to put in"


def test_a_cutter_that_prints_gets_pictures_of_what_changed(game, run, tmp_path):
    record(run)
    game.edit("strings/en.yaml", "creature.fox: Fox", "creature.fox: Vixen")
    build(run, "--lang", "en", "--cutter", "cricut")
    folder = tmp_path / "out/wood/base/en"
    assert {path.name for path in folder.glob("*.png")} == {"changed-1.png"}
    cut = read((folder / "changed.pdf").read_bytes())[2]  # behind the list and a page that stays white
    seen = np.asarray(Image.open(folder / "changed-1.png"))[..., 3]
    assert (seen > 127).sum() * (25.4 / 300) ** 2 == pytest.approx(2 * 63 * 88, rel=0.005)
    assert len(cut.placements) == 2


def test_an_old_look_that_is_gone_leaves_the_code(game, run, tmp_path):
    record(run)
    code = (game.path / "printed.yaml").read_text().partition("card: fox")[2].partition("front: ")[2][:4]
    game.edit("strings/en.yaml", "creature.fox: Fox", "creature.fox: Vixen")
    shutil.rmtree(cache.folder_of("stamps"))
    build(run)
    text, _, data = changed(tmp_path)
    assert text.count(code) == 2  # in the frame, and below it
    assert not PdfReader(io.BytesIO(data)).pages[0].images


def test_a_renamed_id_stays_and_is_told(game, run):
    record(run)
    game.edit("game.yaml", "          fox: {icon", "          vixen: {name: Fox, icon")
    game.edit("layouts/creature.yaml", '"creature.{card.id}"', "name.all")
    game.edit("strings/en.yaml", "creature.fox: Fox", 'name.all: "{name}"')
    game.edit("game.yaml", "owl: {icon: owl", "owl: {name: Owl, icon: owl")
    told = run("build", "./wood", "--changed", "--draft", "--lang", "en")
    assert "0 cards to take out, 0 cards to put in\n  fox is now called vixen; keep it\n" in told.out


def test_another_font_file_and_another_back_change_cards(game, run, tmp_path):
    record(run)
    game.edit("game.yaml", "display: fraunces", "display: alegreya")
    assert build(run) == "wood base en: 5 cards to take out, 5 cards to put in"
    game.edit("game.yaml", "display: alegreya", "display: fraunces")
    assert build(run).endswith("0 cards to take out, 0 cards to put in")
    game.edit("layouts/back.yaml", "ink 20 %", "ink 60 %")
    assert build(run) == "wood base en: 5 cards to take out, 5 cards to put in"
    assert build(run, "--duplex", "none").endswith("0 cards to take out, 0 cards to put in")  # in sleeves


def test_a_variant_is_made_of_the_bases_box(game, run, tmp_path):
    record(run)
    assert "no box of 'quick' in 'en' is recorded" in run("build", "./wood", "--changed", "--variant", "quick").err
    assert build(run, "--variant", "quick", "--from", "base") == "wood quick en: 1 card to take out, 0 cards to put in"
    record(run, "--variant", "quick", "--from", "base", "--date", "2026-11-09")
    assert "2026-11-09" not in (game.path / "printed.yaml").read_text()
    assert build(run, "--variant", "quick").endswith("0 cards to take out, 0 cards to put in")
    assert build(run, "--from", "quick") == "wood base en: 0 cards to take out, 1 card to put in"


def test_some_cards_only_are_recorded(game, run):
    assert record(run, "--cards", "fox").out.startswith("wood base en: 2 cards in the box, 2 of them new")
    assert build(run) == "wood base en: 0 cards to take out, 3 cards to put in"
    assert record(run, "--cards", "owl").out.startswith("wood base en: 5 cards in the box, 3 of them new")


def test_decks_of_one_size_share_their_sheets(game, run, tmp_path):
    text = (game.path / "game.yaml").read_text("utf-8")
    deck = text.partition("decks:\n")[2].replace("forest:", "pond:").replace("fox:", "pike:").replace("owl:", "eel:")
    game.write("game.yaml", text + deck.replace("owl, value", "fish, value"))
    strings = "creature.pike: Pike\ncreature.eel: Eel\n"
    game.write("strings/en.yaml", (game.path / "strings/en.yaml").read_text() + strings)
    game.write("printed.yaml", "game: wood\nboxes: {base: {en: []}}\n")
    assert run("build", "./wood", "--changed", "--draft").code == 0
    assert [len(forms) for forms in changed(tmp_path)[1]] == [0, 9, 9, 1, 1]  # ten cards


@pytest.fixture
def starter(run, tmp_path):
    """The game that `cardgen new` makes, recorded; then its longest name is gone, so that all others grow."""
    assert run("new", "g").code == 0
    assert run("printed", "./g").code == 0
    for name in ("game.yaml", "strings/en.yaml", "strings/fr.yaml"):
        path = tmp_path / "g" / name
        lines = path.read_text("utf-8").splitlines(keepends=True)
        kept = "".join(line for line in lines if "oak" not in line.partition(":")[0])
        path.write_text(kept.replace("total: 18", "total: 10"), "utf-8")
    return tmp_path / "g"


GROWN = (
    "  forest, name: 15 -> 18 pt on {} cards whose texts are the same; 'fit: each' in its style leaves them as they are"
)


def page_one(tmp_path, language):
    data = (tmp_path / "out/g/base" / language / "changed.pdf").read_bytes()
    return " ".join(PdfReader(io.BytesIO(data)).pages[0].extract_text().split())


def test_why_cards_changed_that_say_the_same_is_told(starter, run, tmp_path):
    told = run("build", "./g", "--changed").out.splitlines()
    assert told[:2] == ["g base en: 18 cards to take out, 10 cards to put in", GROWN.format(10)]
    assert "forest, name · 15 > 18 pt · + 10" in page_one(tmp_path, "en")
    assert "The same text in another size, which the whole deck shares" in page_one(tmp_path, "en")
    assert "Même texte dans un autre corps, commun à tout le paquet" in page_one(tmp_path, "fr")
    (size,) = [line for line in (starter / "printed.yaml").read_text().splitlines() if "field: name" in line][:1]
    assert size == "      - {deck: forest, style: display, field: name, pt: 15}"
    assert run("printed", "./g").code == 0
    assert "pt on" not in run("build", "./g", "--changed").out


def test_cards_that_changed_otherwise_too_are_not_counted_among_them(starter, run):
    path = starter / "game.yaml"
    path.write_text(
        path.read_text("utf-8").replace('icon: owl,       colour: "#7d6bb0"', 'icon: owl, colour: "#70b06b"')
    )
    assert run("build", "./g", "--changed", "--lang", "en").out.splitlines()[1] == GROWN.format(6)
    back = starter / "layouts/back.yaml"
    back.write_text(back.read_text("utf-8").replace("of: leaves", "of: dots"), "utf-8")
    assert "pt on" not in run("build", "./g", "--changed", "--lang", "en").out  # all of them have another back
    told = run("build", "./g", "--changed", "--lang", "en", "--duplex", "none").out  # and in sleeves that is not seen
    assert told.splitlines()[1] == GROWN.format(6)


def test_cards_that_were_not_printed_yet_still_have_their_reason(starter, run):
    assert run("printed", "./g", "--cards", "fox").code == 0
    told = run("build", "./g", "--changed", "--lang", "en").out.splitlines()
    assert told[:2] == ["g base en: 14 cards to take out, 6 cards to put in", GROWN.format(6)]


def test_with_fit_each_nothing_else_changes(run, tmp_path, starter):
    layout = starter / "layouts/creature.yaml"
    assert run("build", "./g", "--changed", "--lang", "en").out.count("\n  forest") == 1
    each = "styles:\n  display: {font: display, size: 18, at_least: 11, lines: 1, align: centre, fit: each}\n"
    layout.write_text(layout.read_text("utf-8").replace("styles:\n", each), "utf-8")
    assert run("printed", "./g").code == 0
    assert "field: name" not in (starter / "printed.yaml").read_text("utf-8")
    strings = starter / "strings/en.yaml"
    strings.write_text(strings.read_text("utf-8").replace(": Owl", ": A very old owl"), "utf-8")
    assert run("build", "./g", "--changed", "--lang", "en").out.startswith("g base en: 4 cards to take out, 4 cards")


def test_a_ledger_without_sizes_gives_no_reasons(starter, run):
    path = starter / "printed.yaml"
    path.write_text(path.read_text("utf-8").partition("sizes:")[0], "utf-8")
    told = run("build", "./g", "--changed", "--lang", "en")
    assert told.out.startswith("g base en: 18 cards to take out, 10 cards to put in\nout/g/")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("build", "./wood", "--changed"), "no box of 'base' in 'en' is recorded; 'cardgen printed ./wood' records"),
        (
            ("build", "./wood", "--changed", "--from", "bose"),
            "no box of 'bose' is recorded; 'cardgen printed ./wood --variant bose' rec",
        ),
        (("build", "./wood", "--from", "base"), "--from needs --changed"),
        (("build", "./wood", "--changed", "--cards", "fox"), "leave out --only and --cards"),
        (("printed", "./wood", "--date", "2026-13-01"), "expected a date such as 2026-11-23, got '2026-13-01'"),
        (("printed", "./wood", "--note", "a\nb"), "expected one line of at most 500 characters"),
        (("printed", "./wood", "--cards", "fix"), "wood has no card 'fix'; did you mean 'fox'?"),
        (("printed", "./wood", "--lang", "de"), "wood has no language 'de'"),
    ],
)
def test_bad_input(game, run, tmp_path, arguments, told):
    found = run(*arguments)
    assert (found.code, told in found.err) == (2, True), found.err
    assert not (game.path / "printed.yaml").exists()
    assert not (tmp_path / "out").exists()


def test_a_ledger_with_a_conflict_is_left_as_it_is(game, run):
    record(run)
    text = (game.path / "printed.yaml").read_text().replace("      - ", "<<<<<<< HEAD\n      - ", 1)
    game.write("printed.yaml", text)
    for command in (("printed", "./wood"), ("build", "./wood", "--changed")):
        told = run(*command)
        assert told.code == 2
        assert "wood/printed.yaml:6:1: a merge left a conflict here" in told.err
    assert (game.path / "printed.yaml").read_text() == text


def test_a_new_card_lies_nearer_to_its_old_one_than_to_the_next_pair():
    face = font_face("text", FontSource(BUILTIN / "templates/fonts/source-sans-3/regular.ttf"))
    pair = Exchange(Stamp(1, "Fox", "1f00", None), Stamp(2, "Fox", "2f00", None))
    (page,) = pull_list([pair] * 6, "Wood", {"exchange": "Exchange"}, font((face,), face, "en"), (210, 297))
    boxes = [segments_box(item.segments) for item in page.items if isinstance(item, Shape) and item.stroke == EDGE]
    assert len(boxes) == 12
    row = sorted((left, right) for left, top, right, _ in boxes if top == boxes[0][1])
    gaps = [after[0] - before[1] for before, after in pairwise(row)]
    assert len(row) == 8 and max(gaps[::2]) < 0.7 * min(gaps[1::2])


@pytest.mark.parametrize("language", sorted(WORDS))
def test_sizes_are_told_above_the_cards_in_every_language_we_have(language):
    face = font_face("text", FontSource(BUILTIN / "templates/fonts/source-sans-3/regular.ttf"))
    words = WORDS[language]
    told = pull_list(
        [], "Wood", words, font((face,), face, language), (210, 297), [Resized("forest, name", 14.25, 18, 10)]
    )
    said = [text.text for page in told for text, _ in texts(page.items)]
    assert said[1] == words["resized"]
    assert f"forest, name · 14{words['point']}25 > 18 pt · + 10" in said
    assert not font((face,), face, language).missing(words["resized"])
