"""The whole engine that docs/howto/small-engine.md shows: played, checked, told and shown, interpreted and compiled."""

from __future__ import annotations

import random
import re
from functools import partial

import numpy as np
import pytest

from cardgen.commands.cli import main
from cardgen.definitions.engines import engines
from cardgen.desk.laying import TableLayout
from cardgen.desk.table import GameTable
from cardgen.desk.view import view
from cardgen.foundations.errors import InputError
from cardgen.play.batches import BOUND
from cardgen.play.compiled import COMPILES
from cardgen.play.engines import load_engine
from cardgen.play.game import PlayedGame, load_game
from cardgen.play.playthrough import playthrough
from cardgen.play.records import result_type
from cardgen.play.seating import codes
from cardgen.play.tiers import at_speed, tiers
from cardgen.validation.before import before_play
from tests.pages import install, make, text_of
from tests.play.games import walk

PAGE = "howto/small-engine.md"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("small")
    with pytest.MonkeyPatch.context() as patch:
        install(PAGE, found, patch)
        make(PAGE, found / "my_game")
        yield found / "my_game"


@pytest.fixture(scope="module")
def game(folder) -> PlayedGame:
    return load_game(str(folder))


def test_cards_are_never_lost_and_every_game_ends(game):
    chooser, cards = random.Random(2), sorted(design.id for design in game.definition.designs)
    for seed in range(30):
        position = game.new_position(3, seed)
        assert len(position.snapshot()["pile"]) == 18
        for each in walk(position, chooser):
            seen = each.observation(0)
            assert seen["pile"] == len(each.snapshot()["pile"]) and set(seen["row"]) <= set(cards)
            assert seen["row"] or len(each.legal_actions()) == (not each.is_terminal())
        assert position.is_terminal() and position.winners()


def test_what_nobody_knows_is_redrawn(game):
    position = game.new_position(2, 1)
    other = position.clone()
    game.engine.verbs.determinise(game.table, other.record, 0)
    assert other.snapshot() != position.snapshot() and other.observation(0) == position.observation(0)


@pytest.mark.slow
def test_it_is_told_in_any_language(game):
    assert "Anna draws." in list(playthrough(game, ["careful", "random"], 3, "fr"))


def test_it_lies_on_a_table_of_the_desk(game):
    table, laying = GameTable(game, ["person", "person"], 4), TableLayout(game, game.words("en"))
    table.act(0, table.position.legal_actions()[0])
    told = view(table, laying, table.to_act)
    assert {zone["name"] for zone in told["zones"]} == {"pile", "row"}
    assert [action["said"] for action in told["actions"]] == ["draws", "stops"]
    while not table.over:
        table.act(table.to_act, table.position.legal_actions()[-1])
    assert len(view(table, laying, 0)["result"]["points"]) == 2


def test_it_is_checked(folder, capsys):
    assert main(["check", str(folder), "--games", "200"]) == 0
    told = capsys.readouterr().out
    assert "yes, in all" in told and "careful among random wins" in told


@pytest.mark.skipif(not COMPILES, reason="there is no machine code without numba")
def test_it_plays_the_same_games_interpreted(game):
    loops, template, found = game.engine.loops, game.template(2), []
    seats, playouts = codes(["careful", "random"], game)
    for play in (loops.batch, partial(tiers.interpret, loops.batch.source)):
        results = np.zeros(20, result_type(game.engine.verbs.STATE))
        work = np.concatenate([template] * loops.COPIES)
        with at_speed(), np.errstate(over="ignore"):
            play(game.table, template, template.copy(), work, seats, playouts, 7, BOUND, True, results)
        found.append(results.tobytes())
    assert found[0] == found[1]


def test_a_misspelt_function_is_an_error_as_the_page_of_engines_shows(tmp_path, monkeypatch):
    install(PAGE, tmp_path, monkeypatch)
    shown = re.search(r"```text\n(.*)\n```", text_of("howto/engines.md"))[1]
    zones = tmp_path / "streak" / "zones.py"
    zones.write_text(zones.read_text("utf-8").replace("def observe(", "def observ("), "utf-8")
    (tmp_path / "streak").rename(tmp_path / "misspelt")
    monkeypatch.setitem(engines(), "misspelt", "misspelt")
    with monkeypatch.context() as patch, pytest.raises(InputError) as error:
        patch.chdir(tmp_path)
        load_engine("misspelt")
    assert str(error.value).replace("misspelt", "streak") == shown


def test_a_finding_that_nobody_knows_is_an_error(game, monkeypatch):
    monkeypatch.setattr(game.engine.zones, "doubts", lambda *_: [("off-scael", "too few points", None)], raising=False)
    with pytest.raises(InputError, match="zones: doubts: there is no finding 'off-scael'; did you mean 'off-scale'"):
        before_play(game)
