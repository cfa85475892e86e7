"""A loop whose first iteration leaves another dtype, or other keys, than it starts
with."""

from collections import defaultdict

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import text_of

MATRIX = np.arange(9.0).reshape(3, 3) / 9


def recurrent(x):
    for k in range(4):
        x = np.tanh(MATRIX @ x) + k
    return x


def in_turns(x):
    first, second, third = x, x * 2, x * 3
    for k in range(6):
        first, second, third = second, third, np.sin(MATRIX @ first) * k + third
    return first * second * third


def once(x):
    for _ in range(1):
        x = MATRIX @ x
    return x


def diffusion(x):
    u = x.copy()
    for _ in range(3):
        new = np.zeros(3)
        new[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2 * u[1:-1] + u[:-2])
        new[0], new[-1] = u[0] ** 2, u[-1]
        u = new
    return u


@pytest.mark.parametrize("program", [recurrent, in_turns, once, diffusion])
def test_a_loop_in_double_precision_starts_in_single(program):
    x = np.array([0.3, -0.2, 0.5], np.float32)
    value, gradient = srcad.value_and_grad(program)(x)
    want = program(x)
    assert value.dtype == want.dtype == np.float64
    assert np.array_equal(value, want)
    _, exact = srcad.value_and_grad(program)(x.astype(np.float64))
    assert gradient.dtype == np.float32
    assert np.allclose(gradient, exact, rtol=1e-5)


def test_its_size_does_not_grow_with_the_number_of_iterations():
    def program(x, count):
        for _ in range(count):
            x = MATRIX @ x
        return x

    def text(count):
        return text_of(lambda x: program(x, count), {"x": "float32[3]"})

    assert abs(len(text(100)) - len(text(10))) < 10


@pytest.mark.parametrize("leaves", [True, False])
def test_a_dict_has_all_its_keys_behind_the_first_iteration(leaves):
    def program(x, count):
        values = defaultdict(float)
        for _ in range(count):
            for k in range(3):
                values[k] = 0.5 * values[(k + 1) % 3] + x[k]
            if leaves and values[0] > 5.0:
                break
        return sum(values.values())

    def text(count):
        return text_of(lambda x: program(x, count), {"x": "float64[3]"})

    assert abs(len(text(100)) - len(text(20))) < 10


def test_a_dtype_that_the_number_of_iterations_decides_is_refused():
    def program(x, n):
        for _ in range(n.sum()):
            x = MATRIX @ x
        return x

    with pytest.raises(CompileError, match="different on the two paths"):
        srcad.grad(program)(np.ones(3, np.float32), np.array([2, 1]))


def test_what_a_loop_without_iterations_leaves_is_refused_where_it_is_seen():
    def program(x, y):
        c = 0.0
        for v in x[x > 0]:
            c = c + y * v
        return np.sum(c + x[0])

    x = -np.ones(3)
    with pytest.raises(CompileError, match=r"`c` is .* where this loop has no iter"):
        srcad.grad(program)(x, x)


@pytest.mark.parametrize("start", [0, 2])
def test_a_loop_of_which_the_first_iteration_is_known_leaves_an_array(start):
    def program(x, s):
        c, k = 0.0, start
        while k < 4:
            c = c + x * k
            k += 1
        return np.sum(c + s)

    x = np.array([0.5, -1.0, 2.0])
    gradient = srcad.grad(program, (0, 1))(x, 0.5)
    np.testing.assert_allclose(gradient[0], np.full(3, sum(range(start, 4))))
    assert gradient[1] == 3.0


def left_in_a_branch(x, t):
    out = t
    if t > 0:
        c = 0.0
        for v in x[x > 0]:
            c = c + x * v
        out = np.mean(c) * t
    return out


def left_before_it_is_changed(x, t):
    c = 0.0
    for v in x:
        if v < t:
            break
        c = c + x
    return np.mean(c)


def halved(x, k):
    c = 0.5
    for v in x[x > 1]:
        c = c + v * x
    return halved(x * 0.5, k - 1) * c if k > 0 else c


def left_by_a_function_that_calls_itself(x, t):
    return np.sum(halved(x, int(t * 6)) * (t + np.zeros(3)))


@pytest.mark.parametrize(
    "program",
    [
        left_in_a_branch,
        left_before_it_is_changed,
        left_by_a_function_that_calls_itself,
    ],
)
def test_what_may_be_left_is_refused_where_it_is_seen(program):
    with pytest.raises(CompileError, match="where this loop has no iteration"):
        srcad.grad(program)(-np.ones(3), 0.5)
