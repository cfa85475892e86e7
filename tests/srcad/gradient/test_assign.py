"""``ops.assign`` and its kin of Tensors: values as MindSpore 2.10 gives them, and the
gradient of what was written."""

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, float32, int32, nn, ops

X = Tensor(np.array([1.0, 2.0], np.float32))


def assigned(write):
    def function(x):
        y = x * 2
        result = write(y, x * x)
        return (y * x).sum() + result.sum()

    return function


# The function, its value at X (MindSpore's), its gradient there.
TENSORS = {
    "assign": (ops.assign, 14.0, [5.0, 16.0]),
    "assign_add": (ops.assign_add, 30.0, [11.0, 26.0]),
    "assign_sub": (ops.assign_sub, 2.0, [1.0, -6.0]),
    "Assign": (ops.Assign(), 14.0, [5.0, 16.0]),
    "AssignAdd": (ops.AssignAdd(), 30.0, [11.0, 26.0]),
    "AssignSub": (ops.AssignSub(), 2.0, [1.0, -6.0]),
}


@pytest.mark.parametrize("name", TENSORS)
def test_a_tensor(name):
    write, value, slope = TENSORS[name]
    function = assigned(write)
    assert float(function(X)) == value
    out, gradient = srcad.value_and_grad(function)(X)
    assert float(out) == value
    assert gradient.asnumpy().tolist() == slope


def test_under_a_condition_and_of_a_number():
    def function(x):
        y, z = x * 1, x.sum()
        if z > 2:
            ops.assign_sub(y, x * x)
        ops.assign(z, 5)
        return (y * x).sum() * z

    assert float(function(X)) == -20.0
    assert srcad.grad(function)(X).asnumpy().tolist() == [-5.0, -40.0]


def test_the_argument_of_a_gradient_stays_what_it_is():
    x = Tensor(X.asnumpy())

    def function(x):
        ops.assign(x, x * x)
        return (x * x).sum()

    assert srcad.grad(function)(x).asnumpy().tolist() == [4.0, 32.0]
    assert x.asnumpy().tolist() == [1.0, 2.0]
    assert float(function(x)) == 17.0
    assert x.asnumpy().tolist() == [1.0, 4.0]


def test_a_tensor_of_outside_is_refused():
    outside = Tensor(np.ones(2, np.float32))
    with pytest.raises(srcad.CompileError, match="SRC023"):
        srcad.grad(lambda x: (ops.assign(outside, x) * x).sum())(X)


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda x: (x.astype(int32), x), TypeError),
        (lambda x: (x * 1, x[None]), ValueError),
        (lambda x: (x * 1, 3.0), ValueError),
        (lambda x: (3.0, x), TypeError),
    ],
)
def test_what_does_not_fit(make, error):
    with pytest.raises(error):
        ops.assign(*make(X))
    with pytest.raises(srcad.CompileError, match=error.__name__):
        srcad.grad(lambda x: (ops.assign(*make(x)) * x).sum())(X)


def test_parameters_in_a_tuple():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            zeros = (Parameter(Tensor([0, 0], float32), name=f"p{k}") for k in "ab")
            self.kept = srcad.ParameterTuple(list(zeros))

        def construct(self, x):
            for k, one in enumerate(self.kept):
                ops.assign_add(one, x * (k + 1))
            return sum((one * one).sum() for one in self.kept)

    net = Net()
    assert srcad.grad(net)(X).asnumpy().tolist() == [10.0, 20.0]
    assert [one.asnumpy().tolist() for one in net.kept] == [[1.0, 2.0], [2.0, 4.0]]


class Keeping(nn.Cell):
    """What it was called with last is kept in an attribute."""

    def __init__(self, last):
        super().__init__()
        self.last = last

    def construct(self, x):
        self.last = x.sum()
        return (x * self.last).sum()


def test_an_attribute_that_is_a_parameter_may_be_assigned():
    net = Keeping(Parameter(Tensor(0.0), name="last", requires_grad=False))
    np.testing.assert_allclose(srcad.grad(net)(X).asnumpy(), [6.0, 6.0])
    np.testing.assert_allclose(net.last.asnumpy(), 3.0)


def test_another_attribute_is_refused_and_told_how_to_keep_it():
    with pytest.raises(srcad.CompileError, match="keep it in a Parameter"):
        srcad.grad(Keeping(0.0))(X)


class Counting(nn.Cell):
    def __init__(self):
        super().__init__()
        self.calls = Parameter(Tensor(0.0), name="calls", requires_grad=False)


class Limited(Counting):
    def construct(self, x):
        self.calls += 1.0
        if self.calls > 2:
            raise ValueError("limit")
        return (x * self.calls).sum()


class InALoop(Counting):
    def construct(self, x):
        for k in range(2):
            if x[k] > 1:
                raise ValueError("limit")
            self.calls += 1.0
        return (x * self.calls).sum()


class InTheEnd(Counting):
    def construct(self, x):
        try:
            assert x[0] < 0, "limit"
        finally:
            self.calls += 1.0
        return (x * self.calls).sum()


class RaisedAgain(Counting):
    def construct(self, x):
        try:
            self.calls += 1.0
            if x[0] > 0:
                raise ValueError("limit")
        except ValueError:
            if x[1] > 0:
                raise
        return (x * self.calls).sum()


class Positive(nn.Cell):
    def construct(self, x):
        if x[0] < 0:
            raise ValueError("negative")
        return x * 2


class InACell(Counting):
    def __init__(self, late):
        super().__init__()
        self.positive, self.late = Positive(), late

    def construct(self, x):
        if not self.late:
            x = self.positive(x)
        self.calls += 1.0
        return (self.positive(x) if self.late else x * 2).sum()


class Caught(Counting):
    def construct(self, x):
        try:
            self.calls += 1.0
            if x[0] > 0:
                raise ValueError("limit")
        except ValueError:
            self.calls += 2.0
        return (x * self.calls).sum()


@pytest.mark.parametrize(
    "net", [Limited(), InALoop(), InTheEnd(), RaisedAgain(), InACell(True)]
)
def test_what_raises_behind_an_update_is_refused(net):
    """The update would be lost: a module gives it beside the output."""
    with pytest.raises(srcad.CompileError, match="`calls` is updated before this"):
        srcad.grad(net)(X)


def test_what_raises_before_an_update():
    net = InACell(late=False)
    assert srcad.grad(net)(X).asnumpy().tolist() == [4.0, 4.0]
    with pytest.raises(ValueError, match="negative"):
        srcad.grad(net)(-X)
    assert net.calls.asnumpy() == 1.0


def test_what_is_raised_behind_an_update_and_caught():
    net = Caught()
    assert srcad.grad(net)(X).asnumpy().tolist() == [3.0, 3.0]
    assert net.calls.asnumpy() == 3.0


class Checked(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(3)

    def construct(self, x):
        y = self.norm(x)
        if ops.isnan(y).any():
            raise ValueError("not a number")
        return (y * x).sum()


def test_what_a_layer_counts_is_no_update_of_the_program():
    net = Checked().set_train(True)
    x = np.array([[1.0, 2.0, 4.0], [2.0, -1.0, 3.0]], np.float32)
    srcad.grad(net)(Tensor(x))
    assert (net.norm.moving_mean.asnumpy() != 0.0).all()
    with pytest.raises(ValueError, match="not a number"):
        srcad.grad(net)(Tensor(x * np.nan))


class CountingOtherwise(Counting):
    def __init__(self, count):
        super().__init__()
        self.count = count

    def construct(self, x):
        self.count(self.calls)
        if x[0] > 0:
            raise ValueError("limit")
        return (x * self.calls).sum()


@pytest.mark.parametrize(
    "count",
    [
        lambda calls: ops.assign(calls, calls + 1.0),
        lambda calls: ops.assign_add(calls, Tensor(1.0)),
        lambda calls: calls.add_(1.0),
        lambda calls: calls.__setitem__(..., calls + 1.0),
    ],
)
def test_an_operator_updates_for_the_program(count):
    with pytest.raises(srcad.CompileError, match="`calls` is updated before this"):
        srcad.grad(CountingOtherwise(count))(X)
