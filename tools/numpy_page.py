"""Write docs/numpy.md: what there is of NumPy, and what there is not, and why.

    python tools/numpy_page.py

The names are those of the NumPy that is installed, the reasons those of the compiler.
tests/test_documentation.py fails while the page is not up to date.
"""

import textwrap
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from srcad.compiler.evaluate.entry.evaluator import numpy as families
from srcad.compiler.evaluate.numpy.draws import DRAWS
from srcad.compiler.evaluate.numpy.registry import METHODS
from srcad.compiler.evaluate.numpy.without import REASONS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "numpy.md"
MODULES = {
    "np": np,
    "np.linalg": np.linalg,
    "np.fft": np.fft,
    "np.emath": np.emath,
}

_HEAD = """\
# NumPy's functions

<!-- Written by tools/numpy_page.py. -->

What of NumPy may be called with run-time values, and has an exact derivative, or none
because it is constant almost everywhere (rounding, comparisons, positions). An argument
that is not supported is refused where it is given (`SRC012`), a function that is not
in the table where it gets a run-time value (`SRC014`). `srcad rules np.linalg.norm`
shows what is known of a function, `srcad.defbprop` adds one.

"""

_SERIES = """\
## Series of polynomials

Of `np.polynomial` there are `polyval`, `polyder` and `polyint`, and `chebval`,
`legval`, `hermval`, `hermeval`, `lagval` and their kin, of as many coefficients as are
known; `polyadd`, `polysub`, `polymul`, `polymulx`, `polydiv`, `polypow`,
`polyfromroots`, `polyvander`, `polyvander2d`, `polyval2d`, `polyval3d`, `polygrid2d`,
`polyfit` of one degree, and those of the other families; `polyvalfromroots`. Its
objects (`Polynomial`, `Chebyshev`, ..., made of coefficients or by `fit`) and
`np.poly1d` are computed with, called, derived and integrated; a `Polynomial` is
converted to the usual domain. NumPy leaves out zeros at the end of a sum or a product
(at the beginning, of a `poly1d`): where that would change the number of coefficients
the module raises ValueError.

"""

_RANDOM = """\
## Random numbers

A `np.random.Generator` or `RandomState` that a function is given (an argument, an
attribute, a variable of outside), or makes itself of a seed, draws in the forward half,
as often and in the order in which the function does: what it drew is a constant of the
derivative. `rng.normal(mu, sigma)` is `mu + sigma * rng.standard_normal(...)`, so it
has a derivative by `mu` and `sigma`; likewise `uniform`, `laplace`, `gumbel`,
`logistic`, `lognormal`, the scale of `exponential`, `rayleigh` and `gamma`, the
exponent of `weibull`, `pareto` and `power`, the mean of `multivariate_normal`, and what
`choice`, `permutation`, `permuted` and `shuffle` rearrange. By other parameters of a
distribution there is none: it is refused (`SRC014`). The numbers are NumPy's own, but
those of `lognormal`, `pareto` and `power` with run-time parameters may differ by
rounding. `np.random.normal` and the like draw from NumPy's own generator, where the
function has called `np.random.seed` before; without that, and of a generator without a
seed, they are refused (`SRC025`).

A function may make a `random.Random` of a known seed, too; its `choices` are without
weights, its `sample` is one of at most 21.

"""

# Where a derivative does not exist, or not as one would think.
_LIMITS = {
    "`eigh`, `eig`, `svd`: eigenvalues and singular values that are equal": "the "
    "derivative of all of them alike (a sum, a norm) is exact; of one of them alone it "
    "is a subgradient",
    "the same: eigenvectors and singular vectors of equal values": "`LinAlgError` in "
    "`backward`: they are any basis of a subspace. Equal is what differs by rounding. "
    "Those of `eigh` and `svd` that the program reads by their place (`v[:, -1]`, "
    "`vt[:2]`, `v[:, order][:, :2]`) have a derivative beside others that are equal",
    "`svd` of a matrix that is not square: vectors of a singular value 0; vectors "
    "beyond the smaller size": "`LinAlgError` in `backward`, where they are read",
    "`qr`: columns that depend on each other": "`LinAlgError` in `backward`",
    "`det`: a matrix that is singular without rounding": "`LinAlgError` in `backward`, "
    "whose text is NumPy's: `Singular matrix`",
    "`cond` of such a matrix in another norm than 2": "`LinAlgError` in `forward`",
    "`np.interp`: points that do not increase": "`ValueError` in `forward`",
    "`eig`, `eigvals`, `roots` of real numbers: eigenvalues that are not real": "what "
    "is the same of complex numbers (`w.real`, `np.abs(w)`, `np.exp(w)`, `w[0]`, "
    "`w * 2`, ...) is computed of them; what needs real numbers (`np.max(w)`, `w < 0`, "
    "a result) is a `LinAlgError` in `forward`",
    "`eig`, `eigvals` of a real matrix with NumPy 2.5, where they are complex": "they "
    "are such numbers here, too",
    "`np.emath` of a real number outside of the real domain": "`ValueError` in "
    "`forward`: pass `x + 0j`",
    "`pinv`, `lstsq`: a matrix without full rank": "the derivative along changes that "
    "keep the rank",
    "`norm`, `std` of zeros": "0",
    "`eigh`, `cholesky`": "one triangle is read, and gets all of the cotangent",
    "`max`, `min`, `sort`, `median`: equal elements": "extremes share the cotangent "
    "among them, the others follow the order that NumPy finds",
    "`where=` of a ufunc with `out=`": "only the elements at the mask are computed, "
    "and differentiated",
}


# Names that the newest NumPy has no more.
_GONE = ("row_stack",)


def functions(module: Any) -> Iterator[str]:
    """The public callables of a module of NumPy, but for its dtypes."""
    words = getattr(module, "__all__", None) or dir(module)
    for word in sorted(set(words).difference(_GONE)):
        item = getattr(module, word, None)
        is_dtype = isinstance(item, type) and issubclass(item, np.generic)
        if callable(item) and not is_dtype and not word.startswith("_"):
            if not isinstance(item, types.ModuleType):
                yield word


def is_there(item: Any) -> bool:
    """Whether a function is in the compiler's table."""
    return families.numpy_handler(item) is not None


def page() -> str:
    """The text of the page."""
    parts = [_HEAD]
    for name, module in MODULES.items():
        words = [w for w in functions(module) if is_there(getattr(module, w))]
        parts.append(f"## `{name}`: {len(words)} functions\n\n{_listed(words)}\n\n")
    parts.append(f"## Methods of arrays\n\n{_listed(sorted(METHODS))}\n\n")
    parts.append(
        "Every ufunc of two arguments has `reduce`, `accumulate`, `reduceat`, `outer` "
        "and `at`.\n`np.r_`, `np.c_`, `np.mgrid`, `np.ogrid`, `np.ndindex`, "
        "`np.ndenumerate` and `x.flat` are there too.\n\n"
    )
    parts += [_SERIES, _RANDOM]
    for kind, known in DRAWS.items():
        parts.append(f"{_listed(sorted(known), f'Of a `{kind}`: ')}\n\n")
    parts.append("## Where a derivative does not exist\n\n")
    parts.append("| where | what happens there |\n| --- | --- |\n")
    parts += [f"| {where} | {what} |\n" for where, what in _LIMITS.items()]
    parts.append("\n## What is not there\n\n| reason | functions |\n| --- | --- |\n")
    for reason in dict.fromkeys(REASONS.values()):
        names = sorted(name for name, why in REASONS.items() if why == reason)
        listed = ", ".join(f"`{name}`" for name in names)
        parts.append(f"| {reason} | {listed} |\n")
    return "".join(parts)


def _listed(words: list[str], first: str = "") -> str:
    return textwrap.fill(first + " ".join(f"`{word}`" for word in words), 88)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
