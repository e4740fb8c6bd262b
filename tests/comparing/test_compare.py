"""What differs between two states of a game: cards, texts, sentences, settings and play."""

from __future__ import annotations

import json
import re

import pytest

from cardgen.comparing.cards import frames
from cardgen.comparing.compare import compare, open_both
from cardgen.comparing.sentences import BookSentence, compare_sentences
from cardgen.comparing.states import two_states
from cardgen.store.library import find_game
from tests.conftest import Folder, contents

LOUD = """\
changes: wood
texts:
  en:
    creature.fox: {from: Fox, to: Foxes}
    title: <i>Loud</i>
    why: x
  fr:
    creature.fox: {from: Renard, to: Renards}
    title: Fort
    why: x
"""


def found(run, *arguments: str) -> dict:
    told = run("compare", *arguments, "--json")
    assert told.code == 0, told.err
    return json.loads(told.out)


def test_a_game_is_the_same_as_itself(game, run):
    told = run("compare", "./wood", "base", "base")
    assert told.code == 0 and "Nothing differs." in told.out
    assert found(run, "./wood", "now", "base")["same"]


def test_a_variant_beside_its_base(game, run):
    seen = found(run, "./wood", "base", "quick")
    assert (seen["old"], seen["new"], seen["languages"]) == ("base", "quick", ["en", "fr"])
    (fox,) = seen["cards"]["en"]
    assert (fox["kind"], fox["card"], fox["copies"], fox["sides"]) == ("changed", "fox", [2, 1], [])
    assert seen["settings"] == [{"name": "forest (cards)", "old": "5", "new": "4"}]
    assert {each["under"] for each in seen["texts"]["fr"]} == {"variant.title", "variant.why"}


def test_cards_are_added_gone_changed_and_renamed(game, run, tmp_path):
    other = tmp_path / "other" / "wood"
    for name, data in contents(game.path).items():
        (other / name).parent.mkdir(parents=True, exist_ok=True)
        (other / name).write_bytes(data)
    game.edit(
        "game.yaml",
        "owl: {icon: owl, value: 2, count: 3}",
        "bat: {icon: owl, value: 4}\n          eagle: {icon: fox-head, value: 2}",
    )
    game.edit("game.yaml", "total: 5", "total: 6")
    game.edit("game.yaml", "fox: {icon: fox-head, value: 3}", "fox: {icon: owl, value: 3}")
    game.write(
        "strings/en.yaml", (game.path / "strings/en.yaml").read_text() + "creature.bat: Bat\ncreature.eagle: Eagle\n"
    )
    extra = "creature.bat: {from: Bat, to: Hibou}\ncreature.eagle: {from: Eagle, to: Aigle}\n"
    game.write("strings/fr.yaml", (game.path / "strings/fr.yaml").read_text() + extra)
    seen = found(run, "./wood", "./other/wood", "now")
    kinds = {each["card"]: each["kind"] for each in seen["cards"]["en"]}
    assert kinds == {"fox": "changed", "bat": "added", "eagle": "added", "owl": "gone"}
    fox = next(each for each in seen["cards"]["en"] if each["card"] == "fox")
    assert fox["sides"] == ["front"] and {"name": "icon", "old": "fox-head", "new": "owl"} in fox["fields"]
    told = run("compare", "./wood", "./other/wood", "--lang", "en").out
    assert "Fox (fox): looks different on the front" in told and "Owl (owl): gone, 3 copies" in told


def test_a_card_with_another_id_that_looks_the_same_is_renamed(game, run, tmp_path):
    other = tmp_path / "other" / "wood"
    for name, data in contents(game.path).items():
        (other / name).parent.mkdir(parents=True, exist_ok=True)
        (other / name).write_bytes(data)
    game.edit("game.yaml", "owl: {icon: owl", "bird: {icon: owl")
    for language in ("en", "fr"):
        game.edit(f"strings/{language}.yaml", "creature.owl:", "creature.bird:")
    (bird,) = found(run, "./wood", "./other/wood")["cards"]["en"]
    assert (bird["kind"], bird["card"], bird["was"]) == ("renamed", "bird", "owl")


def test_what_was_printed_is_compared_card_by_card(game, run):
    assert "no print of it is recorded" in run("compare", "./wood").err
    run("printed", "./wood", "--lang", "en")
    game.edit("strings/en.yaml", "creature.owl: Owl", "creature.owl: Screech owl")
    game.edit("strings/fr.yaml", "{from: Owl,", "{from: Screech owl,")
    seen = found(run, "./wood")
    assert (seen["old"], seen["languages"], seen["only_cards"], seen["texts"]) == ("printed", ["en"], True, {})
    assert [each["card"] for each in seen["cards"]["en"] if each["card"] == "owl"] == ["owl"]
    assert "cannot play what was printed" in run("compare", "./wood", "printed", "--play").err
    assert "no print of 'quick' is recorded" in run("compare", "./wood", "printed", "--variant", "quick").err


def test_the_page_shows_the_cards_and_where_they_differ(game, run, tmp_path):
    game.write("variants/loud.yaml", LOUD)
    told = run("compare", "./wood", "base", "loud", "--report", "page.html")
    assert told.code == 0, told.err
    page = (tmp_path / "page.html").read_text("utf-8")
    assert page.count("data:image/png;base64,") >= 4 and 'class="frame"' in page
    assert "<i>Loud" not in page and "&lt;i&gt;Loud" in page
    assert not re.search(r"<script|https?://|src=\"(?!data:)", page)
    again = run("compare", "./wood", "base", "loud", "--report", "again.html")
    assert again.code == 0 and (tmp_path / "again.html").read_text("utf-8") == page


def test_frames_stand_around_what_differs():
    from io import BytesIO

    from PIL import Image, ImageDraw

    def picture(*boxes, size=(120, 180)) -> bytes:
        made = Image.new("RGB", size, "white")
        for box in boxes:
            ImageDraw.Draw(made).rectangle(box, fill="black")
        data = BytesIO()
        made.save(data, "PNG")
        return data.getvalue()

    plain = picture()
    assert list(frames(plain, plain)) == []
    ((left, top, right, bottom),) = frames(plain, picture((60, 90, 71, 101)))
    assert left <= 0.5 <= right and top <= 0.5 <= bottom and right - left < 0.3 and bottom - top < 0.2
    assert len(list(frames(plain, picture((6, 6, 11, 11), (100, 160, 110, 170))))) == 2
    assert list(frames(plain, picture(size=(200, 100)))) == [(0.0, 0.0, 1.0, 1.0)]


def test_sentences_that_changed_stand_beside_one_another():
    old = [BookSentence("Setup", text) for text in ("Deal three cards.", "Sit down.")]
    new = [BookSentence("Setup", text) for text in ("Deal four cards.", "Sit down.", "Smile.")]
    one, other = compare_sentences("book", old, new)
    assert ("three", True) in [(text.strip(), differs) for text, differs in one.old]
    assert ("four", True) in [(text.strip(), differs) for text, differs in one.new]
    assert other.old == () and other.new == (("Smile.", True),)


def test_states_that_do_not_exist_are_refused(game, run):
    for name, words in (
        ("qick", "no variant 'qick'"),
        ("./nowhere", "no variant './nowhere'"),
        ("./variants", "variants"),
    ):
        told = run("compare", "./wood", name)
        assert told.code == 2 and words in told.err and "Traceback" not in told.err
    assert "both states do not have 'de'" in run("compare", "./wood", "base", "quick", "--lang", "de").err


def test_a_faulty_state_is_named(game, run):
    game.write("variants/faulty.yaml", "changes: wood\ncards:\n  fix: {count: 1}\n")
    told = run("compare", "./wood", "base", "faulty")
    assert told.code == 2 and "faulty: " in told.err and "fox" in told.err


@pytest.mark.slow
def test_play_is_compared_on_the_same_seeds(run, speed):
    seen = found(run, "king_lui", "base", "express", "--lang", "en", "--play", "--players", "3", "--games", "2048")
    assert {each["name"] for each in seen["settings"]} >= {"cards_per_player"}
    (table,) = seen["play"]["tables"]
    assert (table["players"], table["games"], table["seed"]) == (3, 2048, 0) and seen["play"]["complete"]
    turns = next(each for each in table["measures"] if each["name"] == "turns")
    assert turns["differs"] and turns["difference"]["high"] < 0 and turns["new"] < turns["old"]
    told = run(
        "compare", "king_lui", "base", "express", "--lang", "en", "--play", "--players", "3", "--games", "2048"
    ).out
    assert re.search(r"turns +\S+ +\S+ +−\S+ +.* \*\n", told)


@pytest.mark.slow
def test_a_state_without_a_change_plays_the_same_games(run, speed):
    seen = found(run, "king_lui", "base", "base", "--lang", "en", "--play", "--players", "4", "--games", "1024")
    (table,) = seen["play"]["tables"]
    assert table["rules"]["old"] == table["rules"]["new"]
    assert all(each["difference"]["mean"] == 0 and not each["differs"] for each in table["measures"])


def test_a_game_without_rules_is_not_played(game, run):
    told = run("compare", "./wood", "base", "quick", "--play")
    assert told.code == 2 and "cardgen can only print it" in told.err


@pytest.mark.slow
def test_clauses_are_compared_as_sentences(run, tmp_path):
    assert run("new", "mine", "--kind", "tricks").code == 0
    home, other = find_game(str(tmp_path / "mine")), tmp_path / "other/mine"
    for name, data in contents(home.folder).items():
        (other / name).parent.mkdir(parents=True, exist_ok=True)
        (other / name).write_bytes(data)
    Folder(home.folder).edit("rules.yaml", "deal dealt cards from stock", "deal 1 + dealt cards from stock")
    with two_states(home, str(other), None) as states:
        (seen,) = compare(*open_both(*states), ["en"]).rules
    assert ("".join(text for text, _ in seen.old), seen.under) == (
        "deal: deal dealt cards from stock to each hand",
        "game",
    )
    assert [text.strip() for text, differs in seen.new if differs] == ["1 +"]
