"""Changed pictures reach the table of Tabletop Simulator, and nothing else of it changes."""

import copy
import json
import random
import re
import socket

import pytest

from cardgen.export.live import send_update, update_of
from cardgen.foundations.errors import InputError
from tests.export.tabletop import Tabletop

SHEETS = ("1402060", "9911")


def card(deck, number, slot, name, digest="0123456789"):
    key = f"{SHEETS[deck]}0"
    return {
        "GUID": f"{deck}{number:05x}", "Name": "Card", "Nickname": name, "GMNotes": f"id={name}",
        "CardID": int(key) * 100 + slot, "Transform": place(1, 2, 3), "CustomDeck": {key: sheet(deck, digest)},
    }  # fmt: skip


def place(x, y, z):
    return {"posX": x, "posY": y, "posZ": z, "rotX": 0, "rotY": 180, "rotZ": 180, "scaleX": 1, "scaleY": 1, "scaleZ": 1}


def sheet(deck, digest):
    return {
        "FaceURL": f"file:///out/deck{deck}-{digest}.png", "BackURL": f"file:///out/back{deck}-{digest}.png",
        "NumWidth": 3, "NumHeight": 3, "BackIsHidden": True, "UniqueBack": False, "Type": 0,
    }  # fmt: skip


def game(digest="0123456789", names="abcdef"):
    """Two decks, a mat, a bag of tokens, and a rulebook in two languages."""
    objects = []
    for deck, many in ((0, 12), (1, 5)):
        cards = [card(deck, n, n % 6, names[n % 6], digest) for n in range(many)]
        held = {key: each for one in cards for key, each in one["CustomDeck"].items()}
        ids = [one["CardID"] for one in cards]
        objects.append(piece(f"deck{deck}", "DeckCustom", DeckIDs=ids, CustomDeck=held, ContainedObjects=cards))
    image = {"ImageURL": f"file:///out/mat-{digest}.png", "ImageSecondaryURL": f"file:///out/mat-{digest}.png"}
    objects.append(piece("mat", "Custom_Tile", CustomImage=image))
    tokens = [
        piece(f"t{n}", "Custom_Tile", CustomImage={"ImageURL": f"file:///out/t-{digest}.png", "ImageSecondaryURL": ""})
        for n in range(4)
    ]
    objects.append(piece("bag", "Bag", ContainedObjects=tokens))
    other = piece("book", "Custom_PDF", CustomPDF={"PDFUrl": f"file:///fr/rulebook-{digest}.pdf"})
    book = piece("book", "Custom_PDF", CustomPDF={"PDFUrl": f"file:///en/rulebook-{digest}.pdf"})
    return [*objects, book | {"States": {"2": other}}]


def piece(guid, name, **more):
    return {"GUID": guid, "Name": name, "Nickname": guid, "GMNotes": "", "Transform": place(0, 1, 5), **more}


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def without_pictures(objects):
    """All that must stay as it is, in any order of the objects."""
    text = json.dumps(objects, sort_keys=True)
    return json.loads(re.sub(r"-[0-9a-f]{10}\.", ".", text))


def sent(table, objects, patience=10.0):
    report = send_update(update_of(objects), table.port, table.own_port, patience)
    assert not table.errors
    return report


@pytest.mark.parametrize("numbered", [True, False])
def test_every_picture_is_changed_and_all_else_stays(numbered):
    stranger = piece("pawn", "Custom_Tile", CustomImage={"ImageURL": "https://a/b.png", "ImageSecondaryURL": ""})
    with Tabletop([*game(), stranger], free_port(), numbered=numbered) as table:
        before = copy.deepcopy(table.objects)
        new = game("ffffffffff")
        assert sent(table, new).changed == 5
        assert without_pictures(table.objects) == without_pictures(before)
        assert table.objects == {each["GUID"]: each for each in [*new, stranger]}
        again = sent(table, new)
    assert (again.changed, again.held, again.wrong, again.cards, again.absent) == (0, 0, 0, 17, 0)


def test_a_new_name_reaches_the_card_wherever_it_lies():
    with Tabletop(game(), free_port()) as table:
        table.shuffle("deck0")
        drawn = table.draw("deck0")
        named = game()
        for one in [*named[0]["ContainedObjects"], *named[1]["ContainedObjects"]]:
            one["Nickname"] += "!"
        assert sent(table, named).changed == 3
        assert table.objects[drawn]["Nickname"].endswith("!")
        assert all(one["Nickname"] == one["GMNotes"][3:] + "!" for one in table.objects["deck0"]["ContainedObjects"])


def test_what_somebody_holds_is_changed_the_next_time():
    with Tabletop(game(), free_port()) as table:
        table.held["deck1"] = "Red"
        first = sent(table, game("ffffffffff"))
        table.held.clear()
        assert (first.changed, first.held, sent(table, game("ffffffffff")).changed) == (4, 1, 1)


def test_cards_that_are_not_on_the_table_are_counted():
    more = game()
    more[1]["ContainedObjects"].append(card(1, 99, 7, "new"))
    with Tabletop(game(), free_port()) as table:
        report = sent(table, more)
    assert (report.cards, report.absent, report.changed) == (17, 1, 0)


def test_texts_may_hold_any_signs():
    odd = game(names=["]==]", "]]", "\\n", '"', "é☃𝄞", "--[["])
    with Tabletop(game(names=["]==]", "]]", "\\n", '"', "é☃𝄞", "--[["]), free_port()) as table:
        for one in odd[0]["ContainedObjects"]:
            one["Nickname"] += "]=]"
        assert sent(table, odd).changed == 1
        assert {one["Nickname"] for one in table.objects["deck0"]["ContainedObjects"]} == {
            one["Nickname"] for one in odd[0]["ContainedObjects"]
        }


@pytest.mark.parametrize("times", [40, pytest.param(1000, marks=pytest.mark.slow)])
def test_edits_during_play(times):
    """No card is moved, lost or swapped by edits, while players draw and shuffle between them."""
    chance = random.Random(times)
    with Tabletop(game(), free_port()) as table:
        for number in range(times):
            if chance.random() < 0.3:
                table.shuffle("deck0")
            if chance.random() < 0.02 and len(table.objects["deck0"]["ContainedObjects"]) > 2:
                table.draw("deck0")
            before = copy.deepcopy(table.objects)
            digest = f"{chance.randrange(16**10):010x}"
            report = sent(table, game(digest))
            assert (report.wrong, report.held, report.absent, report.cards) == (0, 0, 0, 17)
            assert without_pictures(table.objects) == without_pictures(before), number
            text = json.dumps(table.objects)
            assert text.count(digest) == text.count("file:///")


def test_other_messages_are_not_the_answer():
    noise = [
        b"", b"{", b"[" * 100_000, b"[]", b"7", b'{"messageID": 4}', b'{"messageID": 4, "customMessage": 3}',
        b'{"messageID": 4, "customMessage": {"cardgen": "other", "changed": 9}}', b'{"messageID": 2, "message": "x"}',
    ]  # fmt: skip
    with Tabletop(game(), free_port(), heard=noise) as table:
        assert sent(table, game("ffffffffff")).changed == 5


def test_an_error_of_the_script_is_reported():
    broken = [*game(), {"GUID": "odd", "ContainedObjects": 3}]
    with Tabletop(broken, free_port()) as table, pytest.raises(InputError, match="could not change the table"):
        send_update(update_of(game("ffffffffff")), table.port, table.own_port)


def test_it_does_not_run():
    with pytest.raises(InputError, match="Tabletop Simulator is not running"):
        send_update(update_of(game()), free_port(), free_port())


def test_it_does_not_answer():
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        with pytest.raises(InputError, match="did not answer"):
            send_update(update_of(game()), silent.getsockname()[1], free_port(), 0.3)


def test_another_editor_has_the_port():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(InputError, match="another program listens"):
            send_update(update_of(game()), free_port(), other.getsockname()[1])
