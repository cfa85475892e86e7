"""Calls of ``scipy.special``: elliptic, of integrals, polynomials, distributions."""

from scipy import special

from tests.srcad.compiler.cases.case import positive
from tests.srcad.compiler.evaluate.numpy.numpy_rows import (
    X1,
    X2,
    Row,
    adding_to,
    fraction,
)

ROWS: list[Row] = []
row = adding_to(ROWS)


def within(low, high):
    """The inputs ``x``, and others, from a range."""
    draw = lambda random, shape: random.uniform(low, high, shape)  # noqa: E731
    return {"values": {"x": draw, "y": positive, "z": positive}}


POSITIVE, FRACTION = within(0.5, 2.0), {"values": {"x": fraction, "y": positive}}
ALL, LARGE, LONG = within(-2.0, 2.0), within(0.4, 9.0), within(-9.0, 9.0)


def parts(w):
    """Both parts of a complex result."""
    return w.real * 1.3 + w.imag


def weighted(results):
    """All of several results."""
    return sum((k + 0.7) * one for k, one in enumerate(results))


# ---------------------------------------------------------------------------- elliptic
row(lambda x: special.ellipk(x), X2, **within(-6.0, 0.9))
row(lambda x: special.ellipkm1(x), X1, **LARGE)
row(lambda x: special.ellipe(x), X1, **within(-6.0, 0.9))
row(lambda x, y: special.ellipkinc(x, 1 - y), X2, "float64[m]", **LONG)
row(lambda x, y: special.ellipeinc(x, 1 - y), X1, X1, **LONG)
row(lambda x, y, z: special.elliprf(x, y, z), X1, X1, X1, **LARGE)
row(lambda x, y: special.elliprf(0.0, x, y), X1, X1, **LARGE)
row(lambda x, y: special.elliprc(x, y), X1, X1, **LARGE)
row(lambda x, y: special.elliprc(x, -y), X1, X1, **LARGE)
row(lambda x, y, z: special.elliprd(x, y, z), X1, X1, X1, **LARGE)
row(lambda x, y: special.elliprd(0.0, x, y), X1, X1, **LARGE)
row(lambda x, y, z: special.elliprg(x, y, z), X1, X1, X1, **LARGE)
row(lambda x, y, z: special.elliprj(x, y, z, 1.5), X1, X1, X1, **LARGE)
row(lambda x, y: special.elliprj(0.0, 2.0, x, y), X1, X1, **LARGE)
row(lambda x, y: special.elliprj(0.0, 2.0, y, -x), X1, X1, **LARGE)
row(lambda x: special.elliprd(x, x, 1.5), X1, **LARGE)
row(lambda x, y: special.agm(x, y), X2, "float64[m]", **LARGE)
row(lambda x, y: weighted(special.ellipj(x, y / 2.1)), X1, X1, **LONG)
row(lambda x: special.ellipj(x, 0.3)[3], X2, **LONG)
row(lambda x: special.ellipj(2.3, x)[2], X1, **FRACTION)

# ----------------------------------------------------------- errors of complex numbers
row(lambda x: parts(special.erf(x + 1j) + special.erfc(x * 1j)), X1, **ALL)
row(lambda x: parts(special.erfcx(x + 1j) * special.erfi(x - 0.5j)), X1, **POSITIVE)
row(lambda x: parts(special.dawsn(x + 1j * x)), X1, **ALL)

# ------------------------------------------------------------------ Lambert and Wright
row(lambda x: special.lambertw(x).real, X2, **within(-0.3, 6.0))
row(lambda x: parts(special.lambertw(x, k=-1)), X1, **within(-0.3, -0.05))
row(lambda x: parts(special.lambertw(x, 1) * special.lambertw(x + 2j)), X1, **LARGE)
row(lambda x: special.wrightomega(x), X1, **LONG)
row(lambda x: parts(special.wrightomega(x + 1j * x * x)), X1, **POSITIVE)
row(lambda x: special.wright_bessel(0.7, 1.2, x), X1, **POSITIVE)

# ------------------------------------------ of exponentials, sines, logarithms, errors
row(lambda x: special.exp1(x), X1, **LARGE)
row(lambda x: parts(special.exp1(x + 1j)), X1, **LARGE)
row(lambda x: special.expi(x), X1, **within(-9.0, -0.4))
row(lambda x: special.expn(0, x) + special.expn(1, x), X1, **LARGE)
row(lambda x: special.expn(3, x), X2, **LARGE)
row(lambda x: weighted(special.sici(x)), X1, **LARGE)
row(lambda x: special.sici(x)[0], X2, **LONG)
row(lambda x: weighted(special.shichi(x)), X1, **POSITIVE)
row(lambda x: special.shichi(x)[0], X1, **ALL)
row(lambda x: weighted(special.fresnel(x)), X2, **ALL)
row(lambda x: special.spence(x), X1, **within(0.1, 4.0))
row(lambda x: special.spence(x), X1, **within(0.98, 1.02))
row(lambda x: parts(special.wofz(x) + special.wofz(x + 1j)), X1, **ALL)
row(lambda x, y, z: special.voigt_profile(x, y, z), X1, X1, X1, **LONG)
row(lambda x, y: special.voigt_profile(x, 0.0, y), X1, X1, **ALL)
row(lambda x, y: special.voigt_profile(x, y / 90, y), X1, X1, **ALL)
row(lambda x, y: special.owens_t(x, y), X2, "float64[m]", **ALL)

# --------------------------------------------------- Struve, Kelvin, Airy, and Bessel
row(lambda x: special.struve(1.5, x), X1, **LARGE)
row(lambda x: special.struve(1, x), X1, **LONG)
row(lambda x: special.modstruve(0.5, x), X1, **POSITIVE)
row(lambda x: special.modstruve(2, x), X1, **ALL)
row(lambda x: special.ber(x) * special.bei(x), X1, **ALL)
row(lambda x: special.ker(x) * special.kei(x), X1, **LARGE)
row(lambda x: special.berp(x) * special.beip(x), X1, **ALL)
row(lambda x: special.kerp(x) * special.keip(x), X1, **LARGE)
row(lambda x: parts(weighted(special.kelvin(x))), X1, **LARGE)
row(lambda x: weighted(special.airy(x)), X2, **within(-6.0, 3.0))
row(lambda x: special.airy(x)[0], X1, **within(-6.0, 3.0))
row(lambda x: weighted(special.airye(x)), X1, **LARGE)
row(lambda x: weighted(special.airye(x)[2:]), X1, **within(-6.0, -0.4))
row(lambda x: special.jve(1.5, x) + special.yve(0.5, x), X1, **LARGE)
row(lambda x: parts(special.hankel1(1.5, x)), X1, **LARGE)
row(lambda x: parts(special.hankel2(2, x + 1j)), X1, **LARGE)
row(lambda x: parts(special.hankel1e(1, x)), X1, **LARGE)
row(lambda x: parts(special.hankel2e(0.5, x)), X1, **LARGE)
row(lambda x: special.jvp(1.5, x) + special.yvp(0.5, x, 2), X1, **LARGE)
row(lambda x: special.ivp(2, x, 3) + special.kvp(1, x, n=1), X1, **POSITIVE)
row(lambda x: parts(special.h1vp(1, x) + special.h2vp(0.5, x + 1j, 2)), X1, **LARGE)
row(lambda x: special.kvp(0.5, x, 0) * special.jvp(2, x, 0), X1, **LARGE)
row(lambda x: special.spherical_jn(0, x), X2, **LARGE)
row(lambda x: special.spherical_jn(3, x, derivative=True), X1, **LARGE)
row(lambda x: special.spherical_yn(2, x) + special.spherical_yn(0, x), X1, **LARGE)
row(lambda x: special.spherical_yn(1, x, True), X1, **LARGE)
row(lambda x: special.spherical_in(2, x) + special.spherical_in(0, x), X1, **POSITIVE)
row(lambda x: special.spherical_in(1, x, True), X1, **POSITIVE)
row(lambda x: special.spherical_kn(2, x) + special.spherical_kn(0, x), X1, **POSITIVE)
row(lambda x: special.spherical_kn(1, x, True), X1, **POSITIVE)

# --------------------------------------------------------------------- hypergeometric
row(lambda x: special.hyp0f1(1.7, x), X1, **LONG)
row(lambda x: special.hyp1f1(0.7, 1.9, x), X2, **ALL)
row(lambda x: special.hyp2f1(0.7, 1.2, 2.6, x), X2, **within(-3.0, 0.8))
row(lambda x: special.hyperu(0.7, 1.9, x), X1, **POSITIVE)

# ------------------------------------------------------------------------- polynomials
row(lambda x: special.eval_legendre(4, x) + special.eval_legendre(0, x), X2, **ALL)
row(lambda x: special.eval_chebyt(5, x) + special.eval_chebyt(1, x), X1, **ALL)
row(lambda x: special.eval_chebyu(4, x) + special.eval_chebyu(0, x), X1, **ALL)
row(lambda x: special.eval_chebyc(5, x) + special.eval_chebys(4, x), X1, **ALL)
row(lambda x: special.eval_hermite(4, x) + special.eval_hermite(0, x), X1, **ALL)
row(lambda x: special.eval_hermitenorm(4, x), X1, **ALL)
row(lambda x: special.eval_laguerre(4, x) + special.eval_laguerre(0, x), X1, **LARGE)
row(lambda x: special.eval_genlaguerre(3, 0.6, x), X1, **LARGE)
row(lambda x: special.eval_gegenbauer(4, 0.6, x), X1, **ALL)
row(lambda x: special.eval_jacobi(4, 0.6, 1.2, x), X2, **ALL)
row(lambda x: special.eval_sh_jacobi(4, 3.6, 1.2, x), X1, **FRACTION)
row(lambda x: special.eval_sh_legendre(3, x), X1, **FRACTION)
row(lambda x: special.eval_sh_chebyt(3, x) * special.eval_sh_chebyu(3, x), X1, **ALL)
row(lambda x: special.eval_legendre(1.5, x), X1, **FRACTION)

# ----------------------------------------------------------------------- distributions
row(lambda x: special.chdtr(3.3, x) - special.chdtrc(2.1, x), X2, **LARGE)
row(lambda x: special.chdtri(3.3, x), X1, **FRACTION)
row(lambda x: special.pdtr(3, x) - special.pdtrc(0, x), X1, **LARGE)
row(lambda x: special.pdtri(3, x), X1, **FRACTION)
row(lambda x, y: special.gdtr(x, 2.2, y), X1, X1, **POSITIVE)
row(lambda x, y: special.gdtrc(x, 2.2, y), X2, "float64[m]", **POSITIVE)
row(lambda x, y: special.gdtria(x, 2.2, y), X1, X1, **FRACTION)
row(lambda x, y: special.gdtrix(y, 2.2, x), X1, X1, **FRACTION)
row(lambda x: special.betaincc(1.2, 2.7, x), X1, **FRACTION)
row(lambda x: special.betainccinv(1.2, 2.7, x), X1, **FRACTION)
row(lambda x: special.fdtr(3.3, 5.1, x) - special.fdtrc(2, 3, x), X1, **LARGE)
row(lambda x: special.fdtri(3.3, 5.1, x), X1, **FRACTION)
row(lambda x: special.bdtr(3, 7, x) - special.bdtrc(2.4, 5, x), X1, **FRACTION)
row(lambda x: special.bdtri(3, 7, x), X1, **FRACTION)
row(lambda x: special.nbdtr(3, 7, x) - special.nbdtrc(2, 5, x), X1, **FRACTION)
row(lambda x: special.nbdtri(3, 7, x), X1, **FRACTION)
row(lambda x: special.kolmogorov(x), X2, **within(0.1, 2.0))
row(lambda x: special.kolmogi(x), X1, **FRACTION)
row(lambda x: special.ndtri_exp(x), X1, **within(-9.0, -0.4))

# -------------------------------------------------------- transforms, degrees, rounding
row(lambda x: special.exprel(x), X2, **within(-4.0, 4.0))
row(lambda x, y: special.boxcox(y, x), X2, "float64[m]", **ALL)
row(lambda x, y: special.boxcox1p(y - 1, x), X1, X1, **ALL)
row(lambda x, y: special.inv_boxcox(y, x), X1, X1, **within(-0.4, 2.0))
row(lambda x, y: special.inv_boxcox1p(y, x), X1, X1, **within(-0.4, 2.0))
row(lambda x: special.sindg(50 * x) * special.cosdg(30 * x), X1, **ALL)
row(lambda x: special.tandg(20 * x) + special.cotdg(90 + 20 * x), X1, **ALL)
row(lambda x, y, z: special.radian(x, y, z) ** 2, X1, X1, X1, **ALL)
row(lambda x, y: special.powm1(x, y), X1, X1, **POSITIVE)
row(lambda x: special.round(3 * x) * x, X1, **FRACTION)
row(lambda x: special.softplus(x), X1, **LONG)
row(lambda x: special.multigammaln(x + 1, 3), X1, **POSITIVE)
row(lambda x, y: special.perm(x + 2, y), X1, X1, **POSITIVE)
