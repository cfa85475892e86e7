"""Cores against the halves beside them, both as plain Python."""

import math

import numpy as np
import pytest

from srcad.compiler.driver import compile_request
from srcad.compiler.ir.avals import parse_aval
from srcad.compiler.request import Request
from tests.srcad.compiler.compiled.cores import built
from tests.srcad.compiler.programs.engines import PLAIN

# ------------------------------------------------------------------ what is compiled


def chain(x, y):
    return np.sum(np.exp(-x * y) / (1 + np.log(2 + x * x)) + np.tanh(y))


def array_out(x, y):
    return np.sin(x) * y


def broadcast(x, m):
    z = m * x[:, None] + m.mean(axis=0)
    return (z / z.max(axis=1, keepdims=True)).sum()


def products(m, x):
    z = m @ m.T
    return np.sum((z @ x) ** 2) + x @ z @ x


def batched(t, m):
    return np.sum(np.tanh(t @ m) @ np.swapaxes(t, 1, 2))


def euler(a, y):
    for _ in range(20):
        y = y + 0.05 * (a - y * y)
    return y


def newton(a, x):
    while abs(x * x - a) > 1e-12:
        x = x - (x * x - a) / (2 * x)
    return x


def nested(a, x):
    total = 0.0
    for row in range(3):
        y = x
        for _ in range(row + 2):
            y = y + 0.1 * np.sin(a * y)
        total = total + y * row
    return total


def found(a, x):
    for k in range(30):
        step = (x * x - a) / (2 * x)
        if abs(step) < 1e-6 * (k + 1):
            break
        x = x - step
    return x


def recurrent(w, u, x):
    h = np.zeros((x.shape[1], u.shape[0]))
    for row in x:
        h = np.tanh(row @ w + h @ u)
    return np.sum(h * h)


def summed(m, x):
    y = x
    for _ in range(4):
        y = np.tanh(y + m @ y)
    return (y * y).sum()


def greatest(m):
    top = np.max(m, axis=1, keepdims=True)
    e = np.exp(m - top)
    return np.sum(e / e.sum(axis=1, keepdims=True) * m) + np.min(m * 2) + np.mean(m)


def turned_products(t):
    q = np.swapaxes(t, 1, 2)
    return np.sum((t @ q) @ t) + np.sum((q @ t) ** 2)


def steps_of_arrays(m, x):
    for k in range(m.shape[0]):
        x = np.tanh(x + m[k] * x[0])
    return (x * x).sum()


def rows(m, x):
    for k in range(m.shape[0]):
        x = np.tanh(x + m[k])
    return (x * x).sum()


def written(x):
    y = np.zeros_like(x)
    for k in range(1, x.shape[0]):
        y[k] = y[k - 1] * 0.5 + x[k] * x[k - 1]
    y[0] += x[-1]
    return (y * x).sum()


def branches(x, a):
    y = x * 2
    if y.sum() > a:
        y = np.exp(-y)
    else:
        y = y * a
    return (y * y).sum()


def gathered(x, k):
    picked = x[k]
    return np.sum(picked * np.arange(picked.shape[0]))


def joined(x, y):
    z = np.concatenate((x, y * y)).reshape(2, -1)
    return np.sum(np.stack((z, z.T.T)) * z[::-1])


def turned(x):
    y = x[::-1]
    return np.sum(np.concatenate((y[1:], y[:1])) * x[::-2][0] * x[1:][::-1][0])


def single(x, y):
    return np.mean(np.exp(x) * y + 0.5)


V, W, N, M = "float64[n]", "float64[n]", "float", "float64[n, k]"
PROGRAMS = [
    (chain, {"x": V, "y": V}),
    (array_out, {"x": V, "y": V}),
    (broadcast, {"x": V, "m": M}),
    (products, {"m": M, "x": V}),
    (batched, {"t": "float64[b, n, k]", "m": "float64[k, k]"}),
    (euler, {"a": N, "y": N}),
    (newton, {"a": N, "x": N}),
    (nested, {"a": N, "x": N}),
    (found, {"a": N, "x": N}),
    (
        recurrent,
        {"w": "float64[n, k]", "u": "float64[k, k]", "x": "float64[m, b, n]"},
    ),
    (summed, {"m": "float64[n, n]", "x": V}),
    (greatest, {"m": M}),
    (turned_products, {"t": "float64[b, n, k]"}),
    (steps_of_arrays, {"m": M, "x": "float64[k]"}),
    (written, {"x": V}),
    (branches, {"x": V, "a": N}),
    (gathered, {"x": V, "k": "int64[m]"}),
    (joined, {"x": V, "y": W}),
    (turned, {"x": V}),
    (single, {"x": "float32[n]", "y": "float32[n]"}),
]
NAMES = [function.__name__ for function, _ in PROGRAMS]
SIZES = {"n": 5, "k": 3, "m": 4, "b": 2}


def drawn(inputs, random, sizes=SIZES):
    arguments = []
    for specification in inputs.values():
        aval = parse_aval(specification)
        shape = [sizes[str(dim)] for dim in aval.shape]
        if aval.dtype == "int64":
            arguments.append(random.integers(-2, 2, shape))
        elif specification == "float":
            arguments.append(float(random.uniform(0.5, 2)))
        else:
            arguments.append(random.uniform(0.2, 1.5, shape).astype(aval.dtype))
    return arguments


def agree(given, expected, rounding=1e-12):
    (out, grads), (other, others) = given, expected
    for one, two in zip((out, *grads), (other, *others), strict=True):
        assert np.shape(one) == np.shape(two)
        assert np.asarray(one).dtype == np.asarray(two).dtype
        np.testing.assert_allclose(one, two, rounding, rounding)


@pytest.mark.parametrize(("function", "inputs"), PROGRAMS, ids=NAMES)
def test_a_core_gives_what_the_halves_give(function, inputs):
    module = built(function, **inputs)
    assert not module.not_compiled
    random = np.random.default_rng(0)
    for sizes in (SIZES, {**SIZES, "n": 2, "k": 1}, {**SIZES, "n": 40, "k": 7}):
        arguments = drawn(inputs, random, sizes)
        kept = [np.copy(one) for one in arguments]
        given, expected = module.both(*arguments)
        assert given is not None
        agree(given, expected, 1e-6 if function is single else 1e-12)
        for one, before in zip(arguments, kept, strict=True):
            np.testing.assert_array_equal(one, before)


@pytest.mark.parametrize(("function", "inputs"), PROGRAMS[:3], ids=NAMES[:3])
def test_a_cotangent_that_is_given(function, inputs):
    module = built(function, **inputs)
    arguments = drawn(inputs, np.random.default_rng(1))
    out = module.names["forward"](*arguments)[0]
    dout = np.random.default_rng(2).standard_normal(np.shape(out))[()]
    agree(*module.both(*arguments, dout=dout))


def test_what_is_given_back_shares_no_storage():
    def doubled(x, y):
        return x + y

    module = built(doubled, x=V, y=V)
    out, (dx, dy) = module.names["compiled"](np.ones(3), np.ones(3))
    assert not np.shares_memory(dx, dy)
    assert not np.shares_memory(out, dx)


# --------------------------------------------------------------------- exceptions


def outside(x, k):
    return x[k] * 2.0


def divided(x, k):
    return 1.0 / (x - k)


def fewer(x, y):
    return np.sum(x @ y)


def squared(x, y):
    return (x * 10.0**y) * 2.0


def of_nothing(x):
    return np.max(x * 2)


def of_math(x):
    return math.log(x) * 2.0


def of_math_too_large(x):
    return math.exp(x) * 2.0


@pytest.mark.parametrize(
    ("function", "inputs", "arguments", "error"),
    [
        (outside, {"x": V, "k": "int64[]"}, (np.ones(4), np.int64(10)), IndexError),
        (outside, {"x": V, "k": "int64[]"}, (np.ones(4), np.int64(-5)), IndexError),
        (
            gathered,
            {"x": V, "k": "int64[m]"},
            (np.ones(2), np.array([1, 2])),
            IndexError,
        ),
        (divided, {"x": N, "k": N}, (1.0, 1.0), ZeroDivisionError),
        (fewer, {"x": V, "y": "float64[m]"}, (np.ones(3), np.ones(4)), ValueError),
        (squared, {"x": N, "y": N}, (1.0, 400.0), OverflowError),
        (of_nothing, {"x": V}, (np.ones(0),), ValueError),
        (of_math, {"x": N}, (-1.0,), ValueError),
        (of_math, {"x": N}, (0.0,), ValueError),
        (of_math_too_large, {"x": N}, (1000.0,), OverflowError),
    ],
)
def test_an_exception_is_that_of_the_halves(function, inputs, arguments, error):
    module = built(function, **inputs)
    assert not module.not_compiled
    assert module.names["compiled"](*arguments) is None
    with pytest.raises(error):
        module.names["value_and_grad"](*arguments)


def test_an_index_is_looked_at_only_where_it_may_lie_outside():
    primal = core_of(rows, m=M, x="float64[k]").split("count =")[0]
    assert "m[step, i0]" in primal
    assert " < 0" not in primal
    assert " < 0" in core_of(gathered, x=V, k="int64[m]")


def test_sizes_that_are_broadcast_at_run_time_are_left_to_the_halves():
    def added(x, y):
        return np.sum(x * y)

    module = built(added, x="float64[n]", y="float64[m]")
    given, expected = module.both(np.ones(3), np.full(3, 2.0))
    agree(given, expected)
    assert module.names["compiled"](np.ones(3), np.ones(1)) is None
    out, (_, dy) = module.names["value_and_grad"](np.ones(3), np.full(1, 2.0))
    assert (out, dy.shape) == (6.0, (1,))


def test_integers_that_grow_without_an_end_are_left_to_the_halves():
    def powers(x):
        k = 1
        for _ in range(80):
            k = k * 3
        return x * k

    module = built(powers, x=N)
    assert not module.not_compiled
    assert module.names["compiled"](1.0) is None
    assert module.names["value_and_grad"](1.0)[0] == float(3**80)


def scaled(m, a):
    return (m * m * a).sum()


FOREIGN = [
    (np.ma.masked_less(np.arange(4.0).reshape(2, 2), 2), 2.0),
    (np.asmatrix(np.arange(4.0).reshape(2, 2)), 2.0),
    (np.ma.masked_less(np.arange(4.0).reshape(2, 2), 2), np.array(2.0)),
]
FOREIGN_NUMBER = (np.arange(4.0).reshape(2, 2), np.ma.masked_array(2.0, mask=True))
OTHER_FORMS = [
    (np.arange(4.0).reshape(2, 2), np.array(2.0)),
    (np.arange(4.0).reshape(2, 2).T, 2.0),
    (np.arange(8.0).reshape(2, 4)[:, ::2], np.float64(2.0)),
]


def check_other_classes(numba, foreign):
    module = built(scaled, numba, m=M, a="float")
    compiled, whole = module.names["compiled"], module.names["value_and_grad"]
    for compiles_first in (True, False):
        for m, a in foreign:
            assert compiled(m, a) is None
            out, residuals = module.names["forward"](m, a)
            given = whole(m, a), (out, module.names["backward"](residuals, 1.0))
            assert repr(given[0]) == repr(given[1])
        for m, a in OTHER_FORMS if compiles_first else ():
            agree(*module.both(m, a))


def test_arrays_of_other_classes_are_left_to_the_halves():
    """A masked array leaves elements out, a matrix multiplies in another way."""
    check_other_classes(PLAIN, FOREIGN)


@pytest.mark.numba
def test_arrays_of_other_classes_are_left_to_the_halves_by_numba():
    import numba

    check_other_classes(numba, [*FOREIGN, FOREIGN_NUMBER])


def test_a_complex_cotangent_is_left_to_the_halves():
    """They refuse it; as a float it would lose its imaginary part."""
    module = built(scaled, PLAIN, m=M, a="float")
    for dout in (1 + 2j, np.complex128(1 + 2j), np.complex64(1 + 2j)):
        assert module.names["compiled"](np.ones((2, 2)), 2.0, dout) is None


# ----------------------------------------------------------------- what is not compiled


def printed(x):
    print(x.sum())
    return (x * x).sum()


def solved(m, x):
    return np.linalg.solve(m, x).sum()


def masked(x):
    return x[x > 0].sum()


def appended(x):
    parts = []
    for k in range(x.shape[0]):
        parts.append(x[k] * k)
    return sum(parts)


def quiet(x):
    with np.errstate(all="ignore"):
        return np.log(x).sum()


@pytest.mark.parametrize(
    ("function", "inputs", "words"),
    [
        (printed, {"x": V}, "`print({0})`"),
        (solved, {"m": "float64[n, n]", "x": V}, "`solve`"),
        (masked, {"x": V}, "a subscript by booleans, or by arrays and numbers"),
        (appended, {"x": V}, "`list_of`"),
        (quiet, {"x": V}, "a `with` statement"),
    ],
)
def test_what_has_no_core_is_computed_by_numpy(function, inputs, words):
    avals = tuple((name, parse_aval(text)) for name, text in inputs.items())
    plain = compile_request(Request(function, avals, None, "m.py::f"))
    other = compile_request(Request(function, avals, None, "m.py::f", engine="numba"))
    assert other.manifest["not_compiled"] == words
    assert any(words in note for note in other.manifest["notes"])
    from codegen.printing import print_module

    assert print_module(other.module) == print_module(plain.module)


def test_what_a_branch_alone_cannot_say_is_left_to_the_halves():
    def refused(x):
        if x.sum() > 100:
            raise ValueError("too much")
        return (x * x).sum()

    module = built(refused, x=V)
    assert not module.not_compiled
    agree(*module.both(np.ones(3)))
    assert module.names["compiled"](np.full(3, 50.0)) is None
    with pytest.raises(ValueError, match="too much"):
        module.names["value_and_grad"](np.full(3, 50.0))


# ------------------------------------------------------------------------------- text


def core_of(function, **inputs):
    text = built(function, **inputs).text
    start = text.index("def core(")
    return text[start : text.index("\n\n\ndef compiled(", start)]


def test_a_chain_is_one_loop_and_stores_what_is_given_back():
    text = core_of(chain, x=V, y=V)
    assert text.count("for ") == 1
    assert text.count("np.empty((") == 2


def test_what_a_loop_adds_up_is_added_in_place():
    """The sum of a weight's gradient is one array, made before the loop."""
    text = core_of(summed, m="float64[n, n]", x=V)
    *_, loop = text.split("for step")
    assert "np.empty((m_size, m_size)" not in loop
    assert text.count("np.zeros((m_size, m_size)") == 1


def test_what_a_loop_keeps_is_not_copied():
    text = core_of(summed, m="float64[n, n]", x=V)
    assert "kept_y_1.append(y_array)" in text
    assert ".copy()" not in text


def test_a_row_that_is_stored_is_summed_as_it_stands():
    text = core_of(greatest, m=M)
    assert "max_of(m[i0])" in text
    assert "_row = " not in text.split("t_5")[0]


def test_matrices_that_stand_the_other_way_round_are_not_copied():
    text = core_of(turned_products, t="float64[b, n, k]")
    assert "t[i, i_1]" not in text
    assert "product(t[i], t[i].T, " in text


def test_the_halves_are_those_of_the_module_for_numpy():
    from codegen.printing import print_module

    avals = (("x", parse_aval(V)), ("y", parse_aval(V)))
    plain = print_module(compile_request(Request(chain, avals, None, "m.py::f")).module)
    assert "numba" not in plain
    start = plain.index("def forward(")
    halves = plain[start : plain.index("def value_and_grad(")]
    assert halves in built(chain, x=V, y=V).text


def test_single_precision_stays_so():
    text = core_of(single, x="float32[n]", y="float32[n]")
    assert "np.float32(exp_of(np.float64(x[i0])))" in text
    # But for what is added up.
    assert "_row = np.empty(x_size, np.float64)" in text
