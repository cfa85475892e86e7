"""What is called: functions, classes and methods.

A ``call`` of what the evaluation has made is its own affair. All else may be known by
itself (``calls.call_object``); where it is not, it is ``run`` by its kind.
"""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import functools
import inspect
import operator
import os
import types
from types import BuiltinFunctionType, FunctionType, MethodType, MethodWrapperType
from typing import Any

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate.calls.annotations import annotations_of, registered
from srcad.compiler.evaluate.calls.caches import (
    kept_by_cache,
    refuse_changed,
    same_as_cached,
)
from srcad.compiler.evaluate.calls.calls import apply, handled, unread
from srcad.compiler.evaluate.calls.functions import inline_closure
from srcad.compiler.evaluate.calls.instances import (
    construct,
    container,
    is_container_class,
)
from srcad.compiler.evaluate.calls.methods import call_method
from srcad.compiler.evaluate.dispatch import (
    HANDLERS,
    Args,
    Keywords,
    call_instance,
    inline,
)
from srcad.compiler.evaluate.dtype_names import dtype_of
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import (
    Inner,
    Kind,
    has_box,
    kind,
    kind_of,
    leaves,
)
from srcad.compiler.evaluate.library.containers import container_method
from srcad.compiler.evaluate.numpy.values import cast_to, make_tensor, own_tensor
from srcad.compiler.evaluate.objects import (
    BoundMethod,
    Cache,
    Closure,
    is_parameter,
)
from srcad.compiler.evaluate.operations.attributes import attribute
from srcad.compiler.evaluate.operations.direct import (
    by_identity,
    call_directly,
    is_record_class,
)
from srcad.compiler.evaluate.operations.special import (
    call_special,
    readable,
    refuse_entry,
)
from srcad.compiler.evaluate.operations.subscripts import read_item
from srcad.compiler.evaluate.refusals import refuse_unknown
from srcad.compiler.evaluate.sizes import fix_sizes
from srcad.compiler.evaluate.syntax.zips import Native
from srcad.compiler.evaluate.values.records import Object, Other
from srcad.compiler.evaluate.values.run_time import StandIn
from srcad.compiler.reading.lookup import (
    class_entry,
    note_class,
    note_defaults,
    note_method,
)
from srcad.compiler.reading.origins import is_users_function
from srcad.compiler.reading.protocol import is_cell_class, mark
from srcad.compiler.reading.records import is_made, is_makable
from srcad.compiler.reading.source import (
    frame_around,
    is_jit,
    receivers,
    underlying,
)
from srcad.compiler.reading.world import (
    is_environment,
    users_code,
    users_function_of,
)

# ---------------------------------------------------- what the evaluation has made


@kind(BoundMethod)
class MethodOfValue(StandIn):
    """A method of a run-time value or of a structure."""

    python_class = types.BuiltinMethodType

    call = staticmethod(call_method)

    def class_name(self, item: Any) -> str:
        return "function"

    def reached(self, item: Any) -> list[Any]:
        return [item.owner]

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return has_box(item.owner, depth - 1)


@kind(Closure)
class FunctionOfTheProgram(StandIn):
    """A function with the names around it, which it may outlive."""

    is_closure = consumes_late = True
    python_class = FunctionType

    def call(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        if callee.cache is None:
            return inline_closure(frame, callee, args, keywords, node)
        refuse_changed(frame, callee, node)
        with same_as_cached(frame, [*args, *keywords.values()], node):
            result = inline_closure(frame, callee, args, keywords, node)
        return kept_by_cache(frame, result, node)

    def with_cache(self, item: Any, serial: int) -> Any:
        return dataclasses.replace(item, cache=Cache(serial))

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        if name in item.attributes:
            return item.attributes[name]
        if name == "__name__":
            return item.name
        if name == "__annotations__" and "__wrapped__" not in item.attributes:
            return annotations_of(frame, item, node)
        if not name.startswith("__"):
            with frame.raises(node, AttributeError):
                raise AttributeError(f"'function' object has no attribute '{name}'")
        message = f"the attribute `{name}` of a function that is defined here"
        frame.refuse("SRC012", f"{message} is not supported", node)

    def has_attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        return name in item.attributes or hasattr(FunctionType, name)

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        return item

    def reached(self, item: Any) -> list[Any]:
        found: list[Any] = []
        closures = [item]
        for one in closures:
            found += [one.attributes, *one.defaults, *one.keyword_defaults.values()]
            for read in one.frame.reads(one.node):
                if kind_of(read) is not self:
                    found.append(read)
                elif read not in closures:
                    closures.append(read)
        return found


@kind(functools.partial)
class Partial(Kind):
    """A function that has got some of its arguments."""

    consumes_late = True

    def call(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        if type(callee) is not functools.partial:
            found = call_special(frame, callee, "call", [*args], node)
            if found is not NotImplemented and not keywords:
                return found
            return call_directly(frame, callee, args, keywords, node)
        mirror = frame.session.door.mirror
        merged = {**mirror(callee.keywords), **keywords}
        return apply(frame, callee.func, [*mirror(callee.args), *args], merged, node)

    def reached(self, item: Any) -> list[Any]:
        return [item.func, *item.args, *item.keywords.values()]

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return has_box((item.func, item.args, item.keywords), depth - 1)


@kind(Native)
class FunctionOfTheEvaluator(Kind):
    """What a function that is read as source calls of the evaluator."""

    def call(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        return callee.function(frame, *args)


class _Getter(Kind):
    """What ``operator`` makes of the names of parts."""

    def call(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        words = callee.__reduce__()[1]
        parts = [self.get(frame, args[0], word, node) for word in words]
        return parts[0] if len(parts) == 1 else tuple(parts)

    def get(self, frame: Frame, item: Any, word: Any, node: Any, /) -> Any:
        raise NotImplementedError


@kind(operator.itemgetter)
class ItemGetter(_Getter):
    """``itemgetter(0, "key")``."""

    get = staticmethod(read_item)


@kind(operator.attrgetter)
class AttributeGetter(_Getter):
    """``attrgetter("scale", "inner.scale")``."""

    def get(self, frame: Frame, item: Any, word: Any, node: Any) -> Any:
        for name in word.split("."):
            item = attribute(frame, item, name, node)
        return item


@kind(operator.methodcaller)
class MethodCaller(Kind):
    """``methodcaller("sum", axis=0)``."""

    def call(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: Any
    ) -> Any:
        made, words = callee.__reduce__()[:2]
        name, *rest = words if words else made.args
        method = attribute(frame, args[0], name, node)
        return apply(frame, method, rest, getattr(made, "keywords", {}), node)


# ------------------------------------------------------------------ those of Python


@kind(FunctionType, functools._lru_cache_wrapper, type(np.sum))
class Function(Object):
    """A function: read where it may be, else called at compile time."""

    consumes_late = True

    def class_name(self, item: Any) -> str:
        return "function"

    def run(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        function = underlying(callee)
        if is_jit(callee) and not inspect.ismethod(callee):
            with frame.session.inside_function(callee):
                return apply(frame, callee.__wrapped__, args, keywords, node)
        if function is None:
            return super().run(frame, callee, args, keywords, node)
        owners, cached = receivers(callee), isinstance(callee, _CACHE)
        args = [*map(frame.session.door.mirror, owners), *args]
        with frame.session.inside_function(callee):
            callee = function if owners else callee
            if not cached:
                return _read_or_called(frame, callee, function, args, keywords, node)
            with same_as_cached(frame, [*args, *keywords.values()], node):
                found = _read_or_called(frame, callee, function, args, keywords, node)
            return kept_by_cache(frame, found, node)


_CACHE = functools._lru_cache_wrapper


def _read_or_called(
    frame: Frame,
    callee: Any,
    function: FunctionType,
    args: Args,
    keywords: Keywords,
    node: ast.AST,
) -> Any:
    if function.__code__ is _DISPATCH:
        # What it gives depends on all that was registered until now.
        door = frame.session.door
        registry = inspect.getclosurevars(function).nonlocals["registry"]
        door.content(door.closure(function, "registry", registry))
    if function.__code__ is _REGISTER and len(args) == 1:
        args = registered(frame, args[0], node)
    active = has_box(args) or has_box(keywords)
    users = users_code(function) is not None
    ours = (function.__module__ or "").partition(".")[0] in ("srcad", "numpy")
    makes_context = function.__code__ is _CONTEXT
    if not active and not users and not ours and not makes_context:
        if not users_code([*args, *keywords.values()]):
            return call_directly(frame, callee, args, keywords, node)
    if not readable(function):
        give = unread if active or users else call_directly
        return give(frame, callee, args, keywords, node)
    if active or frame_around(function) is not None or not ours:
        return inline(frame, function, args, keywords, node)
    mark = len(frame.session.builder.ops)
    try:
        with frame.session.attempting():
            return inline(frame, function, args, keywords, node)
    except CompileError:
        if any(is_parameter(a) for a in leaves(args)) or any(map(is_made, args)):
            raise
        del frame.session.builder.ops[mark:]
        return call_directly(frame, callee, args, keywords, node)


# What ``contextlib.contextmanager`` makes of a generator function.
_CONTEXT = contextlib.contextmanager(iter).__code__
# What ``functools.singledispatch`` finds an implementation with.
_DISPATCH = functools.singledispatch(iter).dispatch.__code__
# What an implementation is registered with.
_REGISTER: Any = functools.singledispatch(iter).register.__code__


@kind(MethodType)
class Method(Function):
    """A method of an object, which the evaluation may have made."""

    def reached(self, item: Any) -> list[Any]:
        return [item.__self__]

    def holds_run_time(self, item: Any, depth: int) -> bool:
        owner = item.__self__
        return depth > 0 and is_made(owner) and has_box(owner, depth)

    def run(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        owner, function = callee.__self__, callee.__func__
        if is_environment(owner):
            return _variable(frame, function.__name__, args, node)
        if isinstance(owner, list | dict | tuple | str) and not _is_of_user(function):
            return container_method(frame, callee, args, keywords, node)
        handler = by_identity(HANDLERS, function)
        if handler is not None:
            return handled(frame, handler, function, [owner, *args], keywords, node)
        return kind_of(function).run(frame, function, [owner, *args], keywords, node)


@kind(MethodWrapperType)
class Wrapper(Other):
    """What C defines for an object under a special name: ``super().__setattr__``."""

    def run(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        if callee.__name__ in ("__iter__", "__reversed__", "__next__"):
            message = f"`{callee.__name__}` past the one of the class is not supported"
            help = "go through the object itself, or through an attribute"
            frame.refuse("SRC012", message, node, help=help)
        function = vars(callee.__objclass__)[callee.__name__]
        handler = by_identity(HANDLERS, function)
        if handler is None:
            return super().run(frame, callee, args, keywords, node)
        owner = callee.__self__
        return handled(frame, handler, function, [owner, *args], keywords, node)


def _is_of_user(function: Any) -> bool:
    """Whether a method of a tuple, say, is one that a user's class adds to it."""
    module = (function.__module__ or "").split(".")[0]
    return module not in ("collections", "typing", "namedtuple") and not (
        function.__qualname__.startswith("namedtuple")
    )


def _variable(frame: Frame, word: str, args: Args, node: ast.AST) -> Any:
    """``os.environ.get("S")`` and the like: one variable is read."""
    if word not in ("get", "getenv", "__getitem__", "__contains__") or not args:
        help = "read one variable, as in `os.environ.get(name)`"
        message = f"`os.environ.{word}` is not supported"
        frame.refuse("SRC012", message, node, help=help)
    found = frame.session.door.environment(args[0])
    if word == "__contains__":
        return found is not None
    return found if found is not None else (args[1] if len(args) > 1 else None)


def _getenv(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    default = [keywords["default"]] if "default" in keywords else []
    return _variable(frame, "getenv", [*args, *default], node)


HANDLERS[os.getenv] = _getenv


@kind(BuiltinFunctionType)
class BuiltinMethod(Function):
    """A method of an object of Python's own, or a function without a source."""

    consumes_late = False

    def run(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        if callee.__self__ is None:
            return call_instance(frame, callee, args, keywords, node)
        return container_method(frame, callee, args, keywords, node)


@kind(types.MethodDescriptorType, types.WrapperDescriptorType)
class Unbound(Other):
    """A method in C as its class has it: ``list.__getitem__(self, k)``."""

    def run(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        if args and callee.__objclass__ in type(args[0]).__mro__[:-1]:
            bound = callee.__get__(args[0])
            return kind_of(bound).run(frame, bound, args[1:], keywords, node)
        return super().run(frame, callee, args, keywords, node)


@kind(type)
class Class(Other):
    """A class: an object is made by its constructor as that is read, or by Python."""

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        found = super().item(frame, item, key, node)
        own = class_entry(frame.session.door, item, "__class_getitem__")
        function = own.__func__ if isinstance(own, classmethod) else own
        if found is NotImplemented and is_users_function(function):
            note_method(frame.session.door, item, "__class_getitem__")
            return inline(frame, function, [item, key], {}, node)
        if found is NotImplemented and users_function_of(own) is not None:
            refuse_entry(frame, item, "__class_getitem__", node)
        return found

    def run(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        note_class(frame.session.door, callee)
        own = class_entry(frame.session.door, type(callee), "__call__")
        if is_users_function(own):
            return inline(frame, own, [callee, *args], keywords, node)
        return self.made(frame, callee, args, keywords, node)

    def made(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        """What a class makes, whatever the class of the class says."""
        active = has_box(args) or has_box(keywords)
        makable = is_makable(callee) and mark(callee, "__srcad_static__") is not True
        if makable and (active or _has_readable_init(callee)):
            return construct(frame, callee, args, keywords, node)
        if is_container_class(callee):
            return container(frame, callee, args, keywords, node)
        known = callee is functools.partial or is_record_class(callee)
        if active and not known:
            dtype = dtype_of(callee)
            if dtype is not None and len(args) == 1:
                return cast_to(frame, args[0], dtype)
            if mark(callee, "__srcad_tensor__") is True:
                return make_tensor(frame, callee, args, keywords, node)
            if mark(callee, "__srcad_primitive__") is True and type(callee) is type:
                # One of ours with settings that only run time knows, such as sizes.
                return construct(frame, callee, args, keywords, node)
            if is_cell_class(callee):
                fix_sizes(frame.session, (args, keywords))
            refuse_unknown(frame, callee, [*args, *keywords.values()], node)
        if is_record_class(callee):
            note_defaults(frame.session.door, callee)
        made = call_directly(frame, callee, args, keywords, node)
        return own_tensor(frame, callee, made, node)


def _made_by_type(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    kind, *rest = args
    return Class().made(frame, kind, rest, keywords, node)


HANDLERS[vars(type)["__call__"]] = _made_by_type


def _has_readable_init(callee: type) -> bool:
    init: Any = inspect.getattr_static(callee, "__init__")
    none = init is vars(object)["__init__"]
    new = inspect.getattr_static(callee, "__new__")
    if isinstance(new, staticmethod) and readable(new.__func__):
        return True
    return none or dataclasses.is_dataclass(callee) or readable(init)
