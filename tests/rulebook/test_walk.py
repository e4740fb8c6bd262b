"""No place tells a value of a rule that is not in force: see walk.py."""

import pytest

from cardgen.definitions.fields import word
from tests.rulebook.walk import LANGUAGES, SUBJECTS, changed, games, golden, infos, listed, pictured, values

RULES = [(game, info) for game in games() for info in infos(game)]
NAMES = [f"{game}-{info.name}" for game, info in RULES]


@pytest.mark.parametrize("game", games())
def test_every_rule_has_subjects(game):
    assert set(SUBJECTS[game]["rules"]) == {info.name for info in infos(game)}
    named = {name for names in SUBJECTS[game]["rules"].values() for name in names}
    assert named == set(SUBJECTS[game]["subjects"])
    assert all(set(words) == set(LANGUAGES) for words in SUBJECTS[game]["subjects"].values())


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_what_stands_under_several_values_of_a_rule_was_reviewed(game, language):
    assert listed(game, language) == golden(game, language).read_text("utf-8"), (
        "sentences that speak of a rule are new or stand under other values of it: read them in the difference, see "
        "that each is true under all of its values, and then call python -m tests.rulebook.walk"
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_what_pictures_a_value_of_a_rule_changes_was_reviewed(game):
    assert pictured(game) == golden(game, "drawn").read_text("utf-8"), (
        "values of a rule change other pictures, or words alone: see that no picture stays that its words contradict, "
        "and then call python -m tests.rulebook.walk"
    )


@pytest.mark.slow
@pytest.mark.parametrize(("game", "info"), RULES, ids=NAMES)
def test_a_rule_changes_the_same_places_in_every_language(game, info):
    for value in values(info):
        places = {language: changed(game, language, info, value) for language in LANGUAGES}
        assert places["en"] == places["fr"] == places["it"], value
        assert bool(places["en"]) == (value != word(info.default)), f"{value} changes nothing that is printed"
