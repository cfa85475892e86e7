"""Polynomials of NumPy: what Python asks of them."""

from tests.srcad.compiler.evaluate.values.questions import Kind, ask, kinds

KINDS = (
    Kind(
        "polynomial",
        one="np.polynomial.Polynomial([1.0, 2.0, 3.0])",
        other="np.polynomial.Chebyshev([0.0, 1.0])",
        read="it(x).sum()",
        asked=(
            "it.coef",
            "it.deriv()(x)",
            "it(2.0)",
            "it.degree()",
            "(it * it)(x)",
            "it.domain",
        ),
        refused={
            "SRC019": (
                # `out` is different on the two paths: a NotImplementedType and a Polynomial
                "+ array",
                "array +",
            ),
            "SRC013": (
                # what Python shows of a Polynomial is not known at compile time
                "print inside",
                # this must be known at compile time
                # a Polynomial cannot be used as an array
                "asarray",
            ),
        },
    ),
)


@kinds(*KINDS)
def test_what_python_asks(kind, tmp_path, as_printed):
    ask(kind, tmp_path)
