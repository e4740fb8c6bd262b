"""Codes on cards: four digits that change with what a card shows, and with nothing else."""

import re

import pytest

from cardgen.graphics.drawing import Text
from cardgen.press.edition import Options, plan
from cardgen.store.library import find_game
from tests.printing import ROOT, said

RECTANGLE = {"r": {"draw": "rectangle", "fill": "{card.colour}", "left": "-bleed"}}
CODE = re.compile(r"[0-9a-f]{4}")


def codes(composer):
    """The code on the front of each card."""
    (deck,) = composer.game.decks
    return [texts(card.front)[-1] for card in composer.cards(deck, "en", codes=True)]


def texts(face):
    return [item.text for item in face.items if isinstance(item, Text)]


def test_without_being_asked_for_there_are_none(compose):
    composer = compose(RECTANGLE | {"n": {"draw": "text", "text": "fox", "height": 20}}, {"fox": {"colour": "#123456"}})
    (card,) = composer.cards(composer.game.decks[0], "en")
    assert texts(card.front) == ["fox"]


def test_the_code_changes_with_what_is_on_the_card_and_with_nothing_else(compose):
    def printed(**fox):
        return codes(compose(RECTANGLE, cards={"fox": {"colour": "#123456"} | fox, "owl": {"colour": "#654321"}}))

    before, after = printed(), printed(colour="#123457")
    assert all(CODE.fullmatch(code) for code in before)
    assert before[0] != after[0] and before[1] == after[1]
    assert printed() == before


def test_the_code_does_not_change_with_what_is_cut_off(compose):
    card = {"fox": {"colour": "#123456"}}
    assert codes(compose(RECTANGLE, card)) == codes(compose(RECTANGLE, card, bleed=0.0))
    assert codes(compose(RECTANGLE, card)) == codes(compose(RECTANGLE, card, bleed=8.0))


def test_the_code_changes_with_an_icon_file(compose, tmp_path):
    (tmp_path / "zoo" / "icons").mkdir(parents=True)

    def printed(path):
        drawing = f'<svg viewBox="0 0 9 9" xmlns="http://www.w3.org/2000/svg"><path d="{path}"/></svg>'
        (tmp_path / "zoo" / "icons" / "own.svg").write_text(drawing)
        return codes(compose({"i": {"draw": "icon", "of": "own"}}))

    assert printed("M0 0h9v9z") != printed("M0 0h9v8z")


def test_the_code_stands_in_the_margin_inside_the_safe_distance(compose):
    composer = compose(RECTANGLE, {"fox": {"colour": "#123456"}}, safe="4 mm")
    (card,) = composer.cards(composer.game.decks[0], "en", codes=True)
    code = card.front.items[-1]
    assert card.front.height - 6 < code.y - code.ascent < code.y <= card.front.height - 4
    assert code.x + code.width / 2 == pytest.approx(card.front.width / 2)


def test_a_back_that_all_share_has_none(compose):
    composer = compose(RECTANGLE, {"fox": {"colour": "#123456"}}, back={"b": {"draw": "ellipse"}})
    (card,) = composer.cards(composer.game.decks[0], "en", codes=True)
    assert [len(texts(face)) for face in (card.front, card.back)] == [1, 0]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["king_lui", "draco", "party_at_louis"])
def test_a_printed_game_bears_codes_on_cards_alone_and_only_when_asked(game):
    def pages(codes):
        options = Options(languages=("en",), codes=codes)
        made = {output.path.name: output.make() for output in plan(find_game(game, ROOT), "base", options)}
        return {name: made[name] for name in ("cards.pdf", "components.pdf", "rulebook.pdf", "summary.pdf")}

    plain, coded = pages(False), pages(True)
    assert [name for name in plain if plain[name] != coded[name]] == ["cards.pdf"]
    assert not re.search(r"\b[0-9a-f]{4}\b", said(plain["cards.pdf"], 0))
    assert len(re.findall(r"\b[0-9a-f]{4}\b", said(coded["cards.pdf"], 0))) == 9
