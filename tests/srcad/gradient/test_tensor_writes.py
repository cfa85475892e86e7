"""Writes into Tensors and parts of them: compiled as in an eager call.

A part of a Tensor is a view (``h[0]``), what an operator gives is not (``h.T``), and
``+=`` makes another Tensor. The tables are crossed; what Python computes is the oracle
of the value, and differences of it are those of the gradient.
"""

import itertools
import linecache

import numpy as np
import pytest

import srcad
from srcad import Tensor, ops
from srcad.compiler.diagnostics.errors import CompileError
from tests.sampling import sampled

X = np.arange(6.0).reshape(2, 3) + 0.3
Y = np.array([1.1, 2.2, 0.7])
WEIGHTS = Tensor(X**2)
STEP = 1e-6

NAMES = [
    *("h = x * 1", "h = x * 1; z = h[0]", "h = x * 1; z = h[:, 1:]", "h = x; z = h[0]"),
    *("h = x * 1; z = h[1][1:]", "h = x * 1; z = h", "h = x * 1; z = h.reshape(3, 2)"),
    *("h = x * 1; q = [h, h]; z = q[1]", "h = x * 1; q = h[0], h[1]; z = q[1]"),
    *("h = x * 1; z = h[[0, 1]]", "h = x * 1; z = h.T", "h = x * 1; z = h[...]"),
    *("h = x * 1; z, u = h", "h = x * 1; z = list(h)[1]", "h = x * 1; z = h[0].copy()"),
    *("h = x * 1; z = h[None][0]", "h = x * 1; z = {'a': h[0]}['a']"),
    *("h = x * 1; z = h[ops.argmax(y)[None]]", "h = x * 1; z = next(iter(h))"),
    *("h = x * 1; z = h.narrow(1, 0, 2)", "h = x * 1; z = h.split(1)[0]"),
    *("h = x * 1; z = ops.unstack(h)[1]", "h = x * 1; z = ops.depend(h, y)"),
    *("h = x * 1; z = ops.IdentityN()((h, y))[0]", "h = x * 1; z = h.real()"),
]
WRITES = [
    *("h[0] = 9.0", "h[0, 1] = y[0]", "h[...] = h * 2", "h *= 2.0", "h[0] += y"),
    *("h[0, 1] = z[0].sum()", "z[0] = 9.0", "z[...] = z * y[0] + 1", "z += 1.0"),
    *("z[0] += 1.0", "z[0] = h[0, 0] * 2.0", "if y.sum() > 0: h[0] = y"),
    *("if y.sum() > 0: z[0] = 4.0", "for k in range(2): h[k] = h[k] * y"),
    *("for r in h: r[...] = r * r", "for v in y: h[0] = h[0] * v"),
    *("for v in y: z[0] = z[0] * v", "for v in y: h[0][1] = v * h[0, 0]"),
    *("a, b = h; a[0] = 5.0", "while h[0].sum() < 50: h[0] = h[0] * 2 + 1"),
    *("h.add_(1.0)", "z.add_(y[0], alpha=2)", "h[0].mul_(y)", "h.mul_(2.0).sub_(h[0])"),
    *("for v in y: z.mul_(v)", "for v in y: h.div_(v)", "for r in h: r.add_(y)"),
    *("if y.sum() > 0: z.add_(3.0)", "z.copy_(z * z)", "h.copy_(y)", "z.zero_()"),
    *(
        "h[0].fill_(3.0)",
        "z.clamp_(1.0, 3.0)",
        "z.exp_().log_()",
        "z.sigmoid_().tanh_()",
    ),
    *("z.masked_fill_(z > 2, 0.5)", "q = h.add_(1.0); q.floor_divide_(2.0)"),
    *("h[1].remainder_(2.0)", "z.sign_().floor_()", "x.add_(h)"),
]
RESULTS = ["(h * w).sum()", "(h * w).sum() + (z * z).sum()"]
PROGRAMS = [
    f"def f(x, y, w):\n  {names}\n  {write}\n  return {result}\n"
    for names, write, result in itertools.product(NAMES, WRITES, RESULTS)
    if "z =" in names or "z, " in names or "z" not in write + result
]


def function_of(text):
    """The function of a text that its source is found in."""
    name = f"<program {PROGRAMS.index(text)}>"
    linecache.cache[name] = len(text), None, text.splitlines(True), name
    space = {"ops": ops, "srcad": srcad}
    exec(compile(text, name, "exec"), space)
    return space["f"]


def value(function, x, y):
    return float(function(Tensor(x), Tensor(y), WEIGHTS.copy()))


def differences(function, place):
    found = np.zeros((X, Y)[place].shape)
    for index in np.ndindex(found.shape):
        both = []
        for sign in (1, -1):
            arrays = [X.copy(), Y.copy()]
            arrays[place][index] += sign * STEP
            both.append(value(function, *arrays))
        found[index] = (both[0] - both[1]) / (2 * STEP)
    return found


@pytest.mark.parametrize("text", sampled(PROGRAMS, 12))
def test_as_in_an_eager_call(text):
    function = function_of(text)
    expected = value(function, X, Y)
    inputs = Tensor(X.copy()), Tensor(Y.copy()), WEIGHTS.copy()
    found, gradients = srcad.value_and_grad(function, (0, 1))(*inputs)
    np.testing.assert_allclose(float(found), expected, rtol=1e-12)
    np.testing.assert_array_equal(inputs[0].asnumpy(), X)
    for place, gradient in enumerate(gradients):
        known = differences(function, place)
        size = max(1.0, np.abs(known).max())
        np.testing.assert_allclose(
            gradient.asnumpy(), known, rtol=1e-6, atol=1e-7 * size
        )


@pytest.mark.parametrize(
    "choice",
    [
        "z = h[0] if y.sum() > 0 else h[1]",
        "z = max([h[0], h[1]], key=lambda row: row.sum())",
    ],
)
def test_a_part_that_run_time_chooses_is_not_written_into(choice):
    text = f"def f(x, y, w):\n  h = x * 1\n  {choice}\n  z[0] = 9.0\n  return h.sum()\n"
    PROGRAMS.append(text)
    with pytest.raises(CompileError):
        srcad.grad(function_of(text))(Tensor(X), Tensor(Y), WEIGHTS)


# ------------------------------------------------------------------------- in place


def test_the_tensor_itself_is_given():
    x = Tensor(np.array([1.0, 4.0], np.float32))
    assert x.add_(1).mul_(Tensor(2.0)) is x
    assert x.tolist() == [4.0, 10.0]
    assert x.dtype == srcad.float32


def test_what_is_computed_is_cast():
    x = Tensor(np.array([1, 4], np.int8))
    assert x.add_(Tensor(np.array([3], np.int64))).dtype == srcad.int8
    assert x.tolist() == [4, 7]
    half = Tensor(np.ones(2, np.float16))
    assert half.sub_(Tensor(np.ones(2))).dtype == srcad.float16


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x.add_(1.5),
        lambda x: x.div_(2),
        lambda x: x.mul_(Tensor([1.0, 2.0])),
        lambda x: x.exp_(),
    ],
)
def test_integers_take_no_floats(call):
    with pytest.raises(TypeError, match="Int64 cannot hold what is computed"):
        call(Tensor([1, 2]))
    with pytest.raises((CompileError, TypeError), match="cannot hold what is computed"):
        srcad.grad(lambda y: (call(Tensor([1, 2])) * y).sum())(Tensor([1.0, 2.0]))


def test_another_shape_is_refused():
    with pytest.raises(ValueError, match=r"shape \(2,\) cannot hold"):
        Tensor([1.0, 2.0]).add_(Tensor(np.ones((3, 2))))


def test_a_number():
    def program(x):
        return x.sum().mul_(3.0).add_(x[0]) ** 2

    x = Tensor(np.array([1.0, 2.0]))
    found, gradient = srcad.value_and_grad(program)(x)
    assert float(found) == 100.0
    assert gradient.tolist() == [80.0, 60.0]


class Counting(srcad.nn.Cell):
    def __init__(self):
        super().__init__()
        zeros = Tensor(np.zeros(2, np.float32))
        self.total = srcad.Parameter(zeros, "total", requires_grad=False)

    def construct(self, x):
        self.total.add_(x)
        return (self.total * x).sum()


def test_parameters_keep_what_is_written():
    eager, compiled = Counting(), Counting()
    x = Tensor(np.array([1.0, 2.0], np.float32))
    gradient = srcad.value_and_grad(compiled)
    for step in (1, 2, 3):
        value, dx = gradient(x)
        assert float(value) == float(eager(x)) == 5.0 * step
        np.testing.assert_array_equal(compiled.total.asnumpy(), step * x.asnumpy())
        np.testing.assert_array_equal(dx.asnumpy(), (step + 1) * x.asnumpy())


# ------------------------------------------------------------ views in lists of run time


def read_before(x, y):
    h, q = x * 1, []
    for _ in y:
        q.append(h[0])
    z = q[0]
    h[0] = 9.0
    return (z * z).sum()


def read_after(x, y):
    h, q = x * 1, []
    for k in range(2):
        q.append(h[k])
    h[1] = 9.0
    return (q[1] * q[1]).sum()


def written_through(x, y):
    h, q = x * 1, [x[1] * 2]
    for _ in y:
        q.append(h[0])
    z = q[1]
    z[0] = 9.0
    return h.sum()


@pytest.mark.parametrize("kind", [np.asarray, Tensor])
def test_what_a_list_holds_is_written_where_it_is_known_one_by_one(kind):
    found, gradient = srcad.value_and_grad(written_through)(kind(X), kind(Y))
    assert float(found) == float(written_through(kind(X), kind(Y)))
    np.testing.assert_array_equal(np.asarray(gradient)[0, :2], [0.0, 1.0])


@pytest.mark.parametrize("kind", [np.asarray, Tensor])
@pytest.mark.parametrize("program", [read_before, read_after])
def test_what_a_list_holds_a_view_of_is_not_written(kind, program):
    """What was read from the list before would be what the array was."""
    with pytest.raises(CompileError, match="SRC015"):
        srcad.grad(program)(kind(X), kind(Y))


def test_what_a_list_holds_may_be_read_again():
    def program(x, y):
        h, q = x * 1, []
        h[0] = 2 * h[0]
        for _ in y:
            q.append(h[0])
        return (q[0] * q[1]).sum()

    found, gradient = srcad.value_and_grad(program)(Tensor(X), Tensor(Y))
    np.testing.assert_allclose(float(found), 4 * (X[0] ** 2).sum())
    np.testing.assert_allclose(gradient.asnumpy(), [8 * X[0], 0 * X[1]])


def test_what_stop_gradient_gives_is_an_array_of_its_own():
    def function(x):
        h = x * 1
        z = ops.stop_gradient(h)
        z[0] = 9.0
        return (h * z).sum()

    value, gradient = srcad.value_and_grad(function)(Tensor(X))
    fixed = X.copy()
    fixed[0] = 9.0
    np.testing.assert_allclose(value.asnumpy(), (X * fixed).sum())
    np.testing.assert_allclose(gradient.asnumpy(), fixed)
