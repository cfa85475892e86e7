"""What stands for something that run time knows: arrays, numbers, texts, lists."""

from __future__ import annotations

import ast
import functools
import itertools
import types
from collections.abc import Callable, Iterator
from inspect import isabstract
from typing import Any, NoReturn

from srcad.compiler.evaluate import streams
from srcad.compiler.evaluate.calls.class_tests import is_instance
from srcad.compiler.evaluate.calls.methods import (
    array_attribute,
    call_of_array,
    gives_its_objects,
    has_attribute,
    has_of_array,
    refuse_of_python,
)
from srcad.compiler.evaluate.calls.strings import concatenated
from srcad.compiler.evaluate.contents import current
from srcad.compiler.evaluate.dispatch import Args, Keywords, call, inline
from srcad.compiler.evaluate.flow import NORMAL
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import (
    Inner,
    Kind,
    Use,
    kind,
    kind_of,
)
from srcad.compiler.evaluate.library.builtins import length_of
from srcad.compiler.evaluate.numpy.values import copy_of
from srcad.compiler.evaluate.objects import (
    Box,
    Lazy,
    Maybe,
    Place,
    RuntimeString,
    aval_of,
    is_iterator,
    is_written_in_place,
)
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.attributes import attribute
from srcad.compiler.evaluate.operations.operators import (
    SIGNS,
    apply_binary,
    emit_elementwise,
)
from srcad.compiler.evaluate.operations.subscripts import (
    array_in_index,
    read_array,
    read_item,
    write_array,
)
from srcad.compiler.evaluate.operations.truth import as_truth
from srcad.compiler.evaluate.paths.abandoned import leave
from srcad.compiler.evaluate.paths.branching import branch_value
from srcad.compiler.evaluate.paths.checks import needed, needed_to_iterate
from srcad.compiler.evaluate.paths.maybe import (
    is_none,
    may_be_changed,
    present,
    told_by,
)
from srcad.compiler.evaluate.printing import Template
from srcad.compiler.evaluate.refusals import (
    refuse_iterator,
    refuse_type,
    refuse_write,
)
from srcad.compiler.evaluate.signals import NeedsStatic
from srcad.compiler.evaluate.storage.list_library import is_in
from srcad.compiler.evaluate.values.conflicts import Refused
from srcad.compiler.evaluate.values.operands import Numeric
from srcad.compiler.evaluate.wording import refuse_string
from srcad.compiler.ir.types import array_aval
from srcad.compiler.reading.kinds import flat

# Classes that an iterator may be of, of which no more is known.
_ITERATORS: tuple[type, ...] = (
    *(types.GeneratorType, zip, map, filter, enumerate, reversed, type(iter([]))),
    *(itertools.chain, itertools.islice, itertools.accumulate),
)


class StandIn(Kind):
    """What stands for an object of Python's."""

    stands_in = True

    def is_a(self, frame: Frame, item: Any, classes: Any, node: ast.AST) -> Any:
        known, asked = self.class_of(item), tuple(flat(classes))
        if isabstract(known):
            if any(one is not known and issubclass(one, known) for one in asked):
                message = "which class of iterators this is of is not known"
                frame.refuse("SRC013", message, node, help="make a list of it")
        return issubclass(known, asked)

    def has_attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        known = self.class_of(item)
        if not isabstract(known):
            return gives_its_objects(known, name)
        found = {gives_its_objects(one, name) for one in _ITERATORS}
        if len(found) > 1:
            message = f"whether this iterator has `{name}` is not known"
            frame.refuse("SRC013", message, node, help="make a list of it")
        return found.pop()

    def described(self, item: Any) -> str:
        is_iterator = isabstract(self.class_of(item))
        return "an iterator" if is_iterator else super().described(item)


class RunTime(StandIn):
    """A leaf, of which nothing more is known here."""

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return True


class OnlyGoneThrough(Kind):
    """An iterator gives its elements, and nothing else."""

    def written(self, template: Template, item: Any) -> str:
        return template.known(item)

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        help = "make a list of it, and go through that"
        frame.refuse(
            "SRC012", "a copy of an iterator is not supported", node, help=help
        )

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        refuse_iterator(frame, item, "has no len()", node)
        return NotImplemented

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        refuse_iterator(frame, item, "is not subscriptable", node)
        return NotImplemented

    def advanced(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        if is_iterator(item):
            message = "`next` of what `zip`, `enumerate` or `reversed` gives is refused"
            frame.refuse("SRC012", message, node, help="write `iter(list(...))`")
        return super().advanced(frame, item, node)


@kind(Box)
class Value(RunTime, Numeric):
    """A number, an array, or what else stands where these do."""

    is_value = True
    python_class = object

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        session, array = frame.session, frame.session.atom(item)
        if not array.aval.ndim:
            help = "what has a length is of rank 1 or more"
            refuse_type(frame, f"{array.aval} has no len()", node, help)
        session.left.ask(array)
        return session.wrap(session.builder.size(array, 0))

    item = staticmethod(read_array)

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> None:
        owner, key, operator, old = place
        write_array(frame, owner, key, value, node, operator, old)

    def old(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        return frame.session.atom(item)

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        refuse_of_python(frame, item, name, node)
        return array_attribute(frame, item, name, node)

    def has_attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        return has_of_array(frame, item, name, node)

    method = staticmethod(call_of_array)

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        if item.aval.tensor:
            return frame.session.box(frame.session.atom(item))
        if not is_written_in_place(item):
            return item
        new = copy_of(frame, item)
        new.holds = not array_aval(new.own).ndim
        return new

    in_index = staticmethod(array_in_index)

    def described(self, item: Any) -> str:
        return str(item.aval)

    def written(self, template: Template, item: Any) -> str:
        place = template.place(item)
        if not template.around or template.plain or item.classes:
            return place
        # In a container it is seen of which class it is.
        if item.holds:
            return f"np.asarray({place})"
        return f"bool({place})" if _is_bool(item) else place

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return item

    def unary(self, op: Operation, item: Any) -> Any:
        aval = op.frame.session.atom(item).aval
        if aval.is_bool:
            if aval.weak:
                item = emit_elementwise(op.frame, "int", item)  # as Python has it
            elif op.name == "invert":
                return emit_elementwise(op.frame, "logical_not", item)
            else:
                help = "write `~x` for what is not true"
                message = f"TypeError: `{SIGNS[op.name]}` of bools, which NumPy has not"
                op.frame.refuse("SRC021", message, op.node, help=help)
        if op.name == "positive":
            # Of an array it is a new one.
            return copy_of(op.frame, item) if aval.ndim or aval.tensor else item
        return emit_elementwise(op.frame, op.name, item)


def _is_bool(item: Any) -> bool:
    aval = aval_of(item)
    return aval.is_bool and aval.weak


@kind(RuntimeString)
class TextOfRunTime(Refused, RunTime):
    """A text with run-time values in it: it is shown, and added to others."""

    python_class = str

    def given(self, frame: Frame, item: Any, use: Use, node: ast.AST) -> Any:
        if use != "shown":
            refuse_string(frame, node)
        return item

    def refuse(self, frame: Frame, item: Any, node: ast.AST) -> NoReturn:
        refuse_string(frame, node)

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        refuse_string(frame, node)

    def written(self, template: Template, item: Any) -> str:
        return template.text(item)

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        sides = left, right
        if op.name == "add" and all(isinstance(s, str | RuntimeString) for s in sides):
            return concatenated(left, right)
        kinds = [kind_of(side) for side in sides]
        if any(of.is_object and not of.stands_in for of in kinds):
            return NotImplemented
        refuse_string(op.frame, op.node)


_STEPS: dict[str, Callable[..., Any]] = {
    "__next__": next,
    "__iter__": iter,
    "close": streams.close,
    "throw": streams.throw,
}


@kind(Lazy)
class Stream(OnlyGoneThrough, StandIn):
    """What gives its elements one after the other, and each of them once."""

    is_object = False
    is_lazy = makes_elements = True
    python_class = Iterator

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        if name in _STEPS:
            return functools.partial(_STEPS[name], item)
        message = f"`{name}` of a generator or iterator is not supported"
        frame.refuse("SRC012", message, node, help="go through it, or use `next`")

    def advanced(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return next(item)

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST) -> Any:
        return inline(frame, is_in, [items, item], {}, node)

    def reached(self, item: Any) -> Any:
        around = item.frame.parent
        given = around.reads(item.frame.source.node) if around is not None else ()
        return [*item.names.values(), *given]

    def holds_run_time(self, item: Any, depth: int) -> bool:
        return bool(item.holds_box(depth))


@kind(streams.Stream)
class Generator(Stream):
    """A generator, which does what is left to do when it has given all."""

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        if name == "send":
            return functools.partial(streams.send, item)
        return super().attribute(frame, item, name, node)

    def advanced(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        found = next(item)
        leave(frame, item, NORMAL)
        return found


def _either(frame: Frame, item: Any, there: Any, of_none: bool) -> Any:
    """What holds where an object is there, or what holds of None."""
    if there is of_none:
        return there
    missing = is_none(frame.session, item)
    return emit_elementwise(frame, "not", missing) if there else missing


class OrNone(RunTime):
    """What may be None."""

    may_be_none = True

    def is_a(self, frame: Frame, item: Any, classes: Any, node: ast.AST) -> Any:
        there = is_instance(frame, present(frame.session, item), classes, node)
        return _either(frame, item, there, isinstance(None, classes))

    def is_none(self, frame: Frame, item: Any, compared: bool = False) -> Any:
        return is_none(frame.session, item)

    def has_attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        there = has_attribute(frame, present(frame.session, item), name, node)
        return _either(frame, item, there, hasattr(None, name))

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        found = attribute(frame, present(frame.session, item), name, node)
        if not any(told_by(found)):
            if frame.source.library:  # NumPy itself may do something else with None
                raise NeedsStatic("this may be None", label=f"is asked for `{name}`")
            message = f"'NoneType' object has no attribute '{name}'"
            needed(frame, item, message, node, AttributeError)
        return found

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        def there() -> Any:
            one = present(frame.session, item)
            return kind_of(one).copied(frame, one, inner, node)

        missing = is_none(frame.session, item)
        return branch_value(frame, missing, lambda: None, there, node)


@kind(Maybe)
class Optional(OrNone):
    """A structure whose leaves are all None where it is None."""

    is_structure = True

    def within(self, item: Any) -> Any:
        return item.item

    def class_name(self, item: Any) -> str:
        return "NoneType"

    def described(self, item: Any) -> str:
        return f"{kind_of(item.item).described(item.item)} or None"

    def parts(self, item: Any) -> list[Any]:
        return [current(item.item)]

    def words(self, item: Any) -> tuple[None]:
        return (None,)

    def with_parts(self, item: Any, parts: list[Any]) -> Any:
        (part,) = parts
        return Maybe(part)

    def given(self, frame: Frame, item: Any, use: Use, node: ast.AST) -> Any:
        if use == "shown":
            help = "print its parts where it is not None"
            message = "what may be None cannot be printed"
            frame.refuse("SRC013", message, node, help=help)
        if use not in ("taken", "joined"):
            return item
        return needed_to_iterate(frame, item, node)

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        message = "object of type 'NoneType' has no len()"
        return length_of(frame, needed(frame, item, message, node), node)

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        found = read_item(frame, present(frame.session, item), key, node)
        if not any(told_by(found)):
            needed(frame, item, "'NoneType' object is not subscriptable", node)
        return found

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST) -> Any:
        message = "argument of type 'NoneType' is not iterable"
        there = needed(frame, items, message, node)
        return kind_of(there).contains(frame, there, item, node)

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        def there() -> Any:
            return as_truth(frame, present(frame.session, item), node)

        if item.item == ():
            return False
        frame.asked[id(node)] = item
        missing = is_none(frame.session, item)
        if type(item.item) in (tuple, list, dict):
            return emit_elementwise(frame, "not", missing)
        return branch_value(frame, missing, lambda: False, there, node)

    def run(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        message = "'NoneType' object is not callable"
        return call(frame, needed(frame, callee, message, node), args, keywords, node)

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> Any:
        refuse_write(frame, node)

    def delete_item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        refuse_write(frame, node)

    def augmented(self, op: Operation, old: Any, value: Any) -> Any:
        return (
            refuse_write(op.frame, op.node) if may_be_changed(old) else NotImplemented
        )

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        if op.name in ("equal", "not_equal"):
            return NotImplemented
        sides = [left, right]
        names = [kind_of(side).class_name(side) for side in sides]
        message = f"unsupported operand types: {' and '.join(names)}"
        left, right = (needed(op.frame, side, message, op.node) for side in sides)
        return apply_binary(op.frame, op.name, left, right, op.node)

    def equals(self, frame: Frame, left: Any, right: Any, node: ast.AST) -> Any:
        if left is None or right is None:
            return NotImplemented
        raise NeedsStatic("this may be None", label="is compared as a whole")
