"""Evaluating expressions to objects, in which boxes stand for run-time values."""

from __future__ import annotations

import ast
from typing import Any, NoReturn

from srcad.compiler.avals import Aval, OptionalAval, without_none
from srcad.compiler.index import Index
from srcad.compiler.lowering import calls
from srcad.compiler.lowering.frame import Frame
from srcad.compiler.lowering.lists import (
    is_list_box,
    is_run_time_list,
    list_length,
    static_items,
)
from srcad.compiler.lowering.maybe import is_none
from srcad.compiler.lowering.objects import (
    Box,
    Columns,
    Iteration,
    Lazy,
    Maybe,
    Poison,
    RuntimeString,
    has_box,
    is_array_box,
    is_iterator,
    is_optional,
    is_parameter,
    leaves,
    name_value,
)
from srcad.compiler.lowering.operators import (
    apply_binary,
    binary_name,
    compare_name,
    emit_elementwise,
    is_number_like,
    is_user_object,
    operands,
    present,
)
from srcad.compiler.lowering.recovery import evaluate_all
from srcad.compiler.lowering.session import NeedsContent, NeedsStatic
from srcad.compiler.lowering.sizes import settle
from srcad.compiler.lowering.subscripts import is_array, read_subscript
from srcad.compiler.lowering.wording import (
    captured_behind,
    dependence,
    refuse_syntax,
)
from srcad.compiler.primitives import OPERATORS
from srcad.compiler.reading.captured import Captured
from srcad.compiler.reading.world import is_environment, users_comparison
from srcad.compiler.records import is_made, is_record, parts_of
from srcad.compiler.shapes import is_name


def evaluate(frame: Frame, node: ast.expr) -> Any:
    """The object that an expression stands for; operations are emitted on the way."""
    with frame.at(node):
        item = frame.session.door.whole(_evaluate(frame, node))
        return frame.session.parameter_box(item) if type(item) is Captured else item


def evaluate_partly(frame: Frame, node: ast.expr) -> Any:
    """The same, of what is asked for one part: a container from outside is not read
    as a whole."""
    with frame.at(node):
        item = _evaluate(frame, node)
        return frame.session.parameter_box(item) if type(item) is Captured else item


def _evaluate(frame: Frame, node: ast.expr) -> Any:
    match node:
        case ast.Constant(value):
            return value
        case ast.Name():
            return frame.lookup(node)
        case ast.BinOp(left, op, right):
            name = binary_name(op)
            first, second = evaluate_all(frame, [left, right], evaluate)
            return apply_binary(frame, name, first, second, node)
        case ast.UnaryOp(op, operand):
            return _unary(frame, op, evaluate(frame, operand), node)
        case ast.Compare():
            return _compare(frame, node)
        case ast.BoolOp(op, values):
            return _boolean(frame, isinstance(op, ast.And), values, node)
        case ast.IfExp():
            from srcad.compiler.lowering.control import conditional_expression

            return conditional_expression(frame, node)
        case ast.Call():
            return calls.evaluate_call(frame, node)
        case ast.Attribute(value, attribute):
            owner = evaluate(frame, value)
            item = calls.attribute(frame, owner, attribute, node)
            if is_iterator(item) and (
                isinstance(owner, tuple)
                or getattr(owner, "__dict__", {}).get(attribute) is item
            ):
                frame.refuse_iterator(node)
            return item
        case ast.Subscript():
            item = read_subscript(frame, node)
            if is_iterator(item):
                frame.refuse_iterator(node)
            return item
        case ast.Tuple(elements):
            return tuple(_elements(frame, elements))
        case ast.List(elements):
            return made(frame, _elements(frame, elements))
        case ast.Dict(keys, values):
            return _dictionary(frame, keys, values)
        case ast.Slice(lower, upper, step):
            bounds = (evaluate(frame, b) if b else None for b in (lower, upper, step))
            return slice(*bounds)
        case ast.NamedExpr(target, value):
            item = evaluate(frame, value)
            assert isinstance(target, ast.Name)
            name_value(item, target.id)
            frame.assign(target.id, item)
            return item
        case ast.Lambda():
            from srcad.compiler.lowering.statements import make_closure

            return make_closure(frame, node, "<lambda>")
        case ast.JoinedStr():
            from srcad.compiler.lowering.strings import f_string

            return f_string(frame, node)
        case ast.ListComp() | ast.GeneratorExp() | ast.DictComp() | ast.SetComp():
            from srcad.compiler.lowering.comprehensions import comprehension

            return comprehension(frame, node)
        case ast.Yield() | ast.YieldFrom() if frame.consumer is not None:
            from srcad.compiler.lowering.generators import yielded_inside

            return yielded_inside(frame, node)
        case ast.Yield(value):
            if frame.stream is None:
                refuse_syntax(frame, node)
            frame.stream.give(evaluate(frame, value) if value else None)
            return None
        case ast.YieldFrom(value):
            if frame.stream is None:
                refuse_syntax(frame, node)
            return _delegated(frame, evaluate(frame, value), value)
        case ast.Starred():
            frame.refuse("SRC011", "a starred expression cannot stand here", node)
        case _:
            refuse_syntax(frame, node)


def _delegated(frame: Frame, source: Any, node: ast.expr) -> Any:
    """``yield from source``."""
    from srcad.compiler.lowering.statements import sequence_parts

    parts = source if isinstance(source, Lazy) else sequence_parts(frame, source, node)
    for item in parts:
        frame.stream.give(item)
    return getattr(source, "returned", None)


def made(frame: Frame, items: list[Any]) -> list[Any]:
    """A new list, remembered with the depth of control flow it was made at."""
    frame.session.own(items)
    return items


def _elements(frame: Frame, nodes: list[ast.expr]) -> list[Any]:
    from srcad.compiler.lowering.statements import sequence_parts

    parts = [node.value if isinstance(node, ast.Starred) else node for node in nodes]
    items: list[Any] = []
    for node, item in zip(nodes, evaluate_all(frame, parts, evaluate), strict=True):
        if isinstance(node, ast.Starred):
            items.extend(sequence_parts(frame, item, node))
        else:
            items.append(item)
    return items


def _dictionary(
    frame: Frame, keys: list[ast.expr | None], values: list[ast.expr]
) -> dict[Any, Any]:
    result: dict[Any, Any] = {}
    for key, value in zip(keys, values, strict=True):
        if key is None:
            result.update(evaluate(frame, value))
        else:
            known = evaluate(frame, key)
            if not is_parameter(known):
                known = static(frame, known, key)
            result[known] = evaluate(frame, value)
    frame.session.own(result)
    return result


def static(frame: Frame, item: Any, node: ast.AST) -> Any:
    """The object, which must be known at compile time."""
    if has_box(item):
        settle(frame.session, item)
        captured = captured_behind(frame.session, item)
        if captured:
            raise NeedsContent(captured)
        behind = dependence(frame.session, item)
        label = f"depends on {behind}" if behind else "is known at run time only"
        frame.needs_static("this must be known at compile time", node, label)
    return item


def _unary(frame: Frame, op: ast.unaryop, item: Any, node: ast.UnaryOp) -> Any:
    if isinstance(op, ast.Not):
        return negated(frame, item, node)
    if is_user_object(item):
        from srcad.compiler.lowering.instances import unary

        words = {ast.USub: "negative", ast.UAdd: "positive", ast.Invert: "invert"}
        result = unary(frame, words[type(op)], item, node)
        if result is not NotImplemented:
            return result
    if not has_box(item):
        functions = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}
        try:
            return getattr(item, functions[type(op)])()
        except (AttributeError, TypeError) as error:
            frame.refuse("SRC021", f"TypeError: {error}", node)
    if isinstance(op, ast.UAdd):
        from srcad.compiler.lowering.numpy_calls.values import copy_of

        # Of an array it is a new one.
        return copy_of(frame, item) if is_array_box(item) else item
    aval = frame.session.atom(item).aval
    name = "negative" if isinstance(op, ast.USub) else "invert"
    if name == "invert" and isinstance(aval, Aval) and aval.dtype == "bool":
        name = "logical_not"
    return emit_elementwise(frame, name, item)


def negated(frame: Frame, item: Any, node: ast.AST) -> Any:
    """Python's ``not``."""
    item = asked(frame, item, node)
    if not isinstance(item, Box) and not is_parameter(item):
        return not truth(frame, item, node)
    condition = condition_of(frame, item, node)
    return of_python(frame, emit_elementwise(frame, "not", condition))


def of_python(frame: Frame, item: Any) -> Any:
    """A bool of Python, which may be True itself, in the place of one of NumPy."""
    aval = item.aval if isinstance(item, Box) else None
    if not isinstance(aval, Aval) or aval.weak:
        return item
    value = frame.session.builder.emit("present", item.value)
    value.aval = Aval("bool", weak=True)
    return frame.session.box(value)


def asked(frame: Frame, item: Any, node: ast.AST) -> Any:
    """What an object says when it is asked for its truth, if it says anything; it may
    be known at run time only."""
    from srcad.compiler.lowering.instances import call_special

    is_range = isinstance(item, Iteration) and item.bounds is not None
    if isinstance(item, Columns) or is_range:
        length = item.length if is_range else list_length(frame, item)
        if isinstance(length, int):
            return length > 0
        return emit_elementwise(frame, "greater", length, 0)
    if isinstance(item, Maybe):
        missing = is_none(frame.session, item)
        known = isinstance(item.item, tuple) and not item.item
        return False if known else emit_elementwise(frame, "not", missing)
    for word in ("bool", "len") if is_user_object(item) else ():
        found = call_special(frame, item, word, [], node)
        if found is not NotImplemented:
            wanted = bool if word == "bool" else int
            if not isinstance(found, Box | wanted):
                kind = type(found).__name__
                message = f"TypeError: __{word}__ of an object gives a {kind}"
                frame.refuse("SRC021", message, node)
            return found
    return item


def truth(frame: Frame, item: Any, node: ast.AST) -> bool:
    """The truth of what is known at compile time."""
    item = asked(frame, item, node)
    if isinstance(item, Box):
        item = static(frame, item, node)
    if isinstance(item, RuntimeString):
        refuse_string(frame, node)
    try:
        return bool(item)
    except Exception as error:
        frame.refuse("SRC021", f"{type(error).__name__}: {error}", node)


def condition_of(frame: Frame, item: Any, node: ast.AST) -> Any:
    """A run-time condition: one number."""
    if is_parameter(item):
        item = frame.session.box(frame.session.atom(item))
    aval = item.aval
    if is_run_time_list(item):
        return emit_elementwise(frame, "greater", list_length(frame, item), 0)
    if isinstance(aval, OptionalAval):
        return _there_and_true(frame, item, node)
    if isinstance(aval, Aval) and any(dim != 1 for dim in aval.shape):
        frame.refuse(
            "SRC013",
            "the truth of an array is not one truth",
            node,
            label=f"is {aval}",
            help="reduce it, as in `(x > 0).any()` or `x.sum() > 0`",
        )
    return item


def _there_and_true(frame: Frame, item: Box, node: ast.AST) -> Any:
    """The truth of what may be None."""
    from srcad.compiler.lowering.control import branch_value

    session = frame.session
    missing = session.box(session.builder.emit("is_none", item.value))

    def there() -> Any:
        return as_truth(frame, present(session, item), node)

    return branch_value(frame, missing, lambda: False, there, node)


def _compare(frame: Frame, node: ast.Compare) -> Any:
    left = evaluate(frame, node.left)
    result: Any = True
    for op, right_node in zip(node.ops, node.comparators, strict=True):
        if isinstance(right_node, ast.Set) and isinstance(op, ast.In | ast.NotIn):
            # Nobody sees the order.
            right: Any = tuple(_elements(frame, right_node.elts))
        else:
            partly = isinstance(op, ast.In | ast.NotIn)
            right = (evaluate_partly if partly else evaluate)(frame, right_node)
        one = _compare_two(frame, op, left, right, node)
        result = one if result is True else both(frame, result, one)
        if result is False:
            return False
        left = right
    return result


def both(frame: Frame, left: Any, right: Any) -> Any:
    if not isinstance(left, Box):
        return right if left else left
    if not isinstance(right, Box):
        return left if right else right
    return emit_elementwise(frame, "logical_and", left, right)


def _compare_two(
    frame: Frame, op: ast.cmpop, left: Any, right: Any, node: ast.Compare
) -> Any:
    name = compare_name(op)
    if name is not None and (is_user_object(left) or is_user_object(right)):
        from srcad.compiler.lowering.instances import binary

        result = binary(frame, name, left, right, node)
        if result is not NotImplemented:
            return result
    if isinstance(left, RuntimeString) or isinstance(right, RuntimeString):
        refuse_string(frame, node)
    if name is not None and (has_box(left) or has_box(right)):
        if is_number_like(left) and is_number_like(right):
            return emit_elementwise(frame, name, left, right)
        if isinstance(op, ast.Eq | ast.NotEq):
            return _structural_equality(frame, op, left, right, node)
        if isinstance(left, tuple | list) and type(left) is type(right):
            return _ordered(frame, op, left, right, node)
    match op:
        case ast.Is() | ast.IsNot():
            same = identity(frame, left, right, node)
            return same if isinstance(op, ast.Is) else negated(frame, same, node)
        case ast.In() | ast.NotIn():
            if is_user_object(right):
                from srcad.compiler.lowering.instances import call_special
                from srcad.compiler.lowering.statements import sequence_parts

                found = call_special(frame, right, "contains", [left], node)
                if found is not NotImplemented:
                    return (
                        found if isinstance(op, ast.In) else negated(frame, found, node)
                    )
                right = tuple(sequence_parts(frame, right, node))
            inside = _contains(frame, right, left, node)
            return inside if isinstance(op, ast.In) else negated(frame, inside, node)
    assert name is not None
    operands(frame, (left, right), node)
    try:
        return OPERATORS[name](left, right)
    except Exception as error:
        frame.refuse("SRC021", f"{type(error).__name__}: {error}", node)


def _ordered(
    frame: Frame, op: ast.cmpop, left: Any, right: Any, node: ast.Compare
) -> Any:
    """``left < right`` and the like: the first items that differ decide."""
    if not left or not right:
        return _compare_two(frame, op, len(left), len(right), node)
    equal = equality(frame, left[0], right[0])
    if equal is False:
        return _compare_two(frame, op, left[0], right[0], node)
    rest = _ordered(frame, op, left[1:], right[1:], node)
    if equal is True:
        return rest
    strict = ast.Lt() if isinstance(op, ast.Lt | ast.LtE) else ast.Gt()
    first = _compare_two(frame, strict, left[0], right[0], node)
    rest = both(frame, equal, rest)
    return emit_elementwise(frame, "logical_or", first, rest) if rest else first


def _structural_equality(
    frame: Frame, op: ast.cmpop, left: Any, right: Any, node: ast.AST
) -> Any:
    """``==`` of tuples of sizes, of a box with None, and the like."""
    equal = equality(frame, left, right)
    return equal if isinstance(op, ast.Eq) else negated(frame, equal, node)


def identity(frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
    """``left is right``. Of what run time knows, True and False of Python are objects
    that others may be; those of NumPy never are."""
    for item, other in ((left, right), (right, left)):
        if isinstance(item, Box) and isinstance(other, bool):
            aval = item.aval
            if isinstance(aval, Aval) and aval.weak and aval.dtype == "bool":
                return item if other else negated(frame, item, node)
        if other is None and (is_optional(item) or isinstance(item, Maybe)):
            return is_none(frame.session, item)
    if left is not None and right is not None:
        frame.session.door.identity(left, right)
    return left is right


def _contains(frame: Frame, items: Any, item: Any, node: ast.Compare) -> Any:
    """``item in items``."""
    if is_run_time_list(items):
        from srcad.compiler.lowering.list_methods import contains

        return contains(frame, items, item, node)
    door = frame.session.door
    if is_environment(items) and isinstance(item, str):
        return door.environment(item) is not None
    if door.is_pending(items):
        if isinstance(items, dict) and not has_box(item):
            return door.contains(items, item)
        items = door.whole(items)
    if isinstance(items, dict):
        items = list(items)
    if not isinstance(items, tuple | list) or not has_box([item, items]):
        found = users_comparison(item) or users_comparison(items)
        if found is not None:
            message = f"`{found.__qualname__}` would run while compiling"
            help = "compare with `==`, one by one"
            frame.refuse("SRC012", message, node, help=help)
        try:
            return static(frame, item, node) in static(frame, items, node)
        except TypeError as error:
            frame.refuse("SRC021", f"TypeError: {error}", node)
    result: Any = False
    for one in items:
        equal = equality(frame, item, one)
        if isinstance(equal, Box):
            condition_of(frame, equal, node)
            result = (
                emit_elementwise(frame, "logical_or", result, equal)
                if isinstance(result, Box)
                else equal
            )
        elif equal:
            return True
    return result


def equality(frame: Frame, left: Any, right: Any) -> Any:
    """``left == right`` as Python compares structures, which ends at a difference."""
    if any(map(is_array, (left, right))) and isinstance(left, str) != isinstance(
        right, str
    ):
        raise NeedsStatic("an array is compared with a string", label="has no numbers")
    if not has_box(left) and not has_box(right):
        operands(frame, (left, right), frame.statement or frame.source.node)
        return left == right
    if is_number_like(left) and is_number_like(right):
        same = left is right or _same_size(left, right)
        return True if same else emit_elementwise(frame, "equal", left, right)
    for item, other in ((left, right), (right, left)):
        if is_optional(item) and other is None:
            return _equals_none(frame, item)
        if isinstance(item, Maybe) and other is None:
            return is_none(frame.session, item)
        if isinstance(item, Maybe):
            raise NeedsStatic("this may be None", label="is compared as a whole")
    for item, other in ((left, right), (right, left)):
        if is_run_time_list(item):
            return _equals_list(frame, item, other)
    equal: Any = False
    if isinstance(left, dict) and isinstance(right, dict):
        if set(left) != set(right):
            return False
        right = [right[key] for key in left]
        left = list(left.values())
    if is_record(left) and type(left) is type(right):
        left, right = (tuple(parts_of(item).values()) for item in (left, right))
    if isinstance(left, tuple | list) and isinstance(right, tuple | list):
        equal = len(left) == len(right) and isinstance(left, list) == isinstance(
            right, list
        )
        for a, b in zip(left, right, strict=False) if equal else ():
            one = equality(frame, a, b)
            equal = one if equal is True else both(frame, equal, one)
            if equal is False:
                break
    return equal


def _equals_list(frame: Frame, items: Any, other: Any) -> Any:
    """A list of run time is compared with one without items alone."""
    if not isinstance(other, list) and not is_run_time_list(other):
        return False
    if other != []:
        label = "is built at run time"
        raise NeedsStatic(
            "the items of a list must be known to be compared", label=label
        )
    length = list_length(frame, items)
    if isinstance(length, int):
        return length == 0
    return emit_elementwise(frame, "equal", length, 0)


def _equals_none(frame: Frame, item: Box) -> Any:
    aval = without_none(item.aval)
    if not isinstance(aval, Aval) or aval.ndim:
        raise NeedsStatic("an array is compared with None element by element")
    return frame.session.box(frame.session.builder.emit("is_none", item.value))


def refuse_string(frame: Frame, node: ast.AST) -> NoReturn:
    """A string with run-time values in it is used otherwise than it may be."""
    frame.refuse(
        "SRC013",
        "a string with run-time values in it can only be printed or raised",
        node,
        help="compare or measure the values themselves",
    )


def _same_size(left: Any, right: Any) -> bool:
    sizes = []
    for item in (left, right):
        aval = item.aval if isinstance(item, Box) else None
        sizes.append(aval.size if isinstance(aval, Aval) else item)
    return sizes[0] is not None and bool(sizes[0] == sizes[1])


def evaluate_test(frame: Frame, node: ast.expr) -> Any:
    """An expression of which only the truth is asked."""
    if not isinstance(node, ast.BoolOp):
        return asked(frame, evaluate(frame, node), node)
    with frame.at(node):
        return _boolean(frame, isinstance(node.op, ast.And), node.values, node, True)


def _boolean(
    frame: Frame, both: bool, nodes: list[ast.expr], node: ast.AST, test: bool = False
) -> Any:
    """``and`` / ``or``; what decides at compile time is decided then.

    With ``test`` only the truth of the result matters.
    """
    from srcad.compiler.lowering.control import branch_value, knowing

    item = evaluate_test(frame, nodes[0]) if test else evaluate(frame, nodes[0])
    if len(nodes) == 1:
        return item
    decisive = asked(frame, item, nodes[0])
    if not isinstance(decisive, Box) and not is_parameter(decisive):
        if truth(frame, decisive, nodes[0]) is not both:
            return item
        return _boolean(frame, both, nodes[1:], node, test)
    condition = condition_of(frame, decisive, nodes[0])
    # What decides is then its own value, which of a bool is known.
    is_truth = test or (condition is item and _is_bool(item))

    def others() -> Any:
        second = _boolean(frame, both, nodes[1:], node, test)
        return as_truth(frame, second, nodes[1]) if test else second

    rest = knowing(frame, nodes[0], both, others)

    if is_truth and _is_bool(condition) and _is_plain(frame, nodes[1:]):
        second = rest()
        if _is_bool(second):
            return emit_elementwise(
                frame, "logical_and" if both else "logical_or", condition, second
            )
        if isinstance(second, bool):
            return _fold_boolean(both, condition, second)

    def first() -> Any:
        if is_truth:
            return not both
        return item if both else present(frame.session, item)

    pair = (rest, first) if both else (first, rest)
    return branch_value(frame, condition, *pair, node)


def as_truth(frame: Frame, item: Any, node: ast.AST) -> Any:
    """The truth of a value, as a bool."""
    item = asked(frame, item, node)
    if not isinstance(item, Box) and not is_parameter(item):
        return truth(frame, item, node)
    condition = condition_of(frame, item, node)
    if _is_bool(condition):
        return condition
    return emit_elementwise(frame, "not_equal", condition, 0)


def _is_bool(item: Any) -> bool:
    return (
        isinstance(item, Box)
        and isinstance(item.aval, Aval)
        and item.aval.dtype == "bool"
    )


def _fold_boolean(both: bool, item: Any, known: bool) -> Any:
    if both:
        return item if known else False
    return True if known else item


_PLAIN = (
    *(ast.Compare, ast.Name, ast.Constant, ast.cmpop, ast.Load, ast.Attribute),
    *(ast.UnaryOp, ast.unaryop, ast.BoolOp, ast.boolop),
)


def _is_plain(frame: Frame, nodes: list[ast.expr]) -> bool:
    """Whether evaluating these without need can do no harm: comparisons of names."""
    for part in (part for node in nodes for part in ast.walk(node)):
        if not isinstance(part, _PLAIN):
            return False
        if isinstance(part, ast.Name):
            item = frame.find(part.id)
            if isinstance(item, Poison | Maybe) or (is_made(item) and has_box(item)):
                return False
            if any(map(_is_unsure, leaves(item))):
                return False
    return True


def _is_unsure(leaf: Any) -> bool:
    return isinstance(leaf, Box) and (leaf.unsure or is_optional(leaf))


def array_rows(frame: Frame, box: Box | Columns, node: ast.AST) -> list[Any]:
    """The rows of a run-time array whose first size is known, or a list's items."""
    if isinstance(box, Columns) or is_list_box(box):
        return static_items(frame, box, node)
    aval = box.aval
    if not isinstance(aval, Aval) or not aval.shape:
        help = "what has elements is of rank 1 or more"
        frame.refuse("SRC013", f"{aval} has no elements", node, help=help)
    if not isinstance(aval.shape[0], int):
        frame.session.builder.sizes.settle(aval.shape[0])
        dim = aval.shape[0]
        label = f"has `{dim}` rows" if is_name(dim) else "has an unknown number of rows"
        message = "the number of rows must be known at compile time here"
        frame.needs_static(message, node, label)
    session = frame.session
    array = session.atom(box)
    places = [Index((k,)) for k in range(aval.shape[0])]
    if aval.ndim > 1 and not aval.tensor:
        return [session.view(box, array, "getitem", index=place) for place in places]
    return [session.box(session.builder.getitem(array, place)) for place in places]
