"""Attributes as Python finds them, each place that is looked at recorded.

This is ``object.__getattribute__`` and ``type.__getattribute__``, in Python: the
classes in their order, the object's own ``__dict__``, descriptors, ``__getattr__``.
Where code of the user's would run (a property, a ``__getattr__``), it is handed back to
be evaluated instead.
"""

from __future__ import annotations

import builtins
import enum
import functools
import inspect
import sys
import types
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from srcad.compiler.diagnostics.errors import CompileError, Diagnostic
from srcad.compiler.reading import protocol
from srcad.compiler.reading.door import Door
from srcad.compiler.reading.kinds import is_code
from srcad.compiler.reading.origins import (
    is_built_in,
    is_library,
    is_library_class,
    is_users_function,
)
from srcad.compiler.reading.paths import ROOT, Path
from srcad.compiler.reading.records import is_made, is_record, own_attributes
from srcad.compiler.reading.world import users_function_of

MISSING = object()
MEMBER = types.MemberDescriptorType


@dataclass(frozen=True, slots=True)
class CallOf:
    """What gives an attribute: a function of Python, called with ``args``.

    ``hook`` says that it is a ``__getattr__``, which may have nothing to give; ``kept``
    that the object holds from then on what it gives; ``otherwise`` is what is asked
    where the function raises AttributeError.
    """

    function: Any
    args: tuple[Any, ...]
    hook: bool = False
    kept: bool = False
    otherwise: CallOf | None = None


def find_attribute(door: Door, owner: Any, name: str) -> Any:
    """What ``owner.name`` is, or the ``CallOf`` that gives it.

    Raises AttributeError where there is none.
    """
    if isinstance(owner, types.ModuleType):
        if is_library_class(type(owner)):
            return _of_module(door, owner, name)
        _note_type(door, owner)
    if isinstance(owner, type):
        return _of_class(door, owner, name)
    if isinstance(owner, super):
        return _of_super(door, owner, name)
    return _of_instance(door, owner, name)


def held_under(owner: Any, name: str) -> Any:
    """What an object itself holds under a name; MISSING for nothing. Nothing of the
    user's runs, and nothing is recorded."""
    own = protocol.own_dict(owner) or {}
    if name not in own and protocol.is_cell(owner):
        own = {**own.get("_cells", {}), **own.get("_params", {})}
    return own.get(name, MISSING)


def class_entry(door: Door, kind: type, name: str, after: type | None = None) -> Any:
    """What a class or its bases define under a name, unbound; MISSING for nothing.

    ``after`` is the class behind which the search begins.
    """
    kinds = kind.__mro__
    if after is not None:
        kinds = kinds[kinds.index(after) + 1 :]
    if not is_library_class(kind):
        path = door.path_of(kind)
        if path is not None:
            door.note(path, "classes", kind)
            door.fields(path, kind)
    for base in kinds:
        own = base.__dict__
        if is_library_class(base):
            if name in own:
                return own[name]
            continue
        path = door.class_path(kind, base)
        if name in own:
            place = None if path is None else path.then("attribute", name)
            return door.read(place, own[name])
        door.lacks(path, name)
    return MISSING


def method_of(door: Door, owner: Any, name: str) -> Any:
    """The method that the class of an object has under a name; None without one."""
    note_class(door, owner)
    class_entry(door, type(owner), name)
    return getattr(type(owner), name, None)


def note_class(door: Door, owner: Any) -> None:
    """Let the class of an object that has a path have one, too."""
    path, kind = door.paths.get(id(owner)), type(owner)
    if path is not None and not is_library_class(kind) and door.path_of(kind) is None:
        door.read(path.then("type"), kind)


# What those who take a number ask of its class.
_OF_NUMBERS = (
    *("__int__", "__float__", "__array_priority__", "__array_ufunc__", "real", "imag"),
)


def number_method(door: Door, item: Any) -> str:
    """What the user's class of a number has to say which one it is; "" for nothing."""
    note_class(door, item)
    own = [base for base in type(item).__mro__ if not is_library_class(base)]
    for name in (one for one in _OF_NUMBERS if one not in type(item).__members__):
        class_entry(door, type(item), name)
        if any(name in vars(base) for base in own):
            return name
    return ""


def imported(door: Door, name: str) -> Any:
    """The module that is imported by a name; those of libraries leave no guard."""
    item = sys.modules[name]
    return item if is_library(name) else door.read(Path(None, "module", name), item)


def submodule(door: Door, owner: Any, name: str) -> Any:
    """What ``from owner import name`` gives where the module has no such attribute: the
    module that was imported under that name; MISSING for none."""
    if not isinstance(owner, types.ModuleType):
        return MISSING
    full = f"{vars(owner).get('__name__')}.{name}"
    if full not in sys.modules or not {name, "__getattr__"}.isdisjoint(vars(owner)):
        return MISSING
    if not is_library(owner.__name__):
        _lacks(door, door.path_of(owner), owner, name)
    return imported(door, full)


def _lacks(door: Door, path: Path | None, owner: Any, name: str) -> None:
    """Leave guards: a module has no such name, and nothing that would give it."""
    if path is not None:
        door.note(path, "type", owner)
    for one in (name, "__getattr__"):
        door.lacks(path, one)


def built_in(door: Door, name: str, missing: Any) -> Any:
    """What a name stands for that no module has: Python's own, or what a program has
    put into ``builtins``."""
    path = Path(None, "module", "builtins")
    item: Any = getattr(builtins, name, MISSING)
    if item is MISSING:
        door.lacks(path, name)
        return missing
    if is_built_in(name, item):
        door.built_in[name] = None
        return item
    return door.read(path.then("attribute", name), item)


def note_missing(door: Door, names: list[str], error: ImportError) -> None:
    """Note what has to be missing for an import of modules to fail as it did: one of
    them, a package around it, or a name in it."""
    lacking = error.name or ""
    if isinstance(error, ModuleNotFoundError):
        if any(f"{name}.".startswith(f"{lacking}.") for name in names):
            door.note(ROOT, "importable", None, lacking)
            return
    elif lacking in names:
        word = str(error).partition("'")[2].partition("'")[0]
        path = Path(None, "module", lacking)
        _lacks(door, path, sys.modules.get(lacking), word)
        door.note(ROOT, "importable", None, f"{lacking}.{word}")
        return
    what = f"why `{', '.join(names)}` cannot be imported is not known"
    door.unrecorded = door.unrecorded or what


# --------------------------------------------------------------------------- kinds


def _of_module(door: Door, owner: types.ModuleType, name: str) -> Any:
    path, own = door.path_of(owner), vars(owner)
    constant = is_library(owner.__name__) and owner.__name__ not in _WITH_STATE
    item = own.get(name)
    stateful = hasattr(item, "__dict__") and not (is_code(item) or callable(item))
    if constant and not stateful and not isinstance(item, _CHANGEABLE):
        return getattr(owner, name)
    _note_type(door, owner)
    if name == "__dict__":
        return door.read(None if path is None else path.then("namespace"), own)
    if name in own:
        place = None if path is None else path.then("attribute", name)
        return door.read(place, own[name])
    getter = own.get("__getattr__")
    if getter is None:
        _lacks(door, path, owner, name)
        return getattr(owner, name)
    door.lacks(path, name)
    place = None if path is None else path.then("attribute", "__getattr__")
    getter = door.read(place, getter)
    if is_users_function(getter):
        return CallOf(getter, (name,), hook=True)
    return getattr(owner, name)


def _note_type(door: Door, owner: types.ModuleType) -> None:
    """Which class a module is of may be changed, and says what its attributes are."""
    path = door.path_of(owner)
    if path is not None:
        door.note(path, "type", owner)


# Modules of Python whose attributes a program may change.
_WITH_STATE = ("sys", "os", "__main__")
_CHANGEABLE = (list, dict, set)


def _of_class(door: Door, owner: type, name: str) -> Any:
    meta = type(owner)
    if meta is not type:
        note_class(door, owner)
        first = _hook(door, meta, "__getattribute__", owner, name)
        if first is not None:
            return first
    above = MISSING if meta is type else class_entry(door, meta, name)
    if _is_data(above):
        return _bound(door, above, owner, meta, name)
    path = door.path_of(owner)
    if name == "__dict__":
        return door.read(None if path is None else path.then("namespace"), vars(owner))
    if issubclass(owner, enum.Enum):
        place = None if path is None else path.then("part", name)
        return door.read(place, getattr(owner, name))
    entry = class_entry(door, owner, name)
    if entry is not MISSING:
        if isinstance(entry, staticmethod | classmethod):
            return _of_class_alone(door, entry, owner)
        getter = _python_method(door, entry, "__get__")
        if getter is not None:
            return CallOf(getter, (entry, None, owner))
        if isinstance(entry, types.FunctionType | property | type):
            return entry
        return getattr(owner, name) if _binds(entry) else entry
    if above is not MISSING:
        return _bound(door, above, owner, meta, name)
    hook = None if meta is type else _hook(door, meta, "__getattr__", owner, name)
    if hook is not None:
        return hook
    place = None if path is None else path.then("part", name)
    return door.read(place, getattr(owner, name))


def _of_super(door: Door, owner: Any, name: str) -> Any:
    this, kind = owner.__self__, owner.__self_class__
    note_class(door, this)
    entry = class_entry(door, kind, name, after=owner.__thisclass__)
    if entry is MISSING or name == "__class__":  # Its class is `super`.
        return getattr(owner, name)
    if isinstance(this, type):
        if isinstance(entry, classmethod):
            return _of_class_alone(door, entry, this)
        return getattr(owner, name)
    return _bound(door, entry, this, kind, name)


def _of_instance(door: Door, owner: Any, name: str) -> Any:
    kind = type(owner)
    note_class(door, owner)
    if not is_library_class(kind):
        _expect_path(door, owner)
        first = _hook(door, kind, "__getattribute__", owner, name)
        if first is not None:
            return _or_hook(door, first, owner, name)
    path = _path_of(door, owner)
    entry = class_entry(door, kind, name)
    if entry is not MISSING and _is_data(entry):
        return _or_hook(door, _bound(door, entry, owner, kind, name), owner, name)
    own = own_attributes(owner) if is_made(owner) else protocol.own_dict(owner)
    if own is not None:
        if name in own:
            place = None if path is None else path.then("attribute", name)
            return door.read(place, own[name])
        door.lacks(path, name)
    if entry is not MISSING:
        return _or_hook(door, _bound(door, entry, owner, kind, name), owner, name)
    hook = _hook(door, kind, "__getattr__", owner, name)
    if hook is not None:
        return hook
    if protocol.is_cell(owner):
        member = member_of(door, owner, name)
        if member is not MISSING:
            return member
    place = None if path is None else path.then("part", name)
    return door.read(place, getattr(owner, name))


def _hook(door: Door, kind: type, word: str, owner: Any, name: str) -> CallOf | None:
    """What a class has for all attributes of its objects, if it is the user's."""
    found = class_entry(door, kind, word)
    if users_function_of(found) is None:
        return None
    return CallOf(found, (owner, name), hook=True)


def _or_hook(door: Door, given: Any, owner: Any, name: str) -> Any:
    """What is given for an attribute; ``__getattr__`` is asked where a property, or the
    like, has nothing to give. (Not where that would be kept.)"""
    if not isinstance(given, CallOf) or given.kept:
        return given
    hook = _hook(door, type(owner), "__getattr__", owner, name)
    return given if hook is None else replace(given, otherwise=hook)


def member_of(door: Door, cell: Any, name: str) -> Any:
    """The Parameter or Cell that ``Cell.__getattr__`` finds; MISSING for none."""
    path, own = door.paths.get(id(cell)), protocol.own_dict(cell) or {}
    for held, step in (("_params", "parameter"), ("_cells", "cell")):
        members = own.get(held, {})
        if name in members:
            place = None if path is None else path.then(step, name)
            return door.read(place, members[name])
        if path is not None and held in own:
            door.note(path.then("attribute", held), "mapping", members)
    return MISSING


def _path_of(door: Door, owner: Any) -> Path | None:
    """The path of an object; a member of an Enum, which is read like a number, is known
    by its name in the class."""
    kind = type(owner)
    if issubclass(kind, enum.Enum) and id(owner) not in door.paths:
        known, name = door.path_of(kind), owner.__dict__.get("_name_")
        named = known is not None and kind._member_map_.get(name) is owner
        return known.then("part", name) if known is not None and named else None
    return door.paths.get(id(owner))


def _expect_path(door: Door, owner: Any) -> None:
    """What is of a class of the user's, and neither made here nor read through the
    door, cannot be guarded."""
    if not is_made(owner) and _path_of(door, owner) is None:
        known = is_record(owner) or isinstance(
            owner, types.MethodType | tuple | list | dict
        )
        if not known:
            what = f"an object of the class {type(owner).__name__}"
            door.unrecorded = door.unrecorded or f"{what} was found by no path"


# --------------------------------------------------------------------- descriptors


def _is_data(entry: Any) -> bool:
    kind = type(entry)
    return any(protocol.defines(kind, word) for word in ("__set__", "__delete__"))


def _binds(entry: Any) -> bool:
    return protocol.defines(type(entry), "__get__")


def _bound(door: Door, entry: Any, owner: Any, kind: type, name: str) -> Any:
    """What a descriptor of a class gives for an object."""
    path = _path_of(door, owner)
    if isinstance(entry, types.FunctionType):
        return types.MethodType(entry, owner)
    if isinstance(entry, staticmethod | classmethod):
        return _of_class_alone(door, entry, kind)
    if isinstance(entry, property):
        place = door.paths.get(id(entry))
        getter = entry.fget
        if getter is None:
            raise AttributeError(f"property '{name}' has no getter")
        if place is not None:
            getter = door.read(place.then("part", "fget"), getter)
        if not is_library_class(kind) or isinstance(getter, types.FunctionType):
            return CallOf(getter, (owner,))
    if isinstance(entry, functools.cached_property):
        place = door.paths.get(id(entry))
        if place is not None:
            door.read(place.then("attribute", "func"), entry.func)
        return CallOf(entry.func, (owner,), kept=True)
    if isinstance(entry, functools.partialmethod):
        place = door.paths.get(id(entry))
        for word in ("func", "args", "keywords"):
            part = None if place is None else place.then("attribute", word)
            door.whole(door.read(part, getattr(entry, word)))
    if isinstance(entry, MEMBER) and is_made(owner):
        if name not in own_attributes(owner):
            message = f"'{kind.__name__}' object has no attribute '{name}'"
            raise AttributeError(message)
        return own_attributes(owner)[name]
    if isinstance(entry, MEMBER):
        step = ("slot", (entry.__objclass__.__qualname__, name))
        place = None if path is None else path.then(*step)
        try:
            item = entry.__get__(owner, kind)
        except AttributeError:
            if path is not None:
                door.note(path, "unset", owner, step[1])
            raise
        return door.read(place, item)
    if name == "__class__":
        return kind
    if name == "__dict__":
        own = own_attributes(owner) if is_made(owner) else protocol.own_dict(owner)
        _refuse_slots(kind, own)
        place = None if path is None else path.then("namespace")
        return door.read(place, own)
    getter = _python_method(door, entry, "__get__")
    if getter is not None:
        return CallOf(getter, (entry, owner, kind))
    if inspect.isroutine(entry) and hasattr(entry, "__get__"):
        # Not what the object has under the name: this may be asked of `super()`.
        return entry.__get__(owner, kind)
    if inspect.isroutine(entry) or isinstance(entry, property):
        return getattr(owner, name)
    if _binds(entry):
        place = None if path is None else path.then("part", name)
        return door.read(place, getattr(owner, name))
    return entry


def _refuse_slots(kind: type, own: Mapping[str, Any] | None) -> None:
    """What a made object has is in one dict, but no slot is in its ``__dict__``."""
    for name in own or ():
        if isinstance(inspect.getattr_static(kind, name, None), MEMBER):
            message = f"the `__dict__` of a {kind.__name__}, which has slots besides"
            help = f"read the attributes themselves, as `{name}`"
            raise CompileError(Diagnostic("SRC012", message, help=help))


def _of_class_alone(door: Door, entry: Any, kind: type) -> Any:
    """A static method, or one of a class; a gradient binds what it differentiates."""
    function = _underlying(door, entry)
    if isinstance(entry, staticmethod):
        return function
    if protocol.mark(function, "__srcad_gradient__") is True:
        return function.__get__(kind, kind)
    return types.MethodType(function, kind)


def _underlying(door: Door, entry: Any) -> Any:
    """The function of a static method or of a method of a class."""
    place = door.paths.get(id(entry))
    if place is None:
        return entry.__func__
    return door.read(place.then("part", "__func__"), entry.__func__)


def note_method(door: Door, kind: type, name: str) -> None:
    """Note the text of what a class has as a method of the class."""
    found = class_entry(door, kind, name)
    if isinstance(found, classmethod):
        door.code(_underlying(door, found))


def note_fields(door: Door, kind: type) -> None:
    """Note which fields the class of a dataclass has."""
    class_entry(door, kind, "__dataclass_fields__")


def note_defaults(door: Door, kind: type) -> None:
    """Note what a named tuple's class gives for what it is not given."""
    entry = class_entry(door, kind, "__new__")
    path = door.path_of(entry)
    if isinstance(entry, staticmethod) and path is not None:
        # The function itself, which no file has, is found in no other process.
        maker = path.then("part", "__func__")
        for place, item in enumerate(entry.__func__.__defaults__ or ()):
            door.read(maker.then("default", place), item)


def _python_method(door: Door, item: Any, name: str) -> Any:
    """The method of an object's class, where the user has written it in Python."""
    kind = type(item)
    if is_library_class(kind):
        return None
    note_class(door, item)
    found = class_entry(door, kind, name)
    return found if is_users_function(found) else None
