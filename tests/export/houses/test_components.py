"""Components that print houses have a size for, and those that they have not."""

import io

import pytest
from PIL import Image

from tests.houses import FRONT, files, layout, sent_to

COMPONENTS = """\
components:
  box: {make: tuck-box, holds: deck, layout: back}
  hero: {make: standee, layout: hero, back: back, size: 0.75 x 2.25 in, count: 2}
  ogre: {make: standee, layout: hero, size: 40 x 56 mm}
"""
HERO = FRONT.partition("  id:")[0].replace("20", "4")


@pytest.fixture
def stocked(game):
    """The same with a box, and with a standee that The Game Crafter has a size for and one that it has not."""
    (game / "game.yaml").write_text((game / "game.yaml").read_text() + COMPONENTS)
    layout(game, "", "hero", HERO)
    return game


def test_a_standee_is_sent_in_its_size(stocked):
    made = {name: data for name, data in files(stocked, "tgc").items() if name.startswith("medium-standee")}
    assert [*made] == [f"medium-standee/{name}" for name in ("hero.front.png", "hero.back.png", "counts.csv")]
    for name in ("hero.front.png", "hero.back.png"):
        image = Image.open(io.BytesIO(made[f"medium-standee/{name}"]))
        assert image.size == (300, 750)
    assert image.getpixel((0, 0)) == image.getpixel((299, 749)) == (0x20, 0x30, 0x60)
    assert made["medium-standee/counts.csv"].decode().splitlines()[1] == "hero,2,hero.front.png,hero.back.png"
    assert not any("hero" in name for name in files(stocked, "mpc"))


def test_components_that_a_house_does_not_print_are_told_with_what_comes_nearest(stocked):
    def told(house):
        target, shipment = sent_to(stocked, house)
        return [each.message for each in target.preflight(shipment) if each.code == "house-part"]

    assert told("tgc") == [
        "ogre: The Game Crafter does not cut 40 x 56 mm, so cardgen left this out; "
        "the nearest is large-standee, 25.4 x 76.2 mm",
        "box: cardgen sends no tuck-box to The Game Crafter: print it at home; for its 5 cards there is "
        "poker-tuck-box-36: lay the pictures of its sides (--to png) by hand on the house's template, "
        "2100 x 1800 pixels",
    ]
    game = stocked / "game.yaml"
    game.write_text(game.read_text().replace("count: 3", "count: 120"))
    assert told("tgc")[1].endswith(
        "print it at home; the largest box there, poker-tuck-box-108, holds 108 of its 122 cards"
    )
    assert told("mpc") == [
        f"{name}: cardgen sends no {make} to MakePlayingCards: print it at home"
        for name, make in {"box": "tuck-box", "hero": "standee", "ogre": "standee"}.items()
    ]
