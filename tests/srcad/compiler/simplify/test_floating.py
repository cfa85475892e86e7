"""What raises FloatingPointError is done where nobody reads its result."""

import numpy as np
import pytest

import srcad
from tests.srcad.compiler.side_by_side import module_of, plainly

X = np.array([0.7, -1.3, 2.1, 0.4])
HEAD = "import numpy as np\n\n\n"
# What stands in a `try`, or where nothing catches it.
DONE = (
    "z = 1 / (x - x)",
    "np.log(x - x)",
    "np.sqrt(x)",
    "np.exp(1000 * abs(x))",
    "x[0] * 1e308 * 1e10",
    "np.mean(np.sqrt(x))",
    "np.linalg.norm(x * 1e200)",
    "np.where(x > 0, np.log(x), 0.0)",
    "np.floor(x).astype(int) // (np.floor(x) - np.floor(x)).astype(int)",
    "(lambda y: np.arcsin(y))(3.0 + x * x)",
    "[np.sqrt(one) for one in x]",
    "for k in range(3): z = k / (x - x)",
    "if x[0] > 0: z = np.sqrt(x[1] * x[0])",
    "np.tanh(x)",
    "np.abs(x) + np.maximum(x, 0.0)",
    "x = x * 3.0",
)
CAUGHT = """\
def f(x):
    y = x
    try:
        {}
        y = y * 2.0
    except {}:
        return (x**2).sum()
    return y.sum()
"""
ALONE = """\
def f(x):
    y = x * 2.0
    {}
    return (y**2).sum()
"""
WITH = """\
def f(x):
    y = x * 2.0
    with np.errstate({}):
        {}
    return (y**2).sum()
"""
STATES = ("warn", "raise", "ignore")


def _same(function, state):
    """Whether a program gives what Python does, or raises that."""
    with np.errstate(all=state):
        try:
            wanted = function(X.copy())
        except FloatingPointError:
            wanted = None
        if wanted is None:
            with pytest.raises(FloatingPointError):
                srcad.value_and_grad(function)(X.copy())
            return
        out, gradient = srcad.value_and_grad(function)(X.copy())
    np.testing.assert_allclose(out, wanted)
    assert gradient.shape == X.shape


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("caught", ["FloatingPointError", "ArithmeticError"])
@pytest.mark.parametrize("done", DONE)
def test_what_is_caught_is_raised(done, caught, tmp_path):
    function = module_of(tmp_path, "caught", HEAD + CAUGHT.format(done, caught)).f
    for state in STATES:
        _same(function, state)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("done", DONE)
def test_what_nobody_catches_is_raised(done, tmp_path):
    function = module_of(tmp_path, "alone", HEAD + ALONE.format(done)).f
    for state in STATES:
        _same(function, state)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "said", ["all='raise'", "divide='raise'", "invalid='ignore'", "all='ignore'"]
)
@pytest.mark.parametrize("done", DONE[:4])
def test_what_the_text_says_comes_first(done, said, tmp_path):
    function = module_of(tmp_path, "said", HEAD + WITH.format(said, done)).f
    for state in STATES:
        _same(function, state)


@pytest.mark.filterwarnings("ignore")
def test_the_process_is_asked_at_each_call(tmp_path):
    function = module_of(tmp_path, "asked", HEAD + ALONE.format(DONE[2])).f
    gradient = srcad.value_and_grad(function)
    wanted = plainly(function, X)
    for state in STATES:
        with np.errstate(all=state):
            if state == "raise":
                with pytest.raises(FloatingPointError):
                    gradient(X.copy())
                continue
            out, found = gradient(X.copy())
        np.testing.assert_allclose(out, wanted[0])
        np.testing.assert_allclose(found, wanted[1], rtol=1e-5)
