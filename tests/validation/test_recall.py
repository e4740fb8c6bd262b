"""Static findings that were kept are those of the files as they are now."""

import pytest

from cardgen.store.library import all_games
from cardgen.validation import recall
from cardgen.validation.static import check_variants


@pytest.fixture
def kept(store):
    return store.parent / recall.KIND


def test_what_did_not_change_is_found_again_without_being_sought(game, run, kept, monkeypatch):
    game.edit("game.yaml", "total: 5", "total: 6")
    once = run("check", "./wood", "--static", "--variant", "base")
    assert once.code == 1 and "total-wrong" in once.out and len(list(kept.iterdir())) == 1
    with monkeypatch.context() as patch:
        patch.setattr("cardgen.validation.static._check", lambda *_: pytest.fail("sought again"))
        assert run("check", "./wood", "--static", "--variant", "base") == once
    game.edit("game.yaml", "total: 6", "total: 5")
    assert run("check", "./wood", "--static", "--variant", "base").code == 0


@pytest.mark.parametrize("damage", [b"", b"[1, 2]", b'[["gone-code", "m", null, "wood", "base", "", ""]]', b"\xff"])
def test_what_is_damaged_is_sought_again(game, run, kept, damage):
    game.edit("game.yaml", "total: 5", "total: 6")
    once = run("check", "./wood", "--static", "--variant", "base")
    for file in kept.iterdir():
        file.write_bytes(damage)
    assert run("check", "./wood", "--static", "--variant", "base") == once


@pytest.mark.slow
@pytest.mark.parametrize("home", all_games(), ids=lambda home: home.name)
def test_pictures_of_a_game_are_among_what_is_known_of_it(home, kept, monkeypatch):
    once = check_variants([(home, ["base"])])
    monkeypatch.setattr("cardgen.validation.static._check", lambda *_: pytest.fail("sought again"))
    assert check_variants([(home, ["base"])]) == once


def test_many_variants_are_looked_over_by_several_processes(game, run, kept):
    for number in range(5):
        game.write(f"variants/odd{number}.yaml", f"changes: wood\ncards: {{owl: {{count: {number + 4}}}}}\n")
    game.write("variants/wrong.yaml", "changes: wood\ncards: {elk: {count: 1}}\n")
    game.edit("game.yaml", "total: 5", "total: 6")
    once = run("check", "./wood", "--static")
    assert once.code == 2 and "there is no card 'elk'" in once.err and "total-wrong" in once.out
    assert len(list(kept.iterdir())) >= 6
    assert run("check", "./wood", "--static") == once
