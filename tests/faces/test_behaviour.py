"""A card's behaviour on its face: a grid of cells, a strip of signs, and words, in every language."""

from itertools import pairwise

import pytest

from cardgen.definitions.load import load_game
from cardgen.faces.box import Frame, place
from cardgen.faces.compose import Composer
from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Group, Shape, Text, Use
from cardgen.graphics.geometry import box_through, multiply, segments_box
from cardgen.store.library import find_game


@pytest.fixture(scope="module")
def composer() -> Composer:
    return Composer(load_game(find_game("party_at_louis")), whole=False)


def first_of(composer, side):
    return next(each for each in composer.sides if each.name == f"banquet/{side}")


def drawn(composer, side, field):
    return composer.items(first_of(composer, side), field, "en")


def area(composer, side, field):
    """Where a field lies, in mm on the card."""
    found = first_of(composer, side)
    return place(found.layout.fields[field], Frame(*found.size), found.size, 3.0)


def boxes(items, kind, matrix=(1, 0, 0, 1, 0, 0)):
    """The boxes of all items of a kind on the face, in mm."""
    for item in items:
        if isinstance(item, Group):
            yield from boxes(item.items, kind, multiply(item.matrix, matrix))
        elif isinstance(item, kind) and isinstance(item, Shape):
            yield box_through(matrix, segments_box(item.segments))


def test_a_grid_marks_its_cells_with_a_colour_and_an_icon(composer):
    items = drawn(composer, "d1/front", "grid")
    cells = [item for item in items if isinstance(item, Shape)]
    marks = [item for item in items if isinstance(item, Use)]
    marked = [index for index, cell in enumerate(cells) if cell.fill == composer.game.colours["ink"]]
    assert marked == [1, 5, 6] and len(cells) == 9 and len(marks) == 3
    first, last = segments_box(cells[0].segments), segments_box(cells[-1].segments)
    left, top, right, bottom = area(composer, "d1/front", "grid")
    gap = first_of(composer, "d1/front").layout.fields["grid"].gap
    assert first[:2] == pytest.approx((left, top)) and last[2:] == pytest.approx((right, bottom))
    assert first[2] - first[0] == pytest.approx((right - left - 2 * gap) / 3)


@pytest.mark.parametrize(("card", "sign"), [("crown-u3-m3/back", 1), ("crown-u5-m5/back", -1)])
def test_cards_of_an_order_stand_on_stairs(composer, card, sign):
    tops = [box[1] for box in boxes(drawn(composer, card, "strip"), Shape)]
    assert len(tops) == 4
    assert all(sign * (after - before) > 0.3 for before, after in pairwise(tops))


def test_strips_stay_inside_their_field(composer):
    for side in composer.sides:
        if "strip" not in side.layout.fields:
            continue
        field = place(side.layout.fields["strip"], Frame(*side.size), side.size, 3.0)
        for box in boxes(composer.items(side, "strip", "en"), Shape):
            assert all(inner >= outer - 0.1 for inner, outer in zip(box[:2], field[:2], strict=True))
            assert all(inner <= outer + 0.1 for inner, outer in zip(box[2:], field[2:], strict=True))


WORDS = {
    "en": "Exactly 4 cards, each lower than the one before; the first and last are pink.",
    "fr": "Exactement 4 cartes, chacune plus faible que la précédente\u202f; la première et la dernière sont roses.",
    "it": "Esattamente 4 carte, ciascuna più bassa della precedente; la prima e l’ultima sono rosa.",
}


@pytest.mark.parametrize("language", WORDS)
def test_a_demand_is_told_in_one_sentence(composer, language):
    side = next(each for each in composer.sides if each.name == "banquet/crown-u3-m3/back")
    items = composer.items(side, "demand", language)
    said = " ".join(item.text for item in items if isinstance(item, Text))
    assert said.replace("\u202f", " ").replace("\xa0", " ") == WORDS[language].replace("\u202f", " ")


def test_what_has_no_sentence_of_its_own_is_told_test_by_test(tmp_path):
    folder = tmp_path / "variants" / "party_at_louis"
    folder.mkdir(parents=True)
    demand = "[{cards: 2-5, parity: even, sum: above 20}]"
    text = f"changes: party_at_louis\ncards: {{u6-m6: {{unmasked: {{demand: {demand}}}}}}}\n"
    (folder / "other.yaml").write_text(text + "texts: {en: {title: B}, fr: {title: B}, it: {title: B}}\n", "utf-8")
    composer = Composer(load_game(find_game("party_at_louis"), str(folder / "other.yaml")), whole=False)
    items = drawn(composer, "fan-u6-m6/front", "demand")
    said = " ".join(item.text for item in items if isinstance(item, Text))
    assert said == "From 2\u00a0to 5\u00a0cards. Their total is above 20. All are even."


def test_a_new_card_without_its_words_or_its_effect_is_told_where_it_stands(tmp_path):
    """Not at the layout that reads them, which its author never wrote."""
    variant = tmp_path / "variants" / "draco" / "mine.yaml"
    variant.parent.mkdir(parents=True)
    cards = "  windfall: {kind: money, icon: two-coins, effect: [advance: {who: own, by: 2}]}\n"
    cards += "  idle: {kind: money, icon: two-coins}\n"
    texts = "texts:\n  en: {title: T, actoin.idle: Idle}\n  fr: {title: T}\n  it: {title: T}\n"
    variant.write_text(f"changes: draco\ncards:\n{cards}{texts}", "utf-8")
    with pytest.raises(InputError) as error:
        Composer(load_game(find_game("draco"), str(variant)), whole=False)
    told = {(fault.place.line, fault.message) for fault in error.value.faults}
    assert told >= {
        (3, "the string 'action.windfall' is missing in en; add it under texts: en:"),
        (4, "the string 'action.idle' is missing in en; did you mean 'actoin.idle'?; add it under texts: en:"),
        (4, "idle: the card has no 'effect', which layouts/action.yaml shows"),
    }
