"""What is the same in all languages is read and drawn once; what a card's own words decide, in each language."""

import pytest

from cardgen.faces.spots import laid_by

CARDS = {"fox": {"name": {"en": "Fox", "fr": "Renard"}, "cost": 2}}
NAME = {"draw": "text", "text": "{card.name} {card.cost}", "left": 4, "top": 4, "width": 40, "height": 8}
BAR = {"draw": "rectangle", "fill": "sea", "left": 4, "top": 20, "width": 40, "height": 2}


@pytest.fixture
def reading(compose):
    def read(fields, **layout):
        composer = compose({"name": NAME} | fields, cards=CARDS, **layout)
        composer.require(["en", "fr"])
        return composer.reading(composer.sides[0])

    return read


def stack(**condition):
    inner = {"title": {"draw": "text", "text": "{card.name}"}, "bar": {"draw": "rectangle", "height": 2} | condition}
    return {"stack": {"draw": "stack", "left": 4, "top": 30, "width": 40, "height": 30, "fields": inner}}


def test_a_field_that_reads_no_words_is_drawn_once(reading):
    found = reading({"bar": BAR | {"when": "card.cost"}})
    assert found.spots["en"] is found.spots["fr"]
    assert found.drawn["bar", "en"] is found.drawn["bar", "fr"]


def test_a_field_whose_colour_the_words_decide_is_drawn_in_each_language(reading):
    found = reading({"bar": BAR | {"fill": {"by": "card.name", "Fox": "sea", "else": "ink"}}})
    assert [found.drawn["bar", language][0].fill for language in ("en", "fr")] == ["#2060a0", "#101010"]


def test_a_field_whose_colour_the_language_decides_is_drawn_in_each(reading):
    found = reading({"bar": BAR | {"fill": {"by": "language", "fr": "sea", "else": "ink"}}})
    assert [found.drawn["bar", language][0].fill for language in ("en", "fr")] == ["#101010", "#2060a0"]


def test_words_have_the_colour_of_their_language(reading):
    found = reading(
        {"more": NAME | {"text": "{card.name}", "top": 14, "colour": {"by": "card.name", "Fox": "sea", "else": "ink"}}}
    )
    assert [found.said["more", language].colour for language in ("en", "fr")] == ["#2060a0", "#101010"]


def test_a_condition_on_the_words_holds_in_some_languages_only(reading):
    assert [*reading({"bar": BAR | {"when": "card.name == Fox"}}).drawn] == [("bar", "en")]


@pytest.mark.parametrize("tested", ["card.name", "card.name and card.cost", "not card.power or card.name"])
def test_a_stack_is_the_same_where_words_are_only_tested_for_being_there(reading, tested):
    found = reading(stack(when=tested))
    assert found.spots["en"] is found.spots["fr"]


@pytest.mark.parametrize("tested", ["card.name == Fox", "length(card.name) < 4", "card.name and card.name != Renard"])
def test_a_stack_is_another_one_where_words_decide_more(reading, tested):
    found = reading(stack(when=tested))
    assert found.spots["en"] is not found.spots["fr"]
    kept = {language: [*found.spots[language].stacks["stack"].fields] for language in ("en", "fr")}
    assert kept == {"en": ["stack.title", "stack.bar"], "fr": ["stack.title"]}


def test_a_number_of_a_stack_that_reads_words_is_worked_out_in_each_language(reading):
    found = reading(stack(height="{length(card.name)}"))
    assert [found.spots[of].stacks["stack"].fields["stack.bar"].height for of in ("en", "fr")] == [3, 6]


def test_the_names_that_decide_are_told_apart(compose):
    fields = {"name": NAME, "dots": BAR | {"repeat": {"i": "1 to card.cost"}}} | stack(
        when="card.name and card.cost > 1"
    )
    assert laid_by(compose(fields, cards=CARDS).sides[0].layout) == ({"card.name"}, {"card.cost"})
