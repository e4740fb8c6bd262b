"""Writes tagged PDF: the structure tree that screen readers read aloud, and the marked content on the pages.

PDF 1.7 (ISO 32000-1), 14.6 marked content, 14.7 logical structure, 14.8 tagged PDF, 14.9 accessibility.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from html import escape

from reportlab.pdfbase import pdfdoc

from cardgen.foundations.dataclass import dataclass
from cardgen.graphics.drawing import Document, Group, Item, Part, Text, texts
from cardgen.graphics.geometry import EVERYWHERE
from cardgen.pdf.blending import PREFIX, Content, FormXObject
from cardgen.pdf.content import Encoding, content, open_group
from cardgen.pdf.fonts import add_object, utf16
from cardgen.store.remember import per_object

FIGURE, WORD, DECORATION = "Figure", "Word", "Artifact"  # a picture; a sign for a word; not read aloud
FOREIGN = "Foreign"  # words in another language than the document's
KINDS = {  # kinds of parts, with their types in the file and the attributes of these (14.8.4, 14.8.5)
    **{kind: (kind, "") for kind in ("H1", "H2", "H3", "H4", "P", "Caption", "Sect", "Div", "TOC", "TOCI", FIGURE)},
    **{kind: (kind, "") for kind in ("LI", "Lbl", "LBody", "Table", "TR", "TD")},
    "TH": ("TH", "/O /Table /Scope /Column"),
    "UL": ("L", "/O /List /ListNumbering /Disc"),
    "OL": ("L", "/O /List /ListNumbering /Decimal"),
    **{kind: ("Span", "") for kind in (WORD, FOREIGN)},
}
_SPOKEN_KEYS = {FIGURE: "Alt", WORD: "ActualText"}  # the attribute with the text to read instead
_ROOT, _PARENTS, _INFO, _DATA = "structure", "structure.parents", "structure.marked", "metadata"


@dataclass
class StructureElement:
    """A part of a document: others in it, and marks, each on a page."""

    part: Part
    above: int
    inside: list[int | tuple[int, int]] = field(default_factory=list)  # elements; pages with their marks


class Marks:
    """Writes pages with marked content, and collects the parts in reading order.

    Marks are numbered on each page. Items outside of parts, and shapes among words, are decoration.
    """

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.elements = [StructureElement(Part("Document"), -1)]
        self.pages: list[list[int]] = []  # the element of each mark, by page
        self._open = [0]  # the elements from the document down to the last one
        self._code: list[str] = []
        self._uses: dict[str, None] = {}
        self._forms: dict[str, FormXObject] = {}

    def page(self, items: tuple[Item, ...]) -> Content:
        """The writer of the next page."""
        self.pages.append([])
        self._code, self._uses, self._forms = [], {}, {}
        self._draw(items, ())
        return Content("\n".join(self._code), tuple(self._uses), parts=tuple(self._forms.items()))

    def _draw(self, items: Iterable[Item], path: tuple[Part, ...]) -> None:
        """Draws items of parts; neighbours in the same parts share one mark."""
        batch: list[Item] = []
        now: tuple[tuple[Part, ...], bool] = (path, False)
        for item in items:
            if isinstance(item, Group) and item.plain and has_parts(item):
                self._mark(batch, *now)
                batch = []
                inside = (*path, item.part) if item.part else path
                self._code += [] if item.bare else open_group(item)
                self._draw(item.items, inside)
                self._code += [] if item.bare else ["Q"]
                continue
            own, shown = _spoken(item, path)
            here = own, _is_read(item, own)
            if batch and here != now:
                self._mark(batch, *now)
                batch = []
            now = here
            batch.append(shown)
        self._mark(batch, *now)

    def _mark(self, items: list[Item], path: tuple[Part, ...], read: bool) -> None:
        if not items:
            return
        shown = content(tuple(items), self.encoding)
        self._uses |= dict.fromkeys(shown.uses)
        self._forms |= dict(shown.parts)
        if shown.resources:  # a page has none of its own
            name = f"page-{len(self.pages)}-{len(self._code)}"
            self._forms[name] = shown.form(EVERYWHERE)
            self._uses[name] = None
            shown = Content(f"/{PREFIX}{name} Do")
        if read:
            marks = self.pages[-1]
            element = self._element(path)
            self.elements[element].inside.append((len(self.pages) - 1, len(marks)))
            begin = f"/{KINDS[path[-1].kind][0]} <</MCID {len(marks)}>> BDC"
            marks.append(element)
        else:
            begin = "/Artifact BMC"
        self._code += [begin, shown.operators, "EMC"]

    def _element(self, path: tuple[Part, ...]) -> int:
        """The element of a path: one that is still open, or a new one in those that are."""
        known = 1
        for number, part in zip(self._open[1:], path, strict=False):
            if self.elements[number].part != part:
                break
            known += 1
        del self._open[known:]
        for part in path[known - 1 :]:
            self.elements[self._open[-1]].inside.append(len(self.elements))
            self.elements.append(StructureElement(part, self._open[-1]))
            self._open.append(len(self.elements) - 1)
        return self._open[-1]


@per_object
def has_parts(group: Group) -> bool:
    """Whether a group is a part or contains one, such as words in another language."""
    return group.part is not None or any(
        has_parts(item) if isinstance(item, Group) else isinstance(item, Text) and item.language for item in group.items
    )


def _spoken(item: Item, path: tuple[Part, ...]) -> tuple[tuple[Part, ...], Item]:
    """The path of an item: words in another language are a separate part with that language. Language marks within
    other marks would do as well (14.9.2.3), but Poppler leaves out the words behind these."""
    if not isinstance(item, Text) or not item.language or not path or path[-1].said or path[-1].kind == FIGURE:
        return path, item
    return (*path, Part(FOREIGN, language=item.language)), replace(item, language="")


def _is_read(item: Item, path: tuple[Part, ...]) -> bool:
    if not path or any(part.kind == DECORATION for part in path):
        return False
    return bool(path[-1].said) or path[-1].kind == FIGURE or any(texts([item]))


def add_structure(file: pdfdoc.PDFDocument, marks: Marks, document: Document) -> None:
    """Adds the structure tree to a file, and its title as XMP metadata."""
    for number, element in enumerate(marks.elements):
        add_object(file, f"{_ROOT}.{number}", _element_object(number, element))
    pages = "".join(
        f" {number} [{' '.join(f'{{{_ROOT}.{element}}}' for element in page)}]"
        for number, page in enumerate(marks.pages)
    )
    add_object(file, _PARENTS, f"/Nums [{pages}]")
    root = f"/Type /StructTreeRoot /K {{{_ROOT}.0}} /ParentTree {{{_PARENTS}}} /ParentTreeNextKey {len(marks.pages)}"
    add_object(file, _ROOT, root)
    add_object(file, _INFO, "/Marked true")
    add_object(file, _DATA, "/Type /Metadata /Subtype /XML", _metadata(document).encode(), packed=False)
    catalog = file.Catalog
    catalog.StructTreeRoot, catalog.MarkInfo, catalog.Metadata = map(pdfdoc.PDFObjectReference, (_ROOT, _INFO, _DATA))


def add_marks_of_page(file: pdfdoc.PDFDocument, number: int) -> None:
    """Writes, for the last page, the element of each of its marks."""
    page = file.Pages.pages[-1]
    page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
    page.StructParents, page.Tabs = number, pdfdoc.PDFName("S")


def _element_object(number: int, element: StructureElement) -> str:
    type_, attributes = KINDS.get(element.part.kind, (element.part.kind, ""))
    first = next((inside[0] for inside in element.inside if isinstance(inside, tuple)), None)
    above = f"{{{_ROOT}.{element.above}}}" if number else f"{{{_ROOT}}}"
    inside = " ".join(_inside(each, first) for each in element.inside)
    page = "" if first is None else f" /Pg {{Page{first + 1}}}"
    attributes = f" /A <<{attributes}>>" if attributes else ""
    said = element.part.said
    extra = f" /{_SPOKEN_KEYS[element.part.kind]} <feff{utf16(said)}>" if said else ""
    extra += f" /Lang ({element.part.language.replace('_', '-')})" if element.part.language else ""
    return f"/S /{type_} /P {above}{page} /K [{inside}]{attributes}{extra}"


def _inside(inside: int | tuple[int, int], first: int | None) -> str:
    if isinstance(inside, int):
        return f"{{{_ROOT}.{inside}}}"
    page, mark = inside
    return str(mark) if page == first else f"<</Type /MCR /Pg {{Page{page + 1}}} /MCID {mark}>>"


def _metadata(document: Document) -> str:
    """Title, authors and language (XMP, ISO 16684-1, with the terms of Dublin Core)."""
    language = document.language.replace("_", "-")
    title, author = escape(document.title), escape(document.author)
    creator = f"<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>\n" if author else ""
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">\n'
        "<dc:format>application/pdf</dc:format>\n"
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>\n'
        f"<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>\n"
        f"{creator}<xmp:CreatorTool>cardgen</xmp:CreatorTool>\n<pdf:Producer>cardgen</pdf:Producer>\n"
        '</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="r"?>'
    )
