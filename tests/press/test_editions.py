"""The pages of all rulebooks, of every edition in every language: none has what a reader would call a fault."""

import pytest

from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.faces.readings import Readings
from cardgen.press.books import BookMaker
from cardgen.press.edition import title_of
from cardgen.rulebook.markdown import read_markdown
from cardgen.rulebook.page_faults import page_faults
from cardgen.rulebook.pages import CONTENTS, SHEET, set_body
from cardgen.store.library import all_games, find_game

GAMES = [home.name for home in all_games()]


def bodies(name):
    """What all editions and languages of a game have on their pages."""
    home, known, readings = find_game(name), {}, Readings()
    base = load_game(home)
    for variant in ("base", *home.variants):
        composer = Composer(load_game(home, variant), readings=readings)
        composer.require(base.languages)
        for language in base.languages:
            maker = BookMaker(composer, base, language, title_of(composer, language), known)
            template = home.rulebook(f"{language}.md.j2")
            blocks = read_markdown(maker.markdown(template), template)
            yield f"{variant} {language}", set_body(blocks, maker.book(template))


def changing_rules(name):
    """The game, and its variants that change rules; what others change on cards alone, these tell."""
    home = find_game(name)
    base = load_game(home)
    games = (load_game(home, variant) for variant in home.variants)
    return base, [game for game in games if game.rules != base.rules or str(game.clauses) != str(base.clauses)]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_summary_tells_the_rules_that_a_variant_changes(name):
    base, others = changing_rules(name)
    readings = Readings()
    templates = {language: base.home.rulebook(f"{language}.summary.md.j2") for language in base.languages}

    def summary(composer, language):
        return BookMaker(composer, base, language, "").markdown(templates[language])

    usual = Composer(base, readings=readings, whole=False)
    plain = {language: summary(usual, language) for language in templates}
    for game in others:
        changed = Composer(game, readings=readings, whole=False)
        for language in templates:
            assert summary(changed, language) != plain[language], f"{game.variant} {language}"


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_an_aid_shows_the_rules_that_a_variant_changes(name):
    base, others = changing_rules(name)
    readings = Readings()
    plain = Composer(base, readings=readings)
    for game in others:
        if (name, game.variant) in TOLD_ELSEWHERE:
            continue
        changed = Composer(game, readings=readings)
        for language in base.languages:
            assert aids(changed, language) != aids(plain, language), f"{game.variant} {language}"


TOLD_ELSEWHERE = {
    ("party_at_louis", "mixed_ball"): "sides are decided before the game: no turn has to do with it",
    ("party_at_louis", "rising_raven"): "the noble whom it is about tells it",
}


def aids(composer, language):
    """What the player aids of a game show."""
    found = [each for each in composer.game.components if "aid" in each.id]
    assert found
    return [face.items for each in found for face in composer.panels(each, language).values()]


TURNED = {"party_at_louis": 4}  # leaves within a chapter that could not be helped


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_page_has_a_fault(name):
    """Nor is a leaf turned within a chapter of a game's own books, and few of its variants'."""
    found, turned = {}, 0
    for label, body in bodies(name):
        faults = list(page_faults(body))
        found |= {label: faults} if faults else {}
        leaves = _turned_within_chapters(body)
        assert not (leaves and label.startswith("base ")), label
        turned += leaves
        assert body.first == 2 or body.last > CONTENTS, label
        assert body.last <= 3 * SHEET or -body.last % SHEET < 3, f"{label}: a sheet for one page"
    assert not found, "\n".join(f"{label}: {fault}" for label, faults in found.items() for fault in faults)
    assert turned <= TURNED.get(name, 0)


def _turned_within_chapters(body):
    ends = [end for number, end in enumerate(body.breaks.ends, body.first) if number % 2]
    return sum(end not in body.page_costs.stops and not body.page_costs.opens_chapter(end) for end in ends)
