"""Every bprop of the library against central differences of the function it is for.

The table has one row or more for each operator with a rule; a rule without a row fails.
Both the functions and the rules run as they stand, on float64 arrays.
"""

import ast
import importlib
import inspect
import pkgutil

import numpy as np
import pytest

import srcad.nn
import srcad.ops
from srcad.compiler.evaluate.calls.kernels import definitions, imports
from srcad.ops import kernels
from srcad.ops._operator import Operator

RNG = np.random.default_rng(0)


def normal(*shape):
    """Numbers that stay away from 0, where some functions have a kink."""
    values = RNG.standard_normal(shape)
    return np.where(np.abs(values) < 0.05, 0.5, values)


PAIRS = ((1, 0), (0, 1))
CONVOLUTION = ((2, 1), PAIRS, (1, 2), 2)
SAME = ((2, 1), "same", (1, 1), 2)
POOL = ((3, 2), (2, 2), PAIRS)
X, WEIGHT = normal(2, 4, 5, 4), normal(6, 2, 3, 2)
OUT = kernels.convolution(X, WEIGHT, *CONVOLUTION)
OUT_SAME = kernels.convolution(X, WEIGHT, *SAME)
# Windows that lie apart, with a row between them.
APART = ((2, 2), (3, 2), ((0, 0), (0, 0)))
POOL_SAME = ((3, 2), (2, 2), "same")
MAXIMA, MAXIMA_APART, MAXIMA_SAME = (
    kernels.max_pool(X, *pool) for pool in (POOL, APART, POOL_SAME)
)
POOLED = MAXIMA
# Of elements, one of them twice.
PLACES = np.array([[0, 1], [2, 3], [0, 1], [1, 0]])

CASES = [
    ("activations.relu", normal(3, 4), False),
    ("activations.relu6", 8 * normal(3, 4)),
    ("activations.leaky_relu", normal(3, 4), 0.3),
    ("activations.hardswish", 4 * normal(3, 4)),
    ("activations.elu", normal(3, 4), 0.7),
    ("activations.celu", normal(3, 4), 0.7),
    ("activations.selu", normal(3, 4)),
    ("activations.sigmoid", normal(3, 4)),
    ("activations.logsigmoid", normal(3, 4)),
    ("activations.softplus", normal(3, 4), 2, 20),
    ("activations.hardsigmoid", 4 * normal(3, 4)),
    ("activations.hardtanh", 2 * normal(3, 4), -1.0, 1.5),
    ("activations.softmax", normal(3, 4), -1),
    ("activations.softmax", normal(3, 4), 0),
    ("activations.log_softmax", normal(3, 4), -1),
    ("activations.log_softmax", normal(2, 3, 4), 1),
    ("reductions.logsumexp", normal(3, 4), 1, False),
    ("reductions.logsumexp", normal(3, 4), (0, 1), True),
    ("reductions.logsumexp", normal(3, 4), None, False),
    ("losses.log_likelihood", normal(3, 4), np.array([0, 3, -1]), 1),
    ("losses.log_likelihood", normal(2, 3, 4), np.array([[0, 2, 1, 1]] * 2), 1),
    ("losses.log_likelihood", normal(4), np.array(2), 0),
    ("special.erfinv", 0.9 * np.tanh(normal(3, 4))),
    ("special.lgamma", 3 * normal(3, 4) + 0.01),
    ("kernels.error_function", normal(3, 4)),
    ("kernels.complementary_error_function", 3 * normal(3, 4)),
    ("bessel.modified_first", 3 * normal(3, 4), 1),
    ("bessel.modified_second", np.abs(normal(3, 4)) + 0.1, 0),
    ("kernels.bessel_i_of", 3 * normal(3, 4), 0),
    ("kernels.bessel_i_of", 20 * normal(3, 4), -1),
    ("kernels.bessel_j_of", 3 * normal(3, 4), 2),
    ("kernels.bessel_j_of", 20 * normal(3, 4), -1),
    ("kernels.bessel_k_of", np.abs(normal(3, 4)) + 0.2, 1),
    ("kernels.bessel_k_of", 20 * np.abs(normal(3, 4)) + 2, 0),
    ("kernels.bessel_y_of", np.abs(normal(3, 4)) + 0.2, 0),
    ("kernels.bessel_y_of", 20 * np.abs(normal(3, 4)) + 2, -1),
    ("kernels.gamma_density", np.abs(normal(3, 4)), np.abs(normal(3, 4)), 0),
    ("kernels.gamma_density", np.abs(normal(3, 4)), np.abs(normal(3, 4)), 1),
    ("kernels.incomplete_gamma", np.abs(normal(4)), np.abs(normal(4)), 0, False),
    ("kernels.incomplete_gamma", np.abs(normal(4)), 3 * np.abs(normal(4)), 0, True),
    ("kernels.incomplete_gamma", np.abs(normal(4)), np.abs(normal(4)), 1, True),
    ("kernels.kept_boxes", np.sort(np.abs(normal(5, 4)), axis=1), 0.3),
    ("kernels.convolution", X, WEIGHT, *CONVOLUTION),
    ("kernels.convolution", X, WEIGHT, *SAME),
    ("kernels.convolution", normal(2, 3, 6), normal(2, 3, 2), (1,), ((0, 0),), (2,), 1),
    (
        "kernels.convolution_input_gradient",
        normal(*OUT.shape),
        WEIGHT,
        X.shape,
        *CONVOLUTION,
    ),
    (
        "kernels.convolution_input_gradient",
        normal(*OUT_SAME.shape),
        WEIGHT,
        X.shape,
        *SAME,
    ),
    (
        "kernels.convolution_weight_gradient",
        normal(*OUT.shape),
        X,
        WEIGHT.shape,
        *CONVOLUTION,
    ),
    ("kernels.average_pool", X, *POOL),
    ("kernels.average_pool_gradient", normal(*POOLED.shape), X.shape, *POOL),
    ("kernels.adaptive_average_pool", X, (3, 4)),
    ("kernels.adaptive_average_pool", X, (None, 2)),
    ("kernels.adaptive_average_pool_gradient", normal(2, 4, 3, 3), X.shape, (3, 3)),
    ("kernels.max_pool", X, *POOL),
    ("kernels.max_pool_gradient", normal(*POOLED.shape), X, MAXIMA, *POOL),
    (
        "kernels.max_pool_gradient",
        normal(*MAXIMA_APART.shape),
        X,
        MAXIMA_APART,
        *APART,
    ),
    ("kernels.max_pool_pick", normal(*X.shape), X, MAXIMA, *POOL),
    ("kernels.max_pool", X, (3, 2), (2, 2), "same"),
    ("kernels.average_pool", X, (3, 2), (2, 2), "same"),
    (
        "kernels.average_pool_gradient",
        normal(2, 4, 3, 2),
        X.shape,
        (3, 2),
        (2, 2),
        "same",
    ),
    (
        "kernels.max_pool_gradient",
        normal(*MAXIMA_SAME.shape),
        X,
        MAXIMA_SAME,
        *POOL_SAME,
    ),
    ("control.stop_gradient", normal(3)),
    ("gathering.tensor_scatter_max", normal(3, 4), PLACES, normal(4)),
    ("gathering.tensor_scatter_min", normal(3, 4), PLACES, normal(4)),
    ("gathering.tensor_scatter_min", normal(3, 4), PLACES[:, :1], normal(4, 4)),
]

# Constant almost everywhere in this argument, by intent or because nothing moves.
WITHOUT_COTANGENT = {"control.stop_gradient"}


def is_floating(arg):
    return isinstance(arg, np.ndarray) and arg.dtype.kind == "f"


def operator_called(name):
    module, attribute = name.split(".")
    return getattr(importlib.import_module(f"srcad.ops.{module}"), attribute)


def directional_difference(operator, args, place, direction, step=1e-6):
    """The derivative along ``direction`` of argument ``place``, by differences."""
    ends = []
    for sign in (1, -1):
        moved = list(args)
        moved[place] = args[place] + sign * step * direction
        if operator in (kernels.max_pool_gradient, kernels.max_pool_pick):
            # Beside the array they take its maxima, which move with it.
            moved[2] = kernels.max_pool.__wrapped__(moved[1], *moved[3:])
        ends.append(operator.__wrapped__(*moved))
    return (ends[0] - ends[1]) / (2 * step)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_a_rule_agrees_with_differences(case):
    name, *args = case
    operator = operator_called(name)
    out = operator.__wrapped__(*args)
    dout = normal(*np.shape(out))
    parameters = inspect.signature(operator.__wrapped__).parameters.values()
    named = [p.default for p in parameters if p.kind is p.KEYWORD_ONLY]
    cotangents = operator.__srcad_bprop__(*args, *named, out, dout)
    assert isinstance(cotangents, tuple)
    assert len(cotangents) == len(args) + len(named)
    cotangents = cotangents[: len(args)]
    for place, (arg, cotangent) in enumerate(zip(args, cotangents, strict=True)):
        if name in WITHOUT_COTANGENT or not is_floating(arg):
            assert cotangent is None
            continue
        direction = normal(*arg.shape)
        expected = np.sum(
            dout * directional_difference(operator, args, place, direction)
        )
        if cotangent is None:
            assert expected == pytest.approx(0, abs=1e-7)
        else:
            assert cotangent.shape == arg.shape
            assert np.sum(cotangent * direction) == pytest.approx(expected, rel=1e-6)


def all_operators():
    """Operator objects of the library by ``module.name``, kernels under ``kernels``."""
    found = {}
    for package in (srcad.ops, srcad.nn):
        for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            for item in vars(importlib.import_module(info.name)).values():
                if isinstance(item, Operator):
                    module = item.__wrapped__.__module__.split(".")[2]
                    found[f"{module}.{item.__name__}"] = item
    return found


def test_every_rule_has_a_row():
    ruled = {name for name, item in all_operators().items() if item.__srcad_bprop__}
    assert ruled == {case[0] for case in CASES}


def test_every_kernel_has_a_rule_and_states_its_shape():
    found = {
        name: item for name, item in all_operators().items() if item.__srcad_kernel__
    }
    assert set(found) == {
        name for name in all_operators() if name.startswith("kernels")
    }
    for item in found.values():
        assert item.__srcad_bprop__ is not None


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case[0].startswith("kernels")],
    ids=lambda c: c[0],
)
def test_a_kernels_shape_function_is_right(case):
    name, *args = case
    kernel = operator_called(name)
    stated = kernel.__srcad_kernel__(
        *(arg.shape if isinstance(arg, np.ndarray) else arg for arg in args)
    )
    out = kernel.__wrapped__(*args)
    assert len(stated) == out.ndim
    for size, actual in zip(stated, out.shape, strict=True):
        assert size in (None, actual)
    assert out.dtype == args[0].dtype


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case[0].startswith("kernels")],
    ids=lambda c: c[0],
)
def test_a_kernel_keeps_float32(case):
    name, *args = case
    single = [
        arg.astype(np.float32) if isinstance(arg, np.ndarray) else arg for arg in args
    ]
    assert operator_called(name).__wrapped__(*single).dtype == np.float32


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case[0].startswith("kernels")],
    ids=lambda c: c[0],
)
def test_a_kernels_text_runs_with_numpy_alone(case):
    name, *args = case
    kernel = operator_called(name)
    found = definitions(kernel.__wrapped__)
    namespace = {"np": np}
    for node in found.values():
        text = ast.unparse(node)
        assert text.startswith("def ")
        assert "Any" not in text
        exec(text, namespace)
    assert list(found)[-1] == kernel.__name__
    lines = imports(kernel.__wrapped__)
    assert set(lines) <= {"import math"}
    exec("\n".join(lines), namespace)
    made = namespace[kernel.__name__](*args)
    np.testing.assert_array_equal(made, kernel.__wrapped__(*args))
    assert kernel.__doc__ in namespace[kernel.__name__].__doc__


@pytest.mark.parametrize("far", [np.inf, np.nan])
def test_what_is_not_finite_goes_to_the_maximum_alone(far):
    dout = np.full(MAXIMA_APART.shape, far)
    dx = kernels.max_pool_gradient.__wrapped__(dout, X, MAXIMA_APART, *APART)
    hit = ~np.isfinite(dx)
    assert hit.sum() == dout.size
    np.testing.assert_array_equal(np.sort(X[hit]), np.sort(MAXIMA_APART.ravel()))
    assert not dx[~hit].any()
