"""Finds the titles of variants, by the names of their files."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from cardgen.definitions import nodes
from cardgen.definitions.variant import variant_chain
from cardgen.foundations.errors import InputError
from cardgen.store.library import Home


def variant_titles(home: Home, language: str) -> Mapping[str, str]:
    """Returns the title of each variant in a language, or else in another language of its file. It leaves out files
    that are faulty or have no title."""
    titles = {}
    for name in home.variants:
        with suppress(InputError):
            texts = variant_chain(home, home.variant(name))[0].items.get("texts")
            if isinstance(texts, nodes.Mapping):
                said = [_title(node) for node in (texts.items.get(language), *texts.items.values())]
                if title := next(filter(None, said), ""):
                    titles[name] = title
    return titles


def _title(node: nodes.Node | None) -> str:
    title = node.items.get("title") if isinstance(node, nodes.Mapping) else None
    if isinstance(title, nodes.Mapping):
        title = title.items.get("to")
    return title.text if isinstance(title, nodes.Scalar) else ""
