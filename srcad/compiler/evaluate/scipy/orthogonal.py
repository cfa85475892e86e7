"""Orthogonal polynomials of ``scipy.special``, by their argument.

The derivatives are those of the NIST Digital Library of Mathematical Functions, section
18.9(iii): each is a polynomial of one degree less, so they hold at the ends of the
interval as well. One of degree 0 does not change.
"""

from __future__ import annotations

from functools import partial

from scipy import special

from srcad.compiler.evaluate.scipy import rows
from srcad.compiler.ir.primitives import UNKNOWN

elementwise = partial(rows.elementwise, "scipy.special")

# The degree that is one less, and 0 for that of what is then multiplied by 0.
_LESS = "x - 1 + (x == 0)"


def legendre(argument: str) -> str:
    """The derivative of Legendre's polynomial: those of -1, -2, ... are of 0, 1, ..."""
    degree = "np.maximum(x, -x - 1)"
    less = f"{degree} - 1 + ({degree} == 0)"
    polynomial = f"special.eval_jacobi({less}, 1.0, 1.0, {argument})"
    return f"0.5 * ({degree} + 1) * ({degree} != 0) * {polynomial}"


def chebyshev(argument: str) -> str:
    """That of Chebyshev's of the second kind: those of -2, -3, ... are the negative
    ones of 0, 1, ..., and that of -1 is 0."""
    degree = "(np.abs(x + 1) - 1)"
    less = f"{degree} - 1 + ({degree} == 0) + 2 * ({degree} == -1)"
    polynomial = f"special.eval_gegenbauer({less}, 2.0, {argument})"
    return f"2 * np.sign(x + 1) * ({degree} != 0) * {polynomial}"


# Of the degree and the argument.
for _function, _partial in (
    (special.eval_legendre, legendre("y")),
    (special.eval_chebyt, f"x * special.eval_chebyu({_LESS}, y)"),
    (special.eval_chebyu, chebyshev("y")),
    # As those two, of half of the argument; the first is twice that.
    (special.eval_chebyc, f"x * special.eval_chebys({_LESS}, y)"),
    (special.eval_chebys, "0.5 * " + chebyshev("y / 2")),
    (special.eval_hermite, f"2 * x * special.eval_hermite({_LESS}, y)"),
    (special.eval_hermitenorm, f"x * special.eval_hermitenorm({_LESS}, y)"),
    (
        special.eval_laguerre,
        f"-1 * (x != 0) * special.eval_genlaguerre({_LESS}, 1.0, y)",
    ),
    # As their namesakes, of 2 y - 1.
    (special.eval_sh_legendre, "2 * " + legendre("2 * y - 1")),
    (special.eval_sh_chebyt, f"2 * x * special.eval_sh_chebyu({_LESS}, y)"),
    (special.eval_sh_chebyu, "2 * " + chebyshev("2 * y - 1")),
):
    elementwise(_function, UNKNOWN, _partial)

elementwise(
    special.eval_genlaguerre,
    UNKNOWN,
    UNKNOWN,
    f"-1 * (x != 0) * special.eval_genlaguerre({_LESS}, y + 1, z)",
)
elementwise(
    special.eval_gegenbauer,
    UNKNOWN,
    UNKNOWN,
    f"2 * y * (x != 0) * special.eval_gegenbauer({_LESS}, y + 1, z)",
)
elementwise(
    special.eval_jacobi,
    UNKNOWN,
    UNKNOWN,
    UNKNOWN,
    f"0.5 * (x + y + z + 1) * (x != 0) * special.eval_jacobi({_LESS}, y + 1, z + 1, w)",
)
# The coefficient of the highest power is 1.
elementwise(
    special.eval_sh_jacobi,
    UNKNOWN,
    UNKNOWN,
    UNKNOWN,
    f"x * special.eval_sh_jacobi({_LESS}, y + 2, z + 1, w)",
)
