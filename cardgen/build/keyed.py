"""Keys of what a build's files are made from, so that what did not change is neither composed nor made again.

A key is a digest of all that goes in: definitions, texts, the content of files, and our own code.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from cardgen.build.options import Options
from cardgen.definitions.examples import FILE as EXAMPLES
from cardgen.definitions.game import Game
from cardgen.definitions.nodes import Mapping, Node, Scalar
from cardgen.faces.compose import Composer
from cardgen.library import PACKAGE

# Tags that take in another template, and the name that follows if it is written there
_TAKES_IN = re.compile(r"\{%[-+]?\s*(?:include|import|from|extends)\b\s*(?:([\"'])(.*?)\1\s*(?=[-+]?%|\w))?")


def cards_key(composer: Composer, language: str, options: Options) -> str:
    """Changes with all that the cards of a language show on paper."""
    return _digest(faces_key(composer, language), _paper(options))


def components_key(composer: Composer, language: str, options: Options) -> str:
    """Changes with all that the components of a language show on paper."""
    return _digest(faces_key(composer, language), composer.sizes, _paper(options))


def _paper(options: Options) -> tuple:
    return options.paper, options.duplex, options.gap, options.cards, options.ink


def book_key(composer: Composer, base: Game, language: str, template: Path) -> str:
    """Changes with all that a rulebook shows; `base` is the game without its variant."""
    home = composer.game.home
    files = [template, *_taken_in(template, home.rulebooks), home.words(language), home.folder / EXAMPLES]
    without = _signs(base.node), sorted(base.rules.items())
    return _digest(faces_key(composer, language), template, without, _files(files))


def faces_key(composer: Composer, language: str) -> str:
    """Changes with all that the cards' faces in a language are composed from, and that they may be printed with.

    Other languages count by the sizes that all of them share.
    """
    game, home = composer.game, composer.game.home
    decks = {deck.name for deck in game.decks}
    sizes = [(group, size) for group, size in composer.sizes if group[0] in decks]
    texts = [(key, entry.text) for key, entry in sorted(game.strings[language].items())]
    kinds = ("layouts/*.yaml", "icons/*.svg", "patterns/*.svg")
    files = [path for root in home.roots for kind in kinds for path in root.glob(kind)]
    families = set(game.fonts.values())
    files += (path for root in home.roots for path in root.glob("fonts/*/*.ttf") if path.parent.name in families)
    files += composer.supplies.pictures.values()
    named = (home.name, game.edition, language, game.languages, game.fonts, sorted(game.rules.items()))
    return _digest(named, _signs(game.node), texts, composer.bleed, sizes, _files(files), _code(game.engine))


def _digest(*told: Any) -> str:
    return hashlib.blake2b(repr(told).encode(), digest_size=16).hexdigest()


def _signs(node: Node) -> Any:
    """What a definition says, without where; quoted and plain words are told apart."""
    if isinstance(node, Scalar):
        return node.text, node.plain
    if isinstance(node, Mapping):
        return {key: _signs(value) for key, value in node.items.items()}
    return [_signs(item) for item in node.items]


def _files(paths: Iterable[Path]) -> list[tuple[str, str]]:
    """Files with digests of their content, in the order of their paths; those that are not there are left out."""
    return [(str(path), _file_digest(path)) for path in sorted(set(paths)) if path.is_file()]


def _file_digest(path: Path) -> str:
    told = path.stat()
    return _content_digest(path, told.st_mtime_ns, told.st_size)


@lru_cache(maxsize=1000)
def _content_digest(path: Path, changed: int, size: int) -> str:
    return hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()


def _taken_in(template: Path, folders: Iterable[Path]) -> list[Path]:
    """The files that a template takes in, and they in turn; all that it may, where a name is worked out by it."""
    found = [(folder, path) for folder in (template.parent, *folders) for path in folder.rglob("*") if path.is_file()]
    known = {path.relative_to(folder).as_posix(): path for folder, path in reversed(found)}  # the nearest wins
    taken: dict[Path, None] = {}
    unread = [template]
    while unread:
        for tag in _TAKES_IN.finditer(unread.pop().read_text("utf-8", errors="replace")):
            if tag[2] is None:
                return list(known.values())
            path = known.get(tag[2])
            if path and path not in taken:
                taken[path] = None
                unread.append(path)
    return list(taken)


@lru_cache(maxsize=20)
def _code(engine: str | None) -> str:
    """Changes with our code, and with an engine's own that is installed beside it: what they make may change."""
    folders = [PACKAGE]
    if engine:
        from cardgen.play.engines import rules_of

        if file := sys.modules[rules_of(engine).__module__].__file__:
            folders.append(Path(file).parent)
    sources = sorted({path for folder in folders for path in folder.rglob("*.py")})
    return hashlib.blake2b(b"".join(path.read_bytes() for path in sources), digest_size=8).hexdigest()
