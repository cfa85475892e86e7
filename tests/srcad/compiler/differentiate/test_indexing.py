"""Reading, writing and adding through an index: what reverse mode itself knows."""

import numpy as np
import pytest

from srcad.compiler.ir.avals import INT, OptionalAval, SequenceAval
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.index import Index, Ref
from srcad.compiler.ir.interpreter import run
from srcad.compiler.ir.types import Function, Lit, Loop, Value
from srcad.compiler.ir.verifier import verify
from tests.srcad.compiler.differentiate.vjp import (
    aval_of,
    check_function,
    check_primitive,
    vjp,
)

RANDOM = np.random.default_rng(5)
FULL = slice(None)


def x(*shape):
    return RANDOM.standard_normal(shape)


def ints(*values):
    return np.array(values)


def bools(*values):
    return np.array(values, bool)


# The shape of the array, the index, and the run-time values that it refers to.
INDICES = {
    "first": ((4,), Index((0,)), ()),
    "last": ((4,), Index((-1,)), ()),
    "row": ((3, 2), Index((1,)), ()),
    "element": ((3, 2), Index((1, -1), True), ()),
    "column": ((3, 2), Index((FULL, 0), True), ()),
    "run-time number": ((4,), Index((Ref(0),)), (np.int64(2),)),
    "run-time row and number": ((3, 2), Index((Ref(0), 1), True), (np.int64(-1),)),
    "slice": ((4,), Index((slice(1, 3),)), ()),
    "slice from the end": ((4,), Index((slice(-2, None),)), ()),
    "strided": ((5,), Index((slice(None, None, 2),)), ()),
    "reversed": ((4,), Index((slice(None, None, -1),)), ()),
    "backwards": ((5,), Index((slice(4, 0, -2),)), ()),
    "empty slice": ((4,), Index((slice(2, 2),)), ()),
    "run-time slice": ((4,), Index((slice(Ref(0), None),)), (np.int64(1),)),
    "whole": ((2, 3), Index((FULL,)), ()),
    "ellipsis": ((2, 3, 2), Index((..., 1), True), ()),
    "ellipsis inside": ((2, 3, 2), Index((0, ..., 1), True), ()),
    "ellipsis alone": ((2, 3), Index((...,)), ()),
    "new axis": ((3,), Index((None, FULL), True), ()),
    "new axis behind": ((3,), Index((FULL, None), True), ()),
    "new axis and number": ((3, 2), Index((0, None), True), ()),
    "unit axis": ((1, 3), Index((0,)), ()),
    "empty axis": ((0, 3), Index((slice(0, 2),)), ()),
    "no index": ((3,), Index((), True), ()),
    "integers": ((4,), Index((Ref(0),)), (ints(2, 0),)),
    "repeated integers": ((4,), Index((Ref(0),)), (ints(1, 3, 1, 1),)),
    "negative integers": ((4,), Index((Ref(0),)), (ints(-1, 3, 0),)),
    "integers of rank 2": ((4, 2), Index((Ref(0),)), (ints([0, 1], [1, 1]),)),
    "no integers": ((4,), Index((Ref(0),)), (np.zeros(0, int),)),
    "integers behind": ((2, 4), Index((FULL, Ref(0)), True), (ints(1, 1, 3),)),
    "integers in the middle": ((2, 3, 2), Index((FULL, Ref(0)), True), (ints(2, 0),)),
    "pairs": ((3, 4), Index((Ref(0), Ref(1)), True), (ints(0, 2, 2), ints(1, 3, 3))),
    "broadcast pairs": (
        (3, 4),
        Index((Ref(0), Ref(1)), True),
        (ints([0], [2]), ints(1, 3)),
    ),
    "number and integers": ((3, 4), Index((1, Ref(0)), True), (ints(0, 0, 2),)),
    "apart": ((3, 2, 4), Index((Ref(0), FULL, Ref(1)), True), (ints(0, 2), ints(1, 1))),
    "number apart": ((3, 2, 4), Index((0, FULL, Ref(0)), True), (ints(1, 1, 3),)),
    "slice and integers": ((4, 3), Index((slice(1, 3), Ref(0)), True), (ints(2, 0),)),
    "mask": ((4,), Index((Ref(0),)), (bools(1, 0, 1, 1),)),
    "empty mask": ((3,), Index((Ref(0),)), (bools(0, 0, 0),)),
    "mask of rows": ((3, 2), Index((Ref(0),)), (bools(1, 0, 1),)),
    "mask of elements": ((2, 2), Index((Ref(0),)), (bools([1, 0], [1, 1]),)),
    "mask behind": ((2, 3), Index((FULL, Ref(0)), True), (bools(1, 0, 1),)),
    "mask and number": ((3, 2), Index((Ref(0), 1), True), (bools(1, 1, 0),)),
}
NAMES = sorted(INDICES)


@pytest.mark.parametrize("name", NAMES)
def test_reading(name):
    shape, index, args = INDICES[name]
    check_primitive("getitem", [x(*shape), *args], {"index": index})


@pytest.mark.parametrize("primitive", ["setitem", "add_at"])
@pytest.mark.parametrize("name", NAMES)
def test_writing(name, primitive):
    shape, index, args = INDICES[name]
    array = x(*shape)
    value = x(*np.shape(array[index.bind(args)]))
    check_primitive(primitive, [array, value, *args], {"index": index})


@pytest.mark.parametrize("primitive", ["setitem", "add_at"])
@pytest.mark.parametrize("value", [(), (1,), (3,), (1, 3), (2, 1)], ids=str)
def test_writing_what_is_broadcast(primitive, value):
    index = Index((slice(1, 3),))
    check_primitive(primitive, [x(4, 3), x(*value)], {"index": index})


@pytest.mark.parametrize("primitive", ["setitem", "add_at"])
@pytest.mark.parametrize("value", [(), (1,)], ids=str)
def test_writing_one_value_to_many_places(primitive, value):
    index, rows = Index((Ref(0),)), ints(1, 1, 2)
    check_primitive(primitive, [x(4), x(*value), rows], {"index": index})


def written(value):
    """``y = zeros(3); y[[0, 1, 1]] = value``, and its vjp for a ``dout`` of ones."""
    builder = Builder()
    array, new = Value(aval_of(np.zeros(3)), "x"), Value(aval_of(value), "v")
    rows = Value(aval_of(ints(0, 1, 1)), "i")
    result = builder.emit("setitem", array, new, rows, index=Index((Ref(0),)))
    function = Function("f", builder.block((array, new, rows), (result,)), 1)
    return run(
        vjp(function, [True, True, False]),
        np.zeros(3),
        value,
        ints(0, 1, 1),
        np.ones(3),
    )


def test_the_last_write_to_a_place_is_the_one_that_stays():
    out, dx, dv = written(np.array([1.0, 2.0, 3.0]))
    assert out.tolist() == [1, 3, 0]
    assert dx.tolist() == [0, 0, 1]
    assert dv.tolist() == [1, 0, 1]


def test_integers_written_beside_floats_have_no_cotangent():
    builder = Builder()
    array, new = Value(aval_of(np.zeros(3)), "x"), Value(aval_of(np.int64(2)), "v")
    result = builder.emit("setitem", array, new, index=Index((0,)))
    function = Function("f", builder.block((array, new), (result,)), 1)
    assert run(vjp(function, [True, False]), np.ones(3), 2, np.ones(3))[1].tolist() == [
        0,
        1,
        1,
    ]


# ------------------------------------------------------------- lists and what is absent


@pytest.mark.parametrize("value", [x(), x(3), x(2, 1)], ids=lambda v: str(v.shape))
def test_copy(value):
    check_primitive("copy", [value])


@pytest.mark.parametrize("backwards", [False, True])
def test_reversed_list(backwards):
    """``for a in reversed(list)``, of a list that another loop made."""
    builder = Builder()
    param = Value(aval_of(np.zeros(3)), "x", named=True)
    elements = squares(builder, param)
    turned = builder.emit("reversed", elements)
    carry, element = Value(aval_of(0.0), "s"), Value(elements.aval.element, "a")
    inner = builder.inner()
    half = inner.emit("multiply", carry, Lit(0.5))
    total = inner.emit("add", inner.emit("multiply", half, element), element)
    start = builder.emit("sum", param, axis=(0,), keepdims=False)
    out = Value(carry.aval, "out")
    body = inner.block((carry, element), (total,))
    builder.ops.append(
        Loop(None, False, (start,), ((turned, backwards),), body, (out,))
    )
    function = verify(Function("f", builder.block((param,), (out,)), 1))
    check_function(function, [x(3)])
    check_function(vjp(function, [True]), [x(3), np.float64(0.7)])


def squares(builder, param):
    """A loop that appends ``x[i] * x[i]`` to a list."""

    index = Value(INT, "i")
    inner = builder.inner()
    part = inner.getitem(param, Index((Ref(0),)), index)
    square = inner.emit("multiply", part, part)
    produced = Value(SequenceAval(square.aval), "list")
    body = inner.block((index,), (square,))
    builder.ops.append(Loop((Lit(0), Lit(3), Lit(1)), False, (), (), body, (produced,)))
    return produced


@pytest.mark.parametrize("value", [x(3), None], ids=["there", "absent"])
def test_zeros_of_what_may_be_absent(value):
    builder = Builder()
    param = Value(OptionalAval(aval_of(np.zeros(3))), "x")
    result = builder.emit("zeros_of", param)
    (zeros,) = run(Function("f", builder.block((param,), (result,)), 1), value)
    assert zeros is None if value is None else zeros.tolist() == [0, 0, 0]
