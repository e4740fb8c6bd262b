"""Spreadsheets of a few bytes that ask their reader for all memory there is, or for ever: told, and nothing else."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile

import pytest

from cardgen.definitions import isolated_book
from cardgen.definitions.book_source import MAX_FAULTS

OFFICE = 'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
TABLE = 'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
TEXT = 'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
MANIFEST = 'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"'
ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet"
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def packed(parts: dict[str, str | bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", how) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def ods(rows: str, end: str = "</table:table></office:spreadsheet></office:body></office:document-content>") -> bytes:
    head = f"<office:document-content {OFFICE} {TABLE} {TEXT}><office:body><office:spreadsheet>"
    listed = (
        f'<manifest:manifest {MANIFEST}><manifest:file-entry manifest:full-path="/" manifest:media-type="{ODS_TYPE}"/>'
    )
    listed += "</manifest:manifest>"
    return packed(
        {
            "mimetype": ODS_TYPE,
            "META-INF/manifest.xml": listed,
            "content.xml": f'{head}<table:table table:name="Cards">{rows}{end}',
        }
    )


def xlsx(cells: str, strings: str = "", how: int = zipfile.ZIP_DEFLATED) -> bytes:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/></Types>',
        "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="a" Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook {MAIN} xmlns:r="{RELATIONS}"><sheets><sheet name="Cards" sheetId="1" r:id="a"/>'
        "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
        f'relationships"><Relationship Id="a" Type="{RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="b" Type="{RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f"<worksheet {MAIN}><sheetData>{cells}</sheetData></worksheet>",
        "xl/sharedStrings.xml": strings or f"<sst {MAIN}/>",
    }
    return packed(parts, how)


def cell(at: str, value: str, more: str = "") -> str:
    return f'<c r="{at}" {more}><v>{value}</v></c>'


EMPTY = '<table:table-cell table:number-columns-repeated="{}"/>'
NAME = '<table:table-cell office:value-type="string"><text:p>Name</text:p></table:table-cell>'
ROW = f"<table:table-row>{NAME}</table:table-row>"
MANY = "table:number-rows-repeated"
FAR = '<c s="1>" r="XFD1048576"><v>1</v></c>'
OF_TEXT, COUNTED = 't="s"', 'count="4294967295" uniqueCount="4294967295"'
BOMBS = {
    "rows of nothing": ods(ROW + f'<table:table-row {MANY}="2000000000">{EMPTY.format(2000)}</table:table-row>' + ROW),
    "cells of nothing": ods(f"<table:table-row>{EMPTY.format(2_000_000_000)}{NAME}</table:table-row>"),
    "both": ods((f'<table:table-row {MANY}="1048576">{EMPTY.format(16384)}</table:table-row>') * 9 + ROW),
    "rows of errors": ods(ROW + f'<table:table-row {MANY}="1000000"><table:table-cell office:value-type="error" '
                          'table:number-columns-repeated="1000"><text:p>x</text:p></table:table-cell></table:table-row>'),
    "a cell of spaces": ods(f'<table:table-row><table:table-cell office:value-type="string"><text:p>'
                            f'{"<text:s text:c=" + chr(34) + "2000000000" + chr(34) + "/>"}</text:p></table:table-cell>'
                            "</table:table-row>"),
    "nothing is closed": ods(ROW, ""),
    "a row is not closed": ods(f"<table:table-row>{NAME}", ""),
    "a tag is not closed": ods(ROW + "<table:table-row ", ""),
    "strings that are said to be many": xlsx(f'<row r="1">{cell("A1", "0", OF_TEXT)}</row>',
                                             f'<sst {MAIN} {COUNTED}><si><t>a</t></si></sst>'),
    "strings that are many": xlsx(f'<row r="1">{cell("A1", "0", OF_TEXT)}</row>',
                                  f"<sst {MAIN}>{'<si><t/></si>' * 8_000_000}</sst>"),
    "a sign within an attribute": xlsx(f'<row r="1"><c r="A1" t="a>b"><v>1</v></c></row><row r=">1048576">'
                                       f'{cell("XFD1048576", "1")}</row>'),
    "a cell far down, said oddly": xlsx(f'<row r="1">{cell("A1", "1")}</row><row>{FAR}</row>'),
    "a dimension of all": xlsx(f'<dimension ref="A1:XFD1048576"/><row r="1">{cell("A1", "1")}</row>'),
    "cells that overlap": xlsx("".join(f'<row r="{n}">{cell(f"GR{n}", "1")}</row>' for n in range(1, 20_000))),
    "packed by bzip2": xlsx(f'<row r="1">{cell("A1", "1")}</row>', how=zipfile.ZIP_BZIP2),
    "packed by lzma": xlsx(f'<row r="1">{cell("A1", "1")}</row>', how=zipfile.ZIP_LZMA),
}  # fmt: skip


READS = """
import json, resource, sys
from cardgen.definitions import isolated_book
from cardgen.foundations.errors import InputError
path, isolated_book.SECONDS = sys.argv[1], float(sys.argv[2])
told = {"cells": 0, "faults": []}
try:
    told["cells"] = sum(len(line.cells) for line in isolated_book.read_isolated_book(isolated_book.Path(path)))
except InputError as error:
    told["faults"] = [[fault.message, fault.place and fault.place.file] for fault in error.faults]
told["kB"] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
json.dump(told, sys.stdout)
"""


@pytest.mark.slow
@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_read_or_told(tmp_path, bomb):
    """In bounded time and memory: its reader's, the only child of a process that has read nothing else."""
    path = tmp_path / ("deck.ods" if BOMBS[bomb][30:100].find(b"opendocument") >= 0 else "deck.xlsx")
    path.write_bytes(BOMBS[bomb])
    seconds = "4" if bomb == "nothing is closed" else "15"  # its reader never ends
    command = [sys.executable, "-c", READS, str(path), seconds]
    told = json.loads(subprocess.run(command, capture_output=True, check=True, timeout=60).stdout)
    assert told["cells"] < 5_000_000  # as many as a sheet may have
    assert len(told["faults"]) <= MAX_FAULTS
    assert all(file == str(path) and "Error" not in said and "panic" not in said for said, file in told["faults"])
    assert told["kB"] < 2_500_000


def test_what_was_read_is_kept_and_told_with_its_places(tmp_path, monkeypatch):
    path = tmp_path / "deck.ods"
    path.write_bytes(ods(ROW + ROW.replace("Name", "Fox")))
    first = isolated_book.read_isolated_book(path)
    monkeypatch.setattr(isolated_book, "run_isolated", None)  # nobody is asked again
    again = tmp_path / "other" / "deck.ods"
    again.parent.mkdir()
    again.write_bytes(path.read_bytes())
    assert [[cell and cell.text for cell in line.cells] for line in first] == [["Name"], ["Fox"]]
    found = isolated_book.read_isolated_book(again)
    assert str(found[1].cells[0].place) == str(first[1].cells[0].place).replace("deck.ods", "other/deck.ods")
