"""Writes ZIP archives: the same members always give the same bytes."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping

_BEGIN = (1980, 1, 1, 0, 0, 0)  # the earliest date of the format
_PACKED = (".png", ".jpg", ".pdf")


def archive(members: Mapping[str, bytes]) -> bytes:
    """A ZIP archive of members by name, in their order. Pictures are stored, as they are compressed already."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, _BEGIN)
            info.external_attr = 0o644 << 16
            info.compress_type = (
                zipfile.ZIP_STORED if data[:4] == b"\x89PNG" or name.endswith(_PACKED) else zipfile.ZIP_DEFLATED
            )
            file.writestr(info, data, compresslevel=6)
    return out.getvalue()


def as_json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()
