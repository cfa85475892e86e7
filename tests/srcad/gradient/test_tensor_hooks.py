"""``register_hook`` of Tensors and Parameters: on what, in which order, how often."""

import pytest

import srcad
from srcad import Parameter, Tensor, context, grad, nn, ops, value_and_grad
from srcad.compiler.diagnostics.errors import CompileError
from srcad.gradient.modules import MODULES


class Scale(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([2.0]), name="w")

    def construct(self, x):
        return x * self.w


@pytest.fixture
def net():
    return Scale()


def of_weights(net, x):
    (gradient,) = grad(net, None, net.trainable_params())(Tensor([x]))
    return gradient.tolist()


def square(x):
    return x * x


# ------------------------------------------------------------ inputs and Parameters


def test_a_hook_of_a_parameter_replaces_its_gradient(net):
    handle = net.w.register_hook(lambda gradient: gradient * 10)
    assert of_weights(net, 3.0) == [30]
    handle.remove()
    assert of_weights(net, 3.0) == [3]


def test_a_hook_of_an_input_replaces_its_gradient():
    x = Tensor([3.0])
    handle = x.register_hook(lambda gradient: gradient * 10)
    out, gradient = value_and_grad(square)(x)
    assert (out.tolist(), gradient.tolist()) == ([9], [60])
    handle.remove()
    assert grad(square)(x).tolist() == [6]


def test_a_hook_may_only_look(net):
    seen = []
    net.w.register_hook(seen.append)
    assert of_weights(net, 3.0) == [3]
    assert [item.tolist() for item in seen] == [[3]]
    assert isinstance(seen[0], Tensor)


def test_hooks_run_in_the_order_of_registration_each_on_the_last_ones_result():
    x = Tensor([3.0])
    x.register_hook(lambda gradient: gradient + 1)
    x.register_hook(lambda gradient: gradient * 10)
    assert grad(square)(x).tolist() == [70]


def test_a_list_that_a_hook_appends_to_may_grow(net):
    seen = []
    net.w.register_hook(seen.append)
    net.w.register_hook(lambda gradient: seen.append(gradient))
    for _ in range(3):
        assert of_weights(net, 3.0) == [3]
    assert len(seen) == 6
    assert [len(modules) for modules in MODULES.values()] == [1]


def test_only_gradients_that_are_asked_for_have_hooks_run(net):
    seen = []
    net.w.register_hook(seen.append)
    assert grad(net)(Tensor([3.0])).tolist() == [2]
    assert seen == []


def test_a_hook_may_remove_itself():
    x, seen = Tensor([3.0]), []

    def once(gradient):
        seen.append(gradient)
        handle.remove()

    handle = x.register_hook(once)
    grad(square)(x)
    grad(square)(x)
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("result", "error", "text"),
    [
        (Tensor([1.0, 2.0]), ValueError, "a gradient of shape (2,)"),
        (Tensor([1], srcad.int32), TypeError, "dtype int32"),
        (1.0, TypeError, "must return a Tensor or None, but got float"),
    ],
    ids=["shape", "dtype", "no Tensor"],
)
def test_what_a_hook_returns_is_checked(result, error, text):
    x = Tensor([3.0])
    x.register_hook(lambda gradient: result)
    with pytest.raises(error) as caught:
        grad(square)(x)
    assert text in str(caught.value)


def computed(x):
    y = x * x
    y.register_hook(lambda gradient: gradient * 10)
    return y


def of_an_input(x):
    x.register_hook(lambda gradient: gradient * 10)
    return x * x


@pytest.mark.parametrize("function", [computed, of_an_input])
@pytest.mark.parametrize("mode", ["graph", "jit", "jit of a helper"])
def test_those_of_tensors_run_in_graph_mode_too(function, mode, monkeypatch, recwarn):
    if mode == "graph":
        monkeypatch.setitem(context._settings, "mode", context.GRAPH_MODE)
        called = function
    elif mode == "jit":
        called = context.jit(function)
    else:
        helper = context.jit(function)

        def called(x):
            return helper(x)

    assert grad(called)(Tensor([3.0])).tolist() == [60]
    assert not recwarn.list


def test_those_of_parameters_and_inputs_run_in_graph_mode_too(
    net, monkeypatch, recwarn
):
    monkeypatch.setitem(context._settings, "mode", context.GRAPH_MODE)
    net.w.register_hook(lambda gradient: gradient * 10)
    assert of_weights(net, 3.0) == [30]
    x = Tensor([3.0])
    x.register_hook(lambda gradient: gradient * 10)
    assert grad(context.jit(square))(x).tolist() == [60]
    weights = net.trainable_params()
    inner = context.jit(lambda x: grad(net, None, weights)(x)[0])
    assert grad(inner)(Tensor([3.0])).tolist() == [10]
    assert not recwarn.list


def own_data(gradient):
    return Tensor([10.0])


def hooked_by(hook):
    def function(x):
        y = x * x
        y.register_hook(hook)
        return y * y

    return function


def test_data_of_a_hook_of_its_own_cut_a_second_derivative_with_one_warning(
    recwarn, monkeypatch
):
    """d(y y) = hook(2 y) 2 x, where y = x x: 20 x, whose derivative is 20."""
    monkeypatch.setattr(context, "_said", set())
    function, x = hooked_by(own_data), Tensor([3.0])
    assert grad(function)(x).tolist() == [60]
    assert not recwarn.list
    assert grad(grad(function))(x).tolist() == [20]
    assert grad(grad(function))(x).tolist() == [20]
    (warning,) = [str(one.message) for one in recwarn.list]
    line = own_data.__code__.co_firstlineno + 1
    assert f"test_tensor_hooks.py:{line}: the hook `own_data` returns data" in warning


def test_what_is_derived_from_the_gradient_has_a_second_derivative(recwarn):
    """d(hook(2 y) 2 x) by y is 40 x, which the hook of y makes 400 x; by x it is 40 y."""
    function = hooked_by(lambda gradient: gradient * 10)
    assert grad(grad(function))(Tensor([3.0])).tolist() == [7200 + 360]
    assert not recwarn.list


def test_a_gradient_inside_of_a_gradient_has_the_parameters_hooks(net):
    """d(w) of x * w is x, ten times with the hook; its derivative by x is 10."""
    net.w.register_hook(lambda gradient: gradient * 10)
    weights = net.trainable_params()

    def inner(x):
        return grad(net, None, weights)(x)[0]

    assert inner(Tensor([3.0])).tolist() == [30]
    assert grad(inner)(Tensor([3.0])).tolist() == [10]
    handle = net.w.register_hook(lambda gradient: gradient * 2)
    assert grad(inner)(Tensor([3.0])).tolist() == [20]
    handle.remove()
    assert grad(inner)(Tensor([3.0])).tolist() == [10]


def test_an_input_with_hooks_of_a_gradient_of_a_gradient_is_refused():
    x = Tensor([3.0])
    x.register_hook(lambda gradient: gradient * 10)
    with pytest.raises(CompileError, match="the Tensor given as `x` has hooks"):
        grad(grad(square))(x)


# --------------------------------------------------------- Tensors that are computed


def test_a_hook_on_a_computed_tensor():
    def function(x):
        y = x * x
        y.register_hook(lambda gradient: gradient * 10)
        return y * 3

    assert grad(function)(Tensor([3.0])).tolist() == [180]


def test_it_sees_all_of_the_gradient_that_of_earlier_uses_too():
    seen = []

    def function(x):
        y = x * x
        before = y * 2
        y.register_hook(seen.append)
        return before + y * 3

    assert grad(function)(Tensor([3.0])).tolist() == [30]
    assert [item.tolist() for item in seen] == [[5]]


def test_several_on_one_tensor_run_in_order():
    def function(x):
        y = x * x
        y.register_hook(lambda gradient: gradient + 1)
        y.register_hook(lambda gradient: gradient * 10)
        return y

    # (1 + 1) * 10 * 2 x
    assert grad(function)(Tensor([3.0])).tolist() == [120]


def test_one_that_is_removed_at_once_does_not_run():
    def function(x):
        y = x * x
        handle = y.register_hook(lambda gradient: gradient * 10)
        handle.remove()
        return y

    assert grad(function)(Tensor([3.0])).tolist() == [6]


def test_a_hook_on_an_input_inside_of_construct():
    class Net(nn.Cell):
        def construct(self, x):
            before = x * 2
            x.register_hook(lambda gradient: gradient * 10)
            return before + x * x

    assert grad(Net())(Tensor([3.0])).tolist() == [80]


def test_a_hook_on_the_input_of_a_sub_cell_sees_what_its_caller_adds():
    class Inner(nn.Cell):
        def construct(self, x):
            x.register_hook(lambda gradient: gradient * 10)
            return x * 2

    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.inner = Inner()

        def construct(self, x):
            y = x * x
            return self.inner(y) + y * 5

    # (2 + 5) * 10 * 2 x
    assert grad(Net())(Tensor([3.0])).tolist() == [420]


def test_a_hook_in_a_branch_on_a_tensor_of_the_branch():
    def function(x):
        if x.sum() > 0:
            y = x * x
            y.register_hook(lambda gradient: gradient * 10)
        else:
            y = x * 7
        return y

    assert grad(function)(Tensor([3.0])).tolist() == [60]
    assert grad(function)(Tensor([-3.0])).tolist() == [7]


def test_a_hook_in_a_loop_on_a_tensor_of_the_iteration():
    def function(x):
        for _ in range(x.shape[0]):
            x = x * 2
            x.register_hook(lambda gradient: gradient * 10)
        return x

    assert grad(function)(Tensor([3.0, 1.0])).tolist() == [400, 400]


def test_a_hook_in_a_branch_on_a_tensor_from_outside_is_refused():
    def function(x):
        y = x * x
        if x.sum() > 0:
            y.register_hook(lambda gradient: gradient * 10)
        return y

    with pytest.raises(CompileError) as caught:
        grad(function)(Tensor([3.0]))
    assert "on a Tensor from outside" in str(caught.value)


def test_a_hook_runs_on_every_gradient_of_its_tensor_that_of_second_order_too():
    def function(x):
        y = x * x
        y.register_hook(lambda gradient: gradient * gradient)
        return y * y

    # dy = (2 y)**2 = 64 at x = 2, dx = 2 x dy. Its gradient by y is 2 x * 8 y = 128,
    # squared by the hook, times 2 x; with 2 dy for the x in it.
    assert grad(function)(Tensor([2.0])).tolist() == [256]
    assert grad(grad(function))(Tensor([2.0])).tolist() == [128**2 * 4 + 2 * 64]


def test_a_hook_that_reads_a_run_time_value_is_refused():
    def function(x):
        y = x * x
        y.register_hook(lambda gradient: gradient * x)
        return y

    with pytest.raises(CompileError) as caught:
        grad(function)(Tensor([3.0]))
    assert "reads the run-time value `x`" in str(caught.value)


def test_hook_backward_that_counts_its_calls():
    seen = []
    watch = ops.HookBackward(seen.append)

    def function(x):
        return watch(x * x) * 3

    assert grad(function)(Tensor([3.0])).tolist() == [18]
    assert grad(function)(Tensor([1.0])).tolist() == [6]
    assert [[part.tolist() for part in item] for item in seen] == [[[3]], [[3]]]
    assert [len(modules) for modules in MODULES.values()] == [1]


@pytest.mark.parametrize("register", [3, None])
def test_only_what_can_be_called_is_a_hook(register):
    def function(x):
        y = x * x
        y.register_hook(register)
        return y

    with pytest.raises(CompileError, match="Expected a callable hook function"):
        grad(function)(Tensor([3.0]))
