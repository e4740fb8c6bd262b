"""Documents as outputs: each with a key of all that it shows, so that what did not change is not made again."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from cardgen.drawing import Document, pruned
from cardgen.library import PACKAGE
from cardgen.outputs import Output


def pdf(path: Path, document: Document) -> Output:
    document = pruned(document)
    return Output(path, f"{_digest(document)}-{code_digest('pdf')}", lambda: written(document))


def written(document: Document) -> bytes:
    from cardgen.pdf.write import write_pdf

    return write_pdf(pruned(document))


def _digest(document: Document) -> str:
    """A key of all that a document shows; fonts and pictures count by their content."""
    files = {name: file_digest(path) for name, path in (document.fonts | document.pictures).items()}
    told = (
        document.title, document.language, document.author, document.duplex, document.pages, document.symbols, files
    )  # fmt: skip
    return hashlib.blake2b(repr(told).encode(), digest_size=16).hexdigest()


def file_digest(path: Path) -> str:
    told = path.stat()
    return _content_digest(path, told.st_mtime_ns, told.st_size)


@lru_cache(maxsize=200)
def _content_digest(path: Path, changed: int, size: int) -> str:
    return hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()


@lru_cache(maxsize=20)
def code_digest(*packages: str) -> str:
    """Changes with the code of these packages of ours: what it makes may change with it."""
    sources = [path for package in packages for path in sorted((PACKAGE / package).glob("*.py"))]
    return hashlib.blake2b(b"".join(path.read_bytes() for path in sources), digest_size=8).hexdigest()
