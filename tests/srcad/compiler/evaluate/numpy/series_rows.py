"""Arithmetic of ``np.polynomial``, each call with the inputs that it is tried with."""

import numpy as np
from numpy.polynomial import (
    chebyshev,
    hermite,
    hermite_e,
    laguerre,
    legendre,
    polynomial,
)

from tests.srcad.compiler.cases.case import apart, positive
from tests.srcad.compiler.evaluate.numpy.numpy_rows import X1, X2, Row, adding_to

ROWS: list[Row] = []
row = adding_to(ROWS)

TWO, THREE, FOUR = "float64[2]", "float64[3]", "float64[4]"
BOTH = {"values": {"x": positive, "y": positive}}
AWAY = {"values": {"x": apart, "y": positive}}


# ------------------------------------------------------------- sums and differences
row(lambda x, y: polynomial.polyadd(x, y) ** 2, TWO, FOUR, **BOTH)
row(lambda x, y: polynomial.polysub(x, y) ** 2, FOUR, TWO, **BOTH)
row(lambda x: chebyshev.chebadd([1, 2.5, 1], x) ** 2, TWO, **BOTH)
row(lambda x, y: chebyshev.chebsub(x, y) ** 2, TWO, THREE, **BOTH)
row(lambda x, y: legendre.legadd(x, y) ** 2, THREE, THREE, **BOTH)
row(lambda x, y: legendre.legsub(x, y) ** 2, "float64", THREE, **BOTH)
row(lambda x, y: hermite.hermadd(x, y) ** 2, TWO, THREE, **BOTH)
row(lambda x, y: hermite.hermsub(x, y) ** 2, TWO, THREE, **BOTH)
row(lambda x, y: hermite_e.hermeadd(x, y) ** 2, TWO, THREE, **BOTH)
row(lambda x, y: hermite_e.hermesub(x, y) ** 2, TWO, THREE, **BOTH)
row(lambda x, y: laguerre.lagadd(x, y) ** 2, TWO, THREE, **BOTH)
row(lambda x, y: laguerre.lagsub(x, y) ** 2, TWO, THREE, **BOTH)

# -------------------------------------------------------------------------- products
row(lambda x, y: polynomial.polymul(x, y) ** 2, THREE, TWO, **BOTH)
row(lambda x, y: chebyshev.chebmul(x, y) ** 2, THREE, FOUR, **BOTH)
row(lambda x, y: legendre.legmul(x, y) ** 2, FOUR, THREE, **BOTH)
row(lambda x, y: hermite.hermmul(x, y) ** 2, FOUR, THREE, **BOTH)
row(lambda x, y: hermite_e.hermemul(x, y) ** 2, FOUR, THREE, **BOTH)
row(lambda x, y: laguerre.lagmul(x, y) ** 2, FOUR, THREE, **BOTH)
row(lambda x: chebyshev.chebmul(x, [2, 3]) ** 2, "float64[1]", **BOTH)
row(lambda x: polynomial.polymulx(x) ** 2, THREE, **AWAY)
row(lambda x: chebyshev.chebmulx(x) ** 2, FOUR, **AWAY)
row(lambda x: legendre.legmulx(x) ** 2, FOUR, **AWAY)
row(lambda x: hermite.hermmulx(x) ** 2, FOUR, **AWAY)
row(lambda x: hermite_e.hermemulx(x) ** 2, "float64[1]", **AWAY)
row(lambda x: laguerre.lagmulx(x) ** 2, FOUR, **AWAY)
row(lambda x: polynomial.polypow(x, 3) ** 2, THREE, **AWAY)
row(lambda x: chebyshev.chebpow(x, 3) ** 2, THREE, **AWAY)
row(lambda x: legendre.legpow(x, 2) ** 2, THREE, **AWAY)
row(lambda x: hermite.hermpow(x, 2) ** 2, THREE, **AWAY)
row(lambda x: hermite_e.hermepow(x, 1) ** 2, THREE, **AWAY)
row(lambda x: laguerre.lagpow(x, 0) * x, THREE, **AWAY)
row(lambda x, y: polynomial.polydiv(x, y)[0] ** 2, FOUR, TWO, **AWAY)
row(lambda x, y: polynomial.polydiv(x, y)[1] ** 2, FOUR, THREE, **AWAY)
row(lambda x, y: chebyshev.chebdiv(x, y)[1] ** 2, FOUR, THREE, **AWAY)
row(lambda x, y: legendre.legdiv(x, y)[0] ** 2, FOUR, TWO, **AWAY)
row(lambda x, y: hermite.hermdiv(x, y)[0] ** 2, FOUR, "float64[1]", **AWAY)
row(lambda x, y: hermite_e.hermediv(x, y)[1] ** 2, TWO, FOUR, **AWAY)
row(lambda x, y: laguerre.lagdiv(x, y)[1] ** 2, FOUR, THREE, **AWAY)

# ------------------------------------------------------------------------------ roots
row(lambda x: polynomial.polyfromroots(x) ** 2, FOUR, **AWAY)
row(lambda x: chebyshev.chebfromroots(x) ** 2, FOUR, **AWAY)
row(lambda x: legendre.legfromroots(x) ** 2, FOUR, **AWAY)
row(lambda x: hermite.hermfromroots(x) ** 2, THREE, **AWAY)
row(lambda x: hermite_e.hermefromroots(x) ** 2, THREE, **AWAY)
row(lambda x: laguerre.lagfromroots(x) ** 2, THREE, **AWAY)
row(lambda x, y: polynomial.polyvalfromroots(x, y), X2, THREE)
row(lambda x, y: polynomial.polyvalfromroots(x, y), X1, "float64[3, k]")
row(lambda x, y: polynomial.polyvalfromroots(x, y, tensor=False), X1, "float64[3, n]")

# ------------------------------------------------------------------- at several points
row(lambda x: polynomial.polyvander(x, 3) ** 2, X2)
row(lambda x: chebyshev.chebvander(x, 3) ** 2, X1)
row(lambda x: legendre.legvander(x, 4) ** 2, X1)
row(lambda x: hermite.hermvander(x, 3) ** 2, X1)
row(lambda x: hermite_e.hermevander(x, 3) ** 2, "float64")
row(lambda x: laguerre.lagvander(x, 3) ** 2, X1)
row(lambda x, y: polynomial.polyvander2d(x, y, [2, 1]) ** 2, X1, X1)
row(lambda x, y: legendre.legvander2d(x, y, (1, 2)) ** 2, X2, X2)
row(lambda x, c: polynomial.polyval(x, c) ** 2, X1, "float64[3, 2]")
row(lambda x, c: chebyshev.chebval(x, c, tensor=False) ** 2, X1, "float64[3, n]")
row(lambda x, y, c: polynomial.polyval2d(x, y, c) ** 2, X1, X1, "float64[2, 3]")
row(lambda x, y, c: chebyshev.chebval2d(x, y, c) ** 2, X1, X1, "float64[3, 2]")
row(lambda x, y, c: legendre.legval2d(x, y, c) ** 2, X1, X1, "float64[3, 2]")
row(lambda x, c: hermite.hermval3d(x, x, x, c), X1, "float64[2, 3, 2]")
row(lambda x, y, c: laguerre.laggrid2d(x, y, c), X1, "float64[m]", "float64[2, 3]")

# -------------------------------------------------------------------------------- fits
PLACES = np.array([-1.0, -0.3, 0.1, 0.8, 1.5])
row(lambda y: polynomial.polyfit(PLACES, y, 2) ** 2, "float64[5]")
row(lambda x, y: chebyshev.chebfit(PLACES + 0.1 * x, y, 3), "float64[5]", "float64[5]")
row(lambda y: legendre.legfit(PLACES, y, 1, w=PLACES**2), "float64[5, n]")
row(lambda y: hermite.hermfit(PLACES, y, 2), "float64[5]")
row(lambda y: hermite_e.hermefit(PLACES, y, 2), "float64[5]")
row(lambda y: laguerre.lagfit(PLACES, y, 2), "float64[5]")
