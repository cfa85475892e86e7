"""Python's built-in functions, where an argument is a run-time value."""

from __future__ import annotations

import ast
from collections import Counter, OrderedDict, defaultdict
from functools import partial
from typing import Any

import numpy as np

from srcad.compiler.evaluate.calls import functions
from srcad.compiler.evaluate.calls.builtin_table import (
    Handler,
    builtin,
    by_arguments,
    of_arguments,
    read_as,
)
from srcad.compiler.evaluate.calls.calls import apply
from srcad.compiler.evaluate.calls.dict_library import Items, Keyed
from srcad.compiler.evaluate.calls.instances import set_attribute
from srcad.compiler.evaluate.calls.keyed import (
    added_in_any_order,
    in_any_order,
    is_unknown,
    keyed,
    made,
    making,
)
from srcad.compiler.evaluate.calls.methods import (
    gives_its_objects,
    has_attribute,
    is_there,
)
from srcad.compiler.evaluate.calls.strings import formatted, shown, text_of
from srcad.compiler.evaluate.dispatch import HANDLERS, Args, Keywords, call
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import has_box, kind_of
from srcad.compiler.evaluate.library.choices import (
    for_each_option,
    for_each_text,
    where,
)
from srcad.compiler.evaluate.library.containers import (
    counted,
    known_pairs,
    with_known_keys,
)
from srcad.compiler.evaluate.library.orders import elements, extreme, in_order
from srcad.compiler.evaluate.numpy.values import copy_of
from srcad.compiler.evaluate.objects import (
    aval_of,
    box_of,
    is_array_box,
)
from srcad.compiler.evaluate.operations.attributes import attribute
from srcad.compiler.evaluate.operations.direct import call_directly
from srcad.compiler.evaluate.operations.iterator_library import (
    mapped_one_by_one,
    mapped_together,
)
from srcad.compiler.evaluate.operations.list_methods import as_list, list_method
from srcad.compiler.evaluate.operations.operators import (
    apply_binary,
    emit_elementwise,
    numeric_aval,
    whole,
)
from srcad.compiler.evaluate.operations.sequences import (
    iterator_of,
    refuse_own_entries,
    refuse_unsure_keys,
    sequence_parts,
)
from srcad.compiler.evaluate.operations.special import (
    call_special,
    is_user_object,
)
from srcad.compiler.evaluate.operations.truth import (
    as_truth,
    both,
    either,
    of_python,
    only_element,
    refuse_elements,
)
from srcad.compiler.evaluate.paths.branching import branch_value
from srcad.compiler.evaluate.paths.checks import needed_to_iterate
from srcad.compiler.evaluate.paths.maybe import present
from srcad.compiler.evaluate.printing import emit_call
from srcad.compiler.evaluate.storage import list_library as ours
from srcad.compiler.evaluate.storage.growing_lists import made_list, tuple_of
from srcad.compiler.evaluate.storage.lengths import fixed_length, has_elements
from srcad.compiler.evaluate.storage.list_items import is_list_box, is_run_time_list
from srcad.compiler.evaluate.streams import without_effects
from srcad.compiler.evaluate.syntax.generators import collected
from srcad.compiler.evaluate.syntax.iterations import (
    elements_by_now,
    iterable,
    vector_of,
)
from srcad.compiler.evaluate.undecided import note_classes
from srcad.compiler.ir.sizes import is_varying
from srcad.compiler.reading.lookup import method_of
from srcad.compiler.reading.records import is_made, own_attributes
from srcad.compiler.reading.sizes import is_known


def length_of(frame: Frame, item: Any, node: ast.AST) -> Any:
    """``len(item)``."""
    found = kind_of(item).length(frame, item, node)
    if found is not NotImplemented:
        return found
    refuse_unsure_keys(frame, item, node)
    with frame.raises(node, TypeError):
        return len(item)


of_arguments(len, length_of)


def _number(frame: Frame, item: Any, kind: str, node: ast.AST) -> Any:
    """A number, or the one element of a Tensor, which may have axes, as a float or an
    int."""
    aval = numeric_aval(frame, item)
    if kind_of(item).class_of(item) is str:
        message = "which number a text stands for is not known before run time"
        frame.refuse("SRC013", message, node)
    if not aval.is_numeric:
        message = "TypeError: the argument must be a string or a real number"
        frame.refuse("SRC021", message, node)
    if aval.tensor:
        item = only_element(frame, item)
    refuse_elements(frame, item, node)
    return emit_elementwise(frame, kind, item)


of_arguments(float, _number, "float")
of_arguments(int, _number, "int")


@builtin(bool)
def _bool(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    return of_python(frame, as_truth(frame, args[0], node)) if args else False


@builtin(abs)
def _abs(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    found = call_special(frame, args[0], "abs", [], node)
    if found is not NotImplemented:
        return found
    number = whole(frame, present(frame.session, args[0]), node)
    aval = numeric_aval(frame, number)
    pythons = aval.weak or bool(box_of(number).classes)
    made = emit_elementwise(frame, "magnitude" if pythons else "absolute", number)
    note_classes(frame, made, abs, args)
    return made


builtin(complex)(read_as(ours.complex_of))


@builtin(pow)
def _pow(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    if len(args) != 2:
        message, help = "`pow` with a modulus is not supported", "write `x ** n % m`"
        frame.refuse("SRC012", message, node, help=help)
    return apply_binary(frame, "power", args[0], args[1], node)


@builtin(divmod)
def _divmod(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    names = ("floor_divide", "remainder")
    asked = [("divmod", *args)]
    left, right = map(type, args)
    if left is not right:
        place = 0 if issubclass(right, left) else 1
        asked.insert(place, ("rdivmod", *reversed(args)))
    for word, item, other in asked:
        found = call_special(frame, item, word, [other], node)
        if found is not NotImplemented:
            return found
    return tuple(apply_binary(frame, name, args[0], args[1], node) for name in names)


@builtin(sorted)
def _sorted(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    if isinstance(args[0], Items) and keywords.get("key") is None:
        return functions.inline(frame, Items.in_order, args, keywords, node)
    items = elements(frame, in_any_order(args[0], keywords), node)
    result = in_order(frame, items, keywords, node)
    return frame.session.own(result)


for _function in (min, max):
    builtin(_function)(partial(extreme, _function))


@builtin(sum)
def _sum(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    total = args[1] if len(args) > 1 else keywords.get("start", 0)
    summed = added_in_any_order(args[0], keywords)
    items = iterable(frame, needed_to_iterate(frame, summed, node), node)
    refuse_unsure_keys(frame, items, node)
    if is_list_box(items) and type(total) is int and total == 0:
        element, xs = items.aval.element, frame.session.atom(items)
        if element.is_float and not any(map(is_varying, element.shape)):
            made = frame.session.box(frame.session.builder.emit("list_sum", xs))
            made.classes = items.classes
            if element.ndim and not has_elements(frame.session, xs):
                made.classes |= {int}
            return made
    if is_run_time_list(items) or kind_of(items).makes_elements:
        return functions.inline(frame, ours.sum_of, [items, total], {}, node)
    if aval_of(items).is_numeric:
        emit, dtype = frame.session.builder.emit, items.aval.dtype
        value = emit("sum", frame.session.atom(items), axis=(0,), keepdims=False)
        if dtype != "bool":
            # Integers narrower than NumPy's own stay narrow where they are added.
            value = emit("astype", value, dtype=dtype)
        return apply_binary(frame, "add", total, frame.session.box(value), node)
    itself = False
    for item in items:
        # What is added to 0 is itself, if it is a number and no bool.
        itself = type(total) is int and total == 0 and _adds_nothing(item)
        total = item if itself else apply_binary(frame, "add", total, item, node)
    # An array that nothing else is added to is a new one, all the same.
    return copy_of(frame, total) if itself else total


def _adds_nothing(item: Any) -> bool:
    """Whether ``0 + item`` is the item itself, or a new one that is equal."""
    aval = aval_of(item)
    return aval.is_numeric and not aval.is_bool


def _print(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    for name in keywords:
        if name not in ("sep", "end", "flush"):
            help = "`sep`, `end` and `flush` are; print to a file around the call"
            frame.refuse(
                "SRC012", f"`{name}` of `print` is not supported", node, help=help
            )
    texts = [shown(frame, item, str, node) for item in args]
    emit_call(frame, "print", [], texts, keywords)


HANDLERS[print] = _print


of_arguments(str, text_of, str, -1)
of_arguments(repr, text_of, repr, ord("r"))
builtin(format)(formatted)


@builtin(getattr)
def _getattr(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    def found() -> Any:
        return attribute(frame, args[0], args[1], node)

    there: Any = len(args) < 3 or is_there(frame, args[0], args[1], node)
    if there is NotImplemented:
        return functions.inline(frame, _given_attribute, args, {}, node)
    if has_box(there):
        return branch_value(frame, there, found, lambda: args[2], node)
    return found() if there else args[2]


def _given_attribute(owner: Any, name: str, default: Any) -> Any:
    try:
        return getattr(owner, name)
    except AttributeError:
        return default


of_arguments(hasattr, has_attribute)


@builtin(vars)
def _vars(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    if not args:
        return call_directly(frame, vars, args, keywords, node)
    return attribute(frame, args[0], "__dict__", node)


@builtin(dir)
def _dir(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    if len(args) != 1 or not is_made(args[0]):
        return kind_of(dir).run(frame, dir, args, keywords, node)
    (item,), cls = args, type(args[0])
    said = call_special(frame, item, "dir", [], node)
    if said is not NotImplemented:
        return call(frame, sorted, [said], {}, node)
    refuse_unsure_keys(frame, own_attributes(item), node)
    known = (base.__dict__ for base in cls.__mro__)
    frame.session.door.content(cls)
    return frame.session.own(sorted({*own_attributes(item)}.union(*known)))


def _has_unknown_rows(frame: Frame, item: Any) -> bool:
    """Whether run time alone knows how many rows an array has."""
    if not aval_of(item).ndim:
        return False
    frame.session.builder.sizes.fix(item.aval.shape[0])
    return not is_known(item.aval.shape[0])


def _collect(kind: Any) -> Handler:
    def handler(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
        item = iterable(frame, args[0], node)
        refuse_unsure_keys(frame, item, node)
        found = collected(frame, item, node)
        if found is item:
            found = _listed(frame, item, node)
        if is_run_time_list(found):
            if kind is tuple and fixed_length(frame, found) is None:
                return tuple_of(frame, found)
            if kind is list:
                new = found is not item
                return found if new else list_method(frame, item, "copy", [], node)
        parts = sequence_parts(frame, found, node)
        return frame.session.own(parts) if kind is list else tuple(parts)

    return handler


def _listed(frame: Frame, item: Any, node: ast.AST) -> Any:
    """A list of the elements of what has as many as run time knows; all else itself."""
    if _has_unknown_rows(frame, item):
        return as_list(frame, item)
    if kind_of(item).makes_elements and item.count is None:
        return functions.inline(frame, ours.listed, [item], {}, node)
    return item


for _kind in (list, tuple):
    builtin(_kind)(_collect(_kind))


def _list(make: Handler) -> Handler:
    return lambda frame, *given: made_list(frame, make(frame, *given), given[-1])


HANDLERS[list] = _list(HANDLERS[list])


def _dict(kind: type, of_known_keys: Handler) -> None:
    """Register a class of dicts, and how one is made of keys that are known."""
    builtin(kind)(of_known_keys)
    make = HANDLERS[kind]

    def handler(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
        if is_unknown(frame, node) or any(isinstance(item, Keyed) for item in args):
            return keyed(frame, kind, args, named, node)
        with making(frame, node):
            return made(frame, make(frame, args, named, node), node)

    HANDLERS[kind] = handler


def _plain(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> dict[Any, Any]:
    for item in args:
        refuse_unsure_keys(frame, item, node)
    found = dict(*(known_pairs(frame, one, node) for one in args), **named)
    return with_known_keys(frame, found, node)


def _ordered(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
    refuse_own_entries(frame, args, node)
    return OrderedDict(_plain(frame, args, named, node))


def _default(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
    given = _plain(frame, args[1:], named, node)
    return defaultdict(args[0] if args else None, given)


def _counter(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
    refuse_own_entries(frame, args, node)
    return counted(frame, Counter(), args, named, node)


_dict(dict, _plain)
_dict(OrderedDict, _ordered)
_dict(defaultdict, _default)
_dict(Counter, _counter)


@builtin(map)
def _map(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    function, *given = args
    sources = [iterator_of(frame, source, node) for source in given]
    args = [function, *sources]

    def whole() -> Any:
        if any(kind_of(s).is_value or kind_of(s).makes_elements for s in sources):
            return functions.inline(frame, ours.mapped, args, {}, node)
        rows = zip(*(elements_by_now(frame, s, node) for s in sources), strict=False)
        with frame.keeping(tuple(given)):
            items = [apply(frame, function, list(row), {}, node) for row in rows]
        return frame.session.own(items)

    one = mapped_one_by_one if len(sources) == 1 else mapped_together
    stream = functions.inline(frame, one, args, {}, node)
    if not any(kind_of(source).is_lazy for source in given):
        stream.whole = whole
    return stream


@builtin(round)
def _round(frame: Frame, args: Args, keywords: Keywords, node: ast.AST) -> Any:
    own, digits = box_of(args[0]), keywords.get("ndigits", *args[1:])
    if digits is not None:
        if own.aval.is_scalar and own.aval.is_float and not own.holds:
            if own.aval.weak:
                return emit_elementwise(frame, "rounded", args[0], digits)
            return call(frame, np.round, [args[0], digits], {}, node)  # NumPy's own
        help = "write `np.round`, which takes the number of digits"
        frame.refuse("SRC012", "`round` to digits is not supported", node, help=help)
    aval = frame.session.atom(args[0]).aval
    array = args[0]
    if is_array_box(array) or box_of(array).holds:
        message = "TypeError: type numpy.ndarray doesn't define __round__ method"
        frame.refuse("SRC021", message, node, help="write `np.round`")
    if aval.is_bool and not aval.weak:
        message = "TypeError: type numpy.bool doesn't define __round__ method"
        frame.refuse("SRC021", message, node)
    if not aval.is_numeric or aval.tensor:
        return emit_elementwise(frame, "rint", args[0])
    if not aval.is_float:
        return emit_elementwise(frame, "int", args[0])
    return emit_elementwise(frame, "int", emit_elementwise(frame, "rint", args[0]))


def _quantifier(what: str) -> Handler:
    joined = either if what == "any" else both

    def handler(frame: Frame, args: Args, named: Keywords, node: ast.AST) -> Any:
        args = [without_effects(frame, in_any_order(args[0], named))]
        vector = vector_of(frame, args[0], what, node)
        if vector is not None:
            builder = frame.session.builder
            value = builder.emit(what, vector, axis=(0,), keepdims=False)
            return of_python(frame, frame.session.box(value))
        if is_list_box(args[0]):
            found = ours.any_of if what == "any" else ours.all_of
            return functions.inline(frame, found, args, {}, node)
        items = iterable(frame, args[0], node)
        refuse_unsure_keys(frame, items, node)
        if kind_of(items).makes_elements:
            found = ours.any_in if what == "any" else ours.all_in
            return functions.inline(frame, found, [items], {}, node)
        result: Any = what == "all"
        for item in items:
            truth = as_truth(frame, item, node)
            if truth is (what == "any"):
                return truth
            result = joined(frame, result, truth)
        return of_python(frame, result)

    return handler


builtin(any)(_quantifier("any"))
builtin(all)(_quantifier("all"))


builtin(slice)(lambda frame, args, keywords, node: slice(*args))


HANDLERS[setattr] = by_arguments(setattr, set_attribute, True)
HANDLERS[object.__setattr__] = by_arguments(setattr, set_attribute, False)


_OF_TEXTS: list[tuple[Any, Any, int]] = [
    *((function, for_each_option, 0) for function in (float, int)),
    *((f, for_each_option, 1) for f in (getattr, setattr, object.__setattr__)),
    (hasattr, where, 1),
]
for _function, _each, _place in _OF_TEXTS:
    HANDLERS[_function] = for_each_text(HANDLERS[_function], _each, _place)


def _is_callable(frame: Frame, item: Any, node: ast.AST) -> Any:
    choice = kind_of(item).choice(item)
    if choice is not None:
        return of_python(frame, where(frame, choice, node, _is_callable))
    if is_user_object(item):
        method_of(frame.session.door, item, "__call__")
    of = kind_of(item)
    return gives_its_objects(of.class_of(item), "__call__") or callable(item)


HANDLERS[callable] = by_arguments(callable, _is_callable)
