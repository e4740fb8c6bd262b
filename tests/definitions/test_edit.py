"""Values changed in place: all else stays, byte for byte."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.definitions.edit import Edited
from cardgen.definitions.nodes import Mapping, Node, Scalar
from cardgen.definitions.yaml_source import parse_yaml
from cardgen.foundations.errors import InputError

STRINGS = """\
# yaml-language-server: $schema=strings.json
game.title: {from: "The Fox",   to: 'Le renard'}   # two spaces

card.fox:   Renard
card.hen: "Poule : \\u00e0 deux"
turns: {one: "{n} tour", other: "{n} tours"}
told: |
    First line
    second line

folded: >-
  one thing
  after another

  and a third
last: 'it''s'
"""


def plain(node: Node) -> object:
    return {key: plain(value) for key, value in node.items.items()} if isinstance(node, Mapping) else _text(node)


def _text(node: Node) -> str:
    assert isinstance(node, Scalar)
    return node.text


def edited(text: str, path: tuple[str, ...], value: str) -> str:
    edit = Edited(text, "x.yaml", ("changes", "rules", "cards", "totals", "expect", "texts"))
    edit.set(path, value)
    return edit.text


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        (("game.title", "to"), "L'autre", "game.title: {from: \"The Fox\",   to: 'L''autre'}   # two spaces"),
        (("card.fox",), "Loup", "card.fox:   Loup"),
        (("card.fox",), "Loup : gris", 'card.fox:   "Loup : gris"'),
        (("card.fox",), "", 'card.fox:   ""'),
        (("card.fox",), "null", 'card.fox:   "null"'),
        (("card.fox",), "carte #3 #4", 'card.fox:   "carte #3 #4"'),
        (("card.hen",), "Coq", 'card.hen: "Coq"'),
        (("turns", "other"), "tours", 'turns: {one: "{n} tour", other: "tours"}'),
        (("turns", "many"), "de tours, oui", 'turns: {one: "{n} tour", other: "{n} tours", many: "de tours, oui"}'),
        (("last",), "that's", "last: 'that''s'"),
    ],
)  # fmt: skip
def test_only_the_line_of_the_value_changes(path, value, line):
    changed = edited(STRINGS, path, value)
    others = [each for each in STRINGS.splitlines() if each not in changed.splitlines()]
    assert len(others) == 1 and line in changed.splitlines()


def test_blocks_keep_their_style():
    changed = edited(edited(STRINGS, ("told",), "Another\n\nbeginning"), ("folded",), "one\ntwo")
    assert "told: |\n    Another\n\n    beginning\n\nfolded" in changed
    assert plain(parse_yaml(changed, "x"))["folded"] == "one\ntwo"


VARIANT = """\
changes: mice   # the game
rules:
  # how hungry
  appetite: 2   # was 1

  # and what for
  food: cheese
cards:
  owl: {count: 3}
expect:
  greedy: {turns: 5 to 9}
texts: {en: {title: Owls}}
"""


def test_new_keys_go_where_they_belong():
    text = edited(VARIANT, ("rules", "night"), "yes")
    text = edited(text, ("cards", "cat", "count"), "4")
    text = edited(text, ("cards", "owl", "icon"), "owl")
    text = edited(text, ("totals", "deck"), "12")
    assert text == VARIANT.replace("  food: cheese\n", "  food: cheese\n  night: yes\n").replace(
        "  owl: {count: 3}\n", "  owl: {count: 3, icon: owl}\n  cat: {count: 4}\ntotals:\n  deck: 12\n"
    )
    assert edited("changes: mice", ("rules", "night"), "yes") == "changes: mice\nrules:\n  night: yes\n"


def test_what_goes_leaves_its_neighbours_and_their_remarks():
    edit = Edited(VARIANT, "x.yaml")
    edit.drop(("rules", "appetite"))
    edit.drop(("cards", "owl", "count"))
    edit.drop(("nothing", "there"))
    assert edit.text == VARIANT.replace("  appetite: 2   # was 1\n", "").replace("cards:\n  owl: {count: 3}\n", "")
    edit.drop(("rules", "food"))
    assert "rules" not in edit.text and "texts: {en: {title: Owls}}\n" in edit.text


def test_what_cannot_be_written_without_loss_is_refused():
    shared = "a: &x {to: one}\nb: *x\n"
    edit = Edited(shared, "x.yaml")
    with pytest.raises(InputError, match=r"b\.to: cardgen cannot change this without losing something"):
        edit.set(("b", "to"), "two")
    assert edit.text == shared


PAIR = "{from: A, to: B}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("changes: mice # a\n", f"changes: mice # a\ntexts:\n  fr:\n    title: {PAIR}\n"),
        ("texts:\n  # en\n  en: {title: O}\n", f"texts:\n  # en\n  en: {{title: O}}\n  fr:\n    title: {PAIR}\n"),
        ("texts:\n  fr:\n    title: X # it\n    why: Y\n", f"texts:\n  fr:\n    title: {PAIR} # it\n    why: Y\n"),
        ("texts: {fr: {title: X}, en: {}} # all\n", f"texts: {{fr: {{title: {PAIR}}}, en: {{}}}} # all\n"),
        ("texts: {fr: {why: X}}\n", f"texts: {{fr: {{why: X, title: {PAIR}}}}}\n"),
        (
            "texts:\n  fr:\n    title:  # old\n      from: A\n      to: C\n    why: Y",
            f"texts:\n  fr:\n    title:  # old\n      {PAIR}\n    why: Y",
        ),
    ],
)
def test_a_written_value_takes_the_place_of_another_or_stands_in_lines_of_its_own(text, expected):
    edit = Edited(text, "x.yaml")
    edit.put(("texts", "fr", "title"), PAIR)
    assert edit.text == expected


FOLLOWING = {
    "game.title": "\ncard.fox", "card.fox": "card.hen", "card.hen": "turns", "told": "\nfolded", "folded": "last"
}  # fmt: skip
KEYS = st.sampled_from(["game.title", "card.fox", "card.hen", "told", "folded", "last"])


@settings(max_examples=60, deadline=None)
@given(KEYS, st.text(st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from("\n #:'\"{}|>-"), max_size=30),
       st.sampled_from(["\n", "\r\n"]))  # fmt: skip
def test_any_text_is_read_back_and_nothing_else_moves(key, value, ends):
    text = STRINGS.replace("\n", ends)
    path = (key, "to") if key == "game.title" else (key,)
    before, changed = plain(parse_yaml(text, "x")), edited(text, path, value)
    after = plain(parse_yaml(changed, "x"))
    said = after[key]["to"] if key == "game.title" else after[key]
    assert said.rstrip("\n") == value.rstrip("\n")
    assert {name: each for name, each in after.items() if name != key} == {
        name: each for name, each in before.items() if name != key
    }
    begin = text.index(key + ":")
    end = text.find(ends + FOLLOWING[key].replace("\n", ends), begin) if key in FOLLOWING else len(text)
    assert changed.startswith(text[:begin]) and changed.endswith(text[end:])


@pytest.mark.parametrize(
    ("key", "before", "after"),
    [
        ("c", "a", "fields:\n  c: 3\n  # of a\n  a: 1\n  b: {x: 2}  # b\n"),
        ("a", None, "fields:\n  b: {x: 2}  # b\n  c: 3\n  # of a\n  a: 1\n"),
        ("a", "c", "fields:\n  b: {x: 2}  # b\n  # of a\n  a: 1\n  c: 3\n"),
        ("b", "c", "fields:\n  # of a\n  a: 1\n  b: {x: 2}  # b\n  c: 3\n"),
    ],
)
def test_a_key_moves_with_its_lines(key, before, after):
    edit = Edited("fields:\n  # of a\n  a: 1\n  b: {x: 2}  # b\n  c: 3\n", "layout.yaml")
    edit.reorder(("fields", key), before)
    assert edit.text == after


def test_a_key_of_a_line_is_not_moved():
    edit = Edited("fields: {a: 1, b: 2}\n", "layout.yaml")
    with pytest.raises(InputError, match="move its lines by hand"):
        edit.reorder(("fields", "a"), None)


@pytest.mark.parametrize("written", ["[", "{a: b", "\x00", "{a: [}"])
def test_a_value_that_is_no_yaml_is_refused(written):
    edit = Edited("fields: {a: 1}\n", "layout.yaml")
    with pytest.raises(InputError, match="expected a value in one line"):
        edit.put(("fields", "a"), written)
    assert edit.text == "fields: {a: 1}\n"
