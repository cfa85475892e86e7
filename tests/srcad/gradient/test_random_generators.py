"""Random generators in what is differentiated: the same draws, in the same order."""

import copy
import re
from pathlib import Path

import numpy as np
import pytest

import srcad
from srcad.compiler.diagnostics.errors import CompileError
from srcad.gradient.modules import MODULES

X = np.array([0.3, 0.5, 0.8])
OUTSIDE = np.random.default_rng(4)
ROUNDED = {"lognormal", "pareto", "power"}


def halved(rng, x):
    return x * rng.random() + rng.normal(x, 0.5, 3)


def in_functions(x, rng):
    return halved(rng, x).sum() + halved(rng, 2 * x).sum()


def in_a_while_loop(x, rng):
    while x.sum() < 8:
        x = x + x * rng.random()
    return x.sum() * rng.random()


def in_a_loop_that_is_left(x, rng):
    for _ in range(x.shape[0]):
        if rng.random() < 0.5:
            break
        x = x * rng.uniform(1.0, 2.0)
    return x.sum() + rng.random()


def in_branches(x, rng):
    total = 0.0
    for v in x:
        if v > 0.4:
            total = total + v * rng.normal()
        else:
            total = total + v * (rng.random() + rng.random())
    return total + rng.normal() * x[0]


def in_a_comprehension(x, rng):
    return sum([rng.random() * v for v in x if rng.random() > 0.3])


def grown(x, rng, limit):
    if x > limit:
        return x * rng.random()
    return grown(x + x * rng.random(), rng, limit)


def in_a_recursive_function(x, rng):
    return grown(x[0], rng, 30.0) * rng.random()


def in_what_is_read_of_nothing(x, rng):
    rng.random()
    rng.integers(3, size=4)
    unused = rng.normal(x)
    assert unused.shape == x.shape
    return (rng.random(3) * x).sum()


def twice_alike(x, rng):
    return (rng.normal(0.0, 1.0, 3) * x - rng.normal(0.0, 1.0, 3) * x * x).sum()


def by_methods(x, rng):
    known = {"rng": rng}
    draw = known["rng"].normal

    def drawn(v):
        return v * draw(scale=v)

    return sum(map(drawn, x))


def in_a_gradient(x, rng):
    inner = srcad.grad(lambda y: (y**2 * rng.normal(size=3)).sum())
    return (inner(x) * x).sum()


def moved(x, rng):
    total = rng.normal(x, x * x).sum() + rng.laplace(x, x).sum()
    total = total + rng.gumbel(x[0], 2.0) + rng.logistic(1.0, x[1], size=2).sum()
    total = total + rng.uniform(x, 2 * x, (2, 3)).sum() + rng.uniform(high=x[2])
    total = total + rng.exponential(x).sum() + rng.rayleigh(x).sum()
    return total + rng.gamma(2.0, x).sum() + rng.weibull(x + 1).sum()


def lognormal(x, rng):
    return rng.lognormal(x, 0.5).sum()


def pareto(x, rng):
    return rng.pareto(x + 2).sum()


def power(x, rng):
    return rng.power(x + 1).sum()


def several_at_once(x, rng):
    total = rng.multivariate_normal(x, np.eye(3) + 0.2, 2).sum(0) @ x
    total = total + rng.multivariate_normal(np.zeros(3), np.eye(3)) @ x
    total = total + rng.dirichlet(np.ones(3), size=2).sum(0) @ x
    return total + rng.multinomial([5, 6], np.ones(3) / 3)[1] @ x


def rearranged(x, rng):
    y, z = x * 2, np.outer(x, x**2)
    rng.shuffle(y)
    rng.shuffle(z, axis=1)
    total = y @ x + z[0, 1] + rng.permutation(x) @ x + rng.permutation(4)[1] * x[1]
    total = total + rng.permuted(z)[0, 1] + rng.permuted(z, axis=1)[1, 0]
    return total + rng.permuted(z, axis=0)[2, 0]


def chosen(x, rng):
    total = rng.choice(x) + (rng.choice(x, (2, 2)) ** 2).sum()
    total = total + rng.choice(np.outer(x, x), 2, replace=False, axis=1)[1, 1]
    total = total + rng.choice(x, 2, False, [0.2, 0.3, 0.5]) @ x[:2]
    return total + x[rng.choice(3, size=4)].sum() + rng.choice([5.0, 6.0]) * x[0]


def whole_numbers(x, rng):
    count = x.shape[0]
    total = x[rng.integers(count)] + x[rng.integers(0, count, size=4)].sum()
    total = total + rng.integers(5, dtype=np.int32, endpoint=True) * x[0]
    return total + rng.poisson(2.0) * x[1] + (rng.binomial(5, 0.5, 3) * x).sum()


def other_distributions(x, rng):
    total = rng.beta(2.0, 3.0) * x[0] + rng.standard_t(4.0, size=3) @ x
    total = total + rng.chisquare([2.0, 3.0, 4.0]) @ x + rng.triangular(0, 1, 2) * x[1]
    return total + rng.standard_gamma(np.array([1.0, 2.0, 3.0])) @ x


def of_widths(x, rng):
    total = (rng.random(3, dtype=np.float32) * x).sum()
    return total + rng.standard_normal(dtype="f4") * x[0] + rng.random(()) * x[1]


PROGRAMS = {
    one.__name__: one
    for one in (
        *(in_functions, in_a_while_loop, in_a_loop_that_is_left, in_branches),
        *(in_a_comprehension, in_a_recursive_function, in_what_is_read_of_nothing),
        *(twice_alike, by_methods, in_a_gradient, moved, lognormal, pareto, power),
        *(several_at_once, rearranged, chosen, whole_numbers, other_distributions),
        of_widths,
    )
}


def of_a_state(x, rng):
    total = (x * rng.randn(3) + rng.rand(2, 3)).sum() + rng.normal(x, x).sum()
    total = total + rng.uniform(x, 2 * x).sum() + rng.randint(5) * x[0]
    total = total + rng.random_sample() * x[1] + rng.choice(x) + rng.rand() * x[2]
    return total + rng.permutation(x) @ x + rng.exponential(x).sum()


def of_seeds(x, rng, seed=3):
    total = np.random.default_rng(seed).normal() * x[0]
    total = total + np.random.RandomState(x.shape[0]).randn(3) @ x
    own = np.random.default_rng([1, 2])
    bits = np.random.Generator(np.random.PCG64(np.random.SeedSequence(7)))
    for v in x:
        total = total + v * own.random() * bits.random()
    return total * np.random.default_rng(rng).random()


def of_one_of_two(x, rng):
    if x[0] > 0:
        own = np.random.default_rng(1)
    else:
        own = np.random.default_rng(2)
    return (x * own.random(3)).sum() * rng.random()


def of_numpys_own(x, rng):
    np.random.seed(3)
    total = of_a_state(x, np.random) + in_branches(x, np.random)
    for v in x:
        if v > 0.4:
            np.random.seed(int(v > 0.6))
        total = total + v * np.random.rand()
    return total * rng.random()


def differences(function, x, make):
    step, found = 1e-6, np.zeros_like(x)
    for k in range(x.size):
        for sign in (1, -1):
            moved = x.copy()
            moved[k] += sign * step
            found[k] += sign * function(moved, make()) / (2 * step)
    return found


def agrees(function, make):
    given, plain = make(), make()
    value, gradient = srcad.value_and_grad(function)(X.copy(), given)
    expected = function(X.copy(), plain)
    if function.__name__ in ROUNDED:
        np.testing.assert_allclose(value, expected, rtol=1e-14)
    else:
        assert value == expected
    # As many numbers were drawn, no more and no less.
    assert given.random() == plain.random()
    np.testing.assert_allclose(
        gradient, differences(function, X, make), rtol=1e-6, atol=1e-7
    )


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_draws_of_a_generator_that_is_passed(name):
    for seed in (5, 6):
        agrees(PROGRAMS[name], lambda seed=seed: np.random.default_rng(seed))


@pytest.mark.parametrize("function", [of_seeds, of_one_of_two, of_numpys_own])
def test_generators_made_of_seeds(function):
    agrees(function, lambda: np.random.default_rng(5))


@pytest.mark.parametrize("function", [of_a_state, moved, in_branches, in_functions])
def test_a_random_state(function):
    agrees(function, lambda: np.random.RandomState(5))


@pytest.mark.parametrize("name", ["in_branches", "moved", "rearranged", "lognormal"])
def test_second_derivatives(name):
    function = PROGRAMS[name]

    def slope(x, rng):
        return srcad.grad(function)(x, rng) @ np.arange(1.0, 4.0)

    def make():
        return np.random.default_rng(5)

    found = srcad.grad(slope)(X, make())
    np.testing.assert_allclose(found, differences(slope, X, make), rtol=1e-5, atol=1e-6)


def test_what_is_drawn_is_no_python_number_where_numpy_draws_an_array():
    def function(x, rng):
        number = rng.normal(x[0].astype(np.float32), np.float32(1.0))
        return (x.astype(np.float32) * number).sum()

    for x in (X, X.astype(np.float32)):
        value = srcad.value_and_grad(function)(x, np.random.default_rng(5))[0]
        assert value == function(x, np.random.default_rng(5))
        assert value.dtype == np.float32


class Noisy:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def __call__(self, x):
        return (x * self.rng.random(3)).sum()


def test_a_generator_that_is_read_goes_on_from_call_to_call():
    noisy, own = Noisy(4), np.random.default_rng(4)
    gradient = srcad.grad(noisy)
    for _ in range(3):
        assert gradient(X).tolist() == own.random(3).tolist()
    assert len(next(iter(MODULES.values()))) == 1
    noisy.rng = np.random.default_rng(8)
    assert gradient(X).tolist() == np.random.default_rng(8).random(3).tolist()

    def of_outside(x):
        return x[0] * OUTSIDE.random()

    own = copy.deepcopy(OUTSIDE)
    assert srcad.grad(of_outside)(X)[0] == own.random()
    assert OUTSIDE.random() == own.random()


def test_two_generators_may_be_one():
    def function(x, first, second):
        return x[0] * first.random() + x[1] * second.random() + x[2] * first.random()

    one = np.random.default_rng(4)
    assert srcad.grad(function)(X, one, one).tolist() == (
        np.random.default_rng(4).random(3).tolist()
    )
    a, b = np.random.default_rng(4), np.random.default_rng(5)
    found = srcad.grad(function)(X, a, b)
    c, d = np.random.default_rng(4), np.random.default_rng(5)
    assert found.tolist() == [c.random(), d.random(), c.random()]


def test_the_module_draws_where_the_program_does():
    srcad.grad(in_what_is_read_of_nothing)(X, np.random.default_rng(0))
    (module,) = next(iter(MODULES.values()))
    text = Path(module.module.__file__).read_text()
    forward, backward = text.split("def backward")
    assert "def forward(x, rng):" in forward
    assert re.search(r"^rng +Generator +drawn from$", text, re.MULTILINE)
    places = [
        forward.index(word)
        for word in (
            "rng.random()\n",
            "rng.integers(3, size=(4,))",
            "rng.standard_normal((3,))",
            "rng.random((3,))",
        )
    ]
    assert places == sorted(places)
    lines = backward.split("def value_and_grad")[0].splitlines()
    assert not [line for line in lines if "rng" in line.partition("#")[0]]


def test_the_module_draws_from_numpys_own_generator():
    np.random.seed(1)
    srcad.grad(of_numpys_own)(X, np.random.default_rng(0))
    found = np.random.rand()
    of_numpys_own(X, np.random.default_rng(0))
    assert found == np.random.rand()


REFUSED = {
    "by the shape of a gamma distribution": (
        "SRC014",
        lambda x, rng: rng.gamma(x).sum(),
    ),
    "by a rate of whole numbers": (
        "SRC014",
        lambda x, rng: (rng.poisson(x) * x).sum(),
    ),
    "by probabilities": (
        "SRC014",
        lambda x, rng: rng.choice(3, p=x / x.sum()) * x[0],
    ),
    "without a seed": (
        "SRC025",
        lambda x, rng: x[0] * np.random.default_rng().random(),
    ),
    "the global state": ("SRC025", lambda x, rng: x[0] * np.random.normal()),
    "the global state, moved": ("SRC025", lambda x, rng: np.random.normal(x).sum()),
    "the global state of no seed": (
        "SRC025",
        lambda x, rng: x[0] * (np.random.seed() or np.random.rand()),
    ),
    "bytes": ("SRC012", lambda x, rng: x[0] * len(rng.bytes(3))),
    "a list": ("SRC012", lambda x, rng: x[0] * (rng.shuffle([1, 2]) or 1.0)),
    "a copy": ("SRC012", lambda x, rng: x[0] * copy.copy(rng).random()),
    "a sum": ("SRC013", lambda x, rng: (x + rng).sum()),
    "what it draws into": (
        "SRC012",
        lambda x, rng: rng.random(out=np.zeros(3)).sum() * x[0],
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused(what):
    code, function = REFUSED[what]
    with pytest.raises(CompileError) as caught:
        srcad.grad(function)(X, np.random.default_rng(0))
    assert code in {one.code for one in caught.value.diagnostics}


def test_no_draw_is_refused_whose_parameters_are_not_differentiated():
    def function(x, rate, rng):
        return (rng.poisson(rate) * x + rng.gamma(rate) * x).sum()

    found = srcad.grad(function)(X, X + 1, np.random.default_rng(5))
    own = np.random.default_rng(5)
    np.testing.assert_array_equal(found, own.poisson(X + 1) + own.gamma(X + 1))


def test_what_numpy_refuses_raises():
    def function(x, rng):
        return rng.normal(0.0, x).sum()

    assert srcad.grad(function)(X, np.random.default_rng(0)).shape == (3,)
    with pytest.raises(ValueError, match="scale < 0"):
        srcad.grad(function)(-X, np.random.default_rng(0))

    def wider(x, rng):
        return rng.normal(x, 1.0, size=(2, 2)).sum()

    with pytest.raises((ValueError, CompileError)):
        srcad.grad(wider)(X, np.random.default_rng(0))
