"""Tabletop Simulator's saved objects: books, the notebook, and several of them on one table."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.export.saved import alike
from cardgen.starter import kinds


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
    for (_, most, count), (least, _, other) in zip(runs, runs[1:], strict=False):
        assert most + 1 < least or count != other


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["1–4 players", "Deal: Discard pile: 3 (1 player)", "Deal: The sideboard: 9 (1–4 players)"]),
        ("fr", ["1–4 joueurs", "Distribuer : Défausse : 3 (1 joueur)", "Distribuer : La desserte : 9 (1–4 joueurs)"]),
        ("it", ["1–4 giocatori", "Distribuire: Pila degli scarti: 3 (1 giocatore)",
                "Distribuire: La credenza: 9 (1–4 giocatori)"]),
    ],
)  # fmt: skip
def test_the_notebook_tells_what_is_dealt(run, tmp_path, language, lines):
    assert run("export", "party_at_louis", "--to", "tts", "--lang", language).code == 0
    page = saved(tmp_path, "party_at_louis", language)["TabStates"]["0"]["body"].replace("\u202f", " ")
    said = page.replace("\u00a0", " ").splitlines()
    assert [line for line in said if line.startswith(("1–4", "Deal", "Distribu"))] == lines
