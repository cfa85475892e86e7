"""Loops: over ranges, arrays and lists, nested, left early."""

import math

import numpy as np

from tests.srcad.compiler.cases.case import apart, case, positive, small


@case("float64[n]", "float64[]")
def recurrence(x, a):
    h = np.zeros_like(x)
    h[0] = x[0]
    for i in range(1, x.shape[0]):
        h[i] = a * h[i - 1] + x[i]
    return h


@case("float64[n]")
def running_product(x):
    p = 1.0
    for i in range(x.shape[0]):
        p = p * x[i]
    return p


@case("float64[n]")
def running_sum_of_powers(x):
    total = 0.0
    for k in range(4):
        total = total + (x**k).sum() / (k + 1)
    return total


@case("float64[n, 3]")
def over_rows(x):
    acc = np.zeros(3)
    for row in x:
        acc = acc * 0.5 + np.sin(row) * row
    return acc


@case("float64[n]", values={"x": small})
def over_elements(x):
    acc = 1.0
    for value in x:
        acc = acc * np.cos(value) + value
    return acc


@case("float64[n]", "float64[n]")
def zipped(x, y):
    total = 0.0
    for a, b in zip(x, y):
        total = np.tanh(total + a * b)
    return total


@case("float64[n]")
def enumerated(x):
    total = 0.0
    for i, value in enumerate(x):
        total = total * 0.5 + value * value * i
    return total


@case("float64[n]")
def backwards(x):
    h = np.zeros_like(x)
    carry = 0.0
    for i in reversed(range(x.shape[0])):
        carry = 0.3 * carry + np.sin(x[i])
        h[i] = carry * x[i]
    return h


@case("float64[n]", sizes={"n": 7})
def with_a_step(x):
    total = 1.0
    for i in range(1, x.shape[0], 2):
        total = total * x[i] + x[i - 1]
    return total


@case("float64[n]", sizes={"n": 5})
def with_a_negative_step(x):
    total = 1.0
    for i in range(x.shape[0] - 1, 0, -2):
        total = total * x[i] - x[i - 1]
    return total


@case("float64[n]", "float64[3]")
def nested(x, w):
    h = np.zeros((x.shape[0], 3))
    for i in range(x.shape[0]):
        s = 0.0
        for j in range(3):
            s = s + x[i] * w[j] * s + np.sin(w[j])
            h[i, j] = s * x[i]
    return h


@case("float64[n, m]")
def triangular(x):
    total = 0.0
    for i in range(x.shape[0]):
        for j in range(i + 1):
            if j < x.shape[1]:
                total = total + x[i, j] * np.sin(total)
    return total + x.sum()


@case("float64[n]", orders=(1, 2))
def three_deep(x):
    s = x[0]
    for i in range(2):
        for j in range(2):
            for k in range(2):
                s = s * 0.7 + x[0] * (i + 1) * np.cos(s) * (j + k + 1)
    return s * x


@case("float64[n]", "float64[m, m]")
def matrix_power(x, w):
    h = np.eye(w.shape[0]) * x.sum()
    for _ in range(3):
        h = h @ w * 0.5
    return h


@case("float64[n, m]", "float64[m, m]")
def recurrent_rows(x, w):
    h = np.zeros_like(x)
    h[0] = x[0]
    for i in range(1, x.shape[0]):
        h[i] = np.tanh(h[i - 1] @ w + x[i])
    return h.sum()


@case("float64[n]", "float64[n]")
def swapped(a, b):
    for _ in range(5):
        a, b = b, a + np.sin(b)
    return a * b


@case("float64[n]")
def fibonacci_of_carries(x):
    a, b, c = x, x * 2.0, x * x
    for _ in range(4):
        a, b, c = b, c * 0.5, a * b
    return a + b * c


@case("float64[n]")
def bound_inside(x):
    for i in range(3):
        z = x * float(i)
        y = z * z
    return y + z


@case("float64[n]")
def index_read_afterwards(x):
    for i in range(3):
        x = x * (i + 1)
    return x * i


@case("float64[n]")
def carried_and_captured(x):
    y = x
    for _ in range(3):
        y = y * x
    return y * x


@case("float64[n]")
def starts_twice(x):
    a = x * 1.0
    b = x * 1.0
    for _ in range(3):
        a = a * b
        b = b + x
    return a * b


@case("float64[n]")
def two_loops(x):
    h = np.zeros_like(x)
    for i in range(x.shape[0]):
        h[i] = x[i] * x[i]
    s = 0.0
    for i in range(x.shape[0]):
        s = s * h[i] + x[i]
    return s * h


@case("float64[n]")
def zero_iterations(x):
    y = x * x
    for i in range(0, x.shape[0] - x.shape[0]):
        y = y * x[i]
    return y


@case("float64[n]")
def unused_index(x):
    y = x
    for _ in range(3):
        y = np.sin(y)
    return y


@case("float64[n]")
def carries_a_tuple(x):
    state = (x, x * 2.0)
    for _ in range(3):
        state = (state[1], state[0] * np.cos(state[1]))
    return state[0] + state[1]


@case("float64[n]", "int64")
def trip_count_from_an_input(x, steps):
    y = x
    for _ in range(steps):
        y = y * x + 1.0
    return y


@case("float64[n]", "float64[2]")
def unrolled_over_a_tuple(x, w):
    y = x
    for scale, shift in ((w[0], 1.0), (w[1], 2.0)):
        y = y * scale + shift
    return y


@case("float64[n]")
def unrolled_over_functions(x):
    for function in (np.sin, np.tanh, np.exp):
        x = function(x)
    return x


@case("float64[n]")
def list_built_and_stacked(x):
    rows = []
    for k in (1, 2, 3):
        rows.append(x**k)
    return np.stack(rows)


# ---------------------------------------------------------------------------- while


@case("float64[n]", values={"x": positive})
def while_sum(x):
    y = x * 1.0
    n = 0
    while y.sum() < 10.0 and n < 30:
        y = y * 1.5 + 0.1
        n += 1
    return y


@case("float64[]", values={"x": positive})
def newton_root(x):
    y = x
    while abs(y * y - x) > 1e-3:
        y = 0.5 * (y + x / y)
    return y


@case("float64[3]")
def while_counter(x):
    i = 0
    s = x[0] * 1.0
    while i < 3:
        s = s * x[i]
        i += 1
    else:
        s = s + 1.0
    return s


@case("float64[n]", values={"x": positive})
def while_true(x):
    y = x
    while True:
        y = y * 1.3
        if y.sum() > 8.0:
            break
        y = y + x * y
    return y


@case("float64[n]")
def while_never_runs(x):
    y = x * x
    while y.sum() < -1.0:
        y = y * x
    return y


@case("float64[n]", values={"x": positive})
def while_in_a_for(x):
    total = 0.0
    for i in range(x.shape[0]):
        y = x[i]
        while y < 3.0:
            y = y * 1.4
        total = total + y * y
    return total


@case("float64[n]", values={"x": positive})
def for_in_a_while(x):
    s = 0.1
    while s < 5.0:
        for i in range(x.shape[0]):
            s = s + x[i] * s
    return s


# -------------------------------------------------------------------- leaving early


@case("float64[n]", "float64[]", values={"a": positive})
def break_in_the_middle(x, a):
    y = x
    for _ in range(20):
        t = a * y * y
        if t.sum() > 10.0:
            break
        y = y + t
    return y


@case("float64[n]", draws=3)
def break_after_a_write(x):
    h = np.zeros_like(x)
    for i in range(x.shape[0]):
        h[i] = x[i] * x[i]
        if h[i] > 0.5:
            break
        h[i] = h[i] * 3.0
    return h


@case("float64[n]", draws=3)
def break_with_a_changed_carry(x):
    total = 0.0
    for i in range(x.shape[0]):
        y = x[i] * 2.0
        total = total + y
        if total > 1.0:
            total = total * 3.0
            break
        total = total + y * y
    return total


@case("float64[n]", draws=2)
def break_last(x):
    s = 0.0
    for i in range(x.shape[0]):
        s = s + np.exp(x[i])
        if s > 2.0:
            break
    return s


@case("float64[n]", draws=3)
def two_breaks(x):
    s = 0.0
    for i in range(x.shape[0]):
        if x[i] > 1.0:
            break
        s = s + x[i] * x[i]
        if s > 1.0:
            break
        s = s * 1.5
    return s


@case("float64[n]", draws=3)
def break_in_a_nested_branch(x):
    s = 0.0
    for i in range(x.shape[0]):
        if x[i] > 0:
            s = s + x[i] ** 3
            if s > 0.7:
                break
        else:
            s = s - x[i]
        s = s * 0.9
    return s


@case("float64[n]", draws=3)
def continue_first(x):
    s = 0.0
    for i in range(x.shape[0]):
        if x[i] < 0:
            continue
        s = s * 0.9 + x[i] ** 3
    return s


@case("float64[n]", draws=3)
def continue_and_break(x):
    s = 0.1
    for i in range(x.shape[0]):
        if x[i] < -0.5:
            continue
        s = s + x[i] * s
        if s > 1.0:
            break
        s = s * 1.1
    return s


@case("float64[n]", draws=3)
def return_in_a_loop(x):
    s = 0.0
    for i in range(x.shape[0]):
        s = s + x[i] * x[i]
        if s > 1.5:
            return s * 2.0
    return s


@case("float64[n]", draws=3)
def return_from_the_inner_loop(x):
    s = 0.0
    for i in range(x.shape[0]):
        for _ in range(3):
            s = s + x[i] * x[i]
            if s > 2.5:
                return s * x[0]
    return s


@case("float64[n]", draws=3)
def break_of_the_inner_loop(x):
    s = 0.0
    for i in range(x.shape[0]):
        for j in range(4):
            s = s + x[i] * x[i] * (j + 1)
            if s > 2.0:
                break
        s = s * 0.5
    return s


@case("float64[n]", draws=3, values={"x": apart})
def for_else(x):
    s = 0.0
    for i in range(x.shape[0]):
        s = s + x[i] * x[i]
        if s > 1.2:
            break
    else:
        s = s * s
    return s


@case("float64[3]")
def nothing_before_the_first(x):
    prev = None
    t = 0.0
    for v in x:
        if prev is not None:
            t = t + v * prev
        prev = v
    return t


@case("float64[n]")
def one_index_two_loops(x):
    t = 0.0
    for i in range(3):
        t = t + x[0] * i
    for i in x:
        t = t + i * i
    return t


@case("float64[n]")
def names_of_a_comprehension(x):
    w = np.sin(x)
    a = sum(item * w for item, w in zip(x, x * 2))
    return a * w.sum()


@case("float64[n]")
def counted_by_a_closure(x):
    total = 0.0
    count = 0

    def add(v):
        nonlocal total, count
        total = total + v * v
        count += 1

    for v in x:
        add(v)
    return total * count


@case("float64[n]")
def nothing_before_a_while(x):
    prev = None
    t = x.sum()
    k = 0
    while k < 3:
        if prev is not None:
            t = t * prev
        prev = t * 0.5
        k += 1
    return t


@case("float64[n]", values={"x": small})
def written_out_from_another_start(x):
    functions = (np.sin, np.cos, np.tanh, np.exp)
    for k in range(1, 4):
        x = functions[k](x) * k
    return x


@case("float64[n]", values={"x": small})
def written_out_backwards(x):
    functions = (np.sin, np.cos, np.tanh, np.exp)
    for k in reversed(range(1, 4)):
        x = functions[k](x) * k
    for k in range(3, 0, -2):
        x = functions[k](x) + k
    return x


@case("float64[n]", values={"x": small})
def numbers_of_a_range_in_a_comprehension(x):
    first = [x**k / k for k in range(1, 4)]
    last = [x * k for k in reversed(range(2, 4))]
    return sum(first) * last[0] + last[1]


@case("float64[5]")
def zip_of_known_lengths(x):
    named = {
        name: value * k for k, (name, value) in enumerate(zip("abc", x, strict=False))
    }
    total = named["b"] * named["c"]
    for weight, value in zip((1.0, 2.0), x, strict=False):
        total = total + weight * value
    return total


@case("float64[3]")
def indices_that_only_python_computes_with(x):
    total, signs = 0.0, 1.0
    for k in range(12):
        total = total + x[k % 3] ** k / math.factorial(k)
        if bin(k).count("1") % 2:
            signs = signs * x[k.bit_length() % 3]
    return x * total + signs / math.gcd(4, 6)


@case("float", "float", values={"x": small, "y": small})
def an_orbit_in_the_complex_plane(x, y):
    z, c, count = complex(0.0, 0.0), complex(x, y), 0
    while abs(z) <= 2.0 and count < 12:
        z = z * z + c
        count += 1
    return abs(z) + z.real * z.imag * count


@case("float64[]", "float64[]")
def a_function_of_math_of_what_does_not_change(x, y):
    total = x
    for _ in range(5):
        damping = math.exp(-y * y)
        total = total * 0.5 + damping * total + math.sqrt(y * y + 1) * damping
    return total
