"""A game of one card, whose layout and texts a test gives."""

import pytest
import yaml

from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.graphics.drawing import Group
from cardgen.store.library import Home

GAME = {
    "players": "2",
    "languages": ["en", "fr"],
    "look": {
        "fonts": {"display": "fraunces", "text": "source-sans-3"},
        "colours": {"ink": "#101010", "sea": "#2060a0"},
    },
    "decks": {"pack": {"size": "60 x 90 mm", "kinds": {"beast": {"layout": "beast", "cards": {"fox": {}}}}}},
}


@pytest.fixture
def compose(tmp_path):
    """compose(fields, cards=..., texts=..., **layout) -> a Composer of a game written to disk."""

    def make(fields, cards=None, texts=None, bleed=3.0, back=None, figure=None, **layout):
        folder = tmp_path / "zoo"
        (folder / "strings").mkdir(parents=True, exist_ok=True)
        (folder / "layouts").mkdir(exist_ok=True)
        kind = {"layout": "beast", "cards": cards or {"fox": {}}} | ({"figure": "sign"} if figure else {})
        deck = {"size": "60 x 90 mm", "kinds": {"beast": kind}} | ({"back": "back"} if back else {})
        game = GAME | {"decks": {"pack": deck}}
        (folder / "game.yaml").write_text(yaml.safe_dump(game, sort_keys=False), "utf-8")
        for language in ("en", "fr"):
            told = (texts or {}).get(language, {}) or {"title": "Zoo"}
            (folder / "strings" / f"{language}.yaml").write_text(yaml.safe_dump(told, allow_unicode=True), "utf-8")
        write = {"beast": {"fields": fields, **layout}} | ({"back": {"fields": back}} if back else {})
        write |= {"sign": {"fields": figure}} if figure else {}
        for name, content in write.items():
            path = folder / "layouts" / f"{name}.yaml"
            path.write_text(yaml.safe_dump(content, sort_keys=False, allow_unicode=True), "utf-8")
        return Composer(load_game(Home(folder, None, ())), bleed)

    return make


@pytest.fixture
def items(compose):
    """items(fields, ...) -> what is drawn on the front of the first card in English."""

    def draw(fields, language="en", **more):
        composer = compose(fields, **more)
        return composer.face(composer.sides[0], language).items

    return draw


def flat(items):
    """All items, those in groups included."""
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items)
        else:
            yield item
