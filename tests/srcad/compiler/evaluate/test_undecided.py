"""Numbers that are of Python on one path and of NumPy, with fewer bits, on another."""

import numpy as np
import pytest

import srcad
from srcad import CompileError
from tests.srcad.compiler.derivatives import generate


def either(x, number=0.3):
    p = x[0]
    if x[2] > 0:
        p = number
    return p


def flag(x):
    b = 0.5
    if x[2] > 0:
        b = True
    return b


def total(x):
    t = 0.0
    for k in range(3):
        t += x[k]
    return t


def last(x):
    p, t = 0.3, 0.0
    for v in x:
        t = t + np.sum([p, v]) * np.sin(p)
        p = v
    return t


def at_least(x):
    return np.array([max(v, 0.1) for v in x])


def in_a_list(x):
    parts = [x[0], x[1]]
    if x[2] > 0:
        parts[0] = 0.3
    return np.sum(parts) * 1.1


RIGHT = {
    "a sum": lambda x: np.sum([either(x), x[1]]) * 1.1,
    "a product": lambda x: np.prod([either(x), either(x)]) * 1.1,
    "an array": lambda x: np.array([either(x), x[1]]) * 1.1,
    "an array in a dtype": lambda x: np.array([either(x), x[1]], dtype=np.float32) / 3,
    "a list in a dtype": lambda x: np.array([max(v, 0.1) for v in x], np.float32) / 3,
    "a list in double": lambda x: np.array([max(v, 0.1) for v in x], float) / 3,
    "a part of a list": in_a_list,
    "a list of a loop": lambda x: at_least(x) * x,
    "reduced": lambda x: at_least(x).mean() + np.std(at_least(x)) * 1.1,
    "a cast": lambda x: np.float32(either(x)) * 1.1,
    "a function": lambda x: np.sin(either(x)) * 1.1,
    "the size of a flag": lambda x: np.abs(flag(x)) * 2.0 + x,
    "a choice": lambda x: np.where(x > 0, either(x), 0.5),
    "a choice of an array": lambda x: np.where(x > 0, either(x), x),
    "the greater": lambda x: np.maximum(x, either(x)) + np.add(either(x), x),
    "clipped": lambda x: np.clip(x, 0.1, either(x) + 1),
    "filled as another": lambda x: np.full_like(x, either(x)) * 1.1,
    "arithmetic": lambda x: (either(x) * 1.1 + 2) * x,
    "beside one of NumPy's": lambda x: np.full(3, either(x) + x[1]),
    "a total": lambda x: np.full(3, total(x)) * x,
    "carried": last,
    "a flag": lambda x: flag(x) * x,
    "compared with a choice": lambda x: np.where(
        x > np.where(x[0] > 0, flag(x), x), x, 2
    ),
    "a choice of a flag": lambda x: np.where(x[0] > 0, flag(x), 0.5) * 2.0 + x,
}


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("name", RIGHT)
def test_it_has_the_dtype_of_the_path(name, sign):
    program, x = RIGHT[name], np.array([0.7, 0.6, 0.9 * sign], np.float32)
    expected = program(x)
    out, _ = srcad.vjp(program, x)
    assert np.asarray(out).dtype == expected.dtype
    few = np.finfo(expected.dtype).eps
    np.testing.assert_allclose(out, expected, rtol=4 * few, atol=0)


REFUSED = {
    "full": lambda x: np.full(3, either(x)) * x,
    "full of a product": lambda x: np.full(3, either(x) * 1.1),
    "full of a quotient": lambda x: np.full(3, either(x) / 3),
    "full of a sine": lambda x: np.full(3, np.sin(either(x))),
    "full of a sum": lambda x: np.full(3, np.sum([either(x), x[1]])),
    "asarray": lambda x: np.asarray(either(x)) * x,
    "a dtype": lambda x: np.ones(3, np.result_type(either(x))) * x,
    "add": lambda x: np.add(either(x), 1.1) * x,
    "power": lambda x: np.power(either(x), 2) * x,
    "dot": lambda x: np.dot(either(x), x),
    "linspace": lambda x: np.linspace(either(x), 1, 3),
    "linspace of an element": lambda x: np.linspace(at_least(x)[0], 1, 3),
    "a sum of a number": lambda x: np.sum(either(x)) * x,
    "zeros_like": lambda x: np.zeros_like(at_least(x)),
    "full_like": lambda x: np.full_like(at_least(x) * x, 0.1),
    "a sine of a flag": lambda x: np.sin(flag(x)) * x,
    "a flag in an array": lambda x: np.array([either(x, True), x[1]]),
    "beside another dtype": lambda x: np.sum([either(np.float16(x)), x[1]]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_names_a_dtype_is_refused(name):
    x = np.array([0.7, 0.6, 0.9], np.float32)
    with pytest.raises(CompileError, match="depends on the path") as caught:
        srcad.vjp(REFUSED[name], x)
    assert caught.value.diagnostics[0].code == "SRC019"


def passed_over(x):
    t = 0.0
    for v in x:
        if v < 0:
            continue
        t = t * 0.9 + v * v
    return t


def taken_and_negated(x):
    t = 0.3
    for v in x:
        if v > 0:
            t = v * v
        t = -t * 1.1
    return t


def left(x):
    t = 0.1
    for i in range(x.shape[0]):
        if x[i] < -0.2:
            t = t * 1.1
            continue
        t = t + x[i] * t
        if t > 1.5:
            break
    return t


def in_loops_in_each_other(x):
    t = 0.0
    for v in x:
        s = 0.1
        for w in x:
            if v * w < 0:
                s, t = t, s
            else:
                t += s * v
        t = t - s
    return t


def a_table(x):
    best = [0.1] * len(x)
    for i in range(len(x)):
        best[i] = x[i] * 2.0 + (best[i - 1] if i > 0 else 0.0)
        best[i] = max(best[i], best[i // 2])
    return best[-1] * sum(best)


CARRIED = [passed_over, taken_and_negated, left, in_loops_in_each_other, a_table]


@pytest.mark.parametrize("program", CARRIED)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_loop_that_may_leave_it_as_it_was_is_a_loop(program, sign):
    module = generate(program, ["float32[n]"])
    x = sign * np.array([0.4, 0.3, -0.6, 0.7], np.float32)
    out, residuals = module.forward(x)
    (dx,) = module.backward(residuals, np.float32(1))
    assert type(out) is type(program(x))
    assert float(out) == float(program(x))
    assert dx.dtype == np.float32
    double = srcad.grad(program)(x.astype(float))
    np.testing.assert_allclose(dx, double, rtol=1e-4, atol=1e-6)


def computed_in_python(x, y):
    t = 0.0
    for k in range(x.shape[0]):
        if x[k] > 0:
            t = x[k]
        t = float(y[k]) * 1.1 if y[k] > 0 else t
    return t


def kept_from_before(x, y):
    s, t = 0.0, 0.0
    for k in range(x.shape[0]):
        if x[k] > 0:
            s = t
        else:
            s = x[k]
        t = float(y[k])
    return s


def floats_in_a_list(x, y):
    parts = [float(v) for v in y]
    for k in range(x.shape[0]):
        parts[k] = x[k]
    return sum(parts)


KEPT = [computed_in_python, kept_from_before, floats_in_a_list]


@pytest.mark.parametrize("program", KEPT)
def test_a_number_of_an_input_keeps_its_digits(program):
    with pytest.raises(CompileError):
        generate(program, ["float32[n]", "float64[n]"])


def on_a_path(x, k):
    return (int(k[0]) if x[0] > 0 else x[1]) * 1.0


def in_a_loop(x, k):
    p = int(k[0])
    for v in x:
        if v > 5:
            p = v
    return p * 1.0


def computed_of_it(x, k):
    p = k[0].item() * 0.1 if x[0] > 0 else x[1]
    return p * 1.0


@pytest.mark.parametrize("program", [on_a_path, in_a_loop, computed_of_it])
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_a_whole_number_keeps_its_digits(program, dtype):
    x = np.array([1.0, 2.0, 0.0], dtype)
    k = np.array([2**11 + 1 if dtype == np.float16 else 2**24 + 1])
    out, gradient = srcad.value_and_grad(program, 0)(x, k)
    assert float(out) == float(program(x, k))
    np.testing.assert_array_equal(gradient, [0, 0, 0])


KNOWN = np.cos(0.3)


def in_a_list_that_grows(x, s):
    found = [KNOWN]
    for _ in x:
        found.append(s)
    return x * found[0] + found[int(x[1])]


def carried_on(x, s):
    t = KNOWN
    for v in x:
        if v > 5:
            t = np.cos(s)
    return x * t


OF_NUMPY = {
    "the greater": lambda x, s: x * max(np.cos(s), KNOWN),
    "the least of some": lambda x, s: x * min(np.cos(v) for v in (s, 0.3)),
    "a branch": lambda x, s: x * (KNOWN if s > 0 else np.cos(s)),
    "the first in order": lambda x, s: x * sorted([KNOWN, s])[0],
    "an item": lambda x, s: x * [KNOWN, s][int(x[0] > 0)],
    "a list": in_a_list_that_grows,
    "a loop": carried_on,
}


@pytest.mark.parametrize("s", [0.1, 0.5])
@pytest.mark.parametrize("name", OF_NUMPY)
def test_a_known_number_of_numpy_stays_one_where_it_is_chosen(name, s):
    program = OF_NUMPY[name]
    module = generate(program, ["float32[n]", "float"])
    x = np.array([0.5, 0.7, 0.9], np.float32)
    out, _ = module.forward(x, s)
    assert out.dtype == program(x, s).dtype
    np.testing.assert_array_equal(out, program(x, s))
