"""What an iteration reads of an array or a list from outside is read again in the
backward half, by its place; of what is written into meanwhile it is kept."""

import numpy as np

from tests.srcad.compiler.cases.case import apart, case


@case("float64[n]")
def elements(x):
    total = 0.0
    for i, value in enumerate(x):
        total = total + np.sin(value) * x[-i - 1] * value
    return total


@case("float64[n, 3]", "float64[3, 3]")
def rows(x, w):
    total = 0.0
    for row in x:
        z = row @ w
        total = total + (z * z * row[::-1]).sum()
    return total


@case("float64[n, 3]", "float64[3, 3]")
def rows_from_the_second_on(x, w):
    total = 0.0
    for i in range(1, x.shape[0]):
        total = total + np.tanh(w @ x[i]) @ x[i - 1]
    return total


@case("float64[n]")
def of_an_array_that_is_written_into(x):
    y = x * x
    for i in range(x.shape[0] - 1):
        before = y[i]
        y[i + 1] += np.sin(before) * y[i + 1]
        y[i] = before * x[i]
    return y


@case("float64[n]")
def of_an_array_that_is_written_into_later(x):
    y = x * 2.0
    total = 0.0
    for i in range(x.shape[0]):
        total = total + y[i] * y[i]
    y[0] = total
    y *= x
    return y, total


@case("float64[n]")
def of_a_list_that_grows(x):
    ys = [x[0] * x[0]]
    for i in range(1, x.shape[0]):
        last = ys[-1]
        ys.append(np.sin(last) * last + x[i])
    total = 0.0
    for y in ys:
        total = total + y * y
    ys.append(total)
    return sum(y * y for y in ys)


@case("float64[n]")
def of_a_list_that_is_changed_later(x):
    ys = [np.exp(value) for value in x]
    total = sum(y * y for y in ys)
    ys[0] = ys[0] * total
    ys.reverse()
    return np.array(ys) * x


@case("float64[n]", values={"x": apart})
def on_paths(x):
    y = np.sin(x)
    total = 0.0
    for i in range(x.shape[0]):
        if x[i] > 0.0:
            value = y[i]
            total = total + value * x[i] * value
        else:
            total = total - x[i] * x[i]
    return total


@case("float64[n]", values={"x": apart})
def of_what_is_kept_or_not(x):
    kept = [value * value for value in x if value > 0.0]
    total = 1.0
    for value in kept:
        total = total + np.sin(value) * total
    return total


@case("float64[n]")
def in_loops_in_loops(x):
    out = np.zeros(x.shape[0])
    for i in range(x.shape[0]):
        y = x * x[i]
        for j in range(i + 1):
            out[i] += np.sin(y[j]) * y[i - j] * x[j]
    return out


@case("float64[n]")
def in_an_order(x):
    order = sorted(range(x.shape[0]), key=lambda i: -x[i])
    ys = [x[i] * x[i] for i in order]
    return sum(y / (k + 1) for k, y in enumerate(ys))


@case("float64[n]")
def until_it_is_enough(x):
    total = 0.0
    i = 0
    while total < 2.0 and i < x.shape[0]:
        value = x[i]
        total = total + value * value
        i += 1
    return total


@case("float64[n, 2]")
def of_views_of_it(x):
    flat = x.reshape(-1)
    total = 0.0
    for i in range(x.shape[0]):
        column = x[i]
        total = total + column[0] * column[1] * flat[2 * i]
    x = x * 2.0
    x[0] = total
    return x


@case("float64[n]")
def of_a_list_of_the_last_ones(x):
    last = []
    total = 0.0
    for value in x:
        last.append(value)
        if len(last) > 2:
            last.pop(0)
        if len(last) == 2:
            total += last[0] * last[1]
        for one in last:
            total += one * value
    return total


@case("float64[n]", values={"x": apart})
def of_a_list_that_grows_around_it(x):
    found = [0.0]
    total = 0.0
    for value in x:
        found.append(found[-1] * 0.5 + value)
        if value > 0.0:
            total += found[-1] * found[-2]
    return total


@case("float64[n]", values={"x": apart})
def of_a_list_that_is_written_into_around_it(x):
    state = [1.0, 2.0, 3.0]
    total = 0.0
    for i, value in enumerate(x):
        state[i % 3] = value * value
        if value > 0.0:
            total += state[0] * state[1] * state[2]
    return total


@case("float64[n]", values={"x": apart})
def of_an_array_that_moves_on(x):
    held = np.zeros(3)
    total = 0.0
    for value in x:
        held[1:] = held[:-1].copy()
        held[0] = value
        if value > 0.0:
            total += held[0] * held[2]
        for one in held:
            total += one * value
    return total


class Memory:
    def __init__(self):
        self.rows = []

    def put(self, row):
        self.rows.append(row)
        if len(self.rows) > 2:
            self.rows.pop(0)


@case("float64[n, 2]", values={"x": apart})
def of_a_list_of_arrays_in_an_object(x):
    memory = Memory()
    total = 0.0
    for row in x:
        memory.put(row * row)
        for one in memory.rows:
            total += one @ row
        if row[0] > 0.0:
            total += memory.rows[0].sum() ** 2
    return total
