"""`dataclass` as in the standard library, but it writes each method when it is first called.

Writing all methods takes half a millisecond a class. A command imports two hundred classes, makes objects of most, and
seldom compares or prints them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    import dataclasses
    import inspect
    from dataclasses import MISSING, Field, FrozenInstanceError
    from reprlib import recursive_repr
    from threading import RLock

    _TOLD = ("__dataclass_fields__", "__dataclass_params__", "__match_args__")  # attributes of the class itself
    _ORDER = ("__lt__", "__le__", "__gt__", "__ge__")
    _COMMON = {"frozen", "eq"}  # options of classes whose methods are written here
    _SPECIAL = "ClassVar", "InitVar", "KW_ONLY"  # annotations of uncommon fields
    _ABSENT = object()  # the default argument of a field with a default factory
    _lock = RLock()

    def dataclass(cls=None, /, **options):
        """Behaves as `dataclasses.dataclass`."""
        return _later(cls, options) if cls else lambda cls: _later(cls, options)

    class _Later:
        """An attribute of a class that is computed on first access."""

        def __init__(self, write, name):
            self.write, self.name = write, name

        def __get__(self, one, cls):
            return getattr(self.write(self.name), self.name)

    def _later(plain, options):
        """Returns the class, with slots if asked for, and with methods that replace themselves by the real ones."""
        slots, eq, frozen = options.pop("slots", False), options.get("eq", True), options.get("frozen", False)
        cls, own = _with_slots(plain, frozen) if slots else plain, dict(plain.__dict__)
        methods = ["__init__", "__repr__", *(["__eq__"] if eq else ()), *(_ORDER if options.get("order") else ())]
        methods += ["__setattr__", "__delattr__"] if frozen else []
        methods += ["__hash__"] if eq and frozen else []
        missing = [name for name in methods if name not in own or (name == "__hash__" and own[name] is None)]
        fields = _common_fields(cls, own) if _COMMON.issuperset(options) else None
        if fields is not None:
            cls.__lazy_fields__ = fields
        written = False

        def write_all(_):
            nonlocal written
            with _lock:
                if not written:
                    written = True
                    made = dataclasses.dataclass(**options)(_again(own, plain))
                    for name in (
                        *missing,
                        *_TOLD,
                        "__replace__",
                    ):  # one by one: other threads may be calling them
                        if name in made.__dict__:
                            setattr(cls, name, made.__dict__[name])
            return cls

        def write_one(name):
            setattr(cls, name, _WRITERS[name](cls, fields))
            return cls

        for name in missing:
            setattr(cls, name, _first(write_all if fields is None else write_one, name))
        for name in _TOLD:
            setattr(cls, name, _Later(write_one if fields is not None and name in _WRITERS else write_all, name))
        if eq and not frozen and "__hash__" not in own:
            cls.__hash__ = None
        return cls

    def _first(write, name):
        def method(self, *given, **named):
            return getattr(write(name), name)(self, *given, **named)

        return method

    def _common_fields(cls, own):
        """Returns the fields in order, those of bases first. Returns None if the class uses what only the standard
        library supports, or what it refuses."""
        fields = {}
        for base in cls.__mro__[:0:-1]:
            if "__lazy_fields__" in base.__dict__:
                fields |= base.__lazy_fields__
            elif "__dataclass_fields__" in base.__dict__:
                return None
        for name, kind in inspect.get_annotations(cls).items():
            value = own.get(name, MISSING)
            field = value if isinstance(value, Field) else dataclasses.field(default=value)
            shared = type(field.default).__hash__ is None  # a default that any object could change for all
            if shared or field.kw_only is True or any(word in str(kind) for word in _SPECIAL):
                return None
            fields[name] = field
        optional = [_has_default(field) for field in fields.values() if field.init]
        return fields if optional == sorted(optional) and "self" not in fields else None

    def _has_default(field):
        return field.default is not MISSING or field.default_factory is not MISSING

    def _init(cls, fields):
        frozen = "__setattr__" in cls.__dict__
        known, arguments, lines = {"_set": object.__setattr__, "_absent": _ABSENT}, ["self"], []
        for name, field in fields.items():
            default, value = "", name
            if field.default_factory is not MISSING:
                known[f"_make_{name}"] = field.default_factory
                default, value = "_absent", f"_make_{name}()" + f" if {name} is _absent else {name}" * field.init
            elif field.default is not MISSING:
                known[f"_default_{name}"] = field.default
                default, value = f"_default_{name}", name if field.init else f"_default_{name}"
            if field.init:
                arguments.append(f"{name}={default}" if default else name)
            if not field.init and not default:
                continue
            slot = inspect.getattr_static(cls, name, None)
            if not frozen:
                lines.append(f" self.{name} = {value}")
            elif inspect.ismemberdescriptor(slot):  # faster: `object.__setattr__` would look it up by name
                known[f"_put_{name}"] = slot.__set__
                lines.append(f" _put_{name}(self, {value})")
            else:
                lines.append(f" _set(self, {name!r}, {value})")
        if hasattr(cls, "__post_init__"):
            lines.append(" self.__post_init__()")
        return _function(cls, "__init__", arguments, lines or [" pass"], known)

    def _repr(cls, fields):
        names = [name for name, field in fields.items() if field.repr]
        values = ", ".join(f"{name}={{self.{name}!r}}" for name in names)
        lines = [f' return self.__class__.__qualname__ + f"({values})"']
        return recursive_repr()(_function(cls, "__repr__", ["self"], lines, {}))

    def _eq(cls, fields):
        names = [name for name, field in fields.items() if field.compare]
        mine, theirs = (_tuple(who, names) for who in ("self", "other"))
        lines = [f" return {mine} == {theirs} if other.__class__ is self.__class__ else NotImplemented"]
        return _function(cls, "__eq__", ["self", "other"], lines, {})

    def _hash(cls, fields):
        names = [name for name, field in fields.items() if (field.compare if field.hash is None else field.hash)]
        return _function(cls, "__hash__", ["self"], [f" return hash({_tuple('self', names)})"], {})

    def _setattr(cls, fields):
        def __setattr__(self, name, value):
            if type(self) is cls or name in fields:
                raise FrozenInstanceError(f"cannot assign to field {name!r}")
            super(cls, self).__setattr__(name, value)

        return __setattr__

    def _delattr(cls, fields):
        def __delattr__(self, name):
            if type(self) is cls or name in fields:
                raise FrozenInstanceError(f"cannot delete field {name!r}")
            super(cls, self).__delattr__(name)

        return __delattr__

    def _fields(cls, fields):
        """The fields as the standard library describes them."""
        collected = {}
        for base in cls.__mro__[:0:-1]:
            if "__lazy_fields__" in base.__dict__:
                collected |= base.__dataclass_fields__
        own = {name: kind for name, kind in inspect.get_annotations(cls).items() if name in fields}
        content = {name: fields[name] for name in own} | {"__annotations__": own, "__module__": cls.__module__}
        plain = type(cls.__name__, (), content | {"__doc__": cls.__name__})
        return (
            collected
            | dataclasses.dataclass(init=False, repr=False, eq=False, match_args=False)(plain).__dataclass_fields__
        )

    def _match_args(cls, fields):
        return tuple(name for name, field in fields.items() if field.init)

    _WRITERS = {
        "__init__": _init,
        "__repr__": _repr,
        "__eq__": _eq,
        "__hash__": _hash,
        "__setattr__": _setattr,
        "__delattr__": _delattr,
        "__dataclass_fields__": _fields,
        "__match_args__": _match_args,
    }

    def _tuple(who, names):
        return f"({''.join(f'{who}.{name}, ' for name in names)})"

    def _function(cls, name, arguments, lines, known):
        exec("\n".join((f"def {name}({', '.join(arguments)}):", *lines)), known)
        known[name].__qualname__ = f"{cls.__qualname__}.{name}"
        return known[name]

    def _again(own, plain):
        """Returns a copy of the class as it was written."""
        content = {name: value for name, value in own.items() if name not in ("__dict__", "__weakref__")}
        content["__doc__"] = (
            content.get("__doc__") or plain.__name__
        )  # the standard library would compute it, which is slow
        return type(plain)(plain.__name__, plain.__bases__, content)

    def _with_slots(plain, frozen):
        """Returns the class with a slot for each of its own fields; defaults stay in the plain class."""
        annotations = inspect.get_annotations(plain)
        names = [
            name for name in annotations if "ClassVar" not in str(annotations[name]) and not _is_in_base(plain, name)
        ]
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
