"""Names of `icons:` stand for icons in texts and in layouts, and several may stand for one."""

import pytest

from cardgen.faces.compose import Composer
from cardgen.graphics.drawing import Use
from cardgen.rules.load import load_game
from cardgen.store.library import find_game

TAKE = '"Take {value} :gain:."'


@pytest.fixture
def named(game):
    """The game with two names of one icon, and one of another."""
    game.edit("game.yaml", "icons: {gain: acorn}", "icons: {gain: acorn, profit: acorn, loss: bread}")
    return game


def told(run):
    """What a check finds but icons that nothing uses."""
    return [line for line in run("check", "--static", "./wood").out.splitlines() if "icon-unused" not in line]


@pytest.mark.parametrize(("name", "differs"), [("profit", False), ("acorn", False), ("loss", True), ("bread", True)])
def test_two_names_of_an_icon_mean_the_same(named, run, name, differs):
    named.edit("strings/fr.yaml", "Prenez {value} :gain:", f"Prenez {{value}} :{name}:")
    found = [line for line in told(run) if "string-differs" in line]
    assert len(found) == differs
    assert all(f"has the icons :{name}: instead of :gain:" in line for line in found)


FIELDS = {
    "icon": "{draw: icon, of: %s, width: 6, height: 6}",
    "pips": "{draw: pips, of: %s, count: 2, width: 6, height: 6}",
}


@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS)
def test_a_layout_draws_an_icon_by_its_name_in_the_game(named, run, field):
    drawn, layout = [], (named.path / "layouts/creature.yaml").read_text("utf-8")
    for name in ("acorn", "profit"):
        named.write("layouts/creature.yaml", f"{layout}  sign: {field % name}\n")
        composer = Composer(load_game(find_game(str(named.path))))
        side = next(side for side in composer.sides if side.owner)
        drawn.append([item for item in composer.items(side, "sign", "en") if isinstance(item, Use)])
    assert drawn[0] == drawn[1] != []
    assert not [line for line in run("check", "--static", "./wood").out.splitlines() if ":profit:" in line]


def test_the_nearest_name_of_a_layouts_icon_may_be_the_games_own(named, run):
    named.write(
        "layouts/creature.yaml", "extends: card\nfields:\n  sign: {draw: icon, of: porfit, width: 6, height: 6}\n"
    )
    assert "there is no icon 'porfit'; did you mean 'profit'?" in run("build", "./wood").err


def test_a_name_whose_icon_is_missing_is_told_where_it_is_named(named, run):
    named.edit("game.yaml", "profit: acorn", "profit: no-such-icon")
    named.write(
        "layouts/creature.yaml", "extends: card\nfields:\n  sign: {draw: icon, of: profit, width: 6, height: 6}\n"
    )
    err = run("build", "./wood").err
    assert "wood/game.yaml:" in err and "there is no icon 'no-such-icon'" in err
