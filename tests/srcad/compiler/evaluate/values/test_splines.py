"""Splines of SciPy by knots and coefficients: what Python asks of them."""

from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

SPACE = """\
from scipy.interpolate import (
    RectBivariateSpline, UnivariateSpline, make_interp_spline
)

POINTS, VALUES = np.arange(-2.0, 3.0), np.array([0.0, 1.0, 0.5, 2.0, 1.0])
SPLINE = UnivariateSpline(POINTS, VALUES, s=0.1)
SPLINE2 = UnivariateSpline(POINTS, VALUES, k=2, s=0.1, ext=1)
BASIS = make_interp_spline(POINTS, VALUES)
BASIS2 = make_interp_spline(POINTS, VALUES, k=2)
SURFACE = RectBivariateSpline(POINTS, POINTS, np.outer(VALUES, VALUES))
SURFACE2 = RectBivariateSpline(POINTS, POINTS, np.outer(VALUES, POINTS), kx=2)
"""

KINDS = (
    Kind(
        "univariate",
        one="SPLINE",
        other="SPLINE2",
        read="it(x).sum()",
        space=SPACE,
        asked=("it(x, 1)", "it(x[0], 2)", "it(0.5)", "it.derivative()(x)"),
        refused={
            "SRC013": (
                # what Python shows of a spline is not known at compile time
                "print",
                "print inside",
                # this must be known at compile time
            ),
        },
    ),
    Kind(
        "basis",
        one="BASIS",
        other="BASIS2",
        read="it(x).sum()",
        space=SPACE,
        asked=("it(x, 1)", "it(x[0], nu=2)", "it.derivative()(x)", "it.k"),
        refused={
            "SRC013": (
                # what Python shows of a BSpline is not known at compile time
                "print",
                "print inside",
                # this must be known at compile time
            ),
        },
    ),
    Kind(
        "bivariate",
        one="SURFACE",
        other="SURFACE2",
        read="it(x, x / 2, grid=False).sum()",
        space=SPACE,
        asked=("it.ev(x, 0.5)", "it(x[0], x[1])", "it(x, x, dx=1, grid=False)"),
        refused={
            "SRC013": (
                # what Python shows of a spline is not known at compile time
                "print",
                "print inside",
                # this must be known at compile time
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)
