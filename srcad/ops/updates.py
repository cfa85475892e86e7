"""The steps of optimizers, as MindSpore's operators take them.

A step is given the weights and what is kept beside them, Parameters or Tensors of one
shape, and gives them their next values as ``assign`` does. ``on_rows`` takes a step
with those rows alone that a gradient is of.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from srcad.ops.arithmetic import maximum, where
from srcad.ops.control import assign
from srcad.ops.creation import zeros_like
from srcad.ops.elementwise import abs as absolute
from srcad.ops.elementwise import exp, sign, sqrt, square
from srcad.ops.writing import index_add, tensor_scatter_update

__all__: list[str] = []


def momentum_step(
    var: Any, accum: Any, lr: Any, grad: Any, momentum: Any, nesterov: bool, scale: Any
) -> Any:
    """``v = u v + g``, ``w -= lr v`` (Nesterov: ``lr (g + u v)``); return ``w``."""
    grad = grad * scale
    assign(accum, accum * momentum + grad)
    update = grad + accum * momentum if nesterov else accum
    return assign(var, var - update * lr)


def keras_momentum_step(
    var: Any, accum: Any, lr: Any, grad: Any, momentum: Any, nesterov: bool
) -> Any:
    """``v = u v - lr g``, ``w += v`` (Nesterov: ``u v - lr g``)."""
    assign(accum, accum * momentum - grad * lr)
    assign(var, var + (accum * momentum - grad * lr if nesterov else accum))
    return var, accum


def sgd_step(
    var: Any,
    grad: Any,
    lr: Any,
    accum: Any,
    momentum: Any,
    stat: Any,
    settings: tuple[float, float, bool],
) -> Any:
    """``v = u v + (1 - dampening) g``, ``v = g`` where ``stat`` is positive."""
    dampening, weight_decay, nesterov = settings
    if weight_decay:
        grad = grad + var * weight_decay
    first = stat > 0
    later = accum * momentum + grad * (1 - dampening)
    assign(accum, where(first, grad, later))
    assign(stat, where(first, zeros_like(stat), stat))
    update = grad + accum * momentum if nesterov else accum
    return assign(var, var - update * lr)


def adam_step(
    var: Any,
    m: Any,
    v: Any,
    grad: Any,
    powers: tuple[Any, Any],
    rates: tuple[Any, Any, Any, Any],
    nesterov: bool,
) -> Any:
    """A step of Kingma and Ba 2015; ``rates`` are lr, beta1, beta2 and epsilon."""
    assign(var, var + adam_update(m, v, grad, powers, rates, nesterov))
    return var, m, v


def adam_update(
    m: Any,
    v: Any,
    grad: Any,
    powers: tuple[Any, Any],
    rates: tuple[Any, Any, Any, Any],
    nesterov: bool,
) -> Any:
    """What ``adam_step`` adds to the weights; the moments are updated."""
    lr, beta1, beta2, epsilon = rates
    first, second = powers
    assign(m, m * beta1 + grad * (1 - beta1))
    assign(v, v * beta2 + square(grad) * (1 - beta2))
    ahead = m * beta1 + grad * (1 - beta1) if nesterov else m
    return -(lr * (1 - second) ** 0.5 / (1 - first)) * ahead / (sqrt(v) + epsilon)


def amsgrad_step(
    states: tuple[Any, Any, Any, Any],
    powers: tuple[Any, Any],
    rates: tuple[Any, Any, Any, Any],
    grad: Any,
) -> Any:
    """A step of Reddi et al. 2018: by the largest second moment so far."""
    var, m, v, vhat = states
    lr, beta1, beta2, epsilon = rates
    first, second = powers
    assign(m, m * beta1 + grad * (1 - beta1))
    assign(v, v * beta2 + square(grad) * (1 - beta2))
    assign(vhat, maximum(vhat, v))
    rate = lr * (1 - second) ** 0.5 / (1 - first)
    assign(var, var - rate * m / (sqrt(vhat) + epsilon))
    return var, m, v, vhat


def decayed_adam_step(
    var: Any, m: Any, v: Any, rates: tuple[Any, Any, Any, Any], decay: Any, grad: Any
) -> Any:
    """A step of Loshchilov and Hutter 2019, the moments as they are."""
    lr, beta1, beta2, epsilon = rates
    assign(m, m * beta1 + grad * (1 - beta1))
    assign(v, v * beta2 + square(grad) * (1 - beta2))
    assign(var, var - (m / (sqrt(v) + epsilon) + var * decay) * lr)
    return var, m, v


def adamax_step(
    var: Any,
    m: Any,
    v: Any,
    power: Any,
    rates: tuple[Any, Any, Any, Any],
    grad: Any,
) -> Any:
    """A step by the largest gradient so far: Kingma and Ba 2015."""
    lr, beta1, beta2, epsilon = rates
    assign(m, m * beta1 + grad * (1 - beta1))
    assign(v, maximum(v * beta2, absolute(grad)))
    assign(var, var - lr / (1 - power) * m / (v + epsilon))
    return var, m, v


def adadelta_step(
    var: Any, accum: Any, updates: Any, grad: Any, lr: Any, rho: Any, epsilon: Any
) -> Any:
    """A step of Zeiler 2012."""
    assign(accum, accum * rho + square(grad) * (1 - rho))
    update = sqrt(updates + epsilon) * grad / sqrt(accum + epsilon)
    assign(updates, updates * rho + square(update) * (1 - rho))
    assign(var, var - update * lr)
    return var, accum, updates


def adagrad_step(
    var: Any, accum: Any, grad: Any, lr: Any, epsilon: float, update_slots: bool
) -> Any:
    """A step of Duchi et al. 2011: by the root of the sum of the squares."""
    if update_slots:
        assign(accum, accum + square(grad))
    assign(var, var - grad * lr / (sqrt(accum) + epsilon))
    return var, accum


def dual_averaging_step(
    var: Any,
    totals: tuple[Any, Any],
    grad: Any,
    lr: Any,
    l1: Any,
    l2: Any,
    step: Any,
) -> Any:
    """A step of Duchi et al. 2011 with the sums of gradients and of their squares."""
    total, squares = totals
    assign(total, total + grad)
    assign(squares, squares + square(grad))
    near = sign(total) * maximum(absolute(total) - l1 * step, zeros_like(total))
    assign(var, -lr * near / (l2 * step * lr + sqrt(squares)))
    return (var,)


def sign_step(
    var: Any, m: Any, lr: Any, beta: Any, grad: Any, factor: Callable[[Any], Any]
) -> Any:
    """A step whose length depends on whether gradient and moment agree."""
    assign(m, m * beta + grad * (1 - beta))
    assign(var, var - lr * factor(sign(grad) * sign(m)) * grad)
    return var, m


def add_sign_step(
    var: Any, m: Any, lr: Any, alpha: Any, sign_decay: Any, beta: Any, grad: Any
) -> Any:
    """A step of Bello et al. 2017."""
    return sign_step(var, m, lr, beta, grad, lambda agree: alpha + sign_decay * agree)


def power_sign_step(
    var: Any, m: Any, lr: Any, logbase: Any, sign_decay: Any, beta: Any, grad: Any
) -> Any:
    """A step of Bello et al. 2017."""
    return sign_step(
        var, m, lr, beta, grad, lambda agree: exp(logbase * sign_decay * agree)
    )


def centred_step(
    var: Any,
    means: tuple[Any, Any, Any],
    grad: Any,
    lr: Any,
    decay: Any,
    momentum: Any,
    epsilon: Any,
) -> Any:
    """A step by the standard deviation of the gradients: Graves 2013."""
    mean, squares, moment = means
    assign(mean, mean * decay + grad * (1 - decay))
    assign(squares, squares * decay + square(grad) * (1 - decay))
    below = sqrt(squares - square(mean) + epsilon)
    assign(moment, moment * momentum + grad * lr / below)
    return assign(var, var - moment)


def rms_step(
    var: Any,
    squares: Any,
    moment: Any,
    grad: Any,
    lr: Any,
    decay: Any,
    momentum: Any,
    epsilon: Any,
) -> Any:
    """A step by the root of the mean square of the gradients: Hinton 2012."""
    assign(squares, squares * decay + square(grad) * (1 - decay))
    assign(moment, moment * momentum + grad * lr / sqrt(squares + epsilon))
    assign(var, var - moment)
    return var, squares, moment


def ftrl_step(
    var: Any,
    accum: Any,
    linear: Any,
    grad: Any,
    lr: Any,
    l1: Any,
    l2: Any,
    lr_power: Any,
) -> Any:
    """A step of McMahan et al. 2013, which follows the regularised leader."""
    total = accum + square(grad)
    powers = total**-lr_power, accum**-lr_power
    assign(linear, linear + grad - (powers[0] - powers[1]) / lr * var)
    assign(accum, total)
    near = sign(linear) * l1 - linear
    found = near / (powers[0] / lr + 2 * l2)
    assign(var, where(absolute(linear) > l1, found, zeros_like(linear)))
    return var, accum, linear


def proximal_adagrad_step(
    var: Any, accum: Any, grad: Any, lr: Any, l1: Any, l2: Any
) -> Any:
    """A step of Adagrad, then the penalties: Duchi and Singer 2009."""
    assign(accum, accum + square(grad))
    rates = lr / sqrt(accum)
    assign(var, _shrunk(var - grad * rates, rates, l1, l2))
    return var, accum


def proximal_step(var: Any, alpha: Any, l1: Any, l2: Any, delta: Any) -> Any:
    """A step along the gradient, then the penalties: Duchi and Singer 2009."""
    return assign(var, _shrunk(var - delta * alpha, alpha, l1, l2))


def _shrunk(near: Any, lr: Any, l1: Any, l2: Any) -> Any:
    """The least of a distance from here and the penalties."""
    left = maximum(absolute(near) - lr * l1, zeros_like(near))
    return sign(near) * left / (1 + lr * l2)


def on_rows(
    step: Callable[..., Any],
    states: tuple[Any, ...],
    grad: Any,
    indices: Any,
    settings: tuple[Any, ...],
) -> Any:
    """Take a step with the rows at ``indices``: ``step(*rows, gradient, *settings)``.

    Gradients of one row add up.
    """
    total = index_add(zeros_like(states[0]), indices, grad, 0)
    rows = [state[indices] for state in states]
    step(*rows, total[indices], *settings)
    for state, row in zip(states, rows, strict=True):
        assign(state, tensor_scatter_update(state, indices.reshape((-1, 1)), row))
    return states
