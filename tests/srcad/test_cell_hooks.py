"""Hooks of Cells and Tensors: registration, order, removal, the forward ones."""

import copy
import warnings

import numpy as np
import pytest

import srcad
from srcad import Cell, Parameter, Tensor, context, nn, ops


class Double(Cell):
    def construct(self, x, y=None):
        return x * 2 if y is None else (x * 2, y * 2)


@pytest.fixture
def log():
    return []


def test_a_pre_hook_sees_the_inputs_and_the_cell(log):
    net = Double()
    net.register_forward_pre_hook(lambda cell, inputs: log.append((cell, inputs)))
    assert net(Tensor([3.0])).tolist() == [6]
    (cell, inputs) = log[0]
    assert cell is net
    assert isinstance(inputs, tuple)
    assert inputs[0].tolist() == [3]


@pytest.mark.parametrize(
    ("result", "expected"),
    [(None, 6), (Tensor([5.0]), 10), ((Tensor([7.0]),), 14)],
    ids=["None", "bare", "tuple"],
)
def test_what_a_pre_hook_returns(result, expected):
    net = Double()
    net.register_forward_pre_hook(lambda cell, inputs: result)
    assert net(Tensor([3.0])).tolist() == [expected]


@pytest.mark.parametrize(
    ("result", "expected"), [(None, [6]), (Tensor([5.0]), [5])], ids=["None", "bare"]
)
def test_what_a_forward_hook_returns(result, expected, log):
    net = Double()

    def hook(cell, inputs, output):
        log.append((inputs[0].tolist(), output.tolist()))
        return result

    net.register_forward_hook(hook)
    assert net(Tensor([3.0])).tolist() == expected
    assert log == [([3], [6])]


def test_hooks_run_in_order_each_on_the_last_ones_result(log):
    net = Double()

    def adding(amount):
        def hook(cell, inputs):
            log.append(amount)
            return inputs[0] + amount

        return hook

    net.register_forward_pre_hook(adding(1))
    net.register_forward_pre_hook(adding(10))
    net.register_forward_pre_hook(adding(100), prepend=True)
    assert net(Tensor([0.0])).tolist() == [222]
    assert log == [100, 1, 10]


def test_forward_hooks_prepend_too():
    net = Double()
    net.register_forward_hook(lambda cell, inputs, output: output + 1)
    net.register_forward_hook(lambda cell, inputs, output: output * 10, prepend=True)
    assert net(Tensor([1.0])).tolist() == [21]


def test_every_registration_has_a_handle_of_its_own(log):
    net = Double()

    def hook(cell, inputs):
        log.append("ran")

    first = net.register_forward_pre_hook(hook)
    second = net.register_forward_pre_hook(hook)
    assert first is not second
    assert first.number != second.number
    net(Tensor([1.0]))
    assert len(log) == 2
    first.remove()
    first.remove()
    net(Tensor([1.0]))
    assert len(log) == 3
    second.remove()
    net(Tensor([1.0]))
    assert len(log) == 3


def test_a_hook_may_remove_itself(log):
    net = Double()
    handles = []

    def once(cell, inputs):
        log.append("once")
        handles[0].remove()

    handles.append(net.register_forward_pre_hook(once))
    net.register_forward_pre_hook(lambda cell, inputs: log.append("always"))
    net(Tensor([1.0]))
    net(Tensor([1.0]))
    assert log == ["once", "always", "always"]


def test_a_registration_inside_construct_adds_one_each_run(log):
    class Net(Cell):
        def __init__(self):
            super().__init__()
            self.relu = nn.ReLU()

        def construct(self, x):
            self.relu.register_forward_hook(lambda cell, inputs, out: log.append(1))
            return self.relu(x)

    net = Net()
    net(Tensor([1.0]))
    net(Tensor([1.0]))
    assert len(log) == 3


def test_hooks_with_keyword_arguments():
    net = Double()
    net.register_forward_pre_hook(
        lambda cell, args, kwargs: (args, {"y": kwargs["y"] + 1}), with_kwargs=True
    )
    net.register_forward_hook(
        lambda cell, args, kwargs, output: (output[0], output[1], kwargs["y"]),
        with_kwargs=True,
    )
    first, second, seen = net(Tensor([1.0]), y=Tensor([2.0]))
    assert (first.tolist(), second.tolist(), seen.tolist()) == ([2], [6], [3])


def test_a_pre_hook_with_kwargs_returns_a_pair():
    net = Double()
    net.register_forward_pre_hook(lambda *_: Tensor([1.0]), with_kwargs=True)
    with pytest.raises(RuntimeError, match="with_kwargs=True"):
        net(Tensor([1.0]))


def test_backward_hooks_do_not_run_in_a_call(log):
    net = Double()
    net.register_backward_hook(lambda *args: log.append(args))
    net.register_backward_pre_hook(lambda *args: log.append(args))
    assert net(Tensor([1.0])).tolist() == [2]
    assert log == []


@pytest.mark.parametrize(
    "kind", ["forward_pre_hook", "forward_hook", "backward_hook", "backward_pre_hook"]
)
def test_a_hook_is_callable(kind):
    with pytest.raises(
        TypeError, match="Expected a callable hook function, but got int"
    ):
        getattr(Double(), f"register_{kind}")(3)


def test_hooks_see_tensors_where_ndarrays_come_in(log):
    net = Double()
    net.register_forward_pre_hook(lambda cell, inputs: log.append(type(inputs[0])))
    assert type(net(np.ones(1, np.float32))) is np.ndarray
    assert log == [Tensor]


def test_a_deep_copy_has_hooks_of_its_own(log):
    net = Double()
    handle = net.register_forward_pre_hook(lambda cell, inputs: log.append(cell))
    net.handle = handle
    other = copy.deepcopy(net)
    handle.remove()
    other(Tensor([1.0]))
    assert log == [other]
    net(Tensor([1.0]))
    assert len(log) == 1


# ------------------------------------------------------------- graph mode and @jit


@pytest.fixture
def unwarned(monkeypatch):
    monkeypatch.setitem(context._state, "warned", False)


def test_graph_mode_ignores_hooks_with_one_warning(log, unwarned, monkeypatch):
    monkeypatch.setitem(context._settings, "mode", context.GRAPH_MODE)
    net = Double()
    net.register_forward_pre_hook(lambda cell, inputs: log.append(1))
    with pytest.warns(UserWarning, match="Hooks of Cells are ignored in graph mode"):
        net(Tensor([1.0]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        net(Tensor([1.0]))
    assert log == []


def test_jit_ignores_hooks_inside_it_alone(log, unwarned):
    net = Double()
    net.register_forward_pre_hook(lambda cell, inputs: log.append(1))

    @srcad.jit
    def run(x):
        return net(x)

    with pytest.warns(UserWarning, match="@jit"):
        assert run(Tensor([1.0])).tolist() == [2]
    assert log == []
    net(Tensor([1.0]))
    assert log == [1]


# ----------------------------------------------------------- Tensors and HookBackward


def test_hook_backward_hands_its_inputs_on(log):
    hook = ops.HookBackward(log.append)
    x, y = Tensor([1.0]), Tensor([2.0])
    assert hook(x).tolist() == [1]
    assert [part.tolist() for part in hook(x, y)] == [[1], [2]]
    assert log == []
    with pytest.raises(TypeError, match="callable"):
        ops.HookBackward("hook")


def test_tensors_and_parameters_register_hooks(log):
    for tensor in (Tensor([1.0]), Parameter(1.0)):
        handle = tensor.register_hook(log.append)
        assert list(tensor._hooks.values()) == [log.append]
        handle.remove()
        assert not tensor._hooks
        with pytest.raises(TypeError, match="callable"):
            tensor.register_hook(None)
    assert log == []


@pytest.mark.parametrize("first", [True, False])
def test_a_backward_hook_sees_the_gradient_of_a_parameter_that_is_an_input(first):
    class Product(Cell):
        def construct(self, a, b):
            return a * b

    class Net(Cell):
        def __init__(self):
            super().__init__()
            self.w = Parameter(Tensor(np.array([1.0, 2.0])), name="w")
            self.product = Product()
            self.product.register_backward_hook(
                lambda cell, arriving, leaving: tuple(2 * one for one in leaving)
            )

        def construct(self, x):
            y = self.product(self.w, x) if first else self.product(x, self.w)
            return y.sum()

    net = Net()
    x = Tensor(np.array([3.0, 4.0]))
    dx, (dw,) = srcad.grad(net, 0, net.trainable_params())(x)
    assert (dx.tolist(), dw.tolist()) == ([2.0, 4.0], [6.0, 8.0])
