"""Interpolators of SciPy over grids: what Python asks of them."""

from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

SPACE = """\
from scipy.interpolate import RegularGridInterpolator

POINTS = (np.array([0.0, 1.0, 2.0]),)
GRID = RegularGridInterpolator(POINTS, np.array([0.0, 2.0, 1.0]))
GRID2 = RegularGridInterpolator(POINTS, np.array([1.0, 5.0, 0.0]))
"""

KINDS = (
    Kind(
        "grid",
        one="GRID",
        other="GRID2",
        read="it(np.stack([x[:1] ** 2])[0])[0]",
        space=SPACE,
        asked=(
            "it.method",
            "it([[0.5]])",
            "it(np.stack([x[1:2]]))",
        ),
        refused={
            "SRC013": (
                # what Python shows of a RegularGridInterpolator is not known at compile
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
