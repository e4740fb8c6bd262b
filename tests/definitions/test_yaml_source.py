"""Places, plain and quoted scalars, and the bounds of the YAML reader."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cardgen.definitions import yaml_source
from cardgen.definitions.nodes import Mapping, Plain, at, key_at, within
from cardgen.definitions.yaml_source import MAX_BYTES, MAX_DEPTH, parse_yaml, read_yaml
from cardgen.foundations.errors import InputError

TEXT = """\
# remark
cards:
  ham: {count: 15, names: [a, "é", 'x']}
  œuf:   drop
"""


def spot(place) -> str:
    return f"{place.line}:{place.column}"


@pytest.mark.parametrize(
    ("text", "at", "key"),
    [
        ("{when: card.race in (elf, dwarf), top: 3}", 27, "dwarf)"),
        ("{text: Draw, then pass }", 14, "then pass"),
        ("{fill: red to ink,\n right}", 2, "right"),
    ],
)
def test_a_text_in_braces_that_a_comma_cuts(text, at, key):
    with pytest.raises(InputError) as error:
        parse_yaml(text, "a.yaml")
    (fault,) = error.value.faults
    assert fault.message == f"'{key}' has no value; put a text that contains a comma between quotes"
    assert fault.place.column == at
    assert parse_yaml("{a: 1, b: , c: }", "a.yaml").data == {"a": "1", "b": None, "c": None}


def test_every_key_and_value_has_its_place():
    root = parse_yaml(TEXT, "a.yaml")
    assert spot(key_at(root, "cards")) == "2:1"
    assert spot(key_at(root, "cards", "ham")) == "3:3"
    assert spot(at(root, "cards", "ham")) == "3:8"
    assert spot(key_at(root, "cards", "ham", "count")) == "3:9"
    assert spot(at(root, "cards", "ham", "count")) == "3:16"
    assert spot(at(root, "cards", "ham", "names", 2)) == "3:36", "columns count characters, not bytes"
    assert spot(at(root, "cards", "œuf")) == "4:10"


def test_what_is_not_there_has_the_place_of_what_holds_it():
    root = parse_yaml(TEXT, "a.yaml")
    assert at(root, "cards", "ham", "size") == at(root, "cards", "ham")
    assert key_at(root, "cards", "ham", "size") == at(root, "cards", "ham")


@pytest.mark.parametrize("text", ["no", "12:30", "1.10", "0x10", "1e3", "2024-01-01", "yes", "010", "Null"])
def test_scalars_stay_as_written(text):
    plain, quoted = parse_yaml(f"[{text}, '{text}']", "a.yaml").data
    assert plain == quoted == text
    assert isinstance(plain, Plain) and not isinstance(quoted, Plain)


@pytest.mark.parametrize("text", ["", "~", "null"])
def test_nothing(text):
    assert parse_yaml(f"a: {text}\nb: '{text}'", "a.yaml").data == {"a": None, "b": text}


@pytest.mark.parametrize(("sign", "text"), [("|", "b\nc"), (">", "b c"), ("|+", "b\nc")])
def test_a_block_text_has_no_empty_last_line(sign, text):
    assert parse_yaml(f"a: {sign}\n  b\n  c\n\nd: e\n", "a.yaml").data == {"a": text, "d": "e"}


def test_an_alias_stands_for_what_it_names():
    root = parse_yaml("a: &one {x: 1}\nb: *one\n", "a.yaml")
    assert root.data == {"a": {"x": "1"}, "b": {"x": "1"}}
    assert spot(at(root, "b", "x")) == "1:13", "a fault in it is mended where it is written"


def nest(depth: int) -> str:
    return "[" * depth + "]" * depth


def chain_of_aliases(links: int) -> str:
    """Aliases within aliases: flat to look at, `links` * 20 levels deep."""
    lines = ["a0: &a0 x"] + [f"a{n}: &a{n} {'[' * 20}*a{n - 1}{']' * 20}" for n in range(1, links)]
    return "\n".join(lines)


def test_depth_is_bounded_aliases_included():
    assert parse_yaml(nest(MAX_DEPTH), "a.yaml")
    assert parse_yaml(chain_of_aliases(2), "a.yaml")
    stairs = "\n".join(f"{' ' * step}a:" for step in range(1500))
    flow = (nest(MAX_DEPTH + 2), nest(100_000), "[" * 100_000, "{a: " * 100_000)
    for text in (*flow, "- " * 1500, stairs, chain_of_aliases(60)):
        with pytest.raises(InputError, match="expected at most 40 levels of nesting"):
            parse_yaml(text, "a.yaml")


def test_an_alias_bomb_is_found_where_it_goes_off():
    lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"{new}: &{new} [{', '.join([f'*{old}'] * 10)}]" for old, new in zip("abcdefgh", "bcdefghi", strict=True)]
    with pytest.raises(InputError) as error:
        parse_yaml("\n".join(lines), "a.yaml")
    (fault,) = error.value.faults
    assert "expected at most 200,000 values, aliases included" in fault.message
    assert spot(fault.place) == "6:8"


def test_a_file_is_bounded(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(InputError, match="expected at most 4,000,000 bytes"):
        read_yaml(path)


def test_a_byte_order_mark_moves_nothing(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: b\r\nc: d\r\n")
    assert spot(at(read_yaml(path), "c")) == "2:4"


@pytest.mark.parametrize("loader", [yaml_source.Loader, yaml.SafeLoader], ids=["libyaml", "pure"])
def test_what_cannot_be_printed_has_its_place(monkeypatch, loader):
    monkeypatch.setattr(yaml_source, "Loader", loader)
    with pytest.raises(InputError) as error:
        parse_yaml("a: b\nc: éé\x07", "a.yaml")
    assert str(error.value) == "a.yaml:2:6: expected printable text, got '\\x07'"


YAML_BITS = st.sampled_from(
    ["a: ", "b:", "- ", "\n", "  ", "{", "}", "[", "]", ", ", "&x ", "*x", "!t ", "'", '"', "|", ">", "# ", "? ",
     "---\n", "...\n", "%Y", "\t", "\r", "é", "\x00", "\x07", "\ufeff", "\u2028", "\x85", "<<: ", "~", "\\", "@", "`",
     "\U0001f600"]
)  # fmt: skip


@pytest.mark.parametrize("loader", [yaml_source.Loader, yaml.SafeLoader], ids=["libyaml", "pure"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(YAML_BITS | st.text(max_size=3), max_size=25).map("".join))
@example("? ? a")
@example("{[a]: b}")
def test_any_text_is_read_or_refused_with_a_place(monkeypatch, loader, text):
    monkeypatch.setattr(yaml_source, "Loader", loader)
    try:
        root = parse_yaml(text, "a.yaml")
    except InputError as error:
        assert all(fault.place.line >= 1 and fault.place.column >= 1 for fault in error.faults)
    else:
        assert not isinstance(root, Mapping) or set(root.items) == set(root.keys)


@pytest.mark.parametrize(
    ("written", "sign", "column"),
    [
        ("a: bcd", 2, 6),
        ('a: "bcd"', 2, 7),
        ("a: 'bcd'", 0, 5),
        ('a: "b\\"cd"', 3, 4),  # not written as it reads: the place is that of the text
        ("a: 'b''cd'", 3, 4),
        ("a: b\n  cd", 3, 4),
        ("a: |\n  bcd", 1, 4),
        ('a: "é𝄞cd"', 2, 7),
    ],
)
def test_the_place_of_a_sign_within_a_text(written, sign, column):
    place = within(parse_yaml(written, "a.yaml"), sign, "a")
    assert (place.line, place.column) == (1, column)
