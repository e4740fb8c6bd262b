"""Components read back from PDF bytes, and a small game that has some."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cardgen.press.edition import Options, plan
from cardgen.store.library import find_game
from tests.pdf_reader import Sheet, read
from tests.printing import ROOT

GAME = """\
players: 2-{players}
languages: [en]
decks:
  deck:
    size: {size}
    kinds:
      kind: {{layout: face, count: {count}, cards: {{one: {{}}}}}}
components:
{components}
"""
FACE = """\
fields:
  ground: {draw: rectangle, fill: "ink 20 %", left: -bleed, right: -bleed, top: -bleed, bottom: -bleed}
"""


@cache
def king_lui(language: str = "en", variant: str = "base", **options) -> tuple[Sheet, ...]:
    """The pages of King Lui's components.pdf: the plate, the aids' fronts and backs, the box."""
    asked = Options(languages=(language,), only=("components",), **options)
    (output,) = plan(find_game("king_lui", ROOT), variant, asked)
    return tuple(read(output.make()))


def write_game(
    folder: Path, components: str, size: str = "poker", count: int = 50, players: int = 4, layouts: dict | None = None
) -> Path:
    """A game of one deck of `count` cards; `components` is the inside of its `components:`."""
    for name, text in {"face": FACE, **(layouts or {})}.items():
        (folder / "layouts").mkdir(parents=True, exist_ok=True)
        (folder / f"layouts/{name}.yaml").write_text(text, "utf-8")
    (folder / "strings").mkdir()
    (folder / "strings/en.yaml").write_text("game.title: Test\n", "utf-8")
    lines = "\n".join("  " + line for line in components.splitlines())
    text = GAME.format(size=size, count=count, players=players, components=lines)
    (folder / "game.yaml").write_text(text, "utf-8")
    return folder


def sheets(game: Path, **options) -> list[Sheet]:
    """The pages of a game's components.pdf."""
    (output,) = plan(find_game(str(game)), "base", Options(only=("components",), **options))
    return read(output.make())


def words(sheet: Sheet) -> list[str]:
    """All that a page says, on its faces and beside them."""
    return [placement.text for placement in sheet.placements] + [said.text for said in sheet.words]
