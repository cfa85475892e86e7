"""Calls: what a callee is decides how it is evaluated."""

from __future__ import annotations

import ast
import copy
import dataclasses
import functools
import inspect
import itertools
import operator
from typing import Any

import numpy as np

from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.evaluate import dispatch
from srcad.compiler.evaluate.ast_queries import name_of
from srcad.compiler.evaluate.calls import key_lists, members
from srcad.compiler.evaluate.calls.chosen_owners import for_each_owner
from srcad.compiler.evaluate.calls.foreign import call_foreign
from srcad.compiler.evaluate.calls.logs import EFFECTS
from srcad.compiler.evaluate.calls.rule_calls import call_with_rule
from srcad.compiler.evaluate.calls.strings import evaluate_shown
from srcad.compiler.evaluate.contents import current, has_grown, items_in
from srcad.compiler.evaluate.dispatch import (
    HANDLERS,
    Args,
    Keywords,
    evaluate,
    expression,
    inline,
    numpy_handler,
)
from srcad.compiler.evaluate.families import public_module
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import Use, has_box, kind_of
from srcad.compiler.evaluate.numpy.unknown import (
    ASKED_ITSELF,
    is_numpy,
    refuse_numpy,
    with_constants,
)
from srcad.compiler.evaluate.objects import BoundMethod, Box
from srcad.compiler.evaluate.operations.direct import (
    by_identity,
    call_directly,
    owner_of,
)
from srcad.compiler.evaluate.operations.sequences import (
    columns_of,
    mapping_of,
    spread,
    taken_in_turn,
    unstarred,
)
from srcad.compiler.evaluate.paths.recovery import evaluate_all
from srcad.compiler.evaluate.refusals import refuse_unknown, refuse_used_up
from srcad.compiler.evaluate.streams import at_once
from srcad.compiler.evaluate.wording import package_of
from srcad.compiler.ir.types import Value
from srcad.compiler.reading.kinds import holds_numbers
from srcad.compiler.reading.lookup import method_of
from srcad.compiler.reading.origins import is_function, is_installed_file
from srcad.compiler.reading.protocol import mark
from srcad.compiler.reading.records import is_made
from srcad.compiler.reading.user_rules import UserRule, importable_name


@expression(ast.Call)
def evaluate_call(frame: Frame, node: ast.Call) -> Any:
    """The result of a call expression."""
    word = name_of(node.func)
    if word == "super" and not node.args:
        return _zero_argument_super(frame, node)
    chosen = for_each_owner(frame, node)
    if chosen is not None:
        return evaluate(frame, chosen)
    parts = [*unstarred(node.args), *(keyword.value for keyword in node.keywords)]
    shown = evaluate_shown if word == "print" else evaluate
    how = taken_in_turn([*node.args, *node.keywords], shown)
    callee, *items = evaluate_all(frame, [node.func, *parts], how)
    if callee is zip and len(items) == 1 and isinstance(node.args[0], ast.Starred):
        found = columns_of(frame, items[0], node)
        if found is not None:
            return found
    args = spread(frame, node.args, items[: len(node.args)])
    keywords: dict[str, Any] = {}
    for keyword, item in zip(node.keywords, items[len(node.args) :], strict=True):
        if keyword.arg is None:
            keywords.update(mapping_of(frame, item, node))
        else:
            keywords[keyword.arg] = item
    result = apply(frame, callee, args, keywords, node)
    _name_layer_result(frame, node, result)
    return result


def _name_layer_result(frame: Frame, node: ast.Call, result: Any) -> None:
    """``self.fc1(x)`` inside of a larger expression is called ``<target>_fc1``."""
    origin = frame.session.builder.origin
    if frame.source.library or origin is None:
        return
    match node.func, result:
        case ast.Attribute(ast.Name("self"), word), Box(
            value=Value(named=False) as value
        ):
            value.hint = f"{origin.target}_{word}" if origin.target else word


def _zero_argument_super(frame: Frame, node: ast.AST) -> Any:
    """``super()``: of the method that the function is, or is defined in, and of its own
    first argument."""
    around = (one for one in frame.around if "__class__" in one.closure)
    method = next(around, None)
    if method is None:
        frame.refuse("SRC011", "`super()` outside of a method", node)
    owner = method.closure["__class__"]
    owner = frame.session.door.closure(method.function, "__class__", owner)
    arguments = frame.source.node.args
    given = (*arguments.posonlyargs, *arguments.args)
    with frame.raises(node, TypeError, RuntimeError):
        if not given:
            raise RuntimeError("super(): no arguments")
        return super(owner, frame.find(given[0].arg))


@dispatch.call.answered
def apply(
    frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """Call ``callee``, by what it is."""
    args = [*map(current, args)]
    owner = owner_of(callee)
    if has_grown(owner):
        # Since its method was asked for.
        callee = BoundMethod(current(owner), callee.__name__)
        owner = callee.owner
    for item in (owner, *args):
        refuse_used_up(frame, item, node)
    if any(kind_of(item).is_lazy for item in args) and not _consumes_late(callee):
        args = [at_once(item, owner) for item in args]
    try:
        return kind_of(callee).call(frame, callee, args, keywords, node)
    except CompileError as error:
        with frame.at_first(*items_in([*args, *keywords.values()])):
            raise error


_LATE = dict.fromkeys(
    (
        *(iter, next, zip, enumerate, map, filter),
        # These ask what it is, and consume nothing.
        *(bool, isinstance, hasattr, getattr, type, callable, len, hash, id),
        *(repr, str, format, print, reversed),
        *(np.iterable, np.isscalar, dataclasses.is_dataclass),
        # These ask for no more than decides.
        *(any, all),
        # These hand it on.
        *(setattr, object.__setattr__, functools.partial, operator.setitem),
        dict.fromkeys,
    ),
    True,
)


def _consumes_late(callee: Any) -> bool:
    """Whether what is called may consume an iterator later, or bit by bit, or not at
    all, as NumPy does: to it, it is an object."""
    if by_identity(_LATE, callee) or getattr(callee, "__module__", "") == "itertools":
        return True
    if inspect.isclass(callee):
        records = issubclass(callee, tuple) and callee is not tuple
        own = is_function(getattr(callee, "__init__", None))
        return own or records or is_numpy(callee)
    return is_made(callee) or kind_of(callee).consumes_late or is_numpy(callee)


@dispatch.call_object.answered
def call_object(
    frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """Call an object of Python: by what is known of it itself, or as its kind is."""
    if is_made(callee):
        # Nothing else is known of it; what its class says of its hash is not asked.
        return kind_of(callee).run(frame, callee, args, keywords, node)
    active = has_box(args) or has_box(keywords)
    rule = frame.session.door.rule(callee)
    if rule is not None and active:
        return call_with_rule(frame, rule, args, keywords, node)
    handler = by_identity(HANDLERS, callee) or numpy_handler(callee)
    if handler is not None:
        return handled(frame, handler, callee, args, keywords, node)
    if is_numpy(callee):
        known = with_constants(frame, callee, args) if active else args
        if known is None or has_box(keywords):
            refuse_numpy(frame, callee, args, node)
        return call_directly(frame, callee, known, keywords, node)
    if isinstance(mark(callee, "_srcad_message"), str):
        refuse_unknown(frame, callee, args, node)
    readable = active and public_module(callee)
    if readable and not _is_installed(frame.source.path):
        return _read_in_library(frame, callee, args, keywords, node)
    return kind_of(callee).run(frame, callee, args, keywords, node)


def _is_installed(path: str | None) -> bool:
    return path is not None and is_installed_file(path)


def _read_in_library(
    frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """A function or a class of SciPy without a row, from its own source. What cannot be
    read there is no matter of the user's: it is the call that is refused."""
    try:
        with frame.session.attempting(decides=True):
            return kind_of(callee).run(frame, callee, args, keywords, node)
    except CompileError as error:
        first = error.diagnostics[0]
        place = None if first.span is None else first.span.path
        if first.code == "SRC021" or not _is_installed(place):
            raise
    refuse_numpy(frame, callee, args, node)


_USES: dict[Any, Use] = {
    **dict.fromkeys((print, str, repr, format, *EFFECTS), "shown"),
    **dict.fromkeys((bool, isinstance, callable, hasattr, len, type), "asked"),
    **dict.fromkeys((hash, id), "asked"),
    # What hands it on, as it is.
    **dict.fromkeys(
        (getattr, setattr, object.__setattr__, next, dict.fromkeys), "asked"
    ),
    **dict.fromkeys((functools.partial, functools.reduce, itertools.repeat), "asked"),
    **dict.fromkeys((operator.eq, operator.ne, operator.not_), "asked"),
    **dict.fromkeys(
        (operator.add, operator.iadd, operator.mul, operator.imul), "asked"
    ),
    **dict.fromkeys((copy.copy, copy.deepcopy, iter, reversed), "asked"),
    **dict.fromkeys((enumerate, zip, map, filter), "asked"),
    set: "joined",
    **dict.fromkeys((members.given, members.ordered, members.unordered), "asked"),
    key_lists.hold: "asked",
}


def handled(
    frame: Frame,
    handler: Any,
    callee: Any,
    args: Args,
    keywords: Keywords,
    node: ast.AST,
) -> Any:
    """A call of a function of Python or NumPy that the evaluator knows."""
    for item in items_in([*args, *keywords.values()]):
        if kind_of(item).says_of_calls:
            found = kind_of(item).call_with(frame, callee, args, keywords, node)
            if found is not NotImplemented:
                return found
            break
    use: Use = by_identity(_USES, callee) or "taken"
    args = [kind_of(item).given(frame, item, use, node) for item in args]
    texts = by_identity(_OF_TEXTS, callee) and any(map(_is_of_texts, args))
    kept = by_identity(_REARRANGING, callee) and any(map(_is_without_numbers, args))
    if (texts or kept) and not (has_box(args) or has_box(keywords)):
        return call_directly(frame, callee, args, keywords, node)
    if is_numpy(callee) and not by_identity(ASKED_ITSELF, callee):
        # It may give a view of one.
        literal = frame.session.literal_box
        args = [literal(a) if isinstance(a, np.ndarray) else a for a in args]
    return handler(frame, args, keywords, node)


# What NumPy computes of arrays of texts, which are known: new arrays.
_OF_TEXTS = dict.fromkeys(
    (
        *(np.unique, np.sort, np.argsort, np.lexsort, np.searchsorted, np.isin),
        *(np.union1d, np.concatenate, np.append, np.repeat, np.tile, np.array_equal),
        np.testing.assert_array_equal,
    ),
    True,
)


# What NumPy computes of an array whatever it holds.
_REARRANGING = dict.fromkeys(
    (
        *(np.atleast_1d, np.atleast_2d, np.atleast_3d, np.copy, np.ravel, np.reshape),
        *(np.shape, np.ndim, np.size, np.squeeze, np.transpose),
    ),
    True,
)


def _is_without_numbers(item: Any) -> bool:
    return isinstance(item, np.ndarray) and not holds_numbers(item)


def _is_of_texts(item: Any) -> bool:
    """Whether an object is an array of texts, or a list or tuple of some."""
    if type(item) in (list, tuple):
        return bool(item) and all(map(_is_of_texts, item))
    if isinstance(item, np.ndarray):
        return item.dtype.kind in "US"
    return isinstance(item, str)


@dispatch.call_instance.answered
def call_instance(
    frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """Call an object by the ``__call__`` of its class."""
    call = method_of(frame.session.door, callee, "__call__")
    if is_function(call):
        return inline(frame, call, [callee, *args], keywords, node)
    if has_box(args) or has_box(keywords):
        return unread(frame, callee, args, keywords, node)
    return call_directly(frame, callee, args, keywords, node)


def unread(
    frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
) -> Any:
    """A call of what cannot be read. Where a ``bprop`` stands for the derivative it is
    kept, by its name; its result is checked to be as an element-wise one's."""
    if frame.session.forward_only and package_of(callee) != "builtins":
        if importable_name(callee, frame.globals) is not None:
            rule = UserRule(callee, None, None)
            return call_foreign(frame, rule, args, keywords, node)
    refuse_unknown(frame, callee, [*args, *keywords.values()], node)
    raise AssertionError
