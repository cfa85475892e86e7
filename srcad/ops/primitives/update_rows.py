"""The steps of optimizers as classes of operators: see :mod:`srcad.ops.updates`.

``update_rows.pyi`` tells type checkers of them. Names of settings that are about locks
are MindSpore's, and have no effect.
"""

from typing import Any

from srcad.ops import updates
from srcad.ops._forwarding import forwarding_primitives
from srcad.ops._primitive import Primitive

ROWS = """
ApplyMomentum(use_nesterov=False, use_locking=False, gradient_scale=1.0)(variable,
    accumulation, learning_rate, gradient, momentum)
    -> momentum_step(variable, accumulation, learning_rate, gradient, momentum,
    self.use_nesterov, self.gradient_scale)
    A step along the mean of the last gradients.
ApplyKerasMomentum(use_locking=False, use_nesterov=False)(var, accum, lr, grad,
    momentum)
    -> keras_momentum_step(var, accum, lr, grad, momentum, self.use_nesterov)
    A step along the mean of the last steps.
SGD(dampening=0.0, weight_decay=0.0, nesterov=False)(parameters, gradient,
    learning_rate, accum, momentum, stat)
    -> sgd_step(parameters, gradient, learning_rate, accum, momentum, stat,
    (self.dampening, self.weight_decay, self.nesterov))
    A step of stochastic gradient descent, with momentum.
Adam(use_locking=False, use_nesterov=False)(var, m, v, beta1_power, beta2_power, lr,
    beta1, beta2, epsilon, gradient)
    -> adam_step(var, m, v, gradient, (beta1_power, beta2_power),
    (lr, beta1, beta2, epsilon), self.use_nesterov)
    A step by the moments of the gradients.
AdamNoUpdateParam(use_locking=False, use_nesterov=False)(m, v, beta1_power, beta2_power,
    lr, beta1, beta2, epsilon, gradient)
    -> adam_update(m, v, gradient, (beta1_power, beta2_power),
    (lr, beta1, beta2, epsilon), self.use_nesterov)
    What is to be added to the weights; the moments are updated.
AdamWeightDecay(use_locking=False)(var, m, v, lr, beta1, beta2, epsilon, decay,
    gradient)
    -> decayed_adam_step(var, m, v, (lr, beta1, beta2, epsilon), decay, gradient)
    A step by the moments of the gradients, with weight decay beside it.
ApplyAdaMax()(var, m, v, beta1_power, lr, beta1, beta2, epsilon, grad)
    -> adamax_step(var, m, v, beta1_power, (lr, beta1, beta2, epsilon), grad)
    A step by the largest gradient so far.
ApplyAdadelta()(var, accum, accum_update, lr, rho, epsilon, grad)
    -> adadelta_step(var, accum, accum_update, grad, lr, rho, epsilon)
    A step by the mean squares of gradients and of steps.
ApplyAdagrad(update_slots=True)(var, accum, lr, grad)
    -> adagrad_step(var, accum, grad, lr, 0.0, self.update_slots)
    A step by the root of the sum of the squares.
ApplyAdagradV2(epsilon: float, update_slots=True)(var, accum, lr, grad)
    -> adagrad_step(var, accum, grad, lr, self.epsilon, self.update_slots)
    A step by the root of the sum of the squares.
ApplyAdagradDA(use_locking=False)(var, gradient_accumulator,
    gradient_squared_accumulator, grad, lr, l1, l2, global_step)
    -> dual_averaging_step(var, (gradient_accumulator, gradient_squared_accumulator),
    grad, lr, l1, l2, global_step)
    A step by the sums of the gradients and of their squares.
ApplyAdamWithAmsgrad(beta1=0.9, beta2=0.999, epsilon=1e-08, use_locking=False)(var, m,
    v, vhat, beta1_power, beta2_power, lr, grad)
    -> amsgrad_step((var, m, v, vhat), (beta1_power, beta2_power),
    (lr, self.beta1, self.beta2, self.epsilon), grad)
    A step by the largest second moment so far.
ApplyAdamWithAmsgradV2(use_locking=False)(var, m, v, vhat, beta1_power, beta2_power, lr,
    beta1, beta2, epsilon, grad)
    -> amsgrad_step((var, m, v, vhat), (beta1_power, beta2_power),
    (lr, beta1, beta2, epsilon), grad)
    A step by the largest second moment so far.
ApplyAddSign()(var, m, lr, alpha, sign_decay, beta, grad)
    -> add_sign_step(var, m, lr, alpha, sign_decay, beta, grad)
    A step that is longer where gradient and moment agree.
ApplyPowerSign()(var, m, lr, logbase, sign_decay, beta, grad)
    -> power_sign_step(var, m, lr, logbase, sign_decay, beta, grad)
    A step that is longer where gradient and moment agree.
ApplyCenteredRMSProp(use_locking=False)(var, mean_gradient, mean_square, moment, grad,
    learning_rate, decay, momentum, epsilon)
    -> centred_step(var, (mean_gradient, mean_square, moment), grad, learning_rate,
    decay, momentum, epsilon)
    A step by the standard deviation of the gradients.
ApplyRMSProp(use_locking=False)(var, mean_square, moment, learning_rate, grad, decay,
    momentum, epsilon)
    -> rms_step(var, mean_square, moment, grad, learning_rate, decay, momentum,
    epsilon)[0]
    A step by the root of the mean square of the gradients.
ApplyFtrl(use_locking=False)(var, accum, linear, grad, lr, l1, l2, lr_power)
    -> ftrl_step(var, accum, linear, grad, lr, l1, l2, lr_power)[0]
    A step that follows the regularised leader.
ApplyGradientDescent()(var, alpha, delta) -> assign(var, var - delta * alpha)
    A step along the gradient.
ApplyProximalAdagrad(use_locking=False)(var, accum, lr, l1, l2, grad)
    -> proximal_adagrad_step(var, accum, grad, lr, l1, l2)
    A step by the root of the sum of the squares, then the penalties.
ApplyProximalGradientDescent()(var, alpha, l1, l2, delta)
    -> proximal_step(var, alpha, l1, l2, delta)
    A step along the gradient, then the penalties.
FusedSparseAdam(use_locking=False, use_nesterov=False)(var, m, v, beta1_power,
    beta2_power, lr, beta1, beta2, epsilon, gradient, indices)
    -> adam_step(var, m, v, index_add(zeros_like(var), indices, gradient, 0),
    (beta1_power, beta2_power), (lr, beta1, beta2, epsilon), self.use_nesterov)
    A step of Adam where only some rows have a gradient.
FusedSparseLazyAdam(use_locking=False, use_nesterov=False)(var, m, v, beta1_power,
    beta2_power, lr, beta1, beta2, epsilon, gradient, indices)
    -> on_rows(adam_step, (var, m, v), gradient, indices,
    ((beta1_power, beta2_power), (lr, beta1, beta2, epsilon), self.use_nesterov))
    A step of Adam with the rows alone that have a gradient.
FusedSparseFtrl(lr: float, l1: float, l2: float, lr_power: float,
    use_locking=False)(var, accum, linear, grad, indices)
    -> on_rows(ftrl_step, (var, accum, linear), grad, indices,
    (self.lr, self.l1, self.l2, self.lr_power))
    A step that follows the regularised leader, with some rows.
FusedSparseProximalAdagrad(use_locking=False)(var, accum, lr, l1, l2, grad, indices)
    -> on_rows(proximal_adagrad_step, (var, accum), grad, indices, (lr, l1, l2))
    A step by the root of the sum of the squares, then the penalties, with some rows.
SparseApplyAdadelta(epsilon: float, use_locking=False)(var, accum, accum_update, lr,
    rho, grad, indices)
    -> on_rows(adadelta_step, (var, accum, accum_update), grad, indices,
    (lr, rho, self.epsilon))
    A step by the mean squares of gradients and of steps, with some rows.
SparseApplyAdagrad(lr: float, update_slots=True, use_locking=False)(var, accum, grad,
    indices)
    -> on_rows(adagrad_step, (var, accum), grad, indices,
    (self.lr, 0.0, self.update_slots))
    A step by the root of the sum of the squares, with some rows.
SparseApplyAdagradV2(lr: float, epsilon: float, use_locking=False,
    update_slots=True)(var, accum, grad, indices)
    -> on_rows(adagrad_step, (var, accum), grad, indices,
    (self.lr, self.epsilon, self.update_slots))
    A step by the root of the sum of the squares, with some rows.
SparseApplyFtrl(lr: float, l1: float, l2: float, lr_power: float,
    use_locking=False)(var, accum, linear, grad, indices)
    -> on_rows(ftrl_step, (var, accum, linear), grad, indices,
    (self.lr, self.l1, self.l2, self.lr_power))
    A step that follows the regularised leader, with some rows.
SparseApplyProximalAdagrad(use_locking=False)(var, accum, lr, l1, l2, grad, indices)
    -> on_rows(proximal_adagrad_step, (var, accum), grad, indices, (lr, l1, l2))
    A step by the root of the sum of the squares, then the penalties, with some rows.
SparseApplyRMSProp(rho: float, momentum: float, epsilon: float, use_locking=False)(var,
    ms, mom, lr, grad, indices)
    -> on_rows(rms_step, (var, ms, mom), grad, indices,
    (lr, self.rho, self.momentum, self.epsilon))
    A step by the root of the mean square of the gradients, with some rows.
"""

_SPACE: dict[str, Any] = {
    name: step for name, step in vars(updates).items() if not name.startswith("_")
}
_SPACE |= {"Primitive": Primitive}
_MADE = forwarding_primitives(ROWS, _SPACE, __file__, __name__)
globals().update(_MADE)

__all__ = list(_MADE)
