"""What Python raises of one of a few texts, where run time has chosen that one."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result


def label(x):
    return "hot" if x[0] > 0.5 else "cold"


def returned(x):
    table = {"hot": x[2]}
    try:
        return table[label(x)]
    except KeyError:
        return x[3] ** 2


def bound(x):
    table, word = {"hot": x[2]}, label(x)
    try:
        found = table[word]
    except KeyError:
        found = x[3] ** 2
    return found * x[1]


def in_a_loop(x):
    table, total = {"hot": x[2]}, 0.0
    for v in x:
        try:
            total += table["hot" if v > 0 else "cold"] * v
        except IndexError:
            total += 7
        except KeyError:
            total += v * v
        finally:
            total *= 1.1
    return total


def changed(x):
    table, word = {"hot": x[2]}, label(x)
    try:
        table[word] += x[1]
    except KeyError:
        table[word] = x[3]
    return sum(table.values()) * len(table)


def taken_out(x):
    table = {"hot": x[2]}
    try:
        del table[label(x)]
    except KeyError:
        return x[3] ** 2
    return x[0] * len(table) + x[1]


def at_a_place(x):
    try:
        return [x[0], x[1], x[2], x[3]][len(label(x))]
    except IndexError:
        return x[0]


def not_awaited(x):
    return {"hot": x[2]}[label(x)]


PROGRAMS = [returned, bound, in_a_loop, changed, taken_out, at_a_place]
POINTS = [[0.703, -1.3, 2.1, 0.4], [-0.6, 1.2, -0.35, -1.7]]


@pytest.mark.parametrize("x", POINTS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_what_one_option_raises_is_raised_at_run_time(program, x):
    assert result(program, x)


def test_it_is_raised_as_python_does():
    function = srcad.value_and_grad(not_awaited)
    assert function(np.array(POINTS[0]))[0] == POINTS[0][2]
    with pytest.raises(KeyError, match="cold"):
        function(np.array(POINTS[1]))
