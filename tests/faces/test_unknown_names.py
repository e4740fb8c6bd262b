"""Names behind `when`, before a default and in look-ups that no card has: told once, where they are written."""

import pytest

from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.faces.unknown_names import check_names
from cardgen.foundations.errors import InputError
from cardgen.store.library import find_game

PLACE = "left: 5, right: 5, top: 30, height: 6"
CARDS = {"fox": {"race": "beast", "cost": 3}, "owl": {"race": "bird", "rank": 2}}
READ = {"draw": "text", "text": "{card.race} {card.cost or -} {card.rank or -}"}


def found(composer, base=None):
    findings = list(check_names(composer, base or composer.game))
    return [(each.place.line, each.message) for each in findings]


@pytest.fixture
def told(compose):
    """told(keys) -> what is told of a rectangle with these keys besides, without the path of its key."""

    def of(keys, **more):
        at = {"left": 5, "width": 10, "top": 30, "height": 6}
        fields = {"all": READ | at, "x": {"draw": "rectangle", "fill": "ink"} | at | keys}
        return [message for _, message in found(compose(fields, cards=CARDS, **more))]

    return of


@pytest.mark.parametrize(
    ("keys", "key"),
    [
        ({"when": "card.rcae == bird"}, "when"),
        ({"unless": "card.rcae"}, "unless"),
        ({"when": "card.cost > 1 and not card.rcae"}, "when"),
        ({"when": "beast in card.rcae"}, "when"),
        ({"fill": {"by": "card.rcae", "bird": "ink", "else": "paper"}}, "fill.by"),
        ({"fill": {"by": "card.race", "snake": "{card.rcae}", "else": "paper"}}, "fill.snake"),
        ({"fill": {"by": "not card.rcae", "yes": "ink", "no": "paper"}}, "fill.by"),
        ({"stroke": "{card.rcae or ink}"}, "stroke"),
        ({"line": "{card.rcae or 1}"}, "line"),
        ({"repeat": {"i": "1 to 2", "where": "card.rcae == i"}}, "repeat.where"),
    ],
)
def test_a_slip_that_no_card_tells_is_told_once(told, keys, key):
    message = f"fields.x.{key}: no card with this layout has 'rcae'; did you mean 'race'?"
    assert told(keys) == [message]


@pytest.mark.parametrize(
    ("test", "message"),
    [
        ("game.titeld", "the game has no 'titeld'; did you mean 'titled'?"),
        ("deck.cont > 3", "a deck has no 'cont'; did you mean 'count'?"),
        ("rules.hand > 3", "the game has no rule 'hand'"),
    ],
)
def test_other_roots(told, test, message):
    assert told({"when": test}) == [f"fields.x.when: {message}"]


@pytest.mark.parametrize("test", ["card.cost", "card.rank > 1", "card.look == 2", "deck.cards.fox.cost", "game.titled"])
def test_what_one_card_has_is_none(told, test):
    assert told({"when": test}) == []


def test_it_is_told_at_its_sign(compose):
    fields = {"all": READ | {"left": 5, "right": 5, "top": 5, "height": 8, "when": "card.cost or card.rakn"}}
    (finding,) = check_names(composer := compose(fields, cards=CARDS), composer.game)
    line = (composer.game.home.folder / "layouts/beast.yaml").read_text().splitlines()[finding.place.line - 1]
    assert line[finding.place.column - 1 :].startswith("rakn")


def test_headings_of_empty_columns_and_names_of_variants_are_no_slips(game, tmp_path):
    folder = game.path
    game.edit(
        "layouts/creature.yaml",
        "fields:\n",
        f"fields:\n  x: {{draw: rectangle, fill: ink, {PLACE}, when: card.armour}}\n",
    )
    composer = Composer(load_game(find_game(str(folder))))
    ((_, message),) = found(composer)
    assert "no card with this layout has 'armour'" in message
    variants = folder / "variants"
    variants.mkdir(exist_ok=True)
    (variants / "iron.yaml").write_text("decks: {forest: {kinds: {creature: {cards: {fox: {armour: 3}}}}}}\n", "utf-8")
    assert found(Composer(load_game(find_game(str(folder))))) == []


def test_headings_above_empty_columns_are_names(tmp_path):
    for name, text in {
        "game.yaml": "players: 2\nlanguages: [en]\ndecks: {d: {kinds: {k: {layout: card, cards: {from: deck.csv}}}}}\n",
        "deck.csv": "name,armour,hold\nFox,,\nOwl,,\n",
        "layouts/card.yaml": f"fields:\n  a: {{draw: text, text: '{{card.name}}', {PLACE}}}\n"
        f"  b: {{draw: text, text: '{{card.armour or card.holt or 1}}', {PLACE}}}\n",
        "strings/en.yaml": "game.title: Zoo\n",
    }.items():
        path = tmp_path / "zoo" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    composer = Composer(load_game(find_game(str(tmp_path / "zoo"))))
    assert [message for _, message in found(composer)] == [
        "fields.b.text: no card with this layout has 'holt'; expected one of count, id, kind, look, looks, name"
    ]


def test_a_slip_in_a_text_is_told_at_the_text(compose):
    fields = {"all": READ | {"left": 5, "right": 5, "top": 5, "height": 8}}
    fields["said"] = {"draw": "text", "say": "beast.all", "left": 5, "right": 5, "top": 25, "height": 8}
    texts = {"en": {"title": "Zoo", "beast.all": "{rcae or 'none'} {cost or 0} {rank or 0}"}}
    (finding,) = check_names(composer := compose(fields, cards=CARDS, texts=texts), composer.game)
    assert finding.message == "beast.all: no card that says it has 'rcae'; did you mean 'race'?"
    assert finding.place.file.endswith("strings/en.yaml")


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"fill": {"by": "card.race", "brid": "ink", "else": "paper"}}, "fill.brid: no card with this layout has"),
        ({"left": {"by": "card.race", "beast": 1, "brid": 2, "else": 3}}, "left.brid: no card with this layout has"),
        ({"when": "card.race == brid"}, "when: no card with this layout has"),
        ({"when": "card.race in (beast, brid)"}, "when: no card with this layout has"),
    ],
)
def test_a_word_that_is_nearly_a_value_is_told_with_that(told, keys, message):
    (only,) = told(keys)
    assert only == f"fields.x.{message} 'brid' as its race; did you mean 'bird'?"


def test_a_misspelt_answer_of_a_condition_is_told(told):
    (only,) = told({"fill": {"by": "card.cost > 2", "yess": "ink", "else": "paper"}})
    assert only == "fields.x.fill.yess: 'card.cost > 2' is either yes or no; did you mean 'yes'?"


@pytest.mark.parametrize(
    "keys",
    [
        {"fill": {"by": "card.race", "bird": "ink", "brid": "gold", "else": "paper"}},  # birds are asked for, too
        {"fill": {"by": "card.race", "snake": "ink", "else": "paper"}},  # a card that is still to be made
        {"fill": {"by": "card.cost", "4": "ink", "else": "paper"}},
        {"when": "card.race == BIRD"},
    ],
)
def test_words_that_may_well_be_meant_are_not_told(told, keys):
    assert not told(keys)


def test_a_slip_in_a_value_is_told_at_its_line_and_column(compose):
    fields = {"all": READ | {"left": 5, "width": 10, "top": 30, "height": 6}}
    fields["x"] = {"draw": "rectangle", "left": 5, "width": 9, "top": 30, "height": 6, "when": "card.race == brid"}
    (finding,) = check_names(composer := compose(fields, cards=CARDS), composer.game)
    assert finding.code == "value-unknown" and finding.place.line and finding.place.column


def test_a_value_that_is_nearly_that_of_others_is_told_at_its_card(compose):
    cards = {"fox": {"race": "beast"}, "elk": {"race": "beast"}, "owl": {"race": "beats"}}
    at = {"left": 5, "width": 10, "top": 30, "height": 6}
    fields = {"all": {"draw": "text", "text": "{card.race}"} | at}
    fields["x"] = {"draw": "rectangle", "fill": {"by": "card.race", "beast": "ink", "else": "paper"}} | at
    (finding,) = check_names(composer := compose(fields, cards=cards), composer.game)
    assert finding.place.file.endswith("game.yaml") and finding.place.line
    assert "card 'owl': its race is 'beats', which no look-up lists; did you mean 'beast'?" in finding.message


def test_a_result_that_no_card_takes_is_told_too(told):
    with pytest.raises(InputError, match=r"fields\.x\.blend\.snake: .*'multiply'"):
        told({"blend": {"by": "card.race", "snake": "multipli", "else": "normal"}})


@pytest.mark.parametrize(
    ("said", "wanted"),
    [("{card.rcae or none}", "rcae"), ("{upper(card.race)} {card.cost}", None), ("{card.rank or 0}", None)],
)
def test_names_in_a_drawing_are_those_of_its_cards(compose, tmp_path, said, wanted):
    (art := tmp_path / "zoo" / "art").mkdir(parents=True)
    words = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">\n <text x="2" y="50">{said}</text></svg>'
    (art / "sign.svg").write_text(words, "utf-8")
    at = {"left": 5, "width": 10, "top": 30, "height": 6}
    fields = {"all": READ | at, "art": {"draw": "picture", "of": "art/sign.svg"} | at}
    cards = {"fox": {"race": "beast", "cost": 3, "rank": 1}, "owl": {"race": "bird", "cost": 2, "rank": 2}}
    composer = compose(fields, cards=cards)
    told = [(each.message, each.place.line, each.place.column) for each in check_names(composer, composer.game)]
    message = f"{said}: no card with this layout has 'rcae'; did you mean 'race'?"
    assert told == ([(message, 2, words.splitlines()[1].index("rcae") + 1)] if wanted else [])
