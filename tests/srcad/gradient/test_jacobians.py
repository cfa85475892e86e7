"""``vjp`` and ``jacrev``: MindSpore's structures, and the numbers."""

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, grad, jacrev, nn, ops, vjp
from srcad.compiler.diagnostics.errors import CompileError

X = Tensor([3.0, 2.0])
Y = Tensor([1.0, 4.0])


def square(x):
    return x * x


def product(x, y):
    return x * y


def two(x, y):
    return x * y, x + y


def three(x, y):
    return x * y, x + y, x - y


class Scale(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([2.0, 5.0]), name="w")

    def construct(self, x):
        return x * self.w


def lists(item):
    """The same structure with nested lists in the place of Tensors."""
    if isinstance(item, tuple):
        return tuple(map(lists, item))
    assert isinstance(item, Tensor)
    return item.tolist()


# ------------------------------------------------------------------------------ vjp


def test_vjp_gives_the_output_and_a_function_that_gives_a_tuple():
    out, pullback = vjp(square, X)
    assert lists(out) == [9, 4]
    assert lists(pullback(Tensor([1.0, 10.0]))) == ([6, 40],)


def test_its_function_may_be_called_again():
    _, pullback = vjp(square, X)
    first = lists(pullback(Tensor([1.0, 1.0])))
    assert lists(pullback(Tensor([2.0, 2.0]))) == ([12, 8],)
    assert lists(pullback(Tensor([1.0, 1.0]))) == first


@pytest.mark.parametrize("as_tuple", [False, True])
def test_several_outputs_take_several_cotangents(as_tuple):
    out, pullback = vjp(two, X, Y)
    assert lists(out) == ([3, 8], [4, 6])
    both = (Tensor([1.0, 1.0]), Tensor([10.0, 10.0]))
    given = pullback(both) if as_tuple else pullback(*both)
    assert lists(given) == ([11, 14], [13, 12])


def test_weights_of_vjp():
    net = Scale()
    ones = Tensor([1.0, 1.0])
    _, pullback = vjp(net, X, weights=net.trainable_params())
    assert lists(pullback(ones)) == (([2, 5],), ([3, 2],))
    _, pullback = vjp(net, X, weights=net.w)
    assert lists(pullback(ones)) == (([2, 5],), [3, 2])


def test_has_aux_of_vjp():
    first, pullback, aux = vjp(two, X, Y, has_aux=True)
    assert (lists(first), lists(aux)) == ([3, 8], [4, 6])
    assert lists(pullback(Tensor([1.0, 1.0]))) == ([1, 4], [3, 2])
    _, _, aux = vjp(three, X, Y, has_aux=True)
    assert lists(aux) == ([4, 6], [2, -2])


def test_vjp_of_ndarrays_gives_ndarrays():
    out, pullback = vjp(product, np.array([3.0]), np.array([2.0]))
    gradients = pullback(np.array([1.0]))
    assert [type(item) for item in (out, *gradients)] == [np.ndarray] * 3


def test_a_loop_whose_pullback_is_called_twice():
    def power(x):
        out = x
        for _ in range(x.shape[0]):
            out = out * x
        return out

    _, pullback = vjp(power, X)
    for _ in range(2):
        np.testing.assert_allclose(
            pullback(Tensor([1.0, 1.0]))[0].asnumpy(), 3 * X.asnumpy() ** 2
        )


@pytest.mark.parametrize(
    ("cotangents", "error"),
    [
        ((), ValueError),
        ((Tensor([1.0, 1.0]), Tensor([1.0, 1.0])), ValueError),
        ((Tensor([1.0]),), ValueError),
        ((Tensor([1, 1]),), TypeError),
    ],
    ids=["none", "two", "shape", "dtype"],
)
def test_cotangents_that_do_not_fit(cotangents, error):
    _, pullback = vjp(square, X)
    with pytest.raises(error):
        pullback(*cotangents)


def test_arguments_of_vjp_that_do_not_fit():
    with pytest.raises(TypeError, match="fn must be a function"):
        vjp(3, X)
    with pytest.raises(TypeError, match="must be Tensors"):
        vjp(product, X, "2")
    with pytest.raises(ValueError, match="has_aux=True"):
        vjp(square, X, has_aux=True)


# --------------------------------------------------------------------------- jacrev


def test_a_jacobian_has_the_shape_of_the_output_and_then_of_the_input():
    def function(x):
        return ops.stack((x[0] * x[1], x[0] + x[1], x[1]))

    assert lists(jacrev(function)(X)) == [[2, 3], [1, 1], [0, 1]]
    matrix = Tensor(np.arange(4, dtype=np.float32).reshape(2, 2))
    jacobian = jacrev(lambda m: m @ m)(matrix).asnumpy()
    assert jacobian.shape == (2, 2, 2, 2)
    m, eye = matrix.asnumpy(), np.eye(2)
    expected = np.einsum("ik,lj->ijkl", eye, m) + np.einsum("ik,lj->ijkl", m, eye)
    np.testing.assert_allclose(jacobian, expected)


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (0, [[1, 0], [0, 4]]),
        ((0,), [[1, 0], [0, 4]]),
        ((1, 0), ([[3, 0], [0, 2]], [[1, 0], [0, 4]])),
    ],
)
def test_positions_of_jacrev(position, expected):
    assert lists(jacrev(product, position)(X, Y)) == expected


def test_several_outputs_are_the_outer_tuple():
    first = ([[1, 0], [0, 4]], [[3, 0], [0, 2]])
    second = ([[1, 0], [0, 1]], [[1, 0], [0, 1]])
    assert lists(jacrev(two)(X, Y)) == (first[0], second[0])
    assert lists(jacrev(two, (0, 1))(X, Y)) == (first, second)


def rows(x):
    found = []
    for i in range(len(x)):
        found.append((x[i] * x[0], x[: i + 1]))
    return {"rows": found, "whole": x * x}


def test_structured_outputs_give_jacobians_in_their_structure():
    jacobian = jacrev(rows)(np.array([3.0, 2.0]))
    (first, upper), (second, whole) = jacobian["rows"]
    assert first.tolist() == [6.0, 0.0]
    assert second.tolist() == [2.0, 3.0]
    assert upper.tolist() == [[1.0, 0.0]]
    assert whole.tolist() == [[1.0, 0.0], [0.0, 1.0]]
    assert jacobian["whole"].tolist() == [[6.0, 0.0], [0.0, 4.0]]


def powers(x):
    found = [x]
    while found[-1] < 10.0:
        found.append(found[-1] * x)
    return found


def test_the_cotangent_of_a_list_is_a_list_as_long():
    x = np.float64(3.0)
    out, pullback = vjp(powers, x)
    assert out == [3.0, 9.0, 27.0]
    assert pullback([1.0, 10.0, 100.0]) == (1.0 + 60.0 + 2700.0,)
    assert grad(powers, sens_param=True)(x, (1.0, 10.0, 100.0)) == 2761.0
    with pytest.raises(ValueError, match="sens must be a list of 3 Tensors"):
        pullback([1.0, 10.0])


def test_has_aux_of_jacrev():
    jacobian, aux = jacrev(two, 0, True)(X, Y)
    assert (lists(jacobian), lists(aux)) == ([[1, 0], [0, 4]], [4, 6])
    _, aux = jacrev(three, has_aux=True)(X, Y)
    assert lists(aux) == ([4, 6], [2, -2])


def test_a_scalar_output_has_the_shape_of_the_input():
    assert lists(jacrev(lambda x: (x * x).sum())(X)) == [6, 4]


def test_jacobians_keep_the_dtype():
    x = Tensor([3.0, 2.0], srcad.float16)
    assert jacrev(square)(x).dtype == srcad.float16
    assert lists(jacrev(product, 1)(X, Tensor([1, 2]))) == [[3, 0], [0, 2]]


def test_an_output_without_elements():
    assert jacrev(lambda x: x[2:] * 3)(X).shape == (0, 2)


def test_jacrev_of_a_gradient_is_the_hessian():
    def cube(x):
        return (x * x * x).sum()

    assert lists(jacrev(grad(cube))(X)) == [[18, 0], [0, 12]]


@pytest.mark.parametrize(
    ("position", "error"),
    [(-1, ValueError), (5, ValueError), ([0], TypeError), ((0, 0), ValueError)],
)
def test_positions_that_do_not_fit(position, error):
    with pytest.raises(error):
        jacrev(product, position)(X, Y)


def test_arguments_of_jacrev_that_do_not_fit():
    with pytest.raises(TypeError, match="fn must be a function"):
        jacrev(3)
    with pytest.raises(ValueError, match="has_aux=True"):
        jacrev(square, 0, True)(X)


# --------------------------------------------------------------- inside of a gradient


@pytest.mark.parametrize(
    "function",
    [lambda x: vjp(square, x)[0], lambda x: jacrev(square)(x)],
    ids=["vjp", "jacrev"],
)
def test_inside_of_what_is_differentiated_they_are_refused(function):
    with pytest.raises(CompileError, match="inside of what is differentiated"):
        grad(function)(X)


def test_in_a_cell_that_is_only_called_they_work():
    class Jacobian(nn.Cell):
        def construct(self, x):
            return jacrev(square)(x)

    assert lists(Jacobian()(X)) == [[6, 0], [0, 4]]


HELD = np.array([1.0, 2.0, 3.0])
WEIGHT = Parameter(Tensor([2.0, 5.0, 3.0]), name="weight")


def in_a_loop(x):
    total, last = 0.0, x
    for number in x:
        total = total + number * (last * last).sum()
        last = x * number
    return total


def zeroed(x, out):
    """Write into an input, into outputs, and into what a function holds."""
    x[...] = 0
    for one in out if isinstance(out, tuple) else (out,):
        if isinstance(one, Tensor | np.ndarray):
            one[...] = 0
    HELD[...] = 0
    WEIGHT.asnumpy()[...] = 0


@pytest.mark.parametrize(
    ("function", "made"),
    [
        (lambda x: x**3, np.array),
        (lambda x: x**3, Tensor),
        (np.exp, np.array),
        (ops.exp, Tensor),
        (lambda x: (x[::-1] * x, x.T * 2), np.array),
        (lambda x: x * x * HELD, np.array),
        (lambda x: x * x * WEIGHT, Tensor),
        (in_a_loop, np.array),
        (in_a_loop, Tensor),
    ],
)
def test_what_is_written_after_vjp_changes_no_product(function, made):
    held, weight = HELD.copy(), WEIGHT.asnumpy().copy()
    found = []
    for change in (lambda x, out: None, zeroed):
        x = made([1.0, 2.0, 4.0])
        out, product = vjp(function, x)
        ones = tuple(one * 0 + 1 for one in out) if type(out) is tuple else out * 0 + 1
        change(x, out)
        found.append(np.asarray(product(ones)[0]))
    HELD[...], WEIGHT.asnumpy()[...] = held, weight
    np.testing.assert_array_equal(*found)
    assert found[0].all()
