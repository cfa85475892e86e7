"""Programs like those of compatibility_rows.py: the steps of optimizers."""

from collections.abc import Callable
from typing import Any

from tests.compatibility_rows import POSITIVE, Row, X, drawn


def step(name: str, call: Callable[..., Any], *settings: Any, **named: Any) -> Row:
    """A step, and what it leaves behind.

    ``call`` takes the operator, the weights, three positive states, the gradient, and
    a number as a Tensor. What it gives is left out: on a CPU many of MindSpore's
    operators give back what they have not written.
    """

    def make(ms: Any) -> Callable[..., Any]:
        operator = getattr(ms.ops, name)(*settings, **named)
        number = ms.Tensor(0.1, ms.float32)

        def program(x: Any, p: Any, g: Any) -> Any:
            w, a, b, c = x * 1, p * 1, p * 0.5, p + 1
            call(operator, w, a, b, c, g, number)
            return w, a, b, c

        return program

    return Row(make, (X, POSITIVE, drawn(3, 4, seed=5)))


def rows_step(name: str, call: Callable[..., Any], *settings: Any) -> Row:
    """A step with two of the rows; ``call`` takes the places of these, too."""

    def make(ms: Any) -> Callable[..., Any]:
        operator = getattr(ms.ops, name)(*settings)
        places = ms.Tensor([2, 0, 1], ms.int32)
        number = ms.Tensor(0.1, ms.float32)

        def program(x: Any, p: Any, g: Any) -> Any:
            w, a, b = x * 1, p * 1, p * 0.5
            call(operator, w, a, b, g, places, number)
            return w, a, b

        return program

    return Row(make, (X, POSITIVE, drawn(3, 4, seed=5)))


ADAM = (0.9, 0.99, 0.1, 0.8, 0.95, 1e-3)

ROWS: dict[str, Row] = {
    "ops.ApplyMomentum": step(
        "ApplyMomentum", lambda op, w, a, b, c, g, n: op(w, a, 0.1, g, 0.9)
    ),
    "ops.ApplyKerasMomentum": step(
        "ApplyKerasMomentum",
        lambda op, w, a, b, c, g, n: op(w, a, 0.1, g, 0.9),
        use_nesterov=True,
    ),
    "ops.SGD": step("SGD", lambda op, w, a, b, c, g, n: op(w, g, n, a, n, b)),
    "ops.SGD (2)": step(
        "SGD",
        lambda op, w, a, b, c, g, n: op(w, g, n, a, n, b * 0),
        dampening=0.25,
        weight_decay=0.1,
    ),
    "ops.SGD (3)": step(
        "SGD",
        lambda op, w, a, b, c, g, n: op(w, g, n, a, n, b),
        nesterov=True,
    ),
    "ops.Adam": step("Adam", lambda op, w, a, b, c, g, n: op(w, a, b, *ADAM, g)),
    "ops.Adam (2)": step(
        "Adam",
        lambda op, w, a, b, c, g, n: op(w, a, b, *ADAM, g),
        use_nesterov=True,
    ),
    "ops.AdamNoUpdateParam": Row(
        lambda ms: lambda p, g: ms.ops.AdamNoUpdateParam()(p * 1, p * 0.5, *ADAM, g),
        (POSITIVE, X),
    ),
    "ops.AdamWeightDecay": step(
        "AdamWeightDecay",
        lambda op, w, a, b, c, g, n: op(w, a, b, 0.1, 0.9, 0.99, 1e-3, 0.2, g),
    ),
    "ops.ApplyAdaMax": step(
        "ApplyAdaMax",
        lambda op, w, a, b, c, g, n: op(w, a, b, 0.9, 0.1, 0.8, 0.3, 1e-3, g),
    ),
    "ops.ApplyAdadelta": step(
        "ApplyAdadelta", lambda op, w, a, b, c, g, n: op(w, a, b, 0.1, 0.9, 1e-3, g)
    ),
    "ops.ApplyAdagrad": step(
        "ApplyAdagrad", lambda op, w, a, b, c, g, n: op(w, a, 0.1, g)
    ),
    "ops.ApplyAdagradV2": step(
        "ApplyAdagradV2", lambda op, w, a, b, c, g, n: op(w, a, 0.1, g), 1e-3
    ),
    "ops.ApplyAdagradV2 (2)": step(
        "ApplyAdagradV2", lambda op, w, a, b, c, g, n: op(w, a, 0.1, g), 1e-3, False
    ),
    "ops.ApplyAdagradDA": step(
        "ApplyAdagradDA",
        lambda op, w, a, b, c, g, n: op(w, a, b, g, 0.1, 0.01, 0.2, 3),
    ),
    "ops.ApplyAdamWithAmsgrad": step(
        "ApplyAdamWithAmsgrad",
        lambda op, w, a, b, c, g, n: op(w, a, b, c, n, n, n, g),
    ),
    "ops.ApplyAdamWithAmsgradV2": step(
        "ApplyAdamWithAmsgradV2",
        lambda op, w, a, b, c, g, n: op(w, a, b, c, n, n, n, n, n, n, g),
    ),
    "ops.ApplyAddSign": step(
        "ApplyAddSign",
        lambda op, w, a, b, c, g, n: op(w, a, 0.1, 1.0, 0.99, 0.9, g),
    ),
    "ops.ApplyPowerSign": step(
        "ApplyPowerSign",
        lambda op, w, a, b, c, g, n: op(w, a, 0.1, 1.0, 0.99, 0.9, g),
    ),
    "ops.ApplyCenteredRMSProp": step(
        "ApplyCenteredRMSProp",
        lambda op, w, a, b, c, g, n: op(w, a * 0.1, c, b, g, 0.1, 0.9, 0.5, 1e-3),
    ),
    "ops.ApplyRMSProp": step(
        "ApplyRMSProp",
        lambda op, w, a, b, c, g, n: op(w, a, b, 0.1, g, 0.9, 0.5, 1e-3),
    ),
    "ops.ApplyFtrl": step(
        "ApplyFtrl",
        lambda op, w, a, b, c, g, n: op(w, a, b, g, 0.1, 0.2, 0.3, -0.5),
    ),
    "ops.ApplyGradientDescent": step(
        "ApplyGradientDescent", lambda op, w, a, b, c, g, n: op(w, 0.1, g)
    ),
    "ops.ApplyProximalAdagrad": step(
        "ApplyProximalAdagrad",
        lambda op, w, a, b, c, g, n: op(w, a, 0.1, 0.2, 0.3, g),
    ),
    "ops.ApplyProximalGradientDescent": step(
        "ApplyProximalGradientDescent",
        lambda op, w, a, b, c, g, n: op(w, 0.1, 0.2, 0.3, g),
    ),
    "ops.FusedSparseAdam": rows_step(
        "FusedSparseAdam",
        lambda op, w, a, b, g, i, n: op(w, a, b, n, n, n, n, n, n, g, i),
    ),
    "ops.FusedSparseLazyAdam": rows_step(
        "FusedSparseLazyAdam",
        lambda op, w, a, b, g, i, n: op(w, a, b, n, n, n, n, n, n, g, i),
    ),
    "ops.FusedSparseFtrl": rows_step(
        "FusedSparseFtrl",
        lambda op, w, a, b, g, i, n: op(w, a, b, g, i),
        *(0.1, 0.2, 0.3, -0.5),
    ),
    "ops.FusedSparseProximalAdagrad": rows_step(
        "FusedSparseProximalAdagrad",
        lambda op, w, a, b, g, i, n: op(w, a, n, n, n, g, i),
    ),
    "ops.SparseApplyAdadelta": rows_step(
        "SparseApplyAdadelta",
        lambda op, w, a, b, g, i, n: op(w, a, b, 0.1, 0.9, g, i),
        1e-3,
    ),
    "ops.SparseApplyAdagrad": rows_step(
        "SparseApplyAdagrad", lambda op, w, a, b, g, i, n: op(w, a, g, i), 0.1
    ),
    "ops.SparseApplyAdagradV2": rows_step(
        "SparseApplyAdagradV2",
        lambda op, w, a, b, g, i, n: op(w, a, g, i),
        *(0.1, 1e-3),
    ),
    "ops.SparseApplyFtrl": rows_step(
        "SparseApplyFtrl",
        lambda op, w, a, b, g, i, n: op(w, a, b, g, i),
        *(0.1, 0.2, 0.3, -0.5),
    ),
    "ops.SparseApplyProximalAdagrad": rows_step(
        "SparseApplyProximalAdagrad",
        lambda op, w, a, b, g, i, n: op(w, a, 0.1, 0.2, 0.3, g, i),
    ),
    "ops.SparseApplyRMSProp": rows_step(
        "SparseApplyRMSProp",
        lambda op, w, a, b, g, i, n: op(w, a, b, 0.1, g, i),
        *(0.9, 0.5, 1e-3),
    ),
}
