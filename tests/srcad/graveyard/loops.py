"""Loops and branches that other tools differentiated wrongly, without a word."""

import numpy as np

from tests.srcad.graveyard.grave import grave

X = np.array([0.7, -1.2, 0.4])
Y = np.array([1.3, 0.5, -0.8])


# The adjoint of what is set before a loop of run-time length and used after it was zero.
@grave("NVIDIA/warp#1694", X, 0.9)
def set_before_a_loop_and_used_after_it(x, s):
    area = s * s
    total = 0.0
    for k in range(x.shape[0]):
        total = total + x[k] * np.sin(x[k])
    return area * total + area


# Two loops, one in the other, gave twice the gradient of what the outer one carries.
@grave("NVIDIA/warp#1293", X, 0.3)
def two_nested_loops_of_run_time_length(x, angle):
    total = 0.0
    for i in range(x.shape[0]):
        position = angle * x[i]
        for j in range(i + 1):
            position = position * np.cos(angle) + x[j]
        total = total + position
    return total


# With `continue`, each output's gradient went to the iteration that was the last one's.
@grave("NVIDIA/warp#1552", np.array([1.5, -0.7]), np.array([0.0, 2.0, 0.0, -3.0]))
def the_largest_with_continue(x, c):
    out = np.zeros(x.shape[0])
    for t in range(x.shape[0]):
        largest = -1e20
        for p in range(c.shape[0]):
            if c[p] == 0.0:
                continue
            value = x[t] * c[p] * (p + 1.0)
            if value > largest:
                largest = value
        out[t] = largest
    return out


# A variable that a loop overwrites was replayed with its last value.
@grave("NVIDIA/warp#174", X, 0.8)
def overwritten_in_a_loop(x, v):
    for k in range(x.shape[0]):
        v = v * v + x[k]
    return v


# In a function that is called for each element, a loop's variable was stale.
@grave("NVIDIA/warp#1740", X, 3)
def a_function_with_a_loop_for_each_element(x, n):
    def reciprocal(value):
        result = 0.0
        for _ in range(n):
            result = 1.0 / (value + result)
        return result

    out = np.zeros(x.shape[0])
    for k in range(x.shape[0]):
        out[k] = reciprocal(x[k])
    return out


# A sum into an array inside of a nested loop counted one iteration alone.
@grave("taichi-dev/taichi#8356", X, Y)
def a_sum_into_an_element_in_a_nested_loop(x, y):
    out = x.copy()
    for i in range(x.shape[0]):
        for j in range(y.shape[0]):
            out[i] += y[j]
    return out


# `q += p` in an inner loop gave 1 instead of 5.
@grave("taichi-dev/taichi#4412", X)
def a_local_that_adds_up(a):
    out = np.zeros(a.shape[0])
    for i in range(a.shape[0]):
        p = a[i]
        q = 0.0
        for _ in range(5):
            q += p
        out[i] = q
    return out


# Branches by the sign of an element: the fractional part of positive and negative ones.
@grave("taichi-dev/taichi#3802", np.array([1.7, -2.3, 0.4]))
def a_branch_by_the_value_of_an_element(x):
    out = np.zeros(x.shape[0])
    for i in range(x.shape[0]):
        if x[i] > 0.0:
            fraction = x[i] - np.floor(x[i])
        else:
            fraction = x[i] - np.ceil(x[i])
        out[i] = fraction**2
    return out


# A branch that is not taken divided by zero, and made the gradient nan.
@grave("taichi-dev/taichi#7115", np.array([0.1, 0.5]))
def a_division_in_the_branch_not_taken(x):
    impulse = np.zeros(2)
    if x[0] < 0.06:
        impulse = 0.5 * x / x.sum()
    return impulse


# `x = cos(theta) * x`, over what is read, lost the derivative.
@grave("taichi-dev/taichi#2505", 0.6, 1.0)
def read_and_overwritten_in_one_statement(theta, x):
    for _ in range(2):
        x = np.cos(theta) * x
    return x


# The divisor of an inline quotient that a loop adds up was that of the last iteration.
@grave("vgvassilev/clad#1865", np.array([0.9]))
def an_inline_divisor_in_a_loop(p):
    a = p[0]
    s = 0.0
    for i in range(2):
        x = i + 1.0
        s += 1.0 / (x + a * a)
    return s


# Inputs that the start and the end of a loop are made of lost what goes by the start.
@grave("vgvassilev/clad#474", 0.5, 2.0)
def a_loop_that_starts_at_an_input(lower, upper):
    interval = (upper - lower) / 10
    total = 0.0
    x = lower
    while x < upper - 0.5 * interval:
        total += x * x * interval
        x += interval
    return total


# An assignment in the condition of a loop was not differentiated.
@grave("vgvassilev/clad#746", 3.0, 5.0)
def an_assignment_in_a_loops_condition(i, j):
    c = 0
    while (res := i * j) != 0.0:
        if c == 1:
            break
        c += 1
    return res


# `continue` at the end of a body moved the index of the backward loop.
@grave("vgvassilev/clad#710", 3.0, 5.0)
def a_loop_that_ends_with_continue(u, v):
    res = 11 * u
    for i in range(3):
        res += u * i
        continue
    return res


# `break` did so, too.
@grave("vgvassilev/clad#851", 3.0, 5.0)
def a_loop_that_ends_with_break(u, v):
    res = 0
    for i in range(1, 3):
        res += i * u
        if i == 1:
            break
    return res


# The backward half of a loop ran on a path that returns before the loop.
@grave("vgvassilev/clad#1958", X)
def a_return_before_a_loop(coefficients):
    if coefficients[0] > 0.5:
        return coefficients.sum() * coefficients[1]
    t = 1.0
    result = coefficients[0]
    for k in range(1, coefficients.shape[0]):
        result = result + t * coefficients[k]
        t *= coefficients[0]
    return result


# A dense layer written as two loops had wrong gradients of its input.
@grave("shader-slang/slang#13000", np.array([[0.3, -0.5], [1.1, 0.7]]), X[:2])
def a_dense_layer_in_two_loops(w, x):
    out = np.zeros(w.shape[0])
    for i in range(w.shape[0]):
        total = 0.0
        for j in range(x.shape[0]):
            total = total + w[i, j] * x[j]
        out[i] = max(total, 0.1 * total)
    return out


# A `return` inside of a loop, never reached, took away what stands behind the loop.
@grave("shader-slang/slang#6394", X)
def behind_a_loop_with_a_return(x):
    for k in range(1):
        if k > 0:
            return 0.0
        if x[0] > 100.0:
            return x[1]
    return x[0] * x[2]


# Loops in a function that returns a vector: wrong; that returns a number: right.
@grave("shader-slang/slangpy#1055", X, 0.4)
def a_loop_and_several_results(x, sigma):
    total = 0.0
    weights = 0.0
    for k in range(x.shape[0]):
        weight = np.exp(-((x[k] - x[0]) ** 2) / sigma)
        total = total + weight * x[k]
        weights = weights + weight
    return np.array([total / weights, weights, total])


# `logsumexp` with a loop for the largest element gave zeros.
@grave("google/tangent#66", np.array([1.0, 2.0, 3.0, 4.0]))
def logsumexp_in_two_loops(a):
    result = 0.0
    largest = a[0]
    for i in range(1, len(a)):
        if a[i] > largest:
            largest = a[i]
    for i in range(len(a)):
        result += np.exp(a[i] - largest)
    return np.log(result) + largest


# `+=` on a variable that was used before it gave another gradient.
@grave("google/tangent#64", 3.0, 2.0, 0.7, 1.5)
def added_to_after_it_was_used(w, h, eff, bleed):
    power = w * eff * h
    ht = power / (w + bleed)
    power += bleed * eff * (h - ht)
    torque = power / 5252.0
    return power + 0.0 * torque


# Early exit from a product: the iterations were taken for those of the recording.
@grave("dfdx/Yota.jl#126", X)
def a_product_that_stops_at_zero(x):
    p = 1.0
    for v in x:
        p = p * v
        if p == 0.0:
            break
    return p


# A loop over one iteration that hands a variable on gave no gradient.
@grave("tensorflow/tensorflow#1093", 2.0)
def a_loop_that_hands_on(v):
    i = 0
    while i < 1:
        i = i + 1
    return v * v


# A variable that is an input and an output of a loop's body.
@grave("PaddlePaddle/Paddle#27814", 1.0, 1.2)
def a_counter_that_is_differentiated(x, i):
    while i < 3.0:
        x = x + i * x
        i = i + 1.0
    return x
