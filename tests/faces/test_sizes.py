"""Sizes that are remembered: chosen cards of a large deck have those of the whole, whatever of it changed since."""

import random

import pytest

from cardgen.definitions.load import load_game
from cardgen.faces import sizes
from cardgen.faces.compose import Composer
from cardgen.faces.sizes import Memory
from cardgen.foundations.errors import InputError
from cardgen.store import cache
from cardgen.store.library import Home
from tests.bench.large import make_large


@pytest.fixture
def deck(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(sizes, "MIN_REMEMBERED_SIDES", 10)
    return make_large(tmp_path / "deep", 40, words=30)


def compose(deck, *chosen):
    game = load_game(Home(deck, None, ()))
    return Composer(game, chosen=chosen, memory=Memory(game, 3.0, "files"), whole=not chosen)


def read(composer):
    """The sides that were read."""
    return [reading.side for reading in composer._readings.values()]


def labels(composer):
    return {side.label for side in read(composer)}


def size(composer):
    """Of the long texts, in mm."""
    return dict(composer.sizes)["forest", "rule", "rule"]


def edit(deck, card, text):
    path = deck / "cards.csv"
    lines = path.read_text("utf-8").splitlines()
    lines = [";".join([*line.split(";")[:5], text]) if line.startswith(f"{card};") else line for line in lines]
    path.write_text("\n".join(lines), "utf-8")


def test_the_first_time_all_are_read_and_then_only_those_asked_for(deck):
    first = compose(deck, "card-3")
    assert len(read(first)) == 41
    again = compose(deck, "card-3")
    assert labels(again) == {"card-3", "forest back"}
    assert again.sizes == first.sizes == compose(deck).sizes


def test_a_card_that_grew_lowers_the_sizes_and_is_read_for_it(deck):
    before = size(compose(deck))
    edit(deck, "card-7", "a much longer text than all of the others " * 12)
    after = compose(deck, "card-3")
    assert labels(after) == {"card-3", "card-7", "forest back"}
    assert size(after) < before
    assert size(after) == size(compose(deck))


def test_where_the_card_that_bound_the_sizes_shrinks_all_are_read(deck):
    for number in range(40):
        edit(deck, f"card-{number}", "few words")
    edit(deck, "card-9", "a much longer text than all of the others " * 12)
    before = size(compose(deck))
    edit(deck, "card-9", "no longer")
    after = compose(deck, "card-3")
    assert len(read(after)) == 41
    assert size(after) > before


def test_it_is_not_remembered_across_layouts(deck):
    compose(deck)
    layout = deck / "layouts" / "beast.yaml"
    layout.write_text(layout.read_text("utf-8").replace("size: 9 pt", "size: 7 pt"), "utf-8")
    game = load_game(Home(deck, None, ()))
    other = Composer(game, chosen=("card-3",), memory=Memory(game, 3.0, "other files"), whole=False)
    assert len(read(other)) == 41


def test_words_of_one_card_leave_the_others_unread(deck):
    """They are strings of the game where a sheet has a column for each language."""
    path = deck / "cards.csv"
    sheet = path.read_text("utf-8").replace(";text", ";text en")
    path.write_text(sheet, "utf-8")
    before = size(compose(deck))
    edit(deck, "card-7", "a much longer text than all of the others " * 12)
    (deck / "strings" / "en.yaml").write_text("game.title: Another Wood\n", "utf-8")
    after = compose(deck, "card-3")
    assert labels(after) == {"card-3", "card-7", "forest back"}
    assert size(after) < before and size(after) == size(compose(deck))


def test_words_that_cards_share_and_those_that_were_not_there_are_heeded(deck):
    layout, words = deck / "layouts" / "beast.yaml", deck / "strings" / "en.yaml"
    layout.write_text(layout.read_text("utf-8").replace('text: "{card.text}"', "say: rule"), "utf-8")
    words.write_text("rule: Few words\n", "utf-8")
    before = size(compose(deck))
    words.write_text(f"rule: {'Many more words ' * 40}\n", "utf-8")
    assert size(compose(deck, "card-3")) == size(compose(deck)) < before


def test_a_card_with_a_size_of_its_own_grows_again(deck):
    layout = deck / "layouts" / "beast.yaml"
    layout.write_text(layout.read_text("utf-8").replace("size: 9 pt", "fit: card, size: 9 pt"), "utf-8")
    edit(deck, "card-3", "a much longer text than all of the others " * 12)
    compose(deck)
    edit(deck, "card-3", "few words")
    after = compose(deck, "card-3")
    assert len(read(after)) == 2
    assert (
        dict(after.sizes)["forest/card-3/front", "rule", "rule"]
        == dict(compose(deck).sizes)["forest/card-3/front", "rule", "rule"]
    )


def test_what_was_kept_may_be_harmed(deck, tmp_path):
    compose(deck)
    for path in (tmp_path / "cache").rglob("*"):
        if path.is_file():
            path.write_bytes(b'{"sides": 3')
    assert len(read(compose(deck, "card-3"))) == 41
    assert cache.folder_of("sizes").is_relative_to(tmp_path)


def test_faults_of_cards_asked_for_are_told(deck):
    compose(deck)
    edit(deck, "card-3", "there is :no-such-icon: here")
    with pytest.raises(InputError, match="no-such-icon"):
        compose(deck, "card-3")


@pytest.mark.parametrize("seed", range(5))
def test_recalled_sizes_are_those_of_the_whole(deck, seed):
    chance = random.Random(seed)
    compose(deck)
    for _ in range(4):
        for card in chance.sample(range(40), 2):
            edit(deck, f"card-{card}", "fox " * chance.choice((3, 40, 70, 80, 90, 95, 100, 105)))
        game = load_game(Home(deck, None, ()))
        assert compose(deck, "card-3", "card-4").sizes == Composer(game).sizes
