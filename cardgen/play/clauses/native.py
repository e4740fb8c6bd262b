"""Chooses how a game of clauses runs, and makes its machine code from the Python source of its instructions
(`rules/python.py`). The code is kept on disk under a key that `_name` makes, and called by its address.

All else that plays is compiled by numba, once for all games. It calls `execute` or `run` here. They continue in the
game's own code if its table has an address, else in the interpreter; both play the same game. `precompile` in
`zones.py` compiles that code, and `ready` puts its address into the table. Both are called by an address, so their
callers compile soon, and numba compiles the interpreter only if it is needed.
"""

from __future__ import annotations

import ctypes
import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from cardgen.play import chance
from cardgen.play.clauses import counts, interpreter, moves, record
from cardgen.play.clauses.numbers import within
from cardgen.play.clauses.pointers import call_at, carray, run_at, set_fallback, signature
from cardgen.play.compiled import COMPILES, address, inlined, is_kept, source_hash, sources, translators
from cardgen.play.lowering import intrinsics
from cardgen.play.lowering.module import Module, functions_of
from cardgen.play.records import dead_end, silent, use
from cardgen.play.tiers import tiers
from cardgen.rules.compile import Compiled
from cardgen.rules.python import source_of
from cardgen.store.cache import keep, prune, read

KIND = "clauses"  # the folder of the cache
MAX_KEPT = 20_000_000  # bytes
ENTRY = "entry"
NAMES = {
    "np": np, "chance": chance, "counts": counts, "moves": moves,
    "intrinsics": intrinsics, "dead_end": dead_end, "silent": silent, "use": use, "within": within,
}  # fmt: skip
_addresses: dict[int, int] = {}  # address of each game's machine code, by its table's `code`; 0 if there is none
_engines: list[Any] = []  # keep the machine code alive
_unoptimised: set[int] = set()  # tables whose machine code was compiled with `quick`


def _by_address(table, state, pc, options):
    return call_at(table.native, table, state, np.int64(pc), options)


def _interpret(table, state, pc, options, most):
    return interpreter.execute(carray(table, 1)[0], carray(state, 1)[0], pc, carray(options, most))


def _run_by_address(table, state, pc):
    return run_at(table.native, table, state, np.int64(pc))


def _run(table, state, pc):
    return interpreter.execute(table, state, pc, state.v[:0])


execute = inlined(_by_address, interpreter.execute)  # runs the game's own code if the table has its address
run = inlined(_run_by_address, _run)  # the same for rows that offer no options


def _address_of_interpreter() -> int:
    """The address of the compiled interpreter; 0 if it is not compiled yet and nobody waits for it."""
    if not tiers.must_compile() and not is_kept(_interpret):
        return 0
    return address(_interpret, signature(record.TABLE, record.STATE))


def _in_python(table, state, pc, options, most):
    """Does what `_interpret` does, in Python."""
    at = [_record(record.TABLE, table), _record(record.STATE, state)]
    room = np.ctypeslib.as_array(ctypes.cast(options, ctypes.POINTER(ctypes.c_int32)), (most,)) if most else at[1].v[:0]
    with np.errstate(over="ignore"):
        return int(tiers.interpret(interpreter.execute, *at, pc, room))


def _end(table, state, pc, options, most):
    """Ends the game instead of interpreting it."""
    _record(record.STATE, state).terminal = 1
    return 0


def _record(kind: np.dtype, address: int) -> np.record:
    memory = memoryview((ctypes.c_char * kind.itemsize).from_address(address))
    return np.frombuffer(memory, kind)[0]


prepare_interpreter = set_fallback(_address_of_interpreter, _in_python, _end) if COMPILES else lambda: None


def interpreter_is_missing() -> bool:
    """Whether the interpreter must be compiled before it plays many games."""
    return COMPILES and not is_kept(_interpret)


def make_interpreter() -> None:
    """Compiles the interpreter and keeps its machine code, for all processes."""
    if interpreter_is_missing():
        address(_interpret, signature(record.TABLE, record.STATE))


def address_of(tables: np.ndarray) -> int:
    """The address of a game's machine code in this process, loaded from disk if necessary; 0 if there is none."""
    key = int(tables[0].code)
    if COMPILES and key not in _addresses:
        _addresses[key] = 0
        for quick in (False, True):
            if not _addresses[key] and (made := read(KIND, _name(key, quick))):
                _take(key, made, quick)
    return _addresses.get(key, 0)


def load(game: Compiled, tables: np.ndarray, quick: bool = False) -> None:
    """Loads a game's machine code into this process, and makes it if it is not on disk; `quick` as in `object_of`."""
    key = int(tables[0].code)
    if not COMPILES or (address_of(tables) and (quick or key not in _unoptimised)):
        return
    made = object_of(text_of(game, tables), quick)
    keep(KIND, _name(key, quick), made)
    prune(KIND, MAX_KEPT)
    _take(key, made, quick)


def _take(key: int, made: bytes, quick: bool) -> None:
    _addresses[key] = _linked(made)
    (_unoptimised.add if quick else _unoptimised.discard)(key)


def text_of(game: Compiled, tables: np.ndarray) -> str:
    """The game as LLVM IR."""
    return Module(tables[0], record.STATE).text(functions_of(source_of(game), NAMES)["execute"], ENTRY)


def object_of(text: str, quick: bool = False) -> bytes:
    """Compiles an object file for this processor. With `quick`, compiles in half the time code that runs a tenth
    slower."""
    from llvmlite import binding as llvm

    module, target = llvm.parse_assembly(text), _target()
    tuning = llvm.create_pipeline_tuning_options(speed_level=1)  # higher levels only compile more slowly
    tuning.loop_vectorization = tuning.slp_vectorization = tuning.loop_unrolling = False
    tuning.inlining_threshold = 50
    builder = llvm.create_pass_builder(target, tuning)
    if quick:
        passes = llvm.create_new_module_pass_manager()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        passes.add_instruction_combine_pass()
    else:
        passes = builder.getModulePassManager()
    passes.run(module, builder)
    return bytes(target.emit_object(module))


@cache
def _target() -> Any:
    from llvmlite import binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu, features, opt=1, codemodel="jitdefault", jit=True, reloc="default"
    )


def _name(key: int, quick: bool) -> str:
    """The file name of an object, which depends on the sources and on the processor."""
    from llvmlite import binding as llvm

    identity = f"{_sources()} {llvm.llvm_version_info} {llvm.get_host_cpu_name()} {key} {quick}"
    return hashlib.sha256(f"{identity} {llvm.get_host_cpu_features().flatten()}".encode()).hexdigest()[:32]


@cache
def _sources() -> str:
    """A hash of the sources that play, and of those that make machine code."""
    return source_hash([*sources(Path(__file__).parent), *translators()])


def _linked(made: bytes) -> int:
    """Links an object into this process; returns the address of its entry."""
    from llvmlite import binding as llvm

    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target())
    engine.add_object_file(llvm.ObjectFileRef.from_data(made))
    engine.finalize_object()
    _engines.append(engine)
    return int(engine.get_function_address(ENTRY))
