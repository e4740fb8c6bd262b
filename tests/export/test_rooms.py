"""Rooms of virtualtabletop and playingcards.io: their one button that sets the table anew, pressed in a room in which
all has been moved."""

from __future__ import annotations

import copy
import json
from collections import Counter, defaultdict

import pytest

from cardgen.export.targets import pcio, vtt
from cardgen.store.library import all_games
from tests.export.test_called import table_in

GAMES = [home.name for home in all_games()]


@pytest.fixture(scope="module", params=GAMES)
def table(request):
    return table_in(request.param, "en")


@pytest.fixture
def urls():
    return defaultdict(lambda: "a picture")


def lying(widgets):
    """Where each card lies, with which side up, and what each counter says."""
    kept = {"card": ("parent", "activeFace", "faceup"), "label": ("text",), "counter": ("counterValue",)}
    return {
        id: tuple(widget.get(key) for key in kept[widget["type"]])
        for id, widget in widgets.items()
        if widget.get("type") in kept
    }


def played(widgets):
    """All cards in hands or on other places, turned, and points made."""
    found = copy.deepcopy(widgets)
    for number, widget in enumerate(found.values()):
        if widget.get("type") == "card":
            widget["parent"] = "hand" if number % 2 else "pile-elsewhere"
            widget |= {"activeFace": 1 - widget["activeFace"]} if "activeFace" in widget else {}
            widget |= {"faceup": not widget["faceup"]} if "faceup" in widget else {}
        if isinstance(widget.get("text"), int):
            widget["text"] += 7
        if "counterValue" in widget:
            widget["counterValue"] += 7
    return found


def buttons(widgets, said, words):
    return [widget for widget in widgets.values() if widget.get(said) == words]


# virtualtabletop


def held(room, holder):
    """The cards of a holder."""
    return [widget for widget in room.values() if widget.get("type") == "card" and widget["parent"] == holder]


def pressed(widgets, routine):
    """The room after a click, as its editor documents these functions; and what was shuffled: holders, their cards."""
    room, shuffled = copy.deepcopy(widgets), []
    for step in routine:
        match step["func"]:
            case "RECALL":
                homes = {id: w["parent"] for id, w in room.items() if w.get("type") == "deck"}
                assert set(step["holder"]) <= {*homes.values()}, "only holders with a deck can recall"
                for widget in room.values():
                    if widget.get("type") == "card" and homes[widget["deck"]] in step["holder"]:
                        widget["parent"] = homes[widget["deck"]]
            case "FLIP":
                for widget in room.values():
                    if widget.get("type") == "card" and widget["parent"] in step["holder"]:
                        widget["activeFace"] = step["face"]
            case "SHUFFLE":
                shuffled += [(holder, held(room, holder)) for holder in step["holder"]]
            case "MOVE":
                for widget in held(room, step["from"])[: step["count"]]:
                    widget["parent"] = step["to"]
            case "LABEL":
                assert step["mode"] == "set"
                for id in step["label"]:
                    room[id]["text"] = step["value"]
            case other:
                raise AssertionError(other)
    return room, shuffled


def test_one_button_of_virtualtabletop_sets_all_anew(table, urls):
    widgets = vtt._widgets(table, urls)
    (button,) = buttons(widgets, "text", "New game")
    room, shuffled = pressed(played(widgets), button["clickRoutine"])
    assert lying(room) == lying(widgets)
    assert_shuffled(table, shuffled)


def assert_shuffled(table, shuffled):
    """Each pile once, and then the lower part of those in which cards are sunk, by itself."""
    piles = [place.name for place in table.places if place.pile]
    assert [holder for holder, _ in shuffled] == [*piles, *(place.name for place, _ in table.sinking)]
    for (place, _), (_, cards) in zip(table.sinking, shuffled[len(piles) :], strict=True):
        assert len(cards) == place.below + len(place.sunk) and place.sunk < {card["cardType"] for card in cards}


def test_the_end_of_the_banquet_lies_in_the_lowest_of_three_parts():
    """P6: 24 dishes lie below it or beside it, 48 above."""
    table = table_in("party_at_louis", "en")
    ((place, above),) = table.sinking
    assert (place.sunk, place.below, above, len(place.cards)) == ({"end"}, 24, 48, 73)
    assert [card for _, card in place.cards].index("end") <= 24  # from the bottom
    assert not [each for game in GAMES if game != "party_at_louis" for each in table_in(game, "en").sinking]


# playingcards.io


def steps_taken(widgets, routine):
    room, shuffled = copy.deepcopy(widgets), []
    for step in routine:
        told = {name: argument["value"] for name, argument in step["args"].items()}
        match step["func"]:
            case "RECALL_CARDS":
                assert told["includeHands"] == "hands"
                for widget in room.values():
                    if widget["type"] == "card" and widget["deck"] in told["decks"]:
                        widget |= {"parent": room[widget["deck"]]["parent"], "faceup": told["flip"] == "faceUp"}
            case "SHUFFLE_CARDS":
                shuffled += [(holder, held(room, holder)) for holder in told["holders"]]
            case "MOVE_CARDS_BETWEEN_HOLDERS":
                (pile,) = told["from"]
                for _ in range(told["quantity"]):
                    for id in told["to"]:  # its importers move cards to what there is, and to nothing else
                        assert room[id]["type"] in ("seat", "cardPile")
                        left = [
                            widget for widget in room.values() if widget.get("parent") == pile and "cardType" in widget
                        ]
                        left[-1] |= {"parent": id, "faceup": told["moveFlip"] == "faceUp"}
            case "CHANGE_COUNTER":
                assert told["changeMode"] == "set"
                for id in told["counters"]:
                    room[id]["counterValue"] = told["changeNumber"]
            case other:
                raise AssertionError(other)
    return room, shuffled


def test_one_button_of_playingcards_io_sets_all_anew(table, urls):
    widgets = {widget["id"]: widget for widget in pcio._widgets(table, urls)}
    (button,) = buttons(widgets, "label", "New game")
    room, shuffled = steps_taken(played(widgets), button["clickRoutine"])
    assert lying(room) == lying(widgets)
    assert_shuffled(table, shuffled)


def test_a_die_of_playingcards_io_shows_its_own_pictures():
    """As the dice of those files do: a die shows a card of a deck that is said to be of dice."""
    table = table_in("draco", "en")
    urls = {face.name: face.name for face in table.faces.values()}
    widgets = {widget["id"]: widget for widget in pcio._widgets(table, urls)}
    (die,) = (widget for widget in widgets.values() if widget["type"] == "dice")
    deck = widgets[die["deck"]]
    assert deck["collectionType"] == "dice" and die["diceValue"] in deck["cardTypes"]
    assert [told["image"] for told in deck["cardTypes"].values()] == [face.name for face in table.dice[0][2].values()]
    assert [told["label"] for told in deck["cardTypes"].values()] == ["1", "2", "3", "4", "5", "6"]
    assert deck["faceTemplate"]["objects"][0]["value"] == "image"


@pytest.mark.parametrize("make", [vtt._widgets, pcio._widgets])
def test_nothing_is_drawn_that_no_object_shows(table, make):
    urls = {name: f"picture {number}." for number, name in enumerate(table.faces)}
    shown = json.dumps(make(table, urls))
    assert [name for name, url in urls.items() if url not in shown] == []


@pytest.mark.parametrize("make", [lambda *told: vtt._widgets(*told).values(), pcio._widgets])
def test_no_two_buttons_say_the_same(table, urls, make):
    said = Counter(each.get("label", each.get("text")) for each in make(table, urls) if "clickRoutine" in each)
    assert {words for words, count in said.items() if count > 1} <= {"-", "+"}


@pytest.mark.parametrize(("language", "said"), [("fr", "Nouvelle partie"), ("it", "Nuova partita")])
def test_the_button_is_told_in_every_language(urls, language, said):
    table = table_in("draco", language)
    assert len(buttons(vtt._widgets(table, urls), "text", said)) == 1
    assert len(buttons({each["id"]: each for each in pcio._widgets(table, urls)}, "label", said)) == 1


def test_each_button_that_deals_in_playingcards_io_gives_every_seat_its_cards(table, urls):
    """As many as the rules say for so many players, or it is no button."""
    widgets = {widget["id"]: widget for widget in pcio._widgets(table, urls)}
    found = Counter()
    for button in (widget for id, widget in widgets.items() if "-deal-" in id):
        room, _ = steps_taken(widgets, button["clickRoutine"])
        assert lying(room) != lying(widgets), button["label"]
        seats = Counter(widget["parent"] for widget in room.values() if widget["type"] == "card")
        hands = {count for id, count in seats.items() if room[id]["type"] == "seat"}
        assert len(hands) <= 1
        found.update(hands)
    assert {*found} == {count for deal in table.deals if not deal.place for count in deal.counts.values() if count}
