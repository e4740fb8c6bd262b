"""Decks of different trades, written as their designers would: each builds, the check has nothing to say of it, and all
that it holds stands on its pages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from pypdfium2 import PdfDocument

from .bench.large import make_large

DECKS = Path(__file__).parent / "decks"
# By deck: its languages, pages of cards and of components in each, and words that can be found there.
HELD = {
    "court": ("en fr", 12, 0, {"en": "10|J|Q|K|Joker", "fr": "10|V|D|R|Joker"}),
    "lcg": (
        "en de",
        10,
        0,
        {"en": "Pearl Diver|top 3 cards|TC-024", "de": "Perlentaucherin|Decks an. Nimm|Rückgabe bis zum Morgen"},
    ),
    "hexes": ("fr", 8, 3, {"fr": "Forêt profonde|Pâturage haut|Minerai|Trente-sept rivages|dès 8 ans"}),
    "sayings": (
        "en fr it de es pt pl ja ar",
        18,
        0,
        {
            "en": "Walls have ears.",
            "fr": "oreilles|Goutte à goutte",
            "it": "I muri hanno orecchie.",
            "de": "Wände haben Ohren.",
            "es": "Las paredes oyen.",
            "pt": "As paredes têm ouvidos.",
            "pl": "Ściany mają uszy.",
            "ja": "石の上にも三年。|古いことば",
            "ar": "كلمات|قديمة",
        },
    ),
}


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("out")


@pytest.mark.parametrize("deck", HELD)
def test_a_deck_builds_and_holds_all_that_it_says(deck, run, out):
    languages, cards, components, said = HELD[deck]
    told = run("build", str(DECKS / deck), "--out", str(out))
    assert (told.code, told.err) == (0, "")
    for language in languages.split():
        pages = {name: _pages(out / deck / "base" / language / f"{name}.pdf") for name in ("cards", "components")}
        assert (len(pages["cards"]), len(pages["components"])) == (cards, components), language
        text = " ".join(" ".join(pages["cards"] + pages["components"]).split())
        assert [words for words in said[language].split("|") if words not in text] == [], language


@pytest.mark.parametrize("deck", HELD)
def test_the_check_has_nothing_to_say(deck, run):
    told = run("check", "--static", str(DECKS / deck))
    assert (told.code, told.out, told.err) == (0, "nothing to report\n", "")


@pytest.mark.parametrize(("deck", "pictures"), [("court", 55), ("hexes", 30)])
def test_every_face_has_its_picture(deck, pictures, run, out):
    told = run("build", str(DECKS / deck), "--only", "pictures", "--dpi", "36", "--out", str(out), "--lang", "fr")
    assert (told.code, told.err) == (0, "")
    assert len([*(out / deck / "base" / "pictures").glob("*/*.png")]) == pictures


def _pages(file: Path) -> list[str]:
    return [page.get_textpage().get_text_range() for page in PdfDocument(file)] if file.exists() else []


# Thousands of cards


@pytest.fixture(scope="module")
def thousands(tmp_path_factory: pytest.TempPathFactory) -> dict[int, SimpleNamespace]:
    """Games of 500 and 2,000 cards of long text, and what it cost to print them: s of the processor, MB at most."""
    folder = tmp_path_factory.mktemp("thousands")
    return {count: _cost(make_large(folder / f"of-{count}", count), folder / "out") for count in (500, 2000)}


def _cost(game: Path, out: Path, *more: str) -> SimpleNamespace:
    code = (
        "import resource, sys; from cardgen.commands.cli import main; code = main(sys.argv[1:]);"
        " used = resource.getrusage(resource.RUSAGE_SELF);"
        # ru_maxrss of a process is no less than that of the one it was forked from
        " most = [line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')];"
        " print(used.ru_utime + used.ru_stime, most[0]); sys.exit(code)"
    )
    command = [sys.executable, "-c", code, "build", str(game), "--out", str(out), *more]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=game)
    seconds, most = done.stdout.split()[-2:]
    return SimpleNamespace(game=game, file=out / game.name / "base/en/cards.pdf", s=float(seconds), mb=int(most) / 1e3)


@pytest.mark.skipif(sys.platform != "linux", reason="no /proc to read")
@pytest.mark.slow
class TestThousands:
    @pytest.mark.slow
    def test_all_of_them_are_printed(self, thousands):
        pages = {count: len(PdfDocument(cost.file)) for count, cost in thousands.items()}
        assert pages == {500: 2 * 56, 2000: 2 * 223}

    def test_time_and_memory_grow_no_faster_than_the_cards(self, thousands):
        few, many = thousands[500], thousands[2000]
        assert many.s < 4 * 1.5 * few.s
        assert many.mb < 4 * few.mb
        assert many.mb < 350

    def test_two_of_them_cost_little(self, thousands, tmp_path):
        two = _cost(thousands[2000].game, tmp_path, "--cards", "card-7,card-1999")
        assert two.s < thousands[2000].s / 3
        text = " ".join(_pages(two.file)[0].split())
        assert len(_pages(two.file)) == 2 and text
