"""Functions whose derivative other tools had wrong, at the point where it was wrong."""

import numpy as np

import srcad
from tests.srcad.graveyard.grave import grave

X = np.array([0.7, -1.2, 0.4])
M = np.array([[0.3, -0.5, 0.2], [1.1, 0.7, -0.4]])


# The derivative by the second operand of a remainder was 0.
@grave("shader-slang/slang#10071", 5.5, 2.0)
def a_remainder_by_its_divisor(x, y):
    return np.fmod(x, y)


# `max` with zero of a vector, and of a number, and a branch, must agree.
@grave("shader-slang/slang#9267", np.array([[0.4, -0.2, 0.15], [-0.35, 0.5, -0.25]]))
def a_maximum_with_zero(positions):
    dims = np.array([[0.6, 0.5, 0.4], [0.6, 0.9, 0.8]])
    exceed = np.abs(positions) - dims * 0.5
    return np.maximum(exceed, 0.0).sum(axis=1)


# An arc cosine out of its domain, whose result is not used, made the gradient nan.
@grave("vgvassilev/clad#1108", 5.0, 3.0)
def an_unused_value_out_of_its_domain(c, a):
    unused = np.arccos(-c / a)
    return 2.0 * c * c * a


# The mean over all axes, given by number, had a gradient of zero.
@grave("EnzymeAD/Reactant.jl#2306", M)
def minus_its_mean_over_all_axes(x):
    return ((x - x.mean(axis=(0, 1), keepdims=True)) * 1.5) ** 2


# A product with a zero among its factors was divided by that.
@grave("pytorch/pytorch#773", np.array([0.0, 2.0, 3.0]))
def a_product_with_one_zero(x):
    return np.prod(x)


@grave("pytorch/pytorch#773", np.array([0.0, 0.0, 3.0]))
def a_product_with_two_zeros(x):
    return np.prod(x)


# Large numbers and zeros: nan, where the gradient is zero.
@grave(
    "pytorch/pytorch#194699",
    np.array([[1e13, 0.0], [0.0, 1e13]]),
    expected=[np.zeros((2, 2))],
)
def a_product_of_large_numbers_and_zeros(x):
    return np.prod(x)


# The second derivative of a cumulative product at a zero factor.
@grave("pytorch/pytorch#196701", np.array([1.0, 2.0, 1.0, 0.0, 3.0, 4.0]))
def the_slope_of_a_cumulative_product(x):
    def total(v):
        return (np.cumprod(v) * np.arange(1.0, 7.0)).sum()

    return srcad.grad(total)(x)


# A cumulative product with a zero: 0 / 0.
@grave("pymc-devs/pytensor#1956", np.array([0.5, 0.0, 2.0, 3.0]))
def a_cumulative_product_with_a_zero(x):
    return np.cumprod(x)


# The logarithm of the sigmoid had a slope of 0 at 0.
@grave("jax-ml/jax#2140", np.array([0.0, 1.0]))
def the_log_of_the_sigmoid_at_zero(x):
    return -np.logaddexp(0.0, -x)


# A large argument of the hyperbolic tangent made its slope nan.
@grave("jax-ml/jax#764", np.array([1000.0, -1000.0, 0.5]))
def the_hyperbolic_tangent_far_out(x):
    return np.tanh(x)


# The gradient of a norm along an axis, with one component that is far from the others.
@grave("jax-ml/jax#939", np.zeros(2), np.ones(2))
def a_norm_of_numbers(loc, scale):
    x = loc + scale * np.array([-1.5, 0.0])
    first = 0.5 * ((np.sqrt((x**2).sum(axis=-1)) - 2.0) / 0.4) ** 2
    second = -0.5 * ((x[:1] + np.array([-2.0, 2.0])) / 0.6) ** 2
    return first - np.log(np.exp(second).sum(axis=-1))


# The maximum of two values that were made of one softmax was nan.
@grave("jax-ml/jax#13600", X)
def the_largest_of_two(x):
    y = np.exp(x[:2] - x[:2].max())
    y = y / y.sum()
    return np.concatenate([y, y * 0.5]).max()


# The maximum over two copies of one number was counted twice.
@grave("HIPS/autograd#141", 1.5)
def the_largest_of_two_that_are_one(x):
    return np.max(np.stack([x, x]))


# Equal elements each had the whole of the gradient.
@grave("apache/mxnet#18563", np.ones((4, 3)), sums=3.0)
def the_largest_of_equal_elements(x):
    return x.max(axis=0)


# A relu of two forms must agree away from zero, and be in between at zero.
@grave("jax-ml/jax#37821", np.array([0.5, -0.5]))
def a_relu_in_two_forms(x):
    return np.maximum(x, 0.0) * 2.0 + np.where(x > 0.0, x, 0.0)


# `x * log(y)` at x = 0, with a branch for it: the branch hid the slope.
@grave("EnzymeAD/Enzyme.jl#1601", 0.0, 23.0)
def x_log_y_at_zero(x, y):
    return x * np.log(y)


# `logaddexp` of two zeros.
@grave("EnzymeAD/Enzyme.jl#2680", 0.0, 0.0)
def logaddexp_of_two_zeros(x, y):
    return np.logaddexp(x, y)


# A gradient in a function that is differentiated itself: their perturbations mixed.
@grave("denizyuret/AutoGrad.jl#75", 5.0)
def a_gradient_that_reads_what_is_outside(x):
    return x * srcad.grad(lambda y: x + y)(1.0 * x)


# A derivative of a gradient, of a function that is not the identity.
@grave("EnzymeAD/Enzyme.jl#3346", np.array([1.0, 2.0, 3.0]))
def the_gradient_of_a_sum_of_squares(x):
    return srcad.grad(lambda v: (v * v).sum())(x)


# One layer that is called twice: the order of the two calls changed the gradient.
@grave("PaddlePaddle/Paddle#43645", 1.0, 0.3)
def one_function_called_twice(weight, bias):
    def layer(inputs):
        return weight * inputs + bias

    first = layer(1.0)
    second = layer(2.0)
    return second * 2.0 + first * 1.0


# An unused statement changed whether a gradient is zero.
@grave("EnzymeAD/Enzyme.jl#579", X)
def periodic_terms_of_an_angle(x):
    phases = (0.2, 1.1)
    angle = np.arctan2(x[0], x[1]) + x[2]
    force = 0.0
    for n, phase in zip((1, 2), phases):
        force = force + n * np.sin(n * angle - phase)
    return force


# The largest value through a softmax cross entropy.
@grave("HIPS/autograd#138", np.array([2.0, 2.0, 1.0]), sums=1.0)
def the_largest_of_a_concatenation(x):
    return np.max(np.concatenate([x, x]))
