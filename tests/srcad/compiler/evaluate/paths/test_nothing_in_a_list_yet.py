"""Lists that an iteration fills for the next one: the first one finds nothing in them."""

import pytest

from tests.srcad.compiler.side_by_side import result

POINTS = [[0.703, -1.3018, 2.1047, 0.4021], [1.5, 1.2027, -0.3519, 1.7041]]


def one_of_two_on_each_path(x):
    asks, bids, t = [], [], 0.0
    for i in range(2):
        buy = i == 1
        other = asks if buy else bids
        q = x[i]
        while q > 0 and other:
            t += min(other) if buy else max(other)
            q -= 1
        (bids if buy else asks).append(q)
    return t


def in_statements(x):
    found, t = [], 0.0
    for v in x:
        while v > 0 and found:
            if v > 1:
                t += max(found)
            else:
                t += found[-1] * 2
            v -= 1
        found.append(v)
    return t + sum(found)


def on_a_path_of_a_loop_in_a_loop(x):
    found, t = [], 0.0
    for v in x:
        for w in x:
            if v > w and found:
                t += min(found) if w > 0 else found[0]
        found.append(v)
    return t + x[0]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "program", [one_of_two_on_each_path, in_statements, on_a_path_of_a_loop_in_a_loop]
)
def test_both_paths_read_it(program, point):
    assert result(program, point)
