"""What the editions of a build share changes no byte of what they print."""

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.faces.readings import Readings
from cardgen.foundations.errors import InputError
from cardgen.graphics.needs import needs_of, used_symbols
from cardgen.press.edition import Common, Options, open_edition
from cardgen.store.library import Home, find_game
from cardgen.store.outputs import make_outputs


@pytest.mark.slow
@pytest.mark.parametrize(("game", "language"), [("king_lui", "fr"), ("draco", "it"), ("party_at_louis", "en")])
def test_editions_print_together_what_they_print_alone(game, language, tmp_path):
    home, common = find_game(game), Common()
    options = Options(languages=(language,), out=tmp_path)
    for number, variant in enumerate(("base", *home.variants)):
        together = digests(home, variant, options, common)
        if number % 3 == 0:  # what shares nothing takes long
            assert together == digests(home, variant, options, Common()), variant


def digests(home, variant, options, common):
    """Those of all files of an edition."""
    edition = open_edition(home, variant, options, list().append, common)
    return [file.digest for file in make_outputs(edition.all_outputs())]


CARDS = st.fixed_dictionaries(
    {"power": st.integers(1, 9)},
    optional={
        "count": st.integers(1, 3),
        "icon": st.sampled_from(["bread", "ham-shank"]),
        "colour": st.sampled_from(["sea", "ink"]),
    },
)
TEXT = st.sampled_from(["A", "Longer words than the others have, {power} :fox:", "{count} :gem: of *{kind}*"])
GAMES = st.fixed_dictionaries({
    "players": st.sampled_from(["2-4", "2-6"]),
    "sea": st.sampled_from(["#2060a0", "#a02020"]),
    "gem": st.sampled_from(["cheese-wedge", "bread"]),
    "fox": CARDS,
    "elk": CARDS,
    "name": TEXT,
    "rule": TEXT,
    "rule.fr": TEXT,
    "aid": st.sampled_from(["Feed :gem:", "Feed."]),
})  # fmt: skip
FIELD = {"draw": "text", "style": "small", "left": 5, "right": 5, "height": 12}
STYLES = {"small": {"font": "text", "size": "9 pt", "at_least": "6 pt", "lines": 4}}
FRONT = {
    "ground": {"draw": "rectangle", "left": 0, "right": 0, "top": 0, "bottom": 0, "fill": "{card.colour} 20 %"},
    "name": FIELD | {"say": "{card.id}.name", "top": 5},
    "rule": FIELD | {"say": "{card.kind}.rule", "top": 20},
    "strongest": FIELD | {"text": "{card.power}, {deck.cards.elk.power}/{deck.count}", "top": 40},
    "icon": {"draw": "icon", "of": "{card.icon}", "when": "card.icon", "colour": "sea", "top": 55, "height": 15},
}
AID = {
    "told": FIELD | {"say": "aid.text", "top": 5},
    "count": FIELD | {"text": "{component.max_players} {deck.count}", "top": 20},
}


def write(folder, told):
    """A game of two cards and an aid; all that may differ is read by some face."""
    kind = {"layout": "front", "colour": "sea", "cards": {card: told[card] for card in ("fox", "elk")}}
    files = {
        "game.yaml": {
            "players": told["players"],
            "languages": ["en", "fr"],
            "look": {"fonts": {"text": "source-sans-3"}, "colours": {"ink": "#101010", "sea": told["sea"]}},
            "icons": {"gem": told["gem"]},
            "decks": {"pack": {"size": "60 x 90 mm", "kinds": {"beast": kind}}},
            "components": {"aid": {"make": "card", "size": "60 x 90 mm", "count": 2, "layout": "aid"}},
        },
        "layouts/front.yaml": {"styles": STYLES, "fields": FRONT},
        "layouts/aid.yaml": {"styles": STYLES, "fields": AID},
    }
    for language in ("en", "fr"):
        rule = told.get(f"rule.{language}", told["rule"])
        names = {"game.title": "Zoo", "fox.name": told["name"], "elk.name": "Elk"}
        files[f"strings/{language}.yaml"] = names | {"beast.rule": rule, "aid.text": told["aid"]}
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(yaml.safe_dump(content, sort_keys=False, allow_unicode=True), "utf-8")
    return load_game(Home(folder, None, ()))


def outcome(game, readings):
    """All that others ask of a composer; its faults where it has some."""
    try:
        composer = Composer(game, readings=readings)
    except InputError as error:
        return sorted(map(str, error.faults))
    faces = {(side.name, of): composer.face(side, of) for side in composer.sides for of in game.languages}
    named = {name for face in faces.values() for name in needs_of(face.items).symbols}
    symbols, digests = used_symbols(named, composer.supplies.symbols), map(composer.digest, faces.values())
    return faces, symbols, [*digests], composer.sizes, composer.used_strings, composer.supplies.named_icons


@pytest.mark.slow
@given(GAMES, GAMES)
@settings(max_examples=100, deadline=None)
def test_a_side_read_before_shows_what_it_would_show_if_it_were_read_now(tmp_path_factory, before, after):
    folder, readings = tmp_path_factory.mktemp("zoo"), Readings()
    outcome(write(folder, before), readings)
    game = write(folder, after)
    assert outcome(game, readings) == outcome(game, None)


@pytest.mark.parametrize(
    ("change", "read_again"),
    [
        ({}, []),
        ({"gem": "acorn"}, ["component:aid/front"]),
        ({"rule": "Hide"}, ["pack/elk/front", "pack/fox/front"]),
        ({"name": "Vixen"}, ["pack/fox/front"]),
        ({"players": "2-6"}, ["component:aid/front"]),
        ({"aid": "Feed."}, ["component:aid/front"]),
    ],
)
def test_only_what_reads_a_change_is_read_again(tmp_path, change, read_again):
    told = {"players": "2-4", "sea": "#2060a0", "gem": "bread", "name": "Fox", "rule": "Run", "aid": "Feed :gem:"}
    told |= {"fox": {"power": 1, "icon": "bread"}, "elk": {"power": 2}}
    readings = Readings()
    before = Composer(write(tmp_path, told), readings=readings)
    after = Composer(write(tmp_path, told | change), readings=readings)
    assert sorted(side.name for side in after.sides if after.reading(side) is not before.reading(side)) == read_again


def test_cards_alone_ask_for_no_other_face():
    def sides(**asked):
        edition = open_edition(find_game("king_lui"), "base", Options(**asked), lambda finding: None)
        return {side.name.partition(":")[0] for side in edition.composer.sides}

    assert "component" in sides()
    assert "component" not in sides(only=("cards",)) | sides(cards=("cheese",))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["king_lui", "draco", "party_at_louis"])
def test_what_only_figures_read_of_a_card_is_no_slip_where_cards_alone_are_asked_for(game):
    home = find_game(game)
    for variant in ("base", *home.variants):
        open_edition(home, variant, Options(only=("cards",)), lambda finding: None)
