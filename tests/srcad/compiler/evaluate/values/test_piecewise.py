"""Splines of SciPy: what Python asks of them."""

from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

SPACE = """\
from scipy.interpolate import CubicSpline, PchipInterpolator

SPLINE = CubicSpline(np.arange(-2.0, 3.0), np.array([0.0, 1.0, 0.5, 2.0, 1.0]))
SPLINE2 = PchipInterpolator(np.arange(-2.0, 3.0), np.array([0.0, 1.0, 0.5, 2.0, 1.0]))
"""

KINDS = (
    Kind(
        "spline",
        one="SPLINE",
        other="SPLINE2",
        read="it(x).sum()",
        space=SPACE,
        asked=(
            "it(x, 1)",
            "it(x[0], 2)",
            "it(0.5)",
            "it.derivative()(x)",
            "it.extrapolate",
        ),
        refused={
            "SRC013": (
                # what Python shows of a CubicSpline is not known at compile time
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
