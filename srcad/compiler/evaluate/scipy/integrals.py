"""Exponential integrals and their kin of ``scipy.special``, functions of Airy, Struve,
Kelvin and Bessel, of Lambert, and hypergeometric ones: by their argument.

The derivatives are those of the NIST Digital Library of Mathematical Functions (DLMF),
chapters 4.13, 6 to 11, 13, 15, and 7.19 for the profile of Voigt; that of Owen's
function is of D. Owen, Annals of Mathematical Statistics 27 (1956).
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

from functools import partial

import numpy as np
from scipy import special

from srcad.compiler.evaluate.intrinsics import emit, is_known, unsupported
from srcad.compiler.evaluate.numpy.definitions import defines
from srcad.compiler.evaluate.numpy.elementwise import called
from srcad.compiler.evaluate.scipy import rows
from srcad.compiler.ir.primitives import UNKNOWN

elementwise = partial(rows.elementwise, "scipy.special")
of_elements = partial(rows.of_elements, "scipy.special")
of_several = partial(rows.of_several, "scipy.special")

# ------------------------------------------------------------------ Lambert and Wright

# W + log(W) = log(z): at 0, where both are 0, nothing is divided by 0.
of_elements(special.lambertw, ("1 / (x + np.exp(out))", UNKNOWN), analytic=True)
elementwise(special.wrightomega, "out / (1 + out)", analytic=True)


@defines(special.lambertw, arrays="z k", analytic=True)
def lambertw(z, k=0, tol=1e-8):
    return emit("special.lambertw", z, k)


elementwise(
    special.wright_bessel, UNKNOWN, UNKNOWN, "special.wright_bessel(x, x + y, z)"
)

# --------------------------------------------------- of exponentials, sines, logarithms

elementwise(special.exp1, "-np.exp(-x) / x", analytic=True)
elementwise(special.expi, "np.exp(x) / x", analytic=True)
# That of order 0 is exp(-y) / y.
elementwise(
    special.expn,
    UNKNOWN,
    "np.where(x >= 1, -special.expn(np.maximum(x - 1, 0), y),"
    " -out * (1 + 1 / np.where(x >= 1, 1.0, y)))",
)


def series(terms: list[float], variable: str) -> str:
    """The text of a polynomial, from the constant on, after Horner."""
    first, *rest = terms
    return f"{first} + {variable} * ({series(rest, variable)})" if rest else f"{first}"


# Beside 1 the quotient is 0 / 0.
_BESIDE = series([(-1.0) ** (k + 1) / (k + 1) for k in range(9)], "(x - 1)")
_NEAR = "(np.abs(x - 1) < 0.01)"
elementwise(
    special.spence,
    f"np.where({_NEAR}, {_BESIDE}, np.log(x) / np.where({_NEAR}, 1.0, 1 - x))",
)


def sici_bprop(x, out, dout):
    dsi, dci = dout
    dx = 0 if dsi is None else dsi * np.sinc(x / np.pi)
    return (dx if dci is None else dx + dci * np.cos(x) / x,)


def shichi_bprop(x, out, dout):
    dshi, dchi = dout
    # sinh(x) / x
    size = np.abs(x)
    quotient = np.exp(size) * special.exprel(-2 * size)
    dx = 0 if dshi is None else dshi * quotient
    return (dx if dchi is None else dx + dchi * np.cosh(x) / x,)


def fresnel_bprop(x, out, dout):
    dsine, dcosine = dout
    angle = np.pi / 2 * x * x
    dx = 0 if dsine is None else dsine * np.sin(angle)
    return (dx if dcosine is None else dx + dcosine * np.cos(angle),)


of_several(special.sici, sici_bprop, "si ci")
of_several(special.shichi, shichi_bprop, "shi chi")
of_several(special.fresnel, fresnel_bprop, "sine cosine")


@defines(special.sici, arrays="x")
def sici(x):
    return emit("special.sici", x)


@defines(special.shichi, arrays="x")
def shichi(x):
    return emit("special.shichi", x)


@defines(special.fresnel, arrays="z")
def fresnel(z):
    return emit("special.fresnel", z)


# ------------------------------------------------------------ beside the error function

elementwise(special.wofz, f"{2 / np.sqrt(np.pi)}j - 2 * x * out", analytic=True)


def voigt_slopes(x, y, z):
    """The derivative by ``x + 1j * z`` of the function whose real part the profile is,
    and ``y`` times its second derivative.

    Far out, and where there is nothing normal in it, they are the asymptotic series
    (7.12.1), as what is otherwise taken cancels.
    """
    place = x + 1j * z
    far = np.abs(place) >= 40 * y
    width = 1.4142135623730951 * np.where(far, 1.0, y)
    scaled = np.where(far, 1.0, place) / width
    w = special.wofz(scaled)
    first = 1.1283791670955126j - 2 * scaled * w
    second = -2 * (w + scaled * first)
    outside = np.where(far, place, 1.0)
    q = (np.where(far, y, 0.0) / outside) ** 2
    series = 1 + q * (3 + q * (15 + q * (105 + q * 945)))
    second_series = 1 + q * (6 + q * (45 + q * (420 + q * 4725)))
    root = 1.772453850905516
    return (
        np.where(far, -1j / np.pi * series / outside**2, first / (root * width**2)),
        y
        * np.where(
            far, 2j / np.pi * second_series / outside**3, second / (root * width**3)
        ),
    )


def voigt_profile_bprop(x, y, z, out, dout):
    first, second = voigt_slopes(x, y, z)
    # It solves the equation of heat, in y * y / 2.
    return dout * np.real(first), dout * np.real(second), -dout * np.imag(first)


of_elements(special.voigt_profile, voigt_profile_bprop)
called(special.voigt_profile, "special.voigt_profile")
elementwise(
    special.owens_t,
    f"{-0.5 / np.sqrt(2 * np.pi)} * np.exp(-0.5 * x * x)"
    " * special.erf(x * y * 0.7071067811865476)",
    f"np.exp(-0.5 * x * x * (1 + y * y)) / ({2 * np.pi} * (1 + y * y))",
)

# ------------------------------------------------------------------- Struve and Kelvin

_STRUVE = f"np.power(0.5 * y, x) * special.rgamma(x + 1.5) * {1 / np.sqrt(np.pi)}"
elementwise(
    special.struve,
    UNKNOWN,
    f"0.5 * (special.struve(x - 1, y) - special.struve(x + 1, y) + {_STRUVE})",
)
elementwise(
    special.modstruve,
    UNKNOWN,
    f"0.5 * (special.modstruve(x - 1, y) + special.modstruve(x + 1, y) + {_STRUVE})",
)
for _word in ("ber", "bei", "ker", "kei"):
    elementwise(getattr(special, _word), f"special.{_word}p(x)")
# The equation x w'' + w' = 1j x w, of both parts.
for _word, _partial, _at_0 in (
    ("berp", "-special.bei(x)", "0.0"),
    ("beip", "special.ber(x)", "0.5"),
):
    elementwise(
        getattr(special, _word),
        f"np.where(x == 0, {_at_0}, {_partial} - out / np.where(x == 0, 1.0, x))",
    )
elementwise(special.kerp, "-special.kei(x) - out / x")
elementwise(special.keip, "special.ker(x) - out / x")


@defines(special.kelvin, arrays="x")
def kelvin(x):
    return (
        special.ber(x) + 1j * special.bei(x),
        special.ker(x) + 1j * special.kei(x),
        special.berp(x) + 1j * special.beip(x),
        special.kerp(x) + 1j * special.keip(x),
    )


# ---------------------------------------------------------------------- Airy and Bessel


def airy_bprop(x, out, dout):
    ai, aip, bi, bip = out
    dx = 0
    # Both solve w'' = x w.
    for dout_k, slope in zip(dout, (aip, x * ai, bip, x * bi), strict=True):
        if dout_k is not None:
            dx = dx + dout_k * slope
    return (dx,)


def airye_bprop(x, out, dout):
    ai, aip, bi, bip = out
    inside = x > 0
    # By exp(2/3 x ** 1.5), and by one over that.
    root = np.where(inside, np.sqrt(np.where(inside, x, 1.0)), 0.0)
    slopes = aip + root * ai, x * ai + root * aip, bip - root * bi, x * bi - root * bip
    dx = 0
    for dout_k, slope in zip(dout, slopes, strict=True):
        if dout_k is not None:
            dx = dx + dout_k * slope
    return (dx,)


of_several(special.airy, airy_bprop, "ai aip bi bip")
of_several(special.airye, airye_bprop, "eai eaip ebi ebip")


@defines(special.airy, arrays="z")
def airy(z):
    return emit("special.airy", z)


@defines(special.airye, arrays="z")
def airye(z):
    return emit("special.airye", z)


# By the argument; the order is the first.
for _word, _after in (
    *(("jve", ""), ("yve", ""), ("hankel1", ""), ("hankel2", "")),
    *(("hankel1e", " - 1j * out"), ("hankel2e", " + 1j * out")),
):
    elementwise(
        getattr(special, _word),
        UNKNOWN,
        f"0.5 * (special.{_word}(x - 1, y) - special.{_word}(x + 1, y)){_after}",
        analytic=_word.startswith("hankel"),
    )


def differentiated(function, v, z, n, sign):
    """The derivative of order ``n``, of functions of orders about ``v`` (10.6.7)."""
    if not is_known(n) or n < 0 or n % 1:
        unsupported("how often it differentiates is known beforehand: 0, 1, 2, ...")
    if n == 0:
        return function(v, z)
    # As SciPy does: a number is of double precision.
    v = np.asarray(v)
    total, factor = function(v - n, z), 1.0
    for k in range(1, n + 1):
        factor = sign * factor * (n - k + 1) / k
        total = total + factor * function(v - n + 2 * k, z)
    return total / 2.0**n


@defines(special.jvp, arrays="v z")
def jvp(v, z, n=1):
    return differentiated(special.jv, v, z, n, -1)


@defines(special.yvp, arrays="v z")
def yvp(v, z, n=1):
    return differentiated(special.yv, v, z, n, -1)


@defines(special.h1vp, arrays="v z", analytic=True)
def h1vp(v, z, n=1):
    return differentiated(special.hankel1, v, z, n, -1)


@defines(special.h2vp, arrays="v z", analytic=True)
def h2vp(v, z, n=1):
    return differentiated(special.hankel2, v, z, n, -1)


@defines(special.ivp, arrays="v z")
def ivp(v, z, n=1):
    return differentiated(special.iv, v, z, n, 1)


@defines(special.kvp, arrays="v z")
def kvp(v, z, n=1):
    return (-1) ** n * differentiated(special.kv, v, z, n, 1)


def _spherical(word: str, above: str) -> str:
    """The text of (2 n + 1) f'(n) = n f(n - 1) + (n + 1) f(n + 1), or with signs."""
    less, more = f"special.{word}(np.maximum(x - 1, 0), y)", f"special.{word}(x + 1, y)"
    return f"(x * {less} {above} (x + 1) * {more}) / (2 * x + 1)"


of_elements(special.spherical_jn, (UNKNOWN, _spherical("spherical_jn", "-")))
of_elements(special.spherical_yn, (UNKNOWN, _spherical("spherical_yn", "-")))
of_elements(special.spherical_in, (UNKNOWN, _spherical("spherical_in", "+")))
of_elements(special.spherical_kn, (UNKNOWN, f"-{_spherical('spherical_kn', '+')}"))


def check_order(n):
    if n.dtype.kind not in "iu":
        unsupported("its order is an int, or an array of ints")


@defines(special.spherical_jn, arrays="n z")
def spherical_jn(n, z, derivative=False):
    check_order(n)
    if derivative:
        less = special.spherical_jn(np.maximum(n - 1, 0), z)
        return (n * less - (n + 1) * special.spherical_jn(n + 1, z)) / (2 * n + 1)
    return emit("special.spherical_jn", n, z)


@defines(special.spherical_yn, arrays="n z")
def spherical_yn(n, z, derivative=False):
    check_order(n)
    if derivative:
        less = special.spherical_yn(np.maximum(n - 1, 0), z)
        return (n * less - (n + 1) * special.spherical_yn(n + 1, z)) / (2 * n + 1)
    return emit("special.spherical_yn", n, z)


@defines(special.spherical_in, arrays="n z")
def spherical_in(n, z, derivative=False):
    check_order(n)
    if derivative:
        less = special.spherical_in(np.maximum(n - 1, 0), z)
        return (n * less + (n + 1) * special.spherical_in(n + 1, z)) / (2 * n + 1)
    return emit("special.spherical_in", n, z)


@defines(special.spherical_kn, arrays="n z")
def spherical_kn(n, z, derivative=False):
    check_order(n)
    if derivative:
        less = special.spherical_kn(np.maximum(n - 1, 0), z)
        return -(n * less + (n + 1) * special.spherical_kn(n + 1, z)) / (2 * n + 1)
    return emit("special.spherical_kn", n, z)


# -------------------------------------------------------------------- hypergeometric

elementwise(special.hyp0f1, UNKNOWN, "special.hyp0f1(x + 1, y) / x")
elementwise(special.hyp1f1, UNKNOWN, UNKNOWN, "x / y * special.hyp1f1(x + 1, y + 1, z)")
elementwise(
    special.hyp2f1,
    UNKNOWN,
    UNKNOWN,
    UNKNOWN,
    "x * y / z * special.hyp2f1(x + 1, y + 1, z + 1, w)",
)
elementwise(special.hyperu, UNKNOWN, UNKNOWN, "-x * special.hyperu(x + 1, y + 1, z)")
