"""Positions and sizes that run time knows: what NumPy does there, or raises."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

POINTS = [np.array([0.7, -1.3, 2.1, 0.4]), np.array([-0.6, 1.2, -0.4, 1.7])]


def one(x):
    return int(x[0] > 0) + 1


def the_sum_of_parts(x):
    total = 0.0
    for k, part in enumerate(np.array_split(x, one(x))):
        total = total + (k + 1) * (part**2).sum()
    return total


def the_first_and_the_last(x):
    parts = np.array_split(x, one(x))
    return parts[0].sum() * parts[-1].prod() + len(parts)


def more_parts_than_rows(x):
    total = x[0]
    for part in np.array_split(x.reshape(2, 2), one(x) + 1):
        if len(part):
            total = total * part.sum()
    return total


def parts_put_together(x):
    parts = np.array_split(x, one(x))
    return np.concatenate([p[::-1] for p in parts]) @ np.arange(4.0)


PROGRAMS = [
    lambda x: (np.insert(x, one(x), 1.0) * np.arange(5)).sum(),
    lambda x: (np.insert(x, one(x) - 2, x[:2] ** 2) * np.arange(6)).sum(),
    lambda x: (
        (np.insert(x.reshape(2, 2), one(x) - 3, x[:2], axis=1) ** 2)[0] @ [1, 2, 3]
    ),
    lambda x: (np.insert(x.reshape(2, 2), one(x), x[1:2], axis=0) ** 2)[1].sum(),
    lambda x: (np.insert(x, np.argsort(x)[:2], x[2:] ** 2) * np.arange(6)).sum(),
    lambda x: (np.insert(x, x > 0, x[0]) ** 2).sum(),
    lambda x: np.insert(x[:0], one(x) * 0, [x[1]])[0],
    the_sum_of_parts,
    the_first_and_the_last,
    more_parts_than_rows,
    parts_put_together,
    lambda x: (np.eye(4, k=one(x)) @ x * x).sum(),
    lambda x: (np.eye(3, 4, one(x) - 3) @ x).sum(),
    lambda x: (np.eye(4, None, one(x), int) @ x).sum(),
    lambda x: (np.abs(np.fft.fft(x, one(x) + 2)) ** 2 * np.arange(one(x) + 2)).sum(),
    lambda x: (np.abs(np.fft.fft(x, one(x) * 4)) ** 2 * np.arange(4 * one(x))).sum(),
    lambda x: (np.abs(np.fft.ifft(x.reshape(2, 2), one(x) + 1, axis=0)) ** 2).sum(),
    lambda x: (np.abs(np.fft.rfft(x, one(x) + 3)) ** 2).sum(),
]


@pytest.mark.parametrize("function", PROGRAMS)
def test_it_is_as_in_python(function):
    for x in POINTS:
        assert result(function, x)


RAISING = [
    lambda x: np.insert(x, 5 * one(x), x[0]).sum(),
    lambda x: np.insert(x, -5 * one(x), x[0]).sum(),
    lambda x: np.array_split(x, one(x) - 2)[0].sum(),
    lambda x: np.abs(np.fft.fft(x, one(x) - 2)).sum(),
]


def said(function, x):
    """What a program gives, or what it raises."""
    try:
        return round(float(function(x)), 9)
    except (IndexError, ValueError) as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("function", RAISING)
def test_it_raises_what_numpy_raises(function):
    derived = srcad.value_and_grad(function)
    for x in POINTS:
        assert said(lambda y: derived(y)[0], x) == said(function, x)
