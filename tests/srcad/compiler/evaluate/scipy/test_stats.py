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


def test_numbers_that_are_in_the_domain_leave_no_trace():
    def program(x):
        return stats.gamma.cdf(x, 2.0, 0.5, 1.5) + stats.norm.sf(x, 0.0, 2.0)

    assert "np.nan" not in generate(program, ["float64[n]"]).text
