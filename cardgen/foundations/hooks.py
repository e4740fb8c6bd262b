"""Adopts modules that others write, as objects of a class that declares their hooks.

A class declares hooks: constants with their types, and functions as methods. Constants without a value and abstract
methods are required. For any other missing hook the class has the default, so callers never test whether a hook exists.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any, TypeVar

from cardgen.foundations.errors import Fault, InputError, Place, is_slip

# The beginning of a constant's type, the types that it accepts, and their name in messages.
KINDS: dict[str, tuple[Any, str]] = {
    "tuple": ((tuple, list), "a tuple"),
    "Mapping": (Mapping, "a mapping"),
    "int": (int, "a whole number"),
    "str": (str, "a text"),
    "type": (type, "a class"),
}


class Hooks:
    """Base class of the hooks that a kind of module can offer."""

    module: ModuleType  # the module with the hooks; an empty one if all hooks are defaults

    def offers(self, hook: str) -> bool:
        """Returns whether the module itself has a hook; otherwise the default applies."""
        return hook in vars(type(self))


H = TypeVar("H", bound=Hooks)


def adopt(kind: Callable[..., H], module: ModuleType | None, **context: Any) -> H:
    """Returns a module's hooks, with defaults for those that it lacks; the defaults can read `context`.

    Raises InputError with all faults of the module: hooks that are missing, misspelt, or of another type or signature.
    """
    contract: Any = kind  # a class; mypy takes none with abstract methods for a type[H]
    module = module or ModuleType(contract.__module__)
    names = hook_names(contract)
    if faults := [*_missing(contract, names, module), *_misspelt(names, module), *_unfit(contract, names, module)]:
        raise InputError(*faults)
    own = {name: staticmethod(hook) if callable(hook) else hook for name, hook in _offered_hooks(names, module)}
    return type(contract.__name__, (contract,), {"module": module, **own, **context})()


def hook_names(contract: type[Hooks]) -> list[str]:
    """The hooks that a class declares, in order."""
    names = [*vars(contract).get("__annotations__", {}), *vars(contract)]
    return [name for name in dict.fromkeys(names) if not name.startswith("_")]


def is_required(contract: type[Hooks], name: str) -> bool:
    """Whether every module must have a hook."""
    return name not in vars(contract) or getattr(vars(contract)[name], "__isabstractmethod__", False)


def parameters(contract: type[Hooks], name: str) -> list[str] | None:
    """The parameters of a function, in order; None for a constant."""
    declared = vars(contract).get(name)
    if not inspect.isfunction(declared):
        return None
    declared_parameters = inspect.signature(declared).parameters.values()
    return [
        each.name for each in declared_parameters if each.name != "self" and each.kind is each.POSITIONAL_OR_KEYWORD
    ]


def _offered_hooks(names: list[str], module: ModuleType) -> Iterator[tuple[str, Any]]:
    yield from ((name, vars(module)[name]) for name in names if name in vars(module))


def _missing(contract: type[Hooks], names: list[str], module: ModuleType) -> Iterator[Fault]:
    for name in names:
        if is_required(contract, name) and name not in vars(module):
            yield _fault(module, f"there is no '{name}', which every such module has")


def _misspelt(names: list[str], module: ModuleType) -> Iterator[Fault]:
    """Names that a module defines, and that are misspelt names of hooks which it lacks."""
    absent = [name for name in names if name not in vars(module)]
    for name, value in vars(module).items():
        if name.startswith("_") or name in names:
            continue
        meant = next((hook for hook in absent if is_slip(name, hook)), None)
        if meant and _defines(module, name, value):
            message = f"cardgen never asks for '{name}'; did you mean '{meant}'? Begin names of your own with _"
            yield _fault(module, message, value)


def _defines(module: ModuleType, name: str, value: Any) -> bool:
    """Whether a module defines a name itself; only its source shows whether it imports a constant."""
    if callable(value):
        return bool(value.__module__ == module.__name__)
    try:
        tree = ast.parse(inspect.getsource(module))
    except (OSError, TypeError):  # the value has no source
        return False
    written = (each for line in tree.body if isinstance(line, (ast.Assign, ast.AnnAssign)) for each in ast.walk(line))
    return any(isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Store) for each in written)


def _unfit(contract: type[Hooks], names: list[str], module: ModuleType) -> Iterator[Fault]:
    for name, hook in _offered_hooks(names, module):
        expected_parameters = parameters(contract, name)
        if expected_parameters is None:
            kind = str(vars(contract).get("__annotations__", {}).get(name, "")).partition("[")[0]
            expected, called = KINDS.get(kind, (object, ""))
            if not isinstance(hook, expected):
                yield _fault(module, f"{name}: expected {called}, got {hook!r}")
        elif not callable(hook):
            yield _fault(module, f"{name}: expected a function, got {hook!r}")
        elif not takes(hook, *expected_parameters):
            own = ", ".join(inspect.signature(hook).parameters)
            yield _fault(module, f"{name}: expected {name}({', '.join(expected_parameters)}), got {name}({own})", hook)


def takes(function: Any, *given: str, **named: str) -> bool:
    """Whether a function accepts these arguments."""
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
