"""The command line: parses, calls, prints. What a command does stands elsewhere and is imported when it is used."""

from __future__ import annotations

import argparse
import gc
import io
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from cardgen.arguments import parser
from cardgen.errors import UNKNOWN_NAME, CardgenError, Fault, InputError, fail, nearest
from cardgen.findings import Finding, listed
from cardgen.terminal import retelling, say, silence

DONE, FOUND, INPUT, INTERRUPTED = 0, 1, 2, 130


def start() -> int:
    """The command as a process of its own: short-lived, so neither pydantic's plug-ins nor the cycle collector pay.

    Nor does it give its memory back object by object; only where it was interrupted are there processes to wait for.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    gc.disable()
    code = main()
    if code != INTERRUPTED:
        os._exit(code)  # all that it printed is flushed
    return code


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code is 0 (done), 1 (a check found an error, a search nothing), 2 (bad input) or 130
    (interrupted)."""
    arguments = sys.argv[1:] if arguments is None else arguments
    as_json, whole = "--json" in arguments, "--all" in arguments  # also where the arguments themselves are at fault
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal need not know every letter of a title
    try:
        try:
            if not arguments:
                parser().print_help()
                return INPUT
            return _run(parser().parse_args(arguments))
        except InputError as error:
            return _input_fault(as_json, error.faults, whole)
        except CardgenError as error:
            return _input_fault(as_json, (Fault(str(error)),), whole)
    except KeyboardInterrupt:
        say("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        silence()
        return DONE
    except OSError as error:  # whatever reads and writes files says which; left is a full or closed output
        silence()
        say(f"cannot write to standard output: {error.strerror}", file=sys.stderr)
        return INPUT


def _run(options: argparse.Namespace) -> int:
    code = _COMMANDS[options.command](options)
    if sys.stdout:
        sys.stdout.flush()  # here, where a fault can still be told
    return code


def _input_fault(as_json: bool, faults: Sequence[Fault], whole: bool) -> int:
    if as_json:
        from cardgen.validation.telling.report import faults_as_json

        say(json.dumps(faults_as_json(faults), indent=2), flush=True)
        return INPUT
    for line in listed(faults, str, whole):
        say(line, file=sys.stderr)
    return INPUT


def _homes(names: Sequence[str]) -> list:
    from cardgen.library import all_games, find_game

    homes = list(dict.fromkeys(find_game(name) for name in names)) if names else all_games()
    for home in homes:
        if any(other.name == home.name and other is not home for other in homes):
            raise fail(f"two games are called '{home.name}', and would be written over one another")
    if not homes:
        raise InputError(Fault("there are no games here; 'cardgen new my_game' makes one"))
    return homes


def _variants(home, asked: str) -> list[str]:
    return ["base", *home.variants] if asked == "all" else [asked]


def _build(options: argparse.Namespace) -> int:
    from cardgen import progress
    from cardgen.outputs import listed_files, write_made
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
    jobs = [(home, variant) for home in _homes(options.games) for variant in _variants(home, options.variant)]
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
        written = write_made(made, [job.whole for job in prepared if job.whole])
    finally:
        discard(prepared)
    _tell([finding for job in prepared for finding in job.findings], options.all)
    changes = [line for job in prepared for line in job.told]
    for line in (*changes, *listed_files(written, options.all), *told(written)):
        say(line)
    return DONE


def _tell(findings: Sequence[Finding], whole: bool) -> None:
    """What is wrong though it can be printed, each once."""

    def line(finding: Finding) -> str:
        place = f"{finding.place}: " if finding.place else ""
        return f"{place}{finding.severity}: {finding.message}"

    for told in listed(list({(each.message, each.place): each for each in findings}.values()), line, whole):
        say(told, file=sys.stderr)


def _export(options: argparse.Namespace) -> int:
    import shutil

    from cardgen import progress
    from cardgen.export import ExportOptions, Job, prepare_all, room
    from cardgen.outputs import Written, listed_files, replace_files, tidy, write_made

    chosen = ExportOptions(options.lang, dict(options.set), options.out, options.dpi, options.base_url)
    jobs = [
        Job(home, variant, target, chosen, options.check)
        for home in _homes(options.games)
        for variant in _variants(home, options.variant)
        for target in options.to
    ]
    folder = room(options.out)
    progress.show()
    try:
        shipped = prepare_all(jobs, folder)
        progress.hide()
        if faults := [fault for job in shipped for fault in job.faults]:
            raise InputError(*dict.fromkeys(faults))
        _tell([finding for job in shipped for finding in job.findings], options.all)
        if any(job.refused for job in shipped):
            return FOUND
        beside = {path: data for job in shipped for path, data in job.beside.items()}
        replace_files(beside)
        written = [Written(path, True, len(data)) for path, data in beside.items()]
        made = [file for job in shipped for file in job.made]
        written += write_made(made, [job.whole for job in shipped if job.whole])
        for job in shipped:
            for each in job.tidy:
                tidy(each, [file.path for file in job.made])
    finally:
        progress.hide()
        shutil.rmtree(folder, ignore_errors=True)
    for line in listed_files(written, options.all):
        say(line)
    return DONE


def _printed(options: argparse.Namespace) -> int:
    from cardgen.press.options import Options
    from cardgen.press.printed import record_printed

    (home,) = _homes([options.game])
    chosen = Options(
        languages=options.lang, cards=options.cards, settings=dict(options.set), start=options.start, only=("cards",)
    )
    for line in record_printed(home, options.variant, chosen, options.date, options.printer, options.note):
        say(line)
    return DONE


def _words(options: argparse.Namespace) -> int:
    from cardgen.press.translators import give_words, take_words

    (home,) = _homes([options.game])
    if bool(options.to) == bool(options.file):
        raise fail("expected either --to po, csv or xliff, or --from FILE")
    for line in (
        take_words(home, options.file) if options.file else give_words(home, options.to, options.lang, options.out)
    ):
        say(line)
    return DONE


def _calibrate(options: argparse.Namespace) -> int:
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


def _check(options: argparse.Namespace) -> int:
    from cardgen.outputs import replace_file, require_writable
    from cardgen.validation.check import check
    from cardgen.validation.plan import Plan, Wanted

    jobs = [(home, _variants(home, options.variant)) for home in _homes(options.games)]
    if options.report:
        require_writable(options.report)
    plan = Plan(
        options.players, options.policies, options.number, options.seed, dict(options.set),
        options.time, options.deep, options.fresh, options.cluster,
    )  # fmt: skip
    wanted = Wanted(options.json, options.all, bool(options.report), options.static)
    told = check(jobs, plan, wanted)
    if options.report:
        replace_file(options.report, told.page.encode())
    say(told.text)
    if told.stopped == "interrupted":
        return INTERRUPTED
    if told.faults:
        return INPUT if options.json else _input_fault(False, told.faults, options.all)
    return DONE if told.ok else FOUND


def _sweep(options: argparse.Namespace) -> int:
    from cardgen.outputs import replace_file, require_writable
    from cardgen.validation.sampling.cluster import hired
    from cardgen.validation.settings import swept
    from cardgen.validation.settings.sweep import sweep
    from cardgen.validation.settings.sweep_page import page

    for path in filter(None, (options.report, options.csv, options.parquet)):
        require_writable(path)
    if options.parquet:
        swept.require_parquet()
    ground = _ground(options, options.over, "--over", options.policies)
    tell = retelling()
    with hired(options.cluster) as crew:
        found = sweep(
            ground, options.measure, options.number, options.sample, options.fresh,
            lambda done, total, what: tell(f"{done:,} of {total:,}: {what}"), crew,
        )  # fmt: skip
    tell("")
    if options.report:
        replace_file(options.report, page(found).encode())
    if options.csv:
        replace_file(options.csv, swept.as_csv(found))
    if options.parquet:
        replace_file(options.parquet, swept.as_parquet(found))
    say(json.dumps(swept.as_json(found), indent=2) if options.json else swept.as_text(found))
    return INTERRUPTED if found.stopped else DONE


def _tune(options: argparse.Namespace) -> int:
    from cardgen.outputs import replace_file, require_writable
    from cardgen.validation.sampling.cluster import hired
    from cardgen.validation.settings import tuned
    from cardgen.validation.settings.tune import expectations, tune
    from cardgen.validation.settings.tune_page import page

    for path in filter(None, (options.out, options.report)):
        require_writable(path)
    ground = _ground(options, options.within, "--within")
    if options.out:
        tuned.require_name(ground, options.out)
    tell = retelling()
    with hired(options.cluster) as crew:
        found = tune(
            ground, expectations(ground, options.wished), options.budget, options.fresh,
            lambda done, total, what: tell(f"{done:,} of {total:,}: {what}"), crew,
        )  # fmt: skip
    tell("")
    written = bool(options.out and found.best)
    if written:
        replace_file(options.out, tuned.as_variant(found, options.out).encode())
    if options.report:
        replace_file(options.report, page(found, options.out).encode())
    say(json.dumps(tuned.as_json(found), indent=2) if options.json else tuned.as_text(found, options.out))
    if found.stopped:
        return INTERRUPTED
    return DONE if found.best else FOUND


def _ground(options: argparse.Namespace, axes: Sequence[str], option: str, policies: Sequence[str] = ()):
    """Where a sweep or a search takes place."""
    from cardgen.validation.settings.space import Space, axis
    from cardgen.validation.settings.trials import Ground

    space = Space(tuple(axis(text, option) for text in axes))
    settings, home = dict(options.set), _homes([options.game])[0]
    return Ground(home, options.variant, space, settings, options.players, tuple(policies), seed=options.seed)


def _replay(options: argparse.Namespace) -> int:
    from cardgen.validation.replay import replay

    home = _homes([options.game])[0]
    game = home, options.variant, dict(options.set)
    for line in replay(*game, options.players, options.seed, options.policies, options.lang, options.typed):
        say(line)
    return DONE


def _learn(options: argparse.Namespace) -> int:
    from cardgen import progress
    from cardgen.play.course import here
    from cardgen.play.learning import GAMES, learn_game
    from cardgen.validation.sampling.cluster import Cluster, hired

    (home,) = _homes([options.game])
    progress.show()
    try:
        with hired(options.cluster) as crew:
            studies = crew.study if isinstance(crew, Cluster) else here
            path, found = learn_game(home, options.players, options.number or GAMES, options.seed, studies)
    finally:
        progress.hide()
    for line in found:
        say(line)
    say(path)
    return DONE


def _list(options: argparse.Namespace) -> int:
    from cardgen.listing import list_game, list_games

    say(list_game(_homes([options.game])[0]) if options.game else list_games(_homes([])))
    return DONE


def _new(options: argparse.Namespace) -> int:
    from cardgen.library import is_path
    from cardgen.starter import make_game

    folder = make_game(options.name, Path(options.cards) if options.cards else None, options.sheet, options.kind)
    path = folder if is_path(str(folder)) else f"./{folder}"
    say(f"made {folder}/game.yaml; print it with: cardgen build {path}")
    return DONE


def _seal(options: argparse.Namespace) -> int:
    from cardgen.definitions.load import load_game
    from cardgen.rulebook.seal import seal

    for line in seal(load_game(_homes([options.game])[0]), options.clauses) or ["nothing to write"]:
        say(line)
    return DONE


def _schema(options: argparse.Namespace) -> int:
    from cardgen.definitions.schema import schemas, write_schemas
    from cardgen.library import library_of
    from cardgen.rules.schema import FILE, rules_schema

    library = library_of(Path.cwd())
    shared = Path(os.path.relpath(library)) / "templates" if library and (library / "templates").is_dir() else Path()
    for path in write_schemas(options.out or shared / "schemas", schemas() | {FILE: rules_schema()}):
        say(path)
    return DONE


_COMMANDS = {
    "list": _list,
    "new": _new,
    "build": _build,
    "printed": _printed,
    "words": _words,
    "calibrate": _calibrate,
    "export": _export,
    "check": _check,
    "sweep": _sweep,
    "tune": _tune,
    "replay": _replay,
    "learn": _learn,
    "seal": _seal,
    "schema": _schema,
}
