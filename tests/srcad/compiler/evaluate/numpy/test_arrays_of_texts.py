"""Arrays of texts, which are known: what NumPy makes of them, and going through them."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import result

groups = np.array(["b", "a", "b", "c"])
POINT = [0.703, -1.3018, 2.1047, 0.4021]


def inverse(x):
    labels = np.array(["a", "b", "a", "c"])
    keys, places = np.unique(labels, return_inverse=True)
    return np.bincount(places, weights=x, minlength=len(keys)) @ [1, 2, 3]


def gone_through(x):
    s = 0.0
    for i, k in enumerate(np.unique(groups)):
        s += x[groups == k].sum() ** 2 * (i + 1)
    return s


def counted(x):
    s = 0.0
    keys, counts = np.unique(groups, return_counts=True)
    for k, n in zip(keys, counts, strict=True):
        s += x[groups == k].sum() * n * (2 if k == "a" else 1)
    return s


def with_numbers(x):
    s = 0.0
    for k, v in zip(groups, x, strict=True):
        s += v * (2 if k == "a" else 1)
    return s * (groups[1:][0] == "a")


def keys_of_a_dict(x):
    means = {str(k): x[groups == k].mean() for k in np.unique(groups)}
    return means["a"] * means["b"] + means["c"]


def sorted_and_found(x):
    order, classes = np.argsort(groups), np.unique(groups)
    at = np.searchsorted(classes, groups)
    one_hot = (groups[:, None] == classes).astype(float)
    return x[order][0] * x[order][-1] + x @ at + (x @ one_hot) @ [1.0, 2.0, 3.0]


def of_a_list(x):
    _, first = np.unique(["b", "a"], return_index=True)
    return x[np.isin(groups, ["a", "c"])].sum() * x[first[0]]


PROGRAMS = [
    inverse,
    gone_through,
    counted,
    with_numbers,
    keys_of_a_dict,
    sorted_and_found,
    of_a_list,
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_they_are_computed_when_the_code_is_made(program):
    assert result(program, POINT)


def test_what_they_hold_is_asked_again():
    labels = np.array(["a", "b"])

    def program(x):
        s = 0.0
        for i, k in enumerate(np.unique(labels)):
            s += x[labels == k].sum() * (i + 1)
        return s

    gradient = srcad.grad(program)
    assert np.array_equal(gradient(np.ones(2)), [1.0, 2.0])
    labels[0] = "c"
    assert np.array_equal(gradient(np.ones(2)), [2.0, 1.0])


def written(x):
    labels = np.concatenate([groups, ["z"]])
    labels[0] = "q"
    return x[0] * (np.sort(labels)[0] == "a")


def test_one_that_is_written_is_refused():
    with pytest.raises(srcad.CompileError, match="writes into"):
        srcad.grad(written)(np.array(POINT))
