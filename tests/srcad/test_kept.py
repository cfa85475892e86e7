"""What the residuals of a module are, told by running it."""

import numpy as np
import pytest

from srcad import Parameter, Tensor, nn, ops
from srcad.build import build
from srcad.compiler.ir.avals import parse_aval
from srcad.compiler.request import Request
from srcad.gradcheck.kept import measure

pytestmark = pytest.mark.usefixtures("as_printed")


def measured(function, several=True, **specifications):
    given = {name: parse_aval(one) for name, one in specifications.items()}
    request = Request(function, tuple(given.items()), None, "label")
    return measure(request, build(request, None), several)


class Dense(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = Parameter(Tensor(np.ones((4, 2), np.float32)), "weight")

    def construct(self, x):
        return ops.tanh(x @ self.weight)


def test_arrays_with_the_names_of_their_sizes():
    found = measured(Dense(), x="float32[batch, 4]")
    assert found.sizes == {"batch": 3}
    assert sorted((one.form, one.bytes) for one in found.kept) == [
        ("float32[4, 2]", 32),
        ("float32[batch, 2]", 24),
        ("float32[batch, 4]", 48),
    ]
    assert found.bytes == 104


def loop(x):
    total = x[0] * 0.0
    for row in x:
        total = np.sin(total) * row
    return total


def test_a_list_says_how_long_it_is_and_of_what():
    found = measured(loop, x="float64[n, 2]")
    (kept,) = [one for one in found.kept if one.form.startswith("list")]
    assert kept.form.startswith("list of 3 × (")
    assert "float64[2]" in kept.form
    assert kept.bytes % (3 * 16) == 0


def test_one_residual_that_is_no_tuple():
    found = measured(lambda x: np.exp(x), several=False, x="float32[n]")
    assert [(one.form, one.bytes) for one in found.kept] == [("float32[n]", 12)]


def test_nothing_is_kept():
    assert measured(lambda x: x + 1.0, x="float32[n]").kept == ()


def only_large(x):
    if x.sum() < 1e9:
        raise ValueError("too small")
    return x * x


def test_a_module_that_raises_says_so():
    found = measured(only_large, several=False, x="float64[n]")
    assert found.kept == ()
    assert found.reason == "`forward` could not be run: ValueError: too small"


def three_alone(x):
    if x.shape[0] != 3:
        raise ValueError("three rows")
    return x * x


def test_where_other_sizes_raise_the_numbers_stand_for_themselves():
    found = measured(three_alone, several=False, x="float64[n]")
    assert [one.form for one in found.kept] == ["float64[3]"]


def viewed(x):
    y = np.exp(x)
    return (y[0] * y).sum()


def test_storage_that_is_shared_counts_once():
    found = measured(viewed, x="float64[n, 2]")
    arrays = [one for one in found.kept if one.form.startswith("float64")]
    assert sum(one.bytes for one in arrays) == 48
