"""The commands that make what leaves the house: sheets, exports, records of what was printed, words for translators.

As in `cardgen.cli`, what they do stands elsewhere and is imported when it is used.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from cardgen.asked import DONE, FOUND, homes, variants
from cardgen.errors import UNKNOWN_NAME, InputError, fail, nearest
from cardgen.findings import Finding, listed
from cardgen.terminal import say


def build(options: argparse.Namespace) -> int:
    from cardgen import progress
    from cardgen.outputs import listed_files, listed_games, write_made
    from cardgen.press.many import discard, prepare_all
    from cardgen.press.options import ASKED, Options
    from cardgen.press.tally import told

    for part in options.only:
        if part not in ASKED:
            raise fail(f"there is no part '{part}'{nearest(part, ASKED)}", code=UNKNOWN_NAME)
    if options.start and not options.changed:
        raise fail("--from needs --changed: it says whose box is made one of this variant")
    if options.changed and (options.only or options.cards):
        raise fail("--changed finds by itself what to print: leave out --only and --cards")
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
    _tell([finding for job in prepared for finding in job.findings], options.all)
    changes = [line for job in prepared for line in job.told]
    few = options.all or len({home for home, _ in jobs}) == 1
    files = listed_files(written, options.all) if few else listed_games(written, options.out)
    for line in (*changes, *files, *told(written)):
        say(line)
    return DONE


def export(options: argparse.Namespace) -> int:
    import shutil

    from cardgen import progress
    from cardgen.export import ExportOptions, Job, prepare_all
    from cardgen.outputs import Written, listed_files, tidy, write_made
    from cardgen.writing import own_folder, replace_files

    chosen = ExportOptions(options.lang, dict(options.set), options.out, options.dpi, options.base_url)
    jobs = [
        Job(home, variant, target, chosen, options.check)
        for home in homes(options.games)
        for variant in variants(home, options.variant)
        for target in options.to
    ]
    folder = own_folder(options.out, "export")
    progress.show()
    try:
        shipped = prepare_all(jobs, folder)
        progress.hide()
        if faults := [fault for job in shipped for fault in job.faults]:
            raise InputError(*dict.fromkeys(faults))
        _tell([finding for job in shipped for finding in job.findings], options.all)
        if any(job.refused for job in shipped):
            return FOUND
        if options.check:
            findings = any(job.findings for job in shipped)
            say(f"can go to {', '.join(options.to)}{', with what is told above' if findings else ': nothing to mend'}")
            return DONE
        beside = {path: data for job in shipped for path, data in job.beside.items()}
        replace_files(beside)
        written = [Written(Path(os.path.relpath(path)), True, len(data)) for path, data in beside.items()]
        made = [file for job in shipped for file in job.made]
        written += write_made(made, [job.whole for job in shipped if job.whole], root=options.out)
        for job in shipped:
            for each in job.tidy:
                tidy(each, [file.path for file in job.made])
    finally:
        progress.hide()
        shutil.rmtree(folder, ignore_errors=True)
    for line in listed_files(written, options.all):
        say(line)
    return DONE


def _tell(findings: Sequence[Finding], whole: bool) -> None:
    """What is wrong though it can be printed, each once."""

    def line(finding: Finding) -> str:
        place = f"{finding.place}: " if finding.place else ""
        return f"{place}{finding.severity}: {finding.message}"

    for told in listed(list({(each.message, each.place): each for each in findings}.values()), line, whole):
        say(told, file=sys.stderr)


def printed(options: argparse.Namespace) -> int:
    from cardgen.press.options import Options
    from cardgen.press.printed import record_printed

    (home,) = homes([options.game])
    chosen = Options(
        languages=options.lang, cards=options.cards, settings=dict(options.set), start=options.start, only=("cards",)
    )
    for line in record_printed(home, options.variant, chosen, options.date, options.printer, options.note):
        say(line)
    return DONE


def words(options: argparse.Namespace) -> int:
    from cardgen.press.translators import give_words, take_words

    (home,) = homes([options.game])
    if bool(options.to) == bool(options.file):
        raise fail("expected either --to po, csv or xliff, or --from FILE")
    for line in (
        take_words(home, options.file) if options.file else give_words(home, options.to, options.lang, options.out)
    ):
        say(line)
    return DONE


def calibrate(options: argparse.Namespace) -> int:
    from cardgen.press.calibrate import Measured, asked_for, keep, write_sheets
    from cardgen.sheet_arguments import CORNERS

    given = {corner: getattr(options, corner.replace("-", "_")) for corner in CORNERS}
    corners = {corner: (read[0], read[1]) for corner, read in given.items() if read}
    lengths = {key: getattr(options, key) for key in ("across", "down", "margin")}
    told = {key: value for key, value in lengths.items() if value is not None}
    asked = Measured(options.name, options.paper, options.flip, options.tray, corners=corners, **told)
    if not corners and not told:
        sheets = write_sheets(asked, options.out)
        say(f"{sheets}: print both sheets double-sided, at actual size, over the {asked.flip} edge")
        if not sys.stdin.isatty():
            say(f"then tell what you read: cardgen calibrate {asked.name} --top-left X Y ...")
            return DONE
        asked = asked_for(asked, input, say)
    path, lines = keep(asked)
    for line in lines:
        say(line)
    say(f"{os.path.relpath(path)}: cardgen build --printer {asked.name}")
    return DONE
