"""Cards whose both sides are faces of play, on paper: each behind its own other side."""

from functools import cache

import pytest

from cardgen.definitions.load import load_game
from cardgen.faces.compose import Composer
from cardgen.press.edition import Options, plan
from cardgen.store.library import find_game
from tests.pdf_reader import Sheet, read
from tests.printing import ROOT


@cache
def sheets(duplex: str) -> tuple[Sheet, ...]:
    options = Options(languages=("en",), only=("cards",), duplex=duplex, cards=NOBLES, codes=True)
    (output,) = plan(find_game("party_at_louis", ROOT), "base", options)
    return tuple(read(output.make()))


NOBLES = tuple(f"{player}-u{n}-m{n}" for player in ("crown", "fan", "wig", "mask") for n in range(1, 7))


@cache
def codes() -> dict[str, str]:
    """Whose each code is: both sides of a noble show one."""
    composer = Composer(load_game(find_game("party_at_louis", ROOT)), whole=False)
    cards = composer.cards(composer.game.decks[0], "en", codes=True)
    nobles = [card for card in cards if card.design.id in NOBLES]
    return {face.items[-1].text: card.design.id for card in nobles for face in (card.front, card.back)}


def noble(text: str) -> str:
    """The noble that a printed side is of."""
    assert len(codes()) == 2 * len(NOBLES)
    return next(owner for code, owner in codes().items() if text.endswith(code))


@pytest.mark.slow
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_behind_each_noble_lies_its_own_masked_side(duplex):
    pages = sheets(duplex)
    fronts, backs = pages[::2], pages[1::2]
    seen = []
    for front, back in zip(fronts, backs, strict=True):
        behind = {tuple(round(v, 1) for v in placed.trim(63, 88)): placed.text for placed in back.placements}
        for placed in front.placements:
            left, top, right, bottom = placed.trim(63, 88)
            mirrored = (front.width - right, top, front.width - left, bottom)
            if duplex == "short":
                mirrored = (left, front.height - bottom, right, front.height - top)
            text = behind[tuple(round(v, 1) for v in mirrored)]
            assert "Unmasked side" in placed.text and "Masked side" in text
            assert noble(text) == noble(placed.text)
            seen.append(noble(placed.text))
    assert sorted(seen) == sorted(NOBLES)


def test_without_duplex_both_sides_are_printed_side_by_side():
    texts = [placed.text for page in sheets("none") for placed in page.placements]
    assert len(texts) == 2 * len(NOBLES)
    for front, back in zip(texts[::2], texts[1::2], strict=True):
        assert noble(front) == noble(back)
        assert "Unmasked side" in front and "Masked side" in back
