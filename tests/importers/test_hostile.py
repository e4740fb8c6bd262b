"""What strangers may send as decks: a clear message in bounded time, and never a traceback."""

import time
from pathlib import Path

import pytest

from cardgen.foundations.errors import InputError
from cardgen.importers.read import draft

DEEP = 200_000
BOMBS = {
    "brackets.rb": "x = " + "[" * DEEP,
    "calls.rb": "x = " + "f(" * DEEP,
    "signs.rb": "x = " + "-" * DEEP + "1",
    "braces.rb": 'x = "' + '#{"' * DEEP,
    "ifs.rb": "if x\n" * 5_000,
    "binary.rb": "Squib\0Deck",
    "brackets.nde": "[a] = " + "[" * DEEP,
    "braces.nde": "TEXT = 1," + "{" * DEEP + "1,1,1,1",
    "nothing.nde": "hello there\n" * 100,
    "deep.cmp": "<a>" * DEEP,
    "laughs.cmp": '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;">]><Project>&c;</Project>',
    "file.cmp": '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Project>&b;</Project>',
    "cut.cmp": "<Project><Layout",
    "empty.cmp": "<Project></Project>",
}


@pytest.mark.parametrize("name", BOMBS)
def test_it_ends_with_a_message(tmp_path, name):
    path = tmp_path / name
    path.write_text(BOMBS[name], "utf-8")
    start = time.monotonic()
    with pytest.raises(InputError, match=f"{name}.*expected|{name}.*cannot"):
        draft(path)
    assert time.monotonic() - start < 20


ENDLESS = {
    "loops.rb": "a = []\n" + "100000.times { |i| 100000.times { |j| a << i } }\n",
    "grows.rb": "s = 'x'\n100.times { s = s + s }\n",
    "big.rb": "n = 9\n100.times { n = n * n }\n",
    "calls itself.rb": "def f(x)\n  f(x)\nend\nf(1)\n",
    "many.rb": "names = %w(a)\n",
}


@pytest.mark.parametrize("name", ENDLESS)
def test_scripts_that_never_end_are_left(tmp_path, name):
    path = tmp_path / name
    deck = "Squib::Deck.new(cards: 999999999) { text str: 'Kept', x: 99, y: 99 }\n"
    path.write_text(deck + ENDLESS[name], "utf-8")
    project, _ = draft(path)
    assert project.decks[0].cards <= 5_000 and len(project.decks[0].boxes) == 1


def test_labels_that_name_one_another_and_loops_without_end(tmp_path):
    path = tmp_path / "deck.nde"
    path.write_text(
        "[a] = [b][b]\n[b] = [a][a]\nFOR = i, 1, 999999999\nTEXT = {i}, [a], 1, 1, 1, 1\nNEXT\n"
        "TEXT=1-999999999,x,1,1,1,1\n"
    )
    start = time.monotonic()
    project, _ = draft(path)
    assert project.decks[0].cards <= 5_000 and time.monotonic() - start < 60


def test_a_large_file_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "deck.rb"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(InputError, match="expected at most 2,000,000 bytes"):
        draft(path)


@pytest.mark.parametrize("name", ["../secret.svg", "/etc/passwd", "link.svg"])
def test_files_outside_of_the_script_s_folder_are_not_there(tmp_path, name):
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    secret = tmp_path / "secret.svg"
    secret.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (theirs / "link.svg").symlink_to(secret)
    script = theirs / "deck.rb"
    script.write_text(f"Squib::Deck.new {{ svg file: '{name}', width: 99, height: 99\ntext str: 'x', x: 99, y: 99 }}")
    project, drafted = draft(script)
    assert drafted.pictures == {} and any("no picture" in str(lost) for lost in project.lost)


def test_a_folder_or_a_missing_file_is_told(run, tmp_path):
    (tmp_path / "a.rb").mkdir()
    assert "a.rb: cardgen cannot read this: Is a directory" in run("new", "mine", "--from", "a.rb").err
    assert "b.rb: this file does not exist" in run("new", "mine", "--from", "b.rb").err
    assert not Path(tmp_path, "mine").exists()
