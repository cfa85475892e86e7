"""``scipy.stats`` with parameters that are in the domain, or not, as run time knows."""

import numpy as np
import pytest
from scipy import stats

import srcad
from tests.srcad.compiler.derivatives import generate
from tests.srcad.compiler.side_by_side import module_of, result

PROGRAM = """import numpy as np
from scipy import stats

def f(x):
    return np.sum({expression})
"""
SHAPES = {
    **dict.fromkeys(("norm", "laplace", "logistic", "expon", "uniform"), ""),
    "lognorm": "0.7, ",
    "gamma": "1.7, ",
    "beta": "1.5, 2.5, ",
    "t": "3.5, ",
}
WORDS = ("cdf", "sf", "logcdf", "logsf", "ppf", "isf", "pdf")
SCALES = [
    f"stats.{name}.{word}(0.4, {shape}0.1, x[0])"
    for name, shape in SHAPES.items()
    for word in (WORDS if name in ("norm", "laplace") else ("cdf", "ppf"))
]
MOMENTS = [
    f"stats.{name}({shape}0.1, x[0]).{word}()"
    for name, shape in SHAPES.items()
    for word in ("mean", "std")
]
SPREAD = [
    f"stats.{name}.{word}([-0.4, 0.3, 0.8], {shape}0.1, x[:3] * x[0])"
    for name, shape in SHAPES.items()
    for word in ("cdf",)
]
ONE_SHAPE = [
    f"stats.{name}.{word}({value}x[0])"
    for name in ("lognorm", "gamma", "t", "poisson", "bernoulli")
    for word, value in (("mean", ""), ("var", ""), ("pdf", "0.4, "), ("sf", "1, "))
    if name[0] not in "pb" or word != "pdf"
    if name not in ("t", "gamma") or word != "sf"
]
OTHERS = [
    "stats.beta.mean(x[0], 2.0)",
    "stats.beta.pdf([-0.4, 0.3], 2.0, x[0])",
    "stats.gamma.pdf([-0.4, 0.3], x[0])",
    "stats.lognorm.cdf(-0.4, x[0])",
    "stats.lognorm.median(x[0], 0.5, 2.0)",
    "stats.poisson.pmf(0, x[0])",
    "stats.binom.var(4, x[0])",
    "stats.binom.pmf([2, 7], 4, x[0])",
    "stats.bernoulli.pmf(1, x[0])",
]
POINTS = ([0.7, 0.3, 1.2], [-0.6, 0.3, 1.2], [2.5, 0.4, 0.2], [0.0, 0.5, 1.5])


@pytest.mark.parametrize(
    "expression", [*SCALES, *MOMENTS, *SPREAD, *ONE_SHAPE, *OTHERS]
)
def test_what_is_not_in_the_domain_is_nan(tmp_path, expression):
    function = module_of(tmp_path, "program", PROGRAM.format(expression=expression)).f
    with np.errstate(all="ignore"):
        for x in map(np.array, POINTS):
            wanted = function(x)
            if x[0] > 0 and np.isfinite(wanted):
                assert result(function, x)
            else:
                value, _ = srcad.value_and_grad(function)(x)
                np.testing.assert_equal(value, wanted)


SPREAD_MOMENTS = [
    lambda x: stats.norm.var(loc=x, scale=2.0 * x[0]).sum(),
    lambda x: stats.nbinom.std(3, x[1], loc=np.arange(3)) @ x,
    lambda x: stats.halfnorm(loc=x, scale=2.0 * x[0]).std() @ x,
    lambda x: stats.gamma.var(x[0], x).sum() + stats.poisson.std(x[0], x) @ x,
    lambda x: np.isnan(stats.cauchy.var(x)).sum() * x[0],
    lambda x: np.nansum(stats.uniform.var([1.0, np.nan, np.inf], x[0])),
]


@pytest.mark.parametrize("function", SPREAD_MOMENTS)
def test_a_variance_has_the_shape_of_loc(function):
    assert result(function, np.array([0.7, 0.3, 1.2]))


@pytest.mark.parametrize(
    "function",
    [
        lambda x: stats.cauchy.pdf(x, 0.0, loc=2.0),
        lambda x: stats.norm.pdf(x, 0.0, 1.0, scale=2.0),
        lambda x: stats.gamma(2.0, a=1.0).cdf(x),
    ],
)
def test_a_parameter_is_given_once(function):
    with pytest.raises(srcad.CompileError, match="multiple values for argument"):
        generate(lambda x: function(x).sum(), ["float64[n]"])


def test_numbers_that_are_in_the_domain_leave_no_trace():
    def program(x):
        return stats.gamma.cdf(x, 2.0, 0.5, 1.5) + stats.norm.sf(x, 0.0, 2.0)

    assert "np.nan" not in generate(program, ["float64[n]"]).text
