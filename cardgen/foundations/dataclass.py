"""`dataclass`, as the standard library has it, but its methods are written when the first object is made.

Writing them takes half a millisecond a class. A command imports two hundred classes and makes objects of some.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    import dataclasses
    import inspect
    from threading import RLock

    _TOLD = ("__dataclass_fields__", "__dataclass_params__", "__match_args__")  # what is asked of the class itself
    _ORDER = ("__lt__", "__le__", "__gt__", "__ge__")
    _lock = RLock()

    def dataclass(cls=None, /, **options):
        """See `dataclasses.dataclass`."""
        return _later(cls, options) if cls else lambda cls: _later(cls, options)

    class _Later:
        """What a class tells of itself, once its methods are written."""

        def __init__(self, write, name):
            self.write, self.name = write, name

        def __get__(self, one, cls):
            return getattr(self.write(), self.name)

    def _later(plain, options):
        """The class with slots, if it is to have them, and methods that write the real ones in their place."""
        slots, eq, frozen = options.pop("slots", False), options.get("eq", True), options.get("frozen", False)
        cls, own = _slotted(plain, frozen) if slots else plain, dict(plain.__dict__)
        methods = ["__init__", "__repr__", *(["__eq__"] if eq else ()), *(_ORDER if options.get("order") else ())]
        methods += ["__setattr__", "__delattr__"] if frozen else []
        methods += ["__hash__"] if eq and frozen else []
        missing = [name for name in methods if name not in own or (name == "__hash__" and own[name] is None)]
        written = False

        def write():
            nonlocal written
            with _lock:
                if not written:
                    written = True
                    made = dataclasses.dataclass(**options)(_again(own, plain))
                    for name in (*missing, *_TOLD, "__replace__"):  # each at once: other threads may be calling it
                        if name in made.__dict__:
                            setattr(cls, name, made.__dict__[name])
            return cls

        for name in missing:
            setattr(cls, name, _first(write, name))
        for name in _TOLD:
            setattr(cls, name, _Later(write, name))
        if eq and not frozen and "__hash__" not in own:
            cls.__hash__ = None
        return cls

    def _first(write, name):
        def method(self, *given, **named):
            return getattr(write(), name)(self, *given, **named)

        return method

    def _again(own, plain):
        """The class as it was before anything was put into it."""
        content = {name: value for name, value in own.items() if name not in ("__dict__", "__weakref__")}
        content["__doc__"] = content.get("__doc__") or plain.__name__  # else it is worked out, which takes long
        return type(plain)(plain.__name__, plain.__bases__, content)

    def _slotted(plain, frozen):
        """The class with a slot for each field of its own; what a field has unless told stays with the plain one."""
        told = inspect.get_annotations(plain)
        names = [name for name in told if "ClassVar" not in str(told[name]) and not _is_in_base(plain, name)]
        content = {name: value for name, value in plain.__dict__.items() if name not in names}
        for name in ("__dict__", "__weakref__"):
            content.pop(name, None)
        if frozen and "__getstate__" not in content:
            content |= {"__getstate__": _state_of, "__setstate__": _set_state}
        cls = type(plain)(plain.__name__, plain.__bases__, content | {"__slots__": tuple(names)})
        cls.__qualname__ = plain.__qualname__
        return cls

    def _is_in_base(plain, name):
        return any(name in base.__dict__.get("__slots__", ()) for base in plain.__mro__[1:])

    def _state_of(self):
        return [getattr(self, field.name) for field in dataclasses.fields(self)]

    def _set_state(self, state):
        for field, value in zip(dataclasses.fields(self), state, strict=True):
            object.__setattr__(self, field.name, value)


__all__ = ["dataclass"]
