"""The entry point of a module: whose names win, and what its checks notice."""

import inspect
import linecache
import re

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn, ops
from srcad.compiler.ir.avals import Aval
from tests.srcad.compiler.derivatives import generate


class Scaled(nn.Cell):
    """Has a Parameter ``w``; a subclass says what its inputs are called."""

    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([2.0, 3.0]), name="w")


def named(word):
    """A Cell with an input of this name, and one called ``y``."""
    construct = lambda_of(f"lambda self, {word}, y: {word} * y * self.w")
    return type("Named", (Scaled,), {"construct": construct})()


def lambda_of(source, **names):
    """A function with this text, and these globals."""
    linecache.cache["<words>"] = (len(source), None, [source], "<words>")
    return eval(compile(source, "<words>", "eval"), names)


WORDS = (
    *("out", "params", "dout", "residuals", "updates", "w", "dy", "dw", "cell"),
    *("np", "forward", "backward", "SIGNATURE", "check", "check_like"),
    *("ones_like", "value_and_grad", "print", "len", "Tensor", "inputs", "sizes"),
    *("captured", "load_captured", "CAPTURED", "rng", "stem", "float64", "float32"),
    "given",
)


@pytest.mark.parametrize("word", WORDS)
def test_an_input_may_have_any_name(word):
    module = generate(named(word), {word: "float64[2]", "y": "float64[2]"}).space
    x, y = np.array([5.0, 7.0]), np.array([11.0, 13.0])
    w = np.array([2.0, 3.0], np.float32)
    out, ((dx, dy), dw) = module["value_and_grad"](x, y, {"w": w})
    np.testing.assert_allclose(out, x * y * w)
    np.testing.assert_allclose(dx, y * w)
    np.testing.assert_allclose(dy, x * w)
    np.testing.assert_allclose(dw["w"], x * y)
    first = next(iter(inspect.signature(module["forward"]).parameters))
    assert first.rstrip("_") == word


@pytest.mark.parametrize("word", [*WORDS, "zip", "dict"])
def test_one_of_many_inputs_may_have_any_name(word):
    others = [f"input_number_{k}" for k in range(4)]
    text = f"lambda {', '.join([word, *others])}: {' * '.join([word, *others])}"
    made = generate(lambda_of(text), dict.fromkeys([word, *others], "float64[n]"))
    arrays = np.arange(1.0, 11.0).reshape(5, 2)
    out, grads = made.space["value_and_grad"](*arrays)
    np.testing.assert_allclose(out, arrays.prod(axis=0))
    np.testing.assert_allclose(grads, arrays.prod(axis=0) / arrays)
    for wrong, name in ((np.ones(3), others[3]), (None, others[3])):
        with pytest.raises(ValueError, match=f"^{name} is "):
            made.space["value_and_grad"](*arrays[:-1], wrong)
    entry = made.text.partition("def value_and_grad")[2].partition("return sizes")[0]
    assert entry.count("\n") < 28


@pytest.mark.parametrize("word", WORDS)
def test_an_input_beside_a_captured_array_may_have_any_name(word):
    w = np.array([2.0, 3.0])
    function = lambda_of(f"lambda {word}, y: {word} * y * W", W=w)
    module = generate(function, {word: "float64[2]", "y": "float64[2]"}).space
    x, y = np.array([5.0, 7.0]), np.array([11.0, 13.0])
    (key,) = module["SIGNATURE"]["captured"]
    out, (dx, dy) = module["value_and_grad"](x, y, {key: w})
    np.testing.assert_allclose(out, x * y * w)
    np.testing.assert_allclose((dx, dy), (y * w, x * w))


@pytest.mark.parametrize("word", WORDS)
def test_a_captured_array_may_have_any_name(word):
    function = lambda_of(f"lambda x: x * {word}", **{word: np.arange(17.0)})
    module = generate(function, {"x": "float64[17]"}).space
    assert module["SIGNATURE"]["captured"] == {word: (np.float64, (17,))}
    ones = np.ones(17)
    out, (dx,) = module["value_and_grad"](ones, {word: 2 * ones})
    np.testing.assert_array_equal((out, dx), (2 * ones, 2 * ones))


@pytest.fixture(scope="module")
def module():
    cell = named("x")
    return generate(cell, {"x": "float64[n, n]", "y": "float64[n, 2]"}).space


def arguments(rows=2, columns=2, height=2, **more):
    x, y = np.ones((rows, columns)), np.ones((height, 2))
    return x, y, {"w": np.ones(2, np.float32), **more}


def test_what_fits_is_accepted(module):
    assert module["value_and_grad"](*arguments())[0].shape == (2, 2)


X, Y, PARAMS = arguments()
HALF = np.ones(2, np.float32) / 2
MISFITS = {
    "a size, twice in one": (
        arguments(columns=1),
        "x is float64(2, 1); expected float64('n', 'n')",
    ),
    "a size, in two": (
        arguments(height=1),
        "y is float64(1, 2); expected float64('n', 2)",
    ),
    "a number of axes": ((X[0], Y, PARAMS), "x is float64(2,); expected"),
    "no axes": ((X.sum(), Y, PARAMS), "x is float64(); expected"),
    "dtype": ((X, Y, {"w": np.ones(2)}), "w is float64(2,); expected float32(2,)"),
    "None": ((X, None, PARAMS), "y is None; expected float64('n', 2)"),
    "a number": ((1.5, Y, PARAMS), "x is 1.5; expected float64('n', 'n')"),
    "a list": (([1.0], Y, PARAMS), "x is [1.0]; expected"),
    "unknown": (arguments(v=HALF), "v is unknown"),
    "missing": ((X, Y, {}), "w is missing"),
    "dout of another shape": ((X, Y, PARAMS, X[0]), "dout is float64(2,); expected"),
    "dout of another dtype": (
        (X, Y, PARAMS, np.float32(X)),
        "dout is float32(2, 2); expected float64(2, 2)",
    ),
    "a number for dout": ((X, Y, PARAMS, 1.0), "dout is 1.0; expected float64(2, 2)"),
}


@pytest.mark.parametrize("given", MISFITS)
def test_what_does_not_fit_is_named(module, given):
    arrays, text = MISFITS[given]
    with pytest.raises(ValueError, match=re.escape(text)):
        module["value_and_grad"](*arrays)


def test_the_cotangent_of_a_number():
    module = generate(lambda x: x.sum() ** 2, {"x": "float32[n]"}).space
    x = np.ones(3, np.float32)
    for dout in (0.5, np.float64(0.5), np.array(0.5)):
        out, (dx,) = module["value_and_grad"](x, dout)
        assert (out.dtype, dx.dtype) == (np.float32, np.float32)
        np.testing.assert_array_equal(dx, [3, 3, 3])
    with pytest.raises(ValueError, match=re.escape("dout is float32(3,); expected")):
        module["value_and_grad"](x, x)


def test_numbers():
    module = generate(lambda x, k: x * k, {"x": "float64[n]", "k": "float"}).space
    x = np.ones(2)
    assert module["SIGNATURE"]["inputs"]["k"] == (float, ())
    for k in (2, 2.0, np.float32(2), np.array(2.0)):
        out, _ = module["value_and_grad"](x, k)
        np.testing.assert_array_equal(out, [2, 2])
    for k in (None, x, "2", [2.0]):
        with pytest.raises(ValueError, match=r"k is .*; expected a number"):
            module["value_and_grad"](x, k)


def test_a_structured_output():
    def several(x, k):
        return {"y": x * k, "rest": (x.sum(), k * 2.0, x > 0)}

    module = generate(several, {"x": "float64[n]", "k": "float"}).space
    x = np.ones(2)
    plain = module["value_and_grad"](x, 2.0)
    ones = {"y": x, "rest": (1.0, 1.0, None)}
    given = module["value_and_grad"](x, 2.0, ones)
    for (dx, dk), want in ((plain[1], 3), (given[1], 3)):
        np.testing.assert_array_equal(dx, [want, want])
        assert dk == 4.0
    wrong = {
        "dout is [1]; expected the structure of out": [1],
        "dout is {'y': None}; expected the structure of out": {"y": None},
        "dout['rest'] is (1.0,); expected": {"y": x, "rest": (1.0,)},
        "dout['y'] is None; expected float64(2,)": {**ones, "y": None},
        "dout['y'] is float64(1,); expected": {**ones, "y": x[:1]},
        "dout['rest'][0] is None; expected a number": {**ones, "rest": (None, 1, 1)},
    }
    for text, dout in wrong.items():
        with pytest.raises(ValueError, match=re.escape(text)):
            module["value_and_grad"](x, 2.0, dout)


class HalfRead(nn.Cell):
    def __init__(self):
        super().__init__()
        self.read = nn.Dense(2, 3)
        self.unread = nn.Dense(4, 5, has_bias=False)

    def construct(self, x):
        return self.read(x)


def test_parameters_that_nothing_reads():
    cell = HalfRead()
    params = {name: p.asnumpy() for name, p in cell.parameters_and_names()}
    avals = {name: Aval("float32", a.shape, tensor=True) for name, a in params.items()}
    inputs = {"x": "float32[n, 2]"}
    made = generate(cell, inputs, parameters=tuple(avals.items()))
    assert "unread.weight  float32[5, 4]  unused\n" in made.text
    value_and_grad = made.space["value_and_grad"]
    x = np.ones((1, 2), np.float32)
    read = {name: a for name, a in params.items() if name.startswith("read")}
    for given in (params, read):
        _, (_, gradients) = value_and_grad(x, given)
        assert list(gradients) == ["read.weight", "read.bias"]
    with pytest.raises(ValueError, match="other is unknown"):
        value_and_grad(x, {**params, "other": x})


float64 = np.dtype("float64")


def check(dout, dtype):
    """Three times ``dout``, which is of this dtype."""
    assert dout.dtype == dtype
    return 3 * dout


class Words(nn.Cell):
    def construct(self, x):
        return 2 * x

    def bprop(self, x, out, dout):
        return (check(dout.asnumpy(), float64),)


def test_the_words_of_a_bprop_come_first():
    """A user's method reads its own ``float64`` and ``check``; ours are others."""
    module = generate(Words(), {"x": "float64[n]"})
    out, (dx,) = module.space["value_and_grad"](np.ones(2))
    np.testing.assert_array_equal((out, dx), ([2, 2], [3, 3]))


class Product(nn.Cell):
    def construct(self, x, y):
        return x * y * y


class Nested(nn.Cell):
    """An input, and the function of a sub-cell, are called ``q``."""

    def __init__(self):
        super().__init__()
        self.q = Product()

    def construct(self, q, y):
        for _ in range(2):
            print(self.q(q, y) - q)
            q = self.q(q, y) - q
        return q


class Outer(nn.Cell):
    def __init__(self):
        super().__init__()
        self.nested = Nested()

    def construct(self, x, y):
        return self.nested(x, y) * 2 + self.nested(x * 2, y)


@pytest.mark.parametrize(("cell", "factor"), [(Nested(), 1), (Outer(), 4)])
def test_a_function_called_like_an_argument(cell, factor, capsys):
    module = generate(cell, ("float64[n]", "float64[n]"), live=True)
    x, y = np.array([1.0, 2.0]), np.array([2.0, 3.0])
    out, (dx, _) = module.space["value_and_grad"](x, y)
    np.testing.assert_allclose(out, factor * x * (y**2 - 1) ** 2)
    np.testing.assert_allclose(dx, factor * (y**2 - 1) ** 2)
    assert capsys.readouterr().out


NOISY = (
    lambda cell, x: ops.dropout(cell(x, x), 0.5),
    lambda cell, rng: ops.dropout(cell(rng, rng), 0.5),
    lambda cell, params: ops.dropout(cell(params, params), 0.5),
)


@pytest.mark.parametrize("noisy", NOISY)
def test_the_generator_has_one_name(noisy):
    """What draws random numbers and reads Parameters, whatever its input is called."""
    cell = named("x")
    x = Tensor(np.array([5.0, 7.0], np.float32))
    srcad.set_seed(3)
    out, gradient = srcad.value_and_grad(noisy, 1)(cell, x)
    kept = out.asnumpy() != 0
    np.testing.assert_allclose(out.asnumpy(), kept * 2 * np.array([50.0, 147.0]))
    np.testing.assert_allclose(gradient.asnumpy(), kept * 2 * np.array([20.0, 42.0]))
