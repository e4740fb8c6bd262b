"""A print before it is printed: the same files as a build's, and the sheets that are chosen of them."""

from __future__ import annotations

import io

import pikepdf
import pytest

from cardgen.foundations.errors import InputError
from cardgen.pdf.raster import Rasteriser
from cardgen.press.options import Options
from cardgen.press.preview import ChosenSheet, Preview, choose, preview, print_file, share_of_cards, totals
from cardgen.store.library import find_game
from tests.conftest import contents

BESIDE = """\
components:
  coin: {make: token, size: 20 x 20 mm, count: 4, layout: back}
  aid: {make: card, size: 63 x 88 mm, count: 2, layout: back, back: back}
"""


@pytest.fixture
def made(game, tmp_path) -> Preview:
    game.write("game.yaml", (game.path / "game.yaml").read_text() + BESIDE)
    strings = (game.path / "strings/en.yaml").read_text() + "component.coin: Coin\ncomponent.aid: Aid\n"
    game.write("strings/en.yaml", strings)
    return preview(find_game(str(game.path)), "base", Options(languages=("en",)))


def pages(pdf: bytes) -> list[bytes]:
    """What the pages of a file look like."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        count = len(opened.pages)
    drawn = Rasteriser(pdf)
    return [bytes(drawn.page(number, 210, 297).data) for number in range(count)]


@pytest.mark.parametrize(
    ("options", "arguments"),
    [
        (Options(), ()),
        (Options(paper="letter", duplex="short", gap=4), ("--paper", "letter", "--duplex", "short", "--gap", "4")),
        (Options(guides="crosses", bleed=2), ("--guides", "crosses", "--bleed", "2")),
        (Options(duplex="fold"), ("--duplex", "fold")),
        (Options(cards=("fox",)), ("--cards", "fox")),
        (Options(languages=("fr",), ink="low", codes=True), ("--lang", "fr", "--ink", "low", "--codes")),
    ],
)  # fmt: skip
def test_what_is_previewed_is_what_a_build_writes(game, run, tmp_path, options, arguments):
    assert run("build", "./wood", *arguments).code == 0
    written = {name: data for name, data in contents(tmp_path / "out/wood/base").items() if name.endswith(".pdf")}
    seen = preview(find_game(str(game.path)), "base", options)
    assert {f"{file.language}/{file.name}": file.pdf for file in seen.files} == written


def test_a_printer_is_corrected_as_in_a_build(game, run, tmp_path):
    game.write("printers/mine.yaml", "paper: a4\nflip: short\ndx: 0.5 mm\ndy: -0.3 mm\nmargin: 7 mm\n")
    assert run("build", "./wood", "--printer", "mine").code == 0
    seen = preview(find_game(str(game.path)), "base", Options(printer="mine"))
    assert seen.table.stock.margin == 7
    assert seen.files[0].pdf == (tmp_path / "out/wood/base/en/cards.pdf").read_bytes()


def test_what_changed_is_that_of_a_build(game, run, tmp_path):
    assert run("printed", "./wood").code == 0
    game.edit("game.yaml", "value: 2, count: 3", "value: 5, count: 3")
    assert run("build", "./wood", "--changed").code == 0
    seen = preview(find_game(str(game.path)), "base", Options(changed=True))
    assert [file.name for file in seen.files] == ["changed.pdf", "changed.pdf"]
    assert seen.files[0].pdf == (tmp_path / "out/wood/base/en/changed.pdf").read_bytes()
    listed, *sheets = [sheet for sheet in choose(seen) if sheet.file == 0]
    assert not seen.files[0].pages[listed.front].outlines and seen.files[0].pages[sheets[0].front].outlines


def test_sheets_have_fronts_and_backs(made):
    cards = [sheet for sheet in choose(made) if made.files[sheet.file].what == "cards"]
    assert cards == [ChosenSheet(0, 1, 0, 1)]
    assert [made.files[sheet.file].name for sheet in choose(made, ["token"])] == ["components.pdf"]
    assert choose(made, ["cards"], "fronts") == [ChosenSheet(0, 1, 0, None)]
    assert choose(made, ["cards"], "backs") == [ChosenSheet(0, 1, None, 1)]
    every = choose(made)
    assert [sheet.number for sheet in every] == [*range(1, len(every) + 1)]
    assert choose(made, first=2, last=2) == [every[1]] and choose(made, first=99) == []
    assert choose(made, ["die"]) == []


def test_a_whole_file_is_printed_as_it_is(made):
    assert print_file(made, choose(made, ["cards"])) == made.files[0].pdf


def test_chosen_pages_look_as_in_their_file(made):
    sheets = choose(made, sides="backs")
    whole = [pages(file.pdf) for file in made.files]
    assert pages(print_file(made, sheets)) == [whole[sheet.file][sheet.back] for sheet in sheets]
    assert print_file(made, sheets) == print_file(made, sheets)


def test_the_next_front_begins_a_sheet(made):
    """A sheet without a back has an empty side, so that no front is printed behind another."""
    sheets = choose(made)
    shown = pages(print_file(made, sheets))
    whole, empty = [pages(file.pdf) for file in made.files], bytes([255]) * len(shown[0])
    for number, sheet in enumerate(sheets):
        assert shown[2 * number] == whole[sheet.file][sheet.front]
        if 2 * number + 1 < len(shown):
            back = shown[2 * number + 1]
            assert back == (empty if sheet.back is None else whole[sheet.file][sheet.back])


def test_the_printer_hears_of_the_edge_and_of_no_scaling(made):
    with pikepdf.open(io.BytesIO(print_file(made, choose(made)))) as pdf:
        preferences = pdf.Root.ViewerPreferences
        assert (preferences.PrintScaling, preferences.Duplex) == ("/None", "/DuplexFlipLongEdge")


def test_sheets_of_different_edges_are_not_printed_together():
    made = preview(find_game("king_lui"), "express", Options(languages=("en",), only=("components", "rulebook")))
    booklet = next(file for file in made.files if file.what == "booklet")
    assert booklet.duplex == "short" and all(back is not None for _, back in [*booklet.sheets()][:-1])
    with pytest.raises(InputError, match="different edges"):
        print_file(made, choose(made))
    with pytest.raises(InputError, match="nothing to print"):
        print_file(made, [])
    assert print_file(made, choose(made, ["booklet"])) == booklet.pdf


def test_the_waste_is_what_is_left_of_the_paper(made):
    sheets = choose(made, ["cards"])
    assert share_of_cards(made, sheets) == pytest.approx(5 * 63 * 88 / (210 * 297), rel=0.01)
    assert totals(made, sheets) == {"sheets": 1, "sides": 2, "cards": 5, "cuts": made.files[0].tally["cuts"]}
    assert share_of_cards(made, []) is None
