"""The entry point of a module: whose names win, and what its checks notice."""

import inspect
import linecache

import numpy as np
import pytest

import srcad
from srcad import Parameter, Tensor, nn, ops
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
    *("np", "forward", "backward", "SIGNATURE", "check_arguments", "check_arrays"),
    *("value_and_grad", "print", "len", "Tensor", "inputs", "sizes", "given"),
    *("captured", "load_captured", "CAPTURED", "rng", "stem"),
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
    assert module["SIGNATURE"]["captured"] == {word: "float64[17]"}
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


@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        (
            arguments(columns=1),
            ValueError,
            "x has shape (2, 1); expected float64[n, n]",
        ),
        (arguments(height=1), ValueError, "y has shape (1, 2); expected float64[n, 2]"),
        (arguments(v=np.ones(2)), TypeError, "v is none of the parameters"),
        (
            (*arguments()[:2], {"w": np.ones(2)}),
            TypeError,
            "w is float64; expected float32[2]",
        ),
        ((*arguments()[:2], {}), TypeError, "w is missing; expected float32[2]"),
        (([1.0], *arguments()[1:]), TypeError, "x is list; expected float64[n, n]"),
    ],
    ids=["within one", "between two", "unknown", "dtype", "missing", "a list"],
)
def test_what_does_not_fit_is_named(module, given, error, text):
    with pytest.raises(error) as caught:
        module["value_and_grad"](*given)
    assert text in str(caught.value)


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
