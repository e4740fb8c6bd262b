"""Another program's deck as a game, from its file to its faces."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cardgen.faces.compose import Composer
from cardgen.graphics.drawing import texts
from cardgen.rules.load import load_game
from cardgen.starting.starter import adopt_game
from cardgen.store.library import Home

PICTURE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"><rect width="100" height="50" fill="red"/></svg>'
)


@dataclass
class Adopted:
    """A game that was drafted, what of it did not come over, and what its cards say."""

    folder: Path
    lost: list[str]

    @property
    def said(self) -> dict[str, list[str]]:
        """The texts of each card by its id, the lowest first."""
        composer = Composer(load_game(Home(self.folder, None, ())))
        cards = [card for deck in composer.game.decks for card in composer.cards(deck, "en")]
        return {card.design.id: [text.text for text, _ in texts(card.front.items)] for card in cards}

    @property
    def counts(self) -> dict[str, int]:
        return {design.id: design.count for design in load_game(Home(self.folder, None, ())).designs}

    def file(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")

    def field(self, name: str, layout: str = "cards") -> str:
        """What stands of a field in a layout."""
        lines = self.file(f"layouts/{layout}.yaml").splitlines()
        return next(line.strip().removeprefix(f"{name}: ") for line in lines if line.startswith(f"  {name}: "))


def adopt(folder: Path, script: str, text: str, files: dict[str, str] | None = None) -> Adopted:
    """A game of a script that stands in a folder beside other files."""
    for name, told in {script: text, **(files or {})}.items():
        path = folder / "theirs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(told, "utf-8")
    return Adopted(*adopt_game(str(folder / "ours"), folder / "theirs" / script))
