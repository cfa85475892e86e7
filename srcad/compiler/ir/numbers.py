"""Arrays that may be numbers: ``total = 0`` and then ``total = total + row``.

What NumPy broadcasts has the rank of an array in the IR from the start. Printed, it is
the number that the program has, which has no attributes of an array.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from srcad.compiler.ir.avals import Aval, without_none
from srcad.compiler.ir.lists import GIVES_LIST
from srcad.compiler.ir.primitives import PRIMITIVES
from srcad.compiler.ir.primitives.core import OPERATORS
from srcad.compiler.ir.types import (
    NONE,
    Atom,
    Block,
    Call,
    Function,
    If,
    Lit,
    Loop,
    Op,
    Value,
    array_aval,
    walk,
)

# The dtypes that give way to a float64 of NumPy, and not to a float of Python.
NARROW = ("float16", "float32", "complex64")


def numbers_of(body: Block, known: Collection[Value] = ()) -> frozenset[Value]:
    """The values of a function that have a rank, or a dtype of NumPy's, and may be a
    number of Python.

    ``known`` are those of the function whose residuals it is given.
    """
    loops = [op.body for op in walk(body) if isinstance(op, Loop)]
    params = (param for block in (body, *loops) for param in block.params)
    # A residual is the value of the forward half itself, or stands for it.
    found = {one for one in params if one in known or one.source in known}
    _enter(body, found)
    return frozenset(found)


def numbers_given(functions: Collection[Function]) -> set[Value]:
    """The parameters of functions that may be numbers of Python, as these are called:
    they have a dtype of NumPy's."""
    found: set[Value] = set()
    before = -1
    while before != len(found):
        before = len(found)
        for function in functions:
            known = numbers_of(function.body, found)
            for op in walk(function.body):
                if isinstance(op, Call):
                    pairs = zip(op.function.body.params, op.args, strict=True)
                    found.update(
                        param
                        for param, atom in pairs
                        if param.aval.is_scalar and not param.aval.weak
                        if is_python(atom, known)
                    )
    return found


def is_python(atom: Atom, known: Collection[Atom]) -> bool:
    """Whether a number is one of Python's, or may be: ``known`` are those."""
    pythons = isinstance(atom, Lit) and not isinstance(atom.value, np.generic)
    return pythons or atom.aval.weak or atom in known


def doubles_of(body: Block) -> frozenset[Value]:
    """The numbers in double precision that stand beside something of fewer bits, at
    once or where an operator, a loop or a branch hands them on."""
    found: set[Atom] = set()
    handed: list[tuple[Atom, Atom]] = []
    for op in walk(body):
        match op:
            case Op():
                if any(atom.aval.dtype in NARROW for atom in op.args):
                    found.update(op.args)
                if op.primitive in OPERATORS:
                    handed += [(op.result, atom) for atom in op.args]
            case If():
                for side in (op.then, op.orelse):
                    handed += zip(op.results, side.results, strict=True)
            case Loop():
                handed += zip(op.carry_params, op.starts, strict=True)
                handed += zip(op.results[: op.carries], op.starts, strict=True)
    while more := {start for end, start in handed if end in found} - found:
        found |= more
    return frozenset(value for value in found if isinstance(value, Value))


# Python's own, which give a number of its class, or one of two.
KEEPING_CLASS = ("magnitude", "greatest", "least", "larger", "smaller")
# What gives lists, elements of lists, and what is there.
_OF_LISTS = frozenset((*GIVES_LIST, "list_get", "copy", "present"))


def _is_printed_plainly(op: Op) -> bool:
    """Whether it is an array without axes of a known number, which is that number."""
    if op.primitive != "full" or op.attribute("dtype") != "float64":
        return False
    aval = array_aval(op.result)
    return not aval.ndim and not aval.tensor and is_python(op.args[1], ())


def _enter(block: Block, found: set[Value]) -> None:
    def may_be(atom: Atom) -> bool:
        return atom in found or atom.aval.is_scalar

    def note(value: Value, atom: Atom) -> None:
        aval = without_none(value.aval)
        if aval.is_list:
            if atom in found:
                found.add(value)
        elif isinstance(aval, Aval) and atom != NONE:
            if may_be(atom) if aval.ndim else is_python(atom, found):
                found.add(value)

    def puts_in(op: Op) -> bool:
        """Whether what it works on, or puts into a list, may be a number of Python; the
        place in a list is an int, which no list of floats holds."""
        return any(
            atom in found or (atom.aval.is_float and is_python(atom, found))
            for atom in op.args
        )

    for op in block.ops:
        match op:
            case Op():
                elementwise = PRIMITIVES[op.primitive].elementwise
                if elementwise and all(map(may_be, op.args)):
                    if array_aval(op.result).ndim:
                        found.add(op.result)
                if op.primitive == "list_sum" or _is_printed_plainly(op):
                    # Of an empty list it is 0.
                    found.add(op.result)
                if op.primitive in OPERATORS and all(
                    is_python(a, found) for a in op.args
                ):
                    found.add(op.result)
                if op.primitive in KEEPING_CLASS and any(
                    is_python(a, found) for a in op.args
                ):
                    found.add(op.result)
                if op.primitive in _OF_LISTS and puts_in(op):
                    found.update(one for one in op.results if not one.aval.ndim)
                if op.primitive == "present" and op.args[0] in found:
                    found.add(op.result)
            case If():
                for side in (op.then, op.orelse):
                    _enter(side, found)
                    for result, end in zip(op.results, side.results, strict=True):
                        note(result, end)
            case Loop():
                for param, start in zip(op.carry_params, op.starts, strict=True):
                    note(param, start)
                for param, (listed, _) in zip(
                    op.element_params, op.sequences, strict=True
                ):
                    if listed in found and not param.aval.ndim:
                        found.add(param)
                ends = op.body.results
                before = -1
                while before != len(found):
                    before = len(found)
                    _enter(op.body, found)
                    for param, end in zip(op.carry_params, ends, strict=False):
                        note(param, end)
                for k, result in enumerate(op.results[: op.carries]):
                    note(result, ends[k])
                    # Where no iteration is made.
                    note(result, op.starts[k])
                for result, end in zip(
                    op.results[op.carries :], ends[op.carries :], strict=True
                ):
                    if not end.aval.ndim and is_python(end, found):
                        found.add(result)
