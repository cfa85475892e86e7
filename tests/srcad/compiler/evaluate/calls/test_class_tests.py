"""``isinstance`` and ``type`` of what stands for an object of Python's."""

import itertools
import types
from collections import deque
from types import SimpleNamespace

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from tests.srcad.compiler.derivatives import check, generate
from tests.srcad.compiler.side_by_side import module_of, result


def a_range(x):
    steps = range(int(np.sum(x * x)))
    return x * 2 if isinstance(steps, range) else x * 3


def a_function(x):
    def double():
        return x * 2

    return double() if isinstance(double, types.FunctionType) else x * 3


def a_lambda(x):
    return x * 2 if isinstance(lambda: x, (int, types.FunctionType)) else x * 3


def an_iterator_is_no_list(x):
    return x * 2 if isinstance(zip([x], [2], strict=True), list) else x * 3


def a_generator_is_no_list(x):
    items = (x * k for k in range(3))
    return x * 2 if isinstance(items, list) else x * 3


def a_list_of_run_time(x):
    xs = []
    for row in x:
        xs.append(row)
    return x * 2 if type(xs) is list and isinstance(xs, list | tuple) else x * 3


def a_tuple_or_none(x):
    pair = (x, x) if np.sum(x) > 0 else None
    return x * 2 if isinstance(pair, tuple) else x * 3


WITHOUT_AXES = [
    lambda x: np.broadcast_to(x, ()),
    lambda x: np.broadcast_arrays(x, 0)[1],
    lambda x: np.asarray(x).astype(np.float32),
    lambda x: np.asarray(x).copy(),
    lambda x: (np.asarray(x) * 1.0).copy(),
    lambda x: np.ravel(x)[0],
]


@pytest.mark.parametrize("made", WITHOUT_AXES)
@pytest.mark.parametrize("value", [0.3, np.float64(0.3), np.array(0.3)])
def test_what_has_no_axes_is_an_array_or_a_number(made, value):
    def program(x):
        return x * 2 if isinstance(made(x), np.ndarray) else x * 3

    out, _ = srcad.value_and_grad(program)(value)
    assert out == program(value)


@pytest.mark.parametrize("value", [0.3, np.float64(0.3), np.array(0.3)])
def test_what_stands_beside_may_decide_whatever_it_is(value):
    def program(x):
        y = np.reshape(x, ())
        if isinstance(y, np.ndarray) and y.size == 1 and y.ndim != 0:
            return x * 3
        return x * 2 if not isinstance(y, np.ndarray) or y.ndim == 0 else x * 4

    (out, slope) = srcad.value_and_grad(program)(value)
    assert (out, slope) == (program(value), 2.0)


@pytest.mark.parametrize("value", [0.3, np.float64(0.3)])
def test_whether_a_view_of_a_number_is_an_array_is_refused(value):
    def program(x):
        return x * 2 if isinstance(np.reshape(x, ()), np.ndarray) else x * 3

    with pytest.raises(CompileError, match="array of rank 0 is not known"):
        srcad.grad(program)(value)


PROGRAMS = [
    *(a_range, a_function, a_lambda, an_iterator_is_no_list),
    *(a_generator_is_no_list, a_list_of_run_time, a_tuple_or_none),
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_class(program):
    check(program, ["float64[n]"], draws=2)


def zip_of_a_generator(x):
    pairs = zip((x * k for k in range(3)), [1, 2], strict=False)
    return x * 2 if isinstance(pairs, types.GeneratorType) else x * 3


def type_of_zip(x):
    return x * 2 if type(zip([x], [1], strict=False)) is zip else x * 3


@pytest.mark.parametrize("program", [zip_of_a_generator, type_of_zip])
def test_which_iterator_it_is_is_not_known(program):
    with pytest.raises(CompileError, match=r"not known|of a run-time value"):
        generate(program, ["float64[n]"])


COMPLEX = [
    *("1j * v[0]", "v[0] * 1j", "(2 + 1j) + v[0]", "1j / v[0]", "1j ** v[1]", "1j * v"),
    *("complex(v[0]) - v[1]", "1j * np.array(v[0])", "1j * float(v[0])"),
]
PROGRAM = """
def of_{number}(v):
    o = {made}
    return v.sum() * (2.0 if isinstance(o, {asked}) else 3.0)
"""


def test_what_a_complex_number_of_python_makes(tmp_path):
    # A float64 of NumPy is a float, which a complex number knows what to do with.
    asked = ("np.number", "complex", "np.ndarray")
    rows = list(itertools.product(COMPLEX, asked))
    programs = [
        PROGRAM.format(number=k, made=made, asked=one)
        for k, (made, one) in enumerate(rows)
    ]
    module = module_of(tmp_path, "made", "import numpy as np\n" + "\n".join(programs))
    for k in range(len(rows)):
        assert result(getattr(module, f"of_{k}"), (1.5, 2.0, 3.0)), rows[k]


def two_or_square(v):
    """Of a class that the path decides, as ``isinstance`` would see it."""
    return 2 if v > 0 else v * v


def of_a_comprehension(x):
    found = [two_or_square(v) for v in x]
    return found[0]


def of_a_list_that_grew(x):
    found = []
    for v in x:
        found.append(two_or_square(v))
    return found[0]


def of_what_is_gone_through(x):
    for item in [two_or_square(v) for v in x]:
        last = item
    return last


def of_a_tuple_in_a_list(x):
    found = [(two_or_square(v), v) for v in x]
    first, _ = found[0]
    return first


def of_a_carry(x):
    last = 0.0
    for v in x:
        last = two_or_square(v)
    return last


def of_an_item_that_is_carried(x):
    held = [0.0, 0.0]
    for v in x:
        held[0] = two_or_square(v)
    return held[0]


def of_the_greatest(x):
    return max([two_or_square(v) for v in x])


def of_a_sum(x):
    return sum([two_or_square(v) for v in x])


def of_a_negative(x):
    return -abs(two_or_square(x[0])) * 3


@pytest.mark.parametrize(
    "number",
    [
        of_a_comprehension,
        of_a_list_that_grew,
        of_what_is_gone_through,
        of_a_tuple_in_a_list,
        of_a_carry,
        of_an_item_that_is_carried,
        of_the_greatest,
        of_a_sum,
        of_a_negative,
    ],
)
def test_a_class_that_the_path_decides_is_not_asked_for(number):
    """The int was taken for the float that it is on the other path."""

    def program(x):
        y = number(x)
        return x[0] * 3.0 if isinstance(y, int) else y * x[1]

    with pytest.raises(CompileError, match="bool, an int or a float is not known"):
        srcad.grad(program)(np.array([2.0, 3.0]))


MADE_OF_IT = [
    lambda t: np.array([t, t]),
    lambda t: np.array([[t, 1]])[0],
    lambda t: np.full(2, t),
    lambda t: np.asarray([t, t]).copy(),
    lambda t: np.array([-t, t + 1]),
    lambda t: np.array(t).repeat(3),
    lambda t: np.array([t, t])[::-1] * 2,
    lambda t: np.zeros_like(np.array([t, t])),
]


@pytest.mark.parametrize("made", MADE_OF_IT)
def test_an_array_whose_dtype_the_path_decides_is_not_written(made):
    """NumPy cuts off what is written into an array of ints."""

    def written(x):
        a = made(two_or_square(x[0]))
        a[0] = 0.7 * x[1]
        return a.sum()

    def asked(x):
        a = made(two_or_square(x[0]))
        return x[0] if a.dtype == np.int64 else x[1]

    for program in (written, asked):
        with pytest.raises(CompileError, match="ints or floats depends on the path"):
            srcad.grad(program)(np.array([2.0, 3.0]))


def test_an_array_whose_dtype_is_sure_may_be_written():
    def program(x):
        t = two_or_square(x[0])
        a, b = np.array([t, x[1]]), np.full(2, t, dtype=float)
        a[0] = b[1] = x[1] * x[1]
        return (a * b).sum() + np.array([t, t]).sum() * x[1]

    for x in (np.array([2.0, 3.0]), np.array([-2.0, 3.0])):
        value, gradient = srcad.value_and_grad(program)(x)
        assert value == program(x)
        step = 1e-6 * np.eye(2)
        change = [(program(x + d) - program(x - d)) / 2e-6 for d in step]
        np.testing.assert_allclose(gradient, change, rtol=1e-6)


def of_classes_of_the_library(x):
    q, space = deque([1, 2]), SimpleNamespace(a=1)
    s = x[0] * (2 if isinstance(q, list | deque) else 3)
    s += x[1] * (2 if type(q) is deque else 3)
    return s + x[2] * (2 if isinstance(space, SimpleNamespace) else 3)


def test_what_holds_no_number_of_run_time_is_of_its_class():
    gradient = srcad.grad(of_classes_of_the_library)(np.ones(3))
    np.testing.assert_allclose(gradient, [2, 2, 2])
