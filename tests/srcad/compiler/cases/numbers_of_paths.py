"""Numbers that a path, or a loop, leaves in the place of arrays."""

import numpy as np

from tests.srcad.compiler.cases.case import case


@case("float64[n]", "float64[]")
def a_penalty_or_none(x, s):
    penalty = 0.0
    if s > 0:
        penalty = x * s
    return x + penalty


@case("float64[n]", "float64[]")
def what_is_returned_as_it_is(x, s):
    out = 0.0
    if s > 0:
        out = x
    return out


@case("float64[n]", "float64[]", "float64[]")
def from_two_returns(x, s, t):
    def correction(v):
        if v > 0:
            return x * v
        return 0.0

    return x + correction(s) + correction(t)


@case("float64[n]", "float64[]", "float64[]")
def one_of_three(x, s, t):
    if s > 0:
        g = x * s
    elif t > 0:
        g = 1.0
    else:
        g = x
    return g * x


@case("float64[3, n]")
def the_sum_of_some_rows(m):
    total, count = 0, 0
    for row in m:
        if row.sum() > 0:
            total = total + row
            count += 1
    return total / max(count, 1)


@case("float64[3, 3]")
def the_rows_from_the_first_that_fits(m):
    total = 0
    for k in range(m.shape[0]):
        if m[k].sum() > 0:
            total = total + m[k]
    return total


@case("float64[3, n]")
def the_greatest_of_some_rows(m):
    best = 0
    for row in m:
        if row.sum() < 0:
            continue
        best = np.maximum(best, row)
    return best * 2.0


@case("float64[4]", "float64[4]")
def some_terms_of_two_loops(x, y):
    total = 0.0
    for k in range(20):
        for j in range(3):
            if x[j] > 0:
                total = total + y * k * j
    return total


@case("float64[4]", "float64[]")
def a_velocity_that_is_kept(x, s):
    v = 0.0
    for k in range(20):
        g = 2 * (x - s)
        if x[k % 4] > 0:
            v = 0.9 * v + g
        x = x - 0.1 * v
    return x


@case("float64[n]", "float64[]")
def moments_with_skipped_steps(x, s):
    first, second = 0.0, 0.0
    for t in range(1, 21):
        g = 2 * (x - s) * t
        if t % 3 == 0 or g.sum() > 30:
            continue
        first = 0.9 * first + 0.1 * g
        second = 0.99 * second + 0.01 * g * g
        x = x - 0.1 * first / (np.sqrt(second) + 0.1)
    return x


@case("float64[n]", "float64[]")
def in_a_dict_and_a_list(x, s):
    terms, weights = {"a": 0.0}, [0.0, 1.0]
    if s > 0:
        terms["a"] = x
        weights[0] = x * s
    return terms["a"] + weights[0] * x + weights[1]


@case("float64[n]", "float64[]")
def sums_of_numbers_and_arrays(x, s):
    force = 0.0
    if s > 0:
        force = force - s * x
    if x[0] > 0:
        force = force - x**3
    return np.sum(force)


@case("float64[n]", "float64[]")
def a_mask_or_all(x, s):
    mask = True
    if s > 0:
        mask = x > 0
    return np.where(mask, x, 2 * x)


@case("float64[n]", "float64[]")
def as_a_part_of_what_is_returned(x, s):
    c = 0.0
    if s > 0:
        c = x
    return [c, x], {"c": c}


@case("float64[n]", "float64[]")
def added_in_place(x, s):
    total = 1.0
    for _ in range(12):
        total *= x
        total -= s
    return total


@case("float64[n]", "float64[]")
def added_in_place_on_a_path(x, s):
    total = 0.0
    while s < 3.0:
        if x[0] < s:
            total += x * s
        s = s + 0.3
    return total


@case("float64[n]", "float64[]")
def added_in_place_and_read_before(x, s):
    total, before = 0.0, 1.0
    for _ in range(12):
        before = total
        total += x * s
    return before + total


@case("float64[n]")
def added_in_place_in_two_loops(x):
    total = 0.0
    for i in range(20):
        for j in range(20):
            total += x * i * j
    return total


@case("float64[n]", "float64[]")
def times_what_a_loop_leaves(x, t):
    c = 1.5
    for v in x[x > 0]:
        c = np.tanh(c * x + v)
    return np.sum(c * (t + np.zeros(3)))


@case("float64[n]", "float64[]")
def times_several_that_loops_leave(x, t):
    c = d = 0.5
    for v in x[x > 0]:
        c = c + v * x
    for v in x[x > 1]:
        d = d + v * x
    return np.sum(c * d * (t + np.zeros(3)))


@case("float64[n]", "float64[]")
def by_a_condition_that_is_known(x, t):
    c, k = 1.5, 5
    while k < 3:
        c = c + x
        k += 1
    return np.sum(c * (t + np.zeros(3)))


@case("float64[n]", "float64[]")
def the_mean_under_a_mask(x, t):
    mask = 1.0
    if t > 0:
        mask = (x > 0).astype(float)
    return np.mean((x - t) ** 2 * mask)


@case("float64[n]", "float64[]")
def weights_or_one(x, t):
    w = 0.7
    if t > 0:
        w = np.exp(x)
    v = x * w
    return np.sum(v) + np.mean(v / (w + 1.0)) + np.sum(np.sin(x) * w * w)


@case("float64[3]", "float64[]")
def weights_of_some_iterations(x, t):
    w = 0.7
    for k in range(12):
        if x[k % 3] > 0:
            w = w * x + 0.1
    return np.sum(x * w) * t + np.sum(w / (x * x + 1))


@case("float64[n]", "float64[]")
def products_and_norms_with_it(x, t):
    w = 2.0
    if t > 0:
        w = x
    some = np.sum(np.where(x > 0, w, x)) + np.max(x - w)
    return np.dot(x * w, x) + some + np.linalg.norm(x * w + 1)


@case("float64[n]", "float64[]", "float64[n]")
def clipped_and_compared(x, s, y):
    c = 0.5
    if s > 0:
        c = x
    some = np.where(c > 0.2, y, 1.0) if np.any(c > 0.1) else y * 2
    return np.sum(np.clip(c, -1, 0.6) * x) + np.sum(some) + np.sum(c > 0.3) * s


@case("float64[4]", "float64[n]", "float64[]")
def read_in_a_loop(x, y, s):
    w = 1.0
    if s > 0:
        w = y
    parts = []
    for v in x:
        parts.append(np.sum(v * y * w))
    return sum(parts)


@case("float64[4]", "float64[n]", "float64[]")
def read_in_loops_of_a_loop(x, y, s):
    h, total = 0.5, 0.0
    for k in range(12):
        for v in x:
            total = total + np.sum(v * y * h)
        h = np.tanh(y * k * s)
    return total


@case("float64[n]", "float64[]")
def behind_a_return_of_another_path(x, t):
    if t > 1:
        return np.sum(t + np.zeros(3))
    c, k = 1.5, 5
    while k < 3:
        c = c + x
        k += 1
    return np.sum(c * (t + np.zeros(3)))
