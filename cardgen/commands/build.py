"""`cardgen build`: prints games."""

from __future__ import annotations

import argparse

from cardgen.commands import DONE, values
from cardgen.commands.games import homes, variants
from cardgen.commands.options import takes_folder, takes_games, takes_languages, takes_rules, takes_variant
from cardgen.commands.reports import report
from cardgen.foundations.errors import UNKNOWN_NAME, InputError, fail, nearest
from cardgen.foundations.terminal import say


def declare(command: argparse.ArgumentParser) -> None:
    takes_games(command)
    takes_variant(command, or_all=True)
    takes_languages(command, "languages (default: the game's); x-long: the first one's texts a third longer")
    _takes_sheets(command)
    parts = "parts: cards, components, rulebook, summary (default: these), pictures, proof"
    command.add_argument("--only", type=values.names, default=(), metavar="PART,..", help=parts)
    command.add_argument(
        "--dpi", type=values.dpi, default=300, metavar="N", help="resolution of pictures, 36 to 1200 (default: 300)"
    )
    only = "print only these cards, by id or name; of a set SET-CARD, or CARD for all sets"
    command.add_argument("--cards", type=values.names, default=(), metavar="ID,..", help=only)
    takes_rules(command)
    changed = "print only cards that changed since 'cardgen printed', and list the cards to remove"
    command.add_argument("--changed", action="store_true", help=changed)
    start = "with --changed: the variant whose box you change (default: its own)"
    command.add_argument("--from", dest="start", metavar="V", help=start)
    codes = "print four digits on each card; they change when the card changes"
    command.add_argument("--codes", action="store_true", help=codes)
    draft = "print in spite of faults, mark them on the cards and list them"
    command.add_argument("--draft", action="store_true", help=draft)
    changes = "print a bar beside rulebook sentences whose clauses changed"
    command.add_argument("--mark-changes", action="store_true", help=changes)
    command.add_argument(
        "--all", action="store_true", help="list every fault and file one by one; do not group similar ones"
    )
    ink = "low: outlines on white (default: full)"
    command.add_argument("--ink", choices=("full", "low"), default="full", help=ink)
    takes_folder(command)


def _takes_sheets(command: argparse.ArgumentParser) -> None:
    paper = "a paper or sheet by name, or W x H mm; else the printer's (default: a4)"
    command.add_argument("--paper", default="", type=values.word, metavar="P", help=paper)
    edges = (
        "the edge you flip the sheet over; fold: both sides on one page, to fold; else the printer's (default: long)"
    )
    command.add_argument("--duplex", choices=("long", "short", "none", "fold"), default="", help=edges)
    command.add_argument(
        "--printer", default="", metavar="NAME", help="correct what cardgen calibrate has measured on this printer"
    )
    cutter = (
        "print the cutter's marks and write its cutting file: silhouette, cameo-5-alpha, cricut, plotter, or your own"
    )
    command.add_argument("--cutter", default="", metavar="NAME", help=cutter)
    command.add_argument(
        "--gap", type=values.length(20), default=0.0, metavar="MM", help="space between cards (default: 0)"
    )
    thick = "thickness of the rulebook's paper; cardgen shifts the booklet's inner pages to allow for it (default: 0)"
    command.add_argument("--paper-thickness", type=values.length(1), default=0.0, metavar="MM", help=thick)
    command.add_argument(
        "--bleed", type=values.length(10), metavar="MM", help="bleed around cards (default: 3; of pictures: 0)"
    )
    guides = "marks at the sheet's edges, or on the cards (default: edges; none for cutters and die-cut sheets)"
    command.add_argument("--guides", choices=("edges", "crosses", "lines", "dashes", "none"), help=guides)
    sides = "the side that gets guides (default: front)"
    command.add_argument("--guide-sides", choices=("front", "back", "both"), default="front", help=sides)
    corners = "radius of the corners of rectangular cards, for a corner punch to follow"
    command.add_argument("--corners", type=values.length(20), default=0.0, metavar="MM", help=corners)
    stack = "order the cards so that you cut the pile of sheets once, stack the piles, and have the deck in order"
    command.add_argument("--stack", action="store_true", help=stack)


def run(options: argparse.Namespace) -> int:
    from cardgen.foundations import progress
    from cardgen.press.many import discard, prepare_all
    from cardgen.press.options import ALL_PARTS, Options
    from cardgen.press.tally import tally_lines
    from cardgen.store.outputs import listed_files, listed_games, write_made

    for part in options.only:
        if part not in ALL_PARTS:
            raise fail(f"there is no part '{part}'{nearest(part, ALL_PARTS)}", code=UNKNOWN_NAME)
    if options.start and not options.changed:
        raise fail("--from needs --changed: it names the variant whose box you change")
    if options.changed and (options.only or options.cards):
        raise fail("--changed chooses what to print; leave out --only and --cards")
    chosen = Options(
        languages=options.lang,
        paper=options.paper,
        duplex=options.duplex,
        printer=options.printer,
        cutter=options.cutter,
        guides=options.guides,
        guide_sides=options.guide_sides,
        corners=options.corners,
        stack=options.stack,
        gap=options.gap,
        paper_thickness=options.paper_thickness,
        bleed=3.0 if options.bleed is None else options.bleed,
        dpi=options.dpi,
        picture_bleed=bool(options.bleed),
        cards=options.cards,
        ink=options.ink,
        draft=options.draft,
        codes=options.codes,
        mark_changes=options.mark_changes,
        settings=dict(options.set),
        only=options.only,
        changed=options.changed,
        start=options.start,
        out=options.out,
    )
    jobs = [(home, variant) for home in homes(options.games) for variant in variants(home, options.variant)]
    progress.show()
    try:
        prepared = prepare_all(jobs, chosen)
    finally:
        progress.hide()
    try:
        if faults := [fault for job in prepared for fault in job.faults]:
            raise InputError(*dict.fromkeys(faults))
        made = [file for job in prepared for file in job.made]
        if not made:
            raise fail(f"there is nothing to print: no game here has {' or '.join(options.only)}")
        written = write_made(made, [job.whole for job in prepared if job.whole], root=options.out)
    finally:
        discard(prepared)
    report([finding for job in prepared for finding in job.findings], options.all)
    changes = [line for job in prepared for line in job.notes]
    list_files = options.all or len({home for home, _ in jobs}) == 1
    files = listed_files(written, options.all) if list_files else listed_games(written, options.out)
    for line in (*changes, *files, *tally_lines(written)):
        say(line)
    return DONE
