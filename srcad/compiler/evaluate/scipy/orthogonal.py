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

# Of the degree and the argument.
for _function, _partial in (
    (
        special.eval_legendre,
        f"0.5 * (x + 1) * (x != 0) * special.eval_jacobi({_LESS}, 1.0, 1.0, y)",
    ),
    (special.eval_chebyt, f"x * special.eval_chebyu({_LESS}, y)"),
    (
        special.eval_chebyu,
        f"2 * (x != 0) * special.eval_gegenbauer({_LESS}, 2.0, y)",
    ),
    # As those two, of half of the argument; the first is twice that.
    (special.eval_chebyc, f"x * special.eval_chebys({_LESS}, y)"),
    (special.eval_chebys, f"(x != 0) * special.eval_gegenbauer({_LESS}, 2.0, y / 2)"),
    (special.eval_hermite, f"2 * x * special.eval_hermite({_LESS}, y)"),
    (special.eval_hermitenorm, f"x * special.eval_hermitenorm({_LESS}, y)"),
    (
        special.eval_laguerre,
        f"-1 * (x != 0) * special.eval_genlaguerre({_LESS}, 1.0, y)",
    ),
    # As their namesakes, of 2 y - 1.
    (
        special.eval_sh_legendre,
        f"(x + 1) * (x != 0) * special.eval_jacobi({_LESS}, 1.0, 1.0, 2 * y - 1)",
    ),
    (special.eval_sh_chebyt, f"2 * x * special.eval_sh_chebyu({_LESS}, y)"),
    (
        special.eval_sh_chebyu,
        f"4 * (x != 0) * special.eval_gegenbauer({_LESS}, 2.0, 2 * y - 1)",
    ),
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
