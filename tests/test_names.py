"""Functions are called after what they do or return: a bare participle names neither."""

import ast

from tests.test_house import SOURCES

BARE = {
    "asked", "come", "counted", "done", "drawn", "found", "given", "gone", "held", "kept", "known", "laid", "made",
    "named", "placed", "played", "printed", "said", "seen", "sent", "shown", "taken", "told", "worded", "written",
}  # fmt: skip
# What engines, which anybody may write, are asked for by name: cardgen/play/contract.py
CONTRACT = {("zones", "played"), ("contract", "played")}


def bare_names(module):
    tree = ast.parse(SOURCES[module].read_text("utf-8"))
    functions = (node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    return [f"{module}:{node.lineno} {node.name}" for node in functions if _is_bare(module, node.name)]


def _is_bare(module, name):
    return name.strip("_") in BARE and (module.rpartition(".")[2], name) not in CONTRACT


def test_no_function_is_called_by_a_bare_participle():
    assert [each for module in SOURCES for each in bare_names(module)] == []
