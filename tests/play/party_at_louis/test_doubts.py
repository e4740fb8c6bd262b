"""What is doubtful about the cards before anything is played: impossible demands, points beside the solo scale."""

import pytest

from cardgen.play import load_game

VARIANT = """\
changes: party_at_louis
{change}
texts:
  en: {{title: Doubtful}}
"""


@pytest.fixture
def doubts(tmp_path):
    def found(change):
        path = tmp_path / "doubtful.yaml"
        path.write_text(VARIANT.format(change=change), "utf-8")
        game = load_game("party_at_louis", str(path))
        return list(game.engine.zones.doubts(game.definition, game.table))

    return found


@pytest.mark.parametrize("variant", [None, "late_guests", "rising_raven", "mixed_ball"])
def test_shipped_cards_are_beyond_doubt(variant):
    game = load_game("party_at_louis", variant)
    assert list(game.engine.zones.doubts(game.definition, game.table)) == []


@pytest.mark.parametrize(
    "demand",
    [
        "{cards: 4, colour: mine, sum: above 60}",  # at most 12 + 12 + 11 + 11 with white ones
        "{cards: 7, same: value}",  # there are 6 of each value
        "{cards: 2, colour: mine, sum: 1}",
    ],
)
def test_a_demand_beyond_the_deck(doubts, demand):
    found = doubts(f"cards:\n  u3-m3: {{unmasked: {{demand: [{demand}]}}}}")
    assert [code for code, _, _ in found] == ["unfulfillable"]
    assert "no cards of this deck fulfil the demand" in found[0][1]
    assert str(found[0][2]).endswith("doubtful.yaml:3:30")


def test_a_demand_that_just_can_be_met(doubts):
    assert doubts("cards:\n  u3-m3: {unmasked: {demand: [{cards: 4, colour: mine, sum: above 45}]}}") == []


def test_points_beside_the_scale(doubts):
    ((code, message, place),) = doubts("cards:\n  u1-m1: {unmasked: {points: 5}}")
    assert code == "off-scale"
    assert message == "the scale goes from 0 to 12, but the unmasked nobles of crown are worth 14 points in all"
    assert "game.yaml" in str(place)


@pytest.mark.parametrize(
    ("ranges", "reach"),
    [
        ("best: 11–13", "from 0 to 13"),
        ("good: 9", "from 0 to 12, with gaps or overlaps"),
        ("fair: 7–9", "from 0 to 12, with gaps or overlaps"),
    ],
)
def test_a_scale_with_holes(doubts, ranges, reach):
    ((code, message, _),) = doubts(f"components:\n  scale: {{{ranges}}}")
    assert code == "off-scale" and f"the scale goes {reach}," in message


def test_a_scale_for_sides_that_are_mixed(doubts):
    """A side by lot for each noble: a player may have the better one of all."""
    ((code, message, _),) = doubts("rules: {mixed_sides: yes}")
    assert code == "off-scale"
    assert message.endswith("but the better sides of the nobles of crown are worth 15 points in all")
