"""``srcad.grad(f, engine="numba")``: asked for, refused, and what is left to NumPy.

Most of this runs without Numba, whose ``njit`` is then one that hands functions back;
the tests with the mark ``numba`` compile.
"""

import importlib.machinery
import subprocess
import sys
import types
import warnings

import numpy as np
import pytest

import srcad
from srcad import CompileError, Tensor, context, nn
from tests.srcad.compiler.programs.engines import PLAIN


@pytest.fixture(params=["python", pytest.param("numba", marks=pytest.mark.numba)])
def engine(request, monkeypatch):
    """Cores are run as plain Python, or compiled; how often, is counted."""
    if request.param == "python":
        module = types.ModuleType("numba")
        module.njit, module.core = PLAIN.njit, PLAIN.core
        for name, one in (("numba", module), ("scipy", types.ModuleType("scipy"))):
            one.__spec__ = importlib.machinery.ModuleSpec(name, None)
            monkeypatch.setitem(sys.modules, name, one)
    else:
        import numba  # noqa: F401
    srcad.gradient.modules.MODULES.clear()
    yield request.param
    # What was executed holds the Numba that it found.
    for name in [one for one in sys.modules if one.startswith("srcad_generated_")]:
        del sys.modules[name]
    srcad.gradient.modules.MODULES.clear()


def cubes(x, y):
    return np.sum(x**3 * y)


def halved(x):
    for _ in range(4):
        x = x * 0.5
    return x


X, Y = np.linspace(-1, 1, 7), np.linspace(2, 3, 7)


def same(first, second):
    np.testing.assert_allclose(first, second, 1e-12, 1e-12)


def test_values_and_gradients(engine):
    plain = srcad.value_and_grad(cubes, (0, 1))
    fast = srcad.value_and_grad(cubes, (0, 1), engine="numba")
    for size in (7, 7, 3, 0):
        (out, grads), (other, others) = (
            fast(X[:size], Y[:size]),
            plain(X[:size], Y[:size]),
        )
        assert type(out) is type(other)
        same(out, other)
        for one, two in zip(grads, others, strict=True):
            assert type(one) is np.ndarray
            same(one, two)


def scaled(m, a):
    return np.sum(np.tanh(m * a) @ m.T)


def test_arguments_in_other_forms_than_a_core_takes(engine):
    """After the first call, too, which is the one that compiles."""
    plain = srcad.value_and_grad(scaled, (0, 1))
    fast = srcad.value_and_grad(scaled, (0, 1), engine="numba")
    m = np.linspace(-1, 1, 12).reshape(3, 4)
    frozen = m.copy()
    frozen.flags.writeable = False
    for form in (m, np.asfortranarray(m), frozen, np.repeat(m, 2, 0)[::2], m):
        for a in (2.0, np.float64(2)):
            (out, grads), (other, others) = fast(form, a), plain(form, a)
            same(out, other)
            for one, two in zip(grads, others, strict=True):
                same(one, two)


def halves(x, y):
    n = y.shape[0]
    return np.sum(x[:n] * y * np.tanh(x[n:] * x[:n]))


def test_sizes_that_are_sums_of_others(engine):
    plain = srcad.value_and_grad(halves, (0, 1))
    fast = srcad.value_and_grad(halves, (0, 1), engine="numba")
    for x in (X[:6], X[:4], X):
        # Of seven elements the last is broadcast.
        y = Y[: len(x) // 2] if len(x) < 7 else Y[:6]
        (out, grads), (other, others) = fast(x, y), plain(x, y)
        same(out, other)
        for one, two in zip(grads, others, strict=True):
            same(one, two)


def test_numbers_stay_numbers(engine):
    out, dx = srcad.value_and_grad(halved, engine="numba")(3.0)
    plain_out, plain_dx = srcad.value_and_grad(halved)(3.0)
    assert (out, float(dx)) == (plain_out, float(plain_dx)) == (0.1875, 0.0625)
    assert type(out) is type(plain_out)


def test_arrays_that_do_not_lie_side_by_side_or_are_read_only(engine):
    fast = srcad.grad(cubes, (0, 1), engine="numba")
    plain = srcad.grad(cubes, (0, 1))
    wide = np.arange(14.0).reshape(7, 2)
    fixed = Y.copy()
    fixed.flags.writeable = False
    for arrays in ((wide[:, 1], Y), (X[::-1], fixed), (X, fixed)):
        for one, two in zip(fast(*arrays), plain(*arrays), strict=True):
            same(one, two)


def test_tensors_of_single_precision_and_their_parameters(engine):
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.dense = nn.Dense(3, 2)

        def construct(self, x):
            return srcad.ops.tanh(self.dense(x)).sum()

    srcad.set_seed(1)
    net = Net()
    x = Tensor(np.linspace(-1, 1, 12, dtype=np.float32).reshape(4, 3))
    weights = net.trainable_params()
    plain = srcad.value_and_grad(net, 0, weights)(x)
    for _ in range(2):
        out, (dx, dweights) = srcad.value_and_grad(net, 0, weights, engine="numba")(x)
        assert out.asnumpy().dtype == dx.asnumpy().dtype == np.float32
        # Eight terms of size 1, of either sign, are added in another order.
        np.testing.assert_allclose(out.asnumpy(), plain[0].asnumpy(), 1e-6, 1e-6)
        np.testing.assert_allclose(dx.asnumpy(), plain[1][0].asnumpy(), 1e-5, 1e-6)
        for one, two in zip(dweights, plain[1][1], strict=True):
            np.testing.assert_allclose(one.asnumpy(), two.asnumpy(), 1e-5, 1e-6)


def test_a_cotangent_of_the_callers(engine):
    def scaled(x):
        return x * x

    sens = np.linspace(1, 2, 7)
    given = srcad.grad(scaled, sens_param=True, engine="numba")(X, sens)
    same(given, 2 * X * sens)
    with pytest.raises(ValueError, match="shape of sens"):
        srcad.grad(scaled, sens_param=True, engine="numba")(X, sens[:3])


def test_several_outputs(engine):
    def both(x):
        return np.sin(x), x * 2

    same(srcad.grad(both, engine="numba")(X), srcad.grad(both)(X))


def test_an_exception_is_numpys(engine):
    def picked(x, k):
        return x[k].sum()

    fast = srcad.grad(picked, engine="numba")
    same(fast(X, np.array([1, -1])), srcad.grad(picked)(X, np.array([1, -1])))
    for k in (7, -8, 10**6):
        with pytest.raises(IndexError, match="out of bounds"):
            fast(X, np.array([0, k]))


def test_gradients_of_gradients(engine):
    def slope(x):
        return np.sum(srcad.grad(lambda z: np.sum(z**3))(x))

    same(srcad.grad(slope, engine="numba")(X), 6 * X)


def test_what_numba_lacks_is_computed_by_numpy_and_said_once(engine, monkeypatch):
    monkeypatch.setattr(context, "_said", set())

    def solved(m, x):
        return np.linalg.solve(m, x).sum()

    m = np.eye(3) * 2 + 0.1
    with pytest.warns(UserWarning, match="Numba has no `solve`"):
        given = srcad.grad(solved, engine="numba")(m, X[:3])
    same(given, srcad.grad(solved)(m, X[:3]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        srcad.grad(solved, engine="numba")(m, X[:3])


# ------------------------------------------------------------------------ refusals


def test_an_engine_that_is_not_installed_is_named_with_its_extra(monkeypatch):
    monkeypatch.setattr("srcad.gradient.options.find_spec", lambda word: None)
    with pytest.raises(ImportError, match=r"pip install 'srcad\[numba\]'"):
        srcad.grad(cubes, engine="numba")


@pytest.mark.parametrize("engine", ["cuda", None, 1])
def test_no_engine(engine):
    with pytest.raises(ValueError, match="engine must be 'numpy' or 'numba'"):
        srcad.grad(cubes, engine=engine)


def test_an_option_that_would_be_ignored(engine):
    with pytest.raises(ValueError, match="has_aux is not supported"):
        srcad.grad(cubes, has_aux=True, engine="numba")


def test_an_engine_of_an_inner_gradient_is_refused(engine):
    inner = srcad.grad(cubes, engine="numba")

    def outer(x, y):
        return np.sum(inner(x, y))

    with pytest.raises(CompileError, match="an `engine` of its own"):
        srcad.grad(outer)(X, Y)


PLAIN_PATH = """
import sys
sys.modules["numba"] = None
import numpy as np, srcad

def squares(x):
    return np.sum(x * x)

for engine in ({}, {"engine": "numpy"}):
    assert srcad.grad(squares, **engine)(np.ones(3)).sum() == 6
print("fine")
"""


def test_numpy_never_imports_numba(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PLAIN_PATH)
    words = [sys.executable, str(program)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.stdout == "fine\n", done.stderr
