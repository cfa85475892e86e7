"""``x[key] op= value`` reads before the value is evaluated: what the read raises, is
raised first."""

import pytest

from tests.srcad.compiler.side_by_side import module_of, result

TRY = """
import numpy as np

def raising(v):
    if v > 0:
        raise KeyError("above")
    return v

def always():
    raise KeyError("always")

def program(x):
    r = x[0]
    i = 3 if x[0] < 0 else 7
    y = x.copy()
    a = np.outer(x, x)
    xs = [v for v in x if v > -9]
    try:
        {}
    except IndexError:
        r = x[2]
    except KeyError:
        r = x[3] * 2
    return float(r * (y @ x) + r * (x @ a @ x) + sum(xs))
"""
WRITES = [
    "y[i] += raising(x[1])",
    "y[i] *= always()",
    "y[np.array([0, i])] -= raising(x[1])",
    "y.flat[i] += raising(x[1])",
    "a[i] *= raising(x[1])",
    "a[0, i] += raising(x[1])",
    "a[i, 1:] += raising(x[1])",
    "xs[i] += raising(x[1])",
    "y[i] += 1 // int(x[1] < 9) if x[1] < 0 else raising(x[1])",
    "y[0] += raising(x[1])",
]
POINTS = [
    [1.5012, 0.3023, 0.897, -2.203],
    [0.703, -1.3018, 2.1047, 0.4021],
    [-0.6013, 1.2027, -0.3519, 1.7041],
    [-0.6013, -1.2027, -0.3519, 1.7041],
]


@pytest.mark.parametrize("write", WRITES)
def test_an_element_is_read_before_the_value_raises(tmp_path, write):
    program = module_of(tmp_path, "program", TRY.format(write)).program
    assert all(result(program, x) for x in POINTS)


CHANGED = """
import numpy as np

def program(x):
    y, a = x.copy(), np.outer(x, x)

    def changed(k):
        a[0, 1] = 5 * x[1]
        y[1] = x[2] * 2
        if x[k] > 9:
            raise ValueError
        return x[2]

    a[0] += changed(0)
    a[1, 1] *= changed(1)
    a[1:3, 1] -= changed(1)
    y[1] += changed(2)
    y.flat[1] *= changed(1)
    y[[1, 2]] += changed(0)
    y[x > 0] += changed(2)
    return float(y @ y * (x @ a @ x))
"""


def test_the_value_may_change_what_was_read(tmp_path):
    program = module_of(tmp_path, "program", CHANGED).program
    assert all(result(program, x) for x in POINTS)


ROWS = """
import numpy as np

def checked(v):
    if v > 1:
        raise KeyError(1)
    return v

def program(x):
    rows, known, order = [], [x * 1.0, x * 2.0, x * 3.0], np.argsort(x)
    for v in x:
        if v > -9:
            rows.append(x * v)
    try:
        rows[int(x[1] > 0)] *= checked(x[0])
        known[order[0] % 3] *= checked(x[2])
    except KeyError:
        rows[0] = x * 1.0
    return sum((i + 1) * r.sum() for i, r in enumerate(rows + known))
"""


def test_an_array_of_a_list_is_read_already(tmp_path):
    program = module_of(tmp_path, "program", ROWS).program
    assert all(result(program, x) for x in POINTS)
