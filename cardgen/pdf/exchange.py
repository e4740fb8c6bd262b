"""Turns one of our PDF files into PDF/X, the standard for print houses: PDF/X-1a:2003 (ISO 15930-4) or PDF/X-4 (ISO
15930-7).

The pages must already comply: they use only inks of the press (`inks.py`), and for X-1a no transparency (`flat.py`).
"""

from __future__ import annotations

import io
from html import escape
from typing import TYPE_CHECKING

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from cardgen.foundations.dataclass import dataclass

if TYPE_CHECKING:
    from cardgen.definitions.house_file import Standard

_VERSIONS = {"PDF/X-1a:2003": "1.4", "PDF/X-4": "1.6"}
_REGISTRY = "http://www.color.org"  # where characterised printing conditions are registered
_PREFERENCES = ("/Duplex", "/PrintScaling")  # viewer preferences for home printing, newer than PDF 1.4

_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">
<pdfxid:GTS_PDFXVersion>{standard}</pdfxid:GTS_PDFXVersion>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:format>application/pdf</dc:format>
<xmp:CreateDate>{date}</xmp:CreateDate><xmp:ModifyDate>{date}</xmp:ModifyDate><xmp:MetadataDate>{date}</xmp:MetadataDate>
<xmp:CreatorTool>cardgen</xmp:CreatorTool><pdf:Producer>cardgen</pdf:Producer><pdf:Trapped>False</pdf:Trapped>
<xmpMM:DocumentID>urn:{id}</xmpMM:DocumentID><xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<xmpMM:VersionID>1</xmpMM:VersionID>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


@dataclass(frozen=True, slots=True)
class Condition:
    """The printing condition of a file: its name in the registry of the ICC, its usual name, and its profile."""

    identifier: str
    info: str
    profile: bytes


def to_pdfx(data: bytes, standard: Standard, condition: Condition) -> bytes:
    """One of our PDF files with everything that the standard demands besides its pages; equal input, equal bytes."""
    import hashlib

    with pikepdf.open(io.BytesIO(data)) as pdf:
        icc = pdf.make_stream(condition.profile)
        icc.N = 4
        intent = Dictionary(
            Type=Name.OutputIntent,
            S=Name("/GTS_PDFX"),
            OutputCondition=String(condition.info),
            OutputConditionIdentifier=String(condition.identifier),
            RegistryName=String(_REGISTRY),
            Info=String(condition.info),
            DestOutputProfile=pdf.make_indirect(icc),
        )
        pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
        for key in _PREFERENCES:
            if "/ViewerPreferences" in pdf.Root and key in pdf.Root.ViewerPreferences:
                del pdf.Root.ViewerPreferences[key]
        pdf.docinfo[Name.Trapped] = Name("/False")
        pdf.docinfo[Name.GTS_PDFXVersion] = String(standard)
        if standard == "PDF/X-4":
            fields = {
                "standard": standard,
                "title": escape(str(pdf.docinfo.get("/Title", ""))),
                "author": escape(str(pdf.docinfo.get("/Author", ""))),
                "date": _date(str(pdf.docinfo.get("/CreationDate", "D:20000101000000"))),
                "id": hashlib.sha256(data).hexdigest()[:32],
            }
            metadata = pdf.make_stream(_XMP.format(**fields).encode())
            metadata.Type, metadata.Subtype = Name.Metadata, Name.XML
            pdf.Root.Metadata = pdf.make_indirect(metadata)
        made = io.BytesIO()
        pdf.save(
            made,
            deterministic_id=True,
            force_version=_VERSIONS[standard],
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
        )
    return made.getvalue()


def _date(date: str) -> str:
    """A date of a PDF file (7.9.4), whose time is UTC in ours, as XMP writes it."""
    digits = date.removeprefix("D:")
    year, *rest = digits[:4], *(digits[at : at + 2] for at in range(4, 14, 2))
    return f"{year}-{rest[0]}-{rest[1]}T{':'.join(rest[2:])}Z"
