"""Records a print: the ledger's box of an edition becomes what the edition is now."""

from __future__ import annotations

import datetime

from cardgen.definitions.yaml_source import read_text
from cardgen.foundations.errors import Place
from cardgen.ledger.boxes import change, record_change
from cardgen.ledger.ledger_file import box_before, file_of, ledger_text, parse_ledger, read_ledger
from cardgen.press.changed import cards, now
from cardgen.press.edition import open_edition
from cardgen.press.options import Options
from cardgen.press.resized import shared_sizes
from cardgen.press.stamps import keep_looks
from cardgen.store.library import Home
from cardgen.store.reach import is_there
from cardgen.store.writing import replace_file


def record_printed(
    home: Home, variant: str, options: Options, printed: str | None, printer: str, note: str
) -> list[str]:
    """Records that an edition is printed as it is now, or only the chosen cards, and reports the change.

    `printed` is a date as in 2026-11-23; without it today is meant. Raises InputError; nothing is written then.
    """
    edition = open_edition(home, variant, options, lambda finding: None)
    composer, game, files = edition.composer, edition.game, edition.common.files
    ledger, path = read_ledger(game.home), file_of(game.home)
    date = printed or datetime.date.today().isoformat()
    lines = []
    for language in edition.languages:
        present = now(composer, language, files)
        before = ledger.box(game.edition, language) or ()
        if options.start:
            before = box_before(game, ledger, options.start, language)
        others = [lot for lot in before if composer.chosen and (lot.deck, lot.card) not in present.faces]
        before = tuple(lot for lot in before if lot not in others)
        box = (*others, *record_change(before, present.box, date, printer, note))
        sizes = ledger.sizes_of(options.start or game.edition, language) if others else shared_sizes(composer)
        ledger = ledger.with_box(game.edition, language, box, sizes)  # other boxes keep their sizes
        count, new = (sum(lot.copies for lot in lots) for lots in (box, change(before, present.box).added))
        lines.append(f"{game.name} {game.edition} {language}: {cards(count)} in the box, {new:,} of them new")
        keep_looks(composer, language, options, present.looks)
    text = ledger_text(ledger)
    parse_ledger(text, str(path), game.name)
    if not is_there(path) or read_text(path) != text:
        replace_file(path, text.encode(), *home.grounds)
    return [*lines, str(Place(str(path)))]
