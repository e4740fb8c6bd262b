"""`cardgen export`: exports games as pictures, to virtual tables and for print houses."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from cardgen.commands import DONE, FOUND, values
from cardgen.commands.games import homes, variants
from cardgen.commands.options import takes_folder, takes_games, takes_languages, takes_rules, takes_variant
from cardgen.commands.reports import report
from cardgen.foundations.errors import InputError
from cardgen.foundations.terminal import say


def declare(command: argparse.ArgumentParser) -> None:
    command.epilog = "docs/howto/export.md describes each target."
    takes_games(command)
    targets = "what to export to: png, tts, press, ..."
    command.add_argument("--to", type=values.names, required=True, metavar="TARGET,..", help=targets)
    takes_variant(command, or_all=True)
    takes_languages(command)
    takes_rules(command)
    dpi = "resolution of pictures, 36 to 1200 (default: what suits the target)"
    command.add_argument("--dpi", type=values.dpi, metavar="N", help=dpi)
    url = "where you will put the pictures on the web, such as https://example.org/my_game (default: on this computer)"
    command.add_argument("--base-url", type=values.url, metavar="URL", help=url)
    check = "only report what would go wrong there; exit with 1 if anything would"
    command.add_argument("--check", action="store_true", help=check)
    command.add_argument(
        "--all", action="store_true", help="list every finding and file one by one; do not group similar ones"
    )
    takes_folder(command)


def run(options: argparse.Namespace) -> int:
    import shutil

    from cardgen.export import ExportOptions, Job, prepare_all
    from cardgen.foundations import progress
    from cardgen.store.outputs import Written, listed_files, tidy, write_made
    from cardgen.store.writing import own_folder, replace_files

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
        report([finding for job in shipped for finding in job.findings], options.all)
        if any(job.refused for job in shipped):
            return FOUND
        if options.check:
            findings = any(job.findings for job in shipped)
            say(f"can go to {', '.join(options.to)}{', with the findings above' if findings else ': no findings'}")
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
