"""The steps of optimizers as classes of operators: see :mod:`srcad.ops.updates`.

``update_rows.pyi`` tells type checkers of them. Names of settings that are about locks
are MindSpore's, and have no effect.
"""

# Written by tools/stubs.py.

from typing import Any

from srcad.ops._primitive import Primitive

__all__ = [
    "SGD",
    "Adam",
    "AdamNoUpdateParam",
    "AdamWeightDecay",
    "ApplyAdaMax",
    "ApplyAdadelta",
    "ApplyAdagrad",
    "ApplyAdagradDA",
    "ApplyAdagradV2",
    "ApplyAdamWithAmsgrad",
    "ApplyAdamWithAmsgradV2",
    "ApplyAddSign",
    "ApplyCenteredRMSProp",
    "ApplyFtrl",
    "ApplyGradientDescent",
    "ApplyKerasMomentum",
    "ApplyMomentum",
    "ApplyPowerSign",
    "ApplyProximalAdagrad",
    "ApplyProximalGradientDescent",
    "ApplyRMSProp",
    "FusedSparseAdam",
    "FusedSparseFtrl",
    "FusedSparseLazyAdam",
    "FusedSparseProximalAdagrad",
    "SparseApplyAdadelta",
    "SparseApplyAdagrad",
    "SparseApplyAdagradV2",
    "SparseApplyFtrl",
    "SparseApplyProximalAdagrad",
    "SparseApplyRMSProp",
]

class Adam(Primitive):
    """A step by the moments of the gradients."""

    def __init__(
        self: Any, use_locking: bool = False, use_nesterov: bool = False
    ) -> None: ...
    def __call__(
        self: Any,
        var: Any,
        m: Any,
        v: Any,
        beta1_power: Any,
        beta2_power: Any,
        lr: Any,
        beta1: Any,
        beta2: Any,
        epsilon: Any,
        gradient: Any,
    ) -> Any: ...

class AdamNoUpdateParam(Primitive):
    """What is to be added to the weights; the moments are updated."""

    def __init__(
        self: Any, use_locking: bool = False, use_nesterov: bool = False
    ) -> None: ...
    def __call__(
        self: Any,
        m: Any,
        v: Any,
        beta1_power: Any,
        beta2_power: Any,
        lr: Any,
        beta1: Any,
        beta2: Any,
        epsilon: Any,
        gradient: Any,
    ) -> Any: ...

class AdamWeightDecay(Primitive):
    """A step by the moments of the gradients, with weight decay beside it."""

    def __init__(self: Any, use_locking: bool = False) -> None: ...
    def __call__(
        self: Any,
        var: Any,
        m: Any,
        v: Any,
        lr: Any,
        beta1: Any,
        beta2: Any,
        epsilon: Any,
        decay: Any,
        gradient: Any,
    ) -> Any: ...

class ApplyAdaMax(Primitive):
    """A step by the largest gradient so far."""

    def __init__(self: Any) -> None: ...
    def __call__(
        self: Any,
        var: Any,
        m: Any,
        v: Any,
        beta1_power: Any,
        lr: Any,
        beta1: Any,
        beta2: Any,
        epsilon: Any,
        grad: Any,
    ) -> Any: ...

class ApplyAdadelta(Primitive):
    """A step by the mean squares of gradients and of steps."""

    def __init__(self: Any) -> None: ...
    def __call__(
        self: Any,
        var: Any,
        accum: Any,
        accum_update: Any,
        lr: Any,
        rho: Any,
        epsilon: Any,
        grad: Any,
    ) -> Any: ...

class ApplyAdagrad(Primitive):
    """A step by the root of the sum of the squares."""

    def __init__(self: Any, update_slots: bool = True) -> None: ...
    def __call__(self: Any, var: Any, accum: Any, lr: Any, grad: Any) -> Any: ...

class ApplyAdagradDA(Primitive):
    """A step by the sums of the gradients and of their squares."""

    def __init__(self: Any, use_locking: bool = False) -> None: ...
    def __call__(
        self: Any,
        var: Any,
        gradient_accumulator: Any,
        gradient_squared_accumulator: Any,
        grad: Any,
        lr: Any,
        l1: Any,
        l2: Any,
        global_step: Any,
    ) -> Any: ...

class ApplyAdagradV2(Primitive):
    """A step by the root of the sum of the squares."""

    def __init__(self: Any, epsilon: float, update_slots: bool = True) -> None: ...
    def __call__(self: Any, var: Any, accum: Any, lr: Any, grad: Any) -> Any: ...

class ApplyAdamWithAmsgrad(Primitive):
    """A step by the largest second moment so far."""

    def __init__(
        self: Any,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-08,
        use_locking: bool = False,
    ) -> None: ...
    def __call__(
        self: Any,
        var: Any,
        m: Any,
        v: Any,
        vhat: Any,
        beta1_power: Any,
        beta2_power: Any,
        lr: Any,
        grad: Any,
    ) -> Any: ...

class ApplyAdamWithAmsgradV2(Primitive):
    """A step by the largest second moment so far."""

    def __init__(self: Any, use_locking: bool = False) -> None: ...
    def __call__(
        self: Any,
        var: Any,
        m: Any,
        v: Any,
        vhat: Any,
        beta1_power: Any,
        beta2_power: Any,
        lr: Any,
        beta1: Any,
        beta2: Any,
        epsilon: Any,
        grad: Any,
    ) -> Any: ...

class ApplyAddSign(Primitive):
    """A step that is longer where gradient and moment agree."""

    def __init__(self: Any) -> None: ...
    def __call__(
        self: Any,
        var: Any,
        m: Any,
        lr: Any,
        alpha: Any,
        sign_decay: Any,
        beta: Any,
        grad: Any,
    ) -> Any: ...

class ApplyCenteredRMSProp(Primitive):
    """A step by the standard deviation of the gradients."""

    def __init__(self: Any, use_locking: bool = False) -> None: ...
    def __call__(
        self: Any,
        var: Any,
        mean_gradient: Any,
        mean_square: Any,
        moment: Any,
        grad: Any,
        learning_rate: Any,
        decay: Any,
        momentum: Any,
        epsilon: Any,
    ) -> Any: ...

class ApplyFtrl(Primitive):
    """A step that follows the regularised leader."""

    def __init__(self: Any, use_locking: bool = False) -> None: ...
    def __call__(
        self: Any,
        var: Any,
        accum: Any,
        linear: Any,
        grad: Any,
        lr: Any,
        l1: Any,
        l2: Any,
        lr_power: Any,
    ) -> Any: ...

class ApplyGradientDescent(Primitive):
    """A step along the gradient."""

    def __init__(self: Any) -> None: ...
    def __call__(self: Any, var: Any, alpha: Any, delta: Any) -> Any: ...

class ApplyKerasMomentum(Primitive):
    """A step along the mean of the last steps."""

    def __init__(
        self: Any, use_locking: bool = False, use_nesterov: bool = False
    ) -> None: ...
    def __call__(
        self: Any, var: Any, accum: Any, lr: Any, grad: Any, momentum: Any
    ) -> Any: ...

class ApplyMomentum(Primitive):
    """A step along the mean of the last gradients."""

    def __init__(
        self: Any,
        use_nesterov: bool = False,
        use_locking: bool = False,
        gradient_scale: float = 1.0,
    ) -> None: ...
    def __call__(
        self: Any,
        variable: Any,
        accumulation: Any,
        learning_rate: Any,
        gradient: Any,
        momentum: Any,
    ) -> Any: ...

class ApplyPowerSign(Primitive):
    """A step that is longer where gradient and moment agree."""

    def __init__(self: Any) -> None: ...
    def __call__(
        self: Any,
        var: Any,
        m: Any,
        lr: Any,
        logbase: Any,
        sign_decay: Any,
        beta: Any,
        grad: Any,
    ) -> Any: ...

class ApplyProximalAdagrad(Primitive):
    """A step by the root of the sum of the squares, then the penalties."""

    def __init__(self: Any, use_locking: bool = False) -> None: ...
    def __call__(
        self: Any, var: Any, accum: Any, lr: Any, l1: Any, l2: Any, grad: Any
    ) -> Any: ...

class ApplyProximalGradientDescent(Primitive):
    """A step along the gradient, then the penalties."""

    def __init__(self: Any) -> None: ...
    def __call__(
        self: Any, var: Any, alpha: Any, l1: Any, l2: Any, delta: Any
    ) -> Any: ...

class ApplyRMSProp(Primitive):
    """A step by the root of the mean square of the gradients."""

    def __init__(self: Any, use_locking: bool = False) -> None: ...
    def __call__(
        self: Any,
        var: Any,
        mean_square: Any,
        moment: Any,
        learning_rate: Any,
        grad: Any,
        decay: Any,
        momentum: Any,
        epsilon: Any,
    ) -> Any: ...

class FusedSparseAdam(Primitive):
    """A step of Adam where only some rows have a gradient."""

    def __init__(
        self: Any, use_locking: bool = False, use_nesterov: bool = False
    ) -> None: ...
    def __call__(
        self: Any,
        var: Any,
        m: Any,
        v: Any,
        beta1_power: Any,
        beta2_power: Any,
        lr: Any,
        beta1: Any,
        beta2: Any,
        epsilon: Any,
        gradient: Any,
        indices: Any,
    ) -> Any: ...

class FusedSparseFtrl(Primitive):
    """A step that follows the regularised leader, with some rows."""

    def __init__(
        self: Any,
        lr: float,
        l1: float,
        l2: float,
        lr_power: float,
        use_locking: bool = False,
    ) -> None: ...
    def __call__(
        self: Any, var: Any, accum: Any, linear: Any, grad: Any, indices: Any
    ) -> Any: ...

class FusedSparseLazyAdam(Primitive):
    """A step of Adam with the rows alone that have a gradient."""

    def __init__(
        self: Any, use_locking: bool = False, use_nesterov: bool = False
    ) -> None: ...
    def __call__(
        self: Any,
        var: Any,
        m: Any,
        v: Any,
        beta1_power: Any,
        beta2_power: Any,
        lr: Any,
        beta1: Any,
        beta2: Any,
        epsilon: Any,
        gradient: Any,
        indices: Any,
    ) -> Any: ...

class FusedSparseProximalAdagrad(Primitive):
    """A step by the root of the sum of the squares, then the penalties, with some rows."""

    def __init__(self: Any, use_locking: bool = False) -> None: ...
    def __call__(
        self: Any,
        var: Any,
        accum: Any,
        lr: Any,
        l1: Any,
        l2: Any,
        grad: Any,
        indices: Any,
    ) -> Any: ...

class SGD(Primitive):
    """A step of stochastic gradient descent, with momentum."""

    def __init__(
        self: Any,
        dampening: float = 0.0,
        weight_decay: float = 0.0,
        nesterov: bool = False,
    ) -> None: ...
    def __call__(
        self: Any,
        parameters: Any,
        gradient: Any,
        learning_rate: Any,
        accum: Any,
        momentum: Any,
        stat: Any,
    ) -> Any: ...

class SparseApplyAdadelta(Primitive):
    """A step by the mean squares of gradients and of steps, with some rows."""

    def __init__(self: Any, epsilon: float, use_locking: bool = False) -> None: ...
    def __call__(
        self: Any,
        var: Any,
        accum: Any,
        accum_update: Any,
        lr: Any,
        rho: Any,
        grad: Any,
        indices: Any,
    ) -> Any: ...

class SparseApplyAdagrad(Primitive):
    """A step by the root of the sum of the squares, with some rows."""

    def __init__(
        self: Any, lr: float, update_slots: bool = True, use_locking: bool = False
    ) -> None: ...
    def __call__(self: Any, var: Any, accum: Any, grad: Any, indices: Any) -> Any: ...

class SparseApplyAdagradV2(Primitive):
    """A step by the root of the sum of the squares, with some rows."""

    def __init__(
        self: Any,
        lr: float,
        epsilon: float,
        use_locking: bool = False,
        update_slots: bool = True,
    ) -> None: ...
    def __call__(self: Any, var: Any, accum: Any, grad: Any, indices: Any) -> Any: ...

class SparseApplyFtrl(Primitive):
    """A step that follows the regularised leader, with some rows."""

    def __init__(
        self: Any,
        lr: float,
        l1: float,
        l2: float,
        lr_power: float,
        use_locking: bool = False,
    ) -> None: ...
    def __call__(
        self: Any, var: Any, accum: Any, linear: Any, grad: Any, indices: Any
    ) -> Any: ...

class SparseApplyProximalAdagrad(Primitive):
    """A step by the root of the sum of the squares, then the penalties, with some rows."""

    def __init__(self: Any, use_locking: bool = False) -> None: ...
    def __call__(
        self: Any,
        var: Any,
        accum: Any,
        lr: Any,
        l1: Any,
        l2: Any,
        grad: Any,
        indices: Any,
    ) -> Any: ...

class SparseApplyRMSProp(Primitive):
    """A step by the root of the mean square of the gradients, with some rows."""

    def __init__(
        self: Any,
        rho: float,
        momentum: float,
        epsilon: float,
        use_locking: bool = False,
    ) -> None: ...
    def __call__(
        self: Any, var: Any, ms: Any, mom: Any, lr: Any, grad: Any, indices: Any
    ) -> Any: ...
