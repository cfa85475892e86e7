"""``generate`` says what a person may not expect of a module; so does its docstring."""

import json

import pytest

MODELS = """\
import numpy as np
from srcad import Parameter, Tensor, nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.bn = nn.BatchNorm1d(4)
        self.drop = nn.Dropout(p=0.5)
        self.w = Parameter(Tensor(np.ones(4, np.float32)), name="w")

    def construct(self, x, y):
        return (self.drop(self.bn(x)) * ops.stop_gradient(self.w)).sum()


class Nothing(nn.Cell):
    def construct(self, x):
        x * 2


class Part(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor(np.ones(1, np.float32)), name="w")
        self.v = Parameter(Tensor(np.ones(1, np.float32)), name="v")

    def construct(self, x, y):
        for _ in range(3):
            x = x * self.w
        return x if x.sum() > 0 else -x


class Whole(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first = Part()
        self.second = Part()

    def construct(self, x, y):
        return self.second(self.first(x, y), y)


def carried(x, y, n):
    total, rest = x.sum(), y
    for k in range(n):
        total = total * x[k]
        rest = rest * 1.0
    return total


def all_used(x, y):
    return (x * y).sum()
"""
INPUTS = ("--input", "x=float32[n, 4]", "--input", "y=float32[n]")
ZEROS = [f"the gradient by `{name}` is zeros, whatever the inputs are" for name in "yw"]
NOTES = [*ZEROS, "built for prediction, not for training: `bn`, `drop`"]


@pytest.fixture
def models(empty):
    empty.write("models.py", MODELS)
    return empty


def test_what_has_no_gradient_and_what_does_not_train(models):
    result = models.run("generate", "models.py::Net", *INPUTS)
    words = " ".join(result.out.split())
    assert "y float32[n] input, its cotangent is zeros" in words
    assert "w float32[4] parameter, its cotangent is zeros" in words
    assert "x float32[n, 4] input y float32[n]" in words
    assert "Built for prediction, not for training: ``bn``, ``drop``." in words
    for note in NOTES:
        assert f"note: net: {note}\n" in result.err


def test_as_json(models):
    result = models.run("generate", "models.py::Net", *INPUTS, "--output-format=json")
    assert json.loads(result.out)["targets"][0]["notes"] == NOTES


def test_from_the_cache_as_well(models):
    for _ in range(2):
        result = models.run("generate", "models.py::Net", *INPUTS, "-o", "out")
        assert result.err.count("note: net: ") == 3


def test_what_no_part_of_a_cell_depends_on_and_what_none_reads(models):
    result = models.run("generate", "models.py::Whole", *INPUTS)
    words = " ".join(result.out.split())
    assert "y float32[n] input, its cotangent is zeros" in words
    assert "first.v float32[1] unused" in words
    assert f"note: whole: {ZEROS[0]}\n" in result.err
    listed = "`first.v`, `second.v`"
    assert f"note: whole: not read, so without a gradient: {listed}\n" in result.err


def test_what_a_loop_carries_and_nobody_reads(models):
    given = ("--input", "x=float64[n]", "--input", "y=float64[n]", "--input", "n=int64")
    result = models.run("generate", "models.py::carried", *given)
    assert f"note: carried: {ZEROS[0]}\n" in result.err
    assert "gradient by `x`" not in result.err


def test_there_is_nothing_to_say(models):
    given = ("--input", "x=float64[n]", "--input", "y=float64[n]")
    result = models.run("generate", "models.py::all_used", *given)
    assert "note: " not in result.err
    assert "cotangent is zeros" not in result.out


def test_a_construct_that_returns_nothing(models):
    given = ("--input", "x=float32[n]")
    result = models.run("generate", "models.py::Nothing", *given)
    assert result.code == 1
    assert "Nothing.construct returns nothing that can be differentiated" in result.err


def test_integers_alone_are_named(models):
    given = ("--input", "x=int64[n]", "--input", "y=int32[n]")
    result = models.run("generate", "models.py::all_used", *given)
    assert result.code == 1
    assert "`x` is int64, `y` is int32; pass floats" in result.err
    assert "models.py:" in result.err
    result = models.run("generate", "models.py::all_used", *given, "--wrt", "y")
    assert "`wrt` names `y`, whose dtype has no derivative" in result.err
    assert "pass floats, or name others" in result.err


def test_parameters_alone_where_none_is_read(models):
    given = ("--input", "x=float64[n]", "--input", "y=float64[n]")
    result = models.run(
        "generate", "models.py::all_used", *given, "--wrt", "parameters"
    )
    assert result.code == 1
    assert "`wrt` names `parameters`, and none that is trainable is read" in result.err
