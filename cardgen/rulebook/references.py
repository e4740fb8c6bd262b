"""References: the title of a chapter where a reader is sent, and the page that it begins on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from cardgen.foundations.errors import UNKNOWN_NAME, Fault, nearest
from cardgen.rulebook.blocks import Block, Heading, Words, plain, reworded, walk, words_of
from cardgen.text.inline import InlineIcon, LineBreak, Run

NUMBERED = 5  # pages of the shortest book in which page numbers save time


def lost(blocks: Sequence[Block]) -> Iterator[Fault]:
    """A fault for each reference to an unknown heading."""
    known = [plain(block.words) for block in blocks if isinstance(block, Heading)]
    for block in walk(blocks):
        for title in (title for words in words_of(block) for title in _referred(words) if title not in known):
            yield Fault(f"there is no chapter '{title}' to see{nearest(title, known)}", block.place, UNKNOWN_NAME)


def refers(blocks: Iterable[Block]) -> bool:
    return any(_referred(words) for block in walk(blocks) for words in words_of(block))


def numbered(blocks: Iterable[Block], pages: Mapping[str, int], page: str) -> list[Block]:
    """The blocks, each reference to one of these titles with its page: *The owl*, page 4. `page` is the word for it."""

    def number(item: Run | InlineIcon | LineBreak) -> Iterator[Run]:
        if isinstance(item, Run) and item.heading and (on := pages.get(plain((item,)))):
            yield replace(item, text=f", {page}\u00a0{on}", italic=False, heading=False)

    def change(words: Words) -> Words:
        return tuple(part for item in words for part in (item, *number(item)))

    return [block if isinstance(block, Heading) else reworded(block, change) for block in blocks]


def _referred(words: Words) -> list[str]:
    return [plain((item,)) for item in words if isinstance(item, Run) and item.heading]
