"""Writes small XLSX and ODS files, as plain as these formats can be: what the tests need, no more."""

from __future__ import annotations

import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

Cell = str | int | float | bool | None  # a text that begins with "#" is an error, with "=" a formula never worked out

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def write_book(path: Path, sheets: dict[str, list[list[Cell]]], hidden: tuple[str, ...] = ()) -> Path:
    """An XLSX or ODS file of these sheets, by its suffix."""
    parts = _ods(sheets) if path.suffix == ".ods" else _xlsx(sheets, hidden)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return path


def letters(column: int) -> str:
    """What people call a column, from 1: AB is the 28th."""
    found = ""
    while column:
        column, letter = divmod(column - 1, 26)
        found = chr(ord("A") + letter) + found
    return found


def _xlsx(sheets: dict[str, list[list[Cell]]], hidden: tuple[str, ...]) -> dict[str, str]:
    numbered = list(enumerate(sheets, 1))
    states = {name: ' state="hidden"' for name in hidden}
    named = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{i}" r:id="rId{i}"{states.get(name, "")}/>' for i, name in numbered
    )
    related = "".join(
        f'<Relationship Id="rId{i}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{i}.xml"/>' for i, _ in numbered
    )
    root = f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
    kinds = '<Default Extension="xml" ContentType="application/xml"/>'
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">{kinds}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{root}</Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{named}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{related}</Relationships>',
    }
    for i, rows in enumerate(sheets.values(), 1):
        lines = "".join(
            f'<row r="{r}">{"".join(_xlsx_cell(cell, f"{letters(c)}{r}") for c, cell in enumerate(row, 1))}</row>'
            for r, row in enumerate(rows, 1)
        )
        data = f'<worksheet xmlns="{_MAIN}"><sheetData>{lines}</sheetData></worksheet>'
        parts[f"xl/worksheets/sheet{i}.xml"] = data
    return parts


def _xlsx_cell(cell: Cell, at: str) -> str:
    if cell is None:
        return f'<c r="{at}"/>'
    if isinstance(cell, bool):
        return f'<c r="{at}" t="b"><v>{int(cell)}</v></c>'
    if isinstance(cell, (int, float)):
        return f'<c r="{at}"><v>{cell!r}</v></c>'
    if cell[:1] == "=":
        return f'<c r="{at}"><f>{escape(cell[1:])}</f><v></v></c>'
    if cell[:1] == "#" and cell[1:2].isupper():
        return f'<c r="{at}" t="e"><v>{escape(cell)}</v></c>'
    return f'<c r="{at}" t="inlineStr"><is><t xml:space="preserve">{escape(cell)}</t></is></c>'


_SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
)


def _ods(sheets: dict[str, list[list[Cell]]]) -> dict[str, str]:
    tables = ""
    for name, rows in sheets.items():
        # a program fills the sheet up with repeated empty cells and rows
        rest = '<table:table-cell table:number-columns-repeated="16000"/>'
        lines = "".join(f"<table:table-row>{''.join(map(_ods_cell, row))}{rest}</table:table-row>" for row in rows)
        lines += f'<table:table-row table:number-rows-repeated="1048000">{rest}</table:table-row>'
        tables += f"<table:table table:name={quoteattr(name)}>{lines}</table:table>"
    body = f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    entry = f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
    space = 'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"'
    return {
        "mimetype": kind,
        "META-INF/manifest.xml": f"<manifest:manifest {space}>{entry}</manifest:manifest>",
        "content.xml": f"<office:document-content {_SPACES} "
        f'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0">{body}'
        "</office:document-content>",
    }


def _ods_cell(cell: Cell) -> str:
    if cell is None:
        return "<table:table-cell/>"
    if isinstance(cell, bool):
        told = str(cell).lower()
        return f'<table:table-cell office:value-type="boolean" office:boolean-value="{told}"/>'
    if isinstance(cell, (int, float)):
        return f'<table:table-cell office:value-type="float" office:value="{cell!r}"/>'
    wrong = ' calcext:value-type="error"' * (cell[:1] == "#" and cell[1:2].isupper())
    text = f"<text:p>{escape(cell)}</text:p>"
    return f'<table:table-cell office:value-type="string"{wrong}>{text}</table:table-cell>'
