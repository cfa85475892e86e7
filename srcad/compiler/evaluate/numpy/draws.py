"""What a random generator draws: in the forward half, as often and in the order in
which the program does.

A draw is a constant of the derivative. Where its distribution is moved or stretched by
what may be differentiated, the draw is one of the standard distribution, which is moved
and stretched as NumPy does it: the same numbers, from the same part of the stream. By
what has no such form (the shape of a gamma distribution) there is no derivative, which
is said where it is asked for.
"""

# mypy: disable-error-code="no-untyped-call, no-untyped-def"

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from srcad.compiler.evaluate.drawing import emit_draw
from srcad.compiler.evaluate.dtype_names import dtype_of
from srcad.compiler.evaluate.frame import Frame
from srcad.compiler.evaluate.intrinsics import axis_in, is_known, unsupported
from srcad.compiler.evaluate.known import static
from srcad.compiler.evaluate.numpy.registry import bind, inlined, refused_as, register
from srcad.compiler.evaluate.numpy.values import as_array, number, shape_atom
from srcad.compiler.evaluate.objects import MethodCall
from srcad.compiler.ir.avals import FLOAT, INT, Aval, ShapeAval
from srcad.compiler.ir.types import NONE, Atom, Lit


@dataclass(frozen=True, slots=True)
class Draw:
    """A method of a generator: NumPy's signature, and the definition in Python of what
    a call means, which gets the generator and the name first."""

    signature: inspect.Signature
    definition: Callable[..., Any]
    arrays: tuple[str, ...]
    packed: bool = False


# The methods by the class of the generator.
DRAWS: dict[str, dict[str, Draw]] = {"Generator": {}, "RandomState": {}, "Random": {}}
BOTH = ("Generator", "RandomState")


def draws(
    words: str, arrays: str = "", kinds: tuple[str, ...] = BOTH
) -> Callable[[Any], Any]:
    """The function defines these methods; ``arrays`` are parameters that are arrays."""

    def enter(definition: Any) -> Any:
        known = list(inspect.signature(definition).parameters.values())[2:]
        for word in words.split():
            _enter(word, Draw(inspect.Signature(known), definition, _names(arrays)))
        return definition

    def _enter(word: str, one: Draw) -> None:
        for kind in kinds:
            assert word not in DRAWS[kind], word
            DRAWS[kind][word] = one

    return enter


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def call_draw(frame: Frame, generator: Any, kind: str, call: MethodCall) -> Any:
    """``rng.word(...)``."""
    word, args, keywords, node = call
    one = DRAWS[kind][word]
    with refused_as(frame, f"{kind}.{word}", node):
        bound = bind(one.signature, args, keywords)
        for name, item in bound.arguments.items():
            if name in one.arrays and item is not None:
                bound.arguments[name] = number(frame, item, node)
        given, named = list(bound.args), bound.kwargs
        if one.packed:
            bound.apply_defaults()
            *given, size = bound.args
            given, named = [tuple(given)], {"size": size}
        return inlined(frame, one.definition, [generator, word, *given], node, named)


# ----------------------------------------------------------------- the draw itself


def drawn(rng, word, parameters, size, shape, kind="float64", **named):
    """``rng.word(*parameters, size, **named)``, of this shape (None: a number) and
    this ``kind`` of elements."""
    raise NotImplementedError


def _drawn(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    rng, word, parameters, size, shape, *rest = args
    named = dict(keywords)
    dtype = rest[0] if rest else "float64"
    given = [_atom(frame, item, node) for item in parameters]
    named = {name: _atom(frame, item, node) for name, item in named.items()}
    if size is not None:
        atom = shape_atom(frame, size)
        if given:
            named["size"] = atom
        else:
            given.append(atom)
    # One number is one of Python, but an integer of a dtype.
    aval = FLOAT if np.dtype(dtype).kind == "f" else INT
    if word == "integers":
        aval = Aval(dtype)
    if shape is not None:
        found = shape_atom(frame, shape).aval
        assert isinstance(found, ShapeAval)
        aval = Aval(dtype, found.dims)
    box = emit_draw(frame, rng, word, given, named, aval)
    box.holds = shape is not None and not aval.ndim
    return box


register(drawn, _drawn)


def _atom(frame: Frame, item: Any, node: ast.AST) -> Atom:
    if item is None or isinstance(item, bool | int | float | str):
        return NONE if item is None else Lit(item)
    return as_array(frame, item, node)


def shape_of(size, *parameters):
    """The shape of what is drawn; None of one number."""
    if size is not None:
        return size
    shape = np.broadcast_shapes(*map(np.shape, parameters))
    return shape if len(shape) else None


def as_it_is(rng, word, parameters, size=None):
    """A draw without a derivative by the parameters of its distribution."""
    return drawn(rng, word, parameters, size, shape_of(size, *parameters))


def counts(rng, word, parameters, size=None):
    """The same, of whole numbers."""
    return drawn(rng, word, parameters, size, shape_of(size, *parameters), "int64")


def _as_they_are(definition: Any, rows: str) -> None:
    """Enter methods of one parameter after the other, and of the size."""
    for row in rows.split(";"):
        word, *names = row.split()
        stub = eval(f"lambda {', '.join([*names, 'size=None'])}: None")
        arrays = tuple(name.partition("=")[0] for name in names)
        one = Draw(inspect.signature(stub), definition, arrays, packed=True)
        for kind in BOTH:
            DRAWS[kind][word] = one


_as_they_are(
    as_it_is,
    "beta a b; chisquare df; f dfnum dfden; noncentral_chisquare df nonc;"
    "noncentral_f dfnum dfden nonc; standard_cauchy; standard_t df;"
    "triangular left mode right; vonmises mu kappa; wald mean scale",
)
_as_they_are(
    counts,
    "binomial n p; geometric p; hypergeometric ngood nbad nsample; logseries p;"
    "negative_binomial n p; poisson lam=1.0; zipf a",
)


@draws("multinomial", arrays="n pvals")
def multinomial(rng, word, n, pvals, size=None):
    shape = (*sizes_of(size, n), pvals.shape[-1])
    return drawn(rng, word, (n, pvals), size, shape, "int64")


@draws("dirichlet", arrays="alpha")
def dirichlet(rng, word, alpha, size=None):
    return drawn(rng, word, (alpha,), size, (*sizes_of(size), *alpha.shape))


@draws("multivariate_normal", arrays="mean cov")
def multivariate_normal(rng, word, mean, cov, size=None):
    shape = (*sizes_of(size), *mean.shape)
    if is_known(mean):
        return drawn(rng, word, (mean, cov), size, shape)
    return mean + drawn(rng, word, (np.zeros(mean.shape), cov), size, shape)


def sizes_of(size, *parameters):
    """The shape of what is drawn, without the axes of one draw."""
    shape = shape_of(size, *parameters)
    if shape is None:
        return ()
    return shape if isinstance(shape, tuple) else (shape,)


# ------------------------------------------------------------ standard distributions


@draws("random standard_normal standard_exponential", kinds=("Generator",))
def standard(rng, word, size=None, dtype=np.float64):
    name = width(dtype)
    if name == "float64":
        return drawn(rng, word, (), size, size)
    return drawn(rng, word, (), size, size, name, dtype=name)


@draws("random random_sample standard_normal standard_exponential", kinds=BOTH[1:])
def standard_of_state(rng, word, size=None):
    return drawn(rng, word, (), size, size)


@draws("rand randn", kinds=BOTH[1:])
def of_sizes(rng, word, *sizes):
    size = sizes if len(sizes) else None
    return drawn(
        rng, {"rand": "random", "randn": "standard_normal"}[word], (), size, size
    )


@draws("standard_gamma", arrays="shape")
def standard_gamma(rng, word, shape, size=None):
    return as_it_is(rng, word, (shape,), size)


def width(dtype):
    """The name of a dtype, which is known."""
    raise NotImplementedError


def _width(
    frame: Frame, args: list[Any], keywords: dict[str, Any], node: ast.AST
) -> Any:
    found = dtype_of(static(frame, args[0], node))
    if found is None:
        frame.refuse("SRC012", f"{args[0]!r} is not a dtype", node)
    return found


register(width, _width)


# --------------------------------------------------------------- moved and stretched


def fitted(parameter, shape):
    """A parameter that fits what is drawn: the draw does not become larger by it."""
    if shape is None or np.ndim(parameter) == 0:
        return parameter
    return np.broadcast_to(parameter, shape)


def checked(scale):
    """What NumPy asks of the scale of a distribution."""
    if np.any(scale < 0):
        raise ValueError("scale < 0")
    return scale


def as_drawn(value, shape):
    """What is drawn as a number is one of Python."""
    return float(value) if shape is None else value


@draws("normal laplace gumbel logistic", arrays="loc scale")
def of_location_and_scale(rng, word, loc=0.0, scale=1.0, size=None):
    if is_known((loc, scale)):
        return as_it_is(rng, word, (loc, scale), size)
    shape, scale = shape_of(size, loc, scale), checked(scale)
    if word == "normal":
        unit = drawn(rng, "standard_normal", (), shape, shape)
    else:
        unit = drawn(rng, word, (0.0, 1.0), shape, shape)
    return as_drawn(fitted(loc, shape) + fitted(scale, shape) * unit, shape)


@draws("uniform", arrays="low high")
def uniform(rng, word, low=0.0, high=1.0, size=None):
    if is_known((low, high)):
        return as_it_is(rng, word, (low, high), size)
    shape = shape_of(size, low, high)
    unit = drawn(rng, "random", (), shape, shape)
    low, high = fitted(low, shape), fitted(high, shape)
    return as_drawn(low + (high - low) * unit, shape)


@draws("exponential rayleigh", arrays="scale")
def of_scale(rng, word, scale=1.0, size=None):
    if is_known(scale):
        return as_it_is(rng, word, (scale,), size)
    shape, scale = shape_of(size, scale), checked(scale)
    if word == "exponential":
        unit = drawn(rng, "standard_exponential", (), shape, shape)
    else:
        unit = drawn(rng, word, (1.0,), shape, shape)
    return as_drawn(fitted(scale, shape) * unit, shape)


@draws("lognormal", arrays="mean sigma")
def lognormal(rng, word, mean=0.0, sigma=1.0, size=None):
    if is_known((mean, sigma)):
        return as_it_is(rng, word, (mean, sigma), size)
    return as_drawn(
        np.exp(of_location_and_scale(rng, "normal", mean, sigma, size)),
        shape_of(size, mean, sigma),
    )


@draws("gamma", arrays="shape scale")
def gamma(rng, word, shape, scale=1.0, size=None):
    if is_known((shape, scale)):
        return as_it_is(rng, word, (shape, scale), size)
    sizes, scale = shape_of(size, shape, scale), checked(scale)
    unit = drawn(rng, "standard_gamma", (shape,), sizes, sizes)
    return as_drawn(fitted(scale, sizes) * unit, sizes)


@draws("weibull pareto power", arrays="a")
def of_exponent(rng, word, a, size=None):
    if is_known(a):
        return as_it_is(rng, word, (a,), size)
    shape = shape_of(size, a)
    unit, a = drawn(rng, "standard_exponential", (), shape, shape), fitted(a, shape)
    if word == "weibull":
        value = unit ** (1.0 / a)
    elif word == "pareto":
        value = np.expm1(unit / a)
    else:
        value = (-np.expm1(-unit)) ** (1.0 / a)
    return as_drawn(value, shape)


# -------------------------------------------------------------------- whole numbers


@draws("integers", arrays="low high", kinds=("Generator",))
def integers(rng, word, low, high=None, size=None, dtype=np.int64, endpoint=False):
    name, bounds = width(dtype), (low,) if high is None else (low, high)
    shape = shape_of(size, *bounds)
    named = {} if name == "int64" else {"dtype": name}
    if endpoint:
        named["endpoint"] = True
    return drawn(rng, word, bounds, size, shape, name, **named)


@draws("randint", arrays="low high", kinds=("RandomState",))
def randint(rng, word, low, high=None, size=None):
    bounds = (low,) if high is None else (low, high)
    return drawn(rng, word, bounds, size, shape_of(size, *bounds), "int64")


# --------------------------------------------------------------------- of an array


@draws("choice", arrays="a p", kinds=("Generator",))
def choice(rng, word, a, size=None, replace=True, p=None, axis=0, shuffle=True):
    axis = 0 if np.ndim(a) == 0 else axis_in(axis, np.ndim(a))
    count, named = a if np.ndim(a) == 0 else a.shape[axis], {}
    if not replace:
        named["replace"] = False
    if p is not None:
        named["p"] = p
    if not shuffle:
        named["shuffle"] = False
    places = drawn(rng, word, (count,), size, size, "int64", **named)
    return places if np.ndim(a) == 0 else np.take(a, places, axis)


@draws("choice", arrays="a p", kinds=("RandomState",))
def choice_of_state(rng, word, a, size=None, replace=True, p=None):
    return choice(rng, word, a, size, replace, p)


@draws("permutation", arrays="x", kinds=("Generator",))
def permutation(rng, word, x, axis=0):
    if np.ndim(x) == 0:
        return drawn(rng, word, (x,), None, x, "int64")
    count = x.shape[axis]
    return np.take(x, drawn(rng, word, (count,), None, count, "int64"), axis)


@draws("permutation", arrays="x", kinds=("RandomState",))
def permutation_of_state(rng, word, x):
    return permutation(rng, word, x)


@draws("shuffle", kinds=("Generator",))
def shuffle(rng, word, x, axis=0):
    if not hasattr(x, "ndim"):
        unsupported("it shuffles arrays here; `permutation` gives the places")
    x[...] = permutation(rng, "permutation", x, axis)


@draws("shuffle", kinds=("RandomState",))
def shuffle_of_state(rng, word, x):
    shuffle(rng, word, x)


@draws("permuted", arrays="x", kinds=("Generator",))
def permuted(rng, word, x, axis=None):
    if axis is None:
        places = drawn(rng, word, (np.arange(x.size),), None, x.size, "int64")
        return np.take(x, places).reshape(x.shape)
    axis = axis_in(axis, x.ndim)
    column = np.arange(x.shape[axis]).reshape((-1,) + (1,) * (x.ndim - axis - 1))
    every = np.broadcast_to(column, x.shape)
    places = drawn(rng, word, (every,), None, x.shape, "int64", axis=axis)
    return np.take_along_axis(x, places, axis)
