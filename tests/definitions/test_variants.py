"""What a variant may change of a game."""

from __future__ import annotations

import pytest

from cardgen.checks.translations import check_translations
from cardgen.definitions.fields import Minutes
from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.foundations.errors import InputError
from cardgen.store.library import find_game


@pytest.fixture
def load(game):
    """Loads the game with a variant of that text laid over it."""

    def load(text: str, name: str = "try"):
        game.write(f"variants/{name}.yaml", text)
        return load_game(find_game("./wood", game.path.parent), name)

    return load


def counts(game) -> dict[str, int]:
    return {design.id: design.count for design in game.designs}


def test_the_game_itself(game):
    base = load_game(find_game("./wood", game.path.parent))
    assert (base.variant, counts(base), base.decks[0].total) == ("base", {"fox": 2, "owl": 3}, 5)


def test_counts_and_fields(load):
    wood = load("changes: wood\ncards: {fox: {count: 7, value: 9}, owl: {count: drop}}")
    assert (wood.name, wood.variant) == ("wood", "try")
    assert counts(wood) == {"fox": 7, "owl": 2}, "without its own, a card has the count of its kind"
    assert [design.fields["value"] for design in wood.designs] == ["9", "2"]
    assert wood.designs[0].fields["icon"] == "fox-head", "what is not named stays"


def test_cards_are_dropped_and_added(load):
    wood = load("changes: wood\ncards: {owl: drop, wolf: {kind: creature, icon: wolf-head, value: 1}}")
    assert counts(wood) == {"fox": 2, "wolf": 2}
    assert wood.designs[1].kind == "creature" and "kind" not in wood.designs[1].fields


def test_totals(load):
    assert load("changes: wood").decks[0].total is None, "the game's own total does not bind a variant"
    assert load("changes: wood\ntotals: {forest: 12}").decks[0].total == 12


def test_texts(load):
    wood = load("changes: wood\ntexts:\n  en: {title: Try, why: To see., creature.fox: Vixen, text.new: New}")
    texts = {key: entry.text for key, entry in wood.strings["en"].items()}
    assert (texts["variant.title"], texts["variant.why"]) == ("Try", "To see.")
    assert (texts["creature.fox"], texts["text.new"], texts["creature.owl"]) == ("Vixen", "New", "Owl")
    assert wood.strings["en"]["creature.fox"].place.file.endswith("variants/try.yaml")


def test_a_variant_of_a_variant(load):
    load("changes: wood\ncards: {fox: {count: 7}, owl: {count: 8}}", "first")
    assert counts(load("changes: first\ncards: {owl: {count: 1}}")) == {"fox": 7, "owl": 1}


def test_places_are_where_things_are_written(load):
    wood = load("changes: wood\ncards:\n  fox: {value: 9}\n")
    value, icon = (wood.designs[0].place_of(field) for field in ("value", "icon"))
    assert str(value).endswith("wood/variants/try.yaml:3:16")
    assert str(icon).endswith("wood/game.yaml:18:23")


def test_all_faults_of_a_variant(load):
    with pytest.raises(InputError) as error:
        load("changes: wood\ncards:\n  foxx: {}\n  fox: {vlue: drop}\ntotals: {frost: 1}\n")
    assert [str(fault.place).rpartition("try.yaml:")[2] for fault in error.value.faults] == ["3:3", "4:9", "5:10"]


def test_a_circle_has_a_name(load, game):
    game.write("variants/first.yaml", "changes: second")
    with pytest.raises(InputError) as error:
        load("changes: first", "second")
    (fault,) = error.value.faults
    assert (fault.code, fault.message) == (
        "circle", "variants change each other in a circle: second -> first -> second"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cards: {fox: {count: lots}}", "cards.fox.count: expected a whole number, got 'lots'"),
        ("cards: {wolf: {kind: creature, layout: den}}", "cards.wolf.layout: unknown key; write it on the kind"),
        ("cards: {fox: {vlue: drop}}", "cards.fox.vlue: there is nothing to drop; did you mean 'value'?"),
        ("rules: {hunger: 2}", "rules.hunger: this game has no engine to use this rule"),
        ("components: {aid: {make: card, layout: card, count: many}}", "components.aid.count: expected a whole number"),
        ("totals: {forest: many}", "totals.forest: expected a whole number, got 'many'"),
        ("texts: {en: {title: T, text.all: {zero: Z}}}", "texts.en.text.all: expected the plural form 'other'"),
        ("texts: {fr: {title: T, text.all: {from: F}}}", "texts.fr.text.all: expected both 'from' and 'to'"),
        ("texts: {en: {title: 'T {n}'}}", "texts.en.title: expected a text without braces"),
        ("texts: {en: {title: T, game.title: '{n}'}}", "texts.en.game.title: expected a text without braces"),
    ],
)
def test_faults_tell_keys_as_the_variant_writes_them(load, text, message):
    with pytest.raises(InputError) as error:
        load(f"changes: wood\n{text}")
    (told,) = error.value.faults
    assert told.message.startswith(message)
    assert str(told).split(":")[0].endswith("variants/try.yaml")


def test_so_does_a_key_that_no_layout_reads(load):
    with pytest.raises(InputError) as error:
        Composer(load("changes: wood\ncards: {fox: {power: 3}}"))
    assert [fault.message for fault in error.value.faults] == [
        "cards.fox.power: unknown key; the layout 'creature' does not read it; "
        "expected one of count, icon, id, looks, value"
    ]


def test_so_do_cards_of_sets(game, load):
    game.edit("game.yaml", "        count: 2\n", "        count: 2\n        sets: [red, blue]\n")
    with pytest.raises(InputError, match=r"variants/try.yaml:2:26: cards\.red-fox\.count: expected a whole number"):
        load("changes: wood\ncards: {red-fox: {count: lots}}")


def test_a_fault_of_the_game_tells_its_own_keys(game, load):
    game.edit("game.yaml", "value: 3", "count: lots")
    with pytest.raises(InputError, match=r"game.yaml:\d+:\d+: decks\.forest\.kinds\.creature\.cards\.fox\.count: "):
        load("changes: wood\ncards: {owl: {count: 2}}")


def test_so_do_findings_on_texts(load):
    stale = "creature.fox: {from: Fax, to: Goupil}, creature.elk: {from: Elk, to: 4 élans}"
    found = list(check_translations(load(f"changes: wood\ntexts: {{en: {{title: T}}, fr: {{title: T, {stale}}}}}")))
    assert [finding.message for finding in found] == [
        "fr: 'texts.fr.creature.fox' was translated from 'Fax', which is now 'Fox'",
        "fr: en has no 'creature.elk'; did you mean 'creature.owl'?",
    ]


def test_a_title_may_stand_beside_what_it_translates(load):
    texts = "texts:\n  en: {title: Try}\n  fr: {title: {from: Tri, to: Essai}}\n"
    wood = load(f"changes: wood\n{texts}")
    assert wood.strings["fr"]["variant.title"].text == "Essai"
    (stale,) = check_translations(wood)
    assert stale.message == "fr: 'texts.fr.title' was translated from 'Tri', which is now 'Try'"


def test_another_language_may_lack_the_title_which_the_check_tells(load):
    wood = load("changes: wood\ntexts:\n  en: {title: Try}\n  fr: {creature.fox: {from: Fox, to: Goupil}}\n")
    (missing,) = check_translations(wood)
    assert missing.message == "fr: 'texts.fr.title' is not translated ('Try'); add title: ..."


def test_age_and_minutes(load, game):
    game.edit("game.yaml", "players: 2-4", "players: 2-4\nage: 8+\nminutes: 20-30")
    wood = load("changes: wood")
    assert (wood.age, wood.minutes) == (8, Minutes(20, 30)), "what is not named stays"
    wood = load("changes: wood\nage: 6\nminutes: {measured: 10}")
    assert (wood.age, wood.minutes) == (6, Minutes(10, 10, measured=True))


def test_a_variant_changes_what_a_game_looks_like(load, game):
    game.write("art/winter.svg", "<svg/>")
    base = load_game(find_game("./wood", game.path.parent))
    wood = load("changes: wood\nlook: {scene: art/winter.svg, colours: {accent: '#2060a0'}}")
    assert (base.scene, wood.scene) == (None, "art/winter.svg")
    assert wood.colours == {**base.colours, "accent": "#2060a0"} and wood.fonts == base.fonts


def test_an_unknown_scene_is_told(load, game):
    game.write("art/winter.svg", "<svg/>")
    told = r"try\.yaml:2:15: there is no picture 'art/wintr\.svg'; did you mean 'art/winter\.svg'"
    with pytest.raises(InputError, match=told):
        load("changes: wood\nlook: {scene: art/wintr.svg}")
