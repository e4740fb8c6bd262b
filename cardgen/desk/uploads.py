"""Receives files that somebody drops on the first page, into temporary folders that end with the desk."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from threading import Lock

from cardgen.desk.answers import Refused
from cardgen.desk.body import BadBody
from cardgen.foundations.dataclass import dataclass
from cardgen.foundations.errors import fail
from cardgen.starting.dropped import path_below

MAX_UPLOADS = 3  # at a time; the oldest goes
MAX_FILES, MAX_BYTES = 2_000, 1_000_000_000  # of one upload
_ID = re.compile(r"[0-9a-f-]{8,40}")


@dataclass
class Upload:
    """The files of one drop."""

    folder: tempfile.TemporaryDirectory
    files: int = 0
    size: int = 0


class Uploads:
    """The uploads of a desk, by the names that browsers give them."""

    def __init__(self) -> None:
        self._uploads: dict[str, Upload] = {}
        self._lock = Lock()

    def add(self, name: str, path: str, data: bytes) -> Mapping[str, int]:
        """Adds a file to an upload, which the first file begins. Raises InputError for a file that cannot be written,
        Refused for too many files or bytes."""
        if not _ID.fullmatch(name):
            raise BadBody("id")
        with self._lock:
            if name not in self._uploads:
                while len(self._uploads) >= MAX_UPLOADS:
                    self.end(next(iter(self._uploads)))
                self._uploads[name] = Upload(tempfile.TemporaryDirectory(prefix="cardgen-dropped-"))
            upload = self._uploads[name]
            if upload.files >= MAX_FILES or upload.size + len(data) > MAX_BYTES:
                raise Refused("start.too_much", files=f"{MAX_FILES:,}", size=f"{MAX_BYTES // 1_000_000:,} MB")
            file = path_below(Path(upload.folder.name), path)
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
            except OSError as error:  # a full disk, or one name for a file and a folder
                raise fail(f"cardgen cannot write {path}: {error.strerror}") from None
            upload.files, upload.size = upload.files + 1, upload.size + len(data)
            return {"files": upload.files, "size": upload.size}

    def folder(self, name: str) -> Path:
        """Returns the folder of an upload. Raises Refused if there is none, or if it is no longer kept."""
        if name not in self._uploads:
            raise Refused("start.no_files")
        return Path(self._uploads[name].folder.name)

    def end(self, name: str) -> None:
        if upload := self._uploads.pop(name, None):
            upload.folder.cleanup()

    def end_all(self) -> None:
        for name in list(self._uploads):
            self.end(name)
