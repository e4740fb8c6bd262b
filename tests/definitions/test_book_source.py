"""Sheets of XLSX and ODS files."""

from __future__ import annotations

import contextlib
import datetime
import time
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.definitions import book_source
from cardgen.definitions.book_source import UNSAVED, cell_text, read_book
from cardgen.foundations.errors import InputError, Place

from .books import letters, write_book

ROWS = [["Name", "Cost", "OK"], ["Fox", 3, True], [None, None, None], ["Owl", 2.5, None], ["Élan", "007", "x"]]


@pytest.fixture(params=[".xlsx", ".ods"])
def book(request, tmp_path):
    """book(sheets, ...) -> the path of a file of these sheets, in each format."""
    return lambda sheets, **more: write_book(tmp_path / f"deck{request.param}", sheets, **more)


def faults(path, sheet=None) -> list[str]:
    with pytest.raises(InputError) as error:
        read_book(path, sheet)
    return [f"{fault.place.sheet}!{fault.place.cell} {fault.message}" for fault in error.value.faults]


def texts(lines):
    return [[cell.text if cell else None for cell in line.cells] for line in lines]


def test_cells_are_what_the_sheet_means(book):
    lines = read_book(book({"Heroes": ROWS}))
    assert texts(lines) == [
        ["Name", "Cost", "OK"],
        ["Fox", "3", "yes"],
        ["Owl", "2.5", None],
        ["Élan", "007", "x"],
    ]
    assert str(lines[2].cells[1].place).endswith(":Heroes!B4")
    assert [line.place.line for line in lines] == [1, 2, 4, 5]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.0, "3"),
        (-2.0, "-2"),
        (0.1 + 0.2, "0.3"),
        (1e21, "1e+21"),
        (True, "yes"),
        (False, "no"),
        (datetime.date(2024, 3, 1), "2024-03-01"),
        (datetime.datetime(2024, 3, 1), "2024-03-01"),
        (datetime.datetime(2024, 3, 1, 10, 5), "2024-03-01 10:05"),
        (datetime.time(10, 30), "10:30"),
        (datetime.timedelta(hours=30, minutes=5), "30:05"),
        ("  a\r\nb ", "a\nb"),
    ],
)
def test_a_value_as_its_sheet_means_it(value, text):
    assert cell_text(value) == text


def test_which_sheet(book):
    path = book({"Heroes": ROWS, "Notes": [], "Villains": [["Name"], ["Orc"]]})
    assert texts(read_book(path, "villains")) == [["Name"], ["Orc"]]
    assert faults(path, "Vilains") == ["! there is no sheet 'Vilains'; did you mean 'Villains'?"]
    (told,) = faults(path)
    assert told.startswith("! there are several sheets; name one, as in cards: {from: deck.")
    assert told.endswith("sheet: Heroes}; expected one of Heroes, Notes, Villains")
    assert len(read_book(book({"Heroes": ROWS, "Notes": [], "Empty": [[None]]}))) == 4
    assert read_book(book({"Notes": []})) == ()


def test_hidden_sheets_are_passed_over_unless_named(tmp_path):
    path = write_book(tmp_path / "a.xlsx", {"Old": [["x"]], "Heroes": ROWS}, hidden=("Old",))
    assert len(read_book(path)) == 4
    assert texts(read_book(path, "Old")) == [["x"]]


def test_errors_and_formulas_without_values(tmp_path, book):
    path = book({"A & B": [["Name"], ["#REF!"], ["#1"]]})
    assert faults(path) == ["A & B!A2 this cell holds an error, #REF!; correct it in the spreadsheet"]
    path = write_book(tmp_path / "b.xlsx", {"A": [["Name"], ["=1/0"]]})
    assert faults(path) == [f"A!A2 {UNSAVED}"]


def test_too_much(book):
    far = [["Name"]] + [[None]] * 20_000 + [["Fox"]]
    assert faults(book({"A": far})) == ["A!A20002 expected at most 20,000 lines below the headings, got more"]
    assert faults(book({"A": [[None] * 200 + ["x"]]})) == ["A!GS1 expected at most 200 columns, got more"]


def test_what_unpacks_to_too_much(tmp_path, monkeypatch):
    monkeypatch.setattr(book_source, "MAX_UNPACKED", 1_000_000)
    path = write_book(tmp_path / "a.xlsx", {"A": [["Name"]]})
    for name in ("xl/media/huge.bin", "xl/bomb.xml"):
        with zipfile.ZipFile(path, "a") as file:
            file.writestr(name, b" " * 2_000_000, zipfile.ZIP_DEFLATED)
        if name.endswith(".bin"):  # pictures are not unpacked
            assert texts(read_book(path)) == [["Name"]]
    assert path.stat().st_size < 10_000
    assert faults(path) == ["! expected at most 1,000,000 bytes once unpacked, got more"]


def test_one_cell_in_the_last_corner_takes_no_memory(tmp_path):
    path = write_book(tmp_path / "a.xlsx", {"A": [["Name"]]})
    far = '<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>'
    with zipfile.ZipFile(path) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    with zipfile.ZipFile(path, "w") as file:
        for name, content in (parts | {"xl/worksheets/sheet1.xml": far.encode()}).items():
            file.writestr(name, content)
    assert faults(path) == ["A!XFD1048576 expected at most 20,000 lines below the headings, got more"]
    ods = write_book(tmp_path / "a.ods", {"A": [["Name"]]})
    with zipfile.ZipFile(ods) as file:
        parts = {name: file.read(name) for name in file.namelist()}
        content = parts["content.xml"].decode()
    repeated = content.replace(
        "<table:table-cell office", '<table:table-cell table:number-columns-repeated="9999" office'
    )
    with zipfile.ZipFile(ods, "w") as file:
        for name, told in (parts | {"content.xml": repeated.encode()}).items():
            file.writestr(name, told)
    assert faults(ods) == ["A!NTO1 expected at most 200 columns, got more"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "expected an .xlsx or .ods file, got an empty file; save it as .xlsx or .ods in a spreadsheet program"),
        (b"id,name\n", "expected an .xlsx or .ods file, got a file of another kind; save it as"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "remove its password, or save it as .xlsx or .ods, in"),
        (b"PK\x03\x04junk", "got a damaged one, which cardgen cannot unpack ("),
    ],
)
def test_no_spreadsheet(tmp_path, content, told):
    (tmp_path / "a.xlsx").write_bytes(content)
    (message,) = faults(tmp_path / "a.xlsx")
    assert told in message


def test_any_damage_is_told(tmp_path):
    whole = write_book(tmp_path / "whole.xlsx", {"A": ROWS}).read_bytes()
    path = tmp_path / "a.xlsx"
    for at in range(0, len(whole), 37):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        try:
            read_book(path)
        except InputError as error:
            assert all(fault.place.file == str(path) for fault in error.faults)


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/worksheets/sheet1.xml"])
@pytest.mark.parametrize("content", ["", "<a", "<a/>", "<sheets><sheet name='A'/></sheets>", "\0" * 99])
def test_any_part_may_be_nonsense(tmp_path, part, content):
    path = write_book(tmp_path / "a.xlsx", {"A": ROWS})
    with zipfile.ZipFile(path) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    with zipfile.ZipFile(path, "w") as file:
        for name, told in (parts | {part: content.encode()}).items():
            file.writestr(name, told)
    try:
        read_book(path)
    except InputError as error:
        assert error.faults


@pytest.mark.parametrize(
    "part", ["<c", "<c>", "<c r='A1'>", "<row", "<row><c><f>", "<c><v>", "<x:c ", "<" * 9, "<is><t>"]
)
def test_tags_left_open_take_no_time(tmp_path, part):
    path = write_book(tmp_path / "a.xlsx", {"A": ROWS})
    with zipfile.ZipFile(path) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, told in (parts | {"xl/worksheets/sheet1.xml": part.encode() * 30_000}).items():
            file.writestr(name, told)
    started = time.process_time()
    with contextlib.suppress(InputError):
        read_book(path)
    assert time.process_time() - started < 2


def test_a_sheet_that_is_not_where_the_file_says(tmp_path):
    path = write_book(tmp_path / "a.xlsx", {"A": ROWS})
    with zipfile.ZipFile(path) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    wide = parts["xl/worksheets/sheet1.xml"].decode().encode("utf-16")
    for changed, wrong in (
        ({"xl/worksheets/sheet1.xml": wide}, "expected a sheet in UTF-8"),
        ({"xl/_rels/workbook.xml.rels": b"<Relationships/>"}, "expected a whole .xlsx or .ods file"),
    ):
        with zipfile.ZipFile(path, "w") as file:
            for name, told in (parts | changed).items():
                file.writestr(name, told)
        (told,) = faults(path, "A")
        assert wrong in told


@given(st.integers(1, 20_000))
def test_cells_are_called_as_in_the_sheet(column):
    assert Place("a", 7, column, "S").cell == f"{letters(column)}7"
