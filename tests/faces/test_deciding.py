"""Layouts that decide: conditions, look-ups and defaults on faces, what they are held to, and words by language."""

import pytest

from cardgen.foundations.errors import InputError
from cardgen.graphics.drawing import Shape, texts

CARDS = {
    "fox": {"race": "elf", "cost": 3, "colour": "#aa0000"},
    "owl": {"race": "orc", "Cost (gold)": 2},
}
BOX = {"left": 5, "right": 5, "top": 5, "height": 8}
RACE = {"draw": "text", "text": "{card.race}", **BOX}


def fronts(composer, language="en"):
    deck = composer.game.decks[0]
    return {each.design.id: each.front.items for each in composer.cards(deck, language)}


def said(composer, language="en"):
    return {card: [text.text for text, _ in texts(items)] for card, items in fronts(composer, language).items()}


def faults(compose, fields, cards=CARDS, **more):
    with pytest.raises(InputError) as error:
        compose(fields, cards=cards, **more)
    return [fault.message for fault in error.value.faults]


def test_a_look_up_colours_what_it_draws(compose):
    dear = {"by": "card.cost > 2", "yes": "ink", "else": "sea"}
    fill = {"by": "card.race", "elf": "{card.colour or sea} 50 %", "else": dear}
    fields = {"box": {"draw": "rectangle", "fill": fill, **BOX}, "race": {**RACE, "when": "card.cost"}}
    fields["gold"] = {**RACE, "text": '{card."Cost (gold)" or -}'}
    composer = compose(fields, cards=CARDS)
    fills = [next(item.fill for item in items if isinstance(item, Shape)) for items in fronts(composer).values()]
    assert fills == ["#d48080", "#2060a0"]
    assert said(composer) == {"fox": ["elf", "-"], "owl": ["2"]}


def test_what_is_drawn(compose):
    tests = {
        "a": {"when": "card.cost > 2"},
        "b": {"unless": "card.race in (elf, troll)"},
        "c": {"when": "card.cost and card.race == elf", "unless": "card.nothing"},
        "d": {"when": "language == fr"},
    }
    fields = {name: {**RACE, "text": name, **test} for name, test in tests.items()}
    fields["again"] = {"same": "a", "when": "card.cost > 2"}
    fields["gold"] = {"draw": "rectangle", "fill": "ink", "when": 'card."Cost (gold)" or card.colour', **BOX}
    composer = compose(fields, cards=CARDS)
    assert said(composer) == {"fox": ["a", "c", "a"], "owl": ["b"]}
    assert said(composer, "fr") == {"fox": ["a", "c", "d", "a"], "owl": ["b", "d"]}


def test_all_that_may_be_read_counts_as_read(compose):
    field = {**RACE, "text": {"by": "card.race", "elf": "{card.cost or card.colour}", "else": '{card."Cost (gold)"}'}}
    assert said(compose({"race": field}, cards=CARDS)) == {"fox": ["3"], "owl": ["2"]}
    told = faults(compose, {"race": RACE}, cards={"fox": {"race": "elf", "cost": 3}})
    assert told == ["decks.pack.kinds.beast.cards.fox.cost: unknown key; the layout 'beast' does not read it; "
                    "expected one of count, icon, looks, race"]  # fmt: skip


def test_texts_work_things_out_too(compose):
    text = "{race} {cost + 1} {upper(race)} {cost - 2:coin/coins} {card.cost} {bonus or '-'}"
    texts_ = {"en": {"title": "Zoo", "a": text}, "fr": {"title": "Zoo", "a": {"from": text, "to": "{cost or 'rien'}"}}}
    fields, cards = {"a": {"draw": "text", "say": "a", **BOX}}, {"fox": {"race": "elf", "cost": 3}}
    composer = compose(fields, cards=cards, texts=texts_)
    assert " ".join(said(composer)["fox"]).replace("\u00a0", " ") == "elf 4 ELF coin 3 -"
    texts_["en"]["a"] = "{race} {cots + 1}"
    with pytest.raises(InputError) as error:
        compose(fields, cards=cards, texts=texts_).require(["en"])
    (fault,) = error.value.faults
    assert fault.message.startswith("a: 'cots' is not defined; did you mean 'cost'?")
    assert (fault.place.line, fault.place.column) == (1, 13)


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ({"text": "{card.cost + 1}"}, "owl: the card has no 'cost', which layouts/beast.yaml reads"),
        ({"text": "{card.race + 1}"}, "fields.race.text: expected a number, but 'card.race' is 'elf' (card 'fox')"),
        ({"when": "card.race > 1"}, "fields.race.when: expected a number, but 'card.race' is 'elf' (card 'fox')"),
        ({"text": {"by": "card.cost", "3": "x"}}, "owl: the card has no 'cost', which layouts/beast.yaml reads"),
        ({"text": {"by": "card.race", "elf": "{card.race}"}},
         "fields.race.text.by: the look-up has no entry for 'orc'; add it, or else: (card 'owl')"),
    ],
)  # fmt: skip
def test_faults(compose, field, told):
    fields = {"race": {**RACE, **field}, "all": {**RACE, "text": '{card.race}{card.colour or card."Cost (gold)"}'}}
    fields["cost"] = {**RACE, "text": "x", "when": "card.cost"}
    assert told in faults(compose, fields)


FOX = {"name": {"en": "The {value} foxes", "fr": "Les {value} renards"}, "value": 3}
NAME = {"draw": "text", "text": "{card.name}!", **BOX}


def test_words_by_language(compose):
    cards = {"fox": FOX, "owl": {"name": {"en": "Owl", "fr": "Hibou"}}}
    mark = {"draw": "rectangle", "fill": "ink", "when": "card.name == hibou", **BOX}
    composer = compose({"name": NAME, "mark": mark}, cards=cards)
    assert [text.replace("\u00a0", " ") for text in said(composer)["fox"]] == ["The 3 foxes!"]
    assert [text.replace("\u00a0", " ") for text in said(composer, "fr")["fox"]] == ["Les 3 renards!"]
    assert composer.names("fr")["owl"] == "Hibou!"
    assert [len(fronts(composer, language)["owl"]) for language in ("en", "fr")] == [1, 2]
    other = compose({"name": {**NAME, "text": "{card.id} {deck.cards.owl.name} {card.name}"}}, cards=cards)
    assert " ".join(said(other, "fr")["owl"]) == "owl Hibou Hibou"
    spoken = compose({"name": {"draw": "text", "say": "card.{card.id}.name", **BOX}}, cards=cards)
    assert said(spoken, "fr")["owl"] == ["Hibou"]


def test_words_that_are_not_translated(compose):
    composer = compose({"name": NAME}, cards={"fox": FOX, "owl": {"name": {"en": "Owl"}}})
    assert said(composer)["owl"] == ["Owl!"]
    with pytest.raises(InputError) as error:
        composer.face(composer.sides[0], "fr")
    (fault,) = error.value.faults
    assert fault.message == (
        "fr: 'decks.pack.kinds.beast.cards.owl.name' is not translated ('Owl'); "
        "write it beside: decks.pack.kinds.beast.cards.owl.name.fr"
    )
    (told,) = faults(compose, {"name": NAME}, {"owl": {"name": {"fr": "Hibou"}}})
    assert "expected the words in 'en', which fr translates" in told
    (told,) = faults(compose, {"name": NAME}, {"owl": {"name": {"en": "{valeu} Owl"}}})
    assert told.startswith("card.owl.name: there is no '{valeu}'")
