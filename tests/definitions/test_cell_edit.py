"""Cells of CSV and XLSX files that are changed: they read as they were written, and all else stays as it was."""

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.definitions.book_source import read_book
from cardgen.definitions.cell_edit import with_cells
from cardgen.definitions.csv_source import read_csv
from cardgen.foundations.errors import InputError
from tests.definitions.books import write_book

CSV = Path("cards.csv")
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=12)


def texts(path, *sheet):
    return {
        (line.place.line, column): cell.text
        for line in (read_csv if path.suffix == ".csv" else read_book)(path, *sheet)
        for column, cell in enumerate(line.cells, 1)
        if cell
    }


@pytest.mark.parametrize(
    ("before", "cell", "text", "after"),
    [
        ("a,b\n1,2\n", (2, 2), "3", "a,b\n1,3\n"),
        ("a;b\r\n1;2\r\n", (2, 1), "x;y", 'a;b\r\n"x;y";2\r\n'),
        ('a,b\n"1, one",2', (2, 1), "2", 'a,b\n"2",2'),
        ('a,b\n"1\none",2\n3,4\n', (4, 2), "5", 'a,b\n"1\none",2\n3,5\n'),
        ("a,b\n1,2\n", (3, 2), "4", "a,b\n1,2\n,4\n"),
        ("a,b\r\n1,2", (3, 1), "3", "a,b\r\n1,2\r\n3,\r\n"),
        ("a\tb\n1\t\n", (2, 2), 'say "no"', 'a\tb\n1\t"say ""no"""\n'),
        ("sep=;\na;b\n1;2\n", (3, 1), "9", "sep=;\na;b\n9;2\n"),
        ("a,b\n\n1,2\n", (3, 1), "", "a,b\n\n,2\n"),
    ],
)
def test_of_a_csv_file_nothing_changes_but_the_cell(before, cell, text, after):
    assert with_cells(CSV, before.encode(), "", {cell: text}) == after.encode()


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
def test_a_file_keeps_its_encoding(codec):
    before = "a,b\nœuf,2\n".encode(codec)
    assert with_cells(CSV, before, "", {(2, 2): "né"}).decode(codec) == "a,b\nœuf,né\n"


@given(
    st.lists(st.lists(WORDS, min_size=3, max_size=3), min_size=1, max_size=6),
    st.sampled_from(",;\t"),
    st.sampled_from(["\n", "\r\n"]),
    st.dictionaries(st.tuples(st.integers(1, 8), st.integers(1, 3)), WORDS, max_size=5),
)
def test_cells_read_as_they_were_written(tmp_path_factory, rows, sign, end, cells):
    def quoted(text):
        return '"' + text.replace('"', '""') + '"'

    path = tmp_path_factory.mktemp("cells") / "cards.csv"
    head = sign.join(["a", "b", "c"]) + end
    before = (head + "".join(sign.join(map(quoted, row)) + end for row in rows)).encode()
    path.write_bytes(before)
    expected = texts(path)
    below = {(line + 1, column): text for (line, column), text in cells.items()}
    path.write_bytes(with_cells(path, before, "", below))
    last = len(rows) + 1
    shift = {line: last + number for number, line in enumerate(sorted({one for one, _ in below if one > last}), 1)}
    for (line, column), text in below.items():
        expected[shift.get(line, line), column] = text.strip()
    assert texts(path) == {cell: text for cell, text in expected.items() if text}


# XLSX


@pytest.fixture
def book(tmp_path):
    rows = [["name", "power", "sum"], ["Fox", 3, "=A2"], ["Owl", True, None], [], ["Elk <&>", 2.5, "x"]]
    return write_book(tmp_path / "deck.xlsx", {"Heroes": rows, "Other": [["a", "b"], [1, 2]]})


def changed(book, sheet, cells):
    book.write_bytes(with_cells(book, book.read_bytes(), sheet, cells))


def parts(book):
    with zipfile.ZipFile(book) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def test_a_cell_of_a_workbook_changes_and_the_other_parts_stay(book):
    before = parts(book)
    changed(book, "Other", {(2, 1): "7", (2, 2): "Stag & <hind>", (3, 4): "far"})
    after = parts(book)
    assert [name for name in before if before[name] != after[name]] == ["xl/worksheets/sheet2.xml"]
    assert list(before) == list(after)
    told = {
        (line.place.line, at): cell.text
        for line in read_book(book, "Other")
        for at, cell in enumerate(line.cells, 1)
        if cell
    }
    assert told == {(1, 1): "a", (1, 2): "b", (2, 1): "7", (2, 2): "Stag & <hind>", (3, 4): "far"}


def test_numbers_stay_numbers_and_answers_stay_answers(book):
    changed(book, "Heroes", {(2, 2): "-12.5", (3, 2): "no", (4, 1): "0012", (5, 2): ""})
    sheet = parts(book)["xl/worksheets/sheet1.xml"].decode()
    assert '<c r="B2"><v>-12.5</v></c>' in sheet and '<c r="B3" t="b"><v>0</v></c>' in sheet
    assert '<c r="A4" t="inlineStr">' in sheet and 'r="B5"' not in sheet


def test_a_format_stays(book):
    sheet = "xl/worksheets/sheet2.xml"
    held = {name: data.replace(b'<c r="A2">', b'<c r="A2" s="4">') for name, data in parts(book).items()}
    with zipfile.ZipFile(book, "w") as packed:
        for name, data in held.items():
            packed.writestr(name, data)
    changed(book, "Other", {(2, 1): "many"})
    assert b'<c r="A2" s="4" t="inlineStr">' in parts(book)[sheet]
    changed(book, "Other", {(2, 1): ""})
    assert b'<c r="A2" s="4"/>' in parts(book)[sheet]


def test_a_formula_is_never_overwritten(book):
    before = book.read_bytes()
    with pytest.raises(InputError, match=r"deck.xlsx:Heroes!C2: this cell holds a formula"):
        changed(book, "Heroes", {(5, 1): "Stag", (2, 3): "4"})
    assert book.read_bytes() == before


@given(st.dictionaries(st.tuples(st.integers(1, 9), st.integers(1, 30)), WORDS.map(str.strip), max_size=6))
def test_any_cells_of_a_workbook_read_as_they_were_written(tmp_path_factory, cells):
    book = write_book(tmp_path_factory.mktemp("book") / "deck.xlsx", {"S": [["a", None, "c"], [], [1, 2, 3]]})
    changed(book, "S", cells)
    expected = {(1, 1): "a", (1, 3): "c", (3, 1): "1", (3, 2): "2", (3, 3): "3", **cells}
    told = {
        (line.place.line, at): cell.text
        for line in read_book(book, "S")
        for at, cell in enumerate(line.cells, 1)
        if cell
    }
    assert told == {cell: text for cell, text in expected.items() if text}


@pytest.mark.parametrize("inner", ["<sheetData/>", "<sheetData></sheetData>", '<sheetData><row r="2"/></sheetData>'])
def test_an_empty_sheet_takes_cells(book, inner):
    held = parts(book)
    held["xl/worksheets/sheet2.xml"] = (
        f'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{inner}</worksheet>'.encode()
    )
    with zipfile.ZipFile(book, "w") as packed:
        for name, data in held.items():
            packed.writestr(name, data)
    changed(book, "Other", {(1, 2): "b", (2, 1): "c"})
    assert [(line.place.line, [cell and cell.text for cell in line.cells]) for line in read_book(book, "Other")] == [
        (1, [None, "b"]), (2, ["c", None]),
    ]  # fmt: skip


def test_prefixes_of_names_are_kept(book):
    held = parts(book)
    sheet = "xl/worksheets/sheet2.xml"
    text = held[sheet].decode().replace("xmlns=", "xmlns:x=")
    for name in ("worksheet", "sheetData", "row", "c", "v", "is", "t"):
        text = (
            text.replace(f"<{name} ", f"<x:{name} ")
            .replace(f"<{name}>", f"<x:{name}>")
            .replace(f"</{name}>", f"</x:{name}>")
        )
    held[sheet] = text.encode()
    with zipfile.ZipFile(book, "w") as packed:
        for name, data in held.items():
            packed.writestr(name, data)
    changed(book, "Other", {(2, 1): "many", (4, 1): "more"})
    assert b'<x:row r="4"><x:c r="A4"' in parts(book)[sheet] and b"<c" not in parts(book)[sheet]


@pytest.mark.parametrize(
    ("data", "sheet"), [(b"", "Heroes"), (b"PK\x03\x04", "Heroes"), (None, "Nobody"), (b"no zip", "Heroes")]
)
def test_what_is_no_workbook_is_told(book, data, sheet):
    with pytest.raises(InputError):
        with_cells(book, book.read_bytes() if data is None else data, sheet, {(1, 1): "x"})


def test_a_declaration_of_a_document_type_is_refused(book):
    held = parts(book)
    sheet = "xl/worksheets/sheet2.xml"
    held[sheet] = b'<!DOCTYPE a [<!ENTITY b "c">]>' + held[sheet]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for name, data in held.items():
            file.writestr(name, data)
    with pytest.raises(InputError, match="document type"):
        with_cells(book, packed.getvalue(), "Other", {(1, 1): "x"})


@pytest.mark.parametrize(
    ("cell", "text"),
    [((0, 1), "x"), ((1, 0), "x"), ((30_000, 1), "x"), ((1, 300), "x"), ((1, 1), "\0"), ((1, 1), "x" * 40_000)],
)
def test_what_no_sheet_holds_is_told(cell, text):
    with pytest.raises(InputError):
        with_cells(CSV, b"a\n1\n", "", {cell: text})


def test_an_ods_file_is_left_to_its_program(tmp_path):
    book = write_book(tmp_path / "deck.ods", {"S": [["a"]]})
    with pytest.raises(InputError, match=r"does not change cells of \.ods"):
        with_cells(book, book.read_bytes(), "S", {(1, 1): "x"})
