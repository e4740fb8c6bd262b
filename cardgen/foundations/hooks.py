"""A module that others may write, as an object of a class that declares what it may offer.

A class declares hooks: constants with their types, functions as methods. A constant without a value and an abstract
method must be there; of any other hook that a module leaves out, the class holds the default. So what asks for a hook
never asks whether there is one.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any, TypeVar

from cardgen.foundations.errors import Fault, InputError, Place, is_slip

# What begins the types of constants, what they are then, and what that is called.
KINDS: dict[str, tuple[Any, str]] = {
    "tuple": ((tuple, list), "a tuple"),
    "Mapping": (Mapping, "a mapping"),
    "int": (int, "a whole number"),
    "str": (str, "a text"),
    "type": (type, "a class"),
}


class Hooks:
    """Base of what a kind of module may offer."""

    module: ModuleType  # that offers it; one without anything, where all is as the class has it

    def offers(self, hook: str) -> bool:
        """Whether the module itself has a hook, which else has its default."""
        return hook in vars(type(self))


H = TypeVar("H", bound=Hooks)


def adopt(kind: Callable[..., H], module: ModuleType | None, **context: Any) -> H:
    """A module's hooks, with defaults for those that it lacks; `context` is what these defaults read.

    Raises InputError for all that is wrong with the module: what is missing, misspelt or called otherwise.
    """
    contract: Any = kind  # a class; mypy takes none with abstract methods for a type[H]
    module = module or ModuleType(contract.__module__)
    names = hook_names(contract)
    if faults := [*_missing(contract, names, module), *_misspelt(names, module), *_unfit(contract, names, module)]:
        raise InputError(*faults)
    own = {name: staticmethod(hook) if callable(hook) else hook for name, hook in _offered(names, module)}
    return type(contract.__name__, (contract,), {"module": module, **own, **context})()


def hook_names(contract: type[Hooks]) -> list[str]:
    """The hooks that a class declares, in its order."""
    told = [*vars(contract).get("__annotations__", {}), *vars(contract)]
    return [name for name in dict.fromkeys(told) if not name.startswith("_")]


def is_required(contract: type[Hooks], name: str) -> bool:
    """Whether every module must have a hook."""
    return name not in vars(contract) or getattr(vars(contract)[name], "__isabstractmethod__", False)


def parameters(contract: type[Hooks], name: str) -> list[str] | None:
    """What a function is called with, in its order; None for a constant."""
    declared = vars(contract).get(name)
    if not inspect.isfunction(declared):
        return None
    told = inspect.signature(declared).parameters.values()
    return [each.name for each in told if each.name != "self" and each.kind is each.POSITIONAL_OR_KEYWORD]


def _offered(names: list[str], module: ModuleType) -> Iterator[tuple[str, Any]]:
    yield from ((name, vars(module)[name]) for name in names if name in vars(module))


def _missing(contract: type[Hooks], names: list[str], module: ModuleType) -> Iterator[Fault]:
    for name in names:
        if is_required(contract, name) and name not in vars(module):
            yield _fault(module, f"there is no '{name}', which every such module has")


def _misspelt(names: list[str], module: ModuleType) -> Iterator[Fault]:
    """What a module defines itself that is a hook but for a slip, where it has not that hook as well."""
    absent = [name for name in names if name not in vars(module)]
    for name, value in vars(module).items():
        if name.startswith("_") or name in names:
            continue
        meant = next((hook for hook in absent if is_slip(name, hook)), None)
        if meant and _defines(module, name, value):
            told = f"cardgen never asks for '{name}'; did you mean '{meant}'? Begin names of your own with _"
            yield _fault(module, told, value)


def _defines(module: ModuleType, name: str, value: Any) -> bool:
    """Whether a name is of the module's own making; only its source tells a constant from one that it imports."""
    if callable(value):
        return bool(value.__module__ == module.__name__)
    try:
        tree = ast.parse(inspect.getsource(module))
    except (OSError, TypeError):  # it has none
        return False
    written = (each for line in tree.body if isinstance(line, (ast.Assign, ast.AnnAssign)) for each in ast.walk(line))
    return any(isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Store) for each in written)


def _unfit(contract: type[Hooks], names: list[str], module: ModuleType) -> Iterator[Fault]:
    for name, hook in _offered(names, module):
        asked = parameters(contract, name)
        if asked is None:
            kind = str(vars(contract).get("__annotations__", {}).get(name, "")).partition("[")[0]
            expected, called = KINDS.get(kind, (object, ""))
            if not isinstance(hook, expected):
                yield _fault(module, f"{name}: expected {called}, got {hook!r}")
        elif not callable(hook):
            yield _fault(module, f"{name}: expected a function, got {hook!r}")
        elif not takes(hook, *asked):
            given = ", ".join(inspect.signature(hook).parameters)
            yield _fault(module, f"{name}: expected {name}({', '.join(asked)}), got {name}({given})", hook)


def takes(function: Any, *given: str, **named: str) -> bool:
    """Whether a function can be called so."""
    try:
        inspect.signature(function).bind(*given, **named)
    except TypeError:
        return False
    return True


def _fault(module: ModuleType, message: str, value: Any = None) -> Fault:
    code = getattr(inspect.unwrap(value), "__code__", None) if callable(value) else None
    line = code.co_firstlineno if code else 0
    place = Place(getattr(module, "__file__", None) or module.__name__, line, 1 if line else 0)
    return Fault(f"{module.__name__}: {message}", place)
