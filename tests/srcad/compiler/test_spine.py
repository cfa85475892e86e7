"""Four functions that loops, lists, branches and writes have to get right together.

They are checked to third order, and that what their modules touch grows with the trip
count as the functions themselves do: not with its square, as it would if an array were
made, copied or cleared in every iteration.
"""

import ast
from functools import cache

import numpy as np
import pytest

from tests.srcad.compiler.derivatives import Generated, check, generate, mapped
from tests.srcad.compiler.touched import touched


def recurrence(x, a):
    h = np.zeros_like(x)
    h[0] = x[0]
    for i in range(1, x.shape[0]):
        h[i] = a * h[i - 1] + x[i]
    return h


def running_product(x):
    p = 1.0
    for i in range(x.shape[0]):
        p = p * x[i]
    return p


def break_in_the_middle(x, a):
    y = 0.1
    for i in range(x.shape[0]):
        t = a * y * x[i]
        if t > 10.0:
            break
        y = y + t
    return y


def branch_inside(x):
    total = 1.0
    for i in range(x.shape[0]):
        if x[i] > 0:
            total = total + np.sin(x[i]) * total
        else:
            total = total - x[i] ** 2
    return total


@cache
def made(program, inputs, order) -> Generated:
    """The module of a program, made once for all that is asked of it."""
    return generate(program, inputs, order)


VECTOR, NUMBER = "float64[n]", "float64[]"
PROGRAMS = [
    (recurrence, (VECTOR, NUMBER)),
    (running_product, (VECTOR,)),
    (break_in_the_middle, (VECTOR, NUMBER)),
    (branch_inside, (VECTOR,)),
]
EACH = pytest.mark.parametrize(
    ("program", "inputs"), PROGRAMS, ids=[program.__name__ for program, _ in PROGRAMS]
)
ORDERS = pytest.mark.parametrize("order", [1, 2, 3])


@EACH
def test_to_third_order(program, inputs):
    check(program, inputs, draws=3)


@pytest.mark.parametrize("order", [4, 5])
@EACH
def test_beyond(program, inputs, order):
    check(program, inputs, orders=(order,), sizes={"n": 3})


@ORDERS
def test_the_loop_is_left_in_the_middle(order):
    """Few and all iterations, and none."""
    x = np.array([3.0, 4.0, 5.0, 6.0])
    for a, left in [(0.5, 4), (2.0, 2), (5.0, 1), (100.0, 0)]:
        grown = 0.1
        for k in range(4):
            grown += a * grown * x[k] if k < left else 0
        assert np.isclose(break_in_the_middle(x, a), grown)
        check(
            break_in_the_middle,
            (VECTOR, NUMBER),
            orders=(order,),
            sizes={"n": 4},
            values={"x": lambda r, s: x, "a": lambda r, s, a=a: a},
        )


# --------------------------------------------------------------------------- linear time


def elements(program, inputs, order, size):
    module = made(program, inputs, order)
    random = np.random.default_rng(0)
    # Products of many numbers near 1 are as good as any for counting.
    shapes = {VECTOR: (size,), NUMBER: ()}
    arguments = {
        name: 1 - 0.01 * random.standard_normal(shapes[text])
        for name, text in zip(module.inputs, inputs, strict=True)
    }
    return touched(
        module, arguments, lambda out: mapped(out, lambda leaf: np.ones(np.shape(leaf)))
    )


@ORDERS
@EACH
def test_what_is_touched_grows_with_the_trip_count(program, inputs, order):
    if program is break_in_the_middle:
        pytest.skip("counted below, where it is not left early")
    counts = np.array([elements(program, inputs, order, n) for n in (20, 40, 80)])
    first, second = np.diff(counts, axis=0)
    assert (first > 0).all()
    # Linear: twice the step gives exactly twice the work, whatever the constant part.
    assert np.array_equal(second, 2 * first), counts


@ORDERS
def test_a_loop_with_a_break_is_linear_as_well(order):
    def program(x, a):
        y = 0.1
        for i in range(x.shape[0]):
            t = a * y * x[i]
            if t > 1e300:
                break
            y = y + t * 1e-3
        return y

    counts = np.array(
        [elements(program, (VECTOR, NUMBER), order, n) for n in (20, 40, 80)]
    )
    first, second = np.diff(counts, axis=0)
    assert np.array_equal(second, 2 * first), counts


def test_the_count_sees_quadratic_work():
    def program(x):
        h = np.ones_like(x)
        for i in range(x.shape[0]):
            h = h * x[i]
        return h

    counts = np.array([elements(program, (VECTOR,), 1, n) for n in (20, 40, 80)])
    first, second = np.diff(counts, axis=0)
    assert (second > 3 * first).all()


MAKERS = {"zeros", "ones", "full", "empty", "copy", "array", "concatenate", "stack"}
MAKERS |= {f"{word}_like" for word in ("zeros", "ones", "full", "empty")}


def made_in_loops(code):
    """The calls in the bodies of loops that would make or copy an array."""
    found = []
    for loop in ast.walk(ast.parse(code)):
        if isinstance(loop, ast.For | ast.While):
            for node in (n for statement in loop.body for n in ast.walk(statement)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                    if node.func.attr in MAKERS:
                        found.append(ast.unparse(node))
    return found


@ORDERS
@EACH
def test_no_array_is_made_or_copied_in_a_loop(program, inputs, order):
    code = made(program, inputs, order).code
    assert "for " in code
    assert made_in_loops(code) == []


# ------------------------------------------------------------------------ what is printed


@EACH
def test_a_loop_stays_a_loop(program, inputs):
    """And there are no more of them than the function and its adjoints have."""
    for order in (1, 2, 3):
        code = made(program, inputs, order).code
        loops, comments = code.count("for "), code.count("# for ")
        assert loops - comments <= 2**order


@EACH
def test_one_list_for_each_loop(program, inputs):
    """What an iteration keeps is one tuple: `residuals.append((a, b))`."""
    tree = ast.parse(made(program, inputs, 1).code)
    forward = next(n for n in tree.body if isinstance(n, ast.FunctionDef))
    appends = [
        node
        for node in ast.walk(forward)
        if isinstance(node, ast.Attribute) and node.attr == "append"
    ]
    assert len(appends) == 1


def test_code_does_not_grow_with_the_trip_count():
    def program(x, count):
        y = x
        for _ in range(count):
            y = y * x
        return y

    short = generate(program, {"x": VECTOR}, static=(("count", 3),))
    long = generate(program, {"x": VECTOR}, static=(("count", 500),))
    assert long.text.count("\n") == short.text.count("\n")
