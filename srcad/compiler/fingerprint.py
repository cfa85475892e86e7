"""What a compilation depends on, as text: the state of a Cell, the code of a function.

The store's key is made of it, and a gradient function looks at it again at every call,
so that a changed hyper-parameter selects another module.
"""

from __future__ import annotations

import functools
import pickle
import types
from collections.abc import Iterable
from typing import Any

import numpy as np

from codegen.digest import text_digest
from srcad.compiler import protocol
from srcad.compiler.protocol import mark
from srcad.compiler.user_rules import rule_of

_DEPTH = 12


def fingerprint(item: Any, without: Iterable[int] = ()) -> str:
    """A digest that differs where two objects would be compiled differently.

    ``without`` are the ``id``\\ s of objects that are not looked into.
    """
    parts: list[str] = []
    _describe(item, parts, dict.fromkeys(without, -2), _DEPTH)
    return text_digest("\n".join(parts))


def reference(item: Any) -> str:
    """What a name stands for whose definition is read: a function, a class, a module.

    Another function under the name is noticed, and another body of it.
    """
    if isinstance(item, types.ModuleType):
        return f"module {item.__name__}"
    name = getattr(item, "__qualname__", None) or type(item).__qualname__
    place = f"{getattr(item, '__module__', '')}.{name}"
    if isinstance(item, types.FunctionType):
        return f"function {place} {_digest_of(item.__code__)}"
    return f"object {place}"


@functools.lru_cache(maxsize=4096)
def _digest_of(code: types.CodeType) -> str:
    return text_digest(repr(_code(code)))


def _describe(item: Any, parts: list[str], seen: dict[int, int], depth: int) -> None:
    if isinstance(item, bool | int | float | complex | str | bytes | None):
        parts.append(f"{type(item).__name__} {item!r}")
        return
    if id(item) in seen or depth == 0:
        parts.append(f"seen {seen.get(id(item), -1)}")
        return
    seen[id(item)] = len(seen)
    rule = rule_of(item)
    if rule is not None:
        _sequence((rule.bprop, rule.like), parts, seen, depth - 1)
    for kind, describe in _KINDS:
        if isinstance(item, kind):
            describe(item, parts, seen, depth - 1)
            return
    if mark(item, "__srcad_parameter__") is True:
        parts.append(f"parameter {item.name} {item.requires_grad} {_array_kind(item)}")
        # Which hooks, but not the lists that they append to.
        parts.extend(map(reference, protocol.tensor_hooks(item)))
    elif mark(item, "__srcad_tensor__") is True:
        _array(item.asnumpy(), parts, seen, depth)
    else:
        _object(item, parts, seen, depth - 1)


def _array_kind(item: Any) -> str:
    array = item.asnumpy()
    return f"{array.dtype} {array.shape}"


def _array(item: Any, parts: list[str], seen: dict[int, int], depth: int) -> None:
    array = np.asarray(item)
    digest = text_digest(array.tobytes().hex())
    parts.append(f"array {array.dtype} {array.shape} {digest}")


def _sequence(item: Any, parts: list[str], seen: dict[int, int], depth: int) -> None:
    parts.append(f"{type(item).__name__} of {len(item)}")
    for part in item:
        _describe(part, parts, seen, depth)


def _mapping(item: Any, parts: list[str], seen: dict[int, int], depth: int) -> None:
    parts.append(f"dict of {len(item)}")
    for key, value in item.items():
        parts.append(repr(key) if isinstance(key, str | int | float) else "key")
        _describe(value, parts, seen, depth)


def _function(item: Any, parts: list[str], seen: dict[int, int], depth: int) -> None:
    code = item.__code__
    parts.append(f"function {item.__module__} {item.__qualname__} {code.co_filename}")
    parts.append(f"{code.co_firstlineno} {_code(code)!r}")
    _describe(item.__defaults__, parts, seen, depth)
    _describe(item.__kwdefaults__, parts, seen, depth)
    for cell in item.__closure__ or ():
        try:
            _describe(cell.cell_contents, parts, seen, depth)
        except ValueError:
            parts.append("empty cell")


def _code(code: types.CodeType) -> list[str]:
    """What code does: ``u.exp()`` and ``u.log()`` differ in the names alone."""
    names = (code.co_names, code.co_varnames, code.co_freevars)
    return [code.co_code.hex(), repr(names), *map(_constant, code.co_consts)]


def _constant(item: Any) -> str:
    if isinstance(item, types.CodeType):
        return repr(_code(item))
    if isinstance(item, frozenset):
        return repr(sorted(map(repr, item)))
    return repr(item)


def _method(item: Any, parts: list[str], seen: dict[int, int], depth: int) -> None:
    _describe(item.__func__, parts, seen, depth)
    _describe(item.__self__, parts, seen, depth)


def _partial(item: Any, parts: list[str], seen: dict[int, int], depth: int) -> None:
    parts.append("partial")
    for part in (item.func, item.args, item.keywords):
        _describe(part, parts, seen, depth)


def _class(item: type, parts: list[str], seen: dict[int, int], depth: int) -> None:
    parts.append(f"class {item.__module__} {item.__qualname__}")
    for base in item.__mro__:
        if base.__module__.split(".")[0] in ("srcad", "builtins"):
            continue
        for name, value in sorted(vars(base).items()):
            if name.startswith("__") and name != "__call__":
                continue
            parts.append(name)
            if isinstance(value, types.FunctionType):
                _function(value, parts, seen, depth)
            elif isinstance(value, _PLAIN):
                _describe(value, parts, seen, depth)


_PLAIN = (bool, int, float, str, type(None), tuple, list, dict, np.ndarray, np.generic)


def _module(item: Any, parts: list[str], seen: dict[int, int], depth: int) -> None:
    parts.append(f"module {item.__name__}")


def _object(item: Any, parts: list[str], seen: dict[int, int], depth: int) -> None:
    kind = type(item)
    parts.append(f"object {kind.__module__} {kind.__qualname__}")
    if mark(item, "__srcad_cell__") is True:
        _describe(kind, parts, seen, depth)
    if mark(item, "__srcad_handle__") is True:
        return
    state = dict(getattr(item, "__dict__", {}))
    if mark(item, "__srcad_cell__") is True:
        # Not the numbers of their registrations.
        state = {k: v for k, v in state.items() if k not in _HOOKS}
        state["hooks"] = protocol.hooks(item)
    for base in kind.__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(item, name) and name not in ("__dict__", "__weakref__"):
                state[name] = getattr(item, name)
    if state or hasattr(item, "__dict__"):
        _mapping(state, parts, seen, depth)
    else:
        parts.append(_opaque(item))


_HOOKS = (
    *("_forward_pre_hooks", "_forward_hooks", "_hooks_with_kwargs"),
    *("_backward_pre_hooks", "_backward_hooks"),
)


def _opaque(item: Any) -> str:
    """An object without attributes: its pickle, or nothing but itself."""
    try:
        return pickle.dumps(item, protocol=4).hex()
    except Exception:
        return f"the object at {id(item)}"


_KINDS: tuple[tuple[Any, Any], ...] = (
    (np.ndarray | np.generic, _array),
    (list | tuple, _sequence),
    (dict, _mapping),
    (types.FunctionType, _function),
    (types.MethodType, _method),
    (functools.partial, _partial),
    (type, _class),
    (types.ModuleType, _module),
)
