"""Comprehensions of what run time knows the length of, inside of what is known."""

import numpy as np
import pytest

from tests.srcad.compiler.side_by_side import result


class P:
    def __init__(self, x):
        self.x = x
        self.nb = []


def of_two_lists(x):
    pos = [v for v in x if v > 0]
    neg = [v for v in x if v < 0]
    return sum(v * v for xs in (pos, neg) for v in xs)


def of_masks(x):
    return sum(v * v * k for k in range(3) for v in x[x > k - 1])


def up_to_a_count(x):
    n = int((x > 0).sum())
    return sum(x[i] * x[j] for i in range(4) for j in range(min(i, n)))


def of_lists_of_objects(x):
    ps = [P(v) for v in x]
    for p in ps:
        p.nb = [i for i in range(4) if abs(x[i] - p.x) < 1.2]
    return sum(p.x * x[i] for p in ps for i in p.nb)


def flattened(x):
    rows = [[v for v in x if v > k] for k in (-1, 0, 1)]
    flat = [v * 2 for r in rows for v in r]
    return sum(flat) * len(flat)


def of_a_dict(x):
    g = {"a": [v for v in x if v > 0], "b": [v for v in x if v < 0]}
    d = {(k, i): v for k, vs in g.items() for i, v in enumerate(vs)}
    return sum((v * (i + 1) for (k, i), v in d.items()))


def asked_for_any(x):
    pos = [v for v in x if v > 0]
    return x[0] * (2 if any(v > 1 for xs in (pos, x) for v in xs) else 3)


def rows_of_a_matrix(x):
    n = int((x > 0).sum())
    m = np.array([[x[i] * x[j] for j in range(n)] for i in range(3)])
    return m.sum()


POINTS = [[0.7, -1.3, 2.1, 0.4], [-0.6, 1.2, -0.35, 1.7]]


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize(
    "function",
    [
        of_two_lists,
        of_masks,
        up_to_a_count,
        of_lists_of_objects,
        flattened,
        of_a_dict,
        asked_for_any,
        rows_of_a_matrix,
    ],
)
def test_an_inner_one_of_run_time(function, point):
    assert result(function, point)
