"""What gradient functions give back, and what they refuse: MindSpore's table, by rows.

Every expected value is worked out by hand.
"""

from functools import partial

import numpy as np
import pytest

import srcad
from srcad import (
    GradOperation,
    Parameter,
    ParameterTuple,
    Tensor,
    get_grad,
    grad,
    nn,
    ops,
    value_and_grad,
)
from srcad.compiler.diagnostics.errors import CompileError

X, Y = [1.0, 2.0], [3.0, 4.0]
# of f(x, y) = x * x * y
DX, DY = [6.0, 16.0], [1.0, 4.0]
# of net(x) = x * w + b, w = (2, 3), b = (1,)
NET_DX, NET_DW, NET_DB = [2.0, 3.0], [1.0, 2.0], [2.0]


def f(x, y):
    return x * x * y


def pair(x, y):
    return x * y, x + y


def cube(x):
    return x * x * x


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([2.0, 3.0]), name="w")
        self.b = Parameter(Tensor([1.0]), name="b")

    def construct(self, x):
        return x * self.w + self.b


@pytest.fixture(autouse=True, scope="module")
def store(tmp_path_factory):
    """Keep the modules of these tests to themselves."""
    from srcad.gradient import default_store

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SRCAD_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        default_store.cache_clear()
        yield
    default_store.cache_clear()


@pytest.fixture
def net():
    return Net()


def tensors(*values):
    return tuple(Tensor(value) for value in values)


def same(actual, expected):
    """Check a structure: tuples are tuples, lists of numbers are Tensors of float32."""
    if isinstance(expected, tuple):
        assert type(actual) is tuple
        assert len(actual) == len(expected)
        for one, other in zip(actual, expected, strict=True):
            same(one, other)
    elif isinstance(expected, str | int | None):
        assert actual == expected
    else:
        assert type(actual) is Tensor
        wanted = np.asarray(expected, np.float32)
        assert (actual.shape, actual.dtype) == (wanted.shape, srcad.float32)
        np.testing.assert_allclose(actual.asnumpy(), wanted, rtol=1e-6)


# ------------------------------------------------------------------ positions


@pytest.mark.parametrize(
    ("position", "expected"),
    [(0, DX), (1, DY), ((0,), DX), ((1,), DY), ((0, 1), (DX, DY)), ((1, 0), (DY, DX))],
)
def test_grad_position(position, expected):
    same(grad(f, position)(*tensors(X, Y)), expected)
    out = [3.0, 16.0]
    same(value_and_grad(f, position)(*tensors(X, Y)), (out, expected))


def test_grad_position_is_of_the_first_input_by_default():
    same(grad(f)(*tensors(X, Y)), DX)


@pytest.mark.parametrize(
    ("position", "weights", "expected"),
    [
        (None, lambda net: net.trainable_params(), (NET_DW, NET_DB)),
        (None, lambda net: ParameterTuple(net.trainable_params()), (NET_DW, NET_DB)),
        (None, lambda net: [net.b, net.w], (NET_DB, NET_DW)),
        (None, lambda net: [net.w], (NET_DW,)),
        (None, lambda net: ParameterTuple([net.w]), (NET_DW,)),
        (None, lambda net: net.w, NET_DW),
        (0, lambda net: net.w, (NET_DX, NET_DW)),
        (0, lambda net: [net.w], (NET_DX, (NET_DW,))),
        ((0,), lambda net: [net.w], (NET_DX, (NET_DW,))),
        (0, lambda net: net.trainable_params(), (NET_DX, (NET_DW, NET_DB))),
    ],
)
def test_weights(net, position, weights, expected):
    (x,) = tensors(X)
    same(grad(net, position, weights(net))(x), expected)
    out = [3.0, 7.0]
    same(value_and_grad(net, position, weights(net))(x), (out, expected))


def test_several_positions_and_weights(net):
    def scaled(x, y):
        return net(x) * y

    dx, dy = [6.0, 12.0], [3.0, 7.0]
    dw, db = [3.0, 8.0], [7.0]
    function = value_and_grad(scaled, (0, 1), net.trainable_params())
    out = [9.0, 28.0]
    same(function(*tensors(X, Y)), (out, ((dx, dy), (dw, db))))


# ---------------------------------------------------- functions that call Cells

_net = Net()
_scale = Tensor([2.0, 2.0])


def _of_globals(x):
    return _net(x) * _scale


def test_the_weights_of_a_cell_that_a_function_calls_are_read_at_every_call():
    (x,) = tensors(X)
    function = value_and_grad(_of_globals, None, _net.trainable_params())
    same(function(x), ([6.0, 14.0], ([2.0, 4.0], [4.0])))
    _net.w.set_data(Tensor([0.0, 1.0]))
    same(function(x), ([2.0, 6.0], ([2.0, 4.0], [4.0])))


def test_the_state_of_a_cell_that_a_function_calls_is_read_at_every_call():
    drop = nn.Dropout(p=0.5)

    def dropped(x):
        return drop(x)

    x = Tensor(np.ones(200, np.float32))
    assert set(grad(dropped)(x).tolist()) == {1.0}
    drop.set_train()
    assert set(grad(dropped)(x).tolist()) == {0.0, 2.0}


def test_a_changed_global_tensor_is_noticed(monkeypatch):
    (x,) = tensors(X)
    before = grad(_of_globals)(x).asnumpy()
    monkeypatch.setitem(globals(), "_scale", Tensor([4.0, 4.0]))
    np.testing.assert_allclose(grad(_of_globals)(x).asnumpy(), 2 * before)


def test_a_method_that_calls_a_cell():
    class Trainer:
        def __init__(self):
            self.net = Net()

        def loss(self, x):
            return self.net(x).sum()

    trainer = Trainer()
    weights = trainer.net.trainable_params()
    same(grad(trainer.loss, 0, weights)(*tensors(X)), (NET_DX, (NET_DW, NET_DB)))
    same(grad(trainer.net.construct)(*tensors(X)), NET_DX)


def test_parameters_in_a_plain_list_and_two_of_one_name():
    class Holder(nn.Cell):
        def __init__(self):
            super().__init__()
            self.parts = [Net(), Net()]

        def construct(self, x):
            return self.parts[0](x) * self.parts[1](x)

    cell = Holder()
    first, second = (part.w for part in cell.parts)
    second.set_data(Tensor([1.0, 1.0]))
    # (2x + 1)(x + 1) and (3x + 1)(x + 1) at x = 1 and 2
    expected = ([2.0, 6.0], [3.0, 14.0])
    same(grad(cell, None, [first, second])(*tensors(X)), expected)


def test_a_parameter_with_the_name_of_an_input():
    class Scaled(nn.Cell):
        def __init__(self):
            super().__init__()
            self.x = Parameter(Tensor([5.0, 7.0]), name="x")

        def construct(self, x):
            return x * self.x

    cell = Scaled()
    same(grad(cell, 0, cell.x)(*tensors(X)), ([5.0, 7.0], X))


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (ops.square, [2.0, 4.0]),
        (ops.Square(), [2.0, 4.0]),
        (nn.ReLU(), [1.0, 1.0]),
        (partial(f, Tensor([5.0, 5.0])), [25.0, 25.0]),
        (partial(f, y=2.0), [4.0, 8.0]),
        (srcad.jit(cube), [3.0, 12.0]),
        (lambda x: grad(lambda y: y * y)(x) * x, [4.0, 8.0]),
    ],
)
def test_what_can_be_differentiated(function, expected):
    same(grad(function)(*tensors(X)), expected)


def test_functions_of_one_line_are_told_apart():
    first, second = (lambda x: x.exp()), (lambda x: x.log())
    same(grad(first)(*tensors(X)), np.exp(X))
    same(grad(second)(*tensors(X)), [1.0, 0.5])
    outer, other = (
        (lambda x: (lambda y: y.exp())(x)),
        (lambda x: (lambda y: y.log())(x)),
    )
    same(grad(outer)(*tensors(X)), np.exp(X))
    same(grad(other)(*tensors(X)), [1.0, 0.5])


def test_an_object_that_is_called():
    class Scale:
        factor = 3.0

        def __call__(self, x):
            return x * self.factor

    same(grad(Scale())(*tensors(X)), [3.0, 3.0])


def test_a_function_with_a_rule_of_its_own():
    def double(x):
        return x * 2

    @srcad.defbprop(double)
    def rule(x, out, dout):
        return (dout * 100,)

    same(grad(double)(*tensors(X)), [100.0, 100.0])
    same(grad(lambda x: double(x) + x)(*tensors(X)), [101.0, 101.0])


class Tripled(ops.PrimitiveWithInfer):
    """A user's primitive, with a rule that is not its derivative."""

    def __init__(self, slope):
        super().__init__("Tripled")
        self.slope = slope

    def __call__(self, x):
        return x * 3

    def bprop(self, x, out, dout):
        return (dout * self.slope,)


def test_a_primitive_with_a_rule_of_its_own():
    class Cell(nn.Cell):
        def __init__(self):
            super().__init__()
            self.tripled = Tripled(70.0)

        def construct(self, x):
            return self.tripled(x) + x

    same(value_and_grad(Cell())(*tensors(X)), ([4.0, 8.0], [71.0, 71.0]))
    same(grad(Tripled(5.0))(*tensors(X)), [5.0, 5.0])


def test_a_primitive_whose_rule_gives_no_tuple():
    class Bare(Tripled):
        def bprop(self, x, out, dout):
            return dout

    with pytest.raises(CompileError, match=r"Bare\.bprop.*a tuple of 1 cotangents"):
        grad(Bare(1.0))(*tensors(X))


# ------------------------------------------------------------------------ has_aux


def test_has_aux_with_one_more_output_gives_a_tuple():
    same(grad(pair, has_aux=True)(*tensors(X, Y)), (Y, ([4.0, 6.0],)))


def test_has_aux_with_several():
    def three(x, y):
        return x * y, x, (y, 3)

    aux = (X, (Y, 3))
    same(grad(three, (0, 1), has_aux=True)(*tensors(X, Y)), ((Y, X), aux))
    value = ([3.0, 8.0], *aux)
    same(value_and_grad(three, has_aux=True)(*tensors(X, Y)), (value, Y))


def test_has_aux_and_a_sens_for_the_first_output():
    function = grad(pair, has_aux=True, sens_param=True)
    same(function(*tensors(X, Y, [10.0, 20.0])), ([30.0, 80.0], ([4.0, 6.0],)))


# -------------------------------------------------------------------- return_ids


def test_return_ids(net):
    x, y = tensors(X, Y)
    same(grad(f, 1, return_ids=True)(x, y), (1, DY))
    same(grad(f, (1, 0), return_ids=True)(x, y), ((1, DY), (0, DX)))
    ids = (("w", NET_DW), ("b", NET_DB))
    weights = net.trainable_params()
    same(grad(net, None, weights, return_ids=True)(x), ids)
    same(grad(net, 0, weights, return_ids=True)(x), ((0, NET_DX), ids))
    same(grad(net, None, net.w, return_ids=True)(x), ("w", NET_DW))


def test_get_grad(net):
    (x,) = tensors(X)
    found = grad(net, 0, net.trainable_params(), return_ids=True)(x)
    same(get_grad(found, 0), NET_DX)
    same(get_grad(found, net.b), NET_DB)
    found = grad(net, None, [net.w], return_ids=True)(x)
    for identifier in (0, net.b):
        with pytest.raises(RuntimeError, match="no gradient of"):
            get_grad(found, identifier)


# ------------------------------------------------------------------ GradOperation


def test_grad_operation(net):
    x, y = tensors(X, Y)
    same(GradOperation()(f)(x, y), DX)
    same(GradOperation(get_all=True)(f)(x, y), (DX, DY))
    same(GradOperation(get_all=True)(net)(x), (NET_DX,))
    same(GradOperation(get_all=True)(lambda: _scale * 2)(), ())


def test_grad_operation_get_by_list(net):
    (x,) = tensors(X)
    weights = ParameterTuple(net.trainable_params())
    by_list = GradOperation(get_by_list=True)
    same(by_list(net, weights)(x), (NET_DW, NET_DB))
    same(by_list(net)(x), (NET_DW, NET_DB))
    same(by_list(net, net.w)(x), NET_DW)
    same(by_list(net, [net.w])(x), (NET_DW,))
    both = GradOperation(get_all=True, get_by_list=True)
    same(both(net, weights)(x), ((NET_DX,), (NET_DW, NET_DB)))
    same(both(net, net.w)(x), ((NET_DX,), NET_DW))
    same(GradOperation()(net, weights)(x), NET_DX)


def test_grad_operation_sens_param():
    x, y, sens = tensors(X, Y, [10.0, 20.0])
    same(GradOperation(sens_param=True)(f)(x, y, sens), [60.0, 320.0])
    every = GradOperation(get_all=True, sens_param=True)
    same(every(f)(x, y, sens), ([60.0, 320.0], [10.0, 80.0]))


# --------------------------------------------------------------- outputs and sens


def test_several_outputs_add_up():
    def nested(x, y):
        return {"a": x * y, "b": (x, [y, x])}

    same(grad(pair, (0, 1))(*tensors(X, Y)), ([4.0, 5.0], [2.0, 3.0]))
    same(grad(lambda x, y: [x * y, x], (0, 1))(*tensors(X, Y)), ([4.0, 5.0], X))
    same(grad(nested, (0, 1))(*tensors(X, Y)), ([5.0, 6.0], [2.0, 3.0]))


def test_sens_is_the_last_argument_or_a_keyword():
    x, y, sens = tensors(X, Y, [10.0, 20.0])
    function = grad(f, sens_param=True)
    same(function(x, y, sens), [60.0, 320.0])
    same(function(x, y, sens=sens), [60.0, 320.0])
    two = grad(pair, (0, 1), sens_param=True)
    same(two(x, y, (sens, sens)), ([40.0, 100.0], [20.0, 60.0]))


def test_a_sens_that_does_not_fit():
    x, y = tensors(X, Y)
    function = grad(f, sens_param=True)
    with pytest.raises(ValueError, match=r"shape of sens must be \(2,\)"):
        function(x, y, Tensor([1.0]))
    with pytest.raises(TypeError, match="dtype of sens must be float32"):
        function(x, y, Tensor([1, 2]))
    with pytest.raises(ValueError, match="tuple of 2"):
        grad(pair, sens_param=True)(x, y, x)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: 3.0,
        lambda x: x > 1,
        lambda x: Tensor([3.0]),
        lambda x: ops.stop_gradient(x * x),
    ],
)
def test_outputs_that_carry_no_gradient_give_zeros(function):
    same(grad(function)(*tensors(X)), [0.0, 0.0])


def test_stop_gradient_of_a_part():
    same(grad(lambda x: ops.stop_gradient(x) * x)(*tensors(X)), X)


# ---------------------------------------------------------------------- arguments


def test_arguments_that_are_no_tensors_are_dropped():
    def scaled(x, k):
        return x if k is None else x * k

    (x,) = tensors(X)
    same(grad(scaled, (0, 1))(x, 2.0), [2.0, 2.0])
    same(grad(scaled, (0, 1))(x, None), [1.0, 1.0])
    with pytest.raises(
        CompileError, match=r"gradient by `k` is asked for, which is no"
    ):
        grad(scaled, 1)(x, 2.0)
    same(GradOperation(get_all=True)(scaled)(x, 2), ([2.0, 2.0],))


def test_tensors_in_tuples_lists_and_dicts_are_read_at_every_call():
    def mixed(x, state):
        hidden, named = state
        return x * hidden + named["c"][0] * x

    x, y = tensors(X, Y)
    function = grad(mixed, (0, 1))
    same(function(x, (y, {"c": [y]})), [6.0, 8.0])
    same(function(x, (x, {"c": [y]})), [4.0, 6.0])
    # There is nothing else: MindSpore would give an empty tuple.
    same(grad(lambda pair: pair[0] * pair[1])((x, y)), ([3.0, 4.0], [1.0, 2.0]))


def test_arguments_by_keyword_and_defaults():
    def function(x, y=None, *rest, scale=2.0, **options):
        result = x * scale if y is None else x * y * scale
        for item in rest:
            result = result + item * options.get("weight", 1.0)
        return result

    x, y = tensors(X, Y)
    same(grad(function)(x), [2.0, 2.0])
    same(grad(function, (0, 1))(x, y=y, scale=3.0), ([9.0, 12.0], [3.0, 6.0]))
    same(grad(function, (0, 2, 3))(x, y, x, y), ([6.0, 8.0], [1.0, 1.0], [1.0, 1.0]))
    same(grad(function, 2)(x, y, x, weight=y), Y)


def test_a_cell_with_any_number_of_inputs():
    class Product(nn.Cell):
        def construct(self, *inputs):
            return inputs[0] * inputs[1] * inputs[1]

    class Outer(nn.Cell):
        def __init__(self, net):
            super().__init__()
            self.net = net
            self.grad_op = GradOperation(get_all=True)

        def construct(self, *inputs):
            return self.grad_op(self.net)(*inputs)

    x, y = tensors(X, Y)
    expected = ([9.0, 16.0], [6.0, 16.0])
    same(GradOperation(get_all=True)(Product())(x, y), expected)
    same(Outer(Product())(x, y), expected)
    # of y y and 2 x y, added up
    same(grad(Outer(Product()), (0, 1))(x, y), ([6.0, 8.0], [8.0, 12.0]))


def test_dtypes_of_gradients_are_those_of_the_inputs():
    x, y = Tensor(X, srcad.float16), Tensor(Y)
    dx, dy = grad(f, (0, 1))(x, y)
    assert (dx.dtype, dy.dtype) == (srcad.float16, srcad.float32)
    assert (dx.tolist(), dy.tolist()) == (DX, DY)


def test_the_gradient_of_a_bool_is_zeros_of_its_dtype():
    # MindSpore gives what the formula gives, as a bool.
    x, y = Tensor([1, 0], srcad.bool_), Tensor(Y)
    dx, dy = grad(lambda x, y: x * y, (0, 1))(x, y)
    assert dx.dtype == srcad.bool_
    assert not dx.asnumpy().any()
    same(dy, [1.0, 0.0])


def test_broadcast_inputs_have_gradients_of_their_own_shapes():
    x, y = tensors([[1.0], [2.0]], [3.0, 4.0, 5.0])
    same(grad(ops.mul, (0, 1))(x, y), ([[12.0], [12.0]], [3.0, 3.0, 3.0]))


def test_unused_inputs_and_weights_have_zeros(net):
    (x,) = tensors(X)
    same(grad(lambda x, y: x * 2, (0, 1))(x, x), ([2.0, 2.0], [0.0, 0.0]))
    other = Parameter(Tensor([1.0]), name="other")
    same(grad(net, None, [net.w, other])(x), (NET_DW, [0.0]))
    net.b.requires_grad = False
    same(grad(net, None, [net.w, net.b])(x), (NET_DW, [0.0]))


def test_ndarrays_give_ndarrays():
    dx, dy = grad(f, (0, 1))(np.array(X), np.array(Y))
    assert type(dx) is np.ndarray
    assert (dx.dtype, dx.tolist(), dy.tolist()) == (np.float64, DX, DY)


def test_numbers_alone_are_differentiated():
    # MindSpore gives `()`: a number is no Tensor.
    assert grad(f, (0, 1))(3.0, 2.0) == (12.0, 9.0)
    with pytest.raises(CompileError, match=r"gradient by `x`, an integer, is asked"):
        grad(f)(3, 2)


# ------------------------------------------------------------------ higher orders


def test_gradients_of_gradients():
    (x,) = tensors(X)
    same(grad(grad(cube))(x), [6.0, 12.0])
    same(grad(grad(grad(cube)))(x), [6.0, 6.0])
    same(GradOperation()(grad(cube))(x), [6.0, 12.0])
    same(grad(GradOperation()(cube))(x), [6.0, 12.0])
    same(grad(grad(f, 0), 1)(*tensors(X, Y)), [2.0, 4.0])
    # of (the value, the gradient), added up: 3 x x + 6 x
    same(grad(value_and_grad(cube))(x), [9.0, 24.0])


def test_the_gradient_by_a_sens():
    x, y, sens = tensors(X, Y, [10.0, 20.0])
    inner = grad(f, sens_param=True)
    same(grad(inner, 2)(x, y, sens), DX)
    same(grad(inner)(x, y, sens), [60.0, 160.0])
    same(grad(inner, sens_param=True)(x, y, sens, sens), [600.0, 3200.0])


def test_gradient_functions_inside_of_construct(net):
    class Penalty(nn.Cell):
        def __init__(self, net):
            super().__init__()
            self.net = net
            self.weights = ParameterTuple(net.trainable_params())
            self.both = GradOperation(get_all=True, get_by_list=True)
            self.with_value = value_and_grad(net, 0, net.w)

        def construct(self, x):
            (dx,), (dw, db) = self.both(self.net, self.weights)(x)
            out, (_, only) = self.with_value(x)
            return dx * dx + dw * db + out * only

    (x,) = tensors(X)
    # dx = w, dw = x, db = 2, out = x w + b: w w + 2 x + x (x w + b)
    same(Penalty(net)(x), [4 + 2 + 3.0, 9 + 4 + 14.0])
    # by x: 2 + 2 x w + b
    same(grad(Penalty(net))(x), [2 + 4 + 1.0, 2 + 12 + 1.0])


def test_a_cell_with_hooks_of_its_own():
    class Square(nn.Cell):
        def construct(self, x):
            return x * x

    net = Square()
    handle = net.register_forward_pre_hook(lambda cell, inputs: (inputs[0] * 10,))
    (x,) = tensors(X)
    out, dx = [100.0, 400.0], [200.0, 400.0]
    same(value_and_grad(net)(x), (out, dx))
    handle.remove()
    same(grad(net)(x), [2.0, 4.0])


# ------------------------------------------------------------------------- errors


@pytest.mark.parametrize("make", [grad, value_and_grad])
@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        (
            {"grad_position": None},
            ValueError,
            "`grad_position` and `weight` can not be None at the same time.",
        ),
        ({"grad_position": (0, 0)}, ValueError, "duplicate positions"),
        ({"grad_position": -1}, ValueError, "grad_position must be >= 0."),
        ({"grad_position": (0, -1)}, ValueError, "grad_position must be >= 0."),
        ({"grad_position": [0, 1]}, TypeError, "must be int or tuple, but got list"),
        ({"grad_position": 1.0}, TypeError, "must be int or tuple, but got float"),
        ({"grad_position": True}, TypeError, "must be int or tuple, but got bool"),
        ({"grad_position": (0, 1.0)}, TypeError, "elements of grad_position"),
        ({"grad_position": ()}, RuntimeError, "empty tuple"),
        ({"has_aux": 1}, TypeError, "has_aux must be a bool, but got int"),
        ({"return_ids": "yes"}, TypeError, "return_ids must be a bool, but got str"),
        ({"sens_param": None}, TypeError, "sens_param must be a bool"),
        ({"weights": 3}, TypeError, "weights must be a Parameter"),
        ({"weights": [Tensor(1.0)]}, TypeError, "must be Parameters, but got Tensor"),
    ],
)
def test_errors_of_arguments(make, arguments, error, text):
    with pytest.raises(error) as caught:
        make(f, **arguments)
    assert text in str(caught.value)


@pytest.mark.parametrize("make", [grad, value_and_grad, GradOperation()])
def test_what_cannot_be_called_is_refused(make):
    with pytest.raises(TypeError, match="must be a function or a Cell, but got int"):
        make(3)


@pytest.mark.parametrize("flag", ["get_all", "get_by_list", "sens_param"])
def test_errors_of_grad_operation(flag):
    with pytest.raises(TypeError, match=f"{flag} must be a bool, but got int"):
        GradOperation(**{flag: 1})


def test_weights_can_only_be_left_out_for_a_cell():
    with pytest.raises(TypeError, match="left out for a Cell"):
        GradOperation(get_by_list=True)(f)


def test_errors_of_a_call():
    x, y = tensors(X, Y)
    with pytest.raises(RuntimeError, match="grad_position 2 is out of range"):
        grad(f, 2)(x, y)
    for make in (grad, value_and_grad):
        with pytest.raises(ValueError, match="must give several outputs"):
            make(f, has_aux=True)(x, y)
    with pytest.raises(TypeError, match="too many positional arguments"):
        grad(f)(x, y, x)
    with pytest.raises(TypeError, match="missing a required argument: 'y'"):
        grad(f)(x)
    with pytest.raises(TypeError, match="last argument is the sens"):
        grad(cube, sens_param=True)()
