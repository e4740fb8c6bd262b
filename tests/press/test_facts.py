"""For how many, from which age, how long: the same on covers, summaries, boxes and the list, in each language."""

from __future__ import annotations

import re

import pypdfium2
import pytest

from cardgen.press.edition import Options, plan
from cardgen.store.library import find_game
from tests.printing import ROOT, said

FACTS = {
    ("king_lui", "base", "fr"): ("De 3 à 5 joueurs", "dès 7 ans", "15 minutes"),
    ("king_lui", "express", "it"): ("Da 3 a 5 giocatori", "da 7 anni in su", "circa 10–15 minuti"),
    ("draco", "base", "en"): ("For 3 to 6 players", "ages 12+", "30–45 minutes"),
    ("draco", "long_night", "fr"): ("De 3 à 6 joueurs", "dès 12 ans", "environ 50 à 60 minutes"),
    ("party_at_louis", "base", "it"): ("Da 1 a 4 giocatori", "da 10 anni in su", "circa 15–40 minuti"),
}


def plain(text: str) -> str:
    return re.sub(r"[\s\u00a0\u202f]+", " ", text)


@pytest.mark.slow
@pytest.mark.parametrize("edition", FACTS, ids=" ".join)
def test_they_stand_on_cover_summary_and_box(edition):
    game, variant, language = edition
    options = Options(languages=(language,), only=("components", "rulebook", "summary"))
    made = {output.path.name: output.make() for output in plan(find_game(game, ROOT), variant, options)}
    told = " · ".join(filter(None, FACTS[edition]))
    assert told in plain(said(made["rulebook.pdf"], 0))
    assert told in plain(said(made["summary.pdf"], 0))
    assert told in plain(made["rulebook.html"].decode())
    pages = range(len(pypdfium2.PdfDocument(made["components.pdf"])))
    box = plain(" ".join(said(made["components.pdf"], page) for page in pages))
    short = re.sub(r"^(circa|environ|about) ", "", told.rpartition(" · ")[2])
    assert box.count(short) == 1, "on the back: the front is a scene"
    assert box.count(FACTS[edition][1] or short) == 1


def test_a_box_tells_the_title_of_its_variant(tmp_path):
    untitled = tmp_path / "untitled.yaml"
    untitled.write_text("changes: king_lui\nrules: {portions_fed: 4}\n", "utf-8")
    for variant, title in (("express", "Colazione lampo"), (str(untitled), "untitled")):
        options = Options(languages=("it",), only=("components",))
        made = {output.path.name: output.make() for output in plan(find_game("king_lui", ROOT), variant, options)}
        (sheet,) = made.values()
        told = [plain(said(sheet, page)) for page in range(len(pypdfium2.PdfDocument(sheet)))]
        marks = sum(f"{title} ·" in page for page in told)
        assert marks == len(told), "every sheet tells at its edge which edition it is"
        assert " ".join(told).count(title) == marks + (3 if title == "Colazione lampo" else 0), "both sides and back"


def test_the_list_tells_them(run):
    lines = {line.split()[0]: line for line in run("list").out.splitlines()}
    assert "3-5 players, ages 7+, 15 minutes, " in lines["king_lui"]
    assert "1-4 players, ages 10+, about 15-40 minutes, " in lines["party_at_louis"]
    told = run("list", "king_lui").out
    assert "variant express: Express Breakfast (3-5 players, ages 7+, about 10-15 minutes)" in told
    assert "variant open_table: The Open Table\n" in told
