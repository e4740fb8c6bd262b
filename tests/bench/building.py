"""Speed and size of builds: against a raw script, against what changed since, against another checkout."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
from pathlib import Path

from figures import figure
from large import make_large
from timing import CARDGEN, HERE, ROOT, RUNS, median, paired, timed, used


def main(folder: Path, before: Path | None = None) -> None:
    if before:
        against(folder, before)
    cards(folder)
    unchanged(folder)
    everything(folder)
    every_game(folder)
    linear(folder)
    large(folder)
    pictures(folder)
    help_text(folder)


def cards(folder: Path) -> None:
    """One language's cards against a raw reportlab script that draws the same 110 cards and backs."""
    ours, raw = folder / "ours", folder / "raw.pdf"
    build = [*CARDGEN, "build", "king_lui", "--only", "cards", "--lang", "en", "--out", str(ours)]
    ratio = paired(
        "110 cards, one language", build, [sys.executable, str(HERE / "raw_cards.py"), str(raw)], folder, fresh=ours
    )
    figure("cards in one language, relative to a plain reportlab script", ratio, 2)
    size = (ours / "king_lui" / "base" / "en" / "cards.pdf").stat().st_size
    figure("  size of that PDF, relative to the script's", size / raw.stat().st_size, 2)
    again = [timed(build, folder) for _ in range(RUNS)]
    figure("the same cards again, nothing changed", statistics.median(again), 0.12, "s")


def against(folder: Path, before: Path) -> None:
    """Whole builds of each game against those of another checkout, in processor seconds of the best of paired runs."""
    for game in ("king_lui", "draco", "party_at_louis"):
        for what in ([], ["--only", "cards"]):
            best = {}
            for _ in range(RUNS):
                for root in (ROOT, before):
                    out = folder / "against"
                    shutil.rmtree(out, ignore_errors=True)
                    build = [str(root / ".venv/bin/python"), "-m", "cardgen", "build", game, *what, "--out", str(out)]
                    best[root] = min(best.get(root, 1e9), used(build, root).work)
            times = f"{best[ROOT]:.2f} s, before {best[before]:.2f} s"
            print(f"{' '.join([game, *what])}: {times}; ratio {best[ROOT] / best[before]:.2f} (goal: under 1.2)")


def unchanged(folder: Path) -> None:
    """A second build of what did not change, against the first."""
    out = folder / "again"
    build = [*CARDGEN, "build", "king_lui", "--out", str(out)]
    first = median(build, folder, fresh=out)
    second = median(build, folder)
    figure("cards in three languages", first, 3, "s")
    figure("  the same again, nothing changed, relative to the first time", second / first, 0.1)
    listed = median([*CARDGEN, "list"], folder)
    figure("`cardgen list`", listed, 0.15, "s")


def everything(folder: Path) -> None:
    """All files of King Lui in three languages, of all its variants, and once more after one changed string."""
    library = folder / "library"
    for part in ("decks", "variants"):
        shutil.copytree(ROOT / part, library / part)
    out = ["--out", str(folder / "all")]
    build = [*CARDGEN, "build", "king_lui", *out]
    first = median(build, library, fresh=folder / "all")
    figure("King Lui, all files in three languages", first, 3, "s")
    words = library / "decks" / "king_lui" / "strings" / "fr.yaml"
    texts = [words.read_text("utf-8").replace("to: Poulet", f"to: {name}") for name in ("Volaille", "Poulet")] * 3
    again = []
    for text in texts:
        words.write_text(text, "utf-8")
        again.append(timed(build, library))
    figure("  the same after a change of one string", statistics.median(again), 1, "s")
    every = median([*build, "--variant", "all"], library, fresh=folder / "all", runs=3)
    figure("King Lui, all variants", every, 15, "s")


def every_game(folder: Path) -> None:
    """All files of the other two games; of all three with all variants, and once more after a card's new name."""
    library = folder / "games"
    for part in ("decks", "variants"):
        shutil.copytree(ROOT / part, library / part)
    for game in ("draco", "party_at_louis"):
        out = folder / game
        first = median([*CARDGEN, "build", game, "--out", str(out)], library, fresh=out, runs=3)
        figure(f"{game}, all files in three languages", first, 5, "s")
    out = folder / "every"
    build = [*CARDGEN, "build", "--variant", "all", "--out", str(out)]
    figure("every game and variant", timed(build, library, fresh=out), 60, "s")
    figure("  every game and variant again, nothing changed", median(build, library, runs=3), 2, "s")
    for game, old, new in (
        ("king_lui", "to: Poulet", "to: Volaille"),
        ("draco", "Coup de coude", "Coup d’épaule"),
        ("party_at_louis", "Comtesse Rosalinde", "Comtesse Rosine"),
    ):
        words = library / "decks" / game / "strings" / "fr.yaml"
        again = []
        for name in (new, old, new, old, new):
            words.write_text(words.read_text("utf-8").replace(new if name == old else old, name), "utf-8")
            again.append(timed(build, library))
        took = statistics.median(again)
        figure(f"  every game and variant after a new name for a card of {game}", took, 2, "s")


def linear(folder: Path) -> None:
    """250 and 1,000 different cards from a CSV file: four times the cards should take four times as long, or less."""
    times = {count: median([*CARDGEN, "build", str(many(folder, count)), "--out", str(folder / "many")],
                           folder, fresh=folder / "many", runs=3) for count in (250, 1000)}  # fmt: skip
    figure("1,000 different cards, relative to 250", times[1000] / times[250], 4)


def large(folder: Path) -> None:
    """1,000 and 4,000 different cards with long texts; two of them alone; a game that was just begun."""
    figures = {}
    for count in (1000, 4000):
        game = make_large(folder / f"large_{count}", count)
        figures[count] = used([*CARDGEN, "build", str(game), "--out", str(folder / "large")], folder)
    few, all_ = figures[1000], figures[4000]
    figure("4,000 cards with long texts, relative to 1,000", all_.seconds / few.seconds, 4)
    figure("  memory for these 4,000 cards", all_.megabytes, 300, "MB")
    alone = [*CARDGEN, "build", str(game), "--cards", "card-17,card-300", "--out", str(folder / "alone")]
    figure("  only two of these cards", median(alone, folder, fresh=folder / "alone", runs=3), 1, "s")
    subprocess.run([*CARDGEN, "new", str(folder / "begun")], check=True, stdout=subprocess.DEVNULL)
    begun = [*CARDGEN, "build", str(folder / "begun"), "--out", str(folder / "first")]
    figure("the game that `cardgen new` makes", median(begun, folder, fresh=folder / "first"), 0.5, "s")


def pictures(folder: Path) -> None:
    """110 different faces as PNG files at 300 dpi, besides what it takes to compose them."""
    game = make_large(folder / "large_109", 109)
    out = ["--out", str(folder / "pictures")]
    both = median([*CARDGEN, "build", str(game), "--only", "pictures", *out], folder, folder / "pictures", runs=3)
    composed = median([*CARDGEN, "build", str(game), "--only", "cards", *out], folder, folder / "pictures", runs=3)
    figure("pictures of 110 faces, beyond the time for their PDF", both - composed, 1.5, "s")


def many(folder: Path, count: int) -> Path:
    """A game of so many different cards, each with its own words, value and colour."""
    game = folder / f"many_{count}"
    subprocess.run([*CARDGEN, "new", str(game)], check=True, stdout=subprocess.DEVNULL)
    lines = ["id,icon,colour,pattern,value,title"]
    for number in range(count):
        colour = f"#{120 + number % 120:02x}{100 + number % 97:02x}{90 + number % 133:02x}"
        lines.append(f"card-{number},acorn,{colour},{('leaves', 'checks')[number % 2]},{number % 9},Beast no {number}")
    (game / "cards.csv").write_text("\n".join(lines), "utf-8")
    text = (game / "game.yaml").read_text("utf-8")
    head, _, _ = text.partition("        cards:")
    text = head.replace("total: 18", f"total: {count}").replace("count: 4 ", "count: 1 ") + "        cards: cards.csv\n"
    (game / "game.yaml").write_text(text.replace("icons: {gain: acorn}", ""), "utf-8")
    layout = (game / "layouts" / "creature.yaml").read_text("utf-8")
    layout = layout.replace('say: "creature.{card.id}"', 'text: "{card.title}"')
    layout = layout.replace('say: "text.{card.id}"', 'text: "This is {card.title}, worth {card.value} of them."')
    (game / "layouts" / "creature.yaml").write_text(layout, "utf-8")
    return game


def help_text(folder: Path) -> None:
    """The start of the command against the import of the usual command-line library."""
    figure(
        "`cardgen --help`, relative to the import of typer",
        paired("help", [*CARDGEN, "--help"], [sys.executable, "-c", "import typer"], folder),
        2,
    )
