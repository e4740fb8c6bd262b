"""Cards from a spreadsheet."""

from __future__ import annotations

import csv
import io
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.definitions.csv_source import read_csv
from cardgen.definitions.headings import SheetSpec
from cardgen.definitions.nodes import at
from cardgen.definitions.tables import read_cards
from cardgen.definitions.yaml_source import parse_yaml
from cardgen.foundations.errors import InputError


def read(text: str | bytes):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cards.csv"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_cards(read_csv(path), SheetSpec())


def faults(text: str | bytes) -> list[str]:
    with pytest.raises(InputError) as error:
        read(text)
    return [f"{fault.place.line}:{fault.place.column} {fault.message}" for fault in error.value.faults]


TABLE = "id,icon,value,on\nfox,fox-head,3,no\nowl,,1.10,12:30\n"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_breaks_in_a_cell_are_one_kind(end):
    found = read(f'id,text{end}fox,"Rest.{end}{end}Then go."{end}'.encode())
    assert found.data == {"fox": {"text": "Rest.\n\nThen go."}}


def test_a_table_gives_what_yaml_would_have_given():
    yaml = "fox: {icon: fox-head, value: 3, on: no}\nowl: {value: 1.10, on: 12:30}"
    data, expected = read(TABLE).data, parse_yaml(yaml, "a.yaml").data
    assert data == expected
    assert [type(value) for card in data.values() for value in card.values()] == [
        type(value) for card in expected.values() for value in card.values()
    ]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "BOM"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["Unix", "Windows", "old Mac"])
@pytest.mark.parametrize("delimiter", [",", ";"])
def test_places(mark, end, delimiter):
    text = TABLE.replace(",", delimiter).replace("\n", end)
    cards = read(mark + text.encode())
    places = [at(cards, "fox", "icon"), at(cards, "owl", "value"), cards.keys["owl"], at(cards, "owl")]
    assert [(place.line, place.column) for place in places] == [(2, 5), (3, 6), (3, 1), (3, 1)]


def test_what_spreadsheets_write():
    expected = read(TABLE).data
    assert read(TABLE.replace(",", "\t")).data == expected
    for first in ("sep=;\n", "\ufeffsep=;\r\n", "SEP=;\n"):
        assert read(first + TABLE.replace(",", ";")).data == expected
    assert read("sep=\t\n" + TABLE.replace(",", "\t")).data == expected
    cards = read("sep=;\n" + TABLE.replace(",", ";"))
    assert (at(cards, "fox", "icon").line, at(cards, "fox", "icon").column) == (3, 5)
    for name in ("ID", "Id", " iD "):
        assert read(TABLE.replace("id", name, 1)).data == expected


def test_wholly_empty_columns_and_rows():
    cards = read("id,,icon,\n\nfox,,owl,\n,,,\n , ,\t,\nelk,,acorn, \n")
    assert cards.data == {"fox": {"icon": "owl"}, "elk": {"icon": "acorn"}}
    assert faults("id,,icon\nfox,x,owl\n") == ["1:1 column 2 has no name"]
    assert faults("id,icon,\nfox,owl\n") == [
        "2:1 expected 3 cells, as in the first line, got 2; an empty cell needs its comma, too"
    ]


def test_places_after_quotes():
    cards = read('id,told,value\nfox,"a, ""b""",3\nowl,5" long,4\n')
    assert cards.data["owl"]["told"] == '5" long'
    assert [at(cards, card, "value").column for card in ("fox", "owl")] == [16, 13]


def test_a_cell_of_several_lines():
    cards = read('id,told\nfox,"one\ntwo"\nowl,x\n')
    assert cards.data["fox"]["told"] == "one\ntwo"
    assert at(cards, "owl", "told").line == 4


def test_blank_lines_are_passed_over():
    assert list(read("\n\nid,a\n\nfox,1\n,\nowl,2\n\n").data) == ["fox", "owl"]


CELLS = st.text(st.characters(exclude_categories=["C"], exclude_characters="\x85\u2028\u2029"), max_size=8)
NAMES = st.from_regex(r"[a-z]{1,6}", fullmatch=True)


@st.composite
def tables(draw):
    columns = draw(st.lists(NAMES.filter("id".__ne__), max_size=4, unique=True))
    ids = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    return ["id", *columns], [[card, *(draw(CELLS) for _ in columns)] for card in ids]


@given(tables(), st.sampled_from(",;"), st.booleans(), st.sampled_from(["\n", "\r\n"]))
def test_a_written_table_reads_back(table, delimiter, mark, end):
    columns, rows = table
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter, lineterminator=end).writerows([columns, *rows])
    cards = read(file.getvalue().encode("utf-8-sig" if mark else "utf-8"))
    told = {card: {c: cell.strip() for c, cell in zip(columns[1:], cells, strict=True)} for card, *cells in rows}
    expected = {card: {column: cell for column, cell in cells.items() if cell} for card, cells in told.items()}
    texts = {card: {column: cell.text for column, cell in node.items.items()} for card, node in cards.items.items()}
    assert texts == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("value,Ids\n1,2\n", ["1:1 expected a column 'id', or one of texts to make ids from; "
                                "expected one of Ids, value"]),
        ("id,a,,b\nfox,1,2,3\n", ["1:1 column 3 has no name"]),
        ("id,a,b,a\n", ["1:8 the column 'a' appears twice"]),
        ("id,a\nfox,1,2\nowl\n", [
            "2:7 expected 2 cells, as in the first line, got 3; put quotes around a cell that contains a comma",
            "3:1 expected 2 cells, as in the first line, got 1; an empty cell needs its comma, too"]),
        ("id,a,b\nfox,Draw, then pass.,1\n", [
            "2:5 expected 3 cells, as in the first line, got 4; put quotes around a cell that contains a comma, "
            'such as "Draw, then pass."']),
        ("id;a\nfox;Draw; pass\n", [
            "2:5 expected 2 cells, as in the first line, got 3; put quotes around a cell that contains a semicolon, "
            'such as "Draw; pass"']),
        ("id, a\nfox, 1, 2\n", [
            "2:8 expected 2 cells, as in the first line, got 3; put quotes around a cell that contains a comma"]),
        ("a,id\n1,fox\n2,\n3,fox\n", ["3:1 expected an id in every line",
                                    "4:3 the id 'fox' appears twice, first in line 2"]),
        ('id,a\nfox,"x\nowl,y\n', ["2:1 expected a closing quote at the end of this cell, as it begins "
                                    "with a quote"]),
        ('id,a\nfox,"x" y\n', ["2:1 this cell continues after its closing quote; "
                               "write a quote inside a cell twice"]),
        (b"id,a\nfox,caf\xe9\n", ["2:8 expected UTF-8 text, got the byte 0xE9; in a spreadsheet program, save it "
                                    "as 'CSV UTF-8', or give cardgen the .xlsx or .ods file itself"]),
        ("id,a\nfox,\0\n", ["2:5 expected text, got a NUL byte"]),
        (f"id,a\nfox,{'x' * 140_000}\n", ["2:1 expected at most 131,072 characters in a cell, got more"]),
    ],
)  # fmt: skip
def test_faults(text, expected):
    assert faults(text) == expected


@given(st.text("id,;\"'\n\r\t é\x0b", max_size=40))
def test_any_text_is_read_or_refused_with_a_place(text):
    try:
        cards = read("id,a\n" + text)
    except InputError as error:
        assert all(fault.place.line >= 1 and fault.place.column >= 1 for fault in error.faults)
    else:
        assert all(place.column >= 1 for place in cards.keys.values())
