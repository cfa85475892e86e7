"""Numbers of which run time decides whether they are complex, or real ones.

So are the eigenvalues of a real matrix: NumPy gives an array of real numbers where none
has an imaginary part. What is the same of the complex numbers as of the real ones that
they may be is computed of the complex ones; all else is given the real ones, which are
refused at run time where there are none.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
import cmath
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from srcad.compiler.evaluate.calls.class_tests import is_of_class
from srcad.compiler.evaluate.calls.methods import array_attribute, call_of_array
from srcad.compiler.evaluate.contents import PerhapsReal, items_in
from srcad.compiler.evaluate.dispatch import Args, Keywords, call
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.kinds import (
    Inner,
    Use,
    has_box,
    kind,
    kind_of,
)
from srcad.compiler.evaluate.library.builtins import length_of
from srcad.compiler.evaluate.numpy.registry import inlined
from srcad.compiler.evaluate.objects import (
    BoundMethod,
    Iteration,
    MethodCall,
    Place,
    aval_of,
    is_number,
)
from srcad.compiler.evaluate.operands import Operation
from srcad.compiler.evaluate.operations.attributes import attribute
from srcad.compiler.evaluate.operations.operators import apply_binary, apply_unary
from srcad.compiler.evaluate.operations.subscripts import read_item, write_array
from srcad.compiler.evaluate.operations.truth import as_truth
from srcad.compiler.evaluate.values.operands import Rows
from srcad.compiler.evaluate.values.run_time import RunTime

# What is a number, or an array of real ones, of complex numbers as well.
_OF_COMPLEX = (
    *(abs, complex, np.abs, np.absolute, np.real, np.imag, np.angle, np.isreal),
    *(np.iscomplex, np.isfinite, np.isnan, np.shape, np.ndim, np.size),
    *(cmath.phase, cmath.polar, cmath.exp, cmath.sqrt, cmath.log),
)
# What gives the complex numbers whose real parts it gives of the real ones.
_ALIKE = (
    *(np.conj, np.conjugate, np.negative, np.positive, np.exp),
    *(np.sum, np.mean, np.prod, np.cumsum, np.cumprod, np.dot, np.matmul),
    np.swapaxes,
    *(np.asarray, np.array, np.ravel, np.reshape, np.transpose, np.squeeze),
    *(np.expand_dims, np.diag, np.concatenate, np.append, np.stack),
    *(np.linalg.inv, np.linalg.solve, np.trace, np.linalg.multi_dot),
)
# What does so as a method, too.
_METHODS = {
    *("conj", "flatten"),
    *(function.__name__ for function in _ALIKE if function.__name__ in dir(np.ndarray)),
}
_OPERATORS = ("add", "subtract", "multiply", "matmul")
_PARTS = ("real", "imag")
_OF_BOTH = ("shape", "ndim", "size")
# Functions of Python that compute with a number, or ask for its class.
_OF_NUMBERS = (float, int, round, pow, divmod, bool, type, hash)
# Functions of these modules ask the kind of what they go through.
_ASKING = ("builtins", "itertools", "functools", "operator", "_operator", "copy")


def check_real(*sources):
    for source in sources:
        if np.any(np.imag(source)):
            raise np.linalg.LinAlgError(
                "complex eigenvalues of a real matrix are not supported here: make it "
                "complex"
            )


def _replaced(item: Any, give: Any) -> Any:
    """The same with what ``give`` says in the place of each of these."""
    if isinstance(item, PerhapsReal):
        return give(item)
    if type(item) in (list, tuple):
        return type(item)(_replaced(one, give) for one in item)
    return item


def _whole(item: PerhapsReal) -> Any:
    return item.whole


@kind(PerhapsReal)
class OfBoth(RunTime, Rows):
    """Complex numbers, or the real ones that they may be."""

    is_structure = True
    is_object = False
    says_of_calls = True
    python_class = np.ndarray

    # ------------------------------------------------------------- as a structure

    def parts(self, item: Any) -> list[Any]:
        return [item.whole, *item.sources]

    def with_parts(self, item: Any, parts: list[Any]) -> Any:
        whole, *sources = parts
        return PerhapsReal(whole, tuple(sources))

    def same_form(self, left: Any, right: Any) -> bool:
        return len(left.sources) == len(right.sources)

    def outward(self, item: Any) -> Any:
        """Whoever differentiates takes the real numbers."""
        raise NotImplementedError

    def described(self, item: Any) -> str:
        return f"{item.whole.aval} or real numbers"

    # ---------------------------------------------------------------- both forms

    def settled(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        """The real numbers, which nothing is written into."""
        inlined(frame, check_real, [*item.sources], node)
        return _unwritten(array_attribute(frame, item.whole, "real", node))

    def _like(self, item: Any, whole: Any, *others: Any) -> Any:
        """What is made of one, as both forms."""
        if not aval_of(whole).is_complex:
            return whole
        items = [one for one in items_in(others) if isinstance(one, PerhapsReal)]
        found = [*item.sources, *(one for other in items for one in other.sources)]
        return PerhapsReal(whole, tuple({id(one): one for one in found}.values()))

    def _settled_all(self, frame: Frame, items: Any, node: ast.AST) -> Any:
        def give(item: Any) -> Any:
            return self.settled(frame, item, node)

        return [_replaced(item, give) for item in items]

    def call_with(
        self, frame: Frame, callee: Any, args: Args, keywords: Keywords, node: ast.AST
    ) -> Any:
        module = getattr(callee, "__module__", None) or "numpy"
        if module in _ASKING and not _is_among(callee, (*_OF_NUMBERS, abs, complex)):
            return NotImplemented
        both = _is_among(callee, _OF_COMPLEX)
        alike = _is_among(callee, _ALIKE) and not _has_complex([args, keywords])
        if (both or alike) and {*keywords} <= {"axis", "keepdims"}:
            given = [_replaced(item, _whole) for item in args]
            found = call(frame, callee, given, keywords, node)
            first = next(one for one in items_in(args) if isinstance(one, PerhapsReal))
            return found if both else self._like(first, found, args)
        args = self._settled_all(frame, args, node)
        items = self._settled_all(frame, keywords.values(), node)
        return call(frame, callee, args, dict(zip(keywords, items, strict=True)), node)

    def given(self, frame: Frame, item: Any, use: Use, node: ast.AST) -> Any:
        return self.settled(frame, item, node) if use == "shown" else item

    # ------------------------------------------------------------- what is asked of it

    def is_a(self, frame: Frame, item: Any, classes: Any, node: ast.AST) -> Any:
        asked = item.whole if item.whole.aval.ndim else self.settled(frame, item, node)
        return is_of_class(frame, asked, classes, node)

    def length(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return length_of(frame, item.whole, node)

    def iteration(self, frame: Frame, item: Any, node: ast.AST) -> Iteration | None:
        rows = kind_of(item.whole).iteration(frame, item.whole, node)
        if rows is None:
            return None
        return replace(rows, element=lambda k: self._like(item, rows.element(k)))

    def unpacked(self, frame: Frame, item: Any, node: ast.AST) -> list[Any] | None:
        found = kind_of(item.whole).unpacked(frame, item.whole, node)
        return found and [self._like(item, one) for one in found]

    def item(self, frame: Frame, item: Any, key: Any, node: ast.AST) -> Any:
        return self._like(item, read_item(frame, item.whole, key, node))

    def set_item(self, frame: Frame, place: Place, value: Any, node: ast.AST) -> Any:
        # Which is refused.
        owner, key, operator, old = place
        real = self.settled(frame, owner, node)
        write_array(frame, real, key, value, node, operator, old)

    def in_array(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return frame.session.atom(self.settled(frame, item, node))

    def attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        whole = item.whole
        if name in _PARTS:
            return _unwritten(array_attribute(frame, whole, name, node))
        if name in _OF_BOTH:
            return array_attribute(frame, whole, name, node)
        if name == "T":
            return self._like(item, array_attribute(frame, whole, name, node))
        if name in _METHODS:
            return BoundMethod(item, name)
        return attribute(frame, self.settled(frame, item, node), name, node)

    def has_attribute(self, frame: Frame, item: Any, name: str, node: ast.AST) -> Any:
        return kind_of(item.whole).has_attribute(frame, item.whole, name, node)

    def method(self, frame: Frame, item: Any, call: MethodCall) -> Any:
        if has_box(call.args) or {*call.keywords} - {"axis", "keepdims"}:
            real = self.settled(frame, item, call.node)
            args = self._settled_all(frame, call.args, call.node)
            return call_of_array(frame, real, call._replace(args=args))
        return self._like(item, call_of_array(frame, item.whole, call))

    def copied(self, frame: Frame, item: Any, inner: Inner, node: ast.AST) -> Any:
        return item

    def truth(self, frame: Frame, item: Any, node: ast.AST) -> Any:
        return as_truth(frame, self.settled(frame, item, node), node)

    # -------------------------------------------------------------------- operators

    def binary(self, op: Operation, left: Any, right: Any) -> Any:
        def give(item: Any) -> Any:
            return self.settled(op.frame, item, op.node)

        sides = left, right
        both = self._is_of_both(op, left, right)
        left, right = (_replaced(one, _whole if both else give) for one in sides)
        found = apply_binary(op.frame, op.name, left, right, op.node)
        if not both or _has_complex(sides):
            return found
        first, *others = (one for one in sides if isinstance(one, PerhapsReal))
        return self._like(first, found, others)

    def _is_of_both(self, op: Operation, left: Any, right: Any) -> bool:
        """Whether the operator gives of complex numbers that are real what it gives of
        these."""
        numbers = all(
            isinstance(one, PerhapsReal) or is_number(one) for one in (left, right)
        )
        if not numbers or aval_of(right).tensor or aval_of(left).tensor:
            return False
        if op.name == "divide":
            return isinstance(right, int | float) and right != 0
        if op.name == "power":
            return type(right) is int and right > 0
        return op.name in _OPERATORS

    def augmented(self, op: Operation, old: Any, value: Any) -> Any:
        if not old.whole.aval.ndim:
            return NotImplemented
        real = self.settled(op.frame, old, op.node)
        return kind_of(real).augmented(op, real, value)

    def unary(self, op: Operation, item: Any) -> Any:
        if op.name == "invert":
            item = self.settled(op.frame, item, op.node)
            return apply_unary(op.frame, op.name, item, op.node)
        found = apply_unary(op.frame, op.name, item.whole, op.node)
        return self._like(item, found)

    def contains(self, frame: Frame, items: Any, item: Any, node: ast.AST, /) -> Any:
        items, item = self._settled_all(frame, (items, item), node)
        return kind_of(items).contains(frame, items, item, node)


def _unwritten(part: Any) -> Any:
    """A part of complex numbers, into which nothing can be written: it would be lost in
    those, or in the real ones."""
    if part.view is not None:
        part.view = replace(part.view, put_back=None)
    return part


def _is_among(callee: Any, functions: Iterable[Any]) -> bool:
    return any(callee is one for one in functions)


def _has_complex(items: Any) -> bool:
    """Whether complex numbers stand beside them, so that all are."""
    if isinstance(items, PerhapsReal):
        return False
    if isinstance(items, dict):
        items = [*items.values()]
    if isinstance(items, list | tuple):
        return any(map(_has_complex, items))
    return aval_of(items).is_complex or isinstance(items, complex)
