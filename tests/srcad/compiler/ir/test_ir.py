"""The IR: its text, what the verifier refuses, copies and substitutions."""

from dataclasses import replace

import numpy as np
import pytest

import srcad.compiler.driver  # noqa: F401 - registers the rows of primitives
from srcad.compiler.ir.avals import (
    INT,
    Aval,
    OpaqueAval,
    OptionalAval,
    SequenceAval,
    parse_aval,
)
from srcad.compiler.ir.builder import Builder
from srcad.compiler.ir.cloning import clone
from srcad.compiler.ir.index import Index, Ref
from srcad.compiler.ir.interpreter import run
from srcad.compiler.ir.printer import show
from srcad.compiler.ir.substitution import substitute
from srcad.compiler.ir.types import (
    NONE,
    Block,
    Call,
    Exit,
    Function,
    If,
    Lit,
    Loop,
    Op,
    Opaque,
    Value,
    free_values,
    walk,
)
from srcad.compiler.ir.verifier import MalformedIR, verify
from srcad.compiler.reading.sizes import named_size, size_product, size_sum

VECTOR = Aval("float64", (named_size("n"),))
NUMBER = Aval("float64")
BOOL = Aval("bool")


def value(name="", aval=VECTOR):
    return Value(aval, name)


def double(x):
    """``lambda x: x + x``"""
    builder = Builder()
    return Function("double", builder.block((x,), (builder.emit("add", x, x),)), 1)


def branch(x, condition, then=None, orelse=None, results=None):
    """``y = x + x if condition else x``"""
    inner = Builder()
    doubled = inner.emit("add", x, x)
    first = then or inner.block((), (doubled,))
    second = orelse or Block((), (), (x,))
    return If(condition, first, second, results or (value("y"),))


def loop(x, **changes):
    """``for i in range(3): s = s + x``, with a list of what ``s`` was."""
    builder = Builder()
    index, carry = value("i", INT), value("s")
    total = builder.emit("add", carry, x)
    made = Loop(
        (Lit(0), Lit(3), Lit(1)),
        False,
        (x,),
        (),
        builder.block((index, carry), (total, carry)),
        (value("s"), value("list", SequenceAval(VECTOR))),
    )
    return replace(made, **changes)


def function(params, ops, results, outputs=None):
    count = len(results) if outputs is None else outputs
    return Function("f", Block(tuple(params), tuple(ops), tuple(results)), count)


# --------------------------------------------------------------------------- printing


def test_text_of_primitives():
    x = value("x")
    builder = Builder()
    part = builder.getitem(x, Index((slice(1, None),)), hint="x")
    total = builder.emit("sum", part, axis=(0,), keepdims=False)
    text = show(function([x], builder.ops, [total, part], 1))
    assert text == (
        "def f(x: float64[n]):\n"
        "    x.1: float64[n - 1] = getitem(x, index=[1:])\n"
        "    t.0: float64[] = sum(x.1, axis=(0,), keepdims=False)\n"
        "    return t.0\n"
        "    residuals x.1\n"
    )


def test_text_of_control_flow():
    x, condition = value("x"), value("c", BOOL)
    op, chosen = loop(x), branch(x, condition)
    text = show(
        function([x, condition], [op, chosen], [op.results[0], *chosen.results])
    )
    assert text == (
        "def f(x: float64[n], c: bool[]):\n"
        "    s: float64[n]; list: list of float64[n] = loop i in range(0, 3, 1); s.1 from"
        " x:\n"
        "        t.0: float64[n] = add(s.1, x)\n"
        "        yield t.0, s.1\n"
        "    y: float64[n] = if c:\n"
        "      then:\n"
        "        t.1: float64[n] = add(x, x)\n"
        "        yield t.1\n"
        "      else:\n"
        "        yield x\n"
        "    return s, y\n"
    )


def test_text_of_leaving_consuming_and_calling():
    x, elements = value("x"), value("list", SequenceAval(NUMBER))
    stop, element = value("stop", BOOL), value("a", NUMBER)
    body = Block((element,), (Exit(stop),), ())
    consuming = Loop(None, False, (), ((elements, True),), body, (), stop=stop)
    called = value("y")
    call = Call(double(value("x")), (x,), (called,))
    opaque = Opaque("print({0})", (x,), ())
    text = show(function([x, elements, stop], [consuming, call, opaque], [called]))
    assert text == (
        "def double(x: float64[n]):\n"
        "    t.0: float64[n] = add(x, x)\n"
        "    return t.0\n"
        "def f(x: float64[n], list: list of float64[], stop: bool[]):\n"
        "     = loop a in reversed list:\n"
        "        exit if stop\n"
        "        yield \n"
        "        stop if stop\n"
        "    y: float64[n] = double(x)\n"
        "     = opaque 'print({0})'(x)\n"
        "    return y\n"
    )


def test_a_function_is_shown_once():
    x, inner = value("x"), double(value("x"))
    first, second = value(), value()
    calls = [Call(inner, (x,), (first,)), Call(inner, (first,), (second,))]
    assert show(function([x], calls, [second])).count("def double") == 1


# --------------------------------------------------------------------------- verifying


def test_what_is_well_formed_is_given_back():
    x, condition = value("x"), value("c", BOOL)
    op, chosen = loop(x), branch(x, condition)
    made = function([x, condition], [op, chosen], [*op.results, *chosen.results])
    assert verify(made) is made


def malformed():
    x, y, condition = value("x"), value("y"), value("c", BOOL)
    number = value("a", NUMBER)
    builder = Builder()
    doubled = builder.emit("add", x, x)
    (add,) = builder.ops
    inside = loop(x)
    some = loop(x)
    yield "bound twice", function([x], [add, add], [doubled])
    yield "bound twice", function([x, x], [], [x])
    yield (
        "bound twice",
        function([x], [replace(some, results=(x, some.results[1]))], [x]),
    )
    yield "used before it is bound", function([y], [add], [doubled])
    yield "used before it is bound", function([x], [], [doubled])
    later = Builder()
    later.emit("negative", doubled)
    yield "used before it is bound", function([x], [*later.ops, add], [doubled])
    yield "used before it is bound", function([x], [inside], [inside.body.params[1]])
    yield (
        "used before it is bound",
        function([x], [loop(x, starts=(y,))], []),
    )
    yield "used before it is bound", function([x], [loop(x, stop=condition)], [])
    side = branch(x, condition)
    yield (
        "used before it is bound",
        function([x, condition], [side], [side.then.results[0]]),
    )
    yield (
        "another number of values",
        function([x, condition], [branch(x, condition, orelse=Block((), (), ()))], []),
    )
    yield (
        "another number of values",
        function(
            [x, condition], [branch(x, condition, orelse=Block((y,), (), (y,)))], []
        ),
    )
    yield (
        "branch: float64.. where float64.n. is expected",
        function(
            [x, condition, number],
            [branch(x, condition, orelse=Block((), (), (number,)))],
            [],
        ),
    )
    body = inside.body
    more = replace(body, params=(*body.params, value()))
    yield (
        "another number of parameters",
        function([x, y], [replace(inside, body=more)], []),
    )
    shorter = replace(body, results=body.results[:1])
    yield (
        "yields another number of values",
        function([x], [replace(inside, body=shorter)], []),
    )
    yield (
        "loop start: float64.. where",
        function([number, x], [replace(loop(x), starts=(number,))], []),
    )
    wrong = Builder()
    index, carry = value("i", INT), value("s")
    total = wrong.emit("sum", carry, axis=(0,), keepdims=False)
    narrowed = wrong.block((index, carry), (total, carry))
    yield (
        "loop carry: float64.. where",
        function([x], [replace(inside, body=narrowed)], []),
    )
    out, made = inside.results
    result = (value("s", NUMBER), made)
    yield "loop result: ", function([x], [replace(inside, results=result)], [])
    yield (
        "a produced sequence is not a list",
        function([x], [replace(inside, results=(out, value("list")))], []),
    )
    result = (out, value("list", SequenceAval(NUMBER)))
    yield "produced element: ", function([x], [replace(inside, results=result)], [])
    yield "an exit outside", function([condition], [Exit(condition)], [])
    nested = If(condition, Block((), (Exit(condition),), ()), Block((), (), ()), ())
    inner = Block((value("i", INT),), (nested,), ())
    yield (
        "an exit outside",
        function(
            [condition], [Loop((Lit(0), Lit(1), Lit(1)), False, (), (), inner, ())], []
        ),
    )
    called = double(value("x"))
    yield (
        "double: another number of arguments",
        function([x], [Call(called, (), (y,))], [y]),
    )
    yield (
        "double: another number of results",
        function([x], [Call(called, (x,), ())], []),
    )
    xs, taken = value("xs", SequenceAval(NUMBER)), value("a", NUMBER)
    yield (
        "list_pop: another number of results",
        function(
            [xs], [Op("list_pop", (xs, Lit(0)), (("exact", True),), (taken,))], []
        ),
    )
    broken = function([value("x")], [], [value("y")])
    yield "used before it is bound", function([x], [Call(broken, (x,), (y,))], [y])
    yield "fewer results than outputs", function([x], [], [x], outputs=2)
    optional = value("o", OptionalAval(VECTOR))
    yield (
        "branch: float64.n. or None where",
        function(
            [x, condition, optional],
            [branch(x, condition, orelse=Block((), (), (optional,)))],
            [],
        ),
    )
    opaque = value("p", OpaqueAval())
    yield (
        "branch: object where",
        function(
            [x, condition, opaque],
            [branch(x, condition, orelse=Block((), (), (opaque,)))],
            [],
        ),
    )


MALFORMED = list(malformed())


@pytest.mark.parametrize(
    ("message", "made"),
    MALFORMED,
    ids=[f"{k}-{m}" for k, (m, _) in enumerate(MALFORMED)],
)
def test_what_is_malformed_is_refused(message, made):
    with pytest.raises(MalformedIR, match=message):
        verify(made)


def test_none_stands_for_what_may_be_absent():
    x, condition = value("x"), value("c", BOOL)
    result = value("y", OptionalAval(VECTOR))
    side = branch(x, condition, orelse=Block((), (), (NONE,)), results=(result,))
    verify(function([x, condition], [side], [result]))


def test_two_branches_may_not_bind_one_value():
    x, condition = value("x"), value("c", BOOL)
    builder = Builder()
    doubled = builder.emit("add", x, x)
    block = builder.block((), (doubled,))
    with pytest.raises(MalformedIR, match="bound twice"):
        verify(function([x, condition], [branch(x, condition, block, block)], []))


# ------------------------------------------------------------ copies and substitutions


def test_a_clone_binds_fresh_values_and_computes_the_same():
    x, condition = value("x"), value("c", BOOL)
    op, chosen = loop(x), branch(x, condition)
    made = function([x, condition], [op, chosen], [*op.results, *chosen.results])
    copy = replace(made, body=clone(made.body, {}))
    assert show(verify(copy)) == show(made)
    bound = {v for o in walk(made.body) for v in o.results} | set(made.body.params)
    again = {v for o in walk(copy.body) for v in o.results} | set(copy.body.params)
    assert not bound & again
    array = np.array([1.0, 2.0])
    for flag in (True, False):
        first, second = run(made, array, flag), run(copy, array, flag)
        assert repr(first) == repr(second)


def test_a_clone_maps_what_a_value_refers_to():
    x = value("x")
    cotangent = Value(VECTOR, primal=x, source=x)
    body = clone(Block((x, cotangent), (), (cotangent,)), {})
    first, second = body.params
    assert second.primal is first
    assert second.source is first


def test_free_values_are_found_at_every_depth():
    x, y, condition = value("x"), value("y"), value("c", BOOL)
    inner = Builder()
    total = inner.emit("add", x, y)
    side = If(condition, inner.block((), (total,)), Block((), (), (x,)), (value(),))
    assert list(free_values(Block((x,), (side,), ()))) == [condition, y]


def test_substitution_reaches_every_use():
    x, y, condition = value("x"), value("y"), value("c", BOOL)
    op, chosen = loop(x), branch(x, condition)
    body = substitute(Block((), (op, chosen), (x, *chosen.results)), {x: y})
    assert list(free_values(body)) == [y, condition]


def test_literals_are_told_apart():
    assert Lit(1) != Lit(1.0)
    assert Lit(1) != Lit(True)
    assert Lit(0.0) != Lit(-0.0)
    assert Lit(np.float64(1.0)) != Lit(1.0)
    assert Lit(float("nan")) == Lit(float("nan"))
    assert len({Lit(1), Lit(1.0), Lit(True), Lit(1)}) == 3


# ------------------------------------------------------------------------------- sizes


def test_sums_and_products_of_sizes():
    n, m = named_size("n"), named_size("m")
    assert str(size_sum(n, 3)) == "n + 3"
    assert str(size_sum(size_sum(m, n), -2)) == "m + n - 2"
    assert size_sum(n, n, -1) == 0
    assert size_sum(size_sum(n, 3), -3) == n
    assert str(size_product(2, size_sum(n, -1))) == "2 * n - 2"
    assert size_product(0, n) == 0
    assert size_product(n, m) is None
    assert str(size_sum(0, n, -1)) == "-n"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("float32[batch, 64]", "float32[batch, 64]"),
        ("float64", "float64[]"),
        ("float64[]", "float64[]"),
        (" int32 [ n ] ", "int32[n]"),
        ("float", "float"),
        ("int", "int"),
        ("bool[3]", "bool[3]"),
    ],
)
def test_specifications(text, shown):
    assert str(parse_aval(text)) == shown


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("float32[n", "is not of the form"),
        ("[3]", "is not of the form"),
        ("float33[n]", "'float33' in 'float33.n.' is not a dtype"),
        ("object[n]", "arrays of object are not supported"),
        ("float32[n - 1]", "'n - 1' in .* is not a size"),
        ("float32[-1]", "'-1' in .* is not a size"),
        ("float32[n,]", "'' in .* is not a size"),
    ],
)
def test_bad_specifications(text, message):
    with pytest.raises(ValueError, match=message):
        parse_aval(text)


# ------------------------------------------------------------------------------- index


def test_indices_are_bound():
    index = Index((Ref(1), slice(Ref(0), None), None, ..., 2), True)
    assert index.bind((5, 6)) == (6, slice(5, None), None, ..., 2)
    assert Index((3,)).bind(()) == 3
    assert Index((3,), True).bind(()) == (3,)


def test_where_an_index_may_name_a_place_twice():
    rows, mask = value("i", Aval("int64", (3,))), value("m", Aval("bool", (3,)))
    number = value("k", INT)
    assert Index((Ref(0),)).repeats((rows,))
    assert not Index((Ref(0),)).repeats((mask,))
    assert not Index((Ref(0),)).repeats((number,))
    assert Index((Ref(0),)).has_arrays((mask,))
    assert not Index((Ref(0),)).has_arrays((number,))
