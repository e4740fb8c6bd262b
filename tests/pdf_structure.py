"""Reads a tagged PDF as a screen reader does: parts in their order, and of each what stands under its marks.

It knows nothing of cardgen; `heard` walks the tree with pikepdf, `heard_by_pdfium` asks PDFium for each page's.
"""

from __future__ import annotations

import ctypes
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pikepdf
import pypdfium2.raw as pdfium

SOFT_HYPHEN = "\u00ad"
SAID = ("/Alt", "/ActualText")


@dataclass
class Part:
    """A part: its type, what it says in place of what is in it, and others and texts in it."""

    kind: str
    said: str = ""
    inside: list[Part | str] = field(default_factory=list)
    attributes: dict[str, str] = field(default_factory=dict)
    language: str = ""  # of its own

    @property
    def text(self) -> str:
        if self.said:
            return self.said
        return "".join(each if isinstance(each, str) else each.text for each in self.inside).replace(SOFT_HYPHEN, "")

    @property
    def parts(self) -> list[Part]:
        return [each for each in self.inside if isinstance(each, Part)]

    def all(self, *kinds: str) -> list[Part]:
        """The parts of these types, in the order in which they are read."""
        own = [self] if self.kind in kinds else []
        return own + [found for each in self.parts for found in each.all(*kinds)]


def heard(data: bytes) -> Part:
    """The whole document. Asserts that tree, parent tree and marks agree: each mark in one part, each part's marks
    on its page, and all that is drawn either marked or an artifact."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert pdf.Root.MarkInfo.Marked and str(pdf.Root.Lang)
        pages = {page.obj.objgen: _marks(page) for page in pdf.pages}
        owners = dict(pairs(list(pdf.Root.StructTreeRoot.ParentTree.Nums)))
        used: set[tuple] = set()
        root = _part(pdf.Root.StructTreeRoot.K, pdf.Root.StructTreeRoot, pages, used)
        for page in pdf.pages:
            assert page.obj.Tabs == "/S"
            told = list(owners[int(page.obj.StructParents)])
            marks = pages[page.obj.objgen]
            assert len(told) == len(marks) and set(marks) == set(range(len(marks)))
            for number, owner in enumerate(told):
                assert (page.obj.objgen, number, owner.objgen) in used
        assert len(used) == sum(map(len, pages.values()))
        return root


def pairs(items: list) -> Iterator[tuple[int, pikepdf.Object]]:
    for key, value in zip(items[::2], items[1::2], strict=True):
        yield int(key), value


def _part(element: pikepdf.Object, above: pikepdf.Object, pages: dict, used: set) -> Part:
    assert element.P.objgen == above.objgen
    said = next((str(element[key]) for key in SAID if key in element), "")
    attributes = {key: str(value) for key, value in dict(element.get("/A", {})).items()}
    found = Part(str(element.S)[1:], said, attributes=attributes, language=str(element.get("/Lang", "")))
    for each in element.K:
        if isinstance(each, pikepdf.Dictionary) and "/S" in each:
            found.inside.append(_part(each, element, pages, used))
            continue
        page, mark = (each.Pg, int(each.MCID)) if isinstance(each, pikepdf.Dictionary) else (element.Pg, int(each))
        assert (page.objgen, mark) not in {key[:2] for key in used if key[2] == element.objgen}
        used.add((page.objgen, mark, element.objgen))
        found.inside.append(pages[page.objgen][mark])
    return found


def _marks(page: pikepdf.Page) -> dict[int, str]:
    """What stands under each mark of a page."""
    found: dict[int, str] = {}
    _read(page, page.obj.Resources, found, [], _maps(page.obj.Resources))
    return found


def _read(stream, resources, found: dict[int, str], open_marks: list, maps: dict) -> None:
    """`open_marks`: for each that is open its number, or None for an artifact or what is in another; and whether what
    stands in it was said already."""
    saved = 0
    font: dict[int, str] = {}
    for operands, operator in pikepdf.parse_content_stream(stream):
        told = str(operator)
        if told == "q":
            saved += 1
        elif told == "Q":
            saved -= 1
        elif told in ("BDC", "BMC"):
            marked = operands[1] if told == "BDC" else {}
            if "/MCID" in marked:
                assert not open_marks, "a mark within another"
                assert int(marked["/MCID"]) not in found
                found[int(marked["/MCID"])] = ""
                open_marks.append((int(marked["/MCID"]), False, saved))
            elif "/ActualText" in marked:
                mark, silent, _ = open_marks[-1]
                if not silent and mark is not None:
                    found[mark] += str(marked["/ActualText"])
                open_marks.append((mark, True, saved))
            elif "/Lang" in marked:
                open_marks.append((*open_marks[-1][:2], saved))
            else:
                assert operands[0] == "/Artifact" and not open_marks
                open_marks.append((None, True, saved))
        elif told == "EMC":
            assert open_marks.pop()[2] == saved, "a mark that is not closed where it began"
        elif told == "Tf":
            font = maps[str(operands[0])]
        elif told == "TJ":
            assert open_marks, "words that are neither read nor decoration"
            mark, silent, _ = open_marks[-1]
            if not silent:
                codes = (bytes(each).hex() for each in operands[0] if isinstance(each, pikepdf.String))
                found[mark] += "".join(font[int(code[i : i + 4], 16)] for code in codes for i in range(0, len(code), 4))
        elif told in ("S", "f", "B", "f*", "B*", "sh", "Do"):
            assert open_marks, "a drawing that is neither read nor decoration"
    assert not open_marks and not saved


def _maps(resources) -> dict[str, dict[int, str]]:
    """What the codes of each font say."""
    found = {}
    for name, font in resources.get("/Font", {}).items():
        told = font.ToUnicode.read_bytes().decode("ascii") if "/ToUnicode" in font else ""
        found[name] = {
            int(code, 16): bytes.fromhex(target).decode("utf-16-be")
            for block in re.findall(r"beginbfchar(.*?)endbfchar", told, re.DOTALL)
            for code, target in re.findall(r"<(\w+)>\s*<(\w+)>", block)
        }
    return found


def heard_by_pdfium(data: bytes) -> list[Part]:
    """What each page says, as PDFium tells of its structure."""
    buffer = ctypes.create_string_buffer(data, len(data))
    document = pdfium.FPDF_LoadMemDocument64(buffer, len(data), None)
    try:
        return [_page(document, number) for number in range(pdfium.FPDF_GetPageCount(document))]
    finally:
        pdfium.FPDF_CloseDocument(document)


def _page(document, number: int) -> Part:
    page = pdfium.FPDF_LoadPage(document, number)
    text = pdfium.FPDFText_LoadPage(page)
    tree = pdfium.FPDF_StructTree_GetForPage(page)
    marks: dict[int, str] = {}
    for index in range(pdfium.FPDFPage_CountObjects(page)):
        each = pdfium.FPDFPage_GetObject(page, index)
        mark = pdfium.FPDFPageObj_GetMarkedContentID(each)
        if mark >= 0:
            marks[mark] = marks.get(mark, "") + _string(pdfium.FPDFTextObj_GetText, each, text)
    found = Part("Page")
    for index in range(pdfium.FPDF_StructTree_CountChildren(tree)):
        found.inside.append(_element(pdfium.FPDF_StructTree_GetChildAtIndex(tree, index), marks))
    pdfium.FPDF_StructTree_Close(tree)
    pdfium.FPDFText_ClosePage(text)
    pdfium.FPDF_ClosePage(page)
    return found


def _element(element, marks: dict[int, str]) -> Part:
    said = _string(pdfium.FPDF_StructElement_GetAltText, element)
    said = said or _string(pdfium.FPDF_StructElement_GetActualText, element)
    found = Part(_string(pdfium.FPDF_StructElement_GetType, element), said)
    for index in range(pdfium.FPDF_StructElement_CountChildren(element)):
        mark = pdfium.FPDF_StructElement_GetChildMarkedContentID(element, index)
        if mark >= 0:
            found.inside.append(marks.get(mark, ""))
        elif child := pdfium.FPDF_StructElement_GetChildAtIndex(element, index):
            found.inside.append(_element(child, marks))
    return found


def _string(ask, *about) -> str:
    """A text that PDFium gives, which is asked for its length first."""
    size = ask(*about, None, 0)
    room = ctypes.create_string_buffer(size + 2)
    words = ctypes.cast(room, ctypes.POINTER(ctypes.c_ushort)) if ask is pdfium.FPDFTextObj_GetText else room
    ask(*about, words, size)
    return room.raw[:size].decode("utf-16-le").rstrip("\0")
