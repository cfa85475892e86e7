"""Branches on run-time conditions."""

import dataclasses

import numpy as np

from tests.srcad.compiler.cases.case import apart, case, positive


@case("float64[n]", draws=3)
def in_a_loop(x):
    total = 1.0
    for i in range(x.shape[0]):
        if x[i] > 0:
            total = total + np.exp(x[i]) * total
        else:
            total = total - x[i] ** 2
    return total


@case("float64[n]", draws=3)
def on_a_sum(x):
    if x.sum() > 0:
        y = np.exp(x)
    else:
        y = x * x
    return y * x


@case("float64[n]", draws=3)
def one_sided(x):
    y = x * x
    if x.sum() > 0:
        y = y * x
    return y


@case("float64[n]", draws=3)
def both_sides_alike(x):
    y = np.sin(x)
    if x.sum() > 0:
        z = y * y
    else:
        z = y * y
    return z


@case("float64[n]", draws=3)
def same_cotangent_on_both_sides(x):
    # Both sides pass the one cotangent on, which must not be lost.
    if x.sum() > 0:
        y = x + 1.0
    else:
        y = x - 1.0
    return y * y


@case("float64[n]", draws=3)
def identity_on_one_side(x):
    y = x
    if x.sum() > 0:
        y = x * x
    return y + x


@case("float64[n]", draws=4)
def elif_chain(x):
    s = x.sum()
    if s > 1.0:
        y = x * 2.0
    elif s > 0.0:
        y = x * x
    elif s > -1.0:
        y = np.sin(x)
    else:
        y = x**3
    return y * s


@case("float64[n]", "float64[]", draws=4)
def nested(x, a):
    if a > 0:
        if x.sum() > 0:
            y = a * x
        else:
            y = a * a * x
    else:
        y = x - a
    return y * y


@case("float64[n]", draws=3)
def early_return(x):
    if x.sum() > 0:
        return np.exp(x)
    y = x * x
    if y.sum() > 3.0:
        return y * 2.0
    return y


@case("float64[n]", draws=3)
def early_return_of_a_tuple(x):
    if x.sum() > 0:
        return np.exp(x), x[0]
    return x * x, x[0] * 2.0


@case("float64[n]", sizes={"n": 3}, draws=3)
def conditional_expression(x):
    y = x.sum() if x[0] > 0 else x[1] * x[1]
    return y * x


@case("float64[n]", draws=3)
def boolean_operators(x):
    if x.sum() > 0 and x[0] < 0.5 or not x[0] > -1.0:
        return x * 2.0
    return x * x


@case("float64[n]", draws=3)
def chained_comparison(x):
    if -0.5 < x.sum() < 0.5:
        return x * 2.0
    return x * x


@case("float64[n]", "bool[]", draws=2)
def on_a_flag(x, flag):
    if flag:
        return x * x
    return np.sin(x)


@case("float64[n]", "int64", draws=3)
def on_a_count(x, k):
    if k == 0:
        return x * x
    return np.sin(x) * k


@case("float64[n]", draws=3)
def reads_what_one_side_wrote(x):
    h = x.copy()
    if x.sum() > 0:
        h[0] = x[0] * x[0]
    else:
        h[0] = np.sin(x[0])
    return h * x


@case("float64[n]", draws=3)
def writes_on_one_side(x):
    h = x * 2.0
    if x[0] > 0:
        h[0] = h[0] * x[0]
    return h * h


@case("float64[n]", draws=3)
def loop_on_one_side(x):
    y = x
    if x.sum() > 0:
        for i in range(x.shape[0]):
            y = y * x[i]
    else:
        y = y + 1.0
    return y * x


@case("float64[n]", draws=3)
def two_loops_on_two_sides(x):
    s = 0.0
    if x.sum() > 0:
        for i in range(x.shape[0]):
            s = s * 0.5 + x[i] * x[i]
    else:
        for i in range(x.shape[0]):
            s = s + np.sin(x[i]) * s + x[i]
    return s * x


@case("float64[n]", "float64[]", draws=3)
def in_a_loop_with_writes(x, w):
    h = np.zeros_like(x)
    for i in range(x.shape[0]):
        if x[i] > 0:
            h[i] = w * x[i] ** 2
        else:
            h[i] = np.exp(x[i] * w)
            if w > 0:
                h[0] = h[0] + h[i]
    return h


@case("float64[n]", draws=3)
def residual_of_the_other_side(x):
    y = x * 3.0
    if x.sum() > 0:
        t = np.exp(y)
        y = t * t
    z = y * 2.0
    if x.sum() > 0:
        z = z * y
    return z


@case("float64[n]", draws=3)
def swaps(x):
    a, b = x, x * x
    if x.sum() > 0:
        a, b = b, a
    return a * a * b


@case("float64[n]", draws=3)
def different_sizes(x):
    if x.sum() > 0:
        y = np.concatenate((x, x))
    else:
        y = x * 2.0
    return (y * y).sum()


@case("float64[n]", draws=2)
def known_at_compile_time(x):
    if x.ndim == 1 and x.dtype == np.float64:
        return x * x
    return x


@case("float64[]", "float64[]", draws=3)
def of_numbers(x, y):
    if x > y:
        return x * y
    return x - y


@case("float64", "float64", draws=3)
def of_python_numbers(x, y):
    return x * y if x > y else x - y * y


@case("float64[n]", draws=2, values={"x": positive})
def minimum_of_numbers(x):
    return min(x.sum(), 3.0) * max(x[0], 0.1, x.mean())


@case("float64[n]", draws=3)
def flag_carried_in_a_loop(x):
    seen = False
    total = 0.0
    for i in range(x.shape[0]):
        if seen:
            total = total + x[i] * x[i]
        if x[i] > 0.3:
            seen = True
    return total + x.sum()


@case("float64[n]", draws=3)
def may_be_none(x):
    y = None
    if x.sum() > 0:
        y = x * x
    else:
        y = x
    return y * 2.0


@case("float64[n]", "float64[n, m]")
def cotangent_of_a_transpose_written_in_a_branch(x, m):
    y = m[:, 0] if x[0] > 0.4 else np.sin(x)
    return y * y + (m.T * x).sum()


@case("float64[3]", values={"x": apart})
def containers_made_and_changed_on_a_path(x):
    if x[0] > 0:
        parts = [x, x * 2.0, x * 7.0]
        parts[1] = x * 5.0
        parts.pop(0)
        named = {"a": x}
        named["a"] = x * 3.0
    else:
        parts = [x, x * 4.0]
        named = {"a": x * 6.0}
    return parts[0] * parts[1] + named["a"]


@case("float64[n]", "float64", values={"x": apart})
def lists_made_anew_before_a_break(x, s):
    total = 0.0
    for part in (x.mean(), s):
        parts = [part, s, total]
        parts.pop()
        parts[1] = parts[0] * parts[1]
        total = total * 0.5 + parts[1]
        if (x > 0.2).any():
            break
        total = total * 0.5 + parts[0]
    return total * parts[1]


@case("float64[n]", draws=4)
def tuples_in_order(x):
    best = (x[0], 1.0)
    for k, v in enumerate(x):
        best = max(best, (v * v, 2.0))
        if (v, k) < (0.2, 1) or [v, x[0]] >= [x[0], 0.3]:
            best = (best[0] + v, best[1])
    low = min((x[0] * x[0], 3.0), (0.1, 2.0), best)
    same = {"a": x[0], "b": 1.0} == {"b": 1.0, "a": best[0]}
    return best[0] * low[1] + low[0] * x if not same else x


# --------------------------- a whole number here, a float on the other path


@case("float64[n]", draws=4)
def size_or_element(x):
    if x[0] > 0:
        r = x.shape[0]
    else:
        r = x[0]
    return r * x


@case("float64[n]", draws=4)
def size_or_number(x):
    r = 0.5 if x[0] > 0 else len(x)
    return r * x


@case("float64[n]", draws=4)
def size_or_element_or_nothing(x):
    r = None
    if x[0] > 0:
        r = x.shape[0]
    elif x[-1] > -0.5:
        r = x[0]
    return x if r is None else r * x


@case("float64[3]", draws=3)
def int_or_bool_of_python(x):
    r = (int(x[2]) ^ 3) or bool(x[0] > x[1])
    s = 2 if x[0] > 1.5 else bool(x[0] > x[1])
    return x * r - s * x[0] * (~s)


@case("float64[3]", draws=3)
def int_that_a_loop_makes_a_bool(x):
    r = 2
    for v in x:
        if v > 1.0:
            r = bool(v > 2.0)
    return x * (r + r)


@case("float64[3]", draws=3)
def shape_among_numbers(x):
    return x * (2.0 if x.shape in [x[0], x[1], 2.0] else 3.0)


@case("float64[3]", draws=3)
def not_of_one_element(x):
    if 0.0 < x.mean() < 1.0 and (not (x[:1] < 0.0)) or x[1] < -1.0:
        return x * x[0]
    return x * (2.0 + (not x[2:]))


@case("float64[3]", draws=3)
def not_not_of_one_element(x):
    return x * (2.0 + (not not x[2:])) + (not not x[0])


def root_or_none(a, b):
    if a < b:
        return None
    return np.sqrt(a - b)


@case("float64[4]")
def none_is_told_where_it_is_bound(x):
    kept = [(root, v) for v in x if (root := root_or_none(v, 0.2)) is not None]
    total = sum(root * v for root, v in kept)
    if (first := root_or_none(x[0], x[1])) is not None and first > 0.1:
        total += first * x[2]
    rest = [r for v in x[:2] if (r := root_or_none(v, 0.1))]
    return total + sum(rest)


@dataclasses.dataclass(frozen=True)
class Ball:
    centre: np.ndarray
    radius: float


@case("float64[3]", values={"x": positive})
def the_nearest_of_what_is_hit(x):
    balls = [Ball(x, 1.0), Ball(2 * x, x[0])]
    found = []
    for ball in balls:
        distance = root_or_none(ball.centre[0], 0.4)
        if distance is not None:
            found.append((distance, ball))
    if found:
        distance, ball = min(found, key=lambda one: one[0])
        return distance * ball.centre[1] * ball.radius
    return x[2]


@case("float64[4]", at_one=False)
def an_element_that_decides_and_is_read(x):
    y = x.reshape(2, 2)
    total = 0.0
    for i in range(2):
        for j in range(2):
            if y[i, j]:
                total = total + x[i] * x[j] * y[i, j]
            w = y[j, i]
            if w:
                total += w * x[i]
            else:
                total -= w
    return total * x
