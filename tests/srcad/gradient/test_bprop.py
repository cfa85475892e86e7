"""The user's ``bprop``: what is checked, where errors point, when it is verbatim."""

import inspect
import traceback

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, grad, nn, ops, value_and_grad
from srcad.build import build
from srcad.compiler.diagnostics.errors import CompileError
from srcad.compiler.ir.avals import parse_aval
from srcad.compiler.request import Request
from srcad.gradcheck import gradcheck
from srcad.gradient.modules import MODULES

X = Tensor([1.0, 2.0])


def text_of_module():
    (modules,) = MODULES.values()
    return inspect.getsource(modules[-1].module)


def method_lines(cell):
    """The lines of the ``bprop``, without their indentation."""
    return [line.strip() for line in inspect.getsource(type(cell).bprop).splitlines()]


def is_verbatim(cell):
    text = [line.strip() for line in text_of_module().splitlines()]
    wanted = method_lines(cell)
    places = [k for k, line in enumerate(text) if line == wanted[0]]
    return any(text[k : k + len(wanted)] == wanted for k in places)


class Double(nn.Cell):
    def construct(self, x):
        return x * 2


# ------------------------------------------------------------------------- the checks


class Bare(Double):
    def bprop(self, x, out, dout):
        return dout


class Listed(Double):
    def bprop(self, x, out, dout):
        return [dout]


class Nothing(Double):
    def bprop(self, x, out, dout):
        pass


class TooMany(Double):
    def bprop(self, x, out, dout):
        return dout, dout


class Summed(Double):
    def bprop(self, x, out, dout):
        return (dout.sum(),)


class Half(Double):
    def bprop(self, x, out, dout):
        return (dout.astype(srcad.float16),)


class Shorter(Double):
    def bprop(self, x, out, dout):
        return (dout[1:],)


class Word(Double):
    def bprop(self, x, out, dout):
        return ("a word",)


class TooFewParameters(Double):
    def bprop(self, x, dout):
        return (dout,)


@pytest.mark.parametrize(
    ("cell", "error", "text"),
    [
        (Listed, TypeError, "write `return (dx,)`"),
        (Nothing, TypeError, "does not return a tuple"),
        (TooMany, TypeError, "returns 2 cotangents for 1 input"),
        (Summed, ValueError, "gives `dx` as float32[], not float32[2]"),
        (Half, TypeError, "gives `dx` the dtype float16, not float32"),
        (Shorter, ValueError, "gives a cotangent of shape (1,)"),
        (TooFewParameters, TypeError, "which is not what it is given"),
    ],
)
def test_what_a_bprop_gives_is_checked(cell, error, text):
    with pytest.raises(error) as caught:
        grad(cell())(X)
    message = str(caught.value)
    assert text in message
    assert f"{cell.__name__}.bprop" in message
    _, line = inspect.getsourcelines(cell.bprop)
    assert any(f"test_bprop.py:{line + k}" in message for k in range(3))


def test_a_cotangent_that_is_no_array_is_refused():
    for function in (Word(), lambda x: Word()(x * x).sum()):
        with pytest.raises(
            TypeError, match=r"gives 'a word' for `d.*`, which is no array"
        ):
            grad(function)(X)


def test_one_cotangent_needs_no_tuple():
    assert grad(Bare())(X).tolist() == [1, 1]
    assert grad(Bare())(Tensor([3.0])).tolist() == [1]
    assert grad(lambda x: Bare()(x * x).sum())(X).tolist() == [2, 4]
    assert grad(lambda x: grad(lambda x: Bare()(x * x).sum())(x).sum())(X).tolist() == [
        *(2, 2)
    ]


def test_the_return_that_is_taken_is_shown():
    class Chosen(Double):
        def bprop(self, x, out, dout):
            if self.training:
                return [dout]
            return (dout,)

    net = Chosen()
    assert grad(net)(X).tolist() == [1, 1]
    with pytest.raises(TypeError) as caught:
        grad(net.set_train())(X)
    assert "return [dout]\n" in str(caught.value)


def test_an_error_inside_of_a_bprop_shows_the_users_file():
    class Failing(Double):
        def bprop(self, x, out, dout):
            return (dout.reshape(7, 1, 3).sum() * dout,)

    with pytest.raises(ValueError, match="cannot reshape") as caught:
        grad(Failing())(X)
    frames = traceback.extract_tb(caught.value.__traceback__)
    own = [frame for frame in frames if frame.name == "bprop"]
    _, line = inspect.getsourcelines(Failing.bprop)
    assert [(frame.filename, frame.lineno) for frame in own] == [(__file__, line + 1)]


def test_none_stands_for_zeros():
    class First(nn.Cell):
        def construct(self, x, y):
            return x * y

        def bprop(self, x, y, out, dout):
            return dout * y, None

    gradients = grad(First(), (0, 1))(X, Tensor([3.0, 4.0]))
    assert [g.tolist() for g in gradients] == [[3, 4], [0, 0]]


def test_a_dict_without_internal_params_is_ignored():
    class Ignored(nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = Parameter(Tensor([2.0, 2.0]), name="w")

        def construct(self, x):
            return x * self.w

        def bprop(self, x, out, dout):
            return (self.w * dout,), {self.w: x * dout}

    net = Ignored()
    dx, (dw,) = grad(net, 0, net.trainable_params())(X)
    assert (dx.tolist(), dw.tolist()) == ([2, 2], [0, 0])


def test_defaults_are_filled_in():
    class Scaled(nn.Cell):
        def construct(self, x, factor=3.0, shift=None):
            return x * factor

        def bprop(self, x, factor, shift, out, dout):
            return dout * factor, None, None

    assert grad(Scaled())(X).tolist() == [3, 3]


def test_several_outputs_and_one_that_is_not_used():
    class Two(nn.Cell):
        def construct(self, x):
            return x * 2, x * 3

        def bprop(self, x, out, dout):
            first, second = dout
            return (first * 2 + (second + 1) * 100,)

    class First(nn.Cell):
        def __init__(self):
            super().__init__()
            self.two = Two()

        def construct(self, x):
            first, _ = self.two(x)
            return first

    assert grad(First())(X).tolist() == [102, 102]
    assert grad(Two())(X).tolist() == [202, 202]


def test_inputs_in_a_tuple():
    class Pair(nn.Cell):
        def construct(self, both):
            return both[0] * both[1]

        def bprop(self, both, out, dout):
            # Ten times too much, to see that it is this.
            return ((dout * both[1] * 10, dout * both[0] * 10),)

    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.pair = Pair()

        def construct(self, x, y):
            return self.pair((x, y))

    gradients = grad(Net(), (0, 1))(X, Tensor([3.0, 4.0]))
    assert [g.tolist() for g in gradients] == [[30, 40], [10, 20]]


def test_inputs_called_as_the_module_calls_its_own():
    class Named(nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = Parameter(Tensor([2.0, 2.0]), name="w")
            self.internal_params = [self.w]

        def construct(self, cell, cotangents, by_parameter):
            return cell * cotangents * by_parameter * self.w

        def bprop(self, cell, cotangents, by_parameter, out, dout):
            return (
                (
                    dout * cotangents * by_parameter * self.w,
                    dout * cell * by_parameter * self.w,
                    dout * cell * cotangents * self.w,
                ),
                {self.w: dout * cell * cotangents * by_parameter},
            )

    net = Named()
    inputs = (X, Tensor([3.0, 4.0]), Tensor([5.0, 6.0]))
    parts, (dw,) = grad(net, (0, 1, 2), net.trainable_params())(*inputs)
    assert [g.tolist() for g in parts] == [[30, 48], [10, 24], [6, 16]]
    assert dw.tolist() == [15, 48]


# ----------------------------------------------------------------------- integers


class Indexed(nn.Cell):
    def construct(self, x, n):
        return x * n

    def bprop(self, x, n, out, dout):
        return dout * n, n + 5


class Around(nn.Cell):
    def __init__(self):
        super().__init__()
        self.indexed = Indexed()

    def construct(self, x, n):
        return self.indexed(x, n * 2) * 2


def test_a_bprop_says_the_gradient_by_an_integer():
    n = Tensor([3], srcad.int32)
    dx, dn = grad(Indexed(), (0, 1))(Tensor([1.0]), n)
    assert (dx.tolist(), dn.tolist(), dn.dtype) == ([3], [8], srcad.int32)


def test_and_is_checked_there():
    class Wrong(Indexed):
        def bprop(self, x, n, out, dout):
            return dout * n, dout

    n = Tensor([3], srcad.int32)
    assert grad(Wrong())(Tensor([1.0]), n).tolist() == [3]
    with pytest.raises(TypeError, match="gives `dn` the dtype float32, not int32"):
        grad(Wrong(), (0, 1))(Tensor([1.0]), n)


def test_inside_of_another_cell_it_would_be_lost_and_is_refused():
    n = Tensor([3], srcad.int32)
    assert grad(Around())(Tensor([1.0]), n).tolist() == [12]
    with pytest.raises(CompileError, match="gives a gradient for an integer"):
        grad(Around(), (0, 1))(Tensor([1.0]), n)


@pytest.mark.parametrize("zeros", [None, "zeros_like", "times"])
def test_zeros_for_an_integer_are_no_gradient(zeros):
    class Zeros(Indexed):
        def bprop(self, x, n, out, dout):
            if self.zeros is None:
                return dout * n, None
            return dout * n, ops.zeros_like(n) if self.zeros == "zeros_like" else n * 0

    net = Around()
    net.indexed = Zeros()
    net.indexed.zeros = zeros
    dx, dn = grad(net, (0, 1))(Tensor([1.0]), Tensor([3], srcad.int32))
    assert (dx.tolist(), dn.tolist()) == ([12], [0])


# ------------------------------------------------------------ the module gets the Cell


class Exponential(nn.Cell):
    def construct(self, x):
        return ops.exp(x)


class WithSubCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = Exponential()

    def construct(self, x):
        return self.inner(x)

    def bprop(self, x, out, dout):
        # The derivative is the function itself.
        return (dout * self.inner(x),)


class WithMethod(Double):
    factor = 7.0

    def scaled(self, x):
        return x * self.factor

    def bprop(self, x, out, dout):
        return (self.scaled(dout),)


class HandsItselfOn(WithMethod):
    def bprop(self, x, out, dout):
        return (scaled_by(self, dout),)


def scaled_by(cell, x):
    return x * cell.factor


class WithList(Double):
    def __init__(self):
        super().__init__()
        self.factors = [3.0, 4.0]

    def bprop(self, x, out, dout):
        return (dout * self.factors[0] * self.factors[1],)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (WithSubCell, np.exp(X.asnumpy())),
        (WithMethod, 7),
        (HandsItselfOn, 7),
        (WithList, 12),
    ],
)
def test_a_bprop_that_needs_its_cell_is_verbatim_too(cell, expected):
    net = cell()
    dx = grad(net)(X)
    np.testing.assert_allclose(dx.asnumpy(), np.float32(expected) * np.ones(2), 1e-6)
    assert is_verbatim(net)
    text = text_of_module()
    assert "def forward(x, cell):" in text
    assert f"{cell.__name__}.bprop(cell, Tensor(x)" in text


class Blocks(nn.Cell):
    def __init__(self):
        super().__init__()
        self.blocks = nn.CellList([WithMethod(), WithSubCell()])

    def construct(self, x):
        for block in self.blocks:
            x = block(x)
        return x


def test_sub_cells_are_given_by_their_paths():
    net = Blocks()
    dx = grad(net)(X)
    np.testing.assert_allclose(dx.asnumpy(), 7 * np.exp([2.0, 4.0]), 1e-6)
    assert "def forward(x, blocks_0, blocks_1):" in text_of_module()


def test_another_cell_of_the_class_is_given_in_its_turn():
    first, second = WithList(), WithList()
    assert grad(first)(X).tolist() == [12, 12]
    second.factors = [5.0, 1.0]
    assert grad(second)(X).tolist() == [5, 5]
    assert grad(first)(X).tolist() == [12, 12]
    first.factors[0] = 1.0
    assert grad(first)(X).tolist() == [4, 4]


def test_weights_of_the_sub_cells_are_read_at_every_call():
    class Weighted(Double):
        def __init__(self):
            super().__init__()
            self.dense = nn.Dense(2, 2, weight_init="ones", has_bias=False)

        def bprop(self, x, out, dout):
            return (self.dense(dout),)

    net = Weighted()
    x = Tensor([[1.0, 2.0]])
    assert grad(net)(x).tolist() == [[2, 2]]
    net.dense.weight.set_data(Tensor([[3.0, 0.0], [0.0, 3.0]]))
    assert grad(net)(x).tolist() == [[3, 3]]
    assert grad(net, None, net.trainable_params())(x)[0].tolist() == [[0, 0], [0, 0]]


def test_the_second_order_of_one_goes_through_the_sub_cell():
    np.testing.assert_allclose(
        grad(grad(WithSubCell()))(X).asnumpy(), np.exp(X.asnumpy()), 1e-6
    )


def test_internal_params_that_are_no_attributes():
    class Held(nn.Cell):
        def __init__(self):
            super().__init__()
            self.inner = nn.Dense(2, 2, weight_init="ones", has_bias=False)
            self.internal_params = self.inner.trainable_params()

        def construct(self, x):
            return self.inner(x)

        def bprop(self, x, out, dout):
            (weight,) = self.internal_params
            return (dout,), {weight: weight * 5}

    net = Held()
    dx, (dw,) = grad(net, 0, net.trainable_params())(Tensor([[1.0, 2.0]]))
    assert (dx.tolist(), dw.tolist()) == ([[1, 1]], [[5, 5], [5, 5]])


def ahead_of_time(cell, inputs="float32[n]"):
    request = Request(cell, (("x", parse_aval(inputs)),), None, "model.py::Net")
    return build(request, None)


def test_ahead_of_time_the_module_takes_the_cell():
    net = Blocks()
    module = ahead_of_time(net).load()
    x = np.float32([0.5, 1.0])
    _, (dx,) = module.value_and_grad(x, net.blocks[0], net.blocks[1])
    np.testing.assert_allclose(dx, 7 * np.exp(2 * x), 1e-6)
    assert "blocks_0  WithMethod   the Cell blocks.0" in module.__doc__


def test_a_gradient_check_gives_it_the_cell():
    request = Request(
        WithSubCell(), (("x", parse_aval("float32[n]")),), None, "model.py::Net"
    )
    report = gradcheck(request)
    assert report.passed, report
    assert [item.name for item in report.arguments] == ["x"]


def test_a_function_that_calls_such_a_cell():
    first, second = WithList(), WithList()
    second.factors = [5.0, 1.0]

    def function(x):
        return first(x) + second(x)

    assert grad(function)(X).tolist() == [17, 17]
    second.factors[1] = 10.0
    assert grad(function)(X).tolist() == [62, 62]


# ----------------------------------------------------------- what cannot be lowered


def foreign(x):
    """Python that is not read: it catches errors of run-time values."""
    try:
        return x * 3
    finally:
        foreign.calls += 1


foreign.calls = 0


class Unread(Double):
    def bprop(self, x, out, dout):
        return (foreign(dout),)


def test_a_bprop_that_cannot_be_read_is_called_as_it_is():
    net = Unread()
    before = foreign.calls
    assert value_and_grad(net)(X)[1].tolist() == [3, 3]
    assert foreign.calls == before + 1
    assert is_verbatim(net)
    with pytest.raises(CompileError):
        grad(grad(net))(X)


def test_and_is_checked_when_it_has_run():
    class Bare(Double):
        def bprop(self, x, out, dout):
            return foreign(dout)

    class Wrong(Double):
        def bprop(self, x, out, dout):
            return [foreign(dout)]

    assert grad(Bare())(X).tolist() == [3, 3]

    with pytest.raises(TypeError) as caught:
        grad(Wrong())(X)
    _, line = inspect.getsourcelines(Wrong.bprop)
    assert f"test_bprop.py:{line}) does not return a tuple" in str(caught.value)


# ---------------------------------------------------------------- what it reads


SCALE = 2.0


class ReadsAConstant(Double):
    def bprop(self, x, out, dout):
        return (dout * SCALE,)


def test_a_changed_constant_of_the_module_is_noticed(monkeypatch):
    net = ReadsAConstant()
    assert grad(net)(X).tolist() == [2, 2]
    monkeypatch.setitem(globals(), "SCALE", 5.0)
    assert grad(net)(X).tolist() == [5, 5]
    monkeypatch.undo()
    assert grad(net)(X).tolist() == [2, 2]


def round(x):
    """The user's, not Python's."""
    return x * 4


class ShadowsABuiltin(Double):
    def bprop(self, x, out, dout):
        return (round(dout),)


def test_a_function_of_the_user_with_the_name_of_a_builtin():
    assert grad(ShadowsABuiltin())(X).tolist() == [4, 4]


def forward(x):
    """Has the name of a function of every module."""
    return x * 6


class ReadsForward(Double):
    def bprop(self, x, out, dout):
        return (forward(dout),)


def test_a_name_that_the_module_needs_itself_is_refused():
    with pytest.raises(CompileError, match="`forward` would stand for two things"):
        grad(ReadsForward())(X)


def test_a_private_attribute():
    class Private(Double):
        def __init__(self):
            super().__init__()
            self.__factor = 9.0

        def bprop(self, x, out, dout):
            return (dout * self.__factor,)

    assert grad(Private())(X).tolist() == [9, 9]


def test_super_in_a_bprop():
    class Child(WithMethod):
        def bprop(self, x, out, dout):
            (dx,) = super().bprop(x, out, dout)
            return (dx * 10,)

    assert grad(Child())(X).tolist() == [70, 70]


def test_a_variable_of_a_function_around_it():
    factor = 11.0

    class Inside(Double):
        def bprop(self, x, out, dout):
            return (dout * factor,)

    assert grad(Inside())(X).tolist() == [11, 11]


def test_a_parameter_that_construct_does_not_read():
    class Unused(Double):
        def __init__(self):
            super().__init__()
            self.v = Parameter(Tensor([2.0, 3.0]), name="v")

        def bprop(self, x, out, dout):
            return (dout * self.v,)

    net = Unused()
    assert grad(net)(X).tolist() == [2, 3]
    net.v.set_data(Tensor([5.0, 7.0]))
    assert grad(net)(X).tolist() == [5, 7]
    # Its own gradient is zero, that of second order too.
    assert grad(net, None, net.trainable_params())(X)[0].tolist() == [0, 0]


def test_a_numpy_scalar_among_the_attributes_keeps_the_dtype():
    class Scalar(Double):
        def __init__(self):
            super().__init__()
            self.factor = np.float64(2.5)

        def bprop(self, x, out, dout):
            return (dout * self.factor,)

    dx = grad(Scalar())(X)
    assert (dx.tolist(), dx.dtype) == ([2.5, 2.5], srcad.float32)


class Tripled(nn.Cell):
    def construct(self, x):
        return x * x

    def bprop(self, x, out, dout):
        return (3 * dout,)


def test_a_class_may_be_called_anything():
    named = type("three times -> class", (Tripled,), {})

    class Around(nn.Cell):
        def __init__(self):
            super().__init__()
            self.inner = named()

        def construct(self, x):
            return self.inner(x) * x

    x = Tensor([5.0])
    assert grad(named())(x).asnumpy().tolist() == [3.0]
    assert grad(Around())(x).asnumpy().tolist() == [3.0 * 5.0 + 25.0]


# --------------------------------------- what a bprop changes of its Cell lasts


class Reversed(nn.Cell):
    """The gradient is reversed, and more so with each call."""

    def __init__(self):
        super().__init__()
        self.step = Parameter(Tensor(0.0), name="step", requires_grad=False)

    def construct(self, x):
        return x * 1.0


class AddedTo(Reversed):
    def bprop(self, x, out, dout):
        self.step += 1
        return (-self.step / 4 * dout,)


class AssignedTo(Reversed):
    def bprop(self, x, out, dout):
        ops.assign(self.step, self.step + 1)
        return (-self.step / 4 * dout,)


class AssignedByAnOperation(Reversed):
    def __init__(self):
        super().__init__()
        self.add = ops.AssignAdd()

    def bprop(self, x, out, dout):
        self.add(self.step, Tensor(1.0))
        return (-self.step / 4 * dout,)


class SetData(Reversed):
    def bprop(self, x, out, dout):
        self.step.set_data(self.step + 1)
        return (-self.step / 4 * dout,)


class ElementByAnotherName(Reversed):
    def bprop(self, x, out, dout):
        step = self.step
        step[...] = step + 1
        return (-self.step / 4 * dout,)


class AnAttribute(Reversed):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def bprop(self, x, out, dout):
        self.calls += 1
        self.step += 1
        return (-self.calls / 4 * dout,)


@pytest.mark.parametrize(
    "kind",
    [
        *(AddedTo, AssignedTo, AssignedByAnOperation, SetData, ElementByAnotherName),
        AnAttribute,
    ],
)
def test_what_a_bprop_changes_of_its_cell_lasts(kind):
    net = kind()
    found = [float(grad(lambda x: net(x).sum())(X)[0]) for _ in range(4)]
    assert found == [-0.25, -0.5, -0.75, -1.0]
    assert float(net.step) == 4.0


def test_an_attribute_is_counted_within_one_gradient():
    class Counted(nn.Cell):
        def __init__(self):
            super().__init__()
            self.calls = 0

        def construct(self, x):
            return x * 2

        def bprop(self, x, out, dout):
            self.calls += 1
            return (dout * 2 * self.calls,)

    net = Counted()
    assert grad(lambda x: net(net(x)).sum())(X).tolist() == [8, 8]
    assert net.calls == 2


def test_a_bprop_asks_a_parameter_what_it_is():
    class Trained(nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = Parameter(Tensor([2.0, 3.0]), name="w")

        def construct(self, x):
            return x * self.w

        def bprop(self, x, out, dout):
            return (dout * (self.w if self.w.requires_grad else 0 * self.w),)

    assert grad(Trained())(X).tolist() == [2, 3]


def test_a_bprop_that_takes_a_gradient_itself():
    class Recomputed(nn.Cell):
        def __init__(self):
            super().__init__()
            self.inner = nn.Dense(2, 3)

        def construct(self, x):
            return self.inner(x)

        def bprop(self, x, out, dout):
            return (grad(lambda v: (self.inner(v) * dout).sum())(x),)

    net = Recomputed()
    expected = net.inner.weight.asnumpy().sum(axis=0)
    np.testing.assert_allclose(grad(net)(X.reshape(1, 2)).asnumpy(), expected[None])


def raised_by_one(parameter):
    ops.assign(parameter, parameter + 1)


add_to = ops.assign_add


class ByAFunction(Reversed):
    def bprop(self, x, out, dout):
        raised_by_one(self.step)
        return (-self.step / 4 * dout,)


class ByAnotherName(Reversed):
    def bprop(self, x, out, dout):
        add_to(self.step, Tensor(1.0))
        return (-self.step / 4 * dout,)


class ByAMethod(Reversed):
    def bprop(self, x, out, dout):
        self.step.add_(1.0)
        return (-self.step / 4 * dout,)


class ByAnOperationMadeThere(Reversed):
    def bprop(self, x, out, dout):
        ops.AssignAdd()(self.step, Tensor(1.0))
        return (-self.step / 4 * dout,)


class ByKeywords(Reversed):
    def bprop(self, x, out, dout):
        ops.assign(variable=self.step, value=self.step + 1)
        return (-self.step / 4 * dout,)


class OfSeveral(Reversed):
    def bprop(self, x, out, dout):
        first, quarter = self.step, 4.0
        ops.assign(first, first + 1)
        return (-self.step / quarter * dout,)


class OneByOne(Reversed):
    def bprop(self, x, out, dout):
        for parameter in [self.step]:
            ops.assign(parameter, parameter + 1)
        return (-self.step / 4 * dout,)


@pytest.mark.parametrize(
    "kind",
    [
        *(ByAFunction, ByAnotherName, ByAMethod, ByAnOperationMadeThere),
        *(ByKeywords, OfSeveral, OneByOne),
    ],
)
def test_whatever_changes_a_parameter_there(kind):
    net = kind()
    found = [float(grad(lambda x: net(x).sum())(X)[0]) for _ in range(3)]
    assert found == [-0.25, -0.5, -0.75]
    assert float(net.step) == 3.0


class Is(nn.Cell):
    def __init__(self):
        super().__init__()
        self.k = 2.0

    def construct(self, x):
        return x * 2

    def bprop(self, x, out, dout):
        self.k += 1
        return (dout * self.k,)


def test_a_live_cell_whose_name_is_a_word_of_python():
    net = Is()
    assert grad(lambda x: net(x).sum())(X).tolist() == [3, 3]
