"""Arrays of numbers that stand in the source, and are written into afterwards."""

import numpy as np

from tests.srcad.compiler.cases.case import case


@case("float64[n]")
def constant_written(x):
    step = np.array([1.0, 2.0])
    step[0] = x[0]
    return step.sum() * x * step[1]


@case("float64[n]")
def constant_written_in_a_loop(x):
    acc = 0.0
    for w in x:
        step = np.array([1.0, 2.0])
        step[0] = w
        acc = acc + step.sum() * step[0]
    return acc


@case("float64[n]", sizes={"n": 3})
def constant_beside_an_equal_one(x):
    a = np.array([1.0, 2.0])
    b = np.array([1.0, 2.0])
    a[0] = x[0] * x[-1]
    return a * b * x[-1]


@case("float64[n]", sizes={"n": 3})
def constant_written_by_a_view(x):
    a = np.array([1.0, 2.0])
    v = a[1:]
    v[0] = x[0] * x[0]
    return a * x[-1]


@case("float64[n]", sizes={"n": 3})
def constant_written_in_a_branch(x):
    a = np.array([1.0, 2.0])
    if x[0] > 0:
        a[0] = x[0]
    return a * x[-1]


@case("float64[n]", sizes={"n": 3})
def constant_written_row_by_row(x):
    a = np.array([[1.0, 2.0], [3.0, 4.0]])
    for row in a:
        row *= x[0]
    return a * x[-1]


@case("float64[n]")
def constants_in_a_list(x):
    found = []
    for v in x:
        a = np.array([1.0, 2.0])
        a[1] = v * v
        found.append(a)
    return sum(found)


@case("float64[n]", sizes={"n": 3})
def constant_written_by_a_closure(x):
    a = np.array([1.0, 2.0])

    def put(v):
        a[0] = v

    put(x[0])
    b = a * 1.5
    put(x[-1] * x[0])
    return a * b


@case("float64[2]")
def constant_of_indices(x):
    a = np.array([1, 1])
    a[0] = 0
    return x[a] * x * x[np.array([1, 1])]
