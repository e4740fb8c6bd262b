"""Runs the command line as a process: streams, interruptions, errors and exit codes."""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys
from collections.abc import Sequence

from cardgen.commands import DONE, INPUT, INTERRUPTED
from cardgen.commands.parser import module_of, parser
from cardgen.foundations import interruption
from cardgen.foundations.errors import CardgenError, Fault, InputError
from cardgen.foundations.terminal import say, silence
from cardgen.store import processes


def start() -> int:
    """Runs the command in this process. Returns never: the process exits.

    The process is short-lived, so pydantic's plug-ins and the cycle collector would only cost time. It exits without
    freeing memory object by object, and ends its child processes.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's threads would spin while they wait
    gc.disable()
    _open_streams()
    interruption.handle_termination()
    code = main()
    processes.end_all()
    os._exit(code)  # all output is already flushed


def _open_streams() -> None:
    """Opens the null device for each standard stream that the caller has closed. Otherwise the next file that cardgen
    opens would get that stream's number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code is 0 (done), 1 (a check found an error, a search nothing), 2 (bad input) or 130
    (interrupted)."""
    arguments = sys.argv[1:] if arguments is None else arguments
    as_json, whole = "--json" in arguments, "--all" in arguments  # read before parsing, which can fail
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal may lack letters of a title
    try:
        try:
            if not arguments:
                parser().print_help()
                return INPUT
            with interruption.prefer_interruption():
                return _run(parser(arguments[:1]).parse_args(arguments))
        except InputError as error:
            return _refuse(error.faults, as_json, whole)
        except CardgenError as error:
            return _refuse((Fault(str(error)),), as_json, whole)
    except KeyboardInterrupt:
        say("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        silence()
        return DONE
    except OSError as error:  # errors of other files are CardgenErrors; this is a full or closed output
        silence()
        say(f"cannot write to standard output: {error.strerror}", file=sys.stderr)
        return INPUT


def _run(options: argparse.Namespace) -> int:
    code = module_of(options.command).run(options)
    if sys.stdout:
        sys.stdout.flush()  # main can still report an error here
    interruption.settle()
    return code


def _refuse(faults: Sequence[Fault], as_json: bool, whole: bool) -> int:
    from cardgen.commands.reports import refuse  # imported here, because commands without a fault start sooner

    return refuse(faults, as_json, whole)
