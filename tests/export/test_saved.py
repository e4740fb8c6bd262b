"""Tabletop Simulator's saved objects: books, the notebook, and several of them on one table."""

import json
from collections import defaultdict
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.definitions.load import load_game
from cardgen.export.saved import alike
from cardgen.export.slots import Slots
from cardgen.starting.starter import kinds
from cardgen.store.library import all_games


def saved(tmp_path, game, language="en", variant="base"):
    folder = tmp_path / "out" / game / variant / language / "tts"
    name = game if variant == "base" else f"{game}-{variant}"
    return json.loads((folder / f"{name}.{language}.json").read_text())


def books(told):
    return [each["CustomPDF"]["PDFUrl"] for each in told["ObjectStates"] if each["Name"] == "Custom_PDF"]


# Rulebooks


@pytest.mark.parametrize("kind", kinds())
def test_a_book_made_of_clauses_lies_on_the_table(run, tmp_path, kind):
    assert run("new", "reef", "--kind", kind).code == 0
    assert run("export", "./reef", "--to", "tts", "--lang", "en").code == 0
    (address,) = books(saved(tmp_path, "reef"))
    (book,) = (tmp_path / "out/reef/base/en/tts").glob("rulebook-*.pdf")
    assert address == book.as_uri() and book.read_bytes().startswith(b"%PDF-")


def test_a_book_in_one_language_alone(game, run, tmp_path):
    game.write("rulebooks/fr.md.j2", "# Le jeu\n")
    assert run("export", "./wood", "--to", "tts").code == 0
    english, french = saved(tmp_path, "wood"), saved(tmp_path, "wood", "fr")
    assert (len(books(english)), len(books(french))) == (0, 1)
    assert all(each["States"].keys() == {"2"} for each in english["ObjectStates"])
    assert [each["Name"] for each in french["ObjectStates"] if "States" not in each] == ["Custom_PDF"]


# The notebook


@given(st.dictionaries(st.integers(1, 8), st.integers(0, 3)))
def test_runs_tell_every_deal_once(counts):
    runs = alike(counts)
    told = [(number, count) for least, most, count in runs for number in range(least, most + 1)]
    assert told == [(number, count) for number, count in sorted(counts.items()) if count]
    for (_, most, count), (least, _, other) in pairwise(runs):
        assert most + 1 < least or count != other


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["1–4 players", "Deal: Discard pile – 3 (1 player)", "Deal: The sideboard – 9 (1–4 players)"]),
        ("fr", ["1–4 joueurs", "Distribuer : Défausse – 3 (1 joueur)", "Distribuer : La desserte – 9 (1–4 joueurs)"]),
        ("it", ["1–4 giocatori", "Distribuire: Scarti – 3 (1 giocatore)",
                "Distribuire: La credenza – 9 (1–4 giocatori)"]),
    ],
)  # fmt: skip
def test_the_notebook_tells_what_is_dealt(run, tmp_path, language, lines):
    assert run("export", "party_at_louis", "--to", "tts", "--lang", language).code == 0
    page = saved(tmp_path, "party_at_louis", language)["TabStates"]["0"]["body"].replace("\u202f", " ")
    said = page.replace("\u00a0", " ").splitlines()
    assert [line for line in said if line.startswith(("1–4", "Deal", "Distribu"))] == lines


# Several variants on one table


def things(objects):
    """All that lies there, in decks and bags as well."""
    for each in objects:
        yield each
        yield from things(each.get("ContainedObjects", ()))


def guids(told):
    return [each["GUID"] for each in things(told["ObjectStates"])]


def keys(told):
    return {key for each in things(told["ObjectStates"]) for key in each.get("CustomDeck", ())}


EXPORT = ("export", "./wood", "--to", "tts", "--variant", "all")
BESIDE = "changes: wood\ncards: {owl: {value: 9}}\ntexts: {en: {title: Wise Wood}, fr: {title: Bois sage}}\n"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_variants_lie_on_one_table_and_none_shows_anothers_cards(game, run, tmp_path, language):
    game.write("variants/wise.yaml", BESIDE)
    assert run(*EXPORT, "--base-url", "https://example.org/wood").code == 0
    table = [saved(tmp_path, "wood", language, variant) for variant in ("base", "quick", "wise")]
    together = [guid for told in table for guid in guids(told)]
    assert len(together) == len({*together}) > 15
    sheets = defaultdict(set)
    for told in table:
        for each in things(told["ObjectStates"]):
            for key, sheet in each.get("CustomDeck", {}).items():
                sheets[key].add(json.dumps(sheet))
            if "CardID" in each:
                assert str(each["CardID"] // 100) in each["CustomDeck"] and each["CardID"] < 2**31
    assert len(sheets) == 3 and all(len(told) == 1 for told in sheets.values())


def test_addresses_of_all_variants_may_be_one(game, run, tmp_path):
    """Files of the same name are the same, so that variants may lie in one folder of the web."""
    game.write("variants/wise.yaml", BESIDE)
    assert run(*EXPORT).code == 0
    files = defaultdict(set)
    for path in (tmp_path / "out/wood").rglob("tts/*-*.p*"):
        files[f"{path.parts[-3]}/{path.name}"].add(path.read_bytes())
    assert len(files) > 6 and all(len(found) == 1 for found in files.values())


def test_the_base_game_keeps_its_numbers(game, run, tmp_path):
    """Saved tables of before there were variants still fit."""
    assert run(*EXPORT[:-1], "base", "--lang", "en").code == 0
    before, lock = saved(tmp_path, "wood"), (game.path / "slots.yaml").read_text()
    assert run(*EXPORT, "--lang", "en").code == 0
    assert saved(tmp_path, "wood") == before
    assert (game.path / "slots.yaml").read_text() == lock
    assert keys(before) == {"8034600"} and before["ObjectStates"][0]["GUID"] == "f1d655"
    assert keys(before).isdisjoint(keys(saved(tmp_path, "wood", variant="quick")))


def test_no_two_sheets_of_games_that_ship_have_the_same_number():
    found = []
    for home in all_games():
        slots = Slots(home.name, [], [])
        for deck in load_game(home).decks:
            slots.place(deck.name, [design.id for design in deck.designs])
        variants = ["base", *home.variants]
        found += [slots.key(sheet, *of) for sheet in slots.sheets for of in product(("en", "fr", "it"), variants)]
    assert len(found) == len({*found}) > 200 and all(0 < key * 100 + 99 < 2**31 for key in found)
