"""The table of instructions against what carries them out: interpreter, Python and games as they are compiled."""

import ast
import inspect
import re
from pathlib import Path

import pytest

from cardgen.play.clauses import interpreter
from cardgen.rules import code
from cardgen.rules.compile import compile_program
from cardgen.rules.instructions import (
    BOTH,
    CODES,
    OF,
    OPCODES,
    OTHERS,
    PICK,
    REGISTERS,
    ROW_OPCODES,
    TARGET,
    TO,
    ZONE,
)
from cardgen.rules.python import _Writer
from cardgen.rules.simplify import simplified
from tests.rules.test_plain import program
from tests.rules.test_read import GAMES

OPERANDS = ("a", "b", "c", *(f"row[{number}]" for number in range(4, 9)))  # as the interpreter names them
MARKS = ("label", "end_temporaries", "stop")  # which the writer of Python looks for itself, or never gets
EXAMPLES = sorted(path.stem for path in GAMES.glob("*.yaml") if path.stem not in ("robber", "king_lui"))


def cases():
    """By the name of a row, what the interpreter does."""
    tree = ast.parse(Path(interpreter.__file__).read_text(encoding="utf-8"))
    (chain,) = (
        node
        for loop in ast.walk(tree)
        if isinstance(loop, ast.While)
        for node in loop.body
        if isinstance(node, ast.If) and "ops." in ast.unparse(node.test)
    )
    found = {}
    while chain:
        for name in re.findall(r"ops\.(\w+)", ast.unparse(chain.test)):
            assert name.lower() not in found, f"{name} twice"
            found[name.lower()] = chain.body
        (chain,) = chain.orelse or (None,)
    return found


CASES = cases()


def plain(source):
    """Source as Python writes it, with numbers of registers, without what only keeps numba's numbers small."""
    source = re.sub(r"v\[([A-Z]+)\]", lambda told: f"v[{getattr(code, told[1])}]", source)
    return re.sub(r"np\.int32\((\w+)\)", r"\1", ast.unparse(ast.parse(source)))


def named(row):
    """A row's operands in the interpreter."""
    for place, kind in enumerate(row.kinds):
        name = OPERANDS[place]
        owner = f" + v[{OPERANDS[place + 1]}]" if kind == ZONE else ""
        yield f"v[{name}]" if kind in REGISTERS else name + owner


def ways(name):
    """What the interpreter may go on at behind a row."""
    for node in ast.walk(ast.Module(CASES[name], [])):
        if isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
            pairs = zip(target.elts, value.elts, strict=True) if isinstance(target, ast.Tuple) else [(target, value)]
            for variable, there in pairs:
                if ast.unparse(variable) == "pc":
                    ends = [there.body, there.orelse] if isinstance(there, ast.IfExp) else [there]
                    yield from map(ast.unparse, ends)


def test_operands_are_of_known_kinds():
    for told in (*ROW_OPCODES, *OPCODES.values()):
        assert {*told.kinds} <= {*REGISTERS, ZONE, TARGET, *OTHERS}, told
        assert all(told.kinds[place + 1] == OF for place in told.places(ZONE)), f"{told.name}: a zone without its owner"


def test_each_row_has_its_case_in_the_interpreter():
    assert CASES.keys() == CODES.keys()


@pytest.mark.parametrize("row", [row for row in ROW_OPCODES if row.does], ids=lambda row: row.name)
def test_the_interpreter_does_what_the_table_says(row):
    assert plain(ast.unparse(CASES[row.name])) == plain(row.does.format(*named(row)))


@pytest.mark.parametrize("row", [row for row in ROW_OPCODES if row.name != "next_combo"], ids=lambda row: row.name)
def test_the_interpreter_reads_and_writes_what_the_table_says(row):
    """A loop begins and goes on in one case, so that it is not looked at whether that reads what they differ in."""
    body = ast.Module(CASES[row.name], [])
    read, written = set(), set()
    for node in ast.walk(body):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "v":
            (read if isinstance(node.ctx, ast.Load) else written).add(ast.unparse(node.slice))
        if isinstance(node, ast.AugAssign) and ast.unparse(node.target).startswith("v["):
            read.add(ast.unparse(node.target)[2:-1])
    loop = row.name.startswith(("first_", "next_")) and row.leaves
    for place, kind in enumerate(row.kinds):
        assert (OPERANDS[place] in written) == (kind in (TO, BOTH)), (row.name, place)
        if not (loop and place in (0, 4)):
            assert (OPERANDS[place] in read) == (kind in (OF, BOTH)), (row.name, place)


@pytest.mark.parametrize("row", [row for row in ROW_OPCODES if row.places(TARGET)], ids=lambda row: row.name)
def test_the_interpreter_goes_on_where_the_table_says(row):
    assert {*ways(row.name)} == {OPERANDS[place] for place in row.places(TARGET)}


def test_python_is_written_for_each_instruction():
    for told in OPCODES.values():
        if not told.does and told.name not in MARKS:
            assert len(inspect.signature(getattr(_Writer, f"_{told.name}")).parameters) == 1 + len(told.kinds), told


def test_each_instruction_becomes_rows_that_there_are():
    for told in OPCODES.values():
        assert set(told.rows) <= CODES.keys(), told
        assert told.rows or told.name in CODES or told.name in ("branch", "if", "end", "label", "end_temporaries"), told


@pytest.mark.parametrize("name", EXAMPLES)
def test_games_use_instructions_as_the_table_says(name):
    written = compile_program(program(name), 4).code
    for operation, *operands in (*written.instructions, *simplified(written)):
        kinds = OPCODES[operation].kinds
        assert len(kinds) == len(operands), operation
        for kind, operand in zip(kinds, operands, strict=True):
            assert isinstance(operand, str) == (kind in ("sign", "section")), operation


def test_only_rows_that_work_something_out_are_pure():
    for told in OPCODES.values():
        assert not told.pure or (
            told.defines_first and not told.clobbers and {*told.kinds[1:]}.isdisjoint((TO, BOTH, PICK))
        )
