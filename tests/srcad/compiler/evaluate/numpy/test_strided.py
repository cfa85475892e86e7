"""Views by strides."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

as_strided = np.lib.stride_tricks.as_strided
X = [0.3, -1.2, 0.8, 2.0]


def windows(p):
    a = np.r_[p, p]
    w = as_strided(a, shape=(5, 4), strides=(a.itemsize, a.itemsize))
    return (w * w).sum() + w[2, 1] ** 3


def by_its_own_strides(p):
    a = p * 1.5
    (step,) = a.strides
    w = as_strided(a, (2, 2), (2 * step, step))
    return (w @ w)[0, 1]


def repeated(p):
    a = np.array([p[0], p[1], 2.0])
    return (as_strided(a, (3, 3), (0, a.strides[0])) ** 2 * np.eye(3)).sum()


def written_before(p):
    a = np.zeros(5)
    a[1:] = p
    w = as_strided(a, (3,), (16,))
    a[2] = 7.0
    return (w**2).sum()


def by_default(p):
    return (as_strided(p + 1) ** 2).sum() + as_strided(p + 1, (3,))[2]


@pytest.mark.parametrize(
    "function", [windows, by_its_own_strides, repeated, written_before, by_default]
)
def test_known_places(function):
    assert result(function, X)


def of_an_argument(p):
    return as_strided(p, (2,), (8,)).sum()


def of_a_part(p):
    return as_strided((p * 2)[::2], (2,), (8,)).sum()


def of_rows(p):
    return as_strided(p.reshape(2, 2) + 1, (2, 2), (8, 8)).sum()


def beyond(p):
    return as_strided(p + 1, (5,), (8,)).sum()


def in_between(p):
    return as_strided(p + 1, (2,), (4,)).sum()


def backwards(p):
    return as_strided((p + 1)[::-1], (2,), (-8,)).sum()


def written(p):
    w = as_strided(p + 1, (2, 2), (8, 8))
    w[0] = 1.0
    return w.sum()


def of_either(p):
    a = p * 2 if p[0] > 0 else (p * 3)[::-1]
    return a.strides[0] * p[1]


def written_by_a_view(p):
    w = as_strided(p + 1, (2, 2), (8, 8))
    w[0][1] = 1.0
    return w.sum()


REFUSED = [of_an_argument, of_a_part, of_rows, in_between, backwards, written]


@pytest.mark.parametrize("function", [*REFUSED, of_either, written_by_a_view])
def test_others_are_refused(function):
    with pytest.raises(srcad.CompileError) as caught:
        srcad.grad(function)(np.array(X))
    assert caught.value.diagnostics[0].code in ("SRC012", "SRC013")


def test_what_lies_behind_is_not_read():
    with pytest.raises(IndexError):
        srcad.grad(beyond)(np.array(X))
