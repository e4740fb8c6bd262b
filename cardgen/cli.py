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

from cardgen import interruption, processes, sending
from cardgen.arguments import parser
from cardgen.asked import DONE, FOUND, INPUT, INTERRUPTED, homes, variants
from cardgen.errors import CardgenError, Fault, InputError, fail
from cardgen.findings import listed
from cardgen.terminal import retelling, say, silence


def start() -> int:
    """The command as a process of its own: short-lived, so neither pydantic's plug-ins nor the cycle collector pay.

    Nor does it give its memory back object by object, or wait for what it has begun: that ends with it.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's, which wait by turning round, for what is not asked
    gc.disable()
    _open_streams()
    interruption.heed()
    code = main()
    processes.end_all()
    os._exit(code)  # all that it printed is flushed


def _open_streams() -> None:
    """What a caller has closed leads nowhere: else the first file to be opened would take its number, and be read or
    written to as if it were a terminal."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


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
            with interruption.answered():
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
    interruption.settle()
    return code


def _input_fault(as_json: bool, faults: Sequence[Fault], whole: bool) -> int:
    if as_json:
        from cardgen.validation.telling.report import faults_as_json

        say(json.dumps(faults_as_json(faults), indent=2), flush=True)
        return INPUT
    for line in listed(faults, str, whole):
        say(line, file=sys.stderr)
    return INPUT


def _check(options: argparse.Namespace) -> int:
    from cardgen.validation.check import check
    from cardgen.validation.plan import Plan, Wanted
    from cardgen.writing import replace_file, require_writable

    jobs = [(home, variants(home, options.variant)) for home in homes(options.games)]
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
    from cardgen.validation.sampling.cluster import hired
    from cardgen.validation.settings import swept
    from cardgen.validation.settings.sweep import sweep
    from cardgen.validation.settings.sweep_page import page
    from cardgen.writing import replace_file, require_writable

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
    from cardgen.validation.sampling.cluster import hired
    from cardgen.validation.settings import tuned
    from cardgen.validation.settings.tune import expectations, tune
    from cardgen.validation.settings.tune_page import page
    from cardgen.writing import replace_file, require_writable

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
    settings, home = dict(options.set), homes([options.game])[0]
    return Ground(home, options.variant, space, settings, options.players, tuple(policies), seed=options.seed)


def _replay(options: argparse.Namespace) -> int:
    from cardgen.validation.replay import replay

    home = homes([options.game])[0]
    game = home, options.variant, dict(options.set)
    for line in replay(*game, options.players, options.seed, options.policies, options.lang, options.typed):
        say(line)
    return DONE


def _learn(options: argparse.Namespace) -> int:
    from cardgen import progress
    from cardgen.play.course import here
    from cardgen.play.learning import GAMES, learn_game
    from cardgen.validation.sampling.cluster import Cluster, hired

    (home,) = homes([options.game])
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
    from cardgen.listed import list_of

    say(list_of(homes([options.game] if options.game else []), whole=bool(options.game)))
    return DONE


def _new(options: argparse.Namespace) -> int:
    from cardgen.importers.read import is_script
    from cardgen.library import is_path
    from cardgen.starter import adopt_game, make_game, make_game_of_sheet

    lost: list[str] = []
    faults: Sequence[Fault] = ()
    if options.pictures:
        folder = _new_of_pictures(options)
    elif options.cards and is_script(options.cards):
        if options.sheet or options.kind:
            raise fail("--sheet and --kind: a script or a project says itself what its cards are")
        folder, lost = adopt_game(options.name, Path(options.cards))
    elif options.cards and not options.kind:
        folder, faults = make_game_of_sheet(options.name, Path(options.cards), options.sheet)
    else:
        folder = make_game(options.name, Path(options.cards) if options.cards else None, options.sheet, options.kind)
    path = folder if is_path(str(folder)) else f"./{folder}"
    say(f"made {folder}/game.yaml; print it with: cardgen build {path}")
    if lost:
        say("this did not come over:")
    if faults:
        say(f"this cannot be printed as it stands; cardgen build --draft {path} marks it:")
    for line in lost or listed(faults, str, options.all):
        say(f"  {line}")
    return DONE


def _new_of_pictures(options: argparse.Namespace) -> Path:
    from cardgen import progress
    from cardgen.starter import make_game_of_pictures

    if options.cards or options.kind or options.sheet:
        raise InputError(Fault("--from-pictures: a game begins with pictures, or with a spreadsheet, or as a kind"))
    progress.show()
    try:
        made = make_game_of_pictures(options.name, Path(options.pictures))
    finally:
        progress.hide()
    for line in (*listed(made.left, str, options.all), *made.holds):
        say(line)
    return made.folder


def _seal(options: argparse.Namespace) -> int:
    from cardgen.rulebook.seal import seal
    from cardgen.rules.load import load_game

    for line in seal(load_game(homes([options.game])[0]), options.clauses) or ["nothing to write"]:
        say(line)
    return DONE


def _desk(options: argparse.Namespace) -> int:
    try:
        from cardgen.desk.server import serve
    except ModuleNotFoundError as error:
        missing = f"the desk needs '{error.name}', which is not installed: pip install 'cardgen[desk]'"
        raise InputError(Fault(missing)) from None
    serve(homes([options.game] if options.game else []), options.port, options.share, not options.no_browser)
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
    "build": sending.build,
    "printed": sending.printed,
    "words": sending.words,
    "calibrate": sending.calibrate,
    "export": sending.export,
    "check": _check,
    "sweep": _sweep,
    "tune": _tune,
    "replay": _replay,
    "learn": _learn,
    "seal": _seal,
    "desk": _desk,
    "schema": _schema,
}
